/* Checks the core from C, under the sanitizers: two searches agree, and every partition of a
 * walk is worth its target, fits the hand and comes once. Usage: check_core SEED ROUNDS */
#include "check.h"

static void check_partition(const rm_rules *rules, const rm_walk *walk, const rm_tables *tables,
                            const uint8_t counts[RM_CODES], int64_t target) {
    int used[RM_CODES] = {0};
    int64_t value = 0;
    for (int i = 0; i < walk->n_melds; i++) {
        const rm_found *meld = &walk->melds[i];
        int jokers = 0;
        CHECK(rm_meld_check(rules, meld) == RM_OK);
        value += rm_meld_value(tables, meld);
        for (int c = 0; meld->kind == RM_LAID_GROUP && c < rules->colors; c++) {
            used[rm_code(c, meld->low)] += meld->colors >> c & 1;
        }
        if (meld->kind == RM_LAID_GROUP) {
            jokers = meld->size - rm_popcount(meld->colors);
        }
        for (int p = meld->low; meld->kind == RM_LAID_RUN && p < meld->low + meld->size; p++) {
            int joker = meld->jokers >> p & 1;
            jokers += joker;
            used[joker ? 0 : rm_code(meld->color, rm_rank_of_place(rules, p))] += !joker;
        }
        used[0] += jokers;
        CHECK(jokers <= rules->max_jokers && meld->size - jokers >= rules->min_naturals);
        CHECK(meld->size >= (meld->kind == RM_LAID_RUN ? rules->min_run : rules->min_group));
        CHECK(meld->size <= (meld->kind == RM_LAID_RUN ? rules->max_run : rules->max_group));
    }
    CHECK(value == target);
    for (int code = 0; code < RM_CODES; code++) {
        CHECK(used[code] <= counts[code]);
    }
}

static void check_round(rm_scratch *scratch, rm_large *large, rm_walk *walk) {
    rm_rules rules = random_rules();
    rm_weights weights = random_weights();
    size_t size = rm_tables_bound(&rules, rules.jokers), used = 0;
    void *block = malloc(size);
    CHECK(block != NULL);
    CHECK(rm_tables_build(&rules, &weights, rules.jokers, block, size, &used) == RM_OK);
    CHECK(used <= size && rm_tables_used(block) == used);
    rm_tables *tables = realloc(block, used);
    rm_scratch_clear(scratch);
    for (int i = 0; i < 20; i++) {
        uint8_t counts[RM_CODES];
        rm_hand hand;
        uint64_t nodes = 0;
        random_counts(&rules, counts);
        CHECK(rm_hand_from_counts(&rules, counts, &hand) == RM_OK);
        int64_t best = rm_best(tables, &hand, scratch);
        CHECK(best >= 0);
        CHECK(rm_large_best(tables, &hand, large, &nodes) == best);
        rm_walk_start(walk, tables, &hand, best);
        int found = 0;
        for (; found < 50 && rm_walk_next(walk, scratch); found++) {
            check_partition(&rules, walk, tables, counts, best);
        }
        CHECK(found > 0);
    }
    free(tables);
}

int main(int argc, char **argv) {
    seed_with(argc > 1 ? argv[1] : "1");
    int rounds = argc > 2 ? atoi(argv[2]) : 20;
    rm_scratch *scratch = malloc(rm_scratch_size());
    rm_large *large = malloc(rm_large_size());
    rm_walk *walk = malloc(sizeof *walk);
    CHECK(scratch != NULL && large != NULL && walk != NULL);
    rm_large_clear(large);
    for (int i = 0; i < rounds; i++) {
        check_round(scratch, large, walk);
    }
    free(scratch);
    free(large);
    free(walk);
    printf("%d rounds agree\n", rounds);
    return 0;
}
