"""RuleSet: every knob of a game as one frozen value that checks itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from rummy_solver import _core
from rummy_solver.errors import RuleSetError, RummyError, integer, shown
from rummy_solver.hand import Hand
from rummy_solver.melds import Meld
from rummy_solver.notation import Dialect, parse_tile, tile_names
from rummy_solver.points import RANK, points_of
from rummy_solver.rule_checks import contradictions
from rummy_solver.rule_parts import (
    ClosingRules,
    DeckRules,
    MatchRules,
    MeldRules,
    PatternRules,
    PlayRules,
    PointRules,
)
from rummy_solver.tiles import LETTERS, TILES, Deck, Tile

__all__ = ["RuleSet"]

_NO_JOKER_LIMIT = 6
_ALIASES = {"exhausted": "stock_exhausted"}
_PATTERNS = ("monocolor", "grand_care", "duble", "majore", "minore", "bicolor", "simple")


@dataclass(frozen=True, kw_only=True)
class RuleSet(MatchRules, PatternRules, ClosingRules, PlayRules, PointRules, MeldRules, DeckRules):
    """The rules of one game: all knobs of all parts, flat.

    A variant is made with `replace`, never by copying. Rule sets are values: equal when all knobs
    are equal, hashable, picklable.

    Examples
    --------
    >>> from rummy_solver.rulesets import get_rules
    >>> get_rules("rummikub").replace(opening_points=50).opening_points
    50
    """

    name: str = "custom"

    def __post_init__(self) -> None:
        """Bring knobs into their one form, then check each of them and what they say together."""
        put = object.__setattr__
        put(self, "tile_points", points_of(self.tile_points, RANK, keep_joker=False))
        hand = RANK.but({"joker": 30})
        put(self, "hand_points", points_of(self.hand_points, hand, keep_joker=True))
        for item in fields(self):
            put(self, item.name, _in_one_form(item.name, getattr(self, item.name)))
        self._check_knobs()
        self._settle_okey()
        for expected, got in contradictions(self):
            raise RuleSetError(f"rule set {self.name!r}", expected=expected, got=got)

    # ---- making variants ---------------------------------------------------

    def replace(self, **knobs: Any) -> RuleSet:
        """Return the rule set with some knobs changed.

        Raises
        ------
        RuleSetError
            No such knob, a value outside its limits, or a combination that contradicts itself.
        """
        for alias, name in _ALIASES.items():
            if alias in knobs and name not in knobs:
                knobs[name] = knobs.pop(alias)
        known = {item.name: getattr(self, item.name) for item in fields(self)}
        for key in knobs:
            if key not in known:
                near = get_close_matches(key, known, 1)
                expected = f"a knob such as {near[0]!r}" if near else "the name of a knob"
                raise RuleSetError("knob", expected=expected, got=repr(key))
        for key in ("tile_points", "hand_points"):
            if key in knobs:
                keep = key == "hand_points"
                knobs[key] = points_of(knobs[key], known[key], keep_joker=keep)
        if ("okey_tile" in knobs) != ("indicator" in knobs):
            knobs.setdefault("okey_tile", None)
            knobs.setdefault("indicator", None)
        return RuleSet(**{**known, **knobs})

    # ---- checks --------------------------------------------------------------

    def _check_knobs(self) -> None:
        if not isinstance(self.name, str):
            raise RuleSetError("name of a rule set", expected="text", got=shown(self.name))
        for item in fields(self):
            check = item.metadata.get("check")
            value = getattr(self, item.name)
            if check is not None and not check(value):
                raise RuleSetError(
                    f"knob {item.name!r}", expected=item.metadata["expected"], got=shown(value)
                )

    def _settle_okey(self) -> None:
        """Derive the okey tile from the indicator, or the other way round."""
        put = object.__setattr__
        for key in ("okey_tile", "indicator"):
            tile = getattr(self, key)
            if tile is not None and not (tile.color < self.colors and tile.rank <= self.ranks):
                raise RuleSetError(f"knob {key!r}", expected="a tile of the deck", got=str(tile))
        if self.indicator is not None:
            turned = self.indicator
            assert turned.color is not None
            okey = Tile.of(turned.color, turned.rank % self.ranks + 1)
            if self.okey_tile not in (None, okey):
                raise RuleSetError(
                    "knob 'okey_tile'",
                    expected=f"{okey} with indicator {turned}",
                    got=str(self.okey_tile),
                )
            put(self, "okey_tile", okey)
        elif self.okey_tile is not None:
            okey = self.okey_tile
            assert okey.color is not None
            put(self, "indicator", Tile.of(okey.color, (okey.rank - 2) % self.ranks + 1))

    # ---- what follows from the knobs -------------------------------------------

    @property
    def exhausted(self) -> str:
        """Another name of `stock_exhausted`."""
        return self.stock_exhausted

    @property
    def ace_low(self) -> bool:
        """Whether a 1 may stand below 2."""
        return self.ace != "high"

    @property
    def ace_high(self) -> bool:
        """Whether a 1 may stand above the top rank."""
        return self.ace != "low"

    @property
    def first_place(self) -> int:
        """The lowest place of a run."""
        return 1 if self.ace_low else 2

    @property
    def last_place(self) -> int:
        """The highest place of a run: the top rank, or the ace above it."""
        return self.ranks + self.ace_high

    @property
    def joker_limit(self) -> int:
        """Most jokers of a meld, as a number."""
        limit = self.max_jokers_per_meld
        return _NO_JOKER_LIMIT if limit is None else limit

    @cached_property
    def core(self) -> _core.CoreRules:
        """The compiled form of the rules of melds."""
        self._need_okey()
        return _core.CoreRules(
            colors=self.colors,
            ranks=self.ranks,
            copies=self.copies,
            jokers=self.jokers,
            min_run=self.min_run,
            max_run=min(self.max_run, self.ranks + self.ace_high),
            min_group=self.min_group,
            max_group=self.max_group,
            ace_low=self.ace_low,
            ace_high=self.ace_high,
            min_naturals=self.min_naturals,
            max_jokers=self.joker_limit,
        )

    @cached_property
    def deck(self) -> Deck:
        """All tiles of the game."""
        self._need_okey()
        out = () if self.indicator is None else (self.indicator,)
        return Deck(self.colors, self.ranks, self.copies, self.jokers, out)

    @cached_property
    def dialect(self) -> Dialect:
        """How tiles are spelled."""
        letters = self.letters if self.colors <= len(self.letters) else LETTERS
        return Dialect(self.style, self.colors, letters, self.okey_tile)

    @cached_property
    def pattern_names(self) -> tuple[str, ...]:
        """Names of the closing patterns of the game, the first of equals first."""
        if self.closing == "knock":
            return ("gin", "knock")
        if self.patterns:
            return tuple(x for x in _PATTERNS if x != "duble" or self.pairs_to_win)
        return ("simple", "seven_pairs") if self.pairs_to_win else ("simple",)

    @cached_property
    def run_points(self) -> tuple[int, ...]:
        """Points of a tile in a run by place 0..14; place ranks+1 is the ace above."""
        table = [0] * 15
        for place in range(self.first_place, self.last_place + 1):
            high = place > self.ranks
            table[place] = self.tile_points.ace_high if high else self.tile_points[place]
        return tuple(table)

    @cached_property
    def group_points(self) -> tuple[int, ...]:
        """Points of a tile in a group by rank 0..13."""
        table = [0] + [self.tile_points[rank] if rank <= self.ranks else 0 for rank in range(1, 14)]
        if self.ace_in_group is not None:
            table[1] = self.ace_in_group
        return tuple(table)

    @cached_property
    def joker_run_points(self) -> tuple[int, ...]:
        """Points of a joker in a run by the place it stands on."""
        return self._for_jokers(self.run_points, self.first_place, self.last_place)

    @cached_property
    def joker_group_points(self) -> tuple[int, ...]:
        """Points of a joker in a group by rank."""
        return self._for_jokers(self.group_points, 1, self.ranks)

    @cached_property
    def hand_points_by_code(self) -> tuple[int, ...]:
        """Points of a tile left in the hand by tile code."""
        joker = self.hand_points.joker
        assert joker is not None
        return (joker, *(self.hand_points[tile.rank] for tile in TILES[1:]))

    def hand_points_of(self, tile: int) -> int:
        """Return the points of a tile left in the hand."""
        return self.hand_points_by_code[Tile(tile)]

    def tile_points_at(self, place: int, *, group: bool = False) -> int:
        """Return the points of a tile at a place of a run, or of a rank in a group."""
        return self.group_points[place] if group else self.run_points[place]

    def penalty(self, hand: Hand) -> int:
        """Return the hand points of all tiles of a hand."""
        points = self.hand_points_by_code
        return sum([n * points[code] for code, n in enumerate(hand.counts) if n])

    def format(self, x: object) -> str:
        """Print a tile, hand, meld, table, move or a list of these in the style of the game.

        Examples
        --------
        >>> from rummy_solver.rulesets import get_rules
        >>> get_rules("joker_rummy").format(Hand.parse("R10 Y1 *"))
        '* Ts Ah'
        """
        if isinstance(x, Tile):
            return tile_names(self.dialect)[x]
        if callable(text := getattr(type(x), "text", None)):  # a hand, a meld, a move of a turn
            spelled: str = text(x, self.dialect)
            return spelled
        if isinstance(x, Iterable) and not isinstance(x, str | bytes):
            items = list(x)
            between = " | " if any(isinstance(item, Meld) for item in items) else " "
            return between.join([self.format(item) for item in items])
        raise RummyError("format", expected="a tile, hand, meld, table or move", got=shown(x))

    # ---- the value itself --------------------------------------------------------

    def _for_jokers(self, table: tuple[int, ...], first: int, last: int) -> tuple[int, ...]:
        joker = self.tile_points.joker
        if joker is None:
            return table
        return tuple(joker if first <= i <= last else 0 for i in range(len(table)))

    def _need_okey(self) -> None:
        if self.okey_required and self.okey_tile is None:
            raise RuleSetError(
                f"rule set {self.name!r}",
                expected="an okey tile, as by replace(okey_tile='K6') or replace(indicator='K5')",
                got="none",
            )

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(getattr(self, item.name) for item in fields(self)))

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, tuple[dict[str, object]]]:
        """Pickle the knobs alone: what follows from them is built again."""
        return _rebuild, ({item.name: getattr(self, item.name) for item in fields(self)},)

    def __repr__(self) -> str:
        plain = RuleSet()
        changed = [
            f"{item.name}={getattr(self, item.name)!r}"
            for item in fields(self)
            if getattr(self, item.name) != getattr(plain, item.name)
        ]
        return f"RuleSet({', '.join(changed)})"


def _rebuild(knobs: dict[str, Any]) -> RuleSet:
    return RuleSet(**knobs)


def _in_one_form(key: str, value: object) -> object:
    """Bring the value of a knob into the form that it is kept in; what is wrong stays as it is."""
    if key in ("okey_tile", "indicator") and isinstance(value, str):
        try:
            return parse_tile(value, Dialect("tile", 4))
        except RummyError:
            raise RuleSetError(
                f"knob {key!r}", expected="a tile such as 'K6'", got=shown(value)
            ) from None
    if key == "opening_points" and value is None:
        return 0
    number = None if isinstance(value, Tile) else integer(value)
    return value if number is None else number
