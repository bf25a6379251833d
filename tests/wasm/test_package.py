"""The npm package as it would be published: what it carries, its size, its types."""

from __future__ import annotations

import json
from pathlib import Path

import rummy_solver as rs
from rummy_solver.export import OBJECTIVES


def test_the_package_is_ready_to_be_published(package: Path) -> None:
    plain = json.loads((package / "package.json").read_text(encoding="utf-8"))
    assert plain["version"] == rs.__version__
    assert (package / "rummy_solver.d.ts").exists()
    names = {path.name for pattern in plain["files"] for path in package.glob(pattern)}
    assert {"rummy_solver.js", "rummy_solver.wasm", "rules.json", "LICENSE", "README.md"} <= names
    imported = (package / "rummy_solver.js").read_text(encoding="utf-8").count(' from "./')
    assert imported == 2


def test_the_package_is_small(package: Path) -> None:
    assert sum(path.stat().st_size for path in package.iterdir() if path.is_file()) < 250_000


def test_every_objective_that_is_exported_is_typed(package: Path) -> None:
    types = (package / "rummy_solver.d.ts").read_text(encoding="utf-8")
    for name in OBJECTIVES:
        names = [part for part in name.split(",") if part]
        assert f"readonly [{', '.join(map(json.dumps, names))}]" in types or name in types
