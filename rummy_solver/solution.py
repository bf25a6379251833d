"""Solution: the best melds of a hand, built from what the core has packed."""

from __future__ import annotations

import struct
from functools import cached_property
from typing import final

from rummy_solver import _core
from rummy_solver.hand import Hand
from rummy_solver.melds import Meld, MeldKind
from rummy_solver.rules import RuleSet
from rummy_solver.tiles import JOKER, Tile

__all__ = ["Solution", "unpacked"]

_MELD = struct.Struct("=4B2H")


@final
class Solution(_core.PackedSolution):
    """A best partition of a hand: melds and what is left over.

    A value: equal when rules, hand, melds and values are equal. Melds and values are built when
    they are first asked for.

    Parameters
    ----------
    rules
        The rule set.
    hand
        The hand that was solved.
    melds
        The melds laid, in their order.
    values
        The value of each component of the objective, in order.

    Examples
    --------
    >>> from rummy_solver import solve
    >>> solution = solve("5s 6s 7s 9d 9h * Kc", "joker_rummy")
    >>> print(*solution.melds, sep=" | ")
    R5 R6 R7 | Y9 B9 *
    >>> solution.value, solution.points, solution.penalty
    (6, 45, 10)
    """

    rules: RuleSet
    hand: Hand
    melds: tuple[Meld, ...]
    values: tuple[int, ...]

    def __init__(
        self, rules: RuleSet, hand: Hand, melds: tuple[Meld, ...], values: tuple[int, ...]
    ) -> None:
        super().__init__(rules, hand, melds, values)

    def _hand_of(self, codes: bytes) -> Hand:
        return Hand.of(codes, self.rules)

    def _meld_of(self, *fields: int) -> Meld:
        return _meld(fields, self.rules)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Solution does not change: cannot set {name!r}")

    def _key(self) -> tuple[object, ...]:
        return self.rules, self.hand, self.melds, self.values

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Solution) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        names = ("rules", "hand", "melds", "values")
        told = ", ".join(f"{k}={v!r}" for k, v in zip(names, self._key(), strict=True))
        return f"Solution({told})"

    def __reduce__(self) -> tuple[type[Solution], tuple[object, ...]]:
        return Solution, self._key()

    @property
    def value(self) -> int:
        """The value of the first component."""
        return self.values[0]

    @cached_property
    def deadwood(self) -> Hand:
        """The tiles in no meld, jokers among them."""
        return self.hand - Hand([tile for meld in self.melds for tile in meld.tiles])

    @property
    def tile_count(self) -> int:
        """Number of tiles in melds, jokers counted."""
        return sum(len(meld.tiles) for meld in self.melds)

    @property
    def points(self) -> int:
        """Points of the melds; a joker counts as the card that it stands for."""
        laid = (meld for meld in self.melds if meld.kind is not MeldKind.PAIR)
        return sum(meld.points(self.rules) for meld in laid)

    @property
    def penalty(self) -> int:
        """Hand points of the deadwood."""
        by_code = self.rules.hand_points_by_code
        return sum(by_code[tile] for tile in self.deadwood)

    @property
    def jokers_used(self) -> int:
        """Number of jokers in melds."""
        return sum(meld.tiles.count(JOKER) for meld in self.melds)


def unpacked(packed: bytes, rules: RuleSet) -> tuple[Meld, ...]:
    """Turn packed melds of the core into melds, in their order."""
    return tuple(sorted(_meld(fields, rules) for fields in _MELD.iter_unpack(packed)))


def _meld(fields: tuple[int, ...], rules: RuleSet) -> Meld:
    kind, low, size, color, jokers, colors = fields
    if kind == MeldKind.GROUP:
        tiles = [Tile.of(c, low) for c in range(rules.colors) if colors >> c & 1]
        return Meld.group(tiles, size - len(tiles))
    places = range(low, low + size)
    faces = [Tile.of(color, 1 if place > rules.ranks else place) for place in places]
    return Meld.run(faces, [i for i in range(size) if jokers >> (low + i) & 1])
