/* The instructions that the library models are made of: atomic blocks, waiting, threads, the heap, and the ways in
 * which a thread stops. */
#include "ir/uses.h"
#include "machine/arith.h"
#include "machine/leaks.h"
#include "machine/race.h"
#include "machine/undo.h"

uint64_t sync_pending_value(const machine_state *state, uint32_t index, ir_operand operand)
{
    const machine_thread *thread = state->threads.data[index];
    if (ir_is_constant(operand))
        return state->machine->program->constants.data[operand & ~IR_CONSTANT_BIT];
    return thread->slots.data[thread->frames.data[thread->frames.size - 1].base + operand];
}

static uint64_t await_operand(const machine_state *state, uint32_t index, const ir_instruction *in, uint32_t which)
{
    return sync_pending_value(state, index, state->machine->program->operands.data[in->c + which]);
}

bool machine_awaits(const machine_state *state, uint32_t thread, uint64_t *address, uint8_t *size)
{
    ir_id pc = machine_next_pc(state, thread);
    const ir_instruction *in = pc == IR_NONE ? NULL : &state->machine->program->code.data[pc];
    if (in == NULL || in->op != IR_AWAIT)
        return false;
    *address = await_operand(state, thread, in, IR_AWAIT_WORD);
    *size = in->width / 8;
    return true;
}

uint64_t sync_await_mode(const machine_state *state, uint32_t thread, const ir_instruction *in)
{
    return await_operand(state, thread, in, IR_AWAIT_WAIT);
}

bool sync_await_holds(const machine_state *state, uint32_t thread, const ir_instruction *in)
{
    uint64_t word, address = await_operand(state, thread, in, IR_AWAIT_WORD);
    uint8_t size = in->width / 8;
    quiet_note_wait(state, address);
    uint64_t mask = await_operand(state, thread, in, IR_AWAIT_MASK) & ir_mask(in->width);
    if (!machine_peek(state, address, size, &word) || unset_in_memory(state, address, size) & mask)
        return true;
    uint64_t have = word & mask;
    uint64_t want = await_operand(state, thread, in, IR_AWAIT_VALUE);
    int64_t signed_have = arith_signed(have, in->width), signed_want = arith_signed(want, in->width);
    switch (await_operand(state, thread, in, IR_AWAIT_RELATION)) {
    case IR_IS_EQUAL:
        return have == want;
    case IR_IS_NOT_EQUAL:
        return have != want;
    case IR_IS_LESS:
        return signed_have < signed_want;
    default:
        return signed_have >= signed_want;
    }
}

bool sync_needs_empty_buffer(const machine_state *state, uint32_t index, const ir_instruction *in)
{
    switch (in->op) {
    case IR_RMW:
    case IR_CMPXCHG:
    case IR_ATOMIC_BEGIN:
    case IR_AWAIT:
    case IR_THREAD_START:
    case IR_THREAD_JOIN:
    case IR_THREAD_END:
        return true;
    case IR_FENCE:
        return commit_fence_waits(state->machine, ir_fence_of(in));
    case IR_RET:
        return state->threads.data[index]->frames.size == 1;
    default:
        return false;
    }
}

bool sync_waits_for_store(const machine_state *state, uint32_t index, const ir_instruction *in)
{
    return in->op == IR_LOAD && commit_hides(state->machine, state->threads.data[index],
                                             sync_pending_value(state, index, in->a), in->width / 8);
}

/* models/heddle.h numbers threads from 1. */
static machine_thread *thread_numbered(const machine_state *state, uint64_t number)
{
    return number - 1 < state->threads.size ? state->threads.data[number - 1] : NULL;
}

bool sync_join_is_ready(const machine_state *state, uint32_t index, const ir_instruction *in)
{
    const machine_thread *other = thread_numbered(state, sync_pending_value(state, index, in->a));
    return other == NULL || other->is_joined || other->is_detached || other->status == MACHINE_FINISHED;
}

/* ---- atomic blocks ---- */

static void enter_atomic(step *s)
{
    bool is_users = ir_is_users_block(s->m->program, vec_last(&s->thread->frames)->function, s->pc);
    if (s->thread->atomic_depth == 0 && is_users) {
        undo_note(s->state);
        s->thread = state_writable_thread(s->state, s->index);
    }
    if (s->thread->atomic_depth++ == 0) {
        s->state->atomic_owner = s->index;
        step_event(s, (machine_event){.kind = MACHINE_EVENT_ATOMIC_BEGIN});
    }
    race_enter_block(s, is_users);
}

static outcome begin_atomic(step *s)
{
    if (!step_may_act(s) || commit_is_pending(s))
        return STAY;
    enter_atomic(s);
    return NEXT;
}

static outcome end_atomic(step *s)
{
    if (s->thread->atomic_depth == 0)
        return step_violation(s, PROPERTY_ASSERTION, "the end of an atomic block without its beginning");
    if (--s->thread->atomic_depth == 0) {
        s->state->atomic_owner = IR_NONE;
        undo_forget(s->state);
        step_event(s, (machine_event){.kind = MACHINE_EVENT_ATOMIC_END});
    }
    race_leave_block(s);
    return NEXT;
}

/* A thread that would wait in an atomic block has not begun it. Whether it would then wait for ever is another matter
 * (ends.h). */
static outcome stop_waiting(step *s)
{
    property_set waiting = property_bit(PROPERTY_DEADLOCK) | property_bit(PROPERTY_LIVENESS);
    return s->m->options.ends & waiting
               ? step_unsupported(s, "waiting in an atomic block, where deadlocks are looked for")
               : step_stop(s, MACHINE_STOPPED);
}

static outcome await(step *s, const ir_instruction *in)
{
    if (!step_may_act(s) || commit_is_pending(s))
        return STAY;
    vec_last(&s->thread->frames)->pc = s->pc;
    uint64_t word = await_operand(s->state, s->index, in, IR_AWAIT_WORD);
    s->through = s->m->program->operands.data[in->c + IR_AWAIT_WORD];
    const machine_object *object = access_object(s, word, in->width / 8, ACCESS_READ);
    if (object == NULL)
        return GONE;
    if (unset_in_memory(s->state, word, in->width / 8) & await_operand(s->state, s->index, in, IR_AWAIT_MASK))
        return unset_violation(s, word, in->width / 8, IR_USED_BY_LIBRARY);
    bool holds = sync_await_holds(s->state, s->index, in);
    bool is_woken = s->is_first && s->choice->kind == MACHINE_WAKE;
    if (!holds && !is_woken && s->thread->atomic_depth == 0)
        return STAY;
    uint64_t mode = sync_await_mode(s->state, s->index, in);
    if (s->thread->atomic_depth > 0) {
        if (!holds && mode == IR_WAIT_BLOCK)
            return stop_waiting(s);
        is_woken = !holds;
    }
    step_event(s, (machine_event){.kind = MACHINE_EVENT_AWAIT,
                                  .address = word,
                                  .size = in->width / 8,
                                  .old = mode != IR_WAIT_BLOCK,
                                  .value = !is_woken});
    enter_atomic(s);
    step_set(s, in->dst, !is_woken);
    return race_read(s, object, word, in->width / 8, false);
}

/* ---- threads ---- */

/* In the order in which they begin; or if that must not matter, as it was for the same child in the first execution
 * that had it. */
static uint32_t number_of_new_thread(step *s)
{
    if (!s->m->options.is_traced)
        return s->state->threads.size;
    map *numbers = &s->m->thread_numbers;
    uint64_t key = (uint64_t)s->index << 32 | s->thread->children++, next = numbers->count + 1;
    if (map_find(numbers, key) == NULL)
        map_put(numbers, key, next);
    return (uint32_t)map_get(numbers, key, 0);
}

static outcome start_thread(step *s, const ir_instruction *in)
{
    if (commit_must_wait(s))
        return STAY;
    const ir_program *program = s->m->program;
    ir_id function = ir_function_at(program, step_value(s, in->a));
    if (function == IR_NONE)
        return step_violation(s, PROPERTY_DEREFERENCE, "a thread is to start at a pointer to no function");
    const ir_function *entry = &program->functions.data[function];
    if (entry->block_count == 0)
        return step_unsupported(s, "function `%s`, which is neither defined nor modelled", entry->name);
    const char *problem = ir_thread_entry_problem(program, entry);
    if (problem)
        return step_unsupported(s, "%s", problem);
    uint32_t number = number_of_new_thread(s);
    if (number >= MACHINE_MAX_THREADS)
        return step_limit(s, "more than %d threads", MACHINE_MAX_THREADS);
    machine_thread *child = state_add_thread(s->state, number, function);
    vec_resize(&child->slots, entry->slots);
    if (entry->parameters.size > 0)
        child->slots.data[entry->parameters.data[0].reg] =
            step_value(s, in->b) & ir_mask(entry->parameters.data[0].type.width);
    vec_push(&child->frames, (machine_frame){
                                 .function = function,
                                 .pc = program->blocks.data[entry->first_block].first,
                             });
    child->is_fresh = true;
    s->is_alone = false;
    race_start(s, number);
    step_event(s, (machine_event){.kind = MACHINE_EVENT_START, .value = number});
    step_set(s, in->dst, number + 1);
    return NEXT;
}

static outcome join_thread(step *s, const ir_instruction *in)
{
    if (commit_is_pending(s) || step_must_begin(s))
        return STAY;
    uint64_t number = step_value(s, in->a);
    machine_thread *other = thread_numbered(s->state, number);
    if (other == NULL)
        return step_violation(s, PROPERTY_LOCK_MISUSE, "joining a thread that does not exist");
    if (other->is_joined || other->is_detached)
        return step_violation(s, PROPERTY_LOCK_MISUSE,
                              other->is_joined ? "joining a thread twice" : "joining a detached thread");
    if (other->status != MACHINE_FINISHED)
        return s->thread->atomic_depth > 0 ? stop_waiting(s) : STAY;
    other = state_writable_thread(s->state, (uint32_t)number - 1);
    other->is_joined = true;
    quiet_note_join(s, other);
    race_join(s, (uint32_t)number - 1);
    step_event(s, (machine_event){.kind = MACHINE_EVENT_JOIN, .value = number - 1});
    step_set(s, in->dst, other->result);
    return NEXT;
}

static outcome detach_thread(step *s, const ir_instruction *in)
{
    uint64_t number = step_value(s, in->a);
    machine_thread *other = thread_numbered(s->state, number);
    if (other == NULL || other->is_joined || other->is_detached)
        return step_violation(s, PROPERTY_LOCK_MISUSE, "detaching a thread that %s",
                              other ? "was joined or detached before" : "does not exist");
    if (!step_may_act(s))
        return STAY;
    state_writable_thread(s->state, (uint32_t)number - 1)->is_detached = true;
    return NEXT;
}

/* ---- heap ---- */

static outcome allocate(step *s, const ir_instruction *in)
{
    uint64_t size = step_value(s, in->a), fails[2] = {0};
    if (s->m->options.malloc_may_fail) {
        outcome o = step_take_value(s, 1, fails);
        if (o != NEXT)
            return o;
    }
    ir_layout layout = s->m->program->layout;
    if (fails[0] & 1 || size >= ir_allocation_limit(layout)) {
        step_set(s, in->dst, 0);
        return NEXT;
    }
    if (size >= ir_object_limit(layout))
        return step_unsupported(s, "an object of %llu bytes in a 32-bit program", (unsigned long long)size);
    if (size > MACHINE_LARGEST_OBJECT)
        return step_limit(s, "an object of %llu bytes", (unsigned long long)size);
    uint64_t number =
        state_new_object(s->state, s->index, size, MACHINE_FROM_HEAP, step_user_pc(s->m, s->thread, s->pc), in->aux);
    if (number == 0)
        return step_limit(s, "more objects at once than Heddle can number");
    step_event(s, (machine_event){.kind = MACHINE_EVENT_ALLOC,
                                  .address = ir_pointer(s->m->program->layout, number, 0),
                                  .value = size});
    step_set(s, in->dst, ir_pointer(s->m->program->layout, number, 0));
    return NEXT;
}

static void report_double_free(step *s, const machine_object *object, uint64_t address, const char *name)
{
    step_look_dead(s, object, address);
    step_violation(s, PROPERTY_FREE, "double free of %s", name);
}

/* The live heap object that starts at `address`, or NULL after reporting what is wrong with freeing it. */
static const machine_object *heap_object(step *s, uint64_t address)
{
    const machine_object *object = state_object(s->state, ir_pointer_object(s->m->program->layout, address));
    strbuf name = {0};
    bool is_good = false;
    machine_describe_place(s->m, s->state, address, 0, &name);
    if (object == NULL || object->origin != MACHINE_FROM_HEAP)
        step_violation(s, PROPERTY_FREE, "invalid free: %s is not on the heap", strbuf_text(&name));
    else if (object->block == NULL || commit_kills(s, ir_pointer_object(s->m->program->layout, address)))
        report_double_free(s, object, address, strbuf_text(&name));
    else if (ir_pointer_offset(s->m->program->layout, address) != 0)
        step_violation(s, PROPERTY_FREE, "invalid free: %s is not the start of its object", strbuf_text(&name));
    else
        is_good = true;
    strbuf_clear(&name);
    return is_good ? object : NULL;
}

static outcome free_object(step *s, const ir_instruction *in)
{
    uint64_t address = step_value(s, in->a);
    if (address == 0)
        return NEXT;
    if (!step_may_act(s))
        return STAY;
    const machine_object *object = heap_object(s, address);
    if (object == NULL)
        return GONE;
    step_event(s, (machine_event){.kind = MACHINE_EVENT_FREE, .address = address});
    if (race_free(s, object, address) == GONE)
        return GONE;
    commit_kill(s, ir_pointer_object(s->m->program->layout, address));
    return NEXT;
}

static outcome heap_size(step *s, const ir_instruction *in)
{
    const machine_object *object = heap_object(s, step_value(s, in->a));
    if (object == NULL)
        return GONE;
    step_look(s, object, step_value(s, in->a), 0, false);
    step_set(s, in->dst, object->size);
    return NEXT;
}

/* Whether the bytes were written is other threads' business, too: but only by a race on initialising a lock, which
 * the first of its uses reports in some order of steps. */
static outcome check_initialised(step *s, const ir_instruction *in)
{
    uint64_t address = step_value(s, in->a), size = step_value(s, in->b);
    const machine_object *object = access_object(s, address, size, ACCESS_READ);
    if (object == NULL)
        return GONE;
    if (object->block->initialised)
        step_look(s, object, address, (uint8_t)size, true);
    for (uint64_t i = 0; i < size; i++) {
        uint8_t initialised;
        bool from_buffer;
        access_view(s, object, address + i, 1, &initialised, &from_buffer);
        if (!(initialised & 1)) {
            strbuf name = {0};
            machine_describe_place(s->m, s->state, address, object->size, &name);
            outcome o = step_violation(s, PROPERTY_LOCK_MISUSE, "%s is used without having been initialised",
                                       strbuf_text(&name));
            strbuf_clear(&name);
            return o;
        }
    }
    return NEXT;
}

/* ---- values and ends ---- */

static outcome nondeterministic(step *s, const ir_instruction *in)
{
    uint64_t value[2];
    outcome o = step_take_value(s, in->width, value);
    if (o != NEXT)
        return o;
    step_set(s, in->dst, value[0] & ir_mask(in->width));
    if (ir_slots(in->width) == 2)
        step_set(s, in->dst + 1, value[1] & ir_mask((uint8_t)(in->width - IR_SLOT_BITS)));
    uint8_t bytes = in->width % 8 == 0 && in->width <= IR_SLOT_BITS ? in->width / 8 : 0;
    step_event(s, (machine_event){.kind = MACHINE_EVENT_NONDET, .size = bytes, .value = value[0]});
    return NEXT;
}

static outcome freeze(step *s, const ir_instruction *in)
{
    if (step_value(s, in->b))
        return nondeterministic(s, in);
    step_set(s, in->dst, step_value(s, in->a));
    if (ir_slots(in->width) == 2)
        step_set(s, in->dst + 1, step_value(s, in->a + 1));
    return NEXT;
}

static char *read_text(step *s, uint64_t address)
{
    strbuf text = {0};
    for (uint64_t byte; machine_peek(s->state, address, 1, &byte) && byte != 0; address++)
        strbuf_add_char(&text, (char)byte);
    return strbuf_take(&text);
}

static outcome fail(step *s, const ir_instruction *in)
{
    uint64_t address = step_value(s, in->a);
    char *message = address ? read_text(s, address) : NULL;
    property violated = (property)in->b;
    switch (violated) {
    case PROPERTY_ASSERTION:
        step_violation(s, violated, message ? "assertion `%s` failed" : "assertion failed", message);
        break;
    case PROPERTY_ERROR_CALL:
        step_violation(s, violated, "%s is called", message ? message : "reach_error");
        break;
    default:
        step_violation(s, violated, "%s", message ? message : "misuse of the library");
        break;
    }
    free(message);
    return GONE;
}

static outcome exit_program(step *s)
{
    outcome o = leaks_end_program(s, false);
    return o == NEXT ? step_stop(s, MACHINE_EXITED) : o;
}

outcome sync_execute(step *s, const ir_instruction *in)
{
    switch (in->op) {
    case IR_ATOMIC_BEGIN:
        return begin_atomic(s);
    case IR_ATOMIC_END:
        return end_atomic(s);
    case IR_AWAIT:
        return await(s, in);
    case IR_ASSUME:
        return step_value(s, in->a) ? NEXT : step_stop(s, MACHINE_STOPPED);
    case IR_FAIL:
        return fail(s, in);
    case IR_STOP:
        return step_stop(s, MACHINE_EXITED);
    case IR_EXIT:
        return exit_program(s);
    case IR_NONDET:
        return nondeterministic(s, in);
    case IR_FREEZE:
        return freeze(s, in);
    case IR_THREAD_START:
        return start_thread(s, in);
    case IR_THREAD_JOIN:
        return join_thread(s, in);
    case IR_THREAD_DETACH:
        return detach_thread(s, in);
    case IR_THREAD_END:
        if (commit_must_wait(s) || (!step_may_act(s) && call_ends_visibly(s)))
            return STAY;
        call_end_thread(s, step_value(s, in->a), MACHINE_FINISHED);
        return GONE;
    case IR_THREAD_SELF:
        step_set(s, in->dst, s->index + 1);
        return NEXT;
    case IR_HEAP_ALLOC:
        return allocate(s, in);
    case IR_HEAP_FREE:
        return free_object(s, in);
    case IR_HEAP_SIZE:
        return heap_size(s, in);
    case IR_CHECK_INIT:
        return check_initialised(s, in);
    case IR_SYNC:
        return race_synchronise(s, step_value(s, in->a), step_value(s, in->b));
    case IR_LOCK_TAKEN:
    case IR_LOCK_WATCHED:
    case IR_LOCK_GIVEN:
    case IR_SET_LOOP_BOUND:
    case IR_UNSET: /* with the access before them */
    case IR_MARK:
        return NEXT;
    case IR_CHECK_SET:
        return unset_check(s, in);
    default:
        return step_unsupported(s, "%s", s->m->program->texts.data[in->c]);
    }
}
