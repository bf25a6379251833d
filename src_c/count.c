/* Exact numbers of hands that can be laid down completely.
 *
 * A hand without its jokers is a word: one letter per rank, the letter being how
 * many tiles of each colour the hand has there. A nondeterministic automaton lays
 * the hand down rank by rank; what it remembers (a "config") is, per colour, the
 * open runs and the aces put aside for the high end, and how many jokers it has
 * used. The set of configs that a word can lead to (a "node") is a state of the
 * deterministic automaton, and words are counted by summing over its nodes, rank
 * by rank. Invariants: a node holds only configs that no other of its configs
 * dominates; nodes that differ by a permutation of the colours are one node while
 * all colours of the deck are alike. The caller gives the memory; nothing is lost
 * or approximated when it is too small, the answer is RM_ERR_SPACE.
 */
#include "count.h"

/* ---- wide integers --------------------------------------------------------- */

static void wide_add(wide *sum, wide x) {
    sum->lo += x.lo;
    sum->hi += x.hi + (sum->lo < x.lo ? 1u : 0u);
}

static wide wide_times(wide x, uint32_t factor) {
    uint64_t low = (x.lo & 0xffffffffu) * factor;
    uint64_t high = (x.lo >> 32) * factor + (low >> 32);
    wide product = {x.hi * factor + (high >> 32), (high << 32) | (low & 0xffffffffu)};
    return product;
}

/* ---- sets of configs ----------------------------------------------------------- */

static uint32_t state_of(const rm_count *count, uint64_t config, int color) {
    uint32_t shift = JOKER_BITS + count->bits * (uint32_t)color;
    return (uint32_t)(config >> shift) & ((1u << count->bits) - 1);
}

static uint64_t with_state(const rm_count *count, uint64_t config, int color, uint32_t state) {
    uint32_t shift = JOKER_BITS + count->bits * (uint32_t)color;
    uint64_t mask = (uint64_t)((1u << count->bits) - 1) << shift;
    return (config & ~mask) | (uint64_t)state << shift;
}

static int jokers_of(uint64_t config) {
    return (int)(config & ((1u << JOKER_BITS) - 1));
}

static void sort(uint64_t *x, uint32_t length) {
    static const uint32_t gaps[] = {8858, 3937, 1750, 701, 301, 132, 57, 23, 10, 4, 1};
    for (uint32_t g = 0; g < sizeof gaps / sizeof *gaps; g++)
        for (uint32_t i = gaps[g]; i < length; i++) {
            uint64_t value = x[i];
            uint32_t j = i;
            for (; j >= gaps[g] && x[j - gaps[g]] > value; j -= gaps[g]) x[j] = x[j - gaps[g]];
            x[j] = value;
        }
}

static uint32_t without_repeats(uint64_t *x, uint32_t length) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < length; i++)
        if (i == 0 || x[i] != x[i - 1]) x[kept++] = x[i];
    return kept;
}

static int dominates(const rm_count *count, uint64_t x, uint64_t y) {
    if (jokers_of(x) != jokers_of(y)) return 0;
    for (int c = 0; c < count->rules.colors; c++)
        if (!rm_count_dominates(count, state_of(count, x, c), state_of(count, y, c))) return 0;
    return 1;
}

/* Drop every config that another one dominates; of two equal in power the first stays. */
static uint32_t keep_best(const rm_count *count, uint64_t *x, uint32_t length) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < length; i++) {
        uint32_t j = 0, alive = 0;
        while (j < kept && !dominates(count, x[j], x[i])) j++;
        if (j < kept) continue;
        for (j = 0; j < kept; j++)
            if (!dominates(count, x[i], x[j])) x[alive++] = x[j];
        x[alive++] = x[i];
        kept = alive;
    }
    return kept;
}

static uint64_t mix(uint64_t x) {
    x = (x ^ x >> 31) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
    return x ^ x >> 32;
}

/* Permute the colours so that sets equal but for a permutation mostly become equal.
 * A colour's signature does not depend on the order of the others; colours with the
 * same signature keep their order, which at worst leaves two nodes where one would do. */
static void settle_colors(const rm_count *count, uint64_t *x, uint32_t length) {
    int colors = count->rules.colors, from[RM_MAX_COLORS];
    uint64_t sign[RM_MAX_COLORS] = {0};
    for (uint32_t i = 0; i < length; i++) {
        uint64_t all = mix((uint64_t)jokers_of(x[i]) + 1);
        for (int c = 0; c < colors; c++) all += mix(state_of(count, x[i], c) + 11u);
        for (int c = 0; c < colors; c++) sign[c] += mix(all ^ mix(state_of(count, x[i], c) + 77u));
    }
    for (int c = 0; c < colors; c++) {
        int at = c;
        for (; at > 0 && sign[from[at - 1]] > sign[c]; at--) from[at] = from[at - 1];
        from[at] = c;
    }
    for (uint32_t i = 0; i < length; i++) {
        uint64_t config = (uint64_t)jokers_of(x[i]);
        for (int c = 0; c < colors; c++)
            config = with_state(count, config, c, state_of(count, x[i], from[c]));
        x[i] = config;
    }
}

/* ---- nodes ------------------------------------------------------------------------ */

static wide *weights_of(const rm_count *count, const layer *of, uint32_t id) {
    return of->weights + (size_t)id * 2 * (size_t)(count->naturals + 1);
}

static int same_set(const layer *of, slice set, const uint64_t *x, uint32_t length) {
    const uint64_t *old = of->store + set.first;
    if (set.length != length) return 0;
    for (uint32_t i = 0; i < length; i++)
        if (old[i] != x[i]) return 0;
    return 1;
}

static uint32_t add_node(rm_count *count, const uint64_t *x, uint32_t length, uint8_t least) {
    layer *next = &count->next;
    uint32_t id = next->length;
    if (id == count->max_nodes || next->stored + length > count->max_store) {
        count->status = RM_ERR_SPACE;
        return UINT32_MAX;
    }
    node made = {{next->stored, length}, least};
    wide zero = {0, 0}, *weights = weights_of(count, next, id);
    for (int i = 0; i < 2 * (count->naturals + 1); i++) weights[i] = zero;
    for (uint32_t i = 0; i < length; i++) next->store[next->stored++] = x[i];
    next->nodes[id] = made;
    next->length += 1;
    return id;
}

/* The node of this set in the next layer, a new one if need be. */
static uint32_t node_of(rm_count *count, const uint64_t *x, uint32_t length, uint8_t least) {
    layer *next = &count->next;
    uint64_t hash = length;
    for (uint32_t i = 0; i < length; i++) hash = mix(hash ^ x[i]);
    uint32_t mask = count->table_size - 1, slot = (uint32_t)hash & mask;
    for (; next->table[slot]; slot = (slot + 1) & mask) {
        uint32_t id = next->table[slot] - 1;
        if (!same_set(next, next->nodes[id].configs, x, length)) continue;
        if (next->nodes[id].least > least) next->nodes[id].least = least;
        return id;
    }
    uint32_t id = add_node(count, x, length, least);
    if (id != UINT32_MAX) next->table[slot] = id + 1;
    return id;
}

/* ---- one place --------------------------------------------------------------------- */

/* A word being read: which node it comes from, the tiles taken, how often. */
typedef struct {
    uint32_t id;
    int tiles;
    uint32_t times;
} reading;

static int tiles_in_deck(const rm_count *count, int color) {
    if (count->place == count->rules.ranks) return 0;
    return count->deck[1 + 13 * color + count->place];
}

/* A lower bound for the tiles that a config still needs. An ace put aside needs min_run - 1
 * tiles at the top ranks; while the open runs end below those, the needs add up. */
static int lack(const rm_count *count, uint64_t config) {
    int shorter = count->rules.min_run - 1, tiles = 0;
    int apart = count->place + 2 * shorter < count->rules.ranks;
    for (int c = 0; c < count->rules.colors; c++) {
        const color_state *state = &count->state[state_of(count, config, c)];
        if (apart)
            tiles += state->need + state->aces * shorter;
        else
            tiles += state->need - (state->need < state->aces ? state->need : state->aces);
    }
    return tiles;
}

/* Turn moved configs into the set of the next node and hand the weights on. */
static void arrive(rm_count *count, const partial *list, uint32_t length, reading word) {
    uint8_t least = (uint8_t)(count->now.nodes[word.id].least + word.tiles);
    uint32_t found = 0;
    for (uint32_t i = 0; i < length; i++) {
        uint32_t ways = count->groups[list[i].singles][list[i].doubles];
        for (int jokers = list[i].jokers; jokers <= count->jokers && ways; jokers++, ways >>= 1) {
            uint64_t config = (list[i].config >> JOKER_BITS << JOKER_BITS) | (uint64_t)jokers;
            int left = count->naturals - least + count->jokers - jokers;
            if (!(ways & 1) || lack(count, config) > left) continue;
            if (found == count->max_partials) {
                count->status = RM_ERR_SPACE;
                return;
            }
            count->found[found++] = config;
        }
    }
    if (found == 0) return;
    sort(count->found, found);
    found = keep_best(count, count->found, without_repeats(count->found, found));
    if (count->alike) settle_colors(count, count->found, found);
    sort(count->found, found);
    uint32_t id = node_of(count, count->found, found, least);
    if (id == UINT32_MAX) return;
    const wide *from = weights_of(count, &count->now, word.id);
    wide *to = weights_of(count, &count->next, id);
    for (int t = 0; t + word.tiles <= count->naturals; t++) {
        wide_add(&to[2 * (t + word.tiles)], from[2 * t]);
        wide_add(&to[2 * (t + word.tiles) + 1], wide_times(from[2 * t + 1], word.times));
    }
}

/* Move one colour of every config; the new list lies behind the old one. */
static uint32_t move_color(rm_count *count, const partial *list, uint32_t length, uint32_t room,
                           int color, int tiles) {
    partial *made = (partial *)list + length;
    uint32_t found = 0;
    int last = count->place == count->rules.ranks;
    for (uint32_t i = 0; i < length; i++) {
        uint32_t state = state_of(count, list[i].config, color);
        slice moves = rm_count_moves(count, state, last ? count->state[state].aces : tiles);
        for (uint32_t m = moves.first; m < moves.first + moves.length; m++) {
            color_move move = count->move[m];
            partial next = list[i];
            if (next.jokers + move.jokers > count->jokers) continue;
            if (found == room) {
                count->status = RM_ERR_SPACE;
                return 0;
            }
            next.config = with_state(count, next.config, color, move.next);
            next.jokers = (uint8_t)(next.jokers + move.jokers);
            next.singles = (uint8_t)(next.singles + (move.group == 1));
            next.doubles = (uint8_t)(next.doubles + (move.group == 2));
            made[found++] = next;
        }
    }
    return found;
}

/* Choose the letter colour by colour, as long as some config survives. */
static void read_colors(rm_count *count, partial *list, uint32_t length, uint32_t room, int color,
                        reading word) {
    static const uint8_t choose[3][3] = {{1, 0, 0}, {1, 1, 0}, {1, 2, 1}};
    if (count->status != RM_OK || length == 0) return;
    if (color == count->rules.colors) {
        arrive(count, list, length, word);
        return;
    }
    int copies = tiles_in_deck(count, color);
    for (int tiles = 0; tiles <= copies; tiles++) {
        reading longer = {word.id, word.tiles + tiles, word.times * choose[copies][tiles]};
        if (count->now.nodes[word.id].least + longer.tiles > count->naturals) return;
        uint32_t made = move_color(count, list, length, room - length, color, tiles);
        read_colors(count, list + length, made, room - length, color + 1, longer);
    }
}

static void read_node(rm_count *count, uint32_t id) {
    slice set = count->now.nodes[id].configs;
    reading word = {id, 0, 1};
    if (set.length > count->max_partials) {
        count->status = RM_ERR_SPACE;
        return;
    }
    for (uint32_t i = 0; i < set.length; i++) {
        uint64_t config = count->now.store[set.first + i];
        partial start = {config, 0, 0, (uint8_t)jokers_of(config)};
        count->partials[i] = start;
    }
    read_colors(count, count->partials, set.length, count->max_partials, 0, word);
}

static int last_place(const rm_count *count) {
    return count->rules.ranks + count->rules.ace_high;
}

/* Make ready for the next place. */
static void enter_place(rm_count *count) {
    count->tail = last_place(count) - 1 - count->place;
    count->cursor = 0;
    count->moves = 0;
    slice unknown = {UINT32_MAX, 0};
    for (uint32_t i = 0; i < count->max_states * (RM_MAX_COPIES + 1); i++)
        count->known[i] = unknown;
    for (uint32_t i = 0; i < count->table_size; i++) count->next.table[i] = 0;
    count->next.length = 0;
    count->next.stored = 0;
}

int rm_count_step(rm_count *count, uint32_t nodes) {
    while (nodes > 0 && count->status == RM_OK && count->place < last_place(count)) {
        if (count->cursor < count->now.length) {
            read_node(count, count->cursor++);
            nodes -= 1;
            continue;
        }
        layer done = count->now;
        count->now = count->next;
        count->next = done;
        count->place += 1;
        if (count->place < last_place(count)) enter_place(count);
    }
    if (count->status != RM_OK) return count->status;
    return count->place < last_place(count) ? RM_MORE : RM_OK;
}

static int accepts(const rm_count *count, slice set) {
    for (uint32_t i = set.first; i < set.first + set.length; i++) {
        int closed = jokers_of(count->now.store[i]) == count->jokers;
        for (int c = 0; c < count->rules.colors; c++)
            closed = closed && count->state[state_of(count, count->now.store[i], c)].closed;
        if (closed) return 1;
    }
    return 0;
}

void rm_count_result(const rm_count *count, int naturals, rm_tally *out) {
    wide distinct = {0, 0}, physical = {0, 0};
    for (uint32_t id = 0; id < count->now.length; id++) {
        if (!accepts(count, count->now.nodes[id].configs)) continue;
        const wide *weights = weights_of(count, &count->now, id);
        wide_add(&distinct, weights[2 * naturals]);
        wide_add(&physical, weights[2 * naturals + 1]);
    }
    out->distinct_high = distinct.hi;
    out->distinct_low = distinct.lo;
    out->physical_high = physical.hi;
    out->physical_low = physical.lo;
}

/* ---- setting up ------------------------------------------------------------------------ */

/* Which tiles left over at one rank make groups, with how many jokers. */
static void build_groups(rm_count *count) {
    const rm_rules *rules = &count->rules;
    int colors = rules->colors;
    int most = rules->max_group < colors ? rules->max_group : colors;
    count->groups[0][0] = 1;
    for (int total = 1; total <= 2 * colors; total++)
        for (int doubles = 0; doubles <= total / 2; doubles++) {
            int singles = total - 2 * doubles;
            uint32_t ways = 0;
            if (singles + doubles > colors) continue;
            for (int x = 0; x <= singles; x++)
                for (int y = 0; y <= doubles; y++)
                    for (int j = 0; j <= count->jokers && j <= rules->max_jokers; j++) {
                        int size = x + y + j, naturals = x + y;
                        if (size < rules->min_group || size > most) continue;
                        if (naturals < rules->min_naturals) continue;
                        ways |= (uint32_t)count->groups[singles - x + y][doubles - y] << j;
                    }
            count->groups[singles][doubles] = (uint8_t)(ways & ((2u << count->jokers) - 1));
        }
}

/* Decide what the automaton has to remember of an open run.
 *
 * The length matters only up to min_run where every longer run may be cut into legal
 * ones. Runs of one colour that overlap threefold hold a joker at each such place; as
 * long as jokers may pile up in a meld and a colour has room, they can be moved to an
 * end of another run, so two open runs (one per copy) are enough. */
static void choose_memory(rm_count *count) {
    const rm_rules *rules = &count->rules;
    int most = count->jokers < rules->max_jokers ? count->jokers : rules->max_jokers;
    int places = rules->ranks + (rules->ace_low && rules->ace_high);
    int tiles = count->naturals + count->jokers;
    count->track_jokers = count->jokers > rules->max_jokers;
    count->track_naturals = rules->min_run - most < rules->min_naturals;
    count->track_length = rules->max_run < places
        && (rules->max_run < 2 * rules->min_run - 1 || count->track_naturals);
    int room = tiles - rules->min_run <= places && (count->jokers <= 3 || tiles <= places);
    int movable = room && !count->track_jokers && !count->track_length && rules->min_naturals == 1;
    count->most_open = rules->copies + (movable ? 0 : count->jokers);
}

static int colors_alike(const rm_count *count) {
    for (int c = 1; c < count->rules.colors; c++)
        for (int r = 0; r < count->rules.ranks; r++)
            if (count->deck[1 + 13 * c + r] != count->deck[1 + r]) return 0;
    return 1;
}

typedef struct {
    unsigned char *at;
    size_t left;
} pool;

/* Cut a block of at most so many bytes, aligned to 16, off the pool. */
static void *cut(pool *from, size_t bytes) {
    void *block = from->at;
    bytes &= ~(size_t)15;
    from->at += bytes;
    from->left -= bytes;
    return block;
}

static void share_out(rm_count *count, pool memory) {
    size_t part = memory.left / 32;
    size_t weight = 2 * sizeof(wide) * (size_t)(count->naturals + 1);
    count->max_states = (uint32_t)((part / (sizeof(color_state) + 3 * sizeof(slice))));
    if (count->max_states > (1u << count->bits)) count->max_states = 1u << count->bits;
    count->state = cut(&memory, (count->max_states + 1) * sizeof(color_state));
    count->known = cut(&memory, (count->max_states + 1) * 3 * sizeof(slice));
    count->order = cut(&memory, ORDER * ORDER);
    for (size_t i = 0; i < ORDER * ORDER; i++) count->order[i] = 0;
    part = memory.left / 32;
    count->max_moves = (uint32_t)(part / sizeof(color_move));
    count->move = cut(&memory, part);
    count->max_partials = (uint32_t)(2 * part / sizeof(partial));
    count->partials = cut(&memory, 2 * part);
    count->found = cut(&memory, count->max_partials * sizeof(uint64_t));
    count->max_nodes = (uint32_t)(7 * part / (weight + sizeof(node) + 16));
    count->max_store = (uint32_t)(6 * part / sizeof(uint64_t));
    for (count->table_size = 16; count->table_size < count->max_nodes + count->max_nodes / 4;)
        count->table_size *= 2;
    for (int i = 0; i < 2; i++) {
        layer *made = i ? &count->next : &count->now;
        made->nodes = cut(&memory, (count->max_nodes + 1) * sizeof(node));
        made->weights = cut(&memory, count->max_nodes * weight);
        made->store = cut(&memory, 6 * part);
        made->table = cut(&memory, count->table_size * sizeof(uint32_t));
    }
}

int rm_count_begin(const rm_rules *rules, const uint8_t deck[RM_CODES], int naturals, int jokers,
                   void *memory, size_t size, rm_count **out) {
    const size_t least = (size_t)1 << 21;
    pool all = {memory, size};
    size_t skew = (16 - ((uintptr_t)memory & 15)) & 15;
    if (size < least) return RM_ERR_SPACE;
    (void)cut(&all, 0);
    all.at += skew;
    all.left -= skew;
    rm_count *count = cut(&all, sizeof(rm_count) + 15);
    unsigned char *bytes = (unsigned char *)count;
    for (size_t i = 0; i < sizeof *count; i++) bytes[i] = 0;
    count->rules = *rules;
    for (int i = 0; i < RM_CODES; i++) count->deck[i] = deck[i];
    count->naturals = naturals;
    count->jokers = jokers;
    count->alike = colors_alike(count);
    count->bits = rules->colors <= 4 ? 15 : 10;
    choose_memory(count);
    build_groups(count);
    share_out(count, all);
    enter_place(count);
    color_state empty = {{{0, 0, 0}}, 0, 0, 0, 0};
    uint64_t start = 0;
    (void)rm_count_intern(count, &empty);
    uint32_t id = node_of(count, &start, 1, 0);
    weights_of(count, &count->next, id)[0].lo = 1;
    weights_of(count, &count->next, id)[1].lo = 1;
    layer first = count->now;
    count->now = count->next;
    count->next = first;
    enter_place(count);
    *out = count;
    return RM_OK;
}
