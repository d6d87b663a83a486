"""What holds for every panel: large enough to hit, reached by the keyboard and marked, translated, kept."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QMainWindow,
    QSlider,
    QSpinBox,
    QToolButton,
    QWidget,
)

from editor import texts
from editor.menus import Actions
from editor.panels.inspector import Inspector
from editor.preferences.dialog import PreferencesDialog
from editor.preferences.keymap import Keymap
from editor.preferences.preferences import Preferences
from editor.theme import THEMES, theme
from editor.theme.style import apply_theme
from editor.window import MainWindow
from models.body import POINTS

_CONTROLS = (QAbstractButton, QComboBox, QLineEdit, QSlider, QSpinBox)
_LEAST = 24


@pytest.fixture
def whole_window(window):
    """With every panel of this part having something to show."""
    window.resize(1280, 800)
    window.document.select([POINTS.index("LeftHand")])
    window.document.toggle_pins()
    window.hints.show_hints()
    QApplication.processEvents()
    return window


def controls(root):
    return [widget for widget in root.findChildren(QWidget) if isinstance(widget, _CONTROLS) and widget.isVisible()]


def is_inside_another(widget):
    """The line of a spin box or of a choice, or the small cross in it."""
    return isinstance(widget.parent(), QComboBox | QSpinBox | QLineEdit)


@pytest.mark.parametrize("panel", ["inspector", "library", "hints"])
def test_everything_to_click_is_at_least_24_pixels(whole_window, panel):
    if panel == "library":
        whole_window.docks.show("Poses")
        QApplication.processEvents()
    found = [widget for widget in controls(getattr(whole_window, panel)) if not is_inside_another(widget)]
    assert found
    small = [
        (type(w).__name__, w.toolTip(), w.width(), w.height()) for w in found if min(w.width(), w.height()) < _LEAST
    ]
    assert small == []


def test_everything_in_the_toolbar_is_at_least_24_pixels_and_says_what_it_does(whole_window):
    bar = whole_window.findChild(QWidget, "tools")
    for button in bar.findChildren(QToolButton):
        if button.isVisible():
            assert min(button.width(), button.height()) >= _LEAST
            assert button.toolTip()


@pytest.fixture
def inspector(qtbot, document, settings):
    result = Inspector(document, Preferences(settings))
    result.resize(300, 900)
    qtbot.addWidget(result)
    document.select([POINTS.index("LeftHand")])
    document.toggle_pins()
    yield result
    QApplication.instance().setStyleSheet("")


@pytest.mark.parametrize("name", THEMES)
def test_the_keyboard_reaches_every_control_and_shows_where_it_is(qtbot, inspector, name):
    apply_theme(QApplication.instance(), theme(name))
    inspector.set_theme(theme(name))
    with qtbot.waitActive(inspector):
        inspector.show()
        inspector.activateWindow()
    wanted = {widget for widget in controls(inspector) if widget.isEnabled() and not is_inside_another(widget)}
    seen = []
    for _ in range(2 * len(wanted)):
        QTest.keyClick(QApplication.focusWidget() or inspector, Qt.Key.Key_Tab)
        widget = QApplication.focusWidget()
        if widget in seen:
            break
        seen.append(widget)
    # Buttons of one choice are one stop; arrow keys go between them.
    choices = {button for button in inspector.selection._states.buttons()}
    assert wanted - choices <= set(seen)
    assert choices & set(seen)
    focus = 255 * theme(name).rgb("focus")
    for widget in seen:
        if isinstance(widget, _CONTROLS):
            widget.setFocus(Qt.FocusReason.TabFocusReason)
            picture = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
            row = np.frombuffer(picture.constBits(), np.uint8).reshape(picture.height(), -1, 4)[:2, :, 2::-1]
            assert np.abs(row.astype(float) - focus).max(axis=-1).min() < 8, widget


class _Pseudo(dict):
    """A translation of everything, into the same in brackets; choosing a language does not end it."""

    def clear(self):
        pass

    def get(self, text, default=None):
        return f"⟦{text}⟧"


@pytest.fixture
def pseudo(monkeypatch):
    monkeypatch.setattr(texts, "_catalogue", _Pseudo())


def shown_texts(root):
    result = []
    for widget in root.findChildren(QWidget):
        if isinstance(widget, QLabel | QAbstractButton) and not isinstance(widget.parent(), QLineEdit):
            result.append(widget.text())
        if isinstance(widget, QLineEdit) and widget.objectName() != "qt_keysequenceedit_lineedit":  # Qt's own words
            result.append(widget.placeholderText())
    return [text for text in result if any(char.isalpha() for char in text)]


def is_translated(text):
    # Letters of axes, units and folders are the same in every language.
    return "⟦" in text or len(text) <= 2 or "/" in text


def test_every_text_of_the_panels_can_be_translated(qtbot, pseudo, document, settings):
    preferences = Preferences(settings)
    dialog = PreferencesDialog(preferences, Keymap(preferences), theme("dark"))
    inspector = Inspector(document, preferences)
    document.select([POINTS.index("LeftHand")])
    for root in (dialog, inspector):
        qtbot.addWidget(root)
        assert [text for text in shown_texts(root) if not is_translated(text)] == []


def test_menus_and_tool_tips_can_be_translated(qtbot, pseudo, whole_window):
    host = QMainWindow()
    qtbot.addWidget(host)
    actions = Actions(host, {row.id: lambda *_: None for row in whole_window.actions_.rows()})
    actions.fill_menus(host)
    for row in actions.rows():
        assert "⟦" in actions[row.id].text()
        assert "⟦" in actions[row.id].toolTip()
    assert all("⟦" in action.text() for action in host.menuBar().actions())


def test_the_layout_is_kept_between_starts(qtbot, document, settings):
    first = MainWindow(document, settings)
    qtbot.addWidget(first)
    first.resize(1100, 760)
    with qtbot.waitExposed(first):
        first.show()
    first.docks["Poses"].hide()
    first.resizeDocks([first.docks["Inspector"]], [400], Qt.Orientation.Horizontal)
    first.resizeDocks([first.docks["Timeline"]], [300], Qt.Orientation.Vertical)
    QApplication.processEvents()
    sizes = first.docks["Inspector"].width(), first.docks["Timeline"].height()
    first.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    second = MainWindow(document, settings)
    qtbot.addWidget(second)
    with qtbot.waitExposed(second):
        second.show()
    assert second.docks["Poses"].isHidden()
    assert (second.docks["Inspector"].width(), second.docks["Timeline"].height()) == pytest.approx(sizes, abs=2)
    second.close()


_QT_OWN = {"Close", "Float", "Scroll Left", "Scroll Right"}  # Qt's own translations have these


def test_every_text_of_the_window_can_be_translated(qtbot, pseudo, document, settings):
    result = MainWindow(document, settings)
    qtbot.addWidget(result)
    found = set()
    for widget in result.findChildren(QWidget):
        shown = [widget.toolTip(), widget.accessibleName()]
        shown += [widget.text()] if isinstance(widget, QLabel | QAbstractButton) else []
        shown += [widget.placeholderText()] if isinstance(widget, QLineEdit) else []
        found |= {text for text in shown if any(char.isalpha() for char in text) and not is_translated(text)}
    assert found <= _QT_OWN
    result.close()
