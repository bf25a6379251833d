"""Arrow in and out: every library, every kind of column, nulls and slices."""

from __future__ import annotations

from typing import Any

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pytest

import rummy_solver as rs
from rummy_solver.arrow import from_arrow, tiles_to_arrow, to_arrow
from rummy_solver.batch import RowStatus, solve_batch

ROWS = [[1, 2, 3, 0], [7, 7, 20, 52], [5, 6, 7, 8]]
TILES = np.array(ROWS, np.uint8)
FIXED = pa.list_(pa.uint8(), 4)


class Only:
    """Speaks the interface and nothing else."""

    def __init__(self, data: Any) -> None:
        self.data = data

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.data.__arrow_c_stream__(requested_schema)


class OnlyArray:
    def __init__(self, data: Any) -> None:
        self.data = data

    def __arrow_c_array__(self, requested_schema: object = None) -> object:
        return self.data.__arrow_c_array__(requested_schema)


FORMS = {
    "fixed": pa.array(ROWS, FIXED),
    "fixed int16": pa.array(ROWS, pa.list_(pa.int16(), 4)),
    "ragged": pa.array(ROWS, pa.list_(pa.uint8())),
    "spark": pa.array(ROWS, pa.list_(pa.int16())),
    "large": pa.array(ROWS, pa.large_list(pa.int64())),
    "chunked": pa.chunked_array([pa.array(ROWS[:1], FIXED), pa.array(ROWS[1:], FIXED)]),
    "table": pa.table({"hands": pa.array(ROWS, FIXED)}),
    "batch": pa.record_batch({"hands": pa.array(ROWS, FIXED)}),
    "stream alone": Only(pa.table({"hands": pa.array(ROWS, FIXED)})),
    "array alone": OnlyArray(pa.array(ROWS, FIXED)),
    "dictionary": pa.array(["R1-3 *", "R7 R7 Y7 K13", "R5-8"]).dictionary_encode(),
    "text": pa.array(["R1 R2 R3 *", "R7 R7 Y7 K13", "R5-8"]),
    "large text": pa.array(["* R1 R2 R3", "R7 R7 Y7 K13", "R5-8"], pa.large_string()),
    "text view": pa.array(["* R1 R2 R3", "R7 R7 Y7 K13", "R5-8"], pa.string_view()),
}


@pytest.mark.parametrize("form", FORMS)
def test_forms(form: str) -> None:
    codes = from_arrow(FORMS[form], "rummikub")
    assert codes.dtype == np.uint8 and codes.flags.c_contiguous
    assert np.array_equal(np.sort(codes), np.sort(TILES))


def test_no_copy_of_fixed_lists() -> None:
    codes = from_arrow(pa.array(ROWS, FIXED))
    assert not codes.flags.writeable and not codes.flags.owndata
    assert solve_batch(codes, "rummikub").value.tolist() == [4, 0, 4]


def test_column_of_a_table() -> None:
    table = pa.table({"id": [1, 2, 3], "hands": pa.array(ROWS, FIXED)})
    assert np.array_equal(from_arrow(table, column="hands"), TILES)
    for wrong in (None, "tiles"):
        with pytest.raises(rs.RummyError) as fault:
            from_arrow(table, column=wrong)
        expected = f"column of hands: expected one of ['id', 'hands'], got {wrong!r}"
        assert str(fault.value) == expected
    with pytest.raises(rs.RummyError, match="expected lists of integers or texts, got int64"):
        from_arrow(table, column="id")


@pytest.mark.parametrize("kind", [FIXED, pa.list_(pa.uint8()), pa.large_list(pa.int16())])
def test_slices(kind: Any) -> None:
    rows = [[i, i + 1, i + 2, i + 3] for i in range(1, 40)]
    array = pa.array(rows, kind)
    for start, length in [(0, 5), (3, 10), (38, 1), (7, 0)]:
        want = np.array(rows[start : start + length], np.uint8).reshape(length, 4)
        codes = from_arrow(array.slice(start, length))
        assert codes.shape[0] == length
        assert length == 0 or np.array_equal(codes, want)
    table = pa.table({"a": array}).slice(5, 20)
    assert np.array_equal(from_arrow(table), np.array(rows[5:25], np.uint8))


def test_ragged_rows_are_padded() -> None:
    codes = from_arrow(pa.array([[1], [], [4, 5, 6]], pa.list_(pa.uint8())))
    assert codes.tolist() == [[1, 255, 255], [255, 255, 255], [4, 5, 6]]
    padded = pa.array([[1, 255, 255] + [255] * 40], pa.list_(pa.int16()))
    assert from_arrow(padded).tolist() == [[1] + [255] * 31]


BAD = [
    pa.array([[1, 2], None, [3, 4]], pa.list_(pa.uint8(), 2)),
    pa.array([[1, 2], None, [3, 4]], pa.list_(pa.uint8())),
    pa.array([[1, 2], [1, None], [3, 4]], pa.list_(pa.uint8(), 2)),
    pa.array([[1, 2], [None], [3, 4]], pa.list_(pa.int16())),
    pa.array([[1, 2], [1, -1], [3, 4]], pa.list_(pa.int16())),
    pa.array([[1, 2], [1, 256], [3, 4]], pa.list_(pa.int64(), 2)),
    pa.array([[1, 2], [1] * 33, [3, 4]], pa.list_(pa.uint8())),
    pa.array(["R1 R2", "R1 R14", "R3 R4"]),
    pa.array(["R1 R2", None, "R3 R4"]),
    pa.array(["R1 R2", "R1 R1 R1", "R3 R4"]),
]


@pytest.mark.parametrize("array", BAD, ids=range(len(BAD)))
def test_bad_rows(array: Any) -> None:
    with pytest.raises(rs.HandError, match="row 1"):
        from_arrow(array, "rummikub")
    codes = from_arrow(array, "rummikub", errors="mask")
    status = solve_batch(codes, "rummikub", errors="mask").status.tolist()
    assert status == [RowStatus.OK, RowStatus.INVALID, RowStatus.OK]
    assert codes[[0, 2], :2].tolist() == [[1, 2], [3, 4]]
    alone = from_arrow(array.slice(1, 1), "rummikub", errors="mask")
    assert solve_batch(alone, "rummikub", errors="mask").status.tolist() == [RowStatus.INVALID]
    with pytest.raises(rs.HandError, match="row 0"):
        from_arrow(array.slice(1, 1), "rummikub")


def test_what_is_no_arrow_data() -> None:
    with pytest.raises(rs.RummyError) as fault:
        from_arrow([[1, 2]])
    expected = "an object with __arrow_c_stream__ or __arrow_c_array__"
    assert str(fault.value) == f"data: expected {expected}, got list"
    with pytest.raises(rs.RummyError, match="rules: expected a rule set to read texts by"):
        from_arrow(pa.array(["R1"]))
    with pytest.raises(rs.RummyError, match="errors: expected 'raise' or 'mask'"):
        from_arrow(pa.array(ROWS, FIXED), errors="drop")


@pytest.mark.parametrize("kind", [FIXED, pa.list_(pa.uint8()), pa.string()])
def test_no_rows(kind: Any) -> None:
    assert len(from_arrow(pa.array([], kind), "rummikub")) == 0
    assert len(from_arrow(pa.chunked_array([], kind), "rummikub")) == 0


def test_result_as_columns() -> None:
    tiles = np.array([[1, 2, 3, 255], [99, 1, 1, 1], [5, 6, 7, 8]], np.uint8)
    where = np.array([True, True, False])
    result = solve_batch(tiles, "rummikub", melds=True, errors="mask", where=where)
    columns = to_arrow(result, tiles)
    assert columns.to_pydict() == {
        "tiles": tiles.tolist(),
        "value": [3, None, None],
        "deadwood": [0, None, None],
        "jokers_used": [0, None, None],
        "status": [0, 1, 2],
        "meld_of": [[0, 0, 0, -1], None, None],
    }
    assert columns.schema.field("tiles").type == FIXED
    assert np.array_equal(from_arrow(columns, column="tiles"), tiles)


def test_no_places() -> None:
    column = tiles_to_arrow(np.empty((2, 0), np.uint8))
    assert column.to_pylist() == [[], []]
    assert from_arrow(column).shape == (2, 0)


def test_polars() -> None:
    tiles = rs.deal("rummikub", 100, seed=1)
    frame = pl.DataFrame(to_arrow(solve_batch(tiles, "rummikub"), tiles))
    assert frame.schema["tiles"] == pl.Array(pl.UInt8, 14)
    assert np.array_equal(from_arrow(frame, column="tiles"), tiles)
    assert np.array_equal(from_arrow(frame["tiles"]), tiles)
    ragged = frame["tiles"].cast(pl.List(pl.Int16))
    assert np.array_equal(from_arrow(ragged.slice(10, 5)), tiles[10:15])
    texts = pl.DataFrame({"hand": ["R1 R2", None]})
    assert from_arrow(texts, "rummikub", errors="mask").tolist() == [[1, 2], [254, 255]]


def test_pandas() -> None:
    frame = pa.table({"hand": ["R1 R2 R3", "R5"]}).to_pandas()
    assert from_arrow(frame, "rummikub").tolist() == [[1, 2, 3], [5, 255, 255]]


def test_duckdb() -> None:
    data = duckdb.sql("select unnest([[1, 2, 3]::utinyint[], [5]::utinyint[]]) as hand")
    assert from_arrow(data).tolist() == [[1, 2, 3], [5, 255, 255]]


def test_a_text_of_too_many_tiles() -> None:
    long = pa.array(["R1-13 Y1-13 B1-7"])
    with pytest.raises(rs.HandError) as caught:
        from_arrow(long, "rummikub")
    assert str(caught.value) == "row 0: hand: expected at most 32 tiles, got 33"
