#include "base/alloc.h"
#include "base/strbuf.h"
#include "cat/reader.h"

enum { MAX_INCLUDES = 20 };

static bool read_statements(reader *r, const statement *s, const char *label);

static char *name_of_test(const statement *s, const char *label)
{
    static const char *const WORDS[] = {"acyclic", "irreflexive", "empty"};
    strbuf name = {0};
    if (s->label || label)
        return alloc_string(s->label ? s->label : label);
    strbuf_addf(&name, "%s%s-in-line-%u", s->is_negated ? "not-" : "", WORDS[s->test], s->place.line);
    return strbuf_take(&name);
}

static bool read_test(reader *r, const statement *s, const char *label)
{
    uint32_t node;
    value v = expand(r, s->value, r->scope);
    bool fine = s->test == CAT_IS_EMPTY ? reader_node(r, v, s->value->place, &node)
                                        : reader_node_of_type(r, v, CAT_RELATION, s->value->place, &node);
    if (fine)
        vec_push(&r->builder.model->axioms,
                 (cat_axiom){(uint8_t)s->test, s->is_negated, s->is_flag, node, name_of_test(s, label)});
    return fine;
}

/* `with co from generate_cos(p)`: the order of the execution, if it contains p. */
static bool read_with(reader *r, const statement *s)
{
    builder *b = &r->builder;
    value v = expand(r, s->value, r->scope);
    if (v.kind == VALUE_FAILED)
        return false;
    if (v.kind != VALUE_ORDERS) {
        reader_fail(r, STATUS_UNSUPPORTED, s->value->place, "only orders of writes can be chosen from");
        return false;
    }
    uint32_t missing = builder_make(b, CAT_MINUS, v.extends, v.node);
    if (b->model->nodes.data[missing].op != CAT_EMPTY)
        vec_push(&b->model->axioms, (cat_axiom){CAT_IS_EMPTY, false, false, missing, alloc_string(s->name)});
    r->scope = scope_add(r, r->scope, s->name, value_of_node(v.node));
    return true;
}

static bool read_procedure(reader *r, const statement *s)
{
    value v = {.kind = VALUE_PROCEDURE, .procedure = s, .scope = r->scope};
    r->scope = scope_add(r, r->scope, s->name, v);
    return true;
}

static bool run_procedure(reader *r, value procedure, value argument, const statement *call)
{
    bool fine;
    const scope *outer = r->scope;
    const statement *s = procedure.procedure;
    r->scope = expand_parameters(r, s->parameters, argument, procedure.scope, call->place, &fine);
    fine = fine && read_statements(r, s->body, call->label);
    r->scope = outer;
    return fine;
}

static bool read_call(reader *r, const statement *s)
{
    const scope *found = scope_find(r->scope, s->name);
    if (!found)
        return suggest_name(r, s->place, s->name, r->scope).kind != VALUE_FAILED;
    if (found->value.kind != VALUE_PROCEDURE)
        return syntax_fail(r->d, STATUS_BAD_INPUT, s->place, "`%s` is no procedure", s->name);
    value argument = {.kind = VALUE_NOTHING};
    if (s->value)
        argument = expand(r, s->value, r->scope);
    return argument.kind != VALUE_FAILED && run_procedure(r, found->value, argument, s);
}

/* ---- files ---- */

static char *find_text(reader *r, const statement *s)
{
    bool is_always = false;
    const char *built_in = embedded_find(s->name, &is_always);
    char *text = NULL;
    if (!is_always && r->includes)
        text = r->includes->read(r->includes->context, s->name, s->place.file);
    if (!text && built_in)
        text = alloc_string(built_in);
    return text;
}

static bool read_include(reader *r, const statement *s)
{
    if (r->include_depth >= MAX_INCLUDES)
        return syntax_fail(r->d, STATUS_BAD_INPUT, s->place, "files include each other");
    char *text = find_text(r, s);
    if (!text)
        return syntax_fail(r->d, STATUS_BAD_INPUT, s->place, "there is no file `%s`, and none is built in", s->name);
    bool fine = statements_read_file(r, s->name, text);
    free(text);
    return fine;
}

static bool read_one(reader *r, const statement *s, const char *label)
{
    switch (s->kind) {
    case STATEMENT_LET:
        return expand_lets(r, s->lets, s->is_rec, &r->scope);
    case STATEMENT_TEST:
        return read_test(r, s, label);
    case STATEMENT_INCLUDE:
        return read_include(r, s);
    case STATEMENT_PROCEDURE:
        return read_procedure(r, s);
    case STATEMENT_CALL:
        return read_call(r, s);
    default:
        assert(s->kind == STATEMENT_WITH);
        return read_with(r, s);
    }
}

static bool read_statements(reader *r, const statement *s, const char *label)
{
    for (; s; s = s->next)
        if (!read_one(r, s, label))
            return false;
    return true;
}

bool statements_read_file(reader *r, const char *name, const char *text)
{
    syntax_file file;
    if (!syntax_parse(&r->store, name, text, &file, r->d))
        return false;
    cat_model *model = r->builder.model;
    if (!r->include_depth && file.title && !model->title)
        model->title = alloc_string(file.title);
    r->include_depth++;
    bool fine = read_statements(r, file.body, NULL);
    r->include_depth--;
    return fine;
}
