/* Recursive descent. A function that parses returns NULL (or false) after an error, which is recorded. Operators bind,
 * from the loosest: `|`, `;`, `\`, `&`, `*` between two sets, `~`, and what stands behind its operand. */
#include <stdarg.h>

#include "base/strbuf.h"
#include "cat/lexer.h"

enum { MAX_DEPTH = 500 };

typedef struct parser {
    lexer lex;
    token now, after; /* the next two tokens */
    uint32_t depth;   /* of what is being parsed */
} parser;

static expr *parse_exp(parser *p);
static expr *parse_base(parser *p);
static bool parse_statements(parser *p, statement **out);

/* ---- tokens ---- */

static void step(parser *p)
{
    p->now = p->after;
    if (p->now.kind != TOKEN_BAD && p->now.kind != TOKEN_END)
        p->after = lexer_next(&p->lex);
}

static bool is_at(const parser *p, token_kind kind, const char *text)
{
    return p->now.kind == kind && strcmp(p->now.text, text) == 0;
}

static bool is_symbol(const parser *p, const char *text)
{
    return is_at(p, TOKEN_SYMBOL, text);
}

static bool is_keyword(const parser *p, const char *text)
{
    return is_at(p, TOKEN_KEYWORD, text);
}

static bool accept(parser *p, token_kind kind, const char *text)
{
    if (!is_at(p, kind, text))
        return false;
    step(p);
    return true;
}

static bool accept_symbol(parser *p, const char *text)
{
    return accept(p, TOKEN_SYMBOL, text);
}

static bool accept_keyword(parser *p, const char *text)
{
    return accept(p, TOKEN_KEYWORD, text);
}

static void *expected(parser *p, const char *what)
{
    if (p->now.kind == TOKEN_END)
        syntax_fail(p->lex.d, STATUS_BAD_INPUT, p->now.place, "the text ends where %s was expected", what);
    else if (p->now.kind != TOKEN_BAD)
        syntax_fail(p->lex.d, STATUS_BAD_INPUT, p->now.place, "%s was expected instead of `%s`", what, p->now.text);
    return NULL;
}

static bool want(parser *p, token_kind kind, const char *text)
{
    strbuf what = {0};
    if (accept(p, kind, text))
        return true;
    strbuf_addf(&what, "`%s`", text);
    expected(p, strbuf_text(&what));
    strbuf_clear(&what);
    return false;
}

static void *unsupported(parser *p, const char *what)
{
    syntax_fail(p->lex.d, STATUS_UNSUPPORTED, p->now.place, "%s is not understood", what);
    return NULL;
}

static const char *want_name(parser *p, const char *what)
{
    const char *name = p->now.text;
    if (p->now.kind != TOKEN_NAME)
        return expected(p, what);
    step(p);
    return name;
}

/* ---- trees ---- */

static expr *make(parser *p, expr_kind kind, syntax_place place, expr *a, expr *b)
{
    expr *e = syntax_alloc(p->lex.store, sizeof *e);
    *e = (expr){.kind = kind, .place = place, .a = a, .b = b};
    e->depth = 1 + (a ? a->depth : 0);
    if (b && b->depth >= e->depth)
        e->depth = 1 + b->depth;
    if (e->depth <= MAX_DEPTH)
        return e;
    syntax_fail(p->lex.d, STATUS_BAD_INPUT, place, "this expression is too deep");
    return NULL;
}

static bool enter(parser *p)
{
    if (p->depth++ < MAX_DEPTH)
        return true;
    return syntax_fail(p->lex.d, STATUS_BAD_INPUT, p->now.place, "this is nested too deeply");
}

/* ---- names and parameters ---- */

static bool parse_parameter(parser *p, name_list ***end)
{
    name_list *item = syntax_alloc(p->lex.store, sizeof *item);
    if (!accept_symbol(p, "_") && !(item->name = want_name(p, "the name of a parameter")))
        return false;
    **end = item;
    *end = &item->next;
    return true;
}

/* Behind `(`. */
static bool parse_parameters(parser *p, name_list **out)
{
    name_list **end = out;
    if (is_symbol(p, ")"))
        return expected(p, "the name of a parameter");
    do {
        if (!parse_parameter(p, &end))
            return false;
    } while (accept_symbol(p, ","));
    return want(p, TOKEN_SYMBOL, ")");
}

/* Either one or a list in parentheses. */
static bool parse_formals(parser *p, name_list **out)
{
    return accept_symbol(p, "(") ? parse_parameters(p, out) : parse_parameter(p, &out);
}

/* ---- conditions: what herd7 was told on its command line ---- */

static bool parse_condition(parser *p, bool *out);

static bool parse_condition_atom(parser *p, bool *out)
{
    if (accept_symbol(p, "("))
        return parse_condition(p, out) && want(p, TOKEN_SYMBOL, ")");
    if (accept_keyword(p, "not")) {
        bool fine = enter(p) && parse_condition_atom(p, out);
        p->depth--;
        *out = !*out;
        return fine;
    }
    accept_keyword(p, "variant");
    *out = false;
    if (p->now.kind != TOKEN_STRING)
        return expected(p, "a condition, such as \"name\" of an option,");
    step(p);
    return true;
}

static bool parse_condition_and(parser *p, bool *out)
{
    bool next = true;
    if (!parse_condition_atom(p, out))
        return false;
    while (accept_symbol(p, "&&")) {
        if (!parse_condition_atom(p, &next))
            return false;
        *out = *out && next;
    }
    return true;
}

static bool parse_condition(parser *p, bool *out)
{
    bool next = false, fine = enter(p) && parse_condition_and(p, out);
    while (fine && accept_symbol(p, "||")) {
        fine = parse_condition_and(p, &next);
        *out = *out || next;
    }
    p->depth--;
    return fine;
}

/* ---- expressions ---- */

/* Does an operand begin here? The end of a statement looks like one if the next is `~empty …`. */
static bool begins_operand(const parser *p)
{
    static const char *const SYMBOLS[] = {"(", "[", "{", "_", "0"};
    if (p->now.kind == TOKEN_NAME || is_keyword(p, "begin"))
        return true;
    for (size_t i = 0; i < sizeof SYMBOLS / sizeof *SYMBOLS; i++)
        if (is_symbol(p, SYMBOLS[i]))
            return true;
    return is_symbol(p, "~") && p->after.kind != TOKEN_KEYWORD;
}

static expr *parse_enclosed(parser *p, token_kind kind, const char *end)
{
    expr *e = parse_exp(p);
    return e && want(p, kind, end) ? e : NULL;
}

static expr *parse_name(parser *p)
{
    expr *e = make(p, EXPR_NAME, p->now.place, NULL, NULL);
    e->name = want_name(p, "a set or a relation");
    return e->name ? e : NULL;
}

/* What may be an argument. */
static expr *parse_simple(parser *p)
{
    syntax_place place = p->now.place;
    expr *inner = NULL;
    if (accept_symbol(p, "_"))
        return make(p, EXPR_UNIVERSE, place, NULL, NULL);
    if (accept_symbol(p, "0"))
        return make(p, EXPR_NOTHING, place, NULL, NULL);
    if (accept_symbol(p, "{"))
        return is_symbol(p, "}")                        ? step(p),
               make(p, EXPR_NOTHING, place, NULL, NULL) : unsupported(p, "a list of elements in braces");
    if (accept_symbol(p, "[")) {
        inner = parse_enclosed(p, TOKEN_SYMBOL, "]");
        return inner ? make(p, EXPR_ID_OF, place, inner, NULL) : NULL;
    }
    if (accept_symbol(p, "("))
        return parse_enclosed(p, TOKEN_SYMBOL, ")");
    if (accept_keyword(p, "begin"))
        return parse_enclosed(p, TOKEN_KEYWORD, "end");
    return parse_name(p);
}

/* A name is applied to all that stands behind it. */
static expr *parse_application(parser *p)
{
    bool is_name = p->now.kind == TOKEN_NAME;
    expr *e = parse_simple(p);
    while (e && is_name && !is_symbol(p, "~") && begins_operand(p)) {
        expr *argument = parse_simple(p);
        e = argument ? make(p, EXPR_APPLY, e->place, e, argument) : NULL;
    }
    return e;
}

static bool accept_postfix(parser *p, expr_kind *kind)
{
    static const struct {
        const char *text;
        expr_kind kind;
    } POSTFIX[] = {{"+", EXPR_PLUS}, {"?", EXPR_OPTION}, {"^-1", EXPR_INVERSE}};
    for (size_t i = 0; i < sizeof POSTFIX / sizeof *POSTFIX; i++)
        if (accept_symbol(p, POSTFIX[i].text))
            return *kind = POSTFIX[i].kind, true;
    return false;
}

static expr *parse_cross(parser *p);

static expr *parse_complement(parser *p, syntax_place place)
{
    expr *e = enter(p) ? parse_cross(p) : NULL;
    p->depth--;
    return e ? make(p, EXPR_COMPLEMENT, place, e, NULL) : NULL;
}

/* `*` between two operands is a product, behind one a closure. */
static expr *parse_star(parser *p, expr *left)
{
    if (!begins_operand(p))
        return make(p, EXPR_STAR, left->place, left, NULL);
    expr *right = enter(p) ? parse_cross(p) : NULL;
    p->depth--;
    return right ? make(p, EXPR_CROSS, left->place, left, right) : NULL;
}

static expr *parse_cross(parser *p)
{
    syntax_place place = p->now.place;
    expr_kind kind;
    if (accept_symbol(p, "~"))
        return parse_complement(p, place);
    expr *e = parse_application(p);
    while (e) {
        if (accept_postfix(p, &kind))
            e = make(p, kind, place, e, NULL);
        else if (accept_symbol(p, "*"))
            e = parse_star(p, e);
        else
            break;
    }
    return e;
}

/* A chain of one operator, or one operand. From the left; of these operators only `\` cares. */
static expr *parse_chain(parser *p, expr *(*parse_operand)(parser *p), const char *symbol, expr_kind kind)
{
    expr *e = parse_operand(p);
    while (e && accept_symbol(p, symbol)) {
        expr *right = parse_operand(p);
        e = right ? make(p, kind, e->place, e, right) : NULL;
    }
    return e;
}

static expr *parse_and(parser *p)
{
    return parse_chain(p, parse_cross, "&", EXPR_AND);
}

static expr *parse_minus(parser *p)
{
    return parse_chain(p, parse_and, "\\", EXPR_MINUS);
}

static expr *parse_then(parser *p)
{
    return parse_chain(p, parse_minus, ";", EXPR_THEN);
}

static expr *parse_base(parser *p)
{
    expr *e = enter(p) ? parse_chain(p, parse_then, "|", EXPR_OR) : NULL;
    p->depth--;
    return e && is_symbol(p, "++") ? unsupported(p, "`++`, which adds an element to a set,") : e;
}

static expr *parse_tuple(parser *p, expr *first)
{
    expr *tuple = make(p, EXPR_TUPLE, first->place, NULL, NULL);
    expr **end = &tuple->items;
    expr *item = first;
    do {
        *end = item;
        end = &item->next;
        if (item->depth > tuple->depth)
            tuple->depth = item->depth;
    } while (accept_symbol(p, ",") && (item = parse_base(p)));
    return item ? tuple : NULL;
}

/* ---- bindings ---- */

static expr *parse_value(parser *p, syntax_place place, name_list *parameters)
{
    expr *value = want(p, TOKEN_SYMBOL, "=") ? parse_exp(p) : NULL;
    if (!value || !parameters)
        return value;
    expr *function = make(p, EXPR_FUN, place, value, NULL);
    if (function)
        function->parameters = parameters;
    return function;
}

static binding *parse_binding(parser *p)
{
    binding *b = syntax_alloc(p->lex.store, sizeof *b);
    name_list *parameters = NULL;
    b->place = p->now.place;
    bool is_pattern = is_symbol(p, "(");
    if (!parse_formals(p, &b->targets))
        return NULL;
    if (!is_pattern && !is_symbol(p, "=") && !is_symbol(p, ",") && !parse_formals(p, &parameters))
        return NULL;
    b->value = parse_value(p, b->place, parameters);
    return b->value ? b : NULL;
}

/* Behind `let`. */
static bool parse_bindings(parser *p, bool *is_rec, binding **out)
{
    *is_rec = accept_keyword(p, "rec");
    do {
        if (!(*out = parse_binding(p)))
            return false;
        out = &(*out)->next;
    } while (accept_keyword(p, "and"));
    return true;
}

static expr *parse_let(parser *p, syntax_place place)
{
    bool is_rec;
    binding *lets;
    expr *body = parse_bindings(p, &is_rec, &lets) && want(p, TOKEN_KEYWORD, "in") ? parse_exp(p) : NULL;
    expr *e = body ? make(p, EXPR_LET, place, body, NULL) : NULL;
    if (e) {
        e->lets = lets;
        e->is_rec = is_rec;
    }
    return e;
}

static expr *parse_fun(parser *p, syntax_place place)
{
    name_list *parameters = NULL;
    if (!parse_formals(p, &parameters) || !want(p, TOKEN_SYMBOL, "->"))
        return NULL;
    expr *body = parse_exp(p);
    expr *e = body ? make(p, EXPR_FUN, place, body, NULL) : NULL;
    if (e)
        e->parameters = parameters;
    return e;
}

static expr *parse_try(parser *p, syntax_place place)
{
    expr *first = parse_exp(p);
    expr *second = first && want(p, TOKEN_KEYWORD, "with") ? parse_exp(p) : NULL;
    return second ? make(p, EXPR_TRY, place, first, second) : NULL;
}

static expr *parse_if(parser *p)
{
    bool is_true = false;
    if (!parse_condition(p, &is_true) || !want(p, TOKEN_KEYWORD, "then"))
        return NULL;
    expr *first = parse_exp(p);
    expr *second = first && want(p, TOKEN_KEYWORD, "else") ? parse_exp(p) : NULL;
    return second && is_true ? first : second;
}

static expr *parse_exp_inside(parser *p)
{
    syntax_place place = p->now.place;
    if (accept_keyword(p, "let"))
        return parse_let(p, place);
    if (accept_keyword(p, "fun"))
        return parse_fun(p, place);
    if (accept_keyword(p, "try"))
        return parse_try(p, place);
    if (accept_keyword(p, "if"))
        return parse_if(p);
    if (is_keyword(p, "match"))
        return unsupported(p, "`match`");
    expr *e = parse_base(p);
    return e && is_symbol(p, ",") ? parse_tuple(p, e) : e;
}

static expr *parse_exp(parser *p)
{
    expr *e = enter(p) ? parse_exp_inside(p) : NULL;
    p->depth--;
    return e;
}

/* ---- statements ---- */

static bool parse_label(parser *p, const char **out)
{
    return !accept_keyword(p, "as") || (*out = want_name(p, "a name"));
}

static bool accept_test(parser *p, cat_test *test)
{
    static const char *const TESTS[] = {
        [CAT_ACYCLIC] = "acyclic", [CAT_IRREFLEXIVE] = "irreflexive", [CAT_IS_EMPTY] = "empty"};
    for (int i = CAT_ACYCLIC; i <= CAT_IS_EMPTY; i++)
        if (accept_keyword(p, TESTS[i]))
            return *test = (cat_test)i, true;
    return false;
}

static bool parse_test(parser *p, statement *s)
{
    s->kind = STATEMENT_TEST;
    s->is_negated = accept_symbol(p, "~");
    if (!accept_test(p, &s->test))
        return expected(p, "`acyclic`, `irreflexive` or `empty`");
    return (s->value = parse_exp(p)) && parse_label(p, &s->label);
}

/* A test that forbids nothing; `negated` if it is what should hold, not what should be told. */
static bool parse_flag(parser *p, statement *s, bool negated)
{
    bool fine = parse_test(p, s);
    s->is_flag = true;
    s->is_negated ^= negated;
    return fine;
}

static bool parse_let_statement(parser *p, statement *s)
{
    s->kind = STATEMENT_LET;
    if (!parse_bindings(p, &s->is_rec, &s->lets))
        return false;
    if (accept_keyword(p, "when")) {
        s->next = syntax_alloc(p->lex.store, sizeof *s);
        s->next->place = p->now.place;
        if (!parse_test(p, s->next))
            return false;
    }
    accept_keyword(p, "in");
    return true;
}

static bool parse_include(parser *p, statement *s)
{
    s->kind = STATEMENT_INCLUDE;
    s->name = p->now.text;
    if (p->now.kind != TOKEN_STRING)
        return expected(p, "the name of a file in quotes");
    step(p);
    return true;
}

static bool parse_procedure(parser *p, statement *s)
{
    s->kind = STATEMENT_PROCEDURE;
    if (is_keyword(p, "rec"))
        return unsupported(p, "a recursive procedure");
    if (!(s->name = want_name(p, "the name of a procedure")))
        return false;
    bool has_none = is_symbol(p, "(") && strcmp(p->after.text, ")") == 0;
    if (has_none)
        step(p), step(p);
    else if (!parse_formals(p, &s->parameters))
        return false;
    return want(p, TOKEN_SYMBOL, "=") && parse_statements(p, &s->body) && want(p, TOKEN_KEYWORD, "end");
}

static bool parse_call(parser *p, statement *s)
{
    s->kind = STATEMENT_CALL;
    if (!(s->name = want_name(p, "the name of a procedure")))
        return false;
    if (is_symbol(p, "(") && strcmp(p->after.text, ")") == 0)
        step(p), step(p);
    else if (!(s->value = parse_simple(p)))
        return false;
    return parse_label(p, &s->label);
}

static bool parse_with(parser *p, statement *s)
{
    s->kind = STATEMENT_WITH;
    return (s->name = want_name(p, "the name of a relation")) && want(p, TOKEN_KEYWORD, "from") &&
           (s->value = parse_exp(p));
}

/* What a picture of an execution should have: nothing to us. */
static bool skip_show(parser *p)
{
    const char *label;
    do {
        if (!parse_base(p))
            return false;
    } while (accept_symbol(p, ","));
    return parse_label(p, &label);
}

/* Parses what is in both branches, and gives those that are taken. */
static bool parse_if_statement(parser *p, statement **out)
{
    bool is_true = false;
    statement *first = NULL, *second = NULL;
    if (!parse_condition(p, &is_true) || !parse_statements(p, &first))
        return false;
    if (accept_keyword(p, "else") && !parse_statements(p, &second))
        return false;
    *out = is_true ? first : second;
    return want(p, TOKEN_KEYWORD, "end");
}

static bool parse_one(parser *p, statement *s)
{
    if (accept_keyword(p, "let"))
        return parse_let_statement(p, s);
    if (accept_keyword(p, "include"))
        return parse_include(p, s);
    if (accept_keyword(p, "procedure"))
        return parse_procedure(p, s);
    if (accept_keyword(p, "call"))
        return parse_call(p, s);
    if (accept_keyword(p, "with"))
        return parse_with(p, s);
    if (accept_keyword(p, "flag"))
        return parse_flag(p, s, false);
    if (accept_keyword(p, "undefined_unless") || accept_keyword(p, "assert"))
        return parse_flag(p, s, true);
    return parse_test(p, s);
}

static bool begins_statement(const parser *p)
{
    static const char *const WORDS[] = {"let",  "include", "procedure",   "call",  "with",    "flag",
                                        "show", "unshow",  "irreflexive", "empty", "acyclic", "undefined_unless",
                                        "if",   "assert"};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (is_keyword(p, WORDS[i]))
            return true;
    return is_symbol(p, "~");
}

static bool parse_some(parser *p, statement **out)
{
    if (accept_keyword(p, "show") || accept_keyword(p, "unshow"))
        return skip_show(p);
    if (accept_keyword(p, "if"))
        return parse_if_statement(p, out);
    *out = syntax_alloc(p->lex.store, sizeof **out);
    (*out)->place = p->now.place;
    return parse_one(p, *out);
}

/* As many as there are. */
static bool parse_statements(parser *p, statement **out)
{
    bool fine = enter(p);
    while (fine && begins_statement(p)) {
        fine = parse_some(p, out);
        while (*out)
            out = &(*out)->next;
    }
    p->depth--;
    return fine;
}

/* ---- files ---- */

static const char *parse_title(parser *p)
{
    const char *title = NULL;
    while (p->now.kind == TOKEN_NAME || p->now.kind == TOKEN_STRING) {
        title = p->now.text;
        step(p);
    }
    return title;
}

static bool parse_end(parser *p)
{
    if (p->now.kind == TOKEN_END)
        return true;
    if (p->now.kind != TOKEN_KEYWORD)
        return expected(p, "`let`, `include`, `acyclic`, `irreflexive`, `empty` or another statement");
    strbuf what = {0};
    strbuf_addf(&what, "`%s` here", p->now.text);
    unsupported(p, strbuf_text(&what));
    strbuf_clear(&what);
    return false;
}

bool syntax_parse(syntax_store *store, const char *file, const char *text, syntax_file *out, diag *d)
{
    const char *name = syntax_name(store, file, strlen(file));
    parser p = {.lex = {store, text, {name, 1, 1}, d}};
    p.after = lexer_next(&p.lex);
    step(&p);
    *out = (syntax_file){.title = parse_title(&p)};
    if (is_keyword(&p, "catdep"))
        return unsupported(&p, "`catdep` (dependencies that the model computes from accesses of registers)");
    return parse_statements(&p, &out->body) && parse_end(&p);
}
