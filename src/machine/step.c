/* The interpreter: a choice is made, and the thread runs up to its next visible instruction. */
#include <assert.h>
#include <stdarg.h>

#include "base/alloc.h"
#include "machine/arith.h"
#include "machine/ends.h"
#include "machine/exec.h"
#include "machine/known.h"
#include "machine/race.h"
#include "machine/undo.h"

/* ---- ends ---- */

static outcome end_step(step *s, machine_end end, const char *format, va_list args)
{
    strbuf text = {0};
    strbuf_addv(&text, format, args);
    free(s->result->message);
    s->result->end = end;
    s->result->thread = s->index;
    s->result->pc = s->pc;
    s->result->user_pc = step_user_pc(s->m, s->thread, s->pc);
    s->result->message = strbuf_take(&text);
    return GONE;
}

/* Does a violation here count no more? */
static bool is_known(const step *s, property violated)
{
    machine_known here = {.violated = violated, .user_pc = step_user_pc(s->m, s->thread, s->pc), .other = IR_NONE};
    return s->m->options.known && known_has(s->m->program, s->m->options.known, here);
}

outcome step_violation(step *s, property violated, const char *format, ...)
{
    va_list args;
    assert(property_row_of(violated)->stops && property_row_of(violated)->shape == PROPERTY_POINT);
    if (property_is_in(s->m->options.ignored, violated) || is_known(s, violated))
        return step_stop(s, MACHINE_STOPPED);
    s->result->violated = violated;
    va_start(args, format);
    outcome o = end_step(s, MACHINE_VIOLATION, format, args);
    va_end(args);
    step_note_stack(s->m, s->thread, s->pc, &s->result->stack);
    step_stop_thread(s, MACHINE_FAILED);
    return o;
}

outcome step_pair(step *s, property violated, machine_place other, const char *format, ...)
{
    va_list args;
    assert(property_row_of(violated)->shape == PROPERTY_PAIR);
    s->result->violated = violated;
    s->result->other = other;
    va_start(args, format);
    outcome o = end_step(s, MACHINE_VIOLATION, format, args);
    va_end(args);
    step_note_stack(s->m, s->thread, s->pc, &s->result->stack);
    step_stop_thread(s, MACHINE_FAILED);
    return o;
}

/* Until the thread does it, others can go on: so it is a step of its own. */
outcome step_unsupported(step *s, const char *format, ...)
{
    va_list args;
    if (!step_may_act(s)) {
        vec_last(&s->thread->frames)->pc = s->pc;
        return STAY;
    }
    va_start(args, format);
    outcome o = end_step(s, MACHINE_UNSUPPORTED, format, args);
    va_end(args);
    return o;
}

outcome step_limit(step *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    outcome o = end_step(s, MACHINE_LIMIT, format, args);
    va_end(args);
    return o;
}

outcome step_stop(step *s, machine_thread_status status)
{
    /* Until it stops, its registers count (leaks.h). */
    if (property_is_in(s->m->options.ends, PROPERTY_LOST) && !step_may_act(s)) {
        vec_last(&s->thread->frames)->pc = s->pc;
        return STAY;
    }
    if (s->thread->atomic_depth == 0)
        step_event(s, (machine_event){.kind = MACHINE_EVENT_STOP});
    step_stop_thread(s, status);
    return GONE;
}

void step_stop_thread(step *s, machine_thread_status status)
{
    /* What is in a block counts where it violates the property: the thread did come there. */
    bool is_unfinished = s->thread->atomic_depth > 0 && status != MACHINE_FAILED;
    if (is_unfinished)
        step_event(s, (machine_event){.kind = MACHINE_EVENT_STOP, .value = s->state->undo != NULL});
    if (!is_unfinished || !undo_block(s->state, s->index, MACHINE_STOPPED))
        state_stop_thread(s->state, s->index, is_unfinished ? MACHINE_STOPPED : status);
    s->thread = s->state->threads.data[s->index];
}

void step_event(step *s, machine_event event)
{
    if (s->m->options.on_event == NULL)
        return;
    event.thread = s->index;
    event.pc = s->pc;
    if (event.kind != MACHINE_EVENT_COMMIT)
        event.user_pc = step_user_pc(s->m, s->thread, s->pc);
    s->m->options.on_event(s->m->options.context, s->state, &event);
}

void step_look(step *s, const machine_object *object, uint64_t address, uint8_t size, bool only_whether)
{
    if (s->m->options.is_traced && !object->is_private && !object->is_constant)
        step_event(
            s, (machine_event){.kind = MACHINE_EVENT_LOOK, .address = address, .size = size, .value = only_whether});
}

void step_look_dead(step *s, const machine_object *object, uint64_t address)
{
    if (s->m->options.is_traced && !object->is_private)
        step_event(s, (machine_event){.kind = MACHINE_EVENT_LOOK, .address = address, .old = 1});
}

outcome step_take_value(step *s, uint8_t width, uint64_t value[2])
{
    if (!s->is_first)
        return STAY;
    if (!s->choice->has_value) {
        s->result->end = MACHINE_NEEDS_VALUE;
        s->result->width = width;
        s->result->thread = s->index;
        s->result->pc = s->pc;
        s->result->user_pc = step_user_pc(s->m, s->thread, s->pc);
        return GONE;
    }
    memcpy(value, s->choice->value, sizeof s->choice->value);
    return NEXT;
}

/* ---- operands ---- */

static uint64_t *frame_slots(const step *s)
{
    return s->thread->slots.data + s->thread->frames.data[s->thread->frames.size - 1].base;
}

uint64_t step_value(const step *s, ir_operand operand)
{
    return ir_is_constant(operand) ? s->m->program->constants.data[operand & ~IR_CONSTANT_BIT]
                                   : frame_slots(s)[operand];
}

void step_set(step *s, ir_register reg, uint64_t value)
{
    if (reg != IR_NONE)
        frame_slots(s)[reg] = value;
}

static arith_bits wide_value(const step *s, ir_operand operand, uint8_t width)
{
    arith_bits value = step_value(s, operand);
    return width > IR_SLOT_BITS ? value | (arith_bits)step_value(s, operand + 1) << IR_SLOT_BITS : value;
}

/* ---- instructions ---- */

/* Which operands an instruction that only computes has, with their widths, comes from its shape. */
static outcome compute(step *s, const ir_instruction *in)
{
    const char *shape = ir_op_shape(in->op);
    arith_bits a = 0, b = 0, c = 0, result;
    if (strcmp(shape, "dx") == 0)
        a = wide_value(s, in->a, (uint8_t)in->aux);
    else
        a = wide_value(s, in->a, in->op == IR_SELECT ? 1 : in->width);
    if (strchr(shape, 'b'))
        b = wide_value(s, in->b, in->width);
    if (strchr(shape, 'c'))
        c = wide_value(s, in->c, in->width);
    arith_error error = arith_evaluate(in, a, b, c, &result);
    if (error != ARITH_OK)
        return step_violation(s, PROPERTY_ARITHMETIC, "%s", arith_error_text(error));
    bool is_wide = in->width > IR_SLOT_BITS && !(in->op >= IR_EQ && in->op <= IR_SLE);
    step_set(s, in->dst, (uint64_t)result);
    if (is_wide)
        step_set(s, in->dst + 1, (uint64_t)(result >> IR_SLOT_BITS));
    return NEXT;
}

enum { FEW_ARGUMENTS = 16 };

/* All arguments are read before any parameter is written. */
static void take_edge(step *s, ir_id edge)
{
    const ir_program *program = s->m->program;
    const ir_edge *e = &program->edges.data[edge];
    const ir_block *target = &program->blocks.data[e->target];
    const ir_operand *arguments = program->operands.data + e->first_argument;
    uint64_t *slots = frame_slots(s);
    s->pc = target->first;
    if (e->argument_count == 0)
        return;
    uint64_t few[2 * FEW_ARGUMENTS];
    uint64_t *values = few;
    VEC(uint64_t) many = {0};
    if (e->argument_count > FEW_ARGUMENTS) {
        vec_resize(&many, 2 * e->argument_count);
        values = many.data;
    }
    for (uint32_t i = 0; i < e->argument_count; i++) {
        values[2 * i] = step_value(s, arguments[i]);
        if (ir_slots(target->parameters.data[i].type.width) == 2)
            values[2 * i + 1] = step_value(s, arguments[i] + 1);
    }
    for (uint32_t i = 0; i < e->argument_count; i++) {
        const ir_parameter *parameter = &target->parameters.data[i];
        slots[parameter->reg] = values[2 * i];
        if (ir_slots(parameter->type.width) == 2)
            slots[parameter->reg + 1] = values[2 * i + 1];
    }
    vec_clear(&many);
}

static ir_id chosen_case(const step *s, const ir_instruction *in)
{
    const ir_switch *sw = &s->m->program->switches.data[in->c];
    arith_bits value = wide_value(s, in->a, in->width);
    for (uint32_t i = 0; i < sw->case_count; i++) {
        const ir_case *c = &s->m->program->cases.data[sw->first_case + i];
        if (value == (c->low | (arith_bits)c->high << IR_SLOT_BITS))
            return c->edge;
    }
    return sw->otherwise;
}

static outcome allocate_local(step *s, const ir_instruction *in)
{
    const ir_site *site = &s->m->program->sites.data[in->c];
    uint64_t size = step_value(s, in->a);
    if (size >= ir_object_limit(s->m->program->layout))
        return step_unsupported(s, "a variable of %llu bytes", (unsigned long long)size);
    if (size > MACHINE_LARGEST_OBJECT)
        return step_limit(s, "a variable of %llu bytes", (unsigned long long)size);
    uint64_t number = state_new_object(s->state, s->index, size, MACHINE_FROM_SITE, in->c, false);
    if (number == 0)
        return step_limit(s, "more objects at once than Heddle can number");
    state_change_object(s->state, number)->is_private = site->is_private;
    vec_push(&s->thread->locals, number);
    step_set(s, in->dst, ir_pointer(s->m->program->layout, number, 0));
    return NEXT;
}

static outcome thread_local_address(step *s, const ir_instruction *in)
{
    machine_thread *thread = s->thread;
    if (in->c >= thread->tls.size)
        vec_resize(&thread->tls, in->c + 1);
    if (thread->tls.data[in->c] == 0) {
        const ir_global *global = &s->m->program->globals.data[in->c];
        uint64_t number = state_new_object(s->state, s->index, global->size, MACHINE_FROM_TLS, in->c, true);
        if (number == 0)
            return step_limit(s, "more objects at once than Heddle can number");
        machine_object *object = state_change_object(s->state, number);
        object->is_private = global->is_private;
        if (global->size)
            memcpy(object->block->bytes, global->bytes, global->size);
        thread->tls.data[in->c] = number;
    }
    step_set(s, in->dst, ir_pointer(s->m->program->layout, thread->tls.data[in->c], 0));
    return NEXT;
}

static outcome load(step *s, const ir_instruction *in)
{
    uint64_t value;
    outcome o = access_load(s, step_value(s, in->a), in->width / 8, &value);
    if (o == NEXT)
        step_set(s, in->dst, value);
    return o;
}

static outcome store(step *s, const ir_instruction *in)
{
    s->unset = unset_stored(s);
    outcome o = access_store(s, step_value(s, in->a), in->width / 8, step_value(s, in->b), 0xff);
    s->unset = 0;
    return o;
}

/* RMW and CMPXCHG: full fences, so the buffer is empty and memory is what the thread sees. */
static outcome read_modify_write(step *s, const ir_instruction *in)
{
    uint64_t address = step_value(s, in->a);
    uint8_t size = in->width / 8, initialised;
    const machine_object *object = access_object(s, address, size, ACCESS_WRITE);
    if (object == NULL)
        return GONE;
    if (!step_may_act(s) || commit_is_pending(s))
        return STAY;
    bool from_buffer;
    uint64_t old = access_view(s, object, address, size, &initialised, &from_buffer);
    uint8_t all = (uint8_t)((1u << size) - 1);
    uint64_t old_unset = access_view_unset(s, object, address, size);
    if (s->m->program->tracks_unset) {
        unset_note_read(s, old_unset);
    } else if ((initialised & all) != all) {
        outcome o = access_load(s, address, size, &old);
        if (o != NEXT)
            return o;
    }
    uint64_t operand = step_value(s, in->b), value = old;
    uint64_t unset = unset_stored(s);
    if (in->op == IR_RMW)
        unset = unset_after_rmw(in, old_unset, unset);
    else if (old_unset && ((old ^ operand) & ~old_unset) == 0)
        return unset_violation(s, address, size, IR_USED_TO_COMPARE);
    if (in->op == IR_RMW)
        value = arith_rmw(ir_rmw_of(in), in->width, old, operand);
    else if (old == operand)
        value = step_value(s, in->c);
    if (in->op == IR_RMW || old == operand) {
        quiet_note_write(s, address);
        access_write_memory(s->state, address, size, value, all, unset);
    }
    step_event(
        s, (machine_event){.kind = MACHINE_EVENT_RMW, .address = address, .size = size, .old = old, .value = value});
    step_set(s, in->dst, old);
    return race_exchange(s, object, address, size, in->op == IR_RMW || old == operand);
}

static outcome fence(step *s, const ir_instruction *in)
{
    ir_fence f = ir_fence_of(in);
    if (commit_fence_waits(s->m, f)) {
        if (commit_must_wait(s))
            return STAY;
        quiet_note_fence(s, true);
    } else if (commit_fence_pairs(s->m, f) & MODEL_WW) {
        quiet_note_fence(s, false);
        commit_fence_stores(s);
    }
    if (ir_fence_is_full(f) || ir_fence_orders_stores(f) || (s->m->options.is_traced && commit_fence_waits(s->m, f)))
        step_event(s, (machine_event){.kind = MACHINE_EVENT_FENCE});
    race_fence(s, f);
    return NEXT;
}

/* Everything that is not in the fast loop below. */
static outcome execute(step *s, const ir_instruction *in)
{
    s->through = in->a;
    switch ((ir_op)in->op) {
    case IR_ALLOCA:
        return allocate_local(s, in);
    case IR_LOCAL_END:
        return call_end_local(s, in);
    case IR_TLS:
        return thread_local_address(s, in);
    case IR_LOAD:
        return load(s, in);
    case IR_STORE:
        return store(s, in);
    case IR_RMW:
    case IR_CMPXCHG:
        return read_modify_write(s, in);
    case IR_FENCE:
        return fence(s, in);
    case IR_MEMCPY:
    case IR_MEMMOVE:
    case IR_MEMSET:
        return bulk_execute(s, in);
    case IR_SWITCH: {
        ir_id edge = chosen_case(s, in);
        if (s->m->options.bounds && bounds_is_cut(s, s->pc, edge))
            return step_stop(s, MACHINE_STOPPED);
        take_edge(s, edge);
        return JUMPED;
    }
    case IR_BR:
    case IR_CONDBR: /* others are taken in run_registers */
        return step_stop(s, MACHINE_STOPPED);
    case IR_CALL:
        return call_enter(s, in);
    case IR_RET:
        return call_return(s, in);
    case IR_UNREACHABLE:
        return step_violation(s, PROPERTY_ASSERTION,
                              "code that must not be reached (__builtin_unreachable) is reached");
    case IR_PRINT:
        return print_execute(s, in);
    default:
        return in->op <= IR_SELECT ? compute(s, in) : sync_execute(s, in);
    }
}

#define READ(operand) (ir_is_constant(operand) ? constants[(operand) & ~IR_CONSTANT_BIT] : slots[operand])
#define SIGNED(operand, bits) ((int64_t)(READ(operand) << (IR_SLOT_BITS - (bits))) >> (IR_SLOT_BITS - (bits)))
#define COMPUTE(op, expression)                                                                                        \
    case op:                                                                                                           \
        if (width > IR_SLOT_BITS)                                                                                      \
            return pc;                                                                                                 \
        slots[in->dst] = (expression);                                                                                 \
        break;

/* Runs the commonest instructions on values of at most 64 bits, which touch nothing but registers, without leaving
 * this function. Returns the first pc that needs `execute`. Inlining them here makes a loop of such instructions
 * several times faster. */
static ir_id run_registers(step *s, ir_id pc, uint64_t *budget)
{
    const ir_program *program = s->m->program;
    const ir_instruction *code = program->code.data;
    const uint64_t *constants = program->constants.data;
    uint64_t *slots = frame_slots(s);
    for (;; pc++) {
        const ir_instruction *in = &code[pc];
        uint8_t width = in->width;
        switch (in->op) {
            COMPUTE(IR_MOV, READ(in->a))
            COMPUTE(IR_ADD, (READ(in->a) + READ(in->b)) & ir_mask(width))
            COMPUTE(IR_SUB, (READ(in->a) - READ(in->b)) & ir_mask(width))
            COMPUTE(IR_MUL, (READ(in->a) * READ(in->b)) & ir_mask(width))
            COMPUTE(IR_AND, READ(in->a) & READ(in->b))
            COMPUTE(IR_OR, READ(in->a) | READ(in->b))
            COMPUTE(IR_XOR, READ(in->a) ^ READ(in->b))
            COMPUTE(IR_EQ, READ(in->a) == READ(in->b))
            COMPUTE(IR_NE, READ(in->a) != READ(in->b))
            COMPUTE(IR_ULT, READ(in->a) < READ(in->b))
            COMPUTE(IR_ULE, READ(in->a) <= READ(in->b))
            COMPUTE(IR_SLT, SIGNED(in->a, width) < SIGNED(in->b, width))
            COMPUTE(IR_SLE, SIGNED(in->a, width) <= SIGNED(in->b, width))
            COMPUTE(IR_ZEXT, READ(in->a))
            COMPUTE(IR_SEXT, (uint64_t)SIGNED(in->a, in->aux) & ir_mask(width))
            COMPUTE(IR_TRUNC, READ(in->a) & ir_mask(width))
            COMPUTE(IR_SELECT, READ(in->a) ? READ(in->b) : READ(in->c))
        case IR_BR:
        case IR_CONDBR:
            if (*budget == 0)
                return pc;
            ir_id edge = in->op == IR_BR || !READ(in->a) ? in->c : in->b;
            if (s->m->options.bounds && bounds_is_cut(s, pc, edge))
                return pc;
            s->m->instructions += pc - s->pc + 1;
            --*budget;
            take_edge(s, edge);
            pc = s->pc - 1;
            break;
        default:
            return pc;
        }
    }
}

/* Nobody else runs or has a store on its way: whatever this thread does, and in how many steps, is its own matter. */
static bool step_is_alone(const step *s)
{
    if ((s->m->options.is_traced || !model_has_machine(s->m->options.model)) && s->state->threads.size > 1)
        return false;
    for (uint32_t t = 0; t < s->state->threads.size; t++) {
        const machine_thread *other = s->state->threads.data[t];
        if (t != s->index && (other->status == MACHINE_RUNNING || other->buffer.size > 0))
            return false;
    }
    return true;
}

/* Looks for an endless loop in an atomic block: nobody else can do anything, so a state that comes again does so for
 * ever. The state is looked at every ROUND branches, which is a multiple of the length of most loops. */
typedef struct round_watch {
    uint32_t rounds;
    hash128 known; /* after 2^k rounds */
} round_watch;

enum { ROUND = 5040, MAX_ROUNDS = 64 };

/* The budget of the step is used up. Should the thread go on in the same step? */
static bool goes_on_in_block(step *s, round_watch *watch, uint64_t *budget)
{
    if (s->thread->atomic_depth == 0 || watch->rounds == MAX_ROUNDS)
        return false;
    hash128 now = machine_state_hash(s->state);
    if (watch->rounds > 0 && memcmp(&now, &watch->known, sizeof now) == 0) {
        step_stop(s, MACHINE_STOPPED);
        return false;
    }
    if ((watch->rounds & (watch->rounds - 1)) == 0)
        watch->known = now;
    watch->rounds++;
    *budget = ROUND;
    return true;
}

/* Runs the thread from its pc until it must wait for the next choice. */
static void run_thread(step *s)
{
    uint64_t budget = MACHINE_LOCAL_BUDGET;
    round_watch watch = {0};
    s->pc = vec_last(&s->thread->frames)->pc;
    s->is_alone = step_is_alone(s);
    for (;;) {
        ir_id first = s->pc;
        uint64_t before = budget;
        ir_id pc = run_registers(s, s->pc, &budget);
        if (pc != first || budget != before)
            s->is_first = false;
        s->m->instructions += pc - s->pc + 1;
        s->pc = pc;
        const ir_instruction *in = &s->m->program->code.data[pc];
        if (budget == 0 && (in->op == IR_BR || in->op == IR_CONDBR || in->op == IR_SWITCH)) {
            vec_last(&s->thread->frames)->pc = pc;
            if (!goes_on_in_block(s, &watch, &budget))
                return;
            continue;
        }
        switch (execute(s, in)) {
        case NEXT:
            s->pc++;
            break;
        case JUMPED:
        case REPEAT:
            if (budget > 0)
                budget--;
            break;
        case STAY:
            vec_last(&s->thread->frames)->pc = s->pc;
            return;
        case GONE:
            return;
        }
        s->is_first = false;
    }
}

/* Forgets the registers that no continuation reads. */
static void clear_dead_registers(machine *m, machine_thread *thread)
{
    for (uint32_t f = 0; f < thread->frames.size; f++) {
        const machine_frame *frame = &thread->frames.data[f];
        bool is_caller = f + 1 < thread->frames.size;
        const uint64_t *live = liveness_at(&m->live, frame->function, frame->pc, is_caller);
        uint32_t count = m->program->functions.data[frame->function].slots;
        for (uint32_t i = 0; i < count; i++)
            if (!(live[i / 64] >> (i % 64) & 1))
                thread->slots.data[frame->base + i] = 0;
    }
}

static void settle_thread(machine *m, machine_state *state, uint32_t index)
{
    if (m->options.normalise && !property_is_in(m->options.ends, PROPERTY_LOST))
        clear_dead_registers(m, state_writable_thread(state, index));
}

/* Threads that the step started run up to their first visible instruction at once. */
static void run_new_threads(machine *m, machine_state *state, uint32_t first, machine_result *result)
{
    static const machine_choice nothing = {.kind = MACHINE_STEP};
    for (uint32_t t = first; t < state->threads.size && result->end == MACHINE_OK; t++) {
        if (!state->threads.data[t]->is_fresh)
            continue;
        state->threads.data[t]->is_fresh = false;
        step s = {
            .m = m, .state = state, .index = t, .thread = state->threads.data[t], .choice = &nothing, .result = result};
        run_thread(&s);
        settle_thread(m, state, t);
    }
}

/* A choice may be nothing, or many instructions. */
static bool is_out_of_budget(machine *m)
{
    enum { WORK_OF_CHOICE = 20, WORK_BETWEEN_QUESTIONS = 1 << 14 };
    if (m->options.budget == NULL)
        return false;
    m->choices++;
    uint64_t work = m->choices * WORK_OF_CHOICE + m->instructions + m->scanned / 8;
    if (work - m->asked_at < WORK_BETWEEN_QUESTIONS && m->options.budget->spent == NULL)
        return false;
    uint64_t done = work - m->asked_at;
    m->asked_at = work;
    return budget_spend(m->options.budget, done);
}

machine_result machine_take(machine *m, machine_state *state, const machine_choice *choice)
{
    machine_result result = {.end = MACHINE_OK};
    if (!machine_choice_is_enabled(m, state, choice)) {
        result.end = MACHINE_NOT_ENABLED;
        result.thread = choice->thread;
        return result;
    }
    if (is_out_of_budget(m))
        return (machine_result){
            .end = MACHINE_LIMIT,
            .thread = choice->thread,
            .pc = machine_next_pc(state, choice->thread),
            .user_pc = machine_user_pc(m, state, choice->thread),
            .message = alloc_string(m->options.budget->spent),
        };
    if (choice->kind == MACHINE_OBJECT) {
        given_add(&m->given, choice->thread, choice->value[0]);
        return result;
    }
    if (choice->kind == MACHINE_SEE) {
        machine_poke(state, choice->value[1], (uint8_t)choice->index, choice->value[0]);
        return result;
    }
    uint32_t thread_count = state->threads.size;
    step s = {
        .m = m,
        .state = state,
        .index = choice->thread,
        .thread = state_writable_thread(state, choice->thread),
        .choice = choice,
        .result = &result,
        .is_first = choice->kind != MACHINE_COMMIT,
    };
    if (choice->kind == MACHINE_COMMIT)
        commit_take(&s, choice->index);
    if (result.end == MACHINE_OK && s.thread->status == MACHINE_RUNNING)
        run_thread(&s);
    settle_thread(m, state, choice->thread);
    run_new_threads(m, state, m->options.is_traced ? 0 : thread_count, &result);
    if (m->options.normalise && state->dead > 0)
        reuse_collect(state);
    if (state->races)
        races_prune(state);
    if (m->options.ends && result.end == MACHINE_OK)
        ends_look(m, state, &result);
    return result;
}
