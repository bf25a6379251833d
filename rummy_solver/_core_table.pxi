# A whole turn at a table that may be rearranged.

from libc.stdint cimport int16_t, int32_t, uint16_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy


cdef extern from "rummy.h":
    enum:
        RM_ERR_HAND
        RM_ERR_SPACE
        RM_MAX_TABLE
        RM_ORDER

    ctypedef struct rm_laid:
        uint8_t kind, size, color, place
        uint16_t jokers
        uint8_t rank, colors, wild, zero
        int16_t origin

    ctypedef struct rm_turn_query:
        const rm_rules *rules
        uint8_t rack[79]
        const rm_laid *table
        int melds, policy, opened, manipulate, single, opening_points
        int order[4]
        int orders
        int32_t hand_points[79]
        int32_t run_tile[15]
        int32_t run_joker[15]
        int32_t group_tile[14]
        int32_t group_joker[14]
        uint64_t node_limit
        int all

    ctypedef int (*rm_turn_sink)(void *context, const rm_laid *melds, int n) noexcept nogil

    size_t rm_turn_space()
    int rm_turns(const rm_turn_query *query, void *space, rm_turn_sink sink, void *context) nogil
    uint64_t rm_turn_nodes(const void *space)
    int rm_hand_melds(const rm_rules *rules, const rm_weights *weights, const uint8_t *counts,
                      uint64_t node_limit, void *space, int64_t *value, rm_laid *melds,
                      int *n) nogil


cdef class _Space:
    """The memory of one table search; it may be used again and again."""

    cdef void *block

    def __cinit__(self):
        self.block = calloc(1, rm_turn_space())
        if self.block == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.block)


# Workspaces at rest: a search takes one out and puts it back, so none serves two at a time.
cdef list _spaces = []


cdef struct _Gathered:
    rm_laid *rows
    int *sizes
    int n, most, skip


cdef int _gather(void *context, const rm_laid *melds, int n) noexcept nogil:
    cdef _Gathered *g = <_Gathered *>context
    if g.skip > 0:
        g.skip -= 1
        return 0
    memcpy(&g.rows[g.n * RM_MAX_TABLE], melds, n * sizeof(rm_laid))
    g.sizes[g.n] = n
    g.n += 1
    return g.n == g.most


cdef int _fill_meld(rm_laid *m, tuple row) except -1:
    """Pack kind, tiles and faces of a meld; the faces of an open one are those of a run."""
    cdef tuple tiles, faces
    cdef int i, code
    m.kind, tiles, faces = row
    m.size = len(tiles)
    m.color = m.place = m.rank = m.colors = m.wild = m.zero = 0
    m.jokers = 0
    m.origin = -1
    if m.kind != RM_GROUP:
        code = faces[0]
        m.color, m.place = (code - 1) // 13, (code - 1) % 13 + 1
    for i in range(m.size):
        code = tiles[i]
        if code:
            m.rank = (code - 1) % 13 + 1
            m.colors |= 1 << ((code - 1) // 13)
        else:
            m.jokers |= 1 << i
            m.wild += 1
    if m.kind == RM_GROUP:
        m.jokers = 0
    return 0


cdef tuple _meld_row(const rm_laid *m):
    return (m.kind, m.size, m.color, m.place, m.jokers, m.rank, m.colors, m.wild, m.origin)


def table_turns(
    CoreRules rules, bytes rack, list melds, bytes order, *, int policy, bint opened,
    bint manipulate, bint single, int opening_points, tuple hand_points, tuple points,
    uint64_t node_limit, int limit, int skip, bint every,
):
    """Return up to `limit` best new tables after the first `skip`, and the search nodes."""
    cdef rm_turn_query q
    cdef rm_laid table[64]
    cdef _Gathered got
    cdef _Space space
    cdef int i, status
    if len(rack) != RM_CODES or len(order) > RM_ORDER or len(melds) > RM_MAX_TABLE:
        raise ValueError("table_turns: expected 79 counts, up to 4 components and 64 melds")
    q.rules = &rules.c
    memcpy(q.rack, <const char *>rack, RM_CODES)
    for i in range(len(melds)):
        _fill_meld(&table[i], melds[i])
    q.table = table
    q.melds = len(melds)
    q.policy, q.opened, q.manipulate, q.single = policy, opened, manipulate, single
    q.opening_points, q.orders = opening_points, len(order)
    for i in range(len(order)):
        q.order[i] = order[i]
    for i in range(RM_CODES):
        q.hand_points[i] = hand_points[i]
    _fill_points(&q, points)
    q.node_limit, q.all = node_limit, every
    got.n, got.most, got.skip = 0, limit, skip
    got.rows = <rm_laid *>calloc(limit * RM_MAX_TABLE, sizeof(rm_laid))
    got.sizes = <int *>calloc(limit, sizeof(int))
    space = _spaces.pop() if _spaces else _Space()
    try:
        if got.rows == NULL or got.sizes == NULL:
            raise MemoryError
        with nogil:
            status = rm_turns(&q, space.block, _gather, &got)
        nodes = rm_turn_nodes(space.block)
        if status != RM_OK:
            return status, [], nodes
        return status, [_table_rows(&q, &got, i) for i in range(got.n)], nodes
    finally:
        free(got.rows)
        free(got.sizes)
        if len(_spaces) < 4:
            _spaces.append(space)


cdef void _count_meld(const rm_rules *rules, const rm_laid *m, int sign, int *counts) noexcept:
    """Add the tiles of a meld, or take them away."""
    cdef int i, place
    if m.kind == RM_GROUP:
        for i in range(rules.colors):
            if m.colors >> i & 1:
                counts[13 * i + m.rank] += sign
        counts[0] += sign * m.wild
        return
    for i in range(m.size):
        place = m.place + i
        if m.jokers >> i & 1:
            counts[0] += sign
        else:
            counts[13 * m.color + (1 if place > rules.ranks else place)] += sign


cdef tuple _table_rows(const rm_turn_query *q, _Gathered *got, int i):
    """Return what was placed, as counts, and the melds of the new table."""
    cdef int counts[79]
    cdef uint8_t placed[79]
    cdef int k
    cdef const rm_laid *melds = &got.rows[i * RM_MAX_TABLE]
    for k in range(RM_CODES):
        counts[k] = 0
    for k in range(q.melds):
        _count_meld(q.rules, &q.table[k], -1, counts)
    for k in range(got.sizes[i]):
        _count_meld(q.rules, &melds[k], 1, counts)
    for k in range(RM_CODES):
        placed[k] = <uint8_t>counts[k]
    rows = [_meld_row(&melds[k]) for k in range(got.sizes[i])]
    return (<const char *>placed)[:RM_CODES], rows


cdef int _fill_points(rm_turn_query *q, tuple points) except -1:
    cdef int i
    run_tile, run_joker, group_tile, group_joker = points
    for i in range(15):
        q.run_tile[i] = run_tile[i] if i < len(run_tile) else 0
        q.run_joker[i] = run_joker[i] if i < len(run_joker) else 0
    for i in range(14):
        q.group_tile[i] = group_tile[i] if i < len(group_tile) else 0
        q.group_joker[i] = group_joker[i] if i < len(group_joker) else 0
    return 0


def hand_melds(CoreRules rules, bytes counts, tuple weights, uint64_t node_limit):
    """Return status, value, melds and search nodes for the best melds of a hand of any size."""
    cdef rm_weights w
    cdef rm_laid melds[64]
    cdef _Space space
    cdef const uint8_t *row = counts
    cdef int64_t value = 0
    cdef int i, status, n = 0
    if len(counts) != RM_CODES:
        raise ValueError("hand_melds: expected 79 counts")
    run_tile, run_joker, group_tile, group_joker = weights
    for i in range(15):
        w.run_tile[i], w.run_joker[i] = run_tile[i], run_joker[i]
    for i in range(14):
        w.group_tile[i], w.group_joker[i] = group_tile[i], group_joker[i]
    space = _spaces.pop() if _spaces else _Space()
    with nogil:
        status = rm_hand_melds(&rules.c, &w, row, node_limit, space.block, &value, melds, &n)
    nodes = rm_turn_nodes(space.block)
    if len(_spaces) < 4:
        _spaces.append(space)
    return status, value, [_meld_row(&melds[i]) for i in range(n)], nodes
