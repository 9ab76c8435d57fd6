#include "support/axioms.h"

#include "base/alloc.h"
#include "memory/order.h"

static const memory_access *access_at(const axioms *a, uint32_t access)
{
    return &a->mem->accesses.data[access];
}

static uint32_t node_of_access(const axioms *a, uint32_t access)
{
    return a->node[access_at(a, access)->event];
}

static uint32_t thread_of(const axioms *a, uint32_t access)
{
    return a->mem->s->events.data[access_at(a, access)->event].thread;
}

/* ---- program order ---- */

static bool is_executed(const axioms *a, const symex_event *e)
{
    return known_is_true(a->known, e->guard);
}

/* The check that an object is alive is part of its access, and orders nothing by itself; its end does. */
static bool counts(const symex_event *e)
{
    return e->kind >= SYMEX_FENCE || !e->is_alive_check || e->kind == SYMEX_WRITE;
}

static bool is_full_fence(const symex_event *e)
{
    return e->kind >= SYMEX_START || (e->kind == SYMEX_FENCE && ir_fence_is_full(e->fence));
}

/* Straight from the row of the model. (What is kept for the same place only: coherence orders it, and what it follows
 * from, ws and rf, is in the global order as well.) */
static bool is_preserved(const model *model, const symex_event *x, const symex_event *y, bool has_store_fence)
{
    if (model_keeps_all(model) || is_full_fence(x) || is_full_fence(y))
        return true;
    if (x->kind == SYMEX_FENCE || y->kind == SYMEX_FENCE)
        return false;
    if (model->keeps[x->kind == SYMEX_WRITE][y->kind == SYMEX_WRITE] == MODEL_ALWAYS)
        return true;
    return x->kind == SYMEX_WRITE && y->kind == SYMEX_WRITE && has_store_fence;
}

static bool add_global(axioms *a, uint32_t from, uint32_t to)
{
    return from == to || relation_add(&a->global, from, to);
}

static bool add_program_order(axioms *a, const symex_thread *thread)
{
    const symex_event *events = a->mem->s->events.data;
    for (uint32_t i = 0; i < thread->events.size; i++) {
        const symex_event *x = &events[thread->events.data[i]];
        bool has_store_fence = false;
        if (!is_executed(a, x) || !counts(x))
            continue;
        for (uint32_t j = i + 1; j < thread->events.size; j++) {
            const symex_event *y = &events[thread->events.data[j]];
            if (!is_executed(a, y) || !counts(y))
                continue;
            if (is_preserved(a->model, x, y, has_store_fence) &&
                !add_global(a, a->node[thread->events.data[i]], a->node[thread->events.data[j]]))
                return false;
            if (is_full_fence(y))
                break; /* the rest follows through y */
            has_store_fence |= y->kind == SYMEX_FENCE && ir_fence_orders_stores(y->fence);
        }
    }
    return true;
}

static bool add_static_order(axioms *a)
{
    const symex *s = a->mem->s;
    for (uint32_t t = 0; t < s->threads.size; t++) {
        const symex_thread *thread = &s->threads.data[t];
        if (!add_program_order(a, thread))
            return false;
        if (thread->start != IR_NONE && known_is_true(a->known, thread->guard) &&
            !add_global(a, a->node[thread->start], a->node[thread->begin]))
            return false;
    }
    for (uint32_t i = 0; i < s->joins.size; i++) {
        const symex_join *join = &s->joins.data[i];
        uint32_t end = s->threads.data[join->thread].end;
        if (end != IR_NONE && is_executed(a, &s->events.data[join->event]) &&
            known_is_true(a->known, join->condition) && !add_global(a, a->node[end], a->node[join->event]))
            return false;
    }
    return true;
}

/* ---- places ---- */

static void list_placed(axioms *a)
{
    a->placed.size = 0;
    for (uint32_t i = 0; i < a->mem->accesses.size; i++)
        if (known_is_true(a->known, access_at(a, i)->guard) && a->known->is_known[access_at(a, i)->address])
            vec_push(&a->placed, i);
}

bool axioms_is_before(const axioms *a, uint32_t x, uint32_t y)
{
    uint32_t nx = node_of_access(a, x), ny = node_of_access(a, y);
    return relation_has(&a->coherence, x, y) || (nx != ny && relation_has(&a->global, nx, ny));
}

/* An edge of ws or fr, which are in both orders. */
static bool add_both(axioms *a, uint32_t x, uint32_t y)
{
    return relation_add(&a->coherence, x, y) && add_global(a, node_of_access(a, x), node_of_access(a, y));
}

bool axioms_order_writes(axioms *a, uint32_t w, uint32_t w2)
{
    return add_both(a, w, w2);
}

bool axioms_read_from(axioms *a, uint32_t read, uint32_t write)
{
    a->source[read] = write;
    if (write == AXIOMS_INITIAL)
        return true;
    bool is_internal = thread_of(a, read) == thread_of(a, write);
    bool is_global = is_internal ? a->model->rfi_is_global : a->model->rfe_is_global;
    return relation_add(&a->coherence, write, read) &&
           (!is_global || add_global(a, node_of_access(a, write), node_of_access(a, read)));
}

/* Read r reads from w; w2 is another write to the same place. It is before w, or r is before it. */
static bool derive_from_read(axioms *a, uint32_t r, uint32_t w, uint32_t w2)
{
    if (w == AXIOMS_INITIAL || axioms_is_before(a, w, w2))
        return add_both(a, r, w2);
    if (axioms_is_before(a, w2, r))
        return add_both(a, w2, w);
    return true;
}

static bool derive_pair(axioms *a, uint32_t x, uint32_t y)
{
    bool wx = access_at(a, x)->is_write, wy = access_at(a, y)->is_write;
    if (thread_of(a, x) == thread_of(a, y) && !relation_add(&a->coherence, x, y))
        return false;
    if (wx && wy)
        return axioms_is_before(a, x, y) ? add_both(a, x, y) : !axioms_is_before(a, y, x) || add_both(a, y, x);
    if (!wx && !wy)
        return true;
    uint32_t read = wx ? y : x, write = wx ? x : y, source = a->source[read];
    return source == AXIOMS_OPEN || source == write || derive_from_read(a, read, source, write);
}

static uint64_t count_additions(const axioms *a)
{
    return a->coherence.additions + a->global.additions;
}

static bool sources_fit(const axioms *a)
{
    for (uint32_t i = 0; i < a->placed.size; i++) {
        uint32_t read = a->placed.data[i], write = a->source[read];
        if (access_at(a, read)->is_write || write >= AXIOMS_INITIAL)
            continue;
        const memory_access *w = access_at(a, write);
        if (known_is_false(a->known, w->guard) ||
            (a->known->is_known[w->address] && axioms_address(a, write) != axioms_address(a, read)))
            return false;
    }
    return true;
}

bool axioms_update(axioms *a)
{
    list_placed(a);
    if (!sources_fit(a) || !add_static_order(a))
        return false;
    uint64_t before = UINT64_MAX;
    while (before != count_additions(a)) {
        before = count_additions(a);
        for (uint32_t i = 0; i < a->placed.size; i++)
            for (uint32_t j = i + 1; j < a->placed.size; j++)
                if (axioms_address(a, a->placed.data[i]) == axioms_address(a, a->placed.data[j]) &&
                    !derive_pair(a, a->placed.data[i], a->placed.data[j]))
                    return false;
    }
    return true;
}

/* Of an access that may yet be executed: is the read, of another thread, before something that it would come after? */
static bool comes_too_late(const axioms *a, uint32_t read, uint32_t write)
{
    uint32_t last = access_at(a, write)->event;
    const symex_event *events = a->mem->s->events.data;
    const symex_thread *thread = &a->mem->s->threads.data[events[last].thread];
    for (uint32_t i = order_count_earlier(thread->events.data, thread->events.size, last); i-- > 0;) {
        uint32_t e = thread->events.data[i];
        if (is_executed(a, &events[e]) && counts(&events[e]) &&
            is_preserved(a->model, &events[e], &events[last], false))
            return relation_has(&a->global, node_of_access(a, read), a->node[e]);
    }
    return false;
}

bool axioms_could_read(const axioms *a, uint32_t read, uint32_t write)
{
    if (write != AXIOMS_INITIAL) {
        const memory_access *w = access_at(a, write);
        if (known_is_false(a->known, w->guard) || axioms_is_before(a, read, write) ||
            (a->known->is_known[w->address] && axioms_address(a, write) != axioms_address(a, read)) ||
            (thread_of(a, read) != thread_of(a, write) && comes_too_late(a, read, write)))
            return false;
    }
    for (uint32_t i = 0; i < a->placed.size; i++) {
        uint32_t other = a->placed.data[i];
        if (access_at(a, other)->is_write && other != write && axioms_address(a, other) == axioms_address(a, read) &&
            axioms_is_before(a, other, read) && (write == AXIOMS_INITIAL || axioms_is_before(a, write, other)))
            return false;
    }
    return true;
}

/* ---- the whole ---- */

static void set_nodes(axioms *a)
{
    const symex *s = a->mem->s;
    uint32_t *first = alloc_bytes((s->block_count + 1) * sizeof(uint32_t));
    memset(first, 0xff, s->block_count * sizeof(uint32_t));
    for (uint32_t e = 0; e < s->events.size; e++) {
        uint32_t block = s->events.data[e].block;
        if (block != IR_NONE && first[block] == IR_NONE)
            first[block] = e;
        a->node[e] = block == IR_NONE ? e : first[block];
    }
    free(first);
}

void axioms_init(axioms *a, const memory *mem, const known *known, const model *model)
{
    *a = (axioms){
        .mem = mem,
        .known = known,
        .model = model,
        .node = alloc_bytes((mem->s->events.size + 1) * sizeof(uint32_t)),
        .source = alloc_bytes((mem->accesses.size + 1) * sizeof(uint32_t)),
    };
    memset(a->source, 0xff, mem->accesses.size * sizeof(uint32_t));
    set_nodes(a);
    relation_init(&a->coherence, mem->accesses.size);
    relation_init(&a->global, mem->s->events.size);
}

void axioms_clear(axioms *a)
{
    free(a->node);
    free(a->source);
    relation_clear(&a->coherence);
    relation_clear(&a->global);
    vec_clear(&a->placed);
}

void axioms_save(axioms *a)
{
    relation_save(&a->coherence);
    relation_save(&a->global);
}

void axioms_restore(axioms *a)
{
    relation_restore(&a->coherence);
    relation_restore(&a->global);
}
