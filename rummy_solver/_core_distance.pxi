# Distance to closing: counts in, ints and counts out.

cdef extern from "rummy.h" nogil:
    enum:
        RM_MAX_CLOSED

    ctypedef struct rm_closed:
        pass

    int rm_distance(
        const rm_rules *rules, const uint8_t *in_play, const uint8_t *hand, int size,
        int pair_jokers, int *distance,
    )
    int rm_pairs_distance(
        const rm_rules *rules, const uint8_t *in_play, const uint8_t *hand, int pair_jokers,
        int *distance,
    )
    int rm_nearest(
        const rm_rules *rules, const uint8_t *in_play, const uint8_t *hand, int size,
        int pair_jokers, uint8_t *nearest, int *distance,
    )
    int rm_useful(
        const rm_rules *rules, const uint8_t *in_play, const uint8_t *hand, int size,
        int pair_jokers, uint8_t *useful, int *distance,
    )
    int rm_deadwood_distance(
        const rm_rules *rules, const uint8_t *in_play, const uint8_t *hand, int size,
        const uint8_t *points, int limit, int *distance,
    )
    int rm_odds(
        const rm_rules *rules, const uint8_t *in_play, const uint8_t *hand, int size,
        int pair_jokers, int draws, rm_closed *work, size_t space, int64_t *numerator,
        int64_t *denominator,
    )
    int rm_odds_of_discards(
        const rm_rules *rules, const uint8_t *in_play, const uint8_t *hand, int size,
        int pair_jokers, const uint8_t *wanted, rm_closed *work, size_t space, int64_t *ways,
        int64_t *total,
    )


cdef int _in_play(bytes deck, bytes seen, uint8_t *in_play) except -1:
    """Write the counts of a deck less those of the tiles seen."""
    cdef const uint8_t *have = deck
    cdef const uint8_t *gone = seen
    cdef int code
    if len(deck) != RM_CODES or len(seen) != RM_CODES:
        raise ValueError(f"counts: expected {RM_CODES} bytes, got {len(deck)} and {len(seen)}")
    for code in range(RM_CODES):
        if gone[code] > have[code]:
            raise ValueError(rm_status_text(RM_ERR_HAND).decode())
        in_play[code] = have[code] - gone[code]
    return 0


cdef const uint8_t *_counts(bytes hand) except NULL:
    if len(hand) != RM_CODES:
        raise ValueError(f"counts: expected {RM_CODES} bytes, got {len(hand)}")
    return hand


cdef int _checked(int status) except -1:
    if status != RM_OK:
        raise ValueError(rm_status_text(status).decode())
    return 0


def distance(CoreRules rules, bytes hand, bytes deck, bytes seen, int size, int pair_jokers) -> int:
    """Return the tiles that the hand lacks to close with `size` tiles, -1 when it never can."""
    cdef uint8_t in_play[RM_CODES]
    cdef int found = -1
    _in_play(deck, seen, in_play)
    _checked(rm_distance(&rules.c, in_play, _counts(hand), size, pair_jokers, &found))
    return found


def pairs_distance(CoreRules rules, bytes hand, bytes deck, bytes seen, int pair_jokers) -> int:
    """Return the tiles that the hand lacks to seven pairs, -1 when it never can."""
    cdef uint8_t in_play[RM_CODES]
    cdef int found = -1
    _in_play(deck, seen, in_play)
    _checked(rm_pairs_distance(&rules.c, in_play, _counts(hand), pair_jokers, &found))
    return found


def nearest(
    CoreRules rules, bytes hand, bytes deck, bytes seen, int size, int pair_jokers
) -> bytes | None:
    """Return the counts of a closed hand as near as any, None when there is none."""
    cdef uint8_t in_play[RM_CODES]
    cdef uint8_t counts[RM_CODES]
    cdef int found = -1
    _in_play(deck, seen, in_play)
    _checked(rm_nearest(&rules.c, in_play, _counts(hand), size, pair_jokers, counts, &found))
    return None if found < 0 else counts[:RM_CODES]


def useful(
    CoreRules rules, bytes hand, bytes deck, bytes seen, int size, int pair_jokers
) -> tuple[int, bytes]:
    """Return the distance and, for every code, the unseen copies if one would lower it, else 0."""
    cdef uint8_t in_play[RM_CODES]
    cdef uint8_t flags[RM_CODES]
    cdef int found = -1, code
    cdef const uint8_t *held = _counts(hand)
    _in_play(deck, seen, in_play)
    _checked(rm_useful(&rules.c, in_play, held, size, pair_jokers, flags, &found))
    for code in range(RM_CODES):
        flags[code] = flags[code] * (in_play[code] - held[code])
    return found, flags[:RM_CODES]


def discards(
    CoreRules rules, bytes hand, bytes deck, bytes seen, int size, int pair_jokers
) -> list[tuple[int, int, bytes]]:
    """Return (code, distance, useful copies) for each kind in the hand, that tile out of play."""
    cdef uint8_t in_play[RM_CODES]
    cdef uint8_t flags[RM_CODES]
    cdef uint8_t left[RM_CODES]
    cdef const uint8_t *held = _counts(hand)
    cdef int found, code, thrown
    _in_play(deck, seen, in_play)
    for code in range(RM_CODES):
        left[code] = held[code]
    rows = []
    for thrown in range(RM_CODES):
        if not held[thrown]:
            continue
        left[thrown] -= 1
        in_play[thrown] -= 1
        _checked(rm_useful(&rules.c, in_play, left, size, pair_jokers, flags, &found))
        for code in range(RM_CODES):
            flags[code] = flags[code] * (in_play[code] - left[code])
        rows.append((thrown, found, flags[:RM_CODES]))
        left[thrown] += 1
        in_play[thrown] += 1
    return rows


# Closed hands that are listed at most; where there are more, odds only take longer.
cdef size_t _CLOSED = 1 << 15


def odds(
    CoreRules rules, bytes hand, bytes deck, bytes seen, int size, int pair_jokers, int draws
) -> tuple[int, int]:
    """Return the ways to close within 1 to 3 draws and the ways in all, as whole numbers."""
    cdef uint8_t in_play[RM_CODES]
    cdef int64_t ways = 0, total = 1
    cdef int status
    cdef const uint8_t *held = _counts(hand)
    cdef rm_closed *work = NULL
    _in_play(deck, seen, in_play)
    if draws > 2:
        work = <rm_closed *>PyMem_RawMalloc(_CLOSED * sizeof(rm_closed))
        if work == NULL:
            raise MemoryError
    with nogil:
        status = rm_odds(
            &rules.c, in_play, held, size, pair_jokers, draws, work, _CLOSED if work else 0,
            &ways, &total,
        )
    PyMem_RawFree(work)
    _checked(status)
    return ways, total


def odds_of_discards(
    CoreRules rules, bytes hand, bytes deck, bytes seen, int size, int pair_jokers, bytes wanted
) -> tuple[dict[int, int], int] | None:
    """Return the ways to close within two draws after each discard wanted, and those in all.

    None where they have to be asked for one by one.
    """
    cdef uint8_t in_play[RM_CODES]
    cdef int64_t ways[RM_CODES]
    cdef int64_t total = 0
    cdef int status, code
    cdef const uint8_t *held = _counts(hand)
    cdef const uint8_t *asked = _counts(wanted)
    _in_play(deck, seen, in_play)
    cdef rm_closed *work = <rm_closed *>PyMem_RawMalloc(_CLOSED * sizeof(rm_closed))
    if work == NULL:
        raise MemoryError
    with nogil:
        status = rm_odds_of_discards(
            &rules.c, in_play, held, size, pair_jokers, asked, work, _CLOSED, ways, &total
        )
    PyMem_RawFree(work)
    if status in (RM_ERR_SPACE, RM_ERR_HAND):
        return None
    _checked(status)
    return {code: ways[code] for code in range(RM_CODES) if ways[code] >= 0}, total


def deadwood_distance(
    CoreRules rules, bytes hand, bytes deck, bytes seen, int size, bytes points, int limit
) -> int:
    """Return the tiles to exchange until the deadwood is within a limit, -1 when it never is."""
    cdef uint8_t in_play[RM_CODES]
    cdef int found = -1
    _in_play(deck, seen, in_play)
    _checked(
        rm_deadwood_distance(
            &rules.c, in_play, _counts(hand), size, _counts(points), limit, &found
        )
    )
    return found
