"""Table: the melds that lie on the table, parsed, printed and checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias, overload

from rummy_solver.arguments import checked_list
from rummy_solver.errors import RuleSetError, TableError, shown
from rummy_solver.hand import Hand
from rummy_solver.melds import Meld, MeldKind
from rummy_solver.notation import PLAIN, Dialect, split_melds, tiles_text
from rummy_solver.readings import check_meld, parse_meld, readings
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import as_rules
from rummy_solver.tiles import JOKER, Tile

__all__ = ["Table", "TableLike"]


class Table(Sequence[Meld]):
    """An immutable sequence of melds.

    The order is that in which they lie and by which messages and moves number them, from 1. Two
    tables are equal when the same melds lie on them, in whatever order.

    Parameters
    ----------
    melds
        The melds, taken as they are; `parse` and `of` check them.

    Examples
    --------
    >>> table = Table.parse("R1 R2 R3 | B5 K5 Y5 *", "rummikub")
    >>> len(table), str(table[1])
    (2, 'Y5 B5 K5 *')
    """

    __slots__ = ("_checked", "_sorted", "_tiles", "melds")
    melds: tuple[Meld, ...]
    _tiles: Hand | None
    _checked: RuleSet | None
    _sorted: tuple[Meld, ...] | None

    def __init__(self, melds: Iterable[Meld] = ()) -> None:
        found = tuple(checked_list("table", melds, "melds", error=TableError))
        for i, meld in enumerate(found, 1):
            if not isinstance(meld, Meld):
                raise TableError(f"meld {i} of the table", expected="a Meld", got=shown(meld))
        self._fill(found, None)

    def _fill(self, melds: tuple[Meld, ...], checked: RuleSet | None) -> None:
        object.__setattr__(self, "melds", melds)
        object.__setattr__(self, "_checked", checked)
        object.__setattr__(self, "_sorted", None)
        object.__setattr__(self, "_tiles", None)

    @classmethod
    def parse(cls, text: str, rules: RuleSet | str) -> Table:
        """Read a table; the order within a meld is the order of the faces.

        Raises
        ------
        TableError
            A meld that is none, or more copies of a tile than the deck has.
        NotationError
            A text in it is no tile.
        """
        rules = as_rules(rules)
        lax = on_table(rules)
        parts = split_melds(text)
        melds = [parse_meld(part, lax, where=_place(i)) for i, part in enumerate(parts, 1)]
        return cls(melds).checked(rules)

    @classmethod
    def of(cls, table: TableLike, rules: RuleSet | str) -> Table:
        """Turn a table, text, or an iterable of melds and texts into a checked table."""
        rules = as_rules(rules)
        if isinstance(table, str):
            return cls.parse(table, rules)
        if not isinstance(table, Table):
            if not isinstance(table, Iterable) or isinstance(table, bytes):
                raise TableError("table", expected="a Table, text or melds", got=shown(table))
            lax = on_table(rules)
            table = cls(
                parse_meld(item, lax, where=_place(i)) if isinstance(item, str) else item
                for i, item in enumerate(table, 1)
            )
        return table.checked(rules)

    def checked(self, rules: RuleSet) -> Table:
        """Return the table, known to be legal under the rules, or raise `TableError`."""
        if self._checked is rules:
            return self
        faults = self.faults(rules)
        if faults:
            raise TableError("; ".join(faults))
        object.__setattr__(self, "_checked", rules)
        return self

    def faults(self, rules: RuleSet | str) -> list[str]:
        """Return every reason why this is no legal table, each with its place; empty if it is."""
        rules = as_rules(rules)
        faults = []
        for i, meld in enumerate(self.melds, 1):
            if not is_legal(meld, rules):
                text = f"meld {i} of the table ({rules.format(meld)})"
                faults += [f"{text}: {reason}" for reason in _reasons(meld, rules)]
        for code, (n, most) in enumerate(zip(self.tiles.counts, rules.deck.counts, strict=True)):
            if n > most:
                name = tiles_text([code], rules.dialect)
                faults.append(f"table has {n} of {name}, deck {rules.name!r} has {most}")
        return faults

    @property
    def tiles(self) -> Hand:
        """All tiles on the table."""
        if self._tiles is None:
            tiles = Hand([tile for meld in self.melds for tile in meld.tiles])
            object.__setattr__(self, "_tiles", tiles)
        assert self._tiles is not None
        return self._tiles

    def points(self, rules: RuleSet) -> int:
        """Return the meld points of all melds."""
        return sum([meld.points(rules) for meld in self.melds])

    def text(self, dialect: Dialect = PLAIN) -> str:
        """Print the table in a dialect."""
        return " | ".join([meld.text(dialect) for meld in self.melds])

    @overload
    def __getitem__(self, index: int) -> Meld: ...
    @overload
    def __getitem__(self, index: slice) -> Table: ...
    def __getitem__(self, index: int | slice) -> Meld | Table:
        found = self.melds[index]
        return found if isinstance(found, Meld) else Table(found)

    def __len__(self) -> int:
        return len(self.melds)

    def __iter__(self) -> Iterator[Meld]:
        return iter(self.melds)

    def in_order(self) -> tuple[Meld, ...]:
        """Return the melds in the order of melds: the same for equal tables."""
        if self._sorted is None:
            object.__setattr__(self, "_sorted", tuple(sorted(self.melds)))
        assert self._sorted is not None
        return self._sorted

    def __eq__(self, other: object) -> bool:
        return self.in_order() == other.in_order() if isinstance(other, Table) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.in_order())

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Table({list(self.melds)!r})"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Table does not change: cannot set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Table does not change: cannot delete {name!r}")

    def __reduce__(self) -> tuple[type[Table], tuple[tuple[Meld, ...]]]:
        return Table, (self.melds,)


TableLike: TypeAlias = "Table | str | Iterable[Meld | str] | Any"


def _place(i: int) -> str:
    return f"meld {i} of the table"


def rules_with_table(rules: RuleSet | str) -> RuleSet:
    """Return the rule set of a game that is played at a table.

    Raises
    ------
    RuleSetError
        Unknown rules; no melds are laid in this game.
    """
    rules = as_rules(rules)
    if rules.table_play == "none":
        raise RuleSetError(
            f"rule set {rules.name!r}",
            expected="a game with play at a table",
            got="table_play='none'",
        )
    return rules


def on_table(rules: RuleSet) -> RuleSet:
    """Return the rules for the reading of melds on a table.

    Where the joker cap ends with the laying, lay-offs may have brought a meld beyond it.
    """
    if rules.joker_cap_on_layoff or rules.table_play != "lay_off":
        return rules
    return rules.replace(max_jokers_per_meld=None)


def joker_places(meld: Meld, ranks: int) -> list[int]:
    """Return the places of a run that hold its jokers."""
    spots = zip(meld.places(ranks), meld.tiles, strict=True)
    return [place for place, tile in spots if tile == JOKER]


def is_legal(meld: Meld, rules: RuleSet) -> bool:
    """Return whether a meld with its kind and faces may lie on a table.

    Written for speed: every table that is handed in goes through here.
    """
    tiles, jokers = meld.tiles, meld.tiles.count(JOKER)
    if len(tiles) - jokers < rules.min_naturals:
        return False
    if jokers > rules.joker_limit and not _grown_beyond_cap(meld, rules):
        return False
    if meld.kind is MeldKind.RUN:
        return rules.min_run <= len(tiles) <= rules.max_run and _is_run(meld, rules)
    most = min(rules.max_group, rules.colors)
    return (
        meld.kind is MeldKind.GROUP
        and rules.min_group <= len(tiles) <= most
        and _is_group(meld, rules, jokers)
    )


def _is_run(meld: Meld, rules: RuleSet) -> bool:
    faces = meld.faces
    first = faces[0]
    if first is None or first == JOKER or (first - 1) // 13 >= rules.colors:
        return False
    for i, (tile, face) in enumerate(zip(meld.tiles, faces, strict=True)):
        expected = first + i
        if i and i == len(faces) - 1 and first.rank + i == rules.ranks + 1 and rules.ace_high:
            expected = first - first.rank + 1
        elif first.rank + i > rules.ranks:
            return False
        if face != expected or (tile not in (face, JOKER)):
            return False
    return first.rank > 1 or rules.ace_low


def _is_group(meld: Meld, rules: RuleSet, jokers: int) -> bool:
    naturals = meld.tiles[: len(meld.tiles) - jokers]
    rank = naturals[0].rank
    colors = [(tile - 1) // 13 for tile in naturals]
    return (
        JOKER not in naturals
        and meld.faces == naturals + (None,) * jokers
        and all(tile.rank == rank for tile in naturals)
        and rank <= rules.ranks
        and colors == sorted(set(colors))
        and colors[-1] < rules.colors
    )


def _grown_beyond_cap(meld: Meld, rules: RuleSet) -> bool:
    """Whether lay-offs may have brought the meld beyond the joker cap."""
    return on_table(rules) is not rules and bool(cores(meld, rules, rules.joker_limit))


def cores(meld: Meld, rules: RuleSet, jokers: int) -> list[Meld]:
    """Return the parts of a meld that are melds with at most so many jokers.

    What is laid first, before a meld grows by lay-offs, is one of these.
    """
    jokers = min(jokers, rules.joker_limit)
    if meld.kind is MeldKind.GROUP:
        naturals = meld.naturals
        sizes = range(min(jokers, meld.jokers) + 1)
        found = [Meld.group(naturals, n) for n in sizes if len(naturals) + n >= rules.min_group]
        return found if len(naturals) >= rules.min_naturals else []
    found = []
    for a in range(len(meld) - rules.min_run + 1):
        for b in range(a + rules.min_run, len(meld) + 1):
            wild = meld.tiles[a:b].count(JOKER)
            if wild <= jokers and b - a - wild >= rules.min_naturals:
                found.append(Meld(meld.kind, meld.tiles[a:b], meld.faces[a:b]))
    return found


def _reasons(meld: Meld, rules: RuleSet) -> list[str]:
    lax = on_table(rules)
    if meld.kind is MeldKind.PAIR:
        return ["a pair is no meld"]
    if not meld.tiles:
        return ["expected tiles, got none"]
    try:
        reasons = check_meld(meld, lax, ordered=True)
    except ValueError as fault:
        reasons = [str(fault)]
    if not reasons and meld.jokers > rules.joker_limit:
        reasons = [f"jokers: expected at most {rules.joker_limit}, got {meld.jokers}"]
    return reasons or [f"expected the faces of its tiles, got {shown(meld.faces)}"]


def settled(meld: Meld, rules: RuleSet) -> tuple[Meld, ...]:
    """Return the readings of a meld on the table: one, or both of an open meld."""
    if not meld.open:
        return (meld,)
    return readings(meld, rules, ordered=True)


def run_color(meld: Meld) -> int:
    """Return the colour of a run."""
    face = meld.faces[0]
    assert isinstance(face, Tile)
    return (face - 1) // 13
