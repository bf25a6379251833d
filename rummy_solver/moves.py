"""Moves: the steps by which a player turns the old table into the new one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from rummy_solver.errors import TableError
from rummy_solver.growth import added, longer, read_as, swapped, without_joker
from rummy_solver.hand import Hand
from rummy_solver.melds import Meld, MeldKind
from rummy_solver.notation import PLAIN, Dialect, tile_names
from rummy_solver.openings import best_opening
from rummy_solver.rules import RuleSet
from rummy_solver.table import Table, cores
from rummy_solver.tiles import JOKER, Tile

__all__ = ["LOOSE_JOKER", "Move", "MoveKind", "lay_off_moves", "single_moves"]


# A joker that lies on the table by itself, until the same turn puts it into a meld.
LOOSE_JOKER = Meld(MeldKind.RUN, (JOKER,), (None,))


class MoveKind(Enum):
    """What is done in one step."""

    LAY = "lay"
    ADD = "add"
    SWAP = "swap"
    SPLIT = "split"
    TAKE = "take"
    JOIN = "join"
    ARRANGE = "arrange"


@dataclass(frozen=True)
class Move:
    """One step on the table.

    Pieces may be shorter than a meld while a table is rearranged; after the last step none is.

    Parameters
    ----------
    kind
        What is done.
    tiles
        The tiles that are laid, added, taken out or put in a joker's place.
    at
        Indexes of the pieces that are handled.
    result
        What they become, each where one of them lay; if they are more, the others come last.
    played
        Tiles that leave the rack.
    gained
        Jokers that go to the rack.

    Examples
    --------
    >>> table = Table.parse("R1 R2 R3", "rummikub")
    >>> longer = Meld.run([Tile("R1"), Tile("R2"), Tile("R3"), Tile("R4")])
    >>> move = Move(MoveKind.ADD, (Tile("R4"),), table.melds, (0,), (longer,), (Tile("R4"),))
    >>> print(move, "->", move.apply(table))
    add R4 to R1 R2 R3 -> R1 R2 R3 R4
    """

    kind: MoveKind
    tiles: tuple[Tile, ...]
    pieces: tuple[Meld, ...]
    at: tuple[int, ...]
    result: tuple[Meld, ...]
    played: tuple[Tile, ...] = ()
    gained: tuple[Tile, ...] = ()

    def apply(self, table: Table) -> Table:
        """Return the table after the step.

        Raises
        ------
        TableError
            The pieces that the step handles do not lie there.
        """
        melds = table.melds
        there = tuple(melds[i] if 0 <= i < len(melds) else None for i in self.at)
        if there != self.pieces:
            expected = " | ".join([str(piece) for piece in self.pieces])
            raise TableError(f"move '{self}'", expected=f"{expected} on the table", got=str(table))
        return Table(replaced(melds, self.at, self.result))

    def text(self, dialect: Dialect = PLAIN) -> str:
        """Say the step to a player."""
        names = tile_names(dialect)
        tiles = " ".join([names[tile] for tile in self.tiles])
        pieces = [piece.text(dialect) for piece in self.pieces]
        result = [piece.text(dialect) for piece in self.result]
        if self.kind is MoveKind.LAY:
            return f"lay {result[0]} from the rack"
        if self.kind is MoveKind.ADD:
            return f"add {tiles} to {pieces[0]}"
        if self.kind is MoveKind.SWAP:
            source = "" if self.played else f", taken from {pieces[1]},"
            return f"put {tiles}{source} in the place of the joker of {pieces[0]}"
        if self.kind is MoveKind.SPLIT:
            return f"split {pieces[0]} into {' and '.join(result)}"
        if self.kind is MoveKind.TAKE:
            onto = f" and put it to {pieces[1]}" if len(pieces) > 1 else ""
            return f"take {tiles} out of {pieces[0]}{onto}"
        if self.kind is MoveKind.JOIN:
            return f"join {' and '.join(pieces)}"
        return f"arrange {pieces[0]} as {result[0]}"

    def __str__(self) -> str:
        return self.text()


T = TypeVar("T")


def replaced(pieces: Sequence[T], at: Sequence[int], result: Sequence[T]) -> list[T]:
    """Return the pieces with those `at` replaced one by one; further results come last."""
    if len(at) <= 1 == len(result):
        found = list(pieces)
        if at:
            found[at[0]] = result[0]
        else:
            found.append(result[0])
        return found
    there = dict(zip(at, result, strict=False))
    kept = [there.get(i, p) for i, p in enumerate(pieces) if i in there or i not in at]
    return kept + list(result[len(at) :])


class Steps:
    """Collects moves, each carried out on the melds as they then lie."""

    def __init__(self, melds: Iterable[Meld]) -> None:
        self.melds = list(melds)
        self.moves: list[Move] = []

    def copy(self) -> Steps:
        """Return steps that go on from here apart."""
        other = Steps(self.melds)
        other.moves = list(self.moves)
        return other

    def do(
        self,
        kind: MoveKind,
        tiles: Iterable[Tile],
        at: Sequence[int],
        result: Sequence[Meld],
        *,
        played: Iterable[Tile] = (),
        gained: Iterable[Tile] = (),
    ) -> None:
        """Carry one step out and note it."""
        pieces = tuple([self.melds[i] for i in at])
        self.moves.append(
            Move(kind, tuple(tiles), pieces, tuple(at), tuple(result), tuple(played), tuple(gained))
        )
        self.melds = replaced(self.melds, at, result)

    def lay(self, meld: Meld) -> int:
        """Lay a new meld from the rack; its index."""
        self.do(MoveKind.LAY, meld.tiles, (), (meld,), played=meld.tiles)
        return len(self.melds) - 1

    def add(self, i: int, meld: Meld, rules: RuleSet) -> None:
        """Let a meld grow to what it is to be."""
        if self.melds[i] != meld:
            tiles = added(read_as(self.melds[i], meld, rules), meld, rules.ranks)
            self.do(MoveKind.ADD, tiles, (i,), (meld,), played=tiles)

    def swap(self, i: int, meld: Meld, rules: RuleSet) -> None:
        """Put tiles of the rack in the place of jokers that the meld is to lose."""
        if self.melds[i] == meld:
            return
        old = read_as(self.melds[i], meld, rules)
        tiles, freed = swapped(old, meld, rules.ranks)
        if tiles:
            jokers = (JOKER,) * len(tiles)
            self.do(MoveKind.SWAP, tiles, (i,), (freed,), played=tiles, gained=jokers)


def lay_off_moves(
    before: Table, after: Table, rules: RuleSet, *, jokers: int, opened: bool
) -> tuple[Move, ...]:
    """Return the steps of a turn at a table that is only extended.

    Parameters
    ----------
    before, after
        The tables; meld i of the old one is meld i of the new one, new melds come last.
    rules
        Rule set.
    jokers
        Jokers in the hand at the start of the turn.
    opened
        The opening lies already.
    """
    steps = Steps(before)
    new = after.melds[len(before) :]
    first = [None] * len(new) if opened else best_opening(new, rules, jokers)[1]
    # The one with most points first: it may have to be the opening by itself.
    order = sorted(
        range(len(new)), key=lambda i: -(core.points(rules) if (core := first[i]) else -1)
    )
    where = {i: steps.lay(core) for i in order if (core := first[i]) is not None}
    for i in range(len(before)):
        steps.swap(i, after[i], rules)
    for i in order:
        if i not in where:
            where[i] = steps.lay(_layable(new[i], rules))
    for i in range(len(before)):
        steps.add(i, after[i], rules)
    for i in order:
        steps.add(where[i], new[i], rules)
    return tuple(steps.moves)


def _layable(meld: Meld, rules: RuleSet) -> Meld:
    """Return the part of a new meld that is laid at once: all of it, up to the joker cap."""
    if meld.jokers <= rules.joker_limit:
        return meld
    return max(cores(meld, rules, rules.joker_limit), key=len)


def single_moves(hand: Hand, table: Table, rules: RuleSet) -> list[Move]:
    """Return every single tile that can be added to a meld or put in the place of a joker."""
    found = []
    for i, meld in enumerate(table):
        for tile in hand.kinds():
            found += [
                Move(MoveKind.ADD, (tile,), (meld,), (i,), (grown,), (tile,))
                for grown in longer(meld, tile, rules)
            ]
            if tile == JOKER or not (rules.joker_swap or rules.table_play == "rearrange"):
                continue
            to_rack = (JOKER,) if rules.table_play == "lay_off" else ()
            loose = () if to_rack else (LOOSE_JOKER,)
            for freed in without_joker(meld, tile, rules):
                pieces = (freed, *loose)
                move = Move(MoveKind.SWAP, (tile,), (meld,), (i,), pieces, (tile,), to_rack)
                found.append(move)
    return found
