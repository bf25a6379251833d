/* Melds that may not be taken apart, and the jokers that can be had out of them.
 *
 * An exchange puts a natural tile of the joker's face into a locked meld. Where it sets
 * the meld free and the tile is free on the table already, it is always made: every
 * table that could be reached without it can be reached with it. So only exchanges that
 * cost a rack tile, or that leave another joker in the meld, are choices; those are
 * listed one after another, equal results once. A tile of the table is taken before one
 * of the rack for the same reason.
 */
#include <string.h>

#include "table.h"

static int code_of(int color, int rank) {
    return 1 + 13 * color + rank - 1;
}

static int count_set(unsigned set) {
    int n = 0;
    for (; set; set &= set - 1) n++;
    return n;
}

int tb_rank_at(const rm_rules *rules, int place) {
    return place > rules->ranks ? 1 : place;
}

int tb_meld_jokers(const rm_laid *meld) {
    return meld->kind == RM_GROUP ? meld->wild : count_set(meld->jokers);
}

void tb_add_meld(const rm_rules *rules, uint8_t counts[RM_CODES], const rm_laid *meld, int sign) {
    counts[0] = (uint8_t)(counts[0] + sign * tb_meld_jokers(meld));
    int n = meld->kind == RM_GROUP ? RM_MAX_COLORS : meld->size;
    for (int i = 0; i < n; i++) {
        int code;
        if (meld->kind == RM_GROUP) {
            if (!(meld->colors >> i & 1)) continue;
            code = code_of(i, meld->rank);
        } else {
            if (meld->jokers >> i & 1) continue;
            code = code_of(meld->color, tb_rank_at(rules, meld->place + i));
        }
        counts[code] = (uint8_t)(counts[code] + sign);
    }
}

void tb_lay(const rm_turn_query *q, tb_config *x, const rm_laid *meld, int old) {
    if (q->policy == RM_POLICY_FREE || tb_meld_jokers(meld) == 0 || x->n_locks == TB_BLOCKS) {
        tb_add_meld(q->rules, x->must, meld, 1);
        if (old >= 0) x->pool[x->n_pool++] = (int16_t)old;
        return;
    }
    tb_lock *lock = &x->lock[x->n_locks++];
    lock->meld = *meld;
    lock->meld.origin = (int16_t)old;
    lock->old = (int16_t)old;
    lock->changed = 0;
}

int tb_first_config(const rm_turn_query *q, tb_config *x) {
    uint8_t all[RM_CODES];
    memset(x, 0, sizeof *x);
    memcpy(x->may, q->rack, sizeof x->may);
    memcpy(all, q->rack, sizeof all);
    for (int i = 0; i < q->melds; i++) {
        tb_add_meld(q->rules, all, &q->table[i], 1);
        tb_lay(q, x, &q->table[i], i);
    }
    if (all[0] > RM_MAX_JOKERS) return RM_ERR_HAND;
    for (int code = 1; code < RM_CODES; code++)
        if (all[code] > q->rules->copies) return RM_ERR_HAND;
    return RM_OK;
}

/* ---- exchanges ---------------------------------------------------------------- */

/* Take the tile from the table, else from the rack; 0 when there is none. */
static int fetch(tb_config *x, int code) {
    if (x->must[code]) {
        x->must[code]--;
        return 1;
    }
    if (!x->may[code]) return 0;
    x->may[code]--;
    x->played++;
    return 1;
}

/* The joker is out: it goes to the pool, and the whole meld when it was the last. */
static void release(const rm_turn_query *q, tb_config *x, int i) {
    tb_lock *lock = &x->lock[i];
    x->must[0]++;
    lock->changed = 1;
    lock->meld.origin = -1;
    if (tb_meld_jokers(&lock->meld)) return;
    tb_add_meld(q->rules, x->must, &lock->meld, 1);
    if (lock->old >= 0) x->pool[x->n_pool++] = lock->old;
    x->n_locks--;
    for (int k = i; k < x->n_locks; k++) x->lock[k] = x->lock[k + 1];
    memset(&x->lock[x->n_locks], 0, sizeof x->lock[0]);
}

static int swap_in_run(const rm_turn_query *q, tb_config *x, int i, int k) {
    rm_laid *m = &x->lock[i].meld;
    if (m->kind == RM_GROUP || k >= m->size || !(m->jokers >> k & 1)) return 0;
    if (q->policy == RM_POLICY_LOCKED && k > 0 && k < m->size - 1) return 0;
    if (!fetch(x, code_of(m->color, tb_rank_at(q->rules, m->place + k)))) return 0;
    m->kind = RM_RUN;
    m->jokers = (uint16_t)(m->jokers & ~(1u << k));
    release(q, x, i);
    return 1;
}

static int swap_in_group(const rm_turn_query *q, tb_config *x, int i, int color) {
    rm_laid *m = &x->lock[i].meld;
    if (m->kind == RM_RUN || !m->wild || (m->colors >> color & 1)) return 0;
    if (!fetch(x, code_of(color, m->rank))) return 0;
    m->kind = RM_GROUP;
    m->colors = (uint8_t)(m->colors | 1u << color);
    m->wild--;
    release(q, x, i);
    return 1;
}

/* Exchange number `way` in lock i: the places of a run first, then the colours. */
static int swap(const rm_turn_query *q, tb_config *x, int i, int way) {
    if (way < RM_MAX_PLACES) return swap_in_run(q, x, i, way);
    int color = way - RM_MAX_PLACES;
    return color < q->rules->colors && swap_in_group(q, x, i, color);
}

enum { WAYS = RM_MAX_PLACES + RM_MAX_COLORS };

/* One exchange that frees a meld without a rack tile; 0 when there is none. */
static int free_one(const rm_turn_query *q, tb_config *x) {
    for (int i = 0; i < x->n_locks; i++)
        for (int way = 0; way < WAYS && tb_meld_jokers(&x->lock[i].meld) == 1; way++) {
            tb_config y = *x;
            if (!swap(q, &y, i, way) || y.played != x->played || y.n_locks == x->n_locks) continue;
            *x = y;
            return 1;
        }
    return 0;
}

void tb_settle(const rm_turn_query *q, tb_config *x) {
    while (free_one(q, x)) {
    }
}

static int same_config(const tb_config *a, const tb_config *b) {
    return memcmp(a->may, b->may, sizeof a->may) == 0 && a->n_locks == b->n_locks
        && memcmp(a->lock, b->lock, sizeof a->lock) == 0;
}

int tb_exchanges(const rm_turn_query *q, tb_config *list, int limit) {
    int n = 1;
    for (int at = 0; at < n; at++)
        for (int i = 0; i < list[at].n_locks; i++)
            for (int way = 0; way < WAYS; way++) {
                tb_config x = list[at];
                if (!swap(q, &x, i, way)) continue;
                tb_settle(q, &x);
                int known = 0;
                for (int k = 0; k < n && !known; k++) known = same_config(&list[k], &x);
                if (known) continue;
                if (n == limit) return RM_ERR_LIMIT;
                list[n++] = x;
            }
    return n;
}
