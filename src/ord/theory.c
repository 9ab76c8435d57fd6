#include "base/alloc.h"
#include "ord/state.h"

/* ---- building ---- */

static void add_to_solver(void *solver, const int *literals, unsigned count)
{
    sat_add_clause(solver, literals, count);
}

ord *ord_new(sat_solver *solver, const ord_options *options)
{
    ord *o = alloc_zeroed(1, sizeof *o);
    o->solver = solver;
    ord_set_sink(o, solver, add_to_solver);
    o->options = *options;
    o->graph.searches_all = options->tarjan;
    return o;
}

void ord_set_sink(ord *o, void *self, void (*add_clause)(void *self, const int *literals, unsigned count))
{
    assert(!o->is_connected);
    o->sink = self;
    o->add_clause = add_clause;
}

static void clear_lists(id_list *lists, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        vec_clear(&lists[i]);
}

void ord_free(ord *o)
{
    if (o == NULL)
        return;
    for (uint32_t i = 0; i < o->writes.size; i++) {
        ord_write *w = &o->writes.data[i];
        id_list *lists[] = {&w->rf, &w->ws, &w->readers, &w->after};
        for (uint32_t k = 0; k < sizeof lists / sizeof *lists; k++)
            vec_clear(lists[k]);
    }
    for (uint32_t i = 0; i < o->reads.size; i++)
        vec_clear(&o->reads.data[i].rf);
    clear_lists(o->out_atoms.data, o->out_atoms.size);
    clear_lists(o->node_reads.data, o->node_reads.size);
    vec_clear(&o->out_atoms);
    vec_clear(&o->node_reads);
    vec_clear(&o->atoms);
    vec_clear(&o->first_atom);
    vec_clear(&o->writes);
    vec_clear(&o->reads);
    vec_clear(&o->told);
    vec_clear(&o->undos);
    vec_clear(&o->causes);
    vec_clear(&o->clause);
    vec_clear(&o->accepted);
    vec_clear(&o->pairs);
    vec_clear(&o->distance);
    vec_clear(&o->distance_stamp);
    graph_clear(&o->graph);
    free(o);
}

uint32_t ord_add_node(ord *o)
{
    assert(!o->is_connected);
    vec_push(&o->out_atoms, (id_list){0});
    vec_push(&o->node_reads, (id_list){0});
    o->stats.nodes++;
    return o->graph.node_count++;
}

void ord_add_edge(ord *o, uint32_t from, uint32_t to)
{
    assert(!o->is_connected && from != to && from < o->graph.node_count && to < o->graph.node_count);
    vec_push(&o->graph.static_edges, (graph_pair){from, to});
    o->stats.static_edges++;
}

/* The list of atoms of a literal. */
static uint32_t *first_atom(ord *o, int literal)
{
    uint32_t code = ord_code(literal);
    while (o->first_atom.size <= code)
        vec_push(&o->first_atom, ORD_NONE);
    return &o->first_atom.data[code];
}

static uint32_t add_atom(ord *o, atom a)
{
    assert(a.literal != 0 && (!a.has_edge || (a.from < o->graph.node_count && a.to < o->graph.node_count)));
    uint32_t id = o->atoms.size, *first = first_atom(o, a.literal);
    a.next = *first;
    *first = id;
    if (a.has_edge)
        vec_push(&o->out_atoms.data[a.from], id);
    vec_push(&o->atoms, a);
    return id;
}

void ord_add_edge_if(ord *o, uint32_t from, uint32_t to, int literal)
{
    assert(!o->is_connected && from != to);
    add_atom(o, (atom){.kind = ATOM_EDGE, .has_edge = true, .literal = literal, .from = from, .to = to});
}

uint32_t ord_add_write(ord *o, uint32_t node, uint32_t thread, uint32_t position)
{
    assert(!o->is_connected && (node == ORD_NONE || node < o->graph.node_count));
    vec_push(&o->writes, (ord_write){.at = {node, thread, position}});
    return o->writes.size - 1;
}

uint32_t ord_add_read(ord *o, uint32_t node, uint32_t thread, uint32_t position, int guard)
{
    assert(!o->is_connected && node < o->graph.node_count && guard != 0);
    vec_push(&o->reads, (ord_read){.at = {node, thread, position}, .source = ORD_NONE, .guard = guard});
    vec_push(&o->node_reads.data[node], o->reads.size - 1);
    return o->reads.size - 1;
}

void ord_add_rf(ord *o, uint32_t write, uint32_t read, int literal, bool is_global)
{
    assert(!o->is_connected && write < o->writes.size && read < o->reads.size);
    uint32_t from = o->writes.data[write].at.node, to = o->reads.data[read].at.node;
    bool has_edge = is_global && from != ORD_NONE && from != to;
    uint32_t id = add_atom(o, (atom){ATOM_RF, has_edge, literal, from, to, write, read, 0});
    vec_push(&o->writes.data[write].rf, id);
    vec_push(&o->reads.data[read].rf, id);
    o->stats.rf_literals++;
}

void ord_add_ws(ord *o, uint32_t write, uint32_t write2, int literal, bool has_edge)
{
    assert(write < o->writes.size && write2 < o->writes.size && write != write2);
    uint32_t from = o->writes.data[write].at.node, to = o->writes.data[write2].at.node;
    has_edge = has_edge && from != ORD_NONE && from != to;
    uint32_t id = add_atom(o, (atom){ATOM_WS, has_edge, literal, from, to, write, write2, 0});
    vec_push(&o->writes.data[write].ws, id);
    o->stats.ws_literals++;
}

/* ---- true literals ---- */

static void add_edge(ord *o, uint32_t from, uint32_t to, int reason1, int reason2)
{
    if (!graph_fits(&o->graph, from, to)) {
        o->stats.cycles++;
        LOG(ord, "cycle: %u -> %u (%d %d) does not fit", from, to, reason1, reason2);
        o->is_in_conflict = true;
        ord_explain_cycle(o, from, to, reason1, reason2);
        return;
    }
    if (!o->options.no_unit)
        graph_mark_new(&o->graph, from, to);
    LOG(ord, "edge %u -> %u (%d %d)", from, to, reason1, reason2);
    graph_push(&o->graph, from, to, reason1, reason2);
    vec_push(&o->undos, (undo){UNDO_EDGE, 0});
    o->stats.edges++;
    if (!o->options.no_unit)
        ord_propagate_edge(o);
}

/* Read r takes from the write of `rf` what `ws` overwrites. */
static void derive_fr(ord *o, const atom *rf, const atom *ws)
{
    assert(rf->kind == ATOM_RF && ws->kind == ATOM_WS && rf->write == ws->write);
    const ord_read *r = &o->reads.data[rf->other];
    const ord_write *w = &o->writes.data[ws->other];
    if (o->is_in_conflict || o->options.eager_fr)
        return;
    if (w->at.thread != r->at.thread) {
        o->stats.fr_edges++;
        add_edge(o, r->at.node, w->at.node, rf->literal, ws->literal);
    } else if (ord_is_own_earlier(w, r)) {
        o->stats.incoherences++;
        LOG(ord, "incoherent: %d %d", rf->literal, ws->literal);
        o->is_in_conflict = true;
        o->stats.conflict_clauses++;
        o->stats.conflict_width += 2;
        sat_theory_clause(o->solver, (int[]){-rf->literal, -ws->literal}, 2, false);
    }
    /* else program order has it already: R -> W is in every model. */
}

static void make_rf_true(ord *o, uint32_t id)
{
    assert(ord_atom_at(o, id)->kind == ATOM_RF);
    const atom *a = ord_atom_at(o, id);
    ord_write *w = &o->writes.data[a->write];
    ord_read *r = &o->reads.data[a->other];
    if (r->source != ORD_NONE) {
        o->is_in_conflict = true;
        o->stats.conflict_clauses++;
        sat_theory_clause(o->solver, (int[]){-a->literal, -ord_atom_at(o, r->source)->literal}, 2, false);
        return;
    }
    r->source = id;
    vec_push(&o->undos, (undo){UNDO_SOURCE, a->other});
    vec_push(&w->readers, id);
    vec_push(&o->undos, (undo){UNDO_READER, a->write});
    if (a->has_edge)
        add_edge(o, a->from, a->to, a->literal, 0);
    for (uint32_t i = 0; i < w->after.size && !o->is_in_conflict; i++)
        derive_fr(o, a, ord_atom_at(o, w->after.data[i]));
    if (!o->is_in_conflict && !o->options.no_unit)
        ord_propagate_rf(o, id);
}

static void make_ws_true(ord *o, uint32_t id)
{
    assert(ord_atom_at(o, id)->kind == ATOM_WS);
    const atom *a = ord_atom_at(o, id);
    ord_write *w = &o->writes.data[a->write];
    vec_push(&w->after, id);
    vec_push(&o->undos, (undo){UNDO_AFTER, a->write});
    if (a->has_edge)
        add_edge(o, a->from, a->to, a->literal, 0);
    for (uint32_t i = 0; i < w->readers.size && !o->is_in_conflict; i++)
        derive_fr(o, ord_atom_at(o, w->readers.data[i]), a);
    if (!o->is_in_conflict && !o->options.no_unit)
        ord_propagate_ws(o, id);
}

static void look_at(ord *o, int literal)
{
    uint32_t code = ord_code(literal);
    uint32_t id = code < o->first_atom.size ? o->first_atom.data[code] : ORD_NONE;
    for (; id != ORD_NONE && !o->is_in_conflict; id = ord_atom_at(o, id)->next) {
        const atom *a = ord_atom_at(o, id);
        if (a->kind == ATOM_EDGE)
            add_edge(o, a->from, a->to, a->literal, 0);
        else if (a->kind == ATOM_RF)
            make_rf_true(o, id);
        else
            make_ws_true(o, id);
    }
}

/* ---- what the solver calls ---- */

static void on_assigned(void *self, int literal, uint32_t level)
{
    ord *o = self;
    assert(o->told.size == 0 || vec_last(&o->told)->level <= level);
    vec_push(&o->told, (told){literal, level, ORD_NONE});
}

static void take_back(ord *o, uint32_t start)
{
    assert(start <= o->undos.size);
    while (o->undos.size > start) {
        undo u = vec_pop(&o->undos);
        switch ((undo_kind)u.kind) {
        case UNDO_EDGE:
            graph_pop(&o->graph);
            break;
        case UNDO_READER:
            assert(o->writes.data[u.id].readers.size > 0);
            o->writes.data[u.id].readers.size--;
            break;
        case UNDO_SOURCE:
            assert(o->reads.data[u.id].source != ORD_NONE);
            o->reads.data[u.id].source = ORD_NONE;
            break;
        case UNDO_AFTER:
            assert(o->writes.data[u.id].after.size > 0);
            o->writes.data[u.id].after.size--;
            break;
        }
    }
}

/* Levels never fall along the list: literals come in the order of the trail. */
static void on_backtrack(void *self, uint32_t level)
{
    ord *o = self;
    uint32_t low = 0, high = o->told.size;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (o->told.data[middle].level > level)
            high = middle;
        else
            low = middle + 1;
    }
    if (low < o->looked_at) {
        take_back(o, o->told.data[low].undo_start);
        o->looked_at = low;
    }
    o->told.size = low;
    o->is_in_conflict = false;
    o->decide_at = 0;
    LOG(ord, "back to level %u, %u edges", level, o->graph.edges.size);
    assert(level > 0 || ord_is_valid(o));
}

static void on_propagate(void *self, sat_solver *solver)
{
    ord *o = self;
    while (o->looked_at < o->told.size && !o->is_in_conflict && !sat_theory_must_stop(solver)) {
        told *t = &o->told.data[o->looked_at++];
        t->undo_start = o->undos.size;
        look_at(o, t->literal);
    }
}

static unsigned on_explain(void *self, int literal, const int **literals)
{
    ord *o = self;
    assert((uint32_t)abs(literal) < o->causes.size);
    const cause *why = &o->causes.data[literal > 0 ? literal : -literal];
    o->stats.explained++;
    o->clause.size = 0;
    vec_push(&o->clause, literal);
    if (why->other)
        vec_push(&o->clause, -why->other);
    if (why->start != ORD_NONE)
        ord_explain_path(o, why->start, why->goal, why->edges);
    *literals = o->clause.data;
    return o->clause.size;
}

/* The first executed read without a source: its latest candidate that is still possible. */
static int on_decide(void *self, const sat_solver *solver)
{
    ord *o = self;
    for (; o->decide_at < o->reads.size; o->decide_at++) {
        const ord_read *r = &o->reads.data[o->decide_at];
        if (r->source != ORD_NONE || sat_theory_value(solver, r->guard) <= 0)
            continue;
        for (uint32_t i = r->rf.size; i-- > 0;) {
            int literal = ord_atom_at(o, r->rf.data[i])->literal;
            if (sat_theory_value(solver, literal) == 0) {
                o->stats.decisions++;
                return literal;
            }
        }
    }
    return 0;
}

/* The solver takes back the trail before its caller sees the model: what the graph was is kept. */
static bool on_final_check(void *self, sat_solver *solver)
{
    ord *o = self;
    (void)solver;
    assert(ord_is_valid(o));
    o->accepted.size = 0;
    for (uint32_t i = 0; i < o->graph.edges.size; i++)
        vec_push(&o->accepted, (graph_pair){o->graph.edges.data[i].from, o->graph.edges.data[i].to});
    return o->looked_at == o->told.size && !o->is_in_conflict && ord_settle_pairs(o);
}

void ord_connect(ord *o)
{
    assert(!o->is_connected);
    graph_finish(&o->graph);
    o->is_connected = true;
    sat_set_theory(o->solver, &(sat_theory){
                                  .self = o,
                                  .assigned = on_assigned,
                                  .backtrack = on_backtrack,
                                  .propagate = on_propagate,
                                  .explain = on_explain,
                                  .final_check = on_final_check,
                                  .decide = o->options.rf_first ? on_decide : NULL,
                              });
    for (uint32_t i = 0; i < o->atoms.size; i++) {
        int literal = o->atoms.data[i].literal;
        sat_observe(o->solver, literal > 0 ? literal : -literal);
    }
    /* Their values are asked for at the end of the search. */
    for (uint32_t i = 0; i < o->pairs.size; i++)
        for (uint32_t k = 0; k < o->pairs.data[i].condition_count && !o->pairs.data[i].is_made; k++)
            sat_freeze(o->solver, o->pairs.data[i].conditions[k]);
}

/* ---- results ---- */

void ord_each_relation(const ord *o, void *context,
                       void (*relation)(void *context, bool is_rf, uint32_t write, uint32_t other, int literal))
{
    for (uint32_t i = 0; i < o->atoms.size; i++) {
        const atom *a = &o->atoms.data[i];
        if (a->kind != ATOM_EDGE)
            relation(context, a->kind == ATOM_RF, a->write, a->other, a->literal);
    }
}

uint32_t ord_node_count(const ord *o)
{
    return o->graph.node_count;
}

void ord_each_edge(const ord *o, void *context, void (*edge)(void *context, uint32_t from, uint32_t to))
{
    for (uint32_t i = 0; i < o->graph.static_edges.size; i++)
        edge(context, o->graph.static_edges.data[i].from, o->graph.static_edges.data[i].to);
    for (uint32_t i = 0; i < o->accepted.size; i++)
        edge(context, o->accepted.data[i].from, o->accepted.data[i].to);
}

ord_statistics ord_statistics_of(const ord *o)
{
    ord_statistics stats = o->stats;
    stats.searched = o->graph.searched;
    stats.levels_raised = o->graph.raised;
    stats.ws_pairs = o->pairs.size;
    for (uint32_t i = 0; i < o->pairs.size; i++)
        stats.ws_never_made += !o->pairs.data[i].is_made;
    return stats;
}
