#include "support/plain_axioms.h"

#include "base/alloc.h"
#include "cat/plain.h"
#include "encode/axioms_state.h"
#include "encode/order_theory.h"
#include "engine/questions.h"
#include "solver/own.h"

/* An order that forwards to the theory what it is told, but for all that orders accesses of different places or of one
 * thread: every access is a node of its own. */
typedef struct bare {
    encode_order theory;
    axioms *axioms;
    uint64_t tried, limit;
} bare;

static void begin(void *self, int always)
{
    bare *b = self;
    b->theory.begin(b->theory.self, always);
}

static uint32_t add_node(void *self)
{
    (void)self;
    return 0;
}

static void add_edge(void *self, uint32_t from, uint32_t to)
{
    (void)self, (void)from, (void)to;
}

static void add_edge_if(void *self, uint32_t from, uint32_t to, int literal)
{
    (void)self, (void)from, (void)to, (void)literal;
}

static uint32_t add_write(void *self, uint32_t node, uint32_t thread, uint32_t position, int guard)
{
    bare *b = self;
    (void)thread;
    uint32_t own = node == ENCODE_NONE ? ENCODE_NONE : b->theory.add_node(b->theory.self);
    /* Nobody is of the same thread: what coherence asks for is the axioms' business. */
    return b->theory.add_write(b->theory.self, own, own, position, guard);
}

static uint32_t add_read(void *self, uint32_t node, uint32_t thread, uint32_t position, int guard)
{
    bare *b = self;
    (void)node, (void)thread;
    uint32_t own = b->theory.add_node(b->theory.self);
    return b->theory.add_read(b->theory.self, own, own, position, guard);
}

static void add_rf(void *self, uint32_t write, uint32_t read, int literal, bool is_global)
{
    bare *b = self;
    (void)is_global;
    b->theory.add_rf(b->theory.self, write, read, literal, false);
}

static void add_ws(void *self, uint32_t write, uint32_t other, int literal, bool has_edge)
{
    bare *b = self;
    (void)has_edge;
    b->theory.add_ws(b->theory.self, write, other, literal, true);
}

static void add_pair(void *self, uint32_t write, uint32_t other, const int *conditions, uint32_t count)
{
    bare *b = self;
    b->theory.add_pair(b->theory.self, write, other, conditions, count);
}

static void finish(void *self, encoding *e)
{
    bare *b = self;
    b->theory.finish(b->theory.self, e);
}

static void each_edge(const void *self, void *context, void (*edge)(void *context, uint32_t from, uint32_t to))
{
    const bare *b = self;
    b->theory.each_edge(b->theory.self, context, edge);
}

static void count(const void *self, counters *list)
{
    (void)self, (void)list;
}

static void destroy(void *self)
{
    bare *b = self;
    axioms_free(b->axioms);
    b->theory.destroy(b->theory.self);
    free(b);
}

static void each_relation(const void *self, void *context, encode_relation *relation)
{
    const bare *b = self;
    b->theory.each_relation(b->theory.self, context, relation);
}

static bool accept(void *self)
{
    bare *b = self;
    axioms_read_execution(b->axioms);
    cat_execution x = axiom_execution_view(&b->axioms->x);
    if (b->tried++ >= b->limit || (cat_execution_is_valid(&x) && cat_plain_allows(b->axioms->model, &x)))
        return true;
    axioms_exclude(b->axioms);
    return false;
}

static const encode_order BARE = {
    .begin = begin,
    .add_node = add_node,
    .add_edge = add_edge,
    .add_edge_if = add_edge_if,
    .add_write = add_write,
    .add_read = add_read,
    .add_rf = add_rf,
    .add_ws = add_ws,
    .add_pair = add_pair,
    .finish = finish,
    .accept = accept,
    .each_edge = each_edge,
    .each_relation = each_relation,
    .count = count,
    .destroy = destroy,
};

/* Is there an execution in which one of the literals is true? */
static bool is_any_possible(encoding *e, const question_literals *literals)
{
    int some = solver_new_var(e->clauses);
    question_literals clause = {0};
    vec_push(&clause, -some);
    vec_append(&clause, literals->data, literals->size);
    solver_add_clause(e->clauses, clause.data, clause.size);
    vec_clear(&clause);
    return encoding_solve(e, &some, 1) == SAT_SATISFIABLE;
}

static int ask(unroll *u, const model *row, uint64_t limit)
{
    diag d = {0};
    bare *b = alloc_zeroed(1, sizeof *b);
    solver *clauses = solver_new(&SOLVER_OWN);
    encode_order order = BARE;
    order.self = b;
    b->theory = order_theory_new(clauses, &(ord_options){0});
    b->limit = limit;
    encoding *e = encoding_build(u->m, row, clauses, &order);
    b->axioms = axioms_new(e, &d);
    questions q;
    questions_init(&q, u, e, false, NULL);
    int answer = is_any_possible(e, &q.is_bad);
    if (b->tried > limit || q.is_cut.size > 0)
        answer = -1;
    questions_clear(&q);
    encoding_free(e);
    diag_clear(&d);
    return answer;
}

int plain_axioms_find_violation(const ir_program *program, const model *model, uint64_t limit)
{
    diag d = {0};
    struct model row = *model;
    row.preserved = 0;                                  /* no second order */
    row.includes = (const struct model *const[]){NULL}; /* nothing is known of it: all reads are kept */
    check_options options = {.models = {&row}, .model_count = 1, .no_sections = true};
    unroll u;
    unroll_init(&u, program, &options, NULL);
    int answer = unroll_program(&u, &d) ? ask(&u, &row, limit) : -1;
    unroll_clear(&u);
    diag_clear(&d);
    return answer;
}
