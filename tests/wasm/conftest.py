"""The package for JavaScript, built once for all tests of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.wasm_build import build


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built package."""
    out = tmp_path_factory.mktemp("build") / "package"
    build(out, out.parent / "static")
    return out
