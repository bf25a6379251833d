"""The table: parsed, printed, checked with the place named."""

from __future__ import annotations

import pickle

import pytest

from rummy_solver.errors import NotationError, TableError
from rummy_solver.melds import Meld, MeldKind
from rummy_solver.rulesets import get_rules
from rummy_solver.table import Table, is_legal, settled
from rummy_solver.tiles import JOKER, Tile

RUMMIKUB = get_rules("rummikub").replace(jokers=6)
JOKER_RUMMY = get_rules("joker_rummy")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "R1 R2 R3 | Y5 B5 K5 *",
        "* K4 K5 | K11 K12 * | * * R3",
        "K1 * *",
        "K1 *:K2 *:K3",
        "K1 *:R1 *:Y1",
        "R13 Y13 *",
        "R11 *:R12 *:R13",
    ],
)
def test_text_parses_back(text: str) -> None:
    table = Table.parse(text, RUMMIKUB)
    assert Table.parse(str(table), RUMMIKUB) == table
    assert Table.parse(RUMMIKUB.format(table), RUMMIKUB) == table
    assert pickle.loads(pickle.dumps(table)) == table
    assert eval(repr(table)) == table


def test_faces_of_jokers_follow_the_order() -> None:
    table = Table.parse("* K4 K5 | K4 K5 *", RUMMIKUB)
    assert [meld.faces[i] for meld, i in zip(table, (0, 2), strict=True)] == [
        Tile("K3"), Tile("K6"),
    ]  # fmt: skip


def test_a_meld_of_one_natural_is_open_until_it_is_settled() -> None:
    table = Table.parse("K1 * * | K1 *:K2 *:K3", RUMMIKUB)
    assert [meld.open for meld in table] == [True, False]
    assert {meld.kind for meld in settled(table[0], RUMMIKUB)} == {MeldKind.RUN, MeldKind.GROUP}


def test_sequence_of_melds() -> None:
    table = Table.parse("R1 R2 R3 | K5 K6 K7", RUMMIKUB)
    assert len(table) == 2
    assert list(table) == [table[0], table[-1]]
    assert table[1:] == Table([table[1]])
    assert table == Table(reversed(table.melds))
    assert hash(table) == hash(Table(reversed(table.melds)))
    assert table != list(table)
    assert str(table.tiles) == "R1 R2 R3 K5 K6 K7"
    assert table.points(RUMMIKUB) == 24


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("R1 R2 R3 | R5 R7 R6", ("meld 2 of the table", "R5 R7 R6")),
        ("R13 R1 *", ("meld 1 of the table",)),
        ("R1 R2", ("meld 1 of the table", "3..13")),
        ("R1 R2 R3 | R1 R2 R3 | R1 R2 R3", ("table has 3 of R1", "has 2")),
        ("R5 R5 Y5", ("meld 1 of the table", "colour")),
    ],
)
def test_faults_name_their_place(text: str, words: tuple[str, ...]) -> None:
    with pytest.raises(TableError) as fault:
        Table.parse(text, "rummikub")
    assert all(word in str(fault.value) for word in words)


def test_an_empty_meld_and_a_word_are_notation_errors() -> None:
    for text in ("R1 R2 R3 |", "R1 R2 foo"):
        with pytest.raises(NotationError):
            Table.parse(text, "rummikub")


@pytest.mark.parametrize("thing", [5, None, b"\x01", [5], ["R1 R2 R3", 7]])
def test_what_is_no_table(thing: object) -> None:
    with pytest.raises(TableError):
        Table.of(thing, "rummikub")


def test_melds_are_checked_with_their_faces() -> None:
    good = Meld.run([Tile("R1"), Tile("R2"), Tile("R3")], [1])
    assert is_legal(good, RUMMIKUB)
    bad = [
        Meld(MeldKind.RUN, (Tile("R1"), JOKER, Tile("R3")), (Tile("R1"), Tile("K2"), Tile("R3"))),
        Meld(MeldKind.RUN, (Tile("R1"), JOKER, Tile("R3")), (Tile("R1"), None, Tile("R3"))),
        Meld(MeldKind.GROUP, good.tiles, good.faces),
        Meld(MeldKind.GROUP, (Tile("R1"), JOKER, JOKER), (Tile("R1"), Tile("Y1"), None)),
        Meld.pair(Tile("R1")),
        Meld(MeldKind.RUN, (), ()),
    ]
    for meld in bad:
        assert not is_legal(meld, RUMMIKUB)
        assert Table([meld]).faults(RUMMIKUB)
        with pytest.raises(TableError):
            Table.of([meld], RUMMIKUB)
    assert Table.of([good, "K5 K6 K7"], RUMMIKUB) == Table.parse("R1 * R3 | K5 K6 K7", RUMMIKUB)


def test_the_ace_stands_at_both_ends_where_the_rules_say_so() -> None:
    assert Table.parse("As 2s 3s | Qs Ks As", JOKER_RUMMY)
    with pytest.raises(TableError):
        Table.parse("Ks As 2s", JOKER_RUMMY)
    with pytest.raises(TableError):
        Table.parse("Qs Ks As", "basic_rummy")


def test_the_joker_cap_holds_on_the_table() -> None:
    with pytest.raises(TableError, match="jokers"):
        Table.parse("* 5s 6s *", JOKER_RUMMY)
    lax = JOKER_RUMMY.replace(joker_cap_on_layoff=False)
    assert Table.parse("* 5s 6s *", lax)
    with pytest.raises(TableError, match="jokers"):
        Table.parse("* 5s *", lax)


def test_a_table_does_not_change() -> None:
    table = Table.parse("R1 R2 R3", RUMMIKUB)
    with pytest.raises(AttributeError):
        table.melds = ()
    with pytest.raises(AttributeError):
        del table.melds


def test_a_run_does_not_go_beyond_the_top_rank() -> None:
    around = Meld.run([Tile("K12"), Tile("K13"), Tile("K1")])
    assert is_legal(around, get_rules("remi"))
    assert not is_legal(around, get_rules("rummikub"))
    with pytest.raises(TableError):
        Table.of([around], "rummikub")
