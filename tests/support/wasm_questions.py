"""Questions to the package for JavaScript, each with what the Python core answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

import rummy_solver as rs
from rummy_solver.export import rule_tables

Question = dict[str, Any]


@lru_cache
def rules_of(name: str, okey: str | None = None, knobs: str | None = None) -> rs.RuleSet:
    """Return a rule set, with the knobs of a JSON text turned."""
    rules = rs.get_rules(name).replace(**json.loads(knobs or "{}"))
    return rules if okey is None else rules.replace(okey_tile=okey)


def tables_of(questions: Iterable[Question]) -> dict[str, Any]:
    """Return the tables of the rule sets with knobs, by the rule set and its knobs."""
    asked = {(q["rules"], q["knobs"]) for q in questions if "knobs" in q}
    return {f"{name} {text}": rule_tables(rules_of(name, knobs=text)) for name, text in asked}


def melds(found: Iterable[rs.Meld], rules: rs.RuleSet) -> list[list[object]]:
    pair = rs.MeldKind.PAIR
    return [[rules.format(x), 0 if x.kind is pair else x.points(rules)] for x in found]


def solution(found: rs.Solution | None, rules: rs.RuleSet) -> Question | None:
    if found is None:
        return None
    plain = {key: getattr(found, key) for key in ("tile_count", "points", "penalty", "jokers_used")}
    return plain | {
        "melds": melds(found.melds, rules),
        "deadwood": list(found.deadwood.codes()),
        "values": list(found.values),
    }


def objective(q: Question) -> str | tuple[str, ...]:
    given = q.get("objective", "tiles")
    return tuple(given) if isinstance(given, list) else given


def closings(q: Question, rules: rs.RuleSet) -> list[Question]:
    return [
        {
            "discard": way.discard, "pattern": way.pattern, "points": way.points,
            "factor": way.factor, "rows": [list(row) for row in way.rows],
            "deadwood": list(way.deadwood.codes()),
            "laid": sorted(tile for meld in way.melds for tile in meld.tiles),
        }
        for way in rs.closings(q["hand"], rules, **q.get("options", {}))
    ]  # fmt: skip


def best_turn(q: Question, rules: rs.RuleSet) -> Question:
    turn = rs.best_turn(q["hand"], q["table"], rules, **q.get("options", {}))
    keys = ("discard", "tiles", "points", "penalty", "goes_out", "kept_melds", "factor")
    return {key: getattr(turn, key) for key in keys} | {
        "placed": list(turn.placed.codes()),
        "left": list(turn.left.codes()),
        "table": [rules.format(meld) for meld in turn.table],
    }


def rank_discards(q: Question, rules: rs.RuleSet) -> list[list[object]]:
    rows = rs.rank_discards(q["hand"], rules, **q.get("options", {}))
    return [
        [row.tile, row.distance, [list(pair) for pair in row.useful.items()], row.copies]
        for row in rows
    ]


def nearest(q: Question, rules: rs.RuleSet) -> list[int] | None:
    found = rs.nearest_closing(q["hand"], rules, **q.get("options", {}))
    return None if found is None else list(found.codes())


def table(q: Question, rules: rs.RuleSet) -> list[list[object]]:
    found = rs.Table.of(q["table"], rules).melds
    return [[rules.format(x), x.kind.name.lower(), x.points(rules)] for x in found]


ASKS: dict[str, Callable[[Question, rs.RuleSet], object]] = {
    "parse": lambda q, rules: list(rs.Hand.parse(q["hand"], rules).codes()),
    "solve": lambda q, rules: solution(rs.solve(q["hand"], rules, objective=objective(q)), rules),
    "evaluate": lambda q, rules: rs.evaluate(bytes(q["codes"]), rules, objective=objective(q)),
    "opening": lambda q, rules: solution(
        rs.opening(q["hand"], rules, objective=objective(q)), rules
    ),
    "possible_melds": lambda q, rules: melds(rs.possible_melds(q["hand"], rules), rules),
    "best_discards": lambda q, rules: [list(pair) for pair in rs.best_discards(q["hand"], rules)],
    "best_pairs": lambda q, rules: melds(rs.best_pairs(q["hand"], rules).melds, rules),
    "closings": closings,
    "best_turn": best_turn,
    "distance": lambda q, rules: rs.distance(q["hand"], rules, **q.get("options", {})),
    "nearest": nearest,
    "useful": lambda q, rules: [
        list(pair) for pair in rs.useful_tiles(q["hand"], rules, **q.get("options", {})).items()
    ],
    "rank_discards": rank_discards,
    "table": table,
}

KINDS = {
    rs.NotationError: "notation",
    rs.HandError: "hand",
    rs.TableError: "table",
    rs.RuleSetError: "rules",
    rs.SearchLimitError: "limit",
}


def expected(q: Question) -> Question:
    """Return what the Python core answers, or which error it raises."""
    rules = rules_of(q["rules"], q.get("okey"), q.get("knobs"))
    try:
        return {"answer": ASKS[q["ask"]](q, rules)}
    except rs.RummyError as fault:
        return {"error": KINDS[type(fault)]}


def differences(questions: list[Question], answers: list[Question]) -> list[Question]:
    """Return the first questions whose answers are not those of the Python core."""
    assert len(answers) == len(questions) > 0
    wrong = []
    for question, answer in zip(questions, answers, strict=True):
        want = expected(question)
        if "error" in want:
            same = answer.get("error") == want["error"]
        else:
            same = answer == json.loads(json.dumps(want))
        if not same:
            wrong.append({"question": question, "answer": answer, "expected": want})
    return wrong[:3]
