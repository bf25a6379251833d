/* Prices that make the colours agree on their groups.
 *
 * Alone, a colour would give any tile to a group for nothing, so the colours' own costs
 * say little about groups. Here every natural tile that goes to a group has a price by
 * colour and rank: the colour pays it and the groups of the rank receive it. Whatever
 * the prices are, least costs of the colours plus least costs of the ranks' groups stay a
 * lower bound of the true cost; the prices are moved for some rounds towards the
 * highest one (a Lagrangian bound by subgradients). Costs are multiples of TB_FINE, so
 * that prices can be fractions of them.
 */
#include <string.h>

#include "table.h"

static int64_t min_cost(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* ---- what groups of a rank can take ------------------------------------------------ */

static void add_deal(tb_space *w, int r, const uint8_t *groups, int wild, int64_t cost) {
    if (w->n_deals == TB_DEALS) {
        w->no_prices = 1;
        return;
    }
    tb_deal *deal = &w->deals[w->n_deals++];
    int paid = 0;
    for (int c = 0; c < RM_MAX_COLORS; c++) {
        deal->groups[c] = groups[c];
        paid += groups[c] * (c < w->q->rules->colors ? w->color[c].pays[r] : 0);
    }
    deal->jokers = (uint8_t)(wild > paid ? wild - paid : 0);
    deal->cost = cost;
}

/* All amounts of tiles that the rank's groups can be made of, with the least jokers.
 * `at` numbers the amounts of the colours so far: marked where they can be completed. */
static int list_deals(tb_space *w, int r, uint8_t *groups, int color, int at) {
    if (color < w->q->rules->colors) {
        int most = w->color[color].group[r] ? w->color[color].have[r] : 0, any = 0;
        for (int n = 0; n <= most; n++) {
            groups[color] = (uint8_t)n;
            any |= list_deals(w, r, groups, color + 1, 3 * at + 1 + n);
        }
        groups[color] = 0;
        w->open_deal[r][at] = (uint8_t)any;
        return any;
    }
    int64_t best = TB_NEVER;
    for (int wild = 0; wild <= w->jokers; wild++) {
        int64_t cost = tb_group_cost(w, r, groups, wild);
        if (cost >= TB_NEVER) continue;
        cost += wild * w->q->group_joker[r];
        if (cost >= best) continue;
        add_deal(w, r, groups, wild, cost);
        best = cost;
    }
    w->open_deal[r][at] = best < TB_NEVER;
    return best < TB_NEVER;
}

static void list_all_deals(tb_space *w) {
    uint8_t groups[RM_MAX_COLORS] = {0};
    w->n_deals = 0;
    memset(w->open_deal, 1, sizeof w->open_deal);
    for (int r = 1; r <= w->q->rules->ranks; r++) {
        w->first_deal[r] = w->n_deals;
        list_deals(w, r, groups, 0, 0);
    }
    w->first_deal[w->q->rules->ranks + 1] = w->n_deals;
    memset(w->stale_groups, 1, sizeof w->stale_groups);
}

static int64_t deal_cost(const tb_space *w, int r, const tb_deal *deal) {
    int64_t cost = deal->cost;
    for (int c = 0; c < w->q->rules->colors; c++) cost -= deal->groups[c] * w->price[c][r];
    return cost;
}

/* Least costs of the groups by jokers, rank by rank and from each rank to the last. */
static void weigh_groups(tb_space *w) {
    int ranks = w->q->rules->ranks;
    for (int r = w->places; r > ranks; r--) memset(w->group_least[r], 0, sizeof w->group_least[r]);
    memset(w->group_tail[w->places + 1], 0, sizeof w->group_tail[0]);
    for (int r = w->places; r >= 1; r--) {
        int64_t *least = w->group_least[r];
        if (r <= ranks && w->stale_groups[r]) {
            w->stale_groups[r] = 0;
            for (int j = 0; j <= w->jokers; j++) least[j] = TB_NEVER;
            for (uint32_t i = w->first_deal[r]; i < w->first_deal[r + 1]; i++) {
                const tb_deal *deal = &w->deals[i];
                int64_t cost = deal_cost(w, r, deal);
                if (cost < least[deal->jokers]) least[deal->jokers] = cost;
            }
            for (int j = 1; j <= w->jokers; j++) least[j] = min_cost(least[j], least[j - 1]);
        }
        for (int j = 0; j <= w->jokers; j++) {
            int64_t best = TB_NEVER;
            for (int i = 0; i <= j; i++)
                best = min_cost(best, least[i] + w->group_tail[r + 1][j - i]);
            w->group_tail[r][j] = best;
        }
    }
}

/* ---- who wants what at these prices --------------------------------------------------- */

typedef struct {
    int wants[RM_MAX_COLORS][TB_LAYERS]; /* tiles that the colour would give */
    int takes[RM_MAX_COLORS][TB_LAYERS]; /* tiles that the groups would take */
} plan;

static void trace_color(const tb_space *w, int color, int jokers, plan *p) {
    const tb_color *c = &w->color[color];
    int node = 0;
    for (int place = 1; place <= w->places; place++) {
        const tb_node *at = &w->nodes[c->first[place] + (uint32_t)node];
        const tb_node *next = &w->nodes[c->first[place + 1]];
        for (uint32_t e = at->edge; e < at->edge + at->edges; e++) {
            const tb_edge *edge = &w->edges[e];
            int used = edge->jokers + edge->groups * c->pays[place];
            if (used > jokers) continue;
            int64_t cost = edge->cost + edge->groups * w->price[color][place]
                + next[edge->next].h[jokers - used];
            if (cost != at->h[jokers]) continue;
            p->wants[color][place] = edge->groups;
            jokers -= used;
            node = edge->next;
            break;
        }
    }
}

static void trace_groups(const tb_space *w, int jokers, plan *p) {
    for (int r = 1; r <= w->q->rules->ranks; r++) {
        int used = 0;
        while (w->group_least[r][used] + w->group_tail[r + 1][jokers - used]
               != w->group_tail[r][jokers])
            used++;
        const tb_deal *best = NULL;
        int least = 99;
        for (uint32_t i = w->first_deal[r]; i < w->first_deal[r + 1]; i++) {
            const tb_deal *deal = &w->deals[i];
            if (deal->jokers > used || deal_cost(w, r, deal) != w->group_least[r][used]) continue;
            int apart = 0;
            for (int c = 0; c < w->q->rules->colors; c++) {
                int d = deal->groups[c] - p->wants[c][r];
                apart += d < 0 ? -d : d;
            }
            if (apart < least) {
                least = apart;
                best = deal;
            }
        }
        for (int c = 0; best && c < w->q->rules->colors; c++) p->takes[c][r] = best->groups[c];
        jokers -= used;
    }
}

/* The bound at these prices; the plan behind it. */
static int64_t weigh_all(tb_space *w, plan *p) {
    int colors = w->q->rules->colors;
    int64_t sum[RM_MAX_COLORS + 1][RM_MAX_JOKERS + 1];
    weigh_groups(w);
    tb_weigh(w, 0);
    memcpy(sum[0], w->group_tail[1], sizeof sum[0]);
    for (int c = 0; c < colors; c++) {
        const int64_t *h = w->nodes[w->color[c].first[1]].h;
        for (int j = 0; j <= w->jokers; j++) {
            sum[c + 1][j] = TB_NEVER;
            for (int i = 0; i <= j; i++)
                sum[c + 1][j] = min_cost(sum[c + 1][j], sum[c][j - i] + h[i]);
        }
    }
    int jokers = w->jokers;
    int64_t bound = sum[colors][jokers];
    if (bound >= TB_NEVER) return bound;
    for (int c = colors; c-- > 0;) {
        const int64_t *h = w->nodes[w->color[c].first[1]].h;
        int used = 0;
        while (sum[c][jokers - used] + h[used] != sum[c + 1][jokers]) used++;
        trace_color(w, c, used, p);
        jokers -= used;
    }
    trace_groups(w, jokers, p);
    return bound;
}

static int64_t move_prices(tb_space *w, const plan *p, int64_t gap) {
    int64_t norm = 0;
    for (int c = 0; c < w->q->rules->colors; c++)
        for (int r = 1; r <= w->q->rules->ranks; r++) {
            int d = p->wants[c][r] - p->takes[c][r];
            norm += d * d;
        }
    if (!norm) return 0;
    for (int c = 0; c < w->q->rules->colors; c++)
        for (int r = 1; r <= w->q->rules->ranks; r++)
            tb_set_price(w, c, r, w->price[c][r] + gap * (p->wants[c][r] - p->takes[c][r]) / norm);
    return norm;
}

int64_t tb_price(tb_space *w, int rounds) {
    int64_t best[RM_MAX_COLORS][TB_LAYERS], high = -TB_NEVER;
    if (!w->price_gap) w->price_gap = w->q->unit * 4;
    if (!w->n_deals) list_all_deals(w);
    if (w->no_prices) return -TB_NEVER;
    memcpy(best, w->price, sizeof best);
    for (int k = 0; k < rounds; k++) {
        plan p;
        memset(&p, 0, sizeof p);
        int64_t bound = weigh_all(w, &p);
        if (bound > high) {
            high = bound;
            memcpy(best, w->price, sizeof best);
        } else {
            w->price_gap = w->price_gap * 3 / 4;
        }
        if (bound >= TB_NEVER || !move_prices(w, &p, w->price_gap)) break;
    }
    for (int c = 0; c < w->q->rules->colors; c++)
        for (int r = 1; r <= w->q->rules->ranks; r++) tb_set_price(w, c, r, best[c][r]);
    weigh_groups(w);
    tb_weigh(w, 1);
    return high;
}
