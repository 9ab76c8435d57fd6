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
    ord *o;
    encoding *e;
    memory_graph *graph;
    uint32_t offset;          /* of its nodes in the theory */
    VEC(relation) relations;  /* of the first order */
    uint32_t *writes, *reads; /* by number in the first order: that in the second, or ORD_NONE */
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
    s->offset = ord_node_count(s->o);
    for (uint32_t i = 0; i < s->graph->node_count; i++)
        ord_add_node(s->o);
    for (uint32_t i = 0; i < s->graph->edges.size; i++) {
        const memory_edge *edge = &s->graph->edges.data[i];
        if (edge->condition == TERM_TRUE)
            ord_add_edge(s->o, s->offset + edge->from, s->offset + edge->to);
        else
            ord_add_edge_if(s->o, s->offset + edge->from, s->offset + edge->to,
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

static uint32_t write_of(second *s, uint32_t write)
{
    uint32_t access = s->e->access_of_write.data[write];
    if (s->writes[write] != ORD_NONE)
        return s->writes[write];
    s->writes[write] = access == IR_NONE ? ord_add_write(s->o, ORD_NONE, ORD_NONE, 0)
                                         : ord_add_write(s->o, node_of(s, access), thread_of(s, access), access);
    return s->writes[write];
}

static uint32_t read_of(second *s, uint32_t read)
{
    uint32_t access = s->e->access_of_read.data[read];
    if (s->reads[read] == ORD_NONE)
        s->reads[read] = ord_add_read(s->o, node_of(s, access), thread_of(s, access), access,
                                      encoding_literal(s->e, s->e->m->accesses.data[access].guard));
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
        ord_add_edge_if(s->o, node, s->target, s->literal);
}

static void add_rf(second *s, const relation *r)
{
    uint32_t from = s->e->access_of_write.data[r->write], to = s->e->access_of_read.data[r->other];
    bool is_own = is_internal(s, from, to);
    ord_add_rf(s->o, write_of(s, r->write), read_of(s, r->other), r->literal, !is_own);
    if (!is_own || !(s->e->model->preserved & MODEL_FORWARDED))
        return;
    s->literal = r->literal;
    s->target = node_of(s, to);
    preserved_each_source(s->e->s, event_of(s, from), s, add_forwarded);
}

static void add_ws(second *s, const relation *r)
{
    uint32_t from = s->e->access_of_write.data[r->write], to = s->e->access_of_write.data[r->other];
    ord_add_ws(s->o, write_of(s, r->write), write_of(s, r->other), r->literal, !is_internal(s, from, to));
}

void second_order_add(ord *o, encoding *e)
{
    second s = {.o = o, .e = e, .graph = memory_graph_new_global(e->m, e->model)};
    s.writes = alloc_bytes((e->access_of_write.size + 1) * sizeof(uint32_t));
    s.reads = alloc_bytes((e->access_of_read.size + 1) * sizeof(uint32_t));
    memset(s.writes, 0xff, (e->access_of_write.size + 1) * sizeof(uint32_t));
    memset(s.reads, 0xff, (e->access_of_read.size + 1) * sizeof(uint32_t));
    ord_each_relation(o, &s, note);
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
