/* Scratch of the exact sweep (exact.c): two layers of standings with a small hash each. */
#ifndef RUMMY_SWEEP_H
#define RUMMY_SWEEP_H

#include "growth.h"

enum { RM_LAYER_SIZE = 4096, RM_LAYER_SLOTS = 8192 };

/* The best values with these open runs (a byte each, descending), by jokers used. */
typedef struct {
    uint64_t open;
    int64_t value[RM_VECTOR];
} rm_standing;

typedef struct {
    rm_standing standing[RM_LAYER_SIZE];
    uint16_t slot[RM_LAYER_SLOTS]; /* index + 1 of a standing, 0: free */
    int32_t n;
} rm_layer;

typedef struct rm_sweep {
    rm_layer layer[2];
} rm_sweep;

#endif
