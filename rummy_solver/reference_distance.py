"""Distance, useful tiles and closing odds by the letter of their definitions.

All closed sets of a size are listed once, then every question is a look at the whole list.
That is possible for small decks, for short hands of the full decks, and for ten cards of a
single deck; it is the oracle of the fast search, which lists nothing.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rummy_solver.reference import DIGIT, GUARD, JOKER_DIGIT, packed
from rummy_solver.reference_melds import (
    JOKER,
    N_CODES,
    code_of,
    codes_of,
    counts_of,
    possible_melds,
)

Counts = tuple[int, ...]


class RefAdvice(NamedTuple):
    """One possible discard: what the rest is away from closing, and what helps it."""

    tile: int
    distance: int | None
    useful: dict[int, int]


def deck_counts(rules: Any) -> Counts:
    """Count the tiles of a plain deck (no indicator out of play)."""
    naturals = [code_of(c, r) for c in range(rules.colors) for r in range(1, rules.ranks + 1)]
    return counts_of(naturals * rules.copies + [JOKER] * rules.jokers)


def melded_sets(deck: Counts, rules: Any, size: int) -> set[Counts]:
    """List every set of ``size`` tiles that goes into melds without remainder."""
    melds = {(packed(meld.tiles), len(meld.tiles)) for meld in possible_melds(deck, rules)}
    limit = packed(codes_of(deck)) | GUARD
    smaller: list[set[int]] = [{0}]
    for total in range(1, size + 1):
        sums = {
            base + meld
            for meld, length in melds
            if length <= total
            for base in smaller[total - length]
        }
        smaller.append({tiles for tiles in sums if (limit - tiles) & GUARD == GUARD})
    return {unpacked(tiles) for tiles in smaller[size]}


def unpacked(digits: int) -> Counts:
    """Read the counts out of the digits of one integer."""
    return tuple(digits >> (DIGIT * code) & JOKER_DIGIT for code in range(N_CODES))


def paired_sets(deck: Counts, rules: Any) -> set[Counts]:
    """List every set of tiles that is the winning number of pairs."""
    found = set()
    kinds = [code for code in range(1, N_CODES) if deck[code]]
    most = 0 if rules.pair_jokers == "none" else deck[JOKER]
    for jokers in range(most + 1):
        doubles = range(jokers // 2 + 1) if rules.pair_jokers == "any" else (0,)
        for joker_pairs in doubles:
            singles = jokers - 2 * joker_pairs
            twins = rules.pairs_to_win - singles - joker_pairs
            for pair_kinds in combinations(
                [code for code in kinds if deck[code] > 1], max(twins, 0)
            ):
                free = [code for code in kinds if code not in pair_kinds]
                for alone in combinations(free, singles) if twins >= 0 else ():
                    found.add(counts_of([*pair_kinds * 2, *alone, *[JOKER] * jokers]))
    return found


class ClosedSets:
    """All closed sets of ``size`` tiles of a deck, and every question that they answer."""

    def __init__(self, rules: Any, size: int | None = None) -> None:
        self.deck = deck_counts(rules)
        self.size = rules.hand_size if size is None else size
        closed = melded_sets(self.deck, rules, self.size)
        if rules.pairs_to_win and self.size == rules.hand_size:
            closed |= paired_sets(self.deck, rules)
        self.closed = closed
        # one column for every tile code: how often each closed set holds it
        self.columns: NDArray[np.uint8] = np.array(sorted(closed), dtype=np.uint8)
        self.columns = self.columns.reshape(len(closed), N_CODES).T.copy()

    def distance(self, hand: Counts, seen: Counts) -> int | None:
        """Return the size less the most tiles shared with a closed set within deck less seen."""
        exists = np.ones(len(self.closed), dtype=bool)
        for code in {*codes_of(seen)}:
            exists &= self.columns[code] <= self.deck[code] - seen[code]
        if not exists.any():
            return None
        shared = np.zeros(len(self.closed), dtype=np.uint8)
        for code in {*codes_of(hand)}:
            shared += np.minimum(self.columns[code], np.uint8(hand[code]))
        return self.size - int(np.max(shared[exists]))

    def unseen(self, hand: Counts, seen: Counts) -> Counts:
        """Count the tiles neither in hand nor seen."""
        return tuple(d - h - s for d, h, s in zip(self.deck, hand, seen, strict=True))

    def useful(self, hand: Counts, seen: Counts) -> dict[int, int]:
        """Return the tiles whose draw allows a discard after which the distance is lower."""
        now = self.distance(hand, seen)
        found = {}
        for tile, copies in enumerate(self.unseen(hand, seen)):
            if now and copies:
                drawn = moved(hand, tile, 1)
                after = [
                    self.distance(moved(drawn, thrown, -1), moved(seen, thrown, 1))
                    for thrown in sorted({*codes_of(drawn)})
                ]
                if any(value is not None and value < now for value in after):
                    found[tile] = copies
        return found

    def discards(self, hand: Counts, seen: Counts) -> list[RefAdvice]:
        """Return one row per kind of tile in a hand of one tile more, by code."""
        rows = []
        for tile in sorted({*codes_of(hand)}):
            kept, out = moved(hand, tile, -1), moved(seen, tile, 1)
            rows.append(RefAdvice(tile, self.distance(kept, out), self.useful(kept, out)))
        return rows

    def odds(self, hand: Counts, seen: Counts, draws: int) -> Fraction:
        """Return the chance to hold a closed hand within some draws, played for the best."""

        @cache
        def chance(held: Counts, unseen: Counts, left: int) -> Fraction:
            if held in self.closed:
                return Fraction(1)
            total = sum(unseen)
            if left == 0 or total == 0:
                return Fraction(0)
            found = Fraction(0)
            for tile, copies in enumerate(unseen):
                if copies:
                    drawn, rest = moved(held, tile, 1), moved(unseen, tile, -1)
                    kept = [moved(drawn, thrown, -1) for thrown in sorted({*codes_of(drawn)})]
                    best = max(chance(hand_left, rest, left - 1) for hand_left in kept)
                    found += Fraction(copies, total) * best
            return found

        return chance(hand, self.unseen(hand, seen), draws)


def moved(counts: Counts, code: int, step: int) -> Counts:
    """Return the counts with one copy of a tile more or less."""
    return tuple(number + step * (at == code) for at, number in enumerate(counts))
