#include "cat/model.h"

#include "base/alloc.h"
#include "cat/reader.h"

static const struct {
    cat_type type;
    uint32_t operands;
} OPS[] = {
#define O(id, type, count) {CAT_##type, count},
    CAT_OPS(O)
#undef O
};

cat_type cat_op_type(cat_op op)
{
    return OPS[op].type;
}

uint32_t cat_op_operands(cat_op op)
{
    return OPS[op].operands;
}

/* ---- which nodes axioms need, and in which order ---- */

typedef struct marking {
    bool *is_needed;
    VEC(uint32_t) open;
} marking;

static void mark(marking *m, uint32_t node)
{
    if (m->is_needed[node])
        return;
    m->is_needed[node] = true;
    vec_push(&m->open, node);
}

static void mark_operands(marking *m, const cat_node *n)
{
    if (cat_op_operands((cat_op)n->op) > 0 || n->op == CAT_REC || n->op == CAT_SET_REC)
        mark(m, n->a);
    if (cat_op_operands((cat_op)n->op) > 1)
        mark(m, n->b);
}

/* What is needed of a group is all of it. */
static void mark_group(marking *m, const cat_model *model, uint32_t group)
{
    if (group == CAT_NO_GROUP)
        return;
    for (uint32_t i = 0; i < model->groups.data[group].nodes.size; i++)
        mark(m, model->groups.data[group].nodes.data[i]);
}

static void mark_all(marking *m, const cat_model *model, bool with_flags)
{
    for (uint32_t i = 0; i < model->axioms.size; i++)
        if (with_flags || !model->axioms.data[i].is_flag)
            mark(m, model->axioms.data[i].node);
    while (m->open.size) {
        const cat_node *n = &model->nodes.data[vec_pop(&m->open)];
        mark_operands(m, n);
        mark_group(m, model, n->group);
    }
}

static bool is_new(const bool *is_needed, const bool *done, uint32_t node)
{
    return is_needed[node] && !done[node];
}

/* What is needed and not `done`. Nodes in the order of their numbers, a group as soon as all that it needs is there;
 * groups end in their order. */
static void add_steps(cat_model *model, const bool *is_needed, const bool *done)
{
    uint32_t group = 0;
    for (uint32_t i = 0; i <= model->nodes.size; i++) {
        for (; group < model->groups.size && model->groups.data[group].end == i; group++)
            if (is_new(is_needed, done, model->groups.data[group].nodes.data[0]))
                vec_push(&model->steps, (cat_step){true, group});
        if (i < model->nodes.size && is_new(is_needed, done, i) && model->nodes.data[i].group == CAT_NO_GROUP)
            vec_push(&model->steps, (cat_step){false, i});
    }
}

static void schedule(cat_model *model)
{
    bool *done = alloc_zeroed(model->nodes.size + 1, sizeof *done);
    marking m = {.is_needed = alloc_zeroed(model->nodes.size + 1, sizeof *done)};
    mark_all(&m, model, false);
    add_steps(model, m.is_needed, done);
    model->step_count = model->steps.size;
    memcpy(done, m.is_needed, model->nodes.size * sizeof *done);
    mark_all(&m, model, true);
    add_steps(model, m.is_needed, done);
    vec_clear(&m.open);
    free(m.is_needed);
    free(done);
}

/* ---- reading ---- */

static bool read_all(reader *r, const char *name, const char *text)
{
    bool ignored;
    r->include_depth++; /* the prelude has no title */
    bool fine = statements_read_file(r, "stdlib.cat", embedded_find("prelude.cat", &ignored));
    r->include_depth--;
    assert(fine);
    return fine && statements_read_file(r, name, text);
}

cat_model *cat_read(const char *name, const char *text, const cat_includes *includes, diag *d)
{
    cat_model *model = alloc_zeroed(1, sizeof *model);
    reader r = {.builder = {.model = model, .open_group = CAT_NO_GROUP}, .includes = includes, .d = d};
    bool fine = read_all(&r, name, text);
    syntax_store_clear(&r.store);
    builder_clear(&r.builder);
    if (!fine) {
        cat_free(model);
        return NULL;
    }
    if (!model->title)
        model->title = alloc_string(name);
    schedule(model);
    return model;
}

void cat_free(cat_model *model)
{
    if (!model)
        return;
    for (uint32_t i = 0; i < model->groups.size; i++)
        vec_clear(&model->groups.data[i].nodes);
    for (uint32_t i = 0; i < model->axioms.size; i++)
        free(model->axioms.data[i].name);
    vec_clear(&model->groups);
    vec_clear(&model->axioms);
    vec_clear(&model->nodes);
    vec_clear(&model->steps);
    free(model->title);
    free(model);
}

/* ---- tags ---- */

uint64_t cat_model_uses(const cat_model *model)
{
    uint64_t tags = 0;
    for (uint32_t i = 0; i < model->step_count; i++) {
        const cat_step *step = &model->steps.data[i];
        const cat_node *n = &model->nodes.data[step->index];
        if (!step->is_group && n->op == CAT_TAGGED)
            tags |= (uint64_t)1 << n->a;
    }
    return tags;
}

cat_architecture cat_model_architecture(const cat_model *model)
{
    uint64_t tags = cat_model_uses(model);
    cat_architecture found = CAT_ANY;
    for (; tags; tags &= tags - 1) {
        cat_architecture of_tag = cat_tag_architecture((cat_tag)__builtin_ctzll(tags));
        if (of_tag != CAT_ANY && found != CAT_ANY && of_tag != found)
            return CAT_ANY;
        found = of_tag == CAT_ANY ? found : of_tag;
    }
    return found;
}
