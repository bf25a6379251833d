/* What JavaScript calls beside the functions of rummy.h: memory that is only taken, sizes, and the
 * questions whose structs hold pointers. One instance serves one rule set, so its memory goes with
 * it. JavaScript writes some structs byte by byte: the asserts below hold their layout. */
#include <stddef.h>
#include <stdint.h>

#include "rummy.h"
#include "string.h"

enum { PAGE = 65536 };

extern unsigned char __heap_base;

static uintptr_t next, end;

/* Memory for good, zeroed, aligned for int64_t; 0 when there is no more. */
void *rs_alloc(uint32_t size) {
    if (next == 0) {
        next = (uintptr_t)&__heap_base;
        end = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
    }
    const uintptr_t at = (next + 15) & ~(uintptr_t)15;
    if (size > UINT32_MAX - PAGE - at)
        return NULL;
    if (at + size > end) {
        const uintptr_t pages = (at + size - end + PAGE - 1) / PAGE;
        if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1)
            return NULL;
        end += pages * PAGE;
    }
    next = at + size;
    return (void *)at;
}

enum { RS_HAND, RS_WALK, RS_COVER, RS_PATTERN, RS_TURN, RS_PLAN, RS_QUERY, RS_LAID, RS_TABLE_MELD };

uint32_t rs_size(int what) {
    switch (what) {
    case RS_HAND: return sizeof(rm_hand);
    case RS_WALK: return sizeof(rm_walk);
    case RS_COVER: return sizeof(rm_cover);
    case RS_PATTERN: return sizeof(rm_pattern_query);
    case RS_TURN: return sizeof(rm_turn);
    case RS_PLAN: return sizeof(rm_plan);
    case RS_QUERY: return sizeof(rm_turn_query);
    case RS_LAID: return sizeof(rm_laid);
    case RS_TABLE_MELD: return sizeof(rm_table_meld);
    default: return 0;
    }
}

/* Tables for hands of `jokers` jokers, 0 when memory or the rules do not allow them. What the
 * building needed beyond their size is given back. */
const rm_tables *rs_tables(const rm_rules *rules, const rm_weights *weights, int jokers) {
    const size_t bound = rm_tables_bound(rules, jokers);
    size_t used = 0;
    unsigned char *block = rs_alloc((uint32_t)bound);
    if (block == NULL || rm_tables_build(rules, weights, jokers, block, bound, &used) != RM_OK)
        return NULL;
    memset(block + used, 0, bound - used);
    next = (uintptr_t)block + used;
    return (const rm_tables *)(const void *)block;
}

int rs_walk_melds(const rm_walk *walk) {
    return walk->n_melds;
}

const rm_found *rs_walk_at(const rm_walk *walk) {
    return walk->melds;
}

int rs_cover_melds(const rm_cover *cover) {
    return cover->n_melds;
}

/* One way to meet a pattern: 24 lanes, then fours, fours_same, fours_pure, pairs, pair_jokers. */
void rs_pattern(const rm_rules *rules, rm_pattern_query *query, int pattern, int needs,
                const uint16_t lanes[24], const uint8_t rest[5]) {
    rm_cover_anything(rules, &query->query);
    for (int c = 0; c < RM_MAX_COLORS; c++) {
        query->query.run_tile[c] &= lanes[c];
        query->query.run_joker[c] &= lanes[6 + c];
        query->query.group_tile[c] &= lanes[12 + c];
        query->query.group_joker[c] &= lanes[18 + c];
    }
    query->query.fours = rest[0];
    query->query.fours_same = rest[1];
    query->query.fours_pure = rest[2];
    query->pairs = rest[3];
    query->pair_jokers = rest[4];
    query->pattern = (uint8_t)(pattern % RM_MAX_PATTERNS);
    query->needs = needs < 0 ? RM_PAD : (uint8_t)(needs % RM_MAX_PATTERNS);
}

/* 1 when all tiles, or all but one that is not `kept`, go into melds; 0 or RM_ERR_LIMIT. */
int rs_closes(const rm_rules *rules, const rm_hand *hand, int spare, int kept) {
    rm_cover_query query;
    rm_cover_anything(rules, &query);
    query.spare = spare != 0;
    query.kept = (uint8_t)kept;
    return rm_cover_hand(rules, &query, hand, NULL);
}

/* Fills the arrays of a turn: 138 gains (58 of melds, 79 of tiles thrown, that of a kept meld), 58
 * points of an opening. */
void rs_turn(rm_turn *turn, const int64_t gains[138], const int32_t opening[58]) {
    memcpy(turn->run_tile, gains, 58 * sizeof(int64_t));
    memcpy(turn->thrown, gains + 58, RM_CODES * sizeof(int64_t));
    turn->kept = gains[137];
    memcpy(turn->open_run, opening, 58 * sizeof(int32_t));
}

typedef struct {
    rm_laid *to;
    int n;
} first_turn;

static int take_first(void *context, const rm_laid *melds, int n) {
    first_turn *found = context;
    memcpy(found->to, melds, (size_t)n * sizeof(rm_laid));
    found->n = n;
    return 1;
}

/* The best table to `out`; how many melds it has, -1 for no change, other negative: a status - 1. */
int rs_rearranged(const rm_turn_query *query, void *space, rm_laid *out) {
    first_turn found = {out, -1};
    const int status = rm_turns(query, space, take_first, &found);
    return status < 0 ? status - 1 : found.n;
}

#define AT(type, field, place) _Static_assert(offsetof(type, field) == (place), "layout of " #type)

_Static_assert(sizeof(rm_rules) == 12 && sizeof(rm_found) == 8 && sizeof(rm_meld) == 8, "layout");
_Static_assert(sizeof(rm_weights) == 58 * sizeof(int64_t), "layout of rm_weights");
AT(rm_hand, jokers, 24);
AT(rm_turn, group_joker, 44 * 8);
AT(rm_turn, thrown, 58 * 8);
AT(rm_turn, open_run, 138 * 8);
AT(rm_turn, open_group_joker, 138 * 8 + 44 * 4);
AT(rm_turn, opening_points, 1336);
AT(rm_turn, opened, 1340);
AT(rm_turn, opening_single, 1347);
AT(rm_turn, node_limit, 1352);
AT(rm_table_meld, other, 8);
AT(rm_table_meld, touch, 16);
AT(rm_table_meld, touch_other, 24);
AT(rm_plan, count, 8);
AT(rm_plan, discard, 12);
AT(rm_plan, melds, 14);
_Static_assert(sizeof(rm_laid) == 12, "layout of rm_laid");
AT(rm_laid, jokers, 4);
AT(rm_laid, origin, 10);
AT(rm_turn_query, rack, 4);
AT(rm_turn_query, table, 84);
AT(rm_turn_query, policy, 92);
AT(rm_turn_query, opening_points, 108);
AT(rm_turn_query, orders, 128);
AT(rm_turn_query, hand_points, 132);
AT(rm_turn_query, run_tile, 448);
AT(rm_turn_query, node_limit, 680);
AT(rm_turn_query, all, 688);
