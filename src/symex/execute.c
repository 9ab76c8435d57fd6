/* Control: blocks, edges, loops and calls. */
#include <stdlib.h>

#include "base/alloc.h"
#include "ir/uses.h"
#include "symex/context.h"

/* A loop whose end is known ends before that, or is taken for endless. */
enum { MAX_DEPTH = 1000, MAX_KNOWN_ITERATIONS = 1 << 20 };

/* ---- operands ---- */

term symex_operand(const context *x, ir_operand operand, uint8_t width)
{
    if (!ir_is_constant(operand))
        return x->standing.top->registers[operand];
    const uint64_t *pool = x->s->program->constants.data + (operand & ~IR_CONSTANT_BIT);
    term_value value = pool[0];
    if (ir_slots(width) == 2)
        value |= (term_value)pool[1] << IR_SLOT_BITS;
    return term_constant(terms_of(x), width, value);
}

void symex_set(context *x, ir_register reg, term value)
{
    if (reg != IR_NONE)
        x->standing.top->registers[reg] = value;
}

/* ---- edges ---- */

static const ir_block *block_at(const context *x, uint32_t block)
{
    const ir_program *program = x->s->program;
    return &program->blocks.data[program->functions.data[x->standing.top->function].first_block + block];
}

/* Where paths join, they must be in the same atomic block, or all in none. */
static void check_same_block(context *x, uint32_t depth, uint32_t block, term guard)
{
    if (depth != x->standing.atomic_depth)
        symex_record_claim(x, SYMEX_UNSUPPORTED, guard, "an atomic block that ends on one path but not on another");
    else if (depth > 0 && block != x->standing.block)
        symex_record_claim(x, SYMEX_UNSUPPORTED, guard, "an atomic block that begins on several paths");
}

/* A path comes to where others may have come before: what they have in common of atomic blocks and locks. */
static void meet(context *x, pending *p, bool is_first, term guard)
{
    if (is_first) {
        p->atomic_depth = x->standing.atomic_depth;
        p->block = x->standing.block;
        p->holding = x->standing.holding;
    } else {
        check_same_block(x, p->atomic_depth, p->block, guard);
        p->holding = symex_join_holding(x, p->holding, x->standing.holding);
    }
}

static void stand_as(context *x, const pending *p)
{
    x->standing.atomic_depth = p->atomic_depth;
    x->standing.block = p->block;
    x->standing.holding = p->holding;
}

static void arrive(context *x, pending *p, const ir_edge *edge, uint32_t target, term guard)
{
    const ir_block *block = block_at(x, target);
    bool is_first = p->guards.size == 0;
    meet(x, p, is_first, guard);
    if (p->arguments == NULL)
        p->arguments = alloc_bytes(block->parameters.size * sizeof(term));
    for (uint32_t i = 0; i < edge->argument_count; i++) {
        term value = symex_operand(x, x->s->program->operands.data[edge->first_argument + i],
                                   block->parameters.data[i].type.width);
        p->arguments[i] = is_first ? value : term_ite(terms_of(x), guard, value, p->arguments[i]);
    }
    vec_push(&p->guards, guard);
}

static void take_edge(context *x, ir_id id, term guard)
{
    if (guard == TERM_FALSE)
        return;
    frame *f = x->standing.top;
    const ir_edge *edge = &x->s->program->edges.data[id];
    uint32_t target = edge->target - x->s->program->functions.data[f->function].first_block;
    bool is_back = f->loop != IR_NONE && f->loops->list.data[f->loop].header == target;
    arrive(x, is_back ? &f->again : &f->arriving[target], edge, target, guard);
}

static bool leaves_loop(const context *x, ir_id edge)
{
    const frame *f = x->standing.top;
    if (f->loop == IR_NONE)
        return false;
    uint32_t target = x->s->program->edges.data[edge].target - x->s->program->functions.data[f->function].first_block;
    return !loops_contains(f->loops, f->loop, target);
}

/* What a thread that is not alone reads at a fixed place, and knows without an event, will be the same for ever: such
 * a test does not bring a loop to its end. */
static bool makes_way(context *x, const ir_instruction *in)
{
    if (x->s->threads.size == 1)
        return true;
    const uint64_t *known = map_find(&x->fixed_tests, map_key(in));
    if (known)
        return !*known;
    const ir_function *function = &x->s->program->functions.data[x->standing.top->function];
    bool is_fixed = loops_test_is_fixed(x->s->program, function, in);
    map_put(&x->fixed_tests, map_key(in), is_fixed);
    return !is_fixed;
}

static void branch(context *x, const ir_instruction *in)
{
    term condition = guard_simplify(&x->s->guards, x->standing.guard, symex_operand(x, in->a, 1));
    term known = guard_decides(&x->s->guards, x->standing.guard, condition);
    if (known != TERM_NONE)
        condition = known;
    if (condition <= TERM_TRUE && (leaves_loop(x, in->b) || leaves_loop(x, in->c)) && makes_way(x, in))
        x->standing.effects.has_known_exit = true;
    take_edge(x, in->b, guard_narrow(&x->s->guards, x->standing.guard, condition));
    take_edge(x, in->c, guard_narrow(&x->s->guards, x->standing.guard, term_not(terms_of(x), condition)));
}

static void choose_case(context *x, const ir_instruction *in)
{
    const ir_switch *sw = &x->s->program->switches.data[in->c];
    term value = symex_operand(x, in->a, in->width), rest = x->standing.guard;
    for (uint32_t i = 0; i < sw->case_count; i++) {
        const ir_case *c = &x->s->program->cases.data[sw->first_case + i];
        term wanted = term_constant(terms_of(x), in->width, c->low | (term_value)c->high << IR_SLOT_BITS);
        term is_it = term_eq(terms_of(x), value, wanted);
        take_edge(x, c->edge, guard_narrow(&x->s->guards, rest, is_it));
        rest = guard_narrow(&x->s->guards, rest, term_not(terms_of(x), is_it));
    }
    take_edge(x, sw->otherwise, rest);
}

/* ---- calls ---- */

static void return_from(context *x, const ir_instruction *in)
{
    frame *f = x->standing.top;
    const ir_function *function = &x->s->program->functions.data[f->function];
    for (uint32_t i = 0; i < in->aux; i++) {
        term value = symex_operand(x, x->s->program->operands.data[in->b + i], function->results.data[i].width);
        bool is_first = f->returning.guards.size == 0;
        f->results[i] = is_first ? value : term_ite(terms_of(x), x->standing.guard, value, f->results[i]);
    }
    meet(x, &f->returning, f->returning.guards.size == 0, x->standing.guard);
    vec_push(&f->returning.guards, x->standing.guard);
}

/* Could a call like this lead to that function? */
static bool fits(const context *x, const ir_call *call, const ir_function *f)
{
    const ir_type *types = &x->s->program->types.data[call->first_type];
    /* A call without variable arguments leaves out their address. */
    uint32_t left_out = f->is_variadic && call->argument_count + 1 == f->parameters.size;
    if (f->block_count == 0 || f->parameters.size != call->argument_count + left_out)
        return false;
    for (uint32_t i = 0; i < call->argument_count; i++)
        if (f->parameters.data[i].type.width != types[i].width)
            return false;
    for (uint32_t i = 0; i < call->result_count; i++)
        if (x->s->program->operands.data[call->first_result + i] != IR_NONE &&
            (i >= f->results.size || f->results.data[i].width != types[call->argument_count + i].width))
            return false;
    return true;
}

static void set_results(context *x, const ir_call *call, const term *results, uint32_t count, term guard, bool is_only)
{
    for (uint32_t i = 0; i < call->result_count && i < count; i++) {
        ir_register reg = x->s->program->operands.data[call->first_result + i];
        if (reg == IR_NONE)
            continue;
        term old = x->standing.top->registers[reg];
        symex_set(x, reg, is_only || old == TERM_NONE ? results[i] : term_ite(terms_of(x), guard, results[i], old));
    }
}

static void call_one(context *x, const ir_call *call, ir_id function, bool is_only)
{
    const ir_function *callee = &x->s->program->functions.data[function];
    if (callee->block_count == 0) {
        symex_record_claim(x, SYMEX_UNSUPPORTED, x->standing.guard,
                           "function `%s`, which is neither defined nor modelled", callee->name);
        x->standing.guard = TERM_FALSE;
        return;
    }
    uint32_t count = callee->parameters.size;
    term *arguments = alloc_bytes((count + callee->results.size + 1) * sizeof(term));
    term *results = arguments + count;
    if (count > call->argument_count)
        arguments[count - 1] = term_constant(terms_of(x), callee->parameters.data[count - 1].type.width, 0);
    for (uint32_t i = 0; i < call->argument_count; i++)
        arguments[i] = symex_operand(x, x->s->program->operands.data[call->first_argument + i],
                                     callee->parameters.data[i].type.width);
    symex_call(x, function, arguments, x->standing.pc, results);
    if (x->standing.guard != TERM_FALSE)
        set_results(x, call, results, callee->results.size, x->standing.guard, is_only);
    free(arguments);
}

/* It may mean every function whose address is used as a value somewhere, and that takes such arguments. */
static void call_through_pointer(context *x, const ir_call *call, term target)
{
    const ir_program *program = x->s->program;
    term rest = x->standing.guard;
    guard_list came_back = {0};
    pending before = {.atomic_depth = x->standing.atomic_depth, .block = x->standing.block}, after = before;
    before.holding = after.holding = x->standing.holding;
    for (uint32_t i = 0; i < call->result_count; i++)
        symex_set(x, program->operands.data[call->first_result + i], TERM_NONE);
    for (ir_id f = 0; f < program->functions.size && rest != TERM_FALSE; f++) {
        if (!x->is_address_taken[f] || !fits(x, call, &program->functions.data[f]))
            continue;
        term address = term_constant(terms_of(x), IR_SLOT_BITS, ir_pointer(ir_function_object(program, f), 0));
        term is_it = term_eq(terms_of(x), target, address);
        x->standing.guard = guard_narrow(&x->s->guards, rest, is_it);
        if (x->standing.guard == TERM_FALSE)
            continue;
        rest = guard_narrow(&x->s->guards, rest, term_not(terms_of(x), is_it));
        stand_as(x, &before);
        call_one(x, call, f, false);
        if (x->standing.guard == TERM_FALSE)
            continue;
        meet(x, &after, came_back.size == 0, x->standing.guard);
        vec_push(&came_back, x->standing.guard);
    }
    stand_as(x, &after);
    symex_record_claim(x, SYMEX_MEMORY, rest, "call through a pointer to no function of this type");
    x->standing.guard = guard_join(&x->s->guards, &came_back);
}

static void call(context *x, const ir_instruction *in)
{
    const ir_program *program = x->s->program;
    const ir_call *c = &program->calls.data[in->c];
    term target = guard_simplify(&x->s->guards, x->standing.guard, symex_operand(x, c->callee, IR_SLOT_BITS));
    if (!term_is_constant(terms_of(x), target)) {
        call_through_pointer(x, c, target);
        return;
    }
    uint64_t address = (uint64_t)term_constant_value(terms_of(x), target);
    ir_id function = ir_function_at(program, address);
    if (function == IR_NONE ||
        (program->functions.data[function].block_count > 0 && !fits(x, c, &program->functions.data[function]))) {
        symex_record_claim(x, SYMEX_MEMORY, x->standing.guard,
                           address ? "call through a pointer to no function of this type"
                                   : "call through a null pointer");
        x->standing.guard = TERM_FALSE;
        return;
    }
    call_one(x, c, function, true);
}

/* ---- blocks ---- */

void symex_count_work(context *x)
{
    enum { WORK_BETWEEN_QUESTIONS = 4096 };
    if (++x->work % WORK_BETWEEN_QUESTIONS || x->is_over || x->options->wants_to_stop == NULL ||
        !x->options->wants_to_stop(x->options->context))
        return;
    x->is_over = true;
    diag_fail(x->d, STATUS_LIMIT, "stopped while unrolling");
}

static void execute_instruction(context *x, const ir_instruction *in)
{
    switch ((ir_op)in->op) {
    case IR_BR:
        take_edge(x, in->c, x->standing.guard);
        break;
    case IR_CONDBR:
        branch(x, in);
        break;
    case IR_SWITCH:
        choose_case(x, in);
        break;
    case IR_RET:
        return_from(x, in);
        break;
    case IR_CALL:
        call(x, in);
        break;
    case IR_LOAD:
        symex_set(x, in->dst, symex_load(x, symex_operand(x, in->a, IR_SLOT_BITS), in->width / 8));
        break;
    case IR_STORE:
        symex_store(x, symex_operand(x, in->a, IR_SLOT_BITS), in->width / 8, symex_operand(x, in->b, in->width));
        break;
    case IR_RMW:
    case IR_CMPXCHG:
        symex_rmw(x, in);
        break;
    case IR_MEMCPY:
    case IR_MEMMOVE:
    case IR_MEMSET:
        symex_bulk(x, in);
        break;
    default:
        if (in->op <= IR_SELECT)
            symex_compute(x, in);
        else
            symex_sync(x, in);
        break;
    }
}

static void run_block(context *x, uint32_t block, pending *p)
{
    const ir_block *b = block_at(x, block);
    x->standing.guard = guard_join(&x->s->guards, &p->guards);
    stand_as(x, p);
    for (uint32_t i = 0; i < b->parameters.size; i++)
        x->standing.top->registers[b->parameters.data[i].reg] = p->arguments[i];
    for (uint32_t i = 0; i < b->count && x->standing.guard != TERM_FALSE && !x->is_over; i++) {
        x->standing.pc = b->first + i;
        symex_count_work(x);
        execute_instruction(x, &x->s->program->code.data[x->standing.pc]);
    }
}

/* ---- loops ---- */

static void run_loop(context *x, uint32_t loop);

/* Runs the blocks order[first .. first + count), of which inner loops are run as one piece. */
static void run_region(context *x, uint32_t first, uint32_t count)
{
    frame *f = x->standing.top;
    for (uint32_t i = first; i < first + count && !x->is_over;) {
        uint32_t block = f->loops->order[i], inner = f->loops->innermost[block];
        bool is_header = inner != IR_NONE && inner != f->loop && f->loops->list.data[inner].header == block;
        if (f->arriving[block].guards.size > 0) {
            if (is_header)
                run_loop(x, inner);
            else
                run_block(x, block, &f->arriving[block]);
        }
        i += is_header ? f->loops->list.data[inner].count : 1;
    }
}

/* Does the next iteration begin as this one did? */
static bool is_same_again(const context *x, const term *entry, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (x->standing.top->again.arguments[i] != entry[i])
            return false;
    return true;
}

/* One iteration: the header is at order[first]. */
static void run_iteration(context *x, const loops_loop *l)
{
    guard_list copy = {0};
    const guard_list *arriving = &x->standing.top->arriving[l->header].guards;
    vec_append(&copy, arriving->data, arriving->size);
    x->standing.effects = (effects){
        .changed = TERM_FALSE,
        .guard = guard_join(&x->s->guards, &copy),
        .rmw_changed = TERM_FALSE,
        .first_object = x->s->objects.size,
    };
    run_block(x, l->header, &x->standing.top->arriving[l->header]);
    run_region(x, l->first + 1, l->count - 1);
}

static void add_effects(effects *outer, const effects *inner, term_table *terms)
{
    outer->count += inner->count;
    outer->is_sure |= inner->is_sure && inner->guard == outer->guard;
    outer->changed = term_or(terms, outer->changed, inner->changed);
    outer->waits |= inner->waits;
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

/* By __VERIFIER_loop_bound just before the loop, by its name, or that of all loops. */
static uint32_t bound_of(const context *x, const symex_loop *loop)
{
    if (x->standing.loop_bound)
        return x->standing.loop_bound;
    for (uint32_t i = 0; i < x->options->bound_count; i++)
        if (x->options->bounds[i].function == loop->function && x->options->bounds[i].number == loop->number)
            return x->options->bounds[i].bound;
    return x->options->unwind;
}

static void note_end_of_loop(context *x, uint32_t record, uint32_t iterations, bool is_cut, bool is_waiting)
{
    symex_loop *loop = &x->s->loops.data[record];
    loop->iterations = loop->iterations < iterations ? iterations : loop->iterations;
    loop->is_cut |= is_cut;
    loop->is_waiting |= is_waiting;
}

static bool is_tested_first(const context *x, const loops_loop *l)
{
    const ir_instruction *last = ir_terminator(x->s->program, block_at(x, l->header));
    for (uint32_t i = 0; i < ir_edge_count(x->s->program, last); i++)
        if (leaves_loop(x, ir_edge_at(x->s->program, last, i)))
            return true;
    return false;
}

/* Runs the header on what comes back to it; returns when that would go on inside the loop, which is not followed. */
static term test_once_more(context *x, const loops_loop *l)
{
    frame *f = x->standing.top;
    pending *first = &f->arriving[l->header];
    pending old = *first;
    *first = f->again;
    f->again = old;
    run_block(x, l->header, first);
    guard_list inside = {0};
    for (uint32_t i = l->first; i < l->first + l->count; i++) {
        guard_list *arrived = &f->arriving[f->loops->order[i]].guards;
        vec_append(&inside, arrived->data, arrived->size);
        vec_clear(arrived);
    }
    return guard_join(&x->s->guards, &inside);
}

/* The bound is reached. Where the loop is tested before its body, it is tested once more; what would go on then is not
 * followed. Returns whether there is any such execution. */
static bool cut_loop(context *x, const loops_loop *l, term goes_on, uint32_t iteration)
{
    if (is_tested_first(x, l))
        goes_on = test_once_more(x, l);
    ir_id header = block_at(x, l->header)->first;
    symex_record_cut(x, goes_on, header, iteration);
    return goes_on != TERM_FALSE;
}

/* Has the iteration changed nothing, and forgotten how it began? All but the first test, one iteration and the last
 * test can then be left out of an execution: what the others read was read for nothing. */
static bool has_forgotten(const context *x, uint32_t loop)
{
    const frame *f = x->standing.top;
    const effects *e = &x->standing.effects;
    return e->count == 0 && !e->waits && e->rmw_changed == TERM_FALSE &&
           loops_is_forgetful(f->loops, x->s->program, &x->s->program->functions.data[f->function], loop);
}

/* After an iteration that changes nothing but by an RMW, or on some ways through it only, those executions go on in
 * which it has done so. */
static void keep_changes(context *x, guard_list *guards)
{
    term changed = term_or(terms_of(x), x->standing.effects.changed, x->standing.effects.rmw_changed);
    for (uint32_t i = 0; i < guards->size; i++)
        guards->data[i] = guard_narrow(&x->s->guards, guards->data[i], changed);
}

/* An iteration that changes nothing and ends as it began was only waiting: that it happened can be left out of an
 * execution, and a thread that waits for ever is blocked. So nothing is lost by following only the iteration that
 * leaves. (An RMW that writes back what it read changes nothing; if it may write something else, that is followed.)
 *
 * Waiting on a condition variable lets a mutex go and takes it again, and a thread may do so at any time, signalled or
 * not. Of several such iterations in a row all but one can be left out: instead of waking up, finding that it must
 * wait and letting the mutex go again, the thread does not wake up. What signals it took others may take, and a thread
 * that has one more does not have to use it. So one such iteration is followed, and then the one that leaves. */
static void run_loop(context *x, uint32_t loop)
{
    frame *f = x->standing.top;
    const loops_loop *l = &f->loops->list.data[loop];
    const ir_block *header = block_at(x, l->header);
    uint32_t outer_loop = f->loop, parameters = header->parameters.size, unknown = 0;
    uint32_t record = find_record(x, loop), bound = bound_of(x, &x->s->loops.data[record]), iteration = 1;
    bool is_cut = false, is_waiting = false, has_waited = false;
    x->standing.loop_bound = 0;
    pending outer_again = f->again;
    effects outer_effects = x->standing.effects;
    term *entry = alloc_bytes(parameters * sizeof(term));
    f->loop = loop;
    f->again = (pending){0};
    for (; !x->is_over; iteration++) {
        if (parameters > 0)
            memcpy(entry, f->arriving[l->header].arguments, parameters * sizeof(term));
        run_iteration(x, l);
        add_effects(&outer_effects, &x->standing.effects, terms_of(x));
        if (f->again.guards.size == 0)
            break;
        x->standing.pc = header->first;
        bool is_same = is_same_again(x, entry, parameters);
        bool changes_nothing = x->standing.effects.count == 0 && is_same;
        bool has_waited_before = has_waited;
        has_waited = changes_nothing && x->standing.effects.waits;
        bool is_wait = changes_nothing && (!has_waited || has_waited_before);
        is_waiting |= is_wait;
        if (is_wait || (is_same && !x->standing.effects.waits && !x->standing.effects.is_sure))
            keep_changes(x, &f->again.guards);
        guard_list copy = {0};
        vec_append(&copy, f->again.guards.data, f->again.guards.size);
        term goes_on = guard_join(&x->s->guards, &copy);
        if (goes_on == TERM_FALSE)
            break;
        if (!is_wait && has_forgotten(x, loop)) {
            test_once_more(x, l);
            is_waiting = true;
            break;
        }
        bool is_known = x->standing.effects.has_known_exit && iteration < MAX_KNOWN_ITERATIONS;
        if ((is_wait || (!is_known && !has_waited)) && ++unknown >= bound) {
            if (is_wait)
                symex_record_cut(x, goes_on, header->first, iteration);
            else
                is_cut = cut_loop(x, l, goes_on, iteration);
            break;
        }
        pending *target = &f->arriving[l->header];
        pending old = *target;
        *target = f->again;
        f->again = old;
    }
    note_end_of_loop(x, record, iteration, is_cut, is_waiting);
    vec_clear(&f->again.guards);
    free(f->again.arguments);
    free(entry);
    f->again = outer_again;
    f->loop = outer_loop;
    x->standing.effects = outer_effects;
}

/* ---- functions ---- */

static const loops *loops_of(context *x, ir_id function)
{
    loops **l = &x->loops.data[function];
    if (*l == NULL) {
        *l = alloc_bytes(sizeof **l);
        loops_init(*l, x->s->program, &x->s->program->functions.data[function]);
    }
    return *l;
}

/* Recursion under conditions that are not known is followed as far as loops are. */
static bool is_cut_recursion(const context *x, ir_id function)
{
    uint32_t unknown = 0, depth = 0;
    term guard = x->standing.guard;
    for (const frame *f = x->standing.top; f; f = f->caller, depth++) {
        if (f->function != function)
            continue;
        unknown += f->entry_guard != guard;
        guard = f->entry_guard;
    }
    return unknown > x->options->unwind || depth > MAX_DEPTH;
}

static void clear_frame(frame *f, uint32_t block_count)
{
    for (uint32_t b = 0; b < block_count; b++) {
        vec_clear(&f->arriving[b].guards);
        free(f->arriving[b].arguments);
    }
    free(f->arriving);
    free(f->registers);
    vec_clear(&f->returning.guards);
    vec_clear(&f->locals);
}

/* The results are written through the frame. NOLINTNEXTLINE(readability-non-const-parameter) */
/* The user's call of a model has ended. If all it did was to wait on a condition variable, what it did to the mutex and
 * the condition variable is no effect of its own. */
static void note_waiting(context *x, const frame *f, const effects *before)
{
    const ir_function *functions = x->s->program->functions.data;
    bool is_users = functions[f->function].is_model && f->caller && !functions[f->caller->function].is_model;
    if (is_users && x->standing.effects.waits) {
        x->standing.effects.count = before->count;
        x->standing.effects.changed = before->changed;
        x->standing.effects.is_sure = before->is_sure;
    }
    x->standing.effects.waits |= before->waits;
}

void symex_call(context *x, ir_id function, const term *arguments, ir_id call_pc, term *results)
{
    const ir_function *callee = &x->s->program->functions.data[function];
    if (is_cut_recursion(x, function)) {
        symex_record_cut(x, x->standing.guard, call_pc, x->options->unwind);
        x->standing.guard = TERM_FALSE;
        return;
    }
    frame f = {
        .caller = x->standing.top,
        .function = function,
        .loops = loops_of(x, function),
        .registers = alloc_bytes((callee->slots + 1) * sizeof(term)),
        .arriving = alloc_zeroed(callee->block_count, sizeof(pending)),
        .loop = IR_NONE,
        .call_pc = call_pc,
        .entry_guard = x->standing.guard,
    };
    f.results = results;
    if (f.loops->is_irreducible) {
        symex_record_claim(x, SYMEX_UNSUPPORTED, x->standing.guard,
                           "a loop with several entries (goto into a loop) in `%s`", callee->name);
        x->standing.guard = TERM_FALSE;
    } else {
        uint32_t depth = x->standing.atomic_depth;
        ir_id pc = x->standing.pc;
        effects before = x->standing.effects;
        x->standing.effects.waits = false;
        x->standing.top = &f;
        for (uint32_t i = 0; i < callee->parameters.size; i++)
            f.registers[callee->parameters.data[i].reg] = arguments[i];
        pending *entry = &f.arriving[0];
        *entry = (pending){.atomic_depth = depth, .block = x->standing.block, .holding = x->standing.holding};
        vec_push(&entry->guards, x->standing.guard);
        run_region(x, 0, f.loops->count);
        x->standing.guard = guard_join(&x->s->guards, &f.returning.guards);
        stand_as(x, &f.returning);
        x->standing.pc = pc;
        /* main's variables live on when it returns: the process is over then. */
        bool is_last = f.caller == NULL && x->thread_return == IR_NONE;
        if (x->standing.guard != TERM_FALSE && (f.caller || x->standing.thread != 0))
            (is_last ? symex_end_locals : symex_kill_locals)(x, &f);
        note_waiting(x, &f, &before);
    }
    x->standing.top = f.caller;
    clear_frame(&f, callee->block_count);
}
