"""One checked question about how far a hand is from closing, and its answers from the core."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rummy_solver import _core
from rummy_solver.arguments import checked_number
from rummy_solver.errors import HandError, RuleSetError
from rummy_solver.hand import Hand, HandLike
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import as_rules
from rummy_solver.tiles import N_CODES, TILES, Tile

__all__ = ["Question"]

_MOST_TILES = 32
_PAIR_JOKERS = {"none": 1, "single": 2, "any": 3}
_NOTHING = bytes(N_CODES)


@dataclass(frozen=True)
class Question:
    """A hand, the tiles that it can no longer get, and what a closing asks of it."""

    rules: RuleSet
    hand: Hand
    seen: bytes
    size: int
    pair_jokers: int

    @classmethod
    def of(
        cls, hand: HandLike, rules: RuleSet | str, seen: HandLike = (), size: int | None = None
    ) -> Question:
        """Check the arguments that all questions about a distance share."""
        rules = as_rules(rules)
        if rules.table_play == "rearrange":
            got = f"{rules.name!r}, where the table counts too"
            raise RuleSetError("distance", expected="rules without a rearranged table", got=got)
        hand = Hand.of(hand, rules)
        gone = _NOTHING
        if isinstance(seen, Hand) or not (isinstance(seen, tuple | str) and not seen):
            gone = _seen_beside(hand, Hand.of(seen, rules), rules)
        given = rules.hand_size if size is None else size
        size = checked_number("size", given, 0, _MOST_TILES, error=HandError)
        pairs = rules.pairs_to_win
        whole = bool(pairs) and size == rules.hand_size == 2 * pairs
        return cls(rules, hand, gone, size, _PAIR_JOKERS[rules.pair_jokers] if whole else 0)

    def need(self, *sizes: int) -> None:
        """Raise HandError unless the hand has one of these numbers of tiles."""
        if len(self.hand) not in sizes:
            expected = " or ".join(map(str, sizes))
            raise HandError("hand", expected=f"{expected} tiles", got=str(len(self.hand)))

    def without(self, tile: Tile) -> Question:
        """Return the question that is left when a tile is thrown."""
        gone = bytearray(self.seen)
        gone[tile] += 1
        return Question(self.rules, self.hand - tile, bytes(gone), self.size, self.pair_jokers)

    def having(self, tile: Tile) -> Question:
        """Return the question that comes up when a tile is drawn."""
        return Question(self.rules, self.hand + tile, self.seen, self.size, self.pair_jokers)

    def need_at_most(self, size: int) -> None:
        """Raise HandError when the hand has more tiles."""
        if len(self.hand) > size:
            raise HandError("hand", expected=f"at most {size} tiles", got=str(len(self.hand)))

    def distance(self) -> int | None:
        """Return the distance."""
        return _known(_core.distance(*self._counts, self.size, self.pair_jokers))

    def by_melds(self) -> int | None:
        """Return the distance by melds alone."""
        return _known(_core.distance(*self._counts, self.size, 0))

    def taking(self, tile: Tile) -> Question:
        """Return the question that comes up when one of the seen tiles comes to the hand."""
        gone = bytearray(self.seen)
        gone[tile] -= 1
        return Question(self.rules, self.hand + tile, bytes(gone), self.size, self.pair_jokers)

    def by_pairs(self) -> int | None:
        """Return the distance by pairs alone."""
        if not self.pair_jokers:
            return None
        return _known(_core.pairs_distance(*self._counts, self.pair_jokers))

    def nearest(self) -> bytes | None:
        """Return the counts of a closed hand at the distance."""
        return _core.nearest(*self._counts, self.size, self.pair_jokers)

    def useful(self) -> bytes:
        """Return the unseen copies of useful tiles by code."""
        return _core.useful(*self._counts, self.size, self.pair_jokers)[1]

    def discards(self) -> list[tuple[Tile, int | None, bytes]]:
        """Return for each discard the distance after it, and the useful tiles then."""
        rows = _core.discards(*self._counts, self.size, self.pair_jokers)
        return [(TILES[code], _known(far), copies) for code, far, copies in rows]

    def ways(self, draws: int) -> tuple[int, int]:
        """Return the ways to close within at most 3 draws, and the ways in all."""
        return _core.odds(*self._counts, self.size, self.pair_jokers, draws)

    def odds_of_discards(self, tiles: Iterable[Tile]) -> dict[Tile, float]:
        """Return the probability to close within two draws after each of these discards."""
        wanted = Hand(list(tiles))
        found = _core.odds_of_discards(*self._counts, self.size, self.pair_jokers, wanted.counts)
        if found is None:
            pairs = {tile: self.without(tile).ways(2) for tile in wanted.kinds()}
            return {tile: ways / total for tile, (ways, total) in pairs.items()}
        by_code, all_ways = found
        return {TILES[code]: ways / all_ways for code, ways in by_code.items()}

    def deadwood(self, limit: int) -> int | None:
        """Return the distance to a deadwood limit."""
        points = bytes([min(points, 255) for points in self.rules.hand_points_by_code])
        return _known(_core.deadwood_distance(*self._counts, self.size, points, limit))

    def unseen(self) -> bytes:
        """Return the copies by code that are neither in the hand nor seen."""
        deck = self.rules.deck.counts
        return bytes(a - b - c for a, b, c in zip(deck, self.seen, self.hand.counts, strict=True))

    @property
    def _counts(self) -> tuple[_core.CoreRules, bytes, bytes, bytes]:
        return self.rules.core, self.hand.counts, self.rules.deck.counts, self.seen


def _known(distance: int) -> int | None:
    return None if distance < 0 else distance


def _seen_beside(hand: Hand, seen: Hand, rules: RuleSet) -> bytes:
    """Return the counts of the seen tiles, which must be within the deck beside the hand."""
    deck = rules.deck.counts
    for code, (have, gone, most) in enumerate(zip(hand.counts, seen.counts, deck, strict=True)):
        if have + gone > most:
            tile = rules.format(TILES[code])
            raise HandError(
                f"hand and seen tiles have {have} and {gone} of {tile}, "
                f"deck {rules.name!r} has {most}"
            )
    return seen.counts
