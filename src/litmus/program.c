/* From a test to a program: its variables, its threads, and main. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "litmus/c_thread.h"
#include "litmus/column.h"
#include "litmus/test.h"

enum { WORD = 64, NARROW = 32, BYTE = 8 };

/* A register that is observed, on its way to main: a part of the thread's result if there is room for it, or else a
 * global that the thread itself writes. */
typedef struct passed {
    bool is_in_result;
    uint8_t shift, width;
} passed;

typedef struct building {
    litmus_test *test;
    ir_program *p;
    uint8_t widest;     /* of all accesses */
    VEC(passed) passed; /* by what is observed */
    diag *d;
} building;

/* ---- variables ---- */

/* `int` is what herd7 takes a variable for that nobody has declared; there, it holds whatever is written to it. */
static uint8_t size_of(const building *b, const litmus_variable *variable)
{
    bool is_default = !variable->type.size || (variable->type.size == TEST_DEFAULT_SIZE && b->test->arch != LITMUS_C);
    if (is_default && variable->elements.size == 1)
        return b->widest > NARROW ? WORD / BYTE : TEST_DEFAULT_SIZE;
    return variable->type.size ? variable->type.size : TEST_DEFAULT_SIZE;
}

static ir_id add_type(ir_program *p, uint8_t size, const litmus_type *type)
{
    static const char *const NAMES[][2] = {
        [1] = {"int8_t", "uint8_t"},
        [2] = {"int16_t", "uint16_t"},
        [4] = {"int", "unsigned int"},
        [8] = {"int64_t", "uint64_t"},
    };
    ir_ctype made = {
        .kind = type->is_pointer    ? IR_C_POINTER
                : type->is_unsigned ? IR_C_UNSIGNED
                                    : IR_C_SIGNED,
        .name = ir_intern(p, type->is_pointer ? "" : NAMES[size][type->is_unsigned]),
        .size = size,
        .element = IR_NONE,
    };
    for (ir_id i = 0; i < p->ctypes.size; i++)
        if (p->ctypes.data[i].kind == made.kind && p->ctypes.data[i].size == size)
            return i;
    vec_push(&p->ctypes, made);
    return p->ctypes.size - 1;
}

static ir_id add_array_type(ir_program *p, ir_id element, uint32_t count)
{
    ir_ctype made = {.kind = IR_C_ARRAY,
                     .name = ir_intern(p, ""),
                     .size = p->ctypes.data[element].size * count,
                     .count = count,
                     .element = element};
    vec_push(&p->ctypes, made);
    return p->ctypes.size - 1;
}

static void add_global(ir_program *p, const char *name, uint64_t size, ir_id type)
{
    ir_global global = {
        .name = ir_intern(p, name), .size = size, .align = BYTE, .type = type, .bytes = alloc_zeroed(size, 1)};
    vec_push(&p->globals, global);
}

static void add_variable(building *b, const litmus_variable *variable)
{
    ir_program *p = b->p;
    uint8_t size = size_of(b, variable);
    uint32_t count = variable->elements.size;
    ir_id type = add_type(p, size, &variable->type);
    if (count > 1)
        type = add_array_type(p, type, count);
    add_global(p, variable->name, (uint64_t)size * count, type);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t number = test_number(b->test, variable->elements.data[i]);
        memcpy(vec_last(&p->globals)->bytes + (size_t)i * size, &number, size);
    }
}

static uint64_t register_address(const building *b, uint32_t index)
{
    uint64_t object = 1;
    for (uint32_t i = 0; i < index; i++)
        object += b->test->observed.data[i].thread != LITMUS_MEMORY;
    return ir_pointer(b->p->layout, object, 0);
}

/* They must be there before main, which needs the numbers of the functions behind them. */
static void add_globals(building *b)
{
    litmus_test *test = b->test;
    for (uint32_t i = 0; i < test->observed.size; i++) {
        litmus_observed *o = &test->observed.data[i];
        if (o->thread == LITMUS_MEMORY) {
            const litmus_variable *variable = &test->variables.data[o->variable];
            o->size = size_of(b, variable);
            o->is_unsigned = variable->type.is_unsigned;
            o->address = test_address(test, o->variable, (uint64_t)o->element * o->size);
        } else {
            o->size = b->passed.data[i].width / BYTE;
            o->address = register_address(b, i);
            add_global(b->p, o->name, o->size, add_type(b->p, o->size, &(litmus_type){0}));
        }
    }
    for (uint32_t i = 0; i < test->variables.size; i++)
        add_variable(b, &test->variables.data[i]);
}

/* ---- threads ---- */

static ir_operand pass_register(building *b, draft *d, uint32_t index, ir_operand result, uint8_t *used)
{
    const litmus_observed *o = &b->test->observed.data[index];
    uint32_t variable = draft_variable_named(d, o->register_name);
    passed *how = &b->passed.data[index];
    how->width = d->variables.data[variable].is_wide ? WORD : NARROW;
    how->is_in_result = *used + how->width <= WORD;
    how->shift = *used;
    ir_operand value = draft_get(d, variable);
    if (!how->is_in_result) {
        draft_emit(d,
                   (ir_instruction){.op = IR_STORE,
                                    .width = how->width,
                                    .a = draft_number(d, WORD, register_address(b, index)),
                                    .b = draft_resize(d, WORD, how->width, false, value)},
                   0);
        return result;
    }
    *used = (uint8_t)(*used + how->width);
    value = draft_resize(d, how->width, WORD, false, draft_resize(d, WORD, how->width, false, value));
    if (how->shift == 0)
        return value;
    return draft_binary(d, IR_OR, WORD, result,
                        draft_binary(d, IR_SHL, WORD, value, draft_number(d, WORD, how->shift)));
}

static bool add_thread(building *b, uint32_t thread)
{
    draft d;
    draft_begin(&d, b->p);
    bool is_fine = b->test->arch == LITMUS_C ? c_translate_thread(b->test, thread, &d, b->d)
                                             : column_translate_thread(b->test, thread, &d, b->d);
    if (is_fine) {
        uint8_t used = 0;
        ir_operand result = draft_number(&d, WORD, 0);
        for (uint32_t i = 0; i < b->test->observed.size; i++)
            if (b->test->observed.data[i].thread == (int)thread)
                result = pass_register(b, &d, i, result, &used);
        char name[16];
        snprintf(name, sizeof name, "P%u", thread);
        draft_finish(&d, name, result);
    }
    b->widest = d.widest > b->widest ? d.widest : b->widest;
    draft_clear(&d);
    return is_fine;
}

/* ---- main ---- */

/* What the assertion of main asks, as one bit. */
static ir_operand emit_condition(building *b, draft *d, uint32_t id, const ir_operand *values)
{
    const litmus_test *test = b->test;
    const litmus_node *node = &test->nodes.data[id];
    ir_operand one = draft_number(d, 1, 1);
    if (node->kind == NODE_TRUE)
        return one;
    if (node->kind == NODE_NOT)
        return draft_binary(d, IR_XOR, 1, emit_condition(b, d, node->a, values), one);
    if (node->kind != NODE_EQUAL) {
        ir_operand first = emit_condition(b, d, node->a, values), second = emit_condition(b, d, node->b, values);
        return draft_binary(d, node->kind == NODE_AND ? IR_AND : IR_OR, 1, first, second);
    }
    uint8_t width = (uint8_t)(test->observed.data[node->a].size * BYTE);
    ir_operand other =
        node->other == UINT32_MAX ? draft_number(d, WORD, test_number(test, node->value)) : values[node->other];
    return draft_compare(d, IR_EQ, width, draft_resize(d, WORD, width, false, values[node->a]),
                         draft_resize(d, WORD, width, false, other));
}

static ir_operand observed_value(const building *b, draft *d, uint32_t index, const ir_operand *results)
{
    const litmus_observed *o = &b->test->observed.data[index];
    uint8_t width = (uint8_t)(o->size * BYTE);
    const passed *how = &b->passed.data[index];
    if (o->thread == LITMUS_MEMORY || !how->is_in_result) {
        ir_operand value = draft_load(d, width, draft_number(d, WORD, o->address), IR_PLAIN);
        return draft_resize(d, width, WORD, false, value);
    }
    ir_operand value = results[o->thread];
    if (how->shift)
        value = draft_binary(d, IR_LSHR, WORD, value, draft_number(d, WORD, how->shift));
    return draft_resize(d, width, WORD, false, draft_resize(d, WORD, width, false, value));
}

static void leave_registers(const building *b, draft *d, const ir_operand *results)
{
    for (uint32_t i = 0; i < b->test->observed.size; i++) {
        const litmus_observed *o = &b->test->observed.data[i];
        uint8_t width = (uint8_t)(o->size * BYTE);
        if (o->thread != LITMUS_MEMORY && b->passed.data[i].is_in_result)
            draft_store(d, width, draft_number(d, WORD, o->address),
                        draft_resize(d, WORD, width, false, observed_value(b, d, i, results)), IR_PLAIN);
    }
}

static void ask(building *b, draft *d, const ir_operand *results)
{
    VEC(ir_operand) values = {0};
    for (uint32_t i = 0; i < b->test->observed.size; i++)
        vec_push(&values, observed_value(b, d, i, results));
    if (b->test->filter != LITMUS_NO_NODE)
        draft_emit(d, (ir_instruction){.op = IR_ASSUME, .a = emit_condition(b, d, b->test->filter, values.data)}, 0);
    ir_operand holds = emit_condition(b, d, b->test->condition, values.data);
    uint32_t yes = draft_new_block(d), no = draft_new_block(d), last = draft_new_block(d);
    bool is_forall = b->test->quantifier == LITMUS_FORALL;
    draft_branch(d, holds, is_forall ? no : yes, is_forall ? yes : no);
    d->current = yes;
    draft_emit(d, (ir_instruction){.op = IR_FAIL, .a = draft_number(d, WORD, 0), .b = PROPERTY_ASSERTION}, 0);
    draft_jump(d, last);
    d->current = no;
    draft_enter(d, last);
    vec_clear(&values);
}

/* All threads start at once: nobody could tell that one runs before another is there. */
static void start_threads(building *b, draft *d, ir_operand *results)
{
    uint32_t count = b->test->threads.size;
    draft_emit(d, (ir_instruction){.op = IR_ATOMIC_BEGIN}, 0);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t function = ir_pointer(b->p->layout, ir_function_object(b->p, i), 0);
        results[i] = draft_emit(d,
                                (ir_instruction){.op = IR_THREAD_START,
                                                 .width = WORD,
                                                 .a = draft_number(d, WORD, function),
                                                 .b = draft_number(d, WORD, 0)},
                                WORD);
    }
    draft_emit(d, (ir_instruction){.op = IR_ATOMIC_END}, 0);
    for (uint32_t i = 0; i < count; i++)
        results[i] = draft_emit(d, (ir_instruction){.op = IR_THREAD_JOIN, .width = WORD, .a = results[i]}, WORD);
}

static void add_main(building *b, bool is_asked)
{
    draft d;
    draft_begin(&d, b->p);
    d.location = ir_location_add(b->p, b->test->file, 1, 0);
    ir_operand *results = alloc_zeroed(b->test->threads.size, sizeof *results);
    start_threads(b, &d, results);
    if (is_asked)
        ask(b, &d, results);
    else
        leave_registers(b, &d, results);
    draft_finish(&d, "main", draft_number(&d, WORD, 0));
    free(results);
    draft_clear(&d);
    b->p->main = b->p->functions.size - 1;
}

/* ---- all ---- */

static bool add_threads(building *b)
{
    vec_resize(&b->passed, b->test->observed.size);
    for (uint32_t i = 0; i < b->test->threads.size; i++)
        if (!add_thread(b, i))
            return false;
    return true;
}

static bool is_sound(const ir_program *p, diag *d)
{
#ifdef NDEBUG
    (void)p, (void)d;
    return true;
#else
    return ir_validate(p, d);
#endif
}

ir_program *litmus_program(litmus_test *test, bool is_asked, diag *d)
{
    static const ir_dialect DIALECTS[] = {
        [LITMUS_X86] = IR_FROM_X86,         [LITMUS_X86_64] = IR_FROM_X86, [LITMUS_PPC] = IR_FROM_PPC,
        [LITMUS_AARCH64] = IR_FROM_AARCH64, [LITMUS_C] = IR_FROM_C,
    };
    building b = {.test = test, .p = ir_program_new(), .d = d};
    b.p->dialect = (uint8_t)DIALECTS[test->arch];
    bool is_fine = add_threads(&b);
    if (is_fine) {
        add_globals(&b);
        add_main(&b, is_asked);
        is_fine = is_sound(b.p, d);
    }
    vec_clear(&b.passed);
    if (is_fine) {
        ir_find_private_sites(b.p);
        return b.p;
    }
    ir_program_free(b.p);
    return NULL;
}
