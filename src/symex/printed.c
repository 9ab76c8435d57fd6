/* Lengths of printed text that only the machine knows. Hardly any program asks for them, so what is printed is no
 * matter; but where anything that happens depends on such a length, that is not modelled. */
#include "symex/context.h"
#include "term/walk.h"

term symex_unknown_length(context *x, uint8_t width)
{
    term variable = term_variable(terms_of(x), width, "printed");
    uint32_t claim = x->s->claims.size;
    symex_record_unsupported_and_go_on(x, x->standing.guard,
                                       "the length of a floating-point number or an address that is printed");
    if (x->s->claims.size > claim)
        vec_push(&x->lengths, (unknown_length){variable, claim});
    return variable;
}

static void add_events(term_walk *walk, const symex *s)
{
    for (uint32_t i = 0; i < s->events.size; i++) {
        const symex_event *e = &s->events.data[i];
        term_walk_add(walk, s->terms, e->guard);
        if (e->kind == SYMEX_READ || e->kind == SYMEX_WRITE) {
            term_walk_add(walk, s->terms, e->address);
            term_walk_add(walk, s->terms, e->value);
            term_walk_add(walk, s->terms, e->unset);
        }
    }
}

/* All that an execution is made of. */
static void add_execution(term_walk *walk, const symex *s)
{
    add_events(walk, s);
    for (uint32_t i = 0; i < s->claims.size; i++)
        term_walk_add(walk, s->terms, s->claims.data[i].guard);
    for (uint32_t i = 0; i < s->init_checks.size; i++)
        term_walk_add(walk, s->terms, s->init_checks.data[i].guard);
    for (uint32_t i = 0; i < s->cuts.size; i++)
        term_walk_add(walk, s->terms, s->cuts.data[i].guard);
    for (uint32_t i = 0; i < s->choices.size; i++)
        term_walk_add(walk, s->terms, s->choices.data[i].guard);
    for (uint32_t i = 0; i < s->joins.size; i++)
        term_walk_add(walk, s->terms, s->joins.data[i].condition);
    for (uint32_t i = 0; i < s->objects.size; i++) {
        term_walk_add(walk, s->terms, s->objects.data[i].size);
        term_walk_add(walk, s->terms, s->objects.data[i].guard);
    }
    for (uint32_t i = 0; i < s->threads.size; i++)
        term_walk_add(walk, s->terms, s->threads.data[i].end_guard);
}

void symex_check_lengths(context *x)
{
    if (x->lengths.size == 0)
        return;
    term_walk walk = {0};
    add_execution(&walk, x->s);
    for (uint32_t i = 0; i < x->lengths.size; i++)
        if (!term_walk_visited(&walk, x->lengths.data[i].variable))
            x->s->claims.data[x->lengths.data[i].claim].guard = TERM_FALSE;
    term_walk_clear(&walk);
}
