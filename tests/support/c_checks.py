"""The checks that are written in C: the core and they, built with the sanitizers."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from support.source import ROOT

CHECKS = sorted(path.stem for path in (ROOT / "tests" / "c").glob("check_*.c"))

_SANITIZE = "-fsanitize=address,undefined"
# Without the tracing of comparisons: no check hides behind a magic number, and it costs half.
_COVERAGE = ["-fsanitize=fuzzer-no-link", "-fno-sanitize-coverage=trace-cmp"]


def plain_environment() -> dict[str, str]:
    """Return the environment without a preloaded sanitizer: these programs bring their own."""
    return {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}


def can_fuzz(folder: Path) -> bool:
    """Is there a clang that links libFuzzer?"""
    if shutil.which("clang") is None:
        return False
    source = folder / "empty.c"
    source.write_text("int LLVMFuzzerTestOneInput(const char *d, long n) { return d && n < 0; }\n")
    command = ["clang", "-fsanitize=fuzzer,address", source, "-o", folder / "empty"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


class Core:
    """The core compiled once for all programs.

    Parameters
    ----------
    folder
        Where the objects and the programs are put.
    fuzzing
        Compile for libFuzzer too, with clang.
    flags
        Instead of the address and undefined behaviour sanitizers.
    """

    def __init__(self, folder: Path, *, fuzzing: bool, flags: list[str] | None = None) -> None:
        self.folder = folder
        self._compiler = "clang" if fuzzing else os.environ.get("CC", "cc")
        self._flags = ["-std=c11", "-O1", "-g", f"-I{ROOT / 'src_c'}"]
        self._flags += flags if flags is not None else [_SANITIZE, "-fno-sanitize-recover=all"]
        self._objects: list[Path] = []
        for source in sorted((ROOT / "src_c").glob("*.c")):
            self._objects.append(folder / f"{source.stem}.o")
            coverage = _COVERAGE if fuzzing else []
            self._compile(*coverage, "-c", source, "-o", self._objects[-1])

    def program(self, name: str) -> Path:
        """Build the check to be called with a seed and a number of rounds."""
        return self._link(name, self.folder / name)

    def target(self, name: str) -> Path:
        """Build the check as a target of libFuzzer."""
        return self._link(name, self.folder / f"fuzz_{name}", "-DFUZZER", "-fsanitize=fuzzer")

    def _link(self, name: str, built: Path, *flags: str) -> Path:
        source = ROOT / "tests" / "c" / f"{name}.c"
        self._compile(*flags, source, *self._objects, "-pthread", "-o", built)
        return built

    def _compile(self, *arguments: str | Path) -> None:
        command = [self._compiler, *self._flags, *arguments]
        subprocess.run(command, check=True, env=plain_environment())


def run(*command: str | Path) -> str:
    """Run a program; its output, or an error that shows it."""
    done = subprocess.run(
        command, capture_output=True, text=True, env=plain_environment(), check=False, timeout=900
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
    return done.stdout
