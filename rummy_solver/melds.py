"""Meld: a run, a group or a pair, with the faces that its jokers stand for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import total_ordering
from typing import Protocol

from rummy_solver.errors import TableError, shown
from rummy_solver.notation import PLAIN, Dialect, face_names, tile_names
from rummy_solver.tiles import JOKER, MAX_RANKS, Tile

__all__ = ["Meld", "MeldKind"]


class MeldKind(IntEnum):
    """What a meld is; a pair counts only in a closing of seven pairs."""

    RUN = 0
    GROUP = 1
    PAIR = 2


class MeldPoints(Protocol):
    """The points of a rule set, by place of a run and by rank of a group."""

    @property
    def ranks(self) -> int: ...
    @property
    def run_points(self) -> tuple[int, ...]: ...
    @property
    def joker_run_points(self) -> tuple[int, ...]: ...
    @property
    def group_points(self) -> tuple[int, ...]: ...
    @property
    def joker_group_points(self) -> tuple[int, ...]: ...


@total_ordering
@dataclass(frozen=True, eq=True, repr=False)
class Meld:
    """A run, group or pair; whether it is legal only a rule set knows.

    Parameters
    ----------
    kind
        RUN, GROUP or PAIR.
    tiles
        The tiles in face order, jokers as `JOKER`: a run by ascending places (an ace above the top
        rank comes last), a group by colour with its jokers last.
    faces
        What each tile stands for; None for a joker whose colour is open.
    open
        A meld on a table whose kind no tile has settled yet, such as ``K1 * *``; `kind` and
        `faces` are those of the run, which keeps the order, and `points` those of the better one.

    Examples
    --------
    >>> five, six, seven = Tile("R5"), Tile("R6"), Tile("R7")
    >>> print(Meld(MeldKind.RUN, (five, JOKER, seven), (five, six, seven)))
    R5 * R7
    """

    kind: MeldKind
    tiles: tuple[Tile, ...]
    faces: tuple[Tile | None, ...]
    open: bool = False

    def __post_init__(self) -> None:
        """Check the shape, which no later code looks at again."""
        if type(self.kind) is not MeldKind:
            raise TableError("kind of a meld", expected="a MeldKind", got=shown(self.kind))
        if type(self.tiles) is not tuple or set(map(type, self.tiles)) - {Tile}:
            raise TableError("tiles of a meld", expected="a tuple of tiles", got=shown(self.tiles))
        if type(self.faces) is not tuple or set(map(type, self.faces)) - {Tile, type(None)}:
            expected = "a tuple of tiles and None"
            raise TableError("faces of a meld", expected=expected, got=shown(self.faces))
        if len(self.tiles) != len(self.faces):
            raise TableError("meld", expected=f"{len(self.tiles)} faces", got=str(len(self.faces)))
        if type(self.open) is not bool:
            raise TableError("open of a meld", expected="True or False", got=shown(self.open))

    @classmethod
    def run(cls, faces: Iterable[Tile], jokers: Iterable[int] = ()) -> Meld:
        """Build a run from its faces in order; `jokers` are the indexes that jokers hold."""
        known = tuple(faces)
        held = set(jokers)
        tiles = tuple(JOKER if i in held else face for i, face in enumerate(known))
        return cls(MeldKind.RUN, tiles, known)

    @classmethod
    def group(cls, naturals: Iterable[Tile], jokers: int = 0) -> Meld:
        """Build a group from its natural tiles and a number of jokers."""
        known = tuple(sorted(naturals))
        return cls(MeldKind.GROUP, known + (JOKER,) * jokers, known + (None,) * jokers)

    @classmethod
    def pair(cls, tile: Tile, jokers: int = 0) -> Meld:
        """Build a pair: two copies of a tile, one and a joker, or (`JOKER`, 2) two jokers."""
        face = None if tile.is_joker else tile
        naturals = 0 if face is None else 2 - jokers
        tiles = (tile,) * naturals + (JOKER,) * (2 - naturals)
        return cls(MeldKind.PAIR, tiles, (face, face))

    @property
    def jokers(self) -> int:
        """Number of jokers."""
        return self.tiles.count(JOKER)

    @property
    def naturals(self) -> tuple[Tile, ...]:
        """The tiles that are no jokers, in face order."""
        return tuple([tile for tile in self.tiles if tile != JOKER])

    def places(self, ranks: int = MAX_RANKS) -> tuple[int, ...]:
        """Return the places of a run: the rank of each face, an ace at the upper end as ranks+1."""
        found = [face.rank for face in self.faces if face is not None]
        if len(found) > 1 and found[-1] == 1:
            found[-1] = ranks + 1
        return tuple(found)

    def points(self, rules: MeldPoints) -> int:
        """Return the meld points under a rule set, each joker as the card it stands for there."""
        if self.open:
            group = Meld.group(self.naturals, self.jokers)
            return max(replace(self, open=False).points(rules), group.points(rules))
        if self.kind is MeldKind.RUN:
            table, wild = rules.run_points, rules.joker_run_points
            spots = self.places(rules.ranks)
        else:
            table, wild = rules.group_points, rules.joker_group_points
            rank = next((face.rank for face in self.faces if face is not None), 0)
            spots = (rank,) * len(self.tiles)
        pairs = zip(self.tiles, spots, strict=True)
        return sum([wild[spot] if tile == JOKER else table[spot] for tile, spot in pairs])

    def text(self, dialect: Dialect = PLAIN) -> str:
        """Print the meld in a dialect, faces written out where the order does not tell them."""
        names = tile_names(dialect)
        written = self._written_faces()
        if written is None:
            return " ".join([names[tile] for tile in self.tiles])
        faces = face_names(dialect)
        return " ".join(
            [
                f"*:{faces[face]}" if tile == JOKER else names[tile]
                for tile, face in zip(self.tiles, written, strict=True)
            ]
        )

    def _written_faces(self) -> list[Tile] | None:
        """Return the faces to print, where one natural tile leaves two readings."""
        naturals = self.naturals
        if self.open or len(naturals) != 1 or self.kind is MeldKind.PAIR or not self.jokers:
            return None
        if self.kind is MeldKind.RUN:
            known = [face for face in self.faces if face is not None]
            return known if len(known) == len(self.faces) else None  # a piece that is no meld
        rank = naturals[0].rank
        if rank + len(self.tiles) - 1 > MAX_RANKS + 1:
            return None  # no run begins there, so it reads as a group anyway
        own = (naturals[0] - 1) // MAX_RANKS
        free = [color for color in range(6) if color != own]
        return [naturals[0], *(Tile.of(free[i], rank) for i in range(self.jokers))]

    def _key(self) -> tuple[object, ...]:
        faces = tuple([N_FACE if face is None else int(face) for face in self.faces])
        return int(self.kind), faces, self.tiles, self.open

    def __lt__(self, other: object) -> bool:
        return self._key() < other._key() if isinstance(other, Meld) else NotImplemented

    def __len__(self) -> int:
        return len(self.tiles)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        tail = ", open=True" if self.open else ""
        return f"Meld(MeldKind.{self.kind.name}, {self.tiles!r}, {self.faces!r}{tail})"


N_FACE = 255
