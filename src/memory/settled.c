#include "memory/settled.h"

#include "memory/may.h"

enum { MAX_ROUNDS = 6 };

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

/* ---- waits that were left out ---- */

enum { LOCK_BYTES = 48 }; /* no mutex or condition variable has more */

/* The places of the mutexes and condition variables of all waits that were left out. */
typedef struct left_out {
    may_numbers locks, all;       /* sorted */
    bool any_lock, any_condition; /* some lie anywhere */
} left_out;

static void add_places(may_numbers *to, const may_addresses *may, uint32_t access)
{
    if (access != IR_NONE)
        vec_append(to, may[access].list.data, may[access].list.size);
}

static left_out list_left_out(const symex *s, const may_addresses *may)
{
    left_out waits = {0};
    for (uint32_t i = 0; i < s->left_out.size; i++) {
        const symex_left_out *wait = &s->left_out.data[i];
        add_places(&waits.locks, may, wait->lock);
        add_places(&waits.all, may, wait->lock);
        add_places(&waits.all, may, wait->condition);
        waits.any_lock |= wait->lock == IR_NONE;
        waits.any_condition |= wait->condition == IR_NONE;
    }
    may_numbers_sort(&waits.locks);
    may_numbers_sort(&waits.all);
    return waits;
}

/* May the access hit a mutex or condition variable at one of the places? O(log places) for each of its addresses. */
static bool is_near(const may_numbers *places, const may_numbers *access)
{
    for (uint32_t i = 0; i < access->size; i++) {
        uint32_t low = 0, high = places->size;
        while (low < high) {
            uint32_t middle = (low + high) / 2;
            if (places->data[middle] + LOCK_BYTES < access->data[i])
                low = middle + 1;
            else
                high = middle;
        }
        if (low < places->size && places->data[low] <= access->data[i] + LOCK_BYTES)
            return true;
    }
    return false;
}

/* Does the user's own code read the bytes of a mutex or a condition variable? (Where a recursive mutex is, is not
 * known here; its bytes are not those of a plain one, and mean nothing to a program.) */
static bool reads_inside(const symex *s, const may_addresses *may, const left_out *waits)
{
    for (uint32_t e = s->first_late; e < s->first_last; e++) {
        const symex_event *event = &s->events.data[e];
        bool is_users = event->kind == SYMEX_READ && !event->is_alive_check && event->pc == event->user_pc;
        if (is_users && (waits->any_condition || is_near(&waits->all, &may[e].list)))
            return true;
    }
    return false;
}

static bool is_lock_watched(const symex *s, const may_addresses *may, const left_out *waits)
{
    for (uint32_t i = 0; i < s->watched.size; i++) {
        uint32_t access = s->watched.data[i];
        if (waits->any_lock || access == IR_NONE || is_near(&waits->locks, &may[access].list))
            return true;
    }
    return false;
}

/* Could somebody tell how often a thread waited, where iterations that wait were left out? */
static bool is_watched(const symex *s, const may_addresses *may)
{
    if (s->left_out.size == 0)
        return false;
    left_out waits = list_left_out(s, may);
    bool result = is_lock_watched(s, may, &waits) || reads_inside(s, may, &waits);
    vec_clear(&waits.locks);
    vec_clear(&waits.all);
    return result;
}

/* ---- bytes that are written ---- */

/* The elements of an array, one after the other, are one range at once. */
static void add_range(symex_written *w, symex_range next)
{
    if (w->ranges.size > 0 && vec_last(&w->ranges)->end == next.start)
        vec_last(&w->ranges)->end = next.end;
    else
        vec_push(&w->ranges, next);
}

/* The late writes of this execution; and were waits left out that somebody watches? */
static bool find_written(const symex *s, symex_written *written, bool *watched, diag *d)
{
    enum { PLACE_WORK = 1 };
    may_addresses *may = may_find_addresses(s, d);
    written->ranges.size = 0;
    if (may == NULL)
        return false;
    *watched = is_watched(s, may);
    for (uint32_t e = s->first_late; e < s->events.size; e++) {
        const symex_event *event = &s->events.data[e];
        for (uint32_t i = 0; event->kind == SYMEX_WRITE && i < may[e].list.size && !symex_is_stopped(s, PLACE_WORK);
             i++) {
            uint64_t address = may[e].list.data[i];
            if (ir_pointer_object(s->program->layout, address) <= s->early_objects)
                add_range(written, (symex_range){address, address + event->size});
        }
    }
    may_free(may, s->events.size);
    sort_and_merge(written);
    return true;
}

/* Are all bytes of the first in the second? Both are sorted and disjoint. */
static bool is_part_of(const symex_written *part, const symex_written *whole)
{
    uint32_t w = 0;
    for (uint32_t i = 0; i < part->ranges.size; i++) {
        while (w < whole->ranges.size && whole->ranges.data[w].end < part->ranges.data[i].end)
            w++;
        if (w == whole->ranges.size || whole->ranges.data[w].start > part->ranges.data[i].start)
            return false;
    }
    return true;
}

static void copy_written(symex_written *to, const symex_written *from)
{
    to->ranges.size = 0;
    vec_append(&to->ranges, from->ranges.data, from->ranges.size);
}

/* What was assumed of an execution may let it go further than the one it was learned from, to writes that were not seen
 * before. Then the assumption is widened by them; when all late writes of an execution were assumed, it is right: the
 * first write of a real execution that was not would be among them. */
symex *settled_run(const ir_program *program, const symex_options *options, diag *d)
{
    symex_options again = *options;
    symex_written assumed = {0}, found = {0};
    symex *s = symex_run(program, &again, d);
    uint32_t events = UINT32_MAX;
    bool is_widening = false, watched = false;
    for (int round = 0; s && s->threads.size > 1; round++) {
        bool ok = find_written(s, &found, &watched, d);
        if (ok && watched) {
            again.follows_waits = true;
            symex_free(s);
            s = symex_run(program, &again, d);
            continue;
        }
        bool is_right = ok && (again.written == NULL || is_part_of(&found, &assumed));
        if (is_right && (is_widening || s->events.size >= events || round == MAX_ROUNDS))
            break;
        if (is_right) {
            copy_written(&assumed, &found);
            events = s->events.size;
        } else if (ok) {
            is_widening = true;
            vec_append(&assumed.ranges, found.ranges.data, found.ranges.size);
            sort_and_merge(&assumed);
        }
        again.written = &assumed;
        symex_free(s);
        s = ok ? symex_run(program, &again, d) : NULL;
    }
    vec_clear(&assumed.ranges);
    vec_clear(&found.ranges);
    return s;
}
