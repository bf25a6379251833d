"""The package for JavaScript, built once for all tests of this folder."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.source import ROOT


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built package; it takes clang, lld, make and node."""
    for tool in ("clang", "wasm-ld", "node", "make"):
        assert shutil.which(tool), f"{tool}: needed to build and run the package for JavaScript"
    out = tmp_path_factory.mktemp("package")
    build = ("make", "-s", "-C", ROOT / "wasm", f"OUT={out}", f"STATIC={out / 'static'}")
    subprocess.run([*build, f"PYTHON={sys.executable}"], check=True, capture_output=True)
    return out
