/* How many tiles must be exchanged until the deadwood of a hand is within a limit.
 *
 * The hand that is wanted has melds of m tiles and other tiles that are worth little enough. For
 * every m the closed hands of m tiles in reach are listed; each is made up to the full size with
 * the cheapest loose tiles and, as far as the goal allows, the cheapest tiles from outside.
 */
#include "distance.h"

typedef struct {
    const uint8_t *points;
    int more; /* tiles beside the melds */
    int goal, limit;
} deadwood_ask;

/* The least points of `wanted` tiles, given how many there are of each number of points. */
static int cheapest(const uint8_t tiles[256], int wanted) {
    int sum = 0;
    for (int points = 0; points < 256 && wanted; points++) {
        int n = rm_min(wanted, tiles[points]);
        sum += n * points;
        wanted -= n;
    }
    return wanted ? -1 : sum;
}

static int made_up(rd_state *s, const uint8_t *need, int count, rd_loose loose, int loose_jokers) {
    const deadwood_ask *ask = s->context;
    uint8_t inside[256] = {0}, outside[256] = {0};
    (void)need; /* out counts what is left outside without it */
    for (int k = 0; k < s->kinds; k++) {
        int n = (int)((loose.one >> k & 1) + (loose.two >> k & 1));
        inside[ask->points[s->code[k]]] = (uint8_t)(inside[ask->points[s->code[k]]] + n);
    }
    inside[ask->points[0]] = (uint8_t)(inside[ask->points[0]] + loose_jokers);
    for (int code = 1; code < RM_CODES; code++)
        outside[ask->points[code]] = (uint8_t)(outside[ask->points[code]] + s->out[code]);
    for (int n = 0; n <= rm_min(ask->goal - count, ask->more); n++) {
        int new_points = cheapest(outside, n), old_points = cheapest(inside, ask->more - n);
        if (new_points >= 0 && old_points >= 0 && new_points + old_points <= ask->limit) return 1;
    }
    return 0;
}

static int reaches(const rm_rules *rules, const uint8_t *in_play, const uint8_t *hand, int melded,
                   deadwood_ask *ask, int *status) {
    rd_state s;
    *status = rd_prepare(&s, rules, in_play, hand, melded);
    if (*status != RM_OK) return 0;
    s.visit = made_up;
    s.context = ask;
    s.goal = ask->goal;
    s.budget = s.goal + s.useful_jokers;
    s.depth = 0;
    return rd_walk(&s, s.head, s.hand, melded, 0);
}

int rm_deadwood_distance(const rm_rules *rules, const uint8_t in_play[RM_CODES],
                         const uint8_t hand[RM_CODES], int size, const uint8_t points[RM_CODES],
                         int limit, int *distance) {
    int status = RM_OK;
    *distance = -1;
    for (int goal = 0; goal <= size; goal++)
        for (int melded = size; melded >= 0; melded--) {
            deadwood_ask ask = {points, size - melded, goal, limit};
            int found = reaches(rules, in_play, hand, melded, &ask, &status);
            if (status != RM_OK) return status;
            if (found) {
                *distance = goal;
                return RM_OK;
            }
        }
    return RM_OK;
}
