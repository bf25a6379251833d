"""Arrays of hands: what may come in, what is written, and which row is wrong."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from rummy_solver import _core
from rummy_solver.arguments import checked_choice
from rummy_solver.blocks import run_blocks
from rummy_solver.errors import HandError, RummyError
from rummy_solver.hand import Hand
from rummy_solver.rules import RuleSet
from rummy_solver.tiles import PAD, TILES

__all__ = ["LONGEST", "Codes", "RowStatus", "Rows"]

Codes = npt.NDArray[np.uint8]
LONGEST = 32
"""Most tiles of a row."""

T = TypeVar("T")


class RowStatus(IntEnum):
    """What became of a row."""

    OK = 0
    INVALID = 1
    SKIPPED = 2


class Rows:
    """An array of hands, checked, with the question which rows are wanted.

    Parameters
    ----------
    tiles
        C-contiguous uint8 (n, k), k <= 32: tile codes padded with 255.
    rules
        The rule set.
    where
        Rows to look at, bool (n,); None: all.
    errors
        ``"raise"``: bad rows are an error, before anything is written; ``"mask"``: they get
        the status INVALID.
    sizes
        Least and most tiles of a row.
    deck
        Copies of every tile code that a row may hold; None: the deck of the rules.
    threads
        Threads that the check may use.
    late
        The question itself tells bad rows by their status, and `check_status` raises the error:
        nothing of the caller is written to before.
    """

    def __init__(
        self,
        tiles: Codes,
        rules: RuleSet,
        where: npt.NDArray[np.bool_] | None,
        errors: str,
        *,
        sizes: tuple[int, int] = (0, LONGEST),
        deck: bytes | None = None,
        threads: int = 1,
        late: bool = False,
    ) -> None:
        checked_choice("errors", errors, "raise", "mask")
        self.tiles = _checked_tiles(tiles)
        self.count, self.width = self.tiles.shape
        self.where = _checked_where(where, self.count)
        self.rules = rules
        self.sizes = sizes
        self.deck = rules.deck.counts if deck is None else deck
        flags = None if self.where is None else self.where.view(np.uint8)
        self.core = _core.RowArray(self.tiles, self.deck, sizes[0], min(sizes[1], LONGEST), flags)
        self._late = late and errors == "raise"
        if errors == "raise" and not late:
            self._check(threads)

    def check_status(self, status: Codes) -> None:
        """Raise the error of the first bad row, where it is for the question to tell."""
        if self._late and (bad := np.flatnonzero(status == RowStatus.INVALID)).size:
            raise self.fault(int(bad[0]))

    def _check(self, threads: int) -> None:
        bad: list[int] = []

        def look(first: int, end: int) -> None:
            row = self.core.first_bad(first, end)
            if row < end:
                bad.append(row)

        run_blocks(lambda: look, self.count, threads)
        if bad:
            raise self.fault(min(bad))

    def fault(self, row: int) -> HandError:
        """Return the error that says what is wrong with a row."""
        codes = self.tiles[row].tolist()
        size = next((i for i, code in enumerate(codes) if code == PAD), len(codes))
        for column, code in enumerate(codes):
            where = f"row {row}, column {column}"
            if column < size and (code >= len(TILES) or not self.rules.deck.counts[code]):
                kinds = f"a code of deck {self.rules.name!r} or {PAD}"
                return HandError("tile code", where=where, expected=kinds, got=str(code))
            if column > size and code != PAD:
                return HandError(
                    "tile code", where=where, expected=f"{PAD} behind the padding", got=str(code)
                )
        for code in range(len(self.deck)):
            n, most = codes.count(code), self.deck[code]
            if n > most:
                name = self.rules.format(TILES[code])
                has = f"deck {self.rules.name!r} has {self.rules.deck.counts[code]}"
                seen = self.rules.deck.counts[code] - most
                more = f", {seen} of them seen" if seen else ""
                return HandError(f"row {row}: hand has {n} of {name}, {has}{more}")
        return HandError(f"row {row}: {size} tiles, expected {size_text(self.sizes)}")

    def fresh(self, dtype: Any, fill: int, *, wide: bool = False) -> npt.NDArray[Any]:
        """Return a new array of one entry a row, or a place, of what a row not looked at has."""
        return np.full(self.tiles.shape if wide else self.count, fill, dtype)

    def wanted(self) -> npt.NDArray[np.bool_]:
        """Return for each row whether it is to be looked at."""
        return np.ones(self.count, np.bool_) if self.where is None else self.where

    def hand(self, row: int) -> Hand:
        """Return the hand of a row that is known to be good."""
        return Hand.of(self.tiles[row].tobytes(), self.rules)

    def run(self, start: Callable[[], Callable[[int, int], object]], threads: int) -> None:
        """Call what `start` returns, once a thread, for block after block."""
        run_blocks(start, self.count, threads)


def size_text(sizes: tuple[int, int]) -> str:
    """Say how many tiles a row may have."""
    least, most = sizes
    return f"{least}" if least == most else f"{least} to {min(most, LONGEST)}"


def _checked_tiles(tiles: Codes) -> Codes:
    given: object = tiles
    if not isinstance(given, np.ndarray):
        raise HandError("tiles", expected="a numpy array of uint8", got=type(given).__name__)
    if tiles.dtype != np.uint8:
        raise HandError("tiles", expected="dtype uint8", got=str(tiles.dtype))
    if tiles.ndim != 2:
        raise HandError("tiles", expected="shape (rows, places)", got=str(tiles.shape))
    if tiles.shape[1] > LONGEST:
        raise HandError(
            "tiles", expected=f"at most {LONGEST} places a row", got=f"{tiles.shape[1]}"
        )
    if not tiles.flags.c_contiguous:
        expected = "a C-contiguous array (numpy.ascontiguousarray makes one)"
        raise HandError("tiles", expected=expected, got=f"strides {tiles.strides}")
    return tiles


def _checked_where(where: npt.NDArray[np.bool_] | None, rows: int) -> npt.NDArray[np.bool_] | None:
    given: object = where
    if where is None:
        return None
    if not isinstance(given, np.ndarray) or given.dtype != np.bool_:
        got = str(given.dtype) if isinstance(given, np.ndarray) else type(given).__name__
        raise RummyError("where", expected="a numpy array of bool", got=got)
    if given.shape != (rows,):
        raise RummyError("where", expected=f"shape ({rows},)", got=str(given.shape))
    return np.ascontiguousarray(where)


def checked_out(out: object, fields: dict[str, tuple[Any, tuple[int, ...]]], tiles: Codes) -> None:
    """Refuse arrays to write to that do not fit.

    Parameters
    ----------
    out
        A result of an earlier call.
    fields
        Of each field its dtype and shape.
    tiles
        The rows that are read: nothing may be written over them.
    """
    for name, (dtype, shape) in fields.items():
        array = getattr(out, name, None)
        what = f"out.{name}"
        if not isinstance(array, np.ndarray) or array.dtype != dtype or array.shape != shape:
            got = type(array).__name__
            if isinstance(array, np.ndarray):
                got = f"{array.dtype} of shape {array.shape}"
            expected = f"an array of {np.dtype(dtype)} of shape {shape}"
            raise RummyError(what, expected=expected, got=got)
        if not array.flags.c_contiguous or not array.flags.writeable:
            raise RummyError(
                what,
                expected="a C-contiguous array that can be written to",
                got=f"strides {array.strides}, writeable {array.flags.writeable}",
            )
        if np.may_share_memory(array, tiles):
            raise RummyError(what, expected="memory of its own", got="memory of tiles")
