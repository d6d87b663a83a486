"""Run by test_scale_of_keys.py in a process of its own: clicks and drags keys at a display scale, prints the outcome.

The scale factor of the display is read from the environment when Qt starts, so it cannot be changed inside a test.
"""

import json
import sys

from timeline_driver import Driver, frames, selected

from editor.app import create_application, create_document
from editor.theme import theme
from editor.timeline import TimelinePanel
from models.animation import Track

app = create_application()
document = create_document()
key = document.track.keys[0]
keys = tuple(key.at(document.rate.tick(frame)) for frame in (0, 10, 20, 40))
document.edit_track("Keys", Track(keys))
panel = TimelinePanel(document, theme("light"))
panel.resize(800, 300)
panel.show()
app.processEvents()
drive = Driver(panel)
clicked = {}
for frame in (0, 10, 20, 40):
    drive.click(drive.at(frame))
    clicked[frame] = selected(document)
drive.drag(drive.at(10), drive.at(12), drive.at(15))
image = panel.sheet.grab().toImage()
sys.stdout.write(
    json.dumps(
        {
            "scale": panel.devicePixelRatioF(),
            "clicked": clicked,
            "dragged": frames(document),
            "image": [image.width(), image.height()],
            "view": [panel.sheet.width(), panel.sheet.height()],
        }
    )
)
panel.close()
