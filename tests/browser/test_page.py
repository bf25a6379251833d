"""A person's paths through the web page: each game, each question, mouse, finger and keyboard."""

from __future__ import annotations

from typing import Any

import pytest

from support.page import choose, position, says, tiles

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("game", "hand", "text"),
    [
        ("rummyclub", "R5-7 Y5-7 B5-7 K5-8 R12 *", "14 tiles laid"),
        ("joker_rummy", "5s 6s 7s 9d 9h * Kc", "6 cards laid, 45 points, 10 left in the hand"),
        ("basic_rummy", "3s 4s 5s 3c 4c 5c Ad 2d 3d Kh", "9 cards laid"),
        ("rummikub", "R1 R2 R3 R4 Y9 B9 *", "7 tiles laid"),
        ("rummikub6", "P1 P2 P3 G9 Y9 K9", "6 tiles laid, 33 points"),
        ("remi", "R1-4 R7-9 Y5", "7 tiles laid"),
        ("gin_rummy", "7s 8s 9s 2h 3h 4h Kc", "6 cards laid"),
        ("okey", "K6 R1 R2 Y9", "3 tiles laid"),
    ],
)
def test_type_a_hand_and_see_the_melds(page: Any, game: str, hand: str, text: str) -> None:
    choose(page, game)
    page.fill("#hand", hand)
    page.click("#solve")
    says(page, text, "Left over")
    assert page.locator("#answer .meld").count() > 0
    assert page.get_attribute("#solve", "aria-pressed") == "true"


@pytest.mark.parametrize(
    ("game", "hand", "texts"),
    [
        ("remi", "R1-4 R7-9 K5-8 K11-13 *", ("Throw [joker] 100 points: bicolor",)),
        ("rummyclub", "R1-3 Y4-6 B7-9 K9-13 R7", ("Throw [red 7]",)),
        ("okey", "R1-3 Y4-6 B7-9 K9-13 R7", ("Throw [red 7]",)),
        ("gin_rummy", "7s 8s 9s 2h 3h 4h Kc Kd Ks Kh 2s", ("Throw [2 of spades] gin",)),
        ("joker_rummy", "7s 7h 7d Ks Kh Kd Kc 2s", ("Throw [2 of spades]",)),
        ("basic_rummy", "7s 7h 7d Ks Kh Kd Kc 2s", ("Throw [2 of spades]",)),
        ("rummikub", "R10-12 K7 B7 Y7", ("Nothing is thrown",)),
        ("remi", "R1 R5 R9 Y2 Y6 Y10 B3 B7 B11 K4 K8 K12 R13 Y13 B13",
         ("This hand does not close.", "away from closing")),
    ],
)  # fmt: skip
def test_close_and_read_the_points(page: Any, game: str, hand: str, texts: tuple[str, ...]) -> None:
    choose(page, game)
    page.fill("#hand", hand)
    page.click("#close")
    says(page, *texts)


def test_rearrange_a_table_and_follow_the_steps(page: Any) -> None:
    page.fill("#hand", "R4 R5 B4")
    page.fill("#table", "R1-3 | R4 Y4 K4")
    page.click("#turn")
    says(
        page,
        "3 tiles laid",
        "and the rack is empty",
        "add [blue 4] to [red 4] [yellow 4] [black 4]",
    )
    assert page.locator("#answer .steps li").count() == 2
    assert page.locator("#answer .meld.new").count() == 2


@pytest.mark.parametrize("game", ["joker_rummy", "basic_rummy"])
def test_lay_off_cards(page: Any, game: str) -> None:
    choose(page, game)
    page.fill("#hand", "8s 2d Kh")
    page.fill("#table", "5s 6s 7s")
    page.click("#turn")
    says(page, "add [8 of spades] to [5 of spades] [6 of spades] [7 of spades]", "throw")


def test_unfinished_melds_are_drawn(page: Any) -> None:
    page.fill("#table", "R1-3 | R4 Y4")
    assert page.locator("#table-zone .meld").count() == 2
    assert page.locator("#table-zone .unfinished .tile").count() == 2
    assert "meld 2" in page.inner_text("#table-fault")


@pytest.mark.parametrize(
    ("game", "hand", "text"),
    [
        ("rummyclub", "R1-3 Y4-6 B7-9 K10-12 R7 Y9 K7", "Throw [yellow 9]: 2 tiles from closing"),
        ("okey", "R1-3 Y4-6 B7-9 K10-12 R7 Y9 K1", "from closing"),
        ("remi", "R1-3 Y4-6 B7-9 K10-12 R7 Y9 K7", "from closing"),
        ("gin_rummy", "7s 8s 9s 2h 3h 4h As Ad Kc 9d Qs", "Throw [King"),
        ("rummikub", "R1-3 K9", "Lay [red 1] [red 2] [red 3]"),
        ("rummikub6", "P4-6 K9", "Lay [purple 4] [purple 5] [purple 6]"),
    ],
)
def test_a_hint_has_its_reason(page: Any, game: str, hand: str, text: str) -> None:
    choose(page, game)
    page.fill("#hand", hand)
    page.click("#hint")
    says(page, text.replace("[King", "[K of clubs"))


@pytest.mark.parametrize("game", ["joker_rummy", "basic_rummy"])
def test_hints_before_and_after_the_draw(page: Any, game: str) -> None:
    choose(page, game)
    page.fill("#hand", "7s 8s 2d 5c")
    page.fill("#pile", "3h 9s")
    page.click("#hint")
    says(page, "Take [9 of spades]")
    page.check("#drawn")
    page.click("#hint")
    says(page, "Throw [")


def test_a_full_hand_has_drawn(page: Any) -> None:
    choose(page, "joker_rummy")
    page.fill("#hand", "5s 6s 7s 9d 9h * Kc Qc Jc 2d 2h 4c 4s Jh")
    page.uncheck("#opened")
    page.click("#hint")
    says(page, "Open with", "Throw [")


def test_deal_gives_a_hand_that_can_be_asked_about(page: Any) -> None:
    for game, n in (("rummikub", 14), ("remi", 15), ("gin_rummy", 11), ("joker_rummy", 13)):
        choose(page, game)
        page.click("#deal")
        assert len(tiles(page, "#rack")) == n
        page.click("#solve")
        says(page, "laid")


def test_undo_goes_back_by_whole_changes(page: Any) -> None:
    page.focus("#hand")
    page.keyboard.type("R1 R2")
    page.click("#palette [data-code='3']")
    page.click("#clear")
    assert position(page) == ("", "")
    for expected in ("R1 R2 R3", "R1 R2", ""):
        page.click("#undo")
        assert position(page) == (expected, "")
    assert page.is_disabled("#undo")


def test_no_more_tiles_than_the_deck_has(page: Any) -> None:
    for _ in range(4):
        page.click("#palette [data-code='5']", force=True)
    assert position(page) == ("R5 R5", "")
    assert page.get_attribute("#palette [data-code='5']", "aria-disabled") == "true"


@pytest.mark.parametrize(
    ("hand", "table", "fault"),
    [
        ("R4 R99", "", "tile 'R99' at position 2: expected rank 1..13"),
        ("R4 R4 R4", "", "hand has 3 of R4"),
        ("R4", "R1-3 | R5 Y6", "meld 'R5 Y6' at meld 2 of the table"),
    ],
)
def test_wrong_input_is_explained_beside_its_field(
    page: Any, hand: str, table: str, fault: str
) -> None:
    page.fill("#hand", hand)
    page.fill("#table", table)
    field = "table" if table else "hand"
    assert fault in page.inner_text(f"#{field}-fault")
    assert page.get_attribute(f"#{field}", "aria-invalid") == "true"
    page.fill(f"#{field}", "")
    assert page.inner_text(f"#{field}-fault") == ""


def test_a_link_holds_the_position(page: Any, context: Any) -> None:
    choose(page, "joker_rummy")
    page.fill("#hand", "5s 6s 7s * Kc")
    page.fill("#table", "9s 9h 9d")
    page.fill("#pile", "2s")
    page.uncheck("#opened")
    page.check("#drawn")
    other = context.new_page()
    other.goto(page.url)
    says(other, "Best turn")
    assert position(other) == ("5s 6s 7s * Kc", "9s 9h 9d")
    assert other.input_value("#pile") == "2s"
    assert (other.is_checked("#opened"), other.is_checked("#drawn")) == (False, True)
    assert other.input_value("#game") == "joker_rummy"


def test_a_link_with_nonsense_opens_all_the_same(context: Any, url: str) -> None:
    page = context.new_page()
    page.goto(f"{url}#game=nope&hand=%00%ff<b>X&table=|||&okey=zz&opened=maybe")
    page.wait_for_selector("#palette .tile")
    assert page.input_value("#game") == "rummikub"
    assert page.inner_text("#hand-fault") != ""
    assert page.locator("#answer b").count() == 0
