"""Run by test_scale.py in a process of its own: clicks every main handle, drags by the gizmo, prints what came of it.

The scale factor of the display is read from the environment when Qt starts, so it cannot be changed inside a test.
"""

import json
import sys

from PySide6.QtCore import QPoint, QPointF, QSettings, Qt
from PySide6.QtTest import QTest

from editor.app import create_application, create_document
from editor.window import MainWindow
from models.body import MAIN_POINTS, POINTS


def drag_by_the_arrow_up(window: MainWindow) -> list[float]:
    """The way of the left wrist, metres, when the arrow that points up is dragged by 20 pixels."""
    view, document, hand = window.viewport, window.document, POINTS.index("LeftHand")
    document.select([hand])
    before = document.points[hand].copy()
    x, y = view.handle_positions()[hand]
    arrow = QPointF(x, y - 60).toPoint()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, arrow)
    for step in (5, 10, 20):
        QTest.mouseMove(view, arrow - QPoint(0, step))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, arrow - QPoint(0, 20))
    return (document.targets[hand] - before).tolist()


def main() -> None:
    create_application()
    settings = QSettings(sys.argv[1], QSettings.Format.IniFormat)
    settings.setValue("hints", False)
    window = MainWindow(create_document(), settings)
    window.viewport.set_motion_ms(0)
    window.files.project.ask_about_changes = lambda: "discard"
    window.resize(700, 440)
    window.show()
    QTest.qWaitForWindowExposed(window)
    view, selected = window.viewport, {}
    for name in MAIN_POINTS:
        place = QPointF(*view.handle_positions()[POINTS.index(name)]).toPoint()
        QTest.mouseClick(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
        selected[name] = window.document.selected_names()
    moved = drag_by_the_arrow_up(window)
    cube = view.cube.place_of((1, 0, 0)).toPoint()
    QTest.mouseClick(view.cube, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, cube)
    image = view.grabFramebuffer()
    seen = {
        "selected": selected,
        "moved": moved,
        "yaw": view.camera.yaw,
        "scale": view.devicePixelRatioF(),
        "image": [image.width(), image.height()],
        "view": [view.width(), view.height()],
    }
    sys.stdout.write(json.dumps(seen))
    window.close()


if __name__ == "__main__":
    main()
