/* The best melds of a hand of any size, without a table.
 *
 * The same sweep as for a turn with every tile optional: what a tile could gain at most
 * is the cost of leaving it, what it gains less is the cost of where it lies.
 */
#include <string.h>

#include "table.h"

static int64_t max_weight(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static int64_t most_of_tile(const rm_rules *r, const rm_weights *g, int rank) {
    int64_t most = max_weight(0, max_weight(g->run_tile[rank], g->group_tile[rank]));
    return rank == 1 && r->ace_high ? max_weight(most, g->run_tile[r->ranks + 1]) : most;
}

static int64_t most_of_joker(const rm_rules *r, const rm_weights *g) {
    int64_t most = 0;
    for (int place = 1; place <= r->ranks + r->ace_high; place++)
        most = max_weight(most, g->run_joker[place]);
    for (int rank = 1; rank <= r->ranks; rank++) most = max_weight(most, g->group_joker[rank]);
    return most;
}

/* Weights become costs; returns the gain of a hand that costs nothing, -1 beyond the range. */
static int64_t set_hand_costs(tb_problem *p, const rm_weights *g, const uint8_t *counts) {
    const rm_rules *r = p->rules;
    const int64_t limit = (int64_t)1 << 50;
    int64_t joker = most_of_joker(r, g), sum = 0;
    for (int code = 0; code < RM_CODES; code++) {
        int64_t each = code ? most_of_tile(r, g, (code - 1) % 13 + 1) : joker;
        if (!counts[code]) continue;
        if (each > (limit - sum) / (counts[code] * TB_FINE)) return -1;
        sum += each * counts[code];
        p->left[code] = each * TB_FINE;
    }
    for (int place = 1; place <= r->ranks + r->ace_high; place++) {
        int rank = place > r->ranks ? 1 : place;
        p->run_tile[place] = (most_of_tile(r, g, rank) - g->run_tile[place]) * TB_FINE;
        p->run_joker[place] = (joker - g->run_joker[place]) * TB_FINE;
    }
    for (int rank = 1; rank <= r->ranks; rank++) {
        p->group_tile[rank] = (most_of_tile(r, g, rank) - g->group_tile[rank]) * TB_FINE;
        p->group_joker[rank] = (joker - g->group_joker[rank]) * TB_FINE;
    }
    return sum;
}

typedef struct {
    rm_laid *melds;
    int n;
} taken;

static int take_melds(void *context, const rm_laid *melds, int n) {
    taken *t = context;
    memcpy(t->melds, melds, (size_t)n * sizeof *melds);
    t->n = n;
    return 1;
}

int rm_hand_melds(const rm_rules *rules, const rm_weights *weights, const uint8_t counts[RM_CODES],
                  uint64_t node_limit, void *space, int64_t *value, rm_laid melds[RM_MAX_TABLE],
                  int *n) {
    tb_turn *t = space;
    tb_space *w = &t->space[1];
    tb_problem *p = &t->problem[1];
    memset(p, 0, sizeof *p);
    p->rules = rules;
    memcpy(p->may, counts, sizeof p->may);
    if (counts[0] > RM_MAX_JOKERS) return RM_ERR_HAND;
    int64_t gain = set_hand_costs(p, weights, counts);
    if (gain < 0) return RM_ERR_RULES;
    p->unit = p->left[0];
    for (int code = 1; code < RM_CODES; code++)
        if (p->left[code] && (!p->unit || p->left[code] < p->unit)) p->unit = p->left[code];
    p->by_points = 1;
    p->most_cost = TB_NEVER;
    t->spent = 0;
    w->spent = &t->spent;
    w->limit = node_limit;
    w->prefix = NULL;
    int status = tb_prepare(w, p);
    if (status != RM_OK) return status;
    int64_t cost = tb_best(w, 0, TB_NEVER - 1, 0);
    if (w->stopped) return RM_ERR_LIMIT;
    taken got = {melds, 0};
    w->sink = take_melds;
    w->sink_context = &got;
    tb_walk(w, cost);
    if (w->stopped == TB_LIMIT) return RM_ERR_LIMIT;
    if (w->failed) return RM_ERR_SPACE;
    *value = gain - cost / TB_FINE;
    *n = got.n;
    return RM_OK;
}
