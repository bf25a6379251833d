/* From the cost back to melds.
 *
 * A best way is first found as one edge per colour and place (tb_walk_on follows the
 * search where the remaining cost is met exactly). Then every colour's edges are told
 * out as real runs, and every rank's tiles as real groups. Runs that began alike and
 * groups are counted, never ordered, so each table comes out once for each path, and a
 * table has one path only. The order of work is colours, ranks, sink, nested as calls:
 * out[] is a stack.
 */
#include <string.h>

#include "table.h"

typedef struct {
    uint8_t id, place, size; /* kind, first place, tiles so far */
    uint8_t block;           /* block number + 1 that it grew from */
    uint8_t joined;          /* the block was extended on its left */
    uint16_t jokers;
} open_run;

typedef struct {
    int n;
    open_run run[TB_SLOTS];
    open_run left[TB_BLOCKS]; /* joined on the left to a block under way; size 0: nothing */
} carried;

typedef struct {
    tb_space *w;
    const tb_color *c;
    const tb_node *node, *next;
    const tb_edge *edge;
    int color, place;
    carried before, after;
    uint8_t move[TB_SLOTS];
    int naturals, jokers, breaks;
} teller;

static void tell_color(tb_space *w, int color);
static void tell_rank(tb_space *w, int r);
static void tell_runs(teller *t, int i);

static int push_meld(tb_space *w, const rm_laid *meld) {
    if (w->n_out == RM_MAX_TABLE) {
        w->failed = 1;
        return 0;
    }
    w->out[w->n_out++] = *meld;
    return 1;
}

static int same_run(const open_run *a, const open_run *b) {
    return a->id == b->id && a->place == b->place && a->size == b->size && a->block == b->block
        && a->jokers == b->jokers && a->joined == b->joined;
}

/* ---- one colour, place by place ---------------------------------------------- */

static rm_laid run_meld(const tb_color *c, int color, const open_run *run) {
    rm_laid meld = {.kind = RM_RUN,
                    .size = run->size,
                    .color = (uint8_t)color,
                    .place = run->place,
                    .jokers = run->jokers,
                    .origin = -1};
    if (run->block) {
        const rm_laid *old = &c->blocks[run->block - 1].meld;
        if (run->size == old->size) meld.origin = old->origin;
    }
    return meld;
}

static void tell_place(tb_space *w, int color, int place, const carried *carry);

static void finish_color(tb_space *w, int color, const carried *carry) {
    int n = w->n_out;
    for (int i = 0; i < carry->n; i++) {
        rm_laid meld = run_meld(&w->color[color], color, &carry->run[i]);
        if (!push_meld(w, &meld)) return;
    }
    tell_color(w, color + 1);
    w->n_out = n;
}

/* Blocks that end here become runs that may go on. */
static int open_blocks(teller *t, carried *after) {
    for (int b = 0; b < t->c->n_blocks; b++) {
        const tb_block *block = &t->c->blocks[b];
        const rm_laid *m = &block->meld;
        if (m->place + m->size - 1 != t->place) continue;
        const open_run *left = &after->left[b];
        if (after->n == TB_SLOTS) return 0;
        int joined = !left->size || !block->remember ? 0 : t->w->simple ? 1 : left->id;
        open_run run = {(uint8_t)tb_open_block(t->w, t->color, block, joined),
                        m->place,
                        m->size,
                        (uint8_t)(b + 1),
                        left->size > 0,
                        m->jokers};
        if (left->size) {
            run.place = left->place;
            run.size = (uint8_t)(run.size + left->size);
            run.jokers = (uint16_t)(run.jokers << left->size | left->jokers);
        }
        after->left[b].size = 0;
        after->run[after->n++] = run;
    }
    return 1;
}

static int same_memory(const teller *t, const carried *after) {
    if (t->place == t->w->places) return 1;
    uint8_t kinds[TB_SLOTS] = {0};
    for (int i = 0; i < after->n; i++) {
        int j = i;
        for (; j > 0 && kinds[j - 1] < after->run[i].id; j--) kinds[j] = kinds[j - 1];
        kinds[j] = after->run[i].id;
    }
    for (int i = 0; i < TB_SLOTS; i++)
        if (kinds[i] != (uint8_t)(t->next->runs >> (8 * i))) return 0;
    for (int b = 0; b < t->c->n_blocks; b++) {
        const tb_block *block = &t->c->blocks[b];
        int end = block->meld.place + block->meld.size - 1;
        if (block->meld.place > t->place || end <= t->place || !block->remember) continue;
        int joined = !after->left[b].size ? 0 : t->w->simple ? 1 : after->left[b].id;
        if (joined != (uint8_t)(t->next->rest >> (16 + 8 * b))) return 0;
    }
    return 1;
}

/* Does what was told cost what the edge costs? */
static int same_cost(const teller *t) {
    const tb_problem *q = t->w->q;
    int r = t->place > q->rules->ranks ? 1 : t->place;
    int held = (int)(t->next->rest >> 14 & 3), had = (int)(t->node->rest >> 14 & 3);
    int have = t->place > q->rules->ranks ? had : t->c->have[t->place];
    if (t->place > q->rules->ranks || t->place != 1) held = 0;
    int left = have - held - t->naturals - t->edge->groups;
    int may = t->place > q->rules->ranks ? 0 : t->c->may[t->place];
    if (left < 0 || left > may || t->jokers != t->edge->jokers) return 0;
    int64_t cost = t->naturals * q->run_tile[t->place] + t->jokers * q->run_joker[t->place]
        + t->breaks * q->broken + left * q->left[1 + 13 * t->color + r - 1];
    if (t->edge->groups) cost += t->edge->groups * q->group_tile[r];
    return cost == t->edge->cost;
}

static void check_place(teller *t) {
    if (!same_cost(t)) return;
    carried after = t->after;
    if (!open_blocks(t, &after) || !same_memory(t, &after)) return;
    if (t->place == t->w->places)
        for (int i = 0; i < after.n; i++)
            if (!t->w->state[after.run[i].id].closes) return;
    tell_place(t->w, t->color, t->place + 1, &after);
}

static void tell_starts(teller *t) {
    tb_space *w = t->w;
    int n = t->after.n, first = w->q->rules->ace_low ? 1 : 2;
    int naturals = t->place < first ? 0 : RM_MAX_COPIES;
    int jokers = t->place < first ? 0 : t->edge->jokers - t->jokers;
    for (int a = 0; a <= naturals; a++)
        for (int b = 0; b <= jokers && n + a + b <= TB_SLOTS; b++) {
            t->after.n = n;
            for (int i = 0; i < a + b; i++) {
                int id = tb_start(w, t->color, t->place, i < a);
                open_run run = {(uint8_t)id, (uint8_t)t->place, 1, 0, 0, (uint16_t)(i >= a)};
                t->after.run[t->after.n++] = run;
            }
            t->naturals += a;
            t->jokers += b;
            check_place(t);
            t->naturals -= a;
            t->jokers -= b;
        }
    t->after.n = n;
}

static void tell_close(teller *t, int i) {
    const open_run *run = &t->before.run[i];
    if (!t->w->state[run->id].closes) return;
    rm_laid meld = run_meld(t->c, t->color, run);
    if (!push_meld(t->w, &meld)) return;
    t->move[i] = 2;
    tell_runs(t, i + 1);
    t->w->n_out--;
}

static void tell_go_on(teller *t, int i, int natural) {
    const open_run *old = &t->before.run[i];
    int id = tb_step(t->w, t->color, old->id, t->place, natural);
    if (!id || t->after.n == TB_SLOTS) return;
    if (!natural && t->jokers == t->edge->jokers) return;
    open_run run = *old;
    run.id = (uint8_t)id;
    if (!natural) run.jokers = (uint16_t)(run.jokers | 1u << run.size);
    run.size++;
    int fresh = t->w->state[old->id].fresh;
    t->after.run[t->after.n++] = run;
    t->move[i] = natural ? 0 : 1;
    t->naturals += natural;
    t->jokers += !natural;
    t->breaks += fresh;
    tell_runs(t, i + 1);
    t->breaks -= fresh;
    t->jokers -= !natural;
    t->naturals -= natural;
    t->after.n--;
}

static void tell_runs(teller *t, int i) {
    if (t->w->stopped || t->w->failed) return;
    while (i < t->before.n && !t->before.run[i].size) i++;
    if (i >= t->before.n) {
        tell_starts(t);
        return;
    }
    int least = 0; /* of equal runs the moves never fall */
    for (int j = 0; j < i; j++)
        if (t->before.run[j].size && same_run(&t->before.run[j], &t->before.run[i])
            && t->move[j] > least)
            least = t->move[j];
    if (least <= 0) tell_go_on(t, i, 1);
    if (least <= 1) tell_go_on(t, i, 0);
    tell_close(t, i);
}

static void tell_joins(teller *t, int b) {
    while (b < t->c->n_blocks && t->c->blocks[b].meld.place != t->place) b++;
    if (b == t->c->n_blocks) {
        tell_runs(t, 0);
        return;
    }
    const tb_block *block = &t->c->blocks[b];
    t->after.left[b].size = 0;
    tell_joins(t, b + 1);
    for (int i = 0; i < t->before.n; i++) {
        open_run run = t->before.run[i];
        int again = 0;
        for (int j = 0; j < i; j++) again |= same_run(&t->before.run[j], &run);
        if (!run.size || again || !tb_joins(t->w, run.id, block)) continue;
        t->before.run[i].size = 0;
        t->after.left[b] = run;
        t->breaks += block->whole;
        tell_joins(t, b + 1);
        t->breaks -= block->whole;
        t->after.left[b].size = 0;
        t->before.run[i] = run;
    }
}

/* Old runs under way take their tiles; those that begin here are told. */
static void tell_kept(teller *t) {
    tb_space *w = t->w;
    for (int k = 0; k < t->c->n_kept; k++) {
        const rm_laid *m = &t->c->kept[k];
        int starts = m->place == t->place;
        int on = (int)((starts ? t->next->rest : t->node->rest) >> k & 1);
        t->breaks += starts && !on;
        if (!on || t->place >= m->place + m->size) continue;
        int joker = m->jokers >> (t->place - m->place) & 1;
        t->jokers += joker;
        t->naturals += !joker;
        if (starts) push_meld(w, m);
    }
}

static void tell_place(tb_space *w, int color, int place, const carried *carry) {
    if (w->stopped || w->failed) return;
    if (place > w->places) {
        finish_color(w, color, carry);
        return;
    }
    const tb_frame *f = &w->frame[place];
    const tb_color *c = &w->color[color];
    int n = w->n_out;
    teller t = {.w = w, .c = c, .color = color, .place = place, .before = *carry};
    t.edge = &w->edges[f->edge[color]];
    t.node = &w->nodes[c->first[place] + f->node[color]];
    t.next = &w->nodes[c->first[place + 1] + f->next[color]];
    memcpy(t.after.left, carry->left, sizeof carry->left);
    tell_kept(&t);
    if (!w->failed) tell_joins(&t, 0);
    w->n_out = n;
}

static void tell_color(tb_space *w, int color) {
    if (color == w->q->rules->colors) {
        tell_rank(w, 1);
        return;
    }
    carried nothing;
    memset(&nothing, 0, sizeof nothing);
    tell_place(w, color, 1, &nothing);
}

/* ---- one rank's groups ----------------------------------------------------------- */

typedef struct {
    tb_space *w;
    int r;
    uint8_t groups[RM_MAX_COLORS];
    int64_t cost; /* still to be paid */
} group_teller;

static int bits(unsigned set) {
    int n = 0;
    for (; set; set &= set - 1) n++;
    return n;
}

static void take(group_teller *g, unsigned set, int n) {
    for (int c = 0; c < RM_MAX_COLORS; c++)
        if (set >> c & 1) g->groups[c] = (uint8_t)(g->groups[c] - n);
}

/* New groups in falling order of (colours, jokers), so that each set of them comes once. */
static void tell_groups(group_teller *g, unsigned last_set, int last_wild, int jokers) {
    tb_space *w = g->w;
    if (w->stopped || w->failed || !tb_group_fits(w, g->groups, jokers)) return;
    unsigned have = 0;
    for (int c = 0; c < w->q->rules->colors; c++)
        if (g->groups[c]) have |= 1u << c;
    if (!have) {
        if (!jokers && !g->cost) tell_rank(w, g->r + 1);
        return;
    }
    for (unsigned set = have; set; set = (set - 1) & have) {
        int tiles = bits(set);
        if (set > last_set || tiles < w->q->rules->min_naturals) continue;
        for (int wild = 0; wild <= jokers && wild <= w->group_cap; wild++) {
            int size = tiles + wild;
            if (size < w->q->rules->min_group || size > w->group_max) continue;
            if (set == last_set && wild > last_wild) break;
            rm_laid meld = {.kind = RM_GROUP,
                            .size = (uint8_t)size,
                            .rank = (uint8_t)g->r,
                            .colors = (uint8_t)set,
                            .wild = (uint8_t)wild,
                            .origin = -1};
            if (!push_meld(w, &meld)) return;
            take(g, set, 1);
            tell_groups(g, set, wild, jokers - wild);
            take(g, set, -1);
            w->n_out--;
        }
    }
}

static void tell_kept_groups(group_teller *g, int i, int jokers) {
    tb_space *w = g->w;
    const tb_rank *rank = &w->rank[g->r];
    if (w->stopped || g->cost < 0) return;
    if (i == rank->n_kept) {
        tell_groups(g, ~0u, RM_MAX_JOKERS, jokers);
        return;
    }
    const tb_oldgroup *old = &rank->kept[i];
    for (int n = old->times; n >= 0; n--) {
        int fits = n * old->wild <= jokers;
        for (int c = 0; c < RM_MAX_COLORS; c++)
            if ((old->colors >> c & 1) && g->groups[c] < n) fits = 0;
        if (!fits) continue;
        int before = w->n_out;
        int64_t price = (old->times - n) * w->q->broken;
        for (int k = 0; k < n; k++)
            if (!push_meld(w, &old->meld)) return;
        take(g, old->colors, n);
        g->cost -= price;
        tell_kept_groups(g, i + 1, jokers - n * old->wild);
        g->cost += price;
        take(g, old->colors, -n);
        w->n_out = before;
    }
}

static void tell_locked(group_teller *g, int i, int jokers) {
    tb_space *w = g->w;
    const tb_rank *rank = &w->rank[g->r];
    if (i == rank->n_locked) {
        tell_kept_groups(g, 0, jokers);
        return;
    }
    const tb_oldgroup *old = &rank->locked[i];
    unsigned open = 0;
    for (int c = 0; c < w->q->rules->colors; c++)
        if (g->groups[c] && !(old->colors >> c & 1)) open |= 1u << c;
    for (unsigned set = open;; set = (set - 1) & open) {
        for (int wild = 0; wild <= jokers && old->wild + wild <= w->group_cap; wild++) {
            int size = old->size + bits(set) + wild;
            if (size > w->group_max) break;
            rm_laid meld = old->meld;
            meld.kind = RM_GROUP;
            meld.size = (uint8_t)size;
            meld.colors = (uint8_t)(meld.colors | set);
            meld.wild = (uint8_t)(meld.wild + wild);
            int64_t price = size > old->size ? old->times * w->q->broken : 0;
            if (size > old->size) meld.origin = -1;
            if (!push_meld(w, &meld)) return;
            take(g, set, 1);
            g->cost -= price;
            tell_locked(g, i + 1, jokers - wild);
            g->cost += price;
            take(g, set, -1);
            w->n_out--;
        }
        if (!set || w->stopped) break;
    }
}

static void tell_rank(tb_space *w, int r) {
    if (w->stopped || w->failed) return;
    if (r > w->q->rules->ranks) {
        if (w->sink(w->sink_context, w->out, w->n_out)) w->stopped = TB_ENOUGH;
        return;
    }
    const tb_frame *f = &w->frame[r];
    group_teller g = {.w = w, .r = r, .cost = f->group_cost};
    memcpy(g.groups, f->groups, sizeof g.groups);
    tell_locked(&g, 0, f->group_jokers);
}

/* ---- along the best paths ---------------------------------------------------------- */

static int walk_at(tb_space *w, int place, const uint16_t *node, int jokers, int need,
                   int64_t target) {
    if (place > w->places) {
        if (tb_finish(w, jokers, need) != target) return 0;
        w->n_out = 0;
        tell_color(w, 0);
        return w->stopped || w->failed;
    }
    static const int64_t zeros[RM_MAX_JOKERS + 1] = {0};
    tb_frame *f = &w->frame[place];
    memcpy(f->node, node, sizeof f->node);
    f->place = place;
    f->jokers = jokers;
    f->need = need;
    f->walk = 1;
    f->budget = target;
    f->best = TB_NEVER;
    tb_tails(w, f);
    tb_pick(w, f, 0, jokers, 0, 0, zeros);
    return w->stopped || w->failed;
}

int tb_walk_on(tb_space *w, tb_frame *f, int64_t cost, int jokers, int need) {
    int64_t rest = f->budget - cost;
    if (rest < 0 || tb_search(w, f->place + 1, f->next, jokers, need, rest) != rest)
        return w->stopped || w->failed;
    return walk_at(w, f->place + 1, f->next, jokers, need, rest);
}

int tb_walk(tb_space *w, int64_t target) {
    static const uint16_t roots[RM_MAX_COLORS] = {0};
    const tb_problem *q = w->q;
    int need = q->need_kind == TB_NEED_TILE ? 1 : q->need_kind == TB_NEED_POINTS ? q->need : 0;
    return walk_at(w, 1, roots, w->jokers, need, target);
}
