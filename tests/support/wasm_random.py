"""Random questions to the package for JavaScript: hands of every game, turns at random tables."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import rummy_solver as rs
from support.wasm_questions import Question, rules_of

HANDS = (
    "solve", "evaluate", "opening", "best_discards", "closings", "closings", "best_pairs",
    "possible_melds", "parse",
)  # fmt: skip
DISTANCES = ("distance", "useful", "nearest", "rank_discards")
TURNS = ("best_turn",) * 4
OBJECTIVES = ("tiles", "points", "penalty", ["tiles"], ["penalty", "points"], ["points", "tiles"])
OKEYS = ("K6", "R1", "B13")
SIZES = {"joker_rummy": (1, 20), "rummikub": (1, 36), "rummikub6": (1, 24)}
POLICIES = ("locked", "replace", "free")


def random_questions(dice: random.Random, n: int) -> Iterator[Question]:
    for _ in range(n):
        name = dice.choice(rs.rule_names())
        okey = dice.choice(OKEYS) if name == "okey" else None
        rules = rules_of(name, okey)
        asks = HANDS + (DISTANCES if rules.table_play != "rearrange" else ())
        ask = dice.choice(asks + (TURNS if rules.table_play != "none" else ()))
        question: Question = {"rules": name, "ask": ask} | ({"okey": okey} if okey else {})
        yield question | (random_turn if ask == "best_turn" else random_hand)(dice, rules, ask)


def random_size(dice: random.Random, rules: rs.RuleSet, ask: str) -> int:
    """A size that the question can be asked with, but now and then any size."""
    if ask in DISTANCES and dice.random() < 0.9:
        more = {"useful": 0, "rank_discards": 1}.get(ask, dice.choice((-3, -1, 0, 1)))
        return rules.hand_size + more
    if dice.random() < 0.6:
        return rules.hand_size + (rules.closing != "out") * dice.randint(0, 1)
    return dice.randint(*SIZES.get(rules.name, (1, 16)))


def random_hand(dice: random.Random, rules: rs.RuleSet, ask: str) -> Question:
    tiles = dice.sample(list(rules.deck), random_size(dice, rules, ask))
    question: Question = {"hand": rules.format(tiles), "codes": [int(x) for x in tiles]}
    if ask in ("solve", "evaluate", "opening"):
        question["objective"] = dice.choice(OBJECTIVES)
    if ask == "closings":
        question["options"] = {"opened": dice.random() < 0.5}
    return question


def random_turn(dice: random.Random, rules: rs.RuleSet, _: str) -> Question:
    """A rack beside up to five melds, which are the best of other tiles of the deck."""
    deck = list(rules.deck)
    dice.shuffle(deck)
    size = dice.randint(1, 10)
    rack, others = deck[:size], deck[size : size + dice.choice((0, 12, 24))]
    melds = rs.solve(others, rules).melds
    table = dice.sample(melds, min(5, len(melds)))
    options: dict[str, Any] = {
        "objective": dice.choice(("tiles", "penalty", "points")), "opened": dice.random() < 0.7,
    }  # fmt: skip
    question: Question = {
        "hand": rules.format(rack), "table": " | ".join(map(rules.format, table)),
        "options": options,
    }  # fmt: skip
    if rules.table_play == "rearrange":
        question["knobs"] = json.dumps({"joker_policy": dice.choice(POLICIES)})
    return question
