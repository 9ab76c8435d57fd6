/* Atomic blocks that do not come to their end. Nobody ever sees anything of a block whose thread stops or waits for
 * ever in it: it is as if the thread had stopped before the block. So the events of the block, and the threads it
 * starts, are there only if one of its ends is reached. (Where they are not there, what the block would have read may
 * be anything: that lets the thread stop although it could go on, which takes nothing away from what the others can
 * do.)
 *
 * What goes wrong inside of such a block counts all the same. For that, an execution may have one block in *focus*: it
 * is there as far as it comes, and then only what goes wrong in that very block counts, not what others do after having
 * seen it. The block is one step, and its thread stops there, so nothing of what it depends on can come after it. The
 * focus is one number, so two blocks are never in it.
 *
 * Most blocks have nothing of the kind: all that they write implies that they end. */
#include "symex/context.h"

enum { FOCUS_BITS = 32 };

void symex_note_block(context *x, uint32_t block)
{
    vec_resize(&x->blocks, block + 1);
    x->blocks.data[block].is_followed = ir_is_users_block(x->s->program, x->standing.top->function, x->standing.pc);
}

void symex_note_block_end(context *x)
{
    if (x->standing.block < x->blocks.size)
        vec_push(&x->blocks.data[x->standing.block].ends, x->standing.guard);
}

void symex_stop_in_block(context *x)
{
    if (x->standing.atomic_depth > 0)
        x->standing.guard = TERM_FALSE;
}

static bool is_implied(const context *x, term guard, term end)
{
    return end == TERM_TRUE || guard == end || guard_decides(&x->s->guards, guard, end) == TERM_TRUE;
}

/* Which blocks may be left unfinished after others could have seen something of them? */
static bool find_unfinished(context *x)
{
    bool found = false;
    for (uint32_t b = 0; b < x->blocks.size; b++)
        x->blocks.data[b].end = guard_join(&x->s->guards, &x->blocks.data[b].ends);
    for (uint32_t i = 0; i < x->s->events.size; i++) {
        const symex_event *e = &x->s->events.data[i];
        if ((e->kind != SYMEX_WRITE && e->kind != SYMEX_START) || e->block >= x->blocks.size)
            continue;
        atomic_block *block = &x->blocks.data[e->block];
        block->is_unfinished |= block->is_followed && !is_implied(x, e->guard, block->end);
        found |= block->is_unfinished;
    }
    return found;
}

/* The block ends, or is in focus; TERM_TRUE for one that always ends. */
static term is_there(context *x, uint32_t block)
{
    if (block >= x->blocks.size || !x->blocks.data[block].is_unfinished)
        return TERM_TRUE;
    return term_or(terms_of(x), x->blocks.data[block].end, symex_in_focus(x->s, block));
}

static void narrow(context *x, term *guard, term condition)
{
    if (!is_implied(x, *guard, condition))
        *guard = guard_narrow(&x->s->guards, *guard, condition);
}

/* What the block does not end, the others do not see, nor the threads that it starts, nor theirs. */
static void hide_events(context *x)
{
    symex *s = x->s;
    for (uint32_t t = 0; t < s->threads.size; t++) {
        symex_thread *thread = &s->threads.data[t];
        term started = TERM_TRUE;
        if (thread->start != IR_NONE)
            started = term_and(terms_of(x), s->threads.data[thread->parent].is_seen,
                               is_there(x, s->events.data[thread->start].block));
        thread->is_seen = started;
        narrow(x, &thread->guard, started);
        narrow(x, &thread->end_guard, started);
        for (uint32_t i = 0; i < thread->events.size; i++) {
            symex_event *e = &s->events.data[thread->events.data[i]];
            narrow(x, &e->guard, started);
            narrow(x, &e->guard, is_there(x, e->block));
        }
    }
}

term symex_counts(const symex *s, uint32_t block)
{
    if (s->focus == TERM_NONE)
        return TERM_TRUE;
    bool can_be = block != IR_NONE && block < s->unfinished.size && s->unfinished.data[block];
    return can_be ? symex_in_focus(s, block) : term_eq(s->terms, s->focus, term_constant(s->terms, FOCUS_BITS, 0));
}

term symex_in_focus(const symex *s, uint32_t block)
{
    return term_eq(s->terms, s->focus, term_constant(s->terms, FOCUS_BITS, block + 1));
}

static void narrow_point(context *x, term *guard, uint32_t thread, uint32_t block)
{
    narrow(x, guard, x->s->threads.data[thread].is_seen);
    narrow(x, guard, symex_counts(x->s, block));
}

void symex_hide_unfinished(context *x)
{
    symex *s = x->s;
    s->focus = TERM_NONE;
    for (uint32_t t = 0; t < s->threads.size; t++)
        s->threads.data[t].is_seen = TERM_TRUE;
    if (!find_unfinished(x))
        return;
    s->focus = term_variable(terms_of(x), FOCUS_BITS, "focus");
    vec_resize(&s->unfinished, x->blocks.size);
    for (uint32_t b = 0; b < x->blocks.size; b++)
        s->unfinished.data[b] = x->blocks.data[b].is_unfinished;
    hide_events(x);
    for (uint32_t i = 0; i < s->claims.size; i++)
        narrow_point(x, &s->claims.data[i].guard, s->claims.data[i].thread, s->claims.data[i].block);
    for (uint32_t i = 0; i < s->cuts.size; i++)
        narrow_point(x, &s->cuts.data[i].guard, s->cuts.data[i].thread, s->cuts.data[i].block);
    for (uint32_t i = 0; i < s->init_checks.size; i++)
        narrow_point(x, &s->init_checks.data[i].guard, s->init_checks.data[i].thread, s->init_checks.data[i].block);
}
