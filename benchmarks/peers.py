"""Other programs that answer the same questions, each with the input that it likes best."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pyspiel
from okey_solver import OkeyMeta, TileColor, create_standard_okey_solver
from okey_solver import Tile as OkeyTile
from rlcard.games.base import Card
from rlcard.games.gin_rummy.utils import melding, utils

import rummy_solver as rs
from benchmarks.hands import HandSet
from benchmarks.models import by_cbc, by_cp_sat, model_of

SPIEL = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
SPIEL_SUIT = (0, 3, 2, 1)
SUITS, RANKS = "SHDC", "A23456789TJQK"
OKEY = create_standard_okey_solver()
OKEY_COLORS = (TileColor.RED, TileColor.YELLOW, TileColor.BLUE, TileColor.BLACK)


class Peer(NamedTuple):
    """A program that answers one question of `QUESTIONS` or `BATCHES`."""

    name: str
    question: str
    fits: Callable[[HandSet], bool]
    number: int
    """Hands that it is asked."""
    prepare: Callable[[rs.Hand, rs.RuleSet], Any]
    """What it is given; not measured."""
    ask: Callable[[Any], Any]
    answer: Callable[[Any], int] = int
    """The number in what it returns; not measured."""
    exact: bool = True
    """Must its answers be ours?"""
    child: bool = False
    """Does it work in a process of its own? Then the time on the clock counts."""


def _in_gin(hands: HandSet) -> bool:
    return hands.rules == "gin_rummy"


def _in_rummyclub(hands: HandSet) -> bool:
    return hands.rules == "rummyclub" and hands.kind in ("random", "dense")


def for_spiel(hand: rs.Hand, rules: rs.RuleSet) -> list[int]:
    """OpenSpiel's card numbers."""
    return [13 * SPIEL_SUIT[int(tile.color or 0)] + tile.rank - 1 for tile in hand]


def for_rlcard(hand: rs.Hand, rules: rs.RuleSet) -> list[Card]:
    """RLCard's cards."""
    return [Card(SUITS[int(tile.color or 0)], RANKS[tile.rank - 1]) for tile in hand]


def for_okey(hand: rs.Hand, rules: rs.RuleSet) -> list[OkeyTile]:
    """Tiles of okey-solver-py, for which the red 14 is the okey: no other tile is like it."""
    tiles = []
    for i, tile in enumerate(hand):
        color, rank = (TileColor.RED, 14) if tile.is_joker else (OKEY_COLORS[tile.color], tile.rank)
        tiles.append(OkeyTile(id=str(i), color=color, value=rank))
    return tiles


def okey_arrangement(tiles: list[OkeyTile]) -> Any:
    return OKEY.find_best_arrangement(tiles, OkeyMeta(color=TileColor.RED, value=14))


def least_deadwood(cards: list[Card]) -> int:
    """Least deadwood over the best clusters that RLCard finds."""
    total = sum(utils.get_deadwood_value(card) for card in cards)
    best = 0
    for cluster in melding.get_best_meld_clusters(cards):
        melded = sum(utils.get_deadwood_value(card) for meld in cluster for card in meld)
        best = max(best, melded)
    return total - best


PEERS = (
    Peer("OpenSpiel min_deadwood", "evaluate", _in_gin, 1000, for_spiel, SPIEL.min_deadwood),
    Peer(
        "OpenSpiel best_meld_group",
        "solve, melds",
        _in_gin,
        1000,
        for_spiel,
        SPIEL.best_meld_group,
        len,
        exact=False,
    ),
    Peer("RLCard best clusters", "solve_batch", _in_gin, 500, for_rlcard, least_deadwood),
    Peer("CP-SAT", "evaluate", _in_rummyclub, 25, model_of, by_cp_sat),
    Peer("CBC", "evaluate", _in_rummyclub, 10, model_of, by_cbc, child=True),
    Peer(
        "okey-solver-py",
        "evaluate points",
        _in_rummyclub,
        50,
        for_okey,
        okey_arrangement,
        lambda found: int(found.totalScore),
        exact=False,
    ),
)
