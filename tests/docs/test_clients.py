"""The examples of clients run, and print what they should."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.c_checks import plain_environment
from support.serving import service
from support.source import ROOT
from support.wasm_build import build

CLIENTS = ROOT / "docs" / "clients"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with service(tmp_path_factory.mktemp("elsewhere")) as (address, _):
        yield address


def run(folder: Path, *command: str) -> list[str]:
    environment = plain_environment()  # curl may hang with a sanitizer
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, env=environment
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("path", sorted(CLIENTS.iterdir()), ids=lambda path: path.name)
def test_an_example_is_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 22


def test_python(url: str, tmp_path: Path) -> None:
    assert run(tmp_path, sys.executable, str(CLIENTS / "ask.py"), url) == [
        "lay ['5s 6s 7s', '9h 9d *'] for 45",
        "throw * and close with 100 points",
        "add R4 R5 to R1 R2 R3",
    ]


def test_javascript(tmp_path: Path) -> None:
    build(tmp_path / "node_modules" / "rummy-solver", tmp_path / "static")
    shutil.copy(CLIENTS / "ask.mjs", tmp_path)
    assert run(tmp_path, "node", "ask.mjs") == [
        "lay 5s 6s 7s | 9h 9d * for 45",
        "throw * and close with 100 points",
        "table R1 R2 R3 R4 R5",
        "word 2 is wrong: tile 'R99' at position 2: expected rank 1..13",
    ]


def test_curl(url: str, tmp_path: Path) -> None:
    answers = [json.loads(line) for line in run(tmp_path, "sh", str(CLIENTS / "ask.sh"), url)]
    assert answers[0]["solution"]["melds"][0]["tiles"] == [1, 2, 3]
    assert answers[0]["solution"]["deadwood"] == [40]
    assert answers[1] == {"distance": [2, 8]}
    assert answers[2]["error"]["position"] == 2
