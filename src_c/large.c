/* Large hands: a search over all colours at once, place by place, by what is given away.
 *
 * With more than some thirty tiles there are too many choices of groups for solve.c, but
 * nearly every tile can be laid. So the search counts what a partition gives away against a
 * bound that no partition can beat (every tile and joker where it is worth most), with a
 * budget that grows until a partition fits it. Going up the places it chooses the groups of
 * the rank, then lets the runs of one colour after the other end, grow and begin. A memo of
 * fixed size remembers the budget with which a position has failed; it may forget, never err.
 */
#include <string.h>

#include "growth.h"
#include "solve.h"

enum { MEMO_BITS = 18, MEMO_WAYS = 4, GROUPS_NEXT = -1 };

/* Everything that the rest of a search depends on. */
typedef struct {
    uint64_t runs[RM_MAX_COLORS];
    uint16_t once, twice; /* colours with tiles in the groups of this rank */
    uint16_t high;        /* two bits a colour: aces kept for the place above the top */
    int8_t place, color;  /* color GROUPS_NEXT: the groups of the place come next */
    uint8_t jokers;       /* used so far */
    uint8_t pad[3];
    uint32_t era; /* the solve that it belongs to */
} position;

typedef struct {
    position at;
    int64_t budget; /* what was left when it failed */
} failure;

struct rm_large {
    uint32_t era;
    failure memo[1 << MEMO_BITS];
};

typedef struct {
    const rm_tables *t;
    const rm_hand *hand;
    rm_large *work;
    int64_t budget; /* most that may be given away */
    int64_t least;  /* the least of what went beyond the budget */
    int64_t found;  /* given away by the best partition found, negative: none */
    uint64_t nodes;
} search;

static int tiles_at(const search *s, int color, int rank) {
    return (s->hand->one[color] >> rank & 1) + (s->hand->two[color] >> rank & 1);
}

/* ---- memo ------------------------------------------------------------------------ */

static uint64_t mixed(uint64_t x) {
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93u;
    return x ^ x >> 29;
}

static failure *slot_of(const search *s, const position *at) {
    uint64_t hash = (uint64_t)at->once << 40 ^ (uint64_t)at->twice << 28 ^ (uint64_t)at->high << 14
        ^ (uint64_t)(uint8_t)at->place << 8 ^ (uint64_t)(uint8_t)at->color << 4 ^ at->jokers;
    for (int c = 0; c < RM_MAX_COLORS; c++) {
        hash = mixed(hash ^ at->runs[c]) + (uint64_t)c;
    }
    return &s->work->memo[(size_t)(mixed(hash) >> (64 - MEMO_BITS)) & ~(size_t)(MEMO_WAYS - 1)];
}

static int has_failed(const failure *slot, const position *at, int64_t left) {
    for (int i = 0; i < MEMO_WAYS; i++) {
        if (slot[i].budget >= left && memcmp(&slot[i].at, at, sizeof *at) == 0) {
            return 1;
        }
    }
    return 0;
}

/* Takes the place of the same position or of the failure that tells least. */
static void remember(failure *slot, const position *at, int64_t left) {
    int least = 0;
    for (int i = 0; i < MEMO_WAYS; i++) {
        if (memcmp(&slot[i].at, at, sizeof *at) == 0) {
            slot[i].budget = left > slot[i].budget ? left : slot[i].budget;
            return;
        }
        if (slot[i].at.era != at->era) {
            least = i;
            break;
        }
        least = slot[i].budget < slot[least].budget ? i : least;
    }
    slot[least].at = *at;
    slot[least].budget = left;
}

/* ---- the search -------------------------------------------------------------------- */

static void go_on(search *s, const position *at, int64_t given);

static void end(search *s, const position *at, int64_t given) {
    for (int c = 0; c < s->t->rules.colors; c++) {
        if (!rm_all_closable(s->t, at->runs[c])) {
            return;
        }
    }
    given += (s->hand->jokers - at->jokers) * s->t->best_joker;
    if (given <= s->budget) {
        s->found = given;
        s->budget = given - 1;
    } else if (given < s->least) {
        s->least = given;
    }
}

typedef struct {
    search *s;
    position at;
    int64_t given;
    int tiles; /* to be settled on the place */
} runs_step;

/* One way in which the runs of a colour go on; the tiles not used are kept or left over. */
static void emit(const rm_growth *growth, uint64_t open, int tiles, int jokers, int64_t won) {
    runs_step *step = growth->context;
    search *s = step->s;
    const rm_tables *t = s->t;
    int place = growth->place, left = step->tiles - tiles;
    int rank = rm_rank_of_place(&t->rules, place);
    int may_keep = place == 1 && t->rules.ace_high;
    int64_t given =
        step->given + (int64_t)tiles * t->best_tile[rank] + jokers * t->best_joker - won;
    /* A tile left over beside a run that ended is never better than that run with the tile. */
    int least_kept = growth->ended > 0 ? left : 0;
    for (int kept = may_keep ? left : 0; kept >= least_kept; kept--) {
        position next = step->at;
        next.runs[next.color] = open;
        next.high = (uint16_t)(next.high | kept << 2 * next.color);
        next.jokers = (uint8_t)(next.jokers + jokers);
        next.color++;
        go_on(s, &next, given + (left - kept) * t->best_tile[rank]);
    }
}

static void next_runs(search *s, const position *at, int64_t given) {
    const rm_rules *rules = &s->t->rules;
    runs_step step = {.s = s, .at = *at, .given = given};
    int place = at->place, color = at->color, top = place > rules->ranks;
    if (top) {
        step.tiles = at->high >> 2 * color & 3;
        step.at.high = (uint16_t)(at->high & ~(3u << 2 * color));
    } else {
        step.tiles = tiles_at(s, color, place) - (at->once >> color & 1) - (at->twice >> color & 1);
        step.at.once = (uint16_t)(at->once & ~(1u << color));
        step.at.twice = (uint16_t)(at->twice & ~(1u << color));
    }
    rm_growth growth = {.t = s->t, .place = place, .emit = emit, .context = &step};
    int closed = place < rm_first_place(rules);
    growth.tiles = closed ? 0 : step.tiles;
    growth.jokers = closed ? 0 : s->hand->jokers - at->jokers;
    rm_grow(&growth, at->runs[color]);
}

static void with_groups(search *s, const position *at, int64_t given, unsigned once,
                        unsigned twice) {
    const rm_tables *t = s->t;
    int rank = at->place, n = rm_popcount(once) + rm_popcount(twice);
    unsigned ways = t->feasible[1][rm_popcount(once)][rm_popcount(twice)];
    for (; ways != 0; ways &= ways - 1) {
        int jokers = rm_lowest(ways);
        if (at->jokers + jokers > s->hand->jokers) {
            break;
        }
        position next = *at;
        next.once = (uint16_t)once;
        next.twice = (uint16_t)twice;
        next.jokers = (uint8_t)(at->jokers + jokers);
        next.color = 0;
        go_on(s, &next,
              given + n * (t->best_tile[rank] - t->weights.group_tile[rank])
                  + jokers * (t->best_joker - t->weights.group_joker[rank]));
    }
}

static void next_groups(search *s, const position *at, int64_t given) {
    unsigned all = 0, doubles = 0;
    for (int c = 0; c < s->t->rules.colors; c++) {
        int n = tiles_at(s, c, at->place);
        all |= (unsigned)(n > 0) << c;
        doubles |= (unsigned)(n > 1) << c;
    }
    for (unsigned once = 0;; once = (once - all) & all) {
        unsigned can = once & doubles;
        for (unsigned twice = 0;; twice = (twice - can) & can) {
            with_groups(s, at, given, once, twice);
            if (twice == can) {
                break;
            }
        }
        if (once == all) {
            break;
        }
    }
}

static void go_on(search *s, const position *at, int64_t given) {
    if (given > s->budget) {
        s->least = given < s->least ? given : s->least;
        return;
    }
    position here = *at;
    int last = rm_last_place(&s->t->rules);
    if (here.color == s->t->rules.colors) {
        here.place++;
        here.color = here.place > s->t->rules.ranks ? 0 : GROUPS_NEXT;
    }
    if (here.place > last) {
        end(s, &here, given);
        return;
    }
    failure *slot = slot_of(s, &here);
    if (has_failed(slot, &here, s->budget - given) || s->nodes >= RM_LARGE_NODES) {
        return;
    }
    s->nodes++;
    if (here.color == GROUPS_NEXT) {
        next_groups(s, &here, given);
    } else {
        next_runs(s, &here, given);
    }
    if (given <= s->budget && s->nodes < RM_LARGE_NODES) {
        remember(slot, &here, s->budget - given);
    }
}

static int64_t ceiling(const rm_tables *t, const rm_hand *hand) {
    int64_t sum = hand->jokers * t->best_joker;
    for (int c = 0; c < t->rules.colors; c++) {
        for (int r = 1; r <= t->rules.ranks; r++) {
            sum += ((hand->one[c] >> r & 1) + (hand->two[c] >> r & 1)) * t->best_tile[r];
        }
    }
    return sum;
}

void rm_large_clear(rm_large *large) {
    memset(large, 0, sizeof *large);
}

size_t rm_large_size(void) {
    return sizeof(rm_large);
}

int64_t rm_large_best(const rm_tables *tables, const rm_hand *hand, int64_t least, rm_large *work,
                      uint64_t *nodes) {
    search s = {.t = tables, .hand = hand, .work = work, .found = -1};
    int64_t most = ceiling(tables, hand);
    if (++work->era == 0) {
        rm_large_clear(work);
        work->era = 1;
    }
    position start = {.place = 1, .color = GROUPS_NEXT, .era = work->era};
    for (s.budget = 0; s.found < 0;) {
        s.least = INT64_MAX;
        go_on(&s, &start, 0);
        *nodes = s.nodes;
        if (s.nodes >= RM_LARGE_NODES) {
            return RM_ERR_LIMIT;
        }
        if (s.found < 0) {
            int64_t wider = s.budget + s.budget / 16;
            s.budget = s.least > wider ? s.least : wider;
        }
        if (s.found < 0 && most - s.budget < least) {
            return 0;
        }
    }
    return most - s.found;
}
