/* Checks rule structs and hands. Everything else in the core trusts what passed here. */
#include <string.h>

#include "bits.h"

const char *rm_status_text(int status) {
    switch (status) {
    case RM_OK: return "ok";
    case RM_ERR_RULES: return "rule struct: a field is outside its limits";
    case RM_ERR_HAND: return "hand: more copies of a tile than the rules allow";
    case RM_ERR_SPACE: return "scratch memory: too small";
    case RM_ERR_LIMIT: return "search limit reached";
    default: return "unknown status";
    }
}

static int within(int value, int low, int high) {
    return low <= value && value <= high;
}

int rm_rules_check(const rm_rules *rules) {
    int places = rules->ranks + (rules->ace_high ? 1 : 0);
    int ok = within(rules->colors, 1, RM_MAX_COLORS) && within(rules->ranks, 1, RM_MAX_RANKS)
        && within(rules->copies, 1, RM_MAX_COPIES) && within(rules->jokers, 0, RM_MAX_JOKERS)
        && within(rules->min_run, 2, RM_MAX_PLACES) && within(rules->max_run, rules->min_run, places)
        && within(rules->min_group, 2, RM_MAX_COLORS)
        && within(rules->max_group, rules->min_group, RM_MAX_COLORS)
        && within(rules->ace_low, 0, 1) && within(rules->ace_high, 0, 1)
        && (rules->ace_low || rules->ace_high) && within(rules->min_naturals, 1, rules->min_run)
        && within(rules->max_jokers, 0, RM_MAX_JOKERS);
    return ok ? RM_OK : RM_ERR_RULES;
}

int rm_hand_from_counts(const rm_rules *rules, const uint8_t counts[RM_CODES], rm_hand *hand) {
    memset(hand, 0, sizeof *hand);
    if (counts[0] > rules->jokers) {
        return RM_ERR_HAND;
    }
    hand->jokers = counts[0];
    unsigned over = 0;
    for (int color = 0; color < RM_MAX_COLORS; color++) {
        unsigned one = 0, two = 0;
        const uint8_t *lane = counts + 1 + RM_MAX_RANKS * color;
        unsigned limit = color < rules->colors ? rules->copies : 0;
        for (unsigned r = 0; r < RM_MAX_RANKS; r++) {
            unsigned n = lane[r];
            over |= n > limit;
            one |= (unsigned)(n > 0) << (r + 1);
            two |= (unsigned)(n > 1) << (r + 1);
        }
        over |= one >> (rules->ranks + 1);
        hand->one[color] = (uint16_t)one;
        hand->two[color] = (uint16_t)two;
    }
    return over ? RM_ERR_HAND : RM_OK;
}

/* Where a code lies in the planes; color RM_MAX_COLORS for codes that are no tile. */
typedef struct {
    uint8_t color, rank;
} cell;

#define LANE(c)                                                                                  \
    {c, 1}, {c, 2}, {c, 3}, {c, 4}, {c, 5}, {c, 6}, {c, 7}, {c, 8}, {c, 9}, {c, 10}, {c, 11},    \
        {c, 12}, {c, 13}

static const cell cells[RM_CODES] = {{0, 0},  LANE(0), LANE(1), LANE(2),
                                     LANE(3), LANE(4), LANE(5)};

int rm_hand_from_codes(const rm_rules *rules, const uint8_t *row, size_t k, rm_hand *hand) {
    memset(hand, 0, sizeof *hand);
    unsigned three = 0;
    size_t i = 0;
    for (; i < k && row[i] < RM_CODES; i++) {
        if (row[i] == 0) {
            hand->jokers++;
            continue;
        }
        cell at = cells[row[i]];
        uint16_t bit = (uint16_t)(1u << at.rank);
        three |= hand->two[at.color] & bit;
        hand->two[at.color] |= hand->one[at.color] & bit;
        hand->one[at.color] |= bit;
    }
    for (; i < k; i++) {
        if (row[i] != RM_PAD) {
            return RM_ERR_HAND;
        }
    }
    unsigned twice = 0, outside = 0;
    for (int color = 0; color < RM_MAX_COLORS; color++) {
        twice |= hand->two[color];
        outside |= color < rules->colors ? (unsigned)hand->one[color] >> (rules->ranks + 1) : hand->one[color];
    }
    int bad = three != 0 || outside != 0 || (rules->copies < 2 && twice != 0) || hand->jokers > rules->jokers;
    return bad ? RM_ERR_HAND : RM_OK;
}
