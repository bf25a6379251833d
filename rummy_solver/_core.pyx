# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The compiled core: bytes and ints in, ints and bytes out. It knows no game by name.

A hand is 79 bytes, the copies of each tile code; what comes in here was checked in Python, and
what would reach memory it should not is checked again.
"""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc, PyMem_RawRealloc
from libc.stddef cimport size_t
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy


cdef extern from "rummy.h":
    enum:
        RM_OK
        RM_ERR_HAND
        RM_ERR_LIMIT
        RM_MAX_COLORS
        RM_MAX_RANKS
        RM_MAX_PLACES
        RM_MAX_JOKERS
        RM_MAX_MELDS
        RM_EASY
        RM_CODES
        RM_PAD

    ctypedef struct rm_rules:
        uint8_t colors, ranks, copies, jokers
        uint8_t min_run, max_run, min_group, max_group
        uint8_t ace_low, ace_high, min_naturals, max_jokers

    ctypedef struct rm_hand:
        uint16_t one[6]
        uint16_t two[6]
        int32_t jokers

    ctypedef struct rm_weights:
        int64_t run_tile[15]
        int64_t run_joker[15]
        int64_t group_tile[14]
        int64_t group_joker[14]

    ctypedef struct rm_tables
    ctypedef struct rm_scratch
    ctypedef struct rm_large

    ctypedef struct rm_found:
        uint8_t kind, low, size, color
        uint16_t jokers, colors

    ctypedef struct rm_walk:
        int32_t n_melds
        rm_found melds[81]

    const char *rm_status_text(int status)
    int rm_rules_check(const rm_rules *rules)
    int rm_hand_from_counts(const rm_rules *rules, const uint8_t *counts, rm_hand *hand)
    int rm_hand_from_codes(const rm_rules *rules, const uint8_t *row, size_t k, rm_hand *hand) nogil
    bint rm_hand_within(const rm_hand *hand, const rm_hand *deck)
    size_t rm_tables_bound(const rm_rules *rules, int jokers)
    int rm_tables_build(const rm_rules *rules, const rm_weights *weights, int jokers, void *block,
                        size_t size, size_t *used)
    size_t rm_tables_used(const rm_tables *tables)
    size_t rm_scratch_size() nogil
    void rm_scratch_clear(rm_scratch *scratch) nogil
    int64_t rm_best(const rm_tables *tables, const rm_hand *hand, rm_scratch *scratch) nogil
    size_t rm_large_size()
    void rm_large_clear(rm_large *large)
    void rm_scratch_large(rm_scratch *scratch, rm_large *large)
    void rm_counters(const rm_scratch *scratch, uint64_t *nodes, uint64_t *lookups)
    void rm_walk_start(rm_walk *walk, const rm_tables *tables, const rm_hand *hand, int64_t target)
    int rm_walk_next(rm_walk *walk, rm_scratch *scratch)
    void rm_order_melds(const rm_rules *rules, rm_found *melds, int n)
    int rm_meld_check(const rm_rules *rules, const rm_found *meld)
    int64_t rm_meld_value(const rm_tables *tables, const rm_found *meld)
    void rm_melds_start(rm_walk *walk, const rm_tables *tables, const rm_hand *hand)
    int rm_melds_next(rm_walk *walk)
    int rm_opening(const rm_tables *tables, const rm_tables *points, const rm_hand *hand,
                   int64_t least, rm_scratch *scratch, rm_scratch *points_scratch, rm_walk *walk,
                   int64_t *value)


cdef extern from "bits.h":
    int popcount "rm_popcount"(unsigned int bits) nogil


cdef object limit_error = RuntimeError


def use_limit_error(error: type) -> None:
    """Set the class that is raised when a search limit is reached."""
    global limit_error
    limit_error = error


cdef int check(int64_t status) except -1:
    """Raise for a negative status; the one place where the core's errors become Python's."""
    if status == RM_ERR_LIMIT:
        raise limit_error("search: expected an answer within the search limit, got none")
    if status < 0:
        raise ValueError(rm_status_text(<int>status).decode())
    return 0


cdef class CoreRules:
    """The part of a rule set that bears on melds, checked once and never changed."""

    cdef rm_rules c
    cdef dict melds  # built of packed ones, see PackedSolution

    def __init__(
        self, *, colors: int, ranks: int, copies: int, jokers: int, min_run: int, max_run: int,
        min_group: int, max_group: int, ace_low: bool, ace_high: bool, min_naturals: int,
        max_jokers: int,
    ):
        self.c.colors, self.c.ranks, self.c.copies, self.c.jokers = colors, ranks, copies, jokers
        self.c.min_run, self.c.max_run = min_run, max_run
        self.c.min_group, self.c.max_group = min_group, max_group
        self.c.ace_low, self.c.ace_high = ace_low, ace_high
        self.c.min_naturals, self.c.max_jokers = min_naturals, max_jokers
        self.melds = {}
        check(rm_rules_check(&self.c))

    cdef int read(self, bytes counts, rm_hand *hand) except -1:
        """Turn 79 counts into planes."""
        if PyBytes_GET_SIZE(counts) != RM_CODES:
            raise ValueError(f"counts: expected {RM_CODES} bytes, got {len(counts)}")
        return check(rm_hand_from_counts(&self.c, <const uint8_t *>PyBytes_AS_STRING(counts), hand))


cdef int fill(int64_t *row, object weights, int n) except -1:
    if len(weights) != n:
        raise ValueError(f"weights: expected {n} integers, got {len(weights)}")
    for i in range(n):
        row[i] = weights[i]
    return 0


cdef bytes packed_melds(CoreRules rules, const rm_walk *walk):
    """Pack the melds at which a walk stands, in their order."""
    cdef bytes packed = PyBytes_FromStringAndSize(
        <char *>walk.melds, walk.n_melds * <Py_ssize_t>sizeof(rm_found)
    )
    if walk.n_melds > 1:  # nobody else knows the bytes yet
        rm_order_melds(&rules.c, <rm_found *>PyBytes_AS_STRING(packed), walk.n_melds)
    return packed


cdef class CoreSolver:
    """One rule set and one objective, compiled; hands in, values and packed melds out.

    Tables are built when a hand with so many jokers is first seen and never changed afterwards.
    A packed meld is eight bytes: kind, lowest place or rank, size, colour, then two 16-bit words
    in the machine's order, the joker places of a run and the colours of a group.
    """

    cdef readonly CoreRules rules
    cdef rm_weights weights
    cdef rm_tables *tables[7]
    cdef rm_scratch *scratch
    cdef rm_large *large
    cdef rm_hand deck
    cdef int64_t divisor
    cdef int64_t left[79]
    cdef bint least

    def __cinit__(
        self, CoreRules rules not None, run_tile, run_joker, group_tile, group_joker, *,
        bytes deck not None, int64_t divisor, left,
    ):
        self.rules = rules
        fill(self.weights.run_tile, run_tile, 15)
        fill(self.weights.run_joker, run_joker, 15)
        fill(self.weights.group_tile, group_tile, 14)
        fill(self.weights.group_joker, group_joker, 14)
        if divisor < 1:
            raise ValueError(f"divisor: expected at least 1, got {divisor}")
        rules.read(deck, &self.deck)
        self.divisor = divisor
        self.least = left is not None
        if self.least:
            fill(self.left, left, RM_CODES)
        self.scratch = <rm_scratch *>PyMem_RawMalloc(rm_scratch_size())
        if self.scratch == NULL:
            raise MemoryError
        rm_scratch_clear(self.scratch)

    def __dealloc__(self):
        for i in range(RM_MAX_JOKERS + 1):
            PyMem_RawFree(self.tables[i])
        PyMem_RawFree(self.scratch)
        PyMem_RawFree(self.large)

    cdef const rm_tables *ready_for(self, const rm_hand *hand) except NULL:
        """Return what a hand needs to be solved, built at its first use."""
        cdef int tiles = hand.jokers
        for c in range(RM_MAX_COLORS):
            tiles += popcount(hand.one[c]) + popcount(hand.two[c])
        return self.ready(hand.jokers, tiles)

    cdef const rm_tables *ready(self, int jokers, int tiles) except NULL:
        if tiles > RM_EASY and self.large == NULL:
            self.large = <rm_large *>PyMem_RawMalloc(rm_large_size())
            if self.large == NULL:
                raise MemoryError
            rm_large_clear(self.large)
            rm_scratch_large(self.scratch, self.large)
        return self.tables_for(jokers)

    cdef const rm_tables *tables_for(self, int jokers) except NULL:
        cdef int size = jokers if jokers <= 2 else self.rules.c.jokers
        if self.tables[size] == NULL:
            self.build(size)
        return self.tables[size]

    cdef int build(self, int jokers) except -1:
        cdef size_t used = 0
        cdef size_t bound = rm_tables_bound(&self.rules.c, jokers)
        cdef void *block = PyMem_RawMalloc(bound)
        if block == NULL:
            raise MemoryError
        cdef int status = rm_tables_build(
            &self.rules.c, &self.weights, jokers, block, bound, &used
        )
        if status != RM_OK:
            PyMem_RawFree(block)
            return check(status)
        cdef void *kept = PyMem_RawRealloc(block, used)
        self.tables[jokers] = <rm_tables *>(kept if kept != NULL else block)
        return 0

    cdef int64_t value_of(self, const rm_hand *hand) except -1:
        cdef int64_t value = rm_best(self.ready_for(hand), hand, self.scratch)
        check(value)
        return value

    def best(self, bytes counts not None) -> int:
        """Return the best combined value of a hand."""
        cdef rm_hand hand
        self.rules.read(counts, &hand)
        return self.value_of(&hand)

    cdef object first_of(self, const rm_hand *hand, int tiles, int64_t left):
        """Return the value of the first objective; `left` are the weights of all tiles."""
        cdef int64_t value = rm_best(self.ready(hand.jokers, tiles), hand, self.scratch)
        check(value)
        value //= self.divisor
        return left - value if self.least else value

    def first(self, bytes counts not None) -> int:
        """Return the value of the first objective in the best partition."""
        cdef quick_hand hand
        if not read_counts(self, counts, &hand):
            self.rules.read(counts, &hand.planes)
        return self.first_of(&hand.planes, hand.tiles, hand.left)

    def after_discards(self, bytes counts not None) -> list:
        """Return (code, best combined value of the rest) for each kind of tile in the hand."""
        cdef rm_hand hand
        cdef bytearray rest = bytearray(counts)
        found = []
        for code in range(len(counts)):
            if rest[code]:
                rest[code] -= 1
                self.rules.read(bytes(rest), &hand)
                found.append((code, self.value_of(&hand)))
                rest[code] += 1
        return found

    cdef bytes one_of(self, const rm_hand *hand, int tiles, int64_t *gain):
        """Return the packed melds of the first best partition and set its combined value."""
        cdef rm_walk walk
        cdef const rm_tables *tables = self.ready(hand.jokers, tiles)
        gain[0] = rm_best(tables, hand, self.scratch)
        check(gain[0])
        rm_walk_start(&walk, tables, hand, gain[0])
        if not rm_walk_next(&walk, self.scratch):
            check(RM_ERR_LIMIT)
        return packed_melds(self.rules, &walk)

    def one(self, bytes counts not None) -> tuple:
        """Return (combined value, packed melds) of the first best partition."""
        cdef quick_hand hand
        cdef int64_t gain = 0
        if not read_counts(self, counts, &hand):
            self.rules.read(counts, &hand.planes)
        packed = self.one_of(&hand.planes, hand.tiles, &gain)
        return gain, packed

    def walk(self, bytes counts not None) -> CoreWalk:
        """Iterate over all best partitions, each as packed melds."""
        cdef CoreWalk walk = CoreWalk.__new__(CoreWalk)
        cdef rm_hand hand
        self.rules.read(counts, &hand)
        walk.solver = self
        walk.value = self.value_of(&hand)
        rm_walk_start(&walk.walk, self.ready_for(&hand), &hand, walk.value)
        return walk

    def melds(self, bytes counts not None) -> bytes:
        """Return every legal meld of a hand, packed, each once."""
        cdef rm_walk walk
        cdef rm_hand hand
        self.rules.read(counts, &hand)
        rm_melds_start(&walk, self.ready_for(&hand), &hand)
        found = []
        while rm_melds_next(&walk):
            found.append(PyBytes_FromStringAndSize(<char *>walk.melds, sizeof(rm_found)))
        return b"".join(found)

    def worth(self, bytes packed not None) -> int:
        """Return the combined value of packed melds."""
        cdef rm_found meld
        cdef int64_t total = 0
        cdef const char *at = PyBytes_AS_STRING(packed)
        cdef Py_ssize_t n = PyBytes_GET_SIZE(packed), i
        if n % <Py_ssize_t>sizeof(rm_found):
            raise ValueError(f"packed melds: expected eight bytes each, got {n}")
        for i in range(0, n, <Py_ssize_t>sizeof(rm_found)):
            memcpy(&meld, at + i, sizeof(rm_found))
            check(rm_meld_check(&self.rules.c, &meld))
            total += rm_meld_value(self.tables_for(0), &meld)
        return total

    def opening(self, CoreSolver points not None, bytes counts not None, int64_t least):
        """Return (combined value, packed melds) of the best melds worth `least` points, or None."""
        cdef rm_walk walk
        cdef rm_hand hand
        cdef int64_t value = 0
        self.rules.read(counts, &hand)
        if points is self:
            raise ValueError("points: expected a solver of its own, got the same")
        cdef int status = rm_opening(
            self.ready_for(&hand), points.ready_for(&hand), &hand, least,
            self.scratch, points.scratch, &walk, &value,
        )
        check(status)
        if status == 0:
            return None
        return value, packed_melds(self.rules, &walk)

    @property
    def table_bytes(self):
        """Memory of all tables that were built so far."""
        cdef size_t total = 0
        for jokers in range(RM_MAX_JOKERS + 1):
            if self.tables[jokers] != NULL:
                total += rm_tables_used(self.tables[jokers])
        return total

    def counters(self) -> tuple:
        """Return search nodes and colour look-ups of the last solve."""
        cdef uint64_t nodes = 0, lookups = 0
        rm_counters(self.scratch, &nodes, &lookups)
        return nodes, lookups


cdef class CoreWalk:
    """An iterator over best partitions; made by `CoreSolver.walk`."""

    cdef CoreSolver solver
    cdef rm_walk walk
    cdef readonly int64_t value

    def __iter__(self):
        return self

    def __next__(self) -> bytes:
        if self.solver is None or not rm_walk_next(&self.walk, self.solver.scratch):
            raise StopIteration
        return packed_melds(self.solver.rules, &self.walk)

    def count(self) -> int:
        """Return how many partitions are left, using the walk up."""
        cdef uint64_t n = 0
        while self.solver is not None and rm_walk_next(&self.walk, self.solver.scratch):
            n += 1
            if n & 0xFFFF == 0:
                PyErr_CheckSignals()
        return n


include "_core_quick.pxi"
include "_core_closing.pxi"
include "_core_layoff.pxi"
include "_core_table.pxi"
include "_core_distance.pxi"
include "_core_batch.pxi"
