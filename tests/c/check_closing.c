/* Closings: a cover agrees with the best value of its tiles, its melds hold just these tiles and
 * lie within the lanes, and what may be left out is what leaves a cover.
 * Usage: check_closing SEED ROUNDS */
#include "check.h"

enum { MOST_TILES = 16 };

static void *space;

static void within_lanes(const rm_rules *rules, const rm_cover_query *query, const rm_found *meld) {
    for (int p = meld->low; meld->kind == RM_LAID_RUN && p < meld->low + meld->size; p++) {
        const uint16_t *lane = meld->jokers >> p & 1 ? query->run_joker : query->run_tile;
        CHECK(lane[meld->color] >> p & 1);
    }
    if (meld->kind == RM_LAID_RUN) return;
    int faces = 0;
    for (int c = 0; c < rules->colors; c++) {
        int natural = meld->colors >> c & 1;
        CHECK(!natural || (query->group_tile[c] >> meld->low & 1));
        faces += !natural && (query->group_joker[c] >> meld->low & 1);
    }
    CHECK(meld->size - rm_popcount(meld->colors) <= faces);
}

/* Asks for a cover and checks its melds; 1 when there is one. */
static int check_cover(const rm_rules *rules, const rm_cover_query *query,
                       const uint8_t counts[RM_CODES]) {
    rm_cover cover;
    rm_hand hand = hand_of(rules, counts);
    int used[RM_CODES] = {0}, found = rm_cover_hand(rules, query, &hand, &cover);
    CHECK(rm_cover_hand(rules, query, &hand, NULL) == found);
    if (found != 1) return found;
    for (int i = 0; i < cover.n_melds; i++) {
        check_meld(rules, &cover.melds[i], used);
        within_lanes(rules, query, &cover.melds[i]);
    }
    CHECK((cover.spare != RM_PAD) == query->spare && (!query->spare || cover.spare != query->kept));
    if (query->spare) used[cover.spare]++;
    for (int code = 0; code < RM_CODES; code++) {
        CHECK(used[code] == counts[code]);
    }
    return 1;
}

/* Is there a tile, not `kept`, without which the others have a cover? */
static int with_one_out(const rm_rules *rules, const rm_cover_query *query,
                        const uint8_t counts[RM_CODES], int kept) {
    rm_cover_query all = *query;
    all.spare = 0;
    for (int code = 0; code < RM_CODES; code++) {
        uint8_t less[RM_CODES];
        if (!counts[code] || code == kept) continue;
        memcpy(less, counts, sizeof less);
        less[code]--;
        if (check_cover(rules, &all, less)) return 1;
    }
    return 0;
}

static void random_lanes(rm_cover_query *query) {
    uint16_t *lanes[] = {query->run_tile, query->run_joker, query->group_tile, query->group_joker};
    for (int i = 0; i < 4; i++) {
        for (int c = 0; c < RM_MAX_COLORS; c++) {
            if (draw(4) == 0) lanes[i][c] = (uint16_t)(lanes[i][c] & draw(65536));
        }
    }
}

/* What is left out, found tile by tile, against what rm_closings says. */
static void check_closings(const rm_rules *rules, const rm_pattern_query *queries, size_t n,
                           const uint8_t counts[RM_CODES], int kept) {
    uint8_t codes[RM_CODES];
    uint32_t met[RM_CODES];
    rm_hand hand = hand_of(rules, counts);
    int found = rm_closings(rules, queries, n, &hand, kept, codes, met), seen = 0;
    CHECK(found >= 0);
    for (int code = 0; code < RM_CODES; code++) {
        uint8_t less[RM_CODES];
        if (!counts[code] || code == kept) continue;
        memcpy(less, counts, sizeof less);
        less[code]--;
        rm_hand others = hand_of(rules, less);
        int64_t patterns = rm_patterns(rules, queries, n, &others);
        if (!patterns) continue;
        CHECK(seen < found && codes[seen] == code && met[seen] == patterns);
        seen++;
    }
    CHECK(seen == found);
}

static void check_hand(const rm_rules *rules) {
    uint8_t counts[RM_CODES], deck[RM_CODES];
    rm_cover_query plain, query;
    whole_deck(rules, deck);
    crowded_counts(rules, deck, draw(MOST_TILES), counts);
    rm_laid melds[RM_MAX_TABLE];
    rm_weights weights = even_weights(1, 1);
    int64_t laid = 0;
    rm_cover_anything(rules, &plain);
    int covered = check_cover(rules, &plain, counts);
    if (best_melds(rules, &weights, counts, space, &laid, melds) >= 0) {
        CHECK(covered == (laid == size_of(counts)));
    }
    query = plain;
    random_lanes(&query);
    CHECK(check_cover(rules, &query, counts) <= covered);
    query.fours = (uint8_t)draw(3);
    query.fours_same = (uint8_t)draw(2);
    query.fours_pure = (uint8_t)draw(2);
    if (rules->max_group >= 4 && rules->min_group <= 4 && rules->colors >= 4) {
        CHECK(check_cover(rules, &query, counts) <= covered);
    }
    query.fours = 0;
    query.spare = 1;
    query.kept = (uint8_t)(draw(2) ? RM_PAD : draw(RM_CODES));
    int spared = check_cover(rules, &query, counts);
    CHECK(spared == with_one_out(rules, &query, counts, query.kept));
    rm_pattern_query queries[3] = {{.query = plain, .pattern = 0, .needs = RM_PAD},
                                   {.query = query, .pattern = 1, .needs = 0},
                                   {.pattern = 2, .needs = RM_PAD, .pairs = 7}};
    queries[1].query.spare = 0;
    queries[2].pair_jokers = (uint8_t)(1 + draw(3));
    check_closings(rules, queries, 3, counts, query.kept);
}

/* As many melds as there can be: every tile of the largest deck, two by two. */
static void check_most_melds(void) {
    rm_rules rules = {.colors = RM_MAX_COLORS,
                      .ranks = RM_MAX_RANKS,
                      .copies = RM_MAX_COPIES,
                      .jokers = RM_MAX_JOKERS,
                      .min_run = 2,
                      .max_run = 2,
                      .min_group = 2,
                      .max_group = 2,
                      .ace_low = 1,
                      .min_naturals = 1,
                      .max_jokers = 1};
    uint8_t deck[RM_CODES];
    rm_cover_query query;
    rm_cover cover;
    whole_deck(&rules, deck);
    rm_hand hand = hand_of(&rules, deck);
    rm_cover_anything(&rules, &query);
    CHECK(check_cover(&rules, &query, deck) == 1);
    CHECK(rm_cover_hand(&rules, &query, &hand, &cover) == 1 && cover.n_melds == RM_MAX_MELDS);
}

static void check_round(void) {
    if (!space) space = memory(rm_turn_space());
    rm_rules rules = any_rules();
    int hands = 1 + (int)draw(20);
    for (int i = 0; i < hands && !(i && drained()); i++) {
        check_hand(&rules);
    }
    check_most_melds();
}
