"""What is asked of every hand: one hand at a time, then rows of arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import rummy_solver as rs
from benchmarks.hands import HandSet

OBJECTIVE = {"gin_rummy": "penalty"}
"""What is best where it is not the tiles: in gin the least deadwood."""

MOST_SOLUTIONS = 1000


Lists = list[list[int]]


class Question(NamedTuple):
    """A question to single hands, given as lists of codes, each answered by a number.

    `ask` loops over the hands itself, so that no call but ours is measured.
    """

    number: int
    """Hands that are asked."""
    ask: Callable[[Lists, rs.RuleSet, str], list[int]]
    fits: Callable[[HandSet], bool] = lambda _: True


def _is_full(hands: HandSet) -> bool:
    return hands.size == rs.get_rules(hands.rules).hand_size and hands.rules != "gin_rummy"


def _evaluate(lists: Lists, rules: rs.RuleSet, goal: str) -> list[int]:
    return [rs.evaluate(codes, rules, objective=goal) for codes in lists]


def _points(lists: Lists, rules: rs.RuleSet, goal: str) -> list[int]:
    return [rs.evaluate(codes, rules, objective="points") for codes in lists]


def _melds(lists: Lists, rules: rs.RuleSet, goal: str) -> list[int]:
    return [len(rs.solve(codes, rules, objective=goal).melds) for codes in lists]


def _solutions(lists: Lists, rules: rs.RuleSet, goal: str) -> list[int]:
    return [
        sum(1 for _ in rs.solutions(codes, rules, objective=goal, limit=MOST_SOLUTIONS))
        for codes in lists
    ]


def _can_close(lists: Lists, rules: rs.RuleSet, goal: str) -> list[int]:
    return [int(rs.can_close(codes, rules)) for codes in lists]


def _closings(lists: Lists, rules: rs.RuleSet, goal: str) -> list[int]:
    return [len(rs.closings(codes, rules)) for codes in lists]


def _distance(lists: Lists, rules: rs.RuleSet, goal: str) -> list[int]:
    found = [rs.distance(codes, rules) for codes in lists]
    return [-1 if away is None else away for away in found]


def _useful(lists: Lists, rules: rs.RuleSet, goal: str) -> list[int]:
    return [sum(rs.useful_tiles(codes, rules).values()) for codes in lists]


QUESTIONS = {
    "evaluate": Question(1000, _evaluate),
    "evaluate points": Question(1000, _points, lambda hands: hands.rules == "rummyclub"),
    "solve, melds": Question(1000, _melds),
    "all solutions": Question(200, _solutions),
    "can_close": Question(200, _can_close),
    "closings": Question(100, _closings),
    "distance": Question(200, _distance, _is_full),
    "useful tiles": Question(100, _useful, _is_full),
}


class Batch(NamedTuple):
    """A question to rows: an array in, an array of numbers out."""

    number: int
    ask: Callable[[Any, rs.RuleSet, str], Any]
    single: str | None
    """The question to one hand with the same answers."""
    fits: Callable[[HandSet], bool] = lambda _: True


BATCHES = {
    "solve_batch": Batch(
        20_000,
        lambda rows, rules, goal: rs.solve_batch(rows, rules, objective=goal).value,
        "evaluate",
    ),
    "solve_batch, melds": Batch(
        2000,
        lambda rows, rules, goal: (
            rs.solve_batch(rows, rules, objective=goal, melds=True).meld_of.max(axis=1) + 1
        ),
        "solve, melds",
    ),
    "close_batch": Batch(
        1000, lambda rows, rules, goal: rs.close_batch(rows, rules).closable, "can_close"
    ),
    "distance_batch": Batch(
        1000,
        lambda rows, rules, goal: rs.distance_batch(rows, rules).distance,
        "distance",
        _is_full,
    ),
}


def rows_of(hands: list[rs.Hand]) -> Any:
    """The hands, all of one size, as the array that a batch takes."""
    return np.array([list(hand.codes()) for hand in hands], np.uint8)
