/* A whole turn at a table that may be rearranged.
 *
 * What an opening and exchanges of jokers may do comes first and gives a short list of
 * fixed questions (tb_config); each is put to the search with the best cost so far as
 * its budget. All components of the objective are packed into one cost. Melds left alone
 * make the search wider, so the components before `kept` are settled first, and their
 * cost is the floor of the second search.
 */
#include <string.h>

#include "table.h"

static int has_component(const tb_turn *t, int component, int n) {
    for (int i = 0; i < n; i++)
        if (t->q->order[i] == component) return i;
    return -1;
}

/* ---- what everything costs --------------------------------------------------------- */

static void find_most_points(tb_turn *t) {
    const rm_turn_query *q = t->q;
    const rm_rules *r = q->rules;
    t->most_joker = 0;
    for (int rank = 1; rank <= r->ranks; rank++) {
        int most =
            q->run_tile[rank] > q->group_tile[rank] ? q->run_tile[rank] : q->group_tile[rank];
        if (rank == 1 && r->ace_high && q->run_tile[r->ranks + 1] > most)
            most = q->run_tile[r->ranks + 1];
        t->most_tile[rank] = most;
        if (q->run_joker[rank] > t->most_joker) t->most_joker = q->run_joker[rank];
        if (q->group_joker[rank] > t->most_joker) t->most_joker = q->group_joker[rank];
    }
    if (r->ace_high && q->run_joker[r->ranks + 1] > t->most_joker)
        t->most_joker = q->run_joker[r->ranks + 1];
}

/* The largest cost that a component can have, for the packing. */
static int64_t component_range(const tb_turn *t, int component) {
    const rm_turn_query *q = t->q;
    uint8_t all[RM_CODES];
    int64_t sum = 0;
    memcpy(all, q->rack, sizeof all);
    if (component == RM_BY_KEPT) return q->melds;
    if (component == RM_BY_POINTS)
        for (int i = 0; i < q->melds; i++) tb_add_meld(q->rules, all, &q->table[i], 1);
    for (int code = 0; code < RM_CODES; code++) {
        int64_t each = component == RM_BY_TILES ? 1 : q->hand_points[code];
        if (component == RM_BY_POINTS)
            each = code ? t->most_tile[(code - 1) % 13 + 1] : t->most_joker;
        sum += all[code] * each;
    }
    return sum;
}

static int pack_components(tb_turn *t) {
    int64_t scale = TB_FINE;
    for (int i = t->q->orders; i-- > 0;) {
        int64_t range = component_range(t, t->q->order[i]);
        if (range < 0 || range > ((int64_t)1 << 52) / scale - 1) return RM_ERR_RULES;
        t->scale[i] = scale;
        scale *= range + 1;
    }
    int kept = has_component(t, RM_BY_KEPT, t->q->orders);
    t->kept_at = kept < 0 ? t->q->orders : kept;
    return RM_OK;
}

static void cost_points(const tb_turn *t, tb_problem *p, int64_t scale) {
    const rm_turn_query *q = t->q;
    const rm_rules *r = q->rules;
    for (int place = 1; place <= r->ranks + r->ace_high; place++) {
        int most = t->most_tile[tb_rank_at(r, place)];
        p->run_tile[place] += scale * (most - q->run_tile[place]);
        p->run_joker[place] += scale * (t->most_joker - q->run_joker[place]);
        if (place > r->ranks) continue;
        p->group_tile[place] += scale * (most - q->group_tile[place]);
        p->group_joker[place] += scale * (t->most_joker - q->group_joker[place]);
    }
    p->left[0] += scale * t->most_joker;
    for (int code = 1; code < RM_CODES; code++)
        p->left[code] += scale * t->most_tile[(code - 1) % 13 + 1];
}

static void set_costs(tb_turn *t, int components) {
    tb_problem *p = &t->problem[components == t->q->orders];
    const rm_turn_query *q = t->q;
    memset(p, 0, sizeof *p);
    p->rules = q->rules;
    p->unit = t->scale[components < q->orders || t->kept_at == q->orders ? 0 : t->kept_at];
    for (int i = 0; i < components; i++) {
        int64_t scale = t->scale[i];
        if (q->order[i] == RM_BY_KEPT) p->broken = scale;
        if (q->order[i] == RM_BY_POINTS) cost_points(t, p, scale);
        for (int code = 0; code < RM_CODES; code++) {
            if (q->order[i] == RM_BY_TILES) p->left[code] += scale;
            if (q->order[i] == RM_BY_PENALTY) p->left[code] += scale * q->hand_points[code];
        }
    }
}

/* What a meld costs whose tiles are not part of the pool. */
static int64_t fixed_cost(const tb_turn *t, const rm_laid *m) {
    int at = has_component(t, RM_BY_POINTS, t->q->orders);
    if (at < 0) return 0;
    int64_t most = (int64_t)tb_meld_jokers(m) * t->most_joker;
    uint8_t counts[RM_CODES] = {0};
    tb_add_meld(t->q->rules, counts, m, 1);
    for (int code = 1; code < RM_CODES; code++)
        most += (int64_t)counts[code] * t->most_tile[(code - 1) % 13 + 1];
    return (most - tb_meld_points(t->q, m)) * t->scale[at];
}

static int64_t cost_of_nothing(tb_turn *t) {
    set_costs(t, t->q->orders);
    int64_t cost = 0;
    for (int code = 0; code < RM_CODES; code++) cost += t->q->rack[code] * t->problem[1].left[code];
    for (int i = 0; i < t->q->melds; i++) cost += fixed_cost(t, &t->q->table[i]);
    return cost;
}

/* ---- readings of a meld with jokers --------------------------------------------------- */

typedef int (*reading_sink)(void *context, const rm_laid *reading);

/* Every legal reading of the same tiles, groups first; stops when the sink says so. */
static int each_reading(const rm_rules *r, const rm_laid *m, reading_sink sink, void *context) {
    int jokers = tb_meld_jokers(m), naturals = m->size - jokers;
    uint8_t counts[RM_CODES] = {0};
    tb_add_meld(r, counts, m, 1);
    int first = 1;
    while (first < RM_CODES && !counts[first]) first++;
    rm_laid x = {.kind = RM_GROUP,
                 .size = m->size,
                 .rank = (uint8_t)((first - 1) % 13 + 1),
                 .colors = (uint8_t)(1u << (first - 1) / 13),
                 .wild = (uint8_t)jokers,
                 .origin = m->origin};
    if (m->kind == RM_GROUP) x.colors = m->colors;
    int top = r->max_group < r->colors ? r->max_group : r->colors;
    if ((m->kind == RM_GROUP || naturals == 1) && m->size >= r->min_group && m->size <= top
        && sink(context, &x))
        return 1;
    if ((m->kind == RM_GROUP && naturals > 1) || m->size < r->min_run || m->size > r->max_run)
        return 0;
    rm_laid y = {
        .kind = RM_RUN, .size = m->size, .color = (uint8_t)((first - 1) / 13), .origin = m->origin};
    for (int place = r->ace_low ? 1 : 2; place + m->size - 1 <= r->ranks + r->ace_high; place++) {
        int found = 0;
        y.place = (uint8_t)place;
        y.jokers = 0;
        for (int i = 0; i < m->size; i++) {
            int has = counts[1 + 13 * y.color + tb_rank_at(r, place + i) - 1];
            /* An ace under a run that also stands above it is there once. */
            if (has && place + i > r->ranks && place == 1) has = counts[1 + 13 * y.color] > 1;
            found += has > 0;
            if (!has) y.jokers = (uint16_t)(y.jokers | 1u << i);
        }
        if (found == naturals && sink(context, &y)) return 1;
    }
    return 0;
}

typedef struct {
    const tb_turn *t;
    rm_laid best;
    int64_t cost;
} cheapest;

static int cheaper(void *context, const rm_laid *reading) {
    cheapest *c = context;
    int64_t cost = fixed_cost(c->t, reading);
    if (cost < c->cost) {
        c->cost = cost;
        c->best = *reading;
    }
    return 0;
}

/* The reading in which a kept meld is worth most; as it lay where that is as good. */
static rm_laid best_reading(const tb_turn *t, int old) {
    rm_laid m = t->q->table[old];
    m.origin = (int16_t)(old + TB_POOL);
    if (m.kind == RM_EITHER) m.kind = RM_GROUP;
    if (!tb_meld_jokers(&m) || has_component(t, RM_BY_POINTS, t->q->orders) < 0) return m;
    cheapest c = {t, m, fixed_cost(t, &m)};
    each_reading(t->q->rules, &m, cheaper, &c);
    return c.best;
}

/* ---- one config ---------------------------------------------------------------------- */

static void set_problem(tb_turn *t, const tb_config *x, int components) {
    const rm_turn_query *q = t->q;
    tb_problem *p = &t->problem[components == t->q->orders];
    set_costs(t, components);
    memcpy(p->must, x->must, sizeof p->must);
    memcpy(p->may, x->may, sizeof p->may);
    p->complete = q->all;
    p->by_points = has_component(t, RM_BY_POINTS, components) >= 0;
    for (int i = 0; i < x->n_locks; i++) p->blocks[p->n_blocks++] = x->lock[i].meld;
    if (p->broken)
        for (int i = 0; i < x->n_pool; i++) p->kept[p->n_kept++] = best_reading(t, x->pool[i]);
    if (t->opening && !q->manipulate && !q->single) {
        p->need_kind = TB_NEED_POINTS;
        p->need = q->opening_points;
        for (int i = 1; i <= RM_MAX_PLACES; i++) {
            p->need_run_tile[i] = (int16_t)q->run_tile[i];
            p->need_run_joker[i] = (int16_t)q->run_joker[i];
        }
        for (int i = 1; i <= RM_MAX_RANKS; i++) {
            p->need_group_tile[i] = (int16_t)q->group_tile[i];
            p->need_group_joker[i] = (int16_t)q->group_joker[i];
        }
    } else if (q->order[0] != RM_BY_TILES && !x->played) {
        p->need_kind = TB_NEED_TILE;
    }
}

static int64_t config_cost(const tb_turn *t, const tb_config *x) {
    int64_t cost = x->laid.size ? fixed_cost(t, &x->laid) : 0;
    for (int i = 0; i < x->n_locks; i++) {
        cost += fixed_cost(t, &x->lock[i].meld);
        if (x->lock[i].changed && x->lock[i].old >= 0 && t->kept_at < t->q->orders)
            cost += t->scale[t->kept_at];
    }
    for (int i = 0; t->opening && !t->q->manipulate && i < t->q->melds; i++)
        cost += fixed_cost(t, &t->q->table[i]);
    return cost;
}

/* Questions with and without `kept` have a space each: one asks the other. */
static tb_space *space_of(tb_turn *t, int components) {
    int last = components == t->q->orders;
    tb_space *w = &t->space[last];
    w->prefix = last && t->kept_at > 0 && t->kept_at < t->q->orders ? &t->space[0] : NULL;
    if (w->prefix) w->prefix_unit = t->scale[t->kept_at - 1];
    w->spent = &t->spent;
    w->limit = t->q->node_limit;
    return w;
}

static tb_space *lay_out(tb_turn *t, const tb_config *x, int components) {
    t->loaded = -1;
    set_problem(t, x, components);
    tb_space *w = space_of(t, components);
    tb_problem *p = &t->problem[w - t->space];
    p->relaxed = components < t->q->orders;
    p->most_cost = t->most_cost;
    int status = tb_prepare(w, p);
    if (status != RM_OK) t->error = status;
    return w;
}

static int64_t ask(tb_turn *t, tb_space *w, int64_t floor, int64_t budget, uint64_t nodes) {
    int64_t cost = tb_best(w, floor, budget, nodes);
    if (w->stopped == TB_LIMIT) t->error = RM_ERR_LIMIT;
    return cost;
}

/* With tiles first in the order, does the cost leave every rack tile where it is? */
static int plays_nothing(const tb_turn *t, const tb_config *x, int64_t cost) {
    int rack = 0;
    for (int code = 0; code < RM_CODES; code++) rack += t->q->rack[code];
    return t->q->order[0] == RM_BY_TILES && !x->played && cost / t->scale[0] == rack;
}

/* All components, with those before `kept` at most at `top`: dearer steps are left out. */
static int64_t ask_all(tb_turn *t, const tb_config *x, int64_t floor, int64_t top, int asks,
                       uint64_t nodes) {
    t->most_cost = top;
    tb_space *all = lay_out(t, x, t->q->orders);
    t->most_cost = TB_NEVER;
    if (t->error) return TB_NEVER;
    all->may_ask = asks;
    if (asks && floor > 0) tb_take_prices(all, all->prefix);
    return ask(t, all, floor, top, nodes);
}

/* Is it likely that the whole rack can be laid? */
static int many_on_table(const tb_config *x) {
    int tiles = 0;
    for (int code = 0; code < RM_CODES; code++) tiles += x->must[code];
    return tiles >= TB_MANY;
}

/* The components before `kept` are settled first, then all of them at that cost. Where
 * everything may be laid, a short try of all components at once comes before that. */
static int64_t weigh_twice(tb_turn *t, const tb_config *x, int64_t budget) {
    int64_t unit = t->scale[t->kept_at - 1], floor = 0, cost = TB_NEVER;
    int64_t top = unit - 1 < budget ? unit - 1 : budget;
    tb_space *first = NULL, *all = &t->space[1];
    int tried = 0;
    if (t->n_best || !many_on_table(x)) {
        first = lay_out(t, x, t->kept_at);
        if (!t->error) floor = tb_root_bound(first);
    }
    if (!t->n_best && floor <= top) {
        cost = ask_all(t, x, 0, top, 0, TB_TRY);
        if (t->error || (!all->stopped && cost <= top)) return cost;
        tried = all->stopped;
        if (!tried) floor = unit; /* proved to be too dear */
    }
    if (!first) first = lay_out(t, x, t->kept_at);
    if (!t->error) floor = ask(t, first, floor, budget, 0);
    if (t->error || floor > budget || plays_nothing(t, x, floor)) return TB_NEVER;
    top = floor + unit - 1 < budget ? floor + unit - 1 : budget;
    if (tried && floor == 0) { /* go on with what the try has found out */
        all->may_ask = 1;
        cost = ask(t, all, 0, top, 0);
    } else {
        cost = ask_all(t, x, floor, top, 1, 0);
    }
    if (t->error || cost <= top || top == budget) return cost;
    return ask_all(t, x, cost, budget, 1, 0); /* a joker could not be laid */
}

static void weigh(tb_turn *t, const tb_config *x) {
    int64_t fixed = config_cost(t, x), budget = t->best - fixed, cost = TB_NEVER;
    if (t->n_best && !t->q->all) budget--;
    if (budget < 0 || t->error) return;
    if (t->kept_at > 0 && t->kept_at < t->q->orders) {
        cost = weigh_twice(t, x, budget);
    } else {
        tb_space *w = lay_out(t, x, t->q->orders);
        if (!t->error) cost = ask(t, w, 0, budget, 0);
    }
    if (t->error || cost > budget || plays_nothing(t, x, cost)) return;
    if (cost + fixed < t->best) t->n_best = 0;
    if (t->n_best == TB_CONFIGS) {
        t->error = RM_ERR_LIMIT;
        return;
    }
    t->best = cost + fixed;
    t->loaded = t->n_best;
    t->found[t->n_best++] = *x;
}

/* Open melds may be read either way: one question for each. */
static void weigh_readings(tb_turn *t, const tb_config *x, int i) {
    while (i < x->n_locks && x->lock[i].meld.kind != RM_EITHER) i++;
    if (i >= x->n_locks) {
        weigh(t, x);
        return;
    }
    tb_config y = *x;
    y.lock[i].meld.kind = RM_GROUP;
    weigh_readings(t, &y, i + 1);
    y.lock[i].meld.kind = RM_RUN;
    weigh_readings(t, &y, i + 1);
}

static void weigh_exchanges(tb_turn *t, const tb_config *x) {
    t->list[0] = *x;
    tb_settle(t->q, &t->list[0]);
    int n = tb_exchanges(t->q, t->list, TB_CONFIGS);
    if (n < 0) t->error = n;
    for (int i = 0; i < n && !t->error; i++) weigh_readings(t, &t->list[i], 0);
}

/* ---- openings ---------------------------------------------------------------------------- */

static int known_config(tb_turn *t, const tb_config *x) {
    for (int i = 0; i < t->n_seen; i++)
        if (memcmp(t->seen[i].may, x->may, sizeof x->may) == 0 && t->seen[i].n_locks == x->n_locks
            && memcmp(t->seen[i].lock, x->lock, sizeof x->lock) == 0)
            return 1;
    if (t->n_seen < TB_SEEN) t->seen[t->n_seen++] = *x;
    return 0;
}

typedef struct {
    tb_turn *t;
    tb_config start;
    int64_t bound; /* no opening turn can be cheaper */
} opening;

/* The melds lie now like any others, and the turn goes on. */
static int weigh_opening(void *context, const rm_laid *melds, int n) {
    opening *o = context;
    tb_turn *t = o->t;
    tb_config x = o->start;
    for (int i = 0; i < n; i++) {
        tb_add_meld(t->q->rules, x.may, &melds[i], -1);
        x.played = (int16_t)(x.played + melds[i].size);
        if (t->q->manipulate)
            tb_lay(t->q, &x, &melds[i], -1);
        else
            x.laid = melds[i];
    }
    if (t->q->manipulate && known_config(t, &x)) return 0;
    weigh_exchanges(t, &x);
    return t->error || (t->n_best && !t->q->all && t->best <= o->bound);
}

static void open_turn(tb_turn *t, const tb_config *first) {
    const rm_turn_query *q = t->q;
    int64_t nothing = t->best;
    opening o = {t, *first, -1};
    if (!q->manipulate) {
        memset(&o.start, 0, sizeof o.start);
        memcpy(o.start.may, q->rack, sizeof o.start.may);
        t->opening = 1;
        if (!q->single) {
            weigh(t, &o.start);
            return;
        }
    } else if (!q->all) { /* as if opened: a bound */
        weigh_exchanges(t, first);
        o.bound = t->n_best ? t->best : nothing;
        if (!t->n_best) return;
        t->best = nothing;
        t->n_best = 0;
    }
    int failed = 0;
    if (!t->error) tb_openings(q, !q->manipulate, t->candidates, weigh_opening, &o, &failed);
    if (failed) t->error = RM_ERR_LIMIT;
}

/* ---- the results ----------------------------------------------------------------------------- */

typedef struct {
    tb_turn *t;
    rm_turn_sink sink;
    void *context;
    rm_laid melds[RM_MAX_TABLE];
    int n, at, stop;
    int64_t worth; /* cost of the reading that has to be met */
} teller;

static int tell_from(teller *o, int at);

/* A meld kept in some reading; its origin says whether it lies there as it did. */
static rm_laid as_kept(const rm_turn_query *q, const rm_laid *reading) {
    int old = reading->origin - TB_POOL;
    rm_laid m = *reading, was = q->table[old];
    int same = was.kind == RM_EITHER || was.kind == m.kind;
    if (m.kind == RM_RUN) same = same && m.place == was.place && m.jokers == was.jokers;
    m.origin = (int16_t)(same ? old : -1);
    return m;
}

static int tell_reading(void *context, const rm_laid *reading) {
    teller *o = context;
    int at = o->at;
    rm_laid was = o->melds[at];
    int64_t worth = o->worth;
    if (fixed_cost(o->t, reading) != worth) return 0;
    o->melds[at] = as_kept(o->t->q, reading);
    int stop = tell_from(o, at + 1);
    o->melds[at] = was;
    o->at = at;
    o->worth = worth;
    return stop;
}

/* Kept melds that are not locked may be read anew where nothing is lost. */
static int tell_from(teller *o, int at) {
    const rm_turn_query *q = o->t->q;
    for (; at < o->n; at++) {
        if (o->melds[at].origin < TB_POOL) continue;
        if (q->all) break;
        o->melds[at] = as_kept(q, &o->melds[at]);
    }
    if (at == o->n) return o->sink(o->context, o->melds, o->n);
    o->at = at;
    o->worth = fixed_cost(o->t, &o->melds[at]);
    return each_reading(q->rules, &o->melds[at], tell_reading, o);
}

static int tell_table(void *context, const rm_laid *melds, int n) {
    teller *o = context;
    if (o->n + n > RM_MAX_TABLE) return 1;
    int fixed = o->n;
    memcpy(&o->melds[fixed], melds, (size_t)n * sizeof *melds);
    o->n += n;
    int stop = tell_from(o, fixed);
    o->n = fixed;
    o->stop |= stop || !o->t->q->all;
    return o->stop;
}

static void tell_config(tb_turn *t, int i, teller *o) {
    tb_space *w = &t->space[1];
    const tb_config *x = &t->found[i];
    if (t->loaded != i) {
        space_of(t, t->q->orders);
        set_problem(t, x, t->q->orders);
        t->problem[1].most_cost = TB_NEVER;
        t->error = tb_prepare(w, &t->problem[1]);
        if (t->error) return;
        t->loaded = i;
        int64_t cost = t->best - config_cost(t, x);
        ask(t, w, cost, cost, 0); /* so that the walk knows where not to go */
        if (t->error) return;
    }
    o->n = 0;
    if (x->laid.size) o->melds[o->n++] = x->laid;
    for (int k = 0; t->opening && k < t->q->melds; k++) {
        o->melds[o->n] = t->q->table[k];
        o->melds[o->n++].origin = (int16_t)k;
    }
    w->sink = tell_table;
    w->sink_context = o;
    tb_walk(w, t->best - config_cost(t, x));
    if (w->stopped == TB_LIMIT) t->error = RM_ERR_LIMIT;
    if (w->failed) t->error = RM_ERR_SPACE;
}

/* ---- the public functions ---------------------------------------------------------------------- */

size_t rm_turn_space(void) {
    return sizeof(tb_turn);
}

uint64_t rm_turn_nodes(const void *space) {
    return ((const tb_turn *)space)->spent;
}

int rm_turns(const rm_turn_query *query, void *space, rm_turn_sink sink, void *context) {
    tb_turn *t = space;
    tb_config first;
    t->q = query;
    t->error = t->n_best = t->n_seen = t->opening = 0;
    t->loaded = -1;
    t->most_cost = TB_NEVER;
    t->spent = 0;
    find_most_points(t);
    int status = pack_components(t);
    if (status == RM_OK) status = tb_first_config(query, &first);
    if (status != RM_OK) return status;
    t->best = cost_of_nothing(t);
    if (query->opened || query->opening_points <= 0)
        weigh_exchanges(t, &first);
    else
        open_turn(t, &first);
    teller o = {.t = t, .sink = sink, .context = context};
    for (int i = 0; i < t->n_best && !t->error && !o.stop; i++) tell_config(t, i, &o);
    return t->error;
}
