"""The tokens: complete in both themes, readable, and the only place with colours."""

import re
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtSvg import QSvgRenderer

import editor
from editor.actions import ACTIONS
from editor.theme import THEMES, theme
from editor.theme.icons import icon
from editor.theme.style import apply_theme

FOLDER = Path(editor.__file__).parent


def keys(tokens, prefix=""):
    for key, value in tokens.items():
        yield from keys(value, f"{prefix}{key}.") if isinstance(value, dict) else [f"{prefix}{key}"]


def luminance(color):
    linear = np.where(color <= 0.03928, color / 12.92, ((color + 0.055) / 1.055) ** 2.4)
    return linear @ (0.2126, 0.7152, 0.0722)


def contrast(a, b):
    """WCAG 2 contrast ratio."""
    light, dark = sorted([luminance(a), luminance(b)], reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_both_themes_have_the_same_tokens():
    dark, light = (set(keys(theme(name)._tokens)) for name in THEMES)
    assert dark == light


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("ground", ["window", "panel", "raised", "card"])
@pytest.mark.parametrize("ink", ["text", "dim", "warning", "error", "success"])
def test_text_is_readable(name, ink, ground):
    assert contrast(theme(name).rgb(ink), theme(name).rgb(ground)) >= 4.5


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("axis", "xyz")
@pytest.mark.parametrize("ground", ["window", "panel"])
def test_letters_of_axes_are_readable(name, axis, ground):
    assert contrast(theme(name).rgb(f"axis_text.{axis}"), theme(name).rgb(ground)) >= 4.5


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("ground", ["window", "panel", "raised", "selected", "hover"])
def test_the_ring_of_the_focus_stands_out(name, ground):
    assert contrast(theme(name).rgb("focus"), theme(name).rgb(ground)) >= 3.0  # WCAG 2, 1.4.11


@pytest.mark.parametrize("name", THEMES)
def test_selected_and_hovered_controls_are_readable(name):
    tokens = theme(name)
    assert contrast(tokens.rgb("text"), tokens.rgb("hover")) >= 4.5
    assert contrast(tokens.rgb("text"), tokens.rgb("selected")) >= 4.5
    assert contrast(tokens.rgb("on_accent"), tokens.rgb("accent")) >= 4.5


def test_colours_are_written_in_the_tokens_only():
    found = [
        f"{path.name}: {code}"
        for path in sorted(FOLDER.rglob("*.py"))
        for code in re.findall(r"#[0-9A-Fa-f]{6}\b", path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_every_icon_is_drawn(qapp):
    names = {path.stem for path in (FOLDER / "theme" / "icons").glob("*.svg")}
    assert {row.icon for row in ACTIONS if row.icon} <= names
    for name in names:
        assert QSvgRenderer(str(FOLDER / "theme" / "icons" / f"{name}.svg")).isValid()
        assert not icon(name, theme("dark")).isNull()


@pytest.mark.parametrize("name", THEMES)
def test_the_style_sheet_is_filled_and_understood(qapp, name):
    apply_theme(qapp, theme(name))  # a sheet that Qt cannot parse is a Qt warning, which fails the test
    assert "$" not in qapp.styleSheet()
    qapp.setStyleSheet("")
