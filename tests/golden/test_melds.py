"""Tiles of which it is known whether they are a meld, and what it is worth."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rummy_solver.readings import check_meld, read_meld
from rummy_solver.rulesets import get_rules

FILE = Path(__file__).parent / "melds" / "melds.jsonl"
ROWS = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(row["id"]))
def test_meld(row: dict[str, Any]) -> None:
    rules = get_rules(row["rules"]).replace(**row["knobs"])
    meld = read_meld(row["tiles"], rules)
    assert (meld is not None) == row["meld"]
    assert (check_meld(row["tiles"], rules) == []) == row["meld"]
    if meld is not None and "points" in row:
        assert meld.points(rules) == row["points"]
