/* The run automaton, one place at a time: each open run ends, takes a tile or takes a joker,
 * then new runs begin. */
#include "growth.h"

/* Kinds in descending order, a byte each. */
static uint64_t packed(const uint8_t *kinds, int n) {
    uint8_t sorted[RM_MAX_OPEN];
    uint64_t open = 0;
    for (int i = 0; i < n; i++) {
        int k = i;
        for (; k > 0 && sorted[k - 1] < kinds[i]; k--) {
            sorted[k] = sorted[k - 1];
        }
        sorted[k] = kinds[i];
    }
    for (int i = 0; i < n; i++) {
        open = open << 8 | sorted[i];
    }
    return open;
}

static void begin_runs(rm_growth *g, int tiles, int jokers, int64_t won, int joker_begun) {
    const rm_weights *w = &g->t->weights;
    if (g->n_next < RM_MAX_OPEN && tiles < g->tiles && !joker_begun) {
        g->next[g->n_next++] = (uint8_t)g->t->start_tile;
        begin_runs(g, tiles + 1, jokers, won + w->run_tile[g->place], 0);
        g->n_next--;
    }
    g->emit(g, packed(g->next, g->n_next), tiles, jokers, won);
    if (g->n_next < RM_MAX_OPEN && jokers < g->jokers && g->t->start_joker > 0) {
        g->next[g->n_next++] = (uint8_t)g->t->start_joker;
        begin_runs(g, tiles, jokers + 1, won + w->run_joker[g->place], 1);
        g->n_next--;
    }
}

/* The i-th open run and those behind it. */
static void go_on(rm_growth *g, int i, int tiles, int jokers, int64_t won) {
    if (i == g->n_open) {
        begin_runs(g, tiles, jokers, won, 0);
        return;
    }
    const rm_kind *kind = &g->t->kinds[g->open[i]];
    if (kind->by_tile && tiles < g->tiles) {
        g->next[g->n_next++] = kind->by_tile;
        go_on(g, i + 1, tiles + 1, jokers, won + g->t->weights.run_tile[g->place]);
        g->n_next--;
    }
    if (kind->closable) {
        go_on(g, i + 1, tiles, jokers, won);
    }
    if (kind->by_joker && jokers < g->jokers) {
        g->next[g->n_next++] = kind->by_joker;
        go_on(g, i + 1, tiles, jokers + 1, won + g->t->weights.run_joker[g->place]);
        g->n_next--;
    }
}

void rm_grow(rm_growth *growth, uint64_t open) {
    growth->n_next = 0;
    for (growth->n_open = 0; open != 0; open >>= 8) {
        growth->open[growth->n_open++] = (uint8_t)(open & 0xFF);
    }
    go_on(growth, 0, 0, 0, 0);
}

int rm_all_closable(const rm_tables *t, uint64_t open) {
    for (; open != 0; open >>= 8) {
        if (!t->kinds[open & 0xFF].closable) {
            return 0;
        }
    }
    return 1;
}
