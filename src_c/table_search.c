/* The colours together: groups and jokers.
 *
 * Depth first over the places; a state is one node per colour and the jokers left. The
 * colours' own least costs, merged over the jokers, bound what is still to come. A
 * search with a budget returns the least cost when that is within the budget, else a
 * lower bound above it; bounds go to the memo, so that deepening never repeats itself.
 * The memo has a fixed size and forgets, which costs time and never the answer.
 */
#include <string.h>

#include "table.h"

static int64_t min_cost(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* ---- groups of one rank ------------------------------------------------------ */

typedef struct {
    const tb_space *w;
    const tb_rank *rank;
    uint8_t groups[RM_MAX_COLORS];
    int64_t best;
} group_search;

int tb_group_fits(const tb_space *w, const uint8_t *groups, int jokers) {
    int tiles = 0, most = 0;
    for (int c = 0; c < w->q->rules->colors; c++) {
        tiles += groups[c];
        most = groups[c] > most ? groups[c] : most;
    }
    return w->group_ok[tiles][most][jokers];
}

/* Old groups: as many as possible are kept, the others cost. */
static void keep_groups(group_search *s, int i, int jokers, int64_t cost) {
    if (cost >= s->best) return;
    if (i == s->rank->n_kept) {
        if (tb_group_fits(s->w, s->groups, jokers)) s->best = cost;
        return;
    }
    const tb_oldgroup *old = &s->rank->kept[i];
    uint8_t before[RM_MAX_COLORS];
    memcpy(before, s->groups, sizeof before);
    int most = old->times;
    for (int c = 0; c < RM_MAX_COLORS; c++)
        if ((old->colors >> c & 1) && s->groups[c] < most) most = s->groups[c];
    while (most * old->wild > jokers) most--;
    for (int n = most; n >= 0; n--) {
        for (int c = 0; c < RM_MAX_COLORS; c++)
            if (old->colors >> c & 1) s->groups[c] = (uint8_t)(before[c] - n);
        keep_groups(s, i + 1, jokers - n * old->wild, cost + (old->times - n) * s->w->q->broken);
    }
    memcpy(s->groups, before, sizeof before);
}

/* Locked groups may be given missing colours and jokers up to their largest size. */
static void extend_groups(group_search *s, int i, int jokers, int64_t cost) {
    if (i == s->rank->n_locked || i == TB_BLOCKS) { /* the latter is for compilers */
        keep_groups(s, 0, jokers, cost);
        return;
    }
    const tb_oldgroup *old = &s->rank->locked[i];
    unsigned open = 0;
    for (int c = 0; c < s->w->q->rules->colors; c++)
        if (s->groups[c] && !(old->colors >> c & 1)) open |= 1u << c;
    for (unsigned set = open;; set = (set - 1) & open) {
        int size = old->size;
        for (int c = 0; c < RM_MAX_COLORS; c++) size += (int)(set >> c & 1);
        for (int wild = 0; wild <= jokers; wild++) {
            if (size + wild > s->w->group_max || old->wild + wild > s->w->group_cap) break;
            for (int c = 0; c < RM_MAX_COLORS; c++) s->groups[c] -= set >> c & 1;
            int64_t extra = size + wild > old->size ? old->times * s->w->q->broken : 0;
            extend_groups(s, i + 1, jokers - wild, cost + extra);
            for (int c = 0; c < RM_MAX_COLORS; c++) s->groups[c] += set >> c & 1;
        }
        if (!set) break;
    }
}

/* The least cost of laying these tiles and jokers in groups of the rank. */
int64_t tb_group_cost(const tb_space *w, int r, const uint8_t *groups, int jokers) {
    const tb_rank *rank = &w->rank[r];
    if (!rank->n_kept && !rank->n_locked) return tb_group_fits(w, groups, jokers) ? 0 : TB_NEVER;
    group_search s = {w, rank, {0}, TB_NEVER};
    memcpy(s.groups, groups, sizeof s.groups);
    extend_groups(&s, 0, jokers, 0);
    return s.best;
}

/* ---- the memo ------------------------------------------------------------------ */

static tb_memo *memo_bucket(tb_space *w, const tb_frame *f, uint64_t key[2]) {
    key[0] = f->node[0] | (uint64_t)f->node[1] << 16 | (uint64_t)f->node[2] << 32
        | (uint64_t)f->node[3] << 48;
    key[1] = f->node[4] | (uint64_t)f->node[5] << 16 | (uint64_t)f->place << 32
        | (uint64_t)f->jokers << 40 | (uint64_t)f->need << 48;
    uint64_t mix = (key[0] ^ (key[1] + (key[0] >> 29)) * 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u;
    mix ^= mix >> 32;
    return &w->memo[mix * 0xC2B2AE3D27D4EB4Fu >> 40 & w->memo_mask];
}

static tb_memo *memo_find(const tb_space *w, tb_memo *bucket, const uint64_t key[2]) {
    for (int i = 0; i < 2; i++)
        if (bucket[i].stamp >> 1 == (w->stamp & 0x7FFFFFFF) && bucket[i].key[0] == key[0]
            && bucket[i].key[1] == key[1])
            return &bucket[i];
    return NULL;
}

static void memo_store(const tb_space *w, tb_memo *bucket, const uint64_t key[2], int64_t value,
                       int exact) {
    tb_memo *slot = memo_find(w, bucket, key);
    if (!slot) {
        slot = &bucket[0];
        if (bucket[0].stamp >> 1 == (w->stamp & 0x7FFFFFFF)) { /* the newer one in front */
            bucket[1] = bucket[0];
        }
    }
    slot->key[0] = key[0];
    slot->key[1] = key[1];
    slot->value = value;
    slot->stamp = w->stamp << 1 | (uint32_t)exact;
}

/* True costs are multiples of TB_FINE, bounds may lie between. */
static int64_t round_up(int64_t bound) {
    int64_t rest = bound % TB_FINE;
    return rest > 0 ? bound + TB_FINE - rest : bound - rest;
}

/* ---- the search ------------------------------------------------------------------ */

/* Merge the colours' least costs from the last colour to the first. */
void tb_tails(const tb_space *w, tb_frame *f) {
    int colors = w->q->rules->colors;
    memcpy(f->tail[colors], w->group_tail[f->place], sizeof f->tail[0]);
    for (int c = colors; c-- > 0;) {
        const tb_color *color = &w->color[c];
        const int64_t *h = w->nodes[color->first[f->place] + f->node[c]].h;
        for (int j = 0; j <= f->jokers; j++) {
            int64_t best = TB_NEVER;
            for (int i = 0; i <= j; i++) best = min_cost(best, h[i] + f->tail[c + 1][j - i]);
            f->tail[c][j] = best;
        }
    }
}

/* The cost of the jokers left at the end. */
int64_t tb_finish(const tb_space *w, int jokers, int need) {
    if (w->spare_jokers && need == 0) return 0;
    if (jokers > w->may_jokers) return TB_NEVER;
    if (need > 0 && !(w->q->need_kind == TB_NEED_TILE && jokers < w->may_jokers)) return TB_NEVER;
    return jokers * w->q->left[0];
}

static int less_need(int need, int gain) {
    return need > gain ? need - gain : 0;
}

/* All colours have chosen: settle the groups and go on to the next place. */
static void try_groups(tb_space *w, tb_frame *f, int jokers, int need, int64_t cost,
                       const int64_t *head) {
    const tb_problem *q = w->q;
    int r = f->place, has_groups = r <= q->rules->ranks;
    for (int wild = 0; wild <= (has_groups ? jokers : 0); wild++) {
        int64_t total = cost + (wild ? wild * q->group_joker[r] : 0);
        int64_t bound = TB_NEVER;
        for (int j = 0; j <= jokers - wild; j++)
            bound = min_cost(bound, head[j] + w->group_tail[r + 1][jokers - wild - j]);
        bound = round_up(bound + total);
        if (bound > f->budget || bound >= f->best) {
            f->best = min_cost(f->best, bound);
            continue;
        }
        f->group_cost = has_groups ? tb_group_cost(w, r, f->groups, wild) : 0;
        total += f->group_cost;
        if (total >= TB_NEVER) continue;
        f->group_jokers = (uint8_t)wild;
        int rest = need;
        if (wild && q->need_kind == TB_NEED_POINTS)
            rest = less_need(need, wild * q->need_group_joker[r]);
        if (f->walk) {
            if (tb_walk_on(w, f, total, jokers - wild, rest)) return;
            continue;
        }
        int64_t room = min_cost(f->budget, f->best - 1) - total;
        int64_t value = total + tb_search(w, r + 1, f->next, jokers - wild, rest, room);
        f->best = min_cost(f->best, value);
        if (w->stopped) return;
    }
}

/* Choose an edge for the colour; `head` is what the chosen ones still cost, by jokers. */
void tb_pick(tb_space *w, tb_frame *f, int color, int jokers, int64_t cost, int64_t paid,
             const int64_t *head) {
    if (color == w->q->rules->colors) {
        int need = f->need;
        for (int c = 0; need && c < color; c++) need = less_need(need, w->edges[f->edge[c]].gain);
        try_groups(w, f, jokers, need, cost, head);
        return;
    }
    const tb_color *c = &w->color[color];
    const tb_node *node = &w->nodes[c->first[f->place] + f->node[color]];
    const tb_node *next = &w->nodes[c->first[f->place + 1]];
    for (uint32_t e = node->edge; e < node->edge + node->edges && !w->stopped; e++) {
        const tb_edge *edge = &w->edges[e];
        int left = jokers - edge->jokers;
        if (left < 0) continue;
        int amounts = 3 * f->amounts[color] + 1 + edge->groups;
        if (w->n_deals && !w->open_deal[f->place][amounts]) continue;
        f->amounts[color + 1] = amounts;
        const int64_t *h = next[edge->next].h;
        int64_t ahead[RM_MAX_JOKERS + 1], bound = TB_NEVER;
        for (int j = 0; j <= left; j++) {
            ahead[j] = TB_NEVER;
            for (int i = 0; i <= j; i++) ahead[j] = min_cost(ahead[j], head[i] + h[j - i]);
            bound = min_cost(bound, ahead[j] + f->tail[color + 1][left - j]);
        }
        int64_t price = edge->groups * w->price[color][f->place];
        bound = round_up(bound + cost + paid + edge->cost + price);
        if (bound > f->budget || bound >= f->best) {
            f->best = min_cost(f->best, bound);
            if (w->jokers == 0) break; /* the edges are sorted */
            continue;
        }
        f->next[color] = edge->next;
        f->groups[color] = edge->groups;
        f->edge[color] = e;
        tb_pick(w, f, color + 1, left, cost + edge->cost, paid + price, ahead);
    }
}

/* A state with longer runs costs no more: what is known of one is a bound here. */
static int64_t bound_above(tb_space *w, tb_frame *f, int64_t budget) {
    for (int c = 0; c < w->q->rules->colors; c++) {
        uint16_t own = f->node[c], above = w->nodes[w->color[c].first[f->place] + own].above;
        if (above == TB_UNKNOWN) continue;
        uint64_t key[2];
        f->node[c] = above;
        tb_memo *bucket = memo_bucket(w, f, key);
        const tb_memo *known = memo_find(w, bucket, key);
        f->node[c] = own;
        if (known && known->value > budget) return known->value;
    }
    return 0;
}

static void start_frame(const tb_space *w, tb_frame *f, const uint16_t *node, int place, int jokers,
                        int need) {
    memcpy(f->node, node, sizeof f->node);
    f->place = place;
    f->jokers = jokers;
    f->need = need;
    f->walk = 0;
    tb_tails(w, f);
}

int64_t tb_search(tb_space *w, int place, const uint16_t *node, int jokers, int need,
                  int64_t budget) {
    if (place > w->places) return tb_finish(w, jokers, need);
    if (w->q->need_kind == TB_NEED_POINTS && need > w->reachable_need[place]) return TB_NEVER;
    tb_frame *f = &w->frame[place];
    start_frame(w, f, node, place, jokers, need);
    int64_t least = round_up(f->tail[0][jokers]);
    if (least > budget) return least;
    uint64_t key[2];
    tb_memo *bucket = memo_bucket(w, f, key);
    const tb_memo *known = memo_find(w, bucket, key);
    if (known && ((known->stamp & 1) || known->value > budget)) return known->value;
    int64_t value = w->ranked ? bound_above(w, f, budget) : 0;
    if (value <= budget && w->mapped) value = tb_prefix_bound(w, f, budget);
    if (w->stopped) return TB_NEVER;
    if (value > budget) {
        memo_store(w, bucket, key, value, value >= TB_NEVER);
        return value;
    }
    if (w->limit && *w->spent >= w->limit) {
        w->stopped = TB_LIMIT;
        return TB_NEVER;
    }
    if (w->visited >= w->pause) {
        w->stopped = TB_PAUSED;
        return TB_NEVER;
    }
    w->visited++;
    ++*w->spent;
    static const int64_t zeros[RM_MAX_JOKERS + 1] = {0};
    f->budget = budget;
    f->best = TB_NEVER;
    tb_pick(w, f, 0, jokers, 0, 0, zeros);
    if (w->stopped) return TB_NEVER;
    memo_store(w, bucket, key, f->best, f->best <= budget || f->best >= TB_NEVER);
    return f->best;
}

/* The most points that the places from here on can still bring. */
static void fill_reachable(tb_space *w) {
    const tb_problem *q = w->q;
    int joker = 0;
    for (int p = 1; p <= w->places; p++) {
        if (q->need_run_joker[p] > joker) joker = q->need_run_joker[p];
        if (p <= q->rules->ranks && q->need_group_joker[p] > joker) joker = q->need_group_joker[p];
    }
    int sum = joker * w->jokers;
    for (int p = w->places; p >= 1; p--) {
        int high = q->need_run_tile[p];
        if (p <= q->rules->ranks && q->need_group_tile[p] > high) high = q->need_group_tile[p];
        int rank = p <= q->rules->ranks ? p : 1;
        for (int c = 0; c < q->rules->colors; c++) sum += w->color[c].have[rank] * high;
        w->reachable_need[p] = sum;
    }
}

/* The least cost at most `limit`, or a bound; prices are made when it takes long. */
static int64_t deepen(tb_space *w, int need, int64_t limit) {
    static const uint16_t roots[RM_MAX_COLORS] = {0};
    for (;;) {
        int64_t value = tb_search(w, 1, roots, w->jokers, need, limit);
        if (w->stopped != TB_PAUSED || w->visited >= w->give_up) return value;
        w->stopped = 0;
        w->pause = w->visited + w->patience;
        if (w->pause > w->give_up) w->pause = w->give_up;
        if (w->pauses && !w->ranked) tb_rank_nodes(w);
        if (w->pauses++ && !w->mapped) tb_map_prefix(w); /* from the second time on */
        w->patience *= TB_PATIENCE_GROWTH;
        /* What is known in the smaller part is mostly lost, but that is little. */
        if (w->memo_mask < TB_MEMO - 2) w->memo_mask = w->memo_mask * 8 + 14;
        tb_price(w, TB_ROUNDS << (w->pauses < 4 ? w->pauses - 1 : 3)); /* hard ones pay more */
    }
}

int64_t tb_root_bound(tb_space *w) {
    tb_frame *f = &w->frame[0];
    memset(f, 0, sizeof *f);
    f->place = 1;
    f->jokers = w->jokers;
    tb_tails(w, f);
    return round_up(f->tail[0][w->jokers]);
}

int64_t tb_best(tb_space *w, int64_t floor, int64_t budget, uint64_t nodes) {
    const tb_problem *q = w->q;
    int64_t unit = q->unit > 0 ? q->unit : TB_FINE, step = unit;
    int64_t bound = tb_root_bound(w);
    int need = q->need_kind == TB_NEED_TILE ? 1 : q->need_kind == TB_NEED_POINTS ? q->need : 0;
    if (bound < floor) bound = floor;
    fill_reachable(w);
    w->stopped = 0;
    w->give_up = nodes ? w->visited + nodes : UINT64_MAX;
    w->pause = w->visited + TB_PATIENCE;
    w->patience = TB_PATIENCE * TB_PATIENCE_GROWTH;
    w->pauses = 0;
    while (bound <= budget && bound < TB_NEVER) {
        int64_t limit = min_cost(budget, bound - bound % step + step - 1);
        int64_t value = deepen(w, need, limit);
        if (w->stopped) return TB_NEVER;
        if (value <= limit) {
            w->pause = UINT64_MAX;
            return value;
        }
        bound = value;
        if (step < ((int64_t)1 << 50)) step += unit; /* gently: 1, 2, 3... */
        int64_t root = tb_root_bound(w);
        if (root > bound) bound = root;
    }
    w->pause = UINT64_MAX;
    return bound;
}
