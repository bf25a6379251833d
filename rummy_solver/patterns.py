"""Closing patterns and what they are worth: all of it data.

A pattern is a predicate on arrangements, written as lanes: on which places of which colours natural
tiles and the faces of jokers may lie. A row of points names the pattern that it needs. The options
of a rule set change lanes and rows; the code below reads them and knows no game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple, TypeAlias

from rummy_solver import _core
from rummy_solver.rules import RuleSet

__all__ = [
    "PAIR_JOKERS",
    "PATTERNS",
    "PatternTable",
    "Row",
    "RowRule",
    "Score",
    "Way",
    "pattern_table",
]

MAX_COLORS = 6
PAIR_JOKERS = {"none": 1, "single": 2, "any": 3}

Lane: TypeAlias = tuple[int, ...]


class Row(NamedTuple):
    """A row of points that the tiles meet; points None: they depend on the hands of the others."""

    name: str
    points: int | None


# ---- patterns ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Way:
    """One way to meet a pattern: melds within lanes, one 16-bit lane a colour, or pairs."""

    run_tile: Lane = (0xFFFF,) * MAX_COLORS
    run_joker: Lane = (0xFFFF,) * MAX_COLORS
    group_tile: Lane = (0xFFFF,) * MAX_COLORS
    group_joker: Lane = (0xFFFF,) * MAX_COLORS
    fours: int = 0
    fours_same: bool = False
    fours_pure: bool = False
    pairs: int = 0


Allowed: TypeAlias = Callable[[int, int, bool], bool]
"""Whether a tile may lie here: its colour, its rank, whether it is an ace above the top rank."""


def _within(rules: RuleSet, allowed: Allowed) -> Way:
    """Return the way of melds whose tiles are all allowed, jokers by what they stand for."""
    high = rules.ranks + 1
    run, group = [], []
    for color in range(MAX_COLORS):
        ranks = sum(1 << rank for rank in range(1, high) if allowed(color, rank, False))
        run.append(ranks | (1 << high if allowed(color, 1, True) else 0))
        group.append(ranks)
    if rules.joker_neutral:
        return Way(run_tile=tuple(run), group_tile=tuple(group))
    return Way(tuple(run), tuple(run), tuple(group), tuple(group))


def simple(rules: RuleSet) -> list[Way]:  # noqa: ARG001  one signature for all patterns
    """Any melds."""
    return [Way()]


def _of_colors(rules: RuleSet, colors: tuple[int, ...]) -> Way:
    return _within(rules, lambda color, _rank, _high: color in colors)


def bicolor(rules: RuleSet) -> list[Way]:
    """Melds of at most two colours: one way for each two of them."""
    pairs = combinations(range(rules.colors), min(2, rules.colors))
    return [_of_colors(rules, pair) for pair in pairs]


def monocolor(rules: RuleSet) -> list[Way]:
    """Melds of one colour: one way for each."""
    return [_of_colors(rules, (color,)) for color in range(rules.colors)]


def minore(rules: RuleSet) -> list[Way]:
    """Melds of low ranks."""
    return [_within(rules, lambda _color, rank, _high: rank <= rules.minor_max)]


def majore(rules: RuleSet) -> list[Way]:
    """Melds of high ranks; with an option also an ace above the top rank."""

    def allowed(_color: int, rank: int, high: bool) -> bool:
        return rank >= rules.major_min or (high and rules.major_includes_high_one)

    return [_within(rules, allowed)]


def duble(rules: RuleSet) -> list[Way]:
    """Pairs of identical tiles."""
    return [Way(pairs=rules.pairs_to_win)] if rules.pairs_to_win else []


def grand_care(rules: RuleSet) -> list[Way]:
    """Two complete groups of four, or what the option makes of it."""
    none = (0,) * MAX_COLORS
    return {
        "same_rank_8": [Way(fours=2, fours_same=True)],
        "eight_naturals": [Way(fours=2, fours_same=True, fours_pure=True)],
        "any_two_fours": [Way(fours=2)],
        "sets_only": [Way(run_tile=none, run_joker=none)],
    }[rules.grand_care]


PATTERNS: dict[str, Callable[[RuleSet], list[Way]]] = {
    "simple": simple,
    "bicolor": bicolor,
    "monocolor": monocolor,
    "minore": minore,
    "majore": majore,
    "grand_care": grand_care,
    "duble": duble,
    "seven_pairs": duble,
}
"""The predicate of each pattern; `RuleSet.pattern_names` says which of them a game has."""

NEEDS = {
    "bicolor": "simple",
    "monocolor": "bicolor",
    "minore": "simple",
    "majore": "simple",
    "grand_care": "simple",
}
"""A pattern that the tiles meet too whenever they meet this one, so that it is asked first."""


# ---- rows --------------------------------------------------------------------------------


@dataclass(frozen=True)
class RowRule:
    """A row of points: what it needs and what it is worth.

    Parameters
    ----------
    name
        Name of the row; of rows with one name the best counts.
    pattern
        The pattern that the kept tiles must meet; None: any.
    points, step
        Points, less so much for each joker among the kept tiles; a text is the knob that says it.
    factor
        Knobs by which the points are multiplied.
    launched
        Least number of jokers thrown earlier.
    thrown
        Whether the tile thrown now must be a joker.
    fresh
        Whether the player must have laid nothing before this turn.
    only
        A knob and its value without which the row does not exist.
    """

    name: str
    pattern: str | None
    points: int | str | None
    step: int | str = 0
    factor: tuple[str, ...] = ()
    launched: int = 0
    thrown: bool = False
    fresh: bool = False
    only: tuple[str, object] | None = None


def _games(names: tuple[str, ...], points: int, thrown_points: int) -> tuple[RowRule, ...]:
    plain = tuple(RowRule(name, name, points, 10) for name in names)
    if thrown_points == points:
        return plain
    return (
        *plain,
        *(RowRule(f"{x}_closed_in_jolly", x, thrown_points, 10, thrown=True) for x in names),
    )


BIG = ("bicolor", "minore", "majore")
SPECIAL = ("duble", "grand_care", "monocolor")

PATTERN_ROWS = (
    RowRule("simple", "simple", 25, 5),
    RowRule("simple_launched", "simple", 50, "simple_launched_step", launched=1),
    RowRule("simple_closed_in_jolly", "simple", 50, "simple_closed_step", thrown=True),
    *_games(BIG, 50, 100),
    *(
        RowRule(f"{x}_launched", x, 100, 10, launched=1, only=("big_with_launched", 100))
        for x in BIG
    ),
    *_games(SPECIAL, 100, 100),
    *(
        RowRule(
            f"{x}_closed_in_jolly", x, 200, 20, thrown=True, only=("special_closed_in_jolly", 200)
        )
        for x in SPECIAL
    ),
    RowRule("launched_and_closed", None, 100, 10, launched=1, thrown=True),
    RowRule("two_launched", None, 100, 10, launched=2, only=("two_launched_points", 100)),
)
"""Remi, RM-9."""

BOARD_ROWS = (
    RowRule("simple", "simple", "base_points"),
    RowRule("simple", "simple", "base_points", factor=("left_over_joker_factor",), thrown=True),
    RowRule("seven_pairs", "seven_pairs", "base_points", factor=("pairs_factor",)),
    RowRule(
        "seven_pairs", "seven_pairs", "base_points", factor=("left_over_joker_factor",),
        thrown=True,
    ),
    RowRule(
        "seven_pairs", "seven_pairs", "base_points",
        factor=("pairs_factor", "left_over_joker_factor"), thrown=True,
        only=("stack_doubles", True),
    ),
)  # fmt: skip
"""Rummyclub and okey, RC-5 to RC-8."""

OUT_ROWS = (
    RowRule("simple", "simple", None),
    RowRule("simple", "simple", None, factor=("one_turn_factor",), fresh=True,
            only=("take_all", True)),
)  # fmt: skip
"""Games in which the hand goes out, JR-11 and BR-8."""

KNOCK_ROWS = (RowRule("gin", "gin", None), RowRule("knock", "knock", None))
"""Gin rummy, GN-2."""

# ---- the table of a rule set ----------------------------------------------------------------


class _FixedRow(NamedTuple):
    """A row with all knobs looked up."""

    rule: RowRule
    pattern: int
    points: int | None
    step: int
    factor: int


class Score(NamedTuple):
    """What a closing is worth: the best row, and all rows that its tiles meet."""

    pattern: str
    points: int | None
    factor: int
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class PatternTable:
    """Patterns and rows of one rule set, with the compiled questions to the core."""

    names: tuple[str, ...]
    queries: _core.PatternQueries
    rows: tuple[_FixedRow, ...]
    _known: dict[tuple[int, int, int, bool, bool], Score] = field(default_factory=dict)

    def score(self, met: int, jokers: int, launched: int, thrown: bool, fresh: bool) -> Score:
        """Return what tiles are worth that meet some patterns.

        Parameters
        ----------
        met
            Bit p is set when they meet the pattern ``names[p]``.
        jokers
            Jokers among the kept tiles.
        launched, thrown, fresh
            As the needs of a row.
        """
        key = met, jokers, launched, thrown, fresh
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._score(*key)
        return found

    def _score(self, met: int, jokers: int, launched: int, thrown: bool, fresh: bool) -> Score:
        values: dict[str, int | None] = {}
        best: tuple[int, int] = (-1, -1)
        tied = 0
        for row in self.rows:
            rule, shown = row.rule, row.pattern & met
            if not shown or launched < rule.launched or thrown < rule.thrown or fresh < rule.fresh:
                continue
            value = None if row.points is None else row.points * row.factor - row.step * jokers
            worth = (value or 0, row.factor)
            known = values.get(rule.name)
            values[rule.name] = value if known is None or value is None else max(known, value)
            if worth > best:
                best, tied = worth, 0
            if worth == best:
                tied |= shown
        pattern = next(name for p, name in enumerate(self.names) if tied >> p & 1)
        points = next(iter(values.values())) if None in values.values() else best[0]
        rows = tuple(Row(name, value) for name, value in values.items())
        return Score(pattern, points, best[1], rows)


def _rows_of(rules: RuleSet) -> tuple[RowRule, ...]:
    if rules.closing == "arranged":
        return PATTERN_ROWS if rules.patterns else BOARD_ROWS
    return OUT_ROWS if rules.closing == "out" else KNOCK_ROWS


def _fixed(rule: RowRule, names: tuple[str, ...], rules: RuleSet) -> _FixedRow:
    def number(value: int | str) -> int:
        found: int = getattr(rules, value) if isinstance(value, str) else value
        return found

    factor = 1
    for knob in rule.factor:
        factor *= number(knob)
    pattern = (1 << len(names)) - 1 if rule.pattern is None else 1 << names.index(rule.pattern)
    points = None if rule.points is None else number(rule.points)
    return _FixedRow(rule, pattern, points, number(rule.step), factor)


def query_rows(rules: RuleSet, names: tuple[str, ...]) -> list[tuple[object, ...]]:
    """Return the rows for the core, what others need first."""
    found: list[tuple[object, ...]] = []
    for name in (name for name in PATTERNS if name in names):
        needed = NEEDS.get(name)
        needs = names.index(needed) if needed in names else None
        found += [
            (
                names.index(name), needs, way.run_tile, way.run_joker, way.group_tile,
                way.group_joker, way.fours, way.fours_same, way.fours_pure, way.pairs,
                PAIR_JOKERS[rules.pair_jokers],
            )
            for way in PATTERNS[name](rules)
        ]  # fmt: skip
    return found


def pattern_table(rules: RuleSet) -> PatternTable:
    """Return the patterns and rows of a rule set, compiled once.

    Examples
    --------
    >>> from rummy_solver.rulesets import get_rules
    >>> pattern_table(get_rules("rummyclub")).names
    ('simple', 'seven_pairs')
    """
    known: PatternTable | None = rules.__dict__.get("_pattern_table")
    if known is not None:
        return known
    names = rules.pattern_names
    rows = [
        _fixed(rule, names, rules)
        for rule in _rows_of(rules)
        if (rule.pattern is None or rule.pattern in names)
        and (rule.only is None or getattr(rules, rule.only[0]) == rule.only[1])
    ]
    queries = _core.PatternQueries(rules.core, query_rows(rules, names))
    table = PatternTable(names, queries, tuple(rows))
    rules.__dict__["_pattern_table"] = table
    return table
