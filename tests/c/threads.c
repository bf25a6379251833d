/* Eight threads, each with rules and memory of its own, ask everything at once; asked again one
 * after another they get the same answers. For the thread sanitizer. Usage: threads SEED ROUNDS */
#include <pthread.h>

#include "check.h"

enum { THREADS = 8, HANDS = 20, ANSWERS = 5 };

typedef struct {
    uint64_t seed;
    int64_t answer[HANDS][ANSWERS];
} job;

static void ask(const rm_rules *rules, const rm_tables *tables, rm_scratch *scratch, void *space,
                void *work, int64_t answer[ANSWERS]) {
    uint8_t counts[RM_CODES], deck[RM_CODES];
    rm_weights weights = even_weights(1, 1);
    rm_laid melds[RM_MAX_TABLE];
    rm_cover_query query;
    rm_turn turn = {.banned = RM_PAD, .opened = 1};
    rm_plan plan;
    int distance = -2;
    random_counts(rules, counts);
    whole_deck(rules, deck);
    rm_hand hand = hand_of(rules, counts);
    rm_cover_anything(rules, &query);
    answer[0] = rm_best(tables, &hand, scratch);
    answer[1] = rm_cover_hand(rules, &query, &hand, NULL);
    best_melds(rules, &weights, counts, space, &answer[2], melds);
    CHECK(rm_layoff_best(rules, &turn, counts, NULL, 0, work, rm_layoff_size(), &plan) == RM_OK);
    answer[3] = plan.value;
    CHECK(rm_distance(rules, deck, counts, size_of(counts), RM_PAIRS_ANY, &distance) == RM_OK);
    answer[4] = distance;
}

static void *work_on(void *data) {
    job *j = data;
    state = j->seed;
    rm_rules rules = random_rules();
    rm_weights weights = random_weights();
    rm_tables *tables = build_tables(&rules, &weights, rules.jokers);
    rm_scratch *scratch = memory(rm_scratch_size());
    void *space = memory(rm_turn_space()), *work = memory(rm_layoff_size());
    for (int i = 0; i < HANDS; i++) {
        ask(&rules, tables, scratch, space, work, j->answer[i]);
    }
    free(tables);
    free(scratch);
    free(space);
    free(work);
    return NULL;
}

static void check_round(void) {
    pthread_t threads[THREADS];
    job *together = memory(THREADS * sizeof(job)), *alone = memory(THREADS * sizeof(job));
    for (int i = 0; i < THREADS; i++) {
        together[i].seed = alone[i].seed = 1 + draw(65536) + 65536ull * draw(65536);
        CHECK(pthread_create(&threads[i], NULL, work_on, &together[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++) CHECK(pthread_join(threads[i], NULL) == 0);
    for (int i = 0; i < THREADS; i++) work_on(&alone[i]);
    CHECK(memcmp(together, alone, THREADS * sizeof(job)) == 0);
    free(together);
    free(alone);
}
