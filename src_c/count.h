/* Shared by the two halves of the hand counter; no part of the contract of rummy.h. */
#ifndef RUMMY_COUNT_H
#define RUMMY_COUNT_H

#include "rummy.h"

enum {
    OPEN = RM_MAX_COPIES + RM_MAX_JOKERS,
    JOKER_BITS = 3,
    ORDER = 512 /* states whose order is remembered */
};

typedef struct {
    uint64_t hi, lo;
} wide;

typedef struct {
    uint8_t length, naturals, jokers; /* each only as far as it still matters */
} open_run;

/* What the automaton remembers of one colour. */
typedef struct {
    open_run run[OPEN]; /* in falling order */
    uint8_t runs, aces; /* aces: put aside for the place above the top rank */
    uint8_t need;       /* tiles that the open runs lack, at least */
    uint8_t closed;     /* every open run may end here and no ace waits */
} color_state;

typedef struct {
    uint16_t next;
    uint8_t group, jokers; /* tiles left for groups, jokers put into runs */
} color_move;

typedef struct {
    uint32_t first, length;
} slice;

/* A config while its colours are moved one after another. */
typedef struct {
    uint64_t config;
    uint8_t singles, doubles; /* colours with one, with two tiles left for groups */
    uint8_t jokers;
} partial;

typedef struct {
    slice configs; /* in the store of the layer */
    uint8_t least; /* fewest natural tiles of a word that leads here */
} node;

typedef struct {
    node *nodes;
    wide *weights; /* per node and number of natural tiles: distinct, physical */
    uint64_t *store;
    uint32_t *table; /* open addressing, node + 1 */
    uint32_t length, stored;
} layer;

struct rm_count {
    rm_rules rules;
    uint8_t deck[RM_CODES];
    int naturals, jokers, place, tail, alike;
    int most_open, track_length, track_naturals, track_jokers;
    uint32_t bits, states, moves, cursor;
    uint32_t max_states, max_moves, max_nodes, max_store, max_partials, table_size;
    color_state *state;
    color_move *move;
    slice *known; /* moves by state and tiles, at this place */
    uint8_t *order;
    layer now, next;
    partial *partials;
    uint64_t *found;
    uint8_t groups[RM_MAX_COLORS + 1][RM_MAX_COLORS + 1]; /* bit j: laid with j jokers */
    int status;
};

/* The number of a colour state, a new one if need be. */
uint16_t rm_count_intern(rm_count *count, color_state *state);

/* Whatever completes colour state y completes x. */
int rm_count_dominates(const rm_count *count, uint32_t x, uint32_t y);

/* All moves at this place of a colour in this state that has so many tiles here. */
slice rm_count_moves(rm_count *count, uint32_t state, int tiles);

#endif
