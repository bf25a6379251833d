"""Seeded random deals as arrays of tile codes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import overload

import numpy as np
import numpy.typing as npt

from rummy_solver import _core
from rummy_solver.arguments import checked_number
from rummy_solver.blocks import run_blocks
from rummy_solver.errors import HandError
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import as_rules
from rummy_solver.tiles import PAD

__all__ = ["TableDeals", "deal"]

Codes = npt.NDArray[np.uint8]
_MOST_JOKERS = 6
_MOST_DEALS = 2**40


@dataclass(frozen=True, eq=False)
class TableDeals:
    """Deals of whole tables: every seat of every deal.

    Parameters
    ----------
    hands
        Tile codes, (deals, seats, width) uint8. Seat 0 begins; where the rules give the starter
        a tile more, the rows of the other seats end in one 255.
    trump
        Code of the tile turned up, (deals,) uint8; None where the rules have no trump.
    trump_holders
        Whether a seat holds the trump, (deals, seats) bool: the very tile or, under
        ``trump_match="copy"``, an equal one; None where the rules have no trump.
    """

    hands: Codes
    trump: Codes | None = None
    trump_holders: npt.NDArray[np.bool_] | None = None


@overload
def deal(
    rules: RuleSet | str,
    n: int,
    *,
    seed: int,
    hand_size: int | None = None,
    jokers: int | None = None,
    start: int = 0,
    seats: None = None,
    threads: int = 1,
) -> Codes: ...
@overload
def deal(
    rules: RuleSet | str,
    n: int,
    *,
    seed: int,
    hand_size: int | None = None,
    jokers: int | None = None,
    start: int = 0,
    seats: int,
    threads: int = 1,
) -> TableDeals: ...


def deal(
    rules: RuleSet | str,
    n: int,
    *,
    seed: int,
    hand_size: int | None = None,
    jokers: int | None = None,
    start: int = 0,
    seats: int | None = None,
    threads: int = 1,
) -> Codes | TableDeals:
    """Deal hands from a shuffled deck, each tile equally likely, without replacement.

    Deal i depends on the seed, the deck and the number of tiles dealt alone, so the first deals
    of a longer array are those of a shorter one, on every platform.

    Parameters
    ----------
    rules
        Rule set or its name; gives the deck.
    n
        Number of deals.
    seed
        Any integer 0..2**64-1.
    hand_size
        Tiles of a hand; None: as the rules have it.
    jokers
        Jokers in the deck; None: as the rules have it.
    start
        Number of the first deal: long arrays can be dealt piece by piece.
    seats
        Deal to so many players at once and return `TableDeals`; None: one hand a deal.
    threads
        Threads to use; the deals do not depend on it.

    Returns
    -------
    array or TableDeals
        Tile codes, (n, hand_size) uint8, in the order in which they were dealt.

    Raises
    ------
    RummyError
        A number outside its limits; a HandError when the deck is too small.

    Examples
    --------
    >>> deal("rummikub", 2, seed=1, hand_size=5).shape
    (2, 5)
    >>> deal("remi", 3, seed=1, seats=4).hands.shape
    (3, 4, 15)
    """
    game = as_rules(rules)
    n = checked_number("deals", n, 0, _MOST_DEALS)
    seed = checked_number("seed", seed, 0, 2**64 - 1)
    size = game.hand_size if hand_size is None else checked_number("hand_size", hand_size, 1)
    counts = bytearray(game.deck.counts)
    if jokers is not None:
        counts[0] = checked_number("jokers", jokers, 0, _MOST_JOKERS)
    stream = _Stream(bytes(counts), n, seed, checked_number("start", start, 0, 2**63), threads)
    if seats is None:
        return stream.rows(size)
    return _tables(game, stream, checked_number("seats", seats, 1), size)


@dataclass(frozen=True)
class _Stream:
    """Which deals to deal, from which deck."""

    deck: bytes
    n: int
    seed: int
    start: int
    threads: int

    def rows(self, width: int) -> Codes:
        size = sum(self.deck)
        if width > size:
            expected = f"at most the {size} tiles of the deck"
            raise HandError("deal", expected=expected, got=str(width))
        out = np.empty((self.n, width), np.uint8)

        def work(first: int, end: int) -> None:
            _core.deal_rows(self.deck, self.seed, self.start, out, first, end)

        run_blocks(lambda: work, self.n, self.threads)
        return out

    def places(self) -> Codes:
        """Return a place of the shuffled deck for each deal."""
        out = np.empty(self.n, np.uint8)
        bound = sum(self.deck)

        def work(first: int, end: int) -> None:
            _core.pick_rows(self.seed, self.start, bound, out, first, end)

        run_blocks(lambda: work, self.n, self.threads)
        return out


def _tables(game: RuleSet, stream: _Stream, seats: int, size: int) -> TableDeals:
    extra, dealt = game.starter_extra, seats * size + game.starter_extra
    trump = game.trump_bonus > 0
    spare = int(trump and dealt < sum(stream.deck))  # in case that no seat gets the trump
    rows = stream.rows(dealt + spare)
    hands = np.full((stream.n, seats, size + extra), PAD, np.uint8)
    hands[:, 0] = rows[:, : size + extra]
    for seat in range(1, seats):
        begin = extra + seat * size
        hands[:, seat, :size] = rows[:, begin : begin + size]
    if not trump:
        return TableDeals(hands)
    return _with_trump(game, hands, rows, stream.places(), dealt)


def _with_trump(game: RuleSet, hands: Codes, rows: Codes, where: Codes, dealt: int) -> TableDeals:
    """Turn up the tile at a random place of the shuffled deck; beyond the seats any will do."""
    n, seats, width = hands.shape
    place = np.minimum(where, dealt).astype(np.intp)
    tile = rows[np.arange(n), place]
    if game.trump_match == "copy":
        holders = (hands == tile[:, None, None]).any(axis=2)
    else:
        extra = game.starter_extra
        seat = np.maximum(place - extra, 0) // (width - extra)
        holders = (seat[:, None] == np.arange(seats)) & (place < dealt)[:, None]
    return TableDeals(hands, tile, holders)
