"""Rule sets as plain tables: what the program prints."""

from __future__ import annotations

import json

import pytest

from rummy_solver.export import all_rule_tables, main, rule_tables


def test_all_rule_sets(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(all_rule_tables()))


@pytest.mark.parametrize("text", ["remi", '{"name": "remi"}'])
def test_one_rule_set(capsys: pytest.CaptureFixture[str], text: str) -> None:
    assert main([text]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(rule_tables("remi")))


@pytest.mark.parametrize(
    ("text", "fault"),
    [("remy", "rule set: expected 'remi'"), ("{", "Expecting property name")],
)
def test_no_rule_set(capsys: pytest.CaptureFixture[str], text: str, fault: str) -> None:
    assert main([text]) == 2
    assert f"rummy_solver.export: error: {fault}" in capsys.readouterr().err
