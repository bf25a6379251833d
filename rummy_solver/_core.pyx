# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The compiled core: bytes and ints in, ints and bytes out. It knows no game by name."""

from libc.stdint cimport int64_t, uint8_t


cdef extern from "rummy.h":
    enum:
        RM_OK
        RM_ERR_HAND
        RM_MAX_JOKERS
        RM_CODES
        RM_PAD

    ctypedef struct rm_rules:
        uint8_t colors, ranks, copies, jokers
        uint8_t min_run, max_run, min_group, max_group
        uint8_t ace_low, ace_high, min_naturals, max_jokers

    const char *rm_status_text(int status)
    int rm_rules_check(const rm_rules *rules)


cdef class CoreRules:
    """The part of a rule set that bears on melds, checked once and never changed."""

    cdef rm_rules c

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
        cdef int status = rm_rules_check(&self.c)
        if status != RM_OK:
            raise ValueError(rm_status_text(status).decode())


include "_core_closing.pxi"
include "_core_layoff.pxi"
include "_core_table.pxi"
include "_core_distance.pxi"
include "_core_batch.pxi"
