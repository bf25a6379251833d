"""The package for JavaScript, built from the sources."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from support.source import ROOT


def build(out: Path, static: Path) -> None:
    """Build it into a folder; it takes clang, lld, make and node."""
    for tool in ("clang", "wasm-ld", "node", "make"):
        assert shutil.which(tool), f"{tool}: needed to build and run the package for JavaScript"
    out.parent.mkdir(parents=True, exist_ok=True)
    command = ("make", "-s", "-C", ROOT / "wasm", f"OUT={out}", f"STATIC={static}")
    subprocess.run([*command, f"PYTHON={sys.executable}"], check=True, capture_output=True)
