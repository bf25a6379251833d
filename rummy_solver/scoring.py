"""Points of a finished round for every seat, the running match, and what a deal may be refused for.

Who gets what is told by the knob `settlement`; what is worth how much, by the other knobs of the
rule set. Signs are those of the seat: + what it wins, - what it loses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rummy_solver.arguments import checked_flag, checked_list
from rummy_solver.closing import Closing
from rummy_solver.errors import HandError, RummyError, TableError, integer, shown
from rummy_solver.hand import Hand, HandLike
from rummy_solver.melds import Meld
from rummy_solver.readings import read_meld
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import as_rules

__all__ = ["Settlement", "hand_penalty", "may_refuse", "opening_value", "settle"]


@dataclass(frozen=True)
class Settlement:
    """What a round is worth to each seat, and where the match stands.

    Parameters
    ----------
    points
        Points of the round by seat: + what it wins, - what it loses.
    totals
        Points of the match by seat, this round among them.
    out
        Seats that are out of the match.
    winner
        The seat that has won the match; without a match limit each round is a match of its own,
        won by the seat that went out or held the least. None: nobody yet, or several.
    penalties
        Points of the tiles that each seat still held.
    """

    points: tuple[int, ...]
    totals: tuple[int, ...]
    out: tuple[int, ...]
    winner: int | None
    penalties: tuple[int, ...]


def settle(
    rules: RuleSet | str,
    hands: Sequence[HandLike],
    *,
    winner: int | None = None,
    closing: Closing | None = None,
    one_turn: bool = False,
    trump_holders: Iterable[int] = (),
    left: Iterable[int] = (),
    before: Sequence[int] | None = None,
) -> Settlement:
    """Settle a finished round.

    Parameters
    ----------
    rules
        Rule set or its name.
    hands
        What each seat still holds: tiles laid on the table are not in it, in gin also not those
        melded or laid off in the hand. Where only the closing counts it may be anything.
    winner
        The seat that closed, went out or knocked; None: the stock or the pool was used up.
    closing
        How it closed; needed where patterns have points. Its factor counts where it doubles.
    one_turn
        Whether it went out in one turn with nothing laid before.
    trump_holders
        Seats that were dealt the trump (remi).
    left
        Seats that left the table.
    before
        Totals of the match before this round; None: all 0.

    Raises
    ------
    HandError, NotationError
        A hand is none.
    RuleSetError
        Unknown rules.
    RummyError
        A seat that does not exist, totals for another number of seats, no closing where its points
        are needed, more than one seat with the very same trump.

    Examples
    --------
    >>> settle("basic_rummy", ["", "Kc 5s", "As 2s"], winner=0, one_turn=True).points
    (36, 0, 0)
    """
    rules = as_rules(rules)
    one_turn = checked_flag("one_turn", one_turn)
    if not isinstance(closing, Closing | None):
        raise RummyError("closing", expected="a Closing or None", got=shown(closing))
    held = _read_hands(hands, rules)
    seats = range(len(held))
    winner = None if winner is None else _seat(winner, seats, "winner")
    holders = _seats(trump_holders, seats, "trump_holders")
    if rules.trump_match == "physical" and len(holders) > 1:
        raise RummyError("trump_holders", expected="one seat at most", got=str(len(holders)))
    penalties = [rules.penalty(hand) for hand in held]
    points = [0] * len(held)
    winners = _exhausted(points, penalties, rules) if winner is None else (winner,)
    if winner is not None:
        factor = rules.one_turn_factor if one_turn and rules.take_all else 1
        if closing is not None:
            factor = max(factor, closing.factor)
        round_ = _Round(rules, winner, penalties, closing, factor)
        _SETTLEMENTS[rules.settlement](points, round_)
    for seat in holders:
        _each_pays(points, seat, rules.trump_bonus)
    for seat in _seats(left, seats, "left"):
        _each_pays(points, seat, -rules.leaving_points)
    totals = [old + new for old, new in zip(_totals(before, seats), points, strict=True)]
    out, champion = _match(totals, winners, rules)
    return Settlement(tuple(points), tuple(totals), out, champion, tuple(penalties))


# ---- what comes in -----------------------------------------------------------------------


def _read_hands(hands: Sequence[HandLike], rules: RuleSet) -> list[Hand]:
    given = checked_list("hands", hands, "a hand per seat")
    held = [Hand() if hand is None else Hand.of(hand, rules) for hand in given]
    if len(held) < 2:
        raise HandError("hands", expected="a hand per seat, two seats or more", got=str(len(held)))
    together = Hand()
    for hand in held:
        together += hand
    Hand.of(together, rules)
    return held


def _seat(seat: int, seats: range, what: str) -> int:
    number = integer(seat)
    if number is None or number not in seats:
        raise RummyError(what, expected=f"a seat 0..{len(seats) - 1}", got=shown(seat))
    return number


def _seats(given: Iterable[int], seats: range, what: str) -> tuple[int, ...]:
    items = checked_list(what, given, "a list of seats")
    found = tuple(_seat(seat, seats, what) for seat in items)
    if len(set(found)) < len(found):
        raise RummyError(what, expected="each seat once", got=shown(found))
    return found


def _totals(before: Sequence[int] | None, seats: range) -> Sequence[int]:
    if before is None:
        return (0,) * len(seats)
    expected = f"{len(seats)} totals, all integers"
    totals = [integer(total) for total in checked_list("before", before, expected)]
    known = [total for total in totals if total is not None]
    if len(totals) != len(seats) or len(known) != len(totals):
        raise RummyError("before", expected=expected, got=shown(before))
    return known


# ---- points of a round -------------------------------------------------------------------


@dataclass(frozen=True)
class _Round:
    """A round that a seat has won or knocked."""

    rules: RuleSet
    winner: int
    penalties: Sequence[int]
    closing: Closing | None
    factor: int

    @property
    def others(self) -> Iterator[int]:
        return (seat for seat in range(len(self.penalties)) if seat != self.winner)


def _each_pays(points: list[int], seat: int, amount: int) -> None:
    for other in range(len(points)):
        points[other] -= amount
    points[seat] += amount * len(points)


def _by_closing(points: list[int], round_: _Round) -> None:
    """Let each other seat pay what the closing is worth (RC-8, RM-9)."""
    rules, closing = round_.rules, round_.closing
    if closing is None and rules.patterns:
        raise RummyError("closing", expected="the closing of the winner", got="None")
    if closing is None:
        _each_pays(points, round_.winner, rules.base_points)
    elif closing.points is not None:
        _each_pays(points, round_.winner, closing.points)
    else:
        got = f"one without, of rule set {closing.rules.name!r}"
        raise RummyError("closing", expected=f"points, as closings of {rules.name!r} have", got=got)


def _by_penalties(points: list[int], round_: _Round) -> None:
    """Count against each other seat what it still holds (JR-10)."""
    for seat in round_.others:
        points[seat] -= round_.penalties[seat] * round_.factor


def _by_hands(points: list[int], round_: _Round) -> None:
    """Give the winner the sum of the hands of the others (BR-7)."""
    won = sum(round_.penalties[seat] for seat in round_.others)
    points[round_.winner] += won * round_.factor


def _by_hands_and_losses(points: list[int], round_: _Round) -> None:
    """Give the winner what each other seat loses, which is its own hand (RK-8)."""
    _by_hands(points, round_)
    _by_penalties(points, round_)


def _by_difference(points: list[int], round_: _Round) -> None:
    """Give the difference to the knocker, or to a defender who is not above him (GN-4)."""
    rules, own = round_.rules, round_.penalties[round_.winner]
    for seat in round_.others:
        difference = round_.penalties[seat] - own
        if own == 0:
            points[round_.winner] += difference + rules.gin_bonus
            if round_.closing is not None and len(round_.closing.kept) > rules.hand_size:
                points[round_.winner] += rules.big_gin
        elif difference > 0:
            points[round_.winner] += difference
        else:
            points[seat] += rules.undercut_bonus - difference


_SETTLEMENTS: dict[str, Callable[[list[int], _Round], None]] = {
    "closing": _by_closing,
    "penalties": _by_penalties,
    "hands": _by_hands,
    "hands_and_losses": _by_hands_and_losses,
    "difference": _by_difference,
}


def _exhausted(points: list[int], penalties: Sequence[int], rules: RuleSet) -> tuple[int, ...]:
    """Settle a round that nobody went out in, as stock or pool are used up; return who leads."""
    pool = rules.settlement == "hands_and_losses"
    if not pool and rules.stock_exhausted != "lowest_wins":
        return ()
    least = min(penalties)
    winners = tuple(seat for seat, own in enumerate(penalties) if own == least)
    losers = [seat for seat in range(len(penalties)) if seat not in winners]
    for seat in winners:
        if pool and rules.zero_sum:  # RK-9: each loser pays the difference to each winner
            points[seat] += sum(penalties[loser] - least for loser in losers)
        elif rules.settlement != "penalties":
            points[seat] += sum(penalties[loser] for loser in losers) - (least if pool else 0)
    for loser in losers:
        if pool:
            points[loser] -= (penalties[loser] - least) * (len(winners) if rules.zero_sum else 1)
        elif rules.settlement == "penalties":
            points[loser] -= penalties[loser]
    return winners


# ---- the match ---------------------------------------------------------------------------


def _match(
    totals: Sequence[int], winners: tuple[int, ...], rules: RuleSet
) -> tuple[tuple[int, ...], int | None]:
    """Return who is out of the match and who has won it."""
    limit = rules.match_limit
    if limit is None:
        return (), winners[0] if len(winners) == 1 else None
    if rules.match_end == "above":
        out = tuple(seat for seat, total in enumerate(totals) if -total > limit)
        still_in = [seat for seat in range(len(totals)) if seat not in out]
        return out, still_in[0] if len(still_in) == 1 else None
    best = max(totals)
    leaders = [seat for seat, total in enumerate(totals) if total == best >= limit]
    return (), leaders[0] if len(leaders) == 1 else None


# ---- single values -----------------------------------------------------------------------


def hand_penalty(hand: HandLike, rules: RuleSet | str) -> int:
    """Return the points of all tiles of a hand, as they count against their owner.

    Examples
    --------
    >>> hand_penalty("As Kc *", "joker_rummy")
    55
    """
    rules = as_rules(rules)
    return rules.penalty(Hand.of(hand, rules))


def may_refuse(hand: HandLike, rules: RuleSet | str) -> bool:
    """Tell whether a dealt hand may refuse the deal, for its pairs of identical tiles.

    Two jokers are no pair here.

    Examples
    --------
    >>> may_refuse("R1 R1 R2 R2 R3 R3 * *", "remi"), may_refuse("R1 R1 R2 R2 * *", "remi")
    (True, False)
    """
    rules = as_rules(rules)
    pairs = sum(n // 2 for n in Hand.of(hand, rules).counts[1:])
    return 0 < rules.refusal_pairs <= pairs


def opening_value(melds: Iterable[Meld | HandLike], rules: RuleSet | str) -> int:
    """Return what melds are worth as an opening, to be held against `RuleSet.opening_points`.

    Parameters
    ----------
    melds
        Melds, or the tiles of each, which are then read in the best legal way.
    rules
        Rule set or its name; under `opening_single_meld` the best meld alone counts.

    Raises
    ------
    TableError
        Tiles that are no meld.

    Examples
    --------
    >>> opening_value(["7s 7h 7d"], "joker_rummy"), opening_value(["Qd Kd *"], "joker_rummy")
    (21, 31)
    """
    rules = as_rules(rules)
    values = [_meld(meld, rules).points(rules) for meld in melds]
    return max(values, default=0) if rules.opening_single_meld else sum(values)


def _meld(meld: Meld | HandLike, rules: RuleSet) -> Meld:
    if isinstance(meld, Meld):
        return meld
    tiles = Hand.of(meld, rules)
    found = read_meld(tiles, rules)
    if found is None:
        raise TableError("meld", expected="tiles of one legal meld", got=rules.format(tiles))
    return found
