"""The golden cases as questions to the package for JavaScript."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from support.source import ROOT
from support.wasm_questions import Question

GOLDEN = ROOT / "tests" / "golden"
GOALS = ("tiles", "penalty", "points")


def rows(name: str) -> Iterator[dict[str, Any]]:
    lines = (GOLDEN / name).read_text(encoding="utf-8").splitlines()
    yield from map(json.loads, lines)


def under(rules: str, knobs: dict[str, Any] | None = None) -> Question:
    return {"rules": rules, "knobs": json.dumps(knobs)} if knobs else {"rules": rules}


def hands() -> Iterator[Question]:
    asked = (
        ("solve", "tiles"), ("solve", "points"), ("solve", "penalty"), ("opening", "tiles"),
        ("opening", "penalty"), ("best_discards", None), ("best_pairs", None),
        ("possible_melds", None), ("closings", None),
    )  # fmt: skip
    for path in sorted((GOLDEN / "solve").glob("*.jsonl")):
        for row in rows(f"solve/{path.name}"):
            if not isinstance(row.get("rules"), str):
                continue
            for ask, objective in asked:
                yield under(row["rules"], row.get("knobs")) | {
                    "ask": ask, "hand": row["hand"], "objective": objective,
                }  # fmt: skip


def melds() -> Iterator[Question]:
    for row in rows("melds/melds.jsonl"):
        question = under(row["rules"], row["knobs"])
        yield question | {"ask": "possible_melds", "hand": row["tiles"]}
        yield question | {"ask": "table", "table": row["tiles"]}


def closings() -> Iterator[Question]:
    for name in ("remi", "remi_best", "out", "rummikub"):
        for row in rows(f"closing/{name}.jsonl"):
            hand = f"{row['hand']} {row.get('discard') or ''}".strip()
            for opened in (False, True):
                yield under(row["rules"], row.get("knobs")) | {
                    "ask": "closings", "hand": hand,
                    "options": {"launched": row.get("launched", 0), "opened": opened},
                }  # fmt: skip
    for row in rows("closing/boards.jsonl"):
        for rules in ("rummyclub", "remi"):
            for jokers in ("none", "single", "any"):
                question = under(rules, {"pair_jokers": jokers})
                yield question | {"ask": "closings", "hand": row["hand"]}
                yield question | {"ask": "best_pairs", "hand": row["hand"]}


def distances() -> Iterator[Question]:
    for name in ("distance", "closing_odds", "random_hands"):
        for row in rows(f"distance/{name}.jsonl"):
            listed = row["rules"] if isinstance(row["rules"], list) else [row["rules"]]
            for rules in listed:
                for ask in ("distance", "useful", "nearest", "rank_discards"):
                    yield under(rules) | {
                        "ask": ask, "hand": row["hand"], "options": {"seen": row["seen"]},
                    }  # fmt: skip


def layoffs() -> Iterator[Question]:
    for rules in ("basic_rummy", "joker_rummy"):
        for row in rows(f"turns/{rules}.jsonl"):
            for taken in {None, row.get("banned")}:
                for goal in GOALS:
                    yield under(rules) | {
                        "ask": "best_turn", "hand": row["hand"], "table": row["table"],
                        "options": {"objective": goal, "opened": row["opened"], "taken": taken},
                    }  # fmt: skip
    for row in rows("turns/layoff_facts.jsonl"):
        yield under(row["rules"]) | {
            "ask": "best_turn", "hand": row["hand"], "table": row["table"],
            "options": {"objective": "penalty", "discard": False},
        }  # fmt: skip


def text_of(tiles: str | list[str]) -> str:
    return tiles if isinstance(tiles, str) else " ".join(tiles)


def table_of(table: str | list[list[str]]) -> str:
    return table if isinstance(table, str) else " | ".join(map(text_of, table))


def _turn(row: dict[str, Any], rules: str, knobs: dict[str, Any], **options: Any) -> Question:
    return under(rules, knobs) | {
        "ask": "best_turn", "hand": text_of(row["rack"]), "table": table_of(row["table"]),
        "options": options,
    }  # fmt: skip


def rearrangements() -> Iterator[Question]:
    """Racks at given tables, and racks that open at them."""
    for name in ("rummikub_opening", "rummikub_policies"):
        for row in rows(f"turns/{name}.jsonl"):
            for policy in ("locked", "replace", "free"):
                knobs: dict[str, Any] = {"joker_policy": policy}
                for goal in GOALS[:2]:
                    yield _turn(row, "rummikub", knobs, objective=goal, opened=row["opened"])
                if not row["opened"]:
                    knobs = {**knobs, "manipulate_on_opening_turn": False}
                    yield _turn(row, "rummikub", knobs, opened=False)


def states() -> Iterator[Question]:
    """Whole positions of Rummikub with four and six colours, under the rules of their source."""
    for row in rows("turns/rummikub_states.jsonl"):
        six = row["colours"] == 6
        knobs: dict[str, Any] = {
            "joker_policy": "free", "jokers": max(2, row["jokers_in_game"]),
        } | ({"max_group": 6} if six else {})  # fmt: skip
        rules = "rummikub6" if six else "rummikub"
        for goal in GOALS[:2]:
            yield _turn(row, rules, knobs, objective=goal)
            cheap = {**knobs, "hand_points": {"joker": 0}}
            yield _turn(row, rules, cheap, objective=goal)
        alone = {**row, "table": ""}
        yield _turn(alone, rules, knobs, objective="points")
        for points in (30, 50):
            opening = {**knobs, "opening_points": points, "manipulate_on_opening_turn": False}
            yield _turn(alone, rules, opening, opened=False)


def cases() -> Iterator[Question]:
    """Small Rummikub tables, each for one trap."""
    for row in rows("turns/rummikub_cases.jsonl"):
        policy = "free" if row["kind"] == "free_joker" else "replace"
        for goal in GOALS:
            yield _turn(row, "rummikub", {"joker_policy": policy}, objective=goal)


FAMILIES: dict[str, Callable[[], Iterator[Question]]] = {
    "hands": hands, "melds": melds, "closings": closings, "distances": distances,
    "layoffs": layoffs, "rearrangements": rearrangements, "cases": cases, "states": states,
}  # fmt: skip
