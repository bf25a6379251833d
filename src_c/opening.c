/* The best melds among those that are worth enough to open with.
 *
 * Two goals at once: the value is maximised, the points must reach a threshold. Most hands
 * are settled by two solves: too few points at all, or enough points in the best partition.
 * The rest is branch and bound in the order of walk.c: a partial partition is given up when
 * its value cannot beat the best one found, or its points cannot reach the threshold.
 */
#include "walk.h"

typedef struct {
    const rm_tables *tables, *points;
    rm_scratch *scratch, *points_scratch;
    int64_t least, best;
    rm_walk *walk; /* melds: the best found so far; the path lies in `path` */
    rm_found path[RM_MAX_MELDS];
    int depth;
} opener;

static void keep(opener *o, int64_t value) {
    o->best = value;
    o->walk->n_melds = o->depth;
    for (int i = 0; i < o->depth; i++) {
        o->walk->melds[i] = o->path[i];
    }
}

static void branch(opener *o, const rm_hand *rest, int64_t value, int64_t points, rm_choice choice,
                   int color, int rank);

/* Goes on from a partial partition if it can still become a better opening. */
static void try_from(opener *o, const rm_hand *rest, int64_t value, int64_t points,
                     rm_choice choice, int color, int rank) {
    if (points >= o->least && value > o->best) {
        keep(o, value);
    }
    if (value + rm_best(o->tables, rest, o->scratch) > o->best
        && points + rm_best(o->points, rest, o->points_scratch) >= o->least) {
        branch(o, rest, value, points, choice, color, rank);
    }
}

static void branch(opener *o, const rm_hand *rest, int64_t value, int64_t points, rm_choice choice,
                   int color, int rank) {
    rm_choice fresh = {0, 0, 0, 0, 0};
    int next_color, next_rank;
    if (!rm_lowest_tile(&o->tables->rules, rest, &next_color, &next_rank)) {
        return;
    }
    if (next_color != color || next_rank != rank) {
        choice = fresh;
    }
    rm_chooser chooser = rm_chooser_at(o->tables, rest, next_color, next_rank);
    for (rm_found meld; rm_choose(&chooser, &choice, &meld); rm_pass(&choice)) {
        rm_hand less = *rest;
        int64_t more = rm_take_meld(o->tables, &less, &meld);
        o->path[o->depth++] = meld;
        try_from(o, &less, value + more, points + rm_meld_value(o->points, &meld), choice,
                 next_color, next_rank);
        o->depth--;
    }
    rm_hand without = *rest;
    rm_drop_tiles(&without, next_color, next_rank);
    try_from(o, &without, value, points, fresh, 0, 0);
}

static int64_t points_of(const rm_tables *points, const rm_walk *walk) {
    int64_t sum = 0;
    for (int i = 0; i < walk->n_melds; i++) {
        sum += rm_meld_value(points, &walk->melds[i]);
    }
    return sum;
}

int rm_opening(const rm_tables *tables, const rm_tables *points, const rm_hand *hand, int64_t least,
               rm_scratch *scratch, rm_scratch *points_scratch, rm_walk *walk, int64_t *value) {
    int64_t most = rm_best(points, hand, points_scratch);
    if (most < 0 || most < least) {
        return most < 0 ? (int)most : 0;
    }
    *value = rm_best(tables, hand, scratch);
    if (*value < 0) {
        return (int)*value;
    }
    rm_walk_start(walk, tables, hand, *value);
    if (rm_walk_next(walk, scratch) && points_of(points, walk) >= least) {
        return 1;
    }
    opener o = {.tables = tables,
                .points = points,
                .scratch = scratch,
                .points_scratch = points_scratch,
                .least = least,
                .best = -1,
                .walk = walk};
    rm_choice fresh = {0, 0, 0, 0, 0};
    try_from(&o, hand, 0, 0, fresh, 0, 0);
    *value = o.best;
    return o.best >= 0;
}
