/* Seeded deals: uniform, without replacement, the same on every platform.
 *
 * Every row has a random stream of its own: xoshiro256** (Blackman, Vigna), its state
 * filled by splitmix64 from a mix of the seed and the row's number. So a row depends on
 * nothing but these two, whatever the block or the thread that deals it. Only integers
 * are used; bounded draws multiply and reject (Lemire), so no tile is more likely than
 * another. Invariant: between two rows the deck lies in its first order.
 */
#include "rummy.h"

typedef struct {
    uint64_t s[4];
    uint64_t spare; /* lower half of the last output, below a guard bit; 0: used up */
} stream;

static uint64_t splitmix(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void open_stream(stream *rng, uint64_t seed, uint64_t row) {
    uint64_t state = splitmix(&seed) + row * 0xd1342543de82ef95u;
    state = splitmix(&state); /* far apart, though seeds and rows are neighbours */
    for (int i = 0; i < 4; i++) rng->s[i] = splitmix(&state);
    rng->spare = 0;
}

static uint64_t rotate(uint64_t x, int bits) {
    return x << bits | x >> (64 - bits);
}

static uint64_t next64(stream *rng) {
    uint64_t *s = rng->s, out = rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return out;
}

/* Each output serves two draws: the upper half first, then the lower one. */
static uint32_t next32(stream *rng) {
    if (rng->spare) {
        uint32_t low = (uint32_t)rng->spare;
        rng->spare = 0;
        return low;
    }
    uint64_t x = next64(rng);
    rng->spare = (x & 0xffffffffu) | (uint64_t)1 << 32;
    return (uint32_t)(x >> 32);
}

/* A number 0..bound-1, each equally likely. */
static uint32_t below(stream *rng, uint32_t bound) {
    uint64_t m = (uint64_t)next32(rng) * bound;
    if ((uint32_t)m < bound) {
        uint32_t biased = (0u - bound) % bound;
        while ((uint32_t)m < biased) m = (uint64_t)next32(rng) * bound;
    }
    return (uint32_t)(m >> 32);
}

static uint32_t lay_out(const uint8_t deck[RM_CODES], uint8_t tiles[RM_DECK]) {
    uint32_t size = 0;
    for (int code = 0; code < RM_CODES; code++)
        for (int i = 0; i < deck[code] && size < RM_DECK; i++) tiles[size++] = (uint8_t)code;
    return size;
}

void rm_deal(const uint8_t deck[RM_CODES], uint64_t seed, uint64_t first, size_t rows, size_t width,
             uint8_t *out) {
    uint8_t tiles[RM_DECK], swapped[RM_DECK];
    uint32_t size = lay_out(deck, tiles);
    if (width > size) width = size;
    for (size_t row = 0; row < rows; row++, out += width) {
        stream rng;
        open_stream(&rng, seed, first + row);
        for (uint32_t i = 0; i < width; i++) {
            uint32_t j = i + below(&rng, size - i);
            out[i] = tiles[j];
            tiles[j] = tiles[i];
            tiles[i] = out[i];
            swapped[i] = (uint8_t)j;
        }
        for (uint32_t i = (uint32_t)width; i-- > 0;) {
            uint8_t tile = tiles[i];
            tiles[i] = tiles[swapped[i]];
            tiles[swapped[i]] = tile;
        }
    }
}

void rm_pick(uint64_t seed, uint64_t first, size_t rows, uint32_t bound, uint8_t *out) {
    for (size_t row = 0; row < rows; row++) {
        stream rng;
        open_stream(&rng, ~seed, first + row); /* not the stream that deals the row */
        out[row] = (uint8_t)below(&rng, bound);
    }
}
