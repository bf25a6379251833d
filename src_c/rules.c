/* Checks a rule struct. Everything else in the core trusts what passed here. */
#include "rummy.h"

const char *rm_status_text(int status) {
    switch (status) {
    case RM_OK: return "ok";
    case RM_ERR_RULES: return "rule struct: a field is outside its limits";
    case RM_ERR_HAND: return "hand: more copies of a tile than the rules allow";
    case RM_ERR_SPACE: return "scratch memory: too small";
    case RM_ERR_LIMIT: return "search limit reached";
    default: return "unknown status";
    }
}

static int within(int value, int low, int high) {
    return low <= value && value <= high;
}

int rm_rules_check(const rm_rules *rules) {
    int places = rules->ranks + (rules->ace_high ? 1 : 0);
    int ok = within(rules->colors, 1, RM_MAX_COLORS) && within(rules->ranks, 1, RM_MAX_RANKS)
        && within(rules->copies, 1, RM_MAX_COPIES) && within(rules->jokers, 0, RM_MAX_JOKERS)
        && within(rules->min_run, 2, RM_MAX_PLACES) && within(rules->max_run, rules->min_run, places)
        && within(rules->min_group, 2, RM_MAX_COLORS)
        && within(rules->max_group, rules->min_group, RM_MAX_COLORS)
        && within(rules->ace_low, 0, 1) && within(rules->ace_high, 0, 1)
        && (rules->ace_low || rules->ace_high) && within(rules->min_naturals, 1, rules->min_run)
        && within(rules->max_jokers, 0, RM_MAX_JOKERS);
    return ok ? RM_OK : RM_ERR_RULES;
}
