/* The end of local and thread-local variables. What others can reach dies by a write to its alive byte, which every
 * access of it reads (access.c); of what only the thread itself can reach, it is known when it is gone. */
#include "symex/context.h"

/* Where it was made and is not gone yet, it is gone from here on. */
static void kill_object(context *x, uint64_t number)
{
    guards *g = &x->s->guards;
    symex_object *object = &x->s->objects.data[number - 1];
    term here = x->standing.guard, was_dead = object->dead;
    if (guard_decides(g, here, object->guard) != TERM_TRUE)
        here = guard_narrow(g, here, object->guard);
    here = guard_narrow(g, here, term_not(terms_of(x), was_dead));
    if (here == TERM_FALSE)
        return;
    object->dead = term_or(terms_of(x), was_dead, here);
    if (object->is_private) {
        if (here == object->guard)
            symex_forget_instance(x, number);
        return;
    }
    object->may_die = true;
    term guard = x->standing.guard;
    x->standing.guard = here;
    term address = symex_number(x, symex_alive_address(x->s->program->layout, number));
    symex_record_event(x, (symex_event){.kind = SYMEX_WRITE,
                                        .size = 1,
                                        .is_alive_check = true,
                                        .address = address,
                                        .value = term_constant(terms_of(x), 8, 0)});
    x->standing.guard = guard;
}

/* A thread ends with an empty store buffer, and its variables after that. */
static void end_object(context *x, uint64_t number, bool *has_waited)
{
    const symex_object *object = &x->s->objects.data[number - 1];
    bool is_gone = guard_decides(&x->s->guards, x->standing.guard, object->dead) == TERM_TRUE;
    if (!*has_waited && !object->is_private && !is_gone) {
        symex_record_fence(x, ir_fence_make(IR_FENCE_OF_THREAD));
        *has_waited = true;
    }
    kill_object(x, number);
}

/* Behind a loop, the object is that of whatever iteration led there. */
void symex_end_local(context *x, const ir_instruction *in)
{
    term_table *t = terms_of(x);
    guards *g = &x->s->guards;
    targets waiting = {0};
    term guard = x->standing.guard;
    vec_push(&waiting, (target){guard, guard_simplify(g, guard, symex_word(x, in->a)), 0});
    while (waiting.size > 0) {
        target at = vec_pop(&waiting);
        x->standing.guard = at.guard;
        if (at.guard == TERM_FALSE)
            continue;
        if (term_is_constant(t, at.address)) {
            kill_object(x, ir_pointer_object(x->s->program->layout, (uint64_t)term_constant_value(t, at.address)));
        } else if (term_operation(t, at.address) == TERM_ITE) {
            term condition = term_child(t, at.address, 0);
            vec_push(&waiting,
                     (target){guard_narrow(g, at.guard, term_not(t, condition)), term_child(t, at.address, 2), 0});
            vec_push(&waiting, (target){guard_narrow(g, at.guard, condition), term_child(t, at.address, 1), 0});
        } else {
            symex_record_unsupported(x, at.guard, "the end of a variable that is not known");
        }
    }
    x->standing.guard = guard;
    vec_clear(&waiting);
}

void symex_kill_locals(context *x, const frame *f)
{
    for (uint32_t i = 0; i < f->locals.size; i++)
        kill_object(x, f->locals.data[i]);
}

void symex_end_locals(context *x, const frame *f)
{
    bool has_waited = false;
    for (uint32_t i = 0; i < f->locals.size; i++)
        end_object(x, f->locals.data[i], &has_waited);
}

void symex_end_thread_locals(context *x)
{
    bool has_waited = false;
    for (uint64_t number = 1; number <= x->s->objects.size; number++) {
        const symex_object *object = &x->s->objects.data[number - 1];
        if (object->origin == SYMEX_TLS && object->thread == x->standing.thread)
            end_object(x, number, &has_waited);
    }
}
