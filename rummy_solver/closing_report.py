"""Why a hand does not close: every reason at once, each with its number and its tiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rummy_solver.arguments import checked_flag
from rummy_solver.closing import (
    Closing,
    all_melded,
    checked_launched,
    closings,
    kept_code,
    less,
    sizes_of,
)
from rummy_solver.hand import Hand, HandLike
from rummy_solver.melds import Meld
from rummy_solver.patterns import pattern_table
from rummy_solver.racks import best_pairs
from rummy_solver.readings import read_meld
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import as_rules
from rummy_solver.solver import best_discards, evaluate, possible_melds, solve
from rummy_solver.tiles import PAD, TILES, Tile

__all__ = ["ClosingReport", "Fault", "explain_closing"]


@dataclass(frozen=True)
class Fault:
    """One reason why a hand does not close.

    Parameters
    ----------
    code
        ``empty``, ``too_few``, ``too_many``, ``loose``, ``pairs``, ``none_over``,
        ``only_discard_taken``, ``opening_short``, ``one_meld`` or ``deadwood``.
    text
        The reason in words.
    amount
        Tiles too many or too few, loose tiles that must be placed, points that are missing.
    tiles
        The tiles that it is about.
    """

    code: str
    text: str
    amount: int = 0
    tiles: Hand = Hand()


@dataclass(frozen=True)
class ClosingReport:
    """Whether a hand closes: the ways, or all reasons why it does not.

    Parameters
    ----------
    closings
        What `closings` returns; empty when the hand does not close.
    faults
        Every reason why it does not; empty when it closes.
    melds, loose
        How the tiles lie: for the best closing, else with the fewest tiles in no meld.

    Examples
    --------
    >>> report = explain_closing("R1-4 R7-9 K5-8 K11 K12 Y3 *", "remi", taken="Y3")
    >>> report.eligible, report.best.discard
    (True, Tile('Y3'))
    >>> for fault in explain_closing("R1-4 R7-9 K5-8 K11 Y3 B9", "remi").faults:
    ...     print(fault.text)
    3 tiles in no meld: Y3, B9, K11
    0 of the 7 pairs that close a hand too
    """

    closings: tuple[Closing, ...]
    faults: tuple[Fault, ...]
    melds: tuple[Meld, ...]
    loose: Hand

    @property
    def eligible(self) -> bool:
        """Whether the hand closes."""
        return bool(self.closings)

    @property
    def best(self) -> Closing | None:
        """The best closing."""
        return self.closings[0] if self.closings else None

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the faults."""
        return tuple(fault.code for fault in self.faults)

    def __bool__(self) -> bool:
        return self.eligible

    def __str__(self) -> str:
        if self.eligible:
            return "closes"
        return f"does not close: {'; '.join(fault.text for fault in self.faults)}"


def explain_closing(
    hand: HandLike,
    rules: RuleSet | str,
    *,
    launched: int = 0,
    opened: bool = False,
    taken: Tile | str | None = None,
) -> ClosingReport:
    """Return the closings of a hand, or every reason why there is none.

    Parameters
    ----------
    hand, rules, launched, opened, taken
        As for `closings`; a hand of any size gets an answer.

    Raises
    ------
    HandError, NotationError, RuleSetError
        As `closings`, but never for the size.

    Examples
    --------
    >>> explain_closing("7s 7h 7d Ks", "joker_rummy").codes
    ('opening_short',)
    >>> print(explain_closing("7s 7h 7d Ks", "joker_rummy").faults[0].text)
    melds of 21 points, 9 short of the opening of 30
    """
    rules = as_rules(rules)
    opened = checked_flag("opened", opened)
    hand = Hand.of(hand, rules)
    kept = kept_code(hand, taken, rules)
    sizes = sizes_of(rules)
    found: list[Closing] = []
    if not sizes or len(hand) in sizes:
        found = closings(hand, rules, launched=launched, opened=opened, taken=taken)
    else:
        checked_launched(launched, hand, rules)
    if found:
        thrown = Hand() if found[0].discard is None else Hand([found[0].discard])
        return ClosingReport(tuple(found), (), found[0].melds, found[0].deadwood + thrown)
    best = solve(hand, rules, objective="penalty" if rules.closing == "knock" else "tiles")
    faults = tuple(_faults(hand, rules, opened, kept, best.deadwood))
    return ClosingReport((), faults, best.melds, best.deadwood)


def _tiles(number: int, rules: RuleSet) -> str:
    return f"{number} {rules.style}{'' if number == 1 else 's'}"


def _listed(tiles: Hand, rules: RuleSet) -> str:
    return ", ".join(rules.format(tile) for tile in tiles)


def _faults(hand: Hand, rules: RuleSet, opened: bool, kept: int, deadwood: Hand) -> Iterator[Fault]:
    if not hand:
        yield Fault("empty", "the hand is empty: there is nothing to close with")
    yield from _size_faults(hand, rules)
    if not hand:
        return
    if rules.closing == "knock":
        yield from _knock_faults(hand, rules, kept)
        return
    sizes = sizes_of(rules)
    over = len(hand) >= sizes[-1] > sizes[0] if sizes else rules.discard != "none"
    if len(deadwood) > over:
        yield _loose(deadwood, int(over), rules)
    elif over:
        yield from _discard_faults(hand, deadwood, rules, kept)
    if rules.pairs_to_win:
        pairs = best_pairs(hand, rules).value
        if pairs < rules.pairs_to_win:
            text = f"{pairs} of the {rules.pairs_to_win} pairs that close a hand too"
            yield Fault("pairs", text, rules.pairs_to_win - pairs)
    if rules.closing == "out":
        yield from _laying_faults(hand, rules, opened, kept)


def _size_faults(hand: Hand, rules: RuleSet) -> Iterator[Fault]:
    sizes = sizes_of(rules)
    if not sizes or sizes[0] <= len(hand) <= sizes[-1]:
        return
    few = len(hand) < sizes[0]
    amount = sizes[0] - len(hand) if few else len(hand) - sizes[-1]
    word = "few" if few else "many"
    text = f"{_tiles(amount, rules)} too {word}: expected {' or '.join(map(str, sizes))}"
    yield Fault(f"too_{word}", f"{text}, got {len(hand)}", amount)


def _loose(deadwood: Hand, over: int, rules: RuleSet) -> Fault:
    text = f"{_tiles(len(deadwood), rules)} in no meld: {_listed(deadwood, rules)}"
    if over:
        text += ", only one can be thrown"
    return Fault("loose", text, len(deadwood) - over, deadwood)


def _discard_faults(hand: Hand, deadwood: Hand, rules: RuleSet, kept: int) -> Iterator[Fault]:
    """Say why no tile can be thrown though at most one is loose."""
    queries, counts = pattern_table(rules).queries, hand.counts
    if queries.discards(counts, kept):
        return
    if kept != PAD and queries.discards(counts):
        text = f"the only tile to throw is the one just taken: {rules.format(TILES[kept])}"
        yield Fault("only_discard_taken", text, 1, Hand([TILES[kept]]))
    elif not deadwood and (rules.closing == "arranged" or rules.discard == "required"):
        size = _tiles(len(hand), rules)
        yield Fault("none_over", f"all {size} go into melds and none is left to be thrown", 1)


def _knock_faults(hand: Hand, rules: RuleSet, kept: int) -> Iterator[Fault]:
    limit = rules.knock_limit
    assert limit is not None
    if len(hand) == rules.hand_size:
        values = {TILES[0]: evaluate(hand, rules, objective="penalty")}
    else:
        values = dict(best_discards(hand, rules, objective="penalty"))
    allowed = [value for tile, value in values.items() if tile != kept]
    if min(values.values()) <= limit < min(allowed, default=limit + 1):
        text = f"the only tile to throw is the one just taken: {rules.format(TILES[kept])}"
        yield Fault("only_discard_taken", text, 1, Hand([TILES[kept]]))
    elif min(values.values()) > limit:
        least = min(values.values())
        text = f"deadwood of {least}, {least - limit} above the limit of {limit}"
        yield Fault("deadwood", text, least - limit)


def _laying_faults(hand: Hand, rules: RuleSet, opened: bool, kept: int) -> Iterator[Fault]:
    """Say what forbids to lay the melds, all tiles placed or not."""
    ways = [hand] if rules.discard != "required" and all_melded(hand, rules) else []
    if rules.discard != "none":
        codes = pattern_table(rules).queries.discards(hand.counts, kept)
        ways += [less(hand, code) for code, _ in codes]
    one = any(not way or read_meld(way, rules) for way in ways)
    if rules.one_meld_per_turn and ways and not one:
        yield Fault("one_meld", "more than one meld must be laid, a turn allows one")
    if rules.opening_points and not opened:
        points = _best_opening(hand, ways, rules)
        missing = rules.opening_points - points
        if missing > 0:
            what = "a best meld" if rules.opening_single_meld else "melds"
            text = f"{what} of {points} points, {missing} short of the opening of"
            yield Fault("opening_short", f"{text} {rules.opening_points}", missing)


def _best_opening(hand: Hand, ways: list[Hand], rules: RuleSet) -> int:
    """Return the most points of a full arrangement, where there is one, or of any melds."""
    goals = ("tiles", "points") if ways else ("points",)
    if not ways:
        ways = [hand]
        if rules.discard == "required":
            ways = [less(hand, tile) for tile in hand.kinds()]
    if not rules.opening_single_meld:
        return max(solve(way, rules, objective=goals).points for way in ways)
    best = 0
    for way in ways:
        for meld in possible_melds(way, rules):
            rest = way - Hand(meld.tiles)
            if goals == ("points",) or all_melded(rest, rules):
                best = max(best, meld.points(rules))
    return best
