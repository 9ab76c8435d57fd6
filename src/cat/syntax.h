/* The text of a `cat` file as a tree, before names mean anything. Conditions on flags of herd7 are decided here, since
 * all flags are off: what is not taken is gone.
 *
 * Trees, names and positions are owned by a `syntax_store`, which lives as long as anybody looks at them. Equal names
 * are one pointer. */
#ifndef HEDDLE_CAT_SYNTAX_H
#define HEDDLE_CAT_SYNTAX_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/map.h"
#include "base/vec.h"
#include "cat/model.h"

typedef struct syntax_store {
    VEC(void *) blocks;
    map names; /* from hashes of texts */
} syntax_store;

void *syntax_alloc(syntax_store *store, size_t size);
/* The one pointer for the text. */
const char *syntax_name(syntax_store *store, const char *text, size_t size);
void syntax_store_clear(syntax_store *store);

typedef struct syntax_place {
    const char *file;
    uint32_t line, column;
} syntax_place;

/* Records an error "FILE:LINE:COLUMN: …" and returns false. */
bool syntax_fail(diag *d, status s, syntax_place place, const char *format, ...) __attribute__((format(printf, 4, 5)));
bool syntax_failv(diag *d, status s, syntax_place place, const char *format, va_list args);

typedef enum expr_kind {
    EXPR_NAME,
    EXPR_UNIVERSE, /* _ */
    EXPR_NOTHING,  /* 0, {} */
    EXPR_ID_OF,    /* [a] */
    EXPR_OR,       /* a | b, and so on */
    EXPR_THEN,
    EXPR_MINUS,
    EXPR_AND,
    EXPR_CROSS,
    EXPR_COMPLEMENT, /* ~a */
    EXPR_STAR,
    EXPR_PLUS,
    EXPR_OPTION,
    EXPR_INVERSE,
    EXPR_APPLY, /* a to b */
    EXPR_TUPLE, /* items */
    EXPR_LET,   /* bindings in a */
    EXPR_FUN,   /* names -> a */
    EXPR_TRY,   /* a with b */
} expr_kind;

typedef struct expr expr;
typedef struct binding binding;

/* Lists end with NULL. */
typedef struct name_list {
    const char *name; /* NULL for `_` */
    struct name_list *next;
} name_list;

struct expr {
    expr_kind kind;
    uint32_t depth; /* of the tree */
    syntax_place place;
    const char *name;
    expr *a, *b;
    expr *next;            /* in a tuple */
    expr *items;           /* of a tuple */
    name_list *parameters; /* of a function; NULL if it has none */
    binding *lets;
    bool is_rec;
};

/* A name, or several if the value is a tuple. */
struct binding {
    syntax_place place;
    name_list *targets;
    expr *value;
    binding *next;
};

typedef enum statement_kind {
    STATEMENT_LET,
    STATEMENT_TEST,
    STATEMENT_INCLUDE,
    STATEMENT_PROCEDURE, /* name, parameters, body */
    STATEMENT_CALL,      /* name, value is the argument, label */
    STATEMENT_WITH,      /* name, value */
} statement_kind;

typedef struct statement {
    statement_kind kind;
    syntax_place place;
    const char *name;  /* of a file, a procedure, a relation */
    const char *label; /* behind `as`, or NULL */
    expr *value;
    name_list *parameters;
    binding *lets;
    bool is_rec;
    cat_test test;
    bool is_negated, is_flag;
    struct statement *body;
    struct statement *next;
} statement;

typedef struct syntax_file {
    const char *title; /* NULL if there is none */
    statement *body;
} syntax_file;

/* Reads a file. False with an error in `d`. */
bool syntax_parse(syntax_store *store, const char *file, const char *text, syntax_file *out, diag *d);

#endif
