/* Inside of the table search: shared by table_*.c, seen by nobody else.
 *
 * A tb_problem is one fixed question: a pool of tiles that must be laid, a pool of
 * tiles that may be laid, melds that can only be extended (blocks), old melds that are
 * better left alone (kept), and what everything costs. Costs are never negative and add
 * up; the least total is the answer.
 */
#ifndef RUMMY_TABLE_H
#define RUMMY_TABLE_H

#include "rummy.h"

enum {
    TB_SLOTS = RM_MAX_COPIES + RM_MAX_JOKERS, /* open runs of one colour at a place */
    TB_BLOCKS = RM_MAX_JOKERS,
    TB_KEPT = 14, /* old runs of one colour */
    TB_LAYERS = RM_MAX_PLACES + 2,
    TB_STATES = 256, /* kinds of open runs */
    TB_NODES = 1 << 17,
    TB_EDGES = 1 << 21,
    TB_SMALL_MEMO = 1 << 13, /* entries to begin with; it grows eightfold */
    TB_MEMO = 1 << 19,
    TB_HEADS = 256,
    TB_DEALS = 1 << 15,
    TB_AMOUNTS = 1093, /* 1 + 3 + 9 + ... + 729 */
    TB_FINE = 1024,    /* every cost is a multiple of it */
    TB_PATIENCE = 40,  /* nodes before prices are made */
    TB_ROUNDS = 32,
    TB_PATIENCE_GROWTH = 8,
    TB_MANY = 50, /* tiles of a table where the whole rack can often be laid */
    TB_TRY = 500, /* nodes of a first try */
    TB_UNKNOWN = 0xFFFF
};

/* More than any sum of costs; six of them still fit in 64 bits. */
#define TB_NEVER ((int64_t)1 << 58)

/* Why a search stopped before its end. */
enum { TB_LIMIT = 1, TB_ENOUGH = 2, TB_PAUSED = 3 };

typedef enum { TB_NEED_NONE, TB_NEED_TILE, TB_NEED_POINTS } tb_need;

typedef struct {
    const rm_rules *rules;
    uint8_t must[RM_CODES], may[RM_CODES];
    int64_t left[RM_CODES]; /* a tile of `may` that stays behind */
    int64_t run_tile[RM_MAX_PLACES + 1], run_joker[RM_MAX_PLACES + 1];
    int64_t group_tile[RM_MAX_RANKS + 1], group_joker[RM_MAX_RANKS + 1];
    int64_t broken;    /* an old meld that does not lie on the new table; 0: nobody asks */
    int64_t unit;      /* first step of the deepening */
    int64_t most_cost; /* steps that cost more are left out */
    int n_kept, n_blocks;
    rm_laid kept[RM_MAX_TABLE]; /* old melds whose tiles are part of `must` */
    rm_laid blocks[TB_BLOCKS];  /* their tiles are not; origin >= 0: extending breaks */
    tb_need need_kind;
    int need; /* points that must be reached, at most 255 */
    int16_t need_run_tile[RM_MAX_PLACES + 1], need_run_joker[RM_MAX_PLACES + 1];
    int16_t need_group_tile[RM_MAX_RANKS + 1], need_group_joker[RM_MAX_RANKS + 1];
    int relaxed;   /* a lower bound will do: jokers may stay behind for nothing where that helps */
    int by_points; /* where a joker stands matters to the cost */
    int complete;  /* keep every way, not only one of the best */
} tb_problem;

/* One step of a colour from a place to the next. */
typedef struct {
    int64_t cost;
    uint16_t next;          /* node of the next layer */
    uint8_t jokers, groups; /* jokers in runs; natural tiles given to groups */
    int16_t gain;           /* towards `need` */
    uint8_t breaks;
} tb_edge;

/* What a colour must remember between two places. */
typedef struct {
    uint64_t runs; /* kinds of the open runs, one a byte, largest first */
    uint64_t rest; /* bits 0-13 kept runs under way, 14-15 aces kept back, then a byte a block */
    int64_t h[RM_MAX_JOKERS + 1]; /* least cost from here with at most so many jokers */
    uint32_t edge;
    uint16_t above;                /* node of the layer that costs no more, or TB_UNKNOWN */
    uint16_t edges, chain, prefix; /* prefix: node of the first search, or TB_UNKNOWN */
    uint8_t reach;                 /* fewest jokers on the way here */
} tb_node;

typedef struct {
    rm_laid meld;
    int whole;    /* extending it costs `broken` */
    int remember; /* how it was extended on the left matters later */
} tb_block;

typedef struct {
    uint8_t have[TB_LAYERS], may[TB_LAYERS]; /* natural tiles by place, of them optional */
    int n_kept, n_blocks, most_runs;         /* most_runs: at one place, kept ones not counted */
    rm_laid kept[TB_KEPT];
    tb_block blocks[TB_BLOCKS];
    uint8_t pays[TB_LAYERS];  /* jokers that a natural tile in a group there stands for */
    uint8_t group[TB_LAYERS]; /* may a tile of the colour be in a group there */
    uint8_t keeps[TB_LAYERS]; /* an old group there holds the colour */
    uint32_t first[TB_LAYERS + 1];
    uint16_t count[TB_LAYERS + 1];
} tb_color;

typedef struct {
    uint8_t colors, wild, times, size;
    rm_laid meld;
} tb_oldgroup;

typedef struct {
    int n_kept, n_locked;
    tb_oldgroup kept[8];
    tb_oldgroup locked[TB_BLOCKS]; /* times: 1 when extending it costs `broken` */
} tb_rank;

typedef struct {
    uint64_t key[2];
    int64_t value;
    uint32_t stamp; /* generation * 2 + exact */
} tb_memo;

typedef struct {
    uint16_t node[RM_MAX_COLORS], next[RM_MAX_COLORS];
    uint32_t edge[RM_MAX_COLORS];
    uint8_t groups[RM_MAX_COLORS], group_jokers;
    int place, jokers, need, walk;
    int64_t budget, best, group_cost;
    int amounts[RM_MAX_COLORS + 1]; /* number of the tiles given to groups so far */
    int64_t tail[RM_MAX_COLORS + 1][RM_MAX_JOKERS + 1];
} tb_frame;

/* A kind of open run. */
typedef struct {
    uint8_t len, jokers, naturals;
    uint8_t locked; /* grows from a block: two of them are never joined */
    uint8_t fresh;  /* a block nobody has touched yet */
    uint8_t closes; /* long enough */
} tb_open;

/* Tiles that the groups of a rank can be made of, and what that costs. */
typedef struct {
    uint8_t groups[RM_MAX_COLORS], jokers; /* jokers: beyond those that colours pay for */
    int64_t cost;
} tb_deal;

typedef struct tb_space tb_space;

struct tb_space {
    const tb_problem *q;
    int places, jokers, may_jokers, run_cap, group_cap, group_max, simple, swap;
    int states, failed, stopped;
    tb_open state[TB_STATES];
    uint8_t id_of[1 << 13];
    tb_color color[RM_MAX_COLORS];
    tb_rank rank[TB_LAYERS];
    rm_rules group_rules; /* the rules that group_ok was made for */
    uint8_t group_ok[RM_MAX_COLORS * 2 + 1][RM_MAX_COPIES + 1][RM_MAX_JOKERS + 1];
    int reachable_need[TB_LAYERS];
    uint64_t visited, limit, pause, give_up, patience, *spent;
    int64_t price_gap;
    int64_t price[RM_MAX_COLORS][TB_LAYERS];
    int stale[RM_MAX_COLORS]; /* highest place whose price was changed since */
    uint8_t stale_groups[TB_LAYERS];
    int64_t group_least[TB_LAYERS + 1][RM_MAX_JOKERS + 1];
    int64_t group_tail[TB_LAYERS + 1][RM_MAX_JOKERS + 1]; /* from a rank to the last */
    uint32_t n_deals, first_deal[TB_LAYERS];
    uint8_t open_deal[TB_LAYERS][TB_AMOUNTS]; /* can tiles of the first colours be grouped? */
    int no_prices, pauses, ranked, mapped,
        spare_jokers; /* spare_jokers: jokers may stay behind for nothing */
    tb_space *prefix; /* the search of the components before `kept` */
    int may_ask;      /* that search has been done for the same tiles */
    int64_t prefix_unit;
    tb_deal deals[TB_DEALS];
    uint32_t stamp;
    uint32_t n_nodes, n_edges, memo_mask;
    uint16_t heads[TB_HEADS];
    tb_frame frame[TB_LAYERS + 1];
    int n_out, all;
    rm_laid out[RM_MAX_TABLE];
    rm_turn_sink sink;
    void *sink_context;
    tb_node nodes[TB_NODES];
    tb_edge edges[TB_EDGES];
    tb_memo memo[TB_MEMO];
};

/* ---- table_graph.c ------------------------------------------------------- */

int tb_start(tb_space *w, int color, int place, int natural);
int tb_step(tb_space *w, int color, int id, int place, int natural);
int tb_joins(const tb_space *w, int id, const tb_block *block);
int tb_open_block(tb_space *w, int color, const tb_block *block, int joined);

void tb_build_color(tb_space *w, int color);

/* Least costs to the end at the prices; 1: the edges sorted by them; 2: dead ones dropped too. */
void tb_weigh(tb_space *w, int sort);
void tb_set_price(tb_space *w, int color, int place, int64_t price);

/* ---- table_setup.c ------------------------------------------------------- */

/* Lay the problem out; RM_ERR_SPACE when its graphs do not fit. */
int tb_prepare(tb_space *w, const tb_problem *q);
void tb_take_prices(tb_space *w, const tb_space *from);

/* ---- table_price.c ------------------------------------------------------- */

/* Move the prices for some rounds; returns the lower bound reached. */
int64_t tb_price(tb_space *w, int rounds);

/* ---- table_prefix.c ------------------------------------------------------ */

void tb_map_prefix(tb_space *w);
void tb_rank_nodes(tb_space *w);
int64_t tb_prefix_bound(tb_space *w, const tb_frame *f, int64_t budget);

/* ---- table_search.c ------------------------------------------------------ */

/* The least cost when it is at most `budget`, else some lower bound above it; after
 * `nodes` (0: never) it stops with stopped == TB_PAUSED. */
int64_t tb_best(tb_space *w, int64_t floor, int64_t budget, uint64_t nodes);
int64_t tb_root_bound(tb_space *w);
int64_t tb_search(tb_space *w, int place, const uint16_t *node, int jokers, int need,
                  int64_t budget);
int64_t tb_group_cost(const tb_space *w, int r, const uint8_t *groups, int jokers);
int tb_group_fits(const tb_space *w, const uint8_t *groups, int jokers);
void tb_pick(tb_space *w, tb_frame *f, int color, int jokers, int64_t cost, int64_t paid,
             const int64_t *head);
void tb_tails(const tb_space *w, tb_frame *f);
int64_t tb_finish(const tb_space *w, int jokers, int need);

/* ---- table_walk.c -------------------------------------------------------- */

/* Hand every way that costs exactly `target` to the sink; nonzero when it said stop. */
int tb_walk(tb_space *w, int64_t target);
int tb_walk_on(tb_space *w, tb_frame *f, int64_t cost, int jokers, int need);

/* ---- table_lock.c -------------------------------------------------------- */

/* A meld that may not be taken apart. */
typedef struct {
    rm_laid meld;
    int16_t old;     /* its number on the old table; -1: laid in this turn */
    int16_t changed; /* jokers were taken out */
} tb_lock;

/* The table after some exchanges of jokers, before anything is rearranged. */
typedef struct {
    uint8_t must[RM_CODES], may[RM_CODES];
    int16_t n_locks, n_pool, played; /* played: rack tiles that are down already */
    tb_lock lock[TB_BLOCKS];
    int16_t pool[RM_MAX_TABLE]; /* old melds that may be taken apart */
    rm_laid laid;               /* an opening that stays as it is; size 0: none */
} tb_config;

int tb_rank_at(const rm_rules *rules, int place);
int tb_meld_jokers(const rm_laid *meld);
void tb_add_meld(const rm_rules *rules, uint8_t counts[RM_CODES], const rm_laid *meld, int sign);

/* The table as it lies, with the melds that the policy locks; RM_ERR_HAND beyond the deck. */
int tb_first_config(const rm_turn_query *q, tb_config *x);
void tb_lay(const rm_turn_query *q, tb_config *x, const rm_laid *meld, int old);

/* Make the exchanges that are always right. */
void tb_settle(const rm_turn_query *q, tb_config *x);

/* Append the configs that all sequences of the other exchanges lead to. */
int tb_exchanges(const rm_turn_query *q, tb_config *list, int limit);

/* ---- table_open.c -------------------------------------------------------- */

enum { TB_CANDIDATES = 8192 };

/* Takes the melds of an opening; nonzero stops. */
typedef int (*tb_opening_sink)(void *context, const rm_laid *melds, int n);

/* Openings from which nothing can be spared, those with few jokers first; `spare`: single
 * melds of any length instead. Nonzero when the sink stopped or room ran out (failed). */
int tb_openings(const rm_turn_query *q, int any_length, rm_laid *room, tb_opening_sink sink,
                void *context, int *failed);
int tb_meld_points(const rm_turn_query *q, const rm_laid *meld);

/* ---- table.c ------------------------------------------------------------- */

/* Inside, the origin of a kept meld that might have been taken apart is TB_POOL higher. */
enum { TB_CONFIGS = 256, TB_SEEN = 512, TB_POOL = 256 };

typedef struct {
    const rm_turn_query *q;
    int64_t scale[RM_ORDER], best, most_cost;
    int kept_at; /* place of `kept` among the components, or their number */
    int most_tile[RM_MAX_RANKS + 1], most_joker;
    int n_best, loaded, error, n_seen, opening;
    uint64_t spent; /* nodes of all searches */
    tb_problem problem[2];
    tb_config list[TB_CONFIGS], found[TB_CONFIGS], seen[TB_SEEN];
    rm_laid candidates[TB_CANDIDATES];
    tb_space space[2]; /* of the components before `kept`, and of all */
} tb_turn;

#endif
