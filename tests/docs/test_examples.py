"""Every example that a page or a docstring shows is run, and prints what it says."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import shlex
import sys
from pathlib import Path

import pytest

import rummy_solver
from rummy_solver import cli
from support.pages import FLAGS, blocks, run_python
from support.source import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(rummy_solver.__path__, "rummy_solver.")
    if not module.name.endswith("__main__")
)


def having(language: str) -> list[Path]:
    return [page for page in PAGES if blocks(page, language)]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", having("python"), ids=name_of)
def test_python_of_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page run one after another, in one namespace."""
    monkeypatch.chdir(tmp_path)
    report = run_python(page)
    assert not report, report


@pytest.mark.parametrize("page", having("console"), ids=name_of)
def test_commands_of_page(
    page: Path,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each ``$ rummy-solver ...`` prints the lines below it; other commands are not run."""
    monkeypatch.chdir(tmp_path)
    for _, text in blocks(page, "console"):
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            line, _, expected = part.partition("\n")
            words = shlex.split(line, comments=True)
            if words[0] != cli.PROGRAM:
                continue
            cli.run(words[1:])
            printed = capsys.readouterr()
            shown = printed.out or printed.err  # progress beside an answer is not shown
            same = doctest.OutputChecker().check_output(expected, shown, FLAGS)
            assert same, f"{name_of(page)}: $ {line}\n{shown}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_of_page(page: Path) -> None:
    """Links to files of the repository lead somewhere."""
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\((?!https?:|#|mailto:)([^)#]+)", text)
    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_of_module(name: str) -> None:
    report: list[str] = []
    module = importlib.import_module(name)
    for test in doctest.DocTestFinder(exclude_empty=True).find(module):
        doctest.DocTestRunner(optionflags=FLAGS).run(test, out=report.append)
    assert not report, "".join(report)


def test_every_public_name_is_on_the_page_of_the_api() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    shown: set[str] = set()
    for path in re.findall(r"^::: rummy_solver\.([\w.]+)$", page, re.MULTILINE):
        module = sys.modules.get(f"rummy_solver.{path}")
        shown |= {path.rpartition(".")[2]} if module is None else set(module.__all__)
    plain = {"JOKER", "__version__"}  # a value, a text
    assert sorted(set(rummy_solver.__all__) - shown - plain) == []
