"""The turn command: text, JSON, exit codes."""

from __future__ import annotations

import json

import pytest

from rummy_solver import cli
from rummy_solver.play import Turn, best_turn
from rummy_solver.schema import from_dict

JOKER_RUMMY = """\
joker_rummy: 2 cards put down, 12 points, 8 left in hand
  before   5s 6s * | 8s 8c *
  changed  4s 5s 6s *
  changed  8s 8h 8c *
  step 1   add 4s to 5s 6s *
  step 2   add 8h to 8s 8c *
  discard  Kc
  left     8d
"""


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.run(("turn", *arguments))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    found = run(capsys, "-r", "joker_rummy", "4s 8h 8d Kc", "--table", "5s 6s * | 8s 8c *")
    assert found == (cli.DONE, JOKER_RUMMY, "")


def test_melds_that_stay_and_new_ones(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "K1 K2 K3", "--table", "R5 R6 R7")
    assert "  same     R5 R6 R7\n" in out
    assert "  new      K1 K2 K3\n" in out
    assert "goes out" in out


def test_no_legal_turn(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "R4", "--table", "B4 B5 B6")
    assert code == cli.NO
    assert "0 tiles put down" in out
    assert run(capsys, "-r", "joker_rummy", "4s", "--table", "")[0] == cli.DONE


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "R4 K1", "--table", "R1 R2 R3", "--json")
    turn = from_dict(json.loads(out))
    assert isinstance(turn, Turn)
    assert turn == best_turn("R4 K1", "R1 R2 R3", "rummikub")
    _, out, _ = run(capsys, "R4 K1", "--table", "R1 R2 R3", "--json", "--all")
    assert len(json.loads(out)) == 1


def test_options(capsys: pytest.CaptureFixture[str]) -> None:
    basic = ("-r", "basic_rummy", "8c Kh", "-t", "5c 6c 7c")
    assert "counts" not in run(capsys, *basic)[1]
    assert "0 cards put down" in run(capsys, *basic, "--not-opened")[1]
    assert "discard  8c" in run(capsys, *basic, "--taken", "Kh")[1]
    assert "discard" not in run(capsys, *basic, "--no-discard")[1]
    assert "0 cards put down" in run(capsys, *basic, "-o", "kept,penalty")[1]
    twice = run(capsys, "-r", "basic_rummy", "2s 3s 4s Kh", "--not-opened")[1]
    assert "goes out, counts 2 times" in twice


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("R4", "--table", "R1 R2"), "meld 1 of the table"),
        (("R4", "-r", "remi"), "table_play"),
        (("R4", "-o", "beauty"), "objective"),
        (("R4 R5", "-r", "joker_rummy", "--taken", "R9"), "tile taken"),
    ],
)
def test_bad_input(
    arguments: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (cli.BAD_INPUT, "")
    assert words in err
    assert err.count("\n") == 1
