"""The service as a process, and a real Chromium that opens its page."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.chromium import chromium

DESK = {"width": 1200, "height": 900}


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "rummy_solver.cli", "serve", "--port", str(port)]
    folder: Path = tmp_path_factory.mktemp("elsewhere")  # the sources must not hide the package
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=folder) as process:
        end = time.monotonic() + 40
        with socket.socket() as knock:
            while knock.connect_ex(("127.0.0.1", port)):
                assert time.monotonic() < end, "the server does not answer"
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/"
        process.kill()


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
