/* Threads in assembly: their cells as lines of labels, an operation and operands, and what translators of several
 * architectures share. */
#ifndef HEDDLE_LITMUS_COLUMN_H
#define HEDDLE_LITMUS_COLUMN_H

#include "litmus/draft.h"
#include "litmus/test.h"

enum { COLUMN_OPERANDS = 6, COLUMN_WORD = 64 };

typedef struct column_line {
    uint32_t line;
    VEC(char *) labels;
    char *op; /* in small letters; "" if there are only labels */
    char *operands[COLUMN_OPERANDS];
    uint32_t count;
} column_line;

/* The variables in which a comparison leaves what it has compared, as numbers of 64 bits with sign. */
typedef struct column_flags {
    uint32_t left, right;
} column_flags;

typedef struct column_thread {
    litmus_test *test;
    draft *draft;
    int number;
    VEC(column_line) lines;
    uint32_t at; /* the line that is being translated */
    column_flags flags;
    diag *d;
} column_thread;

/* What a condition asks of the flags. */
typedef enum column_condition {
    COLUMN_EQ,
    COLUMN_NE,
    COLUMN_LT,
    COLUMN_GE,
    COLUMN_GT,
    COLUMN_LE,
    COLUMN_BELOW,
    COLUMN_NOT_BELOW,
    COLUMN_ABOVE,
    COLUMN_NOT_ABOVE,
    COLUMN_MINUS,
    COLUMN_PLUS,
} column_condition;

typedef struct column_condition_name {
    const char *name;
    column_condition condition;
} column_condition_name;

/* Translates one line; false with a diagnostic. */
typedef bool column_translate(column_thread *t, const column_line *line);

/* The whole thread into its draft. */
bool column_translate_thread(litmus_test *test, uint32_t thread, draft *draft, diag *d);
column_translate aarch64_translate, ppc_translate, x86_translate;

bool column_fail(const column_thread *t, const column_line *line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* "expected WHAT as operand I of `op`". False. */
bool column_fail_operand(const column_thread *t, const column_line *line, uint32_t i, const char *what);
bool column_fail_unknown(const column_thread *t, const column_line *line);
/* Does it have so many operands? Otherwise false with a diagnostic. */
bool column_has_operands(const column_thread *t, const column_line *line, uint32_t count);

/* The variable for the register; false if it is none. */
bool column_find_register(column_thread *t, const char *name, uint32_t *variable);
/* `#1`, `$1`, `1`, `0x1`. */
bool column_is_number(const char *operand, uint64_t *number);
/* Compares numbers of `width` bits. */
void column_set_flags(column_thread *t, uint8_t width, ir_operand left, ir_operand right);
ir_operand column_test_flags(column_thread *t, column_condition condition);
bool column_find_condition(const column_condition_name *names, size_t count, const char *name,
                           column_condition *condition);
/* Jumps to the label if the bit is 1. */
void column_branch(column_thread *t, ir_operand bit, const char *label);
void column_goto(column_thread *t, const char *label);
/* A fence, or an instruction that does nothing, by its text. */
bool column_translate_fence(column_thread *t, const column_line *line);
/* The address of a variable that is named in an instruction. */
ir_operand column_variable_address(column_thread *t, const char *name);

/* A pair of an exclusive (reserving) load and its conditional store, of which only computation in registers lies
 * between: both are done where the load is. Either the pair is one atomic read-modify-write, and the store tells that
 * it has succeeded; or the store fails, and only the load is done. Which of them is anybody's guess, as it is on the
 * machine. */
typedef struct column_pair {
    uint8_t width;
    ir_operand address;
    ir_rmw op;
    ir_operand value; /* `width` bits */
    ir_order load_order, order;
} column_pair;

/* What the load has read. */
ir_operand column_do_pair(column_thread *t, const column_pair *pair);
/* The line of the store that belongs to the load: the first with such an operation. NULL with a diagnostic if anything
 * but an operation that `is_computation` comes before it. */
const column_line *column_find_store(const column_thread *t, const column_line *load, bool (*is_store)(const char *op),
                                     bool (*is_computation)(const char *op));
/* The same from the side of the store, which was done with its load: whether it has failed, 64 bits, is in the variable
 * that column_failed names. False with a diagnostic if there is no such load. */
bool column_find_load(const column_thread *t, const column_line *store, bool (*is_load)(const char *op),
                      bool (*is_computation)(const char *op));
uint32_t column_failed(column_thread *t);
/* Does the load, or an instruction between it and the store, write the register? */
bool column_is_written(column_thread *t, const column_line *load, const column_line *store, const char *name);
/* How the value that is stored is computed from what was loaded: not at all (the register is not written between, and
 * is not the loaded one), or by the one instruction between that writes it. */
typedef enum column_stored {
    COLUMN_STORED_OTHER,
    COLUMN_STORED_LOADED,
    COLUMN_STORED_COMPUTED,
    COLUMN_STORED_UNKNOWN
} column_stored;
column_stored column_how_stored(column_thread *t, const column_line *load, const column_line *store, const char *loaded,
                                const char *stored, const column_line **computation);

#endif
