/* Does `heddle check` agree with the axioms, evaluated on every execution, under the models that are known by them? On
 * generated programs (generate_weak.h). */
#ifndef HEDDLE_TESTS_WEAK_AGREES_H
#define HEDDLE_TESTS_WEAK_AGREES_H

#include <stdint.h>
#include <stdio.h>

typedef struct weak_agrees_result {
    uint64_t safe, violations, open, different; /* programs times models */
} weak_agrees_result;

/* Who is compared: an engine, "ord"; "clock-idl" is `clock` with --clock idl; NULL: all of them. Seeds
 * first .. first + count. Writes what differs, with its text, to `out`. */
weak_agrees_result weak_agrees_on_programs(const char *engine, uint64_t first, uint64_t count, FILE *out);

/* Adds the litmus test in the file: can its condition hold? */
void weak_agrees_on_litmus(const char *engine, const char *file, weak_agrees_result *r, FILE *out);

#endif
