"""Colours, lengths, icons and the style sheet, all from one file of tokens."""

from editor.theme.tokens import THEMES, Theme, theme

__all__ = ["THEMES", "Theme", "theme"]
