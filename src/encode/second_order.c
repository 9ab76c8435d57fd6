#include "encode/second_order.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "memory/preserved.h"

typedef struct relation {
    bool is_rf;
    uint32_t write, other;
    int literal;
} relation;

typedef struct second {
    const encode_order *o;
    encoding *e;
    memory_graph *graph;
    uint32_t offset;          /* of its nodes */
    VEC(relation) relations;  /* of the first order */
    uint32_t *writes, *reads; /* by number in the first order: that in the second, or ENCODE_NONE */
    int literal;              /* of the rf that is being looked at */
    uint32_t target;          /* its read's node */
} second;

static void note(void *context, bool is_rf, uint32_t write, uint32_t other, int literal)
{
    second *s = context;
    vec_push(&s->relations, (relation){is_rf, write, other, literal});
}

static void add_graph(second *s)
{
    for (uint32_t i = 0; i < s->graph->node_count; i++) {
        uint32_t node = s->o->add_node(s->o->self);
        s->offset = i == 0 ? node : s->offset;
    }
    for (uint32_t i = 0; i < s->graph->edges.size; i++) {
        const memory_edge *edge = &s->graph->edges.data[i];
        if (edge->condition == TERM_TRUE)
            s->o->add_edge(s->o->self, s->offset + edge->from, s->offset + edge->to);
        else
            s->o->add_edge_if(s->o->self, s->offset + edge->from, s->offset + edge->to,
                              encoding_literal(s->e, edge->condition));
    }
}

static uint32_t event_of(const second *s, uint32_t access)
{
    return s->e->m->accesses.data[access].event;
}

static uint32_t thread_of(const second *s, uint32_t access)
{
    return s->e->s->events.data[event_of(s, access)].thread;
}

static uint32_t node_of(const second *s, uint32_t access)
{
    return s->offset + s->graph->node[event_of(s, access)];
}

static int guard_of(const second *s, uint32_t access)
{
    return encoding_literal(s->e, s->e->m->accesses.data[access].guard);
}

static uint32_t write_of(second *s, uint32_t write)
{
    uint32_t access = s->e->access_of_write.data[write];
    if (s->writes[write] != ENCODE_NONE)
        return s->writes[write];
    s->writes[write] = access == IR_NONE ? s->o->add_write(s->o->self, ENCODE_NONE, ENCODE_NONE, 0, s->e->always)
                                         : s->o->add_write(s->o->self, node_of(s, access), thread_of(s, access), access,
                                                           guard_of(s, access));
    return s->writes[write];
}

static uint32_t read_of(second *s, uint32_t read)
{
    uint32_t access = s->e->access_of_read.data[read];
    if (s->reads[read] == ENCODE_NONE)
        s->reads[read] =
            s->o->add_read(s->o->self, node_of(s, access), thread_of(s, access), access, guard_of(s, access));
    return s->reads[read];
}

static bool is_internal(const second *s, uint32_t access, uint32_t other)
{
    return access != IR_NONE && thread_of(s, access) == thread_of(s, other);
}

/* What a store depends on is before whoever reads the store early. */
static void add_forwarded(void *context, uint32_t source)
{
    second *s = context;
    uint32_t node = s->offset + s->graph->node[source];
    if (node != s->target)
        s->o->add_edge_if(s->o->self, node, s->target, s->literal);
}

static void add_rf(second *s, const relation *r)
{
    uint32_t from = s->e->access_of_write.data[r->write], to = s->e->access_of_read.data[r->other];
    bool is_own = is_internal(s, from, to);
    s->o->add_rf(s->o->self, write_of(s, r->write), read_of(s, r->other), r->literal, !is_own);
    if (!is_own || !(s->e->model->preserved & MODEL_FORWARDED))
        return;
    s->literal = r->literal;
    s->target = node_of(s, to);
    preserved_each_source(s->e->s, event_of(s, from), s, add_forwarded);
}

static void add_ws(second *s, const relation *r)
{
    uint32_t from = s->e->access_of_write.data[r->write], to = s->e->access_of_write.data[r->other];
    s->o->add_ws(s->o->self, write_of(s, r->write), write_of(s, r->other), r->literal, !is_internal(s, from, to));
}

void second_order_add(encoding *e)
{
    second s = {.o = &e->order, .e = e, .graph = memory_graph_new_global(e->m, e->model)};
    s.writes = alloc_bytes((e->access_of_write.size + 1) * sizeof(uint32_t));
    s.reads = alloc_bytes((e->access_of_read.size + 1) * sizeof(uint32_t));
    memset(s.writes, 0xff, (e->access_of_write.size + 1) * sizeof(uint32_t));
    memset(s.reads, 0xff, (e->access_of_read.size + 1) * sizeof(uint32_t));
    e->order.each_relation(e->order.self, &s, note);
    add_graph(&s);
    for (uint32_t i = 0; i < s.relations.size; i++)
        if (s.relations.data[i].is_rf)
            add_rf(&s, &s.relations.data[i]);
        else
            add_ws(&s, &s.relations.data[i]);
    memory_graph_free(s.graph);
    vec_clear(&s.relations);
    free(s.writes);
    free(s.reads);
}
