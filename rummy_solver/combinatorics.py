"""Exact numbers of hands, by an automaton over the ranks instead of sampling."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import NamedTuple

from rummy_solver import _core
from rummy_solver.arguments import checked_number
from rummy_solver.errors import HandError
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import as_rules

__all__ = ["HandCount", "closable_count", "closable_probability", "hand_count"]

_LARGEST = 32


class HandCount(NamedTuple):
    """How many hands there are.

    Parameters
    ----------
    distinct
        Different multisets of tiles.
    physical
        Sets of tiles, copies and jokers told apart: what a shuffled deck deals equally often.
    """

    distinct: int
    physical: int


def closable_count(rules: RuleSet | str, n: int, *, jokers: int = 0) -> HandCount:
    """Count the hands of n tiles that can be laid down completely.

    All tiles lie in melds, runs and groups; seven pairs are not counted, nor are openings,
    discards and tiles left over.

    Parameters
    ----------
    rules
        Rule set or its name.
    n
        Tiles of the hand, jokers among them, 0..32. An empty hand lays nothing down. Up to 14
        tiles take seconds, where several jokers meet a limit per meld up to a minute; beyond
        that time and memory grow steeply.
    jokers
        Jokers of the hand, exactly.

    Raises
    ------
    RummyError
        A number outside its limits; a HandError when the deck has fewer tiles or jokers.

    Examples
    --------
    >>> closable_count("rummikub", 6)
    HandCount(distinct=4656, physical=264120)
    """
    game = as_rules(rules)
    n, jokers = _checked(game, n, jokers)
    if n == 0 or jokers >= n:
        return HandCount(0, 0)
    if jokers > (n // min(game.min_run, game.min_group)) * game.joker_limit:
        return HandCount(0, 0)
    found = _counts(game, n - jokers, jokers)[n - jokers]
    return HandCount(found[0], found[1] * comb(game.deck.counts[0], jokers))


def hand_count(rules: RuleSet | str, n: int, *, jokers: int = 0) -> HandCount:
    """Count all hands of n tiles with exactly so many jokers.

    Examples
    --------
    >>> hand_count("basic_rummy", 10).physical == comb(52, 10)
    True
    """
    game = as_rules(rules)
    n, jokers = _checked(game, n, jokers)
    if jokers > n:
        return HandCount(0, 0)
    ways = [1] + [0] * (n - jokers)
    for copies in game.deck.counts[1:]:
        ways = [
            sum(ways[size - take] for take in range(min(copies, size) + 1))
            for size in range(len(ways))
        ]
    naturals = game.deck.size - game.deck.counts[0]
    physical = comb(naturals, n - jokers) * comb(game.deck.counts[0], jokers)
    return HandCount(ways[-1], physical)


def closable_probability(rules: RuleSet | str, n: int) -> Fraction:
    """Return the probability that n tiles of the shuffled deck can be laid down completely.

    Examples
    --------
    >>> closable_probability("basic_rummy", 3)
    Fraction(24, 5525)
    """
    game = as_rules(rules)
    most = min(game.deck.counts[0], checked_number("tiles of the hand", n, 0, _LARGEST))
    physical = sum(closable_count(game, n, jokers=jokers).physical for jokers in range(most + 1))
    return Fraction(physical, comb(game.deck.size, n))


def _checked(game: RuleSet, n: object, jokers: object) -> tuple[int, int]:
    tiles = checked_number("tiles of the hand", n, 0, _LARGEST)
    wild = checked_number("jokers of the hand", jokers, 0)
    if wild > game.deck.counts[0]:
        has = f"at most the {game.deck.counts[0]} jokers of deck {game.name!r}"
        raise HandError("jokers of the hand", expected=has, got=str(wild))
    if tiles > game.deck.size:
        has = f"at most the {game.deck.size} tiles of deck {game.name!r}"
        raise HandError("tiles of the hand", expected=has, got=str(tiles))
    return tiles, wild


def _counts(game: RuleSet, naturals: int, jokers: int) -> list[tuple[int, int]]:
    """Return the numbers for 0..naturals natural tiles; the largest table asked for is kept."""
    cache: dict[int, list[tuple[int, int]]] = game.__dict__.setdefault("_closable", {})
    known = cache.get(jokers)
    if known is None or len(known) <= naturals:
        known = _core.count_closable(game.core, game.deck.counts, naturals, jokers)
        cache[jokers] = known
    return known
