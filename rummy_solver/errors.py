"""The errors of the package: each says what is wrong, where, what was expected and what came."""

from __future__ import annotations

import operator

__all__ = [
    "HandError",
    "NotationError",
    "RuleSetError",
    "RummyError",
    "SearchLimitError",
    "TableError",
]

_LONGEST = 60


def shown(value: object) -> str:
    """Return `repr(value)`, cut short: a message never carries a megabyte of input."""
    if isinstance(value, str | bytes | bytearray) and len(value) > _LONGEST:
        return f"{value[: _LONGEST // 2]!r}... ({len(value)} long)"
    try:
        text = repr(value)
    except Exception:  # deep nesting, an int of 5000 digits, a repr that fails: still our error
        text = f"<{type(value).__name__}>"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def integer(value: object) -> int | None:
    """Return the int that a value is, numpy's too; None for all else, booleans included."""
    if type(value).__name__ in ("bool", "bool_"):  # numpy's has had both names
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


class RummyError(ValueError):
    """Base of all errors of this package.

    Parameters
    ----------
    what
        The thing that is wrong; alone it is the whole message.
    where
        The place, such as ``"position 3"``.
    expected, got
        Texts; with both the message ends in ``: expected ..., got ...``.

    Examples
    --------
    >>> print(HandError("hand", expected="14 tiles", got="13"))
    hand: expected 14 tiles, got 13
    """

    def __init__(
        self,
        what: str,
        *,
        where: str | None = None,
        expected: str | None = None,
        got: str | None = None,
    ) -> None:
        self.what = what
        self.where = where
        self.expected = expected
        self.got = got
        text = what if where is None else f"{what} at {where}"
        parts = [f"expected {expected}"] if expected is not None else []
        parts += [f"got {got}"] if got is not None else []
        super().__init__(f"{text}: {', '.join(parts)}" if parts else text)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle with all four parts, as the message alone does not rebuild them."""
        return _rebuild, (type(self), self.what, self.where, self.expected, self.got)


def _rebuild(
    kind: type[RummyError],
    what: str,
    where: str | None,
    expected: str | None,
    got: str | None,
) -> RummyError:
    return kind(what, where=where, expected=expected, got=got)


class NotationError(RummyError):
    """A text is no tile, hand, meld or table."""


class HandError(RummyError):
    """A hand that the deck does not allow, or of a size that the question cannot take."""


class TableError(RummyError):
    """A table, or a meld on it, that is not legal."""


class RuleSetError(RummyError):
    """A rule set that does not exist, contradicts itself or cannot answer the question."""


class SearchLimitError(RummyError, RuntimeError):
    """A search was stopped at its limit: there is no answer, not half of one."""
