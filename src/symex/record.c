/* Writing down what execution finds. */
#include <stdarg.h>

#include "symex/context.h"

/* The innermost instruction outside of the library models. */
ir_id symex_record_user_pc(const context *x)
{
    ir_id pc = x->standing.pc;
    for (const frame *f = x->standing.top; f; f = f->caller) {
        if (!x->s->program->functions.data[f->function].is_model)
            return pc;
        if (f->caller)
            pc = f->call_pc;
    }
    return x->standing.pc;
}

ir_order symex_order_here(const context *x)
{
    const ir_instruction *in = &x->s->program->code.data[x->standing.pc];
    return in->op >= IR_LOAD && in->op <= IR_CMPXCHG ? ir_order_of(in) : IR_PLAIN;
}

uint32_t symex_record_event(context *x, symex_event event)
{
    symex *s = x->s;
    if ((event.kind == SYMEX_READ || event.kind == SYMEX_WRITE) && !event.is_alive_check)
        event.order = (uint8_t)symex_order_here(x);
    event.thread = x->standing.thread;
    event.guard = x->standing.guard;
    event.on_control = x->standing.control;
    event.block = symex_record_block(x);
    event.is_update = event.block != IR_NONE && x->standing.is_update;
    event.section = x->standing.holding.section;
    event.handover = x->standing.holding.is_giving ? SYMEX_GIVES : SYMEX_INSIDE;
    event.pc = x->standing.pc;
    event.user_pc = symex_record_user_pc(x);
    vec_push(&s->events, event);
    vec_push(&s->threads.data[x->standing.thread].events, s->events.size - 1);
    if (x->options->max_events && s->events.size >= x->options->max_events && !x->is_over) {
        x->is_over = true;
        diag_fail(x->d, STATUS_LIMIT, "more than %llu events; give a smaller --unwind",
                  (unsigned long long)x->options->max_events);
    }
    return s->events.size - 1;
}

depends symex_record_read(context *x, uint32_t event)
{
    return x->options->records_dependencies ? depends_on_read(&x->s->depends, event) : DEPENDS_NONE;
}

uint32_t symex_last_event(const context *x)
{
    const symex_thread *thread = &x->s->threads.data[x->standing.thread];
    return thread->events.size > 0 ? *vec_last(&thread->events) : IR_NONE;
}

void symex_record_fence(context *x, ir_fence fence)
{
    symex_record_event(x, (symex_event){.kind = SYMEX_FENCE, .fence = fence});
}

uint32_t symex_record_block(const context *x)
{
    return x->standing.atomic_depth > 0 ? x->standing.block : IR_NONE;
}

static uint32_t position(const context *x)
{
    return x->s->threads.data[x->standing.thread].events.size;
}

/* A claim at the place where execution stands; `format` says what is claimed. */
static symex_claim *add_claim(context *x, term guard, const char *format, va_list args)
{
    strbuf text = {0};
    strbuf_addv(&text, format, args);
    vec_push(&x->s->claims, (symex_claim){
                                .guard = guard,
                                .surely = TERM_NONE,
                                .thread = x->standing.thread,
                                .position = position(x),
                                .block = symex_record_block(x),
                                .pc = x->standing.pc,
                                .user_pc = symex_record_user_pc(x),
                                .message = strbuf_take(&text),
                            });
    return vec_last(&x->s->claims);
}

void symex_record_claim(context *x, property violated, term guard, const char *format, ...)
{
    if (guard == TERM_FALSE)
        return;
    va_list args;
    va_start(args, format);
    add_claim(x, guard, format, args)->property = violated;
    va_end(args);
}

void symex_record_unsupported(context *x, term guard, const char *format, ...)
{
    if (guard == TERM_FALSE)
        return;
    va_list args;
    va_start(args, format);
    add_claim(x, guard, format, args)->is_unsupported = true;
    va_end(args);
}

void symex_record_claim_and_go_on(context *x, property violated, term guard, const char *message)
{
    uint32_t before = x->s->claims.size;
    symex_record_claim(x, violated, guard, "%s", message);
    if (x->s->claims.size > before)
        vec_last(&x->s->claims)->goes_on = true;
}

void symex_record_unsupported_and_go_on(context *x, term guard, const char *message)
{
    uint32_t before = x->s->claims.size;
    symex_record_unsupported(x, guard, "%s", message);
    if (x->s->claims.size > before)
        vec_last(&x->s->claims)->goes_on = true;
}

void symex_record_cut(context *x, term guard, ir_id pc, uint32_t iterations, bool is_call)
{
    if (guard != TERM_FALSE)
        vec_push(&x->s->cuts, (symex_cut){.guard = guard,
                                          .thread = x->standing.thread,
                                          .position = position(x),
                                          .pc = pc,
                                          .iterations = iterations,
                                          .is_call = is_call,
                                          .block = symex_record_block(x)});
}

uint32_t symex_iterations_done(const context *x, ir_id pc)
{
    for (uint32_t i = 0; i < x->options->done_count; i++)
        if (x->options->done[i].pc == pc)
            return x->options->done[i].iterations;
    return 0;
}

void symex_record_passed(context *x, term guard)
{
    if (guard != TERM_FALSE)
        vec_push(&x->s->passed, guard);
}

term symex_record_choice(context *x, uint8_t width, const char *name)
{
    term variable = term_variable(terms_of(x), width, name);
    vec_push(&x->s->choices,
             (symex_choice){variable, x->standing.guard, x->standing.thread, position(x), x->standing.pc, 0, false});
    return variable;
}

void symex_record_assume(context *x, term condition)
{
    x->standing.guard = guard_narrow(&x->s->guards, x->standing.guard, condition);
}
