"""One test of tests/property/test_any_input.py under atheris: python_target.py NAME OPTIONS."""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "property")]

with atheris.instrument_imports(include=["rummy_solver"]):
    import test_any_input

TARGETS = {
    "text": test_any_input.test_any_text_is_read_or_refused,
    "hand": test_any_input.test_any_hand_is_answered_or_refused,
    "turn": test_any_input.test_any_turn_is_answered_or_refused,
    "rows": test_any_input.test_any_rows_are_answered_or_refused,
    "deal": test_any_input.test_any_deal_is_made_or_refused,
}

if __name__ == "__main__":
    test = TARGETS[sys.argv.pop(1)]
    atheris.Setup(sys.argv, test.hypothesis.fuzz_one_input)
    atheris.Fuzz()
