"""What a hint is: what to do, what it gains, and why, in a sentence that can be translated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from rummy_solver.closing import Closing
from rummy_solver.play import Turn
from rummy_solver.tiles import Tile

__all__ = ["SENTENCES", "Hint", "HintKind", "Reason"]


class HintKind(str, Enum):
    """What a hint tells to do."""

    CLOSE = "CLOSE"
    OPEN = "OPEN"
    MELD = "MELD"
    LAY_OFF = "LAY_OFF"
    SWAP_JOKER = "SWAP_JOKER"
    REARRANGE = "REARRANGE"
    DISCARD = "DISCARD"
    DRAW_DISCARD = "DRAW_DISCARD"
    DRAW_STOCK = "DRAW_STOCK"

    def __str__(self) -> str:
        return self.value


SENTENCES: dict[str, str] = {
    # closing
    "closes": "Throw {discard} and close: {pattern}.",
    "closes_for_points": "Throw {discard} and close: {pattern}, {points} points from each.",
    "closes_without_discard": "Close: {pattern}, nothing is thrown.",
    "goes_out": "Put everything down and go out.",
    "gin": "Throw {discard} and go gin: no deadwood is left.",
    "big_gin": "Go gin with all tiles melded.",
    "knock": "Throw {discard} and knock with {deadwood} points of deadwood.",
    # at the table
    "opens": "Open with {tiles}: {points} points in all, {needed} are needed.",
    "melds": "Lay {tiles}.",
    "lays_off": "Add {tiles} to the table: it costs nothing and leaves {penalty} points in hand.",
    "swaps_joker": "Put {tiles} in the place of a joker and take the joker.",
    "rearranges": "Rearrange the table: {tiles} can be placed.",
    # drawing
    "top_closes": "Take {tile}: with it the hand closes.",
    "top_goes_out": "Take {tile}: with it all can be put down.",
    "top_within_limit": "Take {tile}: with it the deadwood is within the limit.",
    "top_nearer": "Take {tile}: {distance} tiles will be missing to close, not {before}.",
    "top_more_live": "Take {tile}: {copies} unseen tiles will help after that.",
    "top_less_deadwood": "Take {tile}: with it {penalty} points stay in hand.",
    "top_can_be_laid": "Take {tile}: it can be laid at once.",
    "top_no_use": "{tile} brings nothing.",
    "stock_chance": "Draw from the stock: {copies} of {unseen} unseen tiles bring it nearer.",
    "stock_deadwood": "Draw from the stock: {expected:.0f} points in hand are to be expected.",
    "stock_only": "Draw from the stock.",
    "nothing_to_place": "Draw: no tile can be placed.",
    # throwing away
    "only_discard": "{tile} is all that can be thrown.",
    "keeps_distance": "Throw {tile}: {distance} tiles from closing, {copies} unseen tiles help.",
    "keeps_pairs": "Throw {tile}: {distance} tiles from seven pairs, {copies} unseen tiles help.",
    "breaks_up": "{tile} belongs to what is nearly there: {distance} tiles would be missing.",
    "never_closes": "Without {tile} the hand can never close.",
    "feeds_next": "Not {tile}: the next player can use it at once.",
    "least_deadwood": "Throw {tile}: {penalty} points stay in hand.",
    "best_expectation": "Throw {tile}: {expected:.0f} points are to be expected after one draw.",
}
"""English, one sentence by code; a translation is another such mapping."""


@dataclass(frozen=True)
class Reason:
    """Why a hint is given.

    Attributes
    ----------
    code
        The key of the sentence.
    values
        What the sentence mentions, tiles as texts in the style of the game.

    Examples
    --------
    >>> print(Reason.of("melds", tiles="5s 6s 7s"))
    Lay 5s 6s 7s.
    """

    code: str
    values: Mapping[str, str | int | float]

    @classmethod
    def of(cls, code: str, **values: str | float) -> Reason:
        """Build a reason from what its sentence mentions."""
        return cls(code, values)

    def say(self, sentences: Mapping[str, str] = SENTENCES) -> str:
        """Return the sentence in the language of these sentences."""
        return sentences[self.code].format(**self.values)

    def __str__(self) -> str:
        return self.say()

    def __hash__(self) -> int:
        return hash((self.code, tuple(sorted(self.values.items()))))


@dataclass(frozen=True)
class Hint:
    """One thing to do.

    Attributes
    ----------
    kind
        What to do.
    tiles
        The tiles that it is done with, none for a draw from the stock.
    gain
        What it is worth, by name: `distance`, `copies` (unseen tiles that lower it), `chance`,
        `odds` (of two draws), `penalty`, `expected` (penalty after one more draw), `points`,
        `factor`, `tiles` (placed), `danger` (1 when the next player can use it at once).
    reason
        Why.
    action
        The whole closing or turn that a hint to close or to lay tiles belongs to.
    """

    kind: HintKind
    tiles: tuple[Tile, ...]
    gain: Mapping[str, int | float]
    reason: Reason
    action: Closing | Turn | None = field(default=None, repr=False)

    def __hash__(self) -> int:
        return hash((self.kind, self.tiles, self.reason))
