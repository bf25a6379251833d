"""Position: what one seat sees in the middle of a game, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias

from rummy_solver.arguments import checked_choice, checked_flag
from rummy_solver.errors import HandError
from rummy_solver.hand import Hand, HandLike, tiles_of
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import as_rules
from rummy_solver.table import Table, TableLike
from rummy_solver.tiles import TILES, Tile

__all__ = ["Position"]

Phase: TypeAlias = Literal["draw", "play"]
Pile: TypeAlias = tuple[Tile, ...]
TileLike: TypeAlias = "Tile | str | None"


@dataclass(frozen=True, init=False)
class Position:
    """What one seat sees: its own hand, what lies open, and what it remembers.

    Parameters
    ----------
    hand
        The hand of this seat.
    rules
        Rule set, or its name.
    table
        The melds on the table.
    discards
        The discard piles that this seat may draw from, each from the bottom to the top: tiles or
        text for one pile, several piles as a sequence of them or as text with ``|`` between.
    seen
        Other tiles that are known to be out of reach, the table and the piles not among them.
    opened
        Whether this seat has laid melds before.
    drawn, taken
        The tile drawn from the stock, or taken from a discard pile, in this turn.
    phase
        ``draw`` before the draw, ``play`` after it; by default told by the other arguments.
    next_known
        Tiles that the next player is known to hold: seen when they were taken.
    next_opened
        Whether the next player has laid melds before.
    launched
        Jokers that this seat has thrown before in this deal, where that counts.

    Raises
    ------
    HandError
        The tiles in sight are not within the deck.

    Examples
    --------
    >>> position = Position("5s 6s 7s 9d 9h Kc Ah", "basic_rummy", discards="2c 9s")
    >>> position.phase, [str(tile) for tile in position.tops]
    ('draw', ['R9'])
    """

    hand: Hand
    rules: RuleSet
    table: Table
    discards: tuple[Pile, ...]
    seen: Hand
    opened: bool
    drawn: Tile | None
    taken: Tile | None
    phase: Phase
    next_known: Hand
    next_opened: bool
    launched: int

    def __init__(
        self,
        hand: HandLike,
        rules: RuleSet | str,
        table: TableLike = (),
        discards: Any = (),
        seen: HandLike = (),
        opened: bool = False,
        drawn: TileLike = None,
        taken: TileLike = None,
        phase: Phase | None = None,
        *,
        next_known: HandLike = (),
        next_opened: bool = False,
        launched: int = 0,
    ) -> None:
        rules = as_rules(rules)
        mine = Hand.of(hand, rules)
        drawn, taken = _own_tile(drawn, mine, rules), _own_tile(taken, mine, rules)
        checked_choice("phase", phase, None, "draw", "play", error=HandError)
        values: dict[str, object] = {
            "hand": mine,
            "rules": rules,
            "table": Table.of(table, rules),
            "discards": _piles(discards, rules),
            "seen": Hand.of(seen, rules),
            "opened": checked_flag("opened", opened),
            "drawn": drawn,
            "taken": taken,
            "phase": phase or _phase(mine, rules, drawn, taken),
            "next_known": Hand.of(next_known, rules),
            "next_opened": checked_flag("next_opened", next_opened),
            "launched": launched,
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)
        self._check()

    @property
    def tops(self) -> tuple[Tile, ...]:
        """The tiles on top of the piles, each kind once, in order of code."""
        return tuple(sorted({pile[-1] for pile in self.discards if pile}))

    @cached_property
    def known(self) -> Hand:
        """All tiles out of the reach of the stock: on the table, in piles, seen, held next."""
        piles = Hand([tile for pile in self.discards for tile in pile])
        return self.table.tiles + piles + self.seen + self.next_known

    @cached_property
    def unseen(self) -> bytes:
        """Copies by code of the tiles that this seat has not seen."""
        deck, hand, known = self.rules.deck.counts, self.hand.counts, self.known.counts
        return bytes(a - b - c for a, b, c in zip(deck, hand, known, strict=True))

    def _check(self) -> None:
        counts = (self.rules.deck.counts, self.hand.counts, self.known.counts)
        for code, (most, held, known) in enumerate(zip(*counts, strict=True)):
            n = held + known
            if n > most:
                tile = self.rules.format(TILES[code])
                raise HandError(f"{n} of {tile} in sight, deck {self.rules.name!r} has {most}")


def _own_tile(tile: TileLike, hand: Hand, rules: RuleSet) -> Tile | None:
    if tile is None:
        return None
    found = next(iter(Hand.of([tile], rules)))
    if found not in hand:
        raise HandError("tile just drawn", expected="a tile of the hand", got=rules.format(found))
    return found


def _piles(discards: Any, rules: RuleSet) -> tuple[Pile, ...]:
    if isinstance(discards, str):
        parts: list[Any] = discards.split("|") if discards.strip() else []
    elif isinstance(discards, Hand | bytes) or not isinstance(discards, Iterable):
        parts = [discards]
    else:
        items = list(discards)
        nested = any(not isinstance(item, Tile | str | int) for item in items)
        parts = items if nested else [items] if items else []
    return tuple(tuple(tiles_of(part, rules)) for part in parts)


def _phase(hand: Hand, rules: RuleSet, drawn: Tile | None, taken: Tile | None) -> Phase:
    whole = rules.closing != "out" and len(hand) > rules.hand_size
    return "play" if whole or drawn is not None or taken is not None else "draw"
