"""A small simulator: deals and plays rounds of two seats that are driven by policies.

It knows the turn of each game from its rule set (draw, put down, throw), gives every seat only
what it may see, and judges what comes back; a wrong move is an error of the policy.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Protocol

import rummy_solver as rs

MOST_TURNS = 400
GIN_STOCK_LEFT = 2


@dataclass
class Decision:
    """What a seat does after its draw."""

    closing: rs.Closing | None = None
    table: rs.Table | None = None
    placed: rs.Hand = field(default_factory=rs.Hand)
    kept_jokers: rs.Hand = field(default_factory=rs.Hand)
    discard: rs.Tile | None = None


class Policy(Protocol):
    """A player: both questions are asked with what its seat may see."""

    name: str

    def draw(self, position: rs.Position) -> rs.Tile | None:
        """Return the tile to take from a pile, None for the stock."""

    def play(self, position: rs.Position) -> Decision:
        """Return what to put down and what to throw."""


@dataclass
class Seat:
    policy: Policy
    hand: rs.Hand
    opened: bool = False
    known: rs.Hand = field(default_factory=rs.Hand)
    """What the other has seen this seat take, as far as it is still held."""
    launched: int = 0
    laid_before_this_turn: bool = False


@dataclass(frozen=True)
class Result:
    """Points by seat, who won (None: nobody), and the number of turns."""

    points: tuple[int, int]
    winner: int | None
    turns: int


class Round:
    """One round from the deal to the settlement."""

    def __init__(
        self, rules: rs.RuleSet, policies: tuple[Policy, Policy], seed: str, check: bool = False
    ) -> None:
        self.rules = rules
        self.check = check
        deck = [tile for tile in map(rs.Tile, range(79)) for _ in range(rules.deck.counts[tile])]
        random.Random(seed).shuffle(deck)
        n = rules.hand_size
        self.seats = [
            Seat(policy, rs.Hand(deck[i * n : (i + 1) * n])) for i, policy in enumerate(policies)
        ]
        self.stock = deck[2 * n :]
        self.discards: list[rs.Tile] = []
        self.untouchable = 0
        self.table = rs.Table()
        self.turnovers = rules.stock_turnovers

    # ---- what a seat sees ------------------------------------------------------------------

    def position(self, number: int, phase: str, **just: rs.Tile | None) -> rs.Position:
        me, other = self.seats[number], self.seats[1 - number]
        pile = self.discards
        seen = rs.Hand()
        if len(pile) <= self.untouchable:
            pile, seen = [], rs.Hand(pile)
        return rs.Position(
            me.hand,
            self.rules,
            self.table,
            [pile] if pile else (),
            seen,
            me.opened,
            just.get("drawn"),
            just.get("taken"),
            "draw" if phase == "draw" else "play",
            next_known=other.known,
            next_opened=other.opened,
            launched=me.launched,
        )

    # ---- the course of the round -----------------------------------------------------------

    def run(self) -> Result:
        number = 0
        if self.rules.starter_extra:
            starter = self.seats[0]
            starter.hand += self.stock.pop()
            decision = starter.policy.play(self.position(0, "play"))
            if decision.closing is not None:
                return self.settle(0, decision.closing, 1)
            self.throw(starter, decision.discard)
            self.untouchable = 1
            number = 1
        elif self.rules.table_play == "lay_off" or self.rules.closing == "knock":
            self.discards.append(self.stock.pop())
        for turns in range(1, MOST_TURNS):
            if not self.refill():
                break
            done = self.turn(number, turns)
            if done is not None:
                return done
            number = 1 - number
        return Result((0, 0), None, MOST_TURNS)

    def refill(self) -> bool:
        """Turn the discard pile over when the stock is used up; False ends the round."""
        least = GIN_STOCK_LEFT if self.rules.closing == "knock" else 0
        if len(self.stock) > least:
            return True
        if not self.turnovers or len(self.discards) < 2:
            return False
        self.turnovers -= 1
        self.stock, self.discards = self.discards[::-1], []
        self.discards.append(self.stock.pop())
        return True

    def turn(self, number: int, turns: int) -> Result | None:
        me, other = self.seats[number], self.seats[1 - number]
        me.laid_before_this_turn = me.opened
        wanted = me.policy.draw(self.position(number, "draw"))
        taken = drawn = None
        if wanted is None:
            drawn = self.stock.pop()
            me.hand += drawn
        else:
            taken = self.discards.pop()
            assert taken == wanted, f"{wanted} is not on top of the pile"
            me.hand += taken
            me.known += taken
        position = self.position(number, "play", drawn=drawn, taken=taken)
        decision = me.policy.play(position)
        if self.check:
            self.judge(position, decision)
        if decision.closing is not None:
            return self.settle(number, decision.closing, turns)
        if decision.table is not None and decision.placed:
            self.table = decision.table
            me.hand = me.hand - decision.placed + decision.kept_jokers
            me.known = rs.Hand([t for t in me.known.kinds() if t in me.hand])
            me.opened = True
        if decision.discard is not None:
            self.throw(me, decision.discard)
        if not me.hand:
            return self.settle(number, None, turns)
        assert decision.discard is not None, "nothing was thrown"
        del other
        return None

    def throw(self, seat: Seat, tile: rs.Tile | None) -> None:
        assert tile is not None
        seat.hand -= tile
        seat.launched += tile.is_joker
        if tile in seat.known:
            seat.known -= tile
        self.discards.append(tile)

    def judge(self, position: rs.Position, decision: Decision) -> None:
        """Check a decision with the referee, or with the closings."""
        if decision.closing is not None:
            found = rs.closings(
                position.hand, self.rules, taken=position.taken, launched=position.launched
            )
            assert any(c.discard == decision.closing.discard for c in found)
        elif self.rules.table_play == "lay_off":
            faults = rs.check_turn(
                position.table,
                decision.table if decision.table is not None else position.table,
                position.hand,
                self.rules,
                opened=position.opened,
                discard=decision.discard,
                taken=position.taken,
            )
            assert not faults, faults

    # ---- the end ---------------------------------------------------------------------------

    def settle(self, winner: int, closing: rs.Closing | None, turns: int) -> Result:
        hands = [seat.hand for seat in self.seats]
        if closing is not None and self.rules.closing == "knock":
            hands[winner] = closing.deadwood
            if closing.deadwood:
                hands[1 - winner] = self.after_lay_off(hands[1 - winner], closing)
            else:
                rest = rs.solve(hands[1 - winner], self.rules, objective="penalty").deadwood
                hands[1 - winner] = rest
        one_turn = not self.seats[winner].laid_before_this_turn
        found = rs.settle(self.rules, hands, winner=winner, closing=closing, one_turn=one_turn)
        first, second = found.points
        won = None if first == second else int(second > first)
        return Result((first, second), won, turns)

    def after_lay_off(self, hand: rs.Hand, closing: rs.Closing) -> rs.Hand:
        """What the defender holds after melding and laying off on the melds of the knocker."""
        rules = self.rules.replace(
            table_play="lay_off", closing="out", settlement="hands", knock_limit=None
        )
        return rs.best_turn(
            hand, closing.melds, rules, opened=True, objective="penalty", discard=False
        ).left
