"""The same questions in a browser: golden cases and random ones, in a real Chromium."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.chromium import chromium
from support.serving import folder_served
from support.wasm_golden import FAMILIES
from support.wasm_questions import Question, differences, tables_of
from support.wasm_random import random_questions

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def page(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    site = tmp_path_factory.mktemp("site")
    shutil.copytree(package, site / "package")
    for name in ("answer.html", "asks.mjs"):
        shutil.copy(HERE / name, site)
    with folder_served(site) as url, chromium() as browser:
        opened = browser.new_page()
        opened.goto(f"{url}/answer.html")
        opened.wait_for_function("() => Boolean(window.answers)")
        yield opened


def check(page: Any, questions: list[Question]) -> None:
    call = "([tables, questions]) => window.answers(tables, questions)"
    found = page.evaluate(call, [tables_of(questions), questions])
    assert differences(questions, found) == []


@pytest.mark.parametrize("family", FAMILIES)
def test_golden(page: Any, family: str) -> None:
    check(page, list(FAMILIES[family]()))


def test_ten_thousand_random(page: Any, rng: random.Random) -> None:
    check(page, list(random_questions(rng, 10_000)))
