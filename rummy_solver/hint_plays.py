"""Hints for what can be put down: closings, melds, lay-offs, joker swaps, rearrangements."""

from __future__ import annotations

from rummy_solver.closing import Closing, closings
from rummy_solver.moves import Move, MoveKind
from rummy_solver.play import Turn, best_turn
from rummy_solver.position import Position
from rummy_solver.reasons import Hint, HintKind, Reason
from rummy_solver.rules import RuleSet
from rummy_solver.tiles import Tile

__all__ = ["best_play", "closing_hints", "play_hints"]


def closing_hints(position: Position) -> list[Hint]:
    """Return a hint for every discard that closes a hand which is arranged or knocked."""
    rules, hand = position.rules, position.hand
    if rules.closing == "out" or len(hand) != rules.hand_size + 1:
        return []
    found = closings(
        hand,
        rules,
        launched=position.launched,
        opened=position.opened,
        taken=position.taken,
    )
    hints = [_close(closing, rules) for closing in found]
    if rules.closing == "knock":
        hints.sort(key=lambda hint: hint.gain["penalty"])
    return hints


def _close(closing: Closing, rules: RuleSet) -> Hint:
    gain: dict[str, int | float] = {
        "factor": closing.factor,
        "penalty": rules.penalty(closing.deadwood),
    }
    values: dict[str, str | int | float] = {"pattern": closing.pattern.replace("_", " ")}
    code = "closes_without_discard"
    if closing.discard is not None:
        values["discard"] = rules.format(closing.discard)
        code = "closes"
    if closing.points is not None:
        gain["points"] = values["points"] = closing.points
        code = "closes_for_points" if closing.discard is not None else code
    if rules.closing == "knock":
        values["deadwood"] = gain["penalty"]
        code = "knock" if gain["penalty"] else "gin" if closing.discard is not None else "big_gin"
    tiles = () if closing.discard is None else (closing.discard,)
    return Hint(HintKind.CLOSE, tiles, gain, Reason(code, values), closing)


def best_play(position: Position, node_limit: int | None = None) -> Turn | None:
    """Return the turn that leaves the least points in the hand; None: nothing can be placed."""
    rules = position.rules
    if rules.table_play == "none" or not position.hand:
        return None
    goal = "tiles" if rules.table_play == "rearrange" else "penalty"
    turn = best_turn(
        position.hand,
        position.table,
        rules,
        opened=position.opened,
        objective=goal,
        taken=position.taken,
        node_limit=node_limit,
    )
    return turn if turn.placed else None


def play_hints(turn: Turn, position: Position) -> list[Hint]:
    """Return the hints of a turn: going out, then each step by itself or the whole as one."""
    hints = []
    rules = position.rules
    if turn.goes_out:
        gain: dict[str, int | float] = {"tiles": turn.tiles, "penalty": 0, "factor": turn.factor}
        tiles = tuple(turn.placed)
        hints.append(Hint(HintKind.CLOSE, tiles, gain, Reason("goes_out", {}), turn))
    if rules.table_play == "rearrange":
        return [*hints, _whole_turn(turn, position)]
    steps = [_step(move, turn, position) for move in turn.moves]
    return hints + sorted(steps, key=lambda hint: _ORDER.index(hint.kind))


_ORDER = [HintKind.OPEN, HintKind.MELD, HintKind.LAY_OFF, HintKind.SWAP_JOKER]


def _whole_turn(turn: Turn, position: Position) -> Hint:
    kinds = {move.kind for move in turn.moves}
    rules = position.rules
    if rules.opening_points and not position.opened:
        return _opening(tuple(turn.placed), turn, position)
    if kinds == {MoveKind.LAY}:
        kind, code = HintKind.MELD, "melds"
    elif kinds <= {MoveKind.LAY, MoveKind.ADD}:
        kind, code = HintKind.LAY_OFF, "lays_off"
    else:
        kind, code = HintKind.REARRANGE, "rearranges"
    tiles = tuple(turn.placed)
    reason = Reason.of(code, tiles=rules.format(turn.placed), penalty=turn.penalty)
    return Hint(kind, tiles, _gain(turn), reason, turn)


_STEPS = {
    MoveKind.LAY: (HintKind.MELD, "melds"),
    MoveKind.ADD: (HintKind.LAY_OFF, "lays_off"),
    MoveKind.SWAP: (HintKind.SWAP_JOKER, "swaps_joker"),
}


def _step(move: Move, turn: Turn, position: Position) -> Hint:
    rules = position.rules
    if move.kind is MoveKind.LAY and rules.opening_points and not position.opened:
        return _opening(move.tiles, turn, position)
    kind, code = _STEPS[move.kind]
    what = move.result[0] if move.kind is MoveKind.LAY else move.tiles
    reason = Reason.of(code, tiles=rules.format(what), penalty=turn.penalty)
    return Hint(kind, move.tiles, _gain(turn), reason, turn)


def _opening(tiles: tuple[Tile, ...], turn: Turn, position: Position) -> Hint:
    rules = position.rules
    reason = Reason.of(
        "opens", tiles=rules.format(tiles), points=turn.points, needed=rules.opening_points
    )
    return Hint(HintKind.OPEN, tiles, _gain(turn), reason, turn)


def _gain(turn: Turn) -> dict[str, int | float]:
    return {"tiles": turn.tiles, "penalty": turn.penalty, "points": turn.points}
