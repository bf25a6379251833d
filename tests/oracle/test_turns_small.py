"""Whole turns of lay-off games against all orders of all actions, on small random states."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import pytest

from rummy_solver.hand import Hand
from rummy_solver.melds import Meld, MeldKind
from rummy_solver.play import Turn, best_turn, turns
from rummy_solver.referee import check_turn
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules
from rummy_solver.table import Table
from rummy_solver.tiles import JOKER, Tile
from support.turn_oracle import End, Oracle, random_state, rank_of

JOKER_RUMMY = get_rules("joker_rummy").replace(hand_size=6)
SMALL = JOKER_RUMMY.replace(ranks=6, max_run=6, jokers=3, opening_points=12)
BASIC = get_rules("basic_rummy").replace(hand_size=6)
RULES = {
    "joker_rummy": SMALL,
    "joker_rummy, longest run": SMALL.replace(max_run=4),
    "no cap": SMALL.replace(max_jokers_per_meld=None, jokers=2, colors=3),
    "cap of two": SMALL.replace(max_jokers_per_meld=2, colors=3),
    "cap when laid only": SMALL.replace(joker_cap_on_layoff=False, jokers=2, colors=3),
    "swapped joker used": SMALL.replace(swapped_joker_must_be_used=True),
    "single opening": SMALL.replace(opening_single_meld=True),
    "one meld": SMALL.replace(one_meld_per_turn=True),
    "discard optional": SMALL.replace(discard="optional", discard_taken=False),
    "no discard": SMALL.replace(discard="none"),
    "two naturals": SMALL.replace(max_jokers_per_meld=None, min_naturals=2, jokers=2, colors=3),
    "ace high": SMALL.replace(ace="high", ranks=7, max_run=7),
    "whole circle": SMALL.replace(max_run=7, ranks=5, colors=2, min_group=2),
    "basic_rummy": BASIC.replace(ranks=7, max_run=7),
    "basic_rummy, discard required": BASIC.replace(ranks=7, max_run=7, discard="required"),
    "basic_rummy, one meld": BASIC.replace(ranks=7, max_run=7, one_meld_per_turn=True),
}
ORDERS = [
    order for n in (1, 2, 4) for order in permutations(("tiles", "penalty", "points", "kept"), n)
]


def as_meld(meld: Any, rules: RuleSet) -> Meld:
    if meld[0] == "group":
        return Meld.group([Tile.of(c, meld[1]) for c in meld[2]], meld[3])
    _, color, first, row = meld
    places = [first + i for i in range(len(row))]
    faces = tuple(Tile.of(color, 1 if p > rules.ranks else p) for p in places)
    return Meld(MeldKind.RUN, tuple(Tile(t) for t in row), faces)


def as_table(melds: Any, rules: RuleSet) -> Table:
    return Table([as_meld(meld, rules) for meld in melds])


def key_of_end(end: End, rules: RuleSet) -> tuple[Any, ...]:
    return as_table(end.table, rules).in_order(), end.left, end.thrown


def key_of_turn(turn: Turn) -> tuple[Any, ...]:
    thrown = None if turn.discard is None else int(turn.discard)
    return turn.table.in_order(), tuple(turn.left.codes()), thrown


def values(turn: Turn, order: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(-turn.value(x) if x == "penalty" else turn.value(x) for x in order)


def check_steps(turn: Turn) -> None:
    table, rack = turn.before, turn.rack
    for move in turn.moves:
        table = move.apply(table)
        assert not table.faults(turn.rules)
        rack = rack - Hand(list(move.played)) + Hand(list(move.gained))
        assert str(move)
    assert table == turn.table
    assert rack == turn.left + turn.discard if turn.discard is not None else rack == turn.left


def check_state(rules: RuleSet, seed: int, hand: int, melds: int) -> None:
    rng = random.Random(seed)
    jokers = rng.randrange(rules.jokers + 1)
    tiles, table = random_state(rng, rules, hand, melds, jokers)
    opened = rng.random() < 0.6
    taken = rng.choice(tiles) if not rules.discard_taken and rng.random() < 0.6 else None
    banned = taken if taken is not None and tiles.count(taken) == 1 else None
    ends = Oracle(rules).ends(tiles, table, opened=opened, mode=rules.discard, banned=banned)
    start = as_table(table, rules)
    question: dict[str, Any] = {"opened": opened}
    question["taken"] = None if taken is None else Tile(taken)
    legal = {key_of_end(end, rules) for end in ends}
    for order in rng.sample(ORDERS, 6):
        turn = best_turn(tiles, start, rules, objective=order, **question)
        best = max(rank_of(end, order) for end in ends)
        assert values(turn, order) == best, (order, str(Hand(tiles)), str(start), opened, taken)
        assert key_of_turn(turn) in legal
        faults = check_turn(start, turn.table, tiles, rules, discard=turn.discard, **question)
        assert faults == []
        check_steps(turn)
    order = rng.choice(ORDERS)
    best = max(rank_of(end, order) for end in ends)
    wanted = {key_of_end(end, rules) for end in ends if rank_of(end, order) == best}
    found = [key_of_turn(x) for x in turns(tiles, start, rules, objective=order, **question)]
    assert len(found) == len(set(found))
    assert set(found) == wanted, (order, str(Hand(tiles)), str(start), opened, taken)


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("seed", range(12))
def test_small_states(name: str, seed: int) -> None:
    check_state(RULES[name], seed, hand=5, melds=2)


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("seed", range(100, 400))
def test_many_states(name: str, seed: int) -> None:
    check_state(RULES[name], seed, hand=6, melds=3)


assert JOKER == 0
