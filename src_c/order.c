/* The order of melds: the one in which the public classes show them. */
#include "order.h"

static uint8_t code_of(const rm_rules *rules, int color, int place) {
    return (uint8_t)rm_code(color, rm_rank_of_place(rules, place));
}

rm_spread rm_spread_of(const rm_rules *rules, const rm_found *meld) {
    rm_spread out = {meld->kind, 0, {0}, {0}};
    if (meld->kind == RM_LAID_RUN) {
        for (int place = meld->low; place < meld->low + meld->size; place++) {
            out.faces[out.size] = code_of(rules, meld->color, place);
            out.tiles[out.size] = meld->jokers >> place & 1 ? 0 : out.faces[out.size];
            out.size += 1;
        }
        return out;
    }
    for (int color = 0; color < rules->colors; color++) {
        if (meld->colors >> color & 1) {
            out.faces[out.size] = out.tiles[out.size] = code_of(rules, color, meld->low);
            out.size += 1;
        }
    }
    while (out.size < meld->size) {
        out.faces[out.size] = RM_PAD;
        out.tiles[out.size++] = 0;
    }
    return out;
}

static int compare_codes(const uint8_t *x, const uint8_t *y, int nx, int ny) {
    for (int i = 0; i < nx && i < ny; i++) {
        if (x[i] != y[i]) {
            return x[i] - y[i];
        }
    }
    return nx - ny;
}

static int compare(const rm_spread *x, const rm_spread *y) {
    if (x->kind != y->kind) {
        return x->kind - y->kind;
    }
    int order = compare_codes(x->faces, y->faces, x->size, y->size);
    return order ? order : compare_codes(x->tiles, y->tiles, x->size, y->size);
}

void rm_order_melds(const rm_rules *rules, rm_found *melds, int n) {
    rm_spread laid[RM_MAX_MELDS];
    if (n < 2) {
        return;
    }
    for (int m = 0; m < n; m++) {
        rm_found found = melds[m];
        rm_spread made = rm_spread_of(rules, &found);
        int at = m;
        for (; at > 0 && compare(&laid[at - 1], &made) > 0; at--) {
            laid[at] = laid[at - 1];
            melds[at] = melds[at - 1];
        }
        laid[at] = made;
        melds[at] = found;
    }
}
