/* The hand counter's view of one colour: its open runs, and how a place changes them.
 *
 * A state is a multiset of open runs, each remembered only as far as the rules make it
 * matter, and the aces put aside for the high end. Invariant: a state never holds a run
 * that the places left cannot finish.
 */
#include "count.h"

/* ---- one colour -------------------------------------------------------------- */

static int compare_runs(const open_run *x, const open_run *y) {
    if (x->length != y->length) return x->length - y->length;
    if (x->naturals != y->naturals) return x->naturals - y->naturals;
    return y->jokers - x->jokers;
}

static int may_close(const rm_count *count, const open_run *run) {
    return run->length >= count->rules.min_run
        && (!count->track_naturals || run->naturals >= count->rules.min_naturals);
}

/* Whatever completes y completes x. */
static int run_dominates(const rm_count *count, const open_run *x, const open_run *y) {
    int length = count->track_length ? x->length == y->length : x->length >= y->length;
    return length && x->naturals >= y->naturals && x->jokers <= y->jokers;
}

/* Add a run in its place; 0 when it can never be finished. */
static int put_run(const rm_count *count, color_state *state, open_run run) {
    int at = state->runs, lack = count->rules.min_run - run.length;
    if (lack > count->tail || at >= count->most_open) return 0;
    while (at > 0 && compare_runs(&state->run[at - 1], &run) < 0) {
        state->run[at] = state->run[at - 1];
        at -= 1;
    }
    state->run[at] = run;
    state->runs += 1;
    return 1;
}

/* The run one tile longer; 0 when the rules forbid it. */
static int extend(const rm_count *count, open_run *run, int joker) {
    const rm_rules *rules = &count->rules;
    if (count->track_length && run->length >= rules->max_run) return 0;
    if (joker && count->track_jokers && run->jokers >= rules->max_jokers) return 0;
    if (joker && rules->max_jokers == 0) return 0;
    if (count->track_length || run->length < rules->min_run) run->length += 1;
    if (!joker && count->track_naturals && run->naturals < rules->min_naturals) run->naturals += 1;
    if (joker && count->track_jokers) run->jokers += 1;
    return 1;
}

static int same_state(const color_state *x, const color_state *y) {
    int same = x->runs == y->runs && x->aces == y->aces;
    for (int i = 0; same && i < x->runs; i++) same = compare_runs(&x->run[i], &y->run[i]) == 0;
    return same;
}

uint16_t rm_count_intern(rm_count *count, color_state *state) {
    for (uint32_t id = 0; id < count->states; id++)
        if (same_state(&count->state[id], state)) return (uint16_t)id;
    if (count->states == count->max_states) {
        count->status = RM_ERR_SPACE;
        return 0;
    }
    state->need = 0;
    state->closed = state->aces == 0;
    for (int i = 0; i < state->runs; i++) {
        int lack = count->rules.min_run - state->run[i].length;
        state->need = (uint8_t)(state->need + (lack > 0 ? lack : 0));
        if (!may_close(count, &state->run[i])) state->closed = 0;
    }
    count->state[count->states] = *state;
    return (uint16_t)count->states++;
}

static int computed_order(const rm_count *count, const color_state *x, const color_state *y) {
    uint32_t used = 0;
    if (x->aces != y->aces) return 0;
    for (int j = 0; j < y->runs; j++) {
        int i = 0;
        while (i < x->runs && ((used >> i & 1) || !run_dominates(count, &x->run[i], &y->run[j])))
            i++;
        if (i == x->runs) return 0;
        used |= 1u << i;
    }
    for (int i = 0; i < x->runs; i++)
        if (!(used >> i & 1) && !may_close(count, &x->run[i])) return 0;
    return 1;
}

int rm_count_dominates(const rm_count *count, uint32_t x, uint32_t y) {
    if (x == y) return 1;
    if (x >= ORDER || y >= ORDER) return computed_order(count, &count->state[x], &count->state[y]);
    uint8_t *memo = &count->order[x * ORDER + y];
    if (*memo == 0)
        *memo = (uint8_t)(1 + computed_order(count, &count->state[x], &count->state[y]));
    return *memo == 2;
}

/* ---- moves of one colour at one place ---------------------------------------- */

typedef struct {
    rm_count *count;
    uint32_t first; /* of the moves found */
    int start;      /* runs may start here */
    int put_aside;  /* aces may be put aside here */
    int group;      /* tiles may be left for groups */
} move_search;

static void emit_move(const move_search *search, color_state *state, int group, int jokers) {
    rm_count *count = search->count;
    color_move move = {rm_count_intern(count, state), (uint8_t)group, (uint8_t)jokers};
    for (uint32_t i = search->first; i < count->moves; i++) {
        const color_move *old = &count->move[i];
        if (old->next == move.next && old->group == move.group && old->jokers == move.jokers)
            return;
    }
    if (count->moves == count->max_moves)
        count->status = RM_ERR_SPACE;
    else
        count->move[count->moves++] = move;
}

/* Start runs with what is left, put aces aside, leave the rest for groups. */
static void start_runs(const move_search *search, const color_state *state, int tiles, int jokers) {
    rm_count *count = search->count;
    for (int aside = 0; aside <= (search->put_aside ? tiles : 0); aside++) {
        color_state base = *state;
        base.aces = (uint8_t)(state->aces + aside);
        for (int naturals = 0; naturals <= tiles - aside; naturals++) {
            open_run run = {0, 0, 0};
            int group = tiles - aside - naturals;
            if (naturals > 0
                && !(search->start && extend(count, &run, 0) && put_run(count, &base, run)))
                break;
            if (group > 0 && !search->group) continue;
            color_state made = base;
            for (int more = jokers; more <= count->jokers; more++) {
                open_run wild = {0, 0, 0};
                if (more > jokers
                    && !(search->start && extend(count, &wild, 1) && put_run(count, &made, wild)))
                    break;
                color_state copy = made;
                emit_move(search, &copy, group, more);
            }
        }
    }
}

/* Close or extend each open run in turn. */
static void move_runs(const move_search *search, const color_state *old, int i,
                      const color_state *made, int tiles, int jokers) {
    rm_count *count = search->count;
    if (i == old->runs) {
        start_runs(search, made, tiles, jokers);
        return;
    }
    if (may_close(count, &old->run[i])) move_runs(search, old, i + 1, made, tiles, jokers);
    for (int joker = 0; joker < 2; joker++) {
        open_run run = old->run[i];
        color_state next = *made;
        if (joker ? jokers == count->jokers : tiles == 0) continue;
        if (extend(count, &run, joker) && put_run(count, &next, run))
            move_runs(search, old, i + 1, &next, tiles - !joker, jokers + joker);
    }
}

slice rm_count_moves(rm_count *count, uint32_t state, int tiles) {
    slice *known = &count->known[state * (RM_MAX_COPIES + 1) + (uint32_t)tiles];
    if (known->first != UINT32_MAX) return *known;
    int last = count->place == count->rules.ranks; /* the place of the high ace */
    int first = count->place == 0;
    move_search search = {count, count->moves, 1, first && count->rules.ace_high, !last};
    if (first && !count->rules.ace_low) search.start = 0;
    color_state old = count->state[state], made = {{{0, 0, 0}}, 0, 0, 0, 0};
    made.aces = last ? 0 : old.aces;
    move_runs(&search, &old, 0, &made, tiles, 0);
    known->first = search.first;
    known->length = count->moves - search.first;
    return *known;
}
