"""A headless Chromium of the system, driven by playwright."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
).split()


@contextmanager
def chromium() -> Iterator[Any]:
    """Open the browser; every context of it starts empty."""
    from playwright.sync_api import sync_playwright

    program = shutil.which("chromium")
    assert program, "chromium: needed for the tests in a browser"
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=program, args=FLAGS)
        yield opened
        opened.close()
