"""Projects in the window: open, save, autosave and recovery, import and export, what happens to dropped files."""
