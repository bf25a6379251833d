/* Inside of rm_tables, shared by runs.c, exact.c and solve.c; not part of the contract.
 *
 * Run automaton. Going up the places of one colour, what matters of the runs that are
 * still open is, for each, its *kind*: its length (up to min_run, or exact where a cap on
 * the length matters), its jokers (where a cap matters) and whether it has its natural
 * tiles yet. A *state* is the multiset of kinds of the open runs.
 */
#ifndef RUMMY_RUNS_H
#define RUMMY_RUNS_H

#include "bits.h"

enum {
    RM_MAX_KINDS = 255,
    RM_MAX_STATES = 255, /* of the half tables; richer rules take the exact sweep */
    RM_HALF = 7,         /* the lower half table covers places 1..7, the upper 8..14 */
    RM_HALF_ROWS = 2187, /* 3 ** 7 */
    RM_VECTOR = RM_MAX_JOKERS + 1
};

/* Unreachable. Far from overflow when a few of them are added. */
#define RM_NEVER32 (INT32_MIN / 4)
#define RM_NEVER   (INT64_MIN / 8)

typedef struct {
    uint8_t len, jokers, naturals;
    uint8_t closable;          /* may end here */
    uint8_t by_tile, by_joker; /* the kind after one more tile or joker; 0: may not grow */
} rm_kind;

/* An entry of the lower half table: with `jokers` jokers a colour can stand in `state`
 * before place 8 with value `value`. */
typedef struct {
    int32_t value;
    uint8_t state, jokers;
    uint8_t pad[2];
} rm_entry;

struct rm_tables {
    rm_rules rules;
    rm_weights weights;
    int32_t jokers; /* most jokers of a hand */
    int32_t cap;    /* most jokers of one meld, at most `jokers` */
    int32_t slots;  /* most tiles of one place in the runs of a colour, half tables only */
    int32_t has_halves;
    int32_t n_kinds;                     /* kinds 1..n_kinds; kind 0 is "no run" */
    int32_t start_tile, start_joker;     /* the kind of a new run */
    int32_t n_states;                    /* state 0: nothing open */
    int64_t best_tile[RM_MAX_RANKS + 1]; /* the most that a tile of a rank can be worth */
    int64_t best_joker;
    int32_t plain;           /* may rm_plain answer? */
    int32_t every_meld_wins; /* is every natural tile worth something wherever it lies? */
    uint32_t lone_ranks;     /* the ranks of `lone`, as bits */
    uint64_t used;           /* bytes of the whole block */
    uint64_t low_start, low_entries, high; /* byte offsets of the half tables */
    rm_kind kinds[RM_MAX_KINDS + 1];
    /* Groups of one rank: bit j of feasible[lone][a][b] says that a colours, b of them
     * twice, and j jokers can be laid in groups; lone = 0 leaves groups of one natural out. */
    uint8_t feasible[2][RM_MAX_COLORS + 1][RM_MAX_COLORS + 1];
    /* most naturals of a colours, b of them twice, laid in groups with exactly j jokers, -1: none */
    int8_t cover[2][RM_MAX_COLORS + 1][RM_MAX_COLORS + 1][RM_VECTOR];
    uint8_t lone[RM_MAX_RANKS + 1]; /* does a group of one natural beat every run with it? */
    int16_t base3[1 << RM_HALF];    /* bits -> number in base 3 with those digits 1 */
};

static inline const uint32_t *rm_low_start(const rm_tables *t) {
    return (const uint32_t *)(const void *)((const char *)t + t->low_start);
}

static inline const rm_entry *rm_low_entries(const rm_tables *t) {
    return (const rm_entry *)(const void *)((const char *)t + t->low_entries);
}

/* high[row][state][jokers]: most value of places 8.. from `state` with at most `jokers`. */
static inline const int32_t *rm_high(const rm_tables *t) {
    return (const int32_t *)(const void *)((const char *)t + t->high);
}

/* runs.c */
int rm_kinds_build(rm_tables *t, int track_length);

/* groups.c */
void rm_groups_build(rm_tables *t);

/* exact.c: best value of the runs of one colour with at most 0..jokers jokers, any number of
 * tiles of one place side by side. count[p] tiles lie on place p, the ace on place 1 only. */
struct rm_sweep;
int rm_runs_exact(const rm_tables *t, const uint8_t count[RM_MAX_PLACES + 1], int jokers,
                  struct rm_sweep *scratch, int64_t out[RM_VECTOR]);

#endif
