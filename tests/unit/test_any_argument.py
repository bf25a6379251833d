"""Any value for any argument of a public function: an answer or an error of ours, nothing else."""

from __future__ import annotations

import contextlib
import enum
import inspect
import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import rummy_solver as rs
from rummy_solver.arguments import checked_choice, checked_flag, checked_limit, checked_list

STRANGE: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1,
    10**30,
    2**63,
    1.5,
    float("nan"),
    "",
    "R1",
    "no such thing",
    "R1\0",
    "٣",
    "R1 " * 100_000,
    b"",
    b"\xff\x00",
    (),
    [1],
    [[1]],
    ["R1", None],
    {},
    {"a": 1},
    object(),
    int,
    len,
    range(5),
    np.uint8(3),
    np.array([1.5]),
    np.array([1, 2], np.int64),
    np.zeros((2, 3), np.uint8),
    np.zeros((2, 14), np.uint8)[:, ::2],
)

HAND = "R1-13 Y1"
GOOD: dict[str, dict[str, Any]] = {
    "best_turn": {"rack": "R6 K4", "table": "R3-5", "rules": "rummikub"},
    "check_turn": {"before": "R3-5", "after": "R3-6", "rack": "R6", "rules": "rummikub"},
    "close_batch": {"tiles": rs.deal("remi", 2, seed=1, hand_size=15), "rules": "remi"},
    "deadwood_distance": {"hand": "As Ad Kc 9d 7s 8s 9s 2h 3h 4h", "rules": "gin_rummy"},
    "distance_batch": {"tiles": rs.deal("remi", 2, seed=1, hand_size=14), "rules": "remi"},
    "hints": {"position": rs.Position("5s 6s 7s 9d 9h Kc Ah", "basic_rummy")},
    "lay_offs": {"hand": "4s", "table": "5s 6s 7s", "rules": "joker_rummy"},
    "opening_batch": {"tiles": rs.deal("rummikub", 2, seed=1), "rules": "rummikub"},
    "rank_discards": {"hand": HAND + " Y9", "rules": "rummyclub"},
    "settle": {"hands": ["", "Kc"], "rules": "basic_rummy", "winner": 0},
    "solve_batch": {"tiles": rs.deal("remi", 2, seed=1), "rules": "remi"},
    "turns": {"rack": "R6 K4", "table": "R3-5", "rules": "rummikub"},
    "Position": {"hand": "5s 6s 7s", "rules": "basic_rummy"},
}
COMMON = {"hand": HAND, "tiles": "R1-3", "rules": "rummyclub", "n": 3}


def parameters(call: Any) -> list[str]:
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [p.name for p in inspect.signature(call).parameters.values() if p.kind not in kinds]


def cases() -> Iterator[Any]:
    for name in rs.__all__:
        call = getattr(rs, name)
        kind = isinstance(call, type) and issubclass(call, (BaseException, enum.Enum, int))
        if callable(call) and not kind and name != "Objective":
            for parameter in parameters(call):
                yield pytest.param(name, parameter, id=f"{name}-{parameter}")


@pytest.mark.parametrize(("name", "parameter"), [*cases()])
def test_any_value_is_answered_or_refused(name: str, parameter: str) -> None:
    call = getattr(rs, name)
    own = GOOD.get(name, {})
    needed = [p for p in inspect.signature(call).parameters.values() if p.default is p.empty]
    good = {p.name: own.get(p.name, COMMON.get(p.name)) for p in needed} | own
    for value in STRANGE:
        with contextlib.suppress(rs.RummyError):
            answer = call(**{**good, parameter: value})
            if isinstance(answer, Iterator):
                list(itertools.islice(answer, 3))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: rs.can_close(HAND, "remi", opened="no"),
            "opened: expected True or False, got 'no'",
        ),
        (
            lambda: rs.best_turn("R6", "R3-5", "rummikub", node_limit=0),
            "node_limit: expected None or an integer >= 1, got 0",
        ),
        (
            lambda: next(rs.turns("R6", "R3-5", "rummikub", limit=-1)),
            "limit: expected None or an integer >= 0, got -1",
        ),
        (
            lambda: rs.best_turn("4s", "5s 6s 7s", "basic_rummy", discard=True),
            "discard: expected None or False, got True",
        ),
        (
            lambda: rs.settle("remi", ["", ""], winner=0, closing=50),
            "closing: expected a Closing or None, got 50",
        ),
        (
            lambda: rs.settle("remi", ["", ""], left=1),
            "left: expected a list of seats, got 1",
        ),
        (
            lambda: rs.settle("remi", ["", ""], before=["a", 1]),
            "before: expected 2 totals, all integers, got ['a', 1]",
        ),
        (
            lambda: rs.solve_batch(np.zeros((1, 3), np.uint8), "remi", errors="skip"),
            "errors: expected 'raise' or 'mask', got 'skip'",
        ),
        (
            lambda: rs.solve_batch(np.zeros((1, 1), np.uint8), "remi", out=1),
            "out.value: expected an array of int32 of shape (1,), got NoneType",
        ),
        (
            lambda: rs.deal("remi", 2**50, seed=1),
            f"deals: expected an integer 0..{2**40}, got {2**50}",
        ),
        (
            lambda: rs.closings(HAND, "remi", launched=np.array([1, 2])),
            "jokers launched: expected an integer >= 0, got array([1, 2])",
        ),
        (
            lambda: rs.Deck(4, 13, 2, 2, ("R1",)),
            "out of play: expected a tuple of tiles, got ('R1',)",
        ),
        (
            lambda: rs.Meld(rs.MeldKind.RUN, ("R1",), (None,)),
            "tiles of a meld: expected a tuple of tiles, got ('R1',)",
        ),
        (lambda: rs.Table(5), "table: expected melds, got 5"),
    ],
)
def test_message(call: Any, message: str) -> None:
    with pytest.raises(rs.RummyError) as caught:
        call()
    assert str(caught.value) == message


def test_arguments_that_are_right() -> None:
    assert checked_flag("x", np.True_) is True
    assert checked_limit("x", None) is None
    assert checked_limit("x", 10**30) == 2**63 - 1
    assert checked_list("x", (1, 2), "numbers") == [1, 2]
    checked_choice("x", None, None, "a")
    checked_choice("x", "a", None, "a")
