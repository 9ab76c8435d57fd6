/* Which write may a read read from? Left out are, for a read r:
 *
 *   - writes that are surely after r, and r's own thread's writes that follow it;
 *   - writes that are surely overwritten: by a write to the same one cell that is executed whenever r is, and that r
 *     must see or see overwritten. (r's own thread's writes before it count, by coherence, under every model.) If that
 *     write is in r's own atomic block, nothing that other threads do can come between;
 *   - writes of other atomic blocks that never leave them, because the block surely overwrites them (writes.h).
 *
 * The writes of one thread to a cell are in program order, and what is surely before r is a prefix of them, so each
 * thread costs a binary search, the few writes that remain, and those that are surely after r. */
#include <stdlib.h>

#include "base/alloc.h"
#include "memory/memory.h"
#include "memory/order.h"
#include "memory/writes.h"

typedef struct search {
    const memory *m;
    order order;
    bool prunes;
    cell_writes *writes; /* by cell */
    memory_candidates *result;
    VEC(uint32_t) found;    /* writes for the present read */
    VEC(uint32_t) shadows;  /* those that surely overwrite what came before them */
    bool *is_inner;         /* by access: no other block can see it */
    uint32_t *seen_by;      /* by access: the read that met it last */
    guard_list true_guards; /* whenever the present read is executed */
    uint32_t *true_for;     /* by term: the last read that had it among these */
    bool is_stopped;        /* the budget is spent */
} search;

/* A round with an access that may hit several cells makes terms. */
static bool is_stopped(search *s, uint32_t cell_count)
{
    enum { ROUND_WORK = 4, WIDE_WORK = 15 };
    s->is_stopped |= symex_is_stopped(s->m->s, cell_count > 1 ? WIDE_WORK : ROUND_WORK);
    return s->is_stopped;
}

static uint32_t event_of(const search *s, uint32_t access)
{
    return s->m->accesses.data[access].event;
}

static uint32_t thread_of(const search *s, uint32_t access)
{
    return s->m->s->events.data[event_of(s, access)].thread;
}

static bool is_same_block(const search *s, uint32_t a, uint32_t b)
{
    uint32_t block = s->m->s->events.data[event_of(s, a)].block;
    return block != IR_NONE && block == s->m->s->events.data[event_of(s, b)].block;
}

/* How many of the thread's writes are surely before event e. */
static uint32_t prefix_before(const search *s, const thread_writes *w, uint32_t e)
{
    return order_count_before(&s->order, w->events.data, w->events.size, e);
}

/* All but the last ones, which event e is surely before. (Whether e is before a write may depend on a fence in a branch
 * that only some of the writes are in, so this is no binary search.) */
static uint32_t prefix_not_after(const search *s, const thread_writes *w, uint32_t e)
{
    uint32_t end = w->accesses.size;
    while (end > 0 && order_is_before(&s->order, e, w->events.data[end - 1]))
        end--;
    return end;
}

static void note_true_guards(search *s, uint32_t read)
{
    s->true_guards.size = 0;
    guard_list_true(&s->m->s->guards, s->m->accesses.data[read].guard, &s->true_guards);
    for (uint32_t i = 0; i < s->true_guards.size; i++)
        s->true_for[s->true_guards.data[i]] = read;
}

/* Does the write surely hit the read's cell, whenever the read is executed? */
static bool surely_hits(const search *s, uint32_t write, uint32_t read)
{
    const memory_access *w = &s->m->accesses.data[write], *r = &s->m->accesses.data[read];
    return w->cell_count == 1 && r->cell_count == 1 && s->true_for[w->guard] == read;
}

static void add_found(search *s, uint32_t write, uint32_t read)
{
    if (s->seen_by[write] == read)
        return;
    s->seen_by[write] = read;
    vec_push(&s->found, write);
}

static void add_thread(search *s, const thread_writes *w, uint32_t read)
{
    const memory_access *r = &s->m->accesses.data[read];
    bool is_own = w->thread == thread_of(s, read);
    uint32_t end =
        is_own ? order_count_earlier(w->events.data, w->events.size, r->event) : prefix_not_after(s, w, r->event);
    uint32_t before = is_own ? end : prefix_before(s, w, r->event), start = 0;
    for (uint32_t i = before; i-- > 0 && s->prunes;)
        if (surely_hits(s, w->accesses.data[i], read)) {
            vec_push(&s->shadows, w->accesses.data[i]);
            start = i;
            break;
        }
    s->result->rf_before += w->accesses.size;
    if (!s->prunes)
        end = w->accesses.size;
    for (uint32_t i = start; i < end; i++) {
        uint32_t write = w->accesses.data[i];
        if (!s->prunes || !s->is_inner[write] || is_same_block(s, write, read))
            add_found(s, write, read);
    }
}

/* What the read's own atomic block has surely written before it, nobody else can overwrite. */
static bool is_settled_in_block(const search *s, uint32_t read)
{
    for (uint32_t i = 0; i < s->shadows.size; i++)
        if (is_same_block(s, s->shadows.data[i], read))
            return true;
    return false;
}

static void keep_own_block(search *s, uint32_t read)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->found.size; i++)
        if (is_same_block(s, s->found.data[i], read))
            s->found.data[kept++] = s->found.data[i];
    s->found.size = kept;
}

static bool is_shadowed(const search *s, uint32_t write)
{
    for (uint32_t i = 0; i < s->shadows.size; i++)
        if (s->shadows.data[i] != write && s->m->accesses.data[write].cell_count == 1 &&
            order_is_before(&s->order, event_of(s, write), event_of(s, s->shadows.data[i])))
            return true;
    return false;
}

/* Are a and b, writes to one cell, in this order in every execution? */
static bool is_ws_known(const search *s, uint32_t a, uint32_t b)
{
    if (thread_of(s, a) == thread_of(s, b))
        return event_of(s, a) < event_of(s, b);
    return order_is_before(&s->order, event_of(s, a), event_of(s, b));
}

/* All candidates come before the read, and in a known order? Sorts them by it, if so. */
static bool sort_if_static(const search *s, memory_candidate *list, uint32_t count, uint32_t read)
{
    const memory_access *r = &s->m->accesses.data[read];
    for (uint32_t i = 0; i < count; i++) {
        uint32_t w = list[i].write;
        if (w == IR_NONE)
            continue;
        bool is_before = thread_of(s, w) == thread_of(s, read) || order_is_before(&s->order, event_of(s, w), r->event);
        if (!is_before || list[i].condition != TERM_TRUE)
            return false;
    }
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t j = i; j > 0; j--) {
            uint32_t a = list[j - 1].write, b = list[j].write;
            if (a == IR_NONE || (b != IR_NONE && is_ws_known(s, a, b)))
                break;
            if (b != IR_NONE && !is_ws_known(s, b, a))
                return false;
            memory_candidate other = list[j];
            list[j] = list[j - 1];
            list[j - 1] = other;
        }
    return true;
}

static term same_cell(const search *s, uint32_t write, const memory_access *read)
{
    const memory_access *w = &s->m->accesses.data[write];
    if (w->cell_count == 1 && read->cell_count == 1)
        return TERM_TRUE;
    return term_eq(s->m->s->terms, w->address, read->address);
}

static void find_for_read(search *s, uint32_t read)
{
    const memory_access *r = &s->m->accesses.data[read];
    memory_candidates *result = s->result;
    s->found.size = 0;
    s->shadows.size = 0;
    note_true_guards(s, read);
    for (uint32_t i = 0; i < r->cell_count; i++) {
        const cell_writes *writes = &s->writes[s->m->may.data[r->first_cell + i]];
        for (uint32_t t = 0; t < writes->size && !is_stopped(s, 1); t++)
            add_thread(s, &writes->data[t], read);
    }
    if (is_settled_in_block(s, read))
        keep_own_block(s, read);
    result->rf_before++;
    memory_read entry = {.access = read, .first = result->candidates.size};
    if (s->shadows.size == 0)
        vec_push(&result->candidates, (memory_candidate){IR_NONE, TERM_TRUE});
    for (uint32_t i = 0; i < s->found.size && !is_stopped(s, r->cell_count); i++)
        if (!is_shadowed(s, s->found.data[i])) {
            term condition = same_cell(s, s->found.data[i], r);
            if (condition != TERM_FALSE)
                vec_push(&result->candidates, (memory_candidate){s->found.data[i], condition});
        }
    entry.count = result->candidates.size - entry.first;
    entry.is_static =
        s->prunes && r->cell_count == 1 && sort_if_static(s, result->candidates.data + entry.first, entry.count, read);
    result->static_reads += entry.is_static;
    result->rf_after += entry.count;
    vec_push(&result->reads, entry);
}

static void count_ws(search *s)
{
    for (uint32_t c = 0; c < s->m->cells.size; c++) {
        const cell_writes *writes = &s->writes[c];
        uint64_t total = 0;
        for (uint32_t t = 0; t < writes->size; t++)
            total += writes->data[t].accesses.size;
        s->result->ws_before += total * (total - (total > 0)) / 2;
        for (uint32_t t = 0; t < writes->size; t++)
            for (uint32_t u = t + 1; u < writes->size; u++)
                for (uint32_t i = 0; i < writes->data[t].accesses.size && !is_stopped(s, 1); i++) {
                    uint32_t e = event_of(s, writes->data[t].accesses.data[i]);
                    s->result->ws_after +=
                        prefix_not_after(s, &writes->data[u], e) - prefix_before(s, &writes->data[u], e);
                }
    }
}

static uint32_t *new_marks(uint32_t count)
{
    uint32_t *marks = alloc_bytes(((size_t)count + 1) * sizeof(uint32_t));
    memset(marks, 0xff, count * sizeof(uint32_t));
    return marks;
}

memory_candidates *memory_find_candidates(const memory *m, const model *model, bool prunes)
{
    search s = {
        .m = m,
        .prunes = prunes,
        .writes = writes_by_cell(m),
        .result = alloc_zeroed(1, sizeof(memory_candidates)),
        .seen_by = new_marks(m->accesses.size),
        .true_for = new_marks(term_count(m->s->terms)),
    };
    s.is_inner = writes_find_inner(m, s.writes);
    order_init(&s.order, m->s, model);
    for (uint32_t a = 0; a < m->accesses.size && !is_stopped(&s, 1); a++)
        if (!m->accesses.data[a].is_write)
            find_for_read(&s, a);
    count_ws(&s);
    writes_free(s.writes, m->cells.size);
    free(s.is_inner);
    free(s.seen_by);
    free(s.true_for);
    vec_clear(&s.true_guards);
    vec_clear(&s.found);
    vec_clear(&s.shadows);
    order_clear(&s.order);
    return s.result;
}

void memory_candidates_free(memory_candidates *c)
{
    if (c == NULL)
        return;
    vec_clear(&c->reads);
    vec_clear(&c->candidates);
    free(c);
}
