"""Whole turns of the lay-off games with known values.

Two independent exact methods, an exhaustive search of all orders of legal actions and an integer
program, agree on every value.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rummy_solver.hand import Hand
from rummy_solver.play import best_turn, turns
from rummy_solver.rulesets import get_rules

FOLDER = Path(__file__).parent / "turns"


def cases(name: str) -> list[Any]:
    rows = []
    for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        rows.append(pytest.param(name, row, row["answers"], None, id=row["id"]))
        if "banned" in row:
            banned = row["answers_banned"], row["banned"]
            rows.append(pytest.param(name, row, *banned, id=f"{row['id']}-banned"))
    return rows


@pytest.mark.parametrize(
    ("name", "row", "answers", "taken"), cases("joker_rummy") + cases("basic_rummy")
)
def test_turn(name: str, row: dict[str, Any], answers: dict[str, Any], taken: str | None) -> None:
    rules = get_rules(name)

    def best(objective: str) -> Any:
        return best_turn(
            row["hand"], row["table"], rules,
            opened=row["opened"], objective=objective, taken=taken,
        )  # fmt: skip

    assert best("tiles").tiles == answers["cards_down"]
    assert best("points").points == answers["table_points_gain"]
    assert best("penalty").penalty == answers["penalty_left"]
    assert best("penalty").goes_out == answers["can_go_out"]
    thrown = {
        turn.discard
        for turn in turns(
            row["hand"], row["table"], rules,
            opened=row["opened"], objective=("penalty",), taken=taken,
        )
    }  # fmt: skip
    if "no_discard_is_best" in answers:
        assert (None in thrown) == answers["no_discard_is_best"]
    assert thrown - {None} == set(Hand.parse(" ".join(answers["best_discards"])).kinds())


def facts() -> list[Any]:
    lines = (FOLDER / "layoff_facts.jsonl").read_text(encoding="utf-8").splitlines()
    return [pytest.param(row, id=row["id"]) for row in map(json.loads, lines)]


@pytest.mark.parametrize("row", facts())
def test_facts_of_other_projects(row: dict[str, Any]) -> None:
    """Least points left after melds and lay-offs, without a discard."""
    turn = best_turn(row["hand"], row["table"], row["rules"], objective="penalty", discard=False)
    assert turn.penalty == row["penalty"]
