/* From events to steps of a history. */
#include "base/strbuf.h"
#include "observed/observed.h"

typedef struct builder {
    observed *o;
    diag *d;
    /* By place: the last write of the block that is being built, and its number. */
    VEC(uint32_t) written, written_in;
    uint32_t block;
    VEC(uint32_t) read_access; /* by read of the history: what it reads from, or OBSERVED_NONE: the end of a thread */
    VEC(uint32_t) end_cell;    /* by thread: where its end writes; OBSERVED_NONE: nobody joins it */
    VEC(uint32_t) end_step;    /* by such a cell, from the first one on */
} builder;

static void note_impossible(observed *o, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void note_impossible(observed *o, const char *format, ...)
{
    strbuf text = {0};
    va_list args;
    va_start(args, format);
    strbuf_addv(&text, format, args);
    va_end(args);
    vec_push(&o->impossible, strbuf_take(&text));
}

/* ---- blocks ---- */

static bool is_in_this_block(const builder *b, uint32_t access)
{
    const observed *o = b->o;
    return access != OBSERVED_INITIAL &&
           o->events.data[o->accesses.data[access].event].step == b->o->history.steps.size - 1;
}

/* A read of what the block has written before is no read of the history, but must be of the last such write. */
static void add_read(builder *b, uint32_t access)
{
    observed *o = b->o;
    const observed_access *read = &o->accesses.data[access];
    bool is_written = b->written_in.data[read->place] == b->block;
    uint32_t written = b->written.data[read->place];
    if (is_written && read->source == written)
        return;
    if (is_written) {
        note_impossible(o, "line %u does not read `%s` from line %u, which has just written it in the same block",
                        observed_line_of(o, read), observed_place(o, read->place),
                        observed_line_of(o, &o->accesses.data[written]));
    } else if (is_in_this_block(b, read->source)) {
        note_impossible(o, "line %u reads `%s` from line %u, which writes it only afterwards",
                        observed_line_of(o, read), observed_place(o, read->place),
                        observed_line_of(o, &o->accesses.data[read->source]));
    } else {
        history_add_read(&o->history, read->place, HISTORY_INITIAL);
        vec_push(&b->read_access, read->source);
    }
}

static void add_write(builder *b, uint32_t access)
{
    observed_access *write = &b->o->accesses.data[access];
    if (b->written_in.data[write->place] == b->block)
        b->o->accesses.data[b->written.data[write->place]].hidden_by = access;
    else
        history_add_write(&b->o->history, write->place);
    b->written_in.data[write->place] = b->block;
    b->written.data[write->place] = access;
}

/* ---- events ---- */

static bool add_creation(builder *b, const observed_event *e)
{
    uint32_t *start = &b->o->history.starts.data[e->other[0]];
    if (*start != HISTORY_NONE)
        return observed_fail(b->o, e->line, b->d, "`%s` is created in line %u already",
                             b->o->threads.texts.data[e->other[0]],
                             b->o->events.data[b->o->event_of_step.data[*start]].line);
    *start = e->step;
    return true;
}

static void add_join(builder *b, const observed_event *e)
{
    history_add_read(&b->o->history, b->end_cell.data[e->other[0]], HISTORY_INITIAL);
    vec_push(&b->read_access, OBSERVED_NONE);
}

/* What the event does in the step that is being built. */
static bool add_event(builder *b, uint32_t event)
{
    observed_event *e = &b->o->events.data[event];
    e->step = b->o->history.steps.size - 1;
    for (uint32_t i = e->first_access; i < e->first_access + e->access_count; i++) {
        if (b->o->accesses.data[i].is_write)
            add_write(b, i);
        else
            add_read(b, i);
    }
    if (e->kind == OBSERVED_JOIN)
        add_join(b, e);
    return e->kind != OBSERVED_CREATE || add_creation(b, e);
}

/* Every event behind `begin`, up to `end`, belongs to its step. */
static bool add_block(builder *b, uint32_t begin)
{
    observed *o = b->o;
    uint32_t step = o->history.steps.size - 1, event = begin;
    do {
        event = o->events.data[event].next;
        if (event == OBSERVED_NONE)
            return observed_fail(o, o->events.data[begin].line, b->d, "this block has no `end`");
        if (o->events.data[event].kind == OBSERVED_BEGIN)
            return observed_fail(o, o->events.data[event].line, b->d, "a block in the block that begins in line %u",
                                 o->events.data[begin].line);
        o->events.data[event].step = step;
    } while (o->events.data[event].kind != OBSERVED_END);
    for (event = o->events.data[begin].next; o->events.data[event].kind != OBSERVED_END;
         event = o->events.data[event].next)
        if (o->events.data[event].kind != OBSERVED_ORDER && !add_event(b, event))
            return false;
    return true;
}

static history_kind kind_of_step(observed_kind kind)
{
    switch (kind) {
    case OBSERVED_READ:
        return HISTORY_READ;
    case OBSERVED_WRITE:
        return HISTORY_WRITE;
    case OBSERVED_FENCE:
        return HISTORY_FENCE;
    case OBSERVED_STORE_FENCE:
        return HISTORY_STORE_FENCE;
    default:
        return HISTORY_BLOCK;
    }
}

static bool add_step(builder *b, uint32_t event)
{
    observed *o = b->o;
    observed_event *e = &o->events.data[event];
    if (e->step != OBSERVED_NONE || e->kind == OBSERVED_ORDER)
        return true;
    if (e->kind == OBSERVED_END)
        return observed_fail(o, e->line, b->d, "there is no `begin` before this `end`");
    history_add_step(&o->history, e->thread, kind_of_step((observed_kind)e->kind));
    vec_push(&o->event_of_step, event);
    b->block++;
    return add_event(b, event) && (e->kind != OBSERVED_BEGIN || add_block(b, event));
}

/* ---- ends of threads ---- */

static void number_ends(builder *b)
{
    observed *o = b->o;
    for (uint32_t t = 0; t < o->threads.texts.size; t++)
        vec_push(&b->end_cell, OBSERVED_NONE);
    uint32_t cell = o->places.texts.size;
    for (uint32_t i = 0; i < o->events.size; i++) {
        const observed_event *e = &o->events.data[i];
        if (e->kind == OBSERVED_JOIN && b->end_cell.data[e->other[0]] == OBSERVED_NONE)
            b->end_cell.data[e->other[0]] = cell++;
    }
    vec_resize(&b->end_step, cell - o->places.texts.size);
}

static void add_ends(builder *b)
{
    history *h = &b->o->history;
    for (uint32_t t = 0; t < b->end_cell.size; t++)
        if (b->end_cell.data[t] != OBSERVED_NONE) {
            uint32_t step = history_add_step(h, t, HISTORY_BLOCK);
            history_add_write(h, b->end_cell.data[t]);
            b->end_step.data[b->end_cell.data[t] - b->o->places.texts.size] = step;
            vec_push(&b->o->event_of_step, OBSERVED_NONE);
        }
}

/* ---- sources ---- */

static void set_source(builder *b, uint32_t index)
{
    observed *o = b->o;
    history_read *read = &o->history.reads.data[index];
    uint32_t source = b->read_access.data[index];
    if (source == OBSERVED_NONE) {
        read->source = b->end_step.data[read->cell - o->places.texts.size];
    } else if (source != OBSERVED_INITIAL) {
        const observed_access *write = &o->accesses.data[source];
        read->source = o->events.data[write->event].step;
        if (write->hidden_by != OBSERVED_NONE)
            note_impossible(o, "nobody else can read `%s` from line %u: line %u overwrites it in the same block",
                            observed_place(o, write->place), observed_line_of(o, write),
                            observed_line_of(o, &o->accesses.data[write->hidden_by]));
    }
}

/* ---- orders ---- */

static bool add_order(builder *b, const observed_event *e)
{
    observed *o = b->o;
    uint32_t steps[2];
    for (int i = 0; i < 2; i++) {
        uint32_t event = o->labelled.data[e->other[i]];
        const char *name = o->labels.texts.data[e->other[i]];
        if (event == OBSERVED_NONE)
            return observed_fail(o, e->line, b->d, "no write is named `%s`", name);
        steps[i] = o->events.data[event].step;
        if (o->history.steps.data[steps[i]].kind != HISTORY_WRITE || o->events.data[event].thread != e->thread)
            return observed_fail(o, e->line, b->d, "`%s` is no plain write of `%s`", name,
                                 o->threads.texts.data[e->thread]);
    }
    if (steps[0] >= steps[1])
        return observed_fail(o, e->line, b->d, "the first write must come before the second one in the thread");
    vec_push(&o->history.edges, (history_edge){steps[0], steps[1]});
    return true;
}

static bool build(builder *b)
{
    observed *o = b->o;
    number_ends(b);
    vec_resize(&b->written, o->places.texts.size);
    vec_resize(&b->written_in, o->places.texts.size);
    for (uint32_t t = 0; t < o->threads.texts.size; t++)
        history_add_thread(&o->history, HISTORY_NONE);
    for (uint32_t i = 0; i < o->events.size; i++)
        if (!add_step(b, i))
            return false;
    add_ends(b);
    for (uint32_t i = 0; i < o->history.reads.size; i++)
        set_source(b, i);
    for (uint32_t i = 0; i < o->events.size; i++)
        if (o->events.data[i].kind == OBSERVED_ORDER && !add_order(b, &o->events.data[i]))
            return false;
    return true;
}

bool observed_build(observed *o, diag *d)
{
    builder b = {.o = o, .d = d};
    bool is_built = build(&b);
    vec_clear(&b.written);
    vec_clear(&b.written_in);
    vec_clear(&b.read_access);
    vec_clear(&b.end_cell);
    vec_clear(&b.end_step);
    return is_built;
}
