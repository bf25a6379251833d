/* Can all tiles be laid in melds? An exact cover, depth first on the lowest natural tile.
 *
 * Only natural tiles are branched on. A meld is reduced to its core: the naturals in it,
 * with the least and the most jokers that may join them; any number between will do. So
 * a full arrangement is a partition of the naturals into cores whose least jokers add up
 * to at most the jokers of the hand, and whose most jokers to at least these. A run that
 * can be cut into two melds is never tried: its halves need no more jokers and take no
 * fewer. Rank by rank, so that few different rests remain; those that failed are kept in
 * a memo of fixed size, which may forget but never lies. The lanes of the query restrict
 * where tiles and jokers may lie: that is all a closing pattern is.
 */
#include "bits.h"

#include <string.h>

enum { MEMO_SIZE = 1024, MEMO_AFTER = 48, MAX_NODES = 1 << 26 };

/* A core: naturals with the number of jokers that may join them. */
typedef struct {
    uint8_t group, color, rank; /* run: colour; group: rank */
    uint16_t naturals;          /* run: their places; group: their colours */
    int8_t first, last;         /* run: places that it may reach with jokers */
    int8_t least, most;         /* jokers */
} core;

typedef struct {
    uint32_t key[RM_MAX_COLORS];
    int8_t left, need, spare, used;
} memo_entry;

typedef struct {
    const rm_rules *rules;
    const rm_cover_query *query;
    uint16_t one[RM_MAX_COLORS], two[RM_MAX_COLORS]; /* naturals still loose */
    int jokers, cap, first_place, last_place;
    int needy_per_joker; /* naturals of a core with a joker in it; 0: melds too short to screen */
    int spare_code;      /* what stayed out, RM_PAD: nothing */
    int n_cores;
    int memo_on;
    int alike; /* whether the lanes of all colours are the same */
    uint64_t nodes;
    core cores[RM_MAX_MELDS];
    memo_entry memo[MEMO_SIZE];
} search;

/* What is still to be done: jokers left beyond the least of all cores, jokers that no
 * core has room for yet, tiles that must stay out. */
typedef struct {
    int left, need, spare;
} rest;

/* ---- planes -------------------------------------------------------------- */

static void take(search *s, int color, int rank) {
    uint16_t bit = (uint16_t)(1u << rank);
    uint16_t *plane = (s->two[color] & bit) ? s->two : s->one;
    plane[color] = (uint16_t)(plane[color] & ~bit);
}

static void put_back(search *s, int color, int rank) {
    uint16_t bit = (uint16_t)(1u << rank);
    uint16_t *plane = (s->one[color] & bit) ? s->two : s->one;
    plane[color] = (uint16_t)(plane[color] | bit);
}

static int loose_at(const search *s, int color, int place) {
    int rank = rm_rank_of_place(s->rules, place);
    return (s->one[color] >> rank) & (s->query->run_tile[color] >> place) & 1;
}

/* Places beyond `place` in a row on which a joker may lie. */
static int room(const search *s, int color, int place, int step) {
    int n = 0;
    for (int p = place + step; p >= s->first_place && p <= s->last_place; p += step) {
        if (!((s->query->run_joker[color] >> p) & 1)) break;
        n++;
    }
    return n;
}

/* ---- the screen ---------------------------------------------------------- */

/* Lane of the places on which the naturals of a colour may lie in a run. */
static uint32_t place_lane(const search *s, int color) {
    uint32_t lane = s->one[color];
    lane |= ((lane >> 1) & 1u) << (s->rules->ranks + 1);
    return lane & s->query->run_tile[color];
}

static uint32_t to_ranks(const search *s, uint32_t places) {
    int top = s->rules->ranks + 1;
    return (places & ((1u << top) - 1u)) | (((places >> top) & 1u) << 1);
}

/* Ranks of a colour whose loose natural lies in no run without a joker, and in no run
 * with one joker. */
typedef struct {
    uint32_t in_run, near, any;
} run_ranks;

static run_ranks runs_of(const search *s, int color) {
    uint32_t m = place_lane(s, color), mid = m & (m << 1) & (m >> 1);
    run_ranks found = {
        .in_run = to_ranks(s, mid | (mid << 1) | (mid >> 1)),
        .near = to_ranks(s, m & ((m << 1) | (m << 2) | (m >> 1) | (m >> 2))),
        .any = to_ranks(s, m),
    };
    return found;
}

/* 0 when some loose tile can be in no meld at all, or more tiles need a joker than the
 * jokers left can serve. Holds for melds of three tiles and more. */
static int may_cover(const search *s, rest r) {
    const rm_rules *rules = s->rules;
    int jokers = rm_min(r.left, s->cap), needy = 0, dead = 0;
    uint32_t g1 = 0, g2 = 0, g3 = 0;
    for (int c = 0; c < rules->colors; c++) {
        uint32_t lane = s->one[c] & (uint32_t)s->query->group_tile[c];
        g3 |= g2 & lane;
        g2 |= g1 & lane;
        g1 |= lane;
    }
    for (int c = 0; c < rules->colors; c++) {
        run_ranks runs = runs_of(s, c);
        uint32_t all = s->one[c], groups = s->query->group_tile[c];
        uint32_t alone = all & ~(runs.in_run | (g3 & groups));
        uint32_t lost = alone & ~(runs.near | (g2 & groups));
        lost = jokers == 0 ? alone : jokers == 1 ? lost : all & ~(runs.any | groups);
        needy += rm_popcount(alone) + rm_popcount(alone & s->two[c]);
        dead += rm_popcount(lost) + rm_popcount(lost & s->two[c]);
    }
    if (dead > r.spare) return 0;
    return needy <= s->needy_per_joker * r.left + r.spare;
}

/* ---- the memo ------------------------------------------------------------ */

/* The loose tiles of each colour in one number; in order of size where colours are alike,
 * as the rest is as hard with its colours exchanged. */
static void memo_key(const search *s, uint32_t key[RM_MAX_COLORS]) {
    for (int c = 0; c < s->rules->colors; c++) {
        uint32_t own = s->one[c] | ((uint32_t)s->two[c] << 16);
        int at = c;
        for (; s->alike && at > 0 && key[at - 1] < own; at--) key[at] = key[at - 1];
        key[at] = own;
    }
    for (int c = s->rules->colors; c < RM_MAX_COLORS; c++) key[c] = 0;
}

static memo_entry *memo_place(search *s, const uint32_t key[RM_MAX_COLORS], int spare) {
    uint64_t hash = (uint64_t)spare;
    for (int c = 0; c < s->rules->colors; c++) {
        hash ^= key[c];
        hash *= UINT64_C(0xD6E8FEB86659FD93);
        hash ^= hash >> 32;
    }
    return &s->memo[hash & (MEMO_SIZE - 1)];
}

/* Fewer jokers left, or more to be taken, is never easier. */
static int memo_failed(search *s, const uint32_t key[RM_MAX_COLORS], rest r) {
    if (!s->memo_on) {
        memset(s->memo, 0, sizeof s->memo);
        s->memo_on = 1;
    }
    const memo_entry *entry = memo_place(s, key, r.spare);
    return entry->used && entry->spare == r.spare && r.left <= entry->left && r.need >= entry->need
        && !memcmp(entry->key, key, sizeof entry->key);
}

static void memo_keep(search *s, const uint32_t key[RM_MAX_COLORS], rest r) {
    memo_entry *entry = memo_place(s, key, r.spare);
    memcpy(entry->key, key, sizeof entry->key);
    entry->left = (int8_t)r.left;
    entry->need = (int8_t)r.need;
    entry->spare = (int8_t)r.spare;
    entry->used = 1;
}

/* ---- the search ---------------------------------------------------------- */

static int cover_rest(search *s, rest r);

/* Lay a core whose naturals have been taken, then cover what remains. */
static int lay(search *s, core made, rest r) {
    int most = rm_min(rm_min(made.most, s->cap), s->jokers);
    if (made.least > most || made.least > r.left) return 0;
    made.most = (int8_t)most;
    s->cores[s->n_cores++] = made;
    rest next = {r.left - made.least, rm_max(r.need - most, 0), r.spare};
    if (cover_rest(s, next)) return 1;
    s->n_cores--;
    return 0;
}

/* Colours of which a joker may join the group of a rank. */
static int joker_colors(const search *s, int rank, uint32_t naturals) {
    int n = 0;
    for (int c = 0; c < s->rules->colors; c++) {
        n += (int)((s->query->group_joker[c] >> rank) & ~(naturals >> c) & 1u);
    }
    return n;
}

static core group_core(const search *s, int rank, uint32_t naturals, int min_size, int max_size) {
    int n = rm_popcount(naturals);
    core made = {.group = 1, .rank = (uint8_t)rank, .naturals = (uint16_t)naturals};
    made.least = (int8_t)rm_max(min_size - n, 0);
    made.most = (int8_t)rm_min(max_size - n, joker_colors(s, rank, naturals));
    return made;
}

/* Lay the group of these naturals, then go on; everything is put back on failure. */
static int lay_group(search *s, core made, rest r) {
    for (int c = 0; c < s->rules->colors; c++) {
        if ((made.naturals >> c) & 1) take(s, c, made.rank);
    }
    if (lay(s, made, r)) return 1;
    for (int c = 0; c < s->rules->colors; c++) {
        if ((made.naturals >> c) & 1) put_back(s, c, made.rank);
    }
    return 0;
}

static uint32_t group_colors(const search *s, int rank) {
    uint32_t found = 0;
    for (int c = 0; c < s->rules->colors; c++) {
        uint32_t in = (uint32_t)(s->one[c] & s->query->group_tile[c]) >> rank & 1u;
        found |= in << c;
    }
    return found;
}

/* Groups that hold the lowest loose natural, the largest first. */
static int try_groups(search *s, int color, int rank, rest r) {
    const rm_rules *rules = s->rules;
    uint32_t own = 1u << color, others = group_colors(s, rank);
    if (!(others & own)) return 0;
    others &= ~own;
    int cuttable = 2 * rm_max(rules->min_group, rules->min_naturals);
    for (uint32_t sub = others;; sub = (sub - 1) & others) {
        int n = 1 + rm_popcount(sub);
        if (n >= rules->min_naturals && n < cuttable) {
            core made = group_core(s, rank, sub | own, rules->min_group, rules->max_group);
            if (made.least <= r.left && lay_group(s, made, r)) return 1;
        }
        if (!sub) return 0;
    }
}

/* A run that grows from an anchor by steps of +1, or -1 below an ace at the top. */
typedef struct {
    int color, anchor, step;
    int n, gaps;
    uint32_t naturals; /* places */
    rest todo;
} growing;

static int lay_run(search *s, const growing *run, int end) {
    int low = rm_min(run->anchor, end), high = rm_max(run->anchor, end);
    core made = {.color = (uint8_t)run->color, .naturals = (uint16_t)run->naturals};
    int first = low - room(s, run->color, low, -1), last = high + room(s, run->color, high, 1);
    if (run->n < s->rules->min_naturals) return 0;
    made.first = (int8_t)first;
    made.last = (int8_t)last;
    made.least = (int8_t)(rm_max(s->rules->min_run, high - low + 1) - run->n);
    made.most = (int8_t)(rm_min(s->rules->max_run, last - first + 1) - run->n);
    return lay(s, made, run->todo);
}

/* Whether the run up to the natural at `end` is two melds in a row: a first part as short
 * as may be, and the rest. Then so is every longer one. */
static int can_be_cut(const search *s, const growing *run, int end) {
    int min_run = s->rules->min_run, naturals = s->rules->min_naturals, seen = 0;
    int length = (end - run->anchor) * run->step + 1;
    for (int i = 0; i < length; i++) {
        seen += (int)(run->naturals >> (run->anchor + i * run->step)) & 1;
        if (i + 1 >= min_run && seen >= naturals) {
            return length - i - 1 >= min_run && run->n - seen >= naturals;
        }
    }
    return 0;
}

/* Longer runs first: they need the fewest jokers, and what fails with more jokers left
 * fails with fewer. */
static int grow(search *s, growing run, int end) {
    int gap_limit = rm_min(run.todo.left, s->cap);
    growing shorter = run;
    for (int p = end + run.step; p >= s->first_place && p <= s->last_place; p += run.step) {
        if (loose_at(s, run.color, p)) {
            growing longer = run;
            longer.naturals |= 1u << p;
            longer.n++;
            if (can_be_cut(s, &longer, p)) break;
            int rank = rm_rank_of_place(s->rules, p);
            take(s, run.color, rank);
            if (grow(s, longer, p)) return 1;
            put_back(s, run.color, rank);
        }
        if (++run.gaps > gap_limit || !((s->query->run_joker[run.color] >> p) & 1)) break;
    }
    return lay_run(s, &shorter, end);
}

/* Runs whose lowest natural is the one at this rank, or whose highest is this ace; the
 * tile itself has been taken. */
static int try_runs(search *s, int color, int rank, rest r) {
    growing run = {.color = color, .anchor = rank, .step = 1, .n = 1, .todo = r};
    if (rank >= s->first_place && ((s->query->run_tile[color] >> rank) & 1)) {
        run.naturals = 1u << rank;
        if (grow(s, run, rank)) return 1;
    }
    int top = s->rules->ranks + 1;
    if (rank == 1 && top == s->last_place && ((s->query->run_tile[color] >> top) & 1)) {
        run.anchor = top;
        run.step = -1;
        run.naturals = 1u << top;
        return grow(s, run, top);
    }
    return 0;
}

/* No natural is loose: do the jokers fit? */
static int finish(search *s, rest r) {
    if (!r.spare) return r.need <= 0;
    if (r.left < 1 || r.need > 1 || s->query->kept == 0) return 0;
    s->spare_code = 0;
    return 1;
}

static int leave_out(search *s, int color, int rank, rest r) {
    if (!r.spare || rm_code(color, rank) == s->query->kept) return 0;
    rest next = {r.left, r.need, r.spare - 1};
    take(s, color, rank);
    s->spare_code = rm_code(color, rank);
    if (cover_rest(s, next)) return 1;
    s->spare_code = RM_PAD;
    put_back(s, color, rank);
    return 0;
}

static int cover_rest(search *s, rest r) {
    uint32_t any = 0;
    if (++s->nodes > MAX_NODES) return 0;
    for (int c = 0; c < s->rules->colors; c++) any |= s->one[c];
    if (!any) return finish(s, r);
    int rank = rm_lowest(any), color = 0;
    while (!((s->one[color] >> rank) & 1)) color++;
    if (s->needy_per_joker && !may_cover(s, r)) return 0;
    int remember = s->nodes > MEMO_AFTER;
    uint32_t key[RM_MAX_COLORS];
    if (remember) {
        memo_key(s, key);
        if (memo_failed(s, key, r)) return 0;
    }
    if (try_groups(s, color, rank, r)) return 1;
    take(s, color, rank);
    if (try_runs(s, color, rank, r)) return 1;
    put_back(s, color, rank);
    if (leave_out(s, color, rank, r)) return 1;
    if (remember && s->nodes <= MAX_NODES) memo_keep(s, key, r);
    return 0;
}

/* ---- complete groups of four --------------------------------------------- */

/* Set `fours` complete groups aside, of rank `low` or above, then cover the rest. */
static int lay_fours(search *s, int fours, int low, int high, rest r) {
    if (!fours) return cover_rest(s, r);
    for (int rank = low; rank <= high; rank++) {
        uint32_t colors = group_colors(s, rank);
        int limit = s->query->fours_pure ? 0 : rm_min(r.left, s->cap);
        for (uint32_t sub = colors; sub; sub = (sub - 1) & colors) {
            int n = rm_popcount(sub);
            if (n > 4 || 4 - n > limit || n < s->rules->min_naturals) continue;
            core made = group_core(s, rank, sub, 4, 4);
            if (made.most < made.least) continue;
            for (int c = 0; c < s->rules->colors; c++) {
                if ((sub >> c) & 1) take(s, c, rank);
            }
            s->cores[s->n_cores++] = made;
            rest next = {r.left - made.least, rm_max(r.need - made.least, 0), r.spare};
            if (lay_fours(s, fours - 1, rank, s->query->fours_same ? rank : high, next)) return 1;
            s->n_cores--;
            for (int c = 0; c < s->rules->colors; c++) {
                if ((sub >> c) & 1) put_back(s, c, rank);
            }
        }
    }
    return 0;
}

/* ---- the arrangement ----------------------------------------------------- */

/* The meld of a core with a number of jokers: gaps first, then above, then below. */
static rm_found meld_of(const core *made, int jokers) {
    int size = rm_popcount(made->naturals) + jokers;
    rm_found meld = {.kind = RM_LAID_GROUP, .low = made->rank, .size = (uint8_t)size};
    if (made->group) {
        meld.colors = made->naturals;
        return meld;
    }
    int low = rm_min(rm_lowest(made->naturals), made->last - size + 1);
    uint32_t places = ((1u << size) - 1u) << low;
    meld.kind = RM_LAID_RUN;
    meld.low = (uint8_t)low;
    meld.color = made->color;
    meld.jokers = (uint16_t)(places & ~(uint32_t)made->naturals);
    return meld;
}

static void write_melds(const search *s, rm_cover *out) {
    int extra = s->jokers - (s->spare_code == 0 ? 1 : 0);
    for (int i = 0; i < s->n_cores; i++) extra -= s->cores[i].least;
    for (int i = 0; i < s->n_cores; i++) {
        int more = rm_min(extra, s->cores[i].most - s->cores[i].least);
        out->melds[i] = meld_of(&s->cores[i], s->cores[i].least + more);
        extra -= more;
    }
    out->n_melds = (uint8_t)s->n_cores;
    out->spare = (uint8_t)s->spare_code;
}

/* ---- contract ------------------------------------------------------------ */

void rm_cover_anything(const rm_rules *rules, rm_cover_query *query) {
    uint32_t below = (1u << rm_first_place(rules)) - 1u;
    uint16_t places = (uint16_t)(((1u << (rm_last_place(rules) + 1)) - 1u) & ~below);
    uint16_t ranks = (uint16_t)((1u << (rules->ranks + 1)) - 2u);
    memset(query, 0, sizeof *query);
    query->kept = RM_PAD;
    for (int c = 0; c < rules->colors; c++) {
        query->run_tile[c] = query->run_joker[c] = places;
        query->group_tile[c] = query->group_joker[c] = ranks;
    }
}

/* A core with a joker in it has at most 2 * min_run - 2 naturals: longer runs are cut. */
static int needy_limit(const rm_rules *rules) {
    if (rules->min_run < 3 || rules->min_group < 3) return 0;
    if (rules->min_naturals > 1) return RM_MAX_PLACES;
    return rm_max(2 * rules->min_run - 2, rules->min_group - 1);
}

static int colors_alike(const rm_rules *rules, const rm_cover_query *query) {
    int alike = query->kept == RM_PAD || query->kept == 0;
    for (int c = 1; c < rules->colors; c++) {
        alike &= query->run_tile[c] == query->run_tile[0]
            && query->run_joker[c] == query->run_joker[0]
            && query->group_tile[c] == query->group_tile[0]
            && query->group_joker[c] == query->group_joker[0];
    }
    return alike;
}

int rm_cover_hand(const rm_rules *rules, const rm_cover_query *query, const rm_hand *hand,
                  rm_cover *out) {
    search s;
    s.rules = rules;
    s.query = query;
    memcpy(s.one, hand->one, sizeof s.one);
    memcpy(s.two, hand->two, sizeof s.two);
    s.jokers = hand->jokers;
    s.cap = rules->max_jokers;
    s.first_place = rm_first_place(rules);
    s.last_place = rm_last_place(rules);
    s.needy_per_joker = needy_limit(rules);
    s.spare_code = RM_PAD;
    s.n_cores = s.memo_on = 0;
    s.alike = colors_alike(rules, query);
    s.nodes = 0;
    rest r = {s.jokers, s.jokers, query->spare};
    int found = lay_fours(&s, query->fours, 1, rules->ranks, r);
    if (out) {
        out->nodes = s.nodes;
        if (found) write_melds(&s, out);
    }
    return found || s.nodes <= MAX_NODES ? found : RM_ERR_LIMIT;
}

/* ---- pairs, patterns ----------------------------------------------------- */

static int jokers_pair(int singles, int jokers, int pair_jokers) {
    if (pair_jokers == RM_PAIRS_PLAIN) return singles == 0 && jokers == 0;
    if (pair_jokers == RM_PAIRS_SINGLE) return singles == jokers;
    return singles <= jokers && (jokers - singles) % 2 == 0;
}

static void without(rm_hand *hand, int code) {
    if (code == 0) {
        hand->jokers--;
        return;
    }
    int color = (code - 1) / RM_MAX_RANKS, rank = (code - 1) % RM_MAX_RANKS + 1;
    uint16_t bit = (uint16_t)(1u << rank);
    uint16_t *plane = (hand->two[color] & bit) ? hand->two : hand->one;
    plane[color] = (uint16_t)(plane[color] & ~bit);
}

static int holds(const rm_hand *hand, int code) {
    if (code == 0) return hand->jokers > 0;
    int color = (code - 1) / RM_MAX_RANKS, rank = (code - 1) % RM_MAX_RANKS + 1;
    return (hand->one[color] >> rank) & 1;
}

int rm_cover_pairs(const rm_hand *hand, int pairs, int pair_jokers, int spare, int kept) {
    int tiles = hand->jokers, singles = 0;
    for (int c = 0; c < RM_MAX_COLORS; c++) {
        tiles += rm_popcount(hand->one[c]) + rm_popcount(hand->two[c]);
        singles += rm_popcount((uint32_t)(hand->one[c] & ~hand->two[c]));
    }
    if (tiles != 2 * pairs + spare || pair_jokers == RM_PAIRS_NEVER) return 0;
    if (!spare) return jokers_pair(singles, hand->jokers, pair_jokers);
    for (int code = 0; code < RM_CODES; code++) {
        rm_hand others = *hand;
        if (code == kept || !holds(hand, code)) continue;
        without(&others, code);
        if (rm_cover_pairs(&others, pairs, pair_jokers, 0, RM_PAD)) return 1;
    }
    return 0;
}

int64_t rm_patterns(const rm_rules *rules, const rm_pattern_query *queries, size_t n,
                    const rm_hand *hand) {
    uint32_t met = 0;
    for (size_t i = 0; i < n; i++) {
        const rm_pattern_query *q = &queries[i];
        if (met >> q->pattern & 1u) continue;
        if (q->needs != RM_PAD && !(met >> q->needs & 1u)) continue;
        int yes = q->pairs ? rm_cover_pairs(hand, q->pairs, q->pair_jokers, 0, RM_PAD)
                           : rm_cover_hand(rules, &q->query, hand, NULL);
        if (yes < 0) return yes;
        met |= (uint32_t)yes << q->pattern;
    }
    return met;
}

int rm_closings(const rm_rules *rules, const rm_pattern_query *queries, size_t n,
                const rm_hand *hand, int kept, uint8_t codes[RM_CODES], uint32_t met[RM_CODES]) {
    int found = 0;
    for (int code = 0; code < RM_CODES; code++) {
        if (code == kept || !holds(hand, code)) continue;
        rm_hand others = *hand;
        without(&others, code);
        int64_t patterns = rm_patterns(rules, queries, n, &others);
        if (patterns < 0) return (int)patterns;
        if (!patterns) continue;
        codes[found] = (uint8_t)code;
        met[found++] = (uint32_t)patterns;
    }
    return found;
}
