/* The runs of one colour without any limit on tiles side by side.
 *
 * A joker may be the third copy of a tile, so three or more runs can share a place. That is
 * hardly ever worth anything, and the half tables of runs.c leave it out; where it could
 * matter the colour is swept here: going up the places, the best value for every multiset
 * of open runs and number of jokers used, kept in a hash table of fixed size.
 */
#include <string.h>

#include "sweep.h"

typedef struct {
    rm_layer *to;
    const int64_t *value; /* on entry to the place, by jokers used */
    int used, jokers;     /* jokers used at least on entry, jokers of the hand */
    int overflow;
} sweep;

static void layer_clear(rm_layer *layer) {
    memset(layer->slot, 0, sizeof layer->slot);
    layer->n = 0;
}

static rm_standing *layer_find(sweep *s, uint64_t open) {
    rm_layer *layer = s->to;
    uint32_t at = (uint32_t)(open * 0x9E3779B97F4A7C15u >> 40) % RM_LAYER_SLOTS;
    for (; layer->slot[at] != 0; at = (at + 1) % RM_LAYER_SLOTS) {
        if (layer->standing[layer->slot[at] - 1].open == open) {
            return &layer->standing[layer->slot[at] - 1];
        }
    }
    if (layer->n == RM_LAYER_SIZE) {
        s->overflow = 1;
        return NULL;
    }
    rm_standing *fresh = &layer->standing[layer->n];
    layer->slot[at] = (uint16_t)++layer->n;
    fresh->open = open;
    for (int j = 0; j < RM_VECTOR; j++) {
        fresh->value[j] = RM_NEVER;
    }
    return fresh;
}

/* Records a step for every number of jokers that it may start from. */
static void record(const rm_growth *growth, uint64_t open, int tiles, int jokers, int64_t won) {
    sweep *s = growth->context;
    rm_standing *standing = layer_find(s, open);
    (void)tiles;
    if (standing == NULL) {
        return;
    }
    for (int j = s->used; j + jokers <= s->jokers; j++) {
        int64_t value = s->value[j] + won;
        if (s->value[j] >= 0 && value > standing->value[j + jokers]) {
            standing->value[j + jokers] = value;
        }
    }
}

/* More jokers that win nothing are no start of their own; 0 when all are left out. */
static int thinned(sweep *s, rm_standing *one) {
    int64_t best = RM_NEVER;
    s->used = -1;
    for (int j = 0; j <= s->jokers; j++) {
        if (one->value[j] <= best) {
            one->value[j] = RM_NEVER;
        } else {
            best = one->value[j];
            s->used = s->used < 0 ? j : s->used;
        }
    }
    s->value = one->value;
    return s->used >= 0;
}

static void finish(const rm_tables *t, const rm_layer *layer, int jokers, int64_t out[RM_VECTOR]) {
    for (int j = 0; j <= jokers; j++) {
        out[j] = RM_NEVER;
    }
    for (int i = 0; i < layer->n; i++) {
        const rm_standing *one = &layer->standing[i];
        for (int j = 0; rm_all_closable(t, one->open) && j <= jokers; j++) {
            out[j] = one->value[j] > out[j] ? one->value[j] : out[j];
        }
    }
    for (int j = 1; j <= jokers; j++) {
        out[j] = out[j] > out[j - 1] ? out[j] : out[j - 1];
    }
}

static void first_layer(rm_layer *layer) {
    layer_clear(layer);
    layer->n = 1;
    layer->standing[0] = (rm_standing){0, {0}};
    for (int j = 1; j < RM_VECTOR; j++) {
        layer->standing[0].value[j] = RM_NEVER;
    }
}

/* One sweep with `high` copies of the ace on the place above the top. */
static int sweep_split(const rm_tables *t, const uint8_t *count, int high, int jokers,
                       rm_sweep *scratch, int64_t out[RM_VECTOR]) {
    sweep s = {.to = &scratch->layer[1], .jokers = jokers};
    rm_growth growth = {.t = t, .emit = record, .context = &s};
    rm_layer *from = &scratch->layer[0];
    int last = rm_last_place(&t->rules);
    first_layer(from);
    for (int p = rm_first_place(&t->rules); p <= last; p++) {
        growth.place = p;
        growth.tiles = p > t->rules.ranks ? high : p == 1 ? count[1] - high : count[p];
        layer_clear(s.to);
        for (int i = 0; i < from->n; i++) {
            if (thinned(&s, &from->standing[i])) {
                growth.jokers = jokers - s.used;
                rm_grow(&growth, from->standing[i].open);
            }
        }
        rm_layer *swap = s.to;
        s.to = from;
        from = swap;
    }
    finish(t, from, jokers, out);
    return s.overflow ? RM_ERR_SPACE : RM_OK;
}

int rm_runs_exact(const rm_tables *t, const uint8_t count[RM_MAX_PLACES + 1], int jokers,
                  rm_sweep *scratch, int64_t out[RM_VECTOR]) {
    int64_t value[RM_VECTOR];
    int low = t->rules.ace_low ? 0 : count[1], high = t->rules.ace_high ? count[1] : 0;
    for (int j = 0; j <= jokers; j++) {
        out[j] = RM_NEVER;
    }
    for (int h = low; h <= high; h++) {
        int status = sweep_split(t, count, h, jokers, scratch, value);
        if (status != RM_OK) {
            return status;
        }
        for (int j = 0; j <= jokers; j++) {
            out[j] = value[j] > out[j] ? value[j] : out[j];
        }
    }
    return RM_OK;
}
