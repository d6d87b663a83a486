"""Run by test_scale.py in a process of its own: clicks every main handle and prints what was selected.

The scale factor of the display is read from the environment when Qt starts, so it cannot be changed inside a test.
"""

import json
import sys

from PySide6.QtCore import QPointF, QSettings, Qt
from PySide6.QtTest import QTest

from editor.app import create_application, create_document
from editor.window import MainWindow
from models.body import MAIN_POINTS, POINTS


def main() -> None:
    create_application()
    settings = QSettings(sys.argv[1], QSettings.Format.IniFormat)
    settings.setValue("hints", False)
    window = MainWindow(create_document(), settings)
    window.resize(700, 440)
    window.show()
    QTest.qWaitForWindowExposed(window)
    view, selected = window.viewport, {}
    for name in MAIN_POINTS:
        place = QPointF(*view.handle_positions()[POINTS.index(name)]).toPoint()
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
        selected[name] = window.document.selected_names()
    image = view.grabFramebuffer()
    seen = {
        "selected": selected,
        "scale": view.devicePixelRatioF(),
        "image": [image.width(), image.height()],
        "view": [view.width(), view.height()],
    }
    sys.stdout.write(json.dumps(seen))
    window.close()


if __name__ == "__main__":
    main()
