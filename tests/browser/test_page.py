"""A person's paths through the web page, in a real Chromium with the real service."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

from support.chromium import chromium

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "rummy_solver.cli", "serve", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        end = time.monotonic() + 40
        with socket.socket() as knock:
            while knock.connect_ex(("127.0.0.1", port)):
                assert time.monotonic() < end, "the server does not answer"
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/"
        process.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as opened:
        yield opened


@pytest.fixture
def page(browser: Any, url: str) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1200, "height": 1400})
    found = context.new_page()
    faults: list[str] = []
    found.on("pageerror", lambda fault: faults.append(str(fault)))
    found.goto(f"{url}#game=rummikub")
    found.wait_for_selector("#palette .tile")
    yield found
    context.close()
    assert faults == []


def says(page: Any, *texts: str) -> None:
    for text in texts:
        page.wait_for_function(
            "text => document.querySelector('#answer').innerText.includes(text)", arg=text
        )


@pytest.mark.parametrize(
    ("game", "hand", "text"),
    [
        ("rummyclub", "R5-7 Y5-7 B5-7 K5-8 R12 *", "14 tiles laid"),
        ("joker_rummy", "5s 6s 7s 9d 9h * Kc", "6 cards laid, 45 points"),
        ("basic_rummy", "3s 4s 5s 3c 4c 5c Ad 2d 3d Kh", "9 cards laid"),
        ("rummikub", "R1 R2 R3 R4 Y9 B9 *", "7 tiles laid"),
        ("remi", "R1-4 R7-9 Y5", "7 tiles laid"),
        ("gin_rummy", "7s 8s 9s 2h 3h 4h Kc", "6 cards laid"),
        ("okey", "K6 R1 R2 Y9", "3 tiles laid"),
    ],
)
def test_type_a_hand_and_see_the_melds(page: Any, game: str, hand: str, text: str) -> None:
    page.select_option("#game", game)
    page.wait_for_timeout(200)
    page.fill("#hand", hand)
    page.click("#solve")
    says(page, text)


def test_drag_click_and_undo(page: Any) -> None:
    page.drag_and_drop("#palette [data-code='12']", "#rack")
    page.click("#palette [data-code='13']")
    assert page.input_value("#hand") == "R12 R13"
    page.fill("#table", "R9-11")
    page.drag_and_drop("#rack [data-code='12']", "[data-meld='0']")
    assert (page.input_value("#hand"), page.input_value("#table")) == ("R13", "R9-11 R12")
    page.click("#undo")
    assert (page.input_value("#hand"), page.input_value("#table")) == ("R12 R13", "R9-11")


def test_close_in_remi_and_read_the_points(page: Any) -> None:
    page.select_option("#game", "remi")
    page.wait_for_timeout(200)
    page.fill("#hand", "R1-4 R7-9 K5-8 K11-13 *")
    page.click("#close")
    says(page, "Throw *", "100 points: bicolor")


def test_rearrange_a_table_and_follow_the_steps(page: Any) -> None:
    page.fill("#hand", "R4 R5 B4")
    page.fill("#table", "R1-3 | R4 Y4 K4")
    page.click("#turn")
    says(page, "3 tiles laid", "add B4 to R4 Y4 K4", "Table after")


def test_a_hint_has_its_reason(page: Any) -> None:
    page.select_option("#game", "rummyclub")
    page.wait_for_timeout(200)
    page.fill("#hand", "R1-3 Y4-6 B7-9 K10-12 R7 Y9 K7")
    page.click("#hint")
    says(page, "from closing")


def test_wrong_input_is_explained_beside_its_field(page: Any) -> None:
    page.fill("#hand", "R4 R99")
    assert page.inner_text("#hand-fault") == "tile 'R99' at position 2: expected rank 1..13"
    assert page.get_attribute("#hand", "aria-invalid") == "true"


def test_a_link_holds_the_position(page: Any, browser: Any) -> None:
    page.select_option("#game", "joker_rummy")
    page.wait_for_timeout(200)
    page.fill("#hand", "5s 6s 7s * Kc")
    other = browser.new_context().new_page()
    began = time.monotonic()
    other.goto(page.url)
    says(other, "4 cards laid")
    assert other.input_value("#hand") == "5s 6s 7s * Kc"
    assert time.monotonic() - began < 5


def test_everything_can_be_reached_by_keyboard(page: Any) -> None:
    page.focus("#hand")
    page.keyboard.type("R1-3")
    page.keyboard.press("Enter")
    says(page, "3 tiles laid")
    page.focus("#palette [data-code='4']")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert page.input_value("#hand") == "R1-3 R4 R4"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_is_wide_enough(browser: Any, url: str, scheme: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 700}, color_scheme=scheme)
    page = context.new_page()
    page.goto(f"{url}#game=rummikub6&hand=R4 R5 B4&table=R1-3 | R4 Y4 K4")
    says(page, "Table after")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    context.close()
