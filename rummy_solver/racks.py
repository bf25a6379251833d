"""Hands as a player looks at them: pairs, and the order in which a rack is shown."""

from __future__ import annotations

from rummy_solver.hand import Hand, HandLike
from rummy_solver.melds import Meld
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import as_rules
from rummy_solver.solution import Solution
from rummy_solver.solver import solve
from rummy_solver.tiles import JOKER, TILES, Tile

__all__ = ["arrange", "best_pairs"]


def best_pairs(hand: HandLike, rules: RuleSet | str) -> Solution:
    """Return the most pairs of identical tiles that a hand holds, however many win.

    Parameters
    ----------
    hand
        Any hand that the deck allows.
    rules
        Rule set or its name; its `pair_jokers` says what a joker may do in a pair.

    Returns
    -------
    Solution
        Melds of kind PAIR, value their number; empty where pairs never win.

    Raises
    ------
    HandError, NotationError, RuleSetError
        The hand is none or not within the deck, or the rules are unknown.

    Examples
    --------
    >>> print(*best_pairs("R5 R5 Y7 B9 *", "rummyclub").melds, sep=" | ")
    R5 R5 | Y7 *
    """
    rules = as_rules(rules)
    hand = Hand.of(hand, rules)
    pairs = _pairs(hand, rules) if rules.pairs_to_win else []
    return Solution(rules, hand, tuple(sorted(pairs)), (len(pairs),))


def _pairs(hand: Hand, rules: RuleSet) -> list[Meld]:
    naturals = list(zip(TILES[1:], hand.counts[1:], strict=True))
    pairs = [Meld.pair(tile) for tile, n in naturals for _ in range(n // 2)]
    if rules.pair_jokers == "none":
        return pairs
    singles = [tile for tile, n in naturals if n % 2]
    pairs += [Meld.pair(tile, 1) for tile in singles[: hand.jokers]]
    spare = max(0, hand.jokers - len(singles))
    if rules.pair_jokers == "any":
        pairs += [Meld.pair(JOKER, 2)] * (spare // 2)
    return pairs


def arrange(hand: HandLike, rules: RuleSet | str) -> tuple[Tile, ...]:
    """Return the tiles of a hand in the order in which a player would set them on a rack.

    The best melds come first, then tiles that are close to a meld, then the rest.

    Parameters
    ----------
    hand, rules
        As for `best_pairs`.

    Examples
    --------
    >>> print(*arrange("K13 R1 Y7 R2 Y8 R3 B11 B1", "rummikub"))
    R1 R2 R3 Y7 Y8 B1 B11 K13
    """
    rules = as_rules(rules)
    solution = solve(Hand.of(hand, rules), rules)
    melds = [tile for meld in solution.melds for tile in meld.tiles]
    loose = list(solution.deadwood)
    close = [tile for tile in loose if any(_are_close(tile, other, rules) for other in loose)]
    rest = [tile for tile in loose if tile not in close]
    return (*melds, *close, *rest)


def _are_close(one: Tile, other: Tile, rules: RuleSet) -> bool:
    """Whether one more tile between or beside two others could make a meld."""
    if one.is_joker or other.is_joker:
        return one != other
    if one.color != other.color:
        return one.rank == other.rank
    places = [{tile.rank} - {0 if rules.ace_low else 1} for tile in (one, other)]
    for tile, found in zip((one, other), places, strict=True):
        if tile.rank == 1 and rules.ace_high:
            found.add(rules.ranks + 1)
    return any(0 < abs(a - b) < rules.min_run for a in places[0] for b in places[1])
