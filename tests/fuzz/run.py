"""Fuzz every target for some seconds: `make fuzz SECONDS=600`.

The checks of tests/c run under libFuzzer with the address, leak and undefined behaviour sanitizers,
the tests of tests/property/test_any_input.py under atheris. What a target learns is kept in
build/fuzz/corpus and used the next time; an input that fails is left in build/fuzz/found.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from support.c_checks import CHECKS, Core, can_fuzz  # noqa: E402

BUILD = ROOT / "build" / "fuzz"
PYTHON_TARGETS = ("text", "hand", "turn", "rows", "deal")


def limits(name: str, seconds: int) -> list[str | Path]:
    corpus, found, seeds = (
        BUILD / "corpus" / name,
        BUILD / "found",
        ROOT / "tests/fuzz/seeds" / name,
    )
    corpus.mkdir(parents=True, exist_ok=True)
    found.mkdir(exist_ok=True)
    options = [f"-max_total_time={seconds}", "-timeout=60", "-rss_limit_mb=4000", "-max_len=600"]
    options += ["-len_control=0", "-print_final_stats=1", f"-artifact_prefix={found}/{name}-"]
    return [*options, corpus, *([seeds] if seeds.exists() else [])]


def main(seconds: int) -> int:
    """Run all targets; the number of those that failed."""
    BUILD.mkdir(parents=True, exist_ok=True)
    commands: dict[str, list[str | Path]] = {}
    if can_fuzz(BUILD):
        core = Core(BUILD, fuzzing=True)
        commands |= {name: [core.target(name)] for name in CHECKS}
    else:
        print("clang does not link libFuzzer here: the C targets are left out")
    if importlib.util.find_spec("atheris"):
        driver = Path(__file__).with_name("python_target.py")
        commands |= {name: [sys.executable, driver, name] for name in PYTHON_TARGETS}
    else:
        print("atheris is not installed: the Python targets are left out")
    failed = []
    for name, command in commands.items():
        print(f"==== {name} ====", flush=True)
        if subprocess.run([*command, *limits(name, seconds)], check=False).returncode:
            failed.append(name)
    print(f"{len(commands)} targets, failed: {' '.join(failed) or 'none'}")
    return len(failed) or not commands


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
