"""What holds for every turn: tiles are conserved, the referee agrees, the steps lead there."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rummy_solver.hand import Hand
from rummy_solver.locks import is_locked
from rummy_solver.melds import Meld, MeldKind
from rummy_solver.moves import MoveKind
from rummy_solver.play import Turn, best_turn
from rummy_solver.referee import check_turn
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules
from rummy_solver.table import Table
from rummy_solver.tiles import JOKER, Tile
from support.turn_oracle import random_state

OBJECTIVES = ("tiles", "penalty", "points", ("kept", "tiles"), ("points",))
RUMMIKUB = get_rules("rummikub")
GAMES = [
    get_rules("joker_rummy"),
    get_rules("joker_rummy").replace(joker_cap_on_layoff=False, take_all=True),
    get_rules("joker_rummy").replace(max_jokers_per_meld=None, jokers=3),
    get_rules("basic_rummy"),
    RUMMIKUB,
    RUMMIKUB.replace(joker_policy="replace", jokers=4),
    RUMMIKUB.replace(joker_policy="free"),
    RUMMIKUB.replace(manipulate_on_opening_turn=False, opening_points=15),
]
seeds = st.integers(0, 2**32 - 1)


def as_table(melds: Any, rules: RuleSet) -> Table:
    found = []
    for meld in melds:
        if meld[0] == "group":
            found.append(Meld.group([Tile.of(c, meld[1]) for c in meld[2]], meld[3]))
            continue
        _, color, first, row = meld
        places = range(first, first + len(row))
        faces = tuple(Tile.of(color, 1 if p > rules.ranks else p) for p in places)
        found.append(Meld(MeldKind.RUN, tuple(map(Tile, row)), faces))
    return Table(found)


def random_turn(rules: RuleSet, seed: int) -> Turn:
    rng = random.Random(seed)
    rack, melds = random_state(rng, rules, rng.randrange(1, 12), rng.randrange(6), rules.jokers)
    objective = rng.choice(OBJECTIVES)
    opened = rng.random() < 0.7
    return best_turn(rack, as_table(melds, rules), rules, opened=opened, objective=objective)


def follow(turn: Turn) -> None:
    """Carry the steps out: no tile is lost, no locked meld is taken apart, all ends well."""
    table, rack = turn.before, turn.rack
    locked = {meld for meld in table if is_locked(meld, turn.rules)}
    for move in turn.moves:
        tiles = table.tiles
        table = move.apply(table)
        played, gained = Hand(list(move.played)), Hand(list(move.gained))
        rack = rack - played + gained
        assert table.tiles + gained == tiles + played
        if move.kind in (MoveKind.TAKE, MoveKind.SPLIT):
            assert turn.rules.table_play == "rearrange"
            assert move.pieces[0] not in locked
        elif move.kind in (MoveKind.SWAP, MoveKind.ADD) and move.pieces[0] in locked:
            locked |= {piece for piece in move.result[:1] if JOKER in piece.tiles}
    assert table == turn.table
    left = turn.left if turn.discard is None else turn.left + turn.discard
    assert rack == left


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(GAMES), seeds)
def test_turns_hold_what_they_promise(rules: RuleSet, seed: int) -> None:
    turn = random_turn(rules, seed)
    thrown = Hand([] if turn.discard is None else [turn.discard])
    assert turn.before.tiles + turn.rack == turn.table.tiles + turn.left + thrown
    faults = check_turn(
        turn.before, turn.table, turn.rack, rules, opened=turn.opened, discard=turn.discard
    )
    assert faults == []
    assert turn.points == turn.table.points(rules) - turn.before.points(rules)
    follow(turn)


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(GAMES), seeds)
def test_objectives_bound_each_other(rules: RuleSet, seed: int) -> None:
    turn = random_turn(rules, seed)
    table, rack = turn.before, turn.rack
    tiles = best_turn(rack, table, rules, opened=turn.opened, objective="tiles")
    penalty = best_turn(rack, table, rules, opened=turn.opened, objective="penalty")
    kept = best_turn(rack, table, rules, opened=turn.opened, objective="kept")
    assert tiles.tiles >= max(turn.tiles, penalty.tiles)
    assert penalty.penalty <= min(turn.penalty, tiles.penalty)
    assert kept.kept_melds == len(table)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(GAMES), seeds)
def test_a_changed_table_without_a_tile_is_a_fault(rules: RuleSet, seed: int) -> None:
    turn = random_turn(rules, seed)
    if not turn.placed:
        return
    shorter = Hand([tile for tile in turn.rack if tile not in turn.placed])
    assert check_turn(turn.before, turn.table, shorter, rules, opened=turn.opened, discard=False)
