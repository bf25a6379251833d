/* Melds tile by tile, as the public classes show them; not part of the contract. */
#ifndef RUMMY_ORDER_H
#define RUMMY_ORDER_H

#include "bits.h"

/* The codes that the tiles of a meld stand for, and the tiles: a run by ascending places, a
 * group by colour with its jokers, which stand for RM_PAD, last. Melds are in order by kind,
 * then faces, then tiles. */
typedef struct {
    uint8_t kind, size;
    uint8_t faces[RM_MAX_PLACES], tiles[RM_MAX_PLACES];
} rm_spread;

rm_spread rm_spread_of(const rm_rules *rules, const rm_found *meld);

#endif
