"""Closings and distances of a batch are what the single calls say of each row."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
import pytest

import rummy_solver as rs
from rummy_solver.endings import close_batch, distance_batch
from rummy_solver.rows import RowStatus
from support.hands import GAMES, Codes, closed_rows, random_rows

HAVE_DISTANCE = [rules for rules in GAMES if rules.table_play != "rearrange"]
VARIANTS = [
    rs.get_rules("remi").replace(close_without_left_over=True),
    rs.get_rules("rummyclub").replace(pair_jokers="none", stack_doubles=True),
    rs.get_rules("joker_rummy").replace(take_all=True, discard="optional"),
    rs.get_rules("basic_rummy").replace(discard="required", one_meld_per_turn=True),
]


def same(a: Any, b: Any) -> bool:
    return all(np.array_equal(getattr(a, f.name), getattr(b, f.name)) for f in fields(a))


def check_closings(rules: rs.RuleSet, rows: Codes, **options: Any) -> int:
    result = close_batch(rows, rules, errors="mask", **options)
    for i in range(len(rows)):
        try:
            best = rs.best_closing(rows[i].tobytes(), rules, **options)
            closable = rs.can_close(rows[i].tobytes(), rules, opened=options.get("opened", False))
        except rs.HandError:
            assert result.status[i] == RowStatus.INVALID and not result.closable[i]
            continue
        assert result.status[i] == RowStatus.OK and result.closable[i] == closable
        found = (result.points[i], result.pattern[i], result.discard[i])
        if best is None:
            assert found == (-1, -1, 255)
            continue
        pattern = rules.pattern_names.index(best.pattern)
        discard = 255 if best.discard is None else int(best.discard)
        assert found == (-1 if best.points is None else best.points, pattern, discard)
    return int(result.closable.sum())


@pytest.mark.parametrize("rules", [*GAMES, *VARIANTS], ids=lambda rules: rules.name)
def test_closings(rules: rs.RuleSet, np_rng: np.random.Generator) -> None:
    size = rules.hand_size
    rows = np.concatenate(
        [
            closed_rows(rules, 60, np_rng, size, size + 1),
            random_rows(rules, 60, np_rng, max(size - 1, 0), size + 1),
        ]
    )
    assert check_closings(rules, rows) > 3
    check_closings(rules, rows, opened=True)
    if rules.closing == "out":
        small = closed_rows(rules, 60, np_rng, 3, 8)
        check_closings(rules, small)
        assert check_closings(rules, small, opened=True) > 10
    if rules.patterns:
        for launched in (1, 2):
            check_closings(rules, rows, launched=launched)


@pytest.mark.parametrize("rules", HAVE_DISTANCE, ids=lambda rules: rules.name)
def test_distances(rules: rs.RuleSet, np_rng: np.random.Generator) -> None:
    rows = np.concatenate(
        [
            random_rows(rules, 60, np_rng, rules.hand_size - 3, rules.hand_size + 1),
            closed_rows(rules, 60, np_rng, rules.hand_size, rules.hand_size + 1),
        ]
    )
    seen = "R1 R1" if rules.copies == 2 else "R1"
    for options in ({}, {"seen": seen}, {"size": rules.hand_size - 4}):
        result = distance_batch(rows, rules, errors="mask", **options)
        for i in range(len(rows)):
            try:
                far = rs.distance(rows[i].tobytes(), rules, **options)
            except rs.HandError:
                assert (result.status[i], result.distance[i]) == (RowStatus.INVALID, -1)
                continue
            want = -1 if far is None else far
            assert (result.status[i], result.distance[i]) == (RowStatus.OK, want)
        assert np.array_equal(result.value, result.distance)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_threads_change_nothing(rules: rs.RuleSet) -> None:
    rows = rs.deal(rules, 12_000, seed=9)
    rows[::1000, 2] = 99
    questions: list[Any] = [close_batch]
    if rules in HAVE_DISTANCE:
        questions.append(distance_batch)
    for question in questions:
        first = question(rows, rules, errors="mask")
        assert same(first, question(rows, rules, errors="mask", threads=3))


@pytest.mark.slow
@pytest.mark.parametrize("rules", HAVE_DISTANCE, ids=lambda rules: rules.name)
def test_distances_of_many(rules: rs.RuleSet) -> None:
    rows = rs.deal(rules, 200_000, seed=32)
    result = distance_batch(rows, rules, threads=2)
    for i, row in enumerate(rows.tolist()):
        far = rs.distance(row, rules)
        assert result.distance[i] == (-1 if far is None else far)


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_closings_of_many(rules: rs.RuleSet) -> None:
    rows = rs.deal(rules, 200_000, seed=33)
    result = close_batch(rows, rules, threads=2)
    for i, row in enumerate(rows.tolist()):
        assert result.closable[i] == rs.can_close(row, rules)
