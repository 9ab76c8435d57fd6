#include "cat/lexer.h"

#include <ctype.h>

static const char *const KEYWORDS[] = {
    "acyclic", "and",     "as",        "assert", "begin",   "call",         "catdep",      "debug",
    "default", "do",      "else",      "empty",  "end",     "enum",         "flag",        "forall",
    "from",    "fun",     "if",        "in",     "include", "instructions", "irreflexive", "let",
    "match",   "not",     "procedure", "rec",    "show",    "then",         "try",         "undefined_unless",
    "unshow",  "variant", "when",      "with",
};

static const char *const SYMBOLS[] = {
    "||", "&&", "++", "->", "^-1", "(", ")", "{", "}", "[", "]", "|",
    "&",  "*",  "~",  "+",  "\\",  "?", "=", ";", ",", "_", "0",
};

static void advance(lexer *lex, size_t count)
{
    for (; count; count--, lex->rest++)
        if (*lex->rest == '\n') {
            lex->place.line++;
            lex->place.column = 1;
        } else {
            lex->place.column++;
        }
}

static bool begins(const lexer *lex, const char *text)
{
    return strncmp(lex->rest, text, strlen(text)) == 0;
}

static bool skip_comment(lexer *lex)
{
    syntax_place start = lex->place;
    uint32_t depth = 0;
    do {
        if (!*lex->rest)
            return syntax_fail(lex->d, STATUS_BAD_INPUT, start, "this comment does not end");
        bool opens = begins(lex, "(*"), closes = begins(lex, "*)");
        depth += opens;
        depth -= closes;
        advance(lex, opens || closes ? 2 : 1);
    } while (depth);
    return true;
}

static bool skip_blanks(lexer *lex)
{
    for (;;) {
        if (isspace((unsigned char)*lex->rest))
            advance(lex, 1);
        else if (begins(lex, "//") || *lex->rest == '#')
            advance(lex, strcspn(lex->rest, "\n"));
        else if (!begins(lex, "(*"))
            return true;
        else if (!skip_comment(lex))
            return false;
    }
}

static bool is_letter(char c)
{
    return isalpha((unsigned char)c);
}

/* The length of the name that begins here, 0 if none does: letters, digits, `_`, `.`, `-`, at the end perhaps a prime.
 */
static size_t name_length(const char *text)
{
    size_t size = *text == '_' ? 1 : 0;
    if (!is_letter(text[size]))
        return 0;
    while (is_letter(text[size]) || isdigit((unsigned char)text[size]) || strchr("_.-", text[size]))
        if (!text[size++])
            return size - 1;
    return size + (text[size] == '\'');
}

static token make(lexer *lex, token_kind kind, size_t skip, size_t size)
{
    token t = {kind, syntax_name(lex->store, lex->rest + skip, size), lex->place};
    advance(lex, size + 2 * skip);
    return t;
}

static token_kind kind_of_name(const char *text, size_t size)
{
    for (size_t i = 0; i < sizeof KEYWORDS / sizeof *KEYWORDS; i++)
        if (strlen(KEYWORDS[i]) == size && strncmp(KEYWORDS[i], text, size) == 0)
            return TOKEN_KEYWORD;
    return TOKEN_NAME;
}

static token bad(lexer *lex, const char *what)
{
    syntax_fail(lex->d, STATUS_BAD_INPUT, lex->place, "%s", what);
    return (token){TOKEN_BAD, "", lex->place};
}

static token string(lexer *lex)
{
    size_t size = strcspn(lex->rest + 1, "\"");
    return lex->rest[1 + size] ? make(lex, TOKEN_STRING, 1, size) : bad(lex, "this string does not end");
}

static token symbol(lexer *lex)
{
    for (size_t i = 0; i < sizeof SYMBOLS / sizeof *SYMBOLS; i++)
        if (begins(lex, SYMBOLS[i]))
            return make(lex, TOKEN_SYMBOL, 0, strlen(SYMBOLS[i]));
    return bad(lex, "this character means nothing here");
}

token lexer_next(lexer *lex)
{
    if (!skip_blanks(lex))
        return (token){TOKEN_BAD, "", lex->place};
    size_t size = name_length(lex->rest);
    if (!*lex->rest)
        return (token){TOKEN_END, "", lex->place};
    if (size)
        return make(lex, kind_of_name(lex->rest, size), 0, size);
    return *lex->rest == '"' ? string(lex) : symbol(lex);
}
