/* Control: blocks, edges and calls. */
#include <stdlib.h>

#include "base/alloc.h"
#include "ir/uses.h"
#include "symex/context.h"

enum { MAX_DEPTH = 1000 };

/* ---- operands ---- */

term symex_operand(const context *x, ir_operand operand, uint8_t width)
{
    if (!ir_is_constant(operand))
        return x->standing.top->registers[operand].value;
    const uint64_t *pool = x->s->program->constants.data + (operand & ~IR_CONSTANT_BIT);
    term_value value = pool[0];
    if (ir_slots(width) == 2)
        value |= (term_value)pool[1] << IR_SLOT_BITS;
    return term_constant(terms_of(x), width, value);
}

term symex_word(const context *x, ir_operand operand)
{
    return symex_operand(x, operand, symex_pointer_bits(x));
}

depends symex_depends(const context *x, ir_operand operand)
{
    return ir_is_constant(operand) ? DEPENDS_NONE : x->standing.top->registers[operand].depends;
}

symex_value symex_value_of(const context *x, ir_operand operand, uint8_t width)
{
    return (symex_value){symex_operand(x, operand, width), symex_depends(x, operand), SYMEX_ALL_SET};
}

void symex_set(context *x, ir_register reg, term value)
{
    symex_set_value(x, reg, symex_plain(value));
}

void symex_set_value(context *x, ir_register reg, symex_value value)
{
    if (reg != IR_NONE)
        x->standing.top->registers[reg] = value;
}

/* ---- edges ---- */

const ir_block *symex_block_at(const context *x, uint32_t block)
{
    const ir_program *program = x->s->program;
    return &program->blocks.data[program->functions.data[x->standing.top->function].first_block + block];
}

/* Where paths join, they must be in the same atomic block, or all in none. */
static void check_same_block(context *x, uint32_t depth, uint32_t block, term guard)
{
    if (depth != x->standing.atomic_depth)
        symex_record_unsupported_and_go_on(x, guard, "an atomic block that ends on one path but not on another");
    else if (depth > 0 && block != x->standing.block)
        symex_record_unsupported_and_go_on(x, guard, "an atomic block that begins on several paths");
}

/* A path comes to where others may have come before: what they have in common of atomic blocks and locks, and
 * what decided them. */
static void meet(context *x, pending *p, bool is_first, term guard)
{
    if (is_first) {
        p->atomic_depth = x->standing.atomic_depth;
        p->block = x->standing.block;
        p->holding = x->standing.holding;
        p->control = x->standing.control;
    } else {
        check_same_block(x, p->atomic_depth, p->block, guard);
        p->holding = symex_join_holding(x, p->holding, x->standing.holding);
        p->control = symex_depend_choice(x, guard, x->standing.control, p->control);
    }
}

static void stand_as(context *x, const pending *p)
{
    x->standing.atomic_depth = p->atomic_depth;
    x->standing.block = p->block;
    x->standing.holding = p->holding;
    x->standing.control = p->control;
}

static void arrive(context *x, pending *p, const ir_edge *edge, uint32_t target, term guard)
{
    const ir_block *block = symex_block_at(x, target);
    bool is_first = p->guards.size == 0;
    meet(x, p, is_first, guard);
    if (p->arguments == NULL)
        p->arguments = alloc_bytes(block->parameters.size * sizeof(symex_value));
    for (uint32_t i = 0; i < edge->argument_count; i++) {
        symex_value value = symex_value_of(x, x->s->program->operands.data[edge->first_argument + i],
                                           block->parameters.data[i].type.width);
        p->arguments[i] = is_first ? value : symex_choose(x, guard, value, p->arguments[i]);
    }
    vec_push(&p->guards, guard);
}

/* The running loop that the block is the header of, or IR_NONE. An edge may lead back from an inner loop to the header
 * of an outer one: `continue` outside, or a computed goto to both headers. */
static uint32_t loop_of_header(const frame *f, uint32_t block)
{
    uint32_t loop = f->loop;
    while (loop != IR_NONE && f->loops->list.data[loop].header != block)
        loop = f->loops->list.data[loop].parent;
    return loop;
}

static void take_edge(context *x, ir_id id, term guard)
{
    if (guard == TERM_FALSE)
        return;
    frame *f = x->standing.top;
    const ir_edge *edge = &x->s->program->edges.data[id];
    uint32_t target = edge->target - x->s->program->functions.data[f->function].first_block;
    uint32_t loop = loop_of_header(f, target);
    arrive(x, loop != IR_NONE ? &f->again[loop] : &f->arriving[target], edge, target, guard);
}

bool symex_leaves_loop(const context *x, ir_id edge)
{
    const frame *f = x->standing.top;
    if (f->loop == IR_NONE)
        return false;
    uint32_t target = x->s->program->edges.data[edge].target - x->s->program->functions.data[f->function].first_block;
    return !loops_contains(f->loops, f->loop, target);
}

static exit_test *find_exit_test(context *x, const ir_instruction *in)
{
    const uint64_t *known = map_find(&x->exit_numbers, map_key(in));
    if (known)
        return &x->exit_tests.data[*known];
    const ir_program *program = x->s->program;
    const ir_function *function = &program->functions.data[x->standing.top->function];
    exit_test new = {
        .definition = ir_is_constant(in->a) ? NULL : loops_definition(program, function, in->a),
        .is_fixed = loops_test_is_fixed(program, function, in),
    };
    map_put(&x->exit_numbers, map_key(in), x->exit_tests.size);
    vec_push(&x->exit_tests, new);
    return vec_last(&x->exit_tests);
}

/* The terms that the condition compares, as far as they fit; false if they are no constants. */
static bool find_compared(const context *x, const ir_instruction *in, const exit_test *test, uint64_t *compared)
{
    const ir_instruction *d = test->definition;
    term a = symex_operand(x, in->a, 1), b = TERM_FALSE;
    if (d && ((d->op >= IR_EQ && d->op <= IR_SLE) || d->op == IR_FCMP)) {
        a = symex_operand(x, d->a, d->width);
        b = symex_operand(x, d->b, d->width);
    }
    *compared = (uint64_t)a << 32 | b;
    return term_is_constant(terms_of(x), a) && term_is_constant(terms_of(x), b);
}

/* A branch out of a loop is decided: does that bring the loop to its end? What a thread that is not alone reads at a
 * fixed place, and knows without an event, will be the same for ever; what is compared with the same again may. What is
 * no constant is decided only because it was decided before in the same iteration. */
static void note_known_exit(context *x, const ir_instruction *in)
{
    exit_test *test = find_exit_test(x, in);
    uint64_t now, run = x->standing.top->run;
    if ((test->is_fixed && x->s->threads.size > 1) || !find_compared(x, in, test, &now))
        return;
    if (test->run != run)
        test->compared = (progress){0};
    test->run = run;
    if (symex_make_progress(&test->compared, now))
        x->standing.effects.has_known_exit = true;
    else
        x->standing.effects.has_stale_exit = true;
}

static void branch(context *x, const ir_instruction *in)
{
    term condition = guard_simplify(&x->s->guards, x->standing.guard, symex_operand(x, in->a, 1));
    term known = guard_decides(&x->s->guards, x->standing.guard, condition);
    if (known != TERM_NONE)
        condition = known;
    symex_depend_control(x, symex_depends(x, in->a));
    if (condition <= TERM_TRUE && (symex_leaves_loop(x, in->b) || symex_leaves_loop(x, in->c)))
        note_known_exit(x, in);
    take_edge(x, in->b, guard_narrow(&x->s->guards, x->standing.guard, condition));
    take_edge(x, in->c, guard_narrow(&x->s->guards, x->standing.guard, term_not(terms_of(x), condition)));
}

static void choose_case(context *x, const ir_instruction *in)
{
    const ir_switch *sw = &x->s->program->switches.data[in->c];
    term value = symex_operand(x, in->a, in->width), rest = x->standing.guard;
    symex_depend_control(x, symex_depends(x, in->a));
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
        symex_value value = symex_value_of(x, x->s->program->operands.data[in->b + i], function->results.data[i].width);
        bool is_first = f->returning.guards.size == 0;
        f->results[i] = is_first ? value : symex_choose(x, x->standing.guard, value, f->results[i]);
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

static void set_results(context *x, const ir_call *call, const symex_value *results, uint32_t count, term guard,
                        bool is_only)
{
    for (uint32_t i = 0; i < call->result_count && i < count; i++) {
        ir_register reg = x->s->program->operands.data[call->first_result + i];
        if (reg == IR_NONE)
            continue;
        symex_value old = x->standing.top->registers[reg];
        bool is_first = is_only || old.value == TERM_NONE;
        symex_set_value(x, reg, is_first ? results[i] : symex_choose(x, guard, results[i], old));
    }
}

static void call_one(context *x, const ir_call *call, ir_id function, bool is_only)
{
    const ir_function *callee = &x->s->program->functions.data[function];
    if (callee->block_count == 0) {
        symex_record_unsupported(x, x->standing.guard, "function `%s`, which is neither defined nor modelled",
                                 callee->name);
        x->standing.guard = TERM_FALSE;
        return;
    }
    uint32_t count = callee->parameters.size;
    symex_value *arguments = alloc_bytes((count + callee->results.size + 1) * sizeof(symex_value));
    symex_value *results = arguments + count;
    if (count > call->argument_count)
        arguments[count - 1] =
            symex_plain(term_constant(terms_of(x), callee->parameters.data[count - 1].type.width, 0));
    for (uint32_t i = 0; i < call->argument_count; i++)
        arguments[i] = symex_value_of(x, x->s->program->operands.data[call->first_argument + i],
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
    before.control = after.control = x->standing.control;
    for (uint32_t i = 0; i < call->result_count; i++)
        symex_set(x, program->operands.data[call->first_result + i], TERM_NONE);
    for (ir_id f = 0; f < program->functions.size && rest != TERM_FALSE; f++) {
        if (!x->is_address_taken[f] || !fits(x, call, &program->functions.data[f]))
            continue;
        term address = symex_number(x, ir_pointer(x->s->program->layout, ir_function_object(program, f), 0));
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
    symex_record_claim(x, PROPERTY_DEREFERENCE, rest, "call through a pointer to no function of this type");
    x->standing.guard = guard_join(&x->s->guards, &came_back);
}

static void call(context *x, const ir_instruction *in)
{
    const ir_program *program = x->s->program;
    const ir_call *c = &program->calls.data[in->c];
    term target = guard_simplify(&x->s->guards, x->standing.guard, symex_word(x, c->callee));
    symex_depend_control(x, symex_depends(x, c->callee));
    if (!term_is_constant(terms_of(x), target)) {
        call_through_pointer(x, c, target);
        return;
    }
    uint64_t address = (uint64_t)term_constant_value(terms_of(x), target);
    ir_id function = ir_function_at(program, address);
    if (function == IR_NONE ||
        (program->functions.data[function].block_count > 0 && !fits(x, c, &program->functions.data[function]))) {
        symex_record_claim(x, PROPERTY_DEREFERENCE, x->standing.guard,
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
    enum { INSTRUCTION_WORK = 18, TERM_WORK = 13 };
    uint64_t builds = term_builds(terms_of(x)), fresh = builds - x->charged_builds;
    x->charged_builds = builds;
    x->work++;
    bool is_too_much = x->options->max_work > 0 && x->work >= x->options->max_work;
    bool is_spent = budget_charge(x->s->budget, INSTRUCTION_WORK + fresh * TERM_WORK);
    if (x->is_over || (!is_too_much && !is_spent))
        return;
    x->is_over = true;
    diag_fail(x->d, STATUS_LIMIT, is_too_much ? "too much to unroll" : "stopped while unrolling");
}

static void load(context *x, const ir_instruction *in)
{
    symex_value value = symex_load(x, symex_place_of(x, in->a), in->width / 8);
    symex_set_value(x, in->dst, value);
    symex_set_unset(x, value);
}

static void store(context *x, const ir_instruction *in)
{
    symex_value value = symex_value_of(x, in->b, in->width);
    value.unset = symex_stored_unset(x);
    symex_store(x, symex_place_of(x, in->a), in->width / 8, value);
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
        load(x, in);
        break;
    case IR_STORE:
        store(x, in);
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

void symex_run_block(context *x, uint32_t block, pending *p)
{
    const ir_block *b = symex_block_at(x, block);
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

/* Recursion under conditions that are not known is followed as far as loops are. `outer` counts the calls of the same
 * function, `unknown` those of them under other conditions. */
static bool is_cut_recursion(context *x, uint32_t outer, uint32_t unknown)
{
    /* A recursion that was cut before was as deep as this, whatever was known of its conditions then. */
    if (x->options->done_unwind && outer == x->options->done_unwind + 1)
        symex_record_passed(x, x->standing.guard);
    return unknown > x->options->unwind || x->depth > MAX_DEPTH;
}

static bool is_cut_call(context *x, ir_id function)
{
    uint32_t unknown = 0, calls = 0;
    term guard = x->standing.guard;
    for (const frame *f = x->standing.top; f; f = f->caller) {
        if (f->function != function)
            continue;
        calls++;
        unknown += f->entry_guard != guard;
        guard = f->entry_guard;
    }
    return is_cut_recursion(x, calls, unknown);
}

bool symex_is_cut_start(context *x, ir_id function)
{
    uint32_t unknown = 0, starts = 0;
    term guard = x->standing.guard;
    for (uint32_t t = x->standing.thread; t != IR_NONE; t = x->s->threads.data[t].parent) {
        const symex_thread *thread = &x->s->threads.data[t];
        if (thread->entry != function)
            continue;
        starts++;
        unknown += thread->guard != guard;
        guard = thread->guard;
    }
    return is_cut_recursion(x, starts, unknown);
}

static void clear_pending(pending *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        vec_clear(&list[i].guards);
        free(list[i].arguments);
    }
    free(list);
}

static void clear_frame(frame *f, uint32_t block_count)
{
    clear_pending(f->arriving, block_count);
    clear_pending(f->again, f->loops->list.size);
    free(f->registers);
    vec_clear(&f->returning.guards);
    vec_clear(&f->locals);
}

/* The user's call of a model has ended. If all it did was to wait on a condition variable, what it did to the mutex and
 * the condition variable is no effect of its own. What functions of the user's did that the model has called is. */
static void note_waiting(context *x, const frame *f, const effects *before)
{
    const ir_function *functions = x->s->program->functions.data;
    effects *now = &x->standing.effects;
    bool is_model = functions[f->function].is_model, is_models = f->caller && functions[f->caller->function].is_model;
    if (is_model && f->caller && !is_models && now->waits && !now->is_called_back) {
        now->count = before->count;
        now->changed = before->changed;
        now->is_sure = before->is_sure;
    }
    now->waits |= before->waits;
    now->is_called_back |= before->is_called_back || (!is_model && is_models);
}

/* The results are written through the frame. NOLINTNEXTLINE(readability-non-const-parameter) */
void symex_call(context *x, ir_id function, const symex_value *arguments, ir_id call_pc, symex_value *results)
{
    const ir_function *callee = &x->s->program->functions.data[function];
    if (is_cut_call(x, function)) {
        symex_record_cut(x, x->standing.guard, call_pc, x->options->unwind, SYMEX_CUT_CALL);
        x->standing.guard = TERM_FALSE;
        return;
    }
    frame f = {
        .caller = x->standing.top,
        .function = function,
        .loops = loops_of(x, function),
        .registers = alloc_bytes((callee->slots + 1) * sizeof(symex_value)),
        .arriving = alloc_zeroed(callee->block_count, sizeof(pending)),
        .loop = IR_NONE,
        .call_pc = call_pc,
        .entry_guard = x->standing.guard,
    };
    f.again = alloc_zeroed(f.loops->list.size, sizeof(pending));
    f.results = results;
    if (f.loops->is_irreducible) {
        symex_record_unsupported(x, x->standing.guard, "a loop with several entries (goto into a loop) in `%s`",
                                 callee->name);
        x->standing.guard = TERM_FALSE;
    } else {
        uint32_t depth = x->standing.atomic_depth;
        ir_id pc = x->standing.pc;
        effects before = x->standing.effects;
        x->standing.effects.waits = false;
        x->standing.effects.is_called_back = false;
        x->standing.top = &f;
        for (uint32_t i = 0; i < callee->parameters.size; i++)
            f.registers[callee->parameters.data[i].reg] = arguments[i];
        x->depth++;
        pending *entry = &f.arriving[0];
        *entry = (pending){.atomic_depth = depth,
                           .block = x->standing.block,
                           .holding = x->standing.holding,
                           .control = x->standing.control};
        vec_push(&entry->guards, x->standing.guard);
        symex_run_region(x, 0, f.loops->count);
        x->depth--;
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
