"""Python in a process of its own."""

from __future__ import annotations

import subprocess
import sys
import tempfile


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python somewhere else than in the source tree, so that it imports what is tested."""
    command = [sys.executable, *arguments]
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
