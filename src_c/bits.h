/* Bit tricks, portable: every helper is static inline and has no state.
 *
 * A colour is a 16-bit lane: bit p is place p, so bits 1..13 are the ranks,
 * bit 14 the ace above the king, bits 0 and 15 guard the shifts.
 */
#ifndef RUMMY_BITS_H
#define RUMMY_BITS_H

#include "rummy.h"

#if defined(__GNUC__) || defined(__clang__)
#define RM_LIKELY(x)   __builtin_expect(!!(x), 1)
#define RM_UNLIKELY(x) __builtin_expect(!!(x), 0)
#else
#define RM_LIKELY(x)   (x)
#define RM_UNLIKELY(x) (x)
#endif

/* In arithmetic where the processor may lack the instruction: a library call costs more. */
static inline int rm_popcount(uint32_t x) {
#if defined(__POPCNT__)
    return __builtin_popcount(x);
#else
    x = x - ((x >> 1) & 0x55555555u);
    x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
    return (int)((((x + (x >> 4)) & 0x0F0F0F0Fu) * 0x01010101u) >> 24);
#endif
}

/* Index of the lowest set bit; x must not be 0. */
static inline int rm_lowest(uint32_t x) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctz(x);
#else
    return rm_popcount((x & (0u - x)) - 1u);
#endif
}

static inline int rm_code(int color, int rank) {
    return 1 + RM_MAX_RANKS * color + rank - 1;
}

/* The rank whose tile lies on a place: the ace on the place above the top. */
static inline int rm_rank_of_place(const rm_rules *rules, int place) {
    return place > rules->ranks ? 1 : place;
}

/* Places that a run may touch: 1.. or 2.. up to ranks or ranks + 1. */
static inline int rm_first_place(const rm_rules *rules) {
    return rules->ace_low ? 1 : 2;
}

static inline int rm_last_place(const rm_rules *rules) {
    return rules->ranks + (rules->ace_high ? 1 : 0);
}

static inline int rm_min(int a, int b) {
    return a < b ? a : b;
}

static inline int rm_max(int a, int b) {
    return a > b ? a : b;
}

#endif
