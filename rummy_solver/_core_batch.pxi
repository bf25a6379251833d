# Rows of arrays, seeded deals and exact numbers of hands.

from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.stddef cimport size_t
from libc.stdint cimport int8_t, int32_t, int64_t, uint32_t, uint64_t


cdef extern from "rummy.h":
    enum:
        RM_MORE
        RM_ERR_SPACE

    ctypedef struct rm_count:
        pass

    ctypedef struct rm_tally:
        uint64_t distinct_high, distinct_low, physical_high, physical_low

    void rm_deal(
        const uint8_t *deck, uint64_t seed, uint64_t first, size_t rows, size_t width,
        uint8_t *out) nogil
    void rm_pick(uint64_t seed, uint64_t first, size_t rows, uint32_t bound, uint8_t *out) nogil
    int rm_count_begin(
        const rm_rules *rules, const uint8_t *deck, int naturals, int jokers, void *memory,
        size_t size, rm_count **out) nogil
    int rm_count_step(rm_count *count, uint32_t nodes) nogil
    void rm_count_result(const rm_count *count, int naturals, rm_tally *out) nogil


cdef extern from "rummy.h" nogil:
    ctypedef struct rm_rows:
        const uint8_t *tiles
        const uint8_t *where
        const uint8_t *deck
        size_t width
        uint8_t least, most

    ctypedef struct rm_solve_job:
        const rm_rules *rules
        const rm_tables *tables[7]
        const rm_tables *points[7]
        const int64_t *left
        int64_t divisor, least, tiles_divisor, tiles_radix
        uint8_t tiles_first, opening

    ctypedef struct rm_worker:
        rm_scratch *scratch
        rm_scratch *second
        rm_walk *walk

    ctypedef struct rm_solved:
        int32_t *value
        uint8_t *deadwood
        uint8_t *jokers_used
        uint8_t *status
        int8_t *meld_of

    size_t rm_rows_check(const rm_rows *rows, size_t first, size_t end)
    int rm_solve_rows(
        const rm_solve_job *job, const rm_rows *rows, size_t first, size_t end,
        const rm_worker *worker, const rm_solved *out)
    int rm_distance_rows(
        const rm_rules *rules, const rm_rows *rows, int size, int pair_jokers, size_t first,
        size_t end, int8_t *distance, uint8_t *status)

    ctypedef struct rm_close_job:
        const rm_rules *rules
        uint8_t base, at, above, pairs, pair_jokers

    void rm_close_rows(
        const rm_close_job *job, const rm_rows *rows, size_t first, size_t end, uint8_t *found)


# ---- rows ------------------------------------------------------------------------


cdef class RowArray:
    """An array of rows, which rows are wanted, and what a row may hold."""

    cdef rm_rows c
    cdef const uint8_t[:, ::1] tiles
    cdef const uint8_t[::1] where
    cdef bytes deck
    cdef size_t count

    def __cinit__(
        self, const uint8_t[:, ::1] tiles not None, bytes deck not None, uint8_t least,
        uint8_t most, const uint8_t[::1] where,
    ):
        if len(deck) != RM_CODES or tiles.shape[1] > 32:
            raise ValueError(f"rows: expected at most 32 places, got {tiles.shape[1]}")
        if where is not None and where.shape[0] != tiles.shape[0]:
            raise ValueError(f"where: expected {tiles.shape[0]} flags, got {where.shape[0]}")
        self.tiles, self.where, self.deck = tiles, where, deck
        self.count = <size_t>tiles.shape[0]
        self.c.width = <size_t>tiles.shape[1]
        self.c.deck = <const uint8_t *>PyBytes_AS_STRING(deck)
        # An array without an element has no address: any will do, none is read.
        self.c.tiles = &tiles[0, 0] if self.count and self.c.width else self.c.deck
        self.c.where = NULL
        if where is not None:
            self.c.where = &where[0] if self.count else self.c.deck
        self.c.least, self.c.most = least, most

    cdef int within(self, size_t first, size_t end, size_t rows) except -1:
        if not first <= end <= self.count or rows != self.count:
            raise ValueError(f"rows: expected {self.count}, got {first}..{end} of {rows}")
        return 0

    def first_bad(self, size_t first, size_t end) -> int:
        """Return the first row of first..end-1 that is no good hand, or end."""
        self.within(first, end, self.count)
        with nogil:
            first = rm_rows_check(&self.c, first, end)
        return first


# ---- solving rows ------------------------------------------------------------------


cdef class SolveJob:
    """An objective, or an opening, ready to be asked of rows by any number of threads."""

    cdef rm_solve_job c
    cdef CoreSolver solver
    cdef CoreSolver points

    def __cinit__(
        self, CoreSolver solver not None, CoreSolver points, int64_t least, int64_t tiles_divisor,
        int64_t tiles_radix, bint tiles_first,
    ):
        if points is solver or tiles_divisor < 1 or tiles_radix < 0:
            raise ValueError("solve job: expected two solvers and where the tiles are")
        self.solver, self.points = solver, points
        self.c.rules = &solver.rules.c
        for jokers in range(RM_MAX_JOKERS + 1):
            self.c.tables[jokers] = self.c.points[jokers] = NULL
        for jokers in range(solver.rules.c.jokers + 1):
            self.c.tables[jokers] = solver.tables_for(jokers)
            if points is not None:
                self.c.points[jokers] = points.tables_for(jokers)
        self.c.left = solver.left if solver.least else NULL
        self.c.divisor, self.c.least = solver.divisor, least
        self.c.tiles_divisor, self.c.tiles_radix = tiles_divisor, tiles_radix
        self.c.tiles_first, self.c.opening = tiles_first, points is not None


cdef class SolveWorker:
    """The memory of one thread that solves rows."""

    cdef rm_worker c
    cdef SolveJob job

    def __cinit__(self, SolveJob job not None):
        self.job = job
        self.c.scratch = <rm_scratch *>PyMem_RawMalloc(rm_scratch_size())
        self.c.second = <rm_scratch *>PyMem_RawMalloc(rm_scratch_size())
        self.c.walk = <rm_walk *>PyMem_RawMalloc(sizeof(rm_walk))
        if self.c.scratch == NULL or self.c.second == NULL or self.c.walk == NULL:
            raise MemoryError
        rm_scratch_clear(self.c.scratch)
        rm_scratch_clear(self.c.second)

    def __dealloc__(self):
        PyMem_RawFree(self.c.scratch)
        PyMem_RawFree(self.c.second)
        PyMem_RawFree(self.c.walk)

    def run(
        self, RowArray rows not None, size_t first, size_t end, int32_t[::1] value not None,
        uint8_t[::1] deadwood not None, uint8_t[::1] jokers not None, uint8_t[::1] status not None,
        int8_t[:, ::1] meld_of,
    ) -> None:
        """Solve the rows first..end-1."""
        cdef rm_solved out
        cdef int found
        rows.within(first, end, <size_t>value.shape[0])
        rows.within(first, end, <size_t>deadwood.shape[0])
        rows.within(first, end, <size_t>jokers.shape[0])
        rows.within(first, end, <size_t>status.shape[0])
        if first == end:
            return
        out.value, out.deadwood, out.jokers_used = &value[0], &deadwood[0], &jokers[0]
        out.status, out.meld_of = &status[0], NULL
        if meld_of is not None:
            rows.within(first, end, <size_t>meld_of.shape[0])
            if <size_t>meld_of.shape[1] != rows.c.width:
                raise ValueError(f"meld_of: expected {rows.c.width} places, got {meld_of.shape[1]}")
            if rows.c.width:
                out.meld_of = &meld_of[0, 0]
        with nogil:
            found = rm_solve_rows(&self.job.c, &rows.c, first, end, &self.c, &out)
        check(found)


# ---- other questions to rows -------------------------------------------------------


def distance_rows(
    CoreRules rules not None, RowArray rows not None, int size, int pair_jokers, size_t first,
    size_t end, int8_t[::1] distance not None, uint8_t[::1] status not None,
):
    """Write the distances of the rows first..end-1."""
    cdef int found
    rows.within(first, end, <size_t>distance.shape[0])
    rows.within(first, end, <size_t>status.shape[0])
    if first == end:
        return
    with nogil:
        found = rm_distance_rows(
            &rules.c, &rows.c, size, pair_jokers, first, end, &distance[0], &status[0]
        )
    check(found)


def close_rows(
    CoreRules rules not None, RowArray rows not None, ways, pairs, size_t first, size_t end,
):
    """Return a byte for each row: 0 does not close, 1 may, 2 no good hand, 3 not wanted.

    `ways` are the rule's size and the bits of rm_close_job at it and above it, `pairs` the pairs
    that close and their jokers.
    """
    cdef rm_close_job job
    job.rules = &rules.c
    job.base, job.at, job.above = ways
    job.pairs, job.pair_jokers = pairs
    rows.within(first, end, rows.count)
    cdef bytes found = bytes(end - first)
    cdef uint8_t *at = <uint8_t *>PyBytes_AS_STRING(found)
    with nogil:
        rm_close_rows(&job, &rows.c, first, end, at)
    return found


# ---- deals -----------------------------------------------------------------------


def deal_rows(
    bytes deck not None, uint64_t seed, uint64_t start, uint8_t[:, ::1] out, size_t first,
    size_t end,
):
    """Deal the rows first..end-1 of an array that begins with deal number `start`.

    The caller has checked deck and width.
    """
    cdef size_t width = <size_t>out.shape[1]
    cdef const uint8_t *counts = deck
    if first < end and width:
        with nogil:
            rm_deal(counts, seed, start + first, end - first, width, &out[first, 0])


def pick_rows(
    uint64_t seed, uint64_t start, uint32_t bound, uint8_t[::1] out, size_t first, size_t end,
):
    """Pick a number below bound for each of the rows first..end-1."""
    if first < end:
        with nogil:
            rm_pick(seed, start + first, end - first, bound, &out[first])


# ---- exact numbers of hands --------------------------------------------------------


def count_closable(CoreRules rules not None, bytes deck not None, int naturals, int jokers):
    """Return (distinct, physical) for hands of 0..naturals natural tiles and the jokers given.

    The memory grows until the automaton fits; MemoryError when the machine has no more.
    """
    cdef size_t size = <size_t>1 << 26
    while True:
        found = _count_in(rules, deck, naturals, jokers, size)
        if found is not None:
            return found
        size <<= 2


cdef object _count_in(CoreRules rules, bytes deck, int naturals, int jokers, size_t size):
    cdef rm_count *count = NULL
    cdef rm_tally tally
    cdef const uint8_t *counts = deck
    cdef int status
    cdef void *memory = PyMem_RawMalloc(size)
    if memory == NULL:
        raise MemoryError(f"counting hands: expected {size >> 20} MB of memory")
    try:
        status = rm_count_begin(&rules.c, counts, naturals, jokers, memory, size, &count)
        if status == RM_OK:
            status = RM_MORE
        while status == RM_MORE:
            with nogil:
                status = rm_count_step(count, 500)
            PyErr_CheckSignals()
        if status != RM_OK:
            return None
        found = []
        for n in range(naturals + 1):
            rm_count_result(count, n, &tally)
            found.append((
                (int(tally.distinct_high) << 64) | tally.distinct_low,
                (int(tally.physical_high) << 64) | tally.physical_low,
            ))
        return found
    finally:
        PyMem_RawFree(memory)
