#include "engine/refine/reasons.h"

#include "base/alloc.h"

enum {
    MAX_FOR_EDGE = 4, /* reasons of a path or an edge */
    MAX_FOUND = 200,  /* of a candidate */
    MAX_CONFLICTS = 100,
};

void reasons_init(reasons *r, const facts *f, const event_graph *g)
{
    *r = (reasons){.f = f, .g = g};
}

static void clear_lists(reasons *r)
{
    for (uint32_t i = 0; i < r->of_edge.size; i++)
        vec_clear(&r->of_edge.data[i]);
    for (uint32_t i = 0; i < r->path.size; i++)
        vec_clear(&r->path.data[i].reasons);
    r->of_edge.size = r->path.size = 0;
}

void reasons_clear(reasons *r)
{
    clear_lists(r);
    vec_clear(&r->of_edge);
    vec_clear(&r->path);
    vec_clear(&r->literals);
    vec_clear(&r->is_needed);
    vec_clear(&r->joined);
    vec_clear(&r->found);
}

/* ---- sets of literals ---- */

static bool contains(const reasons *r, const reason *large, const reason *small)
{
    const int *a = reason_literals(r, large), *b = reason_literals(r, small);
    uint32_t i = 0, k = 0;
    while (k < small->count && i < large->count) {
        if (a[i] > b[k])
            return false;
        k += a[i++] == b[k];
    }
    return k == small->count;
}

/* Adds a reason unless one says more; those that say less go. */
static void add_reason(const reasons *r, reason_list *list, reason added, uint32_t max)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->size; i++)
        if (contains(r, &added, &list->data[i]))
            return;
    for (uint32_t i = 0; i < list->size; i++)
        if (!contains(r, &list->data[i], &added))
            list->data[kept++] = list->data[i];
    list->size = kept;
    vec_push(list, added);
    for (uint32_t i = list->size - 1; i > 0 && list->data[i - 1].count > list->data[i].count; i--) {
        reason other = list->data[i];
        list->data[i] = list->data[i - 1];
        list->data[i - 1] = other;
    }
    if (list->size > max)
        list->size = max;
}

static void add_reasons(const reasons *r, reason_list *list, const reason_list *added)
{
    for (uint32_t i = 0; i < added->size; i++)
        add_reason(r, list, added->data[i], MAX_FOR_EDGE);
}

static reason make_reason(reasons *r, const int *literals, uint32_t count)
{
    reason result = {r->literals.size, count};
    vec_append(&r->literals, literals, count);
    return result;
}

static reason join(reasons *r, const reason *a, const reason *b)
{
    uint32_t i = 0, k = 0;
    r->joined.size = 0;
    while (i < a->count || k < b->count) {
        int x = i < a->count ? reason_literals(r, a)[i] : 0, y = k < b->count ? reason_literals(r, b)[k] : 0;
        bool takes_first = k == b->count || (i < a->count && x <= y);
        bool takes_second = i == a->count || (k < b->count && y <= x);
        vec_push(&r->joined, takes_first ? x : y);
        i += takes_first;
        k += takes_second;
    }
    return make_reason(r, r->joined.data, r->joined.size);
}

/* Each of the one with each of the other. */
static void add_joined(reasons *r, reason_list *list, const reason_list *a, const reason_list *b)
{
    for (uint32_t i = 0; i < a->size; i++)
        for (uint32_t k = 0; k < b->size; k++)
            add_reason(r, list, join(r, &a->data[i], &b->data[k]), MAX_FOR_EDGE);
}

static reason own_reason(reasons *r, const event_edge *edge)
{
    reason result = {r->literals.size, 0};
    for (uint32_t i = 0; i < edge->count; i++) {
        reason one = make_reason(r, &edge->literals[i], 1);
        result = join(r, &result, &one);
    }
    return result;
}

/* ---- paths ---- */

static bool is_between(const reasons *r, const event_edge *edge, uint32_t from, uint32_t to)
{
    return event_graph_reaches(r->g, from, edge->from) && event_graph_reaches(r->g, edge->to, to);
}

static int compare_ranks(const void *a, const void *b)
{
    const path_edge *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return x->edge < y->edge ? -1 : x->edge > y->edge;
}

/* The first `limit` edges of the graph that lie between the two points, those that can come first, first. */
static void list_between(reasons *r, uint32_t from, uint32_t to, uint32_t limit)
{
    for (uint32_t i = 0; i < r->path.size; i++)
        vec_clear(&r->path.data[i].reasons);
    r->path.size = 0;
    for (uint32_t i = 0; i < limit; i++)
        if (is_between(r, &r->g->edges.data[i], from, to))
            vec_push(&r->path, (path_edge){i, event_graph_rank(r->g, r->g->edges.data[i].from), {0}});
    if (r->path.size > 0)
        qsort(r->path.data, r->path.size, sizeof *r->path.data, compare_ranks);
    r->work += limit;
}

/* The reasons of all ways from `from` to the edge at `at`. */
static void find_up_to(reasons *r, uint32_t from, uint32_t at)
{
    path_edge *here = &r->path.data[at];
    const event_edge *edge = &r->g->edges.data[here->edge];
    reason_list before = {0};
    if (event_graph_always_reaches(r->g, from, edge->from))
        vec_push(&before, make_reason(r, NULL, 0));
    else
        for (uint32_t i = 0; i < at; i++)
            if (event_graph_always_reaches(r->g, r->g->edges.data[r->path.data[i].edge].to, edge->from))
                add_reasons(r, &before, &r->path.data[i].reasons);
    add_joined(r, &here->reasons, &before, &r->of_edge.data[here->edge]);
    vec_clear(&before);
    r->work += at;
}

/* Adds the reasons of all paths of the first `limit` edges. */
static void find_path(reasons *r, uint32_t from, uint32_t to, uint32_t limit, reason_list *list)
{
    if (event_graph_always_reaches(r->g, from, to)) {
        add_reason(r, list, make_reason(r, NULL, 0), MAX_FOR_EDGE);
        return;
    }
    list_between(r, from, to, limit);
    for (uint32_t i = 0; i < r->path.size; i++) {
        find_up_to(r, from, i);
        if (event_graph_always_reaches(r->g, r->g->edges.data[r->path.data[i].edge].to, to))
            add_reasons(r, list, &r->path.data[i].reasons);
    }
    assert(list->size > 0);
}

/* The reasons of an edge that was derived when there were `limit` edges. */
static void find_of_edge(reasons *r, const event_edge *edge, uint32_t limit, reason_list *list)
{
    reason_list own = {0}, path = {0};
    vec_push(&own, own_reason(r, edge));
    if (edge->path_from == FACTS_NONE)
        add_reasons(r, list, &own);
    else
        find_path(r, edge->path_from, edge->path_to, limit, &path);
    add_joined(r, list, &own, &path);
    vec_clear(&own);
    vec_clear(&path);
}

/* ---- conflicts ---- */

static void need_between(reasons *r, uint32_t from, uint32_t to, uint32_t limit)
{
    if (from == FACTS_NONE || event_graph_always_reaches(r->g, from, to))
        return;
    for (uint32_t i = 0; i < limit; i++)
        if (!r->is_needed.data[i] && is_between(r, &r->g->edges.data[i], from, to))
            r->is_needed.data[i] = true;
    r->work += limit;
}

static void find_needed(reasons *r, const candidate *c, uint32_t conflicts)
{
    uint32_t edges = r->g->edges.size;
    r->is_needed.size = 0;
    vec_resize(&r->is_needed, edges);
    for (uint32_t i = 0; i < conflicts; i++) {
        const event_edge *edge = &c->conflicts.data[i];
        need_between(r, edge->to, edge->from, edges);
        need_between(r, edge->path_from, edge->path_to, edges);
    }
    for (uint32_t i = edges; i-- > 0;)
        if (r->is_needed.data[i])
            need_between(r, r->g->edges.data[i].path_from, r->g->edges.data[i].path_to, i);
}

/* What a read reads from is executed, and so is the read: their guards say nothing new. */
static reason without_guards(reasons *r, const reason *of)
{
    r->joined.size = 0;
    for (uint32_t i = 0; i < of->count; i++) {
        int literal = reason_literals(r, of)[i];
        bool follows = false;
        for (uint32_t k = 0; k < of->count && !follows; k++) {
            const facts_rf *rf = facts_rf_of(r->f, reason_literals(r, of)[k]);
            follows =
                rf && (r->f->writes.data[rf->write].guard == literal || r->f->reads.data[rf->read].guard == literal);
        }
        if (!follows)
            vec_push(&r->joined, literal);
    }
    return make_reason(r, r->joined.data, r->joined.size);
}

static void find_of_conflict(reasons *r, const event_edge *edge)
{
    reason_list of_edge = {0}, path = {0}, all = {0};
    find_of_edge(r, edge, r->g->edges.size, &of_edge);
    find_path(r, edge->to, edge->from, r->g->edges.size, &path);
    add_joined(r, &all, &of_edge, &path);
    for (uint32_t i = 0; i < all.size; i++)
        add_reason(r, &r->found, without_guards(r, &all.data[i]), MAX_FOUND);
    vec_clear(&of_edge);
    vec_clear(&path);
    vec_clear(&all);
}

void reasons_find(reasons *r, const candidate *c)
{
    uint32_t conflicts = c->conflicts.size < MAX_CONFLICTS ? c->conflicts.size : MAX_CONFLICTS;
    clear_lists(r);
    r->literals.size = 0;
    r->found.size = 0;
    find_needed(r, c, conflicts);
    vec_resize(&r->of_edge, r->g->edges.size);
    for (uint32_t i = 0; i < r->g->edges.size; i++)
        if (r->is_needed.data[i])
            find_of_edge(r, &r->g->edges.data[i], i, &r->of_edge.data[i]);
    for (uint32_t i = 0; i < conflicts; i++)
        find_of_conflict(r, &c->conflicts.data[i]);
}
