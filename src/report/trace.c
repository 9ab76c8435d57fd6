#include "report/trace.h"

enum { THREAD_COLUMN = 16, PLACE_COLUMN = 22, CODE_COLUMN = 34 };

void trace_init(trace *t, FILE *out, style s)
{
    *t = (trace){.out = out, .style = s, .call = {.pc = IR_NONE}};
}

void trace_clear(trace *t)
{
    source_files_clear(&t->sources);
    strbuf_clear(&t->call_thread);
}

/* Pads or, if `cut`, shortens to the width of a column, counting UTF-8 characters as one. */
static void add_column(strbuf *line, const char *text, uint32_t width, bool cut)
{
    uint32_t shown = 0;
    for (const char *p = text; *p; p++) {
        bool starts_character = ((unsigned char)*p & 0xc0) != 0x80;
        if (cut && starts_character && shown == width - 1 && p[1]) {
            strbuf_add(line, "…");
            shown++;
            break;
        }
        strbuf_add_char(line, *p);
        shown += starts_character;
    }
    for (; shown < width; shown++)
        strbuf_add_char(line, ' ');
    strbuf_add_char(line, ' ');
}

static void add_value(const trace *t, const machine_state *state, const machine_event *e, uint64_t value, strbuf *out)
{
    strbuf place = {0};
    ir_id type = machine_describe_place(t->m, state, e->address, e->size, &place);
    machine_describe_value(t->m, state, type, e->size, value, out);
    strbuf_clear(&place);
}

/* "x = 1" */
static void add_assignment(const trace *t, const machine_state *state, const machine_event *e, strbuf *out)
{
    machine_describe_place(t->m, state, e->address, e->size, out);
    strbuf_add(out, " = ");
    add_value(t, state, e, e->value, out);
}

/* The reason for reading an old value: somebody else's store has not arrived yet. */
static void add_hidden_stores(const trace *t, const machine_state *state, const machine_event *e, strbuf *out)
{
    for (uint32_t other = 0; other < machine_thread_count(state); other++) {
        uint64_t value;
        if (other == e->thread || !machine_buffered(state, other, e->address, e->size, &value) || value == e->value)
            continue;
        strbuf_add(out, " (");
        machine_describe_thread(t->m, state, other, out);
        strbuf_add(out, "'s ");
        add_value(t, state, e, value, out);
        strbuf_add(out, " is still in its store buffer)");
    }
}

static void add_action(const trace *t, const machine_state *state, const machine_event *e, strbuf *out)
{
    switch (e->kind) {
    case MACHINE_EVENT_READ:
        strbuf_add(out, "reads ");
        add_assignment(t, state, e, out);
        if (e->from_buffer)
            strbuf_add(out, " (its own buffered store)");
        add_hidden_stores(t, state, e, out);
        break;
    case MACHINE_EVENT_WRITE:
        strbuf_add(out, "writes ");
        add_assignment(t, state, e, out);
        break;
    case MACHINE_EVENT_BUFFERED:
        strbuf_add(out, "buffers ");
        add_assignment(t, state, e, out);
        break;
    case MACHINE_EVENT_COMMIT:
        if (e->size == 0) {
            machine_describe_place(t->m, state, e->address, 0, out);
            strbuf_add(out, " is gone for all");
            break;
        }
        add_assignment(t, state, e, out);
        strbuf_add(out, " arrives from ");
        machine_describe_thread(t->m, state, e->thread, out);
        break;
    case MACHINE_EVENT_RMW:
        strbuf_add(out, "reads ");
        machine_describe_place(t->m, state, e->address, e->size, out);
        strbuf_add(out, " = ");
        add_value(t, state, e, e->old, out);
        strbuf_add(out, e->old == e->value ? ", leaves it" : ", writes ");
        if (e->old != e->value)
            add_value(t, state, e, e->value, out);
        strbuf_add(out, " (atomic)");
        break;
    case MACHINE_EVENT_FENCE:
        strbuf_add(out, "fence");
        break;
    case MACHINE_EVENT_START:
        strbuf_add(out, "starts ");
        machine_describe_thread(t->m, state, (uint32_t)e->value, out);
        break;
    case MACHINE_EVENT_JOIN:
        strbuf_add(out, "joins ");
        machine_describe_thread(t->m, state, (uint32_t)e->value, out);
        break;
    case MACHINE_EVENT_END:
        strbuf_add(out, "ends");
        break;
    case MACHINE_EVENT_ATOMIC_BEGIN:
        strbuf_add(out, "begins an atomic block");
        break;
    case MACHINE_EVENT_ATOMIC_END:
        strbuf_add(out, "ends the atomic block");
        break;
    case MACHINE_EVENT_AWAIT:
        strbuf_add(out, e->value ? "goes on" : "wakes up by itself");
        break;
    case MACHINE_EVENT_NONDET:
        strbuf_addf(out, "any value: %llu", (unsigned long long)e->value);
        break;
    case MACHINE_EVENT_ALLOC:
        strbuf_addf(out, "allocates %llu bytes: ", (unsigned long long)e->value);
        machine_describe_place(t->m, state, e->address, e->value, out);
        break;
    case MACHINE_EVENT_FREE:
        strbuf_add(out, "frees ");
        machine_describe_place(t->m, state, e->address, 0, out);
        break;
    case MACHINE_EVENT_STOP:
        strbuf_add(out, "stops here");
        break;
    case MACHINE_EVENT_GONE:
        break;
    }
}

/* Of a library call, the reads and writes of the lock itself are no news. */
static bool is_internal(const machine_event *e)
{
    if (e->pc == e->user_pc)
        return false;
    switch (e->kind) {
    case MACHINE_EVENT_START:
    case MACHINE_EVENT_JOIN:
    case MACHINE_EVENT_ALLOC:
    case MACHINE_EVENT_FREE:
    case MACHINE_EVENT_COMMIT:
    case MACHINE_EVENT_STOP:
    case MACHINE_EVENT_NONDET:
        return false;
    default:
        return true;
    }
}

/* Folders are left out: the columns are narrow, and a reader of the trace knows the program. */
static const char *base_name(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

static void print_line(trace *t, const machine_event *e, const char *who, const char *action)
{
    const ir_program *program = machine_program(t->m);
    ir_id location = program->code.data[e->user_pc].location;
    const ir_location *at = &program->locations.data[location];
    bool has_place = e->kind != MACHINE_EVENT_COMMIT && e->kind != MACHINE_EVENT_END;
    strbuf line = {0}, place = {0};
    if (has_place)
        strbuf_addf(&place, "%s:%u", base_name(at->file), at->line);
    strbuf_add(&line, style_thread(t->style, e->thread));
    add_column(&line, who, THREAD_COLUMN, true);
    strbuf_add(&line, style_end(t->style));
    strbuf_add(&line, style_faint(t->style));
    add_column(&line, strbuf_text(&place), PLACE_COLUMN, false);
    strbuf_add(&line, style_end(t->style));
    add_column(&line, has_place ? source_line(&t->sources, at->file, at->line) : "", CODE_COLUMN, true);
    strbuf_add(&line, action);
    while (line.size > 0 && line.text[line.size - 1] == ' ')
        line.text[--line.size] = '\0';
    fprintf(t->out, "%s\n", strbuf_text(&line));
    strbuf_clear(&place);
    strbuf_clear(&line);
}

void trace_flush(trace *t)
{
    if (t->call.pc != IR_NONE && !t->call_is_shown)
        print_line(t, &t->call, strbuf_text(&t->call_thread), "");
    t->call.pc = IR_NONE;
}

static bool is_going_on(const trace *t, const machine_event *e)
{
    return t->call.pc != IR_NONE && t->call.thread == e->thread && t->call.user_pc == e->user_pc;
}

/* A library call is one line: it waits until something worth telling happens in it, or something else happens. */
static void note_call(trace *t, const machine_state *state, const machine_event *e)
{
    if (is_going_on(t, e))
        return;
    trace_flush(t);
    t->call = *e;
    t->call_is_shown = false;
    strbuf_reset(&t->call_thread);
    machine_describe_thread(t->m, state, e->thread, &t->call_thread);
}

void trace_event(void *context, const machine_state *state, const machine_event *event)
{
    trace *t = context;
    /* A variable's end is no line of the program, and a free is told by itself. */
    if (event->kind == MACHINE_EVENT_GONE)
        return;
    if (is_internal(event)) {
        note_call(t, state, event);
        return;
    }
    if (is_going_on(t, event))
        t->call_is_shown = true;
    else
        trace_flush(t);
    strbuf who = {0}, action = {0};
    if (event->kind == MACHINE_EVENT_COMMIT)
        strbuf_add(&who, "memory");
    else
        machine_describe_thread(t->m, state, event->thread, &who);
    add_action(t, state, event, &action);
    print_line(t, event, strbuf_text(&who), strbuf_text(&action));
    strbuf_clear(&who);
    strbuf_clear(&action);
}
