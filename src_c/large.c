/* Large hands, for which solve.c has too many choices of groups: the sweep of the table search
 * (table_hand.c) finds their best value, since nearly every tile of a large hand can be laid. */
#include <string.h>

#include "solve.h"

size_t rm_large_size(void) {
    return rm_turn_space();
}

void rm_large_clear(rm_large *large) {
    memset(large, 0, rm_turn_space());
}

int64_t rm_large_best(const rm_tables *tables, const rm_hand *hand, rm_large *work,
                      uint64_t *nodes) {
    uint8_t counts[RM_CODES] = {0};
    rm_laid melds[RM_MAX_TABLE];
    int64_t value = 0;
    int n;
    counts[0] = (uint8_t)hand->jokers;
    for (int c = 0; c < tables->rules.colors; c++) {
        for (int r = 1; r <= tables->rules.ranks; r++) {
            unsigned copies = (hand->one[c] >> r & 1u) + (hand->two[c] >> r & 1u);
            counts[rm_code(c, r)] = (uint8_t)copies;
        }
    }
    int status = rm_hand_melds(&tables->rules, &tables->weights, counts, RM_LARGE_NODES, work,
                               &value, melds, &n);
    *nodes = rm_turn_nodes(work);
    return status == RM_OK ? value : status;
}
