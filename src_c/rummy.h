/* The whole contract of the core: types, limits, functions, status codes.
 *
 * Nothing here allocates, keeps global state or knows a game by name. A caller
 * fills an rm_rules, has it checked once by rm_rules_check, and hands scratch
 * memory in where a function asks for it. Hands cross the border as counts per
 * tile code: 0 is the joker, then 1 + 13 * color + (rank - 1).
 */
#ifndef RUMMY_H
#define RUMMY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- limits ------------------------------------------------------------ */

enum {
    RM_MAX_COLORS = 6,
    RM_MAX_RANKS = 13,
    RM_MAX_PLACES = 14, /* a run may lie on places 1..13 and 14, the ace above the king */
    RM_MAX_COPIES = 2,
    RM_MAX_JOKERS = 6,
    RM_CODES = 79, /* the joker and 6 x 13 tiles */
    RM_DECK = RM_MAX_COPIES * RM_MAX_COLORS * RM_MAX_RANKS + RM_MAX_JOKERS,
    RM_PAD = 255 /* pads short rows of arrays */
};

/* ---- status codes ------------------------------------------------------ */

typedef enum {
    RM_OK = 0,
    RM_MORE = 1,       /* not finished: call again */
    RM_ERR_RULES = -1, /* a field of the rule struct is outside its limits */
    RM_ERR_HAND = -2,  /* more copies of a tile than the rules allow */
    RM_ERR_SPACE = -3, /* the scratch memory handed in is too small */
    RM_ERR_LIMIT = -4  /* the search limit was reached: no answer */
} rm_status;

/* A sentence for a status code; never NULL. */
const char *rm_status_text(int status);

/* ---- rules.c: the part of a rule set that bears on melds ----------------- */

typedef struct {
    uint8_t colors, ranks, copies, jokers; /* the deck */
    uint8_t min_run, max_run;              /* tiles of a run; max_run counts places */
    uint8_t min_group, max_group;          /* tiles of a group */
    uint8_t ace_low, ace_high;             /* may rank 1 stand below 2, above the top rank */
    uint8_t min_naturals;                  /* natural tiles of a meld, at least 1 */
    uint8_t max_jokers;                    /* jokers of a meld; RM_MAX_JOKERS: no limit */
} rm_rules;

/* RM_OK, or RM_ERR_RULES when a field is outside its limits. */
int rm_rules_check(const rm_rules *rules);

/* ---- rules.c: hands ------------------------------------------------------ */

/* A hand as bit planes, one 16-bit lane a colour (see bits.h). */
typedef struct {
    uint16_t one[RM_MAX_COLORS]; /* ranks with at least one copy */
    uint16_t two[RM_MAX_COLORS]; /* ranks with two copies */
    int32_t jokers;
} rm_hand;

/* Planes from counts per code; RM_ERR_HAND beyond the rules' copies or jokers. */
int rm_hand_from_counts(const rm_rules *rules, const uint8_t counts[RM_CODES], rm_hand *hand);

/* Planes from a row of k codes padded with RM_PAD; RM_ERR_HAND as above, for unknown
 * codes and for a code behind the padding. */
int rm_hand_from_codes(const rm_rules *rules, const uint8_t *row, size_t k, rm_hand *hand);

/* 1 when a deck, as a hand of all its tiles, holds the hand. */
int rm_hand_within(const rm_hand *hand, const rm_hand *deck);

/* ---- runs.c: the best runs of one colour --------------------------------- */

/* What a tile is worth in a meld; jokers by the place or rank that they stand for.
 * An objective is such a table: sums are maximised. Never negative. */
typedef struct {
    int64_t run_tile[RM_MAX_PLACES + 1], run_joker[RM_MAX_PLACES + 1];   /* by place */
    int64_t group_tile[RM_MAX_RANKS + 1], group_joker[RM_MAX_RANKS + 1]; /* by rank */
} rm_weights;

/* Everything that one rule set and one objective need, for hands of at most `jokers`
 * jokers: one relocatable block, never changed once built. */
typedef struct rm_tables rm_tables;

/* Bytes that rm_tables_build may need, then the bytes that it really used. */
size_t rm_tables_bound(const rm_rules *rules, int jokers);
int rm_tables_build(const rm_rules *rules, const rm_weights *weights, int jokers, void *block,
                    size_t size, size_t *used);
size_t rm_tables_used(const rm_tables *tables);

/* ---- solve.c: the best partition of a hand -------------------------------- */

/* Scratch for one solve at a time: rm_scratch_size() bytes, 8-byte aligned, cleared once
 * before its first use. It remembers run vectors of the tables last used with it, so a
 * thread keeps one for as long as it works; clear it again before those tables go. */
typedef struct rm_scratch rm_scratch;
size_t rm_scratch_size(void);
void rm_scratch_clear(rm_scratch *scratch);

/* The largest sum of weights over all ways to lay melds from the hand.
 * The hand must not hold more jokers than the tables were built for. Negative: RM_ERR_LIMIT, or
 * RM_ERR_SPACE, which no hand of a legal deck has been seen to need. */
int64_t rm_best(const rm_tables *tables, const rm_hand *hand, rm_scratch *scratch);

/* Hands of more than RM_EASY tiles are solved with memory of their own: rm_large_size() bytes,
 * 8-byte aligned, cleared once, given to a scratch; without it they may take very long.
 * Such a solve gives up after RM_LARGE_NODES search nodes: RM_ERR_LIMIT. */
enum { RM_EASY = 32, RM_LARGE_NODES = 1000000 };
typedef struct rm_large rm_large;
size_t rm_large_size(void);
void rm_large_clear(rm_large *large);
void rm_scratch_large(rm_scratch *scratch, rm_large *large);

/* The same value without a search, and the tiles in melds, for a hand without jokers in which no
 * tile fits two places; -1 for any other hand, or rules with other melds than of three and up. */
int64_t rm_plain(const rm_tables *tables, const rm_hand *hand, int *tiles);

/* Search nodes and colour look-ups of the last solve, for measurements. */
void rm_counters(const rm_scratch *scratch, uint64_t *nodes, uint64_t *lookups);

/* ---- walk.c: melds, all best partitions ------------------------------------- */

enum { RM_LAID_RUN = 0, RM_LAID_GROUP = 1 };

/* A meld as it is found. Run: places low..low+size-1 of `color`, bit p of `jokers` set where
 * a joker lies on place p. Group: rank `low`, bit c of `colors` set for the natural of
 * colour c, size - popcount(colors) jokers. */
typedef struct {
    uint8_t kind, low, size, color;
    uint16_t jokers;
    uint16_t colors;
} rm_found;

/* The whole deck in melds of two, the shortest that there are. */
enum { RM_MAX_MELDS = RM_DECK / 2, RM_MAX_DEPTH = 240 };

/* A position in the order of all melds whose lowest natural tile is a given one. */
typedef struct {
    uint8_t stage, low, size, jokers; /* jokers of a group */
    uint16_t mask;                    /* joker places of a run, colours of a group */
} rm_choice;

/* Where a walk stands at the lowest tile left: the choice that is tried. */
typedef struct {
    rm_hand rest;
    int64_t value; /* of the melds laid before */
    int64_t most;  /* and of all that is left, if every tile could lie where it wins most */
    rm_choice choice;
    uint8_t color, rank, left_tried, by_meld;
} rm_walk_frame;

/* A walk over all partitions whose value is `target`, each once; plain data. */
typedef struct {
    const rm_tables *tables;
    int64_t target;
    int32_t depth, n_melds;
    rm_found melds[RM_MAX_MELDS];
    rm_walk_frame frames[RM_MAX_DEPTH];
} rm_walk;

/* order.c: puts melds in the order in which the public classes show them. */
void rm_order_melds(const rm_rules *rules, rm_found *melds, int n);

/* RM_OK when a meld lies within the deck and its places; whether it is legal is not asked. */
int rm_meld_check(const rm_rules *rules, const rm_found *meld);

/* What a meld that passed the check is worth. */
int64_t rm_meld_value(const rm_tables *tables, const rm_found *meld);

/* Starts a walk; target is what rm_best found for the hand. */
void rm_walk_start(rm_walk *walk, const rm_tables *tables, const rm_hand *hand, int64_t target);

/* 1: melds[0..n_melds) is the next partition; 0: there are no more. */
int rm_walk_next(rm_walk *walk, rm_scratch *scratch);

/* The best value of melds that are worth at least `least` by the second tables, their melds in
 * walk->melds; 1 found, 0 there are none. The first tables break ties by those points. */
int rm_opening(const rm_tables *tables, const rm_tables *points, const rm_hand *hand, int64_t least,
               rm_scratch *scratch, rm_scratch *points_scratch, rm_walk *walk, int64_t *value);

/* A walk over every legal meld of the hand, each once, left in melds[0]. */
void rm_melds_start(rm_walk *walk, const rm_tables *tables, const rm_hand *hand);
int rm_melds_next(rm_walk *walk);

/* ---- layoff.c: a turn at a table that is only extended ------------------- */

enum {
    RM_RUN = 1,
    RM_GROUP = 2,
    RM_MAX_TABLE = 64, /* melds on the table */
    RM_MAX_PLAN = 128  /* melds that one turn changes or lays */
};

/* A meld on its places: low..high of a run (place ranks + 1: the ace above),
 * low = the rank of a group. Jokers of a run are a mask of places, those of a
 * group a number. */
typedef struct {
    uint8_t kind, color, low, high;
    uint16_t jokers;
    uint8_t colors; /* group: mask of the colours of its natural tiles */
    uint8_t base;   /* in a plan: number of the table meld, RM_PAD for a new one */
} rm_meld;

/* A meld on the table; `other` is the second reading of an open meld (kind 0:
 * none), `touch` what changing the meld adds to the value, by reading. */
typedef struct {
    rm_meld meld, other;
    int64_t touch, touch_other;
} rm_table_meld;

typedef enum { RM_NO_DISCARD, RM_DISCARD_IF_LEFT, RM_MUST_DISCARD } rm_discard;

/* What a turn may do, and what it is worth. The gains are what a tile adds to
 * the value when it leaves the hand: for a meld, by place or rank, or thrown. */
typedef struct {
    int64_t run_tile[RM_MAX_PLACES + 1], run_joker[RM_MAX_PLACES + 1];
    int64_t group_tile[RM_MAX_RANKS + 1], group_joker[RM_MAX_RANKS + 1];
    int64_t thrown[RM_CODES];
    int64_t kept; /* gain of an old meld that lies there at the end, by its tiles */
    int32_t open_run[RM_MAX_PLACES + 1], open_run_joker[RM_MAX_PLACES + 1];
    int32_t open_group[RM_MAX_RANKS + 1], open_group_joker[RM_MAX_RANKS + 1];
    int32_t opening_points;
    uint8_t opened;         /* the opening lies already */
    uint8_t discard;        /* rm_discard */
    uint8_t banned;         /* code that may not be thrown, or RM_PAD */
    uint8_t swap;           /* jokers may be taken for the tile that they stand for */
    uint8_t use_swapped;    /* such a joker must be laid again in this turn */
    uint8_t cap_on_layoff;  /* the joker cap holds after lay-offs too */
    uint8_t one_meld;       /* at most one new meld */
    uint8_t opening_single; /* one meld must reach the opening by itself */
    int64_t node_limit;     /* beyond it RM_ERR_LIMIT; 0: none */
} rm_turn;

/* One whole turn: the melds that it changes or lays, as they lie at its end. */
typedef struct {
    int64_t value;
    int count;
    uint8_t discard; /* code, or RM_PAD */
    rm_meld melds[RM_MAX_PLAN];
} rm_plan;

/* Bytes of scratch memory, aligned for int64_t, that the two calls below take: 145 KB at most. */
size_t rm_layoff_size(void);

/* The best turn. RM_OK (then plan is set), RM_ERR_SPACE, RM_ERR_LIMIT; a turn
 * that no rule allows has plan->count < 0. */
int rm_layoff_best(const rm_rules *rules, const rm_turn *turn, const uint8_t hand[RM_CODES],
                   const rm_table_meld *table, int melds, void *work, size_t size, rm_plan *plan);

/* Hands every turn worth exactly `value`, which must be the best, to `emit`
 * until it returns nonzero; the same end may come more than once. */
int rm_layoff_all(const rm_rules *rules, const rm_turn *turn, const uint8_t hand[RM_CODES],
                  const rm_table_meld *table, int melds, int64_t value, void *work, size_t size,
                  int (*emit)(void *context, const rm_plan *plan), void *context);

/* ---- deal.c: seeded deals --------------------------------------------------------- */

/* Deal `rows` hands of `width` tiles each, row `first` on, without replacement from the
 * deck (counts per code). Row i depends on the seed and on i alone. out: rows x width
 * codes in the order dealt. width is at most the size of the deck (<= RM_DECK). */
void rm_deal(const uint8_t deck[RM_CODES], uint64_t seed, uint64_t first, size_t rows, size_t width,
             uint8_t *out);

/* One number below bound (1..256) for each row, independent of what rm_deal deals there. */
void rm_pick(uint64_t seed, uint64_t first, size_t rows, uint32_t bound, uint8_t *out);

/* ---- count.c: exact numbers of hands ------------------------------------------------ */

typedef struct rm_count rm_count; /* lives in the memory that the caller hands in */

/* 128-bit numbers of hands: as multisets, and with every tile of the deck told apart. */
typedef struct {
    uint64_t distinct_high, distinct_low, physical_high, physical_low;
} rm_tally;

/* Prepare to count the hands of 0..naturals natural tiles and exactly `jokers` jokers out
 * of the deck (counts per code) that fall into melds without remainder. 2 MB is the least
 * memory. RM_ERR_SPACE here or in a step: begin again with more. */
int rm_count_begin(const rm_rules *rules, const uint8_t deck[RM_CODES], int naturals, int jokers,
                   void *memory, size_t size, rm_count **out);

/* Work through at most `nodes` nodes of the automaton. RM_MORE until all is done. */
int rm_count_step(rm_count *count, uint32_t nodes);

/* The numbers for so many natural tiles, once a step has returned RM_OK. The jokers of the
 * hand count as alike in both numbers. */
void rm_count_result(const rm_count *count, int naturals, rm_tally *out);

/* ---- distance.c: how far a hand is from closing ---------------------------- */

enum { RM_MAX_CLOSED = 32 }; /* most tiles of a closed hand that may be asked for */

/* Whether seven pairs close a hand of 14 too, and what jokers do in them. */
typedef enum {
    RM_PAIRS_NEVER = 0,
    RM_PAIRS_PLAIN = 1,  /* no joker in a pair */
    RM_PAIRS_SINGLE = 2, /* a joker beside a natural tile */
    RM_PAIRS_ANY = 3     /* two jokers too */
} rm_pairs;

/* `in_play` counts the tiles that are not seen, those of the hand among them; `size` is the
 * number of tiles to be melded. The distance is the number of tiles that the hand lacks to a
 * closed hand of exactly that size, -1 when none can exist. RM_ERR_HAND when the hand is not
 * within in_play or has too many kinds, or the size is out of range.
 */
int rm_distance(const rm_rules *rules, const uint8_t in_play[RM_CODES],
                const uint8_t hand[RM_CODES], int size, int pair_jokers, int *distance);

/* The same for seven pairs alone. */
int rm_pairs_distance(const rm_rules *rules, const uint8_t in_play[RM_CODES],
                      const uint8_t hand[RM_CODES], int pair_jokers, int *distance);

/* Also one closed hand at that distance, as counts; untouched when there is none. */
int rm_nearest(const rm_rules *rules, const uint8_t in_play[RM_CODES], const uint8_t hand[RM_CODES],
               int size, int pair_jokers, uint8_t nearest[RM_CODES], int *distance);

/* Also for every code 1 when a copy outside the hand would lower the distance, else 0. */
int rm_useful(const rm_rules *rules, const uint8_t in_play[RM_CODES], const uint8_t hand[RM_CODES],
              int size, int pair_jokers, uint8_t useful[RM_CODES], int *distance);

/* ---- deadwood.c: how far a hand is from a deadwood limit --------------------- */

/* Tiles to exchange until a hand of `size` tiles has melds beside which the others are worth at
 * most `limit`; `points` by tile code. -1 when there can be no such hand.
 */
int rm_deadwood_distance(const rm_rules *rules, const uint8_t in_play[RM_CODES],
                         const uint8_t hand[RM_CODES], int size, const uint8_t points[RM_CODES],
                         int limit, int *distance);

/* ---- odds.c: the chance to close within a few own draws --------------------- */

/* One closed hand in reach: what it needs, and what it leaves loose by kind of the hand. */
typedef struct {
    uint64_t one, two;
    uint8_t need[2], count, loose_jokers;
} rm_closed;

/* Ways to close and ways in all, for 1 to 3 draws of the tiles in play that are not in the hand,
 * which has `size` tiles, discards at best; 1 of 1 when it is closed already. `work` has room
 * for `space` closed hands; with more of them three draws only take longer.
 */
int rm_odds(const rm_rules *rules, const uint8_t in_play[RM_CODES], const uint8_t hand[RM_CODES],
            int size, int pair_jokers, int draws, rm_closed *work, size_t space, int64_t *numerator,
            int64_t *denominator);

/* For a hand of one tile more: the ways to close within two draws after each discard whose code
 * is wanted (not 0), out of play then, by code; -1 where there is no such tile; and the ways in
 * all. RM_ERR_SPACE when `work` is too small, RM_ERR_HAND when fewer than two tiles are unseen.
 */
int rm_odds_of_discards(const rm_rules *rules, const uint8_t in_play[RM_CODES],
                        const uint8_t hand[RM_CODES], int size, int pair_jokers,
                        const uint8_t wanted[RM_CODES], rm_closed *work, size_t space,
                        int64_t ways[RM_CODES], int64_t *total);

/* ---- table.c: a whole turn at a table that may be rearranged -------------- */

enum { RM_EITHER = 3 }; /* kind: one natural tile that may be read as a run or as a group */

/* A meld as it lies. A run fills color, place, jokers; a group rank, colors, wild; one that
 * is legal in both readings all of them. */
typedef struct {
    uint8_t kind, size;
    uint8_t color, place; /* run: the first place, 1..14 */
    uint16_t jokers;      /* run: bit i is set where tile i is a joker */
    uint8_t rank, colors; /* group: rank, bit set of the natural colours */
    uint8_t wild, zero;   /* group: jokers; zero: always 0 */
    int16_t origin;       /* results: the old meld, or one of its equals, that lies there as it did,
                             else -1 */
} rm_laid;

enum { RM_POLICY_LOCKED = 0, RM_POLICY_REPLACE = 1, RM_POLICY_FREE = 2 };
enum { RM_BY_TILES = 0, RM_BY_PENALTY = 1, RM_BY_POINTS = 2, RM_BY_KEPT = 3, RM_ORDER = 4 };

typedef struct {
    const rm_rules *rules;
    uint8_t rack[RM_CODES];
    const rm_laid *table;
    int melds;
    int policy;
    int opened, manipulate, single; /* single: the opening is one meld */
    int opening_points;
    int order[RM_ORDER], orders; /* components, most important first */
    int32_t hand_points[RM_CODES];
    int32_t run_tile[RM_MAX_PLACES + 1], run_joker[RM_MAX_PLACES + 1];   /* by place */
    int32_t group_tile[RM_MAX_RANKS + 1], group_joker[RM_MAX_RANKS + 1]; /* by rank */
    uint64_t node_limit;                                                 /* 0: none */
    int all; /* every optimal table instead of one; some may come more than once */
} rm_turn_query;

/* Takes one new table; nonzero stops the enumeration. */
typedef int (*rm_turn_sink)(void *context, const rm_laid *melds, int n);

/* Bytes of the workspace: 120 MiB of addresses, of which a question touches what it needs,
 * mostly below 16 MiB. It must be zeroed before the first use and may then be used again
 * and again, for one question at a time. */
size_t rm_turn_space(void);

/* Hand the best new tables to the sink, none when the best is to change nothing. */
int rm_turns(const rm_turn_query *query, void *space, rm_turn_sink sink, void *context);

/* The best melds of a hand of any size that the deck allows, in the same workspace. */
int rm_hand_melds(const rm_rules *rules, const rm_weights *weights, const uint8_t counts[RM_CODES],
                  uint64_t node_limit, void *space, int64_t *value, rm_laid melds[RM_MAX_TABLE],
                  int *n);

/* Search nodes of the last question. */
uint64_t rm_turn_nodes(const void *space);

/* ---- closing.c: can all of it be laid? ----------------------------------- */

enum { RM_MAX_PATTERNS = 32 };

/* Where natural tiles and the faces of jokers may lie, a lane a colour: bit p of a run
 * lane is place p (ranks + 1: the ace above the top), bit r of a group lane is rank r.
 * Every closing pattern is the same question with other lanes. */
typedef struct {
    uint16_t run_tile[RM_MAX_COLORS], run_joker[RM_MAX_COLORS];
    uint16_t group_tile[RM_MAX_COLORS], group_joker[RM_MAX_COLORS];
    uint8_t fours;      /* complete groups of four that must be among the melds */
    uint8_t fours_same; /* all of these of one rank */
    uint8_t fours_pure; /* no joker in these */
    uint8_t spare;      /* 1: exactly one tile, a joker or not, stays out of the melds */
    uint8_t kept;       /* code that may not be the one that stays out; RM_PAD: any may */
} rm_cover_query;

/* A query that restricts nothing beyond the rules. */
void rm_cover_anything(const rm_rules *rules, rm_cover_query *query);

typedef struct {
    rm_found melds[RM_MAX_MELDS];
    uint8_t n_melds;
    uint8_t spare;  /* code of the tile that stays out, or RM_PAD */
    uint64_t nodes; /* search nodes, for measurements; set without an arrangement too */
} rm_cover;

/* 1 when every tile but the spare one goes into melds within the lanes, 0 when not,
 * RM_ERR_LIMIT when that was not found out; `out` may be NULL. */
int rm_cover_hand(const rm_rules *rules, const rm_cover_query *query, const rm_hand *hand,
                  rm_cover *out);

/* 1 when all tiles but `spare` (0 or 1) of them, never the code `kept`, are `pairs` pairs;
 * pair_jokers is an rm_pairs. */
int rm_cover_pairs(const rm_hand *hand, int pairs, int pair_jokers, int spare, int kept);

/* One way to meet a pattern: by melds within lanes, or (pairs > 0) by pairs. */
typedef struct {
    rm_cover_query query;
    uint8_t pattern; /* 0..RM_MAX_PATTERNS-1 */
    uint8_t needs;   /* a pattern that the tiles must meet too, or RM_PAD */
    uint8_t pairs, pair_jokers;
} rm_pattern_query;

/* Bit p set when the tiles meet pattern p, or RM_ERR_LIMIT; a pattern that another needs
 * comes before it. */
int64_t rm_patterns(const rm_rules *rules, const rm_pattern_query *queries, size_t n,
                    const rm_hand *hand);

/* What can be left out so that the others meet a pattern, each kind but `kept` once, in code
 * order: its code and the patterns. Returns how many, or RM_ERR_LIMIT. */
int rm_closings(const rm_rules *rules, const rm_pattern_query *queries, size_t n,
                const rm_hand *hand, int kept, uint8_t codes[RM_CODES], uint32_t met[RM_CODES]);

/* ---- batch.c: one question for every row ---------------------------------------------- */

enum { RM_ROW_OK = 0, RM_ROW_INVALID = 1, RM_ROW_SKIPPED = 2 };

/* Rows of `width` (at most 32) tile codes, padded with RM_PAD at their ends. */
typedef struct {
    const uint8_t *tiles;
    const uint8_t *where; /* NULL, or a flag for each row: 0 is not looked at */
    const uint8_t *deck;  /* counts per code: what a row may hold */
    size_t width;
    uint8_t least, most; /* tiles of a row */
} rm_rows;

/* The first row of first..end-1 that is no hand of the deck and size, or end. */
size_t rm_rows_check(const rm_rows *rows, size_t first, size_t end);

/* What is asked of each row: the best melds, or the best that open. */
typedef struct {
    const rm_rules *rules;
    const rm_tables *tables[RM_MAX_JOKERS + 1]; /* by jokers of the row */
    const rm_tables *points[RM_MAX_JOKERS + 1]; /* for openings, else NULL */
    const int64_t *left; /* NULL, or weights per code: the value is what is left of them */
    int64_t divisor;     /* from the combined value to the first component */
    int64_t least;       /* least value of an opening, 0 without a threshold */
    int64_t tiles_divisor, tiles_radix; /* where the tiles laid are; radix 0: not in the value */
    uint8_t tiles_first;                /* nothing counts more than tiles laid */
    uint8_t opening;                    /* ask for an opening worth `least` by `points` */
} rm_solve_job;

/* Memory of one thread. */
typedef struct {
    rm_scratch *scratch, *second; /* the second for other tables beside */
    rm_walk *walk;
} rm_worker;

/* One entry a row; meld_of, if not NULL, one a place: the number of the meld that holds the
 * tile, melds in their order, or -1. A row without an opening has value -1. */
typedef struct {
    int32_t *value;
    uint8_t *deadwood, *jokers_used, *status;
    int8_t *meld_of;
} rm_solved;

/* Rows first..end-1, a bad one RM_ROW_INVALID; those not wanted stay untouched. RM_OK or a negative status. */
int rm_solve_rows(const rm_solve_job *job, const rm_rows *rows, size_t first, size_t end,
                  const rm_worker *worker, const rm_solved *out);

/* The distance of each row, as rm_distance; the tiles in play are the deck of the rows. */
int rm_distance_rows(const rm_rules *rules, const rm_rows *rows, int size, int pair_jokers,
                     size_t first, size_t end, int8_t *distance, uint8_t *status);

/* Which rows to look at for a closing: bit 0 of at, above: all tiles melded closes, bit 1: all
 * but one, for rows of `base` tiles and of more. */
typedef struct {
    const rm_rules *rules;
    uint8_t base, at, above;
    uint8_t pairs, pair_jokers; /* pairs > 0: so many of them close too */
} rm_close_job;

enum { RM_CLOSE_NO = 0, RM_CLOSE_MAYBE = 1, RM_CLOSE_INVALID = 2, RM_CLOSE_SKIPPED = 3 };

/* One byte for each of the rows first..end-1. RM_CLOSE_MAYBE: the tiles go into melds or pairs;
 * what an opening or a limit of melds asks beyond that is not looked at. */
void rm_close_rows(const rm_close_job *job, const rm_rows *rows, size_t first, size_t end,
                   uint8_t *found);

#ifdef __cplusplus
}
#endif

#endif
