# A turn at a table that is only extended: packs the question, unpacks the turns.

from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int32_t, int64_t, uint16_t
from libc.string cimport memset


cdef extern from "rummy.h":
    enum:
        RM_RUN
        RM_GROUP
        RM_MAX_PLACES
        RM_MAX_RANKS
        RM_MAX_TABLE

    ctypedef struct rm_meld:
        uint8_t kind, color, low, high
        uint16_t jokers
        uint8_t colors, base

    ctypedef struct rm_table_meld:
        rm_meld meld, other
        int64_t touch, touch_other

    ctypedef struct rm_turn:
        int64_t run_tile[15]
        int64_t run_joker[15]
        int64_t group_tile[14]
        int64_t group_joker[14]
        int64_t thrown[79]
        int64_t kept
        int32_t open_run[15]
        int32_t open_run_joker[15]
        int32_t open_group[14]
        int32_t open_group_joker[14]
        int32_t opening_points
        uint8_t opened, discard, banned, swap, use_swapped, cap_on_layoff, one_meld
        uint8_t opening_single
        int64_t node_limit

    ctypedef struct rm_plan:
        int64_t value
        int count
        uint8_t discard
        rm_meld melds[128]

    size_t rm_layoff_size()
    int rm_layoff_best(const rm_rules *, const rm_turn *, const uint8_t *, const rm_table_meld *,
                       int, void *, size_t, rm_plan *) nogil
    int rm_layoff_all(const rm_rules *, const rm_turn *, const uint8_t *, const rm_table_meld *,
                      int, int64_t, void *, size_t,
                      int (*)(void *, const rm_plan *) noexcept, void *)


cdef rm_meld _pack_meld(tuple row) except *:
    cdef rm_meld m
    m.kind, m.color, m.low, m.high, m.jokers, m.colors = row
    m.base = 0
    return m


cdef tuple _unpack_plan(const rm_plan *plan):
    cdef int i
    cdef list melds = []
    for i in range(plan.count):
        m = plan.melds[i]
        melds.append((m.base, m.kind, m.color, m.low, m.high, m.jokers, m.colors))
    return plan.value, tuple(melds), plan.discard


cdef int _collect(void *context, const rm_plan *plan) noexcept:
    """Hand one turn to the Python callable; true when it wants no more or fails."""
    state = <list>context
    try:
        return 1 if state[0](_unpack_plan(plan)) else 0
    except BaseException as fault:
        state[1] = fault
        return 1


cdef class LayoffGoals:
    """What a turn may do under a rule set and what it is worth; made once for many questions."""

    cdef CoreRules rules
    cdef rm_turn turn

    def __init__(self, CoreRules rules, dict gains, dict flags):
        cdef int i
        self.rules = rules
        for i in range(RM_CODES):
            self.turn.thrown[i] = gains["thrown"][i]
        for i in range(RM_MAX_PLACES + 1):
            self.turn.run_tile[i] = gains["run_tile"][i]
            self.turn.run_joker[i] = gains["run_joker"][i]
            self.turn.open_run[i] = gains["open_run"][i]
            self.turn.open_run_joker[i] = gains["open_run_joker"][i]
        for i in range(RM_MAX_RANKS + 1):
            self.turn.group_tile[i] = gains["group_tile"][i]
            self.turn.group_joker[i] = gains["group_joker"][i]
            self.turn.open_group[i] = gains["open_group"][i]
            self.turn.open_group_joker[i] = gains["open_group_joker"][i]
        self.turn.opening_points = flags["opening_points"]
        self.turn.kept = flags["kept"]
        self.turn.swap = flags["swap"]
        self.turn.use_swapped = flags["use_swapped"]
        self.turn.cap_on_layoff = flags["cap_on_layoff"]
        self.turn.one_meld = flags["one_meld"]
        self.turn.opening_single = flags["opening_single"]


cdef class LayoffQuestion:
    """A hand and a table; asked for the best turn, or for all of them."""

    cdef CoreRules rules
    cdef rm_turn turn
    cdef uint8_t hand[79]
    cdef rm_table_meld table[64]
    cdef int melds

    def __init__(
        self, LayoffGoals goals, bytes hand, list table, *, bint opened, uint8_t discard,
        uint8_t banned, int64_t node_limit,
    ):
        cdef int i
        if len(hand) != RM_CODES:
            raise ValueError(f"hand: expected {RM_CODES} counts, got {len(hand)}")
        if len(table) > RM_MAX_TABLE:
            raise ValueError(f"table: expected at most {RM_MAX_TABLE} melds, got {len(table)}")
        self.rules = goals.rules
        self.turn = goals.turn
        self.turn.opened, self.turn.discard, self.turn.banned = opened, discard, banned
        self.turn.node_limit = node_limit
        self.melds = <int>len(table)
        for i in range(RM_CODES):
            self.hand[i] = hand[i]
        memset(self.table, 0, sizeof(self.table))
        for i in range(self.melds):
            first, touch, other, touch_other = table[i]
            self.table[i].meld = _pack_meld(first)
            self.table[i].touch = touch
            if other is not None:
                self.table[i].other = _pack_meld(other)
                self.table[i].touch_other = touch_other

    def best(self):
        """The best turn as (value, melds, discard); None beyond the node limit."""
        cdef rm_plan plan
        cdef int status
        cdef size_t size = rm_layoff_size()
        cdef void *work = PyMem_Malloc(size)
        if work == NULL:
            raise MemoryError
        with nogil:
            status = rm_layoff_best(&self.rules.c, &self.turn, self.hand, self.table, self.melds,
                                    work, size, &plan)
        PyMem_Free(work)
        if status == RM_ERR_LIMIT:
            return None
        if status != RM_OK:
            raise ValueError(rm_status_text(status).decode())
        return () if plan.count < 0 else _unpack_plan(&plan)

    def every(self, int64_t value, take):
        """Hand every turn worth `value` to `take` until it is true; False beyond the limit."""
        cdef int status
        cdef size_t size = rm_layoff_size()
        cdef list state = [take, None]
        cdef void *work = PyMem_Malloc(size)
        if work == NULL:
            raise MemoryError
        status = rm_layoff_all(&self.rules.c, &self.turn, self.hand, self.table, self.melds,
                               value, work, size, _collect, <void *>state)
        PyMem_Free(work)
        if state[1] is not None:
            raise state[1]
        if status not in (RM_OK, RM_ERR_LIMIT):
            raise ValueError(rm_status_text(status).decode())
        return status == RM_OK
