"""How far a hand is from closing, which tiles help, and what to throw away."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from rummy_solver.arguments import checked_number
from rummy_solver.errors import HandError
from rummy_solver.hand import Hand, HandLike
from rummy_solver.questions import Question
from rummy_solver.rules import RuleSet
from rummy_solver.solver import evaluate
from rummy_solver.tiles import TILES, Tile

__all__ = [
    "DiscardAdvice",
    "deadwood_distance",
    "distance",
    "nearest_closing",
    "pairs_distance",
    "rank_discards",
    "useful_tiles",
]

_MOST_POINTS = 2**31 - 1


@dataclass(frozen=True)
class DiscardAdvice:
    """What is left of a hand when a tile is thrown.

    Attributes
    ----------
    tile
        The tile thrown, out of play from then on.
    distance
        Distance of what is left, None when it can never close.
    useful
        The tiles that lower this distance, with their unseen copies.
    copies
        Sum of these copies.
    """

    tile: Tile
    distance: int | None
    useful: dict[Tile, int]
    copies: int


def distance(
    hand: HandLike, rules: RuleSet | str, *, seen: HandLike = (), size: int | None = None
) -> int | None:
    """Return how many tiles a hand lacks to close.

    The distance is `size` less the most tiles, jokers like others, that the hand shares with a
    closed hand of exactly `size` tiles which can still exist.

    Parameters
    ----------
    hand
        A hand of `size` tiles, of one more (then after the best discard), or of fewer.
    rules
        Rule set, or its name.
    seen
        Tiles out of play or in sight elsewhere.
    size
        Tiles that must be melded; by default the hand size of the rules. Fewer when melds have
        been laid.

    Returns
    -------
    int or None
        None when it cannot close any more.

    Raises
    ------
    HandError
        The hand is too large, or hand and seen tiles are not within the deck.
    RuleSetError
        Under these rules there is no distance.

    Examples
    --------
    >>> distance("2-9s 3d 4d", "basic_rummy")
    1
    """
    ask = Question.of(hand, rules, seen, size)
    ask.need_at_most(ask.size + 1)
    return ask.distance()


def nearest_closing(
    hand: HandLike, rules: RuleSet | str, *, seen: HandLike = (), size: int | None = None
) -> Hand | None:
    """Return a closed hand at the distance of a hand, one of several; None when there is none.

    Parameters and errors are those of `distance`.

    Examples
    --------
    >>> print(nearest_closing("7s 9h Jh Qh 3c 4c 5c 7c 8c 9c", "basic_rummy"))
    Y9 Y10 Y11 Y12 K3 K4 K5 K7 K8 K9
    """
    ask = Question.of(hand, rules, seen, size)
    ask.need_at_most(ask.size + 1)
    counts = ask.nearest()
    return None if counts is None else Hand.from_counts(counts)


def pairs_distance(hand: HandLike, rules: RuleSet | str, *, seen: HandLike = ()) -> int | None:
    """Return how many tiles a hand lacks to seven pairs, melds left aside.

    Parameters and errors are those of `distance`.

    Returns
    -------
    int or None
        None when pairs do not close under these rules, or not any more.

    Examples
    --------
    >>> hand = "R1 R1 Y4 Y4 B9 B9 K2 K2 K7 R8 R9 Y13 * *"
    >>> pairs_distance(hand, "rummyclub"), distance(hand, "rummyclub")
    (1, 1)
    """
    ask = Question.of(hand, rules, seen)
    ask.need_at_most(ask.size + 1)
    return ask.by_pairs()


def useful_tiles(
    hand: HandLike, rules: RuleSet | str, *, seen: HandLike = (), size: int | None = None
) -> dict[Tile, int]:
    """Return the tiles that bring a hand nearer to closing, with their unseen copies.

    A tile is useful when it has an unseen copy and drawing it allows a discard after which the
    distance is lower. There is none at distance 0, nor when the hand can never close.

    Parameters
    ----------
    hand
        A hand of exactly `size` tiles.
    rules, seen, size
        As in `distance`.

    Raises
    ------
    HandError
        The hand has another size, or hand and seen tiles are not within the deck.
    RuleSetError
        Under these rules there is no distance.

    Examples
    --------
    >>> hand = "7s 9h Jh Qh 3c 4c 5c 7c 8c 9c"
    >>> {str(tile): copies for tile, copies in useful_tiles(hand, "basic_rummy").items()}
    {'Y10': 1}
    """
    ask = Question.of(hand, rules, seen, size)
    ask.need(ask.size)
    return _by_tile(ask.useful())


def rank_discards(
    hand: HandLike, rules: RuleSet | str, *, seen: HandLike = (), size: int | None = None
) -> list[DiscardAdvice]:
    """Return what each discard leaves, the best first.

    One row per kind of tile: least distance first (None last), then most live copies, then the
    better odds of two draws, then least penalty of what is left after the best melds, then code.

    Parameters
    ----------
    hand
        A hand of `size` tiles and one more.
    rules, seen, size
        As in `distance`.

    Raises
    ------
    HandError
        The hand has another size, or hand and seen tiles are not within the deck.
    RuleSetError
        Under these rules there is no distance.

    Examples
    --------
    >>> best = rank_discards("7s 9h Jh Qh 3c 4c 5c 7c 8c 9c Kd", "basic_rummy")[0]
    >>> print(best.tile, best.distance, best.copies)
    B13 1 1
    """
    ask = Question.of(hand, rules, seen, size)
    ask.need(ask.size + 1)
    return list(ranked(discards_of(ask), ask))


def deadwood_distance(
    hand: HandLike, rules: RuleSet | str, *, limit: int | None = None, seen: HandLike = ()
) -> int | None:
    """Return how many tiles to exchange until the deadwood is within a limit.

    Parameters
    ----------
    hand
        A hand of the hand size of the rules, or one tile more (then after the best discard).
    rules
        Rule set, or its name.
    limit
        Most points of the tiles in no meld; by default the `knock_limit` of the rules.
    seen
        Tiles out of play or in sight elsewhere.

    Returns
    -------
    int or None
        None when no such hand can exist any more.

    Raises
    ------
    HandError
        The hand has another size, or hand and seen tiles are not within the deck.
    RuleSetError
        Under these rules there is no distance.

    Examples
    --------
    >>> hand = "7s 8s 9s 2h 3h 4h As Ad Kc 9d"
    >>> deadwood_distance(hand, "gin_rummy"), deadwood_distance(hand, "gin_rummy", limit=0)
    (1, 2)
    """
    ask = Question.of(hand, rules, seen)
    ask.need(ask.size, ask.size + 1)
    most = ask.rules.knock_limit if limit is None else limit
    return ask.deadwood(checked_number("limit", most, 0, _MOST_POINTS, error=HandError))


# ---- inside --------------------------------------------------------------------------------


def discards_of(ask: Question) -> list[DiscardAdvice]:
    """Return what each discard leaves, in order of code."""
    return [
        DiscardAdvice(tile, far, _by_tile(copies), sum(copies))
        for tile, far, copies in ask.discards()
    ]


def _by_tile(copies: bytes) -> dict[Tile, int]:
    return {TILES[code]: n for code, n in enumerate(copies) if n}


def ranked(
    rows: Iterable[DiscardAdvice],
    ask: Question,
    *,
    odds: bool = True,
    danger: Callable[[Tile], int] = lambda _: 0,
) -> Iterator[DiscardAdvice]:
    """Yield the discards, the best first.

    Parameters
    ----------
    rows
        The discards.
    ask
        The question about the hand before the discard.
    odds
        Whether the odds of two draws part those of equal distance with as many live copies.
    danger
        What a discard is worth to the next player: parts them after the odds.
    """

    def first(row: DiscardAdvice) -> tuple[bool, int, int]:
        return row.distance is None, row.distance or 0, -row.copies

    chances: dict[Tile, float] = {}

    def finer(row: DiscardAdvice) -> tuple[float, int, int, Tile]:
        penalty = evaluate(ask.hand - row.tile, ask.rules, objective="penalty")
        return -chances.get(row.tile, 0.0), danger(row.tile), penalty, row.tile

    groups = [list(group) for _, group in groupby(sorted(rows, key=first), key=first)]
    if odds:
        near = [group for group in groups if len(group) > 1 and group[0].distance in (1, 2)]
        if near:
            chances = ask.odds_of_discards([row.tile for group in near for row in group])
    for group in groups:
        yield from sorted(group, key=finer) if len(group) > 1 else group
