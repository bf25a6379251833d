# Closing: bytes of 79 counts and tables of lanes in, flags and packed melds out.

from libc.stdint cimport uint32_t


cdef extern from "rummy.h":
    enum:
        RM_MAX_PATTERNS

    ctypedef struct rm_cover_query:
        uint16_t run_tile[6]
        uint16_t run_joker[6]
        uint16_t group_tile[6]
        uint16_t group_joker[6]
        uint8_t fours, fours_same, fours_pure, spare, kept

    ctypedef struct rm_cover:
        rm_found melds[81]
        uint8_t n_melds, spare
        uint64_t nodes

    ctypedef struct rm_pattern_query:
        rm_cover_query query
        uint8_t pattern, needs, pairs, pair_jokers

    void rm_cover_anything(const rm_rules *rules, rm_cover_query *query) nogil
    int rm_cover_hand(const rm_rules *rules, const rm_cover_query *query, const rm_hand *hand,
                      rm_cover *out) nogil
    int rm_cover_pairs(const rm_hand *hand, int pairs, int pair_jokers, int spare,
                       int kept) nogil
    int64_t rm_patterns(const rm_rules *rules, const rm_pattern_query *queries, size_t n,
                         const rm_hand *hand) nogil
    int rm_closings(const rm_rules *rules, const rm_pattern_query *queries, size_t n,
                    const rm_hand *hand, int kept, uint8_t *codes, uint32_t *met) nogil


def closes(
    CoreRules rules not None, bytes counts not None, int spare=0, int kept=255, int pairs=0,
    int pair_jokers=0,
):
    """Whether all tiles but `spare` (0 or 1) of them, never `kept`, go into melds or so many pairs."""
    cdef rm_hand hand
    cdef rm_cover_query query
    rules.read(counts, &hand)
    if pairs and rm_cover_pairs(&hand, pairs, pair_jokers, spare != 0, kept):
        return True
    rm_cover_anything(&rules.c, &query)
    query.spare = spare != 0
    query.kept = <uint8_t>kept
    found = rm_cover_hand(&rules.c, &query, &hand, NULL)
    check(found)
    return found == 1


def cover(CoreRules rules not None, bytes counts not None, int spare=0):
    """(packed melds or None, code left out or None, search nodes) of any full arrangement."""
    cdef rm_hand hand
    cdef rm_cover_query query
    cdef rm_cover out
    rules.read(counts, &hand)
    rm_cover_anything(&rules.c, &query)
    query.spare = spare != 0
    found = rm_cover_hand(&rules.c, &query, &hand, &out)
    check(found)
    if not found:
        return None, None, out.nodes
    packed = PyBytes_FromStringAndSize(<char *>out.melds, out.n_melds * sizeof(rm_found))
    return packed, None if out.spare == RM_PAD else out.spare, out.nodes


cdef int draw_lanes(uint16_t *lanes, object values) except -1:
    for i in range(RM_MAX_COLORS):
        lanes[i] &= values[i]
    return 0


cdef enum:
    MAX_QUERIES = 64


cdef class PatternQueries:
    """The ways to meet each closing pattern of a rule set, ready for the core.

    A row is (pattern, needed pattern or None, four tables of lanes, number of fours, fours of one
    rank, fours without jokers, pairs, jokers in pairs); see rm_pattern_query.
    """

    cdef rm_pattern_query q[MAX_QUERIES]
    cdef size_t n
    cdef CoreRules rules

    def __init__(self, CoreRules rules not None, rows):
        cdef rm_pattern_query *q
        if len(rows) > MAX_QUERIES:
            raise ValueError(f"queries: expected at most {MAX_QUERIES}, got {len(rows)}")
        self.rules = rules
        self.n = 0
        for row in rows:
            q = &self.q[self.n]
            rm_cover_anything(&rules.c, &q.query)
            q.pattern = row[0] % RM_MAX_PATTERNS
            q.needs = RM_PAD if row[1] is None else row[1] % RM_MAX_PATTERNS
            draw_lanes(q.query.run_tile, row[2])
            draw_lanes(q.query.run_joker, row[3])
            draw_lanes(q.query.group_tile, row[4])
            draw_lanes(q.query.group_joker, row[5])
            q.query.fours, q.query.fours_same, q.query.fours_pure = row[6], row[7], row[8]
            q.pairs, q.pair_jokers = row[9], row[10]
            self.n += 1

    def met(self, bytes counts not None):
        """Bit p is set when all tiles together meet pattern p."""
        cdef rm_hand hand
        self.rules.read(counts, &hand)
        found = rm_patterns(&self.rules.c, self.q, self.n, &hand)
        check(found)
        return found

    def discards(self, bytes counts not None, int kept=255):
        """[(code, patterns met without it)] of every kind but `kept` that can be left out."""
        cdef rm_hand hand
        cdef uint8_t codes[79]
        cdef uint32_t met[79]
        self.rules.read(counts, &hand)
        n = rm_closings(&self.rules.c, self.q, self.n, &hand, kept, codes, met)
        check(n)
        return [(codes[i], met[i]) for i in range(n)]

    def arrangement(self, bytes counts not None, int pattern):
        """Packed melds of one way to meet a pattern with all tiles; None: it is met by no melds."""
        cdef rm_hand hand
        cdef rm_cover out
        cdef size_t i
        self.rules.read(counts, &hand)
        for i in range(self.n):
            if self.q[i].pattern != pattern or self.q[i].pairs:
                continue
            found = rm_cover_hand(&self.rules.c, &self.q[i].query, &hand, &out)
            check(found)
            if found:
                return PyBytes_FromStringAndSize(<char *>out.melds, out.n_melds * sizeof(rm_found))
        return None
