#include "memory/settled.h"

#include "memory/may.h"

enum { MAX_ROUNDS = 4 };

static int compare_ranges(const void *a, const void *b)
{
    const symex_range *x = a, *y = b;
    return x->start < y->start ? -1 : x->start > y->start;
}

static void sort_and_merge(symex_written *w)
{
    uint32_t kept = 0;
    if (w->ranges.size > 0)
        qsort(w->ranges.data, w->ranges.size, sizeof *w->ranges.data, compare_ranges);
    for (uint32_t i = 0; i < w->ranges.size; i++) {
        symex_range next = w->ranges.data[i];
        if (kept > 0 && next.start <= w->ranges.data[kept - 1].end) {
            if (w->ranges.data[kept - 1].end < next.end)
                w->ranges.data[kept - 1].end = next.end;
        } else {
            w->ranges.data[kept++] = next;
        }
    }
    w->ranges.size = kept;
}

static bool find_written(const symex *s, symex_written *written, diag *d)
{
    may_addresses *may = may_find_addresses(s, d);
    written->ranges.size = 0;
    if (may == NULL)
        return false;
    for (uint32_t e = s->first_late; e < s->events.size; e++) {
        const symex_event *event = &s->events.data[e];
        for (uint32_t i = 0; event->kind == SYMEX_WRITE && i < may[e].list.size; i++) {
            uint64_t address = may[e].list.data[i];
            if (ir_pointer_object(address) <= s->program->globals.size)
                vec_push(&written->ranges, (symex_range){address, address + event->size});
        }
    }
    may_free(may, s->events.size);
    sort_and_merge(written);
    return true;
}

symex *settled_run(const ir_program *program, const symex_options *options, diag *d)
{
    symex_options again = *options;
    symex_written written = {0};
    symex *s = symex_run(program, &again, d);
    uint32_t events = UINT32_MAX;
    for (int round = 0; s && s->threads.size > 1 && s->events.size < events && round < MAX_ROUNDS; round++) {
        events = s->events.size;
        if (!find_written(s, &written, d)) {
            symex_free(s);
            s = NULL;
            break;
        }
        again.written = &written;
        symex_free(s);
        s = symex_run(program, &again, d);
    }
    vec_clear(&written.ranges);
    return s;
}
