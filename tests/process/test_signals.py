"""Ctrl-C in the middle of long work, and interpreters beside the main one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time

import pytest

from support.process import python

LONG = {
    "solve_batch": "[rs.solve_batch(hands, 'rummikub') for _ in range(1000)]",
    "solve_batch on threads": "[rs.solve_batch(hands, 'rummikub', threads=2) for _ in range(1000)]",
    "distance_batch": "[rs.distance_batch(hands, 'remi') for _ in range(1000)]",
    "close_batch": "[rs.close_batch(hands, 'remi') for _ in range(1000)]",
    "closable_count": "rs.closable_count('rummikub', 32, jokers=1)",
}

# A shell that starts a program in the background has it ignore Ctrl-C: not this one.
SCRIPT = """
import signal
import rummy_solver as rs
signal.signal(signal.SIGINT, signal.default_int_handler)
hands = rs.deal("rummikub", 1_000_000, seed=1, hand_size=14)
before = rs.evaluate("R1-5 K4", "rummikub")
print("ready", flush=True)
try:
    {work}
    print("finished")
except KeyboardInterrupt:
    print("interrupted")
assert rs.evaluate("R1-5 K4", "rummikub") == before
assert rs.solve_batch(hands[:10], "rummikub", threads=2).value.shape == (10,)
print("healthy")
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("work", LONG.values(), ids=LONG)
def test_ctrl_c_stops_long_work(work: str) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            [sys.executable, "-c", SCRIPT.format(work=work)],
            stdout=subprocess.PIPE,
            text=True,
            cwd=folder,
        ) as process,
    ):
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        try:
            rest, _ = process.communicate(timeout=60)
        finally:
            process.kill()
    assert rest.split() == ["interrupted", "healthy"]
    assert process.returncode == 0
    assert time.monotonic() - sent < 20  # at once, but machines may be slow


INTERPRETER = """
import rummy_solver
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
other = interpreters.create()
try:
    fault = interpreters.run_string(other, "import rummy_solver")
except interpreters.RunFailedError as error:
    fault = error
print("refused" if "ImportError" in repr(fault) else fault)
print(rummy_solver.evaluate("R1-3 K4", "rummikub"))
"""


@pytest.mark.skipif(sys.version_info < (3, 11), reason="no such interpreters to be had")
def test_other_interpreters_are_refused() -> None:
    """One interpreter of a process may load the core; the others get an ImportError."""
    done = python("-c", INTERPRETER)
    assert done.stdout.split() == ["refused", "3"], done.stderr
