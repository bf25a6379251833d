/* How many tiles a hand lacks to close, and which tiles bring it nearer.
 *
 * The distance is the size less the most tiles that the hand shares with a closed hand of that
 * size which can still exist. The search deepens on the distance: sets of parts (parts.c) are
 * taken in order of cost, cut off where what they lack and a bound on the rest exceed what the
 * distance allows, and made up to a closed hand (fill.c). Nothing is cut off that could be the
 * answer, so the first distance that succeeds is exact.
 *
 * A tile is useful when some nearest closed hand takes it in: then one of its melds holds it,
 * and the search starts from that meld with a goal that is one less.
 */
#include "distance.h"

/* Does the run hold the ace at both ends? Its kind is then the lowest of the part. */
static int takes_ace_twice(const rd_state *s, const rd_part *part) {
    return part->kind == RD_RUN && (part->cells & 2) && (part->cells >> (s->rules->ranks + 1));
}

int rd_walk(rd_state *s, uint16_t from, rd_loose loose, int rest, int lacking) {
    int more = rm_min(rest / s->min_len, s->naturals - (s->size - rest - lacking));
    if (lacking + rest - more <= s->budget) {
        int found = rd_fill(s, loose, rest, lacking);
        if (found) return found;
    }
    if (rest < s->min_len || s->depth == RD_MELDS) return 0;
    for (uint16_t k = from; k != RD_END; k = s->part[k].next) {
        const rd_part *part = &s->part[k];
        const uint8_t *bound = s->bound[part->cost];
        if (lacking + bound[rest] > s->budget) return 0;
        if ((part->hits & ~loose.one) || part->len > rest
            || lacking + part->cost + bound[rest - part->len] > s->budget)
            continue;
        rd_loose left = rd_without(loose, part->hits);
        if (takes_ace_twice(s, part)) {
            uint64_t ace = part->hits & (~part->hits + 1);
            if (!(left.one & ace)) continue;
            left = rd_without(left, ace);
        }
        s->chosen[s->depth++] = part;
        int found = rd_walk(s, k, left, rest - part->len, lacking + part->cost);
        s->depth--;
        if (found) return found;
    }
    return 0;
}

/* Can the hand be made a closed one with at most `goal` tiles from outside? */
static int within(rd_state *s, int goal) {
    s->goal = goal;
    s->budget = goal + s->useful_jokers;
    s->depth = 0;
    return rd_walk(s, s->head, s->hand, s->size, 0);
}

/* The distance by melds if it is at most `limit`, else -1. */
static int melds_distance(rd_state *s, int limit) {
    for (int goal = rm_max(0, s->least[s->size] - s->useful_jokers); goal <= limit; goal++)
        if (within(s, goal)) return goal;
    return -1;
}

int rd_prepare(rd_state *s, const rm_rules *rules, const uint8_t in_play[RM_CODES],
               const uint8_t hand[RM_CODES], int size) {
    int status = rd_setup(s, rules, in_play, hand, size);
    if (status != RM_OK) return status;
    rd_find_parts(s);
    rd_link_parts(s);
    return s->overflow ? RM_ERR_SPACE : RM_OK;
}

int rm_distance(const rm_rules *rules, const uint8_t in_play[RM_CODES],
                const uint8_t hand[RM_CODES], int size, int pair_jokers, int *distance) {
    rd_state s;
    int status = rd_prepare(&s, rules, in_play, hand, size);
    if (status != RM_OK) return status;
    int pairs = rd_pairs_distance(&s, pair_jokers);
    int melds = melds_distance(&s, pairs < 0 ? size : pairs - 1);
    *distance = melds < 0 ? pairs : melds;
    return RM_OK;
}

int rm_pairs_distance(const rm_rules *rules, const uint8_t in_play[RM_CODES],
                      const uint8_t hand[RM_CODES], int pair_jokers, int *distance) {
    rd_state s;
    int status = rd_setup(&s, rules, in_play, hand, 14);
    *distance = status == RM_OK ? rd_pairs_distance(&s, pair_jokers) : -1;
    return status;
}

int rm_nearest(const rm_rules *rules, const uint8_t in_play[RM_CODES], const uint8_t hand[RM_CODES],
               int size, int pair_jokers, uint8_t nearest[RM_CODES], int *distance) {
    rd_state s;
    int status = rd_prepare(&s, rules, in_play, hand, size);
    if (status != RM_OK) return status;
    int pairs = rd_pairs_distance(&s, pair_jokers);
    s.nearest = nearest;
    int melds = melds_distance(&s, pairs < 0 ? size : pairs - 1);
    if (melds < 0 && pairs >= 0) rd_pairs_nearest(&s, pair_jokers, nearest);
    *distance = melds < 0 ? pairs : melds;
    return RM_OK;
}

/* ---- useful tiles ------------------------------------------------------------------------- */

/* Is there a closed hand in reach with the drawn tile in this part, the first of them all? */
static int closes_with(rd_state *s, const rd_part *part, uint64_t twice) {
    int rest = s->size - part->len;
    if (rest < 0 || part->cost + s->least[rest] > s->budget || (twice & ~s->hand.two)) return 0;
    s->chosen[0] = part;
    s->depth = 1;
    rd_loose left = rd_without(rd_without(s->hand, part->hits), twice);
    return rd_walk(s, s->head, left, rest, part->cost);
}

/* Parts of a run with the drawn tile at `place` and ends at low and high. */
static int run_with(rd_state *s, int color, int place, int low, int high) {
    unsigned ends = 1u << low | 1u << high | 1u << place;
    unsigned between = s->plane[color] & ((1u << high) - (2u << low)) & ~ends;
    int len = rm_max(s->run_min, high - low + 1);
    uint64_t twice = 0;
    if (low == high)
        between = 0;
    else if (low == 1 && high > s->rules->ranks && low != place && high != place)
        twice = (uint64_t)1 << s->bit_of[rd_code(s, color, low)];
    for (unsigned set = between;; set = (set - 1) & between) {
        unsigned cells = ends | set;
        uint64_t hits = 0;
        for (int p = low; p <= high; p++)
            if (p != place && (cells >> p & 1))
                hits |= (uint64_t)1 << s->bit_of[rd_code(s, color, p)];
        rd_part part = {hits,
                        (uint16_t)cells,
                        RD_END,
                        RD_RUN,
                        (uint8_t)color,
                        (uint8_t)len,
                        (uint8_t)(len - rm_popcount(cells))};
        if (closes_with(s, &part, twice)) return 1;
        if (!set) return 0;
    }
}

static int runs_with(rd_state *s, int color, int place) {
    unsigned ends = s->plane[color] | 1u << place;
    if (place < s->first || place > s->last) return 0;
    for (int low = place; low >= rm_max(s->first, place - s->span + 1); low--) {
        if (!(ends >> low & 1)) continue;
        for (int high = place; high <= rm_min(s->last, low + s->span - 1); high++)
            if ((ends >> high & 1) && run_with(s, color, place, low, high)) return 1;
    }
    return 0;
}

static int groups_with(rd_state *s, int color, int rank) {
    unsigned drawn = 1u << color, others = rd_colors_at(s, s->have, rank) & ~drawn;
    if (s->group_max < s->group_min) return 0;
    for (unsigned set = others;; set = (set - 1) & others) {
        int count = rm_popcount(set) + 1, len = rm_max(s->group_min, count);
        uint64_t hits = 0;
        for (int c = 0; c < s->rules->colors; c++)
            if (set >> c & 1) hits |= (uint64_t)1 << s->bit_of[13 * c + rank];
        rd_part part = {hits,         (uint16_t)(set | drawn), RD_END, RD_GROUP, (uint8_t)rank,
                        (uint8_t)len, (uint8_t)(len - count)};
        if (count <= s->group_max && closes_with(s, &part, 0)) return 1;
        if (!set) return 0;
    }
}

/* Does drawing the tile lower the distance by melds below `distance`? */
static int lowers(rd_state *s, int color, int rank, int distance) {
    uint8_t code = (uint8_t)(13 * color + rank);
    s->goal = distance - 1;
    s->budget = s->goal + s->useful_jokers;
    s->out[code]--;
    s->naturals++;
    int found = groups_with(s, color, rank) || runs_with(s, color, rank)
        || (rank == 1 && runs_with(s, color, s->rules->ranks + 1));
    s->naturals--;
    s->out[code]++;
    return found;
}

static int joker_lowers(rd_state *s, int distance) {
    int held = s->held, useful = s->useful_jokers;
    if (s->jokers == held) return 0;
    s->held++;
    s->useful_jokers = rm_min(s->held, s->cap * (s->size / s->min_len));
    int found = within(s, distance - 1);
    s->held = held;
    s->useful_jokers = useful;
    return found;
}

int rm_useful(const rm_rules *rules, const uint8_t in_play[RM_CODES], const uint8_t hand[RM_CODES],
              int size, int pair_jokers, uint8_t useful[RM_CODES], int *distance) {
    rd_state s;
    int status = rd_prepare(&s, rules, in_play, hand, size);
    if (status != RM_OK) return status;
    for (int code = 0; code < RM_CODES; code++) useful[code] = 0;
    int pairs = rd_pairs_distance(&s, pair_jokers);
    int melds = melds_distance(&s, pairs < 0 ? size : pairs);
    *distance = melds < 0 ? pairs : melds;
    if (*distance <= 0) return RM_OK;
    if (pairs == *distance) rd_pairs_useful(&s, pair_jokers, useful);
    if (melds != *distance) return RM_OK;
    for (int color = 0; color < rules->colors; color++)
        for (int rank = 1; rank <= rules->ranks; rank++) {
            int code = 13 * color + rank;
            if (s.out[code] && !useful[code])
                useful[code] = (uint8_t)lowers(&s, color, rank, melds);
        }
    if (!useful[0]) useful[0] = (uint8_t)joker_lowers(&s, melds);
    return RM_OK;
}
