/* The words of a `cat` file. Comments `(* … *)`, which nest, `// …` and `# …` are none. */
#ifndef HEDDLE_CAT_LEXER_H
#define HEDDLE_CAT_LEXER_H

#include "cat/syntax.h"

typedef enum token_kind {
    TOKEN_END,
    TOKEN_NAME,
    TOKEN_KEYWORD,
    TOKEN_STRING,
    TOKEN_SYMBOL, /* the text is the symbol; `^-1` is one */
    TOKEN_BAD,    /* an error was recorded */
} token_kind;

typedef struct token {
    token_kind kind;
    const char *text; /* of the store; of a string what is between the quotes */
    syntax_place place;
} token;

typedef struct lexer {
    syntax_store *store;
    const char *rest;
    syntax_place place; /* of rest */
    diag *d;
} lexer;

token lexer_next(lexer *lex);

#endif
