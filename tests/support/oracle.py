"""One set of questions for both solvers, and hands to ask them about."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import product
from pathlib import Path
from typing import Any

import rummy_solver as rs
from rummy_solver import reference, reference_melds
from rummy_solver.hand import Hand
from rummy_solver.melds import Meld
from rummy_solver.reference_melds import RefMeld
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules

GOLDEN = Path(__file__).resolve().parents[1] / "golden"

Melds = tuple[RefMeld, ...]


def golden(name: str) -> list[dict[str, Any]]:
    """Read the rows of a golden file."""
    lines = (GOLDEN / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@cache
def variant(name: str, knobs: str) -> RuleSet:
    """Return a rule set with some knobs changed, made once: its tables are built once too."""
    return get_rules(name).replace(**json.loads(knobs))


def rules_of(row: dict[str, Any], **knobs: Any) -> RuleSet:
    """Return the rules of a golden row, with more knobs changed if asked for."""
    return variant(row["rules"], json.dumps({**row.get("knobs", {}), **knobs}))


def plain(meld: Meld) -> RefMeld:
    """Write a meld in plain codes."""
    faces = tuple(None if face is None else int(face) for face in meld.faces)
    return RefMeld(meld.kind.name.lower(), tuple(int(tile) for tile in meld.tiles), faces)


def sorted_melds(melds: Any) -> Melds:
    """Return melds in plain codes as a multiset that can be compared."""
    return tuple(sorted((plain(meld) for meld in melds), key=str))


class Public:
    """The answers of the package."""

    name = "core"
    stride = 1

    def evaluate(self, hand: Hand, rules: RuleSet, objective: Any) -> int:
        return rs.evaluate(hand, rules, objective=objective)

    def values(self, hand: Hand, rules: RuleSet, objective: Any) -> tuple[int, ...]:
        return tuple(rs.solve(hand, rules, objective=objective).values)

    def solutions(self, hand: Hand, rules: RuleSet, objective: Any) -> list[Melds]:
        return [sorted_melds(s.melds) for s in rs.solutions(hand, rules, objective=objective)]

    def count(self, hand: Hand, rules: RuleSet, objective: Any) -> int:
        return rs.count_solutions(hand, rules, objective=objective)

    def opening(self, hand: Hand, rules: RuleSet, objective: Any) -> tuple[int, ...] | None:
        found = rs.opening(hand, rules, objective=objective)
        return None if found is None else tuple(found.values)

    def melds(self, hand: Hand, rules: RuleSet) -> list[RefMeld]:
        return [plain(meld) for meld in rs.possible_melds(hand, rules)]

    def discards(self, hand: Hand, rules: RuleSet, objective: Any) -> list[tuple[int, int]]:
        rows = rs.best_discards(hand, rules, objective=objective)
        return [(int(tile), value) for tile, value in rows]

    def pairs(self, hand: Hand, rules: RuleSet) -> int:
        return rs.best_pairs(hand, rules).value


@lru_cache(maxsize=8)
def search_of(counts: bytes, rules: RuleSet, objective: Any) -> reference.Search:
    """Return the search of a hand, so that several questions share it."""
    return reference.Search(counts, rules, objective)


class Plain:
    """The answers of the reference."""

    name = "reference"
    stride = 3  # it is slow: every third row of the long files

    def evaluate(self, hand: Hand, rules: RuleSet, objective: Any) -> int:
        return self.values(hand, rules, objective)[0]

    def values(self, hand: Hand, rules: RuleSet, objective: Any) -> tuple[int, ...]:
        return next(search_of(hand.counts, rules, objective).solutions()).values

    def solutions(self, hand: Hand, rules: RuleSet, objective: Any) -> list[Melds]:
        search = search_of(hand.counts, rules, objective)
        return [found.melds for found in search.solutions()]

    def count(self, hand: Hand, rules: RuleSet, objective: Any) -> int:
        return search_of(hand.counts, rules, objective).total()

    def opening(self, hand: Hand, rules: RuleSet, objective: Any) -> tuple[int, ...] | None:
        found = reference.opening(hand.counts, rules, objective=objective)
        return None if found is None else found.values

    def melds(self, hand: Hand, rules: RuleSet) -> list[RefMeld]:
        return reference_melds.possible_melds(hand.counts, rules)

    def discards(self, hand: Hand, rules: RuleSet, objective: Any) -> list[tuple[int, int]]:
        return reference.best_discards(hand.counts, rules, objective=objective)

    def pairs(self, hand: Hand, rules: RuleSet) -> int:
        return reference.best_pairs(hand.counts, rules)


SOLVERS = (Plain(), Public())


def small_rules(**knobs: Any) -> RuleSet:
    """Return the rules of a small deck: 2 x 5 x 2, groups of two, the ace low."""
    usual: dict[str, Any] = {
        "name": "small", "colors": 2, "ranks": 5, "copies": 2, "jokers": 2, "hand_size": 6,
        "min_group": 2, "max_group": 2, "max_run": 5, "ace": "low",
    }  # fmt: skip
    return RuleSet(**{**usual, **knobs})


def every_hand(rules: RuleSet) -> Iterator[bytes]:
    """Yield the counts of every hand of a deck."""
    deck = rules.deck.counts
    kinds = [code for code, number in enumerate(deck) if number]
    for numbers in product(*[range(deck[code] + 1) for code in kinds]):
        counts = bytearray(len(deck))
        for code, number in zip(kinds, numbers, strict=True):
            counts[code] = number
        yield bytes(counts)


def random_hand(
    rng: random.Random, rules: RuleSet, size: int, jokers: int | None = None, dense: bool = False
) -> Hand:
    """Draw a hand; a dense one comes from a few neighbouring ranks."""
    naturals = [tile for tile in rules.deck if not tile.is_joker]
    if dense:
        width = rng.randrange(3, 7)
        first = rng.randrange(rules.ranks)
        ranks = {(first + step) % rules.ranks + 1 for step in range(width)}
        few = [tile for tile in naturals if tile.rank in ranks]
        naturals = few if len(few) >= size else naturals
    if jokers is None:
        tiles = rng.sample([*naturals, *[rs.JOKER] * rules.jokers], size)
    else:
        tiles = [*rng.sample(naturals, size - jokers), *[rs.JOKER] * jokers]
    return Hand.of(tiles, rules)


@lru_cache(maxsize=64)
def melds_of_deck(
    rules: RuleSet, colors: frozenset[int], ranks: frozenset[int]
) -> list[tuple[Hand, RefMeld]]:
    """List the melds of a part of a deck."""
    counts = bytearray(rules.deck.counts)
    for code in range(1, len(counts)):
        if (code - 1) // 13 not in colors or (code - 1) % 13 + 1 not in ranks:
            counts[code] = 0
    melds = reference_melds.possible_melds(counts, rules)
    return [(Hand.of(meld.tiles), meld) for meld in melds if len(meld.tiles) <= 6]


def closed_hand(
    rng: random.Random, rules: RuleSet, size: int, colors: int = 6, ranks: Any = range(1, 14)
) -> Hand:
    """Build a hand of `size` tiles that goes into melds without remainder."""
    chosen = frozenset(rng.sample(range(rules.colors), min(colors, rules.colors)))
    melds = melds_of_deck(rules, chosen, frozenset(ranks))
    deck = Hand.from_counts(rules.deck.counts)
    while True:
        hand = Hand()
        while len(hand) < size:
            found, _ = rng.choice(melds)
            if len(hand) + len(found) > size or not hand + found <= deck:
                break
            hand = hand + found
        if len(hand) == size:
            return hand


def paired_hand(rng: random.Random, rules: RuleSet, pairs: int) -> Hand:
    """Build a hand of pairs, now and then with a joker in the place of a tile."""
    twins = [tile for tile in sorted(set(rules.deck)) if rules.deck.count(tile) > 1]
    tiles = [tile for tile in rng.sample(twins, pairs) for _ in range(2)]
    for _ in range(rng.randrange(rules.jokers + 1) - tiles.count(rs.JOKER)):
        tiles[rng.randrange(len(tiles))] = rs.JOKER
    return Hand.of(tiles, rules) if tiles.count(rs.JOKER) <= rules.jokers else Hand.of(tiles[:0])


def with_more(rng: random.Random, hand: Hand, rules: RuleSet, number: int = 1) -> Hand:
    """Add some tiles of the rest of the deck."""
    rest = Hand.from_counts(rules.deck.counts) - hand
    return hand + Hand.of(rng.sample(list(rest), number))
