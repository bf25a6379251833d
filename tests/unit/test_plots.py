"""Pictures of results."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import rummy_solver as rs
from rummy_solver.files import Task, answer_file, deal_file
from rummy_solver.plots import counts_of_file, draw_counts, save_picture

RULES = rs.get_rules("rummyclub")
CLOSED = "R1-4 R7-9 K5-8 K11-13 *"


def closings(folder: Path) -> Path:
    (folder / "hands.csv").write_text(f"hand\n{CLOSED}\nR1\nR1-14\n{CLOSED}\n")
    answer_file(folder / "hands.csv", folder / "closed.parquet", Task(RULES, "close"))
    return folder / "closed.parquet"


def test_counts(tmp_path: Path) -> None:
    deal_file(tmp_path / "d.parquet", RULES, 500, seed=1)
    summary = answer_file(tmp_path / "d.parquet", tmp_path / "s.parquet", Task(RULES))
    assert counts_of_file(tmp_path / "s.parquet") == ("value", summary.counts)
    column, counts = counts_of_file(tmp_path / "s.parquet", "deadwood")
    assert (column, sum(counts.values())) == ("deadwood", 500)
    assert counts[14] == summary.counts[0]


def test_rows_that_are_not_ok_are_left_out(tmp_path: Path) -> None:
    path = closings(tmp_path)
    assert counts_of_file(path) == ("points", Counter({2: 2}))
    assert counts_of_file(path, "closable") == ("closable", Counter({1: 2}))
    assert counts_of_file(path, "discard") == ("discard", Counter({0: 2}))


def test_names_of_what_is_counted() -> None:
    def labels(column: str, *values: int) -> list[str]:
        figure = draw_counts({"x": Counter(values)}, column, rules=RULES)
        return [label.get_text() for label in figure.axes[0].get_xticklabels()]

    assert labels("closable", 0, 1) == ["no", "yes"]
    assert labels("discard", 0, 27, 255) == ["*", "G1", "none"]
    assert labels("pattern", -1, 0, 1) == ["none", "simple", "seven_pairs"]
    assert labels("distance", -1, 3) == ["none", "3"]
    assert len(labels("points", *range(100))) == 25


def test_shares_add_up() -> None:
    figure = draw_counts({"a": Counter({1: 1, 2: 3}), "b": Counter({2: 5})}, "value")
    heights = [bar.get_height() for bar in figure.axes[0].patches]
    assert heights == [25, 75, 0, 100]
    assert figure.axes[0].get_legend() is not None


def test_nothing_to_draw() -> None:
    assert len(draw_counts({"a": Counter()}, "value").axes[0].patches) == 0


@pytest.mark.parametrize(("name", "begins"), [("a.png", b"\x89PNG"), ("a.svg", b"<?xml")])
def test_files_repeat(tmp_path: Path, name: str, begins: bytes) -> None:
    def write() -> bytes:
        save_picture(draw_counts({"a": Counter({1: 1, 2: 3})}, "value"), tmp_path / name)
        return (tmp_path / name).read_bytes()

    first = write()
    assert first.startswith(begins)
    assert write() == first


def test_bad_names(tmp_path: Path) -> None:
    figure = draw_counts({"a": Counter({1: 1})}, "value")
    with pytest.raises(rs.RummyError) as fault:
        save_picture(figure, tmp_path / "a.gif")
    assert str(fault.value) == "picture: expected a name in .png or .svg, got 'a.gif'"
    path = closings(tmp_path)
    for column in ("hand", "nothing"):
        with pytest.raises(rs.RummyError, match=f"column: expected one of .*, got '{column}'"):
            counts_of_file(path, column)


def test_values_of_csv_files_are_counted_alike(tmp_path: Path) -> None:
    (tmp_path / "hands.csv").write_text("hand\nR1-3\nR1-4\nR1\nR1-14\n")
    answer_file(tmp_path / "hands.csv", tmp_path / "solved.csv", Task(RULES))
    assert counts_of_file(tmp_path / "solved.csv") == ("value", Counter({3: 1, 4: 1, 0: 1}))
