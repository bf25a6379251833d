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
    const rm_tables *t;
    rm_layer *to;
    int place, tiles, jokers;  /* the place swept, tiles on it, jokers of the hand */
    uint8_t open[RM_MAX_OPEN]; /* kinds of the open runs before the place */
    int n_open;
    uint8_t next[RM_MAX_OPEN]; /* kinds after it */
    int n_next;
    const int64_t *value; /* on entry to the place, by jokers used */
    int used;             /* jokers used at least on entry */
    int overflow;
} sweep;

static void layer_clear(rm_layer *layer) {
    memset(layer->slot, 0, sizeof layer->slot);
    layer->n = 0;
}

/* Kinds in descending order, a byte each. */
static uint64_t packed(const uint8_t *kinds, int n) {
    uint8_t sorted[RM_MAX_OPEN];
    uint64_t key = 0;
    for (int i = 0; i < n; i++) {
        int k = i;
        for (; k > 0 && sorted[k - 1] < kinds[i]; k--) {
            sorted[k] = sorted[k - 1];
        }
        sorted[k] = kinds[i];
    }
    for (int i = 0; i < n; i++) {
        key = key << 8 | sorted[i];
    }
    return key;
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

/* Records the step that uses so many jokers and wins so much, for every start of it. */
static void layer_put(sweep *s, uint64_t open, int jokers, int64_t won) {
    rm_standing *standing = layer_find(s, open);
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

static void begin_runs(sweep *s, int tiles, int jokers, int64_t won) {
    layer_put(s, packed(s->next, s->n_next), jokers, won);
    if (s->n_next == RM_MAX_OPEN) {
        return;
    }
    const rm_weights *w = &s->t->weights;
    s->n_next++;
    if (tiles < s->tiles) {
        s->next[s->n_next - 1] = (uint8_t)s->t->start_tile;
        begin_runs(s, tiles + 1, jokers, won + w->run_tile[s->place]);
    }
    if (s->used + jokers < s->jokers && s->t->start_joker > 0) {
        s->next[s->n_next - 1] = (uint8_t)s->t->start_joker;
        begin_runs(s, s->tiles, jokers + 1, won + w->run_joker[s->place]);
    }
    s->n_next--;
}

/* The i-th open run ends, or grows by a tile or a joker; then the next one. */
static void go_on(sweep *s, int i, int tiles, int jokers, int64_t won) {
    if (i == s->n_open) {
        begin_runs(s, tiles, jokers, won);
        return;
    }
    const rm_kind *kind = &s->t->kinds[s->open[i]];
    if (kind->closable) {
        go_on(s, i + 1, tiles, jokers, won);
    }
    s->n_next++;
    if (kind->by_tile && tiles < s->tiles) {
        s->next[s->n_next - 1] = kind->by_tile;
        go_on(s, i + 1, tiles + 1, jokers, won + s->t->weights.run_tile[s->place]);
    }
    if (kind->by_joker && s->used + jokers < s->jokers) {
        s->next[s->n_next - 1] = kind->by_joker;
        go_on(s, i + 1, tiles, jokers + 1, won + s->t->weights.run_joker[s->place]);
    }
    s->n_next--;
}

/* Unpacks the open runs; 0 when one of them may not end. */
static int unpack(sweep *s, uint64_t open) {
    int closable = 1;
    for (s->n_open = 0; open != 0; open >>= 8) {
        uint8_t kind = (uint8_t)(open & 0xFF);
        s->open[s->n_open++] = kind;
        closable &= s->t->kinds[kind].closable;
    }
    return closable;
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

static void sweep_place(sweep *s, rm_layer *from) {
    for (int i = 0; i < from->n; i++) {
        if (thinned(s, &from->standing[i])) {
            unpack(s, from->standing[i].open);
            s->n_next = 0;
            go_on(s, 0, 0, 0, 0);
        }
    }
}

static void finish(sweep *s, const rm_layer *layer, int64_t out[RM_VECTOR]) {
    for (int j = 0; j <= s->jokers; j++) {
        out[j] = RM_NEVER;
    }
    for (int i = 0; i < layer->n; i++) {
        const rm_standing *one = &layer->standing[i];
        for (int j = 0; unpack(s, one->open) && j <= s->jokers; j++) {
            out[j] = one->value[j] > out[j] ? one->value[j] : out[j];
        }
    }
    for (int j = 1; j <= s->jokers; j++) {
        out[j] = out[j] > out[j - 1] ? out[j] : out[j - 1];
    }
}

/* One sweep with `high` copies of the ace on the place above the top. */
static int sweep_split(sweep *s, const uint8_t *count, int high, rm_sweep *scratch, int64_t out[RM_VECTOR]) {
    const rm_rules *rules = &s->t->rules;
    int last = rm_last_place(rules);
    rm_layer *from = &scratch->layer[0];
    s->to = &scratch->layer[1];
    layer_clear(from);
    from->n = 1;
    from->standing[0] = (rm_standing){0, {0}};
    for (int j = 1; j < RM_VECTOR; j++) {
        from->standing[0].value[j] = RM_NEVER;
    }
    for (s->place = rm_first_place(rules); s->place <= last; s->place++) {
        s->tiles = s->place > rules->ranks ? high : s->place == 1 ? count[1] - high : count[s->place];
        layer_clear(s->to);
        sweep_place(s, from);
        rm_layer *swap = s->to;
        s->to = from;
        from = swap;
    }
    finish(s, from, out);
    return s->overflow ? RM_ERR_SPACE : RM_OK;
}

int rm_runs_exact(const rm_tables *t, const uint8_t count[RM_MAX_PLACES + 1], int jokers,
                  rm_sweep *scratch, int64_t out[RM_VECTOR]) {
    sweep s = {0};
    int64_t value[RM_VECTOR];
    int low = t->rules.ace_low ? 0 : count[1], high = t->rules.ace_high ? count[1] : 0;
    s.t = t;
    s.jokers = jokers;
    for (int j = 0; j <= jokers; j++) {
        out[j] = RM_NEVER;
    }
    for (int h = low; h <= high; h++) {
        int status = sweep_split(&s, count, h, scratch, value);
        if (status != RM_OK) {
            return status;
        }
        for (int j = 0; j <= jokers; j++) {
            out[j] = value[j] > out[j] ? value[j] : out[j];
        }
    }
    return RM_OK;
}
