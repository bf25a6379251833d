/* The best partition of a hand: groups are chosen by search, runs are looked up.
 *
 * Without groups a hand falls apart into colours, and the best runs of a colour are one
 * join of two half tables (runs.c). Groups couple the colours, but only at ranks where a
 * tile that could be in a run could be in a group too: those contested ranks are searched
 * depth first, each node a full answer "no more groups" and an upper bound "every group
 * that is left, for free". Ranks that no run touches are free: their groups are a small
 * vector. Vectors are indexed by jokers: entry j is the most with at most j jokers.
 */
#include <string.h>

#include "solve.h"

enum { RM_PACKED_TWO = 16 };

typedef struct {
    const rm_tables *t;
    rm_scratch *scratch;
    rm_hand hand;
    int jokers;
    int n_ranks; /* contested ranks */
    uint8_t rank[RM_MAX_RANKS];
    int64_t more[RM_MAX_RANKS + 1][RM_VECTOR]; /* from all groups of the ranks from i on */
    int64_t free_ranks[RM_VECTOR];
    int64_t best;
    unsigned colors; /* colours that can hold a run */
} search;

/* ---- vectors by jokers ------------------------------------------------------ */

static inline int64_t larger(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static inline void merge(int64_t *into, const int64_t *with, int jokers) {
    if (jokers > 2) {
        for (int j = jokers; j >= 0; j--) {
            int64_t most = into[j] + with[0];
            for (int k = 1; k <= j; k++) {
                most = larger(into[j - k] + with[k], most);
            }
            into[j] = most;
        }
        return;
    }
    if (jokers == 2) {
        into[2] = larger(larger(into[2] + with[0], into[1] + with[1]), into[0] + with[2]);
    }
    if (jokers > 0) {
        into[1] = larger(into[1] + with[0], into[0] + with[1]);
    }
    into[0] += with[0];
}

static inline int64_t merged_last(const int64_t *a, const int64_t *b, int jokers) {
    int64_t most = a[0] + b[jokers];
    for (int k = 1; k <= jokers; k++) {
        most = larger(a[k] + b[jokers - k], most);
    }
    return most;
}

/* ---- runs of one colour ------------------------------------------------------- */

static void join(const rm_tables *t, unsigned low, unsigned high, int64_t *out) {
    const uint32_t *start = rm_low_start(t);
    const rm_entry *entry = rm_low_entries(t) + start[low];
    uint32_t n = start[RM_HALF_ROWS + low];
    int width = t->jokers + 1;
    const int32_t *row = rm_high(t) + (size_t)high * (size_t)(t->n_states * width);
    for (uint32_t i = 0; i < n; i++, entry++) {
        const int32_t *rest = row + entry->state * width;
        for (int j = entry->jokers; j < width; j++) {
            int64_t value = (int64_t)entry->value + rest[j - entry->jokers];
            out[j] = value > out[j] ? value : out[j];
        }
    }
}

/* Moves `high` copies of the ace from place 1 to the place above the top and joins. */
static void join_with_ace(const rm_tables *t, unsigned one, unsigned two, int high, int64_t *out) {
    unsigned copies = (one >> 1 & 1) + (two >> 1 & 1), low = copies - (unsigned)high;
    unsigned top = (unsigned)t->rules.ranks + 1;
    one = (one & ~2u) | (low > 0 ? 2u : 0) | (high > 0 ? 1u << top : 0);
    two = (two & ~2u) | (low > 1 ? 2u : 0) | (high > 1 ? 1u << top : 0);
    unsigned mask = (1u << RM_HALF) - 1;
    const int16_t *base3 = t->base3;
    unsigned row = (unsigned)(base3[one >> 1 & mask] + base3[two >> 1 & mask]);
    unsigned high_row = (unsigned)(base3[one >> 8 & mask] + base3[two >> 8 & mask]);
    join(t, row, high_row, out);
}

/* Could more tiles of one place than the half tables allow side by side be in runs? */
static int crowded(const rm_tables *t, unsigned one, unsigned two, int jokers) {
    const rm_rules *rules = &t->rules;
    int runs = t->slots + 1, need = runs * rules->min_run;
    int spare = rm_min(jokers, runs * rm_min(t->cap, rules->min_run - rules->min_naturals));
    if (rm_popcount(one) + rm_popcount(two) + spare < need) {
        return 0;
    }
    unsigned ace = one >> 1 & (unsigned)rules->ace_high,
             twin = two >> 1 & (unsigned)rules->ace_high;
    one |= ace << (rules->ranks + 1);
    two |= twin << (rules->ranks + 1);
    unsigned window = (1u << (2 * rules->min_run - 1)) - 1;
    for (int low = 2 - rules->min_run; low <= RM_MAX_PLACES; low++) {
        unsigned seen = low < 0 ? window >> -low : window << low;
        if (rm_popcount(one & seen) + rm_popcount(two & seen) + spare >= need) {
            return 1;
        }
    }
    return 0;
}

static void compute_runs(const rm_tables *t, rm_scratch *scratch, unsigned one, unsigned two,
                         int64_t *out) {
    if (!t->has_halves || (t->jokers > 0 && crowded(t, one, two, t->jokers))) {
        uint8_t count[RM_MAX_PLACES + 1] = {0};
        for (int p = 1; p <= t->rules.ranks; p++) {
            count[p] = (uint8_t)((one >> p & 1) + (two >> p & 1));
        }
        scratch->failed |= rm_runs_exact(t, count, t->jokers, &scratch->sweep, out) != RM_OK;
        return;
    }
    for (int j = 0; j <= t->jokers; j++) {
        out[j] = RM_NEVER;
    }
    int copies = (int)((one >> 1 & 1) + (two >> 1 & 1));
    int most = t->rules.ace_high ? copies : 0, least = t->rules.ace_low ? 0 : copies;
    if (t->jokers == 0 && least == 0 && (one >> (t->rules.ranks - 1) & 3) != 3) {
        most = 0; /* an ace without king and queen below it is no use up there */
    }
    for (int high = least; high <= most; high++) {
        join_with_ace(t, one, two, high, out);
    }
}

/* The vector of a colour, from the cache of the scratch where it is known. Without jokers
 * a join is as quick as the cache. */
static const int64_t *runs_of(search *s, int color, int64_t *fresh) {
    unsigned one = s->hand.one[color], two = s->hand.two[color];
    uint32_t key = one | two << RM_PACKED_TWO;
    uint32_t at = key * 0x9E3779B1u >> (32 - RM_CACHE_BITS);
    rm_cached *cached = &s->scratch->cache[at];
    s->scratch->lookups++;
    if (s->t->jokers == 0) {
        compute_runs(s->t, s->scratch, one, two, fresh);
        return fresh;
    }
    if (cached->key != key) {
        compute_runs(s->t, s->scratch, one, two, cached->value);
        cached->key = key;
    }
    return cached->value;
}

/* ---- which cells a run can touch ------------------------------------------------ */

/* Bits of lanes that could be in a run, given enough jokers; a superset is fine. Works on
 * one lane or on four side by side where a run needs three tiles. */
static uint64_t touched(uint64_t lanes, int min_run, int jokers) {
    uint64_t cells = 0;
    if (jokers == 0) {
        uint64_t runs = lanes;
        for (int d = 1; d < min_run; d++) {
            runs &= lanes >> d;
        }
        for (int d = 0; d < min_run; d++) {
            cells |= runs << d;
        }
        return cells;
    }
    for (int d = 1; d < min_run; d++) {
        uint64_t pairs = lanes & lanes >> d;
        cells |= pairs | pairs << d;
    }
    return cells;
}

/* Ranks of one colour that a run with at most so many jokers could touch. */
static unsigned run_cells(const rm_rules *rules, unsigned lane, int jokers) {
    unsigned top = 1u << (rules->ranks + 1);
    unsigned all = lane | (rules->ace_high && (lane & 2u) ? top : 0);
    if (rules->min_run - jokers <= 1) {
        return lane;
    }
    unsigned cells = (unsigned)touched(all, rules->min_run, jokers);
    return (cells & (top - 1)) | (cells & top ? 2u : 0);
}

/* Notes the colours that can hold a run and returns the ranks that one could touch. */
static unsigned find_run_cells(search *s) {
    const rm_rules *rules = &s->t->rules;
    int jokers = rm_min(s->jokers, s->t->cap);
    unsigned ranks = 0;
    s->colors = 0;
    for (int c = 0; c < rules->colors; c++) {
        unsigned cells = run_cells(rules, s->hand.one[c], jokers);
        s->colors |= (unsigned)(cells != 0) << c;
        ranks |= cells;
    }
    return ranks;
}

/* ---- groups ----------------------------------------------------------------------- */

typedef struct {
    unsigned once, twice; /* colours with a tile of the rank, with two */
} rank_colors;

static rank_colors colors_at(const rm_rules *rules, const rm_hand *hand, int rank) {
    rank_colors at = {0, 0};
    for (int c = 0; c < rules->colors; c++) {
        at.once |= (unsigned)(hand->one[c] >> rank & 1) << c;
        at.twice |= (unsigned)(hand->two[c] >> rank & 1) << c;
    }
    return at;
}

/* The most of one rank's groups alone; 0 when there is none. */
static int rank_vector(const search *s, int rank, int64_t *out) {
    const rm_tables *t = s->t;
    rank_colors at = colors_at(&s->t->rules, &s->hand, rank);
    const int8_t *cover = t->cover[t->lone[rank]][rm_popcount(at.once)][rm_popcount(at.twice)];
    int64_t most = 0;
    for (int j = 0; j <= s->jokers; j++) {
        int64_t value = cover[j] * t->weights.group_tile[rank] + j * t->weights.group_joker[rank];
        most = cover[j] > 0 && value > most ? value : most;
        out[j] = most;
    }
    return most > 0;
}

/* Ranks where a group is possible at all; of groups of one natural tile those of `lone` ranks. */
static unsigned group_ranks(const rm_tables *t, const rm_hand *hand, unsigned lone) {
    unsigned by1 = 0, by2 = 0, by3 = 0; /* ranks in at least so many colours */
    for (int c = 0; c < RM_MAX_COLORS; c++) {
        unsigned lane = hand->one[c];
        by3 |= by2 & lane;
        by2 |= by1 & lane;
        by1 |= lane;
    }
    int need = rm_max(t->rules.min_naturals, t->rules.min_group - rm_min(hand->jokers, t->cap));
    if (need >= 2) {
        return need == 2 ? by2 : by3; /* of more colours than three: prepare_groups looks closer */
    }
    return by2 | (by1 & lone);
}

void rm_drop_meldless(const rm_tables *t, rm_hand *hand) {
    unsigned ranks = group_ranks(t, hand, ~0u);
    for (int c = 0; c < t->rules.colors; c++) {
        unsigned lane = hand->one[c];
        unsigned keep = ranks | run_cells(&t->rules, lane, rm_min(hand->jokers, t->cap));
        hand->one[c] = (uint16_t)(lane & keep);
        hand->two[c] = (uint16_t)(hand->two[c] & keep);
    }
}

/* Splits the group ranks in contested ones and free ones. */
static void prepare_groups(search *s, unsigned ranks, unsigned contested) {
    int64_t vector[RM_VECTOR];
    memset(s->free_ranks, 0, sizeof s->free_ranks);
    s->n_ranks = 0;
    for (; ranks != 0; ranks &= ranks - 1) {
        int rank = rm_lowest(ranks);
        if (!rank_vector(s, rank, vector)) {
            continue;
        }
        if (contested >> rank & 1) {
            s->rank[s->n_ranks++] = (uint8_t)rank;
        } else {
            merge(s->free_ranks, vector, s->jokers);
        }
    }
    memset(s->more[s->n_ranks], 0, sizeof s->more[0]);
    for (int i = s->n_ranks - 1; i >= 0; i--) {
        memcpy(s->more[i], s->more[i + 1], sizeof s->more[0]);
        if (rank_vector(s, s->rank[i], vector)) {
            merge(s->more[i], vector, s->jokers);
        }
    }
}

/* ---- the search --------------------------------------------------------------------- */

static void search_from(search *s, int i, const int64_t *groups);

/* How many colours a set of them has. */
static const uint8_t colors_in[1 << RM_MAX_COLORS] = {
    0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5,
    1, 2, 2, 3, 2, 3, 3, 4, 2, 3, 3, 4, 3, 4, 4, 5, 2, 3, 3, 4, 3, 4, 4, 5, 3, 4, 4, 5, 4, 5, 5, 6,
};

/* Takes the colours `once` (those of `twice` two times) of a rank for groups, goes on from
 * contested rank i unless even all of `rest` beside them is not enough, and puts them back. */
static void with_groups(search *s, int i, int rank, unsigned once, unsigned twice,
                        const int64_t *groups, const int64_t *rest) {
    const rm_tables *t = s->t;
    int a = colors_in[once], b = colors_in[twice];
    unsigned ways = t->feasible[t->lone[rank]][a][b] & ((2u << s->jokers) - 1);
    if (ways == 0) {
        return;
    }
    int64_t sum[RM_VECTOR], tiles = (a + b) * t->weights.group_tile[rank];
    sum[0] = RM_NEVER; /* known to the compiler, which cannot tell that there is a round */
    for (int j = 0; j <= s->jokers; j++) {
        sum[j] = RM_NEVER;
        for (unsigned w = ways & ((2u << j) - 1); w != 0; w &= w - 1) {
            int k = rm_lowest(w);
            int64_t value = groups[j - k] + tiles + k * t->weights.group_joker[rank];
            sum[j] = value > sum[j] ? value : sum[j];
        }
    }
    if (merged_last(sum, rest, s->jokers) <= s->best) {
        return;
    }
    rm_hand before = s->hand;
    unsigned bit = 1u << rank;
    for (unsigned c = once; c != 0; c &= c - 1) {
        int color = rm_lowest(c);
        unsigned two = s->hand.two[color] & bit;
        int both = (int)(twice >> color & 1);
        if (two == 0 || both) {
            s->hand.one[color] = (uint16_t)(s->hand.one[color] & ~bit);
        }
        s->hand.two[color] = (uint16_t)(s->hand.two[color] & ~bit);
    }
    search_from(s, i, sum);
    s->hand = before;
}

static void each_choice(search *s, int i, const int64_t *groups, const int64_t *rest) {
    int rank = s->rank[i];
    int least = s->t->rules.min_group - rm_min(s->jokers, s->t->cap);
    rank_colors at = colors_at(&s->t->rules, &s->hand, rank);
    for (unsigned once = at.once; once != 0; once = (once - 1) & at.once) {
        unsigned can = once & at.twice;
        if (colors_in[once] < least) {
            continue;
        }
        for (unsigned twice = can;; twice = (twice - 1) & can) {
            with_groups(s, i + 1, rank, once, twice, groups, rest);
            if (twice == 0) {
                break;
            }
        }
    }
}

/* groups[j]: value of the groups taken so far with at most j jokers (RM_NEVER: they need more). */
static void search_from(search *s, int i, const int64_t *groups) {
    int64_t total[RM_VECTOR], rest[RM_VECTOR];
    s->scratch->nodes++;
    memcpy(total, s->free_ranks, sizeof total);
    for (unsigned c = s->colors; c != 0; c &= c - 1) {
        merge(total, runs_of(s, rm_lowest(c), rest), s->jokers);
    }
    int64_t value = merged_last(groups, total, s->jokers);
    s->best = value > s->best ? value : s->best;
    for (; i < s->n_ranks; i++) {
        memcpy(rest, total, sizeof rest);
        merge(rest, s->more[i], s->jokers);
        if (merged_last(groups, rest, s->jokers) <= s->best) {
            return;
        }
        memcpy(rest, total, sizeof rest);
        merge(rest, s->more[i + 1], s->jokers);
        each_choice(s, i, groups, rest);
    }
}

/* ---- plain hands ---------------------------------------------------------------------- */

/* The lanes of up to four colours side by side, from one on. The guard bits keep them apart. */
static uint64_t four_lanes(const uint16_t *lanes, int first) {
    uint64_t four = 0;
    memcpy(&four, lanes + first, sizeof *lanes * (size_t)rm_min(4, RM_MAX_COLORS - first));
    return four;
}

/* What the runs of four colours win if every tile that one can hold lies in one; -1 where an ace
 * fits at both ends or a second copy may want a run too. */
static int64_t plain_runs(const rm_tables *t, const rm_hand *hand, int first, unsigned *ranks,
                          int *tiles) {
    const uint64_t aces = 0x0002000200020002u;
    int ranks_up = t->rules.ranks, high = t->rules.ace_high;
    uint64_t all = four_lanes(hand->one, first), low = t->rules.ace_low ? all : all & ~aces;
    uint64_t cells = touched(low | (high ? (all & aces) << ranks_up : 0), 3, 0);
    if (cells == 0) {
        return 0;
    }
    uint64_t top = high ? cells >> ranks_up & aces : 0, own = cells | top;
    if ((cells & top) != 0 || (four_lanes(hand->two, first) & own) != 0) {
        return -1;
    }
    int64_t value = 0;
    for (uint64_t left = cells; left != 0; left >>= 16) {
        *ranks |= (unsigned)left & 0x3FFE;
        for (unsigned lane = (unsigned)left & 0xFFFF; lane != 0; lane &= lane - 1) {
            value += t->weights.run_tile[rm_lowest(lane)];
            *tiles += 1;
        }
    }
    *ranks |= top != 0 ? 2u : 0;
    return value;
}

int64_t rm_plain(const rm_tables *t, const rm_hand *hand, int *tiles) {
    unsigned run_ranks = 0;
    int64_t value = 0;
    *tiles = 0;
    if (!t->plain || hand->jokers > 0) {
        return -1;
    }
    for (int first = 0; first < t->rules.colors; first += 4) {
        int64_t runs = plain_runs(t, hand, first, &run_ranks, tiles);
        if (runs < 0) {
            return -1;
        }
        value += runs;
    }
    unsigned ranks = group_ranks(t, hand, 0);
    if (ranks & run_ranks) {
        return -1;
    }
    for (; ranks != 0; ranks &= ranks - 1) {
        int rank = rm_lowest(ranks);
        rank_colors at = colors_at(&t->rules, hand, rank);
        int laid = t->cover[1][rm_popcount(at.once)][rm_popcount(at.twice)][0];
        value += laid > 0 ? laid * t->weights.group_tile[rank] : 0;
        *tiles += rm_max(laid, 0);
    }
    return value;
}

/* Makes a scratch ready for other tables; without jokers the cache is not used. */
static void forget(rm_scratch *scratch, const rm_tables *tables) {
    scratch->tables = tables;
    for (size_t i = 0; tables->jokers > 0 && i < RM_CACHE_SIZE; i++) {
        scratch->cache[i].key = UINT32_MAX;
    }
}

static int tiles_of(const rm_hand *hand) {
    int n = hand->jokers;
    for (int c = 0; c < RM_MAX_COLORS; c++) {
        n += rm_popcount(hand->one[c]) + rm_popcount(hand->two[c]);
    }
    return n;
}

/* The best value if it is above `known`, else `known`. */
static int64_t best_above(const rm_tables *tables, const rm_hand *hand, int64_t known,
                          rm_scratch *scratch) {
    search s;
    int64_t none[RM_VECTOR] = {0};
    s.t = tables;
    s.scratch = scratch;
    s.hand = *hand;
    s.jokers = hand->jokers;
    s.best = known;
    s.colors = 0;
    if (scratch->tables != tables) {
        forget(scratch, tables);
    }
    unsigned contested = find_run_cells(&s);
    unsigned ranks = group_ranks(tables, hand, tables->lone_ranks);
    if (s.colors == 0 && ranks == 0) {
        return known;
    }
    prepare_groups(&s, ranks, contested);
    search_from(&s, 0, none);
    return scratch->failed ? RM_ERR_SPACE : s.best;
}

static int64_t best_of(const rm_tables *tables, const rm_hand *hand, int64_t known,
                       rm_scratch *scratch) {
    if (scratch->large != NULL && tiles_of(hand) > RM_EASY) {
        int64_t value = rm_large_best(tables, hand, scratch->large, &scratch->nodes);
        if (value != RM_ERR_RULES) {
            return value;
        }
    }
    int tiles;
    int64_t plain = rm_plain(tables, hand, &tiles);
    scratch->nodes = scratch->lookups = 0;
    return plain >= 0 ? plain : best_above(tables, hand, known, scratch);
}

int64_t rm_best(const rm_tables *tables, const rm_hand *hand, rm_scratch *scratch) {
    return best_of(tables, hand, 0, scratch);
}

int rm_reaches(const rm_tables *tables, const rm_hand *hand, int64_t value, rm_scratch *scratch) {
    return value <= 0 || best_of(tables, hand, value - 1, scratch) >= value;
}

/* ---- scratch --------------------------------------------------------------------------- */

size_t rm_scratch_size(void) {
    return sizeof(rm_scratch);
}

void rm_scratch_clear(rm_scratch *scratch) {
    scratch->tables = NULL;
    scratch->large = NULL;
    scratch->failed = 0;
    scratch->nodes = scratch->lookups = 0;
}

void rm_scratch_large(rm_scratch *scratch, rm_large *large) {
    scratch->large = large;
}

void rm_counters(const rm_scratch *scratch, uint64_t *nodes, uint64_t *lookups) {
    *nodes = scratch->nodes;
    *lookups = scratch->lookups;
}
