"""Pairs of mirrored deals: played once, kept in a file, and their means with intervals."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Pair:
    """One deal played twice with the seats swapped, as the hints see it.

    Attributes
    ----------
    won, decided
        Rounds won by the hints, and rounds that somebody won.
    points
        Points of the hints less those of the other, the mean of both rounds.
    seconds
        CPU time of both rounds, both players.
    """

    won: int
    decided: int
    points: float
    seconds: float

    @classmethod
    def of(cls, rounds: list[tuple[float, float]], seconds: float) -> Pair:
        """Build a pair from the points of the hints and of the other in its two rounds."""
        won = sum(mine > theirs for mine, theirs in rounds)
        decided = sum(mine != theirs for mine, theirs in rounds)
        return cls(won, decided, sum(mine - theirs for mine, theirs in rounds) / 2, seconds)

    @property
    def share(self) -> float:
        """Share of the rounds won, a draw being half."""
        return (self.won + (2 - self.decided) / 2) / 2


def interval(values: list[float]) -> tuple[float, float]:
    """Mean and half the width of its 95 % interval; a pair of mirrored deals is one value."""
    n = len(values)
    mean = math.fsum(values) / n
    spread = math.fsum((value - mean) ** 2 for value in values) / (n - 1)
    return mean, 1.96 * math.sqrt(spread / n)


def played(match: str, pairs: int, play: Callable[[int], Pair], log: Path | None) -> list[Pair]:
    """Play the pairs of a match that a file does not have yet, and add each to it."""
    done: dict[int, Pair] = {}
    if log is not None and log.exists():
        for line in log.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            number, name = row.pop("pair"), row.pop("match")
            if name == match:
                done[number] = Pair(**row)
    for number in range(pairs):
        if number in done:
            continue
        done[number] = play(number)
        if log is not None:
            with log.open("a", encoding="utf-8") as file:
                row = {"match": match, "pair": number, **asdict(done[number])}
                file.write(json.dumps(row) + "\n")
    return [done[number] for number in range(pairs)]


def summary(match: str, pairs: list[Pair]) -> str:
    """One line about a match."""
    rate, rate_error = interval([pair.share for pair in pairs])
    mean, mean_error = interval([pair.points for pair in pairs])
    decided, won = sum(pair.decided for pair in pairs), sum(pair.won for pair in pairs)
    seconds = math.fsum(pair.seconds for pair in pairs) / len(pairs) / 2
    return (
        f"{match}: {len(pairs)} pairs, wins {100 * rate:.1f} +- {100 * rate_error:.1f} % "
        f"(a draw is half), {won} of {decided} decided, points {mean:+.2f} +- {mean_error:.2f} "
        f"a round, {1e3 * seconds:.0f} ms a round"
    )
