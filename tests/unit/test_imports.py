"""Data flows one way: a module imports only what stands before it in ``ORDER``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.process import python
from support.source import PACKAGE

ORDER = (
    ("_core", "errors", "arguments"),
    ("blocks",),
    ("tiles",),
    ("notation",),
    ("hand", "melds"),
    ("points", "rule_checks", "rule_parts", "rules"),
    ("rulesets", "objectives", "readings"),
    ("table", "growth", "locks", "openings", "referee"),
    ("solution",),
    ("solver",),
    (
        "racks",
        "patterns",
        "closing",
        "closing_report",
        "scoring",
        "rearrange",
        "layoffs",
        "play",
        "moves",
        "board",
        "table_moves",
        "questions",
        "distances",
        "odds",
    ),
    ("rows",),
    (
        "position",
        "reasons",
        "outlook",
        "hint_discards",
        "hint_draws",
        "hint_plays",
        "hint_forms",
        "advice",
        "batch",
        "endings",
        "deals",
        "combinatorics",
        "schema",
    ),
    ("arrow", "export", "files", "cluster", "plots"),
    ("cli", "server"),
    ("__init__",),
)
"""Stages of the package; the modules of one stage may use each other, but never in a circle."""

STAGE = {name: number for number, stage in enumerate(ORDER) for name in stage}

USERS_OF_THE_CORE = {
    "rules", "solution", "solver", "closing", "rearrange", "layoffs", "questions", "batch", "deals",
    "combinatorics", "endings", "rows", "patterns",
}  # fmt: skip


def module_of(path: Path) -> str:
    """Name of the module or subpackage of the package that a file belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


FILES = sorted(PACKAGE.rglob("*.py"))

OUTSIDE = {module_of(path) for path in PACKAGE.glob("reference*.py")}
"""The oracle of the tests: it may import the model, nobody but itself imports it."""


def is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def imports_at_run_time(tree: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """Every import, within functions too, but not those for the type checker alone."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif not is_type_checking(node):
            yield from imports_at_run_time(node)


def imported_modules(path: Path) -> set[str]:
    """Modules of the package that a file imports; ``__init__`` stands for the package itself."""
    depth = len(path.relative_to(PACKAGE).parts)
    found = set()
    for node in imports_at_run_time(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif node.level == 0:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif node.level == depth:
            names = [f"rummy_solver.{node.module or alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            top, _, rest = name.partition(".")
            if top == "rummy_solver":
                first = rest.partition(".")[0]
                known = first in STAGE or first in OUTSIDE
                found.add(first if known else "__init__")
    return found - {module_of(path)}


GRAPH: dict[str, set[str]] = {}
for _path in FILES:
    GRAPH.setdefault(module_of(_path), set()).update(imported_modules(_path))


@pytest.mark.parametrize("module", sorted(GRAPH))
def test_module_has_its_place(module: str) -> None:
    assert module in STAGE or module in OUTSIDE


@pytest.mark.parametrize("module", sorted(set(GRAPH) - OUTSIDE - {"cli", "server"}))
def test_imports_point_backwards(module: str) -> None:
    later = {name for name in GRAPH[module] if STAGE[name] > STAGE[module]}
    assert later == set()


@pytest.mark.parametrize("module", ["cli", "server"])
def test_front_ends_may_use_the_whole_package(module: str) -> None:
    assert GRAPH.get(module, set()) <= set(STAGE)


def test_no_circle() -> None:
    left = {name: set(GRAPH[name]) - {"__init__"} for name in GRAPH}
    while free := [name for name, needs in left.items() if not needs & left.keys()]:
        for name in free:
            del left[name]
    assert left == {}


def test_only_these_use_the_core() -> None:
    assert {name for name, needs in GRAPH.items() if "_core" in needs} <= USERS_OF_THE_CORE


def test_nobody_imports_the_oracle() -> None:
    assert {name for name, needs in GRAPH.items() if needs & OUTSIDE} <= OUTSIDE


def test_import_is_lean() -> None:
    """Importing the package loads numpy at most, nothing that comes with an extra."""
    heavy = ["distributed", "fastapi", "matplotlib", "polars", "pyarrow", "rich", "typer"]
    code = f"import rummy_solver, sys; print([m for m in {heavy} if m in sys.modules])"
    assert python("-c", code).stdout.strip() == "[]"
