"""The limits: rows into bit planes by a bare loop in C, and calls from Python that find nothing."""

from __future__ import annotations

import ctypes
import os
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import rummy_solver as rs

HERE = Path(__file__).parent
CORE = HERE.parent / "src_c"
FIELDS = (
    "colors ranks copies jokers min_run max_run min_group max_group ace_low ace_high min_naturals "
    "max_jokers"
).split()
"""The fields of rm_rules, a byte each."""

NO_MELD = [1, 5, 9, 16, 20, 24, 31, 35, 39, 52]
"""Ten tiles of which no two can lie in the same meld."""


@cache
def _compiled() -> Any:
    folder = Path(tempfile.mkdtemp(prefix="rummy-solver-"))
    library = folder / "floor.so"
    command = [os.environ.get("CC", "cc"), "-std=c11", "-O3", "-shared", "-fPIC", f"-I{CORE}"]
    sources = [str(HERE / "floor.c"), str(CORE / "rules.c")]
    subprocess.run([*command, *sources, "-o", str(library)], check=True)
    loop = ctypes.CDLL(str(library)).floor_planes
    loop.restype = ctypes.c_uint64
    return loop


def planes(rows: Any, name: str = "rummyclub") -> Callable[[], int]:
    """The loop over an array of rows."""
    rules = rs.get_rules(name)
    ace = {"ace_low": rules.ace != "high", "ace_high": rules.ace != "low"}
    known = {**ace, "max_jokers": 6}
    block = bytes(int(known.get(field, getattr(rules, field, 0))) for field in FIELDS)
    loop = _compiled()
    count, width = rows.shape
    at = ctypes.c_void_p(rows.ctypes.data)
    return lambda: loop(block, at, ctypes.c_size_t(count), ctypes.c_size_t(width))


def calls() -> dict[str, Callable[[], object]]:
    """Calls that find nothing: what is left is Python, the way in, and reading the tiles."""
    rules = rs.get_rules("gin_rummy")
    evaluate = rs.evaluate
    none: list[int] = []
    assert evaluate(NO_MELD, rules) == 0
    return {
        "len(list)": lambda: [len(none) for _ in range(1000)],
        "evaluate, no tiles": lambda: [evaluate(none, rules) for _ in range(1000)],
        "evaluate, ten tiles without a meld": lambda: [
            evaluate(NO_MELD, rules) for _ in range(1000)
        ],
    }
