/* Could it be? What is kept of the last execution, with some nodes changed, as a history; and the plan for an execution
 * that has it. */
#include "rf/state.h"

#include "base/hash.h"

uint64_t rf_hash_node(rf_id id, const rf_read *reads, uint32_t count, uint64_t input)
{
    uint64_t hash = hash_mix(id + UINT64_C(0x51ed270b)) + hash_mix(input);
    for (uint32_t i = 0; i < count; i++)
        hash = hash_mix(hash ^ ((uint64_t)reads[i].cell << 32 | reads[i].source));
    return hash_mix(hash);
}

void rf_plan_clear(rf_plan *p)
{
    vec_clear(&p->order);
    vec_clear(&p->points);
    vec_clear(&p->inputs);
    p->hash = 0;
}

void rf_variant_clear(rf_variant *v)
{
    vec_clear(&v->reads);
    vec_clear(&v->writes);
}

/* ---- what is kept ---- */

static void keep_causes(explore *x, rf_id id)
{
    const uint32_t *clock = rf_trace_clock(&x->run.trace, rf_trace_node_of(&x->run.trace, id));
    for (uint32_t t = 0; t < x->width; t++)
        if (clock[t] > x->lengths.data[t])
            x->lengths.data[t] = clock[t];
}

static bool is_variant(const rf_variant *const *variants, uint32_t count, rf_id id)
{
    for (uint32_t i = 0; i < count; i++)
        if (variants[i]->id == id)
            return true;
    return false;
}

static bool is_kept(const explore *x, rf_id id)
{
    return rf_number_of(id) < x->lengths.data[rf_thread_of(id)];
}

/* Into `lengths`: how many nodes of each thread stay as they are. False if a variant would cause itself, or the node
 * that must not be there is. */
static bool keep(explore *x, const rf_variant *const *variants, uint32_t count, rf_id without)
{
    const rf_trace *t = &x->run.trace;
    memcpy(x->lengths.data, x->prefix.data, x->width * sizeof(uint32_t));
    for (uint32_t i = 0; i < count; i++) {
        rf_id id = variants[i]->id;
        if (rf_number_of(id) > 0)
            keep_causes(x, id - 1);
        else if (t->threads.data[rf_thread_of(id)].start != RF_NONE)
            keep_causes(x, t->threads.data[rf_thread_of(id)].start);
        for (uint32_t k = 0; k < variants[i]->reads.size; k++) {
            rf_id source = variants[i]->reads.data[k].source;
            if (source != RF_NONE && !is_variant(variants, count, source))
                keep_causes(x, source);
        }
    }
    for (uint32_t i = 0; i < count; i++)
        if (is_kept(x, variants[i]->id))
            return false;
    return without == RF_NONE || !is_kept(x, without);
}

/* The hash of all that is behind the decision. */
static uint64_t hash_of_kept(const explore *x, const rf_variant *const *variants, uint32_t count)
{
    uint64_t hash = 0;
    for (uint32_t t = 0; t < x->run.trace.threads.size; t++)
        for (uint32_t n = x->prefix.data[t]; n < x->lengths.data[t]; n++)
            hash += x->hashes.data[x->run.trace.threads.data[t].nodes.data[n]];
    for (uint32_t i = 0; i < count; i++)
        hash += rf_hash_node(variants[i]->id, variants[i]->reads.data, variants[i]->reads.size, variants[i]->input);
    return hash;
}

/* ---- as a history ---- */

static uint32_t step_of(const explore *x, const rf_variant *const *variants, uint32_t count, uint32_t first_variant,
                        rf_id id)
{
    if (id == RF_NONE)
        return HISTORY_INITIAL;
    for (uint32_t i = 0; i < count; i++)
        if (variants[i]->id == id)
            return first_variant + i;
    return x->steps.data[x->run.trace.threads.data[rf_thread_of(id)].nodes.data[rf_number_of(id)]];
}

static void add_accesses(explore *x, const rf_read *reads, uint32_t read_count, const rf_write *writes,
                         uint32_t write_count)
{
    for (uint32_t i = 0; i < read_count; i++)
        history_add_read(&x->history, reads[i].cell, reads[i].source);
    for (uint32_t i = 0; i < write_count; i++)
        history_add_write(&x->history, writes[i].cell);
}

/* Where each place has its buffer, an object's end stays behind what its thread wrote there. */
static void keep_ends_behind(explore *x, const rf_node *kill, uint32_t step)
{
    const rf_trace *t = &x->run.trace;
    ir_layout layout = x->program->layout;
    uint32_t thread = rf_thread_of(kill->id);
    for (uint32_t n = rf_number_of(kill->id); n-- > 0;) {
        const rf_node *node = rf_trace_node_of(t, rf_make_id(thread, n));
        if (node->kind == HISTORY_BLOCK || (node->kind == HISTORY_FENCE && !node->is_input))
            break;
        if (node->kind == HISTORY_WRITE &&
            ir_pointer_object(layout, node->address) == ir_pointer_object(layout, kill->address))
            vec_push(&x->history.edges, (history_edge){x->steps.data[node - t->nodes.data], step});
    }
}

/* Sources are names first, and become steps when all have one. */
static void add_kept_nodes(explore *x)
{
    const rf_trace *t = &x->run.trace;
    x->steps.size = 0;
    vec_resize(&x->steps, t->nodes.size);
    for (uint32_t i = 0; i < t->nodes.size; i++) {
        const rf_node *node = &t->nodes.data[i];
        if (!is_kept(x, node->id) || node->is_input)
            continue;
        x->steps.data[i] = history_add_step(&x->history, rf_thread_of(node->id), (history_kind)node->kind);
        add_accesses(x, t->reads.data + node->first_read, node->read_count, t->writes.data + node->first_write,
                     node->write_count);
        if (node->is_kill && t->model->buffers == MODEL_BUFFER_PER_PLACE)
            keep_ends_behind(x, node, x->steps.data[i]);
    }
}

static void build_history(explore *x, const rf_variant *const *variants, uint32_t count)
{
    const rf_trace *t = &x->run.trace;
    history *h = &x->history;
    history_reset(h);
    for (uint32_t i = 0; i < t->threads.size; i++)
        history_add_thread(h, HISTORY_NONE);
    add_kept_nodes(x);
    uint32_t first_variant = h->steps.size, variant_count = 0;
    const rf_variant *present[2];
    for (uint32_t i = 0; i < count; i++)
        if (!variants[i]->is_input) {
            history_add_step(h, rf_thread_of(variants[i]->id), (history_kind)variants[i]->kind);
            add_accesses(x, variants[i]->reads.data, variants[i]->reads.size, variants[i]->writes.data,
                         variants[i]->writes.size);
            present[variant_count++] = variants[i];
        }
    for (uint32_t i = 0; i < h->reads.size; i++)
        h->reads.data[i].source = step_of(x, present, variant_count, first_variant, h->reads.data[i].source);
    for (uint32_t i = 0; i < t->threads.size; i++)
        if (t->threads.data[i].start != RF_NONE && is_kept(x, t->threads.data[i].start))
            h->starts.data[i] = step_of(x, present, variant_count, first_variant, t->threads.data[i].start);
}

/* ---- plans ---- */

/* In the same order as they were added to the history. */
static void list_ids(const explore *x, const rf_variant *const *variants, uint32_t count, rf_ids *ids)
{
    for (uint32_t i = 0; i < x->run.trace.nodes.size; i++) {
        const rf_node *node = &x->run.trace.nodes.data[i];
        if (is_kept(x, node->id) && !node->is_input)
            vec_push(ids, node->id);
    }
    for (uint32_t i = 0; i < count; i++)
        if (!variants[i]->is_input)
            vec_push(ids, variants[i]->id);
}

/* Where a store fence is in a witness, what was stored before it has reached memory. Its thread may be far behind. */
static bool is_store_fence(const history *h, const consistency_step *point)
{
    return h->steps.data[point->step].kind == HISTORY_STORE_FENCE;
}

static void plan_points(explore *x, const rf_variant *const *variants, uint32_t count, rf_plan *plan)
{
    const consistency_steps *witness = consistency_witness(x->consistency);
    rf_ids ids = {0};
    list_ids(x, variants, count, &ids);
    for (uint32_t i = 0; i < witness->size; i++)
        if (!is_store_fence(&x->history, &witness->data[i]))
            vec_push(&plan->points,
                     (rf_point){.id = ids.data[witness->data[i].step], .is_to_memory = witness->data[i].is_to_memory});
    for (uint32_t i = 0; i < x->history.steps.size; i++)
        if (x->history.steps.data[i].kind == HISTORY_STORE_FENCE)
            vec_push(&plan->points, (rf_point){.id = ids.data[i]});
    for (uint32_t i = 0; i < count; i++)
        if (variants[i]->is_input)
            vec_push(&plan->points, (rf_point){.id = variants[i]->id});
    vec_clear(&ids);
}

/* The prefix, the decision, and then what it needs. */
static void plan_order(const explore *x, const rf_decision *d, const rf_variant *const *variants, uint32_t count,
                       rf_plan *plan)
{
    vec_append(&plan->order, x->order.data, d->position);
    for (uint32_t i = 0; i < count; i++)
        vec_push(&plan->order, variants[i]->id);
    for (uint32_t i = d->position; i < x->order.size; i++)
        if (is_kept(x, x->order.data[i]))
            vec_push(&plan->order, x->order.data[i]);
}

static void plan_inputs(const explore *x, const rf_variant *const *variants, uint32_t count, rf_plan *plan)
{
    for (uint32_t i = 0; i < x->run.trace.nodes.size; i++) {
        const rf_node *node = &x->run.trace.nodes.data[i];
        if (node->is_input && is_kept(x, node->id))
            vec_push(&plan->inputs, (rf_input){node->id, node->input});
    }
    for (uint32_t i = 0; i < count; i++)
        if (variants[i]->is_input)
            vec_push(&plan->inputs, (rf_input){variants[i]->id, variants[i]->input});
}

static uint64_t hash_of_prefix(const explore *x)
{
    uint64_t hash = 0;
    for (uint32_t t = 0; t < x->run.trace.threads.size; t++)
        for (uint32_t n = 0; n < x->prefix.data[t]; n++)
            hash += x->hashes.data[x->run.trace.threads.data[t].nodes.data[n]];
    return hash;
}

/* Is there an execution with all that is kept? */
static bool check(explore *x, const rf_variant *const *variants, uint32_t count)
{
    build_history(x, variants, count);
    consistency_answer answer = consistency_check(x->consistency, &x->history, machine_model_of(x->m), x->budget);
    if (answer == CONSISTENCY_GAVE_UP)
        x->problem = "out of time";
    return answer == CONSISTENCY_YES;
}

void rf_propose(explore *x, rf_decision *d, const rf_variant *const *variants, uint32_t count, rf_id without)
{
    if (!keep(x, variants, count, without))
        return;
    uint64_t hash = hash_of_kept(x, variants, count);
    hash -= hash == MAP_NO_KEY;
    if (map_find(&d->known, hash))
        return;
    map_put(&d->known, hash, 1);
    if (!check(x, variants, count))
        return;
    rf_plan plan = {.hash = hash_of_prefix(x) + hash};
    plan_order(x, d, variants, count, &plan);
    plan_points(x, variants, count, &plan);
    plan_inputs(x, variants, count, &plan);
    vec_push(&d->plans, plan);
}

bool rf_keep(explore *x, const rf_variant *v)
{
    return keep(x, &v, 1, RF_NONE);
}

bool rf_is_possible(explore *x, rf_decision *d, const rf_variant *v, rf_id without)
{
    enum { NO, YES };
    if (!keep(x, &v, 1, without))
        return false;
    uint64_t hash = hash_mix(hash_of_kept(x, &v, 1)); /* another one than that of the same as a plan */
    hash -= hash == MAP_NO_KEY;
    const uint64_t *known = map_find(&d->known, hash);
    if (known)
        return *known == YES;
    bool is_possible = check(x, &v, 1);
    map_put(&d->known, hash, is_possible ? YES : NO);
    return is_possible;
}

void rf_build_whole_history(explore *x)
{
    for (uint32_t t = 0; t < x->width; t++)
        x->lengths.data[t] = rf_trace_length(&x->run.trace, t);
    build_history(x, NULL, 0);
}

void rf_plan_whole(explore *x, rf_plan *plan)
{
    plan_points(x, NULL, 0, plan);
    plan_inputs(x, NULL, 0, plan);
}
