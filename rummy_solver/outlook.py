"""What a hand is worth one draw from now, where deadwood counts: expected penalty and chances.

For every tile thrown now and every tile drawn next, the penalty after the best next discard. All
of these hands go through the solver as one array. Tiles that the best melds hold are thrown only
when fewer than three others are left.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from rummy_solver.batch import solve_batch
from rummy_solver.hand import Hand
from rummy_solver.objectives import PENALTY, TILES_LAID, FaceWeights, Objective
from rummy_solver.rules import RuleSet
from rummy_solver.solver import evaluate, solve
from rummy_solver.tiles import PAD, TILES, Tile

__all__ = ["Outlook", "after_discards", "after_draw", "burden_of"]

_FEW = 3
# Found by playing whole rounds against other policies.
_PER_TILE = 10
_PER_CHANCE = 20
_NEVER = 1 << 30
_NONE: frozenset[int] = frozenset()
Codes = npt.NDArray[np.uint8]
Indexes = npt.NDArray[np.intp]
Values = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Outlook:
    """What to expect of a hand.

    Attributes
    ----------
    penalty
        Hand points in no meld now.
    expected
        The same after one more draw and the best discard, the mean over the unseen tiles.
    chance
        Probability that it is then within the limit asked for.
    copies
        Unseen tiles after which fewer tiles are left, where their number counts.
    lighter
        What the hand is expected to weigh then, see `burden_of`.
    """

    penalty: int
    expected: float
    chance: float
    copies: int
    lighter: float

    @property
    def cost(self) -> float:
        """What the hand is expected to weigh then; a chance to close is worth points."""
        return self.lighter - _PER_CHANCE * self.chance


def burden_of(hand: Hand, rules: RuleSet) -> int:
    """Return what a hand weighs: its points in no meld, and what the number of tiles adds.

    Who has to put down the last tile is hindered by the number of those left, whatever they are
    worth: there each of them counts some points more.
    """
    return evaluate(hand, rules, objective=_BURDEN) >> _SHIFT


def _per_tile(rules: RuleSet) -> int:
    return _PER_TILE if rules.closing == "out" else 0


def _burden_gains(rules: RuleSet) -> FaceWeights:
    each = _per_tile(rules) << _SHIFT
    rows = zip(TILES_LAID.gains(rules), PENALTY.gains(rules), strict=True)
    return FaceWeights(
        *(tuple(n * each + p * _BOTH for n, p in zip(*row, strict=True)) for row in rows)
    )


def _burden_left(rules: RuleSet) -> tuple[int, ...]:
    each = _per_tile(rules) << _SHIFT
    return tuple(each + points * _BOTH for points in rules.hand_points_by_code)


# The burden above, and below it the penalty of the same melds: one value brings both.
_SHIFT = 14
_BOTH = (1 << _SHIFT) + 1
_BURDEN = Objective("burden", _burden_gains, _burden_left)


def after_draw(
    hand: Hand, rules: RuleSet, unseen: bytes, *, limit: int = 0, free: frozenset[int] = _NONE
) -> Outlook:
    """Return what one draw from the unseen tiles and the best discard do to a hand.

    The parameters are those of `after_discards`.
    """
    drawn, weights = _drawn(unseen, free)
    codes = np.frombuffer(hand.codes(), np.uint8)
    keep = np.array([np.delete(codes, i) for i in _spare(hand, codes, rules)], np.uint8)
    values = _solved([codes[None, :], _with_each(keep, drawn)], rules)
    later = np.minimum(values[1:].reshape(len(keep), len(drawn)).min(axis=0), values[0])
    return _outlook(int(values[0]), later, weights, limit)


def after_discards(
    hand: Hand, rules: RuleSet, unseen: bytes, *, limit: int = 0, free: frozenset[int] = _NONE
) -> dict[Tile, Outlook]:
    """Return what to expect after each discard and one more draw.

    Parameters
    ----------
    hand
        The hand before the discard.
    rules
        Rule set.
    unseen
        Copies by code of the tiles that may be drawn.
    limit
        Most points that count as within the limit.
    free
        Codes of tiles that can be laid off on the table: when drawn they leave the hand.
    """
    drawn, weights = _drawn(unseen, free)
    codes = np.frombuffer(hand.codes(), np.uint8)
    spare = _spare(hand, codes, rules)
    held, loose = np.delete(codes, spare), codes[spare]
    one, two, of_pair = _choices(len(spare))
    now = np.hstack([np.tile(held, (len(one), 1)), loose[one]])
    keep = np.hstack([np.tile(held, (len(two), 1)), loose[two]])
    values = _solved([now, _with_each(keep, drawn)], rules)
    later = values[len(now) :].reshape(len(keep), len(drawn))
    found = {}
    for i, code in enumerate(loose):
        best = np.minimum(later[of_pair[i]].min(axis=0), values[i])
        found[TILES[code]] = _outlook(int(values[i]), best, weights, limit)
    return found


def _drawn(unseen: bytes, free: frozenset[int]) -> tuple[Codes, npt.NDArray[np.float64]]:
    """Return the codes that may be drawn, padding for those laid off at once, and how many."""
    copies = np.frombuffer(unseen, np.uint8)
    codes = np.flatnonzero(copies).astype(np.uint8)
    weights = copies[codes].astype(np.float64)
    if free:
        codes[np.isin(codes, list(free))] = PAD
    return codes, weights


def _spare(hand: Hand, codes: Codes, rules: RuleSet) -> list[int]:
    """Return the places of tiles in no meld, or of all when these are few."""
    loose = list(solve(hand, rules, objective=_BURDEN).deadwood.codes())
    places = []
    for i, code in enumerate(codes):
        if code in loose:
            loose.remove(code)
            places.append(i)
    return places if len(places) >= _FEW else list(range(len(codes)))


@lru_cache(maxsize=64)
def _choices(n: int) -> tuple[Indexes, Indexes, Indexes]:
    """Return n places less one, less two, and for each place the rows that are less it."""
    places = np.arange(n)
    one = np.array([np.delete(places, i) for i in range(n)]).reshape(n, n - 1)
    pairs = [(i, j) for i in range(n) for j in range(i)]
    two = np.array([np.delete(places, pair) for pair in pairs], np.intp).reshape(len(pairs), n - 2)
    of_pair = [[row for row, pair in enumerate(pairs) if i in pair] for i in range(n)]
    return one, two, np.array(of_pair, np.intp)


def _with_each(hands: Codes, drawn: Codes) -> Codes:
    """Return every hand with every tile drawn, the tile running fastest."""
    rows = np.repeat(hands, len(drawn), axis=0)
    return np.hstack([rows, np.tile(drawn, len(hands))[:, None]])


def _solved(blocks: list[Codes], rules: RuleSet) -> Values:
    rows = np.ascontiguousarray(np.concatenate(blocks))
    values: Values = solve_batch(rows, rules, objective=_BURDEN, errors="mask").value.astype(
        np.int64
    )
    values[values < 0] = _NEVER  # a hand that the deck does not hold
    return values


def _outlook(value: int, later: Values, weights: npt.NDArray[np.float64], limit: int) -> Outlook:
    burden, penalty = value >> _SHIFT, value & (_BOTH - 2)
    total = float(weights.sum())
    lighter = later >> _SHIFT
    if not total:
        return Outlook(penalty, float(penalty), float(burden <= limit), 0, float(burden))
    chance = float(weights[lighter <= limit].sum()) / total
    points = later & (_BOTH - 2)
    copies = int(weights[lighter - points < burden - penalty].sum())
    expected = float(points @ weights) / total
    return Outlook(penalty, expected, chance, copies, float(lighter @ weights) / total)
