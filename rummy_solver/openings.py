"""The opening of a lay-off game: which melds are laid first, and what they are worth."""

from __future__ import annotations

from collections.abc import Iterable

from rummy_solver.melds import Meld
from rummy_solver.rules import RuleSet
from rummy_solver.table import cores

__all__ = ["best_opening"]

NO_OPENING = -1


def best_opening(
    melds: Iterable[Meld], rules: RuleSet, jokers: int
) -> tuple[int, list[Meld | None]]:
    """Return the most points that the first melds can be worth, and these.

    Parameters
    ----------
    melds
        The new melds as they lie at the end of the turn.
    rules
        Rule set.
    jokers
        Most jokers that they may hold: those that were in the hand at the start of the turn.

    Returns
    -------
    tuple
        The points, -1 when no meld can be laid first; for each meld the part of it that is laid
        first, None where nothing is.
    """
    best: dict[int, tuple[int, list[Meld | None]]] = {0: (NO_OPENING, [])}
    for meld in melds:
        options = _options(meld, rules, jokers)
        grown: dict[int, tuple[int, list[Meld | None]]] = {}
        for used, (points, chosen) in best.items():
            for core in (None, *options):
                total = _joined(points, core, rules)
                spent = used + (core.jokers if core is not None else 0)
                if spent <= jokers and (spent not in grown or total > grown[spent][0]):
                    grown[spent] = (total, [*chosen, core])
        best = grown
    return max(best.values(), key=lambda item: item[0])


def _joined(points: int, core: Meld | None, rules: RuleSet) -> int:
    if core is None:
        return points
    own = core.points(rules)
    return max(points, own) if rules.opening_single_meld else max(points, 0) + own


def _options(meld: Meld, rules: RuleSet, jokers: int) -> list[Meld]:
    """Return the best part for each number of jokers, larger parts first among equals."""
    best: dict[int, Meld] = {}
    for core in sorted(cores(meld, rules, jokers), key=len):
        known = best.get(core.jokers)
        if known is None or core.points(rules) >= known.points(rules):
            best[core.jokers] = core
    return list(best.values())
