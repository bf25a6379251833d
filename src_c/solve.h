/* Scratch of a solve, shared by solve.c and walk.c; not part of the contract. */
#ifndef RUMMY_SOLVE_H
#define RUMMY_SOLVE_H

#include "sweep.h"

enum { RM_CACHE_BITS = 11, RM_CACHE_SIZE = 1 << RM_CACHE_BITS };

/* The run vector of one colour, by its two lanes. */
typedef struct {
    uint32_t key;
    int64_t value[RM_VECTOR];
} rm_cached;

struct rm_scratch {
    const rm_tables *tables; /* whose vectors the cache holds */
    uint64_t nodes, lookups;
    rm_large *large;
    int32_t failed;
    rm_cached cache[RM_CACHE_SIZE];
    rm_sweep sweep;
};

/* solve.c: 1 when a partition of the hand is worth at least `value`; quicker than its best. */
int rm_reaches(const rm_tables *tables, const rm_hand *hand, int64_t value, rm_scratch *scratch);

/* solve.c: takes out tiles that lie in no meld of the hand, which leaves its value as it is. */
void rm_drop_meldless(const rm_tables *t, rm_hand *hand);

/* large.c: the best value, or RM_ERR_LIMIT, or RM_ERR_RULES for weights beyond its range. */
int64_t rm_large_best(const rm_tables *tables, const rm_hand *hand, rm_large *work,
                      uint64_t *nodes);

#endif
