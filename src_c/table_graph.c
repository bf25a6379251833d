/* The runs of one colour as a layered graph.
 *
 * The places are swept from 1 upwards. Between two places a colour must remember
 * nothing but the kinds of its open runs (length up to the shortest legal one, and
 * jokers or naturals only where a rule asks), which old runs are being kept, and how
 * blocks were joined on their left. Such memories are the nodes; an edge says what a
 * place does with the colour's tiles: into runs, into groups, left behind. Groups and
 * jokers are all that couples the colours; they are settled in table_search.c.
 * Invariant: the nodes of a layer lie together, so do the edges of a node.
 */
#include <string.h>

#include "table.h"

static int min_int(int a, int b) {
    return a < b ? a : b;
}

static int count_bits(unsigned bits) {
    int n = 0;
    for (; bits; bits &= bits - 1) n++;
    return n;
}

/* ---- kinds of open runs ---------------------------------------------------- */

/* A kind in the making. */
typedef struct {
    int len, jokers, naturals, locked, fresh;
} run_kind;

static run_kind known_kind(const tb_space *w, int id) {
    const tb_open *s = &w->state[id];
    run_kind k = {s->len, s->jokers, s->naturals, s->locked, s->fresh};
    return k;
}

static tb_open stored(const rm_rules *r, run_kind k) {
    tb_open s = {(uint8_t)k.len,      (uint8_t)k.jokers,
                 (uint8_t)k.naturals, (uint8_t)k.locked,
                 (uint8_t)k.fresh,    k.len >= r->min_run && k.naturals >= r->min_naturals};
    return s;
}

/* Forget what can matter no more, then find or make the number of the kind; 0 = illegal. */
static int state_id(tb_space *w, int color, run_kind k, int place) {
    const rm_rules *r = w->q->rules;
    if (k.len > r->max_run || k.jokers > w->run_cap) return 0;
    if (k.len + w->places - place <= r->max_run) k.len = min_int(k.len, r->min_run);
    if (w->run_cap >= RM_MAX_JOKERS) k.jokers = 0;
    if (r->min_run - w->jokers >= r->min_naturals) k.naturals = r->min_naturals;
    k.naturals = min_int(k.naturals, r->min_naturals);
    if (k.locked) {
        const tb_color *c = &w->color[color];
        k.locked = 0;
        for (int b = 0; b < c->n_blocks; b++) k.locked |= c->blocks[b].meld.place > place;
    }
    unsigned packed =
        (unsigned)(k.len | k.jokers << 4 | k.naturals << 7 | k.locked << 11 | k.fresh << 12);
    if (!w->id_of[packed]) {
        if (w->states == TB_STATES) {
            w->failed = 1;
            return 0;
        }
        w->state[w->states] = stored(r, k);
        w->id_of[packed] = (uint8_t)w->states++;
    }
    return w->id_of[packed];
}

int tb_start(tb_space *w, int color, int place, int natural) {
    run_kind k = {1, !natural, natural, 0, 0};
    return state_id(w, color, k, place);
}

int tb_step(tb_space *w, int color, int id, int place, int natural) {
    run_kind k = known_kind(w, id);
    k.len++;
    k.jokers += !natural;
    k.naturals += natural;
    k.fresh = 0;
    return state_id(w, color, k, place);
}

int tb_joins(const tb_space *w, int id, const tb_block *block) {
    tb_open s = w->state[id];
    return !s.locked && s.len + block->meld.size <= w->q->rules->max_run + (w->simple ? 99 : 0)
        && s.jokers + count_bits(block->meld.jokers) <= w->run_cap;
}

/* The kind of the open run that a block becomes behind its last place. */
int tb_open_block(tb_space *w, int color, const tb_block *block, int joined) {
    const rm_rules *r = w->q->rules;
    run_kind left = {0, 0, 0, 0, 0};
    if (joined && !w->simple) left = known_kind(w, joined);
    run_kind k = {min_int(left.len + block->meld.size, r->max_run),
                  left.jokers + count_bits(block->meld.jokers), r->min_naturals, 1,
                  block->whole && !joined};
    return state_id(w, color, k, block->meld.place + block->meld.size - 1);
}

/* ---- one node's edges ------------------------------------------------------ */

typedef struct {
    tb_space *w;
    tb_color *c;
    const tb_node *node;
    int color, place, rank;
    uint8_t runs[TB_SLOTS], move[TB_SLOTS], next[TB_SLOTS + TB_BLOCKS];
    uint8_t joined[TB_BLOCKS];
    int n_next, naturals, jokers, breaks; /* jokers: with those of kept runs */
    int kept_naturals, kept_jokers;
    unsigned kept;           /* old runs under way */
    int held;                /* aces kept back */
    int closed_free, closed; /* long runs closed here, without and with those from blocks */
} tb_gen;

static void gen_runs(tb_gen *g, int i);

/* A run that ends just below a block may be short. */
static int block_begins(const tb_gen *g, int place) {
    for (int b = 0; b < g->c->n_blocks; b++)
        if (g->c->blocks[b].meld.place == place) return 1;
    return 0;
}

static int room_for_natural(const tb_gen *g) {
    int have = g->c->have[g->place];
    if (g->w->q->rules->ace_high && g->place == g->w->q->rules->ranks + 1) have = g->held;
    return have - g->naturals - g->kept_naturals;
}

/* Can a run that is still too short reach its least length? */
static int can_grow(const tb_gen *g, int id) {
    const tb_space *w = g->w;
    int lack = 0, more = w->q->rules->min_run - w->state[id].len;
    if (more <= 0) return 1;
    for (int p = g->place + 1; p <= g->place + more; p++) {
        int rank = p > w->q->rules->ranks ? 1 : p;
        if (p > w->places) return block_begins(g, p);
        if (block_begins(g, p)) return 1;
        lack += !g->c->have[rank];
    }
    return lack <= w->jokers - g->node->reach - g->jokers;
}

static int room_for_joker(const tb_gen *g) {
    return g->w->jokers - g->node->reach - g->jokers;
}

static int find_node(tb_space *w, tb_color *c, int layer, uint64_t runs, uint64_t rest, int reach) {
    uint64_t mix = (runs ^ rest * 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u;
    uint16_t *head = &w->heads[mix >> 56];
    tb_node *first = &w->nodes[c->first[layer]];
    for (unsigned i = *head; i; i = first[i - 1].chain) {
        tb_node *node = &first[i - 1];
        if (node->runs != runs || node->rest != rest) continue;
        if (reach < node->reach) node->reach = (uint8_t)reach;
        return (int)i - 1;
    }
    if (w->n_nodes == TB_NODES) {
        w->failed = 1;
        return -1;
    }
    tb_node *node = &w->nodes[w->n_nodes++];
    int index = c->count[layer]++;
    node->runs = runs;
    node->rest = rest;
    node->reach = (uint8_t)reach;
    node->edges = 0;
    node->chain = *head;
    *head = (uint16_t)(index + 1);
    return index;
}

static void add_edge(tb_gen *g, const tb_edge *edge) {
    tb_space *w = g->w;
    tb_edge *row = &w->edges[g->node->edge];
    int n = (int)(w->n_edges - g->node->edge);
    for (int i = 0; i < n; i++) {
        tb_edge *old = &row[i];
        if (old->next == edge->next && old->jokers == edge->jokers && old->groups == edge->groups
            && old->gain == edge->gain) {
            if (edge->cost < old->cost) *old = *edge;
            return;
        }
    }
    if (w->n_edges == TB_EDGES) {
        w->failed = 1;
        return;
    }
    w->edges[w->n_edges++] = *edge;
}

/* Blocks that end here become open runs; what is remembered of them is dropped. */
static int push_blocks(tb_gen *g, uint8_t *kinds, int n, uint64_t *rest) {
    for (int b = 0; b < g->c->n_blocks; b++) {
        const tb_block *block = &g->c->blocks[b];
        if (block->meld.place > g->place) continue;
        int end = block->meld.place + block->meld.size - 1;
        if (end == g->place) {
            int kind = tb_open_block(g->w, g->color, block, g->joined[b]);
            if (!kind) return -1;
            kinds[n++] = (uint8_t)kind;
        } else if (end > g->place) {
            *rest |= (uint64_t)g->joined[b] << (16 + 8 * b);
        }
    }
    return n;
}

static int next_node(tb_gen *g, int held) {
    tb_space *w = g->w;
    uint8_t kinds[TB_SLOTS + TB_BLOCKS];
    memcpy(kinds, g->next, sizeof g->next);
    uint64_t rest = (uint64_t)held << 14, runs = 0;
    for (int k = 0; k < g->c->n_kept; k++) {
        const rm_laid *m = &g->c->kept[k];
        if ((g->kept >> k & 1) && m->place + m->size - 1 > g->place) rest |= (uint64_t)1 << k;
    }
    int n = push_blocks(g, kinds, g->n_next, &rest);
    if (n < 0 || n > TB_SLOTS) return -1;
    if (g->place == w->places) {
        for (int i = 0; i < n; i++)
            if (!w->state[kinds[i]].closes) return -1;
        n = 0;
    }
    for (int i = 0; i < n; i++) /* sorted, so that equal memories are the same node */
        for (int j = i; j > 0 && kinds[j] > kinds[j - 1]; j--) {
            uint8_t kind = kinds[j];
            kinds[j] = kinds[j - 1];
            kinds[j - 1] = kind;
        }
    for (int i = n; i-- > 0;) runs = runs << 8 | kinds[i];
    return find_node(w, g->c, g->place + 1, runs, rest, g->node->reach + g->jokers);
}

static int gain_of(const tb_gen *g, int left, int groups) {
    const tb_problem *q = g->w->q;
    if (q->need_kind == TB_NEED_POINTS) {
        int gain = (g->naturals + g->kept_naturals) * q->need_run_tile[g->place]
            + g->jokers * q->need_run_joker[g->place];
        return gain + (groups ? groups * q->need_group_tile[g->rank] : 0);
    }
    if (q->need_kind == TB_NEED_TILE) return g->c->may[g->place] - left;
    return 0;
}

static void emit(tb_gen *g, int held, int left, int groups) {
    const tb_problem *q = g->w->q;
    int64_t cost = (g->naturals + g->kept_naturals) * q->run_tile[g->place]
        + g->jokers * q->run_joker[g->place] + g->breaks * q->broken;
    if (groups) cost += groups * q->group_tile[g->rank];
    if (left) cost += left * q->left[1 + 13 * g->color + g->rank - 1];
    if (cost > q->most_cost) return;
    int next = next_node(g, held);
    if (next < 0) return;
    tb_edge edge = {cost, (uint16_t)next,    (uint8_t)g->jokers, (uint8_t)groups,
                    0,    (uint8_t)g->breaks};
    edge.gain = (int16_t)gain_of(g, left, groups);
    add_edge(g, &edge);
}

/* Tiles not in runs go to groups, stay behind, or wait as aces for the place above. */
static void gen_rest(tb_gen *g) {
    const tb_space *w = g->w;
    if (g->place > w->q->rules->ranks) {
        if (room_for_natural(g) == 0) emit(g, 0, 0, 0);
        return;
    }
    int rest = room_for_natural(g);
    int hold = w->q->rules->ace_high && g->place == 1 ? rest : 0;
    int may = g->c->may[g->place];
    for (int held = 0; held <= hold; held++)
        for (int left = 0; left <= min_int(rest - held, may); left++) {
            int groups = rest - held - left;
            int pass = g->place == 1 ? held : g->held;
            if (groups && !g->c->group[g->place]) continue;
            /* A long run would rather go on with the tile than close beside it. */
            if (left && g->closed && w->simple && !w->q->complete) continue;
            /* The joker could change places with the natural tile in the group. */
            if (groups && g->jokers > g->kept_jokers && w->swap && !g->c->keeps[g->place]) continue;
            emit(g, pass, left, groups);
        }
}

static void gen_starts(tb_gen *g) {
    tb_space *w = g->w;
    int lowest = w->q->rules->ace_low ? 1 : 2;
    int naturals = room_for_natural(g), jokers = room_for_joker(g), n = g->n_next;
    int none = g->place < lowest
        || (g->closed_free && w->simple && !w->q->complete); /* it would rather go on */
    if (none) naturals = jokers = 0;
    for (int a = naturals; a >= 0; a--) {
        for (int b = 0; b <= jokers && n + a + b <= g->c->most_runs; b++) {
            g->n_next = n;
            for (int i = 0; i < a + b; i++) {
                int kind = tb_start(w, g->color, g->place, i < a);
                if (!kind || !can_grow(g, kind)) break;
                g->next[g->n_next++] = (uint8_t)kind;
            }
            if (g->n_next < n + a + b) continue;
            g->naturals += a;
            g->jokers += b;
            gen_rest(g);
            g->naturals -= a;
            g->jokers -= b;
        }
    }
    g->n_next = n;
}

static void gen_close(tb_gen *g, int i) {
    tb_open s = g->w->state[g->runs[i]];
    if (!s.closes) return;
    g->move[i] = 2;
    int counts = !s.fresh, frees = counts && !s.locked;
    g->closed += counts;
    g->closed_free += frees;
    gen_runs(g, i + 1);
    g->closed -= counts;
    g->closed_free -= frees;
}

static void gen_go_on(tb_gen *g, int i, int natural) {
    if ((natural ? room_for_natural(g) : room_for_joker(g)) == 0 || g->n_next == TB_SLOTS) return;
    int kind = tb_step(g->w, g->color, g->runs[i], g->place, natural);
    if (!kind || g->n_next >= g->c->most_runs) return;
    g->jokers += !natural;
    int grows = can_grow(g, kind);
    g->jokers -= !natural;
    if (!grows) return;
    int fresh = g->w->state[g->runs[i]].fresh;
    g->move[i] = natural ? 0 : 1;
    g->next[g->n_next++] = (uint8_t)kind;
    g->naturals += natural;
    g->jokers += !natural;
    g->breaks += fresh;
    gen_runs(g, i + 1);
    g->breaks -= fresh;
    g->naturals -= natural;
    g->jokers -= !natural;
    g->n_next--;
}

/* Open run i goes on with a tile, goes on with a joker, or is closed. */
static void gen_runs(tb_gen *g, int i) {
    while (i < TB_SLOTS && !g->runs[i]) i++;
    if (i >= TB_SLOTS) {
        gen_starts(g);
        return;
    }
    /* Equal runs lie side by side; of equal ones the moves never fall. */
    int least = i > 0 && g->runs[i - 1] == g->runs[i] ? g->move[i - 1] : 0;
    if (least <= 0) gen_go_on(g, i, 1);
    if (least <= 1) gen_go_on(g, i, 0);
    gen_close(g, i);
}

/* Blocks that begin here may be joined to a run that ended just below. */
static void gen_joins(tb_gen *g, int b) {
    while (b < g->c->n_blocks && g->c->blocks[b].meld.place != g->place) b++;
    if (b == g->c->n_blocks) {
        gen_runs(g, 0);
        return;
    }
    const tb_block *block = &g->c->blocks[b];
    g->joined[b] = 0;
    gen_joins(g, b + 1);
    for (int i = 0; i < TB_SLOTS; i++) {
        uint8_t run = g->runs[i];
        if (!run || (i > 0 && g->runs[i - 1] == run) || !tb_joins(g->w, run, block)) continue;
        g->runs[i] = 0;
        g->joined[b] = !block->remember ? 0 : g->w->simple ? 1 : run;
        g->breaks += block->whole;
        gen_joins(g, b + 1);
        g->breaks -= block->whole;
        g->joined[b] = 0;
        g->runs[i] = run;
    }
}

/* Old runs that begin here are kept or broken; of equal ones the first are kept. */
static void gen_keeps(tb_gen *g, int k) {
    while (k < g->c->n_kept && g->c->kept[k].place != g->place) k++;
    if (k == g->c->n_kept) {
        gen_joins(g, 0);
        return;
    }
    const rm_laid *m = &g->c->kept[k];
    g->breaks++;
    gen_keeps(g, k + 1);
    g->breaks--;
    const rm_laid *before = k > 0 ? &g->c->kept[k - 1] : NULL;
    if (before && before->place == m->place && before->size == m->size
        && before->jokers == m->jokers && !(g->kept >> (k - 1) & 1))
        return;
    int joker = m->jokers & 1;
    if ((joker ? room_for_joker(g) : room_for_natural(g)) == 0) return;
    g->kept |= 1u << k;
    g->kept_naturals += !joker;
    g->kept_jokers += joker;
    g->jokers += joker;
    gen_keeps(g, k + 1);
    g->kept_naturals -= !joker;
    g->kept_jokers -= joker;
    g->jokers -= joker;
    g->kept &= ~(1u << k);
}

static void expand_node(tb_space *w, int color, int place, tb_node *node) {
    tb_gen g = {.w = w, .c = &w->color[color], .node = node, .color = color, .place = place};
    g.rank = place > w->q->rules->ranks ? 1 : place;
    g.kept = (unsigned)(node->rest & 0x3FFF);
    g.held = (int)(node->rest >> 14 & 3);
    for (int i = 0; i < TB_SLOTS; i++) g.runs[i] = (uint8_t)(node->runs >> (8 * i));
    for (int b = 0; b < TB_BLOCKS; b++) g.joined[b] = (uint8_t)(node->rest >> (16 + 8 * b));
    node->edge = w->n_edges;
    for (int k = 0; k < g.c->n_kept; k++) {
        if (!(g.kept >> k & 1)) continue;
        int joker = g.c->kept[k].jokers >> (place - g.c->kept[k].place) & 1;
        g.jokers += joker;
        g.kept_jokers += joker;
        g.kept_naturals += !joker;
    }
    if (room_for_natural(&g) >= 0 && room_for_joker(&g) >= 0) gen_keeps(&g, 0);
    node->edges = (uint16_t)(w->n_edges - node->edge);
}

/* ---- the graph of a colour --------------------------------------------------- */

static int64_t min_cost(int64_t a, int64_t b) {
    return a < b ? a : b;
}

/* Least cost to the end by jokers, at the prices of the tiles that go to groups. */
static void weigh_node(tb_space *w, const tb_color *c, int place, int64_t price, tb_node *node) {
    const tb_edge *row = &w->edges[node->edge], *end = row + node->edges;
    const tb_node *next = &w->nodes[c->first[place + 1]];
    int jokers = w->jokers, pays = c->pays[place];
    int64_t h[RM_MAX_JOKERS + 1];
    for (int j = 0; j <= jokers; j++) h[j] = TB_NEVER;
    for (; row < end; row++) {
        int64_t cost = row->cost + row->groups * price;
        int used = row->jokers + row->groups * pays;
        const int64_t *ahead = next[row->next].h;
        switch (jokers - used) { /* the usual cases without a loop */
        case 2: h[used + 2] = min_cost(h[used + 2], cost + ahead[2]); /* fall through */
        case 1: h[used + 1] = min_cost(h[used + 1], cost + ahead[1]); /* fall through */
        case 0: h[used] = min_cost(h[used], cost + ahead[0]); break;
        default:
            for (int j = used; j <= jokers; j++) h[j] = min_cost(h[j], cost + ahead[j - used]);
        }
    }
    for (int j = 0; j <= jokers; j++) node->h[j] = h[j];
}

/* Forget the edges that lead to no end. */
static void drop_dead_edges(tb_space *w, const tb_color *c, int place, tb_node *node) {
    tb_edge *row = &w->edges[node->edge];
    const tb_node *next = &w->nodes[c->first[place + 1]];
    int n = 0;
    for (int i = 0; i < node->edges; i++)
        if (next[row[i].next].h[w->jokers] < TB_NEVER) row[n++] = row[i];
    node->edges = (uint16_t)n;
}

static void sort_edges(tb_space *w, const tb_color *c, int place, int64_t price, tb_node *node) {
    tb_edge *row = &w->edges[node->edge];
    const tb_node *next = &w->nodes[c->first[place + 1]];
    for (int i = 1; i < node->edges; i++) {
        tb_edge edge = row[i];
        int64_t value = edge.cost + edge.groups * price + next[edge.next].h[w->jokers];
        int k = i;
        for (; k > 0; k--) {
            const tb_edge *e = &row[k - 1];
            if (e->cost + e->groups * price + next[e->next].h[w->jokers] <= value) break;
            row[k] = *e;
        }
        row[k] = edge;
    }
}

void tb_weigh(tb_space *w, int sort) {
    for (int color = 0; color < w->q->rules->colors; color++) {
        const tb_color *c = &w->color[color];
        for (int p = sort ? w->places : w->stale[color]; p >= 1; p--) {
            int64_t price = w->price[color][p];
            tb_node *node = &w->nodes[c->first[p]];
            for (int i = 0; i < c->count[p]; i++, node++) {
                if (sort == 2) drop_dead_edges(w, c, p, node);
                if (sort == 2 || p <= w->stale[color]) weigh_node(w, c, p, price, node);
                if (sort) sort_edges(w, c, p, price, node);
            }
        }
        w->stale[color] = 0;
    }
}

void tb_set_price(tb_space *w, int color, int place, int64_t price) {
    if (w->price[color][place] == price) return;
    w->price[color][place] = price;
    w->stale_groups[place] = 1;
    if (place > w->stale[color]) w->stale[color] = place;
}

/* With two jokers at most, a third run through a place is never needed: its joker can be
 * spared by pairing the ends of the three runs anew, and put to the end of a run, unless
 * two runs over all places are there. That moves faces, so points must not matter. */
static int most_runs(const tb_space *w, const tb_color *c) {
    const tb_problem *q = w->q;
    int tiles = 0;
    for (int r = 1; r <= q->rules->ranks; r++) tiles += c->have[r];
    if (!w->simple || q->complete || q->by_points || q->need_kind == TB_NEED_POINTS || w->jokers > 2
        || c->n_blocks || q->rules->min_run != 3 || q->rules->ace_high
        || q->rules->min_naturals != 1 || tiles + w->jokers - 1 >= 2 * w->places)
        return TB_SLOTS;
    return 2;
}

void tb_build_color(tb_space *w, int color) {
    tb_color *c = &w->color[color];
    c->most_runs = most_runs(w, c);
    memset(c->count, 0, sizeof c->count);
    c->first[1] = w->n_nodes;
    memset(w->heads, 0, sizeof w->heads);
    find_node(w, c, 1, 0, 0, 0);
    for (int p = 1; p <= w->places && !w->failed; p++) {
        memset(w->heads, 0, sizeof w->heads);
        c->first[p + 1] = w->n_nodes;
        for (int i = 0; i < c->count[p] && !w->failed; i++)
            expand_node(w, color, p, &w->nodes[c->first[p] + (uint32_t)i]);
    }
    if (w->failed) return;
    int last = w->places + 1;
    for (int i = 0; i < c->count[last]; i++)
        memset(w->nodes[c->first[last] + (uint32_t)i].h, 0, sizeof w->nodes[0].h);
}
