"""Whatever comes in wrong is answered by the right class and says what, where, expected, got."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from rummy_solver.errors import (
    HandError,
    NotationError,
    RuleSetError,
    RummyError,
    TableError,
)
from rummy_solver.hand import Hand
from rummy_solver.melds import Meld, MeldKind
from rummy_solver.notation import parse_tile, split_melds
from rummy_solver.objectives import FaceWeights, Objective, resolve_turn, weights_of
from rummy_solver.points import Points
from rummy_solver.readings import check_meld, parse_meld, read_meld
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import as_rules, get_rules
from rummy_solver.schema import from_dict, to_dict
from rummy_solver.tiles import JOKER, Deck, Tile

RUMMIKUB = get_rules("rummikub")
CARDS = get_rules("joker_rummy")
BASIC = get_rules("basic_rummy")
UNSUITABLE: Any = object()


def rummikub(x: object) -> Callable[[], object]:
    return lambda: Hand.of(x, RUMMIKUB)


def cards(x: object) -> Callable[[], object]:
    return lambda: Hand.of(x, CARDS)


def knobs(rules: RuleSet = RUMMIKUB, **values: object) -> Callable[[], object]:
    return lambda: rules.replace(**values)


def weights(objective: Any) -> Callable[[], object]:
    return lambda: weights_of(RUMMIKUB, objective)


def nested(depth: int) -> object:
    x: list[object] = []
    for _ in range(depth):
        x = [x]
    return x


def flat(value: Any, name: str = "flat") -> Objective:
    def gains(rules: RuleSet) -> FaceWeights:
        return FaceWeights((value,) * 15, (value,) * 15, (value,) * 14, (value,) * 14)

    return Objective(name, gains)


TEXTS = [
    (rummikub("R14"), NotationError, "tile 'R14' at position 1: expected rank 1..13"),
    (rummikub("R1 Y2 R0"), NotationError, "tile 'R0' at position 3: expected rank 1..13"),
    (rummikub("R05"), NotationError, "tile 'R05' at position 1: expected rank 1..13"),
    (rummikub("R" + "9" * 5000), NotationError, "expected a tile such as 'R5' or '*'"),
    (rummikub("X5"), NotationError, "tile 'X5' at position 1: expected a colour letter of BGKOPRY"),
    (rummikub("R"), NotationError, "tile 'R' at position 1: expected a tile such as 'R5' or '*'"),
    (rummikub("5"), NotationError, "tile '5' at position 1"),
    (rummikub("-"), NotationError, "tile '-' at position 1"),
    (rummikub("**"), NotationError, "tile '**' at position 1"),
    (rummikub("R5-"), NotationError, "tile 'R5-' at position 1"),
    (rummikub("R8-5"), NotationError, "'R8-5' at position 1: expected a run such as 'R5-8'"),
    (rummikub("R5-5"), NotationError, "'R5-5' at position 1: expected a run such as 'R5-8'"),
    (rummikub("RY5-7"), NotationError, "'RY5-7' at position 1: expected a run such as 'R5-8'"),
    (rummikub("R5-14"), NotationError, "tile 'R5-14' at position 1: expected rank 1..13"),
    (rummikub("R１"), NotationError, "at position 1: expected a tile such as"),
    (rummikub("\N{KELVIN SIGN}5"), NotationError, "at position 1: expected a tile such as"),
    (rummikub("R5 \0"), NotationError, r"tile '\x00' at position 2"),
    (rummikub("R5\0"), NotationError, r"tile 'R5\x00' at position 1"),
    (rummikub("R5 \ud800"), NotationError, "at position 2"),
    (rummikub("R5 | R6"), NotationError, "tile '|' at position 2: expected one list of tiles"),
    (rummikub("F"), NotationError, "tile 'F' at position 1: expected no false joker"),
    (rummikub("x" * 10**6), NotationError, "(1000000 long)"),
    (rummikub("R5 " * 10**6), HandError, "hand has 1000000 of R5, deck 'rummikub' has 2"),
    (cards("J"), NotationError, "tile 'J' at position 1: expected '*' or 'Jk' for a joker"),
    (cards("1s"), NotationError, "tile '1s' at position 1: expected a tile such as '5s' or '*'"),
    (cards("Es"), NotationError, "tile 'Es' at position 1: expected a rank of A23456789TJQK"),
    (cards("5-9"), NotationError, "tile '5-9' at position 1"),
    (cards("9-5s"), NotationError, "'9-5s' at position 1: expected a run such as '5-8s'"),
    (cards("5-8sh"), NotationError, "'5-8sh' at position 1: expected a run such as '5-8s'"),
    (lambda: Hand.parse("J"), NotationError, "tile 'J' at position 1"),
    (lambda: Hand.parse("O5"), NotationError, "expected a colour letter of BGKPRY"),
    (lambda: Hand.parse(UNSUITABLE), NotationError, "hand: expected text, got object"),
    (lambda: Hand.parse(b"R5"), NotationError, "hand: expected text, got bytes b'R5'"),  # type: ignore[arg-type]
    (lambda: Hand.parse("R5", "rumikub"), RuleSetError, "rule set: expected 'rummikub'"),
    (
        lambda: parse_tile("R5 R6"),
        NotationError,
        "tile 'R5 R6' at position 1: expected exactly one",
    ),
    (lambda: parse_tile("R5-7"), NotationError, "tile 'R5-7' at position 1: expected exactly one"),
    (lambda: parse_tile(""), NotationError, "tile '' at position 1: expected exactly one"),
    (lambda: split_melds("R1 R2 R3 | | *"), NotationError, "meld 2 of the table: expected tiles"),
    (lambda: split_melds(3), NotationError, "table: expected text, got int 3"),  # type: ignore[arg-type]
]

HANDS = [
    (rummikub("R5 R5 R5"), HandError, "hand has 3 of R5, deck 'rummikub' has 2"),
    (rummikub("* * *"), HandError, "hand has 3 of *, deck 'rummikub' has 2"),
    (rummikub("P5"), HandError, "hand has 1 of P5, deck 'rummikub' has 0"),
    (cards("5s 5s 5s"), HandError, "hand has 3 of 5s, deck 'joker_rummy' has 2"),
    (lambda: Hand.of("*", BASIC), HandError, "hand has 1 of *, deck 'basic_rummy' has 0"),
    (rummikub(Hand.parse("R5 R5 R5")), HandError, "hand has 3 of R5, deck 'rummikub' has 2"),
    (rummikub(Hand([5] * 200)), HandError, "hand has 200 of R5, deck 'rummikub' has 2"),
    (lambda: Hand("R5 " * 256), HandError, "hand: expected at most 255 of R5, got 256"),
    (rummikub(None), HandError, "hand: expected a Hand, text, an iterable"),
    (rummikub(5), HandError, "got int 5"),
    (rummikub(True), HandError, "got bool True"),
    (rummikub(JOKER), HandError, "got Tile Tile('*')"),
    (rummikub(5.0), HandError, "got float 5.0"),
    (rummikub(UNSUITABLE), HandError, "got object"),
    (rummikub({Tile(5): 2}), HandError, "got dict"),
    (rummikub([5, 79]), HandError, "tile code at position 2: expected 0..78, got int 79"),
    (rummikub([-1]), HandError, "tile code at position 1: expected 0..78, got int -1"),
    (rummikub([255]), HandError, "tile code at position 1: expected 0..78, got int 255"),
    (rummikub([10**30]), HandError, "tile code at position 1: expected 0..78, got int 1000000"),
    (
        rummikub([True]),
        HandError,
        "tile at position 1: expected a tile, its text or its code, got bool True",
    ),
    (rummikub([5.0]), HandError, "tile at position 1: expected a tile, its text or its code"),
    (rummikub([None]), HandError, "tile at position 1: expected a tile, its text or its code"),
    (rummikub([[5, 6]]), HandError, "tile at position 1: expected a tile, its text or its code"),
    (rummikub(["R5", "R6 R7"]), NotationError, "tile 'R6 R7' at position 2: expected exactly one"),
    (rummikub(["R5", "x"]), NotationError, "tile 'x' at position 2"),
    (rummikub([np.bool_(True)]), HandError, "tile at position 1: expected a tile"),
    (rummikub([np.float32(5)]), HandError, "tile at position 1: expected a tile"),
    (rummikub(itertools.repeat(5)), HandError, "hand: expected at most 20145 tiles, got more"),
    (rummikub(b"\x05\x4f"), HandError, "tile code at position 2: expected 0..78, got 79"),
    (rummikub(b"\x05\xff\x05"), HandError, "tile code at position 2: expected 0..78, got 255"),
    (rummikub(b"R5 R6"), HandError, "tile code at position 1: expected 0..78, got 82"),
    (rummikub(bytes(10**6)), HandError, "hand has 1000000 of *, deck 'rummikub' has 2"),
    (rummikub(np.array([5, 6])), HandError, "expected one dimension of contiguous uint8"),
    (rummikub(np.array([5, 6], np.int8)), HandError, "got format 'b', 1 dimensions"),
    (rummikub(np.array([True])), HandError, "got format '?', 1 dimensions"),
    (rummikub(np.array([5.0])), HandError, "got format 'd', 1 dimensions"),
    (rummikub(np.array(["R5"])), HandError, "hand of type ndarray"),
    (rummikub(np.array([Tile(5)], object)), HandError, "got format 'O', 1 dimensions"),
    (rummikub(np.zeros((2, 3), np.uint8)), HandError, "got format 'B', 2 dimensions"),
    (rummikub(np.uint8(5)), HandError, "hand of type uint8: expected one dimension"),
    (rummikub(np.array(5, np.uint8)), HandError, "got format 'B', 0 dimensions"),
    (rummikub(np.arange(9, dtype=np.uint8)[::2]), HandError, "not contiguous"),
    (rummikub(np.array([5], ">u2")), HandError, "got format '>H', 1 dimensions"),
    (rummikub(np.array(["2020-01-01"], "M8[D]")), HandError, "hand: expected a Hand, text"),
    (rummikub(np.full(300, 5, np.uint8)), HandError, "hand has 300 of R5, deck 'rummikub' has 2"),
    (lambda: Hand.of([5], 7), RuleSetError, "rule set: expected one of"),  # type: ignore[arg-type]
    (lambda: Hand.of("R1", "okey"), RuleSetError, "rule set 'okey': expected an okey tile"),
    (lambda: Hand.from_counts(bytes(78)), HandError, "counts: expected 79 bytes, got 78"),
    (lambda: Hand.from_counts([0] * 79), HandError, "counts: expected 79 bytes"),  # type: ignore[arg-type]
    (lambda: Hand.from_rlcard([52]), HandError, "rlcard card at position 1: expected 0..51"),
    (lambda: Hand.from_openspiel(["As"]), HandError, "openspiel card at position 1"),  # type: ignore[list-item]
    (lambda: Hand.from_openspiel(5), HandError, "openspiel cards: expected an iterable"),  # type: ignore[arg-type]
    (lambda: Hand("R5") - Hand("R5 R6"), HandError, "R6 taken from a hand: expected at most 0"),
    (lambda: Hand([5] * 200) + Hand([5] * 200), HandError, "hand: expected at most 255 of a tile"),
    (lambda: Hand("R5").count(79), HandError, "tile code: expected 0..78, got 79"),
    (lambda: Tile(-1), HandError, "tile code: expected 0..78, got -1"),
    (lambda: Tile(False), HandError, "tile code: expected 0..78, got False"),
    (lambda: Tile(1.0), HandError, "tile code: expected 0..78, got 1.0"),  # type: ignore[arg-type]
    (lambda: Tile("R14"), NotationError, "tile: expected a name such as 'R5' or '*', got 'R14'"),
    (lambda: Tile.of("R", 1), HandError, "got color 'R', rank 1"),  # type: ignore[arg-type]
    (lambda: Tile.of(0.5, 1), HandError, "got color 0.5, rank 1"),  # type: ignore[arg-type]
    (lambda: Tile.of(10**5000, 1), HandError, "got color <int>, rank 1"),
    (rummikub([10**5000]), HandError, "got int <int>"),
    (rummikub([nested(10**5)]), HandError, "tile at position 1: expected a tile"),
    (lambda: Tile.of(6, 1), HandError, "tile: expected color 0..5 and rank 1..13"),
    (lambda: Deck(4, 13, 1, 0, (JOKER,)), RuleSetError, "deck: expected at most 0 of *"),
]

RULES = [
    (lambda: get_rules("chess"), RuleSetError, "rule set: expected one of rummyclub"),
    (lambda: get_rules("Rummikub"), RuleSetError, "expected 'rummikub', or another of"),
    (lambda: get_rules(None), RuleSetError, "got None"),  # type: ignore[arg-type]
    (lambda: as_rules(42), RuleSetError, "got 42"),  # type: ignore[arg-type]
    (knobs(hand_sise=13), RuleSetError, "knob: expected a knob such as 'hand_size'"),
    (knobs(colors="4"), RuleSetError, "knob 'colors': expected an integer 1..6, got '4'"),
    (knobs(colors=True), RuleSetError, "knob 'colors': expected an integer 1..6, got True"),
    (knobs(colors=7), RuleSetError, "knob 'colors': expected an integer 1..6, got 7"),
    (knobs(copies=3), RuleSetError, "knob 'copies': expected an integer 1..2, got 3"),
    (knobs(jokers=7), RuleSetError, "knob 'jokers': expected an integer 0..6, got 7"),
    (knobs(jokers=2.0), RuleSetError, "knob 'jokers': expected an integer 0..6, got 2.0"),
    (knobs(ranks=14), RuleSetError, "knob 'ranks': expected an integer 3..13, got 14"),
    (knobs(ace="middle"), RuleSetError, "knob 'ace': expected 'low' or 'high' or 'both'"),
    (knobs(joker_swap=1), RuleSetError, "knob 'joker_swap': expected True or False, got 1"),
    (knobs(pairs_to_win=6), RuleSetError, "knob 'pairs_to_win': expected 0 or 7, got 6"),
    (knobs(pairs_to_win=False), RuleSetError, "knob 'pairs_to_win': expected 0 or 7, got False"),
    (knobs(min_naturals=0), RuleSetError, "knob 'min_naturals': expected an integer 1..14, got 0"),
    (knobs(max_jokers_per_meld=-1), RuleSetError, "expected an integer 0..6 or None, got -1"),
    (knobs(hand_size=107), RuleSetError, "expected hand_size at most 106"),
    (knobs(min_run=5, max_run=4), RuleSetError, "expected max_run at least min_run=5, got 4"),
    (knobs(min_group=5), RuleSetError, "expected max_group at least min_group=5, got 4"),
    (knobs(ranks=3, min_run=4), RuleSetError, "expected min_run at most 3"),
    (knobs(min_naturals=4), RuleSetError, "expected min_naturals at most 3"),
    (knobs(pairs_to_win=7), RuleSetError, "expected closing='arranged' with pairs_to_win=7"),
    (knobs(discard="required"), RuleSetError, "expected discard='none' with table_play"),
    (knobs(knock_limit=10), RuleSetError, "expected knock_limit with closing='knock'"),
    (knobs(okey_tile="*"), RuleSetError, "knob 'okey_tile': expected a natural tile or None"),
    (knobs(okey_tile="K14"), RuleSetError, "knob 'okey_tile': expected a tile such as 'K6'"),
    (knobs(okey_tile=6), RuleSetError, "knob 'okey_tile': expected a natural tile or None, got 6"),
    (knobs(okey_tile="P6"), RuleSetError, "knob 'okey_tile': expected a tile of the deck, got P6"),
    (knobs(okey_tile="K6", indicator="K6"), RuleSetError, "expected K7 with indicator K6, got K6"),
    (knobs(okey_tile="K6", jokers=0), RuleSetError, "as many jokers as copies"),
    (knobs(name=5), RuleSetError, "name of a rule set: expected text, got 5"),
    (knobs(hand_points="face"), RuleSetError, "points: expected 'rank', 'ten' or a mapping"),
    (knobs(hand_points={0: 1}), RuleSetError, "points: expected keys 1..13, 'ace_high', 'joker'"),
    (knobs(hand_points={"1": 1}), RuleSetError, "points: expected keys 1..13"),
    (knobs(hand_points={1: -1}), RuleSetError, "points of 1: expected an integer 0..1000, got -1"),
    (knobs(hand_points={1: True}), RuleSetError, "points of 1: expected an integer 0..1000"),
    (knobs(hand_points={"joker": None}), RuleSetError, "expected hand_points with a key 'joker'"),
    (knobs(tile_points=[1, 2]), RuleSetError, "points: expected 'rank', 'ten' or a mapping"),
    (lambda: Points({**dict.fromkeys(range(1, 14), 1), "x": 1}), RuleSetError, "got 'x'"),
    (lambda: Points({1: 1}), RuleSetError, "points: expected ranks 1..13, got no 2"),
    (knobs(CARDS, opening_points=0, opening_single_meld=True), RuleSetError, "no threshold"),
    (knobs(CARDS, table_play="none"), RuleSetError, "expected table_play='lay_off'"),
    (knobs(BASIC, swapped_joker_must_be_used=True), RuleSetError, "expected joker_swap with"),
    (knobs(BASIC, close_without_left_over=True), RuleSetError, "expected left_over=1 with"),
    (knobs(CARDS, colors=5), RuleSetError, "expected at most 4 suits with style 'card'"),
    (knobs(get_rules("remi"), hand_size=13), RuleSetError, "expected hand_size=14 with"),
    (knobs(get_rules("remi"), copies=1), RuleSetError, "expected copies=2 with pairs_to_win=7"),
    (knobs(get_rules("remi"), pairs_to_win=0, hand_size=13), RuleSetError, "with patterns, got 13"),
    (knobs(CARDS, jokers=2, okey_tile="K6"), RuleSetError, "style 'tile' with an okey tile"),
    (knobs(BASIC, left_over=1), RuleSetError, "expected closing='arranged' with left_over=1"),
    (knobs(get_rules("remi"), grand_care="all"), RuleSetError, "knob 'grand_care'"),
    (weights("speed"), RuleSetError, "objective: expected 'tiles', 'points', 'penalty' or a tuple"),
    (weights(()), RuleSetError, "objective: expected one or more, none twice, got ()"),
    (weights(("tiles", "tiles")), RuleSetError, "objective: expected one or more, none twice"),
    (weights(["tiles"]), RuleSetError, "got ['tiles']"),
    (weights(None), RuleSetError, "got None"),
    (weights(flat(-1)), RuleSetError, "objective 'flat', run_tile: expected 15 integers"),
    (weights(flat(0.5)), RuleSetError, "objective 'flat', run_tile: expected 15 integers"),
    (weights((flat(1 << 29), flat(1 << 29, "more"))), RuleSetError, "weights that fit 62 bits"),
    (lambda: resolve_turn("speed"), RuleSetError, "objective: expected 'tiles', 'penalty'"),
    (lambda: resolve_turn(["tiles"]), RuleSetError, "got ['tiles']"),  # type: ignore[arg-type]
]

MELDS = [
    (lambda: parse_meld("R13 R1 *", "remi"), TableError, "meld 'R13 R1 *': run: expected"),
    (lambda: parse_meld("R5 R7 R6", "remi"), TableError, "in the order given, got R5 R7 R6"),
    (lambda: parse_meld("K1 *:R1 *:R1", "remi"), TableError, "group: expected each colour once"),
    (lambda: parse_meld("K1 *:K3 *:K4", "remi"), TableError, "run: expected consecutive ranks"),
    (lambda: parse_meld("R1 R2", "remi"), TableError, "run: expected 3..14 tiles, got 2"),
    (lambda: parse_meld("R1 Y1 B1 *:G1", "remi"), TableError, "group: expected each colour once"),
    (lambda: parse_meld("R1 Y1 *:P1", "remi"), TableError, "expected colours of the deck, got P1"),
    (lambda: parse_meld("", "remi"), TableError, "meld: expected tiles, got none"),
    (lambda: parse_meld("R1 R1:R2 R3", "remi"), NotationError, "expected a face written out for"),
    (
        lambda: parse_meld("* *:* R3", "remi"),
        NotationError,
        "expected one natural tile as the face",
    ),
    (lambda: parse_meld("* *: R3", "remi"), NotationError, "tile '' at position 2"),
    (lambda: read_meld("R1 R1 R1", "remi"), HandError, "hand has 3 of R1, deck 'remi' has 2"),
    (lambda: check_meld(None, "remi"), HandError, "hand: expected a Hand, text"),
    (lambda: Meld(MeldKind.RUN, (Tile(5),), ()), TableError, "meld: expected 1 faces, got 0"),
    (lambda: Meld(MeldKind.RUN, [Tile(5)], [Tile(5)]), TableError, "a tuple of tiles"),  # type: ignore[arg-type]
    (
        lambda: RUMMIKUB.format(None),
        RummyError,
        "format: expected a tile, hand, meld, table or move",
    ),
]


def document(name: str, **content: object) -> Callable[[], object]:
    return lambda: from_dict({"version": 1, "type": name, **content})


HAND = {"hand": ["R1", "R2", "R3"], "rules": "remi"}
RUN = {"kind": "run", "tiles": ["R1", "R2", "R3"], "faces": ["R1", "R2", "R3"]}
DOCUMENTS = [
    (document("hand", rules={"name": 5}, tiles=[]), NotationError, "field 'name': expected str"),
    (document("meld", kind="row", tiles=[], faces=[]), NotationError, "expected one of run, group"),
    (document("meld", kind="run", tiles=[], faces=None), NotationError, "field 'faces': expected"),
    (document("table", rules="remi", melds=[5]), NotationError, "meld: expected an object, got 5"),
    (document("table", rules="remi", melds=[RUN] * 3), TableError, "table has 3 of R1"),
    (document("solution", hand=[]), RuleSetError, "solution: expected the rules of the game"),
    (document("solution", **HAND, melds=[RUN] * 2), HandError, "expected tiles of the hand"),
    (document("solution", **HAND, melds=[RUN]), NotationError, "field 'values': expected list"),
    (document("solution", **HAND, melds=[], values=[True]), NotationError, "a list of integers"),
    (document("turn", rules="remi"), NotationError, "field 'placed': expected a list of tiles"),
    (lambda: to_dict(object()), NotationError, "to_dict: expected one of tile, hand, meld"),
    (lambda: from_dict([]), NotationError, "document: expected an object, got []"),  # type: ignore[arg-type]
    (lambda: from_dict({}), NotationError, "field 'version': expected int, got nothing"),
    (
        lambda: from_dict({"version": True}),
        NotationError,
        "field 'version': expected int, got True",
    ),
    (lambda: from_dict({"version": 9, "type": "hand"}), NotationError, "expected version 1, got 9"),
    (
        lambda: from_dict({"version": 1, "type": "x"}),
        NotationError,
        "expected a type of tile, hand",
    ),
    (lambda: from_dict({"version": 1, "type": "hand"}), NotationError, "field 'tiles': expected a"),
    (
        lambda: from_dict({"version": 1, "type": "hand", "tiles": ["R5", 6]}),
        NotationError,
        "tiles, position 2: expected the text of a tile, got 6",
    ),
    (
        lambda: from_dict({"version": 1, "type": "hand", "rules": 1, "tiles": []}),
        RuleSetError,
        "field 'rules': expected a name or an object, got 1",
    ),
    (
        lambda: from_dict({"version": 1, "type": "hand", "rules": "remi", "tiles": ["*"] * 3}),
        HandError,
        "hand has 3 of *, deck 'remi' has 2",
    ),
    (
        lambda: from_dict(
            {"version": 1, "type": "meld", "rules": "remi", "kind": "run"}
            | {"tiles": ["R6", "Y6", "K6"], "faces": ["R6", "Y6", "K6"]}
        ),
        TableError,
        "expected a run with its faces",
    ),
]

TABLE = TEXTS + HANDS + RULES + MELDS + DOCUMENTS


@pytest.mark.parametrize("number", range(len(TABLE)))
def test_wrong_input(number: int) -> None:
    call, error, words = TABLE[number]
    with pytest.raises(RummyError) as caught:
        call()
    assert type(caught.value) is error
    assert words in str(caught.value)
    assert len(str(caught.value)) < 400
