"""Arrow in and out: columns of hands, columns of results.

Whatever speaks the Arrow PyCapsule interface comes in: pyarrow, polars, pandas, DuckDB. What goes
out are pyarrow objects, which speak it too.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from rummy_solver.errors import HandError, RummyError, shown
from rummy_solver.hand import Hand
from rummy_solver.rows import LONGEST, Codes, RowStatus
from rummy_solver.rules import RuleSet
from rummy_solver.rulesets import as_rules
from rummy_solver.tiles import PAD

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["from_arrow", "tiles_to_arrow", "to_arrow"]

NO_TILE = 254
"""First code of a row that could not be read: no deck has it, so the row is INVALID in a batch."""

Flags = npt.NDArray[np.bool_]


def from_arrow(
    data: Any,
    rules: RuleSet | str | None = None,
    *,
    column: str | None = None,
    errors: str = "raise",
) -> Codes:
    """Read a column of hands into an array of tile codes.

    Parameters
    ----------
    data
        An array or a table of any library with ``__arrow_c_stream__`` or ``__arrow_c_array__``.
        The column of hands: lists, of fixed size or ragged, of integers (tile codes), or texts.
    rules
        Rule set or its name, by which texts are read; needed for these alone.
    column
        Name of the column when `data` is a table; a table of one column needs none.
    errors
        ``"raise"``: nulls, codes beyond 0..255, more than 32 tiles and texts that are no hand are
        an error. ``"mask"``: such rows come out as rows that every batch marks INVALID.

    Returns
    -------
    array
        uint8 (n, k), as wide as the longest row, padded with 255; read-only where Arrow's own
        memory could be used.

    Raises
    ------
    HandError
        A row is no hand, and errors are not masked.
    RummyError
        There is no such column, or it holds neither lists of integers nor texts.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from_arrow(pa.array([[1, 2, 3], [7], []], pa.list_(pa.int16())))
    array([[  1,   2,   3],
           [  7, 255, 255],
           [255, 255, 255]], dtype=uint8)
    """
    import pyarrow as pa

    if errors not in ("raise", "mask"):
        raise RummyError("errors", expected="'raise' or 'mask'", got=shown(errors))
    array = _one_array(_column(data, column))
    kind = array.type
    if pa.types.is_fixed_size_list(kind) and pa.types.is_integer(kind.value_type):
        codes, bad = _from_fixed(array)
    elif _is_list(kind) and pa.types.is_integer(kind.value_type):
        codes, bad = _from_ragged(array)
    elif pa.types.is_string(kind) or pa.types.is_large_string(kind):
        return _from_texts(array, rules, errors)
    else:
        raise RummyError("column of hands", expected="lists of integers or texts", got=str(kind))
    if codes.shape[1] > LONGEST:
        codes, bad = _narrowed(codes, bad)
    return _marked(codes, bad, errors)


def to_arrow(result: Any, tiles: Codes | None = None) -> pa.RecordBatch:
    """Return a batch result as Arrow columns.

    Parameters
    ----------
    result
        What `solve_batch`, `opening_batch`, `close_batch` or `distance_batch` returned.
    tiles
        The rows asked about, to stand in front as the column ``tiles``.

    Returns
    -------
    pyarrow.RecordBatch
        One column a field; rows that are not OK are null in all but ``status``.

    Examples
    --------
    >>> from rummy_solver.batch import solve_batch
    >>> from rummy_solver.deals import deal
    >>> rows = deal("rummikub", 5, seed=1)
    >>> to_arrow(solve_batch(rows, "rummikub"), rows).column_names
    ['tiles', 'value', 'deadwood', 'jokers_used', 'status']
    """
    import pyarrow as pa

    blank = result.status != RowStatus.OK
    mask = blank if blank.any() else None
    columns = {} if tiles is None else {"tiles": tiles_to_arrow(tiles)}
    for field in fields(result):
        values = getattr(result, field.name)
        if values is None:
            continue
        if values.ndim == 2:
            columns[field.name] = _list_column(values, mask)
        else:
            columns[field.name] = pa.array(values, mask=None if field.name == "status" else mask)
    return pa.RecordBatch.from_pydict(columns)


def tiles_to_arrow(tiles: Codes) -> pa.FixedSizeListArray:
    """Return an array of tile codes as a column of fixed-size lists of uint8."""
    return _list_column(np.ascontiguousarray(tiles), None)


def _list_column(values: npt.NDArray[Any], mask: Flags | None) -> pa.FixedSizeListArray:
    import pyarrow as pa

    kind = pa.list_(pa.from_numpy_dtype(values.dtype), values.shape[1])
    flat = pa.array(values.reshape(-1))
    null = None if mask is None else pa.array(mask)
    if values.shape[1] == 0:
        return pa.array([[]] * len(values), kind)
    return pa.FixedSizeListArray.from_arrays(flat, type=kind, mask=null)


# ---- finding the column -----------------------------------------------------------


def _column(data: Any, column: str | None) -> pa.ChunkedArray:
    import pyarrow as pa

    if hasattr(data, "__arrow_c_stream__"):
        chunks = pa.chunked_array(data)
    elif hasattr(data, "__arrow_c_array__"):
        chunks = pa.chunked_array([pa.array(data)])
    else:
        expected = "an object with __arrow_c_stream__ or __arrow_c_array__"
        raise RummyError("data", expected=expected, got=type(data).__name__)
    if not pa.types.is_struct(chunks.type):
        return chunks
    names = [field.name for field in chunks.type]
    if column is None and len(names) == 1:
        column = names[0]
    if column not in names:
        raise RummyError("column of hands", expected=f"one of {names}", got=shown(column))
    number = names.index(column)
    parts = [chunk.flatten()[number] for chunk in chunks.chunks]
    return pa.chunked_array(parts, chunks.type[number].type)


def _one_array(chunks: pa.ChunkedArray) -> pa.Array:
    import pyarrow as pa

    kind = chunks.type
    if pa.types.is_dictionary(kind):
        chunks, kind = chunks.cast(kind.value_type), kind.value_type
    if pa.types.is_string_view(kind):
        chunks, kind = chunks.cast(pa.large_string()), pa.large_string()
    if chunks.num_chunks == 1:
        return chunks.chunk(0)
    return pa.concat_arrays(chunks.chunks) if chunks.num_chunks else pa.array([], kind)


def _is_list(kind: Any) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind))


# ---- lists of codes ------------------------------------------------------------------


def _values(flat: pa.Array) -> tuple[Codes, Flags | None]:
    """Return integers as uint8, and which of them are none of 0..255 or null; None: all fit."""
    import pyarrow as pa

    null = None
    if flat.null_count:
        null = flat.is_null().to_numpy(zero_copy_only=False)
        flat = flat.fill_null(PAD if flat.type != pa.int8() else 0)
    raw = flat.to_numpy(zero_copy_only=False)
    if raw.dtype == np.uint8:
        return raw, null
    wrong = (raw < 0) | (raw > PAD)
    if null is not None:
        wrong |= null
    return raw.astype(np.uint8), wrong if wrong.any() else None


def _from_fixed(array: pa.FixedSizeListArray) -> tuple[Codes, Flags]:
    """Read rows of equal length; a null row still has its places in the values."""
    n, width = len(array), array.type.list_size
    flat = array.values.slice(array.offset * width, n * width)
    values, wrong = _values(flat)
    bad = array.is_null().to_numpy(zero_copy_only=False)
    if wrong is not None:
        bad = bad | wrong.reshape(n, width).any(axis=1)
    return values.reshape(n, width), bad


def _from_ragged(array: pa.ListArray) -> tuple[Codes, Flags]:
    """Read rows of any length, which the offsets tell; a null row may have values behind it."""
    n = len(array)
    offsets = array.offsets.to_numpy(zero_copy_only=False).astype(np.int64)
    first = int(offsets[0]) if n else 0
    end = int(offsets[-1]) if n else 0
    values, wrong = _values(array.values.slice(first, end - first))
    lengths = np.diff(offsets)
    bad = array.is_null().to_numpy(zero_copy_only=False)
    lengths = np.where(bad, 0, lengths)
    width = int(lengths.max(initial=0))
    starts = offsets[:-1] - first
    places = np.arange(width)
    held = places < lengths[:, None]
    codes = np.full((n, width), PAD, np.uint8)
    index = (starts[:, None] + places)[held]
    codes[held] = values[index]
    if wrong is not None:
        spoilt = np.zeros((n, width), np.bool_)
        spoilt[held] = wrong[index]
        bad = bad | spoilt.any(axis=1)
    return codes, bad


def _narrowed(codes: Codes, bad: Flags) -> tuple[Codes, Flags]:
    """Cut what is padding in every good row; a row that is longer still is bad."""
    long = (codes[:, LONGEST:] != PAD).any(axis=1)
    return np.ascontiguousarray(codes[:, :LONGEST]), bad | long


def _marked(codes: Codes, bad: Flags, errors: str) -> Codes:
    if not bad.any():
        return np.ascontiguousarray(codes)
    if errors == "raise":
        row = int(np.argmax(bad))
        expected = f"at most {LONGEST} tile codes, none of them null"
        raise HandError("hand", where=f"row {row}", expected=expected, got="another value")
    if codes.shape[1] == 0:
        codes = np.full((len(codes), 1), PAD, np.uint8)
    codes = codes.copy()
    codes[bad] = PAD
    codes[bad, 0] = NO_TILE
    return codes


# ---- texts ----------------------------------------------------------------------------


def _from_texts(array: pa.Array, rules: RuleSet | str | None, errors: str) -> Codes:
    if rules is None:
        raise RummyError("rules", expected="a rule set to read texts by", got="None")
    game = as_rules(rules)
    rows: list[bytes] = []
    for number, text in enumerate(array.to_pylist()):
        try:
            if text is None:
                raise HandError("hand", expected="a text", got="null")
            codes = Hand.parse(text, game).codes()
            if len(codes) > LONGEST:
                raise HandError("hand", expected=f"at most {LONGEST} tiles", got=str(len(codes)))
        except RummyError as fault:
            if errors == "raise":
                raise HandError(f"row {number}: {fault}") from fault
            codes = bytes([NO_TILE])
        rows.append(codes)
    width = max(map(len, rows), default=0)
    flat = b"".join(codes.ljust(width, bytes([PAD])) for codes in rows)
    return np.frombuffer(flat, np.uint8).reshape(len(rows), width)
