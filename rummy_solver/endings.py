"""Closings and distances, asked of every row of an array at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rummy_solver import _core
from rummy_solver.arguments import checked_flag, checked_number
from rummy_solver.batch import Flags, solve_batch
from rummy_solver.closing import best_closing, sizes_of
from rummy_solver.errors import HandError
from rummy_solver.hand import HandLike
from rummy_solver.patterns import PAIR_JOKERS
from rummy_solver.questions import Question
from rummy_solver.rows import LONGEST, Codes, Rows, RowStatus, checked_out
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import as_rules

__all__ = ["ClosingBatch", "DistanceBatch", "close_batch", "distance_batch"]

_MAYBE, _INVALID = 1, 2  # what the core says of a row


@dataclass(frozen=True, eq=False)
class ClosingBatch:
    """What `close_batch` found, one entry a row: what `best_closing` says of it.

    Parameters
    ----------
    closable
        Whether the hand can close now, bool.
    points
        Points from each opponent, int32; -1 where it does not close or they depend on the others.
    pattern
        Index into ``rules.pattern_names``, int8; -1 where it does not close.
    discard
        Code of the tile thrown, uint8; 255 where it does not close or nothing is thrown.
    status
        `RowStatus` of the row, uint8; rows that are not OK do not close.
    """

    closable: Flags
    points: npt.NDArray[np.int32]
    pattern: npt.NDArray[np.int8]
    discard: Codes
    status: Codes

    def __len__(self) -> int:
        return len(self.status)


@dataclass(frozen=True, eq=False)
class DistanceBatch:
    """What `distance_batch` found, one entry a row.

    Parameters
    ----------
    distance
        Tiles that the hand lacks to close, int8; -1: it never can, or the row is not OK.
    status
        `RowStatus` of the row, uint8.
    """

    distance: npt.NDArray[np.int8]
    status: Codes

    @property
    def value(self) -> npt.NDArray[np.int8]:
        """The distance, under the name that results of other questions have."""
        return self.distance

    def __len__(self) -> int:
        return len(self.status)


def distance_batch(
    tiles: Codes,
    rules: RuleSet | str,
    *,
    seen: HandLike = (),
    size: int | None = None,
    out: DistanceBatch | None = None,
    where: Flags | None = None,
    errors: str = "raise",
    threads: int = 1,
) -> DistanceBatch:
    """Measure how far every row is from closing, as `distance` does for one hand.

    Parameters
    ----------
    tiles, rules, out, where, errors, threads
        As for `solve_batch`.
    seen, size
        As for `distance`, the same for every row.

    Raises
    ------
    HandError, RummyError
        As `solve_batch`.
    RuleSetError
        Under these rules there is no distance.

    Examples
    --------
    >>> from rummy_solver.deals import deal
    >>> int(distance_batch(deal("remi", 1000, seed=7), "remi").distance.min()) >= 0
    True
    """
    game = as_rules(rules)
    ask = Question.of((), game, seen, size)
    deck = bytes(n - gone for n, gone in zip(game.deck.counts, ask.seen, strict=True))
    threads = checked_number("threads", threads, 1)
    sizes = (0, min(ask.size + 1, LONGEST))
    rows = Rows(tiles, game, where, errors, sizes=sizes, deck=deck, threads=threads)
    if out is None:
        status = rows.fresh(np.uint8, RowStatus.SKIPPED)
        out = DistanceBatch(rows.fresh(np.int8, -1), status)
    shape = (rows.count,)
    checked_out(out, {"distance": (np.int8, shape), "status": (np.uint8, shape)}, rows.tiles)
    result = out

    def work(first: int, end: int) -> None:
        _core.distance_rows(
            game.core, rows.core, ask.size, ask.pair_jokers, first, end, result.distance,
            result.status,
        )  # fmt: skip

    rows.run(lambda: work, threads)
    return result


def close_batch(
    tiles: Codes,
    rules: RuleSet | str,
    *,
    launched: int = 0,
    opened: bool = False,
    out: ClosingBatch | None = None,
    where: Flags | None = None,
    errors: str = "raise",
    threads: int = 1,
) -> ClosingBatch:
    """Find the best closing of every row, as `best_closing` does for one hand.

    Parameters
    ----------
    tiles, rules, out, where, errors, threads
        As for `solve_batch`. Where hands close with certain numbers of tiles only, a row of
        another size is a bad row.
    launched, opened
        As for `best_closing`, the same for every row.

    Raises
    ------
    HandError, RummyError
        As `solve_batch`.

    Examples
    --------
    >>> from rummy_solver.deals import deal
    >>> len(close_batch(deal("remi", 1000, seed=7, hand_size=15), "remi"))
    1000
    """
    game = as_rules(rules)
    opened = checked_flag("opened", opened)
    threads = checked_number("threads", threads, 1)
    sizes = sizes_of(game)
    limits = (sizes[0], sizes[-1]) if sizes else (0, LONGEST)
    deck = _deck_less(game, launched)
    rows = Rows(tiles, game, where, errors, sizes=limits, deck=deck, threads=threads)
    if out is None:
        out = ClosingBatch(
            rows.fresh(np.bool_, False),
            rows.fresh(np.int32, -1),
            rows.fresh(np.int8, -1),
            rows.fresh(np.uint8, 255),
            rows.fresh(np.uint8, RowStatus.SKIPPED),
        )
    kinds = {"closable": np.bool_, "points": np.int32, "pattern": np.int8, "discard": np.uint8}
    fields = {name: (kind, (rows.count,)) for name, kind in kinds.items()}
    checked_out(out, {**fields, "status": (np.uint8, (rows.count,))}, rows.tiles)
    look = _likely_knocks(rows) if game.closing == "knock" else _likely_closings(rows)
    result = out

    def work(first: int, end: int) -> None:
        found = look(first, end)
        _clear(result, first, found)
        for row in (first + np.flatnonzero(found == _MAYBE)).tolist():
            _close(result, row, rows, launched, opened)

    rows.run(lambda: work, threads)
    return result


def _deck_less(game: RuleSet, launched: int) -> bytes:
    """Return what a row may hold: jokers thrown earlier are not in it."""
    most = game.deck.counts[0]
    number = checked_number("jokers launched", launched, 0)
    if number > most:
        raise HandError("jokers launched and held", expected=f"at most {most}", got=str(number))
    return bytes([most - number]) + game.deck.counts[1:]


def _clear(result: ClosingBatch, first: int, found: Codes) -> None:
    """Write of the rows wanted that they do not close; those that do follow one by one."""
    rows = first + np.flatnonzero(found <= _INVALID)
    result.closable[rows] = False
    result.points[rows] = -1
    result.pattern[rows] = -1
    result.discard[rows] = 255
    bad = found[rows - first] == _INVALID
    result.status[rows] = np.where(bad, RowStatus.INVALID, RowStatus.OK)


def _close(result: ClosingBatch, row: int, rows: Rows, launched: int, opened: bool) -> None:
    game = rows.rules
    best = best_closing(rows.hand(row), game, launched=launched, opened=opened)
    if best is None:
        return
    result.closable[row] = True
    result.points[row] = -1 if best.points is None else best.points
    result.pattern[row] = game.pattern_names.index(best.pattern)
    result.discard[row] = 255 if best.discard is None else best.discard


def _likely_closings(rows: Rows) -> Callable[[int, int], Codes]:
    """Return the core's look at a block: which rows go into melds or pairs at all."""
    game = rows.rules
    if game.closing == "out":
        whole, less = game.discard != "required", game.discard != "none"
        ways = (0, 0, whole | less << 1)
        pairs = (0, 0)
    else:
        ways = (game.hand_size, 1, 2 | game.close_without_left_over)
        pairs = (game.pairs_to_win, PAIR_JOKERS[game.pair_jokers])

    def look(first: int, end: int) -> Codes:
        found = _core.close_rows(game.core, rows.core, ways, pairs, first, end)
        return np.frombuffer(found, np.uint8)

    return look


def _likely_knocks(rows: Rows) -> Callable[[int, int], Codes]:
    """Return a look at a block: which rows have low deadwood without the dearest tile."""
    game = rows.rules
    most = (game.knock_limit or 0) + max(game.hand_points_by_code)

    def look(first: int, end: int) -> Codes:
        found = _core.close_rows(game.core, rows.core, (0, 0, 0), (0, 0), first, end)
        state: Codes = np.frombuffer(found, np.uint8).copy()
        where = state == 0
        part = rows.tiles[first:end]
        value = solve_batch(part, game, objective="penalty", where=where).value
        state[where & (value <= most)] = _MAYBE
        return state

    return look
