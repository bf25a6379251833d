"""Hints: kinds, ranking, reasons and bans, from a position of each game."""

from __future__ import annotations

import re
from typing import Any

import pytest

import rummy_solver as rs
from rummy_solver import questions
from rummy_solver.questions import Question
from rummy_solver.reasons import SENTENCES
from rummy_solver.schema import from_dict, to_dict

POSITIONS = {
    "rummyclub draw": rs.Position(
        "R1-3 Y4-6 B7-9 K10 K11 R7 Y9 K7", "rummyclub", discards="R9 K12|Y1|K2"
    ),
    "rummyclub play": rs.Position("R1-3 Y4-6 B7-9 K10-12 R7 Y9 K7", "rummyclub", drawn="Y9"),
    "rummyclub closes": rs.Position("R1-3 Y4-6 B7-9 K9-13 R7", "rummyclub", drawn="R7"),
    "remi play": rs.Position("R1-3 Y4-6 B7-9 K9-13 *", "remi", drawn="*", launched=1),
    "joker_rummy draw": rs.Position(
        "5s 6s 7s 9d 9h * Kc Qc 2d 2h 4c 4s Jh", "joker_rummy", discards="Kd Jc"
    ),
    "joker_rummy open": rs.Position(
        "5s 6s 7s 9d 9h * Kc Qc Jc 2d 2h 4c 4s Jh", "joker_rummy", drawn="Jc"
    ),
    "joker_rummy table": rs.Position(
        "4s 8h 8d Kc 2h", "joker_rummy", "5s 6s * | 8s 8c *", opened=True, drawn="2h",
        next_opened=True,
    ),
    "basic_rummy draw": rs.Position(
        "9s Ts 4d 4h", "basic_rummy", "Js Qs Ks | Th Td Tc", "2c 5d", opened=True
    ),
    "basic_rummy play": rs.Position(
        "9s Ts 4d 4h 5d 8c", "basic_rummy", "Js Qs Ks | Th Td Tc", opened=True, taken="5d",
        next_opened=True, next_known="8d 8h",
    ),
    "gin_rummy draw": rs.Position(
        "7s 8s 9s 2h 3h 4h As Ad Kc 9d", "gin_rummy", discards="Qd 2c"
    ),
    "gin_rummy knock": rs.Position(
        "7s 8s 9s 2h 3h 4h As Ad Kc 3d 2d", "gin_rummy", drawn="Ad"
    ),
    "rummikub opening": rs.Position("R10 R11 R12 B1 K3 Y5", "rummikub", "Y1 Y2 Y3"),
    "rummikub table": rs.Position("R6 B4 K4", "rummikub", "R3 R4 R5 | Y1 Y2 Y3 Y4", opened=True),
    "rummikub nothing": rs.Position("R6 B4", "rummikub", "R1 R2 R3", opened=True),
    "okey play": rs.Position(
        "R1-3 Y4-6 B7-9 K9-12 K6 F", rs.get_rules("okey").replace(okey_tile="K6"), drawn="F"
    ),
}  # fmt: skip


@pytest.mark.parametrize("look_ahead", [True, False])
@pytest.mark.parametrize("name", POSITIONS)
def test_every_hint_is_whole(name: str, look_ahead: bool) -> None:
    position = POSITIONS[name]
    found = rs.hints(position, look_ahead=look_ahead)
    assert found
    for hint in found:
        assert hint.reason.code in SENTENCES
        assert str(hint.reason)
        assert all(isinstance(value, int | float) for value in hint.gain.values())
        assert from_dict(to_dict(hint, position.rules), position.rules) == hint
        mine = position.hand + rs.Hand(position.tops)
        assert all(tile in mine or tile in position.table.tiles for tile in hint.tiles)
        hash(hint)


@pytest.mark.parametrize("name", POSITIONS)
def test_json_of_a_position(name: str) -> None:
    position = POSITIONS[name]
    assert from_dict(to_dict(position)) == position


def kinds(name: str) -> list[str]:
    return [str(hint.kind) for hint in rs.hints(POSITIONS[name])]


def test_kinds() -> None:
    assert set(kinds("rummyclub draw")) == {"DRAW_DISCARD", "DRAW_STOCK"}
    assert set(kinds("rummyclub play")) == {"DISCARD"}
    assert kinds("rummyclub closes")[0] == "CLOSE"
    assert kinds("joker_rummy open")[0] == "OPEN"
    assert set(kinds("joker_rummy table")) >= {"LAY_OFF", "DISCARD"}
    assert kinds("gin_rummy knock")[0] == "CLOSE"
    assert kinds("rummikub opening") == ["OPEN", "DRAW_STOCK"]
    assert kinds("rummikub table")[:2] == ["CLOSE", "REARRANGE"]
    assert kinds("rummikub nothing") == ["DRAW_STOCK"]


def test_a_tile_that_closes_is_taken() -> None:
    best = rs.hints(POSITIONS["rummyclub draw"])[0]
    assert (str(best.kind), best.reason.code) == ("DRAW_DISCARD", "top_more_live")
    assert [str(tile) for tile in best.tiles] == ["K12"]
    position = rs.Position("R1-3 Y4-6 B7-9 K10 K11 K13 R9 K7", "remi", discards="K12")
    assert rs.hints(position)[0].reason.code == "top_nearer"
    near = rs.Position("R1-3 Y4-6 B7-9 K9-11 K13 R9", "remi", discards="K12")
    assert rs.hints(near)[0].reason.code == "top_closes"


def test_the_tile_just_taken_is_not_thrown() -> None:
    found = rs.hints(POSITIONS["basic_rummy play"])
    thrown = [hint.tiles[0] for hint in found if hint.kind == "DISCARD"]
    assert rs.Tile.of(2, 5) not in thrown
    assert thrown


def test_what_the_next_player_can_use_is_dear() -> None:
    found = rs.hints(POSITIONS["basic_rummy play"])
    dangers = {str(h.tiles[0]): h.gain["danger"] for h in found if h.kind == "DISCARD"}
    assert dangers["K8"] == 1
    assert any(h.reason.code == "feeds_next" for h in found)


def test_discards_are_ranked_like_rank_discards() -> None:
    position = POSITIONS["rummyclub play"]
    rows = rs.rank_discards(position.hand, position.rules)
    assert [h.tiles[0] for h in rs.hints(position)] == [row.tile for row in rows]


def test_pairs_against_melds() -> None:
    position = rs.Position(
        "R1 R1 Y4 Y4 B9 B9 K2 K2 K7 K7 R13 R13 B5 B7 R6", "rummyclub", drawn="B7"
    )
    best = rs.hints(position)[0]
    assert best.reason.code == "keeps_pairs"
    assert best.gain["pairs"] == best.gain["distance"] == 1


def test_sentences_can_be_translated() -> None:
    reason = rs.Reason.of("melds", tiles="5s 6s 7s")
    assert reason.say({"melds": "Leg {tiles}."}) == "Leg 5s 6s 7s."


@pytest.mark.parametrize(
    ("copies", "text"),
    [
        (1, "Throw R7: 2 tiles from closing, 1 unseen tile helps."),
        (0, "Throw R7: 2 tiles from closing, 0 unseen tiles help."),
    ],
)
def test_numbers_have_the_right_form(copies: int, text: str) -> None:
    assert str(rs.Reason.of("keeps_distance", tile="R7", distance=2, copies=copies)) == text


def test_forms_of_a_rounded_number() -> None:
    assert str(rs.Reason.of("stock_deadwood", expected=0.7)).endswith("expect 1 point in hand.")
    assert str(rs.Reason.of("stock_deadwood", expected=1.6)).endswith("expect 2 points in hand.")


def reasons(position: rs.Position, kind: str) -> dict[str, str]:
    return {
        position.rules.format(hint.tiles): hint.reason.code
        for hint in rs.hints(position)
        if hint.kind == kind
    }


def test_a_closed_hand_is_not_said_to_lack_tiles() -> None:
    position = rs.Position("R3-5 R11-13 Y11-13 R1 Y1 K1 K11 Y11 B11", "rummyclub", drawn="Y11")
    found = reasons(position, "DISCARD")
    closing = {rs.get_rules("rummyclub").format(c.discard) for c in rs.closings(
        position.hand, position.rules)}  # fmt: skip
    assert {tile for tile, code in found.items() if code == "keeps_closed"} == closing
    assert set(found.values()) == {"keeps_closed", "breaks_up"}


def test_the_chance_to_knock_explains_the_order() -> None:
    position = rs.Position("3c 4c 5c Js Jh Jd Jc Ts Ah 6h 4d", "gin_rummy", "", "9d", taken="4c")
    first, second = rs.hints(position)[:2]
    assert [str(h.reason).split(",")[0] for h in (first, second)] == [
        "Throw 6h: 45% to knock after one draw",
        "Throw Ts: 40% to knock after one draw",
    ]
    assert first.gain["expected"] > second.gain["expected"]


def test_what_may_be_put_down_explains_the_order() -> None:
    table = "7d 8d 9d Td | Qs Qh Qd"
    position = rs.Position(
        "As 2s 5h 2d 5d 7c 8c 3c", "basic_rummy", table, "9h", opened=True, drawn="2d"
    )
    found = {position.rules.format(h.tiles): h for h in rs.hints(position)}
    assert {h.reason.code for h in found.values()} == {"best_chances"}
    assert list(found)[:4] == ["8c", "7c", "3c", "5h"]
    assert found["3c"].gain["copies"] > found["5h"].gain["copies"]
    assert found["3c"].gain["expected"] > found["5h"].gain["expected"]


def test_what_helps_less_than_the_stock_is_not_called_useless() -> None:
    rules = rs.get_rules("okey").replace(okey_tile="K6")
    hand = "Y12 Y13 Y1 K2 K3 K4 R6 R8 Y6 B8 B9 B11 Y2 B4"
    found = reasons(rs.Position(hand, rules, discards="K8"), "DRAW_DISCARD")
    assert found == {"K8": "top_below_stock"}
    table = "Js Jh Jd | Tc Jc Qc | 6h 6d 6c | 7h 7d 7c"
    position = rs.Position("8d 9d 4d 3c", "basic_rummy", table, "4s", opened=True)
    assert reasons(position, "DRAW_DISCARD") == {"4s": "top_below_stock"}
    position = rs.Position("8d 9d 4d 3c", "basic_rummy", table, "Ks", opened=True)
    assert reasons(position, "DRAW_DISCARD") == {"Ks": "top_no_use"}


def test_the_stock_tells_the_chance_to_go_out() -> None:
    table = "Qs Qh Qd | 2s 3s 4s 5s | Ks Kh Kd | 4h 5h 6h | 5d 6d 7d"
    best = rs.hints(rs.Position("Ad", "basic_rummy", table, "8s", opened=True))[0]
    assert best.reason.code == "stock_may_go_out"
    # Drawn and laid off at once, with the ace thrown: Qc, As, 6s, Kc, 3h, 7h, 4d, 8d.
    assert best.gain["chance"] == pytest.approx(8 / 34)


def test_known_tiles_do_not_exceed_the_deck() -> None:
    with pytest.raises(rs.HandError, match="in sight"):
        rs.Position("5s", "basic_rummy", discards="5s")
    with pytest.raises(rs.HandError, match="phase"):
        rs.Position("5s", "basic_rummy", phase="nap")  # type: ignore[arg-type]
    with pytest.raises(rs.RummyError, match="Position"):
        rs.hints("5s")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["joker_rummy table", "joker_rummy draw", "basic_rummy draw"])
def test_the_search_of_a_turn_can_be_limited(name: str) -> None:
    position = POSITIONS[name]
    assert rs.hints(position, node_limit=1_000_000) == rs.hints(position)
    with pytest.raises(rs.SearchLimitError):
        rs.hints(position, node_limit=1)


def test_a_hand_that_cannot_close_any_more() -> None:
    """No two tiles in play are neighbours, and no three are of one rank."""
    hand, unseen = "R1 R3 R5 R7 R9 R11 R13 Y2 Y4 Y6 Y8 Y10 Y12 B1", "B3 K6 K10 B13"
    rules = rs.get_rules("rummyclub")
    gone = rs.Hand.of(list(rules.deck), rules) - rs.Hand.parse(f"{hand} {unseen}", rules)
    position = rs.Position(hand, rules, discards="*", seen=gone - rs.JOKER)
    by_kind = {hint.kind: hint for hint in rs.hints(position)}
    assert by_kind[rs.HintKind.DRAW_DISCARD].reason.code == "top_no_use"
    assert "distance" not in by_kind[rs.HintKind.DRAW_STOCK].gain
    thrown = rs.hints(rs.Position(f"{hand} B3", rules, seen=gone, drawn="B3"))
    assert {hint.reason.code for hint in thrown} == {"never_closes"}


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"kind": "WAIT"}, "field 'kind': expected one of CLOSE, OPEN"),
        ({"reason": {"code": "why", "values": {}}}, "field 'code': expected the code of a reason"),
        (
            {"action": {"version": 1, "type": "hand", "tiles": []}},
            "field 'action': expected a closing or a turn",
        ),
    ],
)
def test_a_wrong_hint_in_json(changes: dict[str, Any], text: str) -> None:
    (hint, *_) = rs.hints(rs.Position("R1-3 Y9 B9 K9", "rummikub"))
    form = rs.to_dict(hint, "rummikub")
    assert rs.from_dict(form, "rummikub") == hint
    with pytest.raises(rs.RummyError, match=re.escape(text)):
        rs.from_dict(form | changes, "rummikub")


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"phase": "end"}, "field 'phase': expected 'draw' or 'play', got 'end'"),
        ({"discards": ["R1"]}, "field 'discards': expected lists of tiles, got 'R1'"),
    ],
)
def test_a_wrong_position_in_json(changes: dict[str, Any], text: str) -> None:
    form = rs.to_dict(rs.Position("R1-3 Y9 B9 K9", "rummikub"))
    with pytest.raises(rs.NotationError, match=re.escape(text)):
        rs.from_dict(form | changes)


def test_odds_of_discards_one_by_one_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    ask = Question.of("As 2s 3s 7h 7d 7c Ts Js Qs Ks", "basic_rummy")
    tiles = [rs.Tile("R1"), rs.Tile("R13")]
    quick = ask.having(rs.Tile("B9")).odds_of_discards(tiles)
    monkeypatch.setattr(questions._core, "odds_of_discards", lambda *_: None)
    assert ask.having(rs.Tile("B9")).odds_of_discards(tiles) == quick


def test_nothing_is_left_to_be_drawn() -> None:
    rules = rs.get_rules("gin_rummy")
    hand = rs.Hand.parse("As 2s 3s 7h 7d 7c Ts Js Ks 9d", rules)
    gone = rs.Hand.of(list(rules.deck), rules) - hand
    (hint,) = rs.hints(rs.Position(hand, rules, seen=gone))
    assert (hint.kind, hint.gain["expected"]) == (rs.HintKind.DRAW_STOCK, 10 + 10 + 10 + 9)


def test_a_tile_is_not_taken_where_no_legal_turn_goes_on() -> None:
    """The tile just taken may not be thrown, and nothing else is there."""
    position = rs.Position("", "basic_rummy", table="2c 3c 4c", discards="Kd", opened=True)
    assert [hint.kind for hint in rs.hints(position)] == [rs.HintKind.DRAW_STOCK]
