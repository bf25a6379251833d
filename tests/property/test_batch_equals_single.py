"""Row i of a batch is what the single call says of row i, under every rule set and thread count."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
import pytest

import rummy_solver as rs
from rummy_solver.batch import opening_batch, solve_batch
from support.hands import GAMES, Codes, random_rows

OBJECTIVES: list[Any] = ["tiles", "points", "penalty", ("tiles",), ("penalty", "tiles")]
SINGLE_MELD = rs.get_rules("joker_rummy").replace(opening_single_meld=True)


def same(a: Any, b: Any) -> bool:
    pairs = [(getattr(a, f.name), getattr(b, f.name)) for f in fields(a)]
    return all(np.array_equal(x, y) if x is not None else y is None for x, y in pairs)


def places_of(row: list[int], melds: tuple[rs.Meld, ...]) -> list[int]:
    places = [-1] * len(row)
    for number, meld in enumerate(melds):
        for tile in meld.tiles:
            at = next(i for i, code in enumerate(row) if code == tile and places[i] == -1)
            places[at] = number
    return places


def check_solve(rules: rs.RuleSet, rows: Codes, objective: Any) -> None:
    result = solve_batch(rows, rules, objective=objective, melds=True)
    assert result.meld_of is not None
    for i, row in enumerate(rows.tolist()):
        one = rs.solve(rows[i].tobytes(), rules, objective=objective)
        want = (one.value, len(one.deadwood), one.jokers_used, places_of(row, one.melds))
        found = (result.value[i], result.deadwood[i], result.jokers_used[i])
        assert (*found, result.meld_of[i].tolist()) == want, rules.format(one.hand)
    lean = solve_batch(rows, rules, objective=objective)
    assert np.array_equal(lean.value, result.value)
    assert np.array_equal(lean.deadwood, result.deadwood)
    assert np.array_equal(lean.jokers_used, result.jokers_used)


def check_opening(rules: rs.RuleSet, rows: Codes, objective: Any) -> None:
    result = opening_batch(rows, rules, objective=objective, melds=True)
    assert result.meld_of is not None
    for i, row in enumerate(rows.tolist()):
        one = rs.opening(rows[i].tobytes(), rules, objective=objective)
        want = (-1, sum(code != 255 for code in row), 0, [-1] * len(row))
        if one is not None:
            want = (one.value, len(one.deadwood), one.jokers_used, places_of(row, one.melds))
        found = (result.value[i], result.deadwood[i], result.jokers_used[i])
        assert (*found, result.meld_of[i].tolist()) == want, row


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_solve(rules: rs.RuleSet, np_rng: np.random.Generator) -> None:
    for objective in OBJECTIVES:
        check_solve(rules, random_rows(rules, 120, np_rng, 0, 15), objective)
    check_solve(rules, random_rows(rules, 40, np_rng, 16, 24), "tiles")


@pytest.mark.parametrize("rules", [*GAMES, SINGLE_MELD], ids=lambda rules: rules.name)
def test_opening(rules: rs.RuleSet, np_rng: np.random.Generator) -> None:
    for objective in ("tiles", "points", "penalty"):
        check_opening(rules, random_rows(rules, 80, np_rng, 0, 15), objective)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_threads_change_nothing(rules: rs.RuleSet) -> None:
    rows = rs.deal(rules, 20_000, seed=9)
    rows[::1000, 2] = 99
    for question in (solve_batch, opening_batch):
        first = question(rows, rules, melds=True, errors="mask")
        for threads in (2, 4):
            assert same(first, question(rows, rules, melds=True, errors="mask", threads=threads))


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.name)
def test_solve_many(rules: rs.RuleSet) -> None:
    rows = rs.deal(rules, 200_000, seed=31)
    result = solve_batch(rows, rules, threads=2)
    for i, row in enumerate(rows.tolist()):
        assert rs.evaluate(row, rules) == result.value[i]
