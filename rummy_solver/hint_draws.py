"""Hints before the draw: the top of a discard pile, or the stock."""

from __future__ import annotations

from dataclasses import dataclass

from rummy_solver.closing import can_close
from rummy_solver.hint_discards import banned, layable
from rummy_solver.outlook import after_draw, burden_of
from rummy_solver.play import best_turn
from rummy_solver.position import Position
from rummy_solver.questions import Question
from rummy_solver.reasons import Hint, HintKind, Reason
from rummy_solver.solver import evaluate
from rummy_solver.tiles import Tile

__all__ = ["draws_by_deadwood", "draws_by_distance"]

_NEVER = 1000
_CLOSES = -1000.0


@dataclass(frozen=True)
class _Rated:
    """A hint with what it is measured by: the lower the better."""

    cost: float
    hint: Hint


# ---- where a hand is arranged as a whole ---------------------------------------------------


def draws_by_distance(position: Position, *, look_ahead: bool) -> list[Hint]:
    """Rank draws by the distance to be expected two turns from now.

    A tile taken from a pile uses up one of the two draws, but what it does is certain.
    """
    ask = Question.of(position.hand, position.rules, position.known)
    before = ask.distance()
    stock = _stock_by_distance(ask, before, look_ahead)
    tops = [_top_by_distance(ask, before, tile, stock) for tile in position.tops]
    return _in_order([stock, *tops])


def _stock_by_distance(ask: Question, before: int | None, look_ahead: bool) -> _Rated:
    far = _NEVER if before is None else before
    copies, unseen = sum(ask.useful()), sum(ask.unseen())
    chance = copies / unseen if unseen else 0.0
    gain: dict[str, int | float] = {"distance": far, "copies": copies, "chance": chance}
    twice = 1 - (1 - chance) ** 2
    if before == 1 and look_ahead and unseen:
        ways, total = ask.ways(2)
        twice = gain["odds"] = ways / total
    if before is None:
        del gain["distance"]
    reason = Reason.of("stock_chance", copies=copies, unseen=unseen)
    return _Rated(far - twice, Hint(HintKind.DRAW_STOCK, (), gain, reason))


def _top_by_distance(ask: Question, before: int | None, tile: Tile, stock: _Rated) -> _Rated:
    rules = ask.rules
    ask = ask.taking(tile)
    after = ask.distance()
    name = rules.format(tile)
    if after is None or before is None:
        return _taking(_NEVER + 1, tile, {}, Reason.of("top_no_use", tile=name))
    if after == 0:
        return _taking(_CLOSES, tile, {"distance": 0}, Reason.of("top_closes", tile=name))
    live = [sum(copies) for thrown, far, copies in ask.discards() if far == after]
    unseen = sum(ask.unseen())
    copies = max(live, default=0)
    chance = copies / unseen if unseen else 0.0
    gain: dict[str, int | float] = {"distance": after, "copies": copies, "chance": chance}
    reason = Reason.of("top_no_use", tile=name)
    if after < before:
        reason = Reason.of("top_nearer", tile=name, distance=after, before=before)
    elif after - chance < stock.cost:
        reason = Reason.of("top_more_live", tile=name, copies=copies)
    elif copies > stock.hint.gain["copies"]:
        reason = Reason.of("top_below_stock", tile=name)
    return _taking(after - chance, tile, gain, reason)


# ---- where deadwood counts -----------------------------------------------------------------


def draws_by_deadwood(
    position: Position, *, look_ahead: bool, node_limit: int | None = None
) -> list[Hint]:
    """Rank draws by what the hand is expected to cost after them.

    A tile taken from the pile uses up one draw of those that the stock would give.
    """
    stock = _stock_by_deadwood(position, look_ahead)
    tops = [_top_by_deadwood(position, tile, stock.cost, node_limit) for tile in position.tops]
    return _in_order([stock, *(top for top in tops if top is not None)])


def _stock_by_deadwood(position: Position, look_ahead: bool) -> _Rated:
    hand, rules = position.hand, position.rules
    if not look_ahead or not hand:
        # A draw rarely makes things worse, as what is drawn may be thrown.
        cost = burden_of(hand, rules) - 0.5
        return _Rated(cost, Hint(HintKind.DRAW_STOCK, (), {}, Reason.of("stock_only")))
    free = layable(position)
    limit = rules.knock_limit or 0
    view = after_draw(hand, rules, position.unseen, limit=limit, free=free)
    gain: dict[str, int | float] = {"expected": view.expected, "chance": view.chance}
    code = "stock_deadwood"
    if view.chance:
        code = "stock_may_knock" if rules.closing == "knock" else "stock_may_go_out"
    reason = Reason(code, gain)
    return _Rated(view.cost, Hint(HintKind.DRAW_STOCK, (), gain, reason))


def _top_by_deadwood(
    position: Position, tile: Tile, stock: float, node_limit: int | None
) -> _Rated | None:
    """Rate a tile on top of a pile; None when no legal turn goes on from it."""
    rules, hand = position.rules, position.hand + tile
    name = rules.format(tile)
    if can_close(hand, rules, opened=position.opened, taken=tile):
        code = "top_within_limit" if rules.closing == "knock" else "top_goes_out"
        return _taking(_CLOSES, tile, {}, Reason.of(code, tile=name))
    rest, laid = hand, False
    if rules.table_play == "lay_off":
        turn = best_turn(
            hand,
            position.table,
            rules,
            opened=position.opened,
            objective="penalty",
            taken=tile,
            node_limit=node_limit,
        )
        if turn.goes_out:
            return _taking(_CLOSES, tile, {}, Reason.of("top_goes_out", tile=name))
        if turn.discard is None:
            return None
        rest, laid = turn.left + turn.discard, tile in turn.placed
    left = [
        (burden_of(rest - thrown, rules), thrown)
        for thrown in rest.kinds()
        if not banned(rules, thrown, tile, rest)
    ]
    if not left:
        return None
    cost, thrown = min(left)
    penalty = evaluate(rest - thrown, rules, objective="penalty")
    reason = Reason.of("top_no_use", tile=name)
    if laid:
        reason = Reason.of("top_can_be_laid", tile=name)
    elif cost < stock:
        reason = Reason.of("top_less_deadwood", tile=name, penalty=penalty)
    elif cost < burden_of(position.hand, rules):
        reason = Reason.of("top_below_stock", tile=name)
    return _taking(float(cost), tile, {"penalty": penalty}, reason)


# ---- inside --------------------------------------------------------------------------------


def _taking(cost: float, tile: Tile, gain: dict[str, int | float], reason: Reason) -> _Rated:
    return _Rated(cost, Hint(HintKind.DRAW_DISCARD, (tile,), gain, reason))


def _in_order(rated: list[_Rated]) -> list[Hint]:
    """Return the hints by cost; the stock, which comes first, wins when all is equal."""
    return [item.hint for item in sorted(rated, key=lambda item: item.cost)]
