"""The hint command: text, JSON, exit codes."""

from __future__ import annotations

import json

import pytest

from rummy_solver import cli
from rummy_solver.advice import Hint
from rummy_solver.schema import from_dict

GIN = ("7s 8s 9s 2h 3h 4h As Ad Kc 9d", "--rules", "gin_rummy", "--discards", "Qd 2c")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.run(("hint", *arguments))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, *GIN)
    assert (code, err) == (cli.DONE, "")
    first, *lines = out.splitlines()
    assert first == "gin_rummy: draw phase"
    assert [line.split("  ")[1].strip()[:4] for line in lines] == ["draw", "draw"]


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, *GIN[:3], "--json", "--drawn", "9d", "--phase", "play")
    assert code == cli.DONE
    forms = json.loads(out)
    hints = [from_dict(form) for form in forms]
    assert all(isinstance(hint, Hint) for hint in hints)
    assert forms[0]["reason"]["text"] == str(hints[0].reason)


def test_rummikub_draws_when_nothing_fits(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "R1 Y5", "--rules", "rummikub", "--table", "B1 B2 B3", "--opened")
    assert code == cli.DONE
    assert "Draw: no tile can be placed." in out


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("R1", "--rules", "remi", "--phase", "nap"), "--phase: expected draw or play"),
        (("5s 5s", "--rules", "basic_rummy"), "hand has 2 of 5s"),
        (("5s", "--rules", "basic_rummy", "--seen", "5s"), "2 of 5s in sight"),
        (("5s", "--rules", "basic_rummy", "--drawn", "6s"), "a tile of the hand"),
    ],
)
def test_bad_input(
    arguments: tuple[str, ...], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (cli.BAD_INPUT, "")
    assert text in err
