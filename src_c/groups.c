/* Groups of one rank, by numbers only: which tiles and jokers of a rank can be laid.
 *
 * Colours are interchangeable inside a rank, so a choice of tiles is "a colours, b of them
 * twice". A group takes s of the colours that are left once and d of those left twice;
 * the latter are then left once. What remains after the last group must be nothing.
 */
#include "runs.h"

typedef struct {
    const rm_tables *t;
    int fewest; /* natural tiles of a group at least */
} group_context;

/* Bit j is set when `once` colours left once and `twice` left twice go into groups with
 * exactly j jokers. */
static unsigned splits(const group_context *c, int once, int twice, int jokers) {
    const rm_rules *rules = &c->t->rules;
    if (once == 0 && twice == 0) {
        return 1u;
    }
    unsigned found = 0;
    for (int d = 0; d <= twice; d++) {
        for (int s = 0; s <= once; s++) {
            if (s + d < c->fewest) {
                continue;
            }
            int low = rm_max(0, rules->min_group - s - d);
            int high =
                rm_min(rm_min(rules->max_group, rules->colors) - s - d, rm_min(jokers, c->t->cap));
            for (int j = low; j <= high; j++) {
                found |= splits(c, once - s + d, twice - d, jokers - j) << j;
            }
        }
    }
    return found;
}

static void fill_cover(rm_tables *t, int lone) {
    int n = t->rules.colors;
    for (int a = 0; a <= n; a++) {
        for (int b = 0; b <= a; b++) {
            for (int j = 0; j < RM_VECTOR; j++) {
                int most = -1;
                for (int a2 = 0; a2 <= a; a2++) {
                    for (int b2 = 0; b2 <= rm_min(a2, b); b2++) {
                        if (t->feasible[lone][a2][b2] >> j & 1) {
                            most = rm_max(most, a2 + b2);
                        }
                    }
                }
                t->cover[lone][a][b][j] = (int8_t)most;
            }
        }
    }
}

/* Is there a run of `size` tiles, one natural on `place` and jokers else, worth at least
 * `value`? */
static int run_matches(const rm_tables *t, int place, int size, int64_t value) {
    int first = rm_first_place(&t->rules), last = rm_last_place(&t->rules);
    for (int low = rm_max(first, place - size + 1); low <= place && low + size - 1 <= last; low++) {
        int64_t sum = t->weights.run_tile[place] - t->weights.run_joker[place];
        for (int p = low; p < low + size; p++) {
            sum += t->weights.run_joker[p];
        }
        if (sum >= value) {
            return 1;
        }
    }
    return 0;
}

/* A group of one natural and jokers competes with the run of the same natural and as many
 * jokers; where the run is never worth less the group need not be looked at. */
static int lone_needed(const rm_tables *t, int rank) {
    const rm_rules *rules = &t->rules;
    int first = rm_first_place(rules), last = rm_last_place(rules);
    for (int size = rules->min_group; size <= rm_min(rules->max_group, t->cap + 1); size++) {
        int64_t value = t->weights.group_tile[rank] + (size - 1) * t->weights.group_joker[rank];
        int matched = 0;
        if (size >= rules->min_run && size <= rules->max_run) {
            matched = (rank >= first && run_matches(t, rank, size, value))
                || (rank == 1 && rules->ace_high && run_matches(t, last, size, value));
        }
        if (!matched) {
            return 1;
        }
    }
    return 0;
}

void rm_groups_build(rm_tables *t) {
    int n = t->rules.colors, copies = t->rules.copies;
    for (int lone = 0; lone < 2; lone++) {
        int fewest = lone ? t->rules.min_naturals : rm_max(t->rules.min_naturals, 2);
        group_context context = {t, fewest};
        for (int a = 0; a <= n; a++) {
            for (int b = 0; b <= (copies > 1 ? a : 0); b++) {
                t->feasible[lone][a][b] = (uint8_t)splits(&context, a - b, b, t->jokers);
            }
        }
        fill_cover(t, lone);
    }
    for (int rank = 1; rank <= t->rules.ranks; rank++) {
        t->lone[rank] = (uint8_t)(t->rules.min_naturals < 2 && lone_needed(t, rank));
        t->lone_ranks |= (uint32_t)t->lone[rank] << rank;
    }
}
