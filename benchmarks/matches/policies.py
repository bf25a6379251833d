"""Players: the hints, random legal play, and greedy least deadwood."""

from __future__ import annotations

import random

import rummy_solver as rs
from benchmarks.matches.rounds import Decision


def from_turn(turn: rs.Turn, rack: rs.Hand, discard: rs.Tile | None) -> Decision:
    kept = rs.Hand.from_counts(
        bytes(
            max(0, left + (thrown == code) - have)
            for code, (left, have) in enumerate(zip(turn.left.counts, rack.counts, strict=True))
            for thrown in [turn.discard]
        )
    )
    return Decision(None, turn.table, turn.placed, kept, discard)


class Hints:
    """Does what the first hint says."""

    name = "hints"

    def __init__(self, look_ahead: bool = True) -> None:
        self.look_ahead = look_ahead

    def draw(self, position: rs.Position) -> rs.Tile | None:
        best = rs.hints(position, look_ahead=self.look_ahead)[0]
        return best.tiles[0] if best.kind == "DRAW_DISCARD" else None

    def play(self, position: rs.Position) -> Decision:
        found = rs.hints(position, look_ahead=self.look_ahead)
        assert found, f"no hint for {position}"
        action = found[0].action
        if isinstance(action, rs.Closing):
            return Decision(closing=action, discard=action.discard)
        discard = next((h.tiles[0] for h in found if h.kind == "DISCARD"), None)
        if isinstance(action, rs.Turn):
            if discard is None or action.goes_out:
                discard = action.discard
            return from_turn(action, position.hand, discard)
        return Decision(discard=discard)


def allowed(position: rs.Position, hand: rs.Hand) -> list[rs.Tile]:
    """Tiles that may be thrown out of a hand."""
    rules, taken = position.rules, position.taken
    if taken is None or rules.discard_taken:
        return list(hand.kinds())
    return [tile for tile in hand.kinds() if tile != taken]


class Random:
    """Draws and throws at random; closes and lays down what it can, as anybody would."""

    name = "random"

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)

    def draw(self, position: rs.Position) -> rs.Tile | None:
        tops = position.tops
        if tops and len(position.hand) > 1 and self.rng.random() < 0.5:
            return self.rng.choice(tops)
        return None

    def play(self, position: rs.Position) -> Decision:
        if position.rules.table_play == "none":
            found = rs.closings(position.hand, position.rules, taken=position.taken)
            if found:
                return Decision(closing=found[0], discard=found[0].discard)
            return Decision(discard=self.rng.choice(allowed(position, position.hand)))
        turn = rs.best_turn(
            position.hand, position.table, position.rules, opened=position.opened,
            taken=position.taken,
        )  # fmt: skip
        rest = turn.left if turn.discard is None else turn.left + turn.discard
        choices = allowed(position, rest)
        discard = turn.discard if turn.goes_out or not choices else self.rng.choice(choices)
        return from_turn(turn, position.hand, discard)


class Greedy:
    """Least deadwood now: takes what lowers it, throws what leaves the least."""

    name = "greedy"

    def least(self, position: rs.Position, hand: rs.Hand) -> tuple[int, rs.Tile | None]:
        choices = allowed(position, hand)
        rated = [
            (rs.evaluate(hand - tile, position.rules, objective="penalty"), tile)
            for tile in choices
        ]
        # Of equal ones the dearest goes: it may never find a meld.
        points = position.rules.hand_points_by_code
        return min(rated, key=lambda row: (row[0], -points[row[1]], row[1]), default=(0, None))

    def draw(self, position: rs.Position) -> rs.Tile | None:
        now = rs.evaluate(position.hand, position.rules, objective="penalty")
        best = None
        for tile in position.tops:
            hand = position.hand + tile
            view = rs.Position(
                hand, position.rules, position.table, (), (), position.opened, None, tile
            )
            if position.rules.table_play == "none":
                if rs.can_close(hand, position.rules, taken=tile):
                    return tile
                penalty = self.least(view, hand)[0]
            else:
                turn = rs.best_turn(
                    hand, position.table, position.rules, opened=position.opened,
                    objective="penalty", taken=tile,
                )  # fmt: skip
                if not turn.goes_out and turn.discard is None:
                    continue
                penalty = turn.penalty
            if penalty < now:
                now, best = penalty, tile
        return best

    def play(self, position: rs.Position) -> Decision:
        if position.rules.table_play == "none":
            found = rs.closings(
                position.hand, position.rules, taken=position.taken, launched=position.launched
            )
            if found:
                best = min(found, key=lambda c: position.rules.penalty(c.deadwood))
                return Decision(closing=best, discard=best.discard)
            return Decision(discard=self.least(position, position.hand)[1])
        turn = rs.best_turn(
            position.hand, position.table, position.rules, opened=position.opened,
            objective="penalty", taken=position.taken,
        )  # fmt: skip
        return from_turn(turn, position.hand, turn.discard)
