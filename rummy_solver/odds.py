"""The chance to close within a few own draws: exact for three, sampled beyond."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from rummy_solver.arguments import checked_number
from rummy_solver.errors import HandError
from rummy_solver.hand import HandLike
from rummy_solver.questions import Question
from rummy_solver.rules import RuleSet
from rummy_solver.tiles import TILES

__all__ = ["Odds", "closing_odds"]

_EXACT = 3
_SAMPLES = 200


@dataclass(frozen=True)
class Odds:
    """A probability.

    Attributes
    ----------
    probability
        The probability, or the mean of the samples.
    numerator, denominator
        The exact fraction in lowest terms, None when sampled.
    error
        Standard error of the mean, 0.0 when exact.
    """

    probability: float
    numerator: int | None
    denominator: int | None
    error: float


def closing_odds(
    hand: HandLike,
    rules: RuleSet | str,
    *,
    draws: int = 1,
    seen: HandLike = (),
    samples: int = _SAMPLES,
    seed: int = 0,
) -> Odds:
    """Return the probability to hold a closed hand within some own draws.

    Each draw takes one of the unseen tiles, all alike, and is followed by the best discard, which
    is out of play for good. Discard piles and opponents are left out; the draws end when nothing
    is unseen. It is 1 when the hand is closed already.

    Parameters
    ----------
    hand
        A hand of the hand size of the rules.
    rules
        Rule set, or its name.
    draws
        Own draws. Up to three the probability is exact (three may take seconds); beyond, the
        first draws are sampled, with the discards that keep the distance least and the most
        tiles alive, and the last two are exact: a mean just below the probability of best play.
    seen
        Tiles out of play or in sight elsewhere.
    samples, seed
        Samples beyond three draws, and the seed of their random numbers.

    Raises
    ------
    HandError
        The hand has another size, or hand and seen tiles are not within the deck.
    RuleSetError
        Under these rules there is no distance, so there are no odds.

    Examples
    --------
    >>> odds = closing_odds("7s 9h Jh Qh 3c 4c 5c 7c 8c 9c", "basic_rummy", draws=2)
    >>> print(odds.numerator, odds.denominator)
    44 861
    """
    ask = Question.of(hand, rules, seen)
    ask.need(ask.size)
    draws = checked_number("draws", draws, 0, error=HandError)
    samples = checked_number("samples", samples, 2, error=HandError)
    draws = min(draws, sum(ask.unseen()))
    if draws <= _EXACT:
        ways, total = ask.ways(draws)
        common = math.gcd(ways, total)
        return Odds(ways / total, ways // common, total // common, 0.0)
    values = [_sample(ask, draws, random.Random(f"{seed}:{i}")) for i in range(samples)]
    mean = math.fsum(values) / samples
    spread = math.fsum((value - mean) ** 2 for value in values) / (samples - 1)
    return Odds(mean, None, None, math.sqrt(spread / samples))


def _sample(ask: Question, draws: int, rng: random.Random) -> float:
    """Play the first draws at random, then count the last two exactly."""
    unseen = [code for code, copies in enumerate(ask.unseen()) for _ in range(copies)]
    drawn = rng.sample(unseen, draws - 2)
    for code in drawn[:-1]:
        ask = ask.having(TILES[code])
        rows = [row for row in ask.discards() if row[1] is not None]
        if not rows:
            return 0.0
        if any(far == 0 for _, far, _ in rows):
            return 1.0
        thrown, _, _ = min(rows, key=lambda row: (row[1], -sum(row[2])))
        ask = ask.without(thrown)
    return _best_of_two(ask.having(TILES[drawn[-1]]))


def _best_of_two(ask: Question) -> float:
    """Return the probability to close with this hand or within two draws after a discard."""
    far = ask.distance()
    if far is None or far > 2:
        return 0.0
    return 1.0 if far == 0 else max(ask.odds_of_discards(ask.hand.kinds()).values())
