"""Solving: values, melds, all solutions, openings, discards."""

from __future__ import annotations

import pickle

import pytest

import rummy_solver as rs
from rummy_solver.objectives import FaceWeights

CLUB = rs.get_rules("rummyclub")
JOKER = rs.get_rules("joker_rummy")
RUMMIKUB = rs.get_rules("rummikub")


def text(solution: rs.Solution) -> str:
    return " | ".join(str(meld) for meld in solution.melds)


def test_solution_tells_all_its_values() -> None:
    solution = rs.solve("5s 6s 7s 9d 9h * Kc", JOKER)
    assert solution.value == solution.tile_count == 6
    assert solution.values == (6, 45)
    assert solution.points == 18 + 27
    assert solution.penalty == 10
    assert solution.jokers_used == 1
    assert solution.deadwood == rs.Hand.parse("Kc", JOKER)


@pytest.mark.parametrize(
    "hand",
    [
        "R1 R2 R3 R4 Y9 B9 *",
        ["R1", "R2", "R3", "R4", "Y9", "B9", "*"],
        rs.Hand.parse("R1 R2 R3 R4 Y9 B9 *"),
        bytes([1, 2, 3, 4, 22, 35, 0]),
        [1, 2, 3, 4, 22, 35, 0],
        (rs.Tile(code) for code in (1, 2, 3, 4, 22, 35, 0)),
    ],
)
def test_every_form_of_a_hand_is_evaluated(hand: object) -> None:
    assert rs.evaluate(hand, "rummikub") == 7


def test_list_of_codes_is_checked_against_the_deck() -> None:
    with pytest.raises(rs.HandError, match="hand has 3 of R1, deck 'rummikub' has 2"):
        rs.evaluate([1, 1, 1], "rummikub")
    with pytest.raises(rs.HandError, match="tile code"):
        rs.evaluate([1, 79], "rummikub")
    with pytest.raises(rs.HandError, match=r"hand has 1 of G1"):
        rs.evaluate([1 + 13 * 4], "rummikub")
    with pytest.raises(rs.HandError):
        rs.evaluate([True, 2, 3], "rummikub")
    with pytest.raises(rs.HandError):
        rs.evaluate([0] * 200, "rummikub")


def test_bare_tiles_breaks_ties_by_points_and_the_tuple_does_not() -> None:
    hand = "R5 R6 R7 Y7 B7"
    assert rs.solve(hand, RUMMIKUB).values == (3, 21)
    assert rs.solve(hand, RUMMIKUB, objective=("tiles",)).values == (3,)
    assert rs.count_solutions(hand, RUMMIKUB) == 1
    assert rs.count_solutions(hand, RUMMIKUB, objective=("tiles",)) == 2


def test_penalty_is_what_is_left() -> None:
    assert rs.evaluate("Ks Kh Kd As 5c", JOKER, objective="penalty") == 20
    assert rs.evaluate("", JOKER, objective="penalty") == 0


def test_solve_is_the_first_of_the_solutions() -> None:
    hand = "R3 R4 R5 R5 R6 R7 Y5 B5 *"
    found = list(rs.solutions(hand, CLUB, objective=("tiles",)))
    assert text(found[0]) == text(rs.solve(hand, CLUB, objective=("tiles",)))
    assert len({text(solution) for solution in found}) == len(found)
    assert all(solution.values == found[0].values for solution in found)
    assert len(found) == rs.count_solutions(hand, CLUB, objective=("tiles",))


def test_limit_of_solutions() -> None:
    hand = "R5 R6 R7 Y7 B7"
    assert len(list(rs.solutions(hand, RUMMIKUB, objective=("tiles",), limit=1))) == 1
    assert list(rs.solutions(hand, RUMMIKUB, objective=("tiles",), limit=0)) == []
    for wrong in (-1, True, 1.5, "3"):
        with pytest.raises(rs.RummyError, match="limit: expected None or an integer >= 0"):
            rs.solutions(hand, RUMMIKUB, limit=wrong)  # type: ignore[arg-type]


def test_wrong_hand_is_refused_at_the_call_of_solutions() -> None:
    with pytest.raises(rs.NotationError):
        rs.solutions("R14", RUMMIKUB)


def test_no_meld_is_a_solution() -> None:
    solution = rs.solve("R1 Y5", RUMMIKUB)
    assert solution.melds == () and solution.value == 0
    assert len(solution.deadwood) == 2
    assert rs.count_solutions("", RUMMIKUB) == 1


def test_objective_of_ones_own() -> None:
    def low(rules: rs.RuleSet) -> FaceWeights:
        ranks = tuple(int(1 <= i <= 5) for i in range(15))
        return FaceWeights(ranks, (0,) * 15, ranks[:14], (0,) * 14)

    goal = rs.Objective("low", low)
    assert rs.evaluate("R1 R2 R3 K8 K9 K10", RUMMIKUB, objective=goal) == 3
    assert rs.evaluate("R4 R5 R6 R7 * *", RUMMIKUB, objective=goal) == 2


def test_weights_beyond_32_bits_are_exact() -> None:
    big = {key: 900 + key for key in range(1, 14)}
    rules = RUMMIKUB.replace(tile_points=big, hand_points=big)
    hand = "R1 R2 R3 Y3 B3 K11 K12 K13 *"
    goals = ("points", "tiles", "penalty")
    plain = rs.solve(hand, RUMMIKUB, objective=("tiles", "points"))
    assert plain.values == (9, 51)
    assert rs.solve(hand, rules, objective=goals).values[:2] == (9 * 900 + 51, 9)


def test_opening_needs_its_points() -> None:
    assert rs.opening("7s 7h 7d Kc", JOKER) is None
    found = rs.opening("7s 7h 7d Ks Kh Kd 2c", JOKER)
    assert found is not None and found.points == 51


def test_opening_gives_up_tiles_for_points() -> None:
    # Four threes and fours hold more tiles than the two runs up to the 13, but are worth less.
    hand = "R11 R12 R13 Y11 B11 K11 Y1 Y2 Y3 *"
    most = rs.opening(hand, RUMMIKUB, objective=("tiles",))
    assert most is not None and most.points >= 30
    assert most.value <= rs.evaluate(hand, RUMMIKUB)


@pytest.mark.parametrize("objective", ["tiles", "points", "penalty", ("tiles",)])
def test_opening_is_the_best_among_those_worth_enough(objective: str | tuple[str, ...]) -> None:
    hand = "As 2s 3s 4s 4h 4d 9c 9d 9h Tc Jc Kd *"
    found = rs.opening(hand, JOKER, objective=objective)
    assert found is not None and found.points >= 30
    assert found.value == rs.evaluate(hand, JOKER, objective=objective)


def test_opening_by_one_meld() -> None:
    rules = JOKER.replace(opening_single_meld=True)
    assert rs.opening("7s 7h 7d 3s 3h 3d", rules) is None
    found = rs.opening("Ks Kh Kd 3s 3h 3d", rules)
    assert found is not None and found.tile_count == 6


def test_opening_without_a_threshold_is_solve() -> None:
    hand = "R1 R2 R3"
    found = rs.opening(hand, CLUB)
    assert found is not None and found.melds == rs.solve(hand, CLUB).melds


def test_best_discards_is_a_problem_of_its_own() -> None:
    rows = rs.best_discards("3s 4s 5s 3c 4c 5c Ad 2d 3d 4d 5h", "basic_rummy")
    assert rows[0] == (rs.Tile.of(1, 5), 0)
    assert [tile for tile, _ in rows] != sorted(tile for tile, _ in rows)
    assert len(rows) == 11


def test_best_pairs() -> None:
    hand = "R5 R5 Y7 B9 * *"
    assert text(rs.best_pairs(hand, CLUB)) == "R5 R5 | Y7 * | B9 *"
    assert rs.best_pairs("R5 R5 * *", CLUB).value == 2
    assert rs.best_pairs("R5 R5 * *", CLUB.replace(pair_jokers="single")).value == 1
    assert rs.best_pairs(hand, CLUB.replace(pair_jokers="none")).value == 1
    assert rs.best_pairs("R5 R5", RUMMIKUB).melds == ()


def test_arrange_keeps_every_tile() -> None:
    hand = rs.Hand.parse("K13 R1 Y7 R2 Y8 R3 B11 B1 *")
    order = rs.arrange(hand, RUMMIKUB)
    assert rs.Hand(order) == hand
    assert order[:6] == tuple(rs.Tile(text) for text in ("R1", "R2", "R3", "Y7", "Y8", "*"))


def test_arrange_knows_the_high_ace() -> None:
    assert str(rs.arrange("R1 R13 Y5", CLUB)[-1]) == "Y5"
    assert str(rs.arrange("R1 R13 Y5", RUMMIKUB)[-1]) == "Y5"


def test_possible_melds_come_once() -> None:
    melds = rs.possible_melds("R5 R5 R6 R7 Y5 B5 *", CLUB)
    assert len(set(melds)) == len(melds)
    assert all(rs.check_meld(meld.tiles, CLUB) == [] for meld in melds)


def test_solutions_can_be_pickled() -> None:
    solution = rs.solve("R1 R2 R3", RUMMIKUB)
    assert pickle.loads(pickle.dumps(solution)) == solution


def test_rules_pickle_without_their_tables() -> None:
    rs.evaluate("R1 R2 R3", RUMMIKUB)
    again = pickle.loads(pickle.dumps(RUMMIKUB))
    assert again == RUMMIKUB
    assert rs.evaluate("R1 R2 R3", again) == 3


@pytest.mark.parametrize(
    "name", ["rummikub", "rummikub6", "rummyclub", "joker_rummy", "remi", "basic_rummy"]
)
def test_whole_deck_can_be_laid(name: str) -> None:
    rules = rs.get_rules(name)
    deck = rs.Hand.from_counts(rules.deck.counts)
    assert rs.evaluate(deck, rules) == len(deck) == rules.deck.size


def test_the_walk_of_a_large_hand_reaches_its_value() -> None:
    """The last step of the search for what is left may need the budget that was not tried yet."""
    rack = (
        "R2 R4-9 R9 R11 R12 Y4 Y5 Y5 Y6 Y8 Y10 Y11 Y13 Y13 B2 B5 B6 B6 B7 B8 B10-12 B12 B13 K6 K7 "
        "K9 K13"
    )
    solution = rs.solve(rack, RUMMIKUB, objective="points")
    assert solution.value == solution.points == 165


def test_large_hand_is_solved_with_melds() -> None:
    deck = rs.Hand.from_counts(RUMMIKUB.deck.counts)
    rack = deck - rs.Hand.parse("R1 Y3 B7 K13 R13 Y13 *") - rs.Hand.parse("R2-12 Y1 Y2 B4 B5 K6-9")
    solution = rs.solve(rack, RUMMIKUB)
    assert solution.tile_count == solution.value == rs.evaluate(rack, RUMMIKUB)
    assert sum(len(meld.tiles) for meld in solution.melds) + len(solution.deadwood) == len(rack)
    assert all(rs.check_meld(meld.tiles, RUMMIKUB) == [] for meld in solution.melds)


def test_objectives_made_on_the_fly_do_not_pile_up() -> None:
    rules = rs.get_rules("rummikub").replace(name="on the fly")
    for weight in range(1, 40):
        own = rs.Objective(
            f"own {weight}", lambda _, w=weight: FaceWeights(*[(w,) * 15] * 2, *[(w,) * 14] * 2)
        )
        assert rs.evaluate("R1 R2 R3 K9", rules, objective=own) == 3 * weight
    assert len(rules.__dict__["_solvers"]) < 20


def test_a_solution_is_a_value() -> None:
    one, same = rs.solve("R1 R2 R3", "rummikub"), rs.solve("R1 R2 R3", "rummikub")
    assert hash(one) == hash(same)
    assert eval(repr(one), vars(rs)) == one
    assert one != "R1 R2 R3"
    with pytest.raises(AttributeError, match="a Solution does not change: cannot set 'melds'"):
        one.melds = ()  # type: ignore[misc]
    with pytest.raises(AttributeError, match="'Solution' object has no attribute 'meld'"):
        one.meld  # type: ignore[attr-defined]  # noqa: B018


def test_arrange_puts_a_loose_joker_beside_what_it_helps() -> None:
    assert rs.get_rules("rummikub").format(rs.arrange("K9 R1 *", "rummikub")) == "* R1 K9"
    assert rs.get_rules("rummikub").format(rs.arrange("R1 R2 R3 K9", "rummikub")) == "R1 R2 R3 K9"
