/* The chance to close within one, two or three own draws, counted in whole numbers.
 *
 * One draw: the unseen copies of what closes. Two draws: all closed hands within two tiles are
 * listed once; each says which tile closes after which other tile was drawn and which tile of
 * the hand was thrown, so the best discard after every first draw is a matter of sets. Three
 * draws: every first draw, then two draws after every discard.
 *
 * Where there is a tile too many the list is made once for all discards and played against each.
 */
#include "distance.h"

enum { NO_KIND = RM_MAX_CLOSED + 2, THROWN = RM_MAX_CLOSED + 3 };

/* A set of tile codes. */
typedef struct {
    uint64_t low, high;
} code_set;

typedef struct {
    uint8_t unseen[RM_CODES];
    code_set two;                    /* natural tiles with two unseen copies */
    code_set at_once;                /* what closes with the first draw */
    code_set then[RM_CODES][THROWN]; /* what closes second, by first draw and thrown kind */
    code_set after[THROWN];          /* what closes second after any first draw */
    int closed;                      /* it is closed before any draw */
} odds_table;

typedef struct {
    const rm_rules *rules;
    const uint8_t *in_play, *hand;
    int size, pair_jokers, unseen;
} odds_question;

static void put(code_set *set, int code) {
    if (code < 64)
        set->low |= (uint64_t)1 << code;
    else
        set->high |= (uint64_t)1 << (code - 64);
}

static code_set joined(code_set a, code_set b) {
    code_set c = {a.low | b.low, a.high | b.high};
    return c;
}

static int is_in(code_set set, int code) {
    return (int)((code < 64 ? set.low >> code : set.high >> (code - 64)) & 1);
}

static int bits_of(uint64_t x) {
    x = x - (x >> 1 & 0x5555555555555555u);
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (int)(x * 0x0101010101010101u >> 56);
}

/* Unseen copies of the tiles of a set once one tile has been drawn (RM_CODES: none). */
static int copies_of(const odds_table *table, code_set set, int drawn) {
    int sum = bits_of(set.low & table->two.low) + bits_of(set.low);
    if (set.high) sum += bits_of(set.high & table->two.high) + bits_of(set.high);
    if (set.low & 1) sum += table->unseen[0] - 1;
    return drawn < RM_CODES && is_in(set, drawn) ? sum - 1 : sum;
}

static void clear(odds_table *table, const uint8_t *in_play, const uint8_t *hand) {
    code_set none = {0, 0};
    table->at_once = table->two = none;
    table->closed = 0;
    for (int kind = 0; kind < THROWN; kind++) {
        table->after[kind] = none;
        for (int code = 0; code < RM_CODES; code++) table->then[code][kind] = none;
    }
    for (int code = 0; code < RM_CODES; code++) {
        table->unseen[code] = (uint8_t)(in_play[code] - hand[code]);
        if (code && table->unseen[code] == 2) put(&table->two, code);
    }
}

/* Enters a closed hand that needs no, one or two tiles and leaves as many of the hand loose. */
static void enter(odds_table *table, const rm_closed *closed, int kinds) {
    const uint8_t *need = closed->need;
    if (closed->count == 0) table->closed = 1;
    if (closed->count == 1) {
        put(&table->at_once, need[0]);
        put(&table->after[NO_KIND], need[0]);
    }
    for (int kind = 0; kind <= kinds; kind++) {
        int is_loose = kind == kinds ? closed->loose_jokers > 0 : (int)(closed->one >> kind & 1);
        if (!is_loose) continue;
        if (closed->count == 1) {
            put(&table->after[kind], need[0]);
        } else if (closed->count == 2) {
            put(&table->then[need[0]][kind], need[1]);
            put(&table->then[need[1]][kind], need[0]);
        }
    }
}

static rm_closed closed_of(const uint8_t *need, int count, rd_loose loose, int loose_jokers) {
    rm_closed closed = {loose.one, loose.two, {0, 0}, (uint8_t)count, (uint8_t)loose_jokers};
    for (int i = 0; i < count; i++) closed.need[i] = need[i];
    return closed;
}

static int note(rd_state *s, const uint8_t *need, int count, rd_loose loose, int loose_jokers) {
    rm_closed closed = closed_of(need, count, loose, loose_jokers);
    enter(s->context, &closed, s->kinds);
    return count == 0; /* it is closed already */
}

/* Lists the closed hands within `goal` tiles. */
static int list_closed(rd_state *s, int goal, int pair_jokers, rd_visit visit, void *context) {
    s->visit = visit;
    s->context = context;
    s->goal = goal;
    s->budget = goal + s->useful_jokers;
    s->depth = 0;
    return rd_walk(s, s->head, s->hand, s->size, 0) || rd_pairs_visit(s, pair_jokers);
}

/* The most copies that close second after a first draw, over all discards. */
static int best_second(const odds_table *table, int kinds, int drawn) {
    int best = copies_of(table, table->after[NO_KIND], drawn);
    for (int kind = 0; kind <= kinds; kind++) {
        code_set set = joined(table->after[kind], table->then[drawn][kind]);
        if (set.low | set.high) best = rm_max(best, copies_of(table, set, drawn));
    }
    return best;
}

/* Ways to close within two draws. */
static int64_t ways_of_table(const odds_table *table, int kinds, int unseen) {
    int64_t ways = 0;
    if (table->closed) return (int64_t)unseen * (unseen - 1);
    for (int code = 0; code < RM_CODES; code++) {
        if (!table->unseen[code]) continue;
        int second = is_in(table->at_once, code) ? unseen - 1 : best_second(table, kinds, code);
        ways += (int64_t)table->unseen[code] * second;
    }
    return ways;
}

/* Ways to close within one or two draws, of unseen * (unseen - 1) or unseen ways in all. */
static int64_t ways_of_hand(const odds_question *q, int draws, int *status) {
    rd_state s;
    odds_table table;
    *status = rd_prepare(&s, q->rules, q->in_play, q->hand, q->size);
    if (*status != RM_OK) return 0;
    clear(&table, q->in_play, q->hand);
    list_closed(&s, draws, q->pair_jokers, note, &table);
    if (draws == 2) return ways_of_table(&table, s.kinds, q->unseen);
    return table.closed ? q->unseen : copies_of(&table, table.at_once, RM_CODES);
}

/* ---- a tile too many ------------------------------------------------------------------------ */

typedef struct {
    rm_closed *closed;
    size_t count, space;
} closed_list;

static int store(rd_state *s, const uint8_t *need, int count, rd_loose loose, int loose_jokers) {
    closed_list *list = s->context;
    if (list->count == list->space) return 1;
    list->closed[list->count++] = closed_of(need, count, loose, loose_jokers);
    return 0;
}

/* What a closed hand is to the hand without one tile of a kind; 0: out of reach. */
static int without(rm_closed *closed, int kind, int kinds, uint8_t code, int unseen) {
    int is_loose = kind == kinds ? closed->loose_jokers > 0 : (int)(closed->one >> kind & 1);
    if (is_loose && kind == kinds) {
        closed->loose_jokers--;
    } else if (is_loose) {
        rd_loose loose = {closed->one, closed->two};
        loose = rd_without(loose, (uint64_t)1 << kind);
        closed->one = loose.one;
        closed->two = loose.two;
    } else {
        /* It holds the tile that is thrown, so another copy would have to come. */
        int again = 1;
        for (int i = 0; i < closed->count; i++) again += closed->need[i] == code;
        if (closed->count == 2 || again > unseen) return 0;
        closed->need[closed->count++] = code;
    }
    return 1;
}

static int64_t ways_without(const rd_state *s, const closed_list *list, odds_table *table,
                            const odds_question *q, int kind) {
    uint8_t code = kind == s->kinds ? 0 : s->code[kind];
    clear(table, q->in_play, q->hand);
    for (size_t i = 0; i < list->count; i++) {
        rm_closed closed = list->closed[i];
        if (without(&closed, kind, s->kinds, code, table->unseen[code]))
            enter(table, &closed, s->kinds);
    }
    return ways_of_table(table, s->kinds, q->unseen);
}

/* Ways to close within two draws after the discards wanted, by code; -1: not asked for. */
static int ways_of_discards(const odds_question *q, const uint8_t *wanted, closed_list *list,
                            int64_t ways[RM_CODES]) {
    rd_state s;
    odds_table table;
    int status = rd_prepare(&s, q->rules, q->in_play, q->hand, q->size);
    if (status != RM_OK) return status;
    for (int code = 0; code < RM_CODES; code++) ways[code] = -1;
    list->count = 0;
    if (list_closed(&s, 2, q->pair_jokers, store, list)) return RM_ERR_SPACE;
    for (int kind = 0; kind < s.kinds; kind++)
        if (wanted[s.code[kind]]) ways[s.code[kind]] = ways_without(&s, list, &table, q, kind);
    if (s.held && wanted[0]) ways[0] = ways_without(&s, list, &table, q, s.kinds);
    return RM_OK;
}

int rm_odds_of_discards(const rm_rules *rules, const uint8_t in_play[RM_CODES],
                        const uint8_t hand[RM_CODES], int size, int pair_jokers,
                        const uint8_t wanted[RM_CODES], rm_closed *work, size_t space,
                        int64_t ways[RM_CODES], int64_t *total) {
    closed_list list = {work, 0, space};
    odds_question q = {rules, in_play, hand, size, pair_jokers, 0};
    for (int code = 0; code < RM_CODES; code++) q.unseen += in_play[code] - hand[code];
    *total = (int64_t)q.unseen * (q.unseen - 1);
    return q.unseen < 2 ? RM_ERR_HAND : ways_of_discards(&q, wanted, &list, ways);
}

/* ---- three draws ------------------------------------------------------------------------------ */

/* The best two draws over all discards, the slow way: one hand after the other. */
static int64_t best_of_hands(const odds_question *q, int *status) {
    uint8_t in_play[RM_CODES], hand[RM_CODES];
    odds_question left = {q->rules, in_play, hand, q->size, q->pair_jokers, q->unseen};
    int64_t best = 0;
    for (int code = 0; code < RM_CODES; code++) {
        in_play[code] = q->in_play[code];
        hand[code] = q->hand[code];
    }
    for (int thrown = 0; thrown < RM_CODES && *status == RM_OK; thrown++) {
        if (!hand[thrown]) continue;
        hand[thrown]--;
        in_play[thrown]--;
        int64_t ways = ways_of_hand(&left, 2, status);
        best = ways > best ? ways : best;
        hand[thrown]++;
        in_play[thrown]++;
    }
    return best;
}

static int64_t best_of_discards(const odds_question *q, closed_list *list, int *status) {
    int64_t ways[RM_CODES], best = 0;
    *status = ways_of_discards(q, q->hand, list, ways);
    if (*status == RM_ERR_SPACE) {
        *status = RM_OK;
        return best_of_hands(q, status);
    }
    for (int code = 0; code < RM_CODES; code++) best = ways[code] > best ? ways[code] : best;
    return best;
}

static int64_t ways_of_three(const odds_question *q, closed_list *list, int *status) {
    uint8_t hand[RM_CODES];
    odds_question more = {q->rules, q->in_play, hand, q->size, q->pair_jokers, q->unseen - 1};
    int64_t ways = 0;
    for (int code = 0; code < RM_CODES; code++) hand[code] = q->hand[code];
    for (int drawn = 0; drawn < RM_CODES && *status == RM_OK; drawn++) {
        int copies = q->in_play[drawn] - hand[drawn], distance = 0;
        if (!copies) continue;
        hand[drawn]++;
        *status = rm_distance(q->rules, q->in_play, hand, q->size, q->pair_jokers, &distance);
        if (distance == 0)
            ways += copies * (int64_t)(q->unseen - 1) * (q->unseen - 2);
        else if (*status == RM_OK && distance > 0 && distance <= 2)
            ways += copies * best_of_discards(&more, list, status);
        hand[drawn]--;
    }
    return ways;
}

int rm_odds(const rm_rules *rules, const uint8_t in_play[RM_CODES], const uint8_t hand[RM_CODES],
            int size, int pair_jokers, int draws, rm_closed *work, size_t space, int64_t *numerator,
            int64_t *denominator) {
    closed_list list = {work, 0, space};
    odds_question q = {rules, in_play, hand, size, pair_jokers, 0};
    int distance = 0;
    for (int code = 0; code < RM_CODES; code++) q.unseen += in_play[code] - hand[code];
    int status = rm_distance(rules, in_play, hand, size, pair_jokers, &distance);
    draws = rm_min(draws, q.unseen);
    *numerator = distance == 0;
    *denominator = 1;
    if (status != RM_OK || distance == 0 || draws <= 0 || distance < 0 || distance > draws)
        return status;
    for (int k = 0; k < draws; k++) *denominator *= q.unseen - k;
    *numerator = draws == 3 ? ways_of_three(&q, &list, &status) : ways_of_hand(&q, draws, &status);
    return status;
}
