"""The parts of a rule set: every knob with its default, its limits and its meaning.

`RuleSet` inherits all parts, so each knob is a flat attribute of it. A knob states its own limits
here; what two knobs must not say together is in `rules.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from rummy_solver.points import RANK, Points
from rummy_solver.tiles import MAX_COLORS, MAX_RANKS, Tile

Check = Callable[[object], bool]


def knob(default: object, expected: str, check: Check, doc: str) -> Any:
    """Declare one knob; `expected` says in words what `check` asks."""
    return field(default=default, metadata={"expected": expected, "check": check, "doc": doc})


def number(default: int, low: int, high: int, doc: str) -> Any:
    """Declare an integer knob."""

    def check(value: object) -> bool:
        return type(value) is int and low <= value <= high

    return knob(default, f"an integer {low}..{high}", check, doc)


def number_or_none(default: int | None, low: int, high: int, doc: str) -> Any:
    """Declare an integer knob that None switches off."""

    def check(value: object) -> bool:
        return value is None or (type(value) is int and low <= value <= high)

    return knob(default, f"an integer {low}..{high} or None", check, doc)


def flag(default: bool, doc: str) -> Any:
    """Declare a yes or no."""
    return knob(default, "True or False", lambda value: type(value) is bool, doc)


def choice(default: object, options: tuple[object, ...], doc: str) -> Any:
    """Declare a knob with named settings."""
    words = " or ".join(repr(option) for option in options)
    return knob(
        default,
        words,
        lambda value: any(type(value) is type(x) and value == x for x in options),
        doc,
    )


def tile_or_none(doc: str) -> Any:
    """Declare a knob that names a natural tile."""
    return knob(
        None,
        "a natural tile or None",
        lambda value: value is None or (isinstance(value, Tile) and not value.is_joker),
        doc,
    )


def points(default: Points, doc: str) -> Any:
    """Declare a table of points."""
    return knob(default, "a table of points", lambda value: isinstance(value, Points), doc)


# RUF009 takes a knob for a value that is shared: it is a field with a frozen default.


@dataclass(frozen=True, kw_only=True)
class DeckRules:
    """The tiles, and how they are printed."""

    style: Literal["tile", "card"] = choice("tile", ("tile", "card"), "how tiles are printed")
    letters: str = choice(
        "RYBK",
        ("RYBK", "RYGK", "ROBK", "ROGK"),
        "letters printed for the colours of a deck of up to four; more print R Y B K G P",
    )
    colors: int = number(4, 1, MAX_COLORS, "colours, or suits, of the deck")
    ranks: int = number(13, 3, MAX_RANKS, "ranks of a colour")
    copies: int = number(2, 1, 2, "copies of each tile")
    jokers: int = number(2, 0, 6, "jokers in the deck")
    hand_size: int = number(14, 1, 158, "tiles dealt to each player")
    okey_required: bool = flag(False, "the game is played with an okey tile only")
    okey_tile: Tile | None = tile_or_none("the tile that is wild; false jokers stand for it")
    indicator: Tile | None = tile_or_none("the tile turned up: the okey tile is the next rank")


@dataclass(frozen=True, kw_only=True)
class MeldRules:
    """What a meld is."""

    min_run: int = number(3, 2, 14, "least tiles of a run")
    max_run: int = number(14, 2, 14, "most tiles of a run")
    min_group: int = number(3, 2, MAX_COLORS, "least tiles of a group")
    max_group: int = number(4, 2, MAX_COLORS, "most tiles of a group")
    ace: Literal["low", "high", "both"] = choice(
        "both", ("low", "high", "both"), "where rank 1 stands in a run"
    )
    min_naturals: int = number(1, 1, 14, "least natural tiles of a meld")
    max_jokers_per_meld: int | None = number_or_none(
        None, 0, 6, "most jokers of a meld; None: no limit"
    )
    joker_cap_on_layoff: bool = flag(True, "max_jokers_per_meld also holds after a lay-off")


@dataclass(frozen=True, kw_only=True)
class PointRules:
    """What tiles are worth, in melds and in the hand."""

    tile_points: Points = points(RANK, "points of a tile in a meld")
    ace_in_group: int | None = number_or_none(
        None, 0, 1000, "points of an ace in a group; None: as rank 1 of tile_points"
    )
    hand_points: Points = points(RANK.but({"joker": 30}), "points of a tile left in the hand")


@dataclass(frozen=True, kw_only=True)
class PlayRules:
    """What a turn may do."""

    opening_points: int = number(0, 0, 1000, "points of the first melds of a player; 0: none")
    opening_single_meld: bool = flag(False, "one meld alone must be worth opening_points")
    discard: Literal["required", "optional", "none"] = choice(
        "required", ("required", "optional", "none"), "the throw that ends a turn"
    )
    discard_taken: bool = flag(
        True, "the tile just taken from the discard pile may be thrown in the same turn"
    )
    table_play: Literal["none", "lay_off", "rearrange"] = choice(
        "none", ("none", "lay_off", "rearrange"), "what may be done with melds on the table"
    )
    one_meld_per_turn: bool = flag(False, "at most one meld is laid in a turn")
    joker_swap: bool = flag(False, "a joker on the table is taken for the tile it stands for")
    swapped_joker_must_be_used: bool = flag(
        False, "a joker taken from the table is laid in the same turn"
    )
    joker_policy: Literal["locked", "replace", "free"] = choice(
        "locked", ("locked", "replace", "free"), "jokers on a table that is rearranged"
    )
    manipulate_on_opening_turn: bool = flag(
        True, "the turn of the opening may go on with manipulation"
    )
    knock: bool = flag(False, "table option: claim the top discard and two more out of turn")


@dataclass(frozen=True, kw_only=True)
class ClosingRules:
    """How a hand closes and what that is worth."""

    closing: Literal["arranged", "out", "knock"] = choice(
        "arranged",
        ("arranged", "out", "knock"),
        "the hand is arranged as a whole / put down to the last tile / knocked with deadwood",
    )
    left_over: int = number(0, 0, 1, "tiles of the closing hand that stay outside of the melds")
    close_without_left_over: bool = flag(False, "all tiles in melds and none over closes too")
    pairs_to_win: int = choice(0, (0, 7), "pairs that close a hand; 0: pairs never do")
    pair_jokers: Literal["none", "single", "any"] = choice(
        "any", ("none", "single", "any"), "jokers in pairs: none, with a natural, two as well"
    )
    base_points: int = number(1, 0, 1000, "points of a closing from each other seat")
    left_over_joker_factor: int = number(1, 1, 4, "factor when the tile left over is a joker")
    pairs_factor: int = number(1, 1, 4, "factor of a closing with pairs")
    stack_doubles: bool = flag(False, "both factors at once are multiplied")
    one_turn_factor: int = number(1, 1, 4, "factor for going out with nothing laid before")
    take_all: bool = flag(False, "table option: one_turn_factor is played")
    knock_limit: int | None = number_or_none(None, 0, 1000, "most deadwood of a knock")
    gin_bonus: int = number(0, 0, 1000, "bonus for no deadwood")
    undercut_bonus: int = number(0, 0, 1000, "bonus for a defender who is not above the knocker")
    big_gin: int = number(0, 0, 1000, "bonus, beside gin_bonus, when all tiles are melded")


@dataclass(frozen=True, kw_only=True)
class PatternRules:
    """The closing patterns of remi and the options that its text leaves open."""

    patterns: bool = flag(False, "closings are worth the best row of the pattern table")
    minor_max: int = number(7, 1, 13, "highest rank of minore")
    major_min: int = number(8, 1, 13, "lowest rank of majore")
    major_includes_high_one: bool = flag(False, "a 1 above 13 in a run belongs to majore")
    grand_care: Literal["same_rank_8", "eight_naturals", "sets_only", "any_two_fours"] = choice(
        "same_rank_8",
        ("same_rank_8", "eight_naturals", "sets_only", "any_two_fours"),
        "what grand care is",
    )
    joker_neutral: bool = flag(False, "colour and rank patterns look at natural tiles only")
    big_with_launched: int = choice(50, (50, 100), "a big game with a jolly launched")
    special_closed_in_jolly: int = choice(100, (100, 200), "a special game closed in jolly")
    two_launched_points: int | None = choice(None, (None, 100), "any game with two jollies thrown")
    simple_launched_step: int = choice(10, (10, 0), "step per jolly of simple_launched")
    simple_closed_step: int = choice(10, (10, 0), "step per jolly of simple_closed_in_jolly")


@dataclass(frozen=True, kw_only=True)
class MatchRules:
    """Settling of a round and of a match."""

    settlement: Literal["closing", "penalties", "hands", "hands_and_losses", "difference"] = choice(
        "closing",
        ("closing", "penalties", "hands", "hands_and_losses", "difference"),
        "who gets what at the end of a round",
    )
    match_limit: int | None = number_or_none(None, 1, 1_000_000, "points that end a match")
    match_end: Literal["above", "reached"] = choice(
        "reached", ("above", "reached"), "out with more than match_limit / game over at match_limit"
    )
    stock_exhausted: Literal["nobody", "report", "lowest_wins"] = choice(
        "nobody", ("nobody", "report", "lowest_wins"), "the stock is used up and nobody is out"
    )
    stock_turnovers: int = number(0, 0, 100, "times that the discard pile becomes the stock")
    pool_exhausted: Literal["ends", "play_on"] = choice(
        "ends", ("ends", "play_on"), "the pool is used up while the table is rearranged"
    )
    zero_sum: bool = flag(False, "pool used up: each loser pays the difference to each winner")
    leaving_points: int = number(0, 0, 1000, "points to each player for leaving the table")
    trump_bonus: int = number(0, 0, 1000, "points from each player for holding the trump")
    trump_match: Literal["physical", "copy"] = choice(
        "physical", ("physical", "copy"), "who holds the trump: the very tile, any equal tile"
    )
    refusal_pairs: int = number(0, 0, 7, "pairs dealt that allow to refuse the deal; 0: never")
    starter_extra: int = number(0, 0, 1, "tiles more that the starter is dealt")
