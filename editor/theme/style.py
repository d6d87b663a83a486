"""Palette and style sheet of the whole application, written from the tokens."""

from __future__ import annotations

from string import Template

from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication

from editor.theme.icons import icon_file
from editor.theme.tokens import Theme

__all__ = ["apply_theme"]

_SHEET = Template("""
QToolTip { background: $raised; color: $text; border: 1px solid $border; padding: 4px 8px; }
QMainWindow, QDialog { background: $window; }
QMainWindow::separator { background: $border; width: 1px; height: 1px; }

QMenuBar { background: $window; padding: 2px 4px; border-bottom: 1px solid $border; }
QMenuBar::item { padding: 4px 8px; border-radius: 4px; }
QMenuBar::item:selected { background: $hover; }
QMenu { background: $panel; border: 1px solid $border; padding: 4px; }
QMenu::item { padding: 6px 28px 6px 28px; border-radius: 4px; }
QMenu::icon { padding-left: 8px; }
QMenu::item:selected { background: $hover; }
QMenu::item:disabled { color: $disabled; }
QMenu::separator { height: 1px; background: $border; margin: 4px 8px; }

QToolBar { background: $window; border: none; border-bottom: 1px solid $border; padding: 2px 8px; spacing: 2px; }
QToolBar::separator { background: $border; width: 1px; margin: 6px 6px; }
QToolButton { color: $text; border: 1px solid transparent; border-radius: 5px; padding: 4px 8px; min-height: 22px; }
QToolBar QToolButton { padding: 2px 8px; }
QToolBar QToolButton[role="labelled"] { padding: 2px 0px 2px 6px; } /* Qt adds room of its own after a text */
QToolBar QToolButton[role="narrow"] { padding: 2px 4px; }
QToolButton[role="labelled"] { padding: 4px 0px 4px 6px; }
QToolBar QToolButton#qt_toolbar_ext_button { qproperty-icon: url($more); min-width: 20px; padding: 4px 0px; }
QToolButton:hover { background: $hover; }
QToolButton:pressed { background: $raised; }
QToolButton:checked { background: $selected; border-color: $accent; color: $text; }
QToolButton:disabled { color: $disabled; }
QToolButton:focus { border: 2px solid $focus; padding: 3px 7px; }
QToolButton[role="section"] { color: $text; font-weight: 600; text-align: left; padding: 4px 4px; }
QToolButton[role="section"]:checked { background: transparent; border-color: transparent; }
QToolButton[role="section"]:hover { background: $hover; }
QToolButton[role="section"]:focus { border: 2px solid $focus; padding: 3px 3px; }

QPushButton { background: $raised; color: $text; border: 1px solid $border; border-radius: 5px; padding: 5px 12px;
    min-height: 20px; }
QPushButton:hover { background: $hover; }
QPushButton:pressed { background: $window; }
QPushButton:checked { background: $selected; border-color: $accent; }
QPushButton:disabled { color: $disabled; }
QPushButton:focus { border: 2px solid $focus; padding: 4px 11px; }
QPushButton:default { background: $accent; color: $on_accent; border-color: $accent; }
QPushButton:default:hover { border-color: $text; }
QPushButton:default:focus { border: 2px solid $focus; }
QPushButton:default:disabled { background: $raised; border-color: $border; color: $disabled; }
QPushButton[role="primary"] { background: $accent; border-color: $accent; color: $on_accent; font-weight: 600; }
QPushButton[role="primary"]:disabled { background: $raised; border-color: $border; color: $disabled; }
QPushButton[role="segment"] { padding: 5px 2px; }
QPushButton[role="chip"] { background: transparent; border-color: transparent; color: $dim; text-align: left;
    padding: 3px 8px; }
QPushButton[role="chip"]:hover { background: $hover; }
QPushButton[role="chip"]:checked { color: $text; }
QPushButton[role="chip"]:focus { border: 2px solid $focus; padding: 2px 7px; }

QDoubleSpinBox, QSpinBox, QComboBox, QLineEdit { background: $window; color: $text; border: 1px solid $border;
    border-radius: 5px; padding: 3px 6px; min-height: 22px; selection-background-color: $accent;
    selection-color: $on_accent; placeholder-text-color: $dim; }
/* Arrow keys and the wheel step; the arrows would only take room. `NoButtons` with a style sheet loses the text. */
QDoubleSpinBox::up-button, QDoubleSpinBox::down-button, QSpinBox::up-button, QSpinBox::down-button { width: 0px;
    border: none; }
QDoubleSpinBox:focus, QSpinBox:focus, QComboBox:focus, QLineEdit:focus {
    border: 2px solid $focus; padding: 2px 5px; }
QDoubleSpinBox:disabled, QSpinBox:disabled { color: $disabled; }
QPlainTextEdit { background: $window; color: $text; border: 1px solid $border; border-radius: 5px;
    selection-background-color: $accent; selection-color: $on_accent; }
QPlainTextEdit:focus { border: 2px solid $focus; }
QComboBox { padding-right: 24px; }
QComboBox::drop-down { border: none; width: 22px; }
QComboBox::down-arrow { image: url($chevron); width: 14px; height: 14px; }
QComboBox QAbstractItemView { background: $panel; border: 1px solid $border; selection-background-color: $hover;
    selection-color: $text; }

QCheckBox { spacing: 8px; min-height: 24px; }
QCheckBox::indicator, QTreeWidget::indicator { width: 16px; height: 16px; border: 1px solid $dim;
    border-radius: 4px; background: $window; }
QCheckBox::indicator:hover, QTreeWidget::indicator:hover { border-color: $text; }
QCheckBox::indicator:checked, QTreeWidget::indicator:checked { background: $accent; border-color: $accent;
    image: url($check); }
QTreeWidget::indicator:indeterminate { border-color: $accent; background: $selected; }
QCheckBox::indicator:focus { border: 2px solid $focus; }
QRadioButton { spacing: 8px; min-height: 24px; }
QRadioButton::indicator { width: 16px; height: 16px; border: 1px solid $dim; border-radius: 9px; background: $window; }
QRadioButton::indicator:hover { border-color: $text; }
QRadioButton::indicator:checked { width: 8px; height: 8px; border: 5px solid $accent; background: $on_accent; }
QRadioButton::indicator:disabled { border-color: $border; }

QProgressBar { background: $raised; border: none; border-radius: 4px; }
QProgressBar::chunk { background: $accent; border-radius: 4px; }

QTabWidget::pane { border: none; border-top: 1px solid $border; }
QTabBar { qproperty-drawBase: 0; background: $window; }
QTabBar::tab { background: transparent; color: $dim; border: none; border-bottom: 2px solid transparent;
    padding: 4px 8px; min-height: 20px; }
QTabBar::tab:hover { color: $text; background: $hover; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; }
QTabBar::tab:selected:focus { background: $hover; border-bottom-color: $focus; }

QStatusBar { background: $window; color: $dim; border-top: 1px solid $border; min-height: 26px; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: $dim; padding: 0 8px; }

QSlider::groove:horizontal { height: 4px; background: $raised; border-radius: 2px; }
QSlider::sub-page:horizontal { background: $accent; border-radius: 2px; }
QSlider::handle:horizontal { background: $text; width: 14px; height: 14px; margin: -5px 0; border-radius: 7px; }
QSlider::handle:horizontal:focus { background: $accent; }

QSlider[role="bipolar"]::groove:horizontal, QSlider[role="bipolar"]::sub-page:horizontal { background: $border; }

QScrollBar:vertical { background: transparent; width: 10px; margin: 0px; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0px; }
QScrollBar::handle { background: $border; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover, QScrollBar::handle:pressed { background: $dim; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0px; height: 0px; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QListWidget, QTreeWidget { background: transparent; border: none; outline: none; }
QListWidget::item { color: $text; border: 1px solid transparent; border-radius: 5px; padding: 4px; }
QListWidget::item:hover { background: $hover; }
QListWidget::item:selected { background: $selected; border-color: $accent; color: $text; }
QTreeWidget::item { padding: 4px 4px; border: none; }
QTreeWidget::item:hover { background: $hover; }
QTreeWidget::item:selected { background: $selected; color: $text; }
QListWidget:focus, QTreeWidget:focus { border: 2px solid $focus; border-radius: 5px; }
QHeaderView::section { background: transparent; color: $dim; border: none; border-bottom: 1px solid $border;
    padding: 4px 8px; }

QScrollArea { border: none; background: transparent; }
#library, #inspector, #inspector QWidget#page, QScrollArea[role="panel"] QWidget#page, QWidget[role="panel"] {
    background: $panel; }
#inspector { border-left: 1px solid $border; }
QLabel[role="heading"] { color: $dim; font-weight: 600; }
QLabel[role="title"] { font-weight: 600; }
QLabel[role="dim"] { color: $dim; }
QLabel[role="warning"] { color: $warning; }
QFrame[role="rule"] { background: $border; border: none; max-height: 1px; min-height: 1px; }
QFrame[role="card"] { background: $card; border: 1px solid $border; border-radius: ${radius}px; }
QFrame[role="card"] QToolButton { padding: 2px; min-height: 20px; min-width: 20px; }
QFrame[role="card"] QToolButton[role="fold"] { color: $dim; text-align: left; padding: 0px; }
QFrame[role="card"] QToolButton[role="fold"]:checked { background: transparent; border-color: transparent; }
QFrame[role="card"] QToolButton[role="fold"]:hover { color: $text; }
QFrame[role="card"] QToolButton:focus { border: 2px solid $focus; padding: 1px; }
QFrame[role="bubble"] { background: $card; border: 1px solid $border; border-radius: 4px; }
QFrame[role="bubble"] QLabel { padding: 0px; }
QFrame[role="transport"] QToolButton { padding: 3px 5px; }
QFrame[role="transport"] QToolButton[pending="true"] { border-color: $warning; }
QFrame[role="bar"] { background: $window; border-top: 1px solid $border; }
QLabel[role="key"] { background: $raised; border: 1px solid $border; border-radius: 4px; padding: 1px 6px; }
""")


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Dress every widget of the application."""
    palette = QPalette()
    role = QPalette.ColorRole
    for place, token in (
        (role.Window, "window"),
        (role.WindowText, "text"),
        (role.Base, "panel"),
        (role.AlternateBase, "raised"),
        (role.Text, "text"),
        (role.Button, "raised"),
        (role.ButtonText, "text"),
        (role.BrightText, "text"),
        (role.PlaceholderText, "dim"),
        (role.ToolTipBase, "raised"),
        (role.ToolTipText, "text"),
        (role.Highlight, "accent"),
        (role.HighlightedText, "on_accent"),
        (role.Link, "accent"),
        (role.Mid, "border"),
    ):
        palette.setColor(place, QColor(theme[token]))
    for place in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, place, QColor(theme["disabled"]))
    app.setPalette(palette)
    font = app.font()
    font.setFeature(QFont.Tag("tnum"), 1)  # numbers that change keep their place
    app.setFont(font)

    files = {
        "chevron": icon_file("chevron_down", theme["dim"]),
        "more": icon_file("more", theme["text"]),
        "check": icon_file("check", theme["on_accent"]),
    }
    own = {"radius": str(theme["spacing.radius"]), **files}
    colors = {name: theme[name] for name in _SHEET.get_identifiers() if name not in own}
    app.setStyleSheet(_SHEET.substitute(colors, **own))
