/* Loads and stores. A private object is accessed at once; any other access becomes an event. */
#include "symex/context.h"

enum { MAX_STRIDE_BITS = 6, MAX_PLACES = 1 << 16 };

/* ---- objects ---- */

uint64_t symex_new_object(context *x, symex_origin origin, uint32_t id, term size, bool is_private, bool is_zeroed)
{
    vec_push(&x->s->objects, (symex_object){
                                 .origin = origin,
                                 .id = id,
                                 .thread = x->standing.thread,
                                 .size = size,
                                 .guard = x->standing.guard,
                                 .dead = TERM_FALSE,
                                 .is_private = is_private,
                                 .is_zeroed = is_zeroed,
                             });
    if (x->s->objects.size > ir_last_object(x->s->program->layout) && !x->is_over) {
        x->is_over = true;
        diag_fail(x->d, STATUS_LIMIT, "more than %llu objects",
                  (unsigned long long)ir_last_object(x->s->program->layout));
    }
    symex_note_instance(x, x->s->objects.size);
    return x->s->objects.size;
}

term symex_alive(const symex *s, term address)
{
    ir_layout layout = s->program->layout;
    term object = term_extract(s->terms, address, layout.offset_bits, ir_object_bits(layout));
    return term_concat(s->terms, object, term_constant(s->terms, layout.offset_bits, 0));
}

term symex_object_start(const symex *s, term address)
{
    term_table *t = s->terms;
    ir_layout layout = s->program->layout;
    term object = term_extract(t, address, layout.offset_bits, ir_object_bits(layout));
    term base = term_constant(t, layout.offset_bits, ir_object_limit(layout));
    if (layout.pointer_bits == IR_SLOT_BITS) {
        term pages = term_zext(t, object, layout.offset_bits);
        base = term_add(t, base, term_shl(t, pages, term_constant(t, layout.offset_bits, IR_PAGE_BITS)));
    }
    return term_concat(t, object, base);
}

/* ---- private objects ---- */

static term offset_in(context *x, term address, uint64_t object)
{
    term base = symex_address_of(x, object);
    return term_sub(terms_of(x), address, base);
}

/* Goes on only where the condition holds, and claims that it always does. */
static void require(context *x, term condition, const char *problem)
{
    guards *g = &x->s->guards;
    symex_record_claim(x, PROPERTY_DEREFERENCE, guard_narrow(g, x->standing.guard, term_not(terms_of(x), condition)),
                       "%s", problem);
    x->standing.guard = guard_narrow(g, x->standing.guard, condition);
}

static void check_bounds(context *x, uint64_t object, term address, uint64_t size)
{
    require(x, symex_fits(x, object, address, size), "out of bounds: beyond the end of an object");
}

/* The private object must be there, and have these bytes. */
static void check_private(context *x, uint64_t object, term address, uint64_t size)
{
    check_bounds(x, object, address, size);
    require(x, term_not(terms_of(x), x->s->objects.data[object - 1].dead), "a variable that is gone");
}

/* The offsets that a term can mean: from `first` in steps of `step` up to `last`. */
static void find_offsets(context *x, term offset, uint64_t object, uint8_t size, uint64_t *first, uint64_t *step,
                         uint64_t *last)
{
    term_table *t = terms_of(x);
    *step = 1;
    *first = 0;
    for (uint32_t bits = 1; bits <= MAX_STRIDE_BITS; bits++) {
        term low = term_extract(t, offset, 0, bits);
        if (!term_is_constant(t, low))
            break;
        *step = UINT64_C(1) << bits;
        *first = (uint64_t)term_constant_value(t, low);
    }
    term_value most = term_upper_bound(t, x->s->objects.data[object - 1].size);
    term_value upper = term_upper_bound(t, offset);
    most = most >= size ? most - size : 0;
    *last = (uint64_t)(upper < most ? upper : most);
    if (*last >= *first && (*last - *first) / *step > MAX_PLACES)
        *last = symex_cut_size(x, offset);
}

static symex_value load_private(context *x, uint64_t object, term address, uint8_t size)
{
    term_table *t = terms_of(x);
    term offset = offset_in(x, address, object);
    check_private(x, object, address, size);
    if (x->standing.guard == TERM_FALSE)
        return symex_plain(term_constant(t, size * 8u, 0));
    if (term_is_constant(t, offset))
        return symex_private_read(x, object, (uint64_t)term_constant_value(t, offset), size);
    uint64_t first, step, last;
    find_offsets(x, offset, object, size, &first, &step, &last);
    symex_value result = symex_plain(TERM_NONE);
    for (uint64_t at = first; at <= last && !x->is_over; at += step) {
        symex_count_work(x);
        symex_value value = symex_private_read(x, object, at, size);
        term is_it = term_eq(t, offset, symex_number(x, at));
        result = result.value == TERM_NONE ? value : symex_choose(x, is_it, value, result);
    }
    return result;
}

static void store_private(context *x, uint64_t object, term address, uint8_t size, symex_value value)
{
    term_table *t = terms_of(x);
    term offset = offset_in(x, address, object);
    check_private(x, object, address, size);
    if (x->standing.guard == TERM_FALSE)
        return;
    if (term_is_constant(t, offset)) {
        symex_private_write(x, object, (uint64_t)term_constant_value(t, offset), size, value);
        return;
    }
    uint64_t first, step, last;
    find_offsets(x, offset, object, size, &first, &step, &last);
    term guard = x->standing.guard;
    for (uint64_t at = first; at <= last && !x->is_over; at += step) {
        symex_count_work(x);
        x->standing.guard = guard_narrow(&x->s->guards, guard, term_eq(t, offset, symex_number(x, at)));
        if (x->standing.guard != TERM_FALSE)
            symex_private_write(x, object, at, size, value);
    }
    x->standing.guard = guard;
}

/* ---- shared objects ---- */

/* A constant address says at once whether it is good; what others can mean is checked when they are known. */
static bool check_constant_address(context *x, term address, uint8_t size, bool is_write)
{
    term_table *t = terms_of(x);
    if (!term_is_constant(t, address))
        return true;
    uint64_t value = (uint64_t)term_constant_value(t, address),
             number = ir_pointer_object(x->s->program->layout, value);
    const char *problem = NULL;
    if (ir_is_near_null(value))
        problem = "null pointer dereference";
    else if (number == 0 || number > x->s->objects.size || x->s->objects.data[number - 1].origin == SYMEX_FUNCTION ||
             x->s->objects.data[number - 1].is_private)
        problem = "invalid pointer: in no object";
    else if (is_write && x->s->objects.data[number - 1].is_constant)
        problem = "writing a constant";
    if (problem == NULL && number <= x->s->program->globals.size &&
        x->s->program->globals.data[number - 1].is_undefined) {
        symex_record_unsupported(x, x->standing.guard, "external variable `%s`, which is defined nowhere",
                                 x->s->program->globals.data[number - 1].name);
        x->standing.guard = TERM_FALSE;
        return false;
    }
    if (problem) {
        symex_record_claim(x, PROPERTY_DEREFERENCE, x->standing.guard, "%s", problem);
        x->standing.guard = TERM_FALSE;
        return false;
    }
    check_bounds(x, number, address, size);
    return x->standing.guard != TERM_FALSE;
}

/* Could the object be gone when it is accessed? Globals never are, nor the thread's own variables while it has them
 * under their own names. */
static bool needs_alive_check(const context *x, term address)
{
    if (!x->s->frees)
        return false;
    if (!term_is_constant(terms_of(x), address))
        return true;
    uint64_t number = ir_pointer_object(x->s->program->layout, (uint64_t)term_constant_value(terms_of(x), address));
    const symex_object *object = &x->s->objects.data[number - 1];
    return object->origin == SYMEX_HEAP ||
           (object->origin == SYMEX_STACK && (object->thread != x->standing.thread || object->may_die)) ||
           (object->origin == SYMEX_TLS && object->thread != x->standing.thread);
}

static void check_alive(context *x, term address, bool is_store)
{
    term_table *t = terms_of(x);
    term value = term_variable(t, 8, "alive");
    symex_record_event(x, (symex_event){.kind = SYMEX_READ,
                                        .size = 1,
                                        .is_alive_check = true,
                                        .address = symex_alive(x->s, address),
                                        .value = value});
    term is_dead = term_eq(t, value, term_constant(t, 8, 0));
    symex_record_claim_and_go_on(x, PROPERTY_DEREFERENCE, guard_narrow(&x->s->guards, x->standing.guard, is_dead),
                                 "use after free, or of a variable that is gone");
    vec_last(&x->s->claims)->is_late = is_store;
}

void symex_begin_node(context *x)
{
    x->standing.block = x->s->block_count++;
    x->standing.is_update = false;
}

/* The check and the access are one node: begins an atomic block of its own around both, without fences. */
static bool begin_node(context *x, term address, bool is_store)
{
    if (!needs_alive_check(x, address))
        return false;
    bool is_outermost = x->standing.atomic_depth++ == 0;
    if (is_outermost)
        symex_begin_node(x);
    x->standing.is_node = is_outermost;
    check_alive(x, address, is_store && is_outermost);
    return true;
}

static void end_node(context *x, bool is_node)
{
    x->standing.atomic_depth -= is_node;
    x->standing.is_node = false;
}

/* While there is only one thread, it knows what it has stored: its loads need no event. Its stores do, for the threads
 * to come. Both only where the address is known; after a store to an unknown one, nothing is known any more. The same
 * holds of all threads for bytes that nobody writes once there are several. */
static bool is_alone(const context *x)
{
    return x->s->threads.size == 1 && !x->has_lost_track;
}

/* Are these bytes never written while there are several threads? O(log ranges). */
static bool is_settled(const context *x, uint64_t address, uint8_t size)
{
    const symex_written *written = x->options->written;
    if (written == NULL || ir_pointer_object(x->s->program->layout, address) > x->s->early_objects)
        return false;
    uint32_t low = 0, high = written->ranges.size;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (written->ranges.data[middle].end <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low == written->ranges.size || written->ranges.data[low].start >= address + size;
}

/* Does a read order nothing, if what it reads is known? Not under models that are known by axioms, if an acquire leads
 * from it to what follows, or its address leads from what that depends on to all writes that follow. Any other read
 * leads to what depends on it; so does all that leads to it, if fences that keep something before reads keep it before
 * writes as well: where they do not, or nothing is known of the model, all reads are kept. */
static bool orders_nothing(const context *x, depends on_address)
{
    return !x->options->is_weak ||
           (!x->options->keeps_reads && on_address == DEPENDS_NONE && symex_order_here(x) <= IR_RELAXED);
}

static bool knows_value(context *x, term address, depends on_address, uint8_t size)
{
    if (!term_is_constant(terms_of(x), address))
        return false;
    uint64_t at = (uint64_t)term_constant_value(terms_of(x), address);
    if (!is_alone(x) && (!is_settled(x, at, size) || !orders_nothing(x, on_address)))
        return false;
    return symex_private_is_known(x, ir_pointer_object(x->s->program->layout, at),
                                  ir_pointer_offset(x->s->program->layout, at), size);
}

static void note_store(context *x, term address, uint8_t size, symex_value value)
{
    if (!is_alone(x))
        return;
    if (!term_is_constant(terms_of(x), address)) {
        x->has_lost_track = true;
        return;
    }
    uint64_t at = (uint64_t)term_constant_value(terms_of(x), address),
             number = ir_pointer_object(x->s->program->layout, at);
    /* On paths that do not come here, it holds what it held before, if that is known. */
    if (x->standing.guard == x->s->objects.data[number - 1].guard ||
        symex_private_is_known(x, number, ir_pointer_offset(x->s->program->layout, at), size))
        symex_private_write(x, number, ir_pointer_offset(x->s->program->layout, at), size, value);
    else
        x->has_lost_track = true;
}

/* With what its own address was computed from. */
static symex_value with_address(const context *x, symex_value value, depends address)
{
    value.depends = symex_depend_both(x, value.depends, address);
    return value;
}

static symex_value load_shared(context *x, term address, depends on_address, uint8_t size)
{
    term_table *t = terms_of(x);
    if (!check_constant_address(x, address, size, false))
        return symex_plain(term_constant(t, size * 8u, 0));
    bool is_node = begin_node(x, address, false);
    symex_value value;
    if (!(is_node && x->options->keeps_checked) && knows_value(x, address, on_address, size)) {
        uint64_t at = (uint64_t)term_constant_value(t, address);
        value = symex_private_read(x, ir_pointer_object(x->s->program->layout, at),
                                   ir_pointer_offset(x->s->program->layout, at), size);
        value = with_address(x, value, on_address);
    } else {
        symex_event event = {.kind = SYMEX_READ, .size = size, .address = address, .on_address = on_address};
        event.value = value.value = term_variable(t, size * 8u, NULL);
        event.unset = value.unset =
            x->s->program->tracks_unset ? term_variable(t, size * 8u, "unset") : (term)SYMEX_ALL_SET;
        value.depends = symex_record_read(x, symex_record_event(x, event));
    }
    end_node(x, is_node);
    return value;
}

static void store_shared(context *x, term address, depends on_address, uint8_t size, symex_value value)
{
    if (!check_constant_address(x, address, size, true))
        return;
    bool is_node = begin_node(x, address, true);
    symex_record_event(x, (symex_event){.kind = SYMEX_WRITE,
                                        .size = size,
                                        .address = address,
                                        .value = value.value,
                                        .unset = value.unset,
                                        .on_address = on_address,
                                        .on_data = value.depends});
    end_node(x, is_node);
    note_store(x, address, size, with_address(x, value, on_address));
    symex_note_effect(x);
}

/* A constant global is read without an event. */
static bool read_constant(context *x, symex_place place, term address, uint8_t size, term *value)
{
    term_table *t = terms_of(x);
    if (!term_is_constant(t, address) || !orders_nothing(x, place.depends))
        return false;
    uint64_t at = (uint64_t)term_constant_value(t, address), number = ir_pointer_object(x->s->program->layout, at),
             bytes = 0;
    const ir_program *program = x->s->program;
    if (number == 0 || number > program->globals.size || !program->globals.data[number - 1].is_constant)
        return false;
    const ir_global *global = &program->globals.data[number - 1];
    if (ir_pointer_offset(x->s->program->layout, at) + size > global->size)
        return false;
    memcpy(&bytes, global->bytes + ir_pointer_offset(x->s->program->layout, at), size);
    *value = term_constant(t, size * 8u, bytes);
    return true;
}

/* ---- both ----
 *
 * A private object is like a register: an access to it is no event that others could depend on, so what it reads, and
 * what is stored, depends on what its address was computed from as well. */

symex_value symex_load(context *x, symex_place place, uint8_t size)
{
    term_table *t = terms_of(x);
    targets found = {0};
    guard_list ends = {0};
    symex_value result = symex_plain(TERM_NONE);
    symex_find_targets(x, place, size, &found);
    for (uint32_t i = 0; i < found.size; i++) {
        const target *at = &found.data[i];
        symex_value value = {TERM_NONE, place.depends, SYMEX_ALL_SET};
        x->standing.guard = at->guard;
        if (at->object)
            value = with_address(x, load_private(x, at->object, at->address, size), place.depends);
        else if (!read_constant(x, place, at->address, size, &value.value))
            value = load_shared(x, at->address, place.depends, size);
        result = result.value == TERM_NONE ? value : symex_choose(x, at->guard, value, result);
        vec_push(&ends, x->standing.guard);
    }
    x->standing.guard = guard_join(&x->s->guards, &ends);
    vec_clear(&found);
    return result.value == TERM_NONE ? symex_plain(term_constant(t, size * 8u, 0)) : result;
}

void symex_store(context *x, symex_place place, uint8_t size, symex_value value)
{
    targets found = {0};
    guard_list ends = {0};
    symex_find_targets(x, place, size, &found);
    for (uint32_t i = 0; i < found.size; i++) {
        const target *at = &found.data[i];
        x->standing.guard = at->guard;
        if (at->object)
            store_private(x, at->object, at->address, size, with_address(x, value, place.depends));
        else
            store_shared(x, at->address, place.depends, size, value);
        vec_push(&ends, x->standing.guard);
    }
    x->standing.guard = guard_join(&x->s->guards, &ends);
    vec_clear(&found);
}

static term updated(context *x, const ir_instruction *in, term old, term operand)
{
    term_table *t = terms_of(x);
    switch (ir_rmw_of(in)) {
    case IR_RMW_XCHG:
        return operand;
    case IR_RMW_ADD:
        return term_add(t, old, operand);
    case IR_RMW_SUB:
        return term_sub(t, old, operand);
    case IR_RMW_AND:
        return term_and(t, old, operand);
    case IR_RMW_NAND:
        return term_not(t, term_and(t, old, operand));
    case IR_RMW_OR:
        return term_or(t, old, operand);
    case IR_RMW_XOR:
        return term_xor(t, old, operand);
    case IR_RMW_MAX:
        return term_ite(t, term_slt(t, operand, old), old, operand);
    case IR_RMW_MIN:
        return term_ite(t, term_slt(t, old, operand), old, operand);
    case IR_RMW_UMAX:
        return term_ite(t, term_ult(t, operand, old), old, operand);
    case IR_RMW_UMIN:
        return term_ite(t, term_ult(t, old, operand), old, operand);
    case IR_RMW_FADD:
    case IR_RMW_FSUB:
        return term_float_arithmetic(t, ir_rmw_of(in) == IR_RMW_FADD ? TERM_FADD : TERM_FSUB, old, operand);
    }
    return operand;
}

/* RMW and CMPXCHG: an atomic block of a read and a write; a failed comparison writes nothing. Whether the write
 * changed anything is noted for waiting loops, so it is no effect by itself. */
void symex_rmw(context *x, const ir_instruction *in)
{
    term_table *t = terms_of(x);
    uint8_t size = in->width / 8;
    symex_place place = symex_place_of(x, in->a);
    term operand = symex_operand(x, in->b, in->width);
    symex_enter_atomic(x);
    symex_value loaded = symex_load(x, place, size);
    term old = loaded.value, new;
    if (in->op == IR_CMPXCHG)
        symex_compare_set(x, loaded, operand);
    term guard = x->standing.guard, unset = symex_unset_after_rmw(x, in, loaded.unset);
    depends on_data = symex_depend_both(x, loaded.depends, symex_depends(x, in->b));
    if (in->op == IR_RMW) {
        new = updated(x, in, old, operand);
    } else {
        new = symex_operand(x, in->c, in->width);
        on_data = symex_depend_both(x, on_data, symex_depends(x, in->c));
        x->standing.guard = guard_narrow(&x->s->guards, guard, term_eq(t, old, operand));
    }
    if (x->standing.guard != TERM_FALSE) {
        effects before = x->standing.effects;
        term changed = guard_narrow(&x->s->guards, x->standing.guard, term_ne(t, old, new));
        before.rmw_changed = term_or(t, before.rmw_changed, changed);
        symex_store(x, place, size, (symex_value){new, on_data, unset});
        x->standing.effects = before;
    }
    /* A failed comparison goes on as well; a bad address has stopped the load already. */
    x->standing.guard = guard;
    symex_leave_atomic(x);
    symex_set_value(x, in->dst, loaded);
    symex_set_unset(x, loaded);
}
