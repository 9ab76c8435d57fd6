/* Places, values and threads in the words of the user's source. */
#include <math.h>
#include <stdlib.h>

#include "ir/uses.h"
#include "machine/exec.h"

void machine_describe_thread(const machine *m, const machine_state *state, uint32_t thread, strbuf *out)
{
    if (thread == 0)
        strbuf_add(out, "main");
    else
        strbuf_addf(out, "T%u (%s)", thread, m->program->functions.data[state->threads.data[thread]->entry].name);
}

/* ---- places ---- */

static const char *without_keyword(const char *name)
{
    static const char *const KEYWORDS[] = {"struct ", "union ", "enum "};
    for (size_t i = 0; i < sizeof KEYWORDS / sizeof *KEYWORDS; i++)
        if (strncmp(name, KEYWORDS[i], strlen(KEYWORDS[i])) == 0)
            return name + strlen(KEYWORDS[i]);
    return name;
}

/* What the source says that the heap object made at `pc` holds. */
static ir_id heap_type(const ir_program *program, ir_id pc)
{
    const ir_instruction *in = &program->code.data[pc];
    return in->op == IR_CALL ? program->calls.data[in->c].pointee : IR_NONE;
}

/* "node#2[1].next": the second node that the main thread has allocated, an array, its element 1. */
static ir_id describe_heap(const machine *m, const machine_object *object, uint64_t number, uint64_t offset,
                           uint64_t size, strbuf *out)
{
    const ir_program *program = m->program;
    uint64_t k, thread = state_owner(m, number, &k);
    ir_id type = heap_type(program, object->id);
    uint64_t element = type == IR_NONE ? 0 : program->ctypes.data[type].size;
    if (element == 0)
        type = IR_NONE;
    strbuf name = {0};
    strbuf_add(&name, type == IR_NONE ? "heap" : without_keyword(program->ctypes.data[type].name));
    if (name.size == 0)
        strbuf_add(&name, "heap");
    if (thread == 0)
        strbuf_addf(&name, "#%llu", (unsigned long long)k + 1);
    else
        strbuf_addf(&name, "#%llu-%llu", (unsigned long long)thread, (unsigned long long)k + 1);
    if (type != IR_NONE && object->size > element && size <= element) {
        strbuf_addf(&name, "[%llu]", (unsigned long long)(offset / element));
        offset %= element;
    }
    ir_id found = IR_NONE;
    if (offset == 0 && size == object->size && type == IR_NONE)
        strbuf_add(out, strbuf_text(&name));
    else
        found = ir_name_place(program, strbuf_text(&name), type, offset, size, out);
    strbuf_clear(&name);
    return found;
}

static ir_id describe_named(const machine *m, const char *name, const char *fallback, ir_id type, uint64_t number,
                            uint64_t offset, uint64_t size, strbuf *out)
{
    uint64_t k, thread = number < m->first_dynamic ? 0 : state_owner(m, number, &k);
    strbuf full = {0};
    strbuf_add(&full, name[0] ? name : fallback);
    if (thread > 0)
        strbuf_addf(&full, "@T%llu", (unsigned long long)thread);
    ir_id found = ir_name_place(m->program, strbuf_text(&full), type, offset, size, out);
    strbuf_clear(&full);
    return found;
}

ir_id machine_describe_place(const machine *m, const machine_state *state, uint64_t address, uint64_t size, strbuf *out)
{
    const ir_program *program = m->program;
    uint64_t number = ir_pointer_object(m->program->layout, address),
             offset = ir_pointer_offset(m->program->layout, address);
    const machine_object *object = state_object(state, number);
    if (object == NULL) {
        if (address == 0)
            strbuf_add(out, "NULL");
        else
            strbuf_addf(out, "0x%llx", (unsigned long long)address);
        return IR_NONE;
    }
    switch ((machine_origin)object->origin) {
    case MACHINE_FROM_GLOBAL:
    case MACHINE_FROM_TLS: {
        const ir_global *global = &program->globals.data[object->id];
        return describe_named(m, global->name, "global", global->type, number, offset, size, out);
    }
    case MACHINE_FROM_SITE: {
        const ir_site *site = &program->sites.data[object->id];
        return describe_named(m, site->name, "local", site->type, number, offset, size, out);
    }
    case MACHINE_FROM_HEAP:
        return describe_heap(m, object, number, offset, size, out);
    case MACHINE_FROM_ARGUMENTS:
        return describe_named(m, "argv", "argv", IR_NONE, number, offset, size, out);
    }
    return IR_NONE;
}

/* ---- values ---- */

static void describe_pointer(const machine *m, const machine_state *state, uint64_t value, strbuf *out)
{
    ir_id function = ir_function_at(m->program, value);
    if (value == 0) {
        strbuf_add(out, "NULL");
    } else if (function != IR_NONE) {
        strbuf_addf(out, "&%s", m->program->functions.data[function].name);
    } else if (state_object(state, ir_pointer_object(m->program->layout, value))) {
        strbuf_add_char(out, '&');
        machine_describe_place(m, state, value, 0, out);
    } else {
        strbuf_addf(out, "0x%llx", (unsigned long long)value);
    }
}

/* The shortest decimal that reads back as the same number. */
static void describe_float(uint8_t size, uint64_t value, strbuf *out)
{
    double x;
    float f;
    if (size == sizeof f) {
        uint32_t bits = (uint32_t)value;
        memcpy(&f, &bits, sizeof f);
        x = (double)f;
    } else {
        memcpy(&x, &value, sizeof x);
    }
    char text[64];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, x);
        double back = strtod(text, NULL);
        if (isnan(x) || (size == sizeof f ? (float)back == (float)x : back == x))
            break;
    }
    strbuf_add(out, text);
}

static void describe_integer(uint8_t size, uint64_t value, bool is_signed, strbuf *out)
{
    uint32_t unused = 64 - size * 8u;
    if (is_signed)
        strbuf_addf(out, "%lld", (long long)((int64_t)(value << unused) >> unused));
    else
        strbuf_addf(out, "%llu", (unsigned long long)value);
}

void machine_describe_value(const machine *m, const machine_state *state, ir_id type, uint8_t size, uint64_t value,
                            strbuf *out)
{
    const ir_ctype *ctype = type == IR_NONE ? NULL : &m->program->ctypes.data[type];
    if (size < sizeof value)
        value &= ir_mask((uint8_t)(size * 8));
    if (ctype == NULL || ctype->size != size) {
        if (size * 8 == m->program->layout.pointer_bits && ir_pointer_object(m->program->layout, value) != 0 &&
            state_object(state, ir_pointer_object(m->program->layout, value)))
            describe_pointer(m, state, value, out);
        else
            describe_integer(size, value, true, out);
        return;
    }
    switch (ctype->kind) {
    case IR_C_BOOL:
        strbuf_add(out, value == 0 ? "false" : "true");
        break;
    case IR_C_UNSIGNED:
        describe_integer(size, value, false, out);
        break;
    case IR_C_FLOAT:
        describe_float(size, value, out);
        break;
    case IR_C_POINTER:
        describe_pointer(m, state, value, out);
        break;
    default:
        describe_integer(size, value, true, out);
        break;
    }
}

/* ---- waiting ---- */

static const ir_instruction *pending(const machine *m, const machine_thread *thread)
{
    return &m->program->code.data[thread->frames.data[thread->frames.size - 1].pc];
}

ir_id machine_user_pc(const machine *m, const machine_state *state, uint32_t thread)
{
    const machine_thread *t = state->threads.data[thread];
    return t->frames.size ? step_user_pc(m, t, t->frames.data[t->frames.size - 1].pc) : IR_NONE;
}

/* The library function that the user called: the model that is outermost on the stack. */
static const char *called_model(const machine *m, const machine_thread *thread)
{
    const char *name = NULL;
    for (uint32_t i = thread->frames.size; i-- > 0;) {
        const ir_function *function = &m->program->functions.data[thread->frames.data[i].function];
        if (!function->is_model)
            break;
        name = function->name;
    }
    return name;
}

static uint64_t operand_value(const machine *m, const machine_thread *thread, ir_operand operand)
{
    if (ir_is_constant(operand))
        return m->program->constants.data[operand & ~IR_CONSTANT_BIT];
    return thread->slots.data[thread->frames.data[thread->frames.size - 1].base + operand];
}

static void describe_holder(const machine *m, const machine_state *state, uint64_t address, strbuf *out)
{
    uint64_t number;
    if (address == 0 || !machine_peek(state, address, sizeof(int), &number) || number == 0 ||
        number > state->threads.size)
        return;
    strbuf_add(out, ", held by ");
    machine_describe_thread(m, state, (uint32_t)number - 1, out);
    strbuf_add(out, state->threads.data[number - 1]->status == MACHINE_RUNNING ? "," : ", which has ended,");
}

/* The lock that a word belongs to: what the library keeps inside of it begins with two underscores. */
static void describe_awaited(const machine *m, const machine_state *state, uint64_t word, strbuf *out)
{
    strbuf name = {0};
    machine_describe_place(m, state, word, sizeof(int), &name);
    const char *inside = strstr(strbuf_text(&name), ".__");
    strbuf_add_bytes(out, strbuf_text(&name), inside ? (size_t)(inside - name.text) : name.size);
    strbuf_clear(&name);
}

void machine_describe_wait(const machine *m, const machine_state *state, uint32_t thread, strbuf *out)
{
    const machine_thread *t = state->threads.data[thread];
    const ir_instruction *in = pending(m, t);
    const char *model = called_model(m, t);
    machine_describe_thread(m, state, thread, out);
    if (in->op == IR_THREAD_JOIN) {
        uint64_t number = operand_value(m, t, in->a);
        strbuf_add(out, " waits for the end of ");
        machine_describe_thread(m, state, (uint32_t)number - 1, out);
    } else if (in->op == IR_AWAIT) {
        const ir_operand *operands = &m->program->operands.data[in->c];
        uint64_t word = operand_value(m, t, operands[IR_AWAIT_WORD]);
        strbuf_add(out, " waits for ");
        describe_awaited(m, state, word, out);
        describe_holder(m, state, operand_value(m, t, operands[IR_AWAIT_HOLDER]), out);
    } else {
        strbuf_add(out, " waits");
    }
    if (model)
        strbuf_addf(out, " in %s", model);
    strbuf_add(out, " at ");
    ir_print_location(m->program, m->program->code.data[machine_user_pc(m, state, thread)].location, out);
}

void machine_describe_choice(const machine *m, const machine_state *state, const machine_choice *choice, strbuf *out)
{
    if (choice->kind == MACHINE_OBJECT) {
        strbuf_addf(out, "where T%u's next object lies", choice->thread);
        return;
    }
    if (choice->kind == MACHINE_SEE) {
        ir_id type = machine_describe_place(m, state, choice->value[1], (uint8_t)choice->index, out);
        strbuf_add(out, " is ");
        machine_describe_value(m, state, type, (uint8_t)choice->index, choice->value[0], out);
        strbuf_addf(out, " as T%u sees it", choice->thread);
        return;
    }
    const machine_thread *thread = state->threads.data[choice->thread];
    if (choice->kind == MACHINE_COMMIT && choice->index < thread->buffer.size) {
        const machine_store *store = &thread->buffer.data[choice->index];
        ir_id type = machine_describe_place(m, state, store->address, store->size, out);
        if (store->kind == MACHINE_KILL) {
            strbuf_add(out, " is gone for all");
            return;
        }
        strbuf_add(out, " = ");
        machine_describe_value(m, state, type, store->size, store->value, out);
        strbuf_add(out, " reaches memory");
        return;
    }
    machine_describe_thread(m, state, choice->thread, out);
    strbuf_add(out, choice->kind == MACHINE_WAKE ? " wakes up by itself at " : " at ");
    ir_id pc = machine_user_pc(m, state, choice->thread);
    ir_print_location(m->program, pc == IR_NONE ? 0 : m->program->code.data[pc].location, out);
}
