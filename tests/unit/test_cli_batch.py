"""The commands deal, batch and plot."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

import rummy_solver as rs
from rummy_solver import cli
from rummy_solver.arrow import from_arrow


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = cli.run([str(argument) for argument in arguments])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def fails(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (cli.BAD_INPUT, "")
    return err.splitlines()[-1].removeprefix("rummy-solver: error: ")


def test_hands_on_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "deal", "-n", 3, "--seed", 5, "--rules", "joker_rummy")
    rules = rs.get_rules("joker_rummy")
    hands = [rs.Hand(row) for row in rs.deal(rules, 3, seed=5).tolist()]
    assert (code, err) == (0, "")
    assert out.splitlines() == [rules.format(hand) for hand in hands]
    _, out, _ = run(capsys, "deal", "-n", 3, "--seed", 5, "--rules", "joker_rummy", "--json")
    assert json.loads(out) == [rules.format(hand) for hand in hands]


def test_more_jokers_than_the_rules_have(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "deal", "--jokers", 6, "--hand-size", 110)
    assert code == 0 and out.startswith("* * * * * * R1 R1 ")


def test_from_deal_to_picture(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    deals, opened = tmp_path / "deals.parquet", tmp_path / "opened.parquet"
    code, out, err = run(capsys, "deal", deals, "-n", 2000, "--seed", 7, "--jokers", 0)
    assert (code, out) == (0, "")
    assert err.startswith("deal: 2,000 rows, ")
    assert np.array_equal(
        from_arrow(pq.read_table(deals)), rs.deal("rummikub", 2000, seed=7, jokers=0)
    )
    code, out, err = run(capsys, "batch", deals, opened, "-q", "opening", "--threads", 2)
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "rummikub: opening, 2000 rows, 0 invalid"
    assert lines[1].split() == ["value", "rows", "share"]
    assert lines[2].split()[0] == "none" and lines[-1].split()[0] == "mean"
    picture = tmp_path / "picture.svg"
    code, out, _ = run(capsys, "plot", opened, picture)
    assert (code, out) == (0, f"{picture}: value of opened\n")
    assert picture.read_text().startswith("<?xml")
    code, out, _ = run(capsys, "plot", opened, opened, picture, "--column", "deadwood", "--json")
    assert sum(json.loads(out)["opened"].values()) == 2000


@pytest.mark.parametrize(
    ("question", "name", "first"),
    [("solve", "value", "4"), ("close", "closable", "0"), ("distance", "distance", "10")],
)
def test_every_question(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, question: str, name: str, first: str
) -> None:
    (tmp_path / "in.csv").write_text("hand\nR5-8\nR5-14\n")
    code, out, _ = run(
        capsys, "batch", tmp_path / "in.csv", tmp_path / "out.parquet", "--rules", "joker_rummy",
        "--question", question, "--json",
    )  # fmt: skip
    answer = json.loads(out)
    assert code == 0
    assert {key: answer[key] for key in ("question", "rows", "invalid")} == {
        "question": question, "rows": 2, "invalid": 1,
    }  # fmt: skip
    assert list(answer[name]) == [first] or question == "distance"
    assert sum(answer[name].values()) == 1


def test_only_bad_rows(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("hand\nR14\n")
    code, out, _ = run(capsys, "batch", tmp_path / "in.csv", tmp_path / "out.csv")
    assert (code, out) == (0, "rummikub: solve, 1 row, 1 invalid\n")
    code, out, _ = run(capsys, "batch", tmp_path / "in.csv", tmp_path / "out.csv", "--json")
    assert json.loads(out)["mean"] is None


def test_bad_input(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    missing, out = tmp_path / "no.parquet", tmp_path / "o.parquet"
    assert "no.parquet" in fails(capsys, "batch", missing, out)
    assert fails(capsys, "batch", tmp_path / "a.txt", out).startswith("file: expected a name in")
    (tmp_path / "in.csv").write_text("hand\nR5-8\n")
    source = tmp_path / "in.csv"
    assert "question: expected one of" in fails(capsys, "batch", source, out, "-q", "win")
    assert "distance: expected rules without" in fails(
        capsys, "batch", source, out, "-q", "distance"
    )
    assert "expected a name in .parquet" in fails(
        capsys, "batch", source, out, "--dask", "tcp://127.0.0.1:1"
    )
    assert "one name" in fails(capsys, "plot", source)
    assert "at most the 106 tiles" in fails(capsys, "deal", "--hand-size", 107)


@pytest.mark.parametrize(("command", "module"), [("batch", "pyarrow"), ("plot", "matplotlib")])
def test_missing_extra_is_named(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    module: str,
) -> None:
    from importlib import util

    find = util.find_spec
    monkeypatch.setattr(util, "find_spec", lambda name: None if name == module else find(name))
    line = fails(capsys, command, tmp_path / "a.csv", tmp_path / "b.csv")
    extra = {"pyarrow": "batch", "matplotlib": "plot"}[module]
    assert line == f"this command needs an extra: pip install 'rummy-solver[{extra}]'"


def test_bar_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from rummy_solver.cli.progress import progress

    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with progress(100, "solve") as advance:
        advance(60)
        advance(40)
    assert "100 rows" in capsys.readouterr().err


def test_lines_in_a_log(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from rummy_solver.cli import progress

    monkeypatch.setattr(progress, "LOG_SECONDS", 0)
    with progress.progress(200, "solve") as advance:
        advance(50)
        advance(150)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3
    assert lines[0].startswith("solve: 50 rows, ") and ", 25%, " in lines[0]
    assert lines[0].endswith(" s left") and lines[-1].startswith("solve: 200 rows, ")
