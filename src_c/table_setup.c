/* Lays a problem out for the search: tiles by colour, old melds and blocks where they
 * begin, what groups can be made of, then the graphs.
 */
#include <string.h>

#include "table.h"

static int min_int(int a, int b) {
    return a < b ? a : b;
}

static int same_group(const rm_laid *a, const tb_oldgroup *b) {
    return a->colors == b->colors && a->wild == b->wild;
}

static void sort_kept(tb_space *w, const rm_laid *m) {
    if (m->kind == RM_RUN) {
        tb_color *c = &w->color[m->color];
        int k = c->n_kept++;
        if (k == TB_KEPT) {
            w->failed = 1;
            c->n_kept--;
            return;
        }
        for (; k > 0; k--) { /* equal ones side by side */
            const rm_laid *b = &c->kept[k - 1];
            int order = b->place != m->place ? b->place - m->place
                : b->size != m->size         ? b->size - m->size
                                             : b->jokers - m->jokers;
            if (order <= 0) break;
            c->kept[k] = *b;
        }
        c->kept[k] = *m;
        return;
    }
    tb_rank *rank = &w->rank[m->rank];
    for (int i = 0; i < rank->n_kept; i++)
        if (same_group(m, &rank->kept[i])) {
            rank->kept[i].times++;
            return;
        }
    tb_oldgroup group = {m->colors, m->wild, 1, m->size, *m};
    if (rank->n_kept == 8) {
        w->failed = 1;
        return;
    }
    rank->kept[rank->n_kept++] = group;
    for (int c = 0; c < RM_MAX_COLORS; c++)
        if (m->colors >> c & 1) w->color[c].keeps[m->rank] = 1;
}

static void sort_block(tb_space *w, const rm_laid *m) {
    int whole = w->q->broken && m->origin >= 0;
    if (m->kind == RM_RUN) {
        tb_color *c = &w->color[m->color];
        tb_block block = {*m, whole, whole || !w->simple};
        c->blocks[c->n_blocks++] = block;
    } else {
        tb_rank *rank = &w->rank[m->rank];
        tb_oldgroup group = {m->colors, m->wild, (uint8_t)whole, m->size, *m};
        rank->locked[rank->n_locked++] = group;
    }
}

/* Where groups are possible at all, and the jokers that they must hold there. */
static void sort_rank(tb_space *w, int r) {
    const rm_rules *rules = w->q->rules;
    int present = 0, first = -1;
    for (int c = rules->colors; c-- > 0;)
        if (w->color[c].have[r]) {
            present++;
            first = c;
        }
    for (int c = 0; c < rules->colors; c++) {
        int missing = rules->min_group - present;
        int open = present + min_int(w->jokers, w->group_cap) >= rules->min_group;
        w->color[c].pays[r] = (uint8_t)(missing > 0 && c == first ? missing : 0);
        for (int i = 0; i < w->rank[r].n_locked; i++) {
            open |= !(w->rank[r].locked[i].colors >> c & 1);
            w->color[c].pays[r] = 0;
        }
        w->color[c].group[r] = (uint8_t)open;
    }
}

/* Can tiles, at most `most` of one colour, and jokers be split into groups? */
static int splits(const rm_rules *r, int top, int cap, int tiles, int most, int jokers) {
    if (tiles + jokers == 0) return 1;
    for (int n = most > 1 ? most : 1; n <= tiles; n++) {
        int total = tiles + jokers;
        if (total < n * r->min_group || total > n * top || tiles < n * r->min_naturals) continue;
        int few = tiles / n, more = tiles % n; /* even shares are the best shares */
        int room = 0, lack = 0, fits = 1;
        for (int i = 0; i < n; i++) {
            int have = few + (i < more);
            int miss = have < r->min_group ? r->min_group - have : 0;
            fits &= miss <= cap && have <= top;
            lack += miss;
            room += min_int(cap, top - have);
        }
        if (fits && lack <= jokers && jokers <= room) return 1;
    }
    return 0;
}

static void fill_group_table(tb_space *w, const rm_rules *rules) {
    if (memcmp(&w->group_rules, rules, sizeof *rules) == 0) return;
    int top = min_int(rules->max_group, rules->colors);
    for (int tiles = 0; tiles <= RM_MAX_COLORS * 2; tiles++)
        for (int most = 0; most <= RM_MAX_COPIES; most++)
            for (int jokers = 0; jokers <= RM_MAX_JOKERS; jokers++)
                w->group_ok[tiles][most][jokers] =
                    (uint8_t)splits(rules, top, rules->max_jokers, tiles, most, jokers);
    w->group_rules = *rules;
}

static void sort_tiles(tb_space *w) {
    const tb_problem *q = w->q;
    for (int c = 0; c < q->rules->colors; c++) {
        memset(&w->color[c], 0, offsetof(tb_color, first));
        for (int r = 1; r <= q->rules->ranks; r++) {
            int code = 1 + 13 * c + r - 1;
            w->color[c].have[r] = (uint8_t)(q->must[code] + q->may[code]);
            w->color[c].may[r] = q->may[code];
        }
    }
}

static int same_exchange(const tb_problem *q) {
    for (int r = 1; r <= q->rules->ranks; r++)
        if (q->run_joker[r] - q->run_tile[r] != q->group_joker[r] - q->group_tile[r]) return 0;
    return 1;
}

/* Go on with the prices that another search of the same tiles has found. */
void tb_take_prices(tb_space *w, const tb_space *from) {
    for (int c = 0; c < w->q->rules->colors; c++)
        for (int r = 1; r <= w->q->rules->ranks; r++) tb_set_price(w, c, r, from->price[c][r]);
    w->price_gap = 0;
    tb_price(w, 0);
}

static void start_prices(tb_space *w) {
    w->n_deals = 0;
    w->no_prices = 0;
    w->price_gap = 0;
    memset(w->price, 0, sizeof w->price);
    memset(w->stale, 0, sizeof w->stale);
    memset(w->group_tail, 0, sizeof w->group_tail);
    tb_weigh(w, 2);
}

int tb_prepare(tb_space *w, const tb_problem *q) {
    const rm_rules *rules = q->rules;
    int all_jokers = q->must[0] + q->may[0];
    for (int b = 0; b < q->n_blocks; b++) all_jokers += tb_meld_jokers(&q->blocks[b]);
    if (all_jokers > RM_MAX_JOKERS) return RM_ERR_HAND;
    w->q = q;
    w->places = rules->ranks + (rules->ace_high ? 1 : 0);
    w->jokers = q->must[0] + q->may[0];
    w->may_jokers = q->may[0];
    w->run_cap = rules->max_jokers >= all_jokers ? RM_MAX_JOKERS : rules->max_jokers;
    w->group_cap = rules->max_jokers;
    w->group_max = min_int(rules->max_group, rules->colors);
    w->simple = w->run_cap == RM_MAX_JOKERS && rules->max_run >= w->places;
    w->swap = w->simple && !q->complete && same_exchange(q) && q->need_kind != TB_NEED_POINTS
        && rules->min_group - w->jokers >= rules->min_naturals;
    w->failed = w->stopped = w->ranked = w->mapped = w->may_ask = w->spare_jokers = 0;
    w->pause = UINT64_MAX;
    w->states = 1;
    w->memo_mask = TB_SMALL_MEMO - 2;
    w->stamp++;
    w->n_nodes = w->n_edges = 0;
    memset(w->id_of, 0, sizeof w->id_of);
    memset(w->rank, 0, sizeof w->rank);
    fill_group_table(w, rules);
    sort_tiles(w);
    for (int i = 0; i < q->n_kept; i++) sort_kept(w, &q->kept[i]);
    for (int i = 0; i < q->n_blocks; i++) sort_block(w, &q->blocks[i]);
    for (int r = 1; r <= rules->ranks; r++) sort_rank(w, r);
    for (int c = 0; c < rules->colors && !w->failed; c++) tb_build_color(w, c);
    if (w->failed) return RM_ERR_SPACE;
    for (int c = 0; c < rules->colors; c++)
        w->spare_jokers |= q->relaxed && w->jokers && w->color[c].most_runs < TB_SLOTS;
    start_prices(w);
    return RM_OK;
}
