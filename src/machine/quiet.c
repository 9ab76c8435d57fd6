#include "machine/quiet.h"

#include "ir/uses.h"
#include "machine/exec.h"

/* ---- which variables ---- */

/* How the program uses a global. */
typedef struct habits {
    bool is_accessed, is_used_otherwise;
} habits;

static void note_use(const ir_program *program, const ir_instruction *in, ir_operand operand, habits *all)
{
    if (!ir_is_constant(operand))
        return;
    uint64_t value = program->constants.data[operand & ~IR_CONSTANT_BIT];
    uint64_t global = ir_pointer_object(program->layout, value) - 1;
    if (global >= program->globals.size)
        return;
    bool is_address = (in->op == IR_LOAD || in->op == IR_STORE) && operand == in->a && ir_order_of(in) == IR_PLAIN;
    bool is_stored = in->op == IR_STORE && operand == in->b;
    bool is_base = in->op == IR_ADD;
    all[global].is_accessed |= is_address || is_base;
    all[global].is_used_otherwise |= is_stored || !(is_address || is_base);
}

static void find_habits(const ir_program *program, habits *all)
{
    ir_uses uses = {0};
    for (uint32_t f = 0; f < program->functions.size; f++) {
        const ir_function *function = &program->functions.data[f];
        for (uint32_t b = 0; b < function->block_count; b++) {
            const ir_block *block = &program->blocks.data[function->first_block + b];
            for (uint32_t i = 0; i < block->count; i++) {
                const ir_instruction *in = &program->code.data[block->first + i];
                ir_list_uses(program, function, in, &uses);
                for (uint32_t u = 0; u < uses.size; u++)
                    note_use(program, in, uses.data[u].operand, all);
            }
        }
    }
    vec_clear(&uses);
}

void quiet_init(quiet *q, const ir_program *program)
{
    VEC(habits) all = {0};
    uint32_t count = 0;
    *q = (quiet){.contended = IR_NONE};
    vec_resize(&all, program->globals.size);
    vec_resize(&q->bits, program->globals.size);
    find_habits(program, all.data);
    for (uint32_t g = 0; g < program->globals.size && count < QUIET_VARIABLES; g++) {
        const ir_global *global = &program->globals.data[g];
        bool is_variable = !global->is_constant && !global->is_undefined && !global->is_thread_local;
        if (is_variable && !global->is_model && all.data[g].is_accessed && !all.data[g].is_used_otherwise)
            q->bits.data[g] = UINT64_C(1) << count++;
    }
    vec_clear(&all);
}

void quiet_clear(quiet *q)
{
    vec_clear(&q->bits);
}

void quiet_give_up(quiet *q, bool all)
{
    for (uint32_t g = 0; g < q->bits.size; g++)
        if (all || g == q->contended)
            q->bits.data[g] = 0;
    q->contended = IR_NONE;
}

/* The bit of the variable with this object number; 0 if it is not quiet. */
static uint64_t bit_of(const machine *m, uint64_t number)
{
    const quiet *q = m->options.quiet;
    return q && number - 1 < q->bits.size ? q->bits.data[number - 1] : 0;
}

static uint64_t bit_at(const machine *m, uint64_t address)
{
    return bit_of(m, ir_pointer_object(m->program->layout, address));
}

/* ---- what is accessed ---- */

static void contend(const machine *m, uint64_t address)
{
    m->options.quiet->contended = (ir_id)(ir_pointer_object(m->program->layout, address) - 1);
}

static bool is_marked(const quiet_marks *marks, uint64_t bit, bool by_reads)
{
    return (marks->writes | marks->stores | marks->fenced | (by_reads ? marks->reads | marks->past : 0)) & bit;
}

/* Has somebody else a mark that does not go with this access? */
static void meet(const step *s, uint64_t address, uint64_t bit, bool is_write)
{
    for (uint32_t t = 0; t < s->state->threads.size; t++)
        if (t != s->index && is_marked(&s->state->threads.data[t]->marks, bit, is_write))
            contend(s->m, address);
}

/* What a thread does alone needs no mark: who comes later comes after it. */
void quiet_note_read(const step *s, uint64_t address)
{
    uint64_t bit = bit_at(s->m, address);
    if (bit == 0)
        return;
    meet(s, address, bit, false);
    if (!s->is_alone)
        s->thread->marks.reads |= bit;
}

void quiet_note_write(const step *s, uint64_t address)
{
    uint64_t bit = bit_at(s->m, address);
    if (bit == 0)
        return;
    meet(s, address, bit, true);
    if (!s->is_alone)
        s->thread->marks.writes |= bit;
}

/* Is there a W->W fence in the buffer behind this place? */
static bool is_fenced(const machine_thread *thread, uint32_t index)
{
    while (index < thread->buffer.size && thread->buffer.data[index].kind != MACHINE_MARKER)
        index++;
    return index < thread->buffer.size;
}

void quiet_note_commit(const step *s, uint32_t index)
{
    uint64_t address = s->thread->buffer.data[index].address, bit = bit_at(s->m, address);
    if (bit == 0)
        return;
    meet(s, address, bit, true);
    if (is_fenced(s->thread, index))
        s->thread->marks.fenced |= bit;
    else
        s->thread->marks.stores |= bit;
}

void quiet_note_fence(const step *s, bool waits)
{
    quiet_marks *marks = &s->thread->marks;
    if (waits)
        marks->writes |= marks->stores | marks->fenced;
    marks->fenced = waits ? 0 : marks->stores | marks->fenced;
    marks->stores = 0;
}

void quiet_note_buffered(const step *s, uint64_t address)
{
    if (bit_at(s->m, address))
        return;
    s->thread->marks.past |= s->thread->marks.reads;
    s->thread->marks.reads = 0;
}

void quiet_note_wait(const machine_state *state, uint64_t address)
{
    if (bit_at(state->machine, address))
        contend(state->machine, address);
}

static bool has_marks(const quiet_marks *marks)
{
    return marks->reads | marks->writes | marks->past | marks->stores | marks->fenced;
}

void quiet_note_join(const step *s, machine_thread *other)
{
    if (has_marks(&other->marks))
        other->marks.joiner = s->index + 1;
}

/* ---- large steps ---- */

/* What the thread has joined is done with. */
static void forget_joined(machine_state *state, uint32_t thread)
{
    for (uint32_t t = 0; t < state->threads.size; t++)
        if (state->threads.data[t]->marks.joiner == thread + 1)
            state_writable_thread(state, t)->marks = (quiet_marks){0};
}

static bool has_joined(const machine_state *state, uint32_t thread)
{
    for (uint32_t t = 0; t < state->threads.size; t++)
        if (state->threads.data[t]->marks.joiner == thread + 1)
            return true;
    return false;
}

/* Is it the last in the buffer that was no store to a quiet variable? */
static bool is_last(const machine *m, const machine_thread *thread, uint32_t index)
{
    for (uint32_t i = index + 1; i < thread->buffer.size; i++)
        if (thread->buffer.data[i].kind != MACHINE_MARKER && !bit_at(m, thread->buffer.data[i].address))
            return false;
    return true;
}

/* A store that is not quiet goes to memory. It came after every fence that waited, and, with no marker in the buffer,
 * after the last W->W fence. */
static void begin_commit(const machine *m, machine_thread *thread, uint32_t index)
{
    if (bit_at(m, thread->buffer.data[index].address))
        return;
    bool is_queue = m->options.model->buffers == MODEL_ONE_BUFFER;
    thread->marks.writes = 0;
    if (is_queue)
        thread->marks.stores = 0;
    if (is_queue || !is_fenced(thread, 0))
        thread->marks.fenced = 0;
    if (is_last(m, thread, index))
        thread->marks.past = 0;
}

void quiet_begin(const machine *m, machine_state *state, const machine_choice *choice)
{
    machine_thread *thread = state_writable_thread(state, choice->thread);
    if (choice->kind == MACHINE_COMMIT) {
        begin_commit(m, thread, choice->index);
        return;
    }
    forget_joined(state, choice->thread);
    thread->marks.reads = thread->marks.past = thread->marks.writes = 0;
    if (sync_needs_empty_buffer(state, choice->thread, step_pending(m, thread)))
        thread->marks.stores = thread->marks.fenced = 0;
}

static bool find_commit(const machine *m, const machine_state *state, uint32_t thread, machine_choice *next)
{
    const machine_thread *t = state->threads.data[thread];
    for (uint32_t i = 0; i < t->buffer.size; i++) {
        *next = (machine_choice){.thread = (uint16_t)thread, .kind = MACHINE_COMMIT, .index = i};
        if (t->buffer.data[i].kind == MACHINE_STORE && bit_at(m, t->buffer.data[i].address) &&
            machine_choice_is_enabled(m, state, next))
            return true;
    }
    return false;
}

static bool find_step(const machine *m, const machine_state *state, uint32_t thread, machine_choice *next)
{
    const machine_thread *t = state->threads.data[thread];
    if (t->status != MACHINE_RUNNING)
        return false;
    const ir_instruction *in = step_pending(m, t);
    *next = (machine_choice){.thread = (uint16_t)thread, .kind = MACHINE_STEP};
    return (in->op == IR_LOAD || in->op == IR_STORE) && bit_at(m, sync_pending_value(state, thread, in->a)) &&
           machine_choice_is_enabled(m, state, next);
}

bool quiet_next(const machine *m, const machine_state *state, uint32_t thread, machine_choice *next)
{
    /* After a join it is worth while to begin a new one: what is read then is often what the other has written. */
    return !has_joined(state, thread) && (find_commit(m, state, thread, next) || find_step(m, state, thread, next));
}
