#include "engine/refine/validate.h"

#include "base/alloc.h"
#include "base/map.h"
#include "ord/ord.h"
#include "solver/own.h"

typedef struct problem {
    const candidate *c;
    solver *clauses;
    ord *ord;
    map variables;     /* by literal of the candidate */
    VEC(int) literals; /* by variable: the literal; 0: none */
    uint32_t *write;   /* by number: the theory's, or FACTS_NONE */
} problem;

static void add_clause(void *clauses, const int *literals, unsigned count)
{
    solver_add_clause(clauses, literals, count);
}

/* ---- building ---- */

static uint64_t key_of(int literal)
{
    return 2 * (uint64_t)abs(literal) + (literal < 0);
}

static int variable_of(problem *p, int literal)
{
    const uint64_t *known = map_find(&p->variables, key_of(literal));
    if (known)
        return (int)*known;
    int variable = solver_new_var(p->clauses);
    map_put(&p->variables, key_of(literal), (uint64_t)variable);
    vec_resize(&p->literals, (uint32_t)variable + 1);
    p->literals.data[variable] = literal;
    return variable;
}

static uint32_t write_of(problem *p, uint32_t write)
{
    const facts_access *w = &p->c->f->writes.data[write];
    if (p->write[write] == FACTS_NONE)
        p->write[write] = ord_add_write(p->ord, w->node, w->thread, w->position);
    return p->write[write];
}

static void add_edges(problem *p)
{
    const facts *f = p->c->f;
    for (uint32_t i = 0; i < f->node_count; i++)
        ord_add_node(p->ord);
    for (uint32_t i = 0; i < f->edges.size; i++)
        ord_add_edge(p->ord, f->edges.data[i].from, f->edges.data[i].to);
    for (uint32_t i = 0; i < p->c->edges.size; i++) {
        const facts_edge *e = &f->conditional_edges.data[p->c->edges.data[i]];
        ord_add_edge_if(p->ord, e->from, e->to, variable_of(p, e->literal));
    }
}

static void add_sources(problem *p)
{
    const facts *f = p->c->f;
    for (uint32_t i = 0; i < f->reads.size; i++) {
        if (p->c->source[i] == FACTS_NONE)
            continue;
        const facts_rf *rf = &f->rf.data[p->c->source[i]];
        const facts_access *r = &f->reads.data[i];
        int literal = variable_of(p, rf->literal);
        uint32_t read = ord_add_read(p->ord, r->node, r->thread, r->position, literal);
        ord_add_rf(p->ord, write_of(p, rf->write), read, literal, rf->is_global);
    }
}

static void add_overwriting(problem *p)
{
    const facts *f = p->c->f;
    for (uint32_t i = 0; i < p->c->ws.size; i++) {
        const facts_ws *ws = &f->ws.data[p->c->ws.data[i]];
        ord_add_ws(p->ord, write_of(p, ws->write), write_of(p, ws->other), variable_of(p, ws->literal), false);
    }
    for (uint32_t i = 0; i < p->c->open.size; i++) {
        const facts_pair *pair = &f->pairs.data[p->c->open.data[i].pair];
        int conditions[ENCODE_CONDITIONS];
        for (uint32_t k = 0; k < pair->count; k++)
            conditions[k] = variable_of(p, pair->conditions[k]);
        ord_add_pair(p->ord, write_of(p, pair->write), write_of(p, pair->other), conditions, pair->count);
    }
}

static void build(problem *p, const candidate *c)
{
    uint32_t writes = c->f->writes.size;
    *p = (problem){.c = c, .clauses = solver_new(&SOLVER_OWN)};
    p->ord = ord_new(solver_own(p->clauses), &(ord_options){.lazy_ws = true});
    ord_set_sink(p->ord, p->clauses, add_clause);
    p->write = alloc_bytes((writes + 1) * sizeof(uint32_t));
    memset(p->write, 0xff, (writes + 1) * sizeof(uint32_t));
    add_edges(p);
    add_sources(p);
    add_overwriting(p);
    ord_connect(p->ord);
}

static void destroy(problem *p)
{
    solver_free(p->clauses);
    ord_free(p->ord);
    map_clear(&p->variables);
    vec_clear(&p->literals);
    free(p->write);
}

/* ---- solving ---- */

typedef VEC(int) variable_list;

/* With all of the variables but the one at `except`. */
static sat_result solve(problem *p, const variable_list *assumed, uint32_t except)
{
    for (uint32_t i = 0; i < assumed->size; i++)
        if (i != except)
            solver_assume(p->clauses, assumed->data[i]);
    return solver_solve(p->clauses, SOLVER_NO_LIMIT);
}

static void keep_failed(const problem *p, variable_list *list)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->size; i++)
        if (solver_failed(p->clauses, list->data[i]))
            list->data[kept++] = list->data[i];
    list->size = kept;
}

/* Leaves out one after the other. What was needed stays needed when others are left out. */
static void make_minimal(problem *p, variable_list *core)
{
    for (uint32_t i = 0; i < core->size;) {
        if (solve(p, core, i) != SAT_UNSATISFIABLE) {
            i++;
            continue;
        }
        int left_out = core->data[i];
        keep_failed(p, core);
        assert(i >= core->size || core->data[i] != left_out);
        (void)left_out;
    }
}

static void note_edge(void *context, uint32_t from, uint32_t to)
{
    validation *v = context;
    vec_push(&v->edges, (facts_edge){.from = from, .to = to});
}

validation validate_candidate(const candidate *c, void *state, bool (*terminate)(void *state))
{
    validation v = {0};
    problem p;
    variable_list assumed = {0};
    build(&p, c);
    for (uint32_t i = 1; i < p.literals.size; i++)
        if (p.literals.data[i] != 0)
            vec_push(&assumed, (int)i);
    solver_set_terminate(p.clauses, state, terminate);
    v.answer = solve(&p, &assumed, UINT32_MAX);
    if (v.answer == SAT_SATISFIABLE)
        ord_each_edge(p.ord, &v, note_edge);
    if (v.answer == SAT_UNSATISFIABLE) {
        keep_failed(&p, &assumed);
        make_minimal(&p, &assumed);
        for (uint32_t i = 0; i < assumed.size; i++)
            if (p.literals.data[assumed.data[i]] != c->f->always)
                vec_push(&v.reason, p.literals.data[assumed.data[i]]);
    }
    vec_clear(&assumed);
    destroy(&p);
    return v;
}

void validation_clear(validation *v)
{
    vec_clear(&v->reason);
    vec_clear(&v->edges);
}
