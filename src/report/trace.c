#include "report/trace.h"

enum { THREAD_COLUMN = 16, PLACE_COLUMN = 22, CODE_COLUMN = 34 };

void trace_init(trace *t, FILE *out, style s)
{
    *t = (trace){.out = out, .style = s, .last_call = IR_NONE};
}

void trace_clear(trace *t)
{
    source_files_clear(&t->sources);
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
    }
}

/* Of a library call, the locks' own reads and writes are no news: the first thing that happens stands for it. */
static bool is_hidden(trace *t, const machine_event *e)
{
    bool is_inside_model = e->pc != e->user_pc;
    bool is_internal = is_inside_model && e->kind != MACHINE_EVENT_START && e->kind != MACHINE_EVENT_JOIN &&
                       e->kind != MACHINE_EVENT_ALLOC && e->kind != MACHINE_EVENT_FREE &&
                       e->kind != MACHINE_EVENT_COMMIT && e->kind != MACHINE_EVENT_STOP &&
                       e->kind != MACHINE_EVENT_NONDET;
    bool is_known = is_internal && t->last_call == e->user_pc && t->last_thread == e->thread;
    t->last_call = is_internal ? e->user_pc : IR_NONE;
    t->last_thread = e->thread;
    return is_known;
}

void trace_event(void *context, const machine_state *state, const machine_event *event)
{
    trace *t = context;
    if (is_hidden(t, event))
        return;
    const ir_program *program = machine_program(t->m);
    const ir_location *at = &program->locations.data[program->code.data[event->user_pc].location];
    strbuf line = {0}, text = {0};
    if (event->kind == MACHINE_EVENT_COMMIT)
        strbuf_add(&text, "memory");
    else
        machine_describe_thread(t->m, state, event->thread, &text);
    strbuf_add(&line, style_thread(t->style, event->thread));
    add_column(&line, strbuf_text(&text), THREAD_COLUMN, true);
    strbuf_add(&line, style_end(t->style));
    strbuf_reset(&text);
    bool has_place = event->kind != MACHINE_EVENT_COMMIT && event->kind != MACHINE_EVENT_END;
    if (has_place)
        ir_print_location(program, program->code.data[event->user_pc].location, &text);
    strbuf_add(&line, style_faint(t->style));
    add_column(&line, strbuf_text(&text), PLACE_COLUMN, false);
    strbuf_add(&line, style_end(t->style));
    add_column(&line, has_place ? source_line(&t->sources, at->file, at->line) : "", CODE_COLUMN, true);
    if (t->last_call == IR_NONE)
        add_action(t, state, event, &line);
    while (line.size > 0 && line.text[line.size - 1] == ' ')
        line.text[--line.size] = '\0';
    fprintf(t->out, "%s\n", strbuf_text(&line));
    strbuf_clear(&text);
    strbuf_clear(&line);
}
