/* The whole contract of the core: types, limits, functions, status codes.
 *
 * Nothing here allocates, keeps global state or knows a game by name. A caller
 * fills an rm_rules, has it checked once by rm_rules_check, and hands scratch
 * memory in where a function asks for it. Hands cross the border as counts per
 * tile code: 0 is the joker, then 1 + 13 * color + (rank - 1).
 */
#ifndef RUMMY_H
#define RUMMY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- limits ------------------------------------------------------------ */

enum {
    RM_MAX_COLORS = 6,
    RM_MAX_RANKS = 13,
    RM_MAX_PLACES = 14, /* a run may lie on places 1..13 and 14, the ace above the king */
    RM_MAX_COPIES = 2,
    RM_MAX_JOKERS = 6,
    RM_CODES = 79, /* the joker and 6 x 13 tiles */
    RM_PAD = 255   /* pads short rows of arrays */
};

/* ---- status codes ------------------------------------------------------ */

typedef enum {
    RM_OK = 0,
    RM_ERR_RULES = -1, /* a field of the rule struct is outside its limits */
    RM_ERR_HAND = -2,  /* more copies of a tile than the rules allow */
    RM_ERR_SPACE = -3, /* the scratch memory handed in is too small */
    RM_ERR_LIMIT = -4  /* the search limit was reached: no answer */
} rm_status;

/* A sentence for a status code; never NULL. */
const char *rm_status_text(int status);

/* ---- rules.c: the part of a rule set that bears on melds ----------------- */

typedef struct {
    uint8_t colors, ranks, copies, jokers; /* the deck */
    uint8_t min_run, max_run;              /* tiles of a run; max_run counts places */
    uint8_t min_group, max_group;          /* tiles of a group */
    uint8_t ace_low, ace_high;             /* may rank 1 stand below 2, above the top rank */
    uint8_t min_naturals;                  /* natural tiles of a meld, at least 1 */
    uint8_t max_jokers;                    /* jokers of a meld; RM_MAX_JOKERS: no limit */
} rm_rules;

/* RM_OK, or RM_ERR_RULES when a field is outside its limits. */
int rm_rules_check(const rm_rules *rules);

#ifdef __cplusplus
}
#endif

#endif
