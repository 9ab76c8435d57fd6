#include "cat/session.h"

static session_class class_of_given(const cat_session *s, cat_op op)
{
    if (op == CAT_RF || op == CAT_CO || op == CAT_FR)
        return SESSION_DYNAMIC;
    return op == CAT_LOC && !s->places_are_fixed ? SESSION_DYNAMIC : SESSION_LOCAL;
}

/* Does it say "there is an event such that"? */
static bool looks_around(const cat_session *s, const cat_node *n)
{
    if (n->op == CAT_THEN)
        return !session_restricts_first(s, n) && !session_restricts_second(s, n);
    return n->op == CAT_PLUS || n->op == CAT_DOMAIN || n->op == CAT_RANGE;
}

static uint8_t class_of(const cat_session *s, const cat_node *n)
{
    uint32_t operands[] = {n->a, n->b}, count = cat_op_operands((cat_op)n->op);
    uint8_t class = count ? SESSION_LOCAL : class_of_given(s, (cat_op)n->op);
    for (uint32_t i = 0; i < count; i++)
        if (s->classes[operands[i]] > class)
            class = s->classes[operands[i]];
    return looks_around(s, n) && class < SESSION_STATIC ? SESSION_STATIC : class;
}

/* One class for all: names of a recursion are taken for local until the bodies are known. */
static void classify_group(cat_session *s, const cat_group *group)
{
    uint8_t class = SESSION_STATIC;
    for (uint32_t i = 0; i < group->nodes.size; i++) {
        const cat_node *n = session_node(s, group->nodes.data[i]);
        uint8_t own =
            i < group->rec_count && session_node(s, n->a)->group != n->group ? s->classes[n->a] : class_of(s, n);
        s->classes[group->nodes.data[i]] = own;
        class = own > class ? own : class;
    }
    for (uint32_t i = 0; i < group->nodes.size; i++)
        s->classes[group->nodes.data[i]] = class;
}

void session_classify(cat_session *s)
{
    for (uint32_t i = 0; i < s->model->steps.size; i++) {
        cat_step step = s->model->steps.data[i];
        if (step.is_group)
            classify_group(s, &s->model->groups.data[step.index]);
        else
            s->classes[step.index] = class_of(s, session_node(s, step.index));
    }
}
