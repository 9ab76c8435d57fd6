/* The end of local and thread-local variables. What others can reach dies by a write to its alive byte, which every
 * access of it reads (access.c); what only the thread itself can reach just goes out of use. */
#include "symex/context.h"

static void kill_object(context *x, uint64_t number)
{
    symex_object *object = &x->s->objects.data[number - 1];
    if (object->is_private)
        return;
    object->may_die = true;
    term address = symex_number(x, ir_pointer(x->s->program->layout, number, symex_alive_offset(x->s)));
    symex_record_event(x, (symex_event){.kind = SYMEX_WRITE,
                                        .size = 1,
                                        .is_alive_check = true,
                                        .address = address,
                                        .value = term_constant(terms_of(x), 8, 0)});
}

/* A thread ends with an empty store buffer, and its variables after that. */
static void end_object(context *x, uint64_t number, bool *has_waited)
{
    if (!*has_waited && !x->s->objects.data[number - 1].is_private) {
        symex_record_fence(x, IR_FENCE_FULL);
        *has_waited = true;
    }
    kill_object(x, number);
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
