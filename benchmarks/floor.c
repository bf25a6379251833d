/* What no batch can go below: reading every row into bit planes, and nothing else. */
#include "rummy.h"

uint64_t floor_planes(const rm_rules *rules, const uint8_t *rows, size_t count, size_t width);

uint64_t floor_planes(const rm_rules *rules, const uint8_t *rows, size_t count, size_t width) {
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        rm_hand hand;
        sum += (uint64_t)rm_hand_from_codes(rules, rows + i * width, width, &hand);
        sum += hand.one[0] + (uint64_t)hand.two[3];
    }
    return sum;
}
