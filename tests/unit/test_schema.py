"""The JSON form and back."""

import json

import pytest

from rummy_solver.hand import Hand
from rummy_solver.play import best_turn
from rummy_solver.readings import parse_meld
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import get_rules, rule_names
from rummy_solver.schema import from_dict, to_dict
from rummy_solver.solver import solve
from rummy_solver.table import Table
from rummy_solver.tiles import JOKER, Tile

OKEY = get_rules("okey").replace(okey_tile="K6")
CARDS = get_rules("joker_rummy").replace(jokers=4, max_jokers_per_meld=2)


def there_and_back(x: object, rules: RuleSet | str | None = None) -> object:
    return from_dict(json.loads(json.dumps(to_dict(x, rules))))


@pytest.mark.parametrize("rules", [None, "remi", "joker_rummy", CARDS, OKEY])
def test_hand_and_tile(rules: RuleSet | str | None) -> None:
    for x in (Hand("R5 R6 K13 * *"), Hand(), Tile("R10"), JOKER):
        assert there_and_back(x, rules) == x


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("K1 * *", "remi"),
        ("K1 *:K2 *:K3", "remi"),
        ("K1 *:R1 *:Y1", "remi"),
        ("Q-As", CARDS),
        ("F R6 *", OKEY),
        ("K5 *:K6 K7", OKEY),
    ],
)
def test_meld(text: str, rules: RuleSet | str) -> None:
    meld = parse_meld(text, rules)
    assert there_and_back(meld, rules) == meld
    assert there_and_back(meld) == meld if rules != OKEY else True


def test_style_of_the_game() -> None:
    assert to_dict(Hand("R10 *"), "joker_rummy") == {
        "version": 1,
        "type": "hand",
        "rules": "joker_rummy",
        "tiles": ["*", "Ts"],
    }


@pytest.mark.parametrize("name", rule_names())
def test_rule_sets(name: str) -> None:
    assert to_dict(get_rules(name)) == {"version": 1, "type": "rules", "rules": name}
    assert there_and_back(get_rules(name)) == get_rules(name)


@pytest.mark.parametrize(
    "rules",
    [
        CARDS,
        OKEY,
        CARDS.replace(hand_points={"joker": 0, 1: 1}, tile_points="rank"),
        CARDS.replace(name="mine"),
        CARDS.replace(tile_points={"ace_high": None}),
        RuleSet(name="own", ranks=5, hand_size=5),
    ],
)
def test_variants(rules: RuleSet) -> None:
    assert there_and_back(rules) == rules


def test_only_what_differs_is_written() -> None:
    assert to_dict(CARDS)["rules"] == {
        "name": "joker_rummy",
        "knobs": {"jokers": 4, "max_jokers_per_meld": 2},
    }


@pytest.mark.parametrize("rules", ["remi", "joker_rummy", OKEY])
def test_solution(rules: RuleSet | str) -> None:
    solution = solve("R1-4 Y9 B9 * K13", rules, objective=("tiles", "penalty"))
    document = to_dict(solution)
    assert there_and_back(solution) == solution
    assert document["value"] == solution.value == 7
    assert document["deadwood"] == ["K13" if rules != "joker_rummy" else "Kc"]


@pytest.mark.parametrize("text", ["", "R1 R2 R3 | B5 K5 Y5 *", "K1 * * | R1-13"])
def test_table(text: str) -> None:
    table = Table.parse(text, "rummikub")
    assert there_and_back(table, "rummikub") == table
    assert there_and_back(table) == table


@pytest.mark.parametrize(
    ("rack", "table", "rules"),
    [
        ("4s 5d Kc", "As 2s 3s | 5h 5c *", "joker_rummy"),
        ("K9", "", "rummikub"),
    ],
)
def test_turn(rack: str, table: str, rules: str) -> None:
    turn = best_turn(rack, table, rules)
    again = there_and_back(turn)
    assert again == turn
    assert again.moves == turn.moves  # type: ignore[attr-defined]
    assert len(to_dict(turn)["moves"]) == len(turn.moves)
