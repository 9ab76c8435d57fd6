#include "memory/ws.h"

#include "base/alloc.h"
#include "base/map.h"
#include "memory/order.h"
#include "memory/writes.h"

typedef struct finder {
    const memory *m;
    const model *model;
    order order;
    cell_writes *writes; /* by cell */
    bool *matters;       /* by cell: some read that may hit it needs rf */
    bool *is_inner;      /* by access: no other block can see it (writes.h) */
    map seen;            /* pairs of accesses that are listed */
    memory_ws *ws;
    bool is_stopped; /* the budget is spent */
} finder;

static bool is_stopped(finder *f)
{
    enum { ROUND_WORK = 6 };
    f->is_stopped |= symex_is_stopped(f->m->s, ROUND_WORK);
    return f->is_stopped;
}

static const memory_access *access_at(const finder *f, uint32_t a)
{
    return &f->m->accesses.data[a];
}

static void note_what_matters(finder *f, const memory_candidates *c)
{
    for (uint32_t i = 0; i < c->reads.size; i++) {
        const memory_access *r = access_at(f, c->reads.data[i].access);
        for (uint32_t k = 0; !c->reads.data[i].is_static && k < r->cell_count; k++)
            f->matters[f->m->may.data[r->first_cell + k]] = true;
    }
}

static bool is_narrow(const finder *f, uint32_t a)
{
    return access_at(f, a)->cell_count == 1;
}

static term same_cell(const finder *f, uint32_t a, uint32_t b)
{
    if (is_narrow(f, a) && is_narrow(f, b))
        return TERM_TRUE;
    return term_eq(f->m->s->terms, access_at(f, a)->address, access_at(f, b)->address);
}

static bool is_implied(const finder *f, term guard, uint32_t w)
{
    if (access_at(f, w)->guard == TERM_TRUE || access_at(f, w)->guard == guard)
        return true;
    return guard_decides(&f->m->s->guards, guard, access_at(f, w)->guard) == TERM_TRUE;
}

static bool is_before(const finder *f, uint32_t a, uint32_t b)
{
    return order_is_before(&f->order, access_at(f, a)->event, access_at(f, b)->event);
}

/* False if the pair is listed already (two writes may have several cells in common). */
static bool note_pair(finder *f, uint32_t a, uint32_t b)
{
    uint64_t key = (uint64_t)a << 32 | b;
    if (is_narrow(f, a) && is_narrow(f, b))
        return true;
    if (map_find(&f->seen, key))
        return false;
    map_put(&f->seen, key, 1);
    return true;
}

static void add_known(finder *f, uint32_t w, uint32_t w2, bool needs_edge)
{
    term condition = same_cell(f, w, w2);
    if (condition != TERM_FALSE && note_pair(f, w, w2))
        vec_push(&f->ws->pairs, (memory_ws_pair){w, w2, condition, true, needs_edge});
}

static void add_open(finder *f, uint32_t w, uint32_t w2)
{
    term condition = same_cell(f, w, w2);
    if (condition != TERM_FALSE && note_pair(f, w < w2 ? w : w2, w < w2 ? w2 : w))
        vec_push(&f->ws->pairs, (memory_ws_pair){w, w2, condition, false, true});
}

/* The writes of w's own thread after w. */
static void add_own(finder *f, const thread_writes *own, uint32_t at)
{
    uint32_t w = own->accesses.data[at];
    for (uint32_t i = at + 1; i < own->accesses.size && !is_stopped(f); i++) {
        uint32_t w2 = own->accesses.data[i];
        bool narrow = is_narrow(f, w) && is_narrow(f, w2);
        add_known(f, w, w2, false);
        if (narrow && is_implied(f, access_at(f, w)->guard, w2))
            return;
    }
}

/* The writes of another thread. For each unordered pair, only the write with the lower number asks. */
static void add_others(finder *f, uint32_t w, const thread_writes *other)
{
    bool is_covered = false;
    for (uint32_t i = 0; i < other->accesses.size && !is_stopped(f); i++) {
        uint32_t w2 = other->accesses.data[i];
        if (f->is_inner[w2] || is_before(f, w2, w))
            continue;
        if (!is_before(f, w, w2)) {
            if (w < w2)
                add_open(f, w, w2);
        } else if (!is_covered) {
            add_known(f, w, w2, false);
            is_covered = is_narrow(f, w) && is_narrow(f, w2) && is_implied(f, access_at(f, w)->guard, w2);
        }
    }
}

static void add_pairs(finder *f, uint32_t cell)
{
    const cell_writes *list = &f->writes[cell];
    for (uint32_t t = 0; t < list->size; t++)
        for (uint32_t i = 0; i < list->data[t].accesses.size && !is_stopped(f); i++) {
            add_own(f, &list->data[t], i);
            for (uint32_t u = 0; u < list->size; u++)
                if (u != t && !f->is_inner[list->data[t].accesses.data[i]])
                    add_others(f, list->data[t].accesses.data[i], &list->data[u]);
        }
}

/* What overwrites the initial value of the cell: of each thread, writes up to the first that is always executed. */
static void add_overwrites(finder *f, uint32_t cell, uint32_t read)
{
    const cell_writes *list = &f->writes[cell];
    for (uint32_t t = 0; t < list->size; t++)
        for (uint32_t i = 0; i < list->data[t].accesses.size && !is_stopped(f); i++) {
            uint32_t w = list->data[t].accesses.data[i];
            term condition = TERM_TRUE;
            if (read != IR_NONE)
                condition = same_cell(f, w, read);
            else if (!is_narrow(f, w))
                condition = term_eq(f->m->s->terms, access_at(f, w)->address,
                                    term_constant(f->m->s->terms, f->m->s->program->layout.pointer_bits,
                                                  f->m->cells.data[cell].address));
            if (condition == TERM_FALSE || (read != IR_NONE && !note_pair(f, read, w)))
                continue;
            vec_push(&f->ws->overwrites, (memory_overwrite){w, condition});
            if (condition == TERM_TRUE && access_at(f, w)->guard == TERM_TRUE)
                break;
        }
}

static void add_initial(finder *f, uint32_t cell, uint32_t read)
{
    memory_initial entry = {.cell = cell, .read = read, .first = f->ws->overwrites.size};
    if (read == IR_NONE) {
        add_overwrites(f, cell, IR_NONE);
    } else {
        const memory_access *r = access_at(f, read);
        for (uint32_t k = 0; k < r->cell_count; k++)
            add_overwrites(f, f->m->may.data[r->first_cell + k], read);
    }
    entry.count = f->ws->overwrites.size - entry.first;
    vec_push(&f->ws->initials, entry);
}

static void add_initials(finder *f, const memory_candidates *c)
{
    bool *is_done = alloc_zeroed(f->m->cells.size + 1, sizeof(bool));
    for (uint32_t i = 0; i < c->reads.size && !f->is_stopped; i++) {
        const memory_read *r = &c->reads.data[i];
        const memory_access *a = access_at(f, r->access);
        bool has_initial = false;
        for (uint32_t k = 0; k < r->count; k++)
            has_initial |= c->candidates.data[r->first + k].write == IR_NONE;
        if (r->is_static || !has_initial)
            continue;
        uint32_t cell = a->cell_count == 1 ? f->m->may.data[a->first_cell] : IR_NONE;
        if (cell == IR_NONE)
            add_initial(f, IR_NONE, r->access);
        else if (!is_done[cell])
            add_initial(f, cell, IR_NONE);
        if (cell != IR_NONE)
            is_done[cell] = true;
    }
    free(is_done);
}

memory_ws *memory_find_ws(const memory *m, const memory_candidates *c, const model *model)
{
    finder f = {
        .m = m,
        .model = model,
        .writes = writes_by_cell(m),
        .matters = alloc_zeroed(m->cells.size + 1, sizeof(bool)),
        .ws = alloc_zeroed(1, sizeof(memory_ws)),
    };
    f.is_inner = writes_find_inner(m, f.writes);
    order_init(&f.order, m->s, model);
    note_what_matters(&f, c);
    if (model->cat) {
        /* Axioms are about the order of all writes. */
        memset(f.matters, true, m->cells.size * sizeof(bool));
        memset(f.is_inner, false, m->accesses.size * sizeof(bool));
    }
    for (uint32_t cell = 0; cell < m->cells.size && !f.is_stopped; cell++)
        if (f.matters[cell])
            add_pairs(&f, cell);
    if (!f.is_stopped)
        add_initials(&f, c);
    writes_free(f.writes, m->cells.size);
    free(f.matters);
    free(f.is_inner);
    map_clear(&f.seen);
    order_clear(&f.order);
    return f.ws;
}

void memory_ws_free(memory_ws *ws)
{
    if (ws == NULL)
        return;
    vec_clear(&ws->pairs);
    vec_clear(&ws->initials);
    vec_clear(&ws->overwrites);
    free(ws);
}
