"""The core checked from C, under the address, leak and undefined behaviour sanitizers."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.c_checks import CHECKS, Core, run
from support.source import ROOT

SEEDS = ROOT / "tests" / "fuzz" / "seeds"


@pytest.fixture(scope="session", params=CHECKS)
def check(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="session")
def program(core: Core, check: str) -> Path:
    return core.program(check)


@pytest.mark.parametrize("seed", [1, 2])
def test_searches_agree_and_answers_are_sound(program: Path, check: str, seed: int) -> None:
    rounds = "3" if check == "check_core" else "15"  # its tables take long to build
    assert run(program, str(seed), rounds) == f"{rounds} rounds agree\n"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 20))
def test_searches_agree_on_many_rule_sets(program: Path, seed: int) -> None:
    assert run(program, str(seed), "40") == "40 rounds agree\n"


def test_a_fuzzer_finds_nothing_at_once(
    core: Core, check: str, fuzzing: bool, tmp_path: Path
) -> None:
    """The kept inputs, then some that grow from them; `make fuzz` goes on from there."""
    if not fuzzing:
        pytest.skip("clang does not link libFuzzer here")
    limits = ["-runs=100", "-seed=1", "-len_control=0", "-max_len=600"]
    run(core.target(check), *limits, f"-artifact_prefix={tmp_path}/", tmp_path, SEEDS / check)


@pytest.mark.slow
def test_threads_do_not_race(tmp_path: Path) -> None:
    core = Core(tmp_path, fuzzing=False, flags=["-fsanitize=thread"])
    assert run(core.program("threads"), "3", "1") == "1 rounds agree\n"
