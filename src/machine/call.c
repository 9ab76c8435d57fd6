/* Calls, returns and the end of a thread. */
#include "machine/leaks.h"

static void copy_value(machine_thread *thread, uint32_t to, const step *s, ir_operand from, uint8_t width)
{
    uint64_t low = step_value(s, from);
    uint64_t high = ir_slots(width) == 2 ? step_value(s, from + 1) : 0;
    thread->slots.data[to] = low;
    if (ir_slots(width) == 2)
        thread->slots.data[to + 1] = high;
}

/* The front end makes direct calls fit; a pointer can still lead to a function of another type. */
static bool fits(const ir_program *program, const ir_call *call, const ir_function *callee)
{
    /* A call without variable arguments may leave out their address; it is null then. */
    uint32_t left_out = callee->is_variadic && call->argument_count + 1 == callee->parameters.size;
    if (call->argument_count + left_out != callee->parameters.size)
        return false;
    const ir_type *types = &program->types.data[call->first_type];
    for (uint32_t i = 0; i < call->argument_count; i++)
        if (types[i].width != callee->parameters.data[i].type.width)
            return false;
    for (uint32_t i = 0; i < call->result_count; i++) {
        if (program->operands.data[call->first_result + i] == IR_NONE)
            continue;
        if (i >= callee->results.size || callee->results.data[i].width != types[call->argument_count + i].width)
            return false;
    }
    return true;
}

outcome call_enter(step *s, const ir_instruction *in)
{
    const ir_program *program = s->m->program;
    const ir_call *call = &program->calls.data[in->c];
    uint64_t target = step_value(s, call->callee);
    ir_id function = ir_function_at(program, target);
    if (function == IR_NONE)
        return target == 0 ? step_violation(s, PROPERTY_DEREFERENCE, "call through a null pointer")
                           : step_violation(s, PROPERTY_DEREFERENCE, "call through a pointer to no function: 0x%llx",
                                            (unsigned long long)target);
    const ir_function *callee = &program->functions.data[function];
    if (callee->block_count == 0)
        return step_unsupported(s, "function `%s`, which is neither defined nor modelled", callee->name);
    if (!fits(program, call, callee))
        return step_violation(s, PROPERTY_DEREFERENCE, "call of function `%s` through a pointer of another type",
                              callee->name);
    machine_thread *thread = s->thread;
    if (thread->frames.size >= MACHINE_MAX_FRAMES)
        return step_limit(s, "recursion deeper than %d calls in `%s`", MACHINE_MAX_FRAMES, callee->name);

    vec_last(&thread->frames)->pc = s->pc;
    uint32_t base = thread->slots.size;
    ir_id entry = program->blocks.data[callee->first_block].first;
    vec_resize(&thread->slots, base + callee->slots);
    for (uint32_t i = 0; i < call->argument_count; i++)
        copy_value(thread, base + callee->parameters.data[i].reg, s, program->operands.data[call->first_argument + i],
                   callee->parameters.data[i].type.width);
    vec_push(&thread->frames, (machine_frame){
                                  .function = function,
                                  .pc = entry,
                                  .base = base,
                                  .first_local = thread->locals.size,
                              });
    s->pc = entry;
    return JUMPED;
}

static bool is_shared(const step *s, uint64_t number)
{
    return number && !state_object(s->state, number)->is_private;
}

static void kill_locals(step *s, uint32_t first)
{
    machine_thread *thread = s->thread;
    for (uint32_t i = first; i < thread->locals.size; i++)
        commit_kill(s, thread->locals.data[i]);
    thread->locals.size = first;
}

/* One local of the running function ends before it. Nothing happens if there is none: it was ended before. */
outcome call_end_local(step *s, const ir_instruction *in)
{
    machine_thread *thread = s->thread;
    uint64_t number = ir_pointer_object(s->m->program->layout, step_value(s, in->a));
    uint32_t first = vec_last(&thread->frames)->first_local, i = thread->locals.size;
    while (i > first && thread->locals.data[i - 1] != number)
        i--;
    if (i == first)
        return NEXT;
    if (!step_may_act(s) && !model_is_buffered(s->m->options.model) && is_shared(s, number))
        return STAY;
    commit_kill(s, number);
    memmove(&thread->locals.data[i - 1], &thread->locals.data[i], (thread->locals.size - i) * sizeof(uint64_t));
    thread->locals.size--;
    return NEXT;
}

static void kill_at_once(step *s, uint64_t number)
{
    bool is_private = state_object(s->state, number)->is_private;
    state_kill_object(s->state, number);
    if (!is_private)
        step_event(
            s, (machine_event){.kind = MACHINE_EVENT_GONE, .address = ir_pointer(s->m->program->layout, number, 0)});
}

/* The thread ends, with an empty buffer: who joins it finds its variables gone. */
static void kill_objects(step *s)
{
    machine_thread *thread = s->thread;
    for (uint32_t i = 0; i < thread->locals.size; i++)
        kill_at_once(s, thread->locals.data[i]);
    for (uint32_t i = 0; i < thread->tls.size; i++)
        if (thread->tls.data[i])
            kill_at_once(s, thread->tls.data[i]);
    thread->locals.size = 0;
    thread->tls.size = 0;
}

void call_end_thread(step *s, uint64_t result, machine_thread_status status)
{
    machine_thread *thread = s->thread;
    if (thread->atomic_depth > 0) {
        step_stop_thread(s, MACHINE_STOPPED);
        return;
    }
    /* When main returns the process ends: what the others still do could have happened before, so main's variables
     * live on for them. */
    if (status != MACHINE_EXITED)
        kill_objects(s);
    thread->result = result;
    step_event(s, (machine_event){.kind = MACHINE_EVENT_END, .value = result});
    step_stop_thread(s, status);
}

bool call_ends_visibly(const step *s)
{
    const machine_thread *thread = s->thread;
    for (uint32_t i = 0; i < thread->locals.size; i++)
        if (is_shared(s, thread->locals.data[i]))
            return true;
    for (uint32_t i = 0; i < thread->tls.size; i++)
        if (is_shared(s, thread->tls.data[i]))
            return true;
    return false;
}

/* Would others notice at once that the function's locals are gone? Where stores are buffered, so is their end, but for
 * those that end with their thread. */
static bool returns_visibly(const step *s)
{
    const machine_thread *thread = s->thread;
    if (thread->frames.size == 1)
        return s->index != 0 && call_ends_visibly(s);
    for (uint32_t i = vec_last(&thread->frames)->first_local; i < thread->locals.size; i++)
        if (!model_is_buffered(s->m->options.model) && is_shared(s, thread->locals.data[i]))
            return true;
    return false;
}

/* A thread's start function has returned and the program uses keys: their destructors run before the end. */
static outcome enter_thread_return(step *s, uint64_t result)
{
    machine_thread *thread = s->thread;
    ir_id function = s->m->thread_return;
    const ir_function *model = &s->m->program->functions.data[function];
    kill_locals(s, 0);
    thread->slots.size = 0;
    vec_resize(&thread->slots, model->slots);
    thread->slots.data[model->parameters.data[0].reg] = result;
    s->pc = s->m->program->blocks.data[model->first_block].first;
    *vec_last(&thread->frames) = (machine_frame){.function = function, .pc = s->pc};
    return JUMPED;
}

outcome call_return(step *s, const ir_instruction *in)
{
    const ir_program *program = s->m->program;
    machine_thread *thread = s->thread;
    const ir_function *callee = &program->functions.data[vec_last(&thread->frames)->function];
    if (!step_may_act(s) && returns_visibly(s))
        return STAY;
    if (thread->frames.size == 1) {
        uint64_t result = in->aux > 0 ? step_value(s, program->operands.data[in->b]) : 0;
        if (s->index != 0 && s->m->thread_return != IR_NONE)
            return enter_thread_return(s, result);
        if (commit_must_wait(s))
            return STAY;
        outcome o = s->index == 0 ? leaks_end_program(s, true) : NEXT;
        if (o != NEXT)
            return o;
        call_end_thread(s, result, s->index == 0 ? MACHINE_EXITED : MACHINE_FINISHED);
        return GONE;
    }
    const machine_frame *caller = &thread->frames.data[thread->frames.size - 2];
    const ir_call *call = &program->calls.data[program->code.data[caller->pc].c];
    for (uint32_t i = 0; i < call->result_count; i++) {
        ir_register to = program->operands.data[call->first_result + i];
        if (to != IR_NONE)
            copy_value(thread, caller->base + to, s, program->operands.data[in->b + i], callee->results.data[i].width);
    }
    machine_frame frame = vec_pop(&thread->frames);
    kill_locals(s, frame.first_local);
    thread->slots.size = frame.base;
    bounds_leave_function(thread);
    s->pc = vec_last(&thread->frames)->pc + 1;
    return JUMPED;
}

void step_note_stack(const machine *m, const machine_thread *thread, ir_id pc, machine_stack *stack)
{
    stack->size = 0;
    for (uint32_t i = thread->frames.size; i-- > 0;) {
        ir_id at = i + 1 == thread->frames.size ? pc : thread->frames.data[i].pc;
        ir_id function = thread->frames.data[i].function;
        if (!m->program->functions.data[function].is_model)
            vec_push(stack, (machine_call){function, at});
    }
}

void machine_stack_of(const machine *m, const machine_state *state, uint32_t thread, machine_stack *stack)
{
    const machine_thread *t = state->threads.data[thread];
    step_note_stack(m, t, t->frames.size > 0 ? vec_last(&t->frames)->pc : IR_NONE, stack);
}

ir_id step_user_pc(const machine *m, const machine_thread *thread, ir_id pc)
{
    for (uint32_t i = thread->frames.size; i-- > 0;) {
        ir_id at = i + 1 == thread->frames.size ? pc : thread->frames.data[i].pc;
        if (!m->program->functions.data[thread->frames.data[i].function].is_model)
            return at;
    }
    return pc;
}
