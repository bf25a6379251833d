"""Parse and print are inverse, in both styles, under any rules."""

from __future__ import annotations

import pickle

from hypothesis import given
from hypothesis import strategies as st

from rummy_solver.errors import RummyError
from rummy_solver.hand import Hand
from rummy_solver.readings import parse_meld, readings
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules
from rummy_solver.tiles import TILES, Tile

OKEY = get_rules("okey").replace(okey_tile="K6")
RULES = [
    *map(get_rules, ("rummyclub", "joker_rummy", "basic_rummy", "rummikub", "rummikub6", "remi")),
    OKEY,
    get_rules("rummikub6").replace(max_group=6),
]

# str() knows no okey tile: it is read back under the same rules without one.
PLAIN = {OKEY: get_rules("rummyclub")}


@st.composite
def hands(draw: st.DrawFn) -> tuple[RuleSet, Hand]:
    rules = draw(st.sampled_from(RULES))
    tiles = draw(st.lists(st.sampled_from(list(rules.deck)), max_size=20))
    counts = [min(tiles.count(tile), rules.deck.count(tile)) for tile in TILES]
    return rules, Hand.from_counts(bytes(counts))


@given(hands())
def test_hand(pair: tuple[RuleSet, Hand]) -> None:
    rules, hand = pair
    assert Hand.parse(rules.format(hand), rules) == hand
    assert Hand.parse(rules.format(hand).lower(), rules) == hand
    assert Hand.parse(str(hand)) == hand
    assert Hand.of(hand.codes(), rules) == Hand.of(list(hand), rules) == hand
    assert pickle.loads(pickle.dumps(hand)) == hand
    assert sum((Hand([tile]) for tile in hand), Hand()) == hand


@given(hands(), st.randoms())
def test_order_does_not_matter(pair: tuple[RuleSet, Hand], random: object) -> None:
    rules, hand = pair
    tiles = list(hand)
    random.shuffle(tiles)  # type: ignore[attr-defined]
    again = Hand.of(tiles, rules)
    assert again == hand
    assert hash(again) == hash(hand)


@st.composite
def melds(draw: st.DrawFn) -> tuple[RuleSet, list[Tile]]:
    """Tiles that are a meld more often than not: a window of a colour, or a rank."""
    rules = draw(st.sampled_from(RULES))
    n = draw(st.integers(2, 7))
    if draw(st.booleans()):
        color, start = draw(st.integers(0, rules.colors - 1)), draw(st.integers(1, 12))
        tiles = [Tile.of(color, (start + i - 1) % 13 + 1) for i in range(n)]
    else:
        rank = draw(st.integers(1, 13))
        tiles = [Tile.of(color, rank) for color in range(min(n, rules.colors))]
    wild = draw(st.sets(st.integers(0, len(tiles) - 1), max_size=rules.jokers))
    return rules, [TILES[0] if i in wild else tile for i, tile in enumerate(tiles)]


@given(melds(), st.booleans())
def test_meld(pair: tuple[RuleSet, list[Tile]], ordered: bool) -> None:
    rules, tiles = pair
    if any(tiles.count(tile) > rules.deck.count(tile) for tile in tiles):
        return
    for meld in readings(tiles, rules, ordered=ordered):
        assert parse_meld(str(meld), PLAIN.get(rules, rules)) == meld
        assert parse_meld(rules.format(meld), rules) == meld
        assert pickle.loads(pickle.dumps(meld)) == meld


@given(st.text(), st.sampled_from(RULES))
def test_any_text_is_a_hand_or_an_error(text: str, rules: RuleSet) -> None:
    try:
        hand = Hand.parse(text, rules)
    except RummyError:
        return
    assert Hand.parse(rules.format(hand), rules) == hand


@given(st.text(alphabet="RYBKGPOJFshdcATQK0123456789*:-|, ♠", max_size=12), st.sampled_from(RULES))
def test_nearly_right_text(text: str, rules: RuleSet) -> None:
    for read in (Hand.parse, parse_meld):
        try:
            found = read(text, rules)
        except RummyError:
            continue
        assert read(rules.format(found), rules) == found


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text() | st.binary(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner),
    ),
    st.sampled_from(RULES),
)
def test_any_object_is_a_hand_or_an_error(x: object, rules: RuleSet) -> None:
    try:
        hand = Hand.of(x, rules)
    except RummyError:
        return
    assert all(hand.count(tile) <= rules.deck.count(tile) for tile in hand)
