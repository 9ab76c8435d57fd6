/* The functions with which programs written for CBMC and ESBMC talk to the verifier. What depends on how they are
 * called, nondet_T() and __CPROVER_fence(), is in the front end. Conditions are wide enough for whatever a caller
 * without a declaration passes: a pointer is true unless it is null. */
#include "internal.h"

void __CPROVER_assume(uint64_t condition)
{
    __heddle_assume(condition != 0);
}

void __CPROVER_assert(uint64_t condition, const char *description)
{
    if (!condition)
        __heddle_fail(PROPERTY_ASSERTION, description);
}

void __CPROVER_atomic_begin(void)
{
    __heddle_atomic_begin();
}

void __CPROVER_atomic_end(void)
{
    __heddle_atomic_end();
}

void __ESBMC_assume(uint64_t condition)
{
    __heddle_assume(condition != 0);
}

void __ESBMC_assert(uint64_t condition, const char *description)
{
    if (!condition)
        __heddle_fail(PROPERTY_ASSERTION, description);
}

void __ESBMC_atomic_begin(void)
{
    __heddle_atomic_begin();
}

void __ESBMC_atomic_end(void)
{
    __heddle_atomic_end();
}

/* Other threads may run between any two steps anyway. */
void __ESBMC_yield(void)
{
}

/* Where <assert.h> was not included, assert is a function. */
void assert(uint64_t condition)
{
    if (!condition)
        __heddle_fail(PROPERTY_ASSERTION, "assert");
}
