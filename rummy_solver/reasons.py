"""What a hint is: what to do, what it gains, and why, in a sentence that can be translated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from string import Formatter
from typing import Any

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
    "closes_for_points": "Throw {discard} and close: {pattern}, {points:point|points} from each.",
    "closes_without_discard": "Close: {pattern}, nothing is thrown.",
    "goes_out": "Put everything down and go out.",
    "gin": "Throw {discard} and go gin: no deadwood is left.",
    "big_gin": "Go gin with all tiles melded.",
    "knock": "Throw {discard} and knock with {deadwood:point|points} of deadwood.",
    # at the table
    "opens": "Open with {tiles}: {points:point|points} in all, {needed} needed.",
    "melds": "Lay {tiles}.",
    "lays_off": "Add {tiles} to the table: {penalty:point stays|points stay} in hand.",
    "swaps_joker": "Put {tiles} in the place of a joker and take the joker.",
    "rearranges": "Rearrange the table: {tiles} can be placed.",
    # drawing
    "top_closes": "Take {tile}: with it the hand closes.",
    "top_goes_out": "Take {tile}: with it all can be put down.",
    "top_within_limit": "Take {tile}: with it the deadwood is within the limit.",
    "top_nearer": "Take {tile}: {distance:tile|tiles} will be missing to close, not {before}.",
    "top_more_live": "Take {tile}: {copies:unseen tile|unseen tiles} will help after that.",
    "top_less_deadwood": "Take {tile}: with it {penalty:point stays|points stay} in hand.",
    "top_can_be_laid": "Take {tile}: it can be laid at once.",
    "top_below_stock": "{tile} would help, but the stock promises more.",
    "top_no_use": "{tile} brings nothing.",
    "stock_chance": "Draw from the stock: {copies} of {unseen} unseen tiles would help.",
    "stock_deadwood": "Draw from the stock: expect {expected:point|points} in hand.",
    "stock_may_knock": "Draw from the stock: {chance:.0%} to knock at once.",
    "stock_may_go_out": "Draw from the stock: {chance:.0%} to go out at once.",
    "stock_only": "Draw from the stock.",
    "nothing_to_place": "Draw: no tile can be placed.",
    # throwing away
    "only_discard": "{tile} is all that can be thrown.",
    "keeps_closed": "Throw {tile} without closing: what is left closes as it is.",
    "keeps_distance": "Throw {tile}: {distance:tile|tiles} from closing, "
    "{copies:unseen tile helps|unseen tiles help}.",
    "keeps_pairs": "Throw {tile}: {distance:tile|tiles} from seven pairs, "
    "{copies:unseen tile helps|unseen tiles help}.",
    "breaks_up": "{tile} belongs to what is nearly there: {distance:tile|tiles} would be missing.",
    "never_closes": "Without {tile} the hand can never close.",
    "feeds_next": "{tile} can be used by the next player at once.",
    "least_deadwood": "Throw {tile}: {penalty:point stays|points stay} in hand.",
    "best_expectation": "Throw {tile}: expect {expected:point|points} in hand after one draw.",
    "best_chances": "Throw {tile}: {copies:unseen tile lets|unseen tiles let} more be put down, "
    "expect {expected:point|points} in hand after one draw.",
    "may_knock": "Throw {tile}: {chance:.0%} to knock after one draw, "
    "expect {expected:point|points} in hand.",
    "may_go_out": "Throw {tile}: {chance:.0%} to go out after one draw, "
    "expect {expected:point|points} in hand.",
}
"""English, one sentence by code; a translation is another such mapping.

`{n:tile|tiles}` stands for a number with what is counted: the first form goes with 1.
"""


class _Sentence(Formatter):
    """Fields as `str.format` has them, and numbers with the right form of what is counted."""

    def format_field(self, value: Any, format_spec: str) -> str:
        one, bar, more = format_spec.partition("|")
        if not bar:
            return str(super().format_field(value, format_spec))
        number = f"{value:.0f}"
        return f"{number} {one if number == '1' else more}"


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
        return _Sentence().vformat(sentences[self.code], (), self.values)

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
        What it is worth, by name: `distance`, `copies` (unseen tiles that lower it, or that let
        more be put down), `chance`, `odds` (of two draws), `penalty`, `expected` (penalty after
        one more draw), `points`, `factor`, `tiles` (placed), `danger` (1 when the next player can
        use it at once).
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
