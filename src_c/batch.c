/* Row loops: the same question asked of every row of an array of tile codes.
 *
 * A row is `width` codes, padded with RM_PAD at its end. Rows are independent: what is
 * written for a row depends on that row alone, so any split into blocks and threads gives
 * the same arrays. Invariant: a row that does not pass the check reaches no search.
 */
#include "order.h"

/* ---- checking rows -------------------------------------------------------------- */

/* Which codes were seen, once and twice, a bit each. */
typedef struct {
    uint64_t one[2], two[2];
} sight;

/* 1 when the row is a hand that the deck holds, of a size asked for, padded at its end. */
static int good_row(const rm_rows *rows, const sight *deck, const uint8_t *row) {
    sight seen = {{0, 0}, {0, 0}};
    uint64_t three = 0;
    size_t tiles = 0, jokers = 0;
    while (tiles < rows->width && row[tiles] != RM_PAD) {
        uint32_t code = row[tiles++];
        if (code >= RM_CODES) return 0;
        if (code == 0) {
            jokers += 1;
            continue;
        }
        uint64_t bit = (uint64_t)1 << (code & 63), old = seen.one[code >> 6] & bit;
        three |= seen.two[code >> 6] & old;
        seen.two[code >> 6] |= old;
        seen.one[code >> 6] |= bit;
    }
    for (size_t i = tiles; i < rows->width; i++)
        if (row[i] != RM_PAD) return 0;
    uint64_t over = (seen.one[0] & ~deck->one[0]) | (seen.one[1] & ~deck->one[1])
        | (seen.two[0] & ~deck->two[0]) | (seen.two[1] & ~deck->two[1]);
    return !(three | over) && jokers <= rows->deck[0] && rows->least <= tiles
        && tiles <= rows->most;
}

static sight sight_of(const uint8_t deck[RM_CODES]) {
    sight seen = {{0, 0}, {0, 0}};
    for (int code = 1; code < RM_CODES; code++) {
        if (deck[code] >= 1) seen.one[code >> 6] |= (uint64_t)1 << (code & 63);
        if (deck[code] >= 2) seen.two[code >> 6] |= (uint64_t)1 << (code & 63);
    }
    return seen;
}

static int wanted(const rm_rows *rows, size_t i) {
    return rows->where == NULL || rows->where[i];
}

size_t rm_rows_check(const rm_rows *rows, size_t first, size_t end) {
    sight deck = sight_of(rows->deck);
    for (size_t i = first; i < end; i++)
        if (wanted(rows, i) && !good_row(rows, &deck, rows->tiles + i * rows->width)) return i;
    return end;
}

/* ---- melds of a row --------------------------------------------------------------- */

/* Number the places of the row by the melds in their order; equal tiles from the left. */
static void mark_melds(const rm_rules *rules, rm_walk *walk, const uint8_t *row, size_t width,
                       int8_t *meld_of) {
    rm_order_melds(rules, walk->melds, walk->n_melds);
    for (size_t i = 0; i < width; i++) meld_of[i] = -1;
    for (int m = 0; m < walk->n_melds; m++) {
        rm_spread meld = rm_spread_of(rules, &walk->melds[m]);
        for (int t = 0; t < meld.size; t++)
            for (size_t i = 0; i < width; i++)
                if (meld_of[i] < 0 && row[i] == meld.tiles[t]) {
                    meld_of[i] = (int8_t)m;
                    break;
                }
    }
}

/* ---- solving and opening ------------------------------------------------------------ */

static void mark_invalid(const rm_solved *out, size_t i, size_t width) {
    out->status[i] = RM_ROW_INVALID;
    out->value[i] = -1;
    out->deadwood[i] = out->jokers_used[i] = RM_PAD;
    for (size_t k = 0; out->meld_of && k < width; k++) out->meld_of[i * width + k] = -1;
}

static void write_melds(const rm_solve_job *job, rm_walk *walk, const rm_rows *rows,
                        const rm_solved *out, size_t i, int tiles) {
    const uint8_t *row = rows->tiles + i * rows->width;
    int laid_tiles = 0, jokers = 0;
    for (int m = 0; m < walk->n_melds; m++) {
        const rm_found *meld = &walk->melds[m];
        uint32_t bits = meld->kind == RM_LAID_RUN ? meld->jokers : meld->colors;
        int set = 0;
        for (; bits; bits &= bits - 1) set += 1;
        laid_tiles += meld->size;
        jokers += meld->kind == RM_LAID_RUN ? set : meld->size - set;
    }
    out->deadwood[i] = (uint8_t)(tiles - laid_tiles);
    out->jokers_used[i] = (uint8_t)jokers;
    if (out->meld_of)
        mark_melds(job->rules, walk, row, rows->width, out->meld_of + i * rows->width);
}

/* How many jokers every best partition uses, or -1 when only the melds can tell.
 *
 * Where tiles come first and jokers may pile up, a joker left over would lengthen any meld
 * that is not full; all melds are full only if their tiles add up to full groups and runs. */
static int certain_jokers(const rm_solve_job *job, int tiles, int melded, int jokers) {
    const rm_rules *rules = job->rules;
    int group = rules->max_group < rules->colors ? rules->max_group : rules->colors;
    int places = rules->ranks + (rules->ace_low && rules->ace_high);
    int run = rules->max_run < places ? rules->max_run : places;
    if (jokers == 0 || melded == 0) return 0;
    if (melded == tiles) return jokers;
    if (!job->tiles_first || jokers > rules->max_jokers || melded >= run) return -1;
    return melded % group ? jokers : -1;
}

static int64_t left_of(const rm_solve_job *job, const uint8_t *row, int tiles) {
    int64_t total = 0;
    for (int i = 0; i < tiles; i++) total += job->left[row[i]];
    return total;
}

/* Value and numbers from the combined value alone; 0 when the melds must be looked at. */
static int from_value(const rm_solve_job *job, const rm_solved *out, size_t i, int64_t best,
                      int tiles, const rm_hand *hand, const rm_worker *worker) {
    if (job->tiles_radix == 0 || out->meld_of || job->opening) return 0;
    int melded = (int)(best / job->tiles_divisor % job->tiles_radix);
    int used = certain_jokers(job, tiles, melded, hand->jokers);
    if (used < 0) {
        rm_hand fewer = *hand;
        fewer.jokers -= 1;
        if (rm_best(job->tables[fewer.jokers], &fewer, worker->second) == best) return 0;
        used = hand->jokers; /* with fewer the value is lower: every best partition has them all */
    }
    out->deadwood[i] = (uint8_t)(tiles - melded);
    out->jokers_used[i] = (uint8_t)used;
    return 1;
}

static int solve_row(const rm_solve_job *job, const rm_rows *rows, const rm_solved *out, size_t i,
                     const rm_hand *hand, int tiles, const rm_worker *worker) {
    const uint8_t *row = rows->tiles + i * rows->width;
    int64_t best = 0, found = 1;
    int laid = -1; /* tiles in melds, where they are known from the value */
    if (job->opening) {
        found = rm_opening(job->tables[hand->jokers], job->points[hand->jokers], hand, job->least,
                           worker->scratch, worker->second, worker->walk, &best);
    } else {
        best = rm_plain(job->tables[hand->jokers], hand, &laid);
        if (best < 0) {
            laid = -1;
            best = rm_best(job->tables[hand->jokers], hand, worker->scratch);
        }
        if (best < 0) return (int)best;
        found = job->least == 0 || best / job->divisor >= job->least;
    }
    if (found < 0) return (int)found;
    out->status[i] = RM_ROW_OK;
    if (!found) {
        worker->walk->n_melds = 0;
        write_melds(job, worker->walk, rows, out, i, tiles);
        out->value[i] = -1;
        return RM_OK;
    }
    int64_t value = best / job->divisor;
    out->value[i] = (int32_t)(job->left ? left_of(job, row, tiles) - value : value);
    if (laid >= 0 && !out->meld_of) {
        out->deadwood[i] = (uint8_t)(tiles - laid);
        out->jokers_used[i] = 0;
        return RM_OK;
    }
    if (from_value(job, out, i, best, tiles, hand, worker)) return RM_OK;
    if (!job->opening) {
        rm_walk_start(worker->walk, job->tables[hand->jokers], hand, best);
        if (!rm_walk_next(worker->walk, worker->scratch)) return RM_ERR_LIMIT;
    }
    write_melds(job, worker->walk, rows, out, i, tiles);
    return RM_OK;
}

/* Tiles of a row that is known to be padded at its end alone. */
static int row_size(const rm_rows *rows, const uint8_t *row) {
    size_t tiles = rows->width;
    while (tiles > 0 && row[tiles - 1] == RM_PAD) tiles -= 1;
    return (int)tiles;
}

int rm_solve_rows(const rm_solve_job *job, const rm_rows *rows, size_t first, size_t end,
                  const rm_worker *worker, const rm_solved *out) {
    rm_hand deck;
    int status = rm_hand_from_counts(job->rules, rows->deck, &deck);
    for (size_t i = first; i < end && status == RM_OK; i++) {
        const uint8_t *row = rows->tiles + i * rows->width;
        rm_hand hand;
        if (!wanted(rows, i)) continue;
        int good = rm_hand_from_codes(job->rules, row, rows->width, &hand) == RM_OK
            && rm_hand_within(&hand, &deck);
        int tiles = row_size(rows, row);
        if (!good || tiles < rows->least || tiles > rows->most) {
            mark_invalid(out, i, rows->width);
            continue;
        }
        status = solve_row(job, rows, out, i, &hand, tiles, worker);
    }
    return status;
}

/* ---- distance and closing --------------------------------------------------------------- */

static int count_row(const rm_rows *rows, const uint8_t *row, uint8_t counts[RM_CODES]) {
    int tiles = 0;
    for (int code = 0; code < RM_CODES; code++) counts[code] = 0;
    while (tiles < (int)rows->width && row[tiles] != RM_PAD) counts[row[tiles++]] += 1;
    return tiles;
}

int rm_distance_rows(const rm_rules *rules, const rm_rows *rows, int size, int pair_jokers,
                     size_t first, size_t end, int8_t *distance, uint8_t *status) {
    sight deck = sight_of(rows->deck);
    for (size_t i = first; i < end; i++) {
        const uint8_t *row = rows->tiles + i * rows->width;
        uint8_t counts[RM_CODES];
        int found = -1;
        if (!wanted(rows, i)) continue;
        if (good_row(rows, &deck, row)) {
            (void)count_row(rows, row, counts);
            int fault = rm_distance(rules, rows->deck, counts, size, pair_jokers, &found);
            if (fault != RM_OK) return fault;
            status[i] = RM_ROW_OK;
        } else {
            status[i] = RM_ROW_INVALID;
        }
        distance[i] = (int8_t)found;
    }
    return RM_OK;
}

static int may_close(const rm_close_job *job, const rm_hand *hand, int tiles) {
    uint8_t ways = tiles > job->base ? job->above : tiles == job->base ? job->at : 0;
    for (int spare = 0; spare < 2; spare++) {
        rm_cover_query query;
        if (!(ways >> spare & 1)) continue;
        if (job->pairs && rm_cover_pairs(hand, job->pairs, job->pair_jokers, spare, RM_PAD))
            return 1;
        rm_cover_anything(job->rules, &query);
        query.spare = (uint8_t)spare;
        if (rm_cover_hand(job->rules, &query, hand, NULL) == 1) return 1;
    }
    return 0;
}

void rm_close_rows(const rm_close_job *job, const rm_rows *rows, size_t first, size_t end,
                   uint8_t *found) {
    sight deck = sight_of(rows->deck);
    for (size_t i = first; i < end; i++) {
        const uint8_t *row = rows->tiles + i * rows->width;
        rm_hand hand;
        int tiles = 0;
        found[i - first] = RM_CLOSE_SKIPPED;
        if (!wanted(rows, i)) continue;
        found[i - first] = RM_CLOSE_INVALID;
        if (!good_row(rows, &deck, row)
            || rm_hand_from_codes(job->rules, row, rows->width, &hand) != RM_OK)
            continue;
        tiles = row_size(rows, row);
        found[i - first] = may_close(job, &hand, tiles) ? RM_CLOSE_MAYBE : RM_CLOSE_NO;
    }
}
