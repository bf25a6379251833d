/* Openings: melds from the rack alone that reach the points.
 *
 * What lies more than needed only ties the hands: a tile can be added after the opening
 * as well as in it. So only openings from which no meld and no end tile can be spared
 * are listed. Long runs count as two melds where they can be cut.
 */
#include <string.h>

#include "table.h"

typedef struct {
    const rm_turn_query *q;
    uint8_t left[RM_CODES];
    rm_laid *room;
    int n_room, jokers, any_length, failed;
    rm_laid chosen[RM_MAX_TABLE];
    int points[RM_MAX_TABLE], spare[RM_MAX_TABLE]; /* spare: the cheapest end */
    tb_opening_sink sink;
    void *context;
} opener;

static int count_set(unsigned set) {
    int n = 0;
    for (; set; set &= set - 1) n++;
    return n;
}

static int cell_points(const rm_turn_query *q, const rm_laid *m, int i) {
    int place = m->place + i;
    return m->jokers >> i & 1 ? q->run_joker[place] : q->run_tile[place];
}

int tb_meld_points(const rm_turn_query *q, const rm_laid *m) {
    int group = 0, run = 0;
    if (m->kind != RM_RUN)
        group = (m->size - m->wild) * q->group_tile[m->rank] + m->wild * q->group_joker[m->rank];
    if (m->kind == RM_GROUP) return group;
    for (int i = 0; i < m->size; i++) run += cell_points(q, m, i);
    return run > group ? run : group;
}

/* ---- candidates ------------------------------------------------------------------ */

static int has_meld(const opener *o, const rm_laid *m) {
    uint8_t need[RM_CODES] = {0};
    tb_add_meld(o->q->rules, need, m, 1);
    for (int code = 0; code < RM_CODES; code++)
        if (need[code] > o->left[code]) return 0;
    return 1;
}

static void add_candidate(opener *o, const rm_laid *m) {
    const rm_rules *r = o->q->rules;
    int jokers = tb_meld_jokers(m);
    if (jokers > r->max_jokers || m->size - jokers < r->min_naturals || !has_meld(o, m)) return;
    if (o->n_room == TB_CANDIDATES) {
        o->failed = 1;
        return;
    }
    o->room[o->n_room++] = *m;
}

static void add_groups(opener *o, int rank) {
    const rm_rules *r = o->q->rules;
    int top = r->max_group < r->colors ? r->max_group : r->colors;
    for (unsigned set = 1; set < 1u << r->colors; set++)
        for (int wild = 0; wild <= o->left[0]; wild++) {
            int size = count_set(set) + wild;
            if (size < r->min_group || size > top) continue;
            rm_laid m = {.kind = RM_GROUP,
                         .size = (uint8_t)size,
                         .rank = (uint8_t)rank,
                         .colors = (uint8_t)set,
                         .wild = (uint8_t)wild,
                         .origin = -1};
            add_candidate(o, &m);
        }
}

/* Every pattern of jokers in the run, cell by cell. */
static void add_runs(opener *o, rm_laid *m, int i) {
    if (i == m->size) {
        add_candidate(o, m);
        return;
    }
    int code = 1 + 13 * m->color + tb_rank_at(o->q->rules, m->place + i) - 1;
    if (o->left[code]) add_runs(o, m, i + 1);
    if (count_set(m->jokers) == o->left[0]) return;
    m->jokers = (uint16_t)(m->jokers | 1u << i);
    add_runs(o, m, i + 1);
    m->jokers = (uint16_t)(m->jokers & ~(1u << i));
}

static void list_candidates(opener *o) {
    const rm_rules *r = o->q->rules;
    int places = r->ranks + r->ace_high, longest = r->max_run;
    if (!o->any_length && !o->q->single && r->min_naturals == 1) {
        int cut = 2 * r->min_run - 1 + (o->left[0] >= r->min_run ? o->left[0] : 0);
        if (cut < longest) longest = cut;
    }
    for (int rank = 1; rank <= r->ranks; rank++) add_groups(o, rank);
    for (int color = 0; color < r->colors; color++)
        for (int place = r->ace_low ? 1 : 2; place <= places; place++)
            for (int size = r->min_run; size <= longest && place + size - 1 <= places; size++) {
                rm_laid m = {.kind = RM_RUN,
                             .size = (uint8_t)size,
                             .color = (uint8_t)color,
                             .place = (uint8_t)place,
                             .origin = -1};
                add_runs(o, &m, 0);
            }
}

/* ---- sets of them -------------------------------------------------------------------- */

/* The least points that the meld can do without, all of it included. */
static int spare_points(const opener *o, const rm_laid *m, int points) {
    const rm_turn_query *q = o->q;
    const rm_rules *r = q->rules;
    int naturals = m->size - tb_meld_jokers(m), spare = points;
    if (m->kind == RM_GROUP) {
        if (m->size == r->min_group) return spare;
        if (naturals > r->min_naturals && q->group_tile[m->rank] < spare)
            spare = q->group_tile[m->rank];
        if (m->wild && q->group_joker[m->rank] < spare) spare = q->group_joker[m->rank];
        return spare;
    }
    if (m->size == r->min_run) return spare;
    for (int end = 0; end < 2; end++) {
        int i = end ? m->size - 1 : 0;
        if (!(m->jokers >> i & 1) && naturals == r->min_naturals) continue;
        if (cell_points(q, m, i) < spare) spare = cell_points(q, m, i);
    }
    return spare;
}

static void take_meld(opener *o, const rm_laid *m, int sign) {
    tb_add_meld(o->q->rules, o->left, m, -sign);
}

static int choose(opener *o, int from, int n, int sum, int jokers) {
    if (sum >= o->q->opening_points) {
        if (jokers != o->jokers) return 0;
        for (int i = 0; i < n && !o->any_length; i++)
            if (sum - o->spare[i] >= o->q->opening_points) return 0;
        return o->sink(o->context, o->chosen, n);
    }
    if (n == RM_MAX_TABLE || (o->q->single && n == 1)) return 0;
    for (int i = from; i < o->n_room; i++) {
        const rm_laid *m = &o->room[i];
        int wild = tb_meld_jokers(m);
        if (jokers + wild > o->jokers || !has_meld(o, m)) continue;
        o->chosen[n] = *m;
        o->points[n] = tb_meld_points(o->q, m);
        o->spare[n] = spare_points(o, m, o->points[n]);
        take_meld(o, m, 1);
        int stop = choose(o, i, n + 1, sum + o->points[n], jokers + wild);
        take_meld(o, m, -1);
        if (stop) return stop;
    }
    return 0;
}

int tb_openings(const rm_turn_query *q, int any_length, rm_laid *room, tb_opening_sink sink,
                void *context, int *failed) {
    opener o = {.q = q, .room = room, .any_length = any_length, .sink = sink, .context = context};
    memcpy(o.left, q->rack, sizeof o.left);
    list_candidates(&o);
    *failed = o.failed;
    for (o.jokers = 0; o.jokers <= q->rack[0] && !o.failed; o.jokers++) {
        int stop = choose(&o, 0, 0, 0, 0);
        if (stop) return stop;
    }
    return 0;
}
