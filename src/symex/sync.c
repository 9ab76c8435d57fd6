/* What the library models are made of, and the other instructions that are neither control nor plain access. */
#include "base/alloc.h"
#include "ir/uses.h"
#include "symex/context.h"

/* ---- atomic blocks ---- */

/* Around an atomic block; one that is a single access has an order of its own. */
static bool is_update(const context *x)
{
    const ir_instruction *in = &x->s->program->code.data[x->standing.pc];
    return in->op == IR_RMW || in->op == IR_CMPXCHG ||
           ((in->op == IR_ATOMIC_BEGIN || in->op == IR_ATOMIC_END) && in->aux);
}

static ir_fence fence_of_block(const context *x)
{
    return is_update(x) ? ir_fence_make_given(IR_FENCE_OF_ACCESS, IR_PAIRS_ALL) : ir_fence_make(IR_FENCE_OF_BLOCK);
}

void symex_enter_atomic(context *x)
{
    if (x->standing.atomic_depth == 0) {
        symex_record_fence(x, fence_of_block(x));
        x->standing.block = x->s->block_count++;
        x->standing.is_update = is_update(x);
        symex_note_block(x, x->standing.block);
    }
    x->standing.atomic_depth++;
}

void symex_leave_atomic(context *x)
{
    if (x->standing.atomic_depth == 0) {
        symex_record_claim(x, PROPERTY_ASSERTION, x->standing.guard,
                           "the end of an atomic block without its beginning");
        x->standing.guard = TERM_FALSE;
        return;
    }
    if (--x->standing.atomic_depth > 0)
        return;
    symex_end_handover(x);
    symex_note_block_end(x);
    if (x->standing.guard != TERM_FALSE)
        symex_record_fence(x, fence_of_block(x));
}

/* ---- waiting ---- */

static term await_operand(const context *x, const ir_instruction *in, uint32_t which, uint8_t width)
{
    return symex_operand(x, x->s->program->operands.data[in->c + which], width);
}

/* How a model waits is fixed where it calls; it may come through a parameter. */
static uint64_t known_operand(context *x, const ir_instruction *in, uint32_t which)
{
    term value = await_operand(x, in, which, 32);
    if (term_is_constant(terms_of(x), value))
        return (uint64_t)term_constant_value(terms_of(x), value);
    symex_record_unsupported_and_go_on(x, x->standing.guard, "waiting in a way that is not known");
    return 0;
}

term symex_relate(context *x, uint64_t relation, term word, term value)
{
    term_table *t = terms_of(x);
    switch (relation) {
    case IR_IS_EQUAL:
        return term_eq(t, word, value);
    case IR_IS_NOT_EQUAL:
        return term_ne(t, word, value);
    case IR_IS_LESS:
        return term_slt(t, word, value);
    default:
        return term_sle(t, value, word);
    }
}

/* A thread that looks at a word to see whether it must wait, since event `first`: what will have to be read again at
 * the end (deadlock.c). The word may lie in one of several places. What is there without an event is known for good. */
static void note_waits(context *x, uint32_t first, term pointer, term goes_on, symex_wait wait)
{
    term_table *t = terms_of(x);
    term rest = x->standing.guard, alive_guard = TERM_NONE;
    guard_list seen = {0};
    for (uint32_t e = first; e < x->s->events.size; e++) {
        const symex_event *event = &x->s->events.data[e];
        if (event->is_alive_check) {
            wait.alive = event->address;
            alive_guard = event->guard;
            continue;
        }
        wait.address = event->address;
        symex_note_wait(x, event->guard, goes_on, wait);
        vec_push(&seen, event->guard);
        rest = guard_narrow(&x->s->guards, rest, term_not(t, event->guard));
        wait.address = wait.alive = TERM_NONE;
    }
    bool is_all = seen.size > 0 && guard_join(&x->s->guards, &seen) == x->standing.guard;
    if (wait.alive != TERM_NONE)
        wait.address = pointer;
    if (wait.alive != TERM_NONE && alive_guard != rest)
        symex_record_unsupported_and_go_on(x, rest, "waiting at a place that may be gone, for what is known");
    else if (!is_all)
        symex_note_wait(x, rest, goes_on, wait);
}

/* A wait on a condition variable ends: because of a signal? */
static void note_wake_up(context *x, term holds)
{
    term_table *t = terms_of(x);
    effects *e = &x->standing.effects;
    e->waits = true;
    e->waited.condition = symex_last_event(x);
    e->wait_count++;
    e->woken = term_or(t, e->woken, x->standing.guard);
    e->woken_in_vain = term_or(t, e->woken_in_vain, term_and(t, x->standing.guard, term_not(t, holds)));
}

/* A thread whose condition does not hold waits: for what others can do, it has stopped. */
static void await(context *x, const ir_instruction *in)
{
    term_table *t = terms_of(x);
    symex_enter_atomic(x);
    symex_place place = symex_place_of(x, x->s->program->operands.data[in->c + IR_AWAIT_WORD]);
    uint32_t first = x->s->events.size;
    symex_value word = symex_load(x, place, in->width / 8);
    term mask = await_operand(x, in, IR_AWAIT_MASK, in->width);
    if (word.unset != SYMEX_ALL_SET)
        symex_forbid_unset(x, term_ne(t, term_and(t, word.unset, mask), term_constant(t, in->width, 0)));
    symex_wait wait = {
        .address = TERM_NONE,
        .alive = TERM_NONE,
        .relation = known_operand(x, in, IR_AWAIT_RELATION),
        .mask = mask,
        .value = await_operand(x, in, IR_AWAIT_VALUE, in->width),
    };
    term holds = symex_relate(x, wait.relation, term_and(t, word.value, wait.mask), wait.value);
    term goes_on = holds;
    uint64_t kind = known_operand(x, in, IR_AWAIT_WAIT);
    if (kind != IR_WAIT_BLOCK)
        goes_on = term_or(t, holds, symex_record_choice(x, 1, "woken"));
    if (x->options->finds_deadlocks && kind != IR_WAIT_TIMEOUT)
        note_waits(x, first, place.address, goes_on, wait);
    symex_depend_control(x, word.depends);
    symex_record_assume(x, goes_on);
    if (kind == IR_WAIT_SPURIOUS)
        note_wake_up(x, holds);
    symex_set_value(x, in->dst, (symex_value){term_zext(t, holds, 32), word.depends, SYMEX_ALL_SET});
}

/* ---- threads ---- */

static void run_child(context *x, ir_id function, term argument)
{
    standing saved = x->standing;
    symex *s = x->s;
    const ir_function *entry = &s->program->functions.data[function];
    uint32_t child = s->threads.size - 1;
    const char *problem = ir_thread_entry_problem(s->program, entry);
    if (problem)
        symex_record_unsupported(x, x->standing.guard, "%s", problem);
    x->standing = (standing){
        .thread = child,
        .guard = saved.guard,
        .pc = saved.pc,
        .effects = NO_EFFECTS,
    };
    s->threads.data[child].begin = symex_record_event(x, (symex_event){.kind = SYMEX_BEGIN});
    symex_value results[2] = {symex_plain(symex_number(x, 0)), symex_plain(0)};
    if (problem == NULL) {
        if (entry->parameters.size > 0)
            argument = term_resize(terms_of(x), argument, entry->parameters.data[0].type.width);
        /* What a thread gets counts as set. */
        symex_value arguments[] = {
            symex_plain(argument),
            symex_plain(term_constant(terms_of(x), term_width(terms_of(x), argument), 0)),
        };
        symex_call(x, function, arguments, x->standing.pc, results);
        symex_stop_in_block(x);
        term result = entry->results.size > 0 && x->standing.guard != TERM_FALSE
                          ? term_resize(terms_of(x), results[0].value, symex_pointer_bits(x))
                          : symex_number(x, 0);
        if (x->thread_return != IR_NONE && x->standing.guard != TERM_FALSE) {
            arguments[0] = symex_plain(result);
            arguments[1] = symex_plain(symex_number(x, 0));
            symex_call(x, x->thread_return, arguments, x->standing.pc, results);
        } else if (x->standing.guard != TERM_FALSE) {
            vec_push(&x->standing.ends, x->standing.guard);
            s->threads.data[child].result =
                term_ite(terms_of(x), x->standing.guard, result, s->threads.data[child].result);
        }
    }
    x->standing.guard = guard_join(&x->s->guards, &x->standing.ends);
    x->standing.atomic_depth = 0;
    x->standing.holding = (holding){SYMEX_NO_SECTION, false};
    s->threads.data[child].end_guard = x->standing.guard;
    if (x->standing.guard != TERM_FALSE)
        symex_end_thread_locals(x);
    symex_record_end(x, x->standing.guard);
    x->standing = saved;
}

static void start_thread(context *x, const ir_instruction *in)
{
    symex *s = x->s;
    term target = guard_simplify(&x->s->guards, x->standing.guard, symex_word(x, in->a));
    ir_id function = term_is_constant(terms_of(x), target)
                         ? ir_function_at(s->program, (uint64_t)term_constant_value(terms_of(x), target))
                         : IR_NONE;
    if (function == IR_NONE || s->program->functions.data[function].block_count == 0) {
        bool is_wrong = function == IR_NONE && term_is_constant(terms_of(x), target);
        if (is_wrong)
            symex_record_claim(x, PROPERTY_DEREFERENCE, x->standing.guard,
                               "a thread is to start at a pointer to no function");
        else
            symex_record_unsupported(x, x->standing.guard, "a thread that starts at a function that is not known");
        x->standing.guard = TERM_FALSE;
        return;
    }
    if (symex_is_cut_start(x, function)) {
        symex_record_cut(x, x->standing.guard, symex_record_user_pc(x), x->options->unwind, SYMEX_CUT_CALL);
        x->standing.guard = TERM_FALSE;
        return;
    }
    symex_note_effect(x);
    uint32_t child = s->threads.size;
    uint32_t start = symex_record_event(x, (symex_event){.kind = SYMEX_START, .other = child});
    if (child == 1) {
        s->first_late = start;
        s->early_objects = x->has_lost_track ? 0 : s->objects.size;
    }
    vec_push(&s->threads, (symex_thread){
                              .entry = function,
                              .parent = x->standing.thread,
                              .start = start,
                              .end = IR_NONE,
                              .guard = x->standing.guard,
                              .end_guard = TERM_FALSE,
                              .stands_guard = TERM_FALSE,
                              .exit_guard = TERM_FALSE,
                              .joined = TERM_FALSE,
                              .joiner = IR_NONE,
                              .result = symex_number(x, 0),
                          });
    run_child(x, function, symex_word(x, in->b));
    symex_set(x, in->dst, term_constant(terms_of(x), 32, child + 1));
}

/* A thread is joined or detached once. Which of two comes first is known if one thread does both, or if the second is
 * a join and the first was done by the thread that it waits for. Else it would take events to tell. */
static void use_up_thread(context *x, uint32_t thread, term guard, bool is_join)
{
    symex_thread *other = &x->s->threads.data[thread];
    uint32_t self = x->standing.thread;
    term again = term_and(terms_of(x), guard, other->joined);
    uint32_t claims = x->s->claims.size;
    if (!other->is_contested && (other->joiner == self || (is_join && other->joiner == thread)))
        symex_record_claim_and_go_on(x, PROPERTY_LOCK_MISUSE, again,
                                     is_join ? "joining a thread twice, or a detached one"
                                             : "detaching a thread that was joined or detached before");
    else
        symex_record_unsupported_and_go_on(x, again, "a thread that is joined or detached by two threads");
    term ends = is_join ? other->end_guard : TERM_TRUE; /* else this waits for ever */
    other->joined = term_or(terms_of(x), other->joined, term_and(terms_of(x), guard, ends));
    if (x->s->claims.size > claims && other->joiner == thread && self != thread)
        vec_last(&x->s->claims)->other = other->detached;
    other->is_contested |= other->joiner != IR_NONE && other->joiner != self;
    other->joiner = self;
    if (self == thread)
        other->detached = symex_last_event(x);
}

/* Threads are executed where they are started, so one that another starts later is not known yet. */
static void claim_existence(context *x, term number, term none, const char *message)
{
    uint32_t claim = x->s->claims.size;
    symex_record_claim_and_go_on(x, PROPERTY_LOCK_MISUSE, none, message);
    if (x->s->claims.size > claim)
        vec_push(&x->early_uses, (early_use){claim, x->s->threads.size, number});
}

void symex_check_early_uses(context *x)
{
    symex *s = x->s;
    term_table *t = s->terms;
    for (uint32_t i = 0; i < x->early_uses.size; i++) {
        early_use use = x->early_uses.data[i];
        term is_late = TERM_FALSE;
        for (uint32_t other = use.known; other < s->threads.size; other++)
            is_late = term_or(t, is_late, term_eq(t, use.number, symex_number(x, other + 1)));
        symex_claim late = s->claims.data[use.claim];
        late.is_unsupported = true;
        late.guard = term_and(t, late.guard, is_late);
        if (late.guard == TERM_FALSE)
            continue;
        late.message = alloc_string("joining or detaching a thread that another one starts later");
        s->claims.data[use.claim].guard = term_and(t, s->claims.data[use.claim].guard, term_not(t, is_late));
        vec_push(&s->claims, late);
    }
}

/* Is the thread still being executed, so that its end is not known yet? Its own end no thread can wait for. */
static bool is_under_way(const context *x, uint32_t thread)
{
    uint32_t t = x->s->threads.data[x->standing.thread].parent;
    while (t != IR_NONE && t != thread)
        t = x->s->threads.data[t].parent;
    return t != IR_NONE;
}

/* Whether main leaves by pthread_exit, so that it can be joined, is known later. */
static void refuse_join(context *x, uint32_t thread, term here)
{
    uint32_t before = x->s->claims.size;
    symex_record_unsupported_and_go_on(x, here, "joining a thread that has started this one");
    if (thread == 0 && x->s->claims.size > before)
        vec_push(&x->joins_of_main, before);
}

void symex_check_joins_of_main(context *x)
{
    for (uint32_t i = 0; i < x->joins_of_main.size && x->standing.ends.size == 0; i++)
        x->s->claims.data[x->joins_of_main.data[i]].guard = TERM_FALSE;
}

/* Waits for whichever thread the number means: one condition each. */
static void join_thread(context *x, const ir_instruction *in)
{
    symex *s = x->s;
    term_table *t = terms_of(x);
    term number = term_resize(t, symex_word(x, in->a), symex_pointer_bits(x));
    term goes_on = TERM_FALSE, result = symex_number(x, 0), none = x->standing.guard;
    uint32_t first = s->joins.size;
    for (uint32_t i = 0; i < s->threads.size; i++) {
        symex_thread *other = &s->threads.data[i];
        term is_it = term_eq(t, number, symex_number(x, i + 1));
        term here = guard_narrow(&x->s->guards, x->standing.guard, is_it);
        if (here == TERM_FALSE)
            continue;
        none = guard_narrow(&x->s->guards, none, term_not(t, is_it));
        if (is_under_way(x, i))
            refuse_join(x, i, here);
        use_up_thread(x, i, here, true);
        goes_on = term_or(t, goes_on, term_and(t, is_it, other->end_guard));
        result = term_ite(t, is_it, other->result, result);
        vec_push(&s->joins, (symex_join){0, i, is_it});
    }
    claim_existence(x, number, none, "joining a thread that does not exist");
    /* Inside of an atomic block, a thread that has not ended before it does not end any more. */
    if (x->standing.atomic_depth > 0)
        goes_on = term_and(t, goes_on, term_variable(t, 1, "has ended"));
    if (x->options->finds_deadlocks)
        symex_note_wait(x, x->standing.guard, goes_on, (symex_wait){.is_join = true, .number = number});
    symex_record_assume(x, goes_on);
    if (x->standing.guard != TERM_FALSE) {
        uint32_t event = symex_record_event(x, (symex_event){.kind = SYMEX_JOIN});
        for (uint32_t i = first; i < s->joins.size; i++)
            s->joins.data[i].event = event;
    } else {
        s->joins.size = first;
    }
    symex_note_effect(x);
    symex_set(x, in->dst, result);
}

static void detach_thread(context *x, const ir_instruction *in)
{
    term_table *t = terms_of(x);
    term number = term_resize(t, symex_word(x, in->a), symex_pointer_bits(x));
    term none = x->standing.guard;
    for (uint32_t i = 0; i < x->s->threads.size; i++) {
        term is_it = term_eq(t, number, symex_number(x, i + 1));
        term here = guard_narrow(&x->s->guards, x->standing.guard, is_it);
        if (here == TERM_FALSE)
            continue;
        none = guard_narrow(&x->s->guards, none, term_not(t, is_it));
        use_up_thread(x, i, here, false);
    }
    claim_existence(x, number, none, "detaching a thread that does not exist");
    symex_note_effect(x);
}

static void end_thread(context *x, const ir_instruction *in)
{
    symex_thread *self = &x->s->threads.data[x->standing.thread];
    symex_stop_in_block(x);
    if (x->standing.guard == TERM_FALSE)
        return;
    if (x->standing.thread == 0)
        symex_refuse_end(x, "main leaves by pthread_exit, where leaks are looked for");
    self->result = term_ite(terms_of(x), x->standing.guard, symex_word(x, in->a), self->result);
    for (const frame *f = x->standing.top; f; f = f->caller)
        symex_end_locals(x, f);
    if (x->standing.thread == 0)
        symex_end_thread_locals(x);
    vec_push(&x->standing.ends, x->standing.guard);
    x->standing.guard = TERM_FALSE;
}

/* ---- objects ---- */

/* An object of no more bytes than there can be. */
static void limit_size(context *x, term size)
{
    guards *g = &x->s->guards;
    uint64_t most = ir_object_limit(x->s->program->layout);
    term fits = term_ult(terms_of(x), size, symex_number(x, most));
    symex_record_unsupported(x, guard_narrow(g, x->standing.guard, term_not(terms_of(x), fits)),
                             "an object of %llu bytes or more", (unsigned long long)most);
    x->standing.guard = guard_narrow(g, x->standing.guard, fits);
}

static void allocate_local(context *x, const ir_instruction *in)
{
    term size = symex_word(x, in->a);
    limit_size(x, size);
    size = symex_object_size(x, size);
    const ir_site *site = &x->s->program->sites.data[in->c];
    uint64_t number = symex_new_object(x, SYMEX_STACK, in->c, size, site->is_private, false);
    vec_push(&x->standing.top->locals, number);
    symex_set(x, in->dst, symex_address_of(x, number));
}

static void thread_local_address(context *x, const ir_instruction *in)
{
    const ir_global *global = &x->s->program->globals.data[in->c];
    uint64_t key = (uint64_t)x->standing.thread << 32 | in->c;
    uint64_t number = map_get(&x->thread_locals, key, 0);
    if (number == 0) {
        number = symex_new_object(x, SYMEX_TLS, in->c, symex_number(x, global->size), global->is_private, false);
        /* It is there from the thread's beginning, whatever path asks for it first. */
        x->s->objects.data[number - 1].guard = x->s->threads.data[x->standing.thread].guard;
        map_put(&x->thread_locals, key, number);
    }
    symex_set(x, in->dst, symex_address_of(x, number));
}

static void allocate_heap(context *x, const ir_instruction *in)
{
    term_table *t = terms_of(x);
    guards *g = &x->s->guards;
    term size = symex_word(x, in->a), before = x->standing.guard;
    term fails = term_ule(t, symex_number(x, ir_allocation_limit(x->s->program->layout)), size);
    if (x->options->malloc_may_fail)
        fails = term_or(t, fails, symex_record_choice(x, 1, "malloc fails"));
    guard_list ends = {0};
    vec_push(&ends, guard_narrow(g, before, fails));
    x->standing.guard = guard_narrow(g, before, term_not(t, fails));
    limit_size(x, size);
    size = symex_object_size(x, size);
    term address = symex_number(x, 0);
    if (x->standing.guard != TERM_FALSE) {
        uint64_t number = symex_new_object(x, SYMEX_HEAP, symex_record_user_pc(x), size, false, in->aux);
        x->s->objects.data[number - 1].before = symex_last_event(x);
        address = term_ite(t, fails, address, symex_address_of(x, number));
        symex_note_effect(x);
    }
    vec_push(&ends, x->standing.guard);
    x->standing.guard = guard_join(g, &ends);
    symex_set(x, in->dst, guard_simplify(g, x->standing.guard, address));
}

/* Is the constant address the start of a heap object? */
static bool is_heap_start(const context *x, uint64_t address)
{
    uint64_t number = ir_pointer_object(x->s->program->layout, address);
    return number > 0 && number <= x->s->objects.size && ir_pointer_offset(x->s->program->layout, address) == 0 &&
           x->s->objects.data[number - 1].origin == SYMEX_HEAP;
}

/* A free is a write of "dead" to the object's alive byte, in one node with reading that it is not dead yet. */
static void free_object(context *x, const ir_instruction *in)
{
    term_table *t = terms_of(x);
    term address = guard_simplify(&x->s->guards, x->standing.guard, symex_word(x, in->a));
    term guard = x->standing.guard;
    x->standing.guard = guard_narrow(&x->s->guards, guard, term_ne(t, address, symex_number(x, 0)));
    term bad = term_ne(t, address, symex_object_start(x->s, address));
    if (term_is_constant(t, address) && x->standing.guard != TERM_FALSE &&
        !is_heap_start(x, (uint64_t)term_constant_value(t, address)))
        bad = TERM_TRUE;
    symex_record_claim(x, PROPERTY_FREE, guard_narrow(&x->s->guards, x->standing.guard, bad),
                       "invalid free: not the start of a heap object");
    x->standing.guard = guard_narrow(&x->s->guards, x->standing.guard, term_not(t, bad));
    if (x->standing.guard == TERM_FALSE) {
        x->standing.guard = guard_narrow(&x->s->guards, guard, term_eq(t, address, symex_number(x, 0)));
        return;
    }
    bool is_outermost = x->standing.atomic_depth++ == 0;
    if (is_outermost)
        symex_begin_node(x);
    symex_event event = {.size = 1, .is_alive_check = true, .is_free = true, .address = symex_alive(x->s, address)};
    event.kind = SYMEX_READ;
    event.value = term_variable(t, 8, "alive");
    symex_record_event(x, event);
    term is_dead = term_eq(t, event.value, term_constant(t, 8, 0));
    symex_record_claim_and_go_on(x, PROPERTY_FREE, guard_narrow(&x->s->guards, x->standing.guard, is_dead),
                                 "double free");
    event.kind = SYMEX_WRITE;
    event.value = term_constant(t, 8, 0);
    symex_record_event(x, event);
    x->standing.atomic_depth--;
    symex_note_effect(x);
    x->standing.guard = guard;
}

static void heap_size(context *x, const ir_instruction *in)
{
    term_table *t = terms_of(x);
    term address = guard_simplify(&x->s->guards, x->standing.guard, symex_word(x, in->a));
    if (term_is_constant(t, address) && is_heap_start(x, (uint64_t)term_constant_value(t, address))) {
        uint64_t number = ir_pointer_object(x->s->program->layout, (uint64_t)term_constant_value(t, address));
        symex_set_value(x, in->dst,
                        (symex_value){x->s->objects.data[number - 1].size, symex_depends(x, in->a), SYMEX_ALL_SET});
        return;
    }
    symex_record_unsupported(x, x->standing.guard, "realloc of an object that is not known");
    x->standing.guard = TERM_FALSE;
}

/* Of private objects, and while there is one thread, it is known what was written; else memory/initialised.c finds out
 * whether anybody does. */
static void check_initialised(context *x, const ir_instruction *in)
{
    term_table *t = terms_of(x);
    term address = guard_simplify(&x->s->guards, x->standing.guard, symex_word(x, in->a));
    term size = symex_word(x, in->b);
    if (!term_is_constant(t, address) || !term_is_constant(t, size))
        return;
    uint64_t at = (uint64_t)term_constant_value(t, address), number = ir_pointer_object(x->s->program->layout, at);
    uint64_t bytes = (uint64_t)term_constant_value(t, size);
    if (number == 0 || number > x->s->objects.size || bytes > UINT8_MAX ||
        symex_private_is_known(x, number, ir_pointer_offset(x->s->program->layout, at), (uint8_t)bytes))
        return;
    vec_push(&x->s->init_checks, (symex_init_check){
                                     .address = at,
                                     .size = bytes,
                                     .guard = x->standing.guard,
                                     .thread = x->standing.thread,
                                     .position = x->s->threads.data[x->standing.thread].events.size,
                                     .block = symex_record_block(x),
                                     .pc = x->standing.pc,
                                     .user_pc = symex_record_user_pc(x),
                                 });
}

/* ---- ends and values ---- */

static char *text_at(const context *x, term address)
{
    strbuf text = {0};
    uint64_t at = term_is_constant(terms_of(x), address) ? (uint64_t)term_constant_value(terms_of(x), address) : 0;
    uint64_t number = ir_pointer_object(x->s->program->layout, at);
    if (number > 0 && number <= x->s->program->globals.size) {
        const ir_global *global = &x->s->program->globals.data[number - 1];
        for (uint64_t i = ir_pointer_offset(x->s->program->layout, at); i < global->size && global->bytes[i]; i++)
            strbuf_add_char(&text, (char)global->bytes[i]);
    }
    return strbuf_take(&text);
}

static void fail(context *x, const ir_instruction *in)
{
    char *text = text_at(x, symex_word(x, in->a));
    property violated = (property)in->b;
    switch (violated) {
    case PROPERTY_ASSERTION:
        symex_record_claim(x, violated, x->standing.guard, *text ? "assertion `%s` failed" : "assertion failed%s",
                           text);
        break;
    case PROPERTY_ERROR_CALL:
        symex_record_claim(x, violated, x->standing.guard, "%s is called", *text ? text : "reach_error");
        break;
    default:
        symex_record_claim(x, violated, x->standing.guard, "%s", text);
        break;
    }
    free(text);
    x->standing.guard = TERM_FALSE;
}

static void stop(context *x)
{
    symex_thread *self = &x->s->threads.data[x->standing.thread];
    self->exit_guard = term_or(terms_of(x), self->exit_guard, x->standing.guard);
    x->standing.guard = TERM_FALSE;
}

static void freeze(context *x, const ir_instruction *in)
{
    term is_undefined = guard_simplify(&x->s->guards, x->standing.guard, symex_operand(x, in->b, 1));
    term value = symex_operand(x, in->a, in->width);
    if (is_undefined != TERM_FALSE)
        value = term_ite(terms_of(x), is_undefined, symex_record_choice(x, in->width, "uninitialised"), value);
    symex_set_value(
        x, in->dst,
        (symex_value){value, symex_depend_both(x, symex_depends(x, in->a), symex_depends(x, in->b)), SYMEX_ALL_SET});
}

static void print(context *x, const ir_instruction *in)
{
    if (symex_operand(x, x->s->program->operands.data[in->c + IR_PRINT_STREAM], 32) ==
        term_constant(terms_of(x), 32, 0)) {
        symex_record_unsupported(x, x->standing.guard, "formatting text into memory (sprintf and the like)");
        x->standing.guard = TERM_FALSE;
        return;
    }
    symex_set(x, in->dst, symex_unknown_length(x, in->width));
}

/* What the block writes is the user's, who need not expect it to be atomic (models/heddle.h, HEDDLE_WRITES). If it is
 * not known what is said, it may be that. */
static void note_sync(context *x, term what)
{
    term_table *t = terms_of(x);
    if (term_is_constant(t, what) && (uint64_t)term_constant_value(t, what) % IR_SYNC_KINDS != IR_SYNC_WRITES)
        return;
    const symex_thread *thread = &x->s->threads.data[x->standing.thread];
    for (uint32_t i = thread->events.size; i-- > 0;) {
        symex_event *event = &x->s->events.data[thread->events.data[i]];
        if (event->block != x->standing.block)
            break;
        event->is_atomic &= event->kind != SYMEX_WRITE;
    }
}

void symex_sync(context *x, const ir_instruction *in)
{
    switch ((ir_op)in->op) {
    case IR_ALLOCA:
        allocate_local(x, in);
        break;
    case IR_LOCAL_END:
        symex_end_local(x, in);
        break;
    case IR_TLS:
        thread_local_address(x, in);
        break;
    case IR_FENCE:
        if (ir_fence_is_seen(ir_fence_of(in)))
            symex_record_fence(x, ir_fence_of(in));
        break;
    case IR_ATOMIC_BEGIN:
        symex_enter_atomic(x);
        break;
    case IR_ATOMIC_END:
        symex_leave_atomic(x);
        break;
    case IR_AWAIT:
        await(x, in);
        break;
    case IR_ASSUME:
        symex_depend_control(x, symex_depends(x, in->a));
        symex_record_assume(x, symex_operand(x, in->a, 1));
        break;
    case IR_FAIL:
        fail(x, in);
        break;
    case IR_EXIT:
        symex_check_leaks(x);
        stop(x);
        break;
    case IR_STOP:
        stop(x);
        break;
    case IR_NONDET:
        symex_set(x, in->dst, symex_record_choice(x, in->width, "nondet"));
        vec_last(&x->s->choices)->is_input = in->aux == IR_INPUT;
        break;
    case IR_FREEZE:
        freeze(x, in);
        break;
    case IR_THREAD_START:
        start_thread(x, in);
        break;
    case IR_THREAD_JOIN:
        join_thread(x, in);
        break;
    case IR_THREAD_DETACH:
        detach_thread(x, in);
        break;
    case IR_THREAD_END:
        end_thread(x, in);
        break;
    case IR_THREAD_SELF:
        symex_set(x, in->dst, term_constant(terms_of(x), 32, x->standing.thread + 1));
        break;
    case IR_HEAP_ALLOC:
        allocate_heap(x, in);
        break;
    case IR_HEAP_FREE:
        free_object(x, in);
        break;
    case IR_HEAP_SIZE:
        heap_size(x, in);
        break;
    case IR_CHECK_INIT:
        check_initialised(x, in);
        break;
    case IR_PRINT:
        print(x, in);
        break;
    case IR_LOCK_TAKEN:
        symex_take_lock(x, symex_word(x, in->a));
        break;
    case IR_LOCK_WATCHED:
        vec_push(&x->s->watched, symex_last_event(x));
        break;
    case IR_LOCK_GIVEN:
        x->standing.effects.waited.lock = symex_last_event(x);
        symex_give_lock(x, symex_word(x, in->a));
        break;
    case IR_SYNC: /* changes no value */
        note_sync(x, symex_word(x, in->b));
        break;
    case IR_UNSET: /* with the access before them */
    case IR_MARK:
        break;
    case IR_CHECK_SET:
        symex_check_set(x, in);
        break;
    case IR_SET_LOOP_BOUND: {
        term bound = symex_word(x, in->a);
        if (term_is_constant(terms_of(x), bound))
            x->standing.loop_bound = (uint32_t)term_constant_value(terms_of(x), bound);
        break;
    }
    case IR_UNREACHABLE:
        symex_record_claim(x, PROPERTY_ASSERTION, x->standing.guard,
                           "code that must not be reached (__builtin_unreachable) is reached");
        x->standing.guard = TERM_FALSE;
        break;
    default:
        symex_record_unsupported(x, x->standing.guard, "%s", x->s->program->texts.data[in->c]);
        x->standing.guard = TERM_FALSE;
        break;
    }
}
