"""Eight connections at once: no wrong answer, and no memory that stays."""

from __future__ import annotations

import sys

import pytest

from support.load import run

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc"),
]


def test_under_load() -> None:
    figures = run(8, 10)
    assert figures.wrong == []
    assert len(figures.times) > 500
    assert figures.percentile(0.99) < 2
    assert figures.memory[-1] - figures.memory[0] < 20_000_000, str(figures)
