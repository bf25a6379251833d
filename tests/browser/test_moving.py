"""Tiles moved by mouse, by finger and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from support.page import position, says, tiles

pytestmark = pytest.mark.slow


def test_drag_from_the_palette_to_rack_and_table(page: Any) -> None:
    page.drag_and_drop("#palette [data-code='12']", "#rack")
    page.click("#palette [data-code='13']")
    page.fill("#table", "R9-11")
    page.drag_and_drop("#rack [data-code='12']", "[data-meld='0']")
    assert position(page) == ("R13", "R9-11 R12")
    page.drag_and_drop(
        "#palette [data-code='0']", "#table-zone", target_position={"x": 500, "y": 20}
    )
    assert position(page) == ("R13", "R9-11 R12 | *")
    page.click("#undo")
    page.click("#undo")
    assert position(page) == ("R12 R13", "R9-11")


def test_drag_off_the_table_and_away(page: Any) -> None:
    page.fill("#table", "R9-12 | K5 B5 Y5 R5")
    page.drag_and_drop("[data-meld='0'] [data-code='12']", "#rack")
    assert position(page) == ("R12", "R9 R10 R11 | R5 Y5 B5 K5")
    page.drag_and_drop(
        "[data-meld='1'] [data-code='5']", "#table-zone", target_position={"x": 560, "y": 30}
    )
    assert position(page) == ("R12", "R9 R10 R11 | Y5 B5 K5 | R5")
    page.drag_and_drop("#rack [data-code='12']", "h1")
    assert position(page)[0] == ""
    page.click("[data-meld='2'] .tile")
    assert position(page) == ("", "R9 R10 R11 | Y5 B5 K5")


def test_a_drag_that_ends_where_it_began_changes_nothing(page: Any) -> None:
    page.fill("#hand", "R1 R2 R3")
    page.drag_and_drop("#rack [data-code='1']", "#rack [data-code='3']")
    assert position(page)[0] == "R1 R2 R3"
    assert page.locator(".ghost, .held, .over").count() == 0


def test_build_a_meld_by_clicking(page: Any) -> None:
    page.check("input[name=target][value=table]")
    for code in (1, 2, 3):
        page.click(f"#palette [data-code='{code}']")
    page.click("#new-meld")
    for code in (18, 31, 44):
        page.click(f"#palette [data-code='{code}']")
    assert position(page) == ("", "R1 R2 R3 | Y5 B5 K5")
    assert page.inner_text("#table-fault") == ""


def test_everything_can_be_reached_by_keyboard(page: Any) -> None:
    page.focus("#hand")
    page.keyboard.type("R1-3")
    page.keyboard.press("Enter")
    says(page, "3 tiles laid")
    page.focus("#palette [tabindex='0']")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Enter", "Enter"):
        page.keyboard.press(key)
    assert page.input_value("#hand") == "R1-3 Y3 Y3"
    page.keyboard.press("Control+z")
    assert page.input_value("#hand") == "R1-3 Y3"
    page.focus("#rack .tile")
    page.keyboard.press("Enter")
    assert tiles(page, "#rack") == ["red 2, take away", "red 3, take away", "yellow 3, take away"]
    assert page.evaluate("document.activeElement.closest('#rack') !== null")


def test_the_tab_key_passes_every_control_once(page: Any) -> None:
    page.fill("#hand", "R1")
    page.focus("#game")
    passed = []
    for _ in range(30):
        page.keyboard.press("Tab")
        passed.append(
            page.evaluate("document.activeElement.id || document.activeElement.className")
        )
        if passed[-1] == "answer":
            break
    assert passed[-1] == "answer"
    for control in ("deal", "undo", "hand", "table", "opened", "solve", "turn", "close", "hint"):
        assert passed.count(control) == 1, control
    assert len([name for name in passed if name.startswith("tile")]) == 2  # rack and palette


@pytest.fixture
def phone(browser: Any, url: str) -> Iterator[Any]:
    size = {"width": 375, "height": 812}
    context = browser.new_context(viewport=size, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{url}#game=rummikub&hand=R4&table=R1-3")
    page.wait_for_selector("#palette .tile")
    yield page
    context.close()


def swipe(page: Any, start: str, end: str) -> float:
    """Drag with a finger from the middle of one element to that of another.

    Returns how far the page was scrolled by that.
    """
    page.eval_on_selector(start, "node => node.scrollIntoView({ block: 'center' })")
    before = page.evaluate("scrollY")
    boxes = [page.locator(name).bounding_box() for name in (start, end)]
    (x, y), (to_x, to_y) = [(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2) for b in boxes]
    client = page.context.new_cdp_session(page)

    def touch(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", x, y)
    for i in range(1, 9):
        touch("touchMove", x + (to_x - x) * i / 8, y + (to_y - y) * i / 8)
    touch("touchEnd")
    return float(page.evaluate("scrollY") - before)


def test_drag_with_a_finger(phone: Any) -> None:
    swipe(phone, "#rack [data-code='4']", "[data-meld='0']")
    assert position(phone) == ("", "R1-3 R4")
    moved = swipe(phone, "#palette [data-code='6']", "#table-zone")
    assert "R6" in position(phone)[1]
    assert moved == 0


def test_tap_through_the_colours(phone: Any) -> None:
    assert phone.locator("#palette .tile:visible").count() == 14
    phone.tap("#shown label:nth-of-type(3)")
    assert phone.locator("#palette [data-code='27']").is_visible()
    phone.tap("#palette [data-code='27']")
    assert position(phone)[0] == "R4 B1"
    assert phone.locator("#palette [data-code='27']").is_visible()  # the colour stays
