/* The state of a search for a turn, shared by layoff.c (the search) and
 * layoff_setup.c (what is decided before it). Internal: nobody else includes it. */
#ifndef LAYOFF_H
#define LAYOFF_H

#include "bits.h"

enum { RM_MEMO = 2048, RM_MEMO_KEY = 6, RM_DOUBLES = 16 };

#define RM_NEVER (INT64_MIN / 4)

typedef struct {
    uint64_t key[RM_MEMO_KEY];
    int64_t most; /* no more than this can be added from here */
    uint64_t used;
} rm_memo_entry;

/* The tiles of a meld: bit set of natural codes (bit 127: an ace twice), jokers. */
typedef struct {
    uint64_t low, high;
    int jokers;
} rm_tile_set;

typedef struct {
    const rm_rules *rules;
    const rm_turn *turn;
    const rm_table_meld *given;
    int first, top;                 /* the places of a run */
    int melds;                      /* on the table */
    rm_meld table[RM_MAX_TABLE];    /* as they lie after the swaps, in their reading */
    int64_t touch[RM_MAX_TABLE];    /* what a first change adds; 0 once changed */
    uint8_t swapped[RM_MAX_TABLE];  /* jokers taken from the meld */
    int8_t twin[RM_MAX_TABLE];      /* an earlier meld that is the same, or -1 */
    int64_t late[RM_MAX_TABLE + 1]; /* most that one joker adds to this meld or a later one */
    uint8_t left[RM_CODES];         /* natural tiles that are not decided yet */
    uint8_t kept[RM_CODES];         /* tiles that stay in the hand, or are thrown */
    uint8_t order[RM_CODES];        /* the codes of the hand, rank by rank */
    uint8_t slot[RM_CODES];         /* and back */
    int cells;                      /* how many */
    uint64_t fits[RM_CODES];        /* table melds that the tile may reach, by slot */
    int64_t most[RM_CODES];         /* most that the tile may add, by code */
    int32_t most_open[RM_CODES];    /* and to an opening */
    int64_t most_joker;
    int32_t most_open_joker;
    int64_t thrown[RM_CODES + 1];  /* most that throwing a tile of this slot or later gains */
    int jokers, own_jokers, swaps; /* in the hand now, at the start, taken from the table */
    int must_open, open_jokers;    /* an opening is due; its jokers so far */
    int32_t opening;               /* its points so far, -1: no meld of it yet */
    int new_melds, any_left;
    uint8_t throw_code; /* best tile to throw among those left, or RM_PAD */
    uint64_t done, packed[3];
    int64_t value, rest, slack; /* slack: sum of the touches above 0 */
    int32_t rest_open;
    int branch;
    int doubles;                       /* kinds of old melds that another may come to equal */
    rm_tile_set double_of[RM_DOUBLES]; /* their tiles */
    uint8_t equals[RM_DOUBLES];        /* changed or new melds with these tiles so far */
    rm_meld laid[RM_MAX_PLAN];
    int laid_count;
    int all, stop, status, memo_ready;
    int64_t floor; /* a turn worth less is of no interest */
    int found;
    int64_t nodes;
    rm_plan *plan;
    int (*emit)(void *context, const rm_plan *plan);
    void *context;
    rm_memo_entry memo[RM_MEMO];
} rm_layoff;

static inline int code_at(const rm_layoff *s, int color, int place) {
    return rm_code(color, rm_rank_of_place(s->rules, place));
}

static inline int color_of(int code) {
    return (code - 1) / 13;
}

static inline int rank_of(int code) {
    return (code - 1) % 13 + 1;
}

/* Searches the rest of a turn from the first tile on, swaps and bounds being set. */
void rm_layoff_search(rm_layoff *s);

/* The tiles of a meld, whatever its jokers stand for. */
rm_tile_set rm_layoff_tiles(const rm_layoff *s, const rm_meld *m);

/* Number of the kind of old meld with just these tiles that is watched, or -1. */
int rm_layoff_double(const rm_layoff *s, const rm_meld *m);

/* How many old melds lie there at the end although they were changed, as other
 * melds have come to hold their very tiles. */
int rm_layoff_replaced(const rm_layoff *s);

/* Offers the turn as it stands: judged, with its best discard. */
void rm_layoff_finish(rm_layoff *s);

#endif
