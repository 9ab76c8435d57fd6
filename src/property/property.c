#include "property/property.h"

#include <string.h>

/* What rows of one option have in common. */
#define MEMORY                                                                                                         \
    .option = "memory", .words = "memory", .off = "no-memory-check",                                                   \
    .off_help = "do not report null and dangling pointers, nor what is out of bounds", .level = "error",               \
    .rule_text = "An access can be to memory that is not there.",                                                      \
    .rule_help = "Some execution goes through a null, dangling or wild pointer, out of bounds, or frees twice."

/* Rows of different options that are switched off together. */
#define ASSERTIONS_OFF                                                                                                 \
    .off = "no-assertions", .off_help = "do not report assertions that fail, and error functions that are called"

static const property_row ROWS[PROPERTY_COUNT] = {
    [PROPERTY_ASSERTION] =
        {
            .name = "assertion",
            .option = "assertions",
            .words = "assertions",
            ASSERTIONS_OFF,
            .level = "error",
            .rule_text = "An assertion can fail.",
            .rule_help = "Some execution comes to an assertion whose condition does not hold there.",
            .formula = "G ! call(reach_error())",
            .is_call = true,
            .stops = true,
        },
    [PROPERTY_ERROR_CALL] =
        {
            .name = "error_call",
            .option = "unreach-call",
            .words = "error calls",
            ASSERTIONS_OFF,
            .level = "error",
            .rule_text = "An error function can be called.",
            .rule_help = "Some execution calls reach_error or a function like it.",
            .svcomp = "unreach-call",
            .formula = "G ! call(reach_error())",
            .old_formula = "G ! call(__VERIFIER_error())",
            .is_call = true,
            .stops = true,
        },
    [PROPERTY_DEREFERENCE] =
        {
            .name = "dereference",
            MEMORY,
            .svcomp = "valid-deref",
            .formula = "G valid-deref",
            .is_partial = true,
            .stops = true,
        },
    [PROPERTY_FREE] =
        {
            .name = "free",
            MEMORY,
            .svcomp = "valid-free",
            .formula = "G valid-free",
            .is_partial = true,
            .stops = true,
        },
    [PROPERTY_ARITHMETIC] =
        {
            .name = "arithmetic",
            .option = "arithmetic",
            .words = "arithmetic",
            .off = "no-arithmetic-check",
            .off_help = "do not report divisions by zero, nor shifts too far",
            .level = "error",
            .rule_text = "Arithmetic can be without a result.",
            .rule_help = "Some execution divides by zero, or shifts too far.",
            .formula = "G def-behavior",
            .stops = true,
        },
    [PROPERTY_LOCK_MISUSE] =
        {
            .name = "lock_misuse",
            .option = "locks",
            .words = "locks",
            .off = "no-lock-check",
            .off_help = "do not report misuse of locks and threads",
            .level = "error",
            .rule_text = "A lock or a thread can be used against its rules.",
            .rule_help = "Some execution unlocks a mutex that is not locked, joins a thread twice, or the like.",
            .formula = "G def-behavior",
            .is_call = true,
            .stops = true,
        },
    [PROPERTY_OVERFLOW] =
        {
            .name = "overflow",
            .option = "overflow",
            .words = "overflow",
            .off = "no-overflow-check",
            .off_help = "do not report signed overflow, which then wraps",
            .level = "error",
            .rule_text = "A signed integer can overflow.",
            .rule_help = "Some execution computes a signed integer that its type does not have, or converts a "
                         "floating-point number to an integer type that does not have it.",
            .svcomp = "no-overflow",
            .formula = "G ! overflow",
            .by_request = true,
            .stops = true,
        },
    [PROPERTY_RACE] =
        {
            .name = "race",
            .option = "races",
            .words = "data races",
            .off = "no-race-check",
            .off_help = "do not report data races",
            .level = "error",
            .rule_text = "Two threads can access the same memory without synchronisation.",
            .rule_help = "In some execution two accesses to the same memory by different threads, one of them a write "
                         "and not both atomic, are not ordered by synchronisation.",
            .svcomp = "no-data-race",
            .formula = "G ! data-race",
            .by_request = true,
            .shape = PROPERTY_PAIR,
        },
    [PROPERTY_DEADLOCK] =
        {
            .name = "deadlock",
            .option = "deadlock",
            .words = "deadlocks",
            .off = "no-deadlock-check",
            .off_help = "do not report deadlocks",
            .level = "error",
            .rule_text = "Threads can wait for each other for ever.",
            .rule_help =
                "In some execution threads wait for locks, signals or the end of others, and nobody can go on.",
            .formula = "G ! deadlock",
            .by_request = true,
            .shape = PROPERTY_END,
        },
    [PROPERTY_LIVENESS] =
        {
            .name = "liveness",
            .option = "liveness",
            .words = "loops without an end",
            .off = "no-liveness-check",
            .off_help = "do not report loops that can never end",
            .level = "error",
            .rule_text = "A loop can go on for ever.",
            .rule_help =
                "In some execution a loop waits for what nobody will do any more: all others have ended, or wait.",
            .formula = "G F end",
            .by_request = true,
            .shape = PROPERTY_END,
        },
    [PROPERTY_LEAK] =
        {
            .name = "leak",
            .option = "leaks",
            .words = "leaks",
            .off = "no-leak-check",
            .off_help = "do not report memory that is not freed when the program ends",
            .level = "error",
            .rule_text = "Memory can be left when the program ends.",
            .rule_help = "Some execution comes to the end of the program without having freed all that it allocated.",
            .svcomp = "valid-memcleanup",
            .formula = "G valid-memcleanup",
            .by_request = true,
            .shape = PROPERTY_END,
        },
    [PROPERTY_LOST] =
        {
            .name = "lost",
            .option = "memtrack",
            .words = "lost memory",
            .off = "no-memtrack-check",
            .off_help = "do not report memory that nothing points to when the program ends",
            .level = "error",
            .rule_text = "Memory can be lost.",
            .rule_help = "Some execution comes to the end of the program with memory that was not freed, and that no "
                         "pointer leads to.",
            .svcomp = "valid-memtrack",
            .formula = "G valid-memtrack",
            .is_partial = true,
            .by_request = true,
            .shape = PROPERTY_END,
        },
    [PROPERTY_UNINITIALISED] =
        {
            .name = "uninitialised",
            .option = "uninitialised",
            .words = "uninitialised values",
            .off = "no-uninitialised-check",
            .off_help = "do not report what depends on values that were never set",
            .level = "error",
            .rule_text = "A value that was never set can be used.",
            .rule_help = "In some execution a branch, an address or output depends on a variable, or on memory of the "
                         "heap, that was never set.",
            .formula = "G def-behavior",
            .by_request = true,
            .stops = true,
        },
    [PROPERTY_TEST_PAIR] =
        {
            .name = "test_pair",
            .option = "test-pair",
            .words = "pairs of places",
            .off = "no-test-pair",
            .off_help = "do not report pairs of places",
            .level = "error",
            .rule_text = "Two places can meet.",
            .rule_help = "Some execution comes to both places at once.",
            .svcomp = "no-test-pair",
            .formula = "G ! test-pair",
            .is_test = true,
            .shape = PROPERTY_PAIR,
        },
    [PROPERTY_TEST_END] =
        {
            .name = "test_end",
            .option = "test-end",
            .words = "bad ends",
            .off = "no-test-end",
            .off_help = "do not report bad ends",
            .level = "error",
            .rule_text = "An execution can end badly.",
            .rule_help = "Some execution ends in a state that it should not end in.",
            .svcomp = "no-test-end",
            .formula = "F good-end",
            .is_test = true,
            .shape = PROPERTY_END,
        },
};

const property_row *property_row_of(property p)
{
    return &ROWS[p];
}

/* ---- sets ---- */

property_set property_all(void)
{
    property_set all = 0;
    for (property p = 0; p < PROPERTY_COUNT; p++)
        if (!ROWS[p].is_test)
            all |= property_bit(p);
    return all;
}

property_set property_default(void)
{
    property_set usual = property_all();
    for (property p = 0; p < PROPERTY_COUNT; p++)
        if (ROWS[p].by_request)
            usual &= ~property_bit(p);
    return usual;
}

property_set property_ends(void)
{
    property_set ends = 0;
    for (property p = 0; p < PROPERTY_COUNT; p++)
        if (ROWS[p].shape == PROPERTY_END)
            ends |= property_bit(p);
    return ends;
}

property_set property_stopping(void)
{
    property_set stopping = 0;
    for (property p = 0; p < PROPERTY_COUNT; p++)
        if (ROWS[p].stops)
            stopping |= property_bit(p);
    return stopping;
}

bool property_names_option(property_set set, property p)
{
    for (property before = 0; before < p; before++)
        if (property_is_in(set, before) && strcmp(ROWS[before].option, ROWS[p].option) == 0)
            return false;
    return property_is_in(set, p);
}

/* ---- names ---- */

property_set property_named(const char *name, size_t length)
{
    static const char EVERYTHING[] = "all";
    property_set found = 0, all = property_all();
    if (length == strlen(EVERYTHING) && strncmp(name, EVERYTHING, length) == 0)
        return all;
    for (property p = 0; p < PROPERTY_COUNT; p++)
        if (strlen(ROWS[p].option) == length && strncmp(ROWS[p].option, name, length) == 0)
            found |= property_bit(p);
    return found & all;
}
