/* What is decided before the search of a turn: how open melds are read, which
 * jokers are swapped off the table, and bounds on what each tile can add.
 *
 * Invariant: every bound holds for the hand as it is after the swaps; a tile
 * can add no more than `most`, and reaches no table meld outside `fits`.
 */
#include <string.h>

#include "layoff.h"

/* ---- old melds that others come to equal ------------------------------------- */

static void put_tile(rm_tile_set *set, int code) {
    uint64_t *half = code < 64 ? &set->low : &set->high, bit = (uint64_t)1 << (code & 63);
    if (*half & bit)
        set->high |= (uint64_t)1 << 63;
    else
        *half |= bit;
}

rm_tile_set rm_layoff_tiles(const rm_layoff *s, const rm_meld *m) {
    rm_tile_set set = {0, 0, 0};
    if (m->kind == RM_GROUP) {
        set.jokers = m->jokers;
        for (int c = 0; c < s->rules->colors; c++)
            if (m->colors >> c & 1) put_tile(&set, code_at(s, c, m->low));
        return set;
    }
    for (int p = m->low; p <= m->high; p++) {
        if (m->jokers >> p & 1)
            set.jokers++;
        else
            put_tile(&set, code_at(s, m->color, p));
    }
    return set;
}

static int same_tiles(const rm_tile_set *a, const rm_tile_set *b) {
    return a->low == b->low && a->high == b->high && a->jokers == b->jokers;
}

static int watched(const rm_layoff *s, const rm_tile_set *tiles) {
    for (int i = 0; i < s->doubles; i++)
        if (same_tiles(&s->double_of[i], tiles)) return i;
    return -1;
}

int rm_layoff_double(const rm_layoff *s, const rm_meld *m) {
    rm_tile_set tiles = rm_layoff_tiles(s, m);
    return watched(s, &tiles);
}

int rm_layoff_replaced(const rm_layoff *s) {
    int changed[RM_DOUBLES] = {0}, equal[RM_DOUBLES], sum = 0;
    for (int i = 0; i < s->doubles; i++) equal[i] = s->equals[i];
    for (int t = 0; t < s->melds; t++) {
        int done = (int)(s->done >> t & 1);
        if (!done && !s->swapped[t]) continue;
        int was = rm_layoff_double(s, &s->given[t].meld);
        if (was >= 0) changed[was]++;
        int now = done ? -1 : rm_layoff_double(s, &s->table[t]);
        if (now >= 0) equal[now]++;
    }
    for (int i = 0; i < s->doubles; i++) sum += changed[i] < equal[i] ? changed[i] : equal[i];
    return sum;
}

/* Can the hand, alone or with what lies in `from`, make up these tiles? */
static int can_make(const rm_layoff *s, const rm_tile_set *tiles, const rm_tile_set *from) {
    uint64_t low = tiles->low & ~from->low, high = (tiles->high & ~from->high) << 1 >> 1;
    if ((from->low & ~tiles->low) || (from->high & ~tiles->high)) return 0;
    if (from->jokers > tiles->jokers || tiles->jokers - from->jokers > s->jokers) return 0;
    for (int i = 0; i < s->cells; i++) {
        int code = s->order[i];
        if (!s->left[code]) continue;
        if (code < 64)
            low &= ~((uint64_t)1 << code);
        else
            high &= ~((uint64_t)1 << (code & 63));
    }
    return !low && !high;
}

/* Tiles that lie in one order only need no watch: the same table can then be had
 * with the old meld left alone. */
static int ambiguous(const rm_layoff *s, const rm_meld *m, const rm_tile_set *tiles) {
    int naturals = m->kind == RM_GROUP ? 0 : 1;
    for (int c = 0; m->kind == RM_GROUP && c < s->rules->colors; c++)
        naturals += m->colors >> c & 1;
    if (tiles->jokers) return m->kind == RM_RUN || naturals == 1;
    return m->kind == RM_RUN && m->high - m->low + 1 >= s->rules->ranks && s->top > s->rules->ranks
        && s->first == 1;
}

static void watch_doubles(rm_layoff *s) {
    const rm_tile_set nothing = {0, 0, 0};
    s->doubles = 0;
    if (!s->turn->kept) return;
    for (int t = 0; t < s->melds && s->doubles < RM_DOUBLES; t++) {
        rm_tile_set tiles = rm_layoff_tiles(s, &s->given[t].meld);
        if (!ambiguous(s, &s->given[t].meld, &tiles) || watched(s, &tiles) >= 0) continue;
        int makeable = can_make(s, &tiles, &nothing);
        for (int u = 0; u < s->melds && !makeable; u++) {
            rm_tile_set from = rm_layoff_tiles(s, &s->table[u]);
            int changes = s->swapped[u] || !same_tiles(&from, &tiles);
            makeable = changes && can_make(s, &tiles, &from);
        }
        if (!makeable) continue;
        s->equals[s->doubles] = 0;
        s->double_of[s->doubles++] = tiles;
    }
    for (int t = 0; t < s->melds; t++) /* as many as are of these kinds may count */
        if (rm_layoff_double(s, &s->given[t].meld) >= 0) s->slack += s->turn->kept;
}

/* ---- bounds -------------------------------------------------------------- */

static void raise_to(int64_t *most, int64_t value) {
    if (value > *most) *most = value;
}

/* Can the hand make a run through this place, with its jokers? */
static int run_within_reach(const rm_layoff *s, int color, int place) {
    const rm_rules *rules = s->rules;
    int jokers = s->jokers, size = rules->min_run;
    if (s->turn->cap_on_layoff && jokers > rules->max_jokers) jokers = rules->max_jokers;
    for (int low = place - size + 1; low <= place; low++) {
        int missing = 0;
        if (low < s->first || low + size - 1 > s->top) continue;
        for (int p = low; p < low + size; p++) missing += !s->left[code_at(s, color, p)];
        if (missing <= jokers) return 1;
    }
    return 0;
}

/* Can the tile be laid off on the run, with tiles of the hand in between? */
static int layoff_within_reach(const rm_layoff *s, const rm_meld *m, int color, int place) {
    int missing = 0;
    if (m->kind != RM_RUN || m->color != color || (place >= m->low && place <= m->high)) return 0;
    int from = place < m->low ? place + 1 : m->high + 1, to = place < m->low ? m->low : place;
    for (int p = from; p < to; p++) missing += !s->left[code_at(s, color, p)];
    return missing <= s->jokers;
}

static int group_within_reach(const rm_layoff *s, int rank) {
    int have = s->jokers;
    if (s->turn->cap_on_layoff && have > s->rules->max_jokers) have = s->rules->max_jokers;
    for (int c = 0; c < s->rules->colors; c++) have += s->left[code_at(s, c, rank)] > 0;
    return have >= s->rules->min_group;
}

/* What the tile of this slot may add at most, and where it may be laid off. */
static void bound_tile(rm_layoff *s, int slot) {
    int code = s->order[slot], color = color_of(code), rank = rank_of(code);
    int64_t most = RM_NEVER;
    int32_t open = 0;
    uint64_t fits = 0; /* by colour and rank alone; copies are counted on the way */
    for (int high = 0; high <= (rank == 1); high++) {
        int place = high ? s->rules->ranks + 1 : rank;
        if (place < s->first || place > s->top) continue;
        if (run_within_reach(s, color, place)) {
            raise_to(&most, s->turn->run_tile[place]);
            if (s->turn->open_run[place] > open) open = s->turn->open_run[place];
        }
        for (int t = 0; t < s->melds; t++) {
            if (!layoff_within_reach(s, &s->table[t], color, place)) continue;
            fits |= (uint64_t)1 << t;
            raise_to(&most, s->turn->run_tile[place]);
        }
    }
    for (int t = 0; t < s->melds; t++) {
        const rm_meld *m = &s->table[t];
        if (m->kind != RM_GROUP || m->low != rank || m->colors >> color & 1) continue;
        fits |= (uint64_t)1 << t;
        raise_to(&most, s->turn->group_tile[rank]);
    }
    if (group_within_reach(s, rank)) {
        raise_to(&most, s->turn->group_tile[rank]);
        if (s->turn->open_group[rank] > open) open = s->turn->open_group[rank];
    }
    s->fits[slot] = fits;
    s->most[code] = most > 0 ? most : 0;
    s->most_open[code] = open;
}

static void bound_jokers(rm_layoff *s) {
    const rm_turn *turn = s->turn;
    s->most_joker = 0;
    s->most_open_joker = 0;
    for (int p = s->first; p <= s->top; p++) {
        raise_to(&s->most_joker, turn->run_joker[p]);
        if (turn->open_run_joker[p] > s->most_open_joker)
            s->most_open_joker = turn->open_run_joker[p];
    }
    for (int r = 1; r <= s->rules->ranks; r++) {
        raise_to(&s->most_joker, turn->group_joker[r]);
        if (turn->open_group_joker[r] > s->most_open_joker)
            s->most_open_joker = turn->open_group_joker[r];
    }
    s->late[s->melds] = 0;
    for (int t = s->melds - 1; t >= 0; t--) {
        const rm_meld *m = &s->table[t];
        s->late[t] = s->late[t + 1];
        if (m->kind == RM_GROUP) {
            raise_to(&s->late[t], turn->group_joker[m->low]);
            continue;
        }
        for (int p = s->first; p <= s->top; p++)
            if (p < m->low || p > m->high) raise_to(&s->late[t], turn->run_joker[p]);
    }
}

static void find_twins(rm_layoff *s) {
    for (int t = 0; t < s->melds; t++) {
        s->twin[t] = -1;
        for (int u = t - 1; u >= 0 && s->twin[t] < 0; u--)
            if (!memcmp(&s->table[t], &s->table[u], sizeof s->table[t])
                && s->touch[t] == s->touch[u] && !s->swapped[t] && !s->swapped[u])
                s->twin[t] = (int8_t)u;
    }
}

/* The swaps are chosen: search the rest of the turn. */
static void search_branch(rm_layoff *s) {
    s->rest = 0;
    s->rest_open = 0;
    s->slack = 0;
    for (int t = 0; t < s->melds; t++) s->slack += s->touch[t] > 0 ? s->touch[t] : 0;
    watch_doubles(s);
    memset(s->packed, 0, sizeof s->packed);
    find_twins(s);
    bound_jokers(s);
    s->thrown[s->cells] = RM_NEVER;
    for (int i = s->cells - 1; i >= 0; i--) {
        int code = s->order[i];
        bound_tile(s, i);
        s->rest += s->left[code] * s->most[code];
        s->rest_open += s->left[code] * s->most_open[code];
        s->packed[i >> 5] |= (uint64_t)s->left[code] << (2 * (i & 31));
        s->thrown[i] = s->thrown[i + 1];
        if (code != s->turn->banned && s->left[code])
            raise_to(&s->thrown[i], s->turn->thrown[code] - s->most[code]);
    }
    s->branch++;
    rm_layoff_search(s);
}

/* ---- swaps --------------------------------------------------------------- */

static void choose(rm_layoff *s, int t);

/* Takes none, one or more jokers of meld t from place or colour `from` on. */
static void swap_from(rm_layoff *s, int t, int from) {
    rm_meld *m = &s->table[t], before = *m;
    int64_t touch = s->touch[t];
    int run = m->kind == RM_RUN, end = run ? m->high : s->rules->colors - 1;
    choose(s, t + 1);
    if (!s->turn->swap || (!run && !m->jokers)) return;
    for (int i = run && from < m->low ? m->low : from; i <= end && !s->stop; i++) {
        int code = run ? code_at(s, m->color, i) : code_at(s, i, m->low);
        int fits = run ? m->jokers >> i & 1 : !(m->colors >> i & 1);
        if (!fits || !s->left[code]) continue;
        int64_t gain = run ? s->turn->run_tile[i] - s->turn->run_joker[i]
                           : s->turn->group_tile[m->low] - s->turn->group_joker[m->low];
        m->jokers = (uint16_t)(run ? m->jokers & ~(1U << i) : m->jokers - 1U);
        if (!run) m->colors = (uint8_t)(m->colors | 1U << i);
        s->left[code]--, s->jokers++, s->swaps++, s->swapped[t]++;
        s->value += gain + touch;
        s->touch[t] = 0;
        swap_from(s, t, i + 1);
        s->touch[t] = touch;
        s->value -= gain + touch;
        s->left[code]++, s->jokers--, s->swaps--, s->swapped[t]--;
        *m = before;
    }
}

/* Settles, from table meld t on, how open melds are read and which jokers are
 * taken; then searches the rest of the turn. */
static void choose(rm_layoff *s, int t) {
    if (s->stop) return;
    if (t == s->melds) {
        search_branch(s);
        return;
    }
    for (int reading = 0; reading < 2 && !s->stop; reading++) {
        const rm_table_meld *given = &s->given[t];
        if (reading && !given->other.kind) return;
        s->table[t] = reading ? given->other : given->meld;
        s->touch[t] = reading ? given->touch_other : given->touch;
        swap_from(s, t, 0);
    }
}

/* ---- entry points -------------------------------------------------------- */

static void set_up(rm_layoff *s, const rm_rules *rules, const rm_turn *turn,
                   const uint8_t hand[RM_CODES], const rm_table_meld *table, int melds) {
    memset(s, 0, offsetof(rm_layoff, memo));
    s->rules = rules;
    s->turn = turn;
    s->given = table;
    s->melds = melds;
    s->first = rules->ace_low ? 1 : 2;
    s->top = rules->ranks + (rules->ace_high ? 1 : 0);
    s->jokers = s->own_jokers = hand[0];
    s->must_open = !turn->opened;
    s->opening = -1;
    s->throw_code = RM_PAD;
    memcpy(s->left, hand, RM_CODES);
    for (int rank = 1; rank <= rules->ranks; rank++) {
        for (int c = 0; c < rules->colors; c++) {
            int code = code_at(s, c, rank);
            if (hand[code]) s->order[s->cells++] = (uint8_t)code;
        }
    }
    for (int i = 0; i < s->cells; i++) s->slot[s->order[i]] = (uint8_t)i;
}

/* The turn that puts nothing down; the search itself looks for openings only
 * while one is due. */
static void do_nothing(rm_layoff *s, const uint8_t hand[RM_CODES]) {
    memcpy(s->kept, hand, RM_CODES);
    s->any_left = s->cells > 0;
    rm_layoff_finish(s);
    memset(s->kept, 0, sizeof s->kept);
    s->any_left = 0;
}

size_t rm_layoff_size(void) {
    return sizeof(rm_layoff);
}

int rm_layoff_best(const rm_rules *rules, const rm_turn *turn, const uint8_t hand[RM_CODES],
                   const rm_table_meld *table, int melds, void *work, size_t size, rm_plan *plan) {
    rm_layoff *s = work;
    if (size < sizeof *s || melds > RM_MAX_TABLE) return RM_ERR_SPACE;
    set_up(s, rules, turn, hand, table, melds);
    s->floor = RM_NEVER / 2;
    s->plan = plan;
    plan->count = -1;
    plan->discard = RM_PAD;
    plan->value = 0;
    do_nothing(s, hand);
    choose(s, 0);
    return s->status;
}

int rm_layoff_all(const rm_rules *rules, const rm_turn *turn, const uint8_t hand[RM_CODES],
                  const rm_table_meld *table, int melds, int64_t value, void *work, size_t size,
                  int (*emit)(void *context, const rm_plan *plan), void *context) {
    rm_plan plan;
    rm_layoff *s = work;
    if (size < sizeof *s || melds > RM_MAX_TABLE) return RM_ERR_SPACE;
    set_up(s, rules, turn, hand, table, melds);
    s->floor = value;
    s->all = 1;
    s->plan = &plan;
    s->emit = emit;
    s->context = context;
    do_nothing(s, hand);
    if (!s->stop) choose(s, 0);
    return s->status;
}
