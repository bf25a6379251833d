"""The same question as a linear model: which melds of the hand, each how often, hold most tiles.

The melds are given, so that only building and solving the model is measured.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import pulp
from ortools.sat.python import cp_model

import rummy_solver as rs


class Model(NamedTuple):
    """Melds by kind of tile, and how many tiles of each kind there are."""

    sizes: list[int]
    uses: dict[int, list[tuple[int, int]]]
    held: Counter[int]


def model_of(hand: rs.Hand, rules: rs.RuleSet) -> Model:
    """Every meld that the hand makes, told by its tiles alone."""
    melds = sorted({tuple(sorted(map(int, meld.tiles))) for meld in rs.possible_melds(hand, rules)})
    uses: dict[int, list[tuple[int, int]]] = {}
    for number, tiles in enumerate(melds):
        for code, copies in Counter(tiles).items():
            uses.setdefault(code, []).append((number, copies))
    return Model([len(tiles) for tiles in melds], uses, Counter(map(int, hand)))


def by_cp_sat(question: Model) -> int:
    """Most tiles in melds, by CP-SAT on one thread."""
    model = cp_model.CpModel()
    counts = [model.new_int_var(0, 2, f"m{i}") for i in range(len(question.sizes))]
    for code, melds in question.uses.items():
        model.add(sum(copies * counts[i] for i, copies in melds) <= question.held[code])
    model.maximize(sum(size * counts[i] for i, size in enumerate(question.sizes)))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.solve(model)
    return round(solver.objective_value)


def by_cbc(question: Model) -> int:
    """Most tiles in melds, by CBC, which PuLP runs as a program of its own."""
    model = pulp.LpProblem("melds", pulp.LpMaximize)
    counts = [pulp.LpVariable(f"m{i}", 0, 2, pulp.LpInteger) for i in range(len(question.sizes))]
    model += pulp.lpSum(size * counts[i] for i, size in enumerate(question.sizes))
    for code, melds in question.uses.items():
        model += pulp.lpSum(copies * counts[i] for i, copies in melds) <= question.held[code]
    model.solve(pulp.PULP_CBC_CMD(msg=False, threads=1))
    return round(pulp.value(model.objective) or 0)
