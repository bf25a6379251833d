"""Code blocks of pages, and running them: alone it tries the pages named, without any test runner.

``python -I pages.py README.md`` needs the package and nothing else, as a new user has it.
"""

from __future__ import annotations

import doctest
import re
import sys
from pathlib import Path

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
"""A fenced block: its language and its text."""

FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def blocks(page: Path, language: str) -> list[tuple[int, str]]:
    """Line number and text of each block of a language."""
    text = page.read_text(encoding="utf-8")
    return [
        (text.count("\n", 0, match.start(2)), match[2])
        for match in FENCE.finditer(text)
        if match[1] == language
    ]


def run_python(page: Path) -> str:
    """Run the Python blocks of a page in one namespace; return what does not print what it says."""
    report: list[str] = []
    names: dict[str, object] = {"__name__": "__main__"}
    for line, text in blocks(page, "python"):
        if ">>> " in text:
            test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), line)
            test.globs = names
            doctest.DocTestRunner(optionflags=FLAGS).run(test, out=report.append, clear_globs=False)
        else:
            exec(compile("\n" * line + text, str(page), "exec", dont_inherit=True), names)
    return "".join(report)


if __name__ == "__main__":
    found = "".join(run_python(Path(name)) for name in sys.argv[1:])
    print(found or f"the examples of {', '.join(sys.argv[1:])} print what they say")
    sys.exit(bool(found))
