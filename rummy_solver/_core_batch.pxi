# Rows of arrays, seeded deals and exact numbers of hands.

from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.stddef cimport size_t
from libc.stdint cimport uint32_t, uint64_t


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


# ---- deals -----------------------------------------------------------------------


def deal_rows(bytes deck not None, uint64_t seed, uint8_t[:, ::1] out, size_t first, size_t end):
    """Deal the rows first..end-1 of an array; the caller has checked deck and width."""
    cdef size_t width = <size_t>out.shape[1]
    cdef const uint8_t *counts = deck
    if first < end and width:
        with nogil:
            rm_deal(counts, seed, first, end - first, width, &out[first, 0])


def pick_rows(uint64_t seed, uint32_t bound, uint8_t[::1] out, size_t first, size_t end):
    """Pick a number below bound for each of the rows first..end-1."""
    if first < end:
        with nogil:
            rm_pick(seed, first, end - first, bound, &out[first])


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
