"""Solving: the best melds of a hand, all of them, their values, and what to discard for them."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from itertools import islice

from rummy_solver import _core
from rummy_solver.arguments import checked_limit
from rummy_solver.errors import SearchLimitError
from rummy_solver.hand import Hand, HandLike
from rummy_solver.melds import Meld
from rummy_solver.objectives import POINTS, ObjectiveLike, Weights, resolve, weights_of
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import as_rules
from rummy_solver.solution import Solution, unpacked
from rummy_solver.tiles import Tile

__all__ = [
    "Solution",
    "best_discards",
    "count_solutions",
    "evaluate",
    "opening",
    "possible_melds",
    "solutions",
    "solve",
]

_core.use_limit_error(SearchLimitError)


def compiled(rules: RuleSet, objective: ObjectiveLike) -> tuple[_core.CoreSolver, Weights]:
    """Return the compiled solver of a rule set and an objective with its weights, built once."""
    known: dict[ObjectiveLike, tuple[_core.CoreSolver, Weights]]
    known = rules.__dict__.setdefault("_solvers", {})
    try:
        return known[objective]
    except (KeyError, TypeError):
        weights = weights_of(rules, objective)
    if len(known) >= _COMPILED:  # objectives made on the fly must not pile up
        known.clear()
    divisor = 1
    for radix in weights.radices[1:]:
        divisor *= radix
    solver = _core.CoreSolver(
        rules.core,
        weights.run_tile,
        weights.run_joker,
        weights.group_tile,
        weights.group_joker,
        deck=rules.deck.counts,
        divisor=divisor,
        left=weights.left[0],
    )
    known[objective] = solver, weights
    return solver, weights


_COMPILED = 16


@_core.quick_value(Hand)
def evaluate(hand: HandLike, rules: RuleSet | str, *, objective: ObjectiveLike = "tiles") -> int:
    """Return the value of the best partition alone, without building any object.

    Parameters
    ----------
    hand
        Any hand that the deck allows.
    rules
        Rule set or its name.
    objective
        What is best: ``"tiles"``, ``"points"``, ``"penalty"``, a tuple of names, an `Objective`.

    Returns
    -------
    int
        Tiles laid, points laid, or hand points left: the first component of the objective.

    Raises
    ------
    HandError, NotationError
        The hand is none, or not within the deck.
    RuleSetError
        Unknown rules or objective.

    Examples
    --------
    >>> evaluate("R1 R2 R3 R4 Y9 B9 *", "rummikub")
    7
    """
    if type(rules) is not RuleSet:
        return evaluate(hand, as_rules(rules), objective=objective)
    return compiled(rules, objective)[0].first(Hand.of(hand, rules).counts)


@_core.quick_solution(Hand, Solution)
def solve(hand: HandLike, rules: RuleSet | str, *, objective: ObjectiveLike = "tiles") -> Solution:
    """Return one best partition of a hand, always the same one.

    Parameters
    ----------
    hand, rules, objective
        As for `evaluate`.

    Raises
    ------
    HandError, NotationError, RuleSetError
        As `evaluate`.

    Examples
    --------
    >>> print(*solve("R1 R2 R3 R4 Y9 B9 *", "rummikub").melds)
    R1 R2 R3 R4 Y9 B9 *
    """
    if type(rules) is not RuleSet:
        return solve(hand, as_rules(rules), objective=objective)
    hand = Hand.of(hand, rules)
    question = compiled(rules, objective)
    gain, packed = question[0].one(hand.counts)
    return Solution.of_packed(rules, hand, packed, gain, question)


def solutions(
    hand: HandLike,
    rules: RuleSet | str,
    *,
    objective: ObjectiveLike = "tiles",
    limit: int | None = None,
) -> Iterator[Solution]:
    """Iterate over all best partitions, each once.

    Two partitions are the same when they are the same multiset of melds: kind, tiles, faces.

    Parameters
    ----------
    hand, rules, objective
        As for `evaluate`; the solutions are best in all components of the objective.
    limit
        At most so many solutions; None: all.

    Raises
    ------
    HandError, NotationError, RuleSetError
        As `evaluate`, at the call.

    Examples
    --------
    >>> for solution in solutions("R5 R6 R7 Y7 B7", "rummikub", objective=("tiles",)):
    ...     print(*solution.melds)
    R7 Y7 B7
    R5 R6 R7
    """
    rules = as_rules(rules)
    hand = Hand.of(hand, rules)
    limit = checked_limit("limit", limit)
    question = compiled(rules, objective)
    walk = question[0].walk(hand.counts)
    found = (Solution.of_packed(rules, hand, packed, walk.value, question) for packed in walk)
    return islice(found, limit)


def count_solutions(
    hand: HandLike, rules: RuleSet | str, *, objective: ObjectiveLike = "tiles"
) -> int:
    """Return how many best partitions there are.

    Parameters
    ----------
    hand, rules, objective
        As for `solutions`.

    Examples
    --------
    >>> count_solutions("R5 R6 R7 Y7 B7", "rummikub", objective=("tiles",))
    2
    """
    rules = as_rules(rules)
    hand = Hand.of(hand, rules)
    return compiled(rules, objective)[0].walk(hand.counts).count()


def possible_melds(hand: HandLike, rules: RuleSet | str) -> tuple[Meld, ...]:
    """Return every legal meld that the tiles of a hand make, each once, in their order.

    Parameters
    ----------
    hand, rules
        As for `evaluate`.

    Examples
    --------
    >>> print(*possible_melds("R5 R6 R7 R8", "rummikub"), sep=" | ")
    R5 R6 R7 | R5 R6 R7 R8 | R6 R7 R8
    """
    rules = as_rules(rules)
    hand = Hand.of(hand, rules)
    return unpacked(compiled(rules, "tiles")[0].melds(hand.counts), rules)


def opening(
    hand: HandLike, rules: RuleSet | str, *, objective: ObjectiveLike = "tiles"
) -> Solution | None:
    """Return the best melds that are worth enough to open with, or None.

    Without a threshold in the rules this is the same as `solve`. Under `opening_single_meld` one
    of the melds must be worth the threshold alone.

    Parameters
    ----------
    hand, rules, objective
        As for `evaluate`.

    Examples
    --------
    >>> opening("7s 7h 7d Kc Kh 2s", "joker_rummy") is None
    True
    >>> opening("7s 7h 7d Kc Kh Ks", "joker_rummy").points
    51
    """
    rules = as_rules(rules)
    hand = Hand.of(hand, rules)
    if not rules.opening_points:
        return solve(hand, rules, objective=objective)
    goals = resolve(objective)
    wide = goals if POINTS in goals else (*goals, POINTS)
    if rules.opening_single_meld:
        return _opening_by_one(rules, hand, goals)
    solver, weights = compiled(rules, wide)
    points = compiled(rules, (POINTS,))[0]
    if points is solver:
        found = solve(hand, rules, objective=(POINTS,))
        return found if found.points >= rules.opening_points else None
    best = solver.opening(points, hand.counts, rules.opening_points)
    if best is None:
        return None
    value, packed = best
    values = weights.decode(value, hand.counts)[: len(goals)]
    return Solution(rules, hand, unpacked(packed, rules), values)


def _opening_by_one(rules: RuleSet, hand: Hand, goals: ObjectiveLike) -> Solution | None:
    solver, weights = compiled(rules, goals)
    best: tuple[int, Meld] | None = None
    for (packed,) in struct.iter_unpack("8s", solver.melds(hand.counts)):
        (meld,) = unpacked(packed, rules)
        if meld.points(rules) >= rules.opening_points:
            rest = hand - Hand(meld.tiles)
            value = solver.worth(packed) + solver.best(rest.counts)
            if best is None or value > best[0]:
                best = value, meld
    if best is None:
        return None
    value, meld = best
    others = solve(hand - Hand(meld.tiles), rules, objective=goals).melds
    melds = tuple(sorted((meld, *others)))
    return Solution(rules, hand, melds, weights.decode(value, hand.counts))


def best_discards(
    hand: HandLike, rules: RuleSet | str, *, objective: ObjectiveLike = "penalty"
) -> list[tuple[Tile, int]]:
    """Return each kind of tile in the hand with the value of what is left after its discard.

    Parameters
    ----------
    hand, rules, objective
        As for `evaluate`.

    Returns
    -------
    list
        Pairs (tile, value), the best discard first, ties in the order of tile codes.

    Examples
    --------
    >>> best_discards("3s 4s 5s 3c 4c 5c Ad 2d 3d 4d 5h", "basic_rummy")[0]
    (Tile('Y5'), 0)
    """
    rules = as_rules(rules)
    hand = Hand.of(hand, rules)
    solver, weights = compiled(rules, objective)
    rows = []
    for code, value in solver.after_discards(hand.counts):
        tile = Tile(code)
        values = weights.decode(value, (hand - tile).counts)
        order = [x if left else -x for x, left in zip(values, weights.left, strict=True)]
        rows.append((order, tile, values[0]))
    return [(tile, value) for _, tile, value in sorted(rows)]
