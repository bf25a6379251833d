"""Points: what each rank is worth, as data that a rule set carries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from rummy_solver.errors import RuleSetError, integer, shown
from rummy_solver.tiles import MAX_RANKS

__all__ = ["Points", "PointsLike"]

_MOST = 1000
_EXTRAS = ("ace_high", "joker")


class Points(Mapping[int | str, int]):
    """An immutable table of points: keys 1..13, and `ace_high` and `joker` where they differ.

    Without `ace_high` an ace above the top rank is worth what an ace is; without `joker` a joker
    is worth the card that it stands for.

    Examples
    --------
    >>> TEN.but({1: 15, "joker": 30})["joker"]
    30
    """

    __slots__ = ("_table",)
    _table: dict[int | str, int]

    def __init__(self, table: Mapping[int | str, int]) -> None:
        missing = [rank for rank in range(1, MAX_RANKS + 1) if rank not in table]
        if missing:
            raise RuleSetError("points", expected=f"ranks 1..{MAX_RANKS}", got=f"no {missing[0]}")
        ranks = {rank: _value(rank, table[rank]) for rank in range(1, MAX_RANKS + 1)}
        extras = {key: _value(key, table[key]) for key in _EXTRAS if key in table}
        unknown = [key for key in table if key not in ranks and key not in extras]
        if unknown or any(isinstance(key, bool) for key in table):
            raise _bad_key(unknown[0] if unknown else True)
        object.__setattr__(self, "_table", ranks | extras)

    def but(self, changes: Mapping[int | str, int | None]) -> Points:
        """Return the table with some keys changed; None takes `ace_high` or `joker` away."""
        for key in changes:
            is_rank = type(key) is int and 1 <= key <= MAX_RANKS
            if not is_rank and key not in _EXTRAS:
                raise _bad_key(key)
        table: dict[int | str, int] = dict(self._table)
        for key, value in changes.items():
            if value is None and key in _EXTRAS:
                table.pop(key, None)
            else:
                table[key] = _value(key, value)
        return Points(table)

    @property
    def joker(self) -> int | None:
        """What a joker is worth; None: the card that it stands for."""
        return self._table.get("joker")

    @property
    def ace_high(self) -> int:
        """What an ace above the top rank is worth."""
        return self._table.get("ace_high", self._table[1])

    @property
    def most(self) -> int:
        """The highest number of points in the table."""
        return max(self._table.values())

    def __getitem__(self, key: int | str) -> int:
        return self._table[key]

    def __iter__(self) -> Iterator[int | str]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)

    def __hash__(self) -> int:
        return hash(tuple(self._table.items()))

    def __eq__(self, other: object) -> bool:
        return self._table == other._table if isinstance(other, Points) else NotImplemented

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"points do not change: cannot set {name!r}")

    def __reduce__(self) -> tuple[type[Points], tuple[dict[int | str, int]]]:
        return Points, (dict(self._table),)

    def __repr__(self) -> str:
        return f"Points({self._table!r})"


PointsLike: TypeAlias = "Points | str | Mapping[int | str, int | None]"


def _bad_key(key: object) -> RuleSetError:
    return RuleSetError(
        "points", expected=f"keys 1..{MAX_RANKS}, 'ace_high', 'joker'", got=shown(key)
    )


def _value(key: object, value: object) -> int:
    number = integer(value)
    if number is None or not 0 <= number <= _MOST:
        raise RuleSetError(
            f"points of {key!r}", expected=f"an integer 0..{_MOST}", got=shown(value)
        )
    return number


RANK = Points({rank: rank for rank in range(1, MAX_RANKS + 1)})
TEN = Points({rank: min(rank, 10) for rank in range(1, MAX_RANKS + 1)})
NAMED = {"rank": RANK, "ten": TEN}


def points_of(value: PointsLike, before: Points, *, keep_joker: bool) -> Points:
    """Return the table that a knob asks for.

    A name is a whole new table (in the hand a joker keeps its points, as it has no face there);
    a mapping changes single keys of the table before.
    """
    if isinstance(value, Points):
        return value
    if isinstance(value, str) and value in NAMED:
        joker = before.joker if keep_joker else None
        return NAMED[value].but({"joker": joker})
    if isinstance(value, Mapping):
        return before.but(value)
    raise RuleSetError(
        "points", expected="'rank', 'ten' or a mapping from rank to points", got=shown(value)
    )
