"""``rummy-solver close``: text, JSON, exit codes."""

from __future__ import annotations

import json

import pytest

import rummy_solver as rs
from rummy_solver import cli
from rummy_solver.schema import from_dict

BOARD = "R3-5 Y9 B9 K9 B10-13 Y2-5"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = cli.run(("close", *arguments))
    printed = capsys.readouterr()
    assert code == cli.BAD_INPUT or printed.err == ""
    return code, printed.out + printed.err


def test_it_closes(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(capsys, "--rules", "remi", BOARD, "*")
    lines = out.splitlines()
    assert code == cli.DONE
    assert lines[0] == "remi: closes, simple, 50 points from each opponent"
    assert "  throw  pattern  points  factor  rows" in lines
    assert "  *      simple   50      1       simple 25, simple_closed_in_jolly 50" in lines


def test_it_does_not_close(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(capsys, "--rules", "joker_rummy", "7s 7h 7d Kc")
    assert code == cli.NO
    assert "melds of 21 points, 9 short of the opening of 30" in out
    code, _ = run(capsys, "--rules", "joker_rummy", "--opened", "7s 7h 7d Kc")
    assert code == cli.DONE


def test_options(capsys: pytest.CaptureFixture[str]) -> None:
    _, out = run(capsys, "--rules", "remi", "--launched", "1", BOARD, "*")
    assert "100 points" in out
    code, out = run(capsys, "--rules", "basic_rummy", "--taken", "Kd", "As 2s 3s Kd")
    assert code == cli.NO
    assert "the only tile to throw is the one just taken: Kd" in out
    _, out = run(capsys, "-r", "joker_rummy", "-s", "take_all=true", "Ts Th Td Kc")
    assert "counts 2 times" in out
    _, out = run(capsys, "-r", "gin_rummy", "3s 4s 5s 9c 9d 9h As 2d 3h 4c")
    assert "deadwood" in out


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(capsys, "--rules", "remi", "--json", BOARD, "*")
    answer = json.loads(out)
    assert code == cli.DONE
    assert (answer["version"], answer["type"], answer["rules"]) == (1, "closing_report", "remi")
    assert answer["eligible"] is True
    closings = [from_dict(document) for document in answer["closings"]]
    assert closings == rs.closings(f"{BOARD} *", "remi")
    code, out = run(capsys, "--rules", "remi", "--json", "R3-5 K9")
    answer = json.loads(out)
    assert code == cli.NO
    assert [fault["code"] for fault in answer["faults"]] == ["too_few", "loose", "pairs"]
    assert answer["loose"] == ["K9"]


def test_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--rules", "remi", "R99")[0] == cli.BAD_INPUT
    code, out = run(capsys, "--rules", "remi", "--launched", "2", BOARD, "*")
    assert code == cli.BAD_INPUT
    assert "jokers launched and held" in out
