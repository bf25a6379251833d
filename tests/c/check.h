/* What the checks from C share: random numbers, rule structs, weights and hands. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solve.h"

static uint64_t state;

static inline unsigned draw(unsigned n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)((state >> 20) % n);
}

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                                 \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

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

/* A hand crowded into a few ranks and colours, where melds compete. */
static inline void random_counts(const rm_rules *rules, uint8_t counts[RM_CODES]) {
    unsigned first = draw(rules->ranks), width = 3 + draw(rules->ranks), tiles = 3 + draw(14);
    memset(counts, 0, RM_CODES);
    counts[0] = (uint8_t)draw(rules->jokers + 1u);
    for (unsigned i = 0; i < tiles; i++) {
        unsigned rank = 1 + (first + draw(width)) % rules->ranks, color = draw(rules->colors);
        uint8_t *n = &counts[rm_code((int)color, (int)rank)];
        *n = (uint8_t)(*n < rules->copies ? *n + 1 : *n);
    }
}

static inline void seed_with(const char *text) {
    state = strtoull(text, NULL, 10) * 2654435769u + 88172645463325252u;
}

#endif
