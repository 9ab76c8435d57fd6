#include "replay/replay_match.h"

#include "base/alloc.h"

/* ---- what is told ---- */

static const symex_object *object_at(const replay *r, uint64_t address)
{
    uint64_t number = ir_pointer_object(r->s->program->layout, address);
    return number > 0 && number <= r->s->objects.size ? &r->s->objects.data[number - 1] : NULL;
}

static bool is_told(const replay *r, uint32_t step)
{
    const symex_event *e = replay_event_of(r, step);
    const symex_object *object;
    ir_op op;
    switch ((symex_kind)e->kind) {
    case SYMEX_READ:
    case SYMEX_WRITE:
        if (e->is_alive_check)
            return e->kind == SYMEX_WRITE;
        object = object_at(r, r->e->steps.data[step].address);
        return object == NULL || !(object->is_private || (object->is_constant && e->kind == SYMEX_READ));
    case SYMEX_FENCE:
        op = replay_op_at(r, e->pc);
        return ir_fence_is_full(e->fence) && (op == IR_FENCE || op == IR_ATOMIC_END);
    case SYMEX_BEGIN:
        return false;
    case SYMEX_START:
    case SYMEX_JOIN:
    case SYMEX_END:
        break;
    }
    return true;
}

static int compare_numbers(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The steps by event: program order, thread by thread. */
static void list_steps(replay *r)
{
    uint32_t count = r->e->steps.size;
    uint64_t *keys = alloc_bytes((count + 1) * sizeof *keys);
    for (uint32_t i = 0; i < count; i++)
        keys[i] = (uint64_t)r->e->steps.data[i].event << 32 | i;
    if (count > 0)
        qsort(keys, count, sizeof *keys, compare_numbers);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t step = (uint32_t)keys[i];
        r->turns[step].is_told = is_told(r, step);
        if (r->turns[step].is_told)
            vec_push(&r->threads[replay_event_of(r, step)->thread].steps, step);
    }
    free(keys);
}

static void map_thread(replay *r, uint32_t thread, uint32_t machine)
{
    while (r->symex_of.size <= machine)
        vec_push(&r->symex_of, IR_NONE);
    r->symex_of.data[machine] = thread;
    r->threads[thread].machine = machine;
}

void replay_match_init(replay *r, const execution *e)
{
    *r = (replay){.e = e, .s = e->s};
    r->turns = alloc_zeroed(e->steps.size + 1, sizeof *r->turns);
    for (uint32_t i = 0; i < e->steps.size; i++)
        r->turns[i].number = IR_NONE;
    r->threads = alloc_zeroed(e->s->threads.size, sizeof *r->threads);
    r->object_of = alloc_zeroed(e->s->objects.size + 1, sizeof *r->object_of);
    r->is_used = alloc_zeroed(e->inputs.size + 1, sizeof *r->is_used);
    for (uint32_t t = 0; t < e->s->threads.size; t++)
        r->threads[t].machine = IR_NONE;
    map_thread(r, 0, 0);
    list_steps(r);
}

void replay_match_clear(replay *r)
{
    for (uint32_t t = 0; t < r->s->threads.size; t++)
        vec_clear(&r->threads[t].steps);
    free(r->turns);
    free(r->threads);
    free(r->object_of);
    free(r->is_used);
    vec_clear(&r->symex_of);
    strbuf_clear(&r->difference);
}

/* ---- differences ---- */

static void add_place(const replay *r, ir_id pc, strbuf *out)
{
    strbuf_add(out, " at ");
    ir_print_location(r->s->program, r->s->program->code.data[pc].location, out);
}

void replay_match_describe(const replay *r, uint32_t step, strbuf *out)
{
    static const char *const WORDS[] = {"read", "store", "fence", "start of a thread", "join", "beginning", "end"};
    const symex_event *e = replay_event_of(r, step);
    bool is_end_of_object = e->is_alive_check && e->kind == SYMEX_WRITE;
    strbuf_addf(out, "%s of thread %u", is_end_of_object ? "end of an object" : WORDS[e->kind], e->thread);
    add_place(r, e->user_pc, out);
}

static bool has_difference(const replay *r)
{
    return r->difference.size > 0;
}

/* Pointers to what is made at run time have other numbers on the machine. */
static bool is_same_value(const replay *r, uint64_t ours, uint64_t machines)
{
    uint64_t first = (uint64_t)r->s->program->globals.size + r->s->program->functions.size + 1;
    bool are_pointers = ir_pointer_object(r->s->program->layout, ours) >= first &&
                        ir_pointer_object(r->s->program->layout, machines) >= first;
    return ours == machines || are_pointers;
}

static void compare_values(replay *r, uint32_t step, const machine_state *state, const machine_event *event,
                           uint64_t machines)
{
    uint64_t ours = (uint64_t)r->e->steps.data[step].value;
    if (has_difference(r) || is_same_value(r, ours, machines))
        return;
    machine_describe_thread(r->m, state, event->thread, &r->difference);
    strbuf_add(&r->difference, replay_event_of(r, step)->kind == SYMEX_READ ? " reads " : " writes ");
    machine_describe_place(r->m, state, event->address, event->size, &r->difference);
    strbuf_addf(&r->difference, " = %llu where the execution has %llu,", (unsigned long long)machines,
                (unsigned long long)ours);
    add_place(r, event->user_pc, &r->difference);
}

/* A read that the execution does not have. Of the only thread, and for printing, it need not. */
static void note_unexpected(replay *r, uint32_t thread, const machine_state *state, const machine_event *event)
{
    bool is_internal = machine_thread_count(state) == 1 || replay_op_at(r, event->pc) == IR_PRINT;
    if (has_difference(r) || is_internal)
        return;
    uint32_t next = replay_next_step(&r->threads[thread]);
    machine_describe_thread(r->m, state, event->thread, &r->difference);
    strbuf_addf(&r->difference, " reads ");
    machine_describe_place(r->m, state, event->address, event->size, &r->difference);
    add_place(r, event->user_pc, &r->difference);
    strbuf_add(&r->difference, " where the execution has ");
    if (next == IR_NONE)
        strbuf_add(&r->difference, "nothing more of it");
    else
        replay_match_describe(r, next, &r->difference);
}

/* ---- inputs ---- */

static const symex_choice *choice_of(const replay *r, uint32_t input)
{
    return &r->s->choices.data[r->e->inputs.data[input].choice];
}

/* The thread's first input for the instruction at pc that is not before what it has done; IR_NONE if there is none. */
static uint32_t find_input(const replay *r, uint32_t thread, ir_id pc)
{
    const replay_thread *t = &r->threads[thread];
    uint32_t from = t->done > 0 ? symex_position_of(r->s, r->e->steps.data[t->steps.data[t->done - 1]].event) + 1 : 0;
    for (uint32_t i = 0; i < r->e->inputs.size; i++) {
        const symex_choice *choice = choice_of(r, i);
        if (!r->is_used[i] && choice->thread == thread && choice->pc == pc && choice->position >= from)
            return i;
    }
    return IR_NONE;
}

/* Each wait that may end without its condition has a choice of its own in the symex, whether or not it came to that. */
static void use_up_choice(replay *r, uint32_t thread, const machine_event *event)
{
    uint32_t input = event->old ? find_input(r, thread, event->pc) : IR_NONE;
    if (input != IR_NONE)
        r->is_used[input] = true;
}

/* ---- matching ---- */

/* Objects made at run time are numbered differently; each is known from its first access on. */
static bool fits_address(const replay *r, uint64_t ours, uint64_t machines)
{
    uint64_t number = ir_pointer_object(r->s->program->layout, ours),
             other = ir_pointer_object(r->s->program->layout, machines);
    uint64_t statics = (uint64_t)r->s->program->globals.size + r->s->program->functions.size;
    if (ir_pointer_offset(r->s->program->layout, ours) != ir_pointer_offset(r->s->program->layout, machines))
        return false;
    if (number <= statics || other <= statics || number > r->s->objects.size)
        return number == other;
    return r->object_of[number] == 0 || r->object_of[number] == other;
}

static bool fits_access(const replay *r, uint32_t step, const machine_event *event, symex_kind kind)
{
    const symex_event *e = replay_event_of(r, step);
    return e->kind == kind && !e->is_alive_check && e->pc == event->pc && e->size == event->size &&
           fits_address(r, r->e->steps.data[step].address, event->address);
}

/* A free is known by its instruction. The end of a local variable is that of its function, which the symex gives
 * another place: that of the call. */
static bool fits_end_of_object(const replay *r, const symex_event *e, const machine_event *event)
{
    if (e->kind != SYMEX_WRITE || !e->is_alive_check)
        return false;
    bool is_free = replay_op_at(r, event->pc) == IR_HEAP_FREE;
    return is_free ? e->pc == event->pc : replay_op_at(r, e->pc) != IR_HEAP_FREE;
}

/* Is the event of the machine this step? */
static bool fits(const replay *r, uint32_t step, const machine_event *event)
{
    const symex_event *e = replay_event_of(r, step);
    switch (event->kind) {
    case MACHINE_EVENT_READ:
    case MACHINE_EVENT_AWAIT:
        return fits_access(r, step, event, SYMEX_READ);
    case MACHINE_EVENT_WRITE:
    case MACHINE_EVENT_BUFFERED:
        return fits_access(r, step, event, SYMEX_WRITE);
    case MACHINE_EVENT_RMW:
        return fits_access(r, step, event, SYMEX_READ) || fits_access(r, step, event, SYMEX_WRITE);
    case MACHINE_EVENT_GONE:
        return fits_end_of_object(r, e, event);
    case MACHINE_EVENT_FENCE:
    case MACHINE_EVENT_ATOMIC_END:
        return e->kind == SYMEX_FENCE && e->pc == event->pc;
    case MACHINE_EVENT_START:
        return e->kind == SYMEX_START && e->pc == event->pc;
    case MACHINE_EVENT_JOIN:
        return e->kind == SYMEX_JOIN && e->pc == event->pc;
    case MACHINE_EVENT_END:
        return e->kind == SYMEX_END;
    default:
        return false;
    }
}

static void mark_done(replay *r, uint32_t thread, const machine_state *state, const machine_event *event)
{
    uint32_t step = replay_next_step(&r->threads[thread]);
    const symex_event *e = replay_event_of(r, step);
    replay_turn *turn = &r->turns[step];
    r->threads[thread].done++;
    turn->is_done = true;
    turn->number = r->told;
    turn->address = event->address;
    turn->is_waiting = event->kind == MACHINE_EVENT_BUFFERED || (event->kind == MACHINE_EVENT_GONE && event->value);
    if (e->kind == SYMEX_START)
        map_thread(r, e->other, (uint32_t)event->value);
    if (e->kind > SYMEX_WRITE || e->is_alive_check)
        return;
    uint64_t number = ir_pointer_object(r->s->program->layout, r->e->steps.data[step].address);
    if (number <= r->s->objects.size)
        r->object_of[number] = ir_pointer_object(r->s->program->layout, event->address);
    if (event->kind != MACHINE_EVENT_AWAIT)
        compare_values(r, step, state, event,
                       event->kind == MACHINE_EVENT_RMW && e->kind == SYMEX_READ ? event->old : event->value);
}

/* A local variable that this execution's path never made has an end in the symex, but none on the machine. */
static void skip_unmade_objects(replay *r, uint32_t thread, const machine_event *event)
{
    replay_thread *t = &r->threads[thread];
    uint32_t at = t->done;
    while (at < t->steps.size && replay_event_of(r, t->steps.data[at])->kind == SYMEX_WRITE &&
           replay_event_of(r, t->steps.data[at])->is_alive_check && !fits(r, t->steps.data[at], event))
        at++;
    if (at == t->steps.size || !fits(r, t->steps.data[at], event))
        return;
    for (; t->done < at; t->done++)
        r->turns[t->steps.data[t->done]].is_done = true;
}

static void match(replay *r, const machine_state *state, const machine_event *event)
{
    uint32_t thread = event->thread < r->symex_of.size ? r->symex_of.data[event->thread] : IR_NONE;
    if (thread == IR_NONE || event->kind == MACHINE_EVENT_COMMIT)
        return;
    if (event->kind == MACHINE_EVENT_AWAIT)
        use_up_choice(r, thread, event);
    skip_unmade_objects(r, thread, event);
    uint32_t step = replay_next_step(&r->threads[thread]);
    if (step != IR_NONE && fits(r, step, event)) {
        bool is_read = replay_event_of(r, step)->kind == SYMEX_READ;
        mark_done(r, thread, state, event);
        step = replay_next_step(&r->threads[thread]);
        if (event->kind == MACHINE_EVENT_RMW && is_read && step != IR_NONE && fits_access(r, step, event, SYMEX_WRITE))
            mark_done(r, thread, state, event);
    } else if (event->kind == MACHINE_EVENT_READ) {
        note_unexpected(r, thread, state, event);
    }
}

void replay_match_event(void *context, const machine_state *state, const machine_event *event)
{
    replay *r = context;
    match(r, state, event);
    r->told++;
}

/* ---- values ---- */

/* What a variable holds before it is written is chosen by the symex where some path comes first upon it, which need
 * not be the instruction that reads it here. If it was copied before, that may have been in another thread: the machine
 * copies bytes that were not written as such. */
static uint32_t find_uninitialised(const replay *r, uint32_t thread, uint8_t width)
{
    uint32_t copied = IR_NONE;
    for (uint32_t i = 0; i < r->e->inputs.size; i++) {
        const symex_choice *choice = choice_of(r, i);
        ir_op op = replay_op_at(r, choice->pc);
        bool is_copy = op == IR_MEMCPY || op == IR_MEMMOVE;
        bool is_access = op == IR_LOAD || op == IR_STORE || (op >= IR_RMW && op <= IR_MEMSET);
        if (r->is_used[i] || term_width(r->s->terms, choice->variable) != width)
            continue;
        if (choice->thread == thread && is_access)
            return i;
        if (is_copy && copied == IR_NONE)
            copied = i;
    }
    return copied;
}

static bool is_access(ir_op op)
{
    return op == IR_LOAD || op == IR_RMW || op == IR_CMPXCHG;
}

static void set_value(uint64_t value[2], term_value from)
{
    value[0] = (uint64_t)from;
    value[1] = (uint64_t)(from >> IR_SLOT_BITS);
}

/* Puts together what the bytes of a local variable hold that were never set, as far as the execution says so. */
static bool find_unset(const replay *r, uint32_t thread, const machine_result *asked, uint64_t *value)
{
    ir_layout layout = r->s->program->layout;
    ir_id site;
    uint32_t instance;
    bool is_found = false;
    if (asked->address == 0 || !machine_find_local(r->state, asked->address, &site, &instance))
        return false;
    uint64_t first = ir_pointer_offset(layout, asked->address), size = asked->width / 8;
    for (uint32_t i = 0; i < r->e->inputs.size; i++) {
        const execution_input *input = &r->e->inputs.data[i];
        const symex_choice *choice = choice_of(r, i);
        const symex_object *object = choice->place ? object_at(r, choice->place) : NULL;
        if (object == NULL || object->origin != SYMEX_STACK || object->id != site || input->instance != instance ||
            object->thread != thread)
            continue;
        uint64_t at = ir_pointer_offset(layout, choice->place);
        for (uint64_t k = 0; k < term_width(r->s->terms, choice->variable) / 8; k++)
            if (at + k >= first && at + k < first + size) {
                *value |= (uint64_t)(input->value >> 8 * k & UINT8_MAX) << 8 * (at + k - first);
                is_found = true;
            }
    }
    return is_found;
}

void replay_match_value(replay *r, uint32_t thread, const machine_result *asked, uint64_t value[2])
{
    ir_id pc = asked->pc;
    uint32_t next = replay_next_step(&r->threads[thread]);
    bool is_read = next != IR_NONE && replay_event_of(r, next)->kind == SYMEX_READ;
    set_value(value, 0);
    if (is_read && is_access(replay_op_at(r, pc)) && replay_event_of(r, next)->pc == pc) {
        set_value(value, r->e->steps.data[next].value);
        return;
    }
    if (find_unset(r, thread, asked, &value[0]))
        return;
    uint32_t input = find_input(r, thread, pc);
    if (input == IR_NONE && is_access(replay_op_at(r, pc)))
        input = find_uninitialised(r, thread, asked->width);
    if (input != IR_NONE) {
        r->is_used[input] = true;
        set_value(value, r->e->inputs.data[input].value);
    } else if (!has_difference(r) && !is_access(replay_op_at(r, pc))) {
        strbuf_addf(&r->difference, "thread %u needs a value of which the execution says nothing", thread);
        add_place(r, pc, &r->difference);
    }
}

bool replay_match_wakes(const replay *r, uint32_t thread, ir_id pc)
{
    uint32_t input = find_input(r, thread, pc);
    return input != IR_NONE && r->e->inputs.data[input].value != 0;
}
