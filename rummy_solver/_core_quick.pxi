# The quick way: a list of tile codes or a Hand in, a value or a Solution out, no Python between.
#
# Whatever needs a closer look, bad input above all, is left to the Python function that is
# wrapped: it says the same, slowly, and knows every error.

import functools

from cpython.exc cimport PyErr_Clear
from cpython.object cimport PyObject


cdef extern from "Python.h":
    PyObject *borrowed_item "PyList_GET_ITEM"(list items, Py_ssize_t i)
    PyObject *item_or_error "PyDict_GetItemWithError"(dict known, object key)
    bint is_int "PyLong_Check"(PyObject *item)
    bint is_bool "PyBool_Check"(PyObject *item)
    long small_int "PyLong_AsLongAndOverflow"(PyObject *item, int *overflow) except? -1

    ctypedef struct PyTypeObject:
        object (*tp_new)(PyTypeObject *cls, object arguments, PyObject *keywords)


cdef enum:
    LONGEST_LIST = 160


cdef struct quick_hand:
    rm_hand planes
    int64_t left  # the weights of all tiles, for objectives that count what is left
    int tiles
    uint8_t row[LONGEST_LIST]  # the codes of a list; not set for a Hand


# Questions come in rows: the rules and the objective of the last one, by identity.
cdef object last_rules = None
cdef object last_objective = None
cdef tuple last_question = None


cdef tuple known_question(object rules, object objective):
    """Return the solver of a question with its weights, None where none was built yet."""
    global last_rules, last_objective, last_question
    if rules is last_rules and objective is last_objective and last_question is not None:
        return last_question
    known = getattr(rules, "_solvers", None)
    if type(known) is not dict:
        return None
    cdef PyObject *entry = item_or_error(<dict>known, objective)
    if entry == NULL:
        PyErr_Clear()  # not hashable: the wrapped function says so
        return None
    question = <object>entry
    if type(question) is not tuple or not isinstance((<tuple>question)[0], CoreSolver):
        return None
    last_rules, last_objective, last_question = rules, objective, question
    return question


cdef bint read_list(CoreSolver solver, list codes, quick_hand *hand) except -1:
    """Read a list of codes; False where it is made of anything else, or is no hand."""
    cdef Py_ssize_t n = len(codes), i
    cdef PyObject *item
    cdef int overflow
    cdef long code
    if n > LONGEST_LIST:
        return False
    hand.left = 0
    for i in range(n):
        item = borrowed_item(codes, i)
        if not is_int(item) or is_bool(item):
            return False
        code = small_int(item, &overflow)
        if not 0 <= code < RM_CODES:
            return False
        hand.row[i] = <uint8_t>code
        hand.left += solver.left[code]
    hand.tiles = <int>n
    return rm_hand_from_codes(&solver.rules.c, hand.row, n, &hand.planes) == RM_OK


cdef bint read_counts(CoreSolver solver, object counts, quick_hand *hand) except -1:
    """Read the counts of a Hand."""
    cdef const uint8_t *held
    if type(counts) is not bytes or PyBytes_GET_SIZE(counts) != RM_CODES:
        return False
    held = <const uint8_t *>PyBytes_AS_STRING(counts)
    hand.left, hand.tiles = 0, 0
    for code in range(RM_CODES):
        hand.tiles += held[code]
        hand.left += held[code] * solver.left[code]
    return rm_hand_from_counts(&solver.rules.c, held, &hand.planes) == RM_OK


cdef bint read_hand(CoreSolver solver, object given, object hand_class, quick_hand *hand) except -1:
    """Read a list of codes or a Hand that the deck holds; False: the wrapped function must."""
    cdef bint good = False
    if type(given) is list:
        good = read_list(solver, given, hand)
    elif type(given) is hand_class:
        good = read_counts(solver, given.counts, hand)
    return good and rm_hand_within(&hand.planes, &solver.deck)


def quick_value(hand_class):
    """Decorate `evaluate`: it is called only where the answer needs more than the core."""
    def decorator(function):
        def evaluate(hand, rules, *, objective="tiles"):
            cdef quick_hand asked
            cdef CoreSolver solver
            cdef tuple question = known_question(rules, objective)
            if question is not None:
                solver = <CoreSolver>question[0]
                if read_hand(solver, hand, hand_class, &asked):
                    return solver.first_of(&asked.planes, asked.tiles, asked.left)
            return function(hand, rules, objective=objective)
        return functools.update_wrapper(evaluate, function)
    return decorator


def quick_solution(hand_class, solution_class):
    """Decorate `solve` in the same way; `solution_class` is a subclass of PackedSolution."""
    if not issubclass(solution_class, PackedSolution):
        raise TypeError(f"solution class: expected a PackedSolution, got {solution_class!r}")

    def decorator(function):
        def solve(hand, rules, *, objective="tiles"):
            cdef quick_hand asked
            cdef CoreSolver solver
            cdef PackedSolution found
            cdef tuple question = known_question(rules, objective)
            if question is not None:
                solver = <CoreSolver>question[0]
                if read_hand(solver, hand, hand_class, &asked):
                    found = blank_solution(solution_class)
                    found.rules, found.question = rules, question
                    found.packed = solver.one_of(&asked.planes, asked.tiles, &found.gain)
                    if type(hand) is list:
                        found.tiles = asked.tiles
                        memcpy(found.row, asked.row, asked.tiles)
                    else:
                        found.held = hand
                    return found
            return function(hand, rules, objective=objective)
        return functools.update_wrapper(solve, function)
    return decorator


cdef PackedSolution blank_solution(object solution_class):
    cdef PyTypeObject *cls = <PyTypeObject *>solution_class
    return <PackedSolution>cls.tp_new(cls, (), NULL)


cdef class PackedSolution:
    """A solution as the core returns it; its hand, melds and values are built when asked for.

    A subclass says how: `_hand_of` from the bytes of codes, `_meld_of` from the numbers of a
    packed meld.
    """

    cdef readonly object rules
    cdef object held, laid, told  # what was built: the hand, the melds, the values
    cdef tuple question
    cdef bytes packed
    cdef int64_t gain
    cdef int tiles
    cdef uint8_t row[LONGEST_LIST]

    def __init__(self, rules, hand, melds, values):
        self.rules, self.held, self.laid, self.told = rules, hand, melds, values

    @classmethod
    def of_packed(cls, rules, hand, bytes packed not None, int64_t gain, tuple question not None):
        """Build a solution from packed melds in order and the combined gain."""
        cdef PackedSolution found = blank_solution(cls)
        found.rules, found.held, found.packed = rules, hand, packed
        found.gain, found.question = gain, question
        return found

    @property
    def hand(self):
        """The hand that was solved."""
        if self.held is None:
            self.held = self._hand_of(PyBytes_FromStringAndSize(<char *>self.row, self.tiles))
        return self.held

    @property
    def values(self):
        """The value of each component of the objective, in order."""
        if self.told is None and self.question is not None:
            self.told = self.question[1].decode(self.gain, self.hand.counts)
        return self.told

    @property
    def melds(self):
        """The melds laid, in their order."""
        cdef CoreSolver solver
        cdef rm_found meld
        cdef Py_ssize_t n, i
        if self.laid is None and self.packed is not None:
            n = PyBytes_GET_SIZE(self.packed) // <Py_ssize_t>sizeof(rm_found)
            solver = <CoreSolver>self.question[0]
            laid = []
            for i in range(n):
                memcpy(&meld, PyBytes_AS_STRING(self.packed) + i * sizeof(meld), sizeof(meld))
                laid.append(self.meld(solver.rules, &meld))
            self.laid = tuple(laid)
        return self.laid

    cdef object meld(self, CoreRules rules, const rm_found *packed):
        """Return the one Meld that stands for a packed meld under these rules."""
        cdef uint64_t key
        memcpy(&key, packed, sizeof(key))
        found = rules.melds.get(key)
        if found is None:
            if len(rules.melds) >= KNOWN_MELDS:
                rules.melds.clear()
            found = rules.melds[key] = self._meld_of(
                packed.kind, packed.low, packed.size, packed.color, packed.jokers, packed.colors
            )
        return found


cdef enum:
    KNOWN_MELDS = 2048
