"""Means with their confidence intervals."""

from __future__ import annotations

import math


def interval(values: list[float]) -> tuple[float, float]:
    """Mean and half the width of its 95 % interval; a pair of mirrored deals is one value."""
    n = len(values)
    mean = math.fsum(values) / n
    spread = math.fsum((value - mean) ** 2 for value in values) / (n - 1)
    return mean, 1.96 * math.sqrt(spread / n)
