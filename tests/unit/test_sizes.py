"""No file and no function outgrows what a reader can hold in the head."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

from support.source import PACKAGE, ROOT

FILE_CAPS = {".py": 400, ".pyx": 800, ".pxi": 800, ".pxd": 800, ".c": 600, ".h": 600}
FILE_CAPS |= {".js": 400, ".css": 400, ".html": 400}
FUNCTION_CAP = 60

SOURCES = sorted(
    path
    for folder in (
        PACKAGE,
        ROOT / "src_c",
        ROOT / "tests" / "c",
        ROOT / "tests" / "fuzz",
        ROOT / "wasm" / "src",
    )
    for path in folder.rglob("*")
    if path.suffix in FILE_CAPS and path.name != "_core.c" and "static/wasm" not in path.as_posix()
)
PYTHON = [path for path in SOURCES if path.suffix == ".py"]


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def lines_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines from ``def`` to the last one, the docstring not counted."""
    assert function.end_lineno is not None
    lines = function.end_lineno - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function) is not None:
        assert first.end_lineno is not None
        lines -= first.end_lineno - first.lineno + 1
    return lines


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


@pytest.mark.parametrize("path", SOURCES, ids=relative)
def test_file_is_short(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").count("\n")
    assert lines <= FILE_CAPS[path.suffix]


@pytest.mark.parametrize("path", PYTHON, ids=relative)
def test_functions_are_short(path: Path) -> None:
    sizes = {f"{node.name}:{node.lineno}": lines_of(node) for node in functions(path)}
    assert {name: size for name, size in sizes.items() if size > FUNCTION_CAP} == {}


def test_the_counter_leaves_the_docstring_out() -> None:
    tree = ast.parse('def f():\n    """One.\n\n    Two.\n    """\n    return 1\n')
    assert isinstance(tree.body[0], ast.FunctionDef)
    assert lines_of(tree.body[0]) == 2


def test_the_map_names_every_module() -> None:
    """ARCHITECTURE.md is a map of the whole house."""
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    spans = re.findall(r"`([^`\s]+)`", page)
    modules = {path.stem for path in PACKAGE.glob("[a-z]*.py")}
    sources = {path.name for path in (ROOT / "src_c").glob("*.c")}
    missing = {name for name in modules | sources if not any(fnmatch(name, span) for span in spans)}
    assert missing == set()
