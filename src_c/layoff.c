/* A turn at a table that is only extended: exact branch and bound over what
 * becomes of every tile of the hand.
 *
 * Jokers that can be swapped off the table are few, so which of them are taken
 * (and how an open meld is read) is decided first. Then the tiles of the hand
 * are taken rank by rank: each goes into a new meld, onto a table meld, or is
 * left, and whichever meld it goes into is chosen whole. So every meld is
 * decided once, with the first of its tiles; jokers that are then still in the
 * hand may end table melds. The discard is one of the tiles left over.
 *
 * Invariant: `value` is the gain of all decisions so far, `rest` bounds what the
 * undecided tiles may add, and the memo holds proven bounds on what a state
 * can still add; dropping an entry costs time, never the answer.
 */
#include <assert.h>
#include <string.h>

#include "layoff.h"

enum { MEMO_FROM = 48 }; /* nodes before the memo pays */

/* A meld in the making. */
typedef struct {
    rm_meld meld;
    int size, naturals, jokers;
    int64_t gain;
    int code, count; /* the tile that it is made for and how many of it there were */
    int next;        /* where the search goes on */
} builder;

static void step(rm_layoff *s, int at);

static void take(rm_layoff *s, int code) {
    int slot = s->slot[code];
    s->left[code]--;
    s->packed[slot >> 5] -= (uint64_t)1 << (2 * (slot & 31));
    s->rest -= s->most[code];
    s->rest_open -= s->most_open[code];
}

static void put_back(rm_layoff *s, int code) {
    int slot = s->slot[code];
    s->left[code]++;
    s->packed[slot >> 5] += (uint64_t)1 << (2 * (slot & 31));
    s->rest += s->most[code];
    s->rest_open += s->most_open[code];
}

/* ---- the end of a turn --------------------------------------------------- */

static int throwable(const rm_layoff *s, int code) {
    return s->kept[code] > 0 && code != s->turn->banned;
}

/* Is what was laid allowed, whatever is thrown? */
static int lawful(const rm_layoff *s) {
    int idle = s->laid_count == 0 && s->swaps == 0;
    int placed = s->own_jokers + s->swaps - s->jokers - s->open_jokers;
    if (s->must_open && !idle && (s->opening < 0 || s->opening < s->turn->opening_points)) return 0;
    return !s->turn->use_swapped || placed >= s->swaps;
}

static void hand_over(rm_layoff *s, int code, int64_t value) {
    rm_plan *plan = s->plan;
    plan->value = value;
    plan->discard = (uint8_t)code;
    plan->count = s->laid_count;
    memcpy(plan->melds, s->laid, (size_t)s->laid_count * sizeof *s->laid);
    for (int t = 0; t < s->melds; t++) {
        if (!s->swapped[t] || s->done >> t & 1) continue;
        plan->melds[plan->count] = s->table[t];
        plan->melds[plan->count++].base = (uint8_t)t;
    }
    s->found = 1;
    if (!s->all)
        s->floor = value + 1;
    else if (s->emit(s->context, plan))
        s->stop = 1;
}

void rm_layoff_finish(rm_layoff *s) {
    int64_t best = RM_NEVER;
    int mode = s->turn->discard;
    s->kept[0] = (uint8_t)s->jokers;
    int left = s->any_left || s->jokers > 0;
    if (!lawful(s)) return;
    int64_t value = s->value + (s->doubles ? s->turn->kept * rm_layoff_replaced(s) : 0);
    if (mode == RM_NO_DISCARD || (mode == RM_DISCARD_IF_LEFT && !left)) {
        if (value >= s->floor) hand_over(s, RM_PAD, value);
        return;
    }
    for (int i = -1; i < s->cells; i++) {
        int code = i < 0 ? 0 : s->order[i];
        if (throwable(s, code) && s->turn->thrown[code] > best) best = s->turn->thrown[code];
    }
    if (best == RM_NEVER || value + best < s->floor) return;
    for (int i = -1; i < s->cells && !s->stop; i++) {
        int code = i < 0 ? 0 : s->order[i];
        if (!throwable(s, code) || s->turn->thrown[code] != best) continue;
        hand_over(s, code, value + best);
        if (!s->all) return;
    }
}

/* ---- openings ------------------------------------------------------------ */

/* Points of the best part of a meld that can be laid first with at most `limit`
 * jokers, the rest being laid off; -1 if no part is a meld. */
static int32_t core_points(const rm_layoff *s, const rm_meld *m, int limit) {
    const rm_rules *rules = s->rules;
    const rm_turn *turn = s->turn;
    int32_t best = -1;
    if (limit > rules->max_jokers) limit = rules->max_jokers;
    if (m->kind == RM_GROUP) {
        int naturals = 0;
        for (int c = 0; c < rules->colors; c++) naturals += m->colors >> c & 1;
        int jokers = m->jokers < limit ? m->jokers : limit;
        if (naturals < rules->min_naturals || naturals + jokers < rules->min_group) return -1;
        return naturals * turn->open_group[m->low] + jokers * turn->open_group_joker[m->low];
    }
    for (int a = m->low; a <= m->high; a++) {
        int32_t points = 0;
        int jokers = 0;
        for (int p = a; p <= m->high; p++) {
            int joker = m->jokers >> p & 1, size = p - a + 1;
            jokers += joker;
            points += joker ? turn->open_run_joker[p] : turn->open_run[p];
            if (jokers <= limit && size >= rules->min_run && size - jokers >= rules->min_naturals
                && points > best)
                best = points;
        }
    }
    return best;
}

/* ---- laying a meld ------------------------------------------------------- */

static void lay_down(rm_layoff *s, const builder *b, int32_t opening, int open_jokers) {
    int fresh = b->meld.base == RM_PAD, t = b->meld.base;
    int64_t gain = b->gain + (fresh ? 0 : s->touch[t]);
    int32_t before = s->opening;
    uint64_t done = s->done;
    assert(s->laid_count < RM_MAX_PLAN);
    if (opening >= 0) {
        int32_t sum = before < 0 ? opening : before + opening;
        int32_t larger = opening > before ? opening : before;
        s->opening = s->turn->opening_single ? larger : sum;
        if (s->opening > s->turn->opening_points) s->opening = s->turn->opening_points;
    }
    s->value += gain;
    s->open_jokers += open_jokers;
    s->new_melds += fresh;
    if (!fresh) s->done |= (uint64_t)1 << t;
    s->laid[s->laid_count++] = b->meld;
    int equal = s->doubles ? rm_layoff_double(s, &b->meld) : -1;
    if (equal >= 0) s->equals[equal]++;
    step(s, b->next);
    if (equal >= 0) s->equals[equal]--;
    s->laid_count--;
    s->done = done;
    s->new_melds -= fresh;
    s->open_jokers -= open_jokers;
    s->value -= gain;
    s->opening = before;
}

/* A new meld is due to the opening with as many jokers of the own hand as its
 * best part takes; jokers taken from the table may make up the rest of it. */
static void lay_new(rm_layoff *s, const builder *b) {
    int cap = s->turn->cap_on_layoff, most = s->own_jokers - s->open_jokers;
    int whole = b->jokers <= s->rules->max_jokers;
    if (s->turn->one_meld && s->new_melds) return;
    if (cap && !whole) return;
    if (!whole && core_points(s, &b->meld, RM_MAX_JOKERS) < 0) return;
    if (!s->must_open) {
        lay_down(s, b, -1, 0);
        return;
    }
    if (b->jokers < most) most = b->jokers;
    if (most > s->rules->max_jokers) most = s->rules->max_jokers;
    int exact = s->swaps == 0; /* all jokers are of the own hand: no choice */
    int32_t last = -1;
    if (!exact) lay_down(s, b, -1, 0);
    for (int k = exact ? most : 0; k <= most && !s->stop; k++) {
        int32_t points = core_points(s, &b->meld, k);
        if (points > last) lay_down(s, b, points, k);
        last = points > last ? points : last;
    }
}

static void lay(rm_layoff *s, const builder *b) {
    const rm_rules *rules = s->rules;
    if (s->stop) return;
    if (b->meld.base == RM_PAD) {
        int min = b->meld.kind == RM_RUN ? rules->min_run : rules->min_group;
        if (b->size >= min && b->naturals >= rules->min_naturals) lay_new(s, b);
    } else if (b->code ? s->left[b->code] < b->count : b->count != b->size) {
        lay_down(s, b, -1, 0);
    }
}

static int joker_allowed(const rm_layoff *s, const builder *b) {
    return s->jokers > 0 && (!s->turn->cap_on_layoff || b->jokers < s->rules->max_jokers);
}

/* Lets a run grow at its low end (side -1), then at its high end (side 1), long
 * runs first, and lays every one of them. */
static void grow(rm_layoff *s, const builder *b, int side) {
    int place = side < 0 ? b->meld.low - 1 : b->meld.high + 1;
    if (place >= s->first && place <= s->top && b->size < s->rules->max_run) {
        int code = code_at(s, b->meld.color, place);
        builder next = *b;
        if (side < 0)
            next.meld.low = (uint8_t)place;
        else
            next.meld.high = (uint8_t)place;
        next.size++;
        if (s->left[code]) {
            next.naturals++;
            next.gain = b->gain + s->turn->run_tile[place];
            take(s, code);
            grow(s, &next, side);
            put_back(s, code);
            next.naturals--;
        }
        if (joker_allowed(s, b) && !s->stop) {
            next.jokers++;
            next.meld.jokers = (uint16_t)(b->meld.jokers | 1U << place);
            next.gain = b->gain + s->turn->run_joker[place];
            s->jokers--;
            grow(s, &next, side);
            s->jokers++;
        }
    }
    if (s->stop) return;
    if (side < 0)
        grow(s, b, 1);
    else
        lay(s, b);
}

/* Lays a group with every set of the colours in `free` that holds `color` (or
 * any set, when that is negative) and every number of jokers. */
static void gather(rm_layoff *s, const builder *b, unsigned free, int color) {
    int rank = b->meld.low, limit = s->rules->max_group;
    unsigned must = color < 0 ? 0 : 1U << color;
    if (limit > s->rules->colors) limit = s->rules->colors;
    for (unsigned set = free;; set = (set - 1) & free) {
        builder next = *b;
        int taken = 0;
        for (int c = 0; c < s->rules->colors; c++) taken += (int)(set >> c & 1);
        next.size += taken;
        if ((set & must) == must && next.size <= limit) {
            for (int c = 0; c < s->rules->colors; c++)
                if (set >> c & 1) take(s, code_at(s, c, rank));
            next.naturals += taken;
            next.meld.colors = (uint8_t)(b->meld.colors | set);
            next.gain += taken * s->turn->group_tile[rank];
            int before = s->jokers;
            lay(s, &next);
            while (next.size < limit && joker_allowed(s, &next) && !s->stop) {
                next.size++, next.jokers++, next.meld.jokers++, s->jokers--;
                next.gain += s->turn->group_joker[rank];
                lay(s, &next);
            }
            s->jokers = before;
            for (int c = 0; c < s->rules->colors; c++)
                if (set >> c & 1) put_back(s, code_at(s, c, rank));
        }
        if (set == 0 || s->stop) return;
    }
}

static unsigned colors_left(const rm_layoff *s, int rank) {
    unsigned free = 0;
    for (int c = 0; c < s->rules->colors; c++)
        if (s->left[code_at(s, c, rank)]) free |= 1U << c;
    return free;
}

/* A table meld as a builder, for the tile `code` (0: for jokers alone). */
static builder from_table(const rm_layoff *s, int t, int code, int next) {
    builder b = {.meld = s->table[t], .code = code, .next = next};
    b.meld.base = (uint8_t)t;
    if (b.meld.kind == RM_RUN) {
        b.size = b.meld.high - b.meld.low + 1;
        for (int p = 1; p <= s->top; p++) b.jokers += b.meld.jokers >> p & 1;
    } else {
        b.jokers = b.meld.jokers;
        b.size = b.jokers;
        for (int c = 0; c < s->rules->colors; c++) b.size += b.meld.colors >> c & 1;
    }
    b.naturals = b.size - b.jokers;
    b.count = code ? s->left[code] : b.size;
    return b;
}

static void extend(rm_layoff *s, int t, int code, int next) {
    builder b = from_table(s, t, code, next);
    if (s->twin[t] >= 0 && !(s->done >> s->twin[t] & 1)) return;
    if (b.meld.kind == RM_RUN) {
        grow(s, &b, -1);
    } else {
        unsigned free = code ? colors_left(s, b.meld.low) & ~(unsigned)b.meld.colors : 0;
        gather(s, &b, free, code ? color_of(code) : -1);
    }
}

static void new_run(rm_layoff *s, int code, int place, int next) {
    if (place < s->first || place > s->top) return;
    builder b = {.size = 1, .naturals = 1, .code = code, .next = next};
    b.meld.kind = RM_RUN;
    b.meld.base = RM_PAD;
    b.meld.color = (uint8_t)color_of(code);
    b.meld.low = b.meld.high = (uint8_t)place;
    b.gain = s->turn->run_tile[place];
    take(s, code);
    grow(s, &b, -1);
    put_back(s, code);
}

static void new_group(rm_layoff *s, int code, int next) {
    builder b = {.code = code, .next = next};
    b.meld.kind = RM_GROUP;
    b.meld.base = RM_PAD;
    b.meld.low = (uint8_t)rank_of(code);
    gather(s, &b, colors_left(s, rank_of(code)), color_of(code));
}

static void leave(rm_layoff *s, int code, int next) {
    int before = s->any_left;
    uint8_t throw_code = s->throw_code;
    take(s, code);
    s->kept[code]++;
    s->any_left = 1;
    if (code != s->turn->banned
        && (throw_code == RM_PAD || s->turn->thrown[code] > s->turn->thrown[throw_code]))
        s->throw_code = (uint8_t)code;
    step(s, next);
    s->throw_code = throw_code;
    s->any_left = before;
    s->kept[code]--;
    put_back(s, code);
}

/* ---- the search ---------------------------------------------------------- */

/* Most that the choice of the discard can add from here. */
static int64_t throw_bound(const rm_layoff *s, int at, int64_t joker) {
    const rm_turn *turn = s->turn;
    int64_t best = RM_NEVER;
    if (turn->discard == RM_NO_DISCARD) return 0;
    if (turn->discard == RM_DISCARD_IF_LEFT && !s->any_left) best = 0;
    if (s->throw_code != RM_PAD && turn->thrown[s->throw_code] > best)
        best = turn->thrown[s->throw_code];
    if (at < s->cells && s->thrown[at] > best) best = s->thrown[at];
    if (s->jokers && turn->banned != 0 && turn->thrown[0] - joker > best)
        best = turn->thrown[0] - joker;
    return best;
}

static int64_t bound(const rm_layoff *s, int at) {
    int64_t joker = at < s->cells ? s->most_joker : s->late[at - s->cells];
    int64_t thrown = throw_bound(s, at, joker);
    return thrown == RM_NEVER ? RM_NEVER : s->rest + s->jokers * joker + s->slack + thrown;
}

static int opening_out_of_reach(const rm_layoff *s) {
    if (!s->must_open || s->turn->opening_single) return 0;
    int32_t so_far = s->opening < 0 ? 0 : s->opening;
    int jokers = s->own_jokers - s->open_jokers;
    if (jokers > s->jokers) jokers = s->jokers;
    return so_far + s->rest_open + jokers * s->most_open_joker < s->turn->opening_points;
}

static rm_memo_entry *look_up(rm_layoff *s, int at, uint64_t key[RM_MEMO_KEY]) {
    uint64_t hash = 0;
    key[0] = s->packed[0];
    key[1] = s->packed[1];
    key[2] = s->packed[2];
    key[3] = s->done;
    key[4] = (uint64_t)at | (uint64_t)s->jokers << 8 | (uint64_t)s->any_left << 12
        | (uint64_t)s->open_jokers << 13 | (uint64_t)s->throw_code << 16
        | (uint64_t)(s->turn->one_meld && s->new_melds) << 24
        | (uint64_t)(s->must_open && s->laid_count > 0) << 25 | (uint64_t)s->branch << 32;
    key[5] = (uint64_t)(s->opening + 1);
    for (int i = 0; i < s->doubles; i++) key[5] |= (uint64_t)(s->equals[i] & 3) << (32 + 2 * i);
    for (int i = 0; i < RM_MEMO_KEY; i++) {
        hash = (hash ^ key[i]) * 0x9e3779b97f4a7c15ULL;
        hash ^= hash >> 29;
    }
    return &s->memo[hash & (RM_MEMO - 1)];
}

static void branch_out(rm_layoff *s, int at) {
    if (at >= s->cells) {
        int t = at - s->cells;
        if (!(s->done >> t & 1)) extend(s, t, 0, at + 1);
        if (!s->stop) step(s, at + 1);
        return;
    }
    int code = s->order[at], rank = rank_of(code);
    uint64_t fits = s->fits[at] & ~s->done;
    for (int t = 0; fits >> t && !s->stop; t++)
        if (fits >> t & 1) extend(s, t, code, at);
    if (s->stop) return;
    new_group(s, code, at);
    if (!s->stop) new_run(s, code, rank, at);
    if (rank == 1 && s->top > s->rules->ranks && !s->stop) new_run(s, code, s->top, at);
    if (!s->stop) leave(s, code, at);
}

static void step(rm_layoff *s, int at) {
    uint64_t key[RM_MEMO_KEY];
    rm_memo_entry *entry = NULL;
    while (at < s->cells && !s->left[s->order[at]]) at++;
    if (s->turn->node_limit && s->nodes >= s->turn->node_limit) {
        s->status = RM_ERR_LIMIT;
        s->stop = 1;
        return;
    }
    s->nodes++;
    if (at >= s->cells && (!s->jokers || at == s->cells + s->melds)) {
        rm_layoff_finish(s);
        return;
    }
    if (s->value + bound(s, at) < s->floor || opening_out_of_reach(s)) return;
    if (s->nodes >= MEMO_FROM) {
        if (!s->memo_ready) memset(s->memo, 0, sizeof s->memo);
        s->memo_ready = 1;
        entry = look_up(s, at, key);
        if (entry->used && !memcmp(entry->key, key, sizeof key)
            && s->value + entry->most < s->floor)
            return;
    }
    int found = s->found;
    s->found = 0;
    branch_out(s, at);
    if (entry && !s->stop) {
        memcpy(entry->key, key, sizeof key);
        entry->used = 1;
        entry->most = s->all && s->found ? s->floor - s->value : s->floor - 1 - s->value;
    }
    s->found |= found;
}

void rm_layoff_search(rm_layoff *s) {
    step(s, 0);
}
