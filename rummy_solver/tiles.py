"""Tiles and decks: the smallest values, and the numbers by which the whole package names them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from rummy_solver.arguments import checked_number
from rummy_solver.errors import HandError, NotationError, RuleSetError, integer, shown

__all__ = ["JOKER", "N_CODES", "PAD", "TILES", "Color", "Deck", "Tile"]

MAX_COLORS = 6
MAX_RANKS = 13
N_CODES = 1 + MAX_COLORS * MAX_RANKS
PAD = 255
LETTERS = "RYBKGP"
_GUARD = int.from_bytes(bytes([128]) * N_CODES, "little")


class Color(IntEnum):
    """The colours of tiles; the suits s h d c are the first four of these numbers."""

    RED = 0
    YELLOW = 1
    BLUE = 2
    BLACK = 3
    GREEN = 4
    PURPLE = 5


class Tile(int):
    """One kind of tile or card: an int, the tile code, with names.

    The joker is 0, every other tile is ``1 + 13 * color + (rank - 1)``. There is one object per
    code, and it is always true, the joker too.

    Examples
    --------
    >>> Tile.of(Color.RED, 5), int(Tile("R5")), str(Tile(0))
    (Tile('R5'), 5, '*')
    """

    def __new__(cls, code: int | str) -> Tile:
        """Return the one tile of a code 0..78, or of its name in tile style."""
        if isinstance(code, str):
            if code in _BY_NAME:
                return _BY_NAME[code]
            raise NotationError("tile", expected="a name such as 'R5' or '*'", got=shown(code))
        number = integer(code)
        if number is None or not 0 <= number < N_CODES:
            raise HandError("tile code", expected=f"0..{N_CODES - 1}", got=shown(code))
        return TILES[number]

    @classmethod
    def of(cls, color: int, rank: int) -> Tile:
        """Return the tile of a colour 0..5 and a rank 1..13."""
        try:
            if 0 <= color < MAX_COLORS and 1 <= rank <= MAX_RANKS:
                return TILES[1 + MAX_RANKS * color + rank - 1]
        except TypeError:
            pass
        got = f"color {shown(color)}, rank {shown(rank)}"
        raise HandError("tile", expected="color 0..5 and rank 1..13", got=got)

    @property
    def is_joker(self) -> bool:
        """Whether this is the joker."""
        return int(self) == 0

    @property
    def color(self) -> Color | None:
        """The colour; None for the joker."""
        return None if int(self) == 0 else _COLORS[(int(self) - 1) // MAX_RANKS]

    @property
    def rank(self) -> int:
        """The rank 1..13; 0 for the joker."""
        return 0 if int(self) == 0 else (int(self) - 1) % MAX_RANKS + 1

    def __bool__(self) -> bool:
        """Return True: a tile is true, also the joker with its code 0."""
        return True

    def __str__(self) -> str:
        return _NAMES[int(self)]

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"Tile({str(self)!r})"

    def __reduce__(self) -> tuple[type[Tile], tuple[int]]:
        """Pickle by code, so that loading gives the one object back."""
        return Tile, (int(self),)


_COLORS = tuple(Color)
TILES: tuple[Tile, ...] = tuple(int.__new__(Tile, code) for code in range(N_CODES))
JOKER = TILES[0]
_NAMES = (
    "*",
    *(f"{letter}{rank}" for letter in LETTERS for rank in range(1, MAX_RANKS + 1)),
)
_BY_NAME = dict(zip(_NAMES, TILES, strict=True))


@dataclass(frozen=True)
class Deck:
    """All tiles of a game: colours x ranks x copies, jokers, less what is out of play.

    Examples
    --------
    >>> Deck(colors=4, ranks=13, copies=2, jokers=2).size
    106
    """

    colors: int
    ranks: int
    copies: int
    jokers: int
    out: tuple[Tile, ...] = ()

    def __post_init__(self) -> None:
        """Refuse numbers below 0, and a tile out of play that the deck does not have."""
        for name in ("colors", "ranks", "copies", "jokers"):
            checked_number(name, getattr(self, name), 0, error=RuleSetError)
        if type(self.out) is not tuple or set(map(type, self.out)) - {Tile}:
            raise RuleSetError("out of play", expected="a tuple of tiles", got=shown(self.out))
        for tile in set(self.out):
            if self.out.count(tile) > self._full(tile):
                raise RuleSetError(
                    "deck",
                    expected=f"at most {self._full(tile)} of {tile} out of play",
                    got=str(self.out.count(tile)),
                )

    def _full(self, tile: Tile) -> int:
        if tile.is_joker:
            return self.jokers
        inside = (tile - 1) // MAX_RANKS < self.colors and tile.rank <= self.ranks
        return self.copies if inside else 0

    @cached_property
    def counts(self) -> bytes:
        """Copies of every tile code, 79 bytes."""
        return bytes(self._full(tile) - self.out.count(tile) for tile in TILES)

    @cached_property
    def guarded(self) -> int:
        """The counts as one number, little end first, with the top bit of every byte set."""
        return int.from_bytes(self.counts, "little") | _GUARD

    @cached_property
    def size(self) -> int:
        """Number of tiles."""
        return sum(self.counts)

    def count(self, tile: int) -> int:
        """Return the copies of a tile that the deck has."""
        return self.counts[Tile(tile)]

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Tile]:
        """Iterate over every copy, in code order."""
        for tile, n in zip(TILES, self.counts, strict=True):
            for _ in range(n):
                yield tile
