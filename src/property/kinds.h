/* The numbers of the properties, for those who need no more: the library models are compiled with this, too. */
#ifndef HEDDLE_PROPERTY_KINDS_H
#define HEDDLE_PROPERTY_KINDS_H

typedef enum property {
    PROPERTY_ASSERTION,     /* assert, __VERIFIER_assert, __CPROVER_assert */
    PROPERTY_ERROR_CALL,    /* reach_error, __VERIFIER_error */
    PROPERTY_DEREFERENCE,   /* null, dangling and wild pointers, out of bounds */
    PROPERTY_FREE,          /* double free, free of what is no heap object */
    PROPERTY_ARITHMETIC,    /* division by zero, a shift too far */
    PROPERTY_LOCK_MISUSE,   /* a mutex, condition variable, semaphore, thread ... used against its rules */
    PROPERTY_OVERFLOW,      /* of signed integers, and of numbers with a point that become integers */
    PROPERTY_RACE,          /* two accesses that conflict, and nothing orders them */
    PROPERTY_DEADLOCK,      /* some threads wait for ever, and nobody can go on */
    PROPERTY_LIVENESS,      /* threads that run can never end */
    PROPERTY_LEAK,          /* the program ends, and memory was not freed */
    PROPERTY_LOST,          /* the program ends, and nothing points to memory that was not freed */
    PROPERTY_UNINITIALISED, /* what was never set decides something */
    PROPERTY_TEST_PAIR,     /* only for tests: one of each shape that no other property has */
    PROPERTY_TEST_END,
    PROPERTY_COUNT
} property;

#endif
