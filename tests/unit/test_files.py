"""Files of hands in, files of answers out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import rummy_solver as rs
from rummy_solver import files
from rummy_solver.arrow import from_arrow, tiles_to_arrow
from rummy_solver.batch import opening_batch
from rummy_solver.files import Summary, Task, answer_file, deal_file

RULES = rs.get_rules("rummikub")


def test_deals_of_a_file_are_those_of_one_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "ROWS", 1000)
    done: list[int] = []
    deal_file(tmp_path / "d.parquet", RULES, 2500, seed=3, jokers=0, progress=done.append)
    assert done == [1000, 1000, 500]
    table = pq.read_table(tmp_path / "d.parquet")
    assert np.array_equal(from_arrow(table), rs.deal(RULES, 2500, seed=3, jokers=0))
    assert pq.read_metadata(tmp_path / "d.parquet").num_row_groups == 3


@pytest.mark.parametrize("threads", [1, 2])
def test_parquet_to_parquet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    monkeypatch.setattr(files, "ROWS", 700)
    tiles = rs.deal(RULES, 3000, seed=1)
    tiles[5] = 99
    rows = pa.table({"id": range(3000), "tiles": tiles_to_arrow(tiles)})
    pq.write_table(rows, tmp_path / "in.parquet", row_group_size=1100)
    task = Task(RULES, "opening", (("objective", "points"),), threads=threads)
    summary = answer_file(tmp_path / "in.parquet", tmp_path / "out.parquet", task)
    result = opening_batch(tiles, RULES, objective="points", errors="mask")
    found = pq.read_table(tmp_path / "out.parquet")
    assert found.column_names == ["id", "tiles", "value", "deadwood", "jokers_used", "status"]
    assert found["id"].to_pylist() == list(range(3000))
    assert found["value"][5].as_py() is None and found["status"][5].as_py() == 1
    good = np.arange(3000) != 5
    assert np.array_equal(found["value"].to_numpy()[good], result.value[good])
    assert (summary.rows, summary.invalid, summary.name) == (3000, 1, "value")
    opened = result.value[good & (result.value >= 0)]
    assert summary.counts[-1] == 2999 - len(opened)
    assert summary.mean == pytest.approx(opened.mean())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.parquet", "out.parquet"]


def test_csv_of_notation(tmp_path: Path) -> None:
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text('who,hand\nann,R5-8 Y1\nbob,"R5, R5, R5"\ncarl,\ndora,YBK9 *\n')
    summary = answer_file(source, target, Task(RULES))
    assert (summary.rows, summary.invalid) == (4, 1)
    assert target.read_text().splitlines() == [
        '"who","hand","value","deadwood","jokers_used","status"',
        '"ann","R5-8 Y1",4,1,0,0',
        '"bob","R5, R5, R5",,,,1',
        '"carl","",0,0,0,0',
        '"dora","YBK9 *",4,0,1,0',
    ]


def test_codes_are_written_to_csv_in_notation(tmp_path: Path) -> None:
    deal_file(tmp_path / "d.csv", rs.get_rules("joker_rummy"), 5, seed=2)
    texts = (tmp_path / "d.csv").read_text().splitlines()
    deals = rs.deal("joker_rummy", 5, seed=2)
    rules = rs.get_rules("joker_rummy")
    assert texts == ['"tiles"', *(f'"{rules.format(rs.Hand(row))}"' for row in deals.tolist())]
    options = (("melds", True),)
    answer_file(tmp_path / "d.csv", tmp_path / "o.csv", Task(rules, options=options))
    assert '"meld_of"' in (tmp_path / "o.csv").read_text().splitlines()[0]


@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_no_rows(tmp_path: Path, suffix: str) -> None:
    source, target = tmp_path / f"in.{suffix}", tmp_path / "out.parquet"
    deal_file(source, RULES, 0, seed=1)
    assert answer_file(source, target, Task(RULES)) == Summary(0, 0, "value")
    assert pq.read_table(target).column_names[-1] == "status"
    pq.write_table(pa.table({"hand": pa.array([], pa.string())}), tmp_path / "t.parquet")
    assert answer_file(tmp_path / "t.parquet", target, Task(RULES)).rows == 0


def test_a_failed_job_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "ROWS", 1000)
    deal_file(tmp_path / "in.parquet", RULES, 2000, seed=1)
    (tmp_path / "out.parquet").write_text("before")

    def stop(rows: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        answer_file(tmp_path / "in.parquet", tmp_path / "out.parquet", Task(RULES), progress=stop)
    assert (tmp_path / "out.parquet").read_text() == "before"
    assert len(list(tmp_path.iterdir())) == 2


def test_answers_of_answers_need_other_names(tmp_path: Path) -> None:
    deal_file(tmp_path / "in.parquet", RULES, 10, seed=1)
    answer_file(tmp_path / "in.parquet", tmp_path / "a.parquet", Task(RULES))
    with pytest.raises(rs.RummyError) as fault:
        answer_file(tmp_path / "a.parquet", tmp_path / "b.parquet", Task(RULES))
    assert str(fault.value) == "column 'value': expected a name that no answer has, got value"


@pytest.mark.parametrize(
    ("source", "target", "column", "message"),
    [
        ("x.txt", "o.csv", None, "file: expected a name in .parquet or .csv, got 'x.txt'"),
        ("x.csv", "o.arrow", None, "file: expected a name in .parquet or .csv, got 'o.arrow'"),
        (
            "x.csv",
            "o.csv",
            None,
            "column of hands: expected 'tiles' or 'hand', got columns ['a', 'b']",
        ),
        ("x.csv", "o.csv", "c", "column of hands: expected 'c', got columns ['a', 'b']"),
        ("x.csv", "o.csv", "b", "column of hands: expected lists of integers or texts, got int64"),
    ],
)
def test_bad_files(tmp_path: Path, source: str, target: str, column: Any, message: str) -> None:
    (tmp_path / source).write_text("a,b\nR1,2\n")
    with pytest.raises(rs.RummyError) as fault:
        answer_file(tmp_path / source, tmp_path / target, Task(RULES, column=column))
    assert str(fault.value) == message


def test_unknown_question() -> None:
    with pytest.raises(rs.RummyError, match="question: expected one of 'solve', 'opening'"):
        Task(RULES, "guess")


def test_broken_csv(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text("a,hand\n1,R1\n2\n")
    with pytest.raises(rs.RummyError, match=r"file 'x\.csv'"):
        answer_file(tmp_path / "x.csv", tmp_path / "o.csv", Task(RULES))


def test_rows_that_are_no_hand_are_written_to_csv_as_they_are(tmp_path: Path) -> None:
    tiles = pa.array([[1, 2, 3], [99, 1, 2], None], pa.list_(pa.uint8()))
    pq.write_table(pa.table({"tiles": tiles}), tmp_path / "in.parquet")
    answer_file(tmp_path / "in.parquet", tmp_path / "out.csv", Task(RULES))
    lines = (tmp_path / "out.csv").read_text().splitlines()
    assert lines[1].startswith('"R1 R2 R3",3,')
    assert lines[2].startswith('"99 1 2",')
    assert lines[3].startswith(",")


@pytest.mark.parametrize("suffix", ["parquet", "csv"])
def test_a_file_without_rows(tmp_path: Path, suffix: str) -> None:
    source, target = tmp_path / f"in.{suffix}", tmp_path / f"out.{suffix}"
    if suffix == "csv":
        source.write_text("hand\n")
    else:
        pq.write_table(pa.table({"tiles": pa.array([], pa.list_(pa.uint8()))}), source)
    assert answer_file(source, target, Task(RULES)).rows == 0
    assert target.exists()
