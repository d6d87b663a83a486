"""The rows: groups that fold, ghosts, and rows of other parts; the arrays they are drawn from; what is drawn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from timeline_driver import NONE, frames, selected

from editor.theme import THEMES, theme
from editor.timeline import GhostRange, Row
from editor.timeline.columns import PARTS, PartMark, TrackColumns
from editor.timeline.row import ROW_HEIGHT
from models.animation import Track
from models.body import REGIONS
from models.errors import SixpointError


def click_label(panel, index):
    QTest.mouseClick(panel.labels, Qt.MouseButton.LeftButton, NONE, QPoint(40, index * ROW_HEIGHT + 12))


def picture(panel):
    """(H, W, 3) of the sheet."""
    image = panel.sheet.grab().toImage()
    width, height = image.width(), image.height()
    return np.array(image.constBits(), dtype=np.uint8).reshape(height, width, 4)[..., 2::-1].astype(int)


def is_near(picture, place, color, reach=3):
    wanted = np.array(QColor(color).getRgb()[:3])
    part = picture[place.y() - reach : place.y() + reach + 1, place.x() - reach : place.x() + reach + 1]
    return bool((np.abs(part - wanted).max(axis=-1) < 12).any())


def test_a_click_on_the_name_folds_the_parts_away(panel, animated):
    assert [row.label for row in panel.rows.shown][:3] == ["Ghosts", "Body", "Head"]
    click_label(panel, 1)
    assert [row.label for row in panel.rows.shown] == ["Ghosts", "Body"]
    click_label(panel, 1)
    assert len(panel.rows.shown) == 2 + len(PARTS)


def test_every_part_of_the_body_has_a_row():
    assert set(PARTS) == set(REGIONS)


def test_each_character_has_its_rows_and_a_press_on_its_keys_makes_it_the_one_posed(panel, drive, animated):
    other = replace(animated.character, rig=replace(animated.character.rig, name="Partner"))
    animated.edit("Add", animated.content.with_character("second", other))
    labels = [row.label for row in panel.rows.shown]
    assert labels.count("Head") == 2
    assert "Partner" in labels
    place = QPoint(drive.x_of(20), labels.index("Partner") * ROW_HEIGHT + 12)
    drive.click(place)
    assert animated.character_id == "second"
    assert selected(animated) == [20]
    drive.click(drive.at(10))
    assert animated.character_id != "second"
    assert selected(animated) == [10]
    animated.undo()
    assert [row.label for row in panel.rows.shown] == ["Ghosts", "Body", *(labels[2:8])]


def test_columns_say_what_each_key_asks_of_each_part(animated):
    columns = TrackColumns(animated.track)
    expected = np.zeros((4, 6), dtype=int)
    expected[1, PARTS.index("left_arm")] = PartMark.PINNED
    expected[2, PARTS.index("left_leg")] = expected[2, PARTS.index("right_leg")] = PartMark.PINNED
    np.testing.assert_array_equal(columns.marks, expected)
    key = animated.track.keys[0]
    regions = np.array([name != "torso" for name in REGIONS])
    turned = replace(key.handles, predicted=regions, joints=np.array([15]), turns=np.array([[0.0, 0.0, 0.0, 1.0]]))
    marks = TrackColumns(Track((replace(key, handles=turned),))).marks[0]
    assert marks[PARTS.index("torso")] == PartMark.KEPT
    assert (marks == PartMark.TURNED).sum() == 1


def test_columns_of_an_edited_track_are_those_made_anew(animated):
    columns = TrackColumns(animated.track)
    moved = animated.track.without([0]).with_key(animated.track.keys[2].at(animated.rate.tick(3)))
    again, anew = TrackColumns(moved, columns), TrackColumns(moved)
    np.testing.assert_array_equal(again.marks, anew.marks)
    np.testing.assert_array_equal(again.kinds, anew.kinds)


@pytest.mark.parametrize("name", THEMES)
def test_keys_are_drawn_where_they_are_and_selected_ones_otherwise(panel, drive, animated, name):
    colors = theme(name)
    panel.set_theme(colors)
    animated.go_to(animated.rate.tick(30))
    animated.select_keys([animated.rate.tick(20)])
    image = picture(panel)
    for frame in (0, 10, 40):
        assert is_near(image, drive.at(frame), colors["timeline.key"])
        assert not is_near(image, drive.at(frame), colors["timeline.selected"])
    assert is_near(image, drive.at(20), colors["timeline.selected"])
    assert is_near(image, drive.at(10, "left_arm"), colors["handle.pinned"])
    assert not is_near(image, drive.at(10, "right_arm"), colors["handle.pinned"])
    assert is_near(image, drive.at(30, "head"), colors["accent"])  # the playhead


def test_the_kinds_of_intervals_look_different(panel, drive, animated):
    seen = {}
    for kind in ("step", "linear", "smooth", "spline"):
        animated.select_keys([animated.rate.tick(20)])
        panel.handlers()[f"interpolation_{kind}"]()
        animated.select_keys([])
        row = picture(panel)[ROW_HEIGHT : 2 * ROW_HEIGHT, drive.x_of(22) : drive.x_of(38)]
        wanted = np.array(QColor(theme("dark")[f"timeline.{kind}"]).getRgb()[:3])
        on_line = (np.abs(row - wanted).max(axis=-1) < 40).any(axis=0)
        seen[kind] = (on_line.mean(), (np.abs(row - wanted).max(axis=-1) < 40).any(axis=1).sum())
        assert on_line.any()
    assert seen["linear"][0] == seen["smooth"][0] == 1.0  # without gaps
    assert seen["step"][0] < seen["spline"][0] < 1.0
    assert seen["smooth"][1] > seen["linear"][1]  # thicker


def test_a_moving_playhead_leaves_nothing_behind(panel, animated, qtbot):
    """Only strips are painted anew; the result is the picture that painting everything gives."""
    for frame in (3, 17, 90, 24):
        animated.go_to(animated.rate.tick(frame))
        qtbot.wait(5)
    followed = picture(panel)
    panel.sheet.update()
    np.testing.assert_array_equal(followed, picture(panel))


def test_ten_thousand_keys_are_drawn_as_one_band(panel, drive, animated):
    key = animated.track.keys[0]
    track = Track(tuple(key.at(animated.rate.tick(frame)) for frame in range(10_000)))
    animated.edit_track("Many", track)
    drive.press(Qt.Key.Key_Home)
    image, color = picture(panel), theme("dark")["timeline.key"]
    animated.go_to(animated.rate.tick(3))
    for frame in range(100, 9900, 700):
        assert is_near(image, drive.at(frame), color, 0)
    drive.drag(drive.at(1000, "head"), drive.at(2000, "head"), drive.at(3000))
    assert 1900 < len(animated.selected_keys) < 2100


# Ghosts


def test_the_ghost_row_is_switched_at_its_name_and_its_ends_are_dragged(panel, drive, animated, qtbot):
    animated.go_to(animated.rate.tick(15))
    with qtbot.waitSignal(panel.ghost_range_changed):
        click_label(panel, 0)
    assert panel.ghost_range == GhostRange(is_on=True, before=2, after=2)
    end = drive.at(40, "ghosts") + QPoint(12, 0)
    drive.drag(end, drive.at(25, "ghosts"))
    assert panel.ghost_range.after == 1
    start = drive.at(0, "ghosts") - QPoint(12, 0)
    drive.drag(start, drive.at(5, "ghosts"), drive.at(14, "ghosts"), release=False)
    assert panel.ghost_range.before == 0
    drive.press(Qt.Key.Key_Escape)
    assert panel.ghost_range.before == 2
    assert animated.undo_stack.count() == 0


def test_ghosts_stand_at_keys_however_far_apart_or_at_every_nth_frame(animated):
    rate, track = animated.rate, animated.track
    ghosts = GhostRange(is_on=True, before=2, after=5)
    at = rate.tick(15)
    assert ghosts.ticks(track, at, rate) == ((rate.tick(10), 0), (rate.tick(20), rate.tick(40)))
    on_a_key = ghosts.ticks(track, rate.tick(20), rate)
    assert on_a_key == ((rate.tick(10), 0), (rate.tick(40),))
    every = replace(ghosts, at="frames", every=5)
    assert every.ticks(track, at, rate) == (
        (rate.tick(10), rate.tick(5)),
        tuple(rate.tick(frame) for frame in (20, 25, 30, 35, 40)),
    )
    assert replace(ghosts, is_on=False).ticks(track, at, rate) == ((), ())
    assert ghosts.ticks(Track(), at, rate) == ((), ())


@pytest.mark.parametrize("bad", [{"before": -1}, {"after": 11}, {"at": "moons"}, {"every": 0}])
def test_ghosts_that_cannot_be_are_refused(bad):
    with pytest.raises(SixpointError, match="ghosts"):
        GhostRange(**bad)


# Rows of other parts


class Contacts(Row):
    """A row as another part would plug in."""

    def __init__(self):
        super().__init__("Contacts")
        self.painted, self.pressed = [], []

    def paint(self, painter, view, area, theme):
        self.painted.append(QRectF(area))
        painter.fillRect(QRectF(view.x_of(0.0), area.top(), 50, area.height()), QColor("#123456"))

    def press(self, view, pointer):
        self.pressed.append(view.tick_at(pointer.x))

    def tip(self, view, pointer):
        return "a contact"


def test_another_part_plugs_in_a_row(panel, drive, animated):
    row = Contacts()
    panel.rows.add(row)
    panel.resize(900, 400)
    assert panel.rows.shown[-1] is row
    place = QPoint(drive.x_of(0) + 20, len(panel.rows.shown) * ROW_HEIGHT - 12)
    assert is_near(picture(panel), place, "#123456")
    drive.click(place)
    assert len(row.pressed) == 1
    panel.rows.remove(row)
    assert row not in panel.rows.shown
    assert frames(animated) == [0, 10, 20, 40]


# What holds, and what is not there yet


def test_a_line_joins_keys_that_hold_a_part_in_one_place(panel, drive, animated):
    """The keys lift the whole body, so the feet move; a key with the same pose holds them."""
    color, line = theme("dark")["handle.pinned"], drive.at(30, "left_leg")

    def has_line():
        image = picture(panel)[line.y() - 2 : line.y() + 3, line.x() - 20 : line.x() + 20]
        wanted = np.array(QColor(color).getRgb()[:3])
        ground = image[0, 0]
        return bool((image[2] @ (wanted - ground) > ground @ (wanted - ground) + 2000).all())

    at_20, at_40 = animated.rate.tick(20), animated.rate.tick(40)
    assert not has_line()
    animated.edit_track("Hold", animated.track.with_key(animated.track.get(at_20).at(at_40)))
    assert has_line()
    animated.select_keys([at_20])
    panel.handlers()["interpolation_step"]()
    animated.select_keys([])
    assert not has_line()


def test_a_sheet_without_keys_says_how_to_make_one(panel, animated):
    full = picture(panel)
    panel.edits.select_all()
    panel.edits.delete()
    empty = picture(panel)
    middle = np.s_[
        empty.shape[0] // 2 - 8 : empty.shape[0] // 2 + 8, empty.shape[1] // 2 - 100 : empty.shape[1] // 2 + 100
    ]
    assert empty[middle].std() > full[middle].std() + 5
    animated.undo()
    assert frames(animated) == [0, 10, 20, 40]


def test_the_focus_is_seen_when_it_comes_by_keys(panel, qtbot):
    with qtbot.waitActive(panel):
        panel.activateWindow()
    accent = np.array(QColor(theme("dark")["accent"]).getRgb()[:3])
    corner = np.s_[:2, 5:100]
    panel.sheet.setFocus(Qt.FocusReason.MouseFocusReason)
    assert np.abs(picture(panel)[corner] - accent).max() > 60
    panel.transport.buttons["key"].setFocus(Qt.FocusReason.TabFocusReason)
    panel.sheet.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(panel.sheet.hasFocus)
    assert np.abs(picture(panel)[corner] - accent).max() < 30
