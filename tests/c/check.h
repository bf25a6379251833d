/* What the checks from C share: random numbers, rule structs, weights and hands, and the entry.
 *
 * A check defines check_round(), which asks one round of questions and stops the process at the
 * first answer that is wrong. As a program it is called with SEED ROUNDS; compiled with FUZZER it
 * is a target of libFuzzer, whose input takes the place of the random numbers.
 */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solve.h"

static _Thread_local uint64_t state;
static const uint8_t *input, *input_end; /* what a fuzzer hands in */

/* A number below n, at most 65536: from the input, where it is used up 0, or random. */
static inline unsigned draw(unsigned n) {
    if (input) {
        unsigned value = input < input_end ? *input++ : 0;
        if (n > 256 && input < input_end) value = value << 8 | *input++;
        return value % n;
    }
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)((state >> 20) % n);
}

/* Is there nothing left of the input of a fuzzer? */
static inline int drained(void) {
    return input && input == input_end;
}

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                                 \
            fflush(stdout);                                                                        \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

static inline void *memory(size_t size) {
    void *block = calloc(1, size);
    CHECK(block != NULL);
    return block;
}

/* ---- rules and weights ---------------------------------------------------------------------- */

static inline int min_of(int a, int b) {
    return a < b ? a : b;
}

/* Rule structs like those of games. */
static inline rm_rules random_rules(void) {
    rm_rules rules = {0};
    do {
        rules.colors = (uint8_t)(2 + draw(5));
        rules.ranks = (uint8_t)(4 + draw(10));
        rules.copies = (uint8_t)(1 + draw(2));
        rules.jokers = (uint8_t)draw(7);
        rules.min_run = (uint8_t)(3 + (draw(6) == 0));
        rules.max_run = (uint8_t)(draw(3) ? 14 : rules.min_run + draw(4));
        rules.min_group = 3;
        rules.max_group = (uint8_t)(3 + draw(3));
        rules.ace_low = (uint8_t)(draw(4) > 0);
        rules.ace_high = (uint8_t)(rules.ace_low ? draw(2) : 1);
        rules.min_naturals = (uint8_t)(1 + (draw(4) == 0));
        rules.max_jokers = (uint8_t)(draw(2) ? 6 : 1 + draw(2));
        if (rules.max_run > rules.ranks + rules.ace_high) {
            rules.max_run = (uint8_t)(rules.ranks + rules.ace_high);
        }
    } while (rm_rules_check(&rules) != RM_OK);
    return rules;
}

/* Any rule struct that a rule set can come to. */
static inline rm_rules any_rules(void) {
    rm_rules rules = {0};
    if (draw(2)) return random_rules();
    rules.colors = (uint8_t)(1 + draw(RM_MAX_COLORS));
    rules.ranks = (uint8_t)(3 + draw(RM_MAX_RANKS - 2));
    rules.copies = (uint8_t)(1 + draw(RM_MAX_COPIES));
    rules.jokers = (uint8_t)draw(RM_MAX_JOKERS + 1);
    rules.ace_low = (uint8_t)draw(2);
    rules.ace_high = (uint8_t)(rules.ace_low ? draw(2) : 1);
    unsigned places = rules.ranks + rules.ace_high;
    rules.min_run = (uint8_t)(2 + draw(places - 1));
    rules.max_run = (uint8_t)(rules.min_run + draw(places - rules.min_run + 1));
    rules.min_group = (uint8_t)(2 + draw(RM_MAX_COLORS - 1));
    rules.max_group = (uint8_t)(rules.min_group + draw(RM_MAX_COLORS - rules.min_group + 1u));
    rules.min_naturals = (uint8_t)(1 + draw((unsigned)min_of(rules.min_run, rules.min_group)));
    rules.max_jokers = (uint8_t)draw(RM_MAX_JOKERS + 1);
    CHECK(rm_rules_check(&rules) == RM_OK);
    return rules;
}

/* Every tile and every joker is worth `tile` and `joker`, wherever it lies. */
static inline rm_weights even_weights(int64_t tile, int64_t joker) {
    rm_weights w;
    for (int p = 0; p <= RM_MAX_PLACES; p++) {
        w.run_tile[p] = tile;
        w.run_joker[p] = joker;
    }
    for (int r = 0; r <= RM_MAX_RANKS; r++) {
        w.group_tile[r] = tile;
        w.group_joker[r] = joker;
    }
    return w;
}

static inline rm_weights random_weights(void) {
    rm_weights w;
    int kind = (int)draw(3);
    for (int p = 0; p <= RM_MAX_PLACES; p++) {
        w.run_tile[p] = kind == 0 ? 1 : kind == 1 ? 1000 + p : p;
        w.run_joker[p] = kind == 2 ? (int)draw(30) : w.run_tile[p];
    }
    for (int r = 0; r <= RM_MAX_RANKS; r++) {
        w.group_tile[r] = kind == 0 ? 1 : kind == 1 ? 1000 + r : r;
        w.group_joker[r] = kind == 2 ? (int)draw(30) : w.group_tile[r];
    }
    return w;
}

/* Tables of exactly the bytes that they use, so that a sanitizer sees their end. */
static inline rm_tables *build_tables(const rm_rules *rules, const rm_weights *weights,
                                      int jokers) {
    size_t size = rm_tables_bound(rules, jokers), used = 0;
    void *block = memory(size);
    CHECK(rm_tables_build(rules, weights, jokers, block, size, &used) == RM_OK);
    CHECK(used <= size && rm_tables_used(block) == used);
    void *tables = realloc(block, used);
    CHECK(tables != NULL);
    return tables;
}

/* ---- hands ------------------------------------------------------------------------------------ */

static inline void whole_deck(const rm_rules *rules, uint8_t deck[RM_CODES]) {
    memset(deck, 0, RM_CODES);
    deck[0] = rules->jokers;
    for (int c = 0; c < rules->colors; c++) {
        for (int r = 1; r <= rules->ranks; r++) {
            deck[rm_code(c, r)] = rules->copies;
        }
    }
}

/* At most `tiles` naturals of the deck crowded into a few ranks, where melds compete, and jokers. */
static inline void crowded_counts(const rm_rules *rules, const uint8_t deck[RM_CODES],
                                  unsigned tiles, uint8_t counts[RM_CODES]) {
    unsigned first = draw(rules->ranks), width = 3 + draw(rules->ranks);
    memset(counts, 0, RM_CODES);
    counts[0] = (uint8_t)draw(deck[0] + 1u);
    for (unsigned i = 0; i < tiles; i++) {
        unsigned rank = 1 + (first + draw(width)) % rules->ranks, color = draw(rules->colors);
        int code = rm_code((int)color, (int)rank);
        counts[code] = (uint8_t)min_of(counts[code] + 1, deck[code]);
    }
}

/* The same from the whole deck, 3 to 16 naturals. */
static inline void random_counts(const rm_rules *rules, uint8_t counts[RM_CODES]) {
    uint8_t deck[RM_CODES];
    whole_deck(rules, deck);
    crowded_counts(rules, deck, 3 + draw(14), counts);
}

static inline int size_of(const uint8_t counts[RM_CODES]) {
    int size = 0;
    for (int code = 0; code < RM_CODES; code++) size += counts[code];
    return size;
}

static inline rm_hand hand_of(const rm_rules *rules, const uint8_t counts[RM_CODES]) {
    rm_hand hand;
    CHECK(rm_hand_from_counts(rules, counts, &hand) == RM_OK);
    return hand;
}

/* ---- melds ------------------------------------------------------------------------------------ */

/* Adds the tiles of a meld, times a sign; returns its jokers. */
static inline int add_tiles(const rm_rules *rules, const rm_found *meld, int sign,
                            int tiles[RM_CODES]) {
    int jokers = 0;
    for (int c = 0; meld->kind == RM_LAID_GROUP && c < rules->colors; c++) {
        tiles[rm_code(c, meld->low)] += sign * (meld->colors >> c & 1);
    }
    if (meld->kind == RM_LAID_GROUP) {
        jokers = meld->size - rm_popcount(meld->colors);
    }
    for (int p = meld->low; meld->kind == RM_LAID_RUN && p < meld->low + meld->size; p++) {
        int joker = meld->jokers >> p & 1;
        jokers += joker;
        if (!joker) tiles[rm_code(meld->color, rm_rank_of_place(rules, p))] += sign;
    }
    tiles[0] += sign * jokers;
    return jokers;
}

/* Checks that a meld is legal, and adds its tiles. */
static inline void check_meld(const rm_rules *rules, const rm_found *meld, int tiles[RM_CODES]) {
    int run = meld->kind == RM_LAID_RUN;
    CHECK(rm_meld_check(rules, meld) == RM_OK);
    int jokers = add_tiles(rules, meld, 1, tiles);
    CHECK(jokers >= 0 && jokers <= rules->max_jokers);
    CHECK(meld->size - jokers >= rules->min_naturals);
    CHECK(meld->size >= (run ? rules->min_run : rules->min_group));
    CHECK(meld->size <= (run ? rules->max_run : min_of(rules->max_group, rules->colors)));
}

static inline rm_found found_of(const rm_laid *laid) {
    rm_found found = {.kind = RM_LAID_GROUP, .size = laid->size};
    if (laid->kind == RM_RUN) {
        found.kind = RM_LAID_RUN;
        found.color = laid->color;
        found.low = laid->place;
        found.jokers = (uint16_t)(laid->jokers << laid->place);
    } else {
        found.low = laid->rank;
        found.colors = laid->colors;
    }
    return found;
}

/* The best melds of a hand, by the search that needs no tables; their number, or -1 when it gave
 * up. `space` is rm_turn_space() bytes, cleared once. */
static inline int best_melds(const rm_rules *rules, const rm_weights *weights,
                             const uint8_t counts[RM_CODES], void *space, int64_t *value,
                             rm_laid melds[RM_MAX_TABLE]) {
    int n = -1, status = rm_hand_melds(rules, weights, counts, 20000, space, value, melds, &n);
    CHECK(status == RM_OK || status == RM_ERR_LIMIT || status == RM_ERR_SPACE);
    return status == RM_OK ? n : -1;
}

/* ---- the entry ---------------------------------------------------------------------------------- */

static void check_round(void);

#ifdef FUZZER
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const uint8_t nothing = 0;
    input = size ? data : &nothing;
    input_end = input + size;
    check_round();
    return 0;
}
#else
int main(int argc, char **argv) {
    state = strtoull(argc > 1 ? argv[1] : "1", NULL, 10) * 2654435769u + 88172645463325252u;
    int rounds = argc > 2 ? atoi(argv[2]) : 20;
    for (int i = 0; i < rounds; i++) {
        check_round();
    }
    printf("%d rounds agree\n", rounds);
    return 0;
}
#endif

#endif
