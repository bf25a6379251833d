"""The public surface: what is exported, documented and annotated."""

from __future__ import annotations

import ast
import inspect
import typing

import pytest

import rummy_solver
from support.source import PACKAGE

NAMES = [name for name in rummy_solver.__all__ if name != "__version__"]


def test_all_is_sorted() -> None:
    constants = sorted(name for name in rummy_solver.__all__ if name.isupper())
    classes = sorted(name for name in NAMES if name[0].isupper() and name not in constants)
    others = sorted(set(rummy_solver.__all__) - set(constants) - set(classes))
    assert rummy_solver.__all__ == constants + classes + others


def test_all_is_what_is_imported() -> None:
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    imported = {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert imported == set(NAMES)


def test_the_package_has_no_logic_of_its_own() -> None:
    tree = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    kinds = {type(node) for node in tree.body}
    assert kinds <= {ast.Expr, ast.ImportFrom, ast.Assign}


def test_no_module_bears_the_name_of_a_function() -> None:
    modules = {path.stem for path in PACKAGE.iterdir()}
    assert modules & set(rummy_solver.__all__) == set()


@pytest.mark.parametrize("name", NAMES)
def test_name_is_documented(name: str) -> None:
    value = getattr(rummy_solver, name)
    if inspect.isclass(value) or inspect.isfunction(value):
        assert inspect.getdoc(value)


@pytest.mark.parametrize(
    "name", [name for name in NAMES if inspect.isfunction(getattr(rummy_solver, name))]
)
def test_function_is_annotated(name: str) -> None:
    function = getattr(rummy_solver, name)
    parameters = inspect.signature(function).parameters
    assert set(function.__annotations__) == {*parameters, "return"}


def test_errors_are_one_family() -> None:
    errors = [getattr(rummy_solver, name) for name in NAMES if name.endswith("Error")]
    assert all(issubclass(error, rummy_solver.RummyError) for error in errors)
    assert issubclass(rummy_solver.RummyError, ValueError)
    assert issubclass(rummy_solver.SearchLimitError, RuntimeError)


def test_types_are_shipped() -> None:
    assert (PACKAGE / "py.typed").exists()
    assert typing.get_type_hints(rummy_solver.get_rules)["return"] is rummy_solver.RuleSet
