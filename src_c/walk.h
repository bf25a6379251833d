/* Melds in the order of their lowest natural tile, for searches that lay one after another. */
#ifndef RUMMY_WALK_H
#define RUMMY_WALK_H

#include "solve.h"

/* Names the melds whose lowest natural tile (by code) is a given tile of a hand. */
typedef struct {
    const rm_tables *t;
    const rm_hand *rest;
    int color, rank;
    int most_jokers;
} rm_chooser;

rm_chooser rm_chooser_at(const rm_tables *t, const rm_hand *rest, int color, int rank);

/* The first meld at or after a choice, which is moved there; 0 when there is none. */
int rm_choose(const rm_chooser *c, rm_choice *at, rm_found *meld);

/* Moves a choice past the meld that it stands at. */
void rm_pass(rm_choice *at);

/* The natural tile of the lowest code; 0 when only jokers are left. */
int rm_lowest_tile(const rm_rules *rules, const rm_hand *hand, int *color, int *rank);

/* Takes a meld out of the hand and returns what it is worth. */
int64_t rm_take_meld(const rm_tables *t, rm_hand *hand, const rm_found *meld);

/* Takes all copies of a tile out of the hand. */
void rm_drop_tiles(rm_hand *hand, int color, int rank);

#endif
