"""What the knobs of a rule set must not say together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rummy_solver.rules import RuleSet


def contradictions(rules: RuleSet) -> Iterator[tuple[str, str]]:
    """Say of each contradiction what was expected and what came."""
    yield from _of_the_deck(rules)
    yield from _of_melds(rules)
    yield from _of_play(rules)


def _of_the_deck(rules: RuleSet) -> Iterator[tuple[str, str]]:
    size = rules.colors * rules.ranks * rules.copies + rules.jokers
    if rules.hand_size > size:
        yield f"hand_size at most {size}, the tiles of the deck", str(rules.hand_size)
    if rules.style == "card" and rules.colors > 4:
        yield "at most 4 suits with style 'card'", f"colors={rules.colors}"
    if rules.okey_tile is not None and rules.jokers != rules.copies:
        yield "as many jokers as copies with an okey tile", f"jokers={rules.jokers}"
    if rules.okey_tile is not None and rules.style != "tile":
        yield "style 'tile' with an okey tile", "style='card'"


def _of_melds(rules: RuleSet) -> Iterator[tuple[str, str]]:
    places = rules.ranks + (rules.ace == "both")
    if rules.max_run < rules.min_run:
        yield f"max_run at least min_run={rules.min_run}", str(rules.max_run)
    if rules.max_group < rules.min_group:
        yield f"max_group at least min_group={rules.min_group}", str(rules.max_group)
    if rules.min_run > places:
        yield f"min_run at most {places}, the places of a run", str(rules.min_run)
    least = min(rules.min_run, rules.min_group)
    if rules.min_naturals > least:
        yield f"min_naturals at most {least}, the least tiles of a meld", str(rules.min_naturals)


def _of_play(rules: RuleSet) -> Iterator[tuple[str, str]]:
    if rules.hand_points.joker is None:
        yield "hand_points with a key 'joker'", "none"
    if rules.pairs_to_win and rules.hand_size != 2 * rules.pairs_to_win:
        yield f"hand_size={2 * rules.pairs_to_win} with pairs_to_win=7", str(rules.hand_size)
    if rules.pairs_to_win and rules.copies < 2:
        yield "copies=2 with pairs_to_win=7", f"copies={rules.copies}"
    if rules.opening_single_meld and not rules.opening_points:
        yield "opening_points with opening_single_meld", "no threshold"
    if rules.joker_swap and rules.table_play != "lay_off":
        yield "table_play='lay_off' with joker_swap", f"table_play={rules.table_play!r}"
    if rules.swapped_joker_must_be_used and not rules.joker_swap:
        yield "joker_swap with swapped_joker_must_be_used", "joker_swap=False"
    if rules.close_without_left_over and not rules.left_over:
        yield "left_over=1 with close_without_left_over", "left_over=0"
    if rules.left_over and rules.closing != "arranged":
        yield "closing='arranged' with left_over=1", f"closing={rules.closing!r}"
    if rules.pairs_to_win and rules.closing != "arranged":
        yield "closing='arranged' with pairs_to_win=7", f"closing={rules.closing!r}"
    if (rules.knock_limit is not None) != (rules.closing == "knock"):
        yield (
            "knock_limit with closing='knock' and only there",
            (f"knock_limit={rules.knock_limit}, closing={rules.closing!r}"),
        )
    if rules.table_play == "rearrange" and rules.discard != "none":
        yield "discard='none' with table_play='rearrange'", f"discard={rules.discard!r}"
    if rules.patterns and (rules.hand_size != 14 or rules.closing != "arranged"):
        yield "hand_size=14 and closing='arranged' with patterns", f"{rules.hand_size}"
