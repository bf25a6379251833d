"""Tiles, colours, decks."""

import copy
import json
import pickle

import pytest

from rummy_solver.tiles import JOKER, N_CODES, TILES, Color, Deck, Tile


def test_codes() -> None:
    assert (int(JOKER), N_CODES) == (0, 79)
    assert [int(Tile.of(color, 1)) for color in Color] == [1, 14, 27, 40, 53, 66]
    assert Tile("R13") == 13
    assert Tile("K13") == 52
    assert Tile("P13") == 78


@pytest.mark.parametrize("tile", TILES)
def test_one_object_per_code(tile: Tile) -> None:
    assert Tile(int(tile)) is tile
    assert Tile(str(tile)) is tile
    assert eval(repr(tile), {"Tile": Tile}) is tile
    assert pickle.loads(pickle.dumps(tile)) is tile
    assert copy.deepcopy(tile) is tile
    assert bool(tile)


def test_color_and_rank() -> None:
    assert (JOKER.color, JOKER.rank, JOKER.is_joker) == (None, 0, True)
    tile = Tile("G7")
    assert (tile.color, tile.rank, tile.is_joker) == (Color.GREEN, 7, False)
    assert isinstance(tile.color, Color)


def test_printing() -> None:
    assert f"{Tile('R5'):>4}|{JOKER}" == "  R5|*"
    assert json.dumps([Tile("R5")]) == "[5]"


def test_deck() -> None:
    deck = Deck(4, 13, 2, 2)
    assert deck.size == len(deck) == len(list(deck)) == sum(deck.counts) == 106
    assert [deck.count(Tile(x)) for x in ("*", "R1", "K13", "G1")] == [2, 2, 2, 0]
    assert list(deck)[:4] == [JOKER, JOKER, Tile("R1"), Tile("R1")]
    assert Deck(4, 13, 2, 2) == deck
    assert pickle.loads(pickle.dumps(deck)) == deck


def test_deck_with_a_tile_out_of_play() -> None:
    deck = Deck(4, 13, 2, 2, (Tile("K5"),))
    assert (deck.size, deck.count(Tile("K5"))) == (105, 1)
