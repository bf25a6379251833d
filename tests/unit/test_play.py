"""Best turns: the result, the discard, the arguments."""

from __future__ import annotations

from typing import Any

import pytest

from rummy_solver import layoffs
from rummy_solver.errors import (
    HandError,
    NotationError,
    RuleSetError,
    RummyError,
    SearchLimitError,
    TableError,
)
from rummy_solver.hand import Hand
from rummy_solver.melds import Meld
from rummy_solver.moves import Move, MoveKind
from rummy_solver.play import Turn, best_turn, lay_offs, turns
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules
from rummy_solver.table import Table
from rummy_solver.tiles import Tile

JOKER_RUMMY = get_rules("joker_rummy")
BASIC = get_rules("basic_rummy")


def turn_of(rack: str, table: str, rules: RuleSet = JOKER_RUMMY, **options: Any) -> Turn:
    return best_turn(rack, table, rules, **options)


def test_fields_of_a_turn() -> None:
    turn = turn_of("4s 7s 9s 9h Kc 2d", "5s 6s * | Jh Qh Kh")
    assert turn.placed == Hand.parse("4s 7s 9s 9h")
    assert (turn.discard, turn.left) == (Tile("K13"), Hand.parse("2d"))
    assert turn.table == Table.parse("4s 5s 6s 7s | Jh Qh Kh | 9s 9h *", JOKER_RUMMY)
    assert turn.tiles == 4
    assert turn.penalty == 2
    assert turn.points == 4 + 27
    assert (turn.goes_out, turn.kept_melds, turn.factor) == (False, 1, 1)
    assert [str(move) for move in turn.moves] == [
        "put R7 in the place of the joker of R5 R6 *",
        "lay R9 Y9 * from the rack",
        "add R4 to R5 R6 R7",
    ]


def test_a_joker_swapped_and_kept_is_in_left() -> None:
    rules = JOKER_RUMMY.replace(hand_points={"joker": 1}, max_run=3)
    turn = turn_of("7s Kc", "5s 6s *", rules, objective=("penalty", "kept"))
    assert turn.penalty == 1
    assert turn.left == turn.rack - turn.placed + Hand.parse("*") - Tile("K13")
    assert (turn.placed, turn.left) == (Hand.parse("7s"), Hand.parse("*"))
    assert turn.tiles == 0


def test_nothing_can_be_placed() -> None:
    turn = turn_of("2s 5h 9d", "Ks Kh Kd")
    assert (turn.placed, turn.discard, turn.kept_melds) == (Hand(), Tile("B9"), 1)
    assert not turn.goes_out
    assert turn.moves == ()
    rummikub = best_turn("R4", "B4 B5 B6", "rummikub")
    assert (rummikub.placed, rummikub.discard, rummikub.kept_melds) == (Hand(), None, 1)


def test_an_empty_rack_never_goes_out() -> None:
    for name in ("joker_rummy", "basic_rummy", "rummikub"):
        turn = best_turn("", "R5 R6 R7", name)
        assert (turn.goes_out, turn.discard, turn.tiles) == (False, None, 0)
        assert [*turns("", "R5 R6 R7", name)] == [turn]


def test_one_card_is_kept_for_the_discard() -> None:
    assert turn_of("8s 9s", "5s 6s 7s").tiles == 1
    assert turn_of("8s 9s", "5s 6s 7s").goes_out
    assert turn_of("8s 9s", "5s 6s 7s", discard=False).tiles == 2
    assert turn_of("8s 9s", "5s 6s 7s", BASIC).tiles == 2
    assert turn_of("8s 9s", "5s 6s 7s", BASIC.replace(discard="required")).tiles == 1


def test_the_tile_taken() -> None:
    assert turn_of("2s Kc", "5s 6s 7s", BASIC, taken="Kc").discard == Tile("R2")
    assert turn_of("2s Kc", "5s 6s 7s", BASIC).discard == Tile("K13")
    assert turn_of("2s Kc", "5s 6s 7s", taken="Kc").discard == Tile("K13")
    twins = BASIC.replace(copies=2)
    assert turn_of("2s Kc Kc", "5s 6s 7s", twins, taken=Tile("K13")).discard == Tile("K13")
    with pytest.raises(HandError, match="tile taken"):
        turn_of("2s Kc", "", BASIC, taken="Kh")


def test_factor() -> None:
    rack = "5s 6s 7s Kc"
    assert turn_of(rack, "", BASIC, opened=False).factor == 2
    assert turn_of(rack, "", BASIC, opened=True).factor == 1
    assert turn_of(rack + " 2h", "", BASIC, opened=False).factor == 1
    tens = "Ts Js Qs Kc"
    assert turn_of(tens, "", opened=False).factor == 1
    assert turn_of(tens, "", JOKER_RUMMY.replace(take_all=True), opened=False).factor == 2


def test_fewest_moves() -> None:
    found = turn_of("8s 9s 2h", "5s 6s 7s | 8h 8d 8c | 9h 9d 9c", objective=("tiles", "moves"))
    assert (found.tiles, len(found.moves)) == (2, 1)
    same = list(
        turns("8s 9s 2h", "5s 6s 7s | 8h 8d 8c | 9h 9d 9c", BASIC, objective=("tiles", "moves"))
    )
    assert {len(turn.moves) for turn in same} == {1}


def test_all_turns_and_their_limit() -> None:
    rack, table = "8s 8h 2d 2c", "5s 6s 7s | 8d 8c *"
    found = list(turns(rack, table, JOKER_RUMMY, objective=("tiles",)))
    keys = {(turn.table, turn.discard) for turn in found}
    assert len(keys) == len(found) > 1
    assert {turn.tiles for turn in found} == {3}
    assert len(list(turns(rack, table, JOKER_RUMMY, objective=("tiles",), limit=1))) == 1
    assert list(turns(rack, table, JOKER_RUMMY, objective=("tiles",), limit=0)) == []
    assert best_turn(rack, table, JOKER_RUMMY, objective=("tiles",)) in found
    with pytest.raises(RummyError, match="limit"):
        turns(rack, table, JOKER_RUMMY, limit=-1)


def test_node_limit() -> None:
    rack = "8s 9s Js 9h 3d 4d 9d 9d Td Jd 9c Tc * *"
    table = "4d * 6d 7d | * 2d 3d | Ad 2d *"
    with pytest.raises(SearchLimitError):
        turn_of(rack, table, node_limit=20)
    with pytest.raises(SearchLimitError):
        list(turns(rack, table, JOKER_RUMMY, node_limit=20))
    assert turn_of(rack, table, node_limit=10**6) == turn_of(rack, table)


def test_wrong_input() -> None:
    with pytest.raises(RuleSetError, match="table_play"):
        best_turn("R5", "", "remi")
    with pytest.raises(RuleSetError, match="table_play"):
        lay_offs("R5", "", "gin_rummy")
    with pytest.raises(RuleSetError, match="objective"):
        best_turn("R5", "", "rummikub", objective="beauty")
    with pytest.raises(HandError, match="hand and table have 3 of R5"):
        best_turn("R5 R5", "R5 R6 R7", "rummikub")
    with pytest.raises(RummyError, match="discard"):
        best_turn("R5", "", "joker_rummy", discard=True)
    with pytest.raises(TableError):
        best_turn("R5", "R5 R6", "rummikub")
    with pytest.raises(NotationError):
        best_turn("R5 foo", "", "rummikub")


def test_single_lay_offs() -> None:
    def shown(rack: str, table: str, rules: str = "joker_rummy") -> list[str]:
        return [move.text(get_rules(rules).dialect) for move in lay_offs(rack, table, rules)]

    assert shown("4s 8s 7s 2h", "5s 6s 7s") == ["add 4s to 5s 6s 7s", "add 8s to 5s 6s 7s"]
    assert shown("7c 7h", "7s 7d *") == [
        "add 7h to 7s 7d *",
        "put 7h in the place of the joker of 7s 7d *",
        "add 7c to 7s 7d *",
        "put 7c in the place of the joker of 7s 7d *",
    ]
    assert shown("*", "Qs Ks As | 5s * 7s") == ["add * to Qs Ks As"]
    assert shown("6s", "7s 7h 7d", "basic_rummy") == []
    assert shown("R5 R6", "* R6 R7 | R5 * R7", "rummikub") == [
        "put R5 in the place of the joker of * R6 R7"
    ]
    assert shown("K2 Y1", "K1 * *", "rummikub") == [
        "add Y1 to K1 * *",
        "put Y1 in the place of the joker of K1 * *",
    ]


def test_open_melds_are_settled_by_the_turn() -> None:
    rules = JOKER_RUMMY.replace(max_jokers_per_meld=None)
    table = "7s * *"
    by_run = best_turn("Ts Kh", table, rules, objective="tiles")
    assert str(by_run.table) == "R7 * * R10"
    by_group = best_turn("7h Kh 2c", table, rules, objective=("kept", "tiles"))
    assert by_group.table == by_group.before
    grown = best_turn("7h Kh", table, rules, objective=("tiles",))
    assert grown.tiles == 1
    assert not any(meld.open for meld in grown.table)


def test_moves_are_printed_in_the_style_of_the_game() -> None:
    rules = get_rules("basic_rummy")
    turn = best_turn("7h Kc 2c", Table.parse("4h 5h 6h", rules), rules, opened=True)
    assert [rules.format(move) for move in turn.moves] == ["add 7h to 4h 5h 6h"]
    assert str(turn.moves[0]) == "add Y7 to Y4 Y5 Y6"


def test_more_melds_than_a_search_takes() -> None:
    pairs = {"min_run": 2, "min_group": 2, "opening_points": 0}
    free = get_rules("rummikub6").replace(**pairs)
    added = free.replace(table_play="lay_off", discard="optional", joker_swap=False)
    melds = [f"{c}{r} {c}{r + 1}" for c in "RYBKGP" for r in range(1, 13, 2)] * 2
    table = " | ".join(melds[:65])
    for rules in (free, added):
        with pytest.raises(TableError) as caught:
            best_turn("R13", table, rules)
        assert str(caught.value) == "table: expected at most 64 melds, got 65"


def test_all_turns_stop_at_the_limit_of_nodes() -> None:
    with pytest.raises(SearchLimitError):
        list(turns("5s 6s 7s 9c 9d 9h Kc", "Qs Qh Qd", JOKER_RUMMY, opened=True, node_limit=1))


def test_values_of_a_turn_by_name() -> None:
    turn = best_turn("R6 K4 B4 B9", "R3 R4 R5 | Y1 Y2 Y3 Y4", "rummikub", opened=True)
    names = ("tiles", "penalty", "points", "kept", "moves")
    assert [turn.value(name) for name in names] == [3, 9, 14, 0, 3]


def test_every_kind_of_move_is_said() -> None:
    def run(*tiles: str) -> Meld:
        return Meld.run([Tile(tile) for tile in tiles])

    five, long = run("R3", "R4", "R5"), run("R6", "R7", "R8", "R9")
    joker = Meld.run([Tile("R1"), Tile("R2"), Tile("R3")], [2])
    said = {
        Move(MoveKind.SWAP, (Tile("R3"),), (joker, five), (0, 1), (run("R1", "R2", "R3"),)): (
            "put R3, taken from R3 R4 R5, in the place of the joker of R1 R2 *"
        ),
        Move(MoveKind.TAKE, (Tile("R6"),), (long, five), (0, 1), (run("R7", "R8", "R9"), five)): (
            "take R6 out of R6 R7 R8 R9 and put it to R3 R4 R5"
        ),
        Move(MoveKind.JOIN, five.tiles, (five, long), (0, 1), (long,)): (
            "join R3 R4 R5 and R6 R7 R8 R9"
        ),
        Move(MoveKind.SPLIT, five.tiles, (long,), (0,), (run("R6", "R7"), run("R8", "R9"))): (
            "split R6 R7 R8 R9 into R6 R7 and R8 R9"
        ),
        Move(MoveKind.ARRANGE, long.tiles, (long,), (0,), (long,)): (
            "arrange R6 R7 R8 R9 as R6 R7 R8 R9"
        ),
    }
    assert [move.text() for move in said] == list(said.values())
    move = Move(MoveKind.ADD, (Tile("R9"),), (five,), (2,), (long,))
    with pytest.raises(TableError) as caught:
        move.apply(Table([long]))
    told = "move 'add R9 to R3 R4 R5': expected R3 R4 R5 on the table, got R6 R7 R8 R9"
    assert str(caught.value) == told


def test_weights_beyond_the_core_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layoffs, "_LIMIT", 1000)
    rules = JOKER_RUMMY.replace(name="heavy")
    with pytest.raises(RuleSetError, match=r"objective: expected weights that fit 60 bits, got \d"):
        best_turn("4s 5h", "As 2s 3s", rules, opened=True)


def test_a_table_meld_of_open_kind_is_settled_by_a_move() -> None:
    rules = JOKER_RUMMY.replace(max_jokers_per_meld=2)
    said = {"5h Kc": ["add 5h to 5s * *"], "8s Kc": ["add 8s to 5s * *"]}
    for rack, moves in said.items():
        turn = best_turn(rack, "5s * *", rules, opened=True)
        assert [rules.format(move) for move in turn.moves] == moves
