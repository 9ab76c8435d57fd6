#include "rf/trace.h"

static void forget_states(rf_trace *t)
{
    for (uint32_t i = 0; i < t->nodes.size; i++)
        machine_state_free(t->nodes.data[i].before);
    machine_state_free(t->before);
    t->before = NULL;
    t->nodes.size = 0;
}

void rf_trace_init(rf_trace *t, places *places, const machine *m, uint32_t width)
{
    *t = (rf_trace){.places = places, .m = m, .model = machine_model_of(m), .width = width, .open = RF_NONE};
}

void rf_trace_clear(rf_trace *t)
{
    forget_states(t);
    for (uint32_t i = 0; i < t->threads.size; i++) {
        vec_clear(&t->threads.data[i].nodes);
        vec_clear(&t->threads.data[i].waiting);
    }
    vec_clear(&t->threads);
    vec_clear(&t->nodes);
    vec_clear(&t->reads);
    vec_clear(&t->writes);
    vec_clear(&t->clocks);
    vec_clear(&t->memory);
    vec_clear(&t->first);
}

#define COPY(field)                                                                                                    \
    do {                                                                                                               \
        t->field.size = 0;                                                                                             \
        vec_append(&t->field, from->field.data, from->field.size);                                                     \
    } while (0)

void rf_trace_copy(rf_trace *t, const rf_trace *from)
{
    forget_states(t);
    COPY(nodes);
    COPY(reads);
    COPY(writes);
    COPY(clocks);
    COPY(memory);
    COPY(first);
    for (uint32_t i = 0; i < t->threads.size; i++) {
        t->threads.data[i].nodes.size = t->threads.data[i].waiting.size = 0;
        t->threads.data[i].start = RF_NONE;
    }
    if (t->threads.size < from->threads.size)
        vec_resize(&t->threads, from->threads.size);
    for (uint32_t i = 0; i < from->threads.size; i++) {
        COPY(threads.data[i].nodes);
        COPY(threads.data[i].waiting);
        t->threads.data[i].start = from->threads.data[i].start;
    }
    t->open = RF_NONE;
    t->is_listening = from->is_listening;
    t->problem = from->problem;
}

const rf_write *rf_trace_find_write(const rf_trace *t, const rf_node *node, uint32_t cell)
{
    for (uint32_t i = 0; i < node->write_count; i++)
        if (t->writes.data[node->first_write + i].cell == cell)
            return &t->writes.data[node->first_write + i];
    return NULL;
}

const rf_read *rf_trace_find_read(const rf_trace *t, const rf_node *node, uint32_t cell)
{
    for (uint32_t i = 0; i < node->read_count; i++)
        if (t->reads.data[node->first_read + i].cell == cell)
            return &t->reads.data[node->first_read + i];
    return NULL;
}

/* ---- nodes ---- */

void rf_trace_note_threads(rf_trace *t, uint32_t count)
{
    while (t->threads.size < count)
        vec_push(&t->threads, (rf_thread){.start = RF_NONE});
}

static rf_thread *thread_at(rf_trace *t, uint32_t thread)
{
    rf_trace_note_threads(t, thread + 1);
    return &t->threads.data[thread];
}

static void merge_clock(rf_trace *t, uint32_t node, const uint32_t *from)
{
    uint32_t *to = t->clocks.data + (size_t)node * t->width;
    for (uint32_t i = 0; i < t->width; i++)
        to[i] = from[i] > to[i] ? from[i] : to[i];
}

static void merge_clock_of(rf_trace *t, uint32_t node, rf_id cause)
{
    if (cause != RF_NONE)
        merge_clock(t, node, rf_trace_clock(t, rf_trace_node_of(t, cause)));
}

static rf_node *add_node(rf_trace *t, const machine_event *e, history_kind kind)
{
    rf_thread *thread = thread_at(t, e->thread);
    uint32_t number = thread->nodes.size, node = t->nodes.size;
    if (e->thread >= t->width || number >= RF_MAX_NUMBER)
        t->problem = "too many threads or steps";
    rf_id before = number > 0 ? rf_make_id(e->thread, number - 1) : thread->start;
    vec_push(&thread->nodes, node);
    vec_push(&t->nodes, (rf_node){
                            .id = rf_make_id(e->thread, number),
                            .kind = (uint8_t)kind,
                            .awaited = RF_NONE,
                            .pc = e->pc,
                            .user_pc = e->user_pc,
                            .first_read = t->reads.size,
                            .first_write = t->writes.size,
                        });
    vec_resize(&t->clocks, (node + 1) * t->width);
    merge_clock_of(t, node, before);
    if (e->thread < t->width)
        t->clocks.data[(size_t)node * t->width + e->thread] = number + 1;
    return &t->nodes.data[node];
}

/* A write of what the node itself has read there is none. */
static void drop_silent_writes(rf_trace *t, rf_node *node)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < node->write_count; i++) {
        rf_write write = t->writes.data[node->first_write + i];
        const rf_read *read = rf_trace_find_read(t, node, write.cell);
        if (read == NULL || read->value != write.value)
            t->writes.data[node->first_write + kept++] = write;
    }
    node->write_count = kept;
    t->writes.size = node->first_write + kept;
}

static void reach_memory(rf_trace *t, uint32_t node)
{
    const rf_node *n = &t->nodes.data[node];
    for (uint32_t i = 0; i < n->write_count; i++) {
        uint32_t cell = t->writes.data[n->first_write + i].cell;
        while (t->memory.size <= cell) {
            vec_push(&t->memory, RF_NONE);
            vec_push(&t->first, RF_NONE);
        }
        t->memory.data[cell] = node;
        if (t->first.data[cell] == RF_NONE)
            t->first.data[cell] = node;
    }
}

static void close_node(rf_trace *t)
{
    if (t->open == RF_NONE)
        return;
    drop_silent_writes(t, &t->nodes.data[t->open]);
    reach_memory(t, t->open);
    t->open = RF_NONE;
    t->open_is_end = false;
}

/* The node that the rest of the choice belongs to. */
static rf_node *open_node(rf_trace *t, const machine_event *e)
{
    if (t->open == RF_NONE) {
        rf_node *node = add_node(t, e, HISTORY_READ);
        t->open = (uint32_t)(node - t->nodes.data);
        node->before = t->before;
        node->known = t->known;
        t->before = NULL;
    }
    return &t->nodes.data[t->open];
}

/* ---- accesses ---- */

static uint64_t part_of(const places *p, uint32_t cell, uint64_t address, uint64_t value)
{
    const places_cell *c = &p->cells.data[cell];
    uint64_t part = value >> (c->address - address) * 8;
    return c->size == PLACES_WORD ? part : part & ((UINT64_C(1) << c->size * 8) - 1);
}

static rf_id source_of(const rf_trace *t, uint32_t thread, uint32_t cell)
{
    const rf_thread *own = &t->threads.data[thread];
    for (uint32_t i = own->waiting.size; i-- > 0;)
        if (rf_trace_find_write(t, &t->nodes.data[own->waiting.data[i]], cell))
            return t->nodes.data[own->waiting.data[i]].id;
    if (cell >= t->memory.size || t->memory.data[cell] == RF_NONE)
        return RF_NONE;
    return t->nodes.data[t->memory.data[cell]].id;
}

static void add_read_of_cell(rf_trace *t, const machine_event *e, uint32_t cell, uint64_t value)
{
    rf_node *node = open_node(t, e);
    if (rf_trace_find_write(t, node, cell) || rf_trace_find_read(t, node, cell))
        return;
    rf_id source = source_of(t, e->thread, cell);
    vec_push(&t->reads, (rf_read){cell, source, value});
    node->read_count++;
    merge_clock_of(t, t->open, source);
}

/* What is not a global variable may have ended. */
static void add_read_of_life(rf_trace *t, const machine_event *e)
{
    const ir_program *program = machine_program(t->m);
    uint64_t object = ir_pointer_object(program->layout, e->address);
    if (object > program->globals.size)
        add_read_of_cell(t, e, places_of_life(t->places, program->layout, e->address), 0);
}

static void add_read(rf_trace *t, const machine_event *e, uint64_t value)
{
    uint32_t cells[PLACES_WORD];
    uint32_t count = e->size ? places_find(t->places, e->address, e->size, cells) : 0;
    add_read_of_life(t, e);
    for (uint32_t i = 0; i < count; i++)
        add_read_of_cell(t, e, cells[i], part_of(t->places, cells[i], e->address, value));
}

static void add_write_of_cell(rf_trace *t, rf_node *node, uint32_t cell, uint64_t value)
{
    for (uint32_t i = 0; i < node->write_count; i++)
        if (t->writes.data[node->first_write + i].cell == cell) {
            t->writes.data[node->first_write + i].value = value;
            return;
        }
    vec_push(&t->writes, (rf_write){cell, value});
    node->write_count++;
}

static void add_writes(rf_trace *t, const machine_event *e, rf_node *node)
{
    uint32_t cells[PLACES_WORD];
    uint32_t count = places_find(t->places, e->address, e->size, cells);
    for (uint32_t i = 0; i < count; i++)
        add_write_of_cell(t, node, cells[i], part_of(t->places, cells[i], e->address, e->value));
}

/* An object ends: dead is 1. */
static void add_end(rf_trace *t, const machine_event *e, rf_node *node)
{
    add_write_of_cell(t, node, places_of_life(t->places, machine_program(t->m)->layout, e->address), 1);
}

/* It writes to memory: where others wait in a buffer, as a block does. */
static rf_node *open_write(rf_trace *t, const machine_event *e)
{
    rf_node *node = open_node(t, e);
    if (node->kind == HISTORY_READ)
        node->kind = model_is_buffered(t->model) ? HISTORY_BLOCK : HISTORY_WRITE;
    return node;
}

static void direct_write(rf_trace *t, const machine_event *e)
{
    add_read_of_life(t, e);
    rf_node *node = open_write(t, e);
    add_writes(t, e, node);
}

static void note_waiting(rf_trace *t, const machine_event *e, rf_node *node)
{
    node->address = e->address;
    node->size = e->kind == MACHINE_EVENT_GONE ? 0 : e->size;
    node->is_kill = e->kind == MACHINE_EVENT_GONE;
    vec_push(&t->threads.data[e->thread].waiting, (uint32_t)(node - t->nodes.data));
}

/* Whether the object is alive is found out now; the write itself has a node of its own. */
static void buffered_write(rf_trace *t, const machine_event *e)
{
    if (e->kind == MACHINE_EVENT_BUFFERED)
        add_read_of_life(t, e);
    close_node(t);
    rf_node *node = add_node(t, e, HISTORY_WRITE);
    if (e->kind == MACHINE_EVENT_BUFFERED)
        add_writes(t, e, node);
    else
        add_end(t, e, node);
    note_waiting(t, e, node);
}

static void commit(rf_trace *t, const machine_event *e)
{
    rf_thread *thread = &t->threads.data[e->thread];
    uint32_t i = 0;
    while (i < thread->waiting.size) {
        const rf_node *node = &t->nodes.data[thread->waiting.data[i]];
        if (node->address == e->address && node->size == e->size)
            break;
        i++;
    }
    assert(i < thread->waiting.size);
    reach_memory(t, thread->waiting.data[i]);
    memmove(&thread->waiting.data[i], &thread->waiting.data[i + 1],
            (thread->waiting.size - i - 1) * sizeof *thread->waiting.data);
    thread->waiting.size--;
}

static void read_modify_write(rf_trace *t, const machine_event *e)
{
    add_read(t, e, e->old);
    rf_node *node = open_node(t, e);
    node->kind = HISTORY_BLOCK;
    if (e->old != e->value)
        add_writes(t, e, node);
}

/* ---- the rest ---- */

static void begin_block(rf_trace *t, const machine_event *e)
{
    open_node(t, e)->kind = HISTORY_BLOCK;
}

static void await(rf_trace *t, const machine_event *e, const machine_state *state)
{
    uint64_t value;
    bool is_first = t->open == RF_NONE;
    machine_peek(state, e->address, e->size, &value);
    add_read(t, e, value);
    begin_block(t, e);
    if (is_first && e->old == 0) {
        uint32_t cells[PLACES_WORD];
        places_find(t->places, e->address, e->size, cells);
        t->nodes.data[t->open].awaited = cells[0];
    }
}

static rf_node *add_fixed(rf_trace *t, const machine_event *e)
{
    close_node(t);
    rf_node *node = add_node(t, e, HISTORY_BLOCK);
    node->is_fixed = true;
    return node;
}

static void start_thread(rf_trace *t, const machine_event *e)
{
    rf_id id = add_fixed(t, e)->id;
    thread_at(t, (uint32_t)e->value)->start = id;
}

/* Nobody else can join it as well, nor detach it: that is an error whoever is first. So it needs no choice. */
static void join_thread(rf_trace *t, const machine_event *e)
{
    rf_node *node = add_fixed(t, e);
    uint32_t cell = places_of_thread(t->places, (uint32_t)e->value);
    t->open = (uint32_t)(node - t->nodes.data);
    add_read_of_cell(t, e, cell, 0);
    add_write_of_cell(t, &t->nodes.data[t->open], cell, 2);
    close_node(t);
}

/* Its variables end with it, in the same step. */
static void end_thread(rf_trace *t, const machine_event *e)
{
    if (!t->open_is_end)
        close_node(t);
    rf_node *node = open_node(t, e);
    node->kind = HISTORY_BLOCK;
    node->is_fixed = true;
    add_write_of_cell(t, node, places_of_thread(t->places, e->thread), 1);
    close_node(t);
}

static void fence(rf_trace *t, const machine_event *e)
{
    ir_fence f = ir_fence_of(&machine_program(t->m)->code.data[e->pc]);
    uint8_t pairs = (ir_fence_is_full(f) ? MODEL_ALL_PAIRS : f.pairs) & t->model->fences;
    if (pairs == 0)
        return;
    close_node(t);
    add_node(t, e, pairs & MODEL_WR ? HISTORY_FENCE : HISTORY_STORE_FENCE);
}

/* A lock that somebody sets up must be set up before others can use it, or the check itself depends on the order. */
static void look_whether_set(rf_trace *t, const machine_event *e)
{
    uint32_t cells[PLACES_WORD];
    if (e->size == 0 || e->size > PLACES_WORD) {
        t->problem = "whether memory was set";
        return;
    }
    const rf_thread *thread = thread_at(t, e->thread);
    uint32_t count = places_find(t->places, e->address, e->size, cells);
    const uint32_t *clock =
        thread->nodes.size > 0 ? rf_trace_clock(t, &t->nodes.data[*vec_last(&thread->nodes)]) : NULL;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = cells[i] < t->first.size ? t->first.data[cells[i]] : RF_NONE;
        if (first == RF_NONE)
            continue;
        rf_id id = t->nodes.data[first].id;
        bool is_own = rf_thread_of(id) == e->thread;
        if (!is_own && (clock == NULL || clock[rf_thread_of(id)] <= rf_number_of(id)))
            t->problem = "a lock that is set up while others may use it";
    }
}

/* What would have been done with an object that has ended is not known: an execution in which it lives could not be
 * planned. So that has to be an error, with which all ends. */
static void look(rf_trace *t, const machine_event *e, const machine_state *state)
{
    uint64_t value = 0;
    if (e->old) {
        t->problem = "an object is used after its end, and that does not count";
    } else if (e->value) {
        look_whether_set(t, e);
    } else {
        if (e->size)
            machine_peek(state, e->address, e->size, &value);
        add_read(t, e, value);
    }
}

static void choose_value(rf_trace *t, const machine_event *e)
{
    close_node(t);
    rf_node *node = add_node(t, e, HISTORY_FENCE);
    node->is_input = true;
    node->input = e->value;
}

/* Everything in a block that was stopped is undone, or it stays, as the event says. */
static void stop(rf_trace *t, const machine_event *e)
{
    if (t->open != RF_NONE && e->value) {
        t->nodes.data[t->open].write_count = 0;
        t->writes.size = t->nodes.data[t->open].first_write;
    }
    close_node(t);
}

static void gone(rf_trace *t, const machine_event *e)
{
    if (e->value) {
        buffered_write(t, e);
        return;
    }
    t->open_is_end |= t->open == RF_NONE;
    add_end(t, e, open_write(t, e));
}

void rf_trace_listen(rf_trace *t, const machine_state *state, const machine_event *e)
{
    t->is_listening |= e->kind == MACHINE_EVENT_START || e->kind == MACHINE_EVENT_NONDET;
    if (!t->is_listening)
        return;
    switch (e->kind) {
    case MACHINE_EVENT_READ:
        add_read(t, e, e->value);
        break;
    case MACHINE_EVENT_LOOK:
        look(t, e, state);
        break;
    case MACHINE_EVENT_WRITE:
        direct_write(t, e);
        break;
    case MACHINE_EVENT_BUFFERED:
        buffered_write(t, e);
        break;
    case MACHINE_EVENT_COMMIT:
        commit(t, e);
        break;
    case MACHINE_EVENT_RMW:
        read_modify_write(t, e);
        break;
    case MACHINE_EVENT_FENCE:
        fence(t, e);
        break;
    case MACHINE_EVENT_START:
        start_thread(t, e);
        break;
    case MACHINE_EVENT_JOIN:
        join_thread(t, e);
        break;
    case MACHINE_EVENT_END:
        end_thread(t, e);
        break;
    case MACHINE_EVENT_ATOMIC_BEGIN:
        begin_block(t, e);
        break;
    case MACHINE_EVENT_AWAIT:
        await(t, e, state);
        break;
    case MACHINE_EVENT_NONDET:
        choose_value(t, e);
        break;
    case MACHINE_EVENT_GONE:
        gone(t, e);
        break;
    case MACHINE_EVENT_STOP:
        stop(t, e);
        break;
    case MACHINE_EVENT_ATOMIC_END:
    case MACHINE_EVENT_ALLOC:
    case MACHINE_EVENT_FREE:
        break;
    }
}

void rf_trace_begin_choice(rf_trace *t, machine_state *before, hash128 known)
{
    assert(t->open == RF_NONE && t->before == NULL);
    t->before = before;
    t->known = known;
}

void rf_trace_end_choice(rf_trace *t)
{
    close_node(t);
    machine_state_free(t->before);
    t->before = NULL;
}
