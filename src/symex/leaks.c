/* Memory that is not freed when the program ends: where main returns or calls exit, the byte that says whether an
 * object is alive is read once more, for each object of the heap that may have been made.
 *
 * Threads are executed where they are started, so when main ends all objects are known that can be there. One that
 * another thread makes may not be there yet when main ends; but whatever main has seen by then, it could end later,
 * when the object is there: its thread is led up to there (symex_claim.other). */
#include "symex/context.h"

static void check_object(context *x, uint64_t number)
{
    term_table *t = terms_of(x);
    guards *g = &x->s->guards;
    symex_object object = x->s->objects.data[number - 1];
    property violated = x->options->finds_leaks ? PROPERTY_LEAK : PROPERTY_LOST;
    term here = x->standing.guard, alive = term_variable(t, 8, "alive at the end");
    if (guard_decides(g, here, object.guard) != TERM_TRUE)
        here = guard_narrow(g, here, object.guard);
    if (here == TERM_FALSE)
        return;
    symex_record_event(x, (symex_event){.kind = SYMEX_READ,
                                        .size = 1,
                                        .is_alive_check = true,
                                        .is_last_look = true,
                                        .address = symex_number(x, symex_alive_address(x->s->program->layout, number)),
                                        .value = alive});
    uint32_t before = x->s->claims.size;
    symex_record_claim_and_go_on(x, violated, guard_narrow(g, here, term_ne(t, alive, term_constant(t, 8, 0))),
                                 "memory is not freed when the program ends");
    if (x->s->claims.size > before && object.thread != x->standing.thread)
        vec_last(&x->s->claims)->other = object.before;
}

void symex_check_leaks(context *x)
{
    if ((!x->options->finds_leaks && !x->options->finds_lost) || x->standing.guard == TERM_FALSE)
        return;
    if (x->standing.atomic_depth > 0) {
        symex_record_unsupported(x, x->standing.guard,
                                 "the end of the program in an atomic block, where leaks are looked for");
        return;
    }
    if (x->standing.thread != 0) {
        symex_refuse_end(x, "exit in a thread other than main, where leaks are looked for");
        return;
    }
    for (uint64_t number = x->s->given_objects + 1; number <= x->s->objects.size; number++)
        if (x->s->objects.data[number - 1].origin == SYMEX_HEAP)
            check_object(x, number);
}

void symex_refuse_end(context *x, const char *end)
{
    if (x->options->finds_leaks || x->options->finds_lost)
        symex_record_unsupported_and_go_on(x, x->standing.guard, end);
}
