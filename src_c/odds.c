/* The chance to close within one, two or three own draws, counted in whole numbers.
 *
 * One draw: the unseen copies of what closes. Two draws: all closed hands within two tiles are
 * listed once; each says which tile closes after which other tile was drawn and which tile of
 * the hand was thrown, so the best discard after every first draw is a matter of sets. Three
 * draws: every first draw and every discard after it, then two draws.
 */
#include "distance.h"

enum { NO_KIND = RM_MAX_CLOSED + 1, THROWN = RM_MAX_CLOSED + 3 };

/* A set of tile codes. */
typedef struct {
    uint64_t low, high;
} code_set;

typedef struct {
    uint8_t unseen[RM_CODES];
    code_set two;                    /* natural tiles with two unseen copies */
    code_set at_once;                /* what closes with the first draw */
    code_set then[RM_CODES][THROWN]; /* what closes second, by first draw and thrown kind */
    code_set after[THROWN];          /* what closes second after any first draw */
} odds_table;

static void put(code_set *set, int code) {
    if (code < 64)
        set->low |= (uint64_t)1 << code;
    else
        set->high |= (uint64_t)1 << (code - 64);
}

static code_set joined(code_set a, code_set b) {
    code_set c = {a.low | b.low, a.high | b.high};
    return c;
}

static int is_in(code_set set, int code) {
    return (int)((code < 64 ? set.low >> code : set.high >> (code - 64)) & 1);
}

static int bits_of(uint64_t x) {
    x = x - (x >> 1 & 0x5555555555555555u);
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (int)(x * 0x0101010101010101u >> 56);
}

/* Unseen copies of the tiles of a set once one tile has been drawn (RM_CODES: none). */
static int copies_of(const odds_table *table, code_set set, int drawn) {
    int sum = bits_of(set.low & table->two.low) + bits_of(set.low);
    if (set.high) sum += bits_of(set.high & table->two.high) + bits_of(set.high);
    if (set.low & 1) sum += table->unseen[0] - 1;
    return drawn < RM_CODES && is_in(set, drawn) ? sum - 1 : sum;
}

/* A closed hand that needs one tile, or two, and leaves as many of the hand loose. */
static int note(rd_state *s, const uint8_t *need, int count, rd_loose loose, int loose_jokers) {
    odds_table *table = s->context;
    if (count == 0) return 1;
    if (count == 1) {
        put(&table->at_once, need[0]);
        put(&table->after[NO_KIND], need[0]);
    }
    for (int kind = 0; kind <= s->kinds; kind++) {
        int is_loose = kind == s->kinds ? loose_jokers > 0 : (int)(loose.one >> kind & 1);
        if (!is_loose) continue;
        if (count == 1) {
            put(&table->after[kind], need[0]);
        } else {
            put(&table->then[need[0]][kind], need[1]);
            put(&table->then[need[1]][kind], need[0]);
        }
    }
    return 0;
}

/* Lists the closed hands within `goal` tiles; 1 when the hand is one itself. */
static int list_closed(rd_state *s, int goal, int pair_jokers, odds_table *table) {
    s->visit = note;
    s->context = table;
    s->goal = goal;
    s->budget = goal + s->useful_jokers;
    s->depth = 0;
    return rd_walk(s, s->head, s->hand, s->size, 0) || rd_pairs_visit(s, pair_jokers);
}

/* The most copies that close second after a first draw, over all discards. */
static int best_second(const rd_state *s, const odds_table *table, int drawn) {
    int best = copies_of(table, table->after[NO_KIND], drawn);
    for (int kind = 0; kind <= s->kinds; kind++) {
        code_set set = joined(table->after[kind], table->then[drawn][kind]);
        if (set.low | set.high) best = rm_max(best, copies_of(table, set, drawn));
    }
    return best;
}

/* Ways to close within one or two draws, of unseen * (unseen - 1) or unseen ways in all. */
static int64_t ways_of_two(const rm_rules *rules, const uint8_t *in_play, const uint8_t *hand,
                           int size, int pair_jokers, int draws, int unseen, int *status) {
    rd_state s;
    odds_table table;
    int64_t all = draws == 2 ? (int64_t)unseen * (unseen - 1) : unseen;
    *status = rd_prepare(&s, rules, in_play, hand, size);
    if (*status != RM_OK) return 0;
    table.at_once = (code_set){0, 0};
    for (int kind = 0; kind < THROWN; kind++) {
        table.after[kind] = (code_set){0, 0};
        for (int code = 0; code < RM_CODES; code++) table.then[code][kind] = (code_set){0, 0};
    }
    table.two = table.at_once;
    for (int code = 0; code < RM_CODES; code++) {
        table.unseen[code] = (uint8_t)(in_play[code] - hand[code]);
        if (code && table.unseen[code] == 2) put(&table.two, code);
    }
    if (list_closed(&s, draws, pair_jokers, &table)) return all;
    if (draws == 1) return copies_of(&table, table.at_once, RM_CODES);
    int64_t ways = 0;
    for (int code = 0; code < RM_CODES; code++) {
        if (!table.unseen[code]) continue;
        int second = is_in(table.at_once, code) ? unseen - 1 : best_second(&s, &table, code);
        ways += (int64_t)table.unseen[code] * second;
    }
    return ways;
}

/* The best two draws after a first one, over all discards. */
static int64_t best_after(const rm_rules *rules, uint8_t *in_play, uint8_t *hand, int size,
                          int pair_jokers, int unseen, int *status) {
    int64_t best = 0;
    for (int thrown = 0; thrown < RM_CODES && *status == RM_OK; thrown++) {
        if (!hand[thrown]) continue;
        hand[thrown]--;
        in_play[thrown]--;
        int64_t ways = ways_of_two(rules, in_play, hand, size, pair_jokers, 2, unseen, status);
        best = ways > best ? ways : best;
        hand[thrown]++;
        in_play[thrown]++;
    }
    return best;
}

static int64_t ways_of_three(const rm_rules *rules, uint8_t *in_play, uint8_t *hand, int size,
                             int pair_jokers, int unseen, int *status) {
    int64_t ways = 0;
    for (int drawn = 0; drawn < RM_CODES && *status == RM_OK; drawn++) {
        int copies = in_play[drawn] - hand[drawn];
        int distance = 0;
        if (!copies) continue;
        hand[drawn]++;
        *status = rm_distance(rules, in_play, hand, size, pair_jokers, &distance);
        int64_t after = (int64_t)(unseen - 1) * (unseen - 2);
        if (distance != 0)
            after = distance < 0 || distance > 2
                ? 0
                : best_after(rules, in_play, hand, size, pair_jokers, unseen - 1, status);
        ways += copies * after;
        hand[drawn]--;
    }
    return ways;
}

int rm_odds(const rm_rules *rules, const uint8_t in_play[RM_CODES], const uint8_t hand[RM_CODES],
            int size, int pair_jokers, int draws, int64_t *numerator, int64_t *denominator) {
    uint8_t play[RM_CODES], held[RM_CODES];
    int unseen = 0, distance = 0;
    for (int code = 0; code < RM_CODES; code++) {
        play[code] = in_play[code];
        held[code] = hand[code];
        unseen += in_play[code] - hand[code];
    }
    int status = rm_distance(rules, in_play, hand, size, pair_jokers, &distance);
    draws = rm_min(draws, unseen);
    *numerator = distance == 0;
    *denominator = 1;
    if (status != RM_OK || distance == 0 || draws <= 0 || distance < 0 || distance > draws)
        return status;
    for (int k = 0; k < draws; k++) *denominator *= unseen - k;
    *numerator = draws == 3
        ? ways_of_three(rules, play, held, size, pair_jokers, unseen, &status)
        : ways_of_two(rules, play, held, size, pair_jokers, draws, unseen, &status);
    return status;
}
