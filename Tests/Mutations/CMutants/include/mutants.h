// The switch between the code and its mutants: every place that has mutants calls one of these functions with their number.
//
// The environment variable SEALEDPUSH_MUTANT has the number of the mutant that is active. SEALEDPUSH_MUTANTS_REACHED names a file
// of one byte for each number; the byte is set to 1 where the mutant would have another result than the code.
#pragma once
#include <stdbool.h>
#include <stdint.h>

extern int32_t mutant_active;
extern uint8_t *mutants_reached;

static inline bool mutant_reached(int32_t number, bool makes_a_difference) {
    if (mutants_reached && makes_a_difference) mutants_reached[number] = 1;
    return number == mutant_active;
}

/// Whether the mutant is active.
static inline bool mutant(int32_t number) { return mutant_reached(number, true); }
/// Whether the mutant is not active.
static inline bool mutant_off(int32_t number) { return !mutant(number); }
/// `value`, or true.
static inline bool mutant_true(int32_t number, bool value) { return mutant_reached(number, !value) || value; }
/// `value`, or false.
static inline bool mutant_false(int32_t number, bool value) { return !mutant_reached(number, value) && value; }
/// `value`; true for the mutant `number`, false for the next one.
static inline bool mutant_either(int32_t number, bool value) {
    return mutant_false(number + 1, mutant_true(number, value));
}
/// `value`, or `other`.
static inline bool mutant_other(int32_t number, bool value, bool other) {
    return mutant_reached(number, value != other) ? other : value;
}
