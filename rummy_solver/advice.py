"""Hints: what to do now, and why, from what one seat may see and nothing else."""

from __future__ import annotations

from rummy_solver.arguments import checked_flag
from rummy_solver.errors import RummyError, shown
from rummy_solver.hand import Hand
from rummy_solver.hint_discards import banned, discards_by_deadwood, discards_by_distance
from rummy_solver.hint_draws import draws_by_deadwood, draws_by_distance
from rummy_solver.hint_forms import (
    hint_from_plain,
    hint_to_plain,
    position_from_plain,
    position_to_plain,
)
from rummy_solver.hint_plays import best_play, closing_hints, play_hints
from rummy_solver.play import Turn
from rummy_solver.position import Position
from rummy_solver.reasons import Hint, HintKind, Reason
from rummy_solver.schema import codec

__all__ = ["Hint", "HintKind", "Position", "Reason", "hints"]


def hints(
    position: Position, *, look_ahead: bool = True, node_limit: int | None = None
) -> list[Hint]:
    """Return what this seat can do now, the best first, with reasons.

    Before the draw these are the discard piles and the stock. After it: every closing, then what
    can be put down, then every discard, taken from what is left when all that is put down. Where
    the table may be rearranged a turn needs no draw: what can be placed comes first, then the draw.

    Parameters
    ----------
    position
        What the seat sees.
    look_ahead
        Whether to look one draw ahead where deadwood counts, and two where distances tie. Without
        it hints are quicker and a little worse.
    node_limit
        Nodes that the search of a turn may visit; None: as many as it takes.

    Raises
    ------
    SearchLimitError
        The limit did not suffice.

    Examples
    --------
    >>> position = Position("7s 9h Jh Qh 3c 4c 5c 7c 8c 9c", "basic_rummy", discards="2d Th")
    >>> print(hints(position)[0].reason)
    Take Th: with it all can be put down.
    >>> position = Position("R1-3 Y4-6 B7-9 K10-12 R7 Y9 K7", "rummyclub", drawn="Y9")
    >>> print(hints(position)[0].reason)
    Throw Y9: 2 tiles from closing, 30 unseen tiles help.
    """
    given: object = position
    if not isinstance(given, Position):
        raise RummyError("hints", expected="a Position", got=shown(given))
    look_ahead = checked_flag("look_ahead", look_ahead)
    rules = position.rules
    by_distance = rules.closing == "arranged"
    if rules.table_play == "rearrange":
        return _by_rearranging(position, node_limit)
    if position.phase == "draw":
        if by_distance:
            return draws_by_distance(position, look_ahead=look_ahead)
        return draws_by_deadwood(position, look_ahead=look_ahead, node_limit=node_limit)
    found = closing_hints(position)
    turn = best_play(position, node_limit)
    if turn is not None:
        found += play_hints(turn, position)
    rest = _rest(position, turn)
    if rest and rules.discard != "none":
        rank = discards_by_distance if by_distance else discards_by_deadwood
        found += rank(position, rest, look_ahead=look_ahead)
    return found


def _by_rearranging(position: Position, node_limit: int | None) -> list[Hint]:
    turn = best_play(position, node_limit)
    if turn is None:
        return [Hint(HintKind.DRAW_STOCK, (), {}, Reason.of("nothing_to_place"))]
    found = play_hints(turn, position)
    if position.phase == "draw":
        found.append(Hint(HintKind.DRAW_STOCK, (), {}, Reason.of("stock_only")))
    return found


def _rest(position: Position, turn: Turn | None) -> Hand:
    """Return what the discard is taken from: the hand after all else that the turn does."""
    if turn is None:
        return position.hand
    rest = turn.left if turn.discard is None else turn.left + turn.discard
    taken, rules = position.taken, position.rules
    if turn.discard is not None and all(banned(rules, x, taken, rest) for x in rest):
        return Hand([turn.discard])
    return rest


codec("position", Position, position_to_plain, position_from_plain)
codec("hint", Hint, hint_to_plain, hint_from_plain)
