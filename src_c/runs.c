/* The best runs of one colour, prepared: a run automaton and two half tables.
 *
 * The lower table lists, for every count vector of places 1..7, the states that the
 * automaton can be in before place 8 with the value reached so far; the upper one holds,
 * for every count vector of places 8..14 and every state, the most that can still be won.
 * Joining a row of each gives the exact best value of the colour. States that another one
 * can never do worse than are left out of the lists, proved by the upper table itself.
 * Invariant: at most `slots` tiles of one place are in runs side by side (exact.c knows more).
 */
#include <string.h>

#include "runs.h"

/* ---- kinds of open runs -------------------------------------------------- */

/* Is a longer run than max_run always two legal runs of the same tiles? */
static int long_runs_split(const rm_rules *rules, int cap) {
    return rules->max_run >= 2 * rules->min_run - 1
        && rules->min_naturals <= rules->min_run - rm_min(cap, rules->min_run);
}

/* Must kinds tell exact lengths? */
static int tracks_length(const rm_rules *rules, int cap) {
    return rules->max_run < rm_last_place(rules) && !long_runs_split(rules, cap);
}

static int kind_id(rm_tables *t, rm_kind kind) {
    for (int k = 1; k <= t->n_kinds; k++) {
        const rm_kind *known = &t->kinds[k];
        if (known->len == kind.len && known->jokers == kind.jokers
            && known->naturals == kind.naturals) {
            return k;
        }
    }
    if (t->n_kinds == RM_MAX_KINDS) {
        return 0;
    }
    t->kinds[++t->n_kinds] = kind;
    return t->n_kinds;
}

/* The kind of a run one tile longer; 0 where that run would be illegal. */
static int grown(rm_tables *t, rm_kind kind, int joker, int track_length) {
    const rm_rules *rules = &t->rules;
    int jokers = kind.jokers + joker;
    if ((track_length && kind.len == rules->max_run) || (joker && t->jokers == 0)
        || jokers > t->cap) {
        return 0;
    }
    rm_kind next = {0};
    next.len = (uint8_t)(track_length ? kind.len + 1 : rm_min(kind.len + 1, rules->min_run));
    next.jokers = (uint8_t)(t->cap < t->jokers ? jokers : 0);
    next.naturals = (uint8_t)rm_min(kind.naturals + !joker, rules->min_naturals);
    next.closable = next.len >= rules->min_run && next.naturals >= rules->min_naturals;
    return kind_id(t, next);
}

int rm_kinds_build(rm_tables *t, int track_length) {
    rm_kind nothing = {0};
    t->n_kinds = 0;
    t->start_tile = grown(t, nothing, 0, track_length);
    t->start_joker = t->cap > 0 ? grown(t, nothing, 1, track_length) : 0;
    for (int k = 1; k <= t->n_kinds; k++) {
        t->kinds[k].by_tile = (uint8_t)grown(t, t->kinds[k], 0, track_length);
        t->kinds[k].by_joker = (uint8_t)grown(t, t->kinds[k], 1, track_length);
    }
    return t->n_kinds < RM_MAX_KINDS ? RM_OK : RM_ERR_RULES;
}

/* ---- states and steps of the half tables ---------------------------------- */

enum { MAX_SLOTS = 2, MAX_STEPS = 16384 };

/* From a state over one place to the next state, using so many tiles and jokers there. */
typedef struct {
    uint8_t next, tiles, jokers;
} step;

/* Lives at the end of the block while the tables are built. */
typedef struct {
    int n_states;
    uint8_t first[RM_MAX_STATES + 1], second[RM_MAX_STATES + 1]; /* kinds, first >= second */
    int n_steps, step_start[RM_MAX_STATES + 2];
    step steps[MAX_STEPS];
    int32_t needs[RM_MAX_STATES][RM_MAX_STATES]; /* a is no worse than b if it leads by that */
    int32_t level[RM_HALF + 1][RM_MAX_STATES * RM_VECTOR];
    int overflow;
} builder;

static int state_id(builder *b, int k1, int k2) {
    int high = rm_max(k1, k2), low = rm_min(k1, k2);
    for (int s = 0; s < b->n_states; s++) {
        if (b->first[s] == high && b->second[s] == low) {
            return s;
        }
    }
    if (b->n_states == RM_MAX_STATES) {
        b->overflow = 1;
        return 0;
    }
    b->first[b->n_states] = (uint8_t)high;
    b->second[b->n_states] = (uint8_t)low;
    return b->n_states++;
}

static void add_step(builder *b, int next, int tiles, int jokers) {
    int from = b->step_start[b->n_states > 0 ? RM_MAX_STATES + 1 : 0];
    for (int i = from; i < b->n_steps; i++) {
        const step *known = &b->steps[i];
        if (known->next == next && known->tiles == tiles && known->jokers == jokers) {
            return;
        }
    }
    if (b->n_steps == MAX_STEPS) {
        b->overflow = 1;
        return;
    }
    b->steps[b->n_steps++] = (step){(uint8_t)next, (uint8_t)tiles, (uint8_t)jokers};
}

/* What a slot may hold after a place: 0 nothing, 1 a natural tile, 2 a joker. */
static int moved(const rm_tables *t, int kind, int with) {
    if (kind == 0) {
        return with == 0 ? 0 : with == 1 ? t->start_tile : t->start_joker;
    }
    if (with == 0) {
        return t->kinds[kind].closable ? 0 : -1;
    }
    int next = with == 1 ? t->kinds[kind].by_tile : t->kinds[kind].by_joker;
    return next > 0 ? next : -1;
}

/* Every choice of one slot, closing a run and beginning another on the same slot too. */
static int slot_choices(const rm_tables *t, int kind, int next[5], int with[5]) {
    int n = 0;
    for (int w = 0; w < 3; w++) {
        int k = moved(t, kind, w);
        if (k > 0 || (k == 0 && w == 0)) {
            next[n] = k;
            with[n++] = w;
        }
    }
    for (int w = 1; w < 3 && kind > 0 && t->kinds[kind].closable; w++) {
        int k = moved(t, 0, w);
        if (k > 0) {
            next[n] = k;
            with[n++] = w;
        }
    }
    return n;
}

static void steps_of_state(const rm_tables *t, builder *b, int s) {
    int next1[5], with1[5], next2[5], with2[5];
    int n1 = slot_choices(t, b->first[s], next1, with1);
    int n2 = slot_choices(t, b->second[s], next2, with2);
    if (t->slots < 2) {
        n2 = 1;
    }
    for (int i = 0; i < n1; i++) {
        for (int k = 0; k < n2; k++) {
            int tiles = (with1[i] == 1) + (with2[k] == 1),
                jokers = (with1[i] == 2) + (with2[k] == 2);
            if (tiles <= t->rules.copies && jokers <= t->jokers) {
                add_step(b, state_id(b, next1[i], next2[k]), tiles, jokers);
            }
        }
    }
}

/* All states reachable from "nothing open" and their steps; 0 if they are too many. */
static int states_build(const rm_tables *t, builder *b) {
    memset(b, 0, offsetof(builder, steps));
    b->overflow = 0;
    state_id(b, 0, 0);
    for (int s = 0; s < b->n_states && !b->overflow; s++) {
        b->step_start[s] = b->n_steps;
        b->step_start[RM_MAX_STATES + 1] = b->n_steps; /* where add_step looks for doubles */
        steps_of_state(t, b, s);
    }
    b->step_start[b->n_states] = b->n_steps;
    return !b->overflow;
}

/* ---- the upper half table -------------------------------------------------- */

static int32_t gain(const rm_tables *t, const step *s, int place) {
    return (int32_t)(s->tiles * t->weights.run_tile[place]
                     + s->jokers * t->weights.run_joker[place]);
}

/* from[state][j]: the most when `tiles` tiles lie on the place and `to` is what follows. */
static void step_back(const rm_tables *t, const builder *b, int place, int tiles, const int32_t *to,
                      int32_t *from) {
    int width = t->jokers + 1;
    for (int s = 0; s < b->n_states; s++) {
        int32_t *best = from + s * width;
        for (int j = 0; j < width; j++) {
            best[j] = RM_NEVER32;
        }
        for (int i = b->step_start[s]; i < b->step_start[s + 1]; i++) {
            const step *move = &b->steps[i];
            if (move->tiles > tiles) {
                continue;
            }
            int32_t more = gain(t, move, place);
            const int32_t *rest = to + move->next * width;
            for (int j = move->jokers; j < width; j++) {
                int32_t value = rest[j - move->jokers] + more;
                best[j] = value > best[j] ? value : best[j];
            }
        }
    }
}

static void fill_high(const rm_tables *t, builder *b, int32_t *high, int place, int row,
                      int scale) {
    int width = t->jokers + 1, size = b->n_states * width;
    const int32_t *to = b->level[place - RM_HALF];
    if (place == RM_HALF) {
        memcpy(high + (size_t)row * (size_t)size, to, (size_t)size * sizeof *to);
        return;
    }
    for (int n = 0; n <= t->rules.copies; n++) {
        step_back(t, b, place, n, to, b->level[place - RM_HALF - 1]);
        fill_high(t, b, high, place - 1, row + n * scale, scale / 3);
    }
}

static void high_build(const rm_tables *t, builder *b, int32_t *high) {
    int width = t->jokers + 1, top = rm_max(rm_last_place(&t->rules), RM_HALF), scale = 1;
    int32_t *end = b->level[top - RM_HALF];
    for (int s = 0; s < b->n_states; s++) {
        int k1 = b->first[s], k2 = b->second[s];
        int open = (k1 && !t->kinds[k1].closable) || (k2 && !t->kinds[k2].closable);
        for (int j = 0; j < width; j++) {
            end[s * width + j] = open ? RM_NEVER32 : 0;
        }
    }
    for (int p = RM_HALF + 2; p <= top; p++) {
        scale *= 3;
    }
    fill_high(t, b, high, top, 0, scale);
}

/* ---- the lower half table --------------------------------------------------- */

/* needs[a][b]: a with lead >= needs[a][b] and no more jokers used makes b superfluous. */
static void dominance_build(const rm_tables *t, builder *b, const int32_t *high) {
    int width = t->jokers + 1, size = b->n_states * width;
    for (int x = 0; x < b->n_states; x++) {
        for (int y = 0; y < b->n_states; y++) {
            int32_t most = RM_NEVER32;
            for (int row = 0; row < RM_HALF_ROWS; row++) {
                const int32_t *hx = high + row * size + x * width,
                              *hy = high + row * size + y * width;
                for (int j = 0; j < width; j++) {
                    if (hy[j] >= 0) {
                        int32_t lead = hx[j] < 0 ? -RM_NEVER32 : hy[j] - hx[j];
                        most = lead > most ? lead : most;
                    }
                }
            }
            b->needs[x][y] = most;
        }
    }
}

static int superfluous(const rm_tables *t, const builder *b, const int32_t *value, int s, int j) {
    int width = t->jokers + 1;
    int32_t mine = value[s * width + j];
    for (int x = 0; x < b->n_states; x++) {
        for (int i = 0; i <= j; i++) {
            int32_t other = value[x * width + i];
            if ((x == s && i == j) || other < 0) {
                continue;
            }
            int32_t lead = other - mine - b->needs[x][s];
            int tie = lead == 0 && i == j && mine - other >= b->needs[s][x];
            if (lead > 0 || (lead == 0 && (!tie || x < s))) {
                return 1;
            }
        }
    }
    return 0;
}

typedef struct {
    const rm_tables *t;
    builder *b;
    uint32_t *start, *count; /* per row: where its entries begin, how many */
    rm_entry *entries;
    uint32_t used;
} low_writer;

static void write_low(low_writer *w, int row, const int32_t *value) {
    int width = w->t->jokers + 1;
    w->start[row] = w->used;
    for (int s = 0; s < w->b->n_states; s++) {
        for (int j = 0; j < width; j++) {
            int32_t v = value[s * width + j];
            if (v >= 0 && !superfluous(w->t, w->b, value, s, j)) {
                w->entries[w->used++] = (rm_entry){v, (uint8_t)s, (uint8_t)j, {0, 0}};
            }
        }
    }
    w->count[row] = w->used - w->start[row];
}

/* to[state][jokers used]: the most after `tiles` tiles lay on the place. */
static void step_up(const rm_tables *t, const builder *b, int place, int tiles, const int32_t *from,
                    int32_t *to) {
    int width = t->jokers + 1;
    for (int i = 0; i < b->n_states * width; i++) {
        to[i] = RM_NEVER32;
    }
    for (int s = 0; s < b->n_states; s++) {
        const int32_t *have = from + s * width;
        for (int i = b->step_start[s]; i < b->step_start[s + 1]; i++) {
            const step *move = &b->steps[i];
            if (move->tiles > tiles) {
                continue;
            }
            int32_t more = gain(t, move, place);
            for (int j = 0; j + move->jokers < width; j++) {
                int32_t *best = &to[move->next * width + j + move->jokers];
                if (have[j] >= 0 && have[j] + more > *best) {
                    *best = have[j] + more;
                }
            }
        }
    }
}

static void fill_low(low_writer *w, int place, int row, int scale) {
    const rm_tables *t = w->t;
    const int32_t *from = w->b->level[place];
    if (place == RM_HALF || place >= rm_last_place(&t->rules)) {
        write_low(w, row, from);
        return;
    }
    int next = place + 1, idle = next < rm_first_place(&t->rules);
    for (int n = 0; n <= (idle ? 0 : t->rules.copies); n++) {
        if (idle) {
            memcpy(w->b->level[next], from,
                   sizeof(int32_t) * (size_t)(w->b->n_states * (t->jokers + 1)));
        } else {
            step_up(t, w->b, next, n, from, w->b->level[next]);
        }
        fill_low(w, next, row + n * scale, scale * 3);
    }
}

static uint32_t low_build(const rm_tables *t, builder *b, uint32_t *start, uint32_t *count,
                          rm_entry *entries) {
    low_writer writer = {t, b, start, count, entries, 0};
    int width = t->jokers + 1;
    for (int i = 0; i < b->n_states * width; i++) {
        b->level[0][i] = RM_NEVER32;
    }
    b->level[0][0] = 0;
    fill_low(&writer, 0, 0, 1);
    return writer.used;
}

/* ---- the block ---------------------------------------------------------------- */

static size_t aligned(size_t size) {
    return (size + 15) & ~(size_t)15;
}

static void weights_prepare(rm_tables *t) {
    const rm_weights *w = &t->weights;
    int first = rm_first_place(&t->rules), last = rm_last_place(&t->rules);
    t->best_joker = 0;
    t->every_meld_wins = 1;
    for (int rank = 1; rank <= t->rules.ranks; rank++) {
        t->best_tile[rank] = w->group_tile[rank];
        t->best_joker = w->group_joker[rank] > t->best_joker ? w->group_joker[rank] : t->best_joker;
        t->every_meld_wins &= w->group_tile[rank] > 0;
    }
    for (int p = first; p <= last; p++) {
        int64_t *best = &t->best_tile[rm_rank_of_place(&t->rules, p)];
        *best = w->run_tile[p] > *best ? w->run_tile[p] : *best;
        t->best_joker = w->run_joker[p] > t->best_joker ? w->run_joker[p] : t->best_joker;
        t->every_meld_wins &= w->run_tile[p] > 0;
    }
}

/* Half tables hold 32-bit sums: is the most that a colour can be worth below their limit? */
static int sums_fit(const rm_tables *t) {
    int64_t sum = t->jokers * t->best_joker;
    for (int rank = 1; rank <= t->rules.ranks; rank++) {
        if (t->best_tile[rank] > -RM_NEVER32 / 8) {
            return 0;
        }
        sum += t->rules.copies * t->best_tile[rank];
    }
    return sum < -RM_NEVER32 / 2;
}

static void bits_prepare(rm_tables *t) {
    for (int bits = 0; bits < 1 << RM_HALF; bits++) {
        int sum = 0, scale = 1;
        for (int i = 0; i < RM_HALF; i++, scale *= 3) {
            sum += bits >> i & 1 ? scale : 0;
        }
        t->base3[bits] = (int16_t)sum;
    }
}

size_t rm_tables_bound(const rm_rules *rules, int jokers) {
    int cap = rm_min(rules->max_jokers, jokers);
    int kinds = tracks_length(rules, cap) ? rules->max_run : rules->min_run;
    kinds *= (cap < jokers ? cap + 1 : 1) * (jokers > 0 ? rules->min_naturals + 1 : 1);
    size_t states = (size_t)rm_min((kinds + 1) * (kinds + 2) / 2, RM_MAX_STATES);
    size_t cells = RM_HALF_ROWS * states * (size_t)(jokers + 1);
    return aligned(sizeof(rm_tables)) + aligned(2 * RM_HALF_ROWS * sizeof(uint32_t))
        + aligned(cells * sizeof(rm_entry)) + aligned(cells * sizeof(int32_t))
        + aligned(sizeof(builder));
}

/* Lays the half tables behind the header; the upper table is built behind the room for
 * the entries and moved down at the end. */
static size_t halves_build(rm_tables *t, char *block, builder *b) {
    size_t size = RM_HALF_ROWS * (size_t)b->n_states * (size_t)(t->jokers + 1);
    uint32_t *start = (uint32_t *)(void *)(block + aligned(sizeof(rm_tables)));
    uint32_t *count = start + RM_HALF_ROWS;
    rm_entry *entries =
        (rm_entry *)(void *)((char *)start + aligned(2 * RM_HALF_ROWS * sizeof *start));
    int32_t *high = (int32_t *)(void *)((char *)entries + aligned(size * sizeof *entries));
    for (size_t i = 0; i < size; i++) {
        high[i] = RM_NEVER32;
    }
    memset(start, 0, 2 * RM_HALF_ROWS * sizeof *start);
    high_build(t, b, high);
    dominance_build(t, b, high);
    uint32_t n = low_build(t, b, start, count, entries);
    char *end = (char *)entries + aligned(n * sizeof *entries);
    memmove(end, high, size * sizeof *high);
    t->low_start = (uint64_t)((char *)start - block);
    t->low_entries = (uint64_t)((char *)entries - block);
    t->high = (uint64_t)(end - block);
    return (size_t)(end - block) + aligned(size * sizeof *high);
}

int rm_tables_build(const rm_rules *rules, const rm_weights *weights, int jokers, void *block,
                    size_t size, size_t *used) {
    if (rm_rules_check(rules) != RM_OK || jokers < 0 || jokers > rules->jokers) {
        return RM_ERR_RULES;
    }
    if (size < rm_tables_bound(rules, jokers)) {
        return RM_ERR_SPACE;
    }
    rm_tables *t = (rm_tables *)block;
    memset(t, 0, sizeof *t);
    t->rules = *rules;
    t->weights = *weights;
    t->jokers = jokers;
    t->cap = rm_min(rules->max_jokers, jokers);
    t->slots = jokers > 0 ? MAX_SLOTS : rules->copies;
    weights_prepare(t);
    t->plain = rules->min_run == 3 && rules->min_group == 3 && !tracks_length(rules, 0)
        && t->every_meld_wins;
    bits_prepare(t);
    rm_groups_build(t);
    if (rm_kinds_build(t, tracks_length(rules, t->cap)) != RM_OK) {
        return RM_ERR_RULES;
    }
    builder *b = (builder *)(void *)((char *)block + size - aligned(sizeof(builder)));
    *used = aligned(sizeof *t);
    t->has_halves = sums_fit(t) && states_build(t, b);
    if (t->has_halves) {
        t->n_states = b->n_states;
        *used = halves_build(t, (char *)block, b);
    }
    t->used = *used;
    return RM_OK;
}

size_t rm_tables_used(const rm_tables *tables) {
    return (size_t)tables->used;
}
