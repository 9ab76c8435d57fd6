/* Functions: what they do is a row of a table. */
#include <stdlib.h>
#include <string.h>

#include "litmus/c_thread.h"

enum { MOST_ARGUMENTS = 5 };

typedef enum call_kind {
    CALL_LOAD,    /* (pointer) */
    CALL_STORE,   /* (pointer, value) */
    CALL_RMW,     /* (pointer, value): the old value */
    CALL_KERNEL,  /* (value, pointer), or (pointer): nothing, or the new value */
    CALL_CMPXCHG, /* (pointer, expected, desired): the old value */
    CALL_COMPARE, /* (pointer, pointer to expected, desired): has it succeeded? */
    CALL_FENCE,   /* () */
} call_kind;

/* Where the order is: in the row, in the arguments behind the others, or in the row with full fences around it. */
typedef enum call_order { ORDER_GIVEN, ORDER_ARGUMENT, ORDER_FULL } call_order;

typedef struct call_row {
    const char *name;
    call_kind kind;
    call_order from;
    ir_order order;
    ir_rmw op;
    ir_fence_kind fence;
    bool is_macro; /* its first argument is a place, `*x`, not a pointer */
} call_row;

#define C11(NAME, KIND, OP)                                                                                            \
    {.name = NAME, .kind = (KIND), .from = ORDER_GIVEN, .order = IR_SEQ_CST, .op = (OP)},                              \
    {                                                                                                                  \
        .name = NAME "_explicit", .kind = (KIND), .from = ORDER_ARGUMENT, .op = (OP)                                   \
    }

#define KERNEL(NAME, KIND, OP)                                                                                         \
    {.name = NAME, .kind = (KIND), .from = ORDER_FULL, .order = IR_RELAXED, .op = (OP)},                               \
        {.name = NAME "_relaxed", .kind = (KIND), .order = IR_RELAXED, .op = (OP)},                                    \
        {.name = NAME "_acquire", .kind = (KIND), .order = IR_ACQUIRE, .op = (OP)},                                    \
    {                                                                                                                  \
        .name = NAME "_release", .kind = (KIND), .order = IR_RELEASE, .op = (OP)                                       \
    }

#define FENCE(NAME, KIND)                                                                                              \
    {                                                                                                                  \
        .name = NAME, .kind = CALL_FENCE, .fence = (KIND)                                                              \
    }

static const call_row CALLS[] = {
    C11("atomic_load", CALL_LOAD, IR_RMW_XCHG),
    C11("atomic_store", CALL_STORE, IR_RMW_XCHG),
    C11("atomic_exchange", CALL_RMW, IR_RMW_XCHG),
    C11("atomic_fetch_add", CALL_RMW, IR_RMW_ADD),
    C11("atomic_fetch_sub", CALL_RMW, IR_RMW_SUB),
    C11("atomic_fetch_and", CALL_RMW, IR_RMW_AND),
    C11("atomic_fetch_or", CALL_RMW, IR_RMW_OR),
    C11("atomic_fetch_xor", CALL_RMW, IR_RMW_XOR),
    C11("atomic_compare_exchange_strong", CALL_COMPARE, IR_RMW_XCHG),
    {.name = "READ_ONCE", .kind = CALL_LOAD, .order = IR_RELAXED, .is_macro = true},
    {.name = "WRITE_ONCE", .kind = CALL_STORE, .order = IR_RELAXED, .is_macro = true},
    {.name = "ACCESS_ONCE", .kind = CALL_LOAD, .order = IR_RELAXED, .is_macro = true},
    {.name = "rcu_dereference", .kind = CALL_LOAD, .order = IR_RELAXED, .is_macro = true},
    {.name = "rcu_assign_pointer", .kind = CALL_STORE, .order = IR_RELEASE, .is_macro = true},
    {.name = "smp_load_acquire", .kind = CALL_LOAD, .order = IR_ACQUIRE},
    {.name = "smp_store_release", .kind = CALL_STORE, .order = IR_RELEASE},
    {.name = "atomic_read", .kind = CALL_LOAD, .order = IR_RELAXED},
    {.name = "atomic_read_acquire", .kind = CALL_LOAD, .order = IR_ACQUIRE},
    {.name = "atomic_set", .kind = CALL_STORE, .order = IR_RELAXED},
    {.name = "atomic_set_release", .kind = CALL_STORE, .order = IR_RELEASE},
    KERNEL("xchg", CALL_RMW, IR_RMW_XCHG),
    KERNEL("atomic_xchg", CALL_RMW, IR_RMW_XCHG),
    KERNEL("cmpxchg", CALL_CMPXCHG, IR_RMW_XCHG),
    KERNEL("atomic_cmpxchg", CALL_CMPXCHG, IR_RMW_XCHG),
    KERNEL("atomic_add_return", CALL_KERNEL, IR_RMW_ADD),
    KERNEL("atomic_sub_return", CALL_KERNEL, IR_RMW_SUB),
    KERNEL("atomic_inc_return", CALL_KERNEL, IR_RMW_ADD),
    KERNEL("atomic_dec_return", CALL_KERNEL, IR_RMW_SUB),
    {.name = "atomic_add", .kind = CALL_KERNEL, .order = IR_RELAXED, .op = IR_RMW_ADD},
    {.name = "atomic_sub", .kind = CALL_KERNEL, .order = IR_RELAXED, .op = IR_RMW_SUB},
    {.name = "atomic_inc", .kind = CALL_KERNEL, .order = IR_RELAXED, .op = IR_RMW_ADD},
    {.name = "atomic_dec", .kind = CALL_KERNEL, .order = IR_RELAXED, .op = IR_RMW_SUB},
    {.name = "atomic_thread_fence", .kind = CALL_FENCE, .from = ORDER_ARGUMENT},
    FENCE("smp_mb", IR_FENCE_SMP_MB),
    FENCE("smp_wmb", IR_FENCE_SMP_WMB),
    FENCE("smp_rmb", IR_FENCE_SMP_RMB),
    FENCE("smp_mb__before_atomic", IR_FENCE_SMP_BEFORE_ATOMIC),
    FENCE("smp_mb__after_atomic", IR_FENCE_SMP_AFTER_ATOMIC),
    FENCE("barrier", IR_FENCE_COMPILER),
};

static const call_row *find_call(const char *name)
{
    for (size_t i = 0; i < sizeof CALLS / sizeof *CALLS; i++)
        if (strcmp(name, CALLS[i].name) == 0)
            return &CALLS[i];
    return NULL;
}

/* ---- arguments ---- */

typedef struct arguments {
    c_value values[MOST_ARGUMENTS];
    ir_order orders[MOST_ARGUMENTS]; /* of those that are orders */
    char *locals[MOST_ARGUMENTS];    /* of those that are `&local` */
    uint32_t count, order_count;
} arguments;

static bool find_order(const char *name, ir_order *order)
{
    static const struct {
        const char *name;
        ir_order order;
    } ORDERS[] = {
        {"memory_order_relaxed", IR_RELAXED}, {"memory_order_acquire", IR_ACQUIRE},
        {"memory_order_release", IR_RELEASE}, {"memory_order_acq_rel", IR_ACQ_REL},
        {"memory_order_seq_cst", IR_SEQ_CST},
    };
    for (size_t i = 0; i < sizeof ORDERS / sizeof *ORDERS; i++)
        if (strcmp(name, ORDERS[i].name) == 0) {
            *order = ORDERS[i].order;
            return true;
        }
    return false;
}

static bool read_order(c_thread *c, arguments *a)
{
    text before = c->at;
    char *name = c_take_name(c);
    bool is_order = name && find_order(name, &a->orders[a->order_count]);
    a->order_count += is_order;
    if (!is_order)
        c->at = before;
    free(name);
    return is_order;
}

static bool read_argument(c_thread *c, const call_row *row, arguments *a)
{
    c_value *value = &a->values[a->count];
    if (row->is_macro && a->count == 0) {
        a->count++;
        return text_expect(&c->at, "*") && c_unary(c, value);
    }
    text before = c->at;
    if (text_accept(&c->at, "&")) {
        char *name = c_take_name(c);
        const c_local *local = name ? c_find_local(c, name) : NULL;
        if (local && !local->is_parameter) {
            a->locals[a->count++] = name;
            return true;
        }
        free(name);
        c->at = before;
    }
    a->count++;
    return c_expression(c, value);
}

static bool read_arguments(c_thread *c, const call_row *row, arguments *a)
{
    if (!text_expect(&c->at, "("))
        return false;
    if (text_accept(&c->at, ")"))
        return true;
    do {
        if (a->count + a->order_count >= MOST_ARGUMENTS)
            return text_fail_expected(&c->at, "fewer arguments");
        if (!read_order(c, a) && !read_argument(c, row, a))
            return false;
    } while (text_accept(&c->at, ","));
    return text_expect(&c->at, ")");
}

/* ---- what they do ---- */

static bool fail_arguments(const c_thread *c, const call_row *row)
{
    return c_fail(c, "these arguments of `%s` are not supported", row->name);
}

static bool do_rmw(c_thread *c, const call_row *row, const arguments *a, ir_order order, c_value *value)
{
    c_type type;
    bool is_kernel = row->kind == CALL_KERNEL, has_value = a->count == 2;
    const c_value *pointer = &a->values[is_kernel && has_value ? 1 : 0];
    if ((!is_kernel && !has_value) || a->count == 0 || !pointer->type.depth)
        return fail_arguments(c, row);
    if (!c_pointee(c, pointer->type, &type))
        return false;
    c_value by = has_value ? a->values[is_kernel ? 0 : 1] : c_number(c, 1);
    c->accesses++;
    ir_operand operand = c_cut(c, by, type);
    ir_operand old = draft_rmw(c->draft, c_width(type), pointer->operand, row->op, operand, order);
    if (is_kernel)
        old = draft_binary(c->draft, row->op == IR_RMW_ADD ? IR_ADD : IR_SUB, c_width(type), old, operand);
    *value = c_extend(c, old, type);
    return true;
}

static bool do_cmpxchg(c_thread *c, const call_row *row, const arguments *a, ir_order order, c_value *value)
{
    c_type type;
    if (a->count != 3 || !a->values[0].type.depth)
        return fail_arguments(c, row);
    if (!c_pointee(c, a->values[0].type, &type))
        return false;
    ir_order failure = order == IR_ACQUIRE ? IR_ACQUIRE : IR_RELAXED;
    c->accesses++;
    *value = c_extend(c,
                      draft_cmpxchg(c->draft, c_width(type), a->values[0].operand, c_cut(c, a->values[1], type),
                                    c_cut(c, a->values[2], type), order, failure),
                      type);
    return true;
}

/* What was expected is in a local variable, or in memory: then it is read before, and written after a failure. */
static bool do_compare(c_thread *c, const call_row *row, const arguments *a, ir_order order, c_value *value)
{
    draft *d = c->draft;
    c_type type, expected_type;
    if (a->count != 3 || !a->values[0].type.depth || !c_pointee(c, a->values[0].type, &type))
        return fail_arguments(c, row);
    c_local *local = a->locals[1] ? c_find_local(c, a->locals[1]) : NULL;
    if (!local && !c_pointee(c, a->values[1].type, &expected_type))
        return false;
    ir_order failure = a->order_count == 2   ? a->orders[1]
                       : order == IR_ACQ_REL ? IR_ACQUIRE
                       : order == IR_RELEASE ? IR_RELAXED
                                             : order;
    c_value expected = local ? (c_value){draft_get(d, local->variable), local->type}
                             : c_load(c, a->values[1].operand, expected_type, c_plain_order(expected_type));
    c->accesses++;
    ir_operand wanted = c_cut(c, expected, type);
    ir_operand old =
        draft_cmpxchg(d, c_width(type), a->values[0].operand, wanted, c_cut(c, a->values[2], type), order, failure);
    ir_operand is_equal = draft_compare(d, IR_EQ, c_width(type), old, wanted);
    if (local) {
        c_set_local(c, local, c_extend(c, old, type));
    } else {
        uint32_t fail = draft_new_block(d), after = draft_new_block(d);
        uint32_t kept = draft_variable_named(d, "(equal)");
        draft_set(d, kept, draft_resize(d, 1, C_WORD, false, is_equal), false);
        c_value found = c_extend(c, old, type);
        draft_branch(d, is_equal, after, fail);
        d->current = fail;
        c_store(c, a->values[1].operand, expected_type, found, c_plain_order(expected_type));
        draft_enter(d, after);
        *value = (c_value){draft_get(d, kept), C_INT};
        return true;
    }
    *value = (c_value){draft_resize(d, 1, C_WORD, false, is_equal), C_INT};
    return true;
}

static bool do_access(c_thread *c, const call_row *row, const arguments *a, ir_order order, c_value *value)
{
    c_type type;
    if (a->count != (row->kind == CALL_LOAD ? 1u : 2u) || !a->values[0].type.depth)
        return fail_arguments(c, row);
    if (!c_pointee(c, a->values[0].type, &type))
        return false;
    if (row->kind == CALL_LOAD)
        *value = c_load(c, a->values[0].operand, type, order);
    else
        c_store(c, a->values[0].operand, type, a->values[1], order);
    return true;
}

static bool do_fence(c_thread *c, const call_row *row, ir_order order)
{
    static const ir_fence_kind KINDS[] = {
        [IR_RELAXED] = IR_FENCE_COMPILER, [IR_ACQUIRE] = IR_FENCE_ACQUIRE, [IR_RELEASE] = IR_FENCE_RELEASE,
        [IR_ACQ_REL] = IR_FENCE_ACQ_REL,  [IR_SEQ_CST] = IR_FENCE_SEQ_CST,
    };
    draft_fence(c->draft, ir_fence_make(row->from == ORDER_ARGUMENT ? KINDS[order] : row->fence));
    return true;
}

static bool do_call(c_thread *c, const call_row *row, const arguments *a, ir_order order, c_value *value)
{
    switch (row->kind) {
    case CALL_LOAD:
    case CALL_STORE:
        return do_access(c, row, a, order, value);
    case CALL_RMW:
    case CALL_KERNEL:
        return do_rmw(c, row, a, order, value);
    case CALL_CMPXCHG:
        return do_cmpxchg(c, row, a, order, value);
    case CALL_COMPARE:
        return do_compare(c, row, a, order, value);
    case CALL_FENCE:
        break;
    }
    return (a->count == 0 || fail_arguments(c, row)) && do_fence(c, row, order);
}

static bool check_arguments(const c_thread *c, const call_row *row, const arguments *a)
{
    bool has_order = row->from == ORDER_ARGUMENT;
    uint32_t most = row->kind == CALL_COMPARE ? 2 : 1;
    if (a->order_count < has_order || a->order_count > has_order * most)
        return c_fail(c, "expected %s of `%s`", has_order ? "a memory order" : "no memory order", row->name);
    for (uint32_t i = 0; i < a->count; i++)
        if (a->locals[i] && (row->kind != CALL_COMPARE || i != 1))
            return fail_arguments(c, row);
    return true;
}

bool c_call(c_thread *c, const char *name, c_value *value)
{
    const call_row *row = find_call(name);
    arguments a = {0};
    *value = c_number(c, 0);
    if (row == NULL)
        return c_fail(c, "function `%s` is not supported", name);
    bool is_fine = read_arguments(c, row, &a) && check_arguments(c, row, &a);
    if (is_fine) {
        ir_order order = row->from == ORDER_ARGUMENT ? a.orders[0] : row->order;
        if (row->from == ORDER_FULL)
            draft_fence(c->draft, ir_fence_make(IR_FENCE_SMP_MB));
        is_fine = do_call(c, row, &a, order, value);
        if (row->from == ORDER_FULL)
            draft_fence(c->draft, ir_fence_make(IR_FENCE_SMP_MB));
    }
    for (uint32_t i = 0; i < MOST_ARGUMENTS; i++)
        free(a.locals[i]);
    return is_fine;
}
