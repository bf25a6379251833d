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
        && within(rules->min_run, 2, RM_MAX_PLACES)
        && within(rules->max_run, rules->min_run, places)
        && within(rules->min_group, 2, RM_MAX_COLORS)
        && within(rules->max_group, rules->min_group, RM_MAX_COLORS) && within(rules->ace_low, 0, 1)
        && within(rules->ace_high, 0, 1) && (rules->ace_low || rules->ace_high)
        && within(rules->min_naturals, 1, rules->min_run)
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

/* The bit of each code in two words: colours 0..3 and 4..5, 16 bits each. */
#define LANE(c, at)                                                                                \
    [1 + 13 * (c)] = (uint64_t)2 << (at), (uint64_t)4 << (at), (uint64_t)8 << (at),                \
              (uint64_t)16 << (at), (uint64_t)32 << (at), (uint64_t)64 << (at),                    \
              (uint64_t)128 << (at), (uint64_t)256 << (at), (uint64_t)512 << (at),                 \
              (uint64_t)1024 << (at), (uint64_t)2048 << (at), (uint64_t)4096 << (at),              \
              (uint64_t)8192 << (at)

static const uint64_t low_bit[RM_CODES] = {LANE(0, 0), LANE(1, 16), LANE(2, 32), LANE(3, 48)};
static const uint64_t high_bit[RM_CODES] = {LANE(4, 0), LANE(5, 16)};

static void spread(uint16_t *lanes, uint64_t low, uint64_t high) {
    for (int c = 0; c < 4; c++) {
        lanes[c] = (uint16_t)(low >> 16 * c);
    }
    lanes[4] = (uint16_t)high;
    lanes[5] = (uint16_t)(high >> 16);
}

/* The bits of the ranks of so many colours, four lanes at most. */
static uint64_t ranks_of(const rm_rules *rules, int colors) {
    uint64_t lane = ((uint64_t)2 << rules->ranks) - 2, every = lane * 0x0001000100010001u;
    return colors >= 4 ? every : colors <= 0 ? 0 : every & (((uint64_t)1 << 16 * colors) - 1);
}

/* Planes of codes, of four colours or of all; returns how many codes were read. A code whose
 * colour is not looked at leaves bit 0, which no tile has. */
static inline size_t read_codes(const uint8_t *row, size_t k, int wide, uint64_t *plane,
                                int *jokers) {
    uint64_t one = 0, two = 0, three = 0, more_one = 0, more_two = 0, more_three = 0;
    size_t i = 0;
    int free_tiles = 0;
    for (; i < k && row[i] < RM_CODES; i++) {
        uint64_t bit = low_bit[row[i]];
        free_tiles += row[i] == 0;
        if (wide) {
            uint64_t more = high_bit[row[i]];
            more_three |= more_two & more;
            more_two |= more_one & more;
            more_one |= more;
        } else {
            bit |= row[i] > 4 * RM_MAX_RANKS;
        }
        three |= two & bit;
        two |= one & bit;
        one |= bit;
    }
    plane[0] = one, plane[1] = two, plane[2] = three | more_three;
    plane[3] = more_one, plane[4] = more_two;
    *jokers = free_tiles;
    return i;
}

int rm_hand_from_codes(const rm_rules *rules, const uint8_t *row, size_t k, rm_hand *hand) {
    uint64_t plane[5];
    int jokers, wide = rules->colors > 4;
    size_t i = wide ? read_codes(row, k, 1, plane, &jokers) : read_codes(row, k, 0, plane, &jokers);
    for (; i < k; i++) {
        if (row[i] != RM_PAD) {
            return RM_ERR_HAND;
        }
    }
    spread(hand->one, plane[0], plane[3]);
    spread(hand->two, plane[1], plane[4]);
    hand->jokers = jokers;
    uint64_t twice = rules->copies < 2 ? plane[1] | plane[4] : 0;
    uint64_t outside = (plane[0] & ~ranks_of(rules, rules->colors))
        | (plane[3] & ~ranks_of(rules, rules->colors - 4));
    return (outside | plane[2] | twice) != 0 || jokers > rules->jokers ? RM_ERR_HAND : RM_OK;
}

int rm_hand_within(const rm_hand *hand, const rm_hand *deck) {
    unsigned more = hand->jokers > deck->jokers;
    for (int c = 0; c < RM_MAX_COLORS; c++) {
        more |= (unsigned)(hand->one[c] & ~deck->one[c]) | (unsigned)(hand->two[c] & ~deck->two[c]);
    }
    return more == 0;
}
