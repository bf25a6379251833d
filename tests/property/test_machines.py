"""Long sequences of steps: a Hand against a plain counter, and games of two at one table."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from rummy_solver.errors import HandError, SearchLimitError
from rummy_solver.hand import Hand
from rummy_solver.play import best_turn, lay_offs
from rummy_solver.referee import check_turn
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules
from rummy_solver.table import Table
from rummy_solver.tiles import TILES, Tile

RUMMIKUB = get_rules("rummikub")
GAMES = [
    get_rules("joker_rummy"),
    get_rules("joker_rummy").replace(max_jokers_per_meld=None, jokers=4, opening_points=15),
    get_rules("basic_rummy"),
    RUMMIKUB.replace(opening_points=12),
    RUMMIKUB.replace(joker_policy="replace", jokers=4, opening_points=12),
    RUMMIKUB.replace(joker_policy="free", opening_points=0),
]
tiles = st.sampled_from(TILES)


class HandMachine(RuleBasedStateMachine):
    """A Hand does what a Counter of tiles does, and is never changed in place."""

    def __init__(self) -> None:
        super().__init__()
        self.hand, self.model = Hand(), Counter[Tile]()

    @rule(tile=tiles)
    def add(self, tile: Tile) -> None:
        before, text = self.hand, str(self.hand)
        try:
            self.hand = before + tile
        except HandError:
            assert self.model[tile] == 6
        else:
            self.model[tile] += 1
        assert str(before) == text

    @rule(tile=tiles)
    def take(self, tile: Tile) -> None:
        try:
            self.hand -= tile
        except HandError:
            assert not self.model[tile]
        else:
            self.model[tile] -= 1

    @rule(more=st.lists(tiles, max_size=6))
    def add_many_and_take_them(self, more: list[Tile]) -> None:
        other = Hand(more)
        if all(self.model[tile] + more.count(tile) <= 6 for tile in more):
            both = self.hand + other
            assert self.hand <= both and other <= both
            assert both - other == self.hand and both - self.hand == other

    @invariant()
    def agrees(self) -> None:
        model = +self.model
        assert list(self.hand) == sorted(model.elements())
        assert len(self.hand) == model.total()
        assert self.hand.kinds() == tuple(sorted(model))
        assert all((tile in self.hand) == (model[tile] > 0) for tile in TILES)
        again = Hand.from_counts(self.hand.counts)
        assert again == self.hand == Hand.parse(str(self.hand))
        assert hash(again) == hash(self.hand)


class GameMachine(RuleBasedStateMachine):
    """Two players draw, lay and throw; no tile is lost, and the table stays legal."""

    game: RuleSet

    def __init__(self) -> None:
        super().__init__()
        self.table = Table()
        self.stock: list[Tile] = []
        self.racks = [Hand(), Hand()]
        self.opened = [False, False]
        self.thrown = Hand()
        self.seat = 0

    @initialize(seed=st.integers(0, 2**32 - 1), size=st.integers(4, 10))
    def deal(self, seed: int, size: int) -> None:
        self.stock = list(self.game.deck)
        random.Random(seed).shuffle(self.stock)
        self.racks = [Hand([self.stock.pop() for _ in range(size)]) for _ in range(2)]

    @precondition(lambda self: self.stock)
    @rule(objective=st.sampled_from(["tiles", "penalty", "points", ("kept", "tiles")]))
    def take_a_turn(self, objective: str | tuple[str, ...]) -> None:
        rack = self.racks[self.seat] + self.stock.pop()
        opened = self.opened[self.seat]
        try:
            turn = best_turn(
                rack, self.table, self.game, opened=opened, objective=objective, node_limit=20_000
            )
        except SearchLimitError:
            self.racks[self.seat] = rack
            self.seat = 1 - self.seat
            return
        faults = check_turn(
            self.table, turn.table, rack, self.game, opened=opened, discard=turn.discard
        )
        assert faults == []
        table = self.table
        for move in turn.moves:
            table = move.apply(table)
        assert table == turn.table
        self.opened[self.seat] |= bool(turn.placed)
        self.thrown += Hand([] if turn.discard is None else [turn.discard])
        self.racks[self.seat], self.table = turn.left, turn.table
        self.seat = 1 - self.seat

    @precondition(lambda self: self.game.table_play == "lay_off" and self.racks[self.seat])
    @rule()
    def see_lay_offs(self) -> None:
        rack = self.racks[self.seat]
        for move in lay_offs(rack, self.table, self.game):
            after = move.apply(self.table)
            played, gained = Hand(list(move.played)), Hand(list(move.gained))
            assert played <= rack
            assert after.tiles + gained == self.table.tiles + played
            assert after.faults(self.game) == []

    @rule()
    def read_the_table_again(self) -> None:
        assert Table.parse(self.table.text(self.game.dialect), self.game) == self.table

    @invariant()
    def holds_the_whole_deck(self) -> None:
        if self.stock:
            held = self.racks[0] + self.racks[1] + self.table.tiles + self.thrown
            assert held + Hand(self.stock) == Hand(list(self.game.deck))
            assert self.table.faults(self.game) == []


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: f"{rules.name}-{GAMES.index(rules)}")
def test_a_game_loses_no_tile(rules: RuleSet) -> None:
    machine = type("Game", (GameMachine,), {"game": rules})
    test = machine.TestCase.settings
    machine.TestCase.settings = settings(test, max_examples=15, stateful_step_count=40)
    machine.TestCase().runTest()


HandMachine.TestCase.settings = settings(max_examples=40, stateful_step_count=30)
TestHand = HandMachine.TestCase
