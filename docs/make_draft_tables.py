"""The tables of docs/locomotion.md: `python docs/make_draft_tables.py LMM.json MM.json`, printed as Markdown.

Both files are what `python -m training evaluate locomotion --json` wrote.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from training.evaluate.locomotion_tables import draft_table, network_table

if __name__ == "__main__":
    figures = [json.loads(Path(name).read_text(encoding="utf-8")) for name in sys.argv[1:3]]
    print(draft_table(*figures), network_table(figures[0]), sep="\n\n")
