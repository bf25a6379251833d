"""The errors: their messages, and the reading of what comes in."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from rummy_solver import HandError, SearchLimitError
from rummy_solver.errors import integer, shown


def test_message_has_what_where_expected_and_got() -> None:
    error = HandError("hand", where="row 3", expected="14 tiles", got="13")
    assert str(error) == "hand at row 3: expected 14 tiles, got 13"
    assert str(HandError("hand: too many")) == "hand: too many"


@pytest.mark.parametrize("kind", [HandError, SearchLimitError])
def test_error_comes_back_from_pickle(kind: type[HandError]) -> None:
    error = kind("hand", where="row 3", expected="14 tiles", got="13")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.got) == (kind, str(error), "13")


def test_shown_is_never_long() -> None:
    assert len(shown("x" * 10**6)) < 100
    assert len(shown([0] * 10**5)) < 100
    assert shown("R5") == "'R5'"


@pytest.mark.parametrize(
    ("value", "number"),
    [(7, 7), (np.uint8(7), 7), (True, None), (np.True_, None), (7.0, None), ("7", None)],
)
def test_integer(value: object, number: int | None) -> None:
    assert integer(value) == number
