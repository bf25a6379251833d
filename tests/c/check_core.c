/* Solving, all partitions and openings: two searches agree, and every partition of a walk is
 * worth its target, fits the hand and is legal. Usage: check_core SEED ROUNDS */
#include "check.h"

enum { MOST_TILES = 28 };

static rm_scratch *scratch, *second;
static rm_large *large;
static rm_walk *walk;

static void set_up(void) {
    if (scratch) return;
    scratch = memory(rm_scratch_size());
    second = memory(rm_scratch_size());
    large = memory(rm_large_size());
    walk = memory(sizeof *walk);
}

/* Checks the melds of the walk; returns what they are worth. */
static int64_t check_partition(const rm_rules *rules, const rm_tables *tables,
                               const uint8_t counts[RM_CODES]) {
    int used[RM_CODES] = {0};
    int64_t value = 0;
    for (int i = 0; i < walk->n_melds; i++) {
        check_meld(rules, &walk->melds[i], used);
        value += rm_meld_value(tables, &walk->melds[i]);
    }
    for (int code = 0; code < RM_CODES; code++) {
        CHECK(used[code] <= counts[code]);
    }
    return value;
}

static int64_t points_of_walk(const rm_tables *points) {
    int64_t sum = 0;
    for (int i = 0; i < walk->n_melds; i++) {
        sum += rm_meld_value(points, &walk->melds[i]);
    }
    return sum;
}

/* Every legal meld of the hand fits it, each in its turn. */
static void check_melds(const rm_rules *rules, const rm_tables *tables,
                        const uint8_t counts[RM_CODES]) {
    rm_hand hand = hand_of(rules, counts);
    rm_found last = {0};
    rm_melds_start(walk, tables, &hand);
    for (int found = 0; found < 200 && rm_melds_next(walk); found++) {
        int used[RM_CODES] = {0};
        check_meld(rules, &walk->melds[0], used);
        for (int code = 0; code < RM_CODES; code++) {
            CHECK(used[code] <= counts[code]);
        }
        CHECK(!found || memcmp(&last, &walk->melds[0], sizeof last) != 0);
        last = walk->melds[0];
    }
}

/* `most`: the most points of a best partition, if all of them have been seen, else -1. */
static void check_opening(const rm_rules *rules, const rm_tables *tables, const rm_tables *points,
                          const uint8_t counts[RM_CODES], int64_t best, int64_t most) {
    rm_hand hand = hand_of(rules, counts);
    int64_t limit = rm_best(points, &hand, second), value = -1;
    int64_t least = (int64_t)draw(256) * (limit + 2) / 255;
    int found = rm_opening(tables, points, &hand, least, scratch, second, walk, &value);
    CHECK(found == (limit >= least));
    if (!found) return;
    CHECK(check_partition(rules, tables, counts) == value && value <= best);
    CHECK(points_of_walk(points) >= least);
    CHECK(most < 0 || (value == best) == (most >= least));
}

static void check_hand(const rm_rules *rules, const rm_tables *tables, const rm_tables *points,
                       int jokers) {
    uint8_t counts[RM_CODES], deck[RM_CODES];
    uint64_t nodes = 0;
    whole_deck(rules, deck);
    deck[0] = (uint8_t)jokers;
    crowded_counts(rules, deck, draw(MOST_TILES), counts);
    rm_hand hand = hand_of(rules, counts);
    int64_t best = rm_best(tables, &hand, scratch), most = -1;
    CHECK(best >= 0);
    CHECK(rm_large_best(tables, &hand, large, &nodes) == best);
    rm_walk_start(walk, tables, &hand, best);
    int found = 0;
    for (; found < 50 && rm_walk_next(walk, scratch); found++) {
        CHECK(check_partition(rules, tables, counts) == best);
        int64_t sum = points_of_walk(points);
        most = sum > most ? sum : most;
    }
    CHECK(found > 0);
    check_opening(rules, tables, points, counts, best, found < 50 ? most : -1);
    check_melds(rules, tables, counts);
}

static void check_round(void) {
    set_up();
    rm_rules rules = any_rules();
    rm_weights weights = random_weights(), other = random_weights();
    int jokers = (int)draw(rules.jokers + 1u);
    rm_tables *tables = build_tables(&rules, &weights, jokers);
    rm_tables *points = build_tables(&rules, &other, jokers);
    rm_scratch_clear(scratch);
    rm_scratch_clear(second);
    int hands = 1 + (int)draw(20);
    for (int i = 0; i < hands && !(i && drained()); i++) {
        check_hand(&rules, tables, points, jokers);
    }
    free(tables);
    free(points);
}
