/* All best partitions of a hand, each once, guided by the exact value of what is left.
 *
 * The tiles are settled in the order of their codes: the lowest tile left is either left
 * over (with all its copies) or the lowest natural tile of a meld. Every partition into
 * melds has one such story, if melds with the same lowest tile are taken in the order of
 * their choices. A step is taken only when the value reached and rm_best of the rest still
 * add up to the target, so a walk hardly ever turns back.
 */
#include <string.h>

#include "walk.h"

enum { LOW_RUNS, HIGH_ACE_RUNS, GROUPS, NO_MORE };

/* ---- runs ------------------------------------------------------------------- */

/* The smallest set of joker places, not below `from`, that makes a run on the span. */
static int find_jokers(unsigned span, unsigned fixed, unsigned have, int limit, unsigned from,
                       unsigned *mask) {
    unsigned must = span & ~have & ~fixed, may = span & have & ~fixed;
    int spare = limit - rm_popcount(must);
    if (spare < 0) {
        return 0;
    }
    unsigned more = 0;
    while ((must | more) < from) {
        unsigned step = rm_popcount(more) < spare ? 1u : more & (0u - more);
        more = spare == 0 ? 0 : ((more | ~may) + step) & may;
        if (more == 0) {
            return 0;
        }
    }
    *mask = must | more;
    return 1;
}

/* Places with a natural tile for a run whose lowest natural tile lies on `place`. */
static unsigned naturals_for(const rm_chooser *c, int place) {
    const rm_rules *rules = &c->t->rules;
    unsigned lane = c->rest->one[c->color];
    unsigned have = lane & ~((2u << c->rank) - 1);
    int twin = c->rest->two[c->color] >> 1 & 1;
    if (c->rank == 1 && place == 1 && rules->ace_high && twin) {
        have |= 1u << (rules->ranks + 1);
    }
    return have;
}

/* The most tiles of a run from `low` on, of natural tiles on `have` and the jokers of the hand. */
static int longest_run(const rm_chooser *c, int low, unsigned have) {
    const rm_rules *rules = &c->t->rules;
    int most = rm_min(rules->max_run, rm_last_place(rules) - low + 1), jokers = c->most_jokers;
    for (int size = 0; size < most; size++) {
        jokers -= !(have >> (low + size) & 1);
        if (jokers < 0) {
            return size;
        }
    }
    return most;
}

static int next_run(const rm_chooser *c, int place, rm_choice *at, rm_found *meld) {
    const rm_rules *rules = &c->t->rules;
    /* Below the tile lie jokers alone, but below the ace above the top its whole run. */
    int below = place > rules->ranks ? place : c->most_jokers;
    int first = rm_max(rm_first_place(rules), place - below);
    unsigned have = naturals_for(c, place), mask;
    if (at->low == 0) {
        at->low = (uint8_t)place;
    }
    for (; at->low >= first; at->low--, at->size = 0, at->mask = 0) {
        int shortest = rm_max(rules->min_run, place - at->low + 1);
        if (at->size == 0) {
            at->size = (uint8_t)longest_run(c, at->low, have | 1u << place);
        }
        for (; at->size >= shortest; at->size--, at->mask = 0) {
            unsigned span = ((1u << at->size) - 1) << at->low;
            int limit = rm_min(c->most_jokers, at->size - rules->min_naturals);
            if (find_jokers(span, 1u << place, have, limit, at->mask, &mask)) {
                at->mask = (uint16_t)mask;
                *meld = (rm_found){RM_LAID_RUN,       at->low,        at->size,
                                   (uint8_t)c->color, (uint16_t)mask, 0};
                return 1;
            }
        }
    }
    return 0;
}

/* ---- groups ------------------------------------------------------------------- */

static int next_group(const rm_chooser *c, rm_choice *at, rm_found *meld) {
    const rm_rules *rules = &c->t->rules;
    unsigned own = 1u << c->color, others = 0;
    for (int k = c->color + 1; k < rules->colors; k++) {
        others |= (unsigned)(c->rest->one[k] >> c->rank & 1) << k;
    }
    int largest = rm_min(rules->max_group, rules->colors);
    for (; at->mask <= (own | others); at->mask++, at->jokers = 0) {
        unsigned mask = at->mask;
        int naturals = rm_popcount(mask);
        if ((mask & own) == 0 || (mask & ~(own | others)) != 0 || naturals < rules->min_naturals) {
            continue;
        }
        int low = rm_max(at->jokers, rules->min_group - naturals);
        if (low <= rm_min(c->most_jokers, largest - naturals)) {
            at->jokers = (uint8_t)low;
            *meld = (rm_found){RM_LAID_GROUP, (uint8_t)c->rank, (uint8_t)(naturals + low), 0, 0,
                               (uint16_t)mask};
            return 1;
        }
    }
    return 0;
}

/* ---- choices ------------------------------------------------------------------- */

rm_chooser rm_chooser_at(const rm_tables *t, const rm_hand *rest, int color, int rank) {
    rm_chooser chooser = {t, rest, color, rank, rm_min(rest->jokers, t->rules.max_jokers)};
    return chooser;
}

int rm_choose(const rm_chooser *c, rm_choice *at, rm_found *meld) {
    const rm_rules *rules = &c->t->rules;
    for (; at->stage != NO_MORE; *at = (rm_choice){(uint8_t)(at->stage + 1), 0, 0, 0, 0}) {
        int found = 0;
        if (at->stage == LOW_RUNS && (c->rank > 1 || rules->ace_low)) {
            found = next_run(c, c->rank, at, meld);
        } else if (at->stage == HIGH_ACE_RUNS && c->rank == 1 && rules->ace_high) {
            found = next_run(c, rules->ranks + 1, at, meld);
        } else if (at->stage == GROUPS) {
            found = next_group(c, at, meld);
        }
        if (found) {
            return 1;
        }
    }
    return 0;
}

void rm_pass(rm_choice *at) {
    if (at->stage == GROUPS) {
        at->jokers++;
    } else {
        at->mask++;
    }
}

/* ---- hands less melds ------------------------------------------------------------ */

static void take_tile(rm_hand *hand, int color, int rank) {
    uint16_t bit = (uint16_t)(1u << rank);
    if (hand->two[color] & bit) {
        hand->two[color] = (uint16_t)(hand->two[color] & ~bit);
    } else {
        hand->one[color] = (uint16_t)(hand->one[color] & ~bit);
    }
}

void rm_drop_tiles(rm_hand *hand, int color, int rank) {
    uint16_t keep = (uint16_t)~(1u << rank);
    hand->one[color] &= keep;
    hand->two[color] &= keep;
}

int64_t rm_take_meld(const rm_tables *t, rm_hand *hand, const rm_found *meld) {
    const rm_weights *w = &t->weights;
    int64_t sum = 0;
    if (meld->kind == RM_LAID_GROUP) {
        for (unsigned c = meld->colors; c != 0; c &= c - 1) {
            take_tile(hand, rm_lowest(c), meld->low);
            sum += w->group_tile[meld->low];
        }
        int jokers = meld->size - rm_popcount(meld->colors);
        hand->jokers -= jokers;
        return sum + jokers * w->group_joker[meld->low];
    }
    for (int p = meld->low; p < meld->low + meld->size; p++) {
        if (meld->jokers >> p & 1) {
            hand->jokers--;
            sum += w->run_joker[p];
        } else {
            take_tile(hand, meld->color, rm_rank_of_place(&t->rules, p));
            sum += w->run_tile[p];
        }
    }
    return sum;
}

int rm_meld_check(const rm_rules *rules, const rm_found *meld) {
    if (meld->kind == RM_LAID_GROUP) {
        int fits = meld->low >= 1 && meld->low <= rules->ranks && meld->colors >> rules->colors == 0
            && meld->size >= rm_popcount(meld->colors) && meld->size <= RM_MAX_COLORS;
        return fits ? RM_OK : RM_ERR_HAND;
    }
    int last = meld->low + meld->size - 1;
    int fits = meld->kind == RM_LAID_RUN && meld->color < rules->colors && meld->size > 0
        && meld->low >= rm_first_place(rules) && last <= rm_last_place(rules);
    return fits ? RM_OK : RM_ERR_HAND;
}

int64_t rm_meld_value(const rm_tables *tables, const rm_found *meld) {
    rm_hand nothing = {{0}, {0}, 0};
    return rm_take_meld(tables, &nothing, meld);
}

/* ---- the walk ------------------------------------------------------------------------ */

int rm_lowest_tile(const rm_rules *rules, const rm_hand *hand, int *color, int *rank) {
    for (int c = 0; c < rules->colors; c++) {
        if (hand->one[c]) {
            *color = c;
            *rank = rm_lowest(hand->one[c]);
            return 1;
        }
    }
    return 0;
}

/* No partition of a hand is worth more. */
static int64_t most_of(const rm_tables *t, const rm_hand *hand) {
    int64_t most = hand->jokers * t->best_joker;
    for (int c = 0; c < t->rules.colors; c++) {
        for (unsigned one = hand->one[c]; one != 0; one &= one - 1) {
            most += t->best_tile[rm_lowest(one)];
        }
        for (unsigned two = hand->two[c]; two != 0; two &= two - 1) {
            most += t->best_tile[rm_lowest(two)];
        }
    }
    return most;
}

/* Puts the lowest tile that some meld can hold into a frame; rank 0 when there is none. */
static void find_lowest(const rm_tables *t, rm_walk_frame *frame) {
    int color = 0, rank = 0;
    rm_drop_meldless(t, &frame->rest);
    frame->most = frame->value + most_of(t, &frame->rest);
    rm_lowest_tile(&t->rules, &frame->rest, &color, &rank);
    frame->color = (uint8_t)color;
    frame->rank = (uint8_t)rank;
}

/* Is there nothing more to lay, as every meld more would win? */
static int reached(const rm_walk *walk, int64_t value) {
    return walk->tables->every_meld_wins && value == walk->target;
}

static void push(rm_walk *walk, const rm_hand *rest, int64_t value, const rm_found *meld) {
    rm_walk_frame *frame = &walk->frames[walk->depth];
    frame->rest = *rest;
    frame->value = value;
    frame->left_tried = 0;
    frame->by_meld = meld != NULL;
    frame->choice = (rm_choice){LOW_RUNS, 0, 0, 0, 0};
    frame->color = frame->rank = 0;
    if (!reached(walk, value)) {
        find_lowest(walk->tables, frame);
    }
    if (meld != NULL) {
        const rm_walk_frame *parent = frame - 1;
        if (frame->rank == parent->rank && frame->color == parent->color) {
            frame->choice = parent->choice;
        }
        walk->melds[walk->n_melds++] = *meld;
    }
    walk->depth++;
}

static void pop(rm_walk *walk) {
    walk->depth--;
    walk->n_melds -= walk->frames[walk->depth].by_meld;
}

static int is_end(const rm_walk *walk, const rm_walk_frame *frame) {
    return frame->rank == 0 || reached(walk, frame->value);
}

/* Nothing is worth more than the target, so that reaching it is all that is asked of the rest. */
static int reaches(const rm_walk *walk, const rm_hand *rest, int64_t value, rm_scratch *scratch) {
    return rm_reaches(walk->tables, rest, walk->target - value, scratch);
}

/* Can the target be reached if all copies of the lowest tile are left over? */
static int may_leave(const rm_walk *walk, const rm_walk_frame *frame) {
    int copies = 1 + (frame->rest.two[frame->color] >> frame->rank & 1);
    return frame->most - copies * walk->tables->best_tile[frame->rank] >= walk->target;
}

/* Goes one step down from the top frame; 0 when its choices are used up. */
static int step_down(rm_walk *walk, rm_walk_frame *frame, rm_scratch *scratch) {
    rm_hand rest = frame->rest;
    if (!frame->left_tried) {
        frame->left_tried = 1;
        rm_drop_tiles(&rest, frame->color, frame->rank);
        if (may_leave(walk, frame) && reaches(walk, &rest, frame->value, scratch)) {
            push(walk, &rest, frame->value, NULL);
            return 1;
        }
    }
    rm_chooser c = rm_chooser_at(walk->tables, &frame->rest, frame->color, frame->rank);
    rm_found meld;
    for (; rm_choose(&c, &frame->choice, &meld); rm_pass(&frame->choice)) {
        rest = frame->rest;
        int64_t value = frame->value + rm_take_meld(walk->tables, &rest, &meld);
        if (reaches(walk, &rest, value, scratch)) {
            push(walk, &rest, value, &meld);
            rm_pass(&frame->choice);
            return 1;
        }
    }
    return 0;
}

void rm_walk_start(rm_walk *walk, const rm_tables *tables, const rm_hand *hand, int64_t target) {
    walk->tables = tables;
    walk->target = target;
    walk->depth = 0;
    walk->n_melds = 0;
    push(walk, hand, 0, NULL);
}

int rm_walk_next(rm_walk *walk, rm_scratch *scratch) {
    while (walk->depth > 0) {
        rm_walk_frame *frame = &walk->frames[walk->depth - 1];
        if (is_end(walk, frame)) {
            if (frame->left_tried || frame->value != walk->target) {
                pop(walk);
                continue;
            }
            frame->left_tried = 1; /* told now; the next call takes it off */
            return 1;
        }
        if (!step_down(walk, frame, scratch)) {
            pop(walk);
        }
    }
    return 0;
}

/* ---- every meld ------------------------------------------------------------------------ */

void rm_melds_start(rm_walk *walk, const rm_tables *tables, const rm_hand *hand) {
    rm_walk_start(walk, tables, hand, -1); /* no target: the frame gets its lowest tile */
}

int rm_melds_next(rm_walk *walk) {
    rm_walk_frame *frame = &walk->frames[0];
    while (frame->rank != 0) {
        rm_hand whole = frame->rest;
        rm_chooser c = rm_chooser_at(walk->tables, &whole, frame->color, frame->rank);
        if (rm_choose(&c, &frame->choice, &walk->melds[0])) {
            rm_pass(&frame->choice);
            return 1;
        }
        rm_drop_tiles(&frame->rest, frame->color, frame->rank);
        frame->choice = (rm_choice){LOW_RUNS, 0, 0, 0, 0};
        find_lowest(walk->tables, frame);
    }
    return 0;
}
