/* From the text of a model to its nodes: names get their meaning, functions and procedures are replaced by what they
 * stand for, files are included. Parts of cat_read. */
#ifndef HEDDLE_CAT_READER_H
#define HEDDLE_CAT_READER_H

#include "cat/builder.h"
#include "cat/syntax.h"

typedef enum value_kind {
    VALUE_FAILED, /* an error was recorded */
    VALUE_NODE,
    VALUE_NOTHING,   /* 0 or {}: a set or a relation, as it is needed */
    VALUE_FUNCTION,  /* `function` with the names of `scope` */
    VALUE_BUILTIN,   /* a function that is not written in cat */
    VALUE_PROCEDURE, /* `procedure` with the names of `scope` */
    VALUE_TUPLE,
    VALUE_ORDERS, /* all orders that herd7 would try; `node` is the one of this execution */
} value_kind;

typedef enum builtin {
    BUILTIN_DOMAIN,
    BUILTIN_RANGE,
    BUILTIN_GENERATE_COS,    /* (partial order): orders of the writes of each place */
    BUILTIN_GENERATE_ORDERS, /* (set, partial order) */
} builtin;

typedef struct scope scope;

typedef struct value {
    value_kind kind;
    builtin builtin;
    uint32_t node;
    uint32_t extends; /* of VALUE_ORDERS: what they must contain */
    const expr *function;
    const statement *procedure;
    const scope *scope;
    struct value *items;
    uint32_t count;
} value;

/* Names, the newest first. */
struct scope {
    const char *name; /* of the store */
    value value;
    const scope *older;
};

typedef struct reader {
    syntax_store store;
    builder builder;
    const cat_includes *includes;
    const scope *scope; /* of the statements that are being read */
    diag *d;
    bool is_unknown_name, is_wrong_type; /* the kind of the error that was recorded */
    uint32_t depth, include_depth;
    uint32_t work; /* expressions that were looked at */
} reader;

/* An error at a place. */
value reader_fail(reader *r, status s, syntax_place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
value reader_wrong_type(reader *r, syntax_place place, const char *what);
bool value_is_node(value v, const reader *r, cat_type type);
value value_of_node(uint32_t node);
/* The node of a value that is a set or a relation. False with an error if it is neither, or not of the type. */
bool reader_node(reader *r, value v, syntax_place place, uint32_t *out);
bool reader_node_of_type(reader *r, value v, cat_type type, syntax_place place, uint32_t *out);

/* What a name means that no scope has: base.c. False if it means nothing. */
bool base_find(reader *r, const char *name, value *out);
/* Visits all such names. */
void base_each(void (*visit)(void *context, const char *name), void *context);
/* An error for a name that nobody knows, with the nearest that there is: suggest.c. */
value suggest_name(reader *r, syntax_place place, const char *name, const scope *names);

/* expand.c */
value expand(reader *r, const expr *e, const scope *names);
const scope *scope_add(reader *r, const scope *older, const char *name, value v);
const scope *scope_find(const scope *names, const char *name);
/* Adds what parameters are called; NULL with an error if the number of arguments is wrong. */
const scope *expand_parameters(reader *r, const name_list *parameters, value argument, const scope *names,
                               syntax_place place, bool *fine);
/* Adds bindings to the scope. */
bool expand_lets(reader *r, const binding *lets, bool is_rec, const scope **names);
/* The same for `let rec`: recursion.c. */
bool recursion_expand(reader *r, const binding *lets, const scope **names);
/* The application of a builtin: apply.c. */
value builtin_apply(reader *r, builtin which, value argument, syntax_place place);

/* Reads all of a file into the model: statements.c. */
bool statements_read_file(reader *r, const char *name, const char *text);

/* The text of a file that is built in, by the name in an `include`, or NULL: embedded.c. `is_always`: nobody else's
 * file of that name is looked at. */
const char *embedded_find(const char *name, bool *is_always);

#endif
