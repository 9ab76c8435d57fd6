#include "report/classes.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "report/violation.h"

/* ---- reads ---- */

/* Bytes next to each other that a node reads from the same write. */
typedef struct piece {
    uint64_t address;
    uint32_t size;
    rf_id source;
    uint64_t value;
} piece;

static ir_layout layout_of(const rf_run *run)
{
    return machine_program(run->m)->layout;
}

/* Whether an object or a thread lives has a cell, too, which is nobody's variable. */
static bool is_memory(const rf_run *run, uint64_t address)
{
    ir_layout layout = layout_of(run);
    return ir_pointer_object(layout, address) != 0 && (address & ((UINT64_C(1) << layout.offset_bits) - 1)) != 0;
}

/* Joins cells that were cut apart by other accesses. */
static bool find_piece(const rf_run *run, const rf_node *node, uint32_t *at, piece *p)
{
    const rf_read *reads = run->trace.reads.data + node->first_read;
    while (*at < node->read_count && !is_memory(run, run->places->cells.data[reads[*at].cell].address))
        ++*at;
    if (*at == node->read_count)
        return false;
    *p = (piece){.address = run->places->cells.data[reads[*at].cell].address, .source = reads[*at].source};
    for (; *at < node->read_count; ++*at) {
        const places_cell *cell = &run->places->cells.data[reads[*at].cell];
        if (cell->address != p->address + p->size || reads[*at].source != p->source ||
            p->size + cell->size > sizeof p->value)
            break;
        p->value |= reads[*at].value << p->size * 8;
        p->size += cell->size;
    }
    return true;
}

static char *describe_thread(const rf_run *run, uint32_t thread)
{
    strbuf text = {0};
    machine_describe_thread(run->m, run->state, thread, &text);
    return strbuf_take(&text);
}

/* Threads may be numbered that are not there in this class. */
static bool has_begun(const rf_run *run, uint32_t thread)
{
    return thread == 0 || (thread < run->trace.threads.size && run->trace.threads.data[thread].start != RF_NONE);
}

static const ir_location *location_of(const rf_run *run, ir_id pc)
{
    const ir_program *program = machine_program(run->m);
    return &program->locations.data[program->code.data[pc].location];
}

static class_source source_of(const rf_run *run, rf_id source)
{
    if (source == RF_NONE)
        return (class_source){.is_initial = true, .file = ""};
    const ir_location *at = location_of(run, rf_trace_node_of(&run->trace, source)->user_pc);
    return (class_source){.thread = rf_thread_of(source), .file = at->file, .line = at->line};
}

static recording_step step_of(const rf_run *run, const rf_node *node, machine_event_kind kind)
{
    const ir_location *at = location_of(run, node->user_pc);
    return (recording_step){
        .kind = kind,
        .thread = rf_thread_of(node->id),
        .user_pc = node->user_pc,
        .file = at->file,
        .line = at->line,
        .column = at->column,
        .who = describe_thread(run, rf_thread_of(node->id)),
        .old = alloc_string(""),
        .initial = alloc_string(""),
        .source = RECORDING_NONE,
        .commit = RECORDING_NONE,
        .next = RECORDING_NONE,
        .missed = RECORDING_NONE,
    };
}

static const char *base_name(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

/* Which function the thread runs is said where its own reads are. */
static void add_source(const class_source *s, strbuf *out)
{
    if (s->thread == 0)
        strbuf_add(out, "main");
    else
        strbuf_addf(out, "T%u", s->thread);
    if (*s->file)
        strbuf_addf(out, " %s:%u", base_name(s->file), s->line);
}

static void push_step(class_record *c, recording_step step, class_source source)
{
    vec_push(&c->reads.steps, step);
    vec_push(&c->sources, source);
}

static void describe_value(const rf_run *run, const piece *p, uint64_t value, char **place, char **text)
{
    strbuf name = {0}, words = {0};
    ir_id type = machine_describe_place(run->m, run->state, p->address, p->size, &name);
    machine_describe_value(run->m, run->state, type, (uint8_t)p->size, value, &words);
    *place = strbuf_take(&name);
    *text = strbuf_take(&words);
}

/* What the node leaves there; false if it writes nothing there. */
static bool find_written(const rf_run *run, const rf_node *node, const piece *p, uint64_t *value)
{
    bool is_written = false;
    *value = p->value;
    for (uint32_t i = 0; i < node->write_count; i++) {
        const rf_write *write = &run->trace.writes.data[node->first_write + i];
        const places_cell *cell = &run->places->cells.data[write->cell];
        if (cell->address < p->address || cell->address + cell->size > p->address + p->size)
            continue;
        uint64_t shift = (cell->address - p->address) * 8, mask = UINT64_MAX >> (64 - cell->size * 8);
        *value = (*value & ~(mask << shift)) | write->value << shift;
        is_written = true;
    }
    return is_written;
}

static void add_read(class_record *c, const rf_run *run, const rf_node *node, const piece *p)
{
    recording_step step = step_of(run, node, MACHINE_EVENT_READ);
    class_source source = source_of(run, p->source);
    strbuf action = {0};
    uint64_t left;
    step.address = p->address;
    step.size = (uint8_t)p->size;
    step.bits = p->value;
    describe_value(run, p, p->value, &step.place, &step.value);
    strbuf_addf(&action, "reads %s = %s %s", step.place, step.value, source.is_initial ? "(initially)" : "from ");
    if (!source.is_initial)
        add_source(&source, &action);
    if (find_written(run, node, p, &left)) {
        char *place, *text;
        describe_value(run, p, left, &place, &text);
        strbuf_addf(&action, ", writes %s", text);
        free(place);
        free(text);
    }
    step.action = strbuf_take(&action);
    push_step(c, step, source);
}

/* ---- operations on locks and the like ---- */

static bool is_written_by_others(const rf_run *run, const rf_node *node, uint32_t cell)
{
    const rf_trace *t = &run->trace;
    for (uint32_t i = 0; i < t->nodes.size; i++)
        if (rf_thread_of(t->nodes.data[i].id) != rf_thread_of(node->id) &&
            rf_trace_find_write(t, &t->nodes.data[i], cell))
            return true;
    return false;
}

/* Inside of the library an operation is a step, and what it reads there is nobody's business: but after which other one
 * it comes is. */
static bool is_operation(const rf_node *node)
{
    return node->kind == HISTORY_BLOCK && node->pc != node->user_pc;
}

/* The first thing that it reads, and it or others write. */
static const rf_read *find_shared_read(const rf_run *run, const rf_node *node)
{
    for (uint32_t i = 0; i < node->read_count; i++) {
        const rf_read *read = &run->trace.reads.data[node->first_read + i];
        if (is_memory(run, run->places->cells.data[read->cell].address) &&
            (rf_trace_find_write(&run->trace, node, read->cell) || is_written_by_others(run, node, read->cell)))
            return read;
    }
    return NULL;
}

static void add_operation(class_record *c, const rf_run *run, const rf_node *node)
{
    const rf_read *read = find_shared_read(run, node);
    if (read == NULL)
        return;
    recording_step step = step_of(run, node, MACHINE_EVENT_RMW);
    class_source source = source_of(run, read->source);
    const places_cell *cell = &run->places->cells.data[read->cell];
    strbuf action = {0}, place = {0}, value = {0};
    step.is_call = true;
    step.address = cell->address;
    step.size = cell->size;
    step.bits = read->value;
    machine_describe_place(run->m, run->state, cell->address, 0, &place);
    machine_describe_value(run->m, run->state, IR_NONE, cell->size, read->value, &value);
    step.place = strbuf_take(&place);
    step.value = strbuf_take(&value);
    strbuf_add(&action, source.is_initial ? "comes first" : "comes after ");
    if (!source.is_initial)
        add_source(&source, &action);
    step.action = strbuf_take(&action);
    push_step(c, step, source);
}

static void add_input(class_record *c, const rf_run *run, const rf_node *node)
{
    recording_step step = step_of(run, node, MACHINE_EVENT_NONDET);
    strbuf value = {0}, action = {0};
    strbuf_addf(&value, "%llu", (unsigned long long)node->input);
    strbuf_addf(&action, "any value: %s", strbuf_text(&value));
    step.bits = node->input;
    step.place = alloc_string("");
    step.value = strbuf_take(&value);
    step.action = strbuf_take(&action);
    push_step(c, step, (class_source){.file = ""});
}

static void add_node(class_record *c, const rf_run *run, const rf_node *node)
{
    piece p;
    if (node->is_input)
        add_input(c, run, node);
    else if (is_operation(node))
        add_operation(c, run, node);
    else if (!node->is_fixed)
        for (uint32_t at = 0; find_piece(run, node, &at, &p);)
            add_read(c, run, node, &p);
}

/* ---- the end ---- */

static void add_who_waits(const rf_run *run, uint32_t thread, strbuf *out)
{
    machine_thread_status status = machine_status_of(run->state, thread);
    bool spins = thread < run->threads.size && run->threads.data[thread].spins;
    if (status != MACHINE_STOPPED && status != MACHINE_RUNNING)
        return;
    strbuf_add(out, out->size ? "; " : "");
    if (status == MACHINE_RUNNING && !spins) {
        machine_describe_wait(run->m, run->state, thread, out);
        return;
    }
    machine_describe_thread(run->m, run->state, thread, out);
    ir_id pc = machine_user_pc(run->m, run->state, thread);
    strbuf_add(out, spins ? " goes round" : " was stopped");
    if (pc != IR_NONE)
        strbuf_addf(out, " at %s:%u", location_of(run, pc)->file, location_of(run, pc)->line);
}

static void take_end(class_record *c, const rf_run *run, const machine_result *violation)
{
    strbuf text = {0};
    if (violation) {
        c->end = CLASS_VIOLATION;
        violation_describe(machine_program(run->m), violation, &text);
    } else if (!machine_is_complete(run->state)) {
        c->end = run->was_deadlock ? CLASS_DEADLOCK : CLASS_BLOCKED;
        for (uint32_t i = 0; i < machine_thread_count(run->state); i++)
            add_who_waits(run, i, &text);
    }
    c->message = strbuf_take(&text);
}

static void add_thread(class_record *c, const rf_run *run, uint32_t thread)
{
    const rf_trace *t = &run->trace;
    for (uint32_t i = 0; i < t->threads.data[thread].nodes.size; i++)
        add_node(c, run, &t->nodes.data[t->threads.data[thread].nodes.data[i]]);
}

void class_record_take(class_record *c, const rf_run *run, const machine_result *violation)
{
    const rf_trace *t = &run->trace;
    *c = (class_record){.reads = {.model = machine_model_of(run->m)}};
    for (uint32_t i = 0; i < machine_thread_count(run->state); i++)
        vec_push(&c->reads.threads, has_begun(run, i) ? describe_thread(run, i) : alloc_string(""));
    /* Main comes last: as a rule it looks at what the others have left. */
    for (uint32_t i = 1; i <= t->threads.size; i++)
        add_thread(c, run, i % t->threads.size);
    take_end(c, run, violation);
}

void class_record_clear(class_record *c)
{
    recording_clear(&c->reads);
    vec_clear(&c->sources);
    free(c->message);
    c->message = NULL;
}

/* ---- showing ---- */

void class_print(const class_record *c, trace *t)
{
    trace_print(t, &c->reads, UINT32_MAX);
}

static void add_text(json *j, const char *key, const char *text)
{
    json_key(j, key);
    json_string(j, text);
}

static void add_number(json *j, const char *key, uint64_t number)
{
    json_key(j, key);
    json_number(j, number);
}

/* Where: the members `file` and `line`. */
static void add_place(json *j, const char *file, uint32_t line)
{
    add_text(j, "file", file);
    add_number(j, "line", line);
}

static void add_read_json(json *j, const recording_step *step, const class_source *source)
{
    json_begin(j, '{');
    add_text(j, "kind", step->kind == MACHINE_EVENT_NONDET ? "input" : step->is_call ? "call" : "read");
    add_number(j, "thread", step->thread);
    add_place(j, step->file, step->line);
    if (step->kind != MACHINE_EVENT_NONDET)
        add_text(j, "place", step->place);
    add_text(j, "value", step->value);
    if (step->kind != MACHINE_EVENT_NONDET && !source->is_initial) {
        json_key(j, "from");
        json_begin(j, '{');
        add_number(j, "thread", source->thread);
        add_place(j, source->file, source->line);
        json_end(j, '}');
    }
    json_end(j, '}');
}

void class_json(const class_record *c, json *j)
{
    static const char *const ENDS[] = {"finished", "deadlock", "blocked", "violation"};
    json_begin(j, '{');
    add_text(j, "end", ENDS[c->end]);
    if (*c->message)
        add_text(j, "message", c->message);
    json_key(j, "threads");
    json_begin(j, '[');
    for (uint32_t i = 0; i < c->reads.threads.size; i++)
        json_string(j, c->reads.threads.data[i]);
    json_end(j, ']');
    json_key(j, "reads");
    json_begin(j, '[');
    for (uint32_t i = 0; i < c->sources.size; i++)
        add_read_json(j, &c->reads.steps.data[i], &c->sources.data[i]);
    json_end(j, ']');
    json_end(j, '}');
}
