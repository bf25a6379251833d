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
    return rm_min(s->cap, len - s->min_naturals);
}

static void set_limits(rd_state *s) {
    const rm_rules *r = s->rules;
    s->first = r->ace_low ? 1 : 2;
    s->last = r->ranks + (r->ace_high ? 1 : 0);
    s->cap = r->max_jokers;
    s->min_naturals = r->min_naturals;
    s->run_min = r->min_run;
    s->group_min = rm_max(r->min_group, r->min_naturals);
    s->group_max = rm_min(r->max_group, r->colors);
    s->min_len = s->group_max < s->group_min ? s->run_min : rm_min(s->run_min, s->group_min);
    int loose_run = rm_min(s->cap, s->jokers) <= s->run_min - s->min_naturals;
    int split = rm_min(r->max_run, 2 * s->run_min - 1);
    s->run_most = loose_run ? split : r->max_run;
    s->span = loose_run || s->min_naturals == 1 ? split : rm_min(r->max_run, RM_MAX_RANKS);
    s->capped = s->jokers > rm_min(s->cap, s->min_len - s->min_naturals);
    s->cut_low = s->run_most == 2 * s->run_min - 1;
    s->useful_jokers = rm_min(s->held, s->cap * (s->size / s->min_len));
}

/* Numbers the kinds of one colour; `have` and `two` are masks of ranks. */
static void add_kinds(rd_state *s, int color, unsigned have, unsigned two) {
    int kind = s->kinds;
    for (unsigned left = have; left; left &= left - 1) {
        int code = 13 * color + rm_lowest(left);
        s->bit_of[code] = (uint8_t)kind;
        s->code[kind++] = (uint8_t)code;
    }
    int n = rm_popcount(have);
    s->hand.one |= (((uint64_t)1 << n) - 1) << s->kinds;
    for (unsigned left = two; left; left &= left - 1)
        s->hand.two |= (uint64_t)1 << s->bit_of[13 * color + rm_lowest(left)];
    s->naturals += n + rm_popcount(two);
    s->kinds = kind;
}

/* The counts of eight tiles in a word, the first in the lowest byte. */
static uint64_t eight(const uint8_t *counts) {
    uint64_t word = 0;
    for (int i = 7; i >= 0; i--) word = word << 8 | counts[i];
    return word;
}

/* The lowest bit of every byte, gathered into eight bits. */
static unsigned gathered(uint64_t word) {
    return (unsigned)((word & 0x0101010101010101u) * 0x0102040810204080u >> 56);
}

/* Masks of ranks from the counts, each 0..3, of the 16 codes from rank 0 on. */
static void read_masks(rd_state *s, const uint8_t *held, const uint8_t *out, int color) {
    unsigned ranks = (2u << s->rules->ranks) - 2, have = 0, two = 0, spare = 0, some = 0;
    for (int half = 0; half < 16; half += 8) {
        uint64_t h = eight(held + half), o = eight(out + half);
        have |= gathered(h | h >> 1) << half;
        two |= gathered(h >> 1) << half;
        some |= gathered(o | o >> 1) << half;
        spare |= gathered(o >> 1) << half;
    }
    s->have[color] = (uint16_t)(have & ranks);
    s->two[color] = (uint16_t)(two & ranks);
    s->gone[color] = (uint16_t)(~some & ranks);
    s->spare[color] = (uint16_t)(spare & ranks);
}

/* Lays out one colour; RM_ERR_HAND when there are too many kinds. */
static int read_color(rd_state *s, const uint8_t *held, const uint8_t *out, int color) {
    read_masks(s, held, out, color);
    unsigned have = s->have[color], gone = s->gone[color];
    if (s->kinds + rm_popcount(have) > RD_KINDS) return RM_ERR_HAND;
    add_kinds(s, color, have, s->two[color]);
    unsigned top = (unsigned)s->rules->ranks + 1; /* the ace again */
    s->plane[color] = (uint16_t)(have | (have >> 1 & 1) << top);
    s->blocked[color] = (uint16_t)(gone | (gone >> 1 & 1) << top);
    return RM_OK;
}

/* Lays the question out; RM_ERR_HAND when the hand does not fit into what is in play. */
int rd_setup(rd_state *s, const rm_rules *rules, const uint8_t in_play[RM_CODES],
             const uint8_t hand[RM_CODES], int size) {
    s->rules = rules;
    s->size = size;
    s->kinds = s->naturals = 0;
    s->hand.one = s->hand.two = 0;
    uint8_t held[RM_CODES + 5] = {0}, out[RM_CODES + 5] = {0}; /* read in eights */
    unsigned wrong = 0;
    for (int code = 0; code < RM_CODES; code++) {
        unsigned left = (unsigned)in_play[code] - hand[code];
        wrong |= left | (hand[code] + 249u); /* bit 8: none left, or more than six */
        held[code] = hand[code];
        s->out[code] = out[code] = (uint8_t)left;
        s->bit_of[code] = RD_NONE;
    }
    for (int code = 1; code < RM_CODES; code++) wrong |= in_play[code] + 253u; /* more than two */
    if (wrong >> 8 || in_play[0] > RM_MAX_JOKERS || size < 0 || size > RM_MAX_CLOSED)
        return RM_ERR_HAND;
    for (int color = 0; color < rules->colors; color++) {
        int status = read_color(s, held + 13 * color, out + 13 * color, color);
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
    if (!s->class_lens[part.cost])
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
        int room = rm_min(s->jokers, jokers_of_meld(s, len));
        int from = rm_max(s->first, high - len + 1), to = rm_min(low, s->last - len + 1);
        for (int start = from; start <= to; start++)
            if (rm_popcount(blocked & (((1u << len) - 1) << start)) <= room) return 1;
        if (jokers_of_meld(s, len) >= rm_min(s->jokers, s->cap)) return 0;
    }
    return 0;
}

static void add_run(rd_state *s, int color, uint64_t hits, unsigned cells, int low, int high) {
    int count = rm_popcount(cells), span = high - low + 1;
    int len = rm_max(s->run_min, span);
    if (span >= 2 * s->run_min && count > s->run_min + s->min_naturals - 1)
        return; /* it would split */
    if (s->blocked[color] && !run_can_stand(s, color, cells, low, high, len)) return;
    rd_part part = {hits,         (uint16_t)cells,       RD_END, RD_RUN, (uint8_t)color,
                    (uint8_t)len, (uint8_t)(len - count)};
    add_part(s, part);
}

/* The parts that leave some of the tiles between their ends to others. */
static void add_sparse_runs(rd_state *s, int color, uint64_t hits, unsigned cells, int low,
                            int high) {
    unsigned ends = 1u << low | 1u << high, between = cells & ~ends;
    if (!s->jokers) between &= ~(unsigned)s->blocked[color]; /* nothing could take their place */
    for (unsigned left = between; left; left = (left - 1) & between) {
        uint64_t taken = hits;
        for (unsigned bits = left; bits; bits &= bits - 1)
            taken &= ~((uint64_t)1 << s->bit_of[rd_code(s, color, rm_lowest(bits))]);
        add_run(s, color, taken, cells & ~left, low, high);
    }
}

static void add_runs(rd_state *s, int color) {
    unsigned plane = s->plane[color] & ((2u << s->last) - (1u << s->first));
    for (; plane; plane &= plane - 1) {
        int low = rm_lowest(plane);
        uint64_t first = (uint64_t)1 << s->bit_of[rd_code(s, color, low)], hits = first;
        unsigned cells = 1u << low;
        for (unsigned rest = plane & (plane - 1); rest; rest &= rest - 1) {
            int high = rm_lowest(rest);
            if (high - low >= s->span) break;
            uint64_t bit = (uint64_t)1 << s->bit_of[rd_code(s, color, high)];
            if (bit == first && !(s->hand.two & bit))
                break; /* the ace at both ends takes both copies */
            hits |= bit;
            int sparse = cells != 1u << low;
            cells |= 1u << high;
            add_run(s, color, hits, cells, low, high);
            if (sparse) add_sparse_runs(s, color, hits, cells, low, high);
        }
    }
}

static void add_group(rd_state *s, int rank, unsigned colors) {
    int count = rm_popcount(colors), len = rm_max(s->group_min, count);
    uint64_t hits = 0;
    if (count > s->group_max) return;
    unsigned all = (1u << s->rules->colors) - 1;
    int room = rm_popcount(all & ~rd_colors_at(s, s->gone, rank) & ~colors)
        + rm_min(s->jokers, jokers_of_meld(s, len));
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
        s->class_lens[cost] = 0;
    }
    unsigned once = 0, twice = 0; /* ranks of one colour and of two */
    for (int color = 0; color < s->rules->colors; color++) {
        add_runs(s, color);
        twice |= once & s->have[color];
        once |= s->have[color];
    }
    if (s->group_max < s->group_min) return;
    for (; twice; twice &= twice - 1) {
        int rank = rm_lowest(twice);
        unsigned has = rd_colors_at(s, s->have, rank);
        for (unsigned set = has; set; set = (set - 1) & has)
            if (set & (set - 1)) add_group(s, rank, set);
    }
}

/* The least that `rest` tiles can lack when only parts of a cost and above may still be taken:
 * one row for every cost, from parts without a tile of the hand in common or not. */
static void set_bounds(rd_state *s) {
    uint8_t *row = s->least;
    for (int rest = 0; rest <= s->size; rest++)
        row[rest] = (uint8_t)(rest - rm_min(rest / s->min_len, s->naturals));
    for (int cost = RD_COSTS - 1; cost >= 0; cost--) {
        if (!s->class_lens[cost]) continue;
        for (int len = 2; s->class_lens[cost] >> len; len++) {
            if (!(s->class_lens[cost] >> len & 1) || cost >= len - len / s->min_len) continue;
            for (int rest = len; rest <= s->size; rest++)
                row[rest] = (uint8_t)rm_min(row[rest], row[rest - len] + cost);
        }
        for (int rest = 0; rest <= s->size; rest++) s->bound[cost][rest] = row[rest];
    }
}

/* Chains the parts in order of cost and prepares the bounds. */
void rd_link_parts(rd_state *s) {
    uint16_t *link = &s->head;
    s->head = RD_END;
    for (int cost = 0; cost < RD_COSTS; cost++) {
        if (!s->class_lens[cost]) continue;
        *link = s->class_head[cost];
        link = &s->part[s->class_tail[cost]].next;
    }
    *link = RD_END;
    set_bounds(s);
}
