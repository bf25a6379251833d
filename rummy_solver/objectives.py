"""Objectives: named additive weights of tiles laid, compared lexicographically.

A tile laid in a meld gains a weight that depends on where it lies and on whether a joker lies
there. Several objectives in order become one integer weight by mixed radix: each radix is above
what the rest of the deck can reach, so one comparison of integers is the lexicographic one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from rummy_solver.errors import RuleSetError, shown
from rummy_solver.rules import RuleSet
from rummy_solver.tiles import TILES

__all__ = ["PENALTY", "POINTS", "TILES_LAID", "FaceWeights", "Objective", "Weights", "weights_of"]

_LIMIT = 1 << 62
_MOST = 1 << 30
_CACHED = 64


class FaceWeights(NamedTuple):
    """Gain of one tile laid: in a run by place 0..14, in a group by rank 0..13."""

    run_tile: tuple[int, ...]
    run_joker: tuple[int, ...]
    group_tile: tuple[int, ...]
    group_joker: tuple[int, ...]


@dataclass(frozen=True)
class Objective:
    """A goal of the solver: a name and additive weights.

    Parameters
    ----------
    name
        The name under which results show it.
    gains
        From a rule set to the gain of each tile laid, none of them negative.
    left
        For a goal that is the least of what is left: from a rule set to the weight of each tile
        code in the hand. Its value is the weight of the hand less the gain.

    Examples
    --------
    >>> def even(rules):
    ...     return FaceWeights(*(tuple((i + 1) % 2 for i in range(n)) for n in (15, 15, 14, 14)))
    >>> Objective("even", even).name
    'even'
    """

    name: str
    gains: Callable[[RuleSet], FaceWeights]
    left: Callable[[RuleSet], tuple[int, ...]] | None = None


ObjectiveLike: TypeAlias = "str | Objective | tuple[str | Objective, ...]"


def _tile_gains(rules: RuleSet) -> FaceWeights:
    run = tuple(int(rules.first_place <= i <= rules.last_place) for i in range(15))
    group = tuple(int(1 <= i <= rules.ranks) for i in range(14))
    return FaceWeights(run, run, group, group)


def _point_gains(rules: RuleSet) -> FaceWeights:
    return FaceWeights(
        rules.run_points, rules.joker_run_points, rules.group_points, rules.joker_group_points
    )


def _penalty_gains(rules: RuleSet) -> FaceWeights:
    by_code = rules.hand_points_by_code
    rank = (0, *by_code[1 : rules.ranks + 1], *(0,) * (13 - rules.ranks))
    run = [*rank, 0]
    if not rules.ace_low:
        run[1] = 0
    if rules.ace_high:
        run[rules.ranks + 1] = by_code[1]
    joker_run = tuple(by_code[0] * (rules.first_place <= i <= rules.last_place) for i in range(15))
    joker_group = tuple(by_code[0] * (1 <= i <= rules.ranks) for i in range(14))
    return FaceWeights(tuple(run), joker_run, rank, joker_group)


TILES_LAID = Objective("tiles", _tile_gains)
POINTS = Objective("points", _point_gains)
PENALTY = Objective("penalty", _penalty_gains, lambda rules: rules.hand_points_by_code)
_NAMED = {objective.name: objective for objective in (TILES_LAID, POINTS, PENALTY)}
_BARE = {"tiles": ("tiles", "points"), "points": ("points",), "penalty": ("penalty",)}
_TURN_BARE = {
    "tiles": ("tiles", "penalty", "kept"),
    "penalty": ("penalty", "tiles", "kept"),
    "points": ("points", "tiles", "kept"),
}
_TURN_NAMES = ("tiles", "penalty", "points", "kept", "moves")


@dataclass(frozen=True)
class Weights:
    """The weights of objectives in order, as one integer per tile laid.

    Parameters
    ----------
    run_tile, run_joker, group_tile, group_joker
        Combined gains, by place 0..14 and rank 0..13; a sum of them over a partition fits 63 bits.
    objectives
        What was combined, the first weighs most.
    radices
        Of each objective: one more than the deck can gain of it.
    left
        Of each objective the weights by tile code of what is left; None: the gain is the value.
    """

    run_tile: tuple[int, ...]
    run_joker: tuple[int, ...]
    group_tile: tuple[int, ...]
    group_joker: tuple[int, ...]
    objectives: tuple[Objective, ...]
    radices: tuple[int, ...]
    left: tuple[tuple[int, ...] | None, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the objectives, in order."""
        return tuple(objective.name for objective in self.objectives)

    def gains(self, combined: int) -> tuple[int, ...]:
        """Split a combined gain into the gain of each objective."""
        parts: list[int] = []
        for radix in reversed(self.radices):
            combined, part = divmod(combined, radix)
            parts.append(part)
        return tuple(reversed(parts))

    def decode(self, combined: int, counts: bytes) -> tuple[int, ...]:
        """Return the value of each objective, from a combined gain and the counts of the hand."""
        values = []
        for gain, left in zip(self.gains(combined), self.left, strict=True):
            if left is None:
                values.append(gain)
            else:
                total = sum([n * left[code] for code, n in enumerate(counts) if n])
                values.append(total - gain)
        return tuple(values)


def resolve(objective: ObjectiveLike) -> tuple[Objective, ...]:
    """Return the objectives in order; a bare name stands with its tie-break."""
    if isinstance(objective, str):
        objective = _BARE.get(objective, (objective,))
    items = objective if isinstance(objective, tuple) else (objective,)
    found = []
    for item in items:
        if isinstance(item, str) and item in _NAMED:
            found.append(_NAMED[item])
        elif isinstance(item, Objective):
            found.append(item)
        else:
            raise _unknown(item, tuple(_NAMED))
    _check_tuple([item.name for item in found])
    return tuple(found)


def resolve_turn(objective: str | tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of the objectives of a turn, in order.

    Examples
    --------
    >>> resolve_turn("tiles")
    ('tiles', 'penalty', 'kept')
    """
    if isinstance(objective, str):
        objective = _TURN_BARE.get(objective, (objective,))
    if not isinstance(objective, tuple):
        raise _unknown(objective, _TURN_NAMES)
    for item in objective:
        if item not in _TURN_NAMES:
            raise _unknown(item, _TURN_NAMES)
    _check_tuple(list(objective))
    return objective


def _unknown(item: object, names: tuple[str, ...]) -> RuleSetError:
    words = ", ".join(repr(name) for name in names)
    return RuleSetError("objective", expected=f"{words} or a tuple of these", got=shown(item))


def _check_tuple(names: list[str]) -> None:
    if not names or len(set(names)) < len(names):
        raise RuleSetError("objective", expected="one or more, none twice", got=repr(tuple(names)))


def weights_of(rules: RuleSet, objective: ObjectiveLike) -> Weights:
    """Return the combined weights of an objective under a rule set, built once.

    Raises
    ------
    RuleSetError
        An unknown objective, a negative weight, or weights too large to be combined.
    """
    cache: dict[ObjectiveLike, Weights] = rules.__dict__.setdefault("_weights", {})
    try:
        return cache[objective]
    except KeyError:
        if len(cache) >= _CACHED:  # objectives made on the fly must not pile up
            cache.clear()
        weights = cache[objective] = _combine(rules, resolve(objective))
        return weights
    except TypeError:
        raise _unknown(objective, tuple(_NAMED)) from None


def _combine(rules: RuleSet, objectives: tuple[Objective, ...]) -> Weights:
    tables = [_checked(objective, objective.gains(rules)) for objective in objectives]
    radices = tuple(1 + _most_gain(rules, table) for table in tables)
    total = 1
    for radix in radices:
        total *= radix
    if total > _LIMIT:
        names = ", ".join(objective.name for objective in objectives)
        raise RuleSetError(
            f"objective ({names})",
            expected="weights that fit 62 bits together",
            got=f"{total.bit_length()} bits",
        )
    combined = []
    for parts in zip(*tables, strict=True):
        row = []
        for weights in zip(*parts, strict=True):
            value = 0
            for weight, radix in zip(weights, radices, strict=True):
                value = value * radix + weight
            row.append(value)
        combined.append(tuple(row))
    left = tuple(None if item.left is None else item.left(rules) for item in objectives)
    run_tile, run_joker, group_tile, group_joker = combined
    return Weights(
        run_tile,
        run_joker,
        group_tile,
        group_joker,
        objectives=objectives,
        radices=radices,
        left=left,
    )


def _checked(objective: Objective, table: FaceWeights) -> FaceWeights:
    for name, row, size in zip(FaceWeights._fields, table, (15, 15, 14, 14), strict=True):
        good = len(row) == size and all(type(x) is int and 0 <= x < _MOST for x in row)
        if not good:
            raise RuleSetError(
                f"objective {objective.name!r}, {name}",
                expected=f"{size} integers 0..{_MOST - 1}",
                got=shown(row),
            )
    return table


def _most_gain(rules: RuleSet, table: FaceWeights) -> int:
    """No partition gains more: each tile of the deck at the place where it gains most."""
    total = 0
    for tile, n in zip(TILES, rules.deck.counts, strict=True):
        if tile.is_joker:
            best = max(*table.run_joker, *table.group_joker)
        else:
            best = max(table.run_tile[tile.rank], table.group_tile[tile.rank])
            if tile.rank == 1:
                best = max(best, table.run_tile[rules.ranks + 1])
        total += n * best
    return total
