"""The core checked from C, built with the address and undefined behaviour sanitizers."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]


def compile_c(*arguments: str | Path) -> None:
    flags = ["-std=c11", "-O1", "-g", *SANITIZE, f"-I{ROOT / 'src_c'}"]
    subprocess.run([os.environ.get("CC", "cc"), *flags, *arguments], check=True)


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The objects of the core, compiled once for all programs."""
    folder = tmp_path_factory.mktemp("c")
    objects = []
    for source in sorted((ROOT / "src_c").glob("*.c")):
        objects.append(folder / f"{source.stem}.o")
        compile_c("-c", source, "-o", objects[-1])
    return objects


@pytest.fixture(scope="module", params=["check_core", "check_layoff"])
def program(request: pytest.FixtureRequest, core: list[Path]) -> Path:
    built = core[0].with_name(request.param)
    compile_c(ROOT / "tests" / "c" / f"{request.param}.c", *core, "-o", built)
    return built


def rounds(program: Path, seed: int, number: int) -> str:
    # The suite may itself run with a preloaded sanitizer; this program brings its own.
    plain = {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}
    done = subprocess.run(
        [program, str(seed), str(number)], capture_output=True, text=True, env=plain, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("seed", [1, 2])
def test_searches_agree_and_walks_are_sound(program: Path, seed: int) -> None:
    assert rounds(program, seed, 3) == "3 rounds agree\n"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 20))
def test_searches_agree_on_many_rule_sets(program: Path, seed: int) -> None:
    assert rounds(program, seed, 40) == "40 rounds agree\n"
