"""The service as a process, and a real Chromium that opens its page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from support.chromium import chromium
from support.serving import service

DESK = {"width": 1200, "height": 900}


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with service(tmp_path_factory.mktemp("elsewhere")) as (address, _):
        yield f"{address}/"


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    with chromium() as opened:
        yield opened


@pytest.fixture
def context(browser: Any) -> Iterator[Any]:
    opened = browser.new_context(viewport=DESK)
    yield opened
    opened.close()


@pytest.fixture
def page(context: Any, url: str) -> Iterator[Any]:
    """The page with Rummikub chosen; no script of it may fail in the meantime."""
    found = context.new_page()
    faults: list[str] = []
    found.on("pageerror", lambda fault: faults.append(str(fault)))
    found.goto(f"{url}#game=rummikub")
    found.wait_for_selector("#palette .tile")
    yield found
    assert faults == []
