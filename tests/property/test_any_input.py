"""Any text, any bytes, any numbers: an answer or an error of ours, nothing else.

`make fuzz` drives the same tests by coverage.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

import rummy_solver as rs
from rummy_solver.readings import parse_meld
from support.hands import GAMES

# Pieces of the notation, so that a text is near to one that can be read, and any text at all.
PIECES = (
    *"RYBKGPOshdcxw*?-,|/~ =()[]0123456789AJQTX",
    *("10", "13", "R1", "Ks", "5h", "R3-5", "R5-8*2", "joker", "X1", "5s-7s", " | ", "\n", "\0"),
    *("\u2660", "\u2665", "\U0001f0a1", "\u0663", "\ud800"),
)
texts = st.lists(st.sampled_from(PIECES), max_size=30).map("".join) | st.text(max_size=40)
codes = st.binary(max_size=20) | st.lists(st.integers(0, 53), max_size=16).map(bytes)
games = st.sampled_from(GAMES)


@settings(max_examples=300)
@given(texts, games)
def test_any_text_is_read_or_refused(text: str, rules: rs.RuleSet) -> None:
    with contextlib.suppress(rs.RummyError):
        hand = rs.Hand.parse(text, rules)
        assert rs.Hand.parse(rules.format(hand), rules) == hand
    with contextlib.suppress(rs.RummyError):
        assert len(rs.Hand.parse(text)) <= 6 * 79
    with contextlib.suppress(rs.RummyError):
        meld = parse_meld(text, rules)
        assert parse_meld(rules.format(meld), rules) == meld
    with contextlib.suppress(rs.RummyError):
        table = rs.Table.parse(text, rules)
        assert rs.Table.parse(table.text(rules.dialect), rules) == table


def array(row: bytes, rows: int) -> np.ndarray[Any, Any]:
    return np.array([list(row)] * rows, np.uint8).reshape(rows, len(row))


OF_A_HAND: tuple[Callable[..., object], ...] = (
    *(rs.solve, rs.evaluate, rs.possible_melds, rs.opening, rs.best_discards, rs.best_pairs),
    *(rs.solutions, rs.arrange, rs.can_close, rs.best_closing, rs.explain_closing, rs.distance),
    *(rs.nearest_closing, rs.useful_tiles, rs.pairs_distance, rs.deadwood_distance),
)
OF_ROWS: tuple[Callable[..., object], ...] = (rs.solve_batch, rs.close_batch, rs.distance_batch)
flags, small, numbers = st.booleans(), st.integers(-2, 20), st.integers()
knobs = st.sampled_from(
    ("colors", "ranks", "copies", "jokers", "min_run", "max_run", "min_group", "max_group",
     "min_naturals", "max_jokers_per_meld", "hand_size", "opening_points")
)  # fmt: skip


@settings(max_examples=300)
@given(texts | codes, games, st.sampled_from(OF_A_HAND), st.dictionaries(knobs, small, max_size=2))
def test_any_hand_is_answered_or_refused(
    hand: str | bytes,
    rules: rs.RuleSet,
    ask: Callable[..., object],
    changes: dict[str, Any],
) -> None:
    with contextlib.suppress(rs.RummyError):
        answer = ask(hand, rules.replace(**changes))
        if isinstance(answer, Iterator):
            answer = list(itertools.islice(answer, 5))
        assert str(answer)


@settings(max_examples=200)
@given(texts | codes, texts, texts, games, flags)
def test_any_turn_is_answered_or_refused(
    rack: str | bytes, before: str, after: str, rules: rs.RuleSet, opened: bool
) -> None:
    with contextlib.suppress(rs.RummyError):
        rs.check_turn(before, after, rack, rules, opened=opened)
    with contextlib.suppress(rs.RummyError):
        turn = rs.best_turn(rack, before, rules, opened=opened, node_limit=2000)
        assert rs.check_turn(before, turn.table, rack, rules, opened=opened, discard=False) == []


@settings(max_examples=200)
@given(codes, games, st.sampled_from(OF_ROWS), st.sampled_from(["mask", "raise"]))
def test_any_rows_are_answered_or_refused(
    row: bytes, rules: rs.RuleSet, ask: Callable[..., object], errors: str
) -> None:
    with contextlib.suppress(rs.RummyError):
        ask(array(row, 2), rules, errors=errors)


@given(games, small, numbers, small)
def test_any_deal_is_made_or_refused(rules: rs.RuleSet, n: int, seed: int, size: int) -> None:
    with contextlib.suppress(rs.RummyError):
        assert rs.deal(rules, n, seed=seed, hand_size=size).shape == (n, size)
