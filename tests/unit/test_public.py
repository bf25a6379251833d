"""The public surface: what is exported, documented and annotated."""

from __future__ import annotations

import ast
import inspect
import shutil
import typing
from pathlib import Path

import pytest

import rummy_solver
from support.process import python
from support.source import PACKAGE

# What users may rely on: parameters without a default by position or keyword, the others by
# keyword only.
SIGNATURES = {
    "arrange": "hand rules",
    "best_closing": "hand rules, launched opened taken",
    "best_discards": "hand rules, objective",
    "best_pairs": "hand rules",
    "best_turn": "rack table rules, opened objective discard taken node_limit",
    "can_close": "hand rules, opened taken",
    "check_meld": "tiles rules, ordered",
    "check_turn": "before after rack rules, opened discard taken",
    "closable_count": "rules n, jokers",
    "close_batch": "tiles rules, out where errors threads",
    "closing_odds": "hand rules, draws seen",
    "closings": "hand rules, launched opened taken",
    "count_solutions": "hand rules, objective",
    "deal": "rules n, seed hand_size jokers",
    "distance": "hand rules, seen size",
    "distance_batch": "tiles rules, out where errors threads",
    "evaluate": "hand rules, objective",
    "explain_closing": "hand rules, launched opened taken",
    "get_rules": "name",
    "hints": "position",
    "lay_offs": "hand table rules",
    "nearest_closing": "hand rules, seen",
    "opening": "hand rules, objective",
    "opening_batch": "tiles rules, objective out where errors threads",
    "possible_melds": "hand rules",
    "rank_discards": "hand rules, seen size",
    "read_meld": "tiles rules, ordered",
    "rule_names": "",
    "settle": "rules hands, winner closing one_turn trump_holders left before",
    "solutions": "hand rules, objective limit",
    "solve": "hand rules, objective",
    "solve_batch": "tiles rules, objective melds out where errors threads",
    "turns": "rack table rules, opened objective discard taken limit node_limit",
    "useful_tiles": "hand rules, seen size",
}
VALUES = """
BatchResult Closing ClosingReport Color Deck DiscardAdvice Hand HandCount HandError Hint HintKind
JOKER Meld MeldKind Move NotationError Objective Odds Position Row RuleSet RuleSetError RummyError
SearchLimitError Settlement Solution Table TableError Tile Turn __version__
""".split()

NAMES = [name for name in rummy_solver.__all__ if name != "__version__"]


def plain(value: object) -> object:
    """Return what a quick way into the core is wrapped around."""
    return inspect.unwrap(value) if callable(value) else value


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
    value = plain(getattr(rummy_solver, name))
    if inspect.isclass(value) or inspect.isfunction(value):
        assert inspect.getdoc(value)


@pytest.mark.parametrize(
    "name", [name for name in NAMES if inspect.isfunction(plain(getattr(rummy_solver, name)))]
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


@pytest.mark.parametrize("name", SIGNATURES)
def test_signature(name: str) -> None:
    positional, _, keyword = SIGNATURES[name].partition(",")
    parameters = inspect.signature(getattr(rummy_solver, name)).parameters.values()
    by_position = [p.name for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    assert by_position == positional.split()
    assert all(p.default is p.empty for p in parameters if p.name in by_position)
    assert set(keyword.split()) <= {p.name for p in parameters if p.kind is p.KEYWORD_ONLY}


def test_every_promised_name_is_exported() -> None:
    assert {*VALUES, *SIGNATURES, "to_dict", "from_dict"} <= set(rummy_solver.__all__)


def test_without_its_core_the_package_says_what_to_do(tmp_path: Path) -> None:
    compiled = shutil.ignore_patterns("*.so", "*.pyd")
    shutil.copytree(PACKAGE, tmp_path / "rummy_solver", ignore=compiled)
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import rummy_solver"
    done = python("-I", "-S", "-c", code)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("ImportError: the compiled core of rummy_solver")
    assert "pip install ." in done.stderr
