/* Threads in C: the small C of litmus tests. Parameters are pointers to the variables of the same names; everything
 * else is a local variable, and has no address. C11 atomics are what they are in C; those of the Linux kernel are
 * relaxed, acquire and release accesses and fences of their own kinds; its operations that return a value are full
 * fences.
 *
 * c_thread.c has statements, c_expression.c expressions, c_call.c the functions. */
#ifndef HEDDLE_LITMUS_C_THREAD_H
#define HEDDLE_LITMUS_C_THREAD_H

#include "litmus/draft.h"
#include "litmus/test.h"

enum { C_WORD = 64, C_DEPTH = 100 }; /* of nested statements and expressions */

typedef struct c_type {
    uint8_t size; /* bytes of a number, or of the number behind `depth` pointers */
    uint8_t depth;
    bool is_unsigned, is_atomic, is_volatile;
} c_type;

#define C_INT ((c_type){.size = 4})

/* 64 bits, extended as the type says. */
typedef struct c_value {
    ir_operand operand;
    c_type type;
} c_value;

typedef struct c_local {
    char *name;
    c_type type;
    uint32_t variable; /* of the draft */
    bool is_parameter; /* a pointer that stays what it is */
    uint64_t address;  /* then */
} c_local;

typedef struct c_thread {
    litmus_test *test;
    draft *draft;
    text at;
    int number;
    VEC(c_local) locals;
    uint32_t accesses; /* to memory, so far */
    uint32_t depth;
} c_thread;

bool c_translate_thread(litmus_test *test, uint32_t thread, draft *draft, diag *d);

bool c_fail(const c_thread *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* An identifier; NULL, and nothing is skipped, if there is none. The caller frees it. */
char *c_take_name(c_thread *c);
c_local *c_find_local(const c_thread *c, const char *name);
/* The type that is next, with its stars, if it is one. */
bool c_take_type(c_thread *c, c_type *type);

bool c_expression(c_thread *c, c_value *value);
/* What is behind a pointer. */
bool c_unary(c_thread *c, c_value *value);
/* A call, behind the name. */
bool c_call(c_thread *c, const char *name, c_value *value);

/* How an access without a function is ordered. */
ir_order c_plain_order(c_type pointee);
/* The type behind the pointer; false with a diagnostic if it is none. */
bool c_pointee(const c_thread *c, c_type pointer, c_type *pointee);
uint8_t c_width(c_type type);
c_value c_load(c_thread *c, ir_operand address, c_type type, ir_order order);
void c_store(c_thread *c, ir_operand address, c_type type, c_value value, ir_order order);
c_value c_number(c_thread *c, uint64_t number);
/* The value as one of the type: cut and extended. */
c_value c_convert(c_thread *c, c_value value, c_type type);
/* Of a result that has the width of the type. */
c_value c_extend(c_thread *c, ir_operand result, c_type type);
ir_operand c_cut(c_thread *c, c_value value, c_type type);
void c_set_local(c_thread *c, c_local *local, c_value value);

#endif
