/* Checks the search of a turn from C, under the sanitizers: without a table and a discard it is
 * worth what the solver says, a table never hurts, and every turn handed out is worth the best,
 * changes melds lawfully and plays tiles of the hand only. Usage: check_layoff SEED ROUNDS */
#include "check.h"

enum { MELDS = 12 };

typedef struct {
    const rm_rules *rules;
    const rm_turn *turn;
    const uint8_t *hand;
    const rm_table_meld *table;
    int64_t value;
    int plans;
} context;

static rm_meld as_meld(const rm_found *found) {
    rm_meld meld = {0};
    meld.base = RM_PAD;
    meld.low = found->low;
    if (found->kind == RM_LAID_RUN) {
        meld.kind = RM_RUN;
        meld.color = found->color;
        meld.high = (uint8_t)(found->low + found->size - 1);
        meld.jokers = found->jokers;
    } else {
        meld.kind = RM_GROUP;
        meld.colors = (uint8_t)found->colors;
        meld.jokers = (uint16_t)(found->size - rm_popcount(found->colors));
    }
    return meld;
}

/* Adds the tiles of a meld, times a sign; returns their number. */
static int add_tiles(const rm_rules *rules, const rm_meld *meld, int sign, int tiles[RM_CODES]) {
    int size = 0;
    for (int c = 0; meld->kind == RM_GROUP && c < rules->colors; c++) {
        int there = meld->colors >> c & 1;
        tiles[rm_code(c, meld->low)] += sign * there;
        size += there;
    }
    if (meld->kind == RM_GROUP) {
        tiles[0] += sign * meld->jokers;
        return size + meld->jokers;
    }
    for (int p = meld->low; p <= meld->high; p++) {
        int joker = meld->jokers >> p & 1;
        tiles[joker ? 0 : rm_code(meld->color, rm_rank_of_place(rules, p))] += sign;
        size++;
    }
    return size;
}

static int see(void *data, const rm_plan *plan) {
    context *c = data;
    int tiles[RM_CODES] = {0};
    CHECK(plan->value == c->value);
    for (int i = 0; i < plan->count; i++) {
        const rm_meld *meld = &plan->melds[i];
        int size = add_tiles(c->rules, meld, 1, tiles);
        int run = meld->kind == RM_RUN;
        CHECK(size <= (run ? c->rules->max_run : c->rules->max_group));
        if (meld->base != RM_PAD) {
            CHECK(size >= add_tiles(c->rules, &c->table[meld->base].meld, -1, tiles));
        } else {
            CHECK(size >= (run ? c->rules->min_run : c->rules->min_group));
        }
    }
    tiles[plan->discard == RM_PAD ? 1 : plan->discard] += plan->discard != RM_PAD;
    for (int code = 0; code < RM_CODES; code++) {
        CHECK(tiles[code] <= c->hand[code]);
        CHECK(code == 0 || tiles[code] >= 0);
    }
    return ++c->plans >= 200;
}

static rm_turn make_turn(const rm_weights *weights) {
    rm_turn turn = {0};
    for (int p = 0; p <= RM_MAX_PLACES; p++) {
        turn.run_tile[p] = weights->run_tile[p];
        turn.run_joker[p] = weights->run_joker[p];
        turn.open_run[p] = turn.open_run_joker[p] = p;
    }
    for (int r = 0; r <= RM_MAX_RANKS; r++) {
        turn.group_tile[r] = weights->group_tile[r];
        turn.group_joker[r] = weights->group_joker[r];
        turn.open_group[r] = turn.open_group_joker[r] = r;
    }
    for (int code = 0; code < RM_CODES; code++) {
        turn.thrown[code] = code % 13;
    }
    turn.banned = RM_PAD;
    turn.opened = turn.cap_on_layoff = 1;
    return turn;
}

/* Best melds of some hand of the deck as a table; what they take is taken from `deck`. */
static int random_table(const rm_rules *rules, const rm_tables *tables, rm_scratch *scratch,
                        rm_walk *walk, int deck[RM_CODES], rm_table_meld table[MELDS]) {
    uint8_t counts[RM_CODES];
    rm_hand hand;
    int melds = 0;
    random_counts(rules, counts);
    CHECK(rm_hand_from_counts(rules, counts, &hand) == RM_OK);
    rm_walk_start(walk, tables, &hand, rm_best(tables, &hand, scratch));
    if (!rm_walk_next(walk, scratch)) {
        return 0;
    }
    for (; melds < walk->n_melds && melds < MELDS; melds++) {
        table[melds] = (rm_table_meld){.meld = as_meld(&walk->melds[melds]), .touch = -1};
        add_tiles(rules, &table[melds].meld, -1, deck);
    }
    return melds;
}

static void check_hand(const rm_rules *rules, const rm_tables *tables, const rm_turn *plain,
                       rm_scratch *scratch, rm_walk *walk, void *work) {
    uint8_t counts[RM_CODES];
    int deck[RM_CODES];
    rm_table_meld table[MELDS];
    rm_plan plan;
    rm_hand hand;
    rm_turn turn = *plain;
    size_t size = rm_layoff_size();
    for (int code = 0; code < RM_CODES; code++) {
        deck[code] = code ? rules->copies : rules->jokers;
    }
    int melds = random_table(rules, tables, scratch, walk, deck, table);
    random_counts(rules, counts);
    for (int code = 0; code < RM_CODES; code++) {
        counts[code] = (uint8_t)(counts[code] < deck[code] ? counts[code] : deck[code]);
    }
    CHECK(rm_hand_from_counts(rules, counts, &hand) == RM_OK);
    CHECK(rm_layoff_best(rules, &turn, counts, table, 0, work, size, &plan) == RM_OK);
    CHECK(plan.value == rm_best(tables, &hand, scratch));
    int64_t alone = plan.value;
    CHECK(rm_layoff_best(rules, &turn, counts, table, melds, work, size, &plan) == RM_OK);
    CHECK(plan.value >= alone);
    turn.swap = (uint8_t)draw(2);
    turn.opened = (uint8_t)draw(2);
    turn.opening_points = (int32_t)draw(40);
    turn.discard = (uint8_t)draw(3);
    turn.kept = draw(2);
    turn.one_meld = draw(8) == 0;
    turn.cap_on_layoff = draw(4) > 0;
    turn.use_swapped = draw(4) == 0;
    turn.opening_single = draw(4) == 0;
    CHECK(rm_layoff_best(rules, &turn, counts, table, melds, work, size, &plan) == RM_OK);
    if (plan.count < 0) {
        return;
    }
    context c = {rules, &turn, counts, table, plan.value, 0};
    CHECK(rm_layoff_all(rules, &turn, counts, table, melds, plan.value, work, size, see, &c)
          == RM_OK);
    CHECK(c.plans > 0);
    CHECK(rm_layoff_best(rules, &turn, counts, table, melds, work, size - 1, &plan)
          == RM_ERR_SPACE);
}

int main(int argc, char **argv) {
    seed_with(argc > 1 ? argv[1] : "1");
    int rounds = argc > 2 ? atoi(argv[2]) : 20;
    rm_scratch *scratch = malloc(rm_scratch_size());
    rm_walk *walk = malloc(sizeof *walk);
    void *work = malloc(rm_layoff_size());
    CHECK(scratch != NULL && walk != NULL && work != NULL);
    for (int i = 0; i < rounds; i++) {
        rm_rules rules = random_rules();
        rm_weights weights = random_weights();
        rm_turn turn = make_turn(&weights);
        size_t size = rm_tables_bound(&rules, rules.jokers), used = 0;
        void *block = malloc(size);
        CHECK(rm_tables_build(&rules, &weights, rules.jokers, block, size, &used) == RM_OK);
        rm_scratch_clear(scratch);
        for (int k = 0; k < 20; k++) {
            check_hand(&rules, block, &turn, scratch, walk, work);
        }
        free(block);
    }
    free(scratch);
    free(walk);
    free(work);
    printf("%d rounds agree\n", rounds);
    return 0;
}
