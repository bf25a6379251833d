"""The npm package as it would be published: what it carries, its size, its types."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import rummy_solver as rs
from rummy_solver.export import OBJECTIVES
from support.source import ROOT


def test_the_package_is_ready_to_be_published(package: Path) -> None:
    plain = json.loads((package / "package.json").read_text(encoding="utf-8"))
    assert plain["version"] == rs.__version__
    assert (package / "rummy_solver.d.ts").exists()
    names = {path.name for pattern in plain["files"] for path in package.glob(pattern)}
    assert {"rummy_solver.js", "rummy_solver.wasm", "rules.json", "LICENSE", "README.md"} <= names
    imported = (package / "rummy_solver.js").read_text(encoding="utf-8").count(' from "./')
    assert imported == 2


def test_the_package_is_small(package: Path) -> None:
    assert sum(path.stat().st_size for path in package.iterdir() if path.is_file()) < 250_000


def test_every_objective_that_is_exported_is_typed(package: Path) -> None:
    types = (package / "rummy_solver.d.ts").read_text(encoding="utf-8")
    for name in OBJECTIVES:
        names = [part for part in name.split(",") if part]
        assert f"readonly [{', '.join(map(json.dumps, names))}]" in types or name in types


def node(folder: Path, script: str) -> str:
    """What a module prints that lies beside the installed package."""
    (folder / "script.mjs").write_text(script, encoding="utf-8")
    command = ["node", "script.mjs"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def project(package: Path, tmp_path: Path) -> Path:
    """A folder in which the package is installed."""
    shutil.copytree(package, tmp_path / "node_modules" / "rummy-solver")
    return tmp_path


def test_what_is_typed_is_there(package: Path, project: Path) -> None:
    types = (package / "rummy_solver.d.ts").read_text(encoding="utf-8")
    body = types.split("export interface Game {")[1].split("\n}\n")[0]
    methods = re.findall(r"^  (\w+)\(", body, re.MULTILINE)
    fields = re.findall(r"^  readonly (\w+):", body, re.MULTILINE)
    assert len(methods) > 14
    script = """
        import { load } from "rummy-solver";
        const game = await (await load()).game("remi");
        const kinds = (names) => names.map((name) => typeof game[name]);
        console.log(JSON.stringify([kinds(METHODS), kinds(FIELDS)]));
    """
    script = script.replace("METHODS", json.dumps(methods)).replace("FIELDS", json.dumps(fields))
    kinds = json.loads(node(project, script))
    assert kinds == [["function"] * len(methods), ["string", "object"]]


def test_the_example_of_its_page_runs(package: Path, project: Path) -> None:
    page = (package / "README.md").read_text(encoding="utf-8")
    [example] = re.findall(r"^```js\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    printed = node(project, example).splitlines()
    assert printed[0] == "5s 6s 7s | 9h 9d * 45"
    assert printed[1] == "* bicolor 100"
    assert printed[-1] == "R1 R2 R3 R4 R5 | R4 Y4 B4 K4"


def test_its_files_may_lie_elsewhere(project: Path) -> None:
    script = """
        import { readFile } from "node:fs/promises";
        import { load } from "rummy-solver";
        const folder = "./node_modules/rummy-solver";
        const wasm = new WebAssembly.Module(await readFile(`${folder}/rummy_solver.wasm`));
        const rules = JSON.parse(await readFile(`${folder}/rules.json`, "utf8"));
        const rummy = await load({ wasm, rules });
        const tables = { ...rules.rules.remi, hand_size: 9 };
        console.log((await rummy.game(tables)).distance("R1-3 R7-9"));
    """
    assert node(project, script) == "3\n"


@pytest.mark.slow
def test_what_npm_would_publish(package: Path) -> None:
    npm = shutil.which("npm")
    assert npm, "npm: needed to pack the package"
    command = [npm, "pack", "--dry-run", "--json", "--offline"]
    done = subprocess.run(command, cwd=package, capture_output=True, text=True, check=True)
    plan = json.loads(done.stdout)
    [packed] = plan if isinstance(plan, list) else plan.values()
    names = {row["path"] for row in packed["files"]}
    sources = {path.name for path in (ROOT / "wasm" / "src").iterdir()}
    others = {"rummy_solver.wasm", "rules.json", "package.json", "README.md", "LICENSE"}
    assert names == sources | others
    assert (packed["name"], packed["version"]) == ("rummy-solver", rs.__version__)
    assert packed["unpackedSize"] < 250_000
