/* Turns at a table that may be rearranged: every new table is legal, holds the old tiles and some
 * of the rack, says truly which old melds lie as they did, and all best tables are worth the same;
 * without a table the turn is worth what the solver says. Usage: check_table SEED ROUNDS */
#include "check.h"

enum { MELDS = 12, NODES = 20000 };

static void *space;

typedef struct {
    const rm_turn_query *query;
    int64_t value[RM_ORDER];
    int tables;
} context;

static int same_laid(const rm_laid *a, const rm_laid *b) {
    rm_found x = found_of(a), y = found_of(b);
    return memcmp(&x, &y, sizeof x) == 0;
}

static int64_t points_of(const rm_turn_query *q, const rm_laid *meld) {
    int64_t sum = 0;
    if (meld->kind == RM_GROUP) {
        return (int64_t)rm_popcount(meld->colors) * q->group_tile[meld->rank]
            + (int64_t)meld->wild * q->group_joker[meld->rank];
    }
    for (int i = 0; i < meld->size; i++) {
        int place = meld->place + i;
        sum += meld->jokers >> i & 1 ? q->run_joker[place] : q->run_tile[place];
    }
    return sum;
}

/* Equal old melds may share the number of one of them. */
static int equal_melds(const rm_turn_query *q, int number) {
    int equal = 0;
    for (int i = 0; i < q->melds; i++) equal += same_laid(&q->table[i], &q->table[number]);
    return equal;
}

/* Old melds that lie on the new table too, by their tiles, whatever the jokers stand for. */
static int kept_melds(const rm_turn_query *q, const rm_laid *melds, int n) {
    int matched[RM_MAX_TABLE] = {0}, kept = 0;
    for (int i = 0; i < q->melds; i++) {
        rm_found old = found_of(&q->table[i]);
        int here = 0;
        for (int k = 0; k < n && !here; k++) {
            int difference[RM_CODES] = {0}, same = !matched[k];
            rm_found meld = found_of(&melds[k]);
            add_tiles(q->rules, &old, -1, difference);
            add_tiles(q->rules, &meld, 1, difference);
            for (int code = 0; code < RM_CODES; code++) same &= !difference[code];
            matched[k] |= same;
            here = same;
        }
        kept += here;
    }
    return kept;
}

/* One component of what a new table is worth; `placed` is what came from the rack. */
static int64_t component(const rm_turn_query *q, int which, const int placed[RM_CODES],
                         const rm_laid *melds, int n) {
    int64_t sum = 0;
    for (int code = 0; code < RM_CODES && which == RM_BY_TILES; code++) sum += placed[code];
    for (int code = 0; code < RM_CODES && which == RM_BY_PENALTY; code++) {
        sum += (int64_t)placed[code] * q->hand_points[code];
    }
    for (int i = 0; i < n && which == RM_BY_POINTS; i++) sum += points_of(q, &melds[i]);
    return which == RM_BY_KEPT ? kept_melds(q, melds, n) : sum;
}

static int see(void *data, const rm_laid *melds, int n) {
    context *c = data;
    const rm_turn_query *q = c->query;
    int tiles[RM_CODES] = {0}, taken[RM_CODES] = {0}, kept[MELDS] = {0}, placed = 0;
    CHECK(n <= RM_MAX_TABLE);
    for (int i = 0; i < n; i++) {
        rm_found meld = found_of(&melds[i]);
        int origin = melds[i].origin;
        check_meld(q->rules, &meld, tiles);
        CHECK(origin >= -1 && origin < q->melds);
        if (origin < 0) continue;
        CHECK(same_laid(&melds[i], &q->table[origin]));
        CHECK(++kept[origin] <= equal_melds(q, origin));
    }
    for (int i = 0; i < q->melds; i++) {
        rm_found meld = found_of(&q->table[i]);
        add_tiles(q->rules, &meld, 1, taken);
    }
    for (int code = 0; code < RM_CODES; code++) {
        tiles[code] -= taken[code];
        CHECK(tiles[code] >= 0 && tiles[code] <= q->rack[code]);
        placed += tiles[code];
    }
    CHECK(placed > 0);
    for (int i = 0; i < q->orders; i++) {
        int64_t value = component(q, q->order[i], tiles, melds, n);
        CHECK(!c->tables || value == c->value[i]);
        c->value[i] = value;
    }
    c->tables++;
    return c->tables >= 100;
}

/* Best melds of some hand of the deck as a table; what they take is taken from `deck`. */
static int random_table(const rm_rules *rules, const rm_weights *weights, uint8_t deck[RM_CODES],
                        rm_laid table[RM_MAX_TABLE]) {
    uint8_t counts[RM_CODES];
    int used[RM_CODES] = {0};
    int64_t value;
    crowded_counts(rules, deck, draw(24), counts);
    int melds = min_of(best_melds(rules, weights, counts, space, &value, table), MELDS);
    for (int i = 0; i < melds; i++) {
        rm_found meld = found_of(&table[i]);
        check_meld(rules, &meld, used);
        table[i].origin = -1;
    }
    for (int code = 0; code < RM_CODES; code++) {
        CHECK(used[code] <= counts[code]);
        deck[code] = (uint8_t)(deck[code] - used[code]);
    }
    return melds < 0 ? 0 : melds;
}

static void set_points(rm_turn_query *q, const rm_weights *w) {
    for (int p = 0; p <= RM_MAX_PLACES; p++) {
        q->run_tile[p] = (int32_t)w->run_tile[p];
        q->run_joker[p] = (int32_t)w->run_joker[p];
    }
    for (int r = 0; r <= RM_MAX_RANKS; r++) {
        q->group_tile[r] = (int32_t)w->group_tile[r];
        q->group_joker[r] = (int32_t)w->group_joker[r];
    }
    for (int code = 0; code < RM_CODES; code++) {
        q->hand_points[code] = code % 13 + 1;
    }
}

/* A few components in some order, each once. */
static void set_order(rm_turn_query *q) {
    int first = (int)draw(RM_ORDER), step = draw(2) ? 1 : 3;
    q->orders = 1 + (int)draw(RM_ORDER);
    for (int i = 0; i < q->orders; i++) {
        q->order[i] = (first + i * step) % RM_ORDER;
    }
}

/* Without a table a turn that counts points lays what the solver lays. */
static void check_alone(const rm_turn_query *question, const rm_weights *weights) {
    rm_turn_query q = *question;
    rm_laid melds[RM_MAX_TABLE];
    int64_t best;
    if (best_melds(q.rules, weights, q.rack, space, &best, melds) < 0) return;
    q.melds = q.all = 0;
    q.opened = q.orders = 1;
    q.order[0] = RM_BY_POINTS;
    context c = {.query = &q};
    int status = rm_turns(&q, space, see, &c);
    CHECK(status == RM_OK || status == RM_ERR_LIMIT);
    CHECK(status != RM_OK || c.value[0] == best);
}

static void check_turn(const rm_rules *rules, const rm_weights *weights) {
    uint8_t deck[RM_CODES];
    rm_laid table[RM_MAX_TABLE];
    rm_turn_query q = {.rules = rules, .table = table, .node_limit = NODES};
    whole_deck(rules, deck);
    q.melds = random_table(rules, weights, deck, table);
    crowded_counts(rules, deck, draw(12), q.rack);
    set_points(&q, weights);
    check_alone(&q, weights);
    set_order(&q);
    q.policy = (int)draw(3);
    q.opened = (int)draw(4) > 0;
    q.manipulate = (int)draw(2);
    q.single = (int)draw(2);
    q.opening_points = (int)draw(50);
    context one = {.query = &q}, every = {.query = &q};
    int status = rm_turns(&q, space, see, &one);
    CHECK(status == RM_OK || status == RM_ERR_LIMIT);
    CHECK(one.tables <= 1);
    q.all = 1;
    if (status != RM_OK) return;
    status = rm_turns(&q, space, see, &every);
    CHECK(status == RM_OK || status == RM_ERR_LIMIT);
    if (status != RM_OK) return;
    CHECK((one.tables > 0) == (every.tables > 0));
    for (int i = 0; i < q.orders && one.tables; i++) {
        CHECK(one.value[i] == every.value[i]);
    }
}

static void check_round(void) {
    if (!space) space = memory(rm_turn_space());
    rm_rules rules = any_rules();
    rm_weights weights = random_weights();
    int turns = 1 + (int)draw(10);
    for (int i = 0; i < turns && !(i && drained()); i++) {
        check_turn(&rules, &weights);
    }
}
