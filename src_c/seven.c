/* Closing by seven pairs: the same questions, answered by counting kinds.
 *
 * Kinds fall into five sorts by what the hand holds and what is left outside. A closed hand of
 * seven pairs takes e kinds twice, o kinds once (a joker beside each) and j jokers; for every
 * (o, j) the best kinds to take are plain, so the distance is a handful of sums.
 */
#include "distance.h"

/* Kinds by what the hand holds and what is outside. */
typedef struct {
    int both;     /* two in the hand */
    int one_more; /* one in the hand, one outside */
    int last;     /* one in the hand, none outside */
    int two_out;  /* none in the hand, two outside */
    int one_out;  /* none in the hand, one outside */
} pair_sorts;

enum { PAIRS = 7 };

typedef struct {
    int pairs, singles, jokers, shared;
} pair_plan;

static void sort_kind(pair_sorts *sorts, int held, int out, int change) {
    if (held >= 2)
        sorts->both += change;
    else if (held == 1)
        *(out ? &sorts->one_more : &sorts->last) += change;
    else if (out >= 2)
        sorts->two_out += change;
    else if (out == 1)
        sorts->one_out += change;
}

static int held_of(const rd_state *s, int code) {
    uint8_t bit = s->bit_of[code];
    return bit == RD_NONE ? 0 : (int)((s->hand.one >> bit & 1) + (s->hand.two >> bit & 1));
}

static pair_sorts sort_kinds(const rd_state *s) {
    pair_sorts sorts = {0, 0, 0, 0, 0};
    unsigned ranks = (2u << s->rules->ranks) - 2;
    for (int color = 0; color < s->rules->colors; color++) {
        unsigned one = s->have[color] & ~(unsigned)s->two[color];
        unsigned none = ranks & ~(unsigned)s->have[color];
        sorts.both += rm_popcount(s->two[color]);
        sorts.last += rm_popcount(one & s->gone[color]);
        sorts.one_more += rm_popcount(one & ~(unsigned)s->gone[color]);
        sorts.two_out += rm_popcount(none & s->spare[color]);
        sorts.one_out += rm_popcount(none & ~(unsigned)s->spare[color] & ~(unsigned)s->gone[color]);
    }
    return sorts;
}

/* Natural tiles of the hand in `pairs` kinds taken twice and `singles` taken once; -1: too few. */
static int shared_naturals(const pair_sorts *k, int pairs, int singles) {
    int a = rm_min(k->both, pairs), b = rm_min(k->one_more, pairs - a);
    int d = pairs - a - b;
    int c = rm_min(k->last, singles);
    int b2 = rm_min(k->one_more - b, singles - c);
    int a2 = rm_min(k->both - a, singles - c - b2);
    int none = singles - c - b2 - a2;
    if (d > k->two_out || none > k->one_out + k->two_out - d) return -1;
    return 2 * a + b + c + b2 + a2;
}

static int allowed(int singles, int jokers, int pair_jokers) {
    if (pair_jokers == RM_PAIRS_PLAIN) return jokers == 0;
    return pair_jokers == RM_PAIRS_ANY || jokers == singles;
}

/* The plan that shares most with the hand; shared = -1 when there is none. */
static pair_plan best_plan(const pair_sorts *sorts, int held, int jokers, int pair_jokers) {
    pair_plan best = {0, 0, 0, -1};
    for (int j = 0; j <= rm_min(jokers, 2 * PAIRS); j++)
        for (int o = j & 1; o <= rm_min(j, 2 * PAIRS - j); o += 2) {
            int e = (2 * PAIRS - o - j) / 2;
            int shared = shared_naturals(sorts, e, o);
            if (shared < 0 || !allowed(o, j, pair_jokers)) continue;
            shared += rm_min(j, held);
            if (shared > best.shared) best = (pair_plan){e, o, j, shared};
        }
    return best;
}

static int distance_of(const rd_state *s, const pair_sorts *sorts, int held, int pair_jokers) {
    pair_plan plan = best_plan(sorts, held, s->jokers, pair_jokers);
    return plan.shared < 0 ? -1 : 2 * PAIRS - plan.shared;
}

int rd_pairs_distance(const rd_state *s, int pair_jokers) {
    if (pair_jokers == RM_PAIRS_NEVER || s->size != 2 * PAIRS) return -1;
    pair_sorts sorts = sort_kinds(s);
    return distance_of(s, &sorts, s->held, pair_jokers);
}

void rd_pairs_useful(const rd_state *s, int pair_jokers, uint8_t useful[RM_CODES]) {
    pair_sorts sorts = sort_kinds(s);
    int distance = distance_of(s, &sorts, s->held, pair_jokers);
    for (int color = 0; color < s->rules->colors; color++)
        for (int rank = 1; rank <= s->rules->ranks; rank++) {
            int code = 13 * color + rank, held = held_of(s, code), out = s->out[code];
            if (!out) continue;
            sort_kind(&sorts, held, out, -1);
            sort_kind(&sorts, held + 1, out - 1, 1);
            if (distance_of(s, &sorts, s->held, pair_jokers) < distance) useful[code] = 1;
            sort_kind(&sorts, held + 1, out - 1, -1);
            sort_kind(&sorts, held, out, 1);
        }
    if (s->jokers > s->held && distance_of(s, &sorts, s->held + 1, pair_jokers) < distance)
        useful[0] = 1;
}

/* Takes up to `wanted` kinds of one sort, `copies` of each. */
static int take(const rd_state *s, uint8_t *counts, int held, int out_least, int out_most,
                int wanted, int copies) {
    int taken = 0;
    for (int code = 1; code < RM_CODES && taken < wanted; code++) {
        int color = (code - 1) / 13, rank = (code - 1) % 13 + 1;
        if (color >= s->rules->colors || rank > s->rules->ranks || counts[code]
            || held_of(s, code) != held || s->out[code] < out_least || s->out[code] > out_most)
            continue;
        counts[code] = (uint8_t)copies;
        taken++;
    }
    return wanted - taken;
}

/* Counts of a nearest closed hand of seven pairs, which must exist. */
void rd_pairs_nearest(const rd_state *s, int pair_jokers, uint8_t nearest[RM_CODES]) {
    pair_sorts sorts = sort_kinds(s);
    pair_plan plan = best_plan(&sorts, s->held, s->jokers, pair_jokers);
    for (int code = 0; code < RM_CODES; code++) nearest[code] = 0;
    int pairs = take(s, nearest, 2, 0, 2, plan.pairs, 2);
    pairs = take(s, nearest, 1, 1, 2, pairs, 2);
    take(s, nearest, 0, 2, 2, pairs, 2);
    int singles = take(s, nearest, 1, 0, 0, plan.singles, 1);
    singles = take(s, nearest, 1, 1, 2, singles, 1);
    singles = take(s, nearest, 2, 0, 2, singles, 1);
    singles = take(s, nearest, 0, 1, 1, singles, 1);
    take(s, nearest, 0, 2, 2, singles, 1);
    nearest[0] = (uint8_t)plan.jokers;
}

/* ---- every closed hand of seven pairs within the goal --------------------------------------- */

typedef struct {
    int pairs, singles; /* kinds taken twice and once so far */
    int kind;           /* the kind of the hand to decide on next */
    int code;           /* the code outside the hand to decide on next */
    int loose;          /* tiles of the hand left so far */
    int pair_jokers;
    rd_loose left;
} pair_walk;

static int visit_pairs(rd_state *s, const pair_walk *w) {
    int jokers = 2 * PAIRS - 2 * w->pairs - w->singles;
    int outside = rm_max(0, jokers - s->held), loose = rm_max(0, s->held - jokers);
    if (jokers < w->singles || jokers > s->jokers || (jokers - w->singles) % 2
        || !allowed(w->singles, jokers, w->pair_jokers) || s->brought_count + outside > s->goal)
        return 0;
    for (int i = 0; i < outside; i++) s->brought[s->brought_count + i] = 0;
    return s->visit(s, s->brought, s->brought_count + outside, w->left, loose);
}

/* Kinds that the hand does not hold: none, one or two copies of each. */
static int walk_outside(rd_state *s, pair_walk w) {
    int most = 2 * w.pairs + w.singles + s->goal - s->brought_count + s->jokers;
    if (w.singles > s->jokers || most < 2 * PAIRS) return 0;
    int found = visit_pairs(s, &w);
    for (int code = w.code; code < RM_CODES && !found; code++) {
        int copies = rm_min(s->out[code], s->goal - s->brought_count);
        if (s->bit_of[code] != RD_NONE) continue;
        for (int n = 1; n <= rm_min(copies, 2) && !found; n++) {
            pair_walk next = w;
            next.code = code + 1;
            *(n == 2 ? &next.pairs : &next.singles) += 1;
            for (int i = 0; i < n; i++) s->brought[s->brought_count++] = (uint8_t)code;
            found = walk_outside(s, next);
            s->brought_count -= n;
        }
    }
    return found;
}

/* Kinds of the hand: taken twice, once or not at all. */
static int walk_hand(rd_state *s, pair_walk w) {
    if (w.loose > s->naturals + s->held - s->size + s->goal || w.pairs > PAIRS
        || w.singles > s->jokers)
        return 0;
    if (w.kind == s->kinds) return walk_outside(s, w);
    uint8_t code = s->code[w.kind];
    int held = held_of(s, code), found = 0;
    uint64_t bit = (uint64_t)1 << w.kind++;
    for (int take = 2; take >= 0 && !found; take--) {
        pair_walk next = w;
        int more = take - held;
        if (more > 0 && (!s->out[code] || s->brought_count + more > s->goal)) continue;
        next.pairs += take == 2;
        next.singles += take == 1;
        next.loose += rm_max(0, -more);
        for (int i = 0; i < rm_min(take, held); i++) next.left = rd_without(next.left, bit);
        if (more > 0) s->brought[s->brought_count++] = code;
        found = walk_hand(s, next);
        if (more > 0) s->brought_count--;
    }
    return found;
}

int rd_pairs_visit(rd_state *s, int pair_jokers) {
    pair_walk start = {0, 0, 0, 1, 0, pair_jokers, s->hand};
    int distance = rd_pairs_distance(s, pair_jokers);
    s->brought_count = 0;
    return distance >= 0 && distance <= s->goal && walk_hand(s, start);
}
