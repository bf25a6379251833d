/* What other states tell about a state.
 *
 * A second opinion on the components before `kept`:
 * While the search counts broken melds it must also stay within the least cost of the
 * components before. The first search, which knew nothing of kept melds, can tell what
 * they cost at least from any state, since it remembers what it has seen. A state of
 * the second search is looked up there as if its kept runs were open runs; where the
 * first graph does not hold that state, one with longer runs will do, or with more runs
 * that may be closed, as it costs no more.
 */
#include "table.h"

/* Lengths of the open runs, falling; 0 when a run is of a kind that lengths do not tell. */
static int lengths_of(const tb_space *w, uint64_t runs, uint8_t *lengths) {
    int n = 0;
    for (; runs; runs >>= 8) {
        tb_open s = w->state[runs & 255];
        if (s.locked || s.fresh) return -1;
        lengths[n++] = (uint8_t)s.len;
    }
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && lengths[j] > lengths[j - 1]; j--) {
            uint8_t length = lengths[j];
            lengths[j] = lengths[j - 1];
            lengths[j - 1] = length;
        }
    return n;
}

/* The lengths with those of the old runs that are being kept. */
static int with_kept(const tb_space *w, const tb_color *c, const tb_node *node, int place,
                     uint8_t *lengths) {
    int n = lengths_of(w, node->runs, lengths);
    if (n < 0) return -1;
    int full = w->q->rules->min_run;
    for (int k = 0; k < c->n_kept; k++) {
        if (!(node->rest >> k & 1)) continue;
        int length = place - c->kept[k].place; /* the place itself is still to come */
        int i = n++;
        length = length < full ? length : full;
        for (; i > 0 && lengths[i - 1] < length; i--) lengths[i] = lengths[i - 1];
        lengths[i] = (uint8_t)length;
    }
    return n;
}

static void map_node(tb_space *w, const tb_color *c, const tb_color *p, int place, tb_node *node) {
    uint8_t mine[TB_SLOTS + TB_KEPT], theirs[TB_SLOTS];
    int n = with_kept(w, c, node, place, mine), least = 1 << 20;
    node->prefix = TB_UNKNOWN;
    for (int i = 0; n >= 0 && i < p->count[place] && least; i++) {
        const tb_node *other = &w->prefix->nodes[p->first[place] + (uint32_t)i];
        int m = lengths_of(w->prefix, other->runs, theirs);
        /* A node knows only the edges for the jokers that can be left there. */
        if (m < n || other->reach > node->reach) continue;
        if ((node->rest >> 14 & 3) != (other->rest >> 14 & 3)) continue;
        int more = 0, full = w->q->rules->min_run; /* runs too many must be closable */
        for (int k = 0; k < m && more < least; k++) {
            int d = theirs[k] - (k < m - n ? full : mine[k - m + n]);
            more = d < 0 ? least : more + d + (k < m - n);
        }
        if (more >= least) continue;
        least = more;
        node->prefix = (uint16_t)i;
    }
}

void tb_map_prefix(tb_space *w) {
    const rm_rules *rules = w->q->rules;
    if (!w->may_ask || !w->simple || w->q->need_kind == TB_NEED_POINTS
        || rules->min_run - w->jokers < rules->min_naturals)
        return;
    for (int color = 0; color < w->q->rules->colors; color++) {
        tb_color *c = &w->color[color];
        const tb_color *p = &w->prefix->color[color];
        if (c->n_blocks) return;
        for (int place = 1; place <= w->places; place++)
            for (int i = 0; i < c->count[place]; i++)
                map_node(w, c, p, place, &w->nodes[c->first[place] + (uint32_t)i]);
    }
    w->mapped = 1;
}

/* A lower bound of the earlier components from a state, above `budget` if there is one. */
int64_t tb_prefix_bound(tb_space *w, const tb_frame *f, int64_t budget) {
    uint16_t node[RM_MAX_COLORS] = {0};
    for (int c = 0; c < w->q->rules->colors; c++) {
        node[c] = w->nodes[w->color[c].first[f->place] + f->node[c]].prefix;
        if (node[c] == TB_UNKNOWN) return 0;
    }
    budget -= budget % w->prefix_unit;
    int64_t value = tb_search(w->prefix, f->place, node, f->jokers, f->need, budget);
    if (w->prefix->stopped) {
        w->stopped = w->prefix->stopped;
        return 0;
    }
    return value;
}

/* How much longer the runs of b are, -1 when they are not. */
static int excess(const tb_space *w, const tb_node *a, const tb_node *b) {
    uint8_t mine[TB_SLOTS], theirs[TB_SLOTS];
    int n = lengths_of(w, a->runs, mine), m = lengths_of(w, b->runs, theirs), more = 0;
    if (n < 0 || m < n || a->rest != b->rest || b->reach > a->reach) return -1;
    for (int k = 0; k < m; k++) {
        int d = theirs[k] - (k < m - n ? w->q->rules->min_run : mine[k - m + n]);
        if (d < 0) return -1;
        more += d + 2 * (k < m - n);
    }
    return more;
}

/* For every node the next one above it: with longer runs, so never dearer. */
static void rank_layer(const tb_space *w, tb_node *layer, int n) {
    for (int i = 0; i < n; i++) {
        int least = 1000;
        layer[i].above = TB_UNKNOWN;
        for (int j = 0; j < n; j++) {
            int more = j == i ? -1 : excess(w, &layer[i], &layer[j]);
            if (more < 0 || more >= least) continue;
            least = more;
            layer[i].above = (uint16_t)j;
        }
    }
}

void tb_rank_nodes(tb_space *w) {
    const rm_rules *rules = w->q->rules;
    if (!w->simple || rules->min_run - w->jokers < rules->min_naturals) return;
    for (int color = 0; color < rules->colors; color++)
        for (int place = 1; place <= w->places; place++)
            rank_layer(w, &w->nodes[w->color[color].first[place]], w->color[color].count[place]);
    w->ranked = 1;
}
