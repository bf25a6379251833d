"""The questions of the package, asked of every row of an array at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from rummy_solver import _core
from rummy_solver.arguments import checked_flag, checked_number
from rummy_solver.errors import RuleSetError, RummyError
from rummy_solver.melds import Meld
from rummy_solver.objectives import POINTS, TILES_LAID, ObjectiveLike, Weights, resolve
from rummy_solver.rows import Codes, Rows, RowStatus, checked_out
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import as_rules
from rummy_solver.solver import compiled, opening

__all__ = ["BatchResult", "RowStatus", "opening_batch", "solve_batch"]

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class BatchResult:
    """What `solve_batch` and `opening_batch` found, one entry a row.

    Parameters
    ----------
    value
        The first component of the objective, int32; -1 where there is no opening.
    deadwood
        Number of tiles in no meld, uint8.
    jokers_used
        Number of jokers in melds, uint8.
    status
        `RowStatus` of the row, uint8: OK, INVALID or SKIPPED. Rows that are not OK have -1 or,
        in uint8, 255 everywhere.
    meld_of
        int8, one entry a place: number of the meld that holds the tile there, in the order of
        ``solve(row).melds``; -1 for deadwood and padding. None unless asked for.
    """

    value: npt.NDArray[np.int32]
    deadwood: Codes
    jokers_used: Codes
    status: Codes
    meld_of: npt.NDArray[np.int8] | None = None

    def __len__(self) -> int:
        return len(self.status)


def solve_batch(
    tiles: Codes,
    rules: RuleSet | str,
    *,
    objective: ObjectiveLike = "tiles",
    melds: bool = False,
    out: BatchResult | None = None,
    where: Flags | None = None,
    errors: str = "raise",
    threads: int = 1,
) -> BatchResult:
    """Solve every row of an array as `solve` does one hand.

    Parameters
    ----------
    tiles
        C-contiguous uint8 (n, k), k <= 32: tile codes, short rows padded with 255. It is only read.
    rules
        Rule set or its name.
    objective
        As for `evaluate`.
    melds
        Also fill `meld_of`.
    out
        A result of the same shape to write to; rows that `where` excludes keep what it held.
    where
        Rows to look at, bool (n,); None: all.
    errors
        ``"raise"``: a bad row is an error, before anything is written. ``"mask"``: it gets the
        status INVALID and the others are solved.
    threads
        Threads to use; the result does not depend on it.

    Returns
    -------
    BatchResult
        `out`, where it was given.

    Raises
    ------
    HandError
        The array has the wrong type, shape or strides, or a row is no hand of the deck.
    RummyError
        Another argument is wrong.

    Examples
    --------
    >>> from rummy_solver.deals import deal
    >>> result = solve_batch(deal("rummikub", 1000, seed=7), "rummikub")
    >>> int((result.value + result.deadwood).min())
    14
    """
    game = as_rules(rules)
    melds = checked_flag("melds", melds)
    job = _solve_job(game, objective)
    rows = _rows(tiles, game, where, errors, threads, out)
    return _run(job, rows, out, melds, threads)


def opening_batch(
    tiles: Codes,
    rules: RuleSet | str,
    *,
    objective: ObjectiveLike = "tiles",
    melds: bool = False,
    out: BatchResult | None = None,
    where: Flags | None = None,
    errors: str = "raise",
    threads: int = 1,
) -> BatchResult:
    """Find the best melds worth enough to open with, as `opening` does for one hand.

    Parameters
    ----------
    tiles, rules, objective, melds, out, where, errors, threads
        As for `solve_batch`.

    Returns
    -------
    BatchResult
        Rows that cannot open have the value -1, all tiles as deadwood and the status OK.

    Raises
    ------
    HandError, RummyError
        As `solve_batch`.

    Examples
    --------
    >>> from rummy_solver.deals import deal
    >>> result = opening_batch(deal("rummikub", 1000, seed=7, jokers=0), "rummikub")
    >>> bool(0.25 < (result.value >= 0).mean() < 0.45)
    True
    """
    game = as_rules(rules)
    melds = checked_flag("melds", melds)
    rows = _rows(tiles, game, where, errors, threads, out)
    if game.opening_points and game.opening_single_meld:
        return _open_by_one(rows, objective, out, melds)
    return _run(_opening_job(game, objective), rows, out, melds, threads)


def _rows(
    tiles: Codes,
    game: RuleSet,
    where: Flags | None,
    errors: str,
    threads: int,
    out: BatchResult | None,
) -> Rows:
    """Return the rows, checked before anything is written to `out`."""
    threads = checked_number("threads", threads, 1)
    return Rows(tiles, game, where, errors, threads=threads, late=out is None)


def _solve_job(game: RuleSet, objective: ObjectiveLike, least: int = 0) -> _core.SolveJob:
    solver, weights = compiled(game, objective)
    _check_range(game, weights)
    return _core.SolveJob(solver, None, least, *_tiles_in(weights))


def _opening_job(game: RuleSet, objective: ObjectiveLike) -> _core.SolveJob:
    if not game.opening_points:
        return _solve_job(game, objective)
    goals = resolve(objective)
    if goals == (POINTS,):
        return _solve_job(game, goals, game.opening_points)
    solver, weights = compiled(game, goals if POINTS in goals else (*goals, POINTS))
    _check_range(game, weights)
    points = compiled(game, (POINTS,))[0]
    return _core.SolveJob(solver, points, game.opening_points, *_tiles_in(weights))


def _tiles_in(weights: Weights) -> tuple[int, int, bool]:
    """Say where the combined value holds the tiles laid: divisor, radix (0: nowhere), first."""
    divisor = 1
    for goal, radix in zip(reversed(weights.objectives), reversed(weights.radices), strict=True):
        if goal == TILES_LAID:
            return divisor, radix, goal == weights.objectives[0]
        divisor *= radix
    return 1, 0, False


def _check_range(game: RuleSet, weights: Weights) -> None:
    left = weights.left[0]
    most = weights.radices[0] - 1
    if left is not None:
        most = sum(n * weight for n, weight in zip(game.deck.counts, left, strict=True))
    if most >= 2**31:
        what = f"objective {weights.names[0]!r}"
        raise RuleSetError(what, expected="values that fit int32 in a batch", got=f"up to {most}")


def _result(rows: Rows, out: BatchResult | None, melds: bool) -> BatchResult:
    n = rows.count
    if out is None:
        return BatchResult(
            rows.fresh(np.int32, -1),
            rows.fresh(np.uint8, 255),
            rows.fresh(np.uint8, 255),
            rows.fresh(np.uint8, RowStatus.SKIPPED),
            rows.fresh(np.int8, -1, wide=True) if melds else None,
        )
    fields: dict[str, tuple[Any, tuple[int, ...]]] = {
        "value": (np.int32, (n,)),
        "deadwood": (np.uint8, (n,)),
        "jokers_used": (np.uint8, (n,)),
        "status": (np.uint8, (n,)),
    }
    if melds:
        fields["meld_of"] = (np.int8, rows.tiles.shape)
    elif getattr(out, "meld_of", None) is not None:
        raise RummyError("out.meld_of", expected="None, as melds=False", got="an array")
    checked_out(out, fields, rows.tiles)
    return out


def _run(
    job: _core.SolveJob, rows: Rows, out: BatchResult | None, melds: bool, threads: int
) -> BatchResult:
    result = _result(rows, out, melds)

    def start() -> Any:
        worker = _core.SolveWorker(job)
        return lambda first, end: worker.run(
            rows.core, first, end, result.value, result.deadwood, result.jokers_used,
            result.status, result.meld_of,
        )  # fmt: skip

    rows.run(start, threads)
    rows.check_status(result.status)
    return result


def _open_by_one(
    rows: Rows, objective: ObjectiveLike, out: BatchResult | None, melds: bool
) -> BatchResult:
    """Ask `opening` row by row: one meld alone must be worth the threshold."""
    result = _result(rows, out, melds)
    for row in np.flatnonzero(rows.wanted()).tolist():
        if rows.core.first_bad(row, row + 1) == row:
            _write(result, row, (-1, 255, 255), RowStatus.INVALID, None)
            continue
        hand = rows.hand(row)
        best = opening(hand, rows.rules, objective=objective)
        found = (-1, len(hand), 0)
        if best is not None:
            found = (best.value, len(best.deadwood), best.jokers_used)
        places = _places(rows.tiles[row].tolist(), () if best is None else best.melds)
        _write(result, row, found, RowStatus.OK, places)
    rows.check_status(result.status)
    return result


def _write(
    result: BatchResult,
    row: int,
    found: tuple[int, int, int],
    status: RowStatus,
    places: list[int] | None,
) -> None:
    result.value[row], result.deadwood[row], result.jokers_used[row] = found
    result.status[row] = status
    if result.meld_of is not None:
        result.meld_of[row] = -1 if places is None else places


def _places(codes: list[int], melds: tuple[Meld, ...]) -> list[int]:
    places = [-1] * len(codes)
    for number, meld in enumerate(melds):
        for tile in meld.tiles:
            place = next(i for i, code in enumerate(codes) if code == tile and places[i] < 0)
            places[place] = number
    return places
