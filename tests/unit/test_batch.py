"""Arrays of hands: what comes in, what comes out, and what is refused with which words."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

import numpy as np
import pytest

import rummy_solver as rs
from rummy_solver.batch import BatchResult, RowStatus, opening_batch, solve_batch
from rummy_solver.blocks import BLOCK, run_blocks
from rummy_solver.objectives import FaceWeights
from support.hands import random_rows
from support.process import python

HAND = "R5 R6 R7 R8 Y9 Y9 *"


def rows_of(*hands: str, width: int = 14, rules: str = "rummikub") -> np.ndarray:
    rows = np.full((len(hands), width), 255, np.uint8)
    for row, text in zip(rows, hands, strict=True):
        codes = [int(tile) for tile in rs.Hand.parse(text, rs.get_rules(rules))]
        row[: len(codes)] = codes
    return rows


def same(a: BatchResult, b: BatchResult) -> bool:
    pairs = [(getattr(a, f.name), getattr(b, f.name)) for f in fields(a)]
    return all(np.array_equal(x, y) if x is not None else y is None for x, y in pairs)


def test_form_of_the_result() -> None:
    result = solve_batch(rows_of(HAND, ""), "rummikub", melds=True)
    assert result.value.tolist() == [5, 0]
    assert result.deadwood.tolist() == [2, 0]
    assert result.jokers_used.tolist() == [1, 0]
    assert result.status.tolist() == [RowStatus.OK, RowStatus.OK]
    assert result.meld_of is not None
    assert result.meld_of[0].tolist() == [0, 0, 0, 0, 0, -1, -1] + [-1] * 7
    assert [result.value.dtype, result.deadwood.dtype, result.meld_of.dtype] == [
        np.int32,
        np.uint8,
        np.int8,
    ]
    assert len(result) == 2


def test_equal_tiles_are_told_apart_by_place() -> None:
    tiles = np.array([[5, 5, 6, 7, 255], [7, 6, 5, 5, 255]], np.uint8)
    result = solve_batch(tiles, "rummikub", melds=True)
    assert result.meld_of is not None
    assert result.meld_of.tolist() == [[0, -1, 0, 0, -1], [0, 0, 0, -1, -1]]


@pytest.mark.parametrize("shape", [(0, 14), (0, 0), (3, 0)])
def test_nothing_to_solve(shape: tuple[int, int]) -> None:
    for question in (solve_batch, opening_batch):
        result = question(np.empty(shape, np.uint8), "rummyclub", melds=True)
        assert len(result) == shape[0]
        assert result.value.tolist() == [0] * shape[0]
        assert result.meld_of is not None and result.meld_of.shape == shape


def test_arrays_that_cannot_be_written_to_are_read() -> None:
    tiles = rows_of(HAND)
    tiles.flags.writeable = False
    assert solve_batch(tiles, "rummikub").value.tolist() == [5]
    where = np.ones(1, np.bool_)
    where.flags.writeable = False
    assert solve_batch(tiles, "rummikub", where=where).value.tolist() == [5]


BAD_ARRAYS: list[tuple[Callable[[np.ndarray], Any], str]] = [
    (lambda t: t.tolist(), "tiles: expected a numpy array of uint8, got list"),
    (lambda t: t.astype(np.int64), "tiles: expected dtype uint8, got int64"),
    (lambda t: t.view(np.int8), "tiles: expected dtype uint8, got int8"),
    (lambda t: t[0], "tiles: expected shape (rows, places), got (14,)"),
    (lambda t: t[None], "tiles: expected shape (rows, places), got (1, 4, 14)"),
    (lambda t: t[:, [0] * 33], "tiles: expected at most 32 places a row, got 33"),
    (
        lambda t: t[:, ::2],
        (
            "tiles: expected a C-contiguous array (numpy.ascontiguousarray makes one), "
            "got strides (14, 2)"
        ),
    ),
    (
        np.asfortranarray,
        (
            "tiles: expected a C-contiguous array (numpy.ascontiguousarray makes one), "
            "got strides (1, 4)"
        ),
    ),
]


@pytest.mark.parametrize(("spoil", "message"), BAD_ARRAYS, ids=lambda x: str(x)[:30])
def test_bad_arrays(spoil: Callable[[np.ndarray], Any], message: str) -> None:
    with pytest.raises(rs.HandError) as fault:
        solve_batch(spoil(rows_of(HAND, HAND, HAND, HAND)), "rummikub")
    assert str(fault.value) == message


BAD_ROWS = [
    ({3: 255}, "tile code at row 2, column 4: expected 255 behind the padding, got 8"),
    ({3: 53}, "tile code at row 2, column 3: expected a code of deck 'rummikub' or 255, got 53"),
    ({3: 200}, "tile code at row 2, column 3: expected a code of deck 'rummikub' or 255, got 200"),
    ({0: 0, 1: 0, 2: 0}, "row 2: hand has 3 of *, deck 'rummikub' has 2"),
    ({0: 5, 1: 5, 2: 5}, "row 2: hand has 3 of R5, deck 'rummikub' has 2"),
]


def spoilt(changes: dict[int, int]) -> np.ndarray:
    rows = np.tile(np.arange(4, 18, dtype=np.uint8), (5, 1))
    for column, code in changes.items():
        rows[2, column] = code
    return rows


@pytest.mark.parametrize(("changes", "message"), BAD_ROWS)
def test_bad_row_is_named_and_nothing_is_written(changes: dict[int, int], message: str) -> None:
    rows = spoilt(changes)
    good = np.delete(rows, 2, axis=0)
    out = solve_batch(np.ascontiguousarray(rows[[0] * 5]), "rummikub", melds=True)
    held = [getattr(out, f.name).copy() for f in fields(out)]
    with pytest.raises(rs.HandError) as fault:
        solve_batch(rows, "rummikub", out=out, melds=True)
    assert str(fault.value) == message
    for f, old in zip(fields(out), held, strict=True):
        assert np.array_equal(getattr(out, f.name), old)
    masked = solve_batch(rows, "rummikub", errors="mask", melds=True)
    assert masked.status.tolist() == [0, 0, 1, 0, 0]
    assert (masked.value[2], masked.deadwood[2], masked.jokers_used[2]) == (-1, 255, 255)
    assert masked.meld_of is not None and (masked.meld_of[2] == -1).all()
    assert np.array_equal(np.delete(masked.value, 2), solve_batch(good, "rummikub").value)
    skipped = solve_batch(rows, "rummikub", where=np.arange(5) != 2)
    assert skipped.status.tolist() == [0, 0, 2, 0, 0] and skipped.value[2] == -1


def test_one_bad_row_among_many() -> None:
    rows = rs.deal("joker_rummy", 1_000_000, seed=1)
    rows[777_777, :7] = 0
    for threads in (1, 3):
        with pytest.raises(rs.HandError) as fault:
            solve_batch(rows, "joker_rummy", threads=threads)
        assert str(fault.value) == "row 777777: hand has 7 of *, deck 'joker_rummy' has 6"


def test_first_bad_row_is_named_whatever_the_threads() -> None:
    rows = rs.deal("rummikub", 60_000, seed=1)
    rows[[9_000, 33_000, 59_999], 3] = 99
    for threads in (1, 2, 4):
        with pytest.raises(rs.HandError, match="row 9000, column 3"):
            solve_batch(rows, "rummikub", threads=threads)


def test_out_of_play_tiles_of_okey() -> None:
    """The deck of okey lacks one copy of the indicator: two of it are too many."""
    okey = rs.get_rules("okey").replace(indicator="K5")
    k5 = int(rs.Tile("K5"))
    rows = np.array([[k5, k5, 1]], np.uint8)
    with pytest.raises(rs.HandError) as fault:
        solve_batch(rows, okey)
    assert str(fault.value) == "row 0: hand has 2 of K5, deck 'okey' has 1"
    assert solve_batch(rows, okey, errors="mask").status.tolist() == [1]


def test_where_keeps_what_out_held() -> None:
    rows = rs.deal("rummikub", 10_000, seed=2)
    plain = solve_batch(rows, "rummikub", melds=True)
    where = np.arange(10_000) % 3 == 0
    fresh = solve_batch(rows, "rummikub", melds=True, where=where)
    assert np.array_equal(fresh.value[where], plain.value[where])
    assert set(fresh.status[~where]) == {RowStatus.SKIPPED}
    assert (fresh.value[~where] == -1).all() and (fresh.deadwood[~where] == 255).all()
    assert fresh.meld_of is not None and (fresh.meld_of[~where] == -1).all()
    for array in (fresh.value, fresh.deadwood, fresh.jokers_used, fresh.status, fresh.meld_of):
        array[~where] = 77
    again = solve_batch(rows, "rummikub", melds=True, where=where, out=fresh)
    assert again is fresh
    assert (fresh.value[~where] == 77).all() and (fresh.status[~where] == 77).all()
    assert np.array_equal(fresh.value[where], plain.value[where])


def test_rows_left_out_may_hold_anything() -> None:
    rows = np.full((3, 14), 99, np.uint8)
    rows[1] = rows_of(HAND)[0]
    result = solve_batch(rows, "rummikub", where=np.array([False, True, False]))
    assert result.value.tolist() == [-1, 5, -1]


def out_with(**arrays: Any) -> BatchResult:
    plain = {
        "value": np.zeros(4, np.int32),
        "deadwood": np.zeros(4, np.uint8),
        "jokers_used": np.zeros(4, np.uint8),
        "status": np.zeros(4, np.uint8),
    }
    return BatchResult(**{**plain, **arrays})


def frozen() -> np.ndarray:
    array = np.zeros(4, np.int32)
    array.flags.writeable = False
    return array


BAD_ARGUMENTS: list[tuple[dict[str, Any], str]] = [
    ({"errors": "ignore"}, "errors: expected 'raise' or 'mask', got 'ignore'"),
    ({"threads": 0}, "threads: expected an integer >= 1, got 0"),
    ({"where": [True] * 4}, "where: expected a numpy array of bool, got list"),
    ({"where": np.ones(4, np.uint8)}, "where: expected a numpy array of bool, got uint8"),
    ({"where": np.ones(3, np.bool_)}, "where: expected shape (4,), got (3,)"),
    (
        {"out": out_with(value=np.zeros(4, np.int64))},
        "out.value: expected an array of int32 of shape (4,), got int64 of shape (4,)",
    ),
    (
        {"out": out_with(status=np.zeros(3, np.uint8))},
        "out.status: expected an array of uint8 of shape (4,), got uint8 of shape (3,)",
    ),
    (
        {"out": out_with(value=np.zeros(8, np.int32)[::2])},
        (
            "out.value: expected a C-contiguous array that can be written to, "
            "got strides (8,), writeable True"
        ),
    ),
    (
        {"out": out_with(value=frozen())},
        (
            "out.value: expected a C-contiguous array that can be written to, "
            "got strides (4,), writeable False"
        ),
    ),
    (
        {"out": out_with(), "melds": True},
        "out.meld_of: expected an array of int8 of shape (4, 14), got NoneType",
    ),
    (
        {"out": out_with(meld_of=np.zeros((4, 14), np.int8))},
        "out.meld_of: expected None, as melds=False, got an array",
    ),
]


@pytest.mark.parametrize(("arguments", "message"), BAD_ARGUMENTS, ids=lambda x: str(x)[:40])
def test_bad_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(rs.RummyError) as fault:
        solve_batch(rows_of(HAND, HAND, HAND, HAND), "rummikub", **arguments)
    assert str(fault.value) == message


def test_out_must_not_lie_over_the_rows() -> None:
    tiles = rows_of(HAND, HAND, HAND, HAND)
    with pytest.raises(rs.RummyError) as fault:
        solve_batch(tiles, "rummikub", out=out_with(status=tiles.ravel()[:4]))
    assert str(fault.value) == "out.status: expected memory of its own, got memory of tiles"


def test_objective_too_large_for_a_column() -> None:
    big = rs.Objective("big", lambda _: FaceWeights(*((10**9,) * n for n in (15, 15, 14, 14))))
    with pytest.raises(rs.RuleSetError, match="values that fit int32 in a batch"):
        solve_batch(rows_of(HAND), "rummikub", objective=big)


def test_opening() -> None:
    rows = rows_of("R8 R9 R10 Y1", "R9 R10 R11 Y1 Y1 B3", "R1 R2 R3")
    result = opening_batch(rows, "rummikub", melds=True)
    assert result.value.tolist() == [-1, 3, -1]
    assert result.deadwood.tolist() == [4, 3, 3]
    assert result.status.tolist() == [0, 0, 0]
    assert result.meld_of is not None
    assert result.meld_of[:2].max(axis=1).tolist() == [-1, 0]


def test_threads_at_once(np_rng: np.random.Generator) -> None:
    """Several callers, each with threads of its own, share one rule set."""
    rules = rs.get_rules("joker_rummy").replace(name="shared")
    rows = random_rows(rules, 6_000, np_rng, 0, 14)
    want = solve_batch(rows, "joker_rummy", objective="points", melds=True)
    found: list[BatchResult] = []

    def ask() -> None:
        found.append(solve_batch(rows, rules, objective="points", melds=True, threads=2))

    callers = [threading.Thread(target=ask) for _ in range(4)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert len(found) == 4 and all(same(result, want) for result in found)


@pytest.fixture
def ctrl_c() -> Iterator[None]:
    """Let Ctrl-C interrupt: a shell starts what runs in the background with it switched off."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_stops_within_a_block(threads: int) -> None:
    rows = rs.deal("rummikub", 3_000_000, seed=1)
    main = threading.main_thread().ident
    assert main is not None

    def ask_for_long() -> None:
        for _ in range(100):
            solve_batch(rows, "rummikub", objective="points", threads=threads)

    timer = threading.Timer(0.05, signal.pthread_kill, (main, signal.SIGINT))
    timer.start()
    begin = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        ask_for_long()
    assert time.perf_counter() - begin < 2


MEMORY = """
import resource
import numpy as np
import rummy_solver as rs

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

tiles = rs.deal("rummikub", 600_000, seed=1)
rs.solve_batch(tiles[:1], "rummikub")
before = peak()
result = rs.solve_batch(tiles, "rummikub", threads={threads})
print(peak() - before - 7 * len(result))
"""


@pytest.mark.parametrize("threads", [1, 2])
def test_memory_beside_the_arrays(threads: int) -> None:
    """Less than 16 MB a thread, whatever the number of rows."""
    used = int(python("-c", MEMORY.format(threads=threads)).stdout)
    assert used < threads * 16 * 2**20


def test_bad_rows_where_one_meld_opens() -> None:
    rules = rs.get_rules("joker_rummy").replace(opening_single_meld=True)
    rows = rows_of("Ks Kh Kd", "2s 3s 4s", width=4, rules="joker_rummy")
    rows[1, 3] = 99
    result = opening_batch(rows, rules, errors="mask", melds=True)
    assert result.value.tolist() == [3, -1]
    assert result.status.tolist() == [RowStatus.OK, RowStatus.INVALID]
    assert result.meld_of is not None and result.meld_of.tolist() == [[0, 0, 0, -1], [-1] * 4]


def test_an_error_in_one_thread_stops_the_others() -> None:
    done: list[int] = []

    def start() -> Callable[[int, int], None]:
        def work(first: int, _end: int) -> None:
            if first == 2 * BLOCK:
                raise ZeroDivisionError
            done.append(first)

        return work

    with pytest.raises(ZeroDivisionError):
        run_blocks(start, 1000 * BLOCK, 3)
    assert len(done) < 999
