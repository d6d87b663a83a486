"""What is drawn is bounded by the pixels of the view, not by the number of keys."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from editor.timeline.sprites import draw_crowd, draw_sprites, sprite


def canvas():
    """Takes what a painter would draw."""
    boxes, places = [], []
    return SimpleNamespace(
        boxes=boxes,
        places=places,
        setPen=lambda pen: None,
        setBrush=lambda brush: None,
        drawRects=boxes.extend,
        drawPixmap=lambda place, image: places.append((place.x(), place.y())),
    )


@pytest.mark.parametrize("count", [1, 2, 100, 10_000, 1_000_000])
def test_a_crowd_of_keys_becomes_as_many_bars_as_there_is_room_for(count):
    page, xs = canvas(), np.linspace(0.0, 1000.0, count)
    draw_crowd(page, "#ffffff", xs, 12.0, 10.0)
    assert 1 <= len(page.boxes) <= min(count, 1000 / 3 + 1)
    covered = np.zeros(1003, dtype=bool)
    for box in page.boxes:
        covered[int(box.left() + 0.5) : int(box.right()) + 1] = True
    assert covered[np.floor(xs).astype(int)].all()  # no key is lost


def test_no_keys_are_no_bars():
    page = canvas()
    draw_crowd(page, "#ffffff", np.zeros(0), 12.0, 10.0)
    assert page.boxes == []


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 2.0])
def test_marks_stand_on_whole_pixels_and_within_half_a_pixel_of_their_key(qapp, scale):
    image, page, xs = sprite("diamond", "#ffffff", "#000000", False, scale), canvas(), np.linspace(3.0, 90.0, 23)
    draw_sprites(page, image, xs, 12.0)
    places = np.array(page.places)
    np.testing.assert_allclose(places * scale, np.round(places * scale), atol=1e-9)
    middles = places[:, 0] + image.width() / scale / 2
    assert np.abs(middles - xs).max() <= 0.5 / scale + 1e-9
