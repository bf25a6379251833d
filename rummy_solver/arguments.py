"""Checks of plain arguments: numbers, yes or no, one of several words, a list of something."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rummy_solver.errors import RummyError, integer, shown

__all__ = ["checked_choice", "checked_flag", "checked_limit", "checked_list", "checked_number"]

_LARGEST = 2**63 - 1
"""The largest number that C, and `itertools` with it, can count to."""


def checked_number(
    what: str,
    value: object,
    low: int,
    high: int | None = None,
    *,
    error: type[RummyError] = RummyError,
) -> int:
    """Return an integer argument; numpy's integers are integers, booleans are none.

    Raises
    ------
    RummyError
        It is no integer, or outside its limits; of the class `error`.
    """
    number = integer(value)
    if number is None or number < low or (high is not None and number > high):
        limits = f"an integer >= {low}" if high is None else f"an integer {low}..{high}"
        raise error(what, expected=limits, got=shown(value))
    return number


def checked_limit(what: str, value: object, low: int = 0) -> int | None:
    """Return an upper limit, or None for none; whatever is beyond C's reach limits nothing."""
    if value is None:
        return None
    number = integer(value)
    if number is None or number < low:
        raise RummyError(what, expected=f"None or an integer >= {low}", got=shown(value))
    return min(number, _LARGEST)


def checked_flag(what: str, value: object) -> bool:
    """Return a yes or no; a text such as "no" would else pass for a yes."""
    if isinstance(value, bool):
        return value
    if type(value).__name__ in ("bool", "bool_"):  # numpy's, which has had both names
        return bool(value)
    raise RummyError(what, expected="True or False", got=shown(value))


def checked_choice(
    what: str, value: object, *words: str | None, error: type[RummyError] = RummyError
) -> None:
    """Refuse what is none of the words; only texts are compared."""
    known = value is None or isinstance(value, str)
    if not known or value not in words:
        raise error(what, expected=" or ".join(map(repr, words)), got=shown(value))


def checked_list(
    what: str, value: Any, expected: str, *, error: type[RummyError] = RummyError
) -> list[Any]:
    """Return the items of an argument that must be a list, a tuple or the like, and no text."""
    if isinstance(value, str | bytes | bytearray) or not isinstance(value, Iterable):
        raise error(what, expected=expected, got=shown(value))
    return list(value)
