/* What comes from outside: any bytes in place of rule structs, hands, rows and melds lead to a
 * status, never to a fault; what passes agrees by both ways in. Usage: check_border SEED ROUNDS */
#include "check.h"

static void draw_bytes(void *to, size_t size) {
    for (size_t i = 0; i < size; i++) ((uint8_t *)to)[i] = (uint8_t)draw(256);
}

/* A struct of any bytes passes only where tables can be built for it. */
static void check_rules_struct(void) {
    rm_rules rules;
    draw_bytes(&rules, sizeof rules);
    int status = rm_rules_check(&rules);
    CHECK(status == RM_OK || status == RM_ERR_RULES);
    CHECK(strlen(rm_status_text((int)draw(256) - 128)) > 0);
}

/* A hand by counts and by codes: both take it, or neither does. */
static void check_counts(const rm_rules *rules) {
    uint8_t counts[RM_CODES] = {0}, row[2 * RM_CODES];
    size_t size = 0;
    for (unsigned i = draw(20); i > 0; i--) counts[draw(RM_CODES)] = (uint8_t)draw(4);
    for (uint8_t code = 0; code < RM_CODES; code++) {
        for (int i = 0; i < counts[code] && size < sizeof row; i++) row[size++] = code;
    }
    rm_hand by_counts, by_codes;
    int status = rm_hand_from_counts(rules, counts, &by_counts);
    CHECK(status == RM_OK || status == RM_ERR_HAND);
    CHECK(rm_hand_from_codes(rules, row, size, &by_codes) == status);
    CHECK(status != RM_OK || memcmp(&by_counts, &by_codes, sizeof by_codes) == 0);
    draw_bytes(counts, sizeof counts);
    status = rm_hand_from_counts(rules, counts, &by_counts);
    CHECK(status == RM_OK || status == RM_ERR_HAND);
}

/* Rows of any bytes: the check of a row and the way in by codes say the same. */
static void check_rows(const rm_rules *rules) {
    uint8_t tiles[4 * 32], deck[RM_CODES];
    whole_deck(rules, deck);
    size_t width = 1 + draw(32);
    for (size_t i = 0; i < 4 * width; i++) {
        tiles[i] = (uint8_t)(draw(4) ? draw(rules->ranks + 1u) : draw(256));
    }
    rm_rows rows = {.tiles = tiles, .deck = deck, .width = width, .most = (uint8_t)width};
    for (size_t i = 0; i < 4; i++) {
        rm_hand hand;
        int status = rm_hand_from_codes(rules, tiles + i * width, width, &hand);
        CHECK((rm_rows_check(&rows, i, i + 1) == i + 1) == (status == RM_OK));
    }
}

static void check_melds(const rm_rules *rules) {
    rm_found meld;
    draw_bytes(&meld, sizeof meld);
    int status = rm_meld_check(rules, &meld);
    CHECK(status == RM_OK || status < 0);
}

/* Counts of any size: a distance, or a status. Rules like those of games: melds of two make the
 * search long. */
static void check_questions(void) {
    rm_rules game = random_rules(), *rules = &game;
    uint8_t in_play[RM_CODES], hand[RM_CODES] = {0}, out[RM_CODES], points[RM_CODES];
    int distance = 0, size = (int)draw(32) - 16;
    rm_closed room[64];
    int64_t ways, all;
    whole_deck(rules, in_play);
    for (unsigned i = draw(4); i > 0; i--) in_play[draw(RM_CODES)] = (uint8_t)draw(256);
    for (unsigned i = draw(12); i > 0; i--) hand[draw(RM_CODES)] = (uint8_t)draw(3);
    draw_bytes(points, sizeof points);
    int pairs = (int)draw(4);
    int status = rm_distance(rules, in_play, hand, size, pairs, &distance);
    CHECK(status == RM_OK || status == RM_ERR_HAND || status == RM_ERR_SPACE);
    CHECK(rm_nearest(rules, in_play, hand, size, pairs, out, &distance) == status);
    CHECK(rm_useful(rules, in_play, hand, size, pairs, out, &distance) == status);
    CHECK(rm_odds(rules, in_play, hand, size, pairs, 1, room, draw(65), &ways, &all) == status);
    int deadwood = rm_deadwood_distance(rules, in_play, hand, size_of(hand), points, (int)draw(256),
                                        &distance);
    CHECK(deadwood == RM_OK || deadwood == RM_ERR_HAND || deadwood == RM_ERR_SPACE);
}

/* Deals hold tiles of the deck only, and are the same again. */
static void check_deals(const rm_rules *rules) {
    uint8_t deck[RM_CODES], out[3 * RM_DECK], again[RM_DECK], picks[8];
    whole_deck(rules, deck);
    size_t width = 1 + draw((unsigned)size_of(deck));
    uint64_t seed = draw(65536), first = draw(65536);
    rm_deal(deck, seed, first, 3, width, out);
    rm_deal(deck, seed, first + 2, 1, width, again);
    CHECK(memcmp(out + 2 * width, again, width) == 0);
    for (size_t row = 0; row < 3; row++) {
        uint8_t counts[RM_CODES] = {0};
        for (size_t i = 0; i < width; i++) {
            CHECK(out[row * width + i] < RM_CODES);
            CHECK(++counts[out[row * width + i]] <= deck[out[row * width + i]]);
        }
    }
    uint32_t bound = 1 + draw(256);
    rm_pick(seed, first, sizeof picks, bound, picks);
    for (size_t i = 0; i < sizeof picks; i++) CHECK(picks[i] < bound);
}

/* Too little memory is a status. */
static void check_space(const rm_rules *rules) {
    rm_weights weights = random_weights();
    uint8_t deck[RM_CODES];
    size_t used = 0, size = rm_tables_bound(rules, 0);
    rm_count *count = NULL;
    whole_deck(rules, deck);
    void *block = memory(size);
    int status = rm_tables_build(rules, &weights, 0, block, draw(65536) * size / 65536, &used);
    CHECK(status == RM_OK || status == RM_ERR_SPACE);
    size_t little = draw(2048);
    void *memory_of_count = memory(little + 1);
    status = rm_count_begin(rules, deck, 14, 0, memory_of_count, little, &count);
    CHECK(status == RM_ERR_SPACE);
    free(memory_of_count);
    free(block);
}

static void check_round(void) {
    rm_rules rules = any_rules();
    check_rules_struct();
    check_counts(&rules);
    check_rows(&rules);
    check_melds(&rules);
    check_questions();
    check_deals(&rules);
    check_space(&rules);
}
