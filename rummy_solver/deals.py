"""Seeded random deals as arrays of tile codes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import overload

import numpy as np
import numpy.typing as npt

from rummy_solver import _core
from rummy_solver.blocks import checked_number, run_blocks
from rummy_solver.errors import HandError
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import as_rules
from rummy_solver.tiles import PAD

__all__ = ["TableDeals", "deal"]

Codes = npt.NDArray[np.uint8]
_MOST_JOKERS = 6


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
    n = checked_number("deals", n, 0)
    seed = checked_number("seed", seed, 0, 2**64 - 1)
    size = game.hand_size if hand_size is None else checked_number("hand_size", hand_size, 1)
    counts = bytearray(game.deck.counts)
    if jokers is not None:
        counts[0] = checked_number("jokers", jokers, 0, _MOST_JOKERS)
    if seats is None:
        return _rows(bytes(counts), n, seed, size, threads)
    seats = checked_number("seats", seats, 1)
    return _tables(game, bytes(counts), n, seed, (seats, size), threads)


def _rows(deck: bytes, n: int, seed: int, width: int, threads: int) -> Codes:
    if width > sum(deck):
        raise HandError(
            "deal", expected=f"at most the {sum(deck)} tiles of the deck", got=f"{width}"
        )
    out = np.empty((n, width), np.uint8)

    def work(first: int, end: int) -> None:
        _core.deal_rows(deck, seed, out, first, end)

    run_blocks(lambda: work, n, threads)
    return out


def _tables(
    game: RuleSet, deck: bytes, n: int, seed: int, shape: tuple[int, int], threads: int
) -> TableDeals:
    seats, size = shape
    extra, dealt = game.starter_extra, seats * size + game.starter_extra
    trump = game.trump_bonus > 0
    spare = int(trump and dealt < sum(deck))  # one more, in case that no seat gets the trump
    rows = _rows(deck, n, seed, dealt + spare, threads)
    hands = np.full((n, seats, size + extra), PAD, np.uint8)
    hands[:, 0] = rows[:, : size + extra]
    for seat in range(1, seats):
        start = extra + seat * size
        hands[:, seat, :size] = rows[:, start : start + size]
    if not trump:
        return TableDeals(hands)
    where = np.empty(n, np.uint8)
    bound = sum(deck)

    def pick(first: int, end: int) -> None:
        _core.pick_rows(seed, bound, where, first, end)

    run_blocks(lambda: pick, n, threads)
    return _with_trump(game, hands, rows, where, dealt)


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
