/* Loads and stores. A private object is accessed at once; any other access becomes an event. */
#include "symex/context.h"

enum { MAX_TARGETS = 64, MAX_STRIDE_BITS = 6 };

/* ---- objects ---- */

uint64_t symex_new_object(context *x, symex_origin origin, uint32_t id, term size, bool is_private, bool is_zeroed)
{
    vec_push(&x->s->objects, (symex_object){
                                 .origin = origin,
                                 .id = id,
                                 .thread = x->standing.thread,
                                 .size = size,
                                 .guard = x->standing.guard,
                                 .is_private = is_private,
                                 .is_zeroed = is_zeroed,
                             });
    if (x->s->objects.size > ir_last_object(x->s->program->layout) && !x->is_over) {
        x->is_over = true;
        diag_fail(x->d, STATUS_LIMIT, "more than %llu objects",
                  (unsigned long long)ir_last_object(x->s->program->layout));
    }
    return x->s->objects.size;
}

term symex_alive(const symex *s, term address)
{
    ir_layout layout = s->program->layout;
    term object = term_extract(s->terms, address, layout.offset_bits, ir_object_bits(layout));
    return term_concat(s->terms, object, term_constant(s->terms, layout.offset_bits, symex_alive_offset(s)));
}

/* ---- which object ---- */

/* The object that the address surely lies in, if it lies in any; 0 if that is not known. */
static uint64_t object_of(context *x, term address)
{
    term_table *t = terms_of(x);
    ir_layout layout = x->s->program->layout;
    term high = term_extract(t, address, layout.offset_bits, ir_object_bits(layout));
    if (term_is_constant(t, high))
        return (uint64_t)term_constant_value(t, high);
    while (term_operation(t, address) == TERM_ADD) {
        for (uint32_t i = 0; i < 2; i++) {
            term part = term_child(t, address, i);
            uint64_t value = term_is_constant(t, part) ? (uint64_t)term_constant_value(t, part) : 0;
            uint64_t object = ir_pointer_object(layout, value);
            /* A negative number is no address. */
            if (object > 0 && object < x->s->objects.size + 1)
                return object;
        }
        address = term_child(t, address, 0);
    }
    return 0;
}

typedef struct target {
    term guard, address;
    uint64_t object; /* a private one, or 0 */
} target;

typedef VEC(target) targets;

/* Takes if-then-else apart where a side leads to a private object; everything else stays one target. */
static void find_targets(context *x, term address, term guard, targets *found)
{
    term_table *t = terms_of(x);
    targets waiting = {0};
    vec_push(&waiting, (target){guard, guard_simplify(&x->s->guards, guard, address), 0});
    while (waiting.size > 0) {
        target at = vec_pop(&waiting);
        if (at.guard == TERM_FALSE)
            continue;
        uint64_t object = object_of(x, at.address);
        bool is_private = object > 0 && object <= x->s->objects.size && x->s->objects.data[object - 1].is_private;
        bool is_choice = object == 0 && term_operation(t, at.address) == TERM_ITE && found->size < MAX_TARGETS;
        if (!is_choice) {
            at.object = is_private ? object : 0;
            vec_push(found, at);
            continue;
        }
        term condition = term_child(t, at.address, 0);
        vec_push(&waiting, (target){guard_narrow(&x->s->guards, at.guard, term_not(t, condition)),
                                    term_child(t, at.address, 2), 0});
        vec_push(&waiting, (target){guard_narrow(&x->s->guards, at.guard, condition), term_child(t, at.address, 1), 0});
    }
    vec_clear(&waiting);
}

/* ---- private objects ---- */

static term offset_in(context *x, term address, uint64_t object)
{
    term base = symex_address_of(x, object);
    return term_sub(terms_of(x), address, base);
}

/* Narrows the guard to accesses inside of the object, and claims that there are no others. */
static void check_bounds(context *x, uint64_t object, term offset, uint64_t size)
{
    term_table *t = terms_of(x);
    const symex_object *o = &x->s->objects.data[object - 1];
    term end = term_add(t, offset, symex_number(x, size));
    term fits = term_and(t, term_ule(t, end, o->size), term_ule(t, offset, end));
    symex_record_claim(x, SYMEX_MEMORY, guard_narrow(&x->s->guards, x->standing.guard, term_not(t, fits)),
                       "out of bounds: %llu byte%s beyond the end of an object", (unsigned long long)size,
                       size == 1 ? "" : "s");
    x->standing.guard = guard_narrow(&x->s->guards, x->standing.guard, fits);
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
}

static term load_private(context *x, uint64_t object, term address, uint8_t size)
{
    term_table *t = terms_of(x);
    term offset = offset_in(x, address, object);
    check_bounds(x, object, offset, size);
    if (x->standing.guard == TERM_FALSE)
        return term_constant(t, size * 8u, 0);
    if (term_is_constant(t, offset))
        return symex_private_read(x, object, (uint64_t)term_constant_value(t, offset), size);
    uint64_t first, step, last;
    find_offsets(x, offset, object, size, &first, &step, &last);
    term result = TERM_NONE;
    for (uint64_t at = first; at <= last && !x->is_over; at += step) {
        symex_count_work(x);
        term value = symex_private_read(x, object, at, size);
        term is_it = term_eq(t, offset, symex_number(x, at));
        result = result == TERM_NONE ? value : term_ite(t, is_it, value, result);
    }
    return result;
}

static void store_private(context *x, uint64_t object, term address, uint8_t size, term value)
{
    term_table *t = terms_of(x);
    term offset = offset_in(x, address, object);
    check_bounds(x, object, offset, size);
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
    if (number == 0)
        problem = "null pointer dereference";
    else if (number > x->s->objects.size || x->s->objects.data[number - 1].origin == SYMEX_FUNCTION)
        problem = "invalid pointer: in no object";
    else if (is_write && x->s->objects.data[number - 1].is_constant)
        problem = "writing a constant";
    if (problem == NULL && number <= x->s->program->globals.size &&
        x->s->program->globals.data[number - 1].is_undefined) {
        symex_record_claim(x, SYMEX_UNSUPPORTED, x->standing.guard, "external variable `%s`, which is defined nowhere",
                           x->s->program->globals.data[number - 1].name);
        x->standing.guard = TERM_FALSE;
        return false;
    }
    if (problem) {
        symex_record_claim(x, SYMEX_MEMORY, x->standing.guard, "%s", problem);
        x->standing.guard = TERM_FALSE;
        return false;
    }
    check_bounds(x, number, symex_number(x, ir_pointer_offset(x->s->program->layout, value)), size);
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

static void check_alive(context *x, term address)
{
    term_table *t = terms_of(x);
    term value = term_variable(t, 8, "alive");
    symex_record_event(x, (symex_event){.kind = SYMEX_READ,
                                        .size = 1,
                                        .is_alive_check = true,
                                        .address = symex_alive(x->s, address),
                                        .value = value});
    term is_dead = term_eq(t, value, term_constant(t, 8, 0));
    symex_record_claim(x, SYMEX_MEMORY, guard_narrow(&x->s->guards, x->standing.guard, is_dead),
                       "use after free, or of a variable that is gone");
}

/* The check and the access are one node: begins an atomic block of its own around both, without fences. */
static bool begin_node(context *x, term address)
{
    bool needs_check = needs_alive_check(x, address);
    if (needs_check && x->standing.atomic_depth++ == 0)
        x->standing.block = x->s->block_count++;
    if (needs_check)
        check_alive(x, address);
    return needs_check;
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

static bool knows_value(context *x, term address, uint8_t size)
{
    if (!term_is_constant(terms_of(x), address))
        return false;
    uint64_t at = (uint64_t)term_constant_value(terms_of(x), address);
    if (!is_alone(x) && !is_settled(x, at, size))
        return false;
    return symex_private_is_known(x, ir_pointer_object(x->s->program->layout, at),
                                  ir_pointer_offset(x->s->program->layout, at), size);
}

static void note_store(context *x, term address, uint8_t size, term value)
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

static term load_shared(context *x, term address, uint8_t size)
{
    term_table *t = terms_of(x);
    if (!check_constant_address(x, address, size, false))
        return term_constant(t, size * 8u, 0);
    bool is_node = begin_node(x, address);
    term value;
    if (knows_value(x, address, size)) {
        uint64_t at = (uint64_t)term_constant_value(t, address);
        value = symex_private_read(x, ir_pointer_object(x->s->program->layout, at),
                                   ir_pointer_offset(x->s->program->layout, at), size);
    } else {
        value = term_variable(t, size * 8u, NULL);
        symex_record_event(x, (symex_event){.kind = SYMEX_READ, .size = size, .address = address, .value = value});
    }
    x->standing.atomic_depth -= is_node;
    return value;
}

static void store_shared(context *x, term address, uint8_t size, term value)
{
    if (!check_constant_address(x, address, size, true))
        return;
    bool is_node = begin_node(x, address);
    symex_record_event(x, (symex_event){.kind = SYMEX_WRITE, .size = size, .address = address, .value = value});
    x->standing.atomic_depth -= is_node;
    note_store(x, address, size, value);
    symex_note_effect(x);
}

/* A constant global is read without an event. */
static bool read_constant(context *x, term address, uint8_t size, term *value)
{
    term_table *t = terms_of(x);
    if (!term_is_constant(t, address))
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

/* ---- both ---- */

term symex_load(context *x, term address, uint8_t size)
{
    term_table *t = terms_of(x);
    targets found = {0};
    guard_list ends = {0};
    term result = TERM_NONE;
    find_targets(x, address, x->standing.guard, &found);
    for (uint32_t i = 0; i < found.size; i++) {
        const target *at = &found.data[i];
        term value;
        x->standing.guard = at->guard;
        if (at->object)
            value = load_private(x, at->object, at->address, size);
        else if (!read_constant(x, at->address, size, &value))
            value = load_shared(x, at->address, size);
        result = result == TERM_NONE ? value : term_ite(t, at->guard, value, result);
        vec_push(&ends, x->standing.guard);
    }
    x->standing.guard = guard_join(&x->s->guards, &ends);
    vec_clear(&found);
    return result == TERM_NONE ? term_constant(t, size * 8u, 0) : result;
}

void symex_store(context *x, term address, uint8_t size, term value)
{
    targets found = {0};
    guard_list ends = {0};
    find_targets(x, address, x->standing.guard, &found);
    for (uint32_t i = 0; i < found.size; i++) {
        const target *at = &found.data[i];
        x->standing.guard = at->guard;
        if (at->object)
            store_private(x, at->object, at->address, size, value);
        else
            store_shared(x, at->address, size, value);
        vec_push(&ends, x->standing.guard);
    }
    x->standing.guard = guard_join(&x->s->guards, &ends);
    vec_clear(&found);
}

static term updated(context *x, const ir_instruction *in, term old, term operand)
{
    term_table *t = terms_of(x);
    term sum;
    switch ((ir_rmw)in->aux) {
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
        sum = term_float_arithmetic(t, in->aux == IR_RMW_FADD ? TERM_FADD : TERM_FSUB, old, operand);
        if (term_is_opaque_float(t, sum))
            symex_record_claim(x, SYMEX_UNSUPPORTED, x->standing.guard,
                               "floating-point arithmetic on values that are not known");
        return sum;
    }
    return operand;
}

/* RMW and CMPXCHG: an atomic block of a read and a write; a failed comparison writes nothing. Whether the write
 * changed anything is noted for waiting loops, so it is no effect by itself. */
void symex_rmw(context *x, const ir_instruction *in)
{
    term_table *t = terms_of(x);
    uint8_t size = in->width / 8;
    term address = symex_word(x, in->a), operand = symex_operand(x, in->b, in->width);
    symex_enter_atomic(x);
    term old = symex_load(x, address, size), new;
    term guard = x->standing.guard;
    if (in->op == IR_RMW) {
        new = updated(x, in, old, operand);
    } else {
        new = symex_operand(x, in->c, in->width);
        x->standing.guard = guard_narrow(&x->s->guards, guard, term_eq(t, old, operand));
    }
    if (x->standing.guard != TERM_FALSE) {
        effects before = x->standing.effects;
        term changed = guard_narrow(&x->s->guards, x->standing.guard, term_ne(t, old, new));
        before.rmw_changed = term_or(t, before.rmw_changed, changed);
        symex_store(x, address, size, new);
        x->standing.effects = before;
    }
    /* A failed comparison goes on as well; a bad address has stopped the load already. */
    x->standing.guard = guard;
    symex_leave_atomic(x);
    symex_set(x, in->dst, old);
}

/* ---- memcpy, memmove, memset ---- */

static void copy_piece(context *x, const ir_instruction *in, uint64_t at, uint8_t length)
{
    term_table *t = terms_of(x);
    term offset = symex_number(x, at), value;
    term to = term_add(t, symex_word(x, in->a), offset);
    if (in->op == IR_MEMSET) {
        term byte = term_extract(t, symex_operand(x, in->b, 8), 0, 8);
        value = byte;
        for (uint8_t i = 1; i < length; i++)
            value = term_concat(t, byte, value);
    } else {
        value = symex_load(x, term_add(t, symex_word(x, in->b), offset), length);
    }
    if (x->standing.guard != TERM_FALSE)
        symex_store(x, to, length, value);
}

/* Of a memmove, is the destination surely above the source? */
static bool moves_up(context *x, const ir_instruction *in)
{
    term above = term_ult(terms_of(x), symex_word(x, in->b), symex_word(x, in->a));
    return in->op == IR_MEMMOVE && above == TERM_TRUE;
}

/* A memcpy may copy an object onto itself, but not onto a part of itself. */
static void claim_no_overlap(context *x, const ir_instruction *in, term size)
{
    term_table *t = terms_of(x);
    term to = symex_word(x, in->a), from = symex_word(x, in->b);
    term overlap = term_and(t, term_ult(t, to, term_add(t, from, size)), term_ult(t, from, term_add(t, to, size)));
    term bad = guard_narrow(&x->s->guards, x->standing.guard, term_and(t, term_ne(t, to, from), overlap));
    symex_record_claim(x, SYMEX_MEMORY, bad, "memcpy between overlapping objects");
    x->standing.guard =
        guard_narrow(&x->s->guards, x->standing.guard, term_not(t, term_and(t, term_ne(t, to, from), overlap)));
}

void symex_bulk(context *x, const ir_instruction *in)
{
    term size = symex_word(x, in->c);
    if (!term_is_constant(terms_of(x), size)) {
        symex_record_claim(x, SYMEX_UNSUPPORTED, x->standing.guard,
                           "copying or setting memory of a size that is not known");
        x->standing.guard = TERM_FALSE;
        return;
    }
    uint64_t total = (uint64_t)term_constant_value(terms_of(x), size), rest = total % in->aux;
    if (in->op == IR_MEMCPY && total > 0)
        claim_no_overlap(x, in, size);
    VEC(uint64_t) starts = {0};
    for (uint64_t at = 0; at < total - rest; at += in->aux)
        vec_push(&starts, at);
    uint64_t end = total - rest;
    for (uint64_t piece = in->aux / 2; piece > 0; piece /= 2)
        if (rest & piece) {
            vec_push(&starts, end);
            end += piece;
        }
    bool is_up = moves_up(x, in);
    for (uint32_t i = 0; i < starts.size && x->standing.guard != TERM_FALSE && !x->is_over; i++) {
        uint32_t k = is_up ? starts.size - 1 - i : i;
        uint64_t next = k + 1 < starts.size ? starts.data[k + 1] : total;
        copy_piece(x, in, starts.data[k], (uint8_t)(next - starts.data[k]));
    }
    vec_clear(&starts);
}
