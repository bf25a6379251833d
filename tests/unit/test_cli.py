"""The command line: exit codes, one line of error, plain text in a pipe, JSON, lazy imports."""

from __future__ import annotations

import importlib
import json
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

import rummy_solver
from rummy_solver import cli
from rummy_solver.rulesets import rule_names
from support.process import python


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a command line."""
    code = cli.run(arguments)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def fails(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that a wrong command line prints."""
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (cli.BAD_INPUT, "")
    assert err.startswith("rummy-solver: error: ")
    assert err.count("\n") == 1
    return err


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version") == (0, f"rummy-solver {rummy_solver.__version__}\n", "")


def test_without_a_command_it_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys)
    assert code == cli.DONE
    assert all(name in out for name in cli.COMMANDS)


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_has_help_with_an_example(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, name, "--help")
    assert code == cli.DONE
    assert f"Example: rummy-solver {name}" in out
    assert "--rules" in out
    assert "--json" in out


def test_unknown_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert "nope" in fails(capsys, "nope")


def test_unknown_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--nope" in fails(capsys, "rules", "--nope")


def test_rules_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rules")
    assert code == cli.DONE
    assert [line.split()[0] for line in out.splitlines()] == ["name", *rule_names()]


def test_rules_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rules", "--json")
    assert code == cli.DONE
    assert list(json.loads(out)) == list(rule_names())


@pytest.mark.parametrize("arguments", [("rummikub",), ("--rules", "rummikub")])
def test_rules_of_one(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    code, out, _ = run(capsys, "rules", *arguments)
    assert code == cli.DONE
    assert "\n  opening_points  " in out


def test_rules_changed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(
        capsys, "rules", "joker_rummy", "--set", "jokers=2", "-s", 'hand_points={"1": 1}', "--json"
    )
    answer = json.loads(out)
    assert code == cli.DONE
    assert (answer["name"], answer["jokers"]) == ("joker_rummy", 2)
    assert (answer["hand_points"]["1"], answer["hand_points"]["joker"]) == (1, 30)


def test_rules_shows_an_okey_tile(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "rules", "okey", "--set", "indicator=K5", "--json")
    assert json.loads(out)["okey_tile"] == "K6"


SOLVED = """\
joker_rummy: 6 of 7 cards melded, 45 points, 10 left in hand
  run      5s 6s 7s
  group    9h 9d *
  left     Kc
"""


def test_solve(capsys: pytest.CaptureFixture[str]) -> None:
    hand = "5s 6s 7s 9d 9h * Kc"
    assert run(capsys, "solve", "--rules", "joker_rummy", hand) == (cli.DONE, SOLVED, "")
    assert run(capsys, "solve", "--rules", "joker_rummy", *hand.split()) == (cli.DONE, SOLVED, "")


def test_solve_under_changed_rules(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "solve", "R1 R2 R3 R4", "--set", "min_run=4", "--set", "max_run=4")
    assert out.startswith("rummikub: 4 of 4 tiles melded, 10 points\n")
    _, out, _ = run(capsys, "solve", "R1 R2 R3", "--set", "min_run=4")
    assert out == "rummikub: 0 of 3 tiles melded, 0 points, 6 left in hand\n  left     R1 R2 R3\n"


def test_solve_all(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "solve", "R1-3 Y1-3 B1-3", "--all")
    assert out.count("9 of 9 tiles melded") == 2
    assert "left     -" in out
    _, out, _ = run(capsys, "solve", "R1-3 Y1-3 B1-3", "--all", "--limit", "1")
    assert out.count("9 of 9 tiles melded") == 1


def test_solve_by_several_objectives(capsys: pytest.CaptureFixture[str]) -> None:
    hand = "As 2s 3s 3h 3d 7c"
    for objective, meld in (("points", "3s 3h 3d"), ("penalty,points", "As 2s 3s")):
        _, out, _ = run(capsys, "solve", "-r", "joker_rummy", "-o", objective, hand)
        assert f"  {meld}\n" in out


def test_colour_on_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    _, out, _ = run(capsys, "solve", "-r", "joker_rummy", "5s 6s 7s 9d 9h * Kc")
    plain = re.sub(r"\x1b\[[0-9;]*m", "", out)
    assert (out != plain, plain) == (True, SOLVED)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("solve",), "HAND"),
        (("solve", "R5 R5 R5"), "hand has 3 of R5, deck 'rummikub' has 2"),
        (("solve", "R5 R99"), "tile 'R99' at position 2"),
        (("solve", "R5", "-o", "beauty"), "objective: expected"),
        (("solve", "K6", "-r", "okey"), "expected an okey tile"),
        (("solve", "R5", "--all", "--limit", "0"), "--limit"),
        (("rules", "bridge"), "rule set: expected"),
        (("rules", "remi", "--set", "jokers"), "--set: expected KNOB=VALUE, got 'jokers'"),
        (("rules", "remi", "--set", "nope=1"), "got 'nope'"),
        (("rules", "remi", "--set", "ace=sideways"), "knob 'ace'"),
    ],
)
def test_bad_input(
    arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in fails(capsys, *arguments)


def test_as_a_program() -> None:
    done = python("-m", "rummy_solver.cli", "--version")
    assert (done.returncode, done.stderr) == (0, "")


def test_plain_text_in_a_pipe() -> None:
    assert "\x1b" not in python("-m", "rummy_solver.cli", "rules", "remi").stdout


def test_a_command_loads_only_its_own_module() -> None:
    code = (
        "import sys; from rummy_solver import cli; cli.run(['rules']);"
        "print([m for m in sys.modules if m.startswith('rummy_solver.cli.')], file=sys.stderr)"
    )
    loaded = python("-c", code).stderr
    assert "rummy_solver.cli.rules" in loaded
    assert not any(f"cli.{name}'" in loaded for name in cli.COMMANDS if name != "rules")


def test_without_the_extra_it_says_how_to_get_it() -> None:
    code = "import sys; sys.modules['typer'] = None; from rummy_solver.cli import main; main()"
    done = python("-c", code)
    assert done.returncode == cli.BAD_INPUT
    assert done.stderr == (
        "rummy-solver: error: the command line needs an extra: pip install 'rummy-solver[cli]'\n"
    )


def test_a_closed_pipe_is_no_fault() -> None:
    code = (
        "import os, sys; r, w = os.pipe(); os.close(r); os.dup2(w, 1);"
        "sys.argv = ['rummy-solver', 'rules', 'remi', '--json'];"
        "from rummy_solver.cli import main; main()"
    )
    done = python("-c", code)
    assert (done.returncode, done.stderr) == (0, "")


def example_of(name: str) -> list[str]:
    """Return the arguments of the example in the help of a command."""
    help_text = importlib.import_module(f"rummy_solver.cli.{name}").__doc__
    line = re.search(r"^Example: rummy-solver (.*)", help_text, re.MULTILINE)
    assert line is not None
    return shlex.split(line[1])


def test_the_examples_of_the_help_work(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In this order, as some read what others have written."""
    monkeypatch.chdir(tmp_path)
    order = ["deal", "batch", "plot", *(cli.COMMANDS.keys() - {"deal", "batch", "plot", "serve"})]
    for name in order:
        arguments = example_of(name) + (["-n", "500"] if name == "deal" else [])
        code, _, err = run(capsys, *arguments)
        assert code == cli.DONE, err


def test_solve_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "solve", "-r", "rummikub", "--json", "R1-3 Y1-3 B1-3")
    assert (code, json.loads(out)["value"]) == (0, 9)
    code, out, _ = run(capsys, "solve", "-r", "rummikub", "--all", "--json", "R1-3 Y1-3 B1-3")
    assert (code, [form["value"] for form in json.loads(out)]) == (0, [9, 9])


def test_serve_says_where(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[dict[str, Any]] = []
    monkeypatch.setattr("uvicorn.run", lambda _, **options: asked.append(options))
    assert run(capsys, "serve", "--port", "8123")[:2] == (
        0,
        "serving http://127.0.0.1:8123/#game=rummikub\n",
    )
    code, out, _ = run(capsys, "serve", "--rules", "remi", "--json")
    assert (code, json.loads(out)) == (0, {"url": "http://127.0.0.1:8000/#game=remi"})
    assert [options["port"] for options in asked] == [8123, 8000]


def test_serve_without_its_extra(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert "pip install 'rummy-solver[server]'" in fails(capsys, "serve")


def test_ctrl_c_ends_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "run", interrupted)
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == 130
