/* Makes the chosen parts up to a closed hand: which tiles come in, and where the jokers go.
 *
 * Each part becomes a meld: a window of a run or some colours of a group, possibly longer than
 * need be. Tiles still missing to the size become melds with one tile of the hand, then melds
 * with none. Every empty cell takes a copy from outside while there is one and else a joker.
 * Held jokers may go to any empty cell, so without a cap only the sums count: hits + held jokers.
 * With a cap every meld has room for a few; `potential` is how many the melds take together.
 */
#include "distance.h"

/* One meld that is about to be filled. */
typedef struct {
    uint8_t cells[RM_MAX_PLACES]; /* codes of its empty cells */
    int empty, room;              /* empty cells; most jokers */
    int index;                    /* which meld it is */
    int color, start, len;        /* run: where it lies; group: color is -1 */
    unsigned members;             /* run: places of the hand's tiles; group: all its colours */
    /* after it */
    int rest, hits, from;
    rd_loose loose;
} rd_frame;

static int next_meld(rd_state *s, const rd_frame *after);

static void keep_nearest(rd_state *s, rd_loose loose, int jokers) {
    uint8_t *counts = s->nearest;
    for (int code = 0; code < RM_CODES; code++) counts[code] = 0;
    for (int k = 0; k < s->kinds; k++) {
        unsigned had = (unsigned)((s->hand.one >> k & 1) + (s->hand.two >> k & 1));
        unsigned left = (unsigned)((loose.one >> k & 1) + (loose.two >> k & 1));
        counts[s->code[k]] = (uint8_t)(had - left);
    }
    counts[0] = (uint8_t)s->placed;
    for (int i = 0; i < s->brought_count; i++) {
        int meld = s->brought_meld[i];
        if (counts[0] < jokers && s->used[meld] < s->room[meld]) {
            s->used[meld]++;
            counts[0]++;
        } else {
            counts[s->brought[i]]++;
        }
    }
}

/* Is a tile brought in of which a copy lies loose? Then it is not the closed hand it seems. */
static int brings_a_loose_tile(const rd_state *s, rd_loose loose) {
    for (int i = 0; i < s->brought_count; i++) {
        uint8_t bit = s->bit_of[s->brought[i]];
        if (bit != RD_NONE && (loose.one >> bit & 1)) return 1;
    }
    return 0;
}

static int finish(rd_state *s, const rd_frame *end) {
    if (!s->visit) {
        int jokers = rm_min(s->held, s->potential);
        if (s->size - end->hits - jokers > s->goal) return 0;
        if (s->nearest) keep_nearest(s, end->loose, jokers);
        return 1;
    }
    int outside = rm_max(0, s->placed - s->held);
    if (s->brought_count + outside > s->goal || brings_a_loose_tile(s, end->loose)) return 0;
    for (int i = 0; i < outside; i++) s->brought[s->brought_count + i] = 0;
    return s->visit(s, s->brought, s->brought_count + outside, end->loose,
                    rm_max(0, s->held - s->placed));
}

/* May one more tile come in from outside? Where all closed hands are listed, only the goal does. */
static int can_bring(const rd_state *s, int placed) {
    return !s->visit || s->brought_count + rm_max(0, placed - s->held) < s->goal;
}

/* Is a group with jokers on these empty cells the one form of its tiles? The jokers then have the
 * highest colours that they can have. */
static int is_form_of_group(const rd_state *s, const rd_frame *f, unsigned at) {
    unsigned missing = ((1u << s->rules->colors) - 1) & ~f->members, lowest = 0;
    if (!at) return 1;
    lowest = (unsigned)(f->cells[rm_lowest(at)] - 1) / 13;
    return !(missing >> lowest);
}

/* Two runs that meet: could the lower one give its upper tiles to the other? */
static int could_be_cut_lower(const rd_state *s, int len, int jokers) {
    return s->cut_low && len > s->run_min && jokers <= rm_min(s->cap, s->run_min - s->min_naturals);
}

/* The same of a run: it begins with a natural tile if it can, it is no group, and where two runs
 * meet the lower one is short. */
static int is_form_of_run(const rd_state *s, const rd_frame *f, unsigned at) {
    int end = f->start + f->len, jokers = rm_popcount(at);
    if ((at & 1) && !(f->members >> f->start & 1) && end <= s->last) return 0;
    if (f->len - jokers == 1 && f->len >= s->group_min && f->len <= s->group_max) return 0;
    for (int i = 0; i < f->index; i++) {
        int low = s->run_start[i], len = s->run_len[i];
        if (!len || s->run_color[i] != f->color) continue;
        int both = jokers + s->used[i];
        if ((low + len == f->start && could_be_cut_lower(s, len, both))
            || (end == low && could_be_cut_lower(s, f->len, both)))
            return 0;
    }
    return 1;
}

/* Equal closed hands come up in many forms; where all are listed, only one form goes on. */
static int is_one_form(rd_state *s, const rd_frame *f, unsigned at) {
    s->run_len[f->index] = (uint8_t)(f->color < 0 ? 0 : f->len);
    s->run_start[f->index] = (uint8_t)f->start;
    s->run_color[f->index] = (uint8_t)f->color;
    return f->color < 0 ? is_form_of_group(s, f, at) : is_form_of_run(s, f, at);
}

/* Fills the empty cells from `cell` on, those of `at` with jokers, then the next meld. */
static int fill_cells(rd_state *s, const rd_frame *f, int cell, int jokers, unsigned at) {
    int found = 0;
    if (cell == f->empty) {
        int room = rm_min(f->room, f->empty);
        if (s->visit && !is_one_form(s, f, at)) return 0;
        s->used[f->index] = (uint8_t)jokers;
        s->room[f->index] = (uint8_t)f->room;
        s->potential += room;
        found = next_meld(s, f);
        s->potential -= room;
        return found;
    }
    uint8_t code = f->cells[cell];
    int copies = s->out[code];
    if (copies && can_bring(s, s->placed)) {
        s->out[code]--;
        s->brought[s->brought_count] = code;
        s->brought_meld[s->brought_count++] = (uint8_t)f->index;
        found = fill_cells(s, f, cell + 1, jokers, at);
        s->brought_count--;
        s->out[code]++;
        if (found) return found;
    }
    if (copies && !s->visit && !s->decline) return 0;
    if (jokers < f->room && s->jokers && (s->placed < s->held || can_bring(s, s->placed))) {
        s->jokers--;
        s->placed++;
        found = fill_cells(s, f, cell + 1, jokers + 1, at | 1u << cell);
        s->placed--;
        s->jokers++;
    } else if (!copies) {
        s->contended = 1;
    }
    return found;
}

static int fill_meld(rd_state *s, rd_frame *f, int len) {
    f->room = rm_min(s->cap, len - s->min_naturals);
    return f->room >= 0 && fill_cells(s, f, 0, 0, 0);
}

static int try_window(rd_state *s, rd_frame *f, int color, unsigned cells, int start, int len) {
    f->empty = 0;
    f->color = color;
    f->start = start;
    f->len = len;
    f->members = cells;
    for (int place = start; place < start + len; place++)
        if (!(cells >> place & 1)) f->cells[f->empty++] = rd_code(s, color, place);
    return fill_meld(s, f, len);
}

/* All windows of `len` places that cover low..high. */
static int try_windows(rd_state *s, rd_frame *f, int color, unsigned cells, int low, int high,
                       int len) {
    int from = rm_max(s->first, high - len + 1), to = rm_min(low, s->last - len + 1);
    for (int start = from; start <= to; start++)
        if (try_window(s, f, color, cells, start, len)) return 1;
    return 0;
}

/* All groups of `len` tiles of a rank that hold the given colours. */
static int try_groups(rd_state *s, rd_frame *f, int rank, unsigned colors, int len) {
    unsigned others = ((1u << s->rules->colors) - 1) & ~colors;
    int wanted = len - rm_popcount(colors);
    f->color = -1;
    f->start = 0;
    f->len = len;
    if (wanted == 0) {
        f->empty = 0;
        f->members = colors;
        return fill_meld(s, f, len);
    }
    for (unsigned set = others; set; set = (set - 1) & others) {
        if (rm_popcount(set) != wanted) continue;
        f->empty = 0;
        f->members = colors | set;
        for (int color = 0; color < s->rules->colors; color++)
            if (set >> color & 1) f->cells[f->empty++] = (uint8_t)(13 * color + rank);
        if (fill_meld(s, f, len)) return 1;
    }
    return 0;
}

static int meld_of_part(rd_state *s, const rd_frame *before, const rd_part *part) {
    rd_frame f = *before;
    int low = 0, high = 0;
    int most = part->kind == RD_RUN ? s->run_most : s->group_max;
    f.from = 0;
    if (part->kind == RD_RUN) {
        for (low = 1; !(part->cells >> low & 1); low++) {
        }
        for (high = low; part->cells >> (high + 1); high++) {
        }
    }
    for (int len = part->len; len <= rm_min(most, part->len + before->rest); len++) {
        f.rest = before->rest - (len - part->len);
        if (part->kind == RD_RUN ? try_windows(s, &f, part->where, part->cells, low, high, len)
                                 : try_groups(s, &f, part->where, part->cells, len))
            return 1;
    }
    return 0;
}

/* May `rest` tiles be left over for more melds? */
static int can_go_on(const rd_state *s, int rest) {
    return rest == 0 || rest >= s->min_len;
}

/* Melds around one loose tile, with no other tile of the hand. */
static int melds_of_one(rd_state *s, const rd_frame *before) {
    rd_frame f = *before;
    for (int k = before->from; k < s->kinds; k++) {
        if (!(before->loose.one >> k & 1)) continue;
        int color = (s->code[k] - 1) / 13, rank = (s->code[k] - 1) % 13 + 1;
        f.loose = rd_without(before->loose, (uint64_t)1 << k);
        f.hits = before->hits + 1;
        f.from = k;
        for (int len = s->min_len; len <= rm_min(before->rest, s->last); len++) {
            f.rest = before->rest - len;
            if (!can_go_on(s, f.rest)) continue;
            if (len >= s->group_min && len <= s->group_max
                && try_groups(s, &f, rank, 1u << color, len))
                return 1;
            if (len < s->run_min || len > s->run_most) continue;
            if (rank >= s->first && try_windows(s, &f, color, 1u << rank, rank, rank, len))
                return 1;
            int top = s->rules->ranks + 1;
            if (rank == 1 && s->last == top && try_windows(s, &f, color, 1u << top, top, top, len))
                return 1;
        }
    }
    return 0;
}

/* Melds without a tile of the hand, in a fixed order so that each set of them comes up once. */
static int melds_of_none(rd_state *s, const rd_frame *before) {
    rd_frame f = *before;
    int place_of = RD_KINDS;
    for (int len = s->min_len; len <= rm_min(before->rest, s->last); len++) {
        f.rest = before->rest - len;
        int runs = len >= s->run_min && len <= s->run_most;
        int groups = len >= s->group_min && len <= s->group_max;
        for (int color = 0; color < s->rules->colors; color++)
            for (int start = s->first; start + len - 1 <= s->last; start++) {
                f.from = ++place_of;
                if (runs && can_go_on(s, f.rest) && place_of >= before->from
                    && try_window(s, &f, color, 0, start, len))
                    return 1;
            }
        for (int rank = 1; rank <= s->rules->ranks; rank++) {
            f.from = ++place_of;
            if (groups && can_go_on(s, f.rest) && place_of >= before->from
                && try_groups(s, &f, rank, 0, len))
                return 1;
        }
    }
    return 0;
}

static int next_meld(rd_state *s, const rd_frame *after) {
    rd_frame f = *after;
    f.index = after->index + 1;
    if (f.index < s->depth) return meld_of_part(s, &f, s->chosen[f.index]);
    if (f.rest == 0) return finish(s, &f);
    if (f.rest < s->min_len || f.index >= RD_MELDS) return 0;
    int wanted = s->size - s->goal - s->useful_jokers; /* least tiles of the hand */
    int loose = s->naturals - f.hits;
    if (f.hits + rm_min(f.rest / s->min_len, loose) < wanted) return 0;
    if (f.from < RD_KINDS && melds_of_one(s, &f)) return 1;
    return f.hits + rm_min((f.rest - s->min_len) / s->min_len, loose) >= wanted
        && melds_of_none(s, &f);
}

/* With a cap: can the jokers held still find room? */
static int jokers_find_room(const rd_state *s, int rest, int hits) {
    int room = rest;
    for (int i = 0; i < s->depth; i++) room += rm_min(s->cap, s->chosen[i]->cost);
    int more = rm_min(rest / s->min_len, s->naturals - hits);
    return s->size - hits - more - rm_min(s->held, room) <= s->goal;
}

int rd_fill(rd_state *s, rd_loose loose, int rest, int lacking) {
    rd_frame start;
    start.index = -1;
    start.rest = rest;
    start.hits = s->size - rest - lacking;
    start.from = 0;
    start.loose = loose;
    if (s->capped && !s->visit && !jokers_find_room(s, rest, start.hits)) return 0;
    s->brought_count = s->placed = s->potential = 0;
    s->contended = s->decline = 0;
    if (next_meld(s, &start)) return 1;
    if (s->visit || !s->capped || !s->contended) return 0;
    /* A joker in an earlier meld may leave the last copy to a meld that has no room for one. */
    s->decline = 1;
    return next_meld(s, &start);
}
