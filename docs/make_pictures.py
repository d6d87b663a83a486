"""Make the pictures of this documentation from the real window: `make figures`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from PySide6.QtCore import QPoint

from docs.driver import IMAGES, Driver, opened
from docs.film import Film
from docs.panel_pictures import panel_pictures
from editor.app import create_application

# (handle, how far to the right and up, centimetres)
THREE_DRAGS = (("LeftHand", 12, 66), ("RightHand", -20, 18), ("RightFoot", 24, 18))
# The four keys of the guide: frame, and the drags that make its pose.
ACTION = (
    (12, (("Hips", 0, -16), ("LeftHand", -4, -6), ("RightHand", -6, 10))),
    (24, (("Hips", 2, 22), ("LeftHand", 16, 78), ("RightHand", -22, 50))),
    (40, (("LeftHand", 20, -52), ("RightHand", -4, -44), ("Hips", 0, -8))),
)
# Where the path of the guide goes, as shares of the viewport's width and height.
PATH = ((0.68, 0.72), (0.42, 0.86), (0.16, 0.66))


def pose(driver: Driver) -> None:
    for handle, right, up in THREE_DRAGS:
        driver.drag_handle(handle, right, up)


def act(driver: Driver) -> None:
    """Key the action of the guide."""
    for frame, drags in ACTION:
        driver.go_to(frame)
        for handle, right, up in drags:
            driver.drag_handle(handle, right, up)


def walk(driver: Driver) -> None:
    """Draw the path of the guide and wait for its draft."""
    window = driver.window
    view = window.viewport
    view.set_camera(view.camera.orbited(0.5, 0.42).zoomed(2.3))
    driver.press("Shift+P")
    for x, y in PATH:
        driver.click(view, QPoint(round(x * view.width()), round(y * view.height())))
    maker = window.locomotion.maker
    driver.wait_until(lambda: maker.draft is not None and not maker.is_busy)


def window_pictures() -> None:
    """The pictures of the README and of the page on the window."""
    with opened("dark", hints=True) as driver:
        driver.save("first-start.png")
    with opened("dark") as driver:
        pose(driver)
        driver.save("dragged-pose.png")
    with opened("light") as driver:
        pose(driver)
        driver.window.document.set_level(28)
        driver.save("light-theme.png")
    with opened("dark") as driver:
        driver.drag_handle("LeftHand", 72, 58, let_go=False)
        driver.save("out-of-reach.png")
        driver.window.viewport.cancel()


def guide_pictures() -> None:
    """The pictures of the guide, in the order of its steps."""
    with opened("dark") as driver:
        act(driver)
        driver.save("guide/four-keys.png")
        driver.press("Shift+G")
        driver.save("guide/ghosts.png")
        driver.window.docks.show("Curves")
        driver.save("guide/curves.png")
        driver.window.docks.show("Timeline")
        driver.window.docks.show("Mirror")
        driver.save("guide/mirror.png")
        driver.window.docks.show("Poses")
        driver.save("guide/poses.png")
    with opened("dark") as driver:
        walk(driver)
        driver.go_to(70)
        driver.save("guide/path.png")
        driver.press("Escape")
        driver.window.locomotion.insert(1.0)
        driver.save("guide/inserted.png")


def film() -> None:
    """The short recording of the README: poses, keys, playing them, a path and the walk along it."""
    with opened("dark", (1040, 680)) as driver:
        window = driver.window
        driver.film = Film(window, 720)
        act(driver)
        driver.play(0, 36, 2)
        walk(driver)
        driver.play(0, 150, 4)
        driver.film.save(IMAGES / "sixpoint.webp")


def main() -> None:
    app = create_application()
    window_pictures()
    guide_pictures()
    film()
    panel_pictures()
    app.quit()


if __name__ == "__main__":
    main()
