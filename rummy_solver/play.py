"""The best turn at a table: lay-offs, joker swaps, rearrangement, the discard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from operator import is_

from rummy_solver.arguments import checked_flag, checked_limit
from rummy_solver.errors import HandError, RummyError, shown
from rummy_solver.hand import Hand, HandLike
from rummy_solver.layoffs import LayOffSearch, PlainTurn
from rummy_solver.melds import Meld
from rummy_solver.moves import Move, lay_off_moves, single_moves
from rummy_solver.objectives import resolve_turn
from rummy_solver.rearrange import rearrangements
from rummy_solver.rules import RuleSet
from rummy_solver.table import Table, TableLike, rules_with_table
from rummy_solver.table_moves import rearrange_moves
from rummy_solver.tiles import N_CODES, TILES, Tile

__all__ = ["Turn", "best_turn", "lay_offs", "turns"]

# With "moves" among the objectives, so many turns are compared at most.
_COMPARED = 200


@dataclass(frozen=True)
class Turn:
    """A whole turn of one player, after the draw.

    Parameters
    ----------
    placed
        Tiles of the rack that were put down, the discard not among them. A tile put in the place
        of a joker is placed, and the joker, when it is kept, is in `left`.
    discard
        The tile thrown, None when none is.
    left
        What is in the rack after the discard.
    table
        The table after the turn: old melds where they lay, new ones last.
    points
        Meld points of the new table less those of the old one.
    goes_out
        The rack was not empty before and is now.
    kept_melds
        Melds of the old table that lie on the new one with the very same tiles.
    factor
        What going out in this turn multiplies: above 1 when nothing was laid before.
    """

    placed: Hand
    discard: Tile | None
    left: Hand
    table: Table
    points: int
    goes_out: bool
    kept_melds: int
    factor: int
    before: Table = field(repr=False, compare=False)
    rack: Hand = field(repr=False, compare=False)
    rules: RuleSet = field(repr=False, compare=False)
    opened: bool = field(repr=False, compare=False, default=True)

    @property
    def tiles(self) -> int:
        """Tiles put down: the rack before less the rack after, the discard not counted."""
        return len(self.rack) - len(self.left) - (self.discard is not None)

    @property
    def penalty(self) -> int:
        """Hand points of what is left."""
        return self.rules.penalty(self.left)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Legal steps that turn the old table into the new one, in order."""
        return _moves(self)

    def value(self, name: str) -> int:
        """Return the value of an objective."""
        if name == "moves":
            return len(self.moves)
        if name == "kept":
            return self.kept_melds
        return int(getattr(self, name))


def best_turn(
    rack: HandLike,
    table: TableLike,
    rules: RuleSet | str,
    *,
    opened: bool = True,
    objective: str | tuple[str, ...] = "tiles",
    discard: bool | None = None,
    taken: Tile | str | None = None,
    node_limit: int | None = None,
) -> Turn:
    """Return the best whole turn from a rack, drawn tile included, at a table.

    Parameters
    ----------
    rack
        The hand after the draw.
    table
        The melds on the table.
    rules
        Rule set, or its name; what a turn may do comes from it.
    opened
        This player has laid melds before.
    objective
        ``tiles``, ``penalty``, ``points``, ``kept``, ``moves``, or a tuple of these, compared in
        that order. A bare name brings its own tie-breaks.
    discard
        None: the rules decide. False: none in this turn.
    taken
        The tile just taken from the discard pile, where the rules forbid to throw it.
    node_limit
        Nodes of the search; None for no limit.

    Raises
    ------
    HandError, TableError, RuleSetError
        Bad input, or rules without play at a table.
    SearchLimitError
        The node limit was reached.

    Notes
    -----
    However hard the question, a search stays within 120 MiB where tables are rearranged, mostly
    within 16, and within 145 KB where they are extended. Each thread that solves has its own.

    Examples
    --------
    >>> turn = best_turn("9s Ts 4d", "Js Qs Ks | Th Td Tc", "basic_rummy", objective="penalty")
    >>> print(turn.placed, turn.discard, turn.goes_out)
    R9 R10 B4 True
    """
    question = _Question(rack, table, rules, opened, discard, taken, node_limit)
    components = resolve_turn(objective)
    if "moves" in components:
        cut = components.index("moves")
        first = components[:cut] or ("tiles",)
        found = list(islice(question.every(first, _COMPARED), _COMPARED))
        return min(found, key=lambda turn: _rank(turn, components))
    return question.best(components)


def turns(
    rack: HandLike,
    table: TableLike,
    rules: RuleSet | str,
    *,
    opened: bool = True,
    objective: str | tuple[str, ...] = "tiles",
    discard: bool | None = None,
    taken: Tile | str | None = None,
    node_limit: int | None = None,
    limit: int | None = None,
) -> Iterator[Turn]:
    """Iterate over all optimal turns, each once, at most `limit`; arguments as `best_turn`.

    Two turns are the same when they end with the same table, rack and discard.
    """
    question = _Question(rack, table, rules, opened, discard, taken, node_limit)
    components = resolve_turn(objective)
    limit = checked_limit("limit", limit)
    if "moves" not in components:
        return islice(question.every(components, limit), limit)
    cut = components.index("moves")
    found = list(islice(question.every(components[:cut] or ("tiles",), _COMPARED), _COMPARED))
    best = min(_rank(turn, components) for turn in found)
    return islice((turn for turn in found if _rank(turn, components) == best), limit)


def lay_offs(hand: HandLike, table: TableLike, rules: RuleSet | str) -> list[Move]:
    """Return every single legal lay-off and joker swap of a player who has opened.

    Examples
    --------
    >>> for move in lay_offs("4s 7s 9h", "5s 6s *", "joker_rummy"):
    ...     print(move)
    add R4 to R5 R6 *
    put R7 in the place of the joker of R5 R6 *
    """
    rules = rules_with_table(rules)
    checked = Table.of(table, rules)
    tiles = Hand.of(hand, rules)
    check_deck(tiles, checked, rules)
    return single_moves(tiles, checked, rules)


def _rank(turn: Turn, components: Iterable[str]) -> tuple[int, ...]:
    """Smaller is better."""
    return tuple(
        turn.value(name) * (1 if name in ("penalty", "moves") else -1) for name in components
    )


class _Question:
    """The checked arguments of `best_turn` and `turns`."""

    def __init__(
        self,
        rack: HandLike,
        table: TableLike,
        rules: RuleSet | str,
        opened: bool,
        discard: bool | None,
        taken: Tile | str | None,
        node_limit: int | None,
    ) -> None:
        self.rules = rules = rules_with_table(rules)
        if discard is not None and checked_flag("discard", discard):
            raise RummyError("discard", expected="None or False", got="True")
        self.table = Table.of(table, rules)
        self.rack = Hand.of(rack, rules)
        check_deck(self.rack, self.table, rules)
        self.opened = checked_flag("opened", opened)
        self.discard = "none" if discard is False else rules.discard
        self.banned = banned_tile(self.rack, taken, rules)
        self.node_limit = checked_limit("node_limit", node_limit, 1)

    def best(self, components: tuple[str, ...]) -> Turn:
        if not len(self.rack):
            return self._idle()
        if self.rules.table_play == "rearrange":
            return next(self._rearranged(components, every=False), None) or self._idle()
        return self._turn_of(self._search(components).best())

    def every(self, components: tuple[str, ...], limit: int | None) -> Iterator[Turn]:
        if not len(self.rack):
            return iter([self._idle()])
        if self.rules.table_play == "rearrange":
            return self._rearranged(components, every=True)
        found: list[PlainTurn | None] = [*self._search(components).every(limit)]
        return (self._turn_of(plain) for plain in found or [None])

    def _search(self, components: tuple[str, ...]) -> LayOffSearch:
        return LayOffSearch(
            self.rack,
            self.table,
            self.rules,
            components,
            opened=self.opened,
            discard=self.discard,
            banned=self.banned,
            node_limit=self.node_limit,
        )

    def _rearranged(self, components: tuple[str, ...], *, every: bool) -> Iterator[Turn]:
        found = rearrangements(
            self.rack,
            self.table,
            self.rules,
            components,
            opened=self.opened,
            node_limit=self.node_limit,
            all_turns=every,
        )
        empty = True
        for _, table in found:
            empty = False
            yield self._turn_of(PlainTurn(table, None))
        if empty:
            yield self._idle()

    def _idle(self) -> Turn:
        return self._turn_of(PlainTurn(self.table, None))

    def _turn_of(self, plain: PlainTurn | None) -> Turn:
        table, discard = plain or (self.table, None)
        old, new = changed_melds(self.table, table)
        placed, left = moved_tiles(self.rack, self.table, table)
        if discard is not None:
            left = left - discard
        goes_out = len(self.rack) > 0 and len(left) == 0
        doubled = goes_out and not self.opened and self.rules.take_all
        return Turn(
            placed=placed,
            discard=discard,
            left=left,
            table=table,
            points=_points(new, self.rules) - _points(old, self.rules),
            goes_out=goes_out,
            kept_melds=len(self.table) - len(old) + _equal(old, new),
            factor=self.rules.one_turn_factor if doubled else 1,
            before=self.table,
            rack=self.rack,
            rules=self.rules,
            opened=self.opened,
        )


def check_deck(rack: Hand, table: Table, rules: RuleSet) -> None:
    """Raise `HandError` when rack and table hold more copies of a tile than the deck."""
    both = zip(rack.counts, table.tiles.counts, rules.deck.counts, strict=True)
    for code, (a, b, most) in enumerate(both):
        if a + b > most:
            raise HandError(
                f"hand and table have {a + b} of {rules.format(TILES[code])}, "
                f"deck {rules.name!r} has {most}"
            )


def banned_tile(rack: Hand, taken: Tile | str | None, rules: RuleSet) -> Tile | None:
    """Return the tile that may not be thrown: the one just taken, unless its twin is held too."""
    if taken is None:
        return None
    tiles = tuple(Hand.of([taken] if isinstance(taken, int) else taken, rules))
    if len(tiles) != 1 or tiles[0] not in rack:
        raise HandError("tile taken", expected="one tile of the rack", got=shown(taken))
    return tiles[0] if not rules.discard_taken and rack.count(tiles[0]) == 1 else None


def moved_tiles(rack: Hand, before: Table, after: Table) -> tuple[Hand, Hand]:
    """Return what the rack has put down, and what is left of it before a discard."""
    placed, left = bytearray(N_CODES), bytearray(rack.counts)
    old, new = before.tiles.counts, after.tiles.counts
    if old != new:
        for code, (was, now) in enumerate(zip(old, new, strict=True)):
            if was != now:
                placed[code] = max(0, now - was)
                left[code] += was - now
    return Hand.from_counts(bytes(placed)), Hand.from_counts(bytes(left))


def changed_melds(before: Table, after: Table) -> tuple[list[Meld], list[Meld]]:
    """Return the melds of each table that are not the very same object on the other."""
    if len(before) <= len(after) and all(map(is_, before.melds, after.melds)):
        return [], list(after.melds[len(before) :])
    known = {id(meld): meld for table in (before, after) for meld in table}
    old, new = Counter(map(id, before)), Counter(map(id, after))
    return (
        [known[key] for key in (old - new).elements()],
        [known[key] for key in (new - old).elements()],
    )


def _points(melds: list[Meld], rules: RuleSet) -> int:
    return sum([meld.points(rules) for meld in melds])


def _equal(old: list[Meld], new: list[Meld]) -> int:
    """Return how many of the old melds have an equal in the new ones, by their tiles."""
    if not old or not new:
        return 0
    was = Counter([tuple(sorted(meld.tiles)) for meld in old])
    return (was & Counter([tuple(sorted(meld.tiles)) for meld in new])).total()


def _moves(turn: Turn) -> tuple[Move, ...]:
    if turn.rules.table_play == "rearrange":
        return rearrange_moves(
            turn.before, turn.table, tuple(turn.placed), turn.rules, opened=turn.opened
        )
    return lay_off_moves(
        turn.before, turn.table, turn.rules, jokers=turn.rack.jokers, opened=turn.opened
    )
