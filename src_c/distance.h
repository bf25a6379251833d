/* What the files of the distance share: one question about one hand, laid out for the search.
 *
 * Not part of the contract; callers include rummy.h. The search in distance.c chooses *parts*:
 * the tiles of the hand that one meld of a closed hand holds, at least two of them. What parts
 * leave open is filled in by fill.c: the tiles that the melds still need, melds that hold one
 * tile of the hand or none, and jokers.
 */
#ifndef RM_DISTANCE_H
#define RM_DISTANCE_H

#include "bits.h"

enum {
    RD_KINDS = 64,   /* kinds of tiles in a hand, one bit each */
    RD_PARTS = 2048, /* parts of a hand */
    RD_COSTS = 16,   /* tiles that a part lacks: 0 .. RD_COSTS - 1 */
    RD_END = 0xFFFF, /* end of the chain of parts */
    RD_MELDS = (RM_MAX_CLOSED + 1) / 2,
    RD_NONE = 0xFF /* no such kind in the hand */
};

typedef enum { RD_RUN, RD_GROUP } rd_shape_kind;

/* The tiles of the hand in one meld. */
typedef struct {
    uint64_t hits;  /* their kinds */
    uint16_t cells; /* run: their places; group: their colours */
    uint16_t next;  /* the next part in order of cost */
    uint8_t kind;   /* rd_shape_kind */
    uint8_t where;  /* run: colour; group: rank */
    uint8_t len;    /* fewest tiles of such a meld */
    uint8_t cost;   /* len less the tiles of the hand */
} rd_part;

/* The loose tiles of a hand as two planes over its kinds: at least one copy, two copies. */
typedef struct {
    uint64_t one, two;
} rd_loose;

struct rd_state;

/* Told of every closed hand in reach: what it needs (codes, jokers from outside last) and what
 * it leaves loose. Returns non-zero to stop. */
typedef int (*rd_visit)(struct rd_state *s, const uint8_t *need, int count, rd_loose loose,
                        int loose_jokers);

typedef struct rd_state {
    const rm_rules *rules;
    /* the question */
    uint8_t out[RM_CODES];  /* copies that are neither in the hand nor seen, less what is used */
    uint8_t code[RD_KINDS]; /* the kinds of the hand, in order of code */
    uint8_t bit_of[RM_CODES];
    /* by colour, a bit for each rank: one and two in the hand, none and two outside */
    uint16_t have[RM_MAX_COLORS], two[RM_MAX_COLORS], gone[RM_MAX_COLORS], spare[RM_MAX_COLORS];
    /* by colour, a bit for each place: in the hand, none outside */
    uint16_t plane[RM_MAX_COLORS], blocked[RM_MAX_COLORS];
    rd_loose hand;
    int size, kinds, naturals;
    int held;   /* jokers in the hand */
    int jokers; /* held and unseen, less what is used */
    /* what the rules make of it */
    int first, last;    /* places of a run */
    int span, run_most; /* most places between the ends of a part, most tiles of a run */
    int run_min, group_min, group_max, min_len;
    int cap, min_naturals;
    int useful_jokers; /* held jokers that a closed hand can take at most */
    int capped;        /* jokers may not go just anywhere */
    int cut_low;       /* where two runs meet, the lower one may be as short as can be */
    /* parts in order of cost, and the least cost of what is left */
    rd_part part[RD_PARTS];
    int parts;
    int overflow;
    uint16_t head, class_head[RD_COSTS], class_tail[RD_COSTS];
    uint32_t class_lens[RD_COSTS];
    uint8_t bound[RD_COSTS][RM_MAX_CLOSED + 1]; /* with parts of this cost and above */
    uint8_t least[RM_MAX_CLOSED + 1];           /* with any */
    /* the search */
    int goal;   /* distance asked for */
    int budget; /* tiles that the melds may lack together */
    const rd_part *chosen[RD_MELDS];
    int depth;
    /* fill.c: what was brought in from outside, and the jokers */
    uint8_t brought[RM_MAX_CLOSED], brought_meld[RM_MAX_CLOSED];
    int brought_count;
    uint8_t used[RD_MELDS], room[RD_MELDS]; /* jokers in each meld and the most it takes */
    int placed, potential;
    uint8_t run_color[RD_MELDS], run_start[RD_MELDS], run_len[RD_MELDS]; /* 0: a group */
    int contended, decline;
    rd_visit visit;
    void *context;
    uint8_t *nearest; /* counts of a closed hand, or NULL */
} rd_state;

/* The code of the tile at a place of a run; the place above the top rank is the ace. */
static inline uint8_t rd_code(const rd_state *s, int color, int place) {
    return (uint8_t)rm_code(color, rm_rank_of_place(s->rules, place));
}

/* Of the masks of all colours, the colours with a bit at a rank. */
static inline unsigned rd_colors_at(const rd_state *s, const uint16_t *masks, int rank) {
    unsigned colors = 0;
    for (int color = 0; color < s->rules->colors; color++)
        colors |= (unsigned)(masks[color] >> rank & 1) << color;
    return colors;
}

/* The loose tiles after `hits` are gone. */
static inline rd_loose rd_without(rd_loose loose, uint64_t hits) {
    rd_loose left = {(loose.one & ~hits) | (loose.two & hits), loose.two & ~hits};
    return left;
}

/* parts.c */
int rd_setup(rd_state *s, const rm_rules *rules, const uint8_t in_play[RM_CODES],
             const uint8_t hand[RM_CODES], int size);
void rd_find_parts(rd_state *s);
void rd_link_parts(rd_state *s);

/* distance.c: lays a question out, its parts too. */
int rd_prepare(rd_state *s, const rm_rules *rules, const uint8_t in_play[RM_CODES],
               const uint8_t hand[RM_CODES], int size);

/* distance.c: takes parts from the chain, from `from` on; what the fill or the visit returned. */
int rd_walk(rd_state *s, uint16_t from, rd_loose loose, int rest, int lacking);

/* fill.c: can the chosen parts be made up to a closed hand within the goal? */
int rd_fill(rd_state *s, rd_loose loose, int rest, int lacking);

/* seven.c: the same questions for seven pairs alone; distance -1: there is none. */
int rd_pairs_distance(const rd_state *s, int pair_jokers);
void rd_pairs_useful(const rd_state *s, int pair_jokers, uint8_t useful[RM_CODES]);
void rd_pairs_nearest(const rd_state *s, int pair_jokers, uint8_t nearest[RM_CODES]);
int rd_pairs_visit(rd_state *s, int pair_jokers);

#endif
