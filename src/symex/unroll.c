/* Loops are unrolled in place, as far as their bounds say; iterations that only wait are left out. */
#include <assert.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "ir/uses.h"
#include "symex/context.h"

/* A loop whose end is known ends before that, or is taken for endless. One that compares the same constants again and
 * again, with nothing else to see that changes, is believed to have an end for so long, unless the user gave a bound.
 */
enum { MAX_KNOWN_ITERATIONS = 1 << 20, STALE_ITERATIONS = 64 };

static void run_loop(context *x, uint32_t loop);

void symex_run_region(context *x, uint32_t first, uint32_t count)
{
    frame *f = x->standing.top;
    for (uint32_t i = first; i < first + count && !x->is_over;) {
        uint32_t block = f->loops->order[i], inner = f->loops->innermost[block];
        bool is_header = inner != IR_NONE && inner != f->loop && f->loops->list.data[inner].header == block;
        if (f->arriving[block].guards.size > 0) {
            if (is_header)
                run_loop(x, inner);
            else
                symex_run_block(x, block, &f->arriving[block]);
        }
        i += is_header ? f->loops->list.data[inner].count : 1;
    }
}

/* What goes back to the header of the loop that is running. */
static pending *again_of(const context *x)
{
    const frame *f = x->standing.top;
    return &f->again[f->loop];
}

/* Does the next iteration begin as this one did? */
static bool is_same_again(const context *x, const symex_value *entry, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (again_of(x)->arguments[i].value != entry[i].value)
            return false;
    return true;
}

static bool is_tested_first(const context *x, const loops_loop *l)
{
    const ir_instruction *last = ir_terminator(x->s->program, symex_block_at(x, l->header));
    for (uint32_t i = 0; i < ir_edge_count(x->s->program, last); i++)
        if (symex_leaves_loop(x, ir_edge_at(x->s->program, last, i)))
            return true;
    return false;
}

/* The header has been run: when does the loop go on? A header that is all of its loop leads back to itself. */
static term goes_inside(context *x, const loops_loop *l)
{
    const frame *f = x->standing.top;
    guard_list inside = {0};
    vec_append(&inside, again_of(x)->guards.data, again_of(x)->guards.size);
    for (uint32_t i = l->first + 1; i < l->first + l->count; i++) {
        const guard_list *arrived = &f->arriving[f->loops->order[i]].guards;
        vec_append(&inside, arrived->data, arrived->size);
    }
    return guard_join(&x->s->guards, &inside);
}

/* One iteration: the header is at order[first]. If it is news, nothing is known yet of executions that do it. */
static void run_iteration(context *x, const loops_loop *l, bool is_news)
{
    guard_list copy = {0};
    const guard_list *arriving = &x->standing.top->arriving[l->header].guards;
    vec_append(&copy, arriving->data, arriving->size);
    x->standing.effects = (effects)NO_EFFECTS;
    x->standing.effects.guard = guard_join(&x->s->guards, &copy);
    x->standing.effects.waited = (symex_left_out){IR_NONE, IR_NONE};
    x->standing.effects.first_object = x->s->objects.size;
    if (is_news && !is_tested_first(x, l))
        symex_record_passed(x, x->standing.effects.guard);
    symex_run_block(x, l->header, &x->standing.top->arriving[l->header]);
    if (is_news && is_tested_first(x, l))
        symex_record_passed(x, goes_inside(x, l));
    symex_run_region(x, l->first + 1, l->count - 1);
}

static void add_effects(effects *outer, const effects *inner, term_table *terms)
{
    outer->count += inner->count;
    outer->is_sure |= inner->is_sure && inner->guard == outer->guard;
    outer->changed = term_or(terms, outer->changed, inner->changed);
    if (inner->waits)
        outer->waited = inner->waited;
    outer->waits |= inner->waits;
    outer->wait_count += inner->wait_count;
    outer->woken = term_or(terms, outer->woken, inner->woken);
    outer->woken_in_vain = term_or(terms, outer->woken_in_vain, inner->woken_in_vain);
    outer->is_called_back |= inner->is_called_back;
    outer->rmw_changed = term_or(terms, outer->rmw_changed, inner->rmw_changed);
}

/* The entry of the running function's loop in the result. */
static uint32_t find_record(context *x, uint32_t loop)
{
    const frame *f = x->standing.top;
    const ir_function *function = &x->s->program->functions.data[f->function];
    ir_id header = x->s->program->blocks.data[function->first_block + f->loops->list.data[loop].header].first;
    for (uint32_t i = 0; i < x->s->loops.size; i++)
        if (x->s->loops.data[i].header == header)
            return i;
    uint32_t number = loops_number(f->loops, x->s->program, function, loop);
    vec_push(&x->s->loops, (symex_loop){.function = f->function, .header = header, .number = number});
    return x->s->loops.size - 1;
}

/* By __VERIFIER_loop_bound just before the loop, by its name, or that of all loops. *is_exact: the user gave it. */
static uint32_t bound_of(const context *x, const symex_loop *loop, bool *is_exact)
{
    *is_exact = true;
    if (x->standing.loop_bound)
        return x->standing.loop_bound;
    for (uint32_t i = 0; i < x->options->bound_count; i++)
        if (x->options->bounds[i].function == loop->function && x->options->bounds[i].number == loop->number)
            return x->options->bounds[i].bound;
    *is_exact = x->options->is_exact;
    return x->options->unwind;
}

static void note_end_of_loop(context *x, uint32_t record, uint32_t iterations, bool is_cut, bool is_waiting)
{
    symex_loop *loop = &x->s->loops.data[record];
    loop->iterations = loop->iterations < iterations ? iterations : loop->iterations;
    loop->is_cut |= is_cut;
    loop->is_waiting |= is_waiting;
}

/* What went back to the header arrives at it. */
static void go_back(const context *x, const loops_loop *l)
{
    pending *target = &x->standing.top->arriving[l->header], *again = again_of(x);
    assert(target->guards.size == 0);
    pending old = *target;
    *target = *again;
    *again = old;
}

/* Runs the header on what comes back to it; returns when that would go on inside the loop, which is not followed. */
static term test_once_more(context *x, const loops_loop *l)
{
    const frame *f = x->standing.top;
    go_back(x, l);
    symex_run_block(x, l->header, &f->arriving[l->header]);
    term inside = goes_inside(x, l);
    vec_clear(&again_of(x)->guards);
    for (uint32_t i = l->first; i < l->first + l->count; i++)
        vec_clear(&f->arriving[f->loops->order[i]].guards);
    return inside;
}

/* The bound is reached. Where the loop is tested before its body, it is tested once more; what would go on then is not
 * followed. Returns whether there is any such execution. */
static bool cut_loop(context *x, const loops_loop *l, term goes_on, uint32_t iteration)
{
    if (is_tested_first(x, l))
        goes_on = test_once_more(x, l);
    ir_id header = symex_block_at(x, l->header)->first;
    symex_record_cut(x, goes_on, header, iteration, SYMEX_CUT_LOOP);
    return goes_on != TERM_FALSE;
}

/* An operation that can be tried out: it cannot go wrong, and leaves no event. */
static bool is_harmless(ir_op op)
{
    bool may_fail =
        (op >= IR_UDIV && op <= IR_SREM) || (op >= IR_SHL && op <= IR_ASHR) || op == IR_FPTOUI || op == IR_FPTOSI;
    return op <= IR_SELECT && !may_fail;
}

/* After an iteration in which an RMW has changed something, may the next test, which is all that the header does, let
 * the loop go on? Tries the header out on what comes back to it. */
static bool may_go_on_changed(context *x, const loops_loop *l, term goes_on)
{
    const ir_block *header = symex_block_at(x, l->header);
    const ir_instruction *code = &x->s->program->code.data[header->first], *last = &code[header->count - 1];
    const frame *f = x->standing.top;
    if (last->op != IR_CONDBR)
        return true;
    for (uint32_t i = 0; i < header->parameters.size; i++)
        f->registers[header->parameters.data[i].reg] = again_of(x)->arguments[i];
    x->standing.guard = goes_on;
    for (const ir_instruction *in = code; in < last; in++) {
        if (!is_harmless((ir_op)in->op))
            return true;
        symex_compute(x, in);
    }
    term stays = symex_operand(x, last->a, 1);
    if (symex_leaves_loop(x, last->b))
        stays = term_not(terms_of(x), stays);
    term inside = guard_narrow(&x->s->guards, goes_on, stays);
    return guard_narrow(&x->s->guards, inside, x->standing.effects.rmw_changed) != TERM_FALSE;
}

/* Has the iteration changed nothing if the loop goes on, and forgotten how it began? All but the first test, one
 * iteration and the last test can then be left out of an execution: what the others read was read for nothing. */
static bool has_forgotten(context *x, uint32_t loop, term goes_on)
{
    const frame *f = x->standing.top;
    const effects *e = &x->standing.effects;
    return e->count == 0 && !e->waits &&
           loops_is_forgetful(f->loops, x->s->program, &x->s->program->functions.data[f->function], loop) &&
           (e->rmw_changed == TERM_FALSE || !may_go_on_changed(x, &f->loops->list.data[loop], goes_on));
}

/* After an iteration that changes nothing but by an RMW, or on some ways through it only, those executions go on in
 * which it has done so. */
static void keep_changes(context *x, guard_list *guards)
{
    term changed = term_or(terms_of(x), x->standing.effects.changed, x->standing.effects.rmw_changed);
    for (uint32_t i = 0; i < guards->size; i++)
        guards->data[i] = guard_narrow(&x->s->guards, guards->data[i], changed);
}

static term address_of(const context *x, uint32_t event)
{
    return event == IR_NONE ? TERM_NONE : x->s->events.data[event].address;
}

/* One wait on the same condition variable with the same mutex in both iterations? */
static bool is_same_wait(const context *x, const effects *before, const effects *now)
{
    term lock = address_of(x, now->waited.lock), condition = address_of(x, now->waited.condition);
    return before->wait_count == 1 && now->wait_count == 1 && lock != TERM_NONE && condition != TERM_NONE &&
           lock == address_of(x, before->waited.lock) && condition == address_of(x, before->waited.condition);
}

/* Where deadlocks are looked for (see run_loop): those executions go on in which the wait has ended by a signal. */
static void keep_signalled(context *x, const effects *before, guard_list *guards)
{
    term_table *t = terms_of(x);
    const effects *now = &x->standing.effects;
    if (!is_same_wait(x, before, now))
        return;
    term is_signalled = term_not(t, term_and(t, before->woken, now->woken_in_vain));
    for (uint32_t i = 0; i < guards->size; i++)
        guards->data[i] = guard_narrow(&x->s->guards, guards->data[i], is_signalled);
}

bool symex_make_progress(progress *p, uint64_t now)
{
    bool is_new = p->count > 0 && now != p->last && now != p->mark;
    p->last = now;
    if ((p->count & (p->count - 1)) == 0)
        p->mark = now;
    p->count++;
    return is_new;
}

/* Do the constants that an iteration is to begin with differ from those before? */
static bool begins_anew(const context *x, const symex_value *arguments, uint32_t count, progress *p)
{
    uint64_t all = 0;
    for (uint32_t i = 0; i < count; i++)
        all = all * UINT64_C(0x9e3779b97f4a7c15) +
              (term_is_constant(terms_of(x), arguments[i].value) ? (uint64_t)arguments[i].value + 1 : 0);
    return symex_make_progress(p, all);
}

/* Loops of the library's models are short, and nobody wants to hear of them. */
static bool is_longer_than_wanted(const context *x, uint32_t iteration)
{
    return x->options->known_unwind > 0 && iteration >= x->options->known_unwind &&
           !x->s->program->functions.data[x->standing.top->function].is_model;
}

static bool has_end_in_sight(const effects *e, uint32_t iteration, bool is_anew, bool is_exact)
{
    bool is_tested = e->has_known_exit || e->has_stale_exit;
    return (is_tested && (e->has_known_exit || is_anew) && iteration < MAX_KNOWN_ITERATIONS) ||
           (is_tested && !is_exact && iteration < STALE_ITERATIONS);
}

/* An iteration that changes nothing and ends as it began was only waiting: that it happened can be left out of an
 * execution, and a thread that waits for ever is blocked. So nothing is lost by following only the iteration that
 * leaves. (An RMW that writes back what it read changes nothing; if it may write something else, that is followed.)
 *
 * Waiting on a condition variable lets a mutex go and takes it again, and a thread may do so at any time, signalled or
 * not. Of several such iterations in a row all but one can be left out: instead of waking up, finding that it must
 * wait and letting the mutex go again, the thread does not wake up. What signals it took others may take, and a thread
 * that has one more does not have to use it. So one such iteration is followed, and then the one that leaves.
 *
 * That does not hold if somebody can tell how often the mutex was taken and let go: who tries to take it without
 * waiting for it, or reads the bytes of the mutex or the condition variable. Who waits for the mutex cannot: it finds
 * it free earlier. Who signals cannot: that a thread was waiting is told to nobody, and a signal to a thread that has
 * one already goes to another one that waits, which may wake up without a signal anyway. Who destroys the mutex or the
 * condition variable looks once, at the first wait, at the last, or in between, where the one iteration can be. So what
 * was left out is noted, and if somebody looks, all iterations are followed (memory/settled.c).
 *
 * Where deadlocks are looked for it does not hold either: the signal that a thread took before it waits again, and
 * which nobody misses, would be there at the end, so that it does not wait for ever. But an iteration that does not end
 * by a signal can be left out if the one before has waited as well: having woken up there, the thread takes the mutex
 * only when it takes it again after that iteration. It got no signal in between, and all that others got they get now.
 * So the first such iteration is followed, and further ones that end by a signal; there are no more of these than
 * signals. */
static void run_loop(context *x, uint32_t loop)
{
    frame *f = x->standing.top;
    const loops_loop *l = &f->loops->list.data[loop];
    const ir_block *header = symex_block_at(x, l->header);
    uint32_t outer_loop = f->loop, parameters = header->parameters.size, unknown = 0;
    bool is_exact;
    uint32_t record = find_record(x, loop), bound = bound_of(x, &x->s->loops.data[record], &is_exact), iteration = 1;
    uint64_t outer_run = f->run;
    progress begins = {0};
    uint32_t done = symex_iterations_done(x, header->first);
    bool is_cut = false, is_waiting = false, has_waited = false;
    effects before = NO_EFFECTS;
    x->standing.loop_bound = 0;
    effects outer_effects = x->standing.effects;
    symex_value *entry = alloc_bytes(parameters * sizeof(symex_value));
    f->loop = loop;
    f->run = ++x->runs;
    for (; !x->is_over; iteration++) {
        if (parameters > 0)
            memcpy(entry, f->arriving[l->header].arguments, parameters * sizeof(symex_value));
        run_iteration(x, l, done > 0 && iteration == done + 1);
        add_effects(&outer_effects, &x->standing.effects, terms_of(x));
        const guard_list *back = &again_of(x)->guards;
        if (back->size == 0)
            break;
        x->standing.pc = header->first;
        bool is_same = is_same_again(x, entry, parameters);
        bool changes_nothing = x->standing.effects.count == 0 && is_same;
        bool has_waited_before = has_waited;
        has_waited = changes_nothing && x->standing.effects.waits && !x->options->follows_waits;
        bool waits_again = has_waited && has_waited_before;
        bool is_wait =
            changes_nothing && (has_waited ? waits_again && !x->options->finds_deadlocks : !x->standing.effects.waits);
        is_waiting |= is_wait;
        if (waits_again)
            vec_push(&x->s->left_out, x->standing.effects.waited);
        if (waits_again && x->options->finds_deadlocks)
            keep_signalled(x, &before, &again_of(x)->guards);
        before = x->standing.effects;
        if (is_wait || (is_same && !x->standing.effects.waits && !x->standing.effects.is_sure))
            keep_changes(x, &again_of(x)->guards);
        guard_list copy = {0};
        vec_append(&copy, back->data, back->size);
        term goes_on = guard_join(&x->s->guards, &copy);
        if (goes_on == TERM_FALSE)
            break;
        if (!is_wait && has_forgotten(x, loop, goes_on)) {
            test_once_more(x, l);
            is_waiting = true;
            break;
        }
        if (iteration == 1)
            begins_anew(x, entry, parameters, &begins);
        bool is_anew = begins_anew(x, again_of(x)->arguments, parameters, &begins);
        bool is_known = has_end_in_sight(&x->standing.effects, iteration, is_anew, is_exact);
        bool is_too_long = !is_exact && is_longer_than_wanted(x, iteration);
        if (((is_wait || waits_again || (!is_known && !has_waited)) && ++unknown >= bound) ||
            (is_known && is_too_long)) {
            is_cut = cut_loop(x, l, goes_on, iteration);
            break;
        }
        go_back(x, l);
    }
    note_end_of_loop(x, record, iteration, is_cut, is_waiting);
    vec_clear(&again_of(x)->guards);
    free(entry);
    f->loop = outer_loop;
    f->run = outer_run;
    x->standing.effects = outer_effects;
}
