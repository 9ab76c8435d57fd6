#include "engine/refine/facts.h"

#include "base/alloc.h"

static void note_point(facts *f, uint32_t node)
{
    if (node == FACTS_NONE || f->point_of[node] != FACTS_NONE)
        return;
    f->point_of[node] = f->point_count++;
    vec_push(&f->node_of, node);
}

static void find_points(facts *f)
{
    f->point_of = alloc_bytes((f->node_count + 1) * sizeof(uint32_t));
    memset(f->point_of, 0xff, (f->node_count + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < f->writes.size; i++)
        note_point(f, f->writes.data[i].node);
    for (uint32_t i = 0; i < f->reads.size; i++)
        note_point(f, f->reads.data[i].node);
    for (uint32_t i = 0; i < f->conditional_edges.size; i++) {
        note_point(f, f->conditional_edges.data[i].from);
        note_point(f, f->conditional_edges.data[i].to);
    }
    for (uint32_t i = 0; i < f->writes.size; i++) {
        facts_access *w = &f->writes.data[i];
        w->point = w->node == FACTS_NONE ? FACTS_NONE : f->point_of[w->node];
    }
    for (uint32_t i = 0; i < f->reads.size; i++)
        f->reads.data[i].point = f->point_of[f->reads.data[i].node];
}

/* ---- lists ---- */

/* Counts first, in the place behind, so that sums are where lists begin. */
static void init_lists(facts_lists *lists, uint32_t writes, uint32_t entries)
{
    lists->first = alloc_zeroed(writes + 2, sizeof(uint32_t));
    lists->entries = alloc_bytes((entries + 1) * sizeof(uint32_t));
}

static void count_entry(facts_lists *lists, uint32_t write)
{
    lists->first[write + 2]++;
}

static void sum_up(facts_lists *lists, uint32_t writes)
{
    for (uint32_t i = 2; i < writes + 2; i++)
        lists->first[i] += lists->first[i - 1];
}

static void put_entry(facts_lists *lists, uint32_t write, uint32_t entry)
{
    lists->entries[lists->first[write + 1]++] = entry;
}

static void list_ws(facts *f)
{
    init_lists(&f->ws_of, f->writes.size, f->ws.size);
    for (uint32_t i = 0; i < f->ws.size; i++)
        count_entry(&f->ws_of, f->ws.data[i].write);
    sum_up(&f->ws_of, f->writes.size);
    for (uint32_t i = 0; i < f->ws.size; i++)
        put_entry(&f->ws_of, f->ws.data[i].write, i);
}

static void list_pairs(facts *f)
{
    init_lists(&f->pairs_of, f->writes.size, 2 * f->pairs.size);
    for (uint32_t i = 0; i < f->pairs.size; i++) {
        count_entry(&f->pairs_of, f->pairs.data[i].write);
        count_entry(&f->pairs_of, f->pairs.data[i].other);
    }
    sum_up(&f->pairs_of, f->writes.size);
    for (uint32_t i = 0; i < f->pairs.size; i++) {
        put_entry(&f->pairs_of, f->pairs.data[i].write, i);
        put_entry(&f->pairs_of, f->pairs.data[i].other, i);
    }
}

static void index_rf(facts *f)
{
    for (uint32_t i = 0; i < f->rf.size; i++) {
        assert(f->rf.data[i].literal > 0);
        while (f->rf_of.size <= (uint32_t)f->rf.data[i].literal)
            vec_push(&f->rf_of, FACTS_NONE);
        f->rf_of.data[f->rf.data[i].literal] = i;
    }
}

void facts_finish(facts *f)
{
    find_points(f);
    list_ws(f);
    list_pairs(f);
    index_rf(f);
}

void facts_clear(facts *f)
{
    vec_clear(&f->edges);
    vec_clear(&f->conditional_edges);
    vec_clear(&f->writes);
    vec_clear(&f->reads);
    vec_clear(&f->rf);
    vec_clear(&f->ws);
    vec_clear(&f->pairs);
    vec_clear(&f->node_of);
    vec_clear(&f->rf_of);
    free(f->point_of);
    free(f->ws_of.first);
    free(f->ws_of.entries);
    free(f->pairs_of.first);
    free(f->pairs_of.entries);
}
