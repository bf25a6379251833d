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

static void *space, *work;

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

static rm_found found_of_meld(const rm_meld *meld) {
    rm_found found = {.kind = RM_LAID_GROUP, .low = meld->low};
    if (meld->kind == RM_RUN) {
        found.kind = RM_LAID_RUN;
        found.color = meld->color;
        found.size = (uint8_t)(meld->high - meld->low + 1);
        found.jokers = meld->jokers;
    } else {
        found.colors = meld->colors;
        found.size = (uint8_t)(rm_popcount(meld->colors) + meld->jokers);
    }
    return found;
}

static int see(void *data, const rm_plan *plan) {
    context *c = data;
    int tiles[RM_CODES] = {0};
    rm_rules grown = *c->rules; /* a new meld may be laid and grow in the same turn */
    if (!c->turn->cap_on_layoff) grown.max_jokers = RM_MAX_JOKERS;
    CHECK(plan->value == c->value);
    for (int i = 0; i < plan->count; i++) {
        rm_found meld = found_of_meld(&plan->melds[i]);
        int run = meld.kind == RM_LAID_RUN;
        if (plan->melds[i].base == RM_PAD) {
            check_meld(&grown, &meld, tiles);
            continue;
        }
        const rm_table_meld *old = &c->table[plan->melds[i].base];
        rm_found was = found_of_meld(&old->meld);
        int jokers = add_tiles(c->rules, &meld, 1, tiles);
        int before = add_tiles(c->rules, &was, -1, tiles);
        CHECK(meld.size >= was.size && meld.kind == was.kind);
        CHECK(meld.size <= (run ? c->rules->max_run : c->rules->max_group));
        CHECK(jokers <= grown.max_jokers);
        CHECK(c->turn->swap || jokers >= before);
    }
    tiles[plan->discard == RM_PAD ? 1 : plan->discard] += plan->discard != RM_PAD;
    CHECK(plan->discard == RM_PAD || plan->discard != c->turn->banned);
    CHECK(plan->discard == RM_PAD || c->turn->discard != RM_NO_DISCARD);
    CHECK(plan->discard != RM_PAD || c->turn->discard != RM_MUST_DISCARD);
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
static int random_table(const rm_rules *rules, const rm_weights *weights, uint8_t deck[RM_CODES],
                        rm_table_meld table[MELDS]) {
    uint8_t counts[RM_CODES];
    rm_laid laid[RM_MAX_TABLE];
    int used[RM_CODES] = {0};
    int64_t value;
    crowded_counts(rules, deck, 3 + draw(20), counts);
    int melds = min_of(best_melds(rules, weights, counts, space, &value, laid), MELDS);
    for (int i = 0; i < melds; i++) {
        rm_found meld = found_of(&laid[i]);
        check_meld(rules, &meld, used);
        table[i] = (rm_table_meld){.meld = as_meld(&meld), .touch = -1};
    }
    for (int code = 0; code < RM_CODES; code++) {
        CHECK(used[code] <= counts[code]);
        deck[code] = (uint8_t)(deck[code] - used[code]);
    }
    return melds < 0 ? 0 : melds;
}

static void set_options(rm_turn *turn) {
    turn->swap = (uint8_t)draw(2);
    turn->opened = (uint8_t)draw(2);
    turn->opening_points = (int32_t)draw(40);
    turn->discard = (uint8_t)draw(3);
    turn->banned = (uint8_t)(draw(2) ? RM_PAD : draw(RM_CODES));
    turn->kept = draw(2);
    turn->one_meld = draw(8) == 0;
    turn->cap_on_layoff = draw(4) > 0;
    turn->use_swapped = draw(4) == 0;
    turn->opening_single = draw(4) == 0;
}

static void check_hand(const rm_rules *rules, const rm_weights *weights, const rm_turn *plain) {
    uint8_t counts[RM_CODES], deck[RM_CODES];
    rm_table_meld table[MELDS];
    rm_plan plan;
    rm_turn turn = *plain;
    rm_laid laid[RM_MAX_TABLE];
    size_t size = rm_layoff_size();
    whole_deck(rules, deck);
    int melds = random_table(rules, weights, deck, table);
    crowded_counts(rules, deck, 3 + draw(14), counts);
    CHECK(rm_layoff_best(rules, &turn, counts, table, 0, work, size, &plan) == RM_OK);
    int64_t alone = plan.value, best;
    if (best_melds(rules, weights, counts, space, &best, laid) >= 0) {
        CHECK(alone == best);
    }
    CHECK(rm_layoff_best(rules, &turn, counts, table, melds, work, size, &plan) == RM_OK);
    CHECK(plan.value >= alone);
    set_options(&turn);
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

static void check_round(void) {
    if (!space) {
        space = memory(rm_turn_space());
        work = memory(rm_layoff_size());
    }
    rm_rules rules = any_rules();
    rm_weights weights = random_weights();
    rm_turn turn = make_turn(&weights);
    int hands = 1 + (int)draw(20);
    for (int i = 0; i < hands && !(i && drained()); i++) {
        check_hand(&rules, &weights, &turn);
    }
}
