/* The parts of a hand: sets of its tiles that one meld can hold, and a bound on what they lack.
 *
 * A closed hand T splits into melds, and each meld takes a set of tiles from the hand. Sets of
 * two and more are parts; they are listed once, with the fewest tiles that a meld around them
 * has and how many of these the hand lacks. Every subset counts as a part of its own, so that a
 * tile may be left to another meld and a joker put in its place. Longer melds than 2 * min_run - 1
 * split into shorter ones and need no parts, unless jokers keep them from splitting.
 */
#include "distance.h"

static int jokers_of_meld(const rd_state *s, int len) {
    return rd_min(s->cap, len - s->min_naturals);
}

static void set_limits(rd_state *s) {
    const rm_rules *r = s->rules;
    s->first = r->ace_low ? 1 : 2;
    s->last = r->ranks + (r->ace_high ? 1 : 0);
    s->cap = r->max_jokers;
    s->min_naturals = r->min_naturals;
    s->run_min = r->min_run;
    s->group_min = rd_max(r->min_group, r->min_naturals);
    s->group_max = rd_min(r->max_group, r->colors);
    s->min_len = s->group_max < s->group_min ? s->run_min : rd_min(s->run_min, s->group_min);
    int loose_run = rd_min(s->cap, s->jokers) <= s->run_min - s->min_naturals;
    int split = rd_min(r->max_run, 2 * s->run_min - 1);
    s->run_most = loose_run ? split : r->max_run;
    s->span = loose_run || s->min_naturals == 1 ? split : rd_min(r->max_run, RM_MAX_RANKS);
    s->capped = s->jokers > rd_min(s->cap, s->min_len - s->min_naturals);
    s->useful_jokers = rd_min(s->held, s->cap * (s->size / s->min_len));
}

static void add_kind(rd_state *s, uint8_t code, int copies) {
    uint64_t bit = (uint64_t)1 << s->kinds;
    s->bit_of[code] = (uint8_t)s->kinds;
    s->code[s->kinds++] = code;
    s->hand.one |= bit;
    if (copies > 1) s->hand.two |= bit;
    s->naturals += copies;
}

static int read_color(rd_state *s, const uint8_t *in_play, const uint8_t *hand, int color) {
    const rm_rules *r = s->rules;
    unsigned have = 0, gone = 0;
    uint8_t color_bit = (uint8_t)(1u << color);
    for (int rank = 1; rank <= r->ranks; rank++) {
        uint8_t code = (uint8_t)(13 * color + rank);
        if (hand[code] > in_play[code] || hand[code] > RM_MAX_COPIES) return RM_ERR_HAND;
        s->out[code] = (uint8_t)(in_play[code] - hand[code]);
        if (hand[code]) {
            if (s->kinds == RD_KINDS) return RM_ERR_HAND;
            add_kind(s, code, hand[code]);
            have |= 1u << rank;
            s->group_has[rank] |= color_bit;
        }
        if (s->out[code])
            s->group_can[rank] |= color_bit;
        else
            gone |= 1u << rank;
    }
    unsigned top = 1u << (r->ranks + 1); /* the ace again */
    s->plane[color] = (uint16_t)(have | (have & 2 ? top : 0));
    s->blocked[color] = (uint16_t)(gone | (gone & 2 ? top : 0));
    return RM_OK;
}

/* Lays the question out; RM_ERR_HAND when the hand does not fit into what is in play. */
int rd_setup(rd_state *s, const rm_rules *rules, const uint8_t in_play[RM_CODES],
             const uint8_t hand[RM_CODES], int size) {
    s->rules = rules;
    s->size = size;
    s->kinds = s->naturals = 0;
    s->hand.one = s->hand.two = 0;
    if (size < 0 || size > RM_MAX_CLOSED || hand[0] > in_play[0] || in_play[0] > RM_MAX_JOKERS)
        return RM_ERR_HAND;
    for (int code = 0; code < RM_CODES; code++) {
        s->out[code] = 0;
        s->bit_of[code] = RD_NONE;
    }
    for (int rank = 0; rank < 16; rank++) s->group_has[rank] = s->group_can[rank] = 0;
    for (int color = 0; color < rules->colors; color++) {
        int status = read_color(s, in_play, hand, color);
        if (status != RM_OK) return status;
    }
    s->held = hand[0];
    s->jokers = in_play[0];
    s->visit = NULL;
    s->nearest = NULL;
    s->overflow = 0;
    set_limits(s);
    return RM_OK;
}

static void add_part(rd_state *s, rd_part part) {
    if (s->parts == RD_PARTS) {
        s->overflow = 1;
        return;
    }
    uint16_t index = (uint16_t)s->parts++;
    part.next = RD_END;
    s->part[index] = part;
    if (s->class_head[part.cost] == RD_END)
        s->class_head[part.cost] = index;
    else
        s->part[s->class_tail[part.cost]].next = index;
    s->class_tail[part.cost] = index;
    s->class_lens[part.cost] |= 1u << part.len;
}

/* Is there a window of at least `len` places around the part whose gaps can be filled? */
static int run_can_stand(const rd_state *s, int color, unsigned cells, int low, int high, int len) {
    unsigned blocked = s->blocked[color] & ~cells;
    if (!blocked) return 1;
    for (; len <= s->run_most; len++) { /* a longer meld may have room for more jokers */
        int room = rd_min(s->jokers, jokers_of_meld(s, len));
        int from = rd_max(s->first, high - len + 1), to = rd_min(low, s->last - len + 1);
        for (int start = from; start <= to; start++)
            if (rd_bits(blocked & (((1u << len) - 1) << start)) <= room) return 1;
        if (jokers_of_meld(s, len) >= rd_min(s->jokers, s->cap)) return 0;
    }
    return 0;
}

static void add_run(rd_state *s, int color, uint64_t hits, unsigned cells, int low, int high) {
    int count = rd_bits(cells), span = high - low + 1;
    int len = rd_max(s->run_min, span);
    if (span >= 2 * s->run_min && count > s->run_min + s->min_naturals - 1)
        return; /* it would split */
    if (len > s->last - s->first + 1 || !run_can_stand(s, color, cells, low, high, len)) return;
    rd_part part = {hits,         (uint16_t)cells,       RD_END, RD_RUN, (uint8_t)color,
                    (uint8_t)len, (uint8_t)(len - count)};
    add_part(s, part);
}

/* All parts with ends at place[i] and place[j]: each tile between is taken or left. */
static void add_runs_between(rd_state *s, int color, const uint8_t *place, int i, int j) {
    const uint8_t *bit = s->bit_of;
    int low = place[i], high = place[j];
    uint64_t low_bit = (uint64_t)1 << bit[rd_code(s, color, low)];
    uint64_t high_bit = (uint64_t)1 << bit[rd_code(s, color, high)];
    if (low_bit == high_bit && !(s->hand.two & low_bit))
        return; /* the ace at both ends takes both copies */
    for (unsigned left = 0; left < 1u << (j - i - 1); left++) {
        uint64_t hits = low_bit | high_bit;
        unsigned cells = 1u << low | 1u << high;
        int possible = 1;
        for (int k = i + 1; k < j; k++) {
            if (!(left >> (k - i - 1) & 1)) {
                hits |= (uint64_t)1 << bit[rd_code(s, color, place[k])];
                cells |= 1u << place[k];
            } else if (!s->jokers && (s->blocked[color] >> place[k] & 1)) {
                possible = 0;
            }
        }
        if (possible) add_run(s, color, hits, cells, low, high);
    }
}

static void add_runs(rd_state *s, int color) {
    uint8_t place[RM_MAX_PLACES + 1];
    int n = 0;
    for (int p = s->first; p <= s->last; p++)
        if (s->plane[color] >> p & 1) place[n++] = (uint8_t)p;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n && place[j] - place[i] < s->span; j++)
            add_runs_between(s, color, place, i, j);
}

static void add_group(rd_state *s, int rank, unsigned colors) {
    int count = rd_bits(colors), len = rd_max(s->group_min, count);
    uint64_t hits = 0;
    if (count > s->group_max) return;
    int room = rd_bits(s->group_can[rank] & ~colors) + rd_min(s->jokers, jokers_of_meld(s, len));
    if (len - count > room) return;
    for (int color = 0; color < s->rules->colors; color++)
        if (colors >> color & 1) hits |= (uint64_t)1 << s->bit_of[13 * color + rank];
    rd_part part = {hits,         (uint16_t)colors,      RD_END, RD_GROUP, (uint8_t)rank,
                    (uint8_t)len, (uint8_t)(len - count)};
    add_part(s, part);
}

/* Lists the parts of the hand. */
void rd_find_parts(rd_state *s) {
    s->parts = 0;
    for (int cost = 0; cost < RD_COSTS; cost++) {
        s->class_head[cost] = RD_END;
        s->class_lens[cost] = 0;
    }
    for (int color = 0; color < s->rules->colors; color++) add_runs(s, color);
    if (s->group_max < s->group_min) return;
    for (int rank = 1; rank <= s->rules->ranks; rank++) {
        unsigned has = s->group_has[rank];
        for (unsigned set = has; set; set = (set - 1) & has)
            if (set & (set - 1)) add_group(s, rank, set);
    }
}

/* The least that `rest` tiles can lack when only parts of a cost and above may still be taken:
 * one row for every cost, from parts without a tile of the hand in common or not. */
static void set_bounds(rd_state *s) {
    uint8_t *row = s->least;
    for (int rest = 0; rest <= s->size; rest++)
        row[rest] = (uint8_t)(rest - rd_min(rest / s->min_len, s->naturals));
    for (int cost = RD_COSTS - 1; cost >= 0; cost--) {
        if (!s->class_lens[cost]) continue;
        for (int len = 2; s->class_lens[cost] >> len; len++) {
            if (!(s->class_lens[cost] >> len & 1) || cost >= len - len / s->min_len) continue;
            for (int rest = len; rest <= s->size; rest++)
                row[rest] = (uint8_t)rd_min(row[rest], row[rest - len] + cost);
        }
        for (int rest = 0; rest <= s->size; rest++) s->bound[cost][rest] = row[rest];
    }
}

/* Chains the parts in order of cost and prepares the bounds. */
void rd_link_parts(rd_state *s) {
    uint16_t *link = &s->head;
    s->head = RD_END;
    for (int cost = 0; cost < RD_COSTS; cost++) {
        if (s->class_head[cost] == RD_END) continue;
        *link = s->class_head[cost];
        link = &s->part[s->class_tail[cost]].next;
    }
    *link = RD_END;
    set_bounds(s);
}
