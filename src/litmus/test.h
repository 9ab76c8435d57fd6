/* What is known of a test when it is read: before there is a program, which litmus_program makes. */
#ifndef HEDDLE_LITMUS_TEST_H
#define HEDDLE_LITMUS_TEST_H

#include "litmus/litmus.h"
#include "litmus/text.h"

/* A number, or the address of a variable. */
typedef struct litmus_value {
    bool is_address;
    uint64_t number;   /* of an address: bytes behind it */
    uint32_t variable; /* of an address */
} litmus_value;

/* Of a C variable or of a place in memory. */
typedef struct litmus_type {
    uint8_t size; /* bytes of one element; 0: nobody said */
    bool is_unsigned, is_pointer;
} litmus_type;

/* In memory. */
typedef struct litmus_variable {
    char *name;
    litmus_type type;
    VEC(litmus_value) elements; /* initially; one, unless it is an array */
} litmus_variable;

/* The initial value of a register. */
typedef struct litmus_register {
    int thread; /* or LITMUS_MEMORY: of any thread (`%x`) */
    char *name;
    litmus_type type;
    litmus_value value;
} litmus_register;

typedef enum litmus_node_kind { NODE_TRUE, NODE_EQUAL, NODE_AND, NODE_OR, NODE_NOT } litmus_node_kind;

/* Of a condition. */
typedef struct litmus_node {
    litmus_node_kind kind;
    uint32_t a, b; /* nodes; of EQUAL, a is what is observed */
    litmus_value value;
    uint32_t other; /* of EQUAL: compared with something else that is observed; UINT32_MAX: with the value */
} litmus_node;

enum { LITMUS_NO_NODE = UINT32_MAX };

/* An instruction, with the labels before it. */
typedef struct litmus_cell {
    uint32_t line;
    char *text; /* without comments and blanks around it */
} litmus_cell;

typedef struct litmus_thread {
    VEC(litmus_cell) cells; /* of assembly */
    const char *body;       /* of C: from the list of parameters on */
    uint32_t body_line;
} litmus_thread;

struct litmus_test {
    char *file, *name;
    char *text; /* of the file, without comments */
    litmus_arch arch;
    VEC(litmus_variable) variables;
    VEC(litmus_register) registers;
    VEC(litmus_thread) threads;
    VEC(litmus_observed) observed;
    VEC(litmus_node) nodes;
    uint32_t condition, filter; /* nodes; LITMUS_NO_NODE: none */
    litmus_quantifier quantifier;
    uint32_t register_count; /* of the registers among what is observed */
};

/* Objects of the program: first the globals that stand for registers that are observed, then the variables. */
uint64_t test_address(const litmus_test *test, uint32_t variable, uint64_t offset);
uint64_t test_number(const litmus_test *test, litmus_value value);

/* The variable of this name, which is made if it is not there. */
uint32_t test_variable(litmus_test *test, const char *name);
/* The variable, or UINT32_MAX. */
uint32_t test_find_variable(const litmus_test *test, const char *name);
/* Adds a word to a type: "unsigned", then "long", or a qualifier like "const", which adds nothing. False if the word
 * belongs to no type. */
bool test_add_type_word(litmus_type *type, const char *word);
/* What to take for the size of a variable in the program, if nobody says: set once all accesses are known. */
enum { TEST_DEFAULT_SIZE = 4 };

/* `{ … }` */
bool test_read_initial(litmus_test *test, text *t);
/* A value: a number, a variable's address, with `&` or without. */
bool test_read_value(litmus_test *test, text *t, litmus_value *value);
/* `locations […]`, `filter …`, and the condition. */
bool test_read_final(litmus_test *test, text *t);
bool test_begins_final(text *t);
/* The same name for all spellings of a register: "W3" is X3. NULL if it is none of the architecture's. The caller
 * frees it. */
char *test_register_name(litmus_arch arch, const char *name);

#endif
