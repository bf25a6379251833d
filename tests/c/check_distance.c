/* Distances, useful tiles and chances: the nearest closed hand is closed and as near as was said,
 * a tile is useful when drawing it lowers the distance, chances grow with the draws, and no
 * deadwood to lose is no distance. Usage: check_distance SEED ROUNDS */
#include "check.h"

enum { MOST_TILES = 12 };

static void *space;

typedef struct {
    rm_rules rules;
    uint8_t in_play[RM_CODES], hand[RM_CODES];
    int size, pair_jokers;
} question;

static int distance_of(const question *q) {
    int distance = -2;
    CHECK(rm_distance(&q->rules, q->in_play, q->hand, q->size, q->pair_jokers, &distance) == RM_OK);
    CHECK(distance >= -1 && distance <= q->size);
    return distance;
}

static int is_closed(const question *q, const uint8_t counts[RM_CODES]) {
    rm_cover_query query;
    rm_hand hand = hand_of(&q->rules, counts);
    rm_cover_anything(&q->rules, &query);
    return rm_cover_hand(&q->rules, &query, &hand, NULL)
        || (q->size == 14 && rm_cover_pairs(&hand, 7, q->pair_jokers, 0, RM_PAD));
}

static void check_nearest(const question *q, int distance) {
    uint8_t nearest[RM_CODES] = {0};
    int same = -2, missing = 0;
    CHECK(rm_nearest(&q->rules, q->in_play, q->hand, q->size, q->pair_jokers, nearest, &same)
          == RM_OK);
    CHECK(same == distance);
    if (distance < 0) return;
    CHECK(size_of(nearest) == q->size && is_closed(q, nearest));
    for (int code = 0; code < RM_CODES; code++) {
        CHECK(nearest[code] <= q->in_play[code]);
        missing += nearest[code] > q->hand[code] ? nearest[code] - q->hand[code] : 0;
    }
    CHECK(missing == distance);
}

/* Returns the unseen copies of what is useful. */
static int check_useful(const question *q, int distance) {
    uint8_t useful[RM_CODES] = {0};
    int same = -2, copies = 0;
    CHECK(rm_useful(&q->rules, q->in_play, q->hand, q->size, q->pair_jokers, useful, &same)
          == RM_OK);
    CHECK(same == distance);
    for (int code = 0; code < RM_CODES; code++) {
        question drawn = *q;
        if (q->hand[code] == q->in_play[code]) {
            CHECK(!useful[code]);
            continue;
        }
        drawn.hand[code]++;
        CHECK(distance_of(&drawn) == distance - useful[code]);
        copies += useful[code] * (q->in_play[code] - q->hand[code]);
    }
    return copies;
}

static void check_odds(const question *q, int distance, int copies) {
    rm_closed room[256];
    int64_t ways[3], all[3];
    size_t space = draw(257); /* however much there is, the answer is the same */
    for (int draws = 1; draws <= 2; draws++) {
        CHECK(rm_odds(&q->rules, q->in_play, q->hand, q->size, q->pair_jokers, draws, room, space,
                      &ways[draws], &all[draws])
              == RM_OK);
        CHECK(0 <= ways[draws] && ways[draws] <= all[draws]);
        CHECK((ways[draws] > 0) == (distance >= 0 && distance <= draws));
    }
    CHECK(distance != 1 || ways[1] == copies);
    CHECK(ways[1] * all[2] <= ways[2] * all[1]);
}

static void check_deadwood(const question *q, int tile, int joker) {
    uint8_t points[RM_CODES];
    int distance = -2, naturals = size_of(q->hand) - q->hand[0];
    int64_t all = (int64_t)tile * naturals + (int64_t)joker * q->hand[0], laid = 0;
    rm_weights weights = even_weights(tile, joker);
    rm_laid melds[RM_MAX_TABLE];
    memset(points, tile, sizeof points);
    points[0] = (uint8_t)joker;
    int limit = (int)draw(40);
    if (best_melds(&q->rules, &weights, q->hand, space, &laid, melds) < 0) return;
    CHECK(rm_deadwood_distance(&q->rules, q->in_play, q->hand, size_of(q->hand), points, limit,
                               &distance)
          == RM_OK);
    CHECK(distance >= -1 && (distance == 0) == (all - laid <= limit));
}

static void check_hand(const rm_rules *rules) {
    question q = {.rules = *rules, .pair_jokers = (int)draw(4)};
    whole_deck(rules, q.in_play);
    crowded_counts(rules, q.in_play, 1 + draw(MOST_TILES), q.hand);
    for (int code = 0; code < RM_CODES; code++) { /* some tiles are seen elsewhere */
        if (q.in_play[code] > q.hand[code] && draw(3) == 0) q.in_play[code]--;
    }
    q.size = size_of(q.hand) + (draw(3) ? 0 : (int)draw(4)); /* far hands take very long */
    int distance = distance_of(&q);
    check_nearest(&q, distance);
    int copies = check_useful(&q, distance);
    if (size_of(q.hand) == q.size) {
        CHECK((distance == 0) == is_closed(&q, q.hand));
        check_odds(&q, distance, copies);
        check_deadwood(&q, 1 + (int)draw(9), (int)draw(30));
    }
}

static void check_round(void) {
    if (!space) space = memory(rm_turn_space());
    rm_rules rules = random_rules(); /* among all rules are some that take very long */
    int hands = 1 + (int)draw(4);
    for (int i = 0; i < hands && !(i && drained()); i++) {
        check_hand(&rules);
    }
}
