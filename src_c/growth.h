/* One step of the run automaton over a place, for any number of runs side by side. */
#ifndef RUMMY_GROWTH_H
#define RUMMY_GROWTH_H

#include "runs.h"

enum { RM_MAX_OPEN = RM_MAX_COPIES + RM_MAX_JOKERS }; /* tiles of one place at most */

/* All ways in which the open runs of a colour end or grow and new ones begin over a place.
 * `emit` is told the open runs after it (kinds, a byte each, descending), the tiles and
 * jokers that lie on the place, and what they win. */
typedef struct rm_growth {
    const rm_tables *t;
    int place, tiles, jokers; /* the place, tiles and jokers that may lie there */
    void (*emit)(const struct rm_growth *growth, uint64_t open, int tiles, int jokers, int64_t won);
    void *context;
    uint8_t open[RM_MAX_OPEN], next[RM_MAX_OPEN];
    int n_open, n_next;
} rm_growth;

void rm_grow(rm_growth *growth, uint64_t open);

/* May every open run end here? */
int rm_all_closable(const rm_tables *t, uint64_t open);

#endif
