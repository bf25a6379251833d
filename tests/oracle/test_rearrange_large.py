"""Turns at large tables against an integer program solved by CP-SAT.

Free jokers, six colours with groups up to six too. Needs the extra `bench`, so it belongs to the
long tests.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from rummy_solver.hand import Hand
from rummy_solver.melds import Meld
from rummy_solver.play import best_turn
from rummy_solver.referee import check_turn
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules
from rummy_solver.table import Table
from rummy_solver.tiles import JOKER, Tile

Tiles = tuple[int, ...]
PATIENCE = 5.0  # of CP-SAT, in its own unit of work
pytestmark = pytest.mark.slow


@cache
def shapes(rules: RuleSet) -> tuple[Tiles, ...]:
    """Melds as sorted tiles; runs up to five, as longer ones are two of these."""
    found: set[Tiles] = set()
    for color in range(rules.colors):
        for first in range(1, rules.ranks - 1):
            for size in (3, 4, 5):
                if first + size - 1 <= rules.ranks:
                    run = [int(Tile.of(color, first + i)) for i in range(size)]
                    found |= with_jokers(run, rules.jokers)
    for rank in range(1, rules.ranks + 1):
        for size in range(3, min(rules.max_group, rules.colors) + 1):
            for colors in combinations(range(rules.colors), size):
                group = [int(Tile.of(color, rank)) for color in colors]
                found |= with_jokers(group, rules.jokers)
    return tuple(sorted(found))


def with_jokers(faces: list[int], jokers: int) -> set[Tiles]:
    return {
        tuple(sorted([0] * n + list(rest)))
        for n in range(min(jokers, len(faces) - 1) + 1)
        for rest in combinations(faces, len(faces) - n)
    }


def optimum(rack: Hand, table: Table, rules: RuleSet) -> tuple[int, int, range]:
    """Tiles, penalty and kept melds of the best turn, in this order.

    The melds are hard to count for CP-SAT: where it takes long, a range in which they lie.
    """
    from ortools.sat.python import cp_model

    old = Counter(tuple(sorted(map(int, meld.tiles))) for meld in table)
    stock = Counter(map(int, rack)) + Counter(map(int, table.tiles))
    on_table = Counter(map(int, table.tiles))
    model = cp_model.CpModel()
    usable = [s for s in {*shapes(rules), *old} if not Counter(s) - stock]
    laid = {s: model.new_int_var(0, 2 * rules.copies, "") for s in usable}
    uses: dict[int, list[Any]] = {code: [] for code in stock}
    for shape, var in laid.items():
        for code, n in Counter(shape).items():
            uses[code].append(n * var)
    placed = {}
    for code, n in stock.items():
        placed[code] = model.new_int_var(0, n - on_table[code], "")
        model.add(sum(uses[code]) == on_table[code] + placed[code])
    kept = []
    for shape, n in old.items():
        var = model.new_int_var(0, n, "")
        model.add(var <= laid[shape])
        kept.append(var)
    tiles = sum(placed.values())
    points = rules.hand_points_by_code
    gain = sum(points[code] * var for code, var in placed.items())
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    found = []
    for goal in (tiles, gain):
        model.maximize(goal)
        assert solver.solve(model) == cp_model.OPTIMAL
        found.append(int(solver.value(goal)))
        model.add(goal == found[-1])
    model.maximize(sum(kept))
    solver.parameters.max_deterministic_time = PATIENCE
    assert solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    melds = range(round(solver.objective_value), int(solver.best_objective_bound + 0.001) + 1)
    return found[0], rules.penalty(rack) - found[1], melds


def random_meld(rng: random.Random, rules: RuleSet, wild: bool) -> Meld:
    color, size = rng.randrange(rules.colors), rng.choice([3, 3, 3, 4, 4, 5])
    if rng.random() < 0.5:
        first = rng.randint(1, rules.ranks - size + 1)
        spots = [rng.randrange(size)] if wild else []
        return Meld.run([Tile.of(color, first + i) for i in range(size)], spots)
    size = rng.randint(3, min(rules.max_group, rules.colors))
    rank = rng.randint(1, rules.ranks)
    colors = rng.sample(range(rules.colors), size - wild)
    return Meld.group([Tile.of(color, rank) for color in colors], int(wild))


def random_state(rng: random.Random, rules: RuleSet, tiles: int) -> tuple[Hand, Table]:
    pool = Counter({code: n for code, n in enumerate(rules.deck.counts) if n})
    melds: list[Meld] = []
    for _ in range(4000):
        if sum(map(len, melds)) >= tiles:
            break
        meld = random_meld(rng, rules, pool[JOKER] > 0 and rng.random() < 0.1)
        if not Counter(map(int, meld.tiles)) - pool:
            pool -= Counter(map(int, meld.tiles))
            melds.append(meld)
    rest = sorted(pool.elements())
    return Hand(rng.sample(rest, min(14, len(rest)))), Table(melds)


def check(rules: RuleSet, tiles: int, seed: int) -> None:
    rng = random.Random(seed)
    rack, table = random_state(rng, rules, tiles)
    turn = best_turn(rack, table, rules)
    tiles_placed, penalty, melds = optimum(rack, table, rules)
    if not tiles_placed:
        melds = range(len(table), len(table) + 1)
    state = f"seed {seed}: rack {rack} table {table}"
    assert (turn.tiles, turn.penalty) == (tiles_placed, penalty), state
    assert turn.kept_melds in melds, state
    assert check_turn(table, turn.table, rack, rules) == []


@pytest.mark.parametrize("jokers", [0, 1, 2])
@pytest.mark.parametrize("tiles", [0, 20, 40, 60, 80])
@pytest.mark.parametrize("part", range(7))
def test_four_colours(tiles: int, jokers: int, part: int) -> None:
    rules = get_rules("rummikub").replace(joker_policy="free", jokers=jokers)
    for seed in range(5):
        check(rules, tiles, 1000 * tiles + 10 * part + seed)


@pytest.mark.parametrize("tiles", [30, 60, 90, 120])
@pytest.mark.parametrize("most", [4, 6])
@pytest.mark.parametrize("part", range(3))
def test_six_colours(tiles: int, most: int, part: int) -> None:
    rules = get_rules("rummikub6").replace(joker_policy="free", max_group=most)
    for seed in range(5):
        check(rules, tiles, 1000 * tiles + 10 * part + seed)
