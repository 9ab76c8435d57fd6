#include "engine/refine/candidate.h"

#include "base/alloc.h"

void candidate_init(candidate *c, const facts *f, event_graph *g)
{
    *c = (candidate){
        .f = f,
        .g = g,
        .source = alloc_bytes((f->reads.size + 1) * sizeof(uint32_t)),
        .next = alloc_bytes((f->reads.size + 1) * sizeof(uint32_t)),
        .reader = alloc_bytes((f->writes.size + 1) * sizeof(uint32_t)),
        .is_listed = alloc_zeroed(f->pairs.size + 1, sizeof(bool)),
    };
}

void candidate_clear(candidate *c)
{
    free(c->source);
    free(c->next);
    free(c->reader);
    free(c->is_listed);
    vec_clear(&c->sources);
    vec_clear(&c->edges);
    vec_clear(&c->ws);
    vec_clear(&c->open);
    vec_clear(&c->conflicts);
}

/* ---- what is chosen ---- */

static void choose_sources(candidate *c, candidate_values values)
{
    const facts *f = c->f;
    memset(c->source, 0xff, f->reads.size * sizeof(uint32_t));
    memset(c->reader, 0xff, f->writes.size * sizeof(uint32_t));
    c->sources.size = 0;
    for (uint32_t i = 0; i < f->rf.size; i++)
        if (values.value(values.solver, f->rf.data[i].literal) > 0)
            c->source[f->rf.data[i].read] = i;
    for (uint32_t r = 0; r < f->reads.size; r++) {
        if (c->source[r] == FACTS_NONE)
            continue;
        uint32_t w = f->rf.data[c->source[r]].write;
        if (c->reader[w] == FACTS_NONE)
            vec_push(&c->sources, w);
        c->next[r] = c->reader[w];
        c->reader[w] = r;
    }
}

bool candidate_holds(const facts_pair *pair, candidate_values values, int except)
{
    for (uint32_t i = 0; i < pair->count; i++)
        if (pair->conditions[i] != except && values.value(values.solver, pair->conditions[i]) <= 0)
            return false;
    return true;
}

static void choose_pairs(candidate *c, candidate_values values, uint32_t write)
{
    const facts_lists *lists = &c->f->pairs_of;
    for (uint32_t i = lists->first[write]; i < lists->first[write + 1]; i++) {
        uint32_t pair = lists->entries[i];
        if (c->is_listed[pair] || !candidate_holds(&c->f->pairs.data[pair], values, 0))
            continue;
        c->is_listed[pair] = true;
        vec_push(&c->open, (open_pair){.pair = pair});
    }
}

static void choose_ws(candidate *c, candidate_values values, uint32_t write)
{
    const facts_lists *lists = &c->f->ws_of;
    for (uint32_t i = lists->first[write]; i < lists->first[write + 1]; i++)
        if (values.value(values.solver, c->f->ws.data[lists->entries[i]].literal) > 0)
            vec_push(&c->ws, lists->entries[i]);
}

void candidate_choose(candidate *c, candidate_values values)
{
    const facts *f = c->f;
    for (uint32_t i = 0; i < c->open.size; i++)
        c->is_listed[c->open.data[i].pair] = false;
    c->edges.size = c->ws.size = c->open.size = 0;
    choose_sources(c, values);
    for (uint32_t i = 0; i < f->conditional_edges.size; i++)
        if (values.value(values.solver, f->conditional_edges.data[i].literal) > 0)
            vec_push(&c->edges, i);
    for (uint32_t i = 0; i < c->sources.size; i++) {
        choose_ws(c, values, c->sources.data[i]);
        choose_pairs(c, values, c->sources.data[i]);
    }
}

/* ---- edges ---- */

static event_edge no_reason(void)
{
    return (event_edge){.path_from = FACTS_NONE, .path_to = FACTS_NONE};
}

void candidate_add_literal(const candidate *c, event_edge *why, int literal)
{
    if (literal == c->f->always)
        return;
    assert(why->count < EVENT_LITERALS);
    why->literals[why->count++] = literal;
}

void candidate_add_edge(candidate *c, event_edge why, uint32_t from, uint32_t to)
{
    why.from = from;
    why.to = to;
    if (!event_graph_add(c->g, &why))
        vec_push(&c->conflicts, why);
}

event_edge candidate_reason(const candidate *c, uint32_t rf, const facts_pair *pair)
{
    event_edge why = no_reason();
    int guard = c->f->writes.data[c->f->rf.data[rf].write].guard;
    candidate_add_literal(c, &why, c->f->rf.data[rf].literal);
    for (uint32_t i = 0; pair && i < pair->count; i++)
        if (pair->conditions[i] != guard)
            candidate_add_literal(c, &why, pair->conditions[i]);
    return why;
}

void candidate_add_from_read(candidate *c, event_edge why, uint32_t read, uint32_t other)
{
    const facts_access *r = &c->f->reads.data[read], *w = &c->f->writes.data[other];
    if (w->thread != r->thread)
        candidate_add_edge(c, why, r->point, w->point);
    else if (facts_is_own_earlier(w, r))
        candidate_add_edge(c, why, r->point, r->point);
}

bool candidate_sees(const candidate *c, uint32_t read, uint32_t write)
{
    const facts_access *r = &c->f->reads.data[read], *w = &c->f->writes.data[write];
    return w->thread == r->thread ? facts_is_own_earlier(w, r) : event_graph_is_before(c->g, w->point, r->point);
}

/* ---- the rules ---- */

/* Rule 3: `write` is before `other`. */
static void order_pair(candidate *c, open_pair *open, uint32_t write, uint32_t other)
{
    const facts_pair *pair = &c->f->pairs.data[open->pair];
    open->is_ordered = true;
    for (uint32_t r = c->reader[write]; r != FACTS_NONE; r = c->next[r]) {
        event_edge why = candidate_reason(c, c->source[r], pair);
        why.path_from = c->f->writes.data[write].point;
        why.path_to = c->f->writes.data[other].point;
        candidate_add_from_read(c, why, r, other);
    }
}

/* Rule 2: is `other` before some read that reads from `write`? Then before `write` as well. */
static bool follows_from_readers(candidate *c, const facts_pair *pair, uint32_t write, uint32_t other)
{
    const facts_access *w = &c->f->writes.data[write], *o = &c->f->writes.data[other];
    bool follows = false;
    for (uint32_t i = c->reader[write]; i != FACTS_NONE; i = c->next[i]) {
        const facts_access *r = &c->f->reads.data[i];
        bool is_own = o->thread == r->thread;
        if (!candidate_sees(c, i, other))
            continue;
        event_edge why = candidate_reason(c, c->source[i], pair);
        why.path_from = is_own ? FACTS_NONE : o->point;
        why.path_to = is_own ? FACTS_NONE : r->point;
        candidate_add_edge(c, why, o->point, w->point);
        follows = true;
    }
    return follows;
}

static void check_pair(candidate *c, open_pair *open)
{
    const facts_pair *pair = &c->f->pairs.data[open->pair];
    uint32_t a = c->f->writes.data[pair->write].point, b = c->f->writes.data[pair->other].point;
    open->checked_at = c->g->edges.size + 1;
    if (event_graph_is_before(c->g, a, b))
        order_pair(c, open, pair->write, pair->other);
    else if (event_graph_is_before(c->g, b, a))
        order_pair(c, open, pair->other, pair->write);
    else if (follows_from_readers(c, pair, pair->other, pair->write))
        order_pair(c, open, pair->write, pair->other);
    else if (follows_from_readers(c, pair, pair->write, pair->other))
        order_pair(c, open, pair->other, pair->write);
}

/* May the rules say something new? What they ask is what comes after the two writes. */
static bool may_follow(const candidate *c, const open_pair *open)
{
    const facts_pair *pair = &c->f->pairs.data[open->pair];
    uint32_t a = c->f->writes.data[pair->write].point, b = c->f->writes.data[pair->other].point;
    return !open->is_ordered && (c->g->changed[a] >= open->checked_at || c->g->changed[b] >= open->checked_at);
}

static void apply_rules(candidate *c)
{
    uint32_t before;
    do {
        before = c->g->edges.size;
        for (uint32_t i = 0; i < c->open.size; i++)
            if (may_follow(c, &c->open.data[i]))
                check_pair(c, &c->open.data[i]);
    } while (c->g->edges.size > before);
}

/* ---- the graph ---- */

static void add_chosen_edges(candidate *c)
{
    const facts *f = c->f;
    for (uint32_t i = 0; i < c->edges.size; i++) {
        const facts_edge *e = &f->conditional_edges.data[c->edges.data[i]];
        event_edge why = no_reason();
        candidate_add_literal(c, &why, e->literal);
        candidate_add_edge(c, why, f->point_of[e->from], f->point_of[e->to]);
    }
    for (uint32_t r = 0; r < f->reads.size; r++) {
        const facts_rf *rf = c->source[r] == FACTS_NONE ? NULL : &f->rf.data[c->source[r]];
        const facts_access *w = rf ? &f->writes.data[rf->write] : NULL;
        if (rf && rf->is_global && w->node != FACTS_NONE && w->node != f->reads.data[r].node)
            candidate_add_edge(c, candidate_reason(c, c->source[r], NULL), w->point, f->reads.data[r].point);
    }
}

/* Rule 3 where it is known which write overwrites which. */
static void add_known(candidate *c)
{
    for (uint32_t i = 0; i < c->ws.size; i++) {
        const facts_ws *ws = &c->f->ws.data[c->ws.data[i]];
        for (uint32_t r = c->reader[ws->write]; r != FACTS_NONE; r = c->next[r]) {
            event_edge why = candidate_reason(c, c->source[r], NULL);
            candidate_add_literal(c, &why, ws->literal);
            candidate_add_from_read(c, why, r, ws->other);
        }
    }
}

bool candidate_close(candidate *c)
{
    event_graph_reset(c->g);
    c->conflicts.size = 0;
    add_chosen_edges(c);
    add_known(c);
    apply_rules(c);
    return c->conflicts.size == 0;
}

bool candidate_order_all(candidate *c)
{
    assert(c->conflicts.size == 0);
    for (uint32_t i = 0; i < c->open.size && c->conflicts.size == 0; i++) {
        if (c->open.data[i].is_ordered)
            continue;
        const facts_pair *pair = &c->f->pairs.data[c->open.data[i].pair];
        uint32_t a = c->f->writes.data[pair->write].point, b = c->f->writes.data[pair->other].point;
        bool is_forth = event_graph_rank(c->g, a) <= event_graph_rank(c->g, b);
        candidate_add_edge(c, no_reason(), is_forth ? a : b, is_forth ? b : a);
        apply_rules(c);
    }
    return c->conflicts.size == 0;
}
