#include "support/history_shrink.h"

/* What is left out of a history. */
typedef enum part { PART_STEP, PART_READ, PART_WRITE, PART_EDGE, PART_START, PART_COUNT } part;

typedef struct omission {
    part part;
    uint32_t index;
} omission;

static bool is_left_out(const omission *o, part part, uint32_t index)
{
    return o->part == part && o->index == index;
}

static bool is_step_gone(const omission *o, uint32_t step)
{
    return step != HISTORY_NONE && is_left_out(o, PART_STEP, step);
}

/* Steps behind the one that is gone move up. */
static uint32_t rename_step(const omission *o, uint32_t step)
{
    return o->part == PART_STEP && step != HISTORY_NONE && step > o->index ? step - 1 : step;
}

static bool still_writes(const history *h, const omission *o, uint32_t step, uint32_t cell)
{
    if (step == HISTORY_INITIAL)
        return true;
    const history_step *s = &h->steps.data[step];
    for (uint32_t i = 0; i < s->write_count && !is_step_gone(o, step); i++)
        if (h->writes.data[s->first_write + i] == cell && !is_left_out(o, PART_WRITE, s->first_write + i))
            return true;
    return false;
}

static void copy_step(const history *h, const omission *o, const history_step *s, history *to)
{
    history_add_step(to, s->thread, (history_kind)s->kind);
    for (uint32_t i = s->first_read; i < s->first_read + s->read_count; i++)
        if (!is_left_out(o, PART_READ, i) && still_writes(h, o, h->reads.data[i].source, h->reads.data[i].cell))
            history_add_read(to, h->reads.data[i].cell, rename_step(o, h->reads.data[i].source));
    for (uint32_t i = s->first_write; i < s->first_write + s->write_count; i++)
        if (!is_left_out(o, PART_WRITE, i))
            history_add_write(to, h->writes.data[i]);
}

static void copy_without(const history *h, const omission *o, history *to)
{
    history_reset(to);
    for (uint32_t t = 0; t < h->starts.size; t++) {
        uint32_t start = h->starts.data[t];
        bool is_gone = is_left_out(o, PART_START, t) || is_step_gone(o, start);
        history_add_thread(to, is_gone ? HISTORY_NONE : rename_step(o, start));
    }
    for (uint32_t i = 0; i < h->steps.size; i++)
        if (!is_step_gone(o, i))
            copy_step(h, o, &h->steps.data[i], to);
    for (uint32_t i = 0; i < h->edges.size; i++)
        if (!is_left_out(o, PART_EDGE, i) && !is_step_gone(o, h->edges.data[i].before) &&
            !is_step_gone(o, h->edges.data[i].after))
            vec_push(&to->edges,
                     (history_edge){rename_step(o, h->edges.data[i].before), rename_step(o, h->edges.data[i].after)});
}

static uint32_t count_parts(const history *h, part part)
{
    const uint32_t counts[PART_COUNT] = {
        [PART_STEP] = h->steps.size, [PART_READ] = h->reads.size,   [PART_WRITE] = h->writes.size,
        [PART_EDGE] = h->edges.size, [PART_START] = h->starts.size,
    };
    return counts[part];
}

/* A store writes something. */
static bool makes_sense(const history *h, const omission *o)
{
    if (o->part == PART_START)
        return h->starts.data[o->index] != HISTORY_NONE;
    for (uint32_t i = 0; o->part == PART_WRITE && i < h->steps.size; i++) {
        const history_step *s = &h->steps.data[i];
        if (s->kind == HISTORY_WRITE && s->first_write == o->index && s->write_count == 1)
            return false;
    }
    return true;
}

static bool shrink_once(history *h, bool (*is_still)(const history *h, void *context), void *context)
{
    history smaller = {0};
    bool has_shrunk = false;
    for (omission o = {0}; o.part < PART_COUNT && !has_shrunk; o.part++)
        for (o.index = count_parts(h, o.part); o.index-- > 0 && !has_shrunk;) {
            if (!makes_sense(h, &o))
                continue;
            copy_without(h, &o, &smaller);
            has_shrunk = is_still(&smaller, context);
        }
    if (has_shrunk) {
        history larger = *h;
        *h = smaller;
        smaller = larger;
    }
    history_clear(&smaller);
    return has_shrunk;
}

void history_shrink(history *h, bool (*is_still)(const history *h, void *context), void *context)
{
    while (shrink_once(h, is_still, context))
        ;
}

/* ---- text ---- */

static void print_cells(const history *h, const history_step *s, bool is_write, strbuf *out)
{
    uint32_t count = is_write ? s->write_count : s->read_count;
    for (uint32_t i = 0; i < count; i++)
        strbuf_addf(out, "%sx%u", i > 0 ? "," : " ",
                    is_write ? h->writes.data[s->first_write + i] : h->reads.data[s->first_read + i].cell);
}

static void print_sources(const history *h, const history_step *s, strbuf *out)
{
    for (uint32_t i = 0; i < s->read_count; i++) {
        uint32_t source = h->reads.data[s->first_read + i].source;
        strbuf_add(out, i > 0 ? "," : " from ");
        if (source == HISTORY_INITIAL)
            strbuf_add(out, "initial");
        else
            strbuf_addf(out, "s%u", source);
    }
}

static void print_accesses(const history *h, uint32_t step, strbuf *out)
{
    const history_step *s = &h->steps.data[step];
    if (s->read_count > 0) {
        strbuf_addf(out, "t%u read", s->thread);
        print_cells(h, s, false, out);
        print_sources(h, s, out);
        strbuf_add(out, "\n");
    }
    if (s->write_count > 0) {
        strbuf_addf(out, "t%u write", s->thread);
        print_cells(h, s, true, out);
        strbuf_addf(out, " as s%u\n", step);
    }
}

static void print_block(const history *h, uint32_t step, strbuf *out)
{
    uint32_t thread = h->steps.data[step].thread;
    strbuf_addf(out, "t%u begin\n", thread);
    print_accesses(h, step, out);
    for (uint32_t t = 0; t < h->starts.size; t++)
        if (h->starts.data[t] == step)
            strbuf_addf(out, "t%u create t%u\n", thread, t);
    strbuf_addf(out, "t%u end\n", thread);
}

static void print_step(const history *h, uint32_t step, strbuf *out)
{
    const history_step *s = &h->steps.data[step];
    switch ((history_kind)s->kind) {
    case HISTORY_READ:
    case HISTORY_WRITE:
        print_accesses(h, step, out);
        break;
    case HISTORY_BLOCK:
        print_block(h, step, out);
        break;
    case HISTORY_FENCE:
        strbuf_addf(out, "t%u fence\n", s->thread);
        break;
    case HISTORY_STORE_FENCE:
        strbuf_addf(out, "t%u sfence\n", s->thread);
        break;
    }
}

void history_print(const history *h, strbuf *out)
{
    for (uint32_t i = 0; i < h->steps.size; i++)
        print_step(h, i, out);
    for (uint32_t i = 0; i < h->edges.size; i++)
        strbuf_addf(out, "t%u order s%u s%u\n", h->steps.data[h->edges.data[i].before].thread, h->edges.data[i].before,
                    h->edges.data[i].after);
}
