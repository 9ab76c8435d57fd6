#include "encode/axiom_events.h"

#include <stdlib.h>

#include "base/alloc.h"

typedef struct builder {
    axiom_events *a;
    const memory *m;
    const symex *s;
    cat_architecture architecture;
    uint32_t *first; /* by event of the symex: its first event here, and, of what follows, that of the next one */
    depends_list reads;
} builder;

static uint32_t add(builder *b, axiom_event event)
{
    vec_push(&b->a->list, event);
    return b->a->list.size - 1;
}

static uint32_t add_fence(builder *b, const symex_event *e, uint64_t tags)
{
    return add(b, (axiom_event){e->thread, CAT_FENCE, tags, e->guard, IR_NONE, IR_NONE});
}

/* ---- accesses ---- */

/* Of an atomic instruction: a block without fences of its own, with a read and a write. */
static bool is_update(const symex_event *e)
{
    return e->is_update;
}

static mapping_kind kind_of(const symex_event *e)
{
    if (is_update(e))
        return e->kind == SYMEX_READ ? MAPPING_UPDATE_READ : MAPPING_UPDATE_WRITE;
    return e->kind == SYMEX_READ ? MAPPING_LOAD : MAPPING_STORE;
}

static void add_accesses(builder *b, uint32_t event)
{
    const symex_event *e = &b->s->events.data[event];
    mapping_access how = {0};
    if (!e->is_alive_check)
        how = mapping_of_access(b->architecture, kind_of(e), (ir_order)e->order);
    if (how.before)
        add_fence(b, e, how.before);
    uint32_t first = b->a->list.size;
    for (uint32_t i = b->m->first_access[event]; i < b->m->first_access[event + 1]; i++) {
        const memory_access *access = &b->m->accesses.data[i];
        b->a->of_access[i] = add(b, (axiom_event){
                                        .thread = e->thread,
                                        .kind = access->is_write ? CAT_WRITE : CAT_READ,
                                        .tags = how.tags,
                                        .guard = access->guard,
                                        .access = i,
                                        .hidden = IR_NONE,
                                    });
    }
    uint32_t end = b->a->list.size;
    uint32_t fence = how.after ? add_fence(b, e, how.after) : 0;
    for (uint32_t i = first; i < end && how.branches; i++)
        vec_push(&b->a->dependencies, (axiom_dependency){AXIOM_CTRL, i, fence, TERM_TRUE});
}

/* ---- threads ---- */

static void add_hidden(builder *b, const symex_event *e, uint8_t kind, uint32_t hidden, term condition)
{
    term guard = condition == TERM_TRUE ? e->guard : term_and(b->s->terms, e->guard, condition);
    add(b, (axiom_event){e->thread, kind, mapping_of_thread(b->architecture), guard, IR_NONE, hidden});
}

static void add_joins(builder *b, uint32_t event)
{
    const symex_event *e = &b->s->events.data[event];
    for (uint32_t i = 0; i < b->s->joins.size; i++) {
        const symex_join *join = &b->s->joins.data[i];
        if (join->event == event && b->s->threads.data[join->thread].end != IR_NONE)
            add_hidden(b, e, CAT_READ, 2 * join->thread + 1, join->condition);
    }
}

static void add_thread_event(builder *b, uint32_t event)
{
    const symex_event *e = &b->s->events.data[event];
    add_fence(b, e, mapping_full_fence());
    if (e->kind == SYMEX_START && e->other < b->s->threads.size && b->s->threads.data[e->other].start == event)
        add_hidden(b, e, CAT_WRITE, 2 * e->other, TERM_TRUE);
    else if (e->kind == SYMEX_BEGIN && b->s->threads.data[e->thread].start != IR_NONE)
        add_hidden(b, e, CAT_READ, 2 * e->thread, TERM_TRUE);
    else if (e->kind == SYMEX_END)
        add_hidden(b, e, CAT_WRITE, 2 * e->thread + 1, TERM_TRUE);
    else if (e->kind == SYMEX_JOIN)
        add_joins(b, event);
    add_fence(b, e, mapping_full_fence());
}

/* ---- all events ---- */

static void add_event(builder *b, uint32_t event)
{
    const symex_event *e = &b->s->events.data[event];
    b->first[event] = b->a->list.size;
    if (e->kind <= SYMEX_WRITE) {
        add_accesses(b, event);
    } else if (e->kind == SYMEX_FENCE) {
        uint64_t tags = mapping_of_fence(b->architecture, e->fence);
        if (tags)
            add_fence(b, e, tags);
    } else {
        add_thread_event(b, event);
    }
}

/* ---- dependencies ---- */

/* The access that the check of an object is part of. */
static uint32_t access_of_check(const builder *b, uint32_t event)
{
    const symex_event *e = &b->s->events.data[event];
    uint32_t next = event + 1;
    bool is_check = e->is_alive_check && e->kind == SYMEX_READ && e->block != IR_NONE && next < b->s->events.size;
    return is_check && b->s->events.data[next].block == e->block && b->s->events.data[next].kind <= SYMEX_WRITE ? next
                                                                                                                : event;
}

static void add_pair(builder *b, axiom_dependency_kind kind, uint32_t read, uint32_t event, term condition)
{
    for (uint32_t i = b->m->first_access[read]; i < b->m->first_access[read + 1]; i++)
        for (uint32_t k = b->first[event]; k < b->first[event + 1]; k++)
            if (kind == AXIOM_CTRL || b->a->list.data[k].kind != CAT_FENCE)
                vec_push(&b->a->dependencies, (axiom_dependency){(uint8_t)kind, b->a->of_access[i], k, condition});
}

static void add_dependencies(builder *b, axiom_dependency_kind kind, depends set, uint32_t event)
{
    if (set == DEPENDS_NONE)
        return;
    depends_list_reads(&b->s->depends, &b->s->guards, set, b->s->events.data[event].guard, UINT32_MAX, &b->reads);
    for (uint32_t i = 0; i < b->reads.size; i++)
        add_pair(b, kind, b->reads.data[i].event, event, b->reads.data[i].condition);
}

static void add_dependencies_of(builder *b, uint32_t event)
{
    const symex_event *e = &b->s->events.data[access_of_check(b, event)];
    add_dependencies(b, AXIOM_ADDR, e->on_address, event);
    add_dependencies(b, AXIOM_CTRL, e->on_control, event);
    if (e->kind == SYMEX_WRITE)
        add_dependencies(b, AXIOM_DATA, e->on_data, event);
}

/* ---- atomic instructions ---- */

static bool may_share_cell(const memory *m, uint32_t a, uint32_t b)
{
    const memory_access *x = &m->accesses.data[a], *y = &m->accesses.data[b];
    return x->cell_count > 1 || y->cell_count > 1 || m->may.data[x->first_cell] == m->may.data[y->first_cell];
}

/* The write at `write` and the last read of its block before it. */
static void add_updates(builder *b, uint32_t write)
{
    const symex_event *w = &b->s->events.data[write];
    if (w->kind != SYMEX_WRITE || !is_update(w) || w->is_alive_check)
        return;
    for (uint32_t read = write; read-- > 0 && b->s->events.data[read].block == w->block;) {
        const symex_event *r = &b->s->events.data[read];
        if (r->kind != SYMEX_READ || r->is_alive_check)
            continue;
        for (uint32_t i = b->m->first_access[read]; i < b->m->first_access[read + 1]; i++)
            for (uint32_t k = b->m->first_access[write]; k < b->m->first_access[write + 1]; k++)
                if (may_share_cell(b->m, i, k))
                    vec_push(&b->a->updates, (axiom_update){b->a->of_access[i], b->a->of_access[k]});
    }
}

void axiom_events_init(axiom_events *a, const memory *m, cat_architecture architecture)
{
    const symex *s = m->s;
    builder b = {.a = a, .m = m, .s = s, .architecture = architecture};
    *a = (axiom_events){.of_access = alloc_bytes((m->accesses.size + 1) * sizeof(uint32_t))};
    b.first = alloc_bytes((s->events.size + 1) * sizeof(uint32_t));
    for (uint32_t e = 0; e < s->events.size; e++)
        add_event(&b, e);
    b.first[s->events.size] = a->list.size;
    for (uint32_t e = 0; e < s->events.size && !budget_is_spent(s->budget); e++) {
        add_dependencies_of(&b, e);
        add_updates(&b, e);
    }
    vec_clear(&b.reads);
    free(b.first);
}

void axiom_events_clear(axiom_events *a)
{
    vec_clear(&a->list);
    vec_clear(&a->dependencies);
    vec_clear(&a->updates);
    free(a->of_access);
}
