/* Which local variables no other thread can reach, and which of them a register may point into.
 *
 * A site (or a thread-local global) is private if no register that IR_ALLOCA (or IR_TLS) sets for it leaks, directly or
 * along flows (flows.h). Going along the flows forwards then tells which private sites a register may point into: its
 * *origin*. Both passes look at each flow as often as what it passes on grows; there are few private sites whose
 * address is used for more than an access, so that is nearly linear in the size of the program. */
#include <stdlib.h>

#include "base/alloc.h"
#include "ir/flows.h"

typedef VEC(uint32_t) number_list;

/* The flows into (or out of) each node, one behind the other. */
typedef struct neighbours {
    uint32_t *first; /* by node, and one more */
    uint32_t *node;
} neighbours;

static neighbours neighbours_new(const ir_flows *f, bool is_forward)
{
    neighbours n = {alloc_zeroed((size_t)f->node_count + 2, sizeof(uint32_t)),
                    alloc_bytes((f->list.size + 1) * sizeof(uint32_t))};
    for (uint32_t i = 0; i < f->list.size; i++)
        n.first[(is_forward ? f->list.data[i].from : f->list.data[i].to) + 2]++;
    for (uint32_t i = 2; i < f->node_count + 2; i++)
        n.first[i] += n.first[i - 1];
    for (uint32_t i = 0; i < f->list.size; i++) {
        const ir_flow *flow = &f->list.data[i];
        uint32_t at = n.first[(is_forward ? flow->from : flow->to) + 1]++;
        n.node[at] = is_forward ? flow->to : flow->from;
    }
    return n;
}

static void neighbours_clear(neighbours *n)
{
    free(n->first);
    free(n->node);
}

/* Whatever a mark's neighbours are, they are marked. */
static void spread(const neighbours *n, uint32_t node_count, bool *marks)
{
    number_list waiting = {0};
    for (uint32_t i = 0; i < node_count; i++)
        if (marks[i])
            vec_push(&waiting, i);
    while (waiting.size > 0) {
        uint32_t at = vec_pop(&waiting);
        for (uint32_t i = n->first[at]; i < n->first[at + 1]; i++)
            if (!marks[n->node[i]]) {
                marks[n->node[i]] = true;
                vec_push(&waiting, n->node[i]);
            }
    }
    vec_clear(&waiting);
}

typedef void visitor(void *state, ir_program *program, const ir_instruction *in, uint32_t node);

/* Calls `visit` for every IR_ALLOCA and IR_TLS, with the node that it sets. */
static void for_all_sites(const ir_flows *f, ir_program *program, visitor *visit, void *state)
{
    for (ir_id id = 0; id < program->functions.size; id++) {
        const ir_function *function = &program->functions.data[id];
        for (uint32_t b = 0; b < function->block_count; b++) {
            const ir_block *block = &program->blocks.data[function->first_block + b];
            for (uint32_t i = 0; i < block->count; i++) {
                const ir_instruction *in = &program->code.data[block->first + i];
                if (in->op == IR_ALLOCA || in->op == IR_TLS)
                    visit(state, program, in, f->first_node[id] + in->dst);
            }
        }
    }
}

static void set_verdict(void *state, ir_program *program, const ir_instruction *in, uint32_t node)
{
    const ir_flows *f = state;
    if (!f->leaks[node])
        return;
    if (in->op == IR_ALLOCA)
        program->sites.data[in->c].is_private = false;
    else
        program->globals.data[in->c].is_private = false;
}

static void find_private(ir_flows *f, ir_program *program)
{
    neighbours sources = neighbours_new(f, false);
    spread(&sources, f->node_count, f->leaks);
    neighbours_clear(&sources);
    for (ir_id s = 0; s < program->sites.size; s++)
        program->sites.data[s].is_private = true;
    for (ir_id g = 0; g < program->globals.size; g++)
        program->globals.data[g].is_private = program->globals.data[g].is_thread_local;
    for_all_sites(f, program, set_verdict, f);
}

/* ---- origins ---- */

typedef struct pointing {
    ir_flows *flows;
    number_list *sets;   /* by node; sorted */
    number_list waiting; /* nodes whose set has grown */
    bool *is_waiting;
} pointing;

static bool insert(number_list *set, uint32_t number)
{
    uint32_t low = 0, high = set->size;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (set->data[middle] < number)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < set->size && set->data[low] == number)
        return false;
    vec_push(set, number);
    memmove(&set->data[low + 1], &set->data[low], (set->size - 1 - low) * sizeof number);
    set->data[low] = number;
    return true;
}

static void add_to_node(pointing *p, uint32_t node, const uint32_t *numbers, uint32_t count)
{
    bool has_grown = false;
    for (uint32_t i = 0; i < count; i++)
        has_grown |= insert(&p->sets[node], numbers[i]);
    if (!has_grown || p->is_waiting[node])
        return;
    p->is_waiting[node] = true;
    vec_push(&p->waiting, node);
}

static void start_from_site(void *state, ir_program *program, const ir_instruction *in, uint32_t node)
{
    bool is_local = in->op == IR_ALLOCA;
    bool is_private = is_local ? program->sites.data[in->c].is_private : program->globals.data[in->c].is_private;
    uint32_t number = is_local ? in->c : ir_tls_site(program, in->c);
    pointing *p = state;
    if (is_private)
        add_to_node(p, node, &number, 1);
    else
        p->flows->is_other[node] = true;
}

static void keep_origins(const ir_flows *f, ir_program *program, const pointing *p)
{
    program->origins.size = 0;
    program->origin_sites.size = 0;
    for (ir_id i = 0; i < program->functions.size; i++)
        program->functions.data[i].first_origin = f->first_node[i];
    for (uint32_t node = 0; node < f->node_count; node++) {
        const number_list *set = &p->sets[node];
        vec_push(&program->origins, (ir_origin){
                                        .first = program->origin_sites.size,
                                        .count = set->size,
                                        .is_other = f->is_other[node],
                                        .is_mixed = f->is_mixed[node],
                                    });
        vec_append(&program->origin_sites, set->data, set->size);
    }
}

static void find_origins(ir_flows *f, ir_program *program)
{
    pointing p = {.flows = f,
                  .sets = alloc_zeroed(f->node_count + 1, sizeof(number_list)),
                  .is_waiting = alloc_zeroed(f->node_count + 1, sizeof(bool))};
    neighbours targets = neighbours_new(f, true);
    for_all_sites(f, program, start_from_site, &p);
    spread(&targets, f->node_count, f->is_other);
    spread(&targets, f->node_count, f->is_mixed);
    while (p.waiting.size > 0) {
        uint32_t at = vec_pop(&p.waiting);
        p.is_waiting[at] = false;
        for (uint32_t i = targets.first[at]; i < targets.first[at + 1]; i++)
            add_to_node(&p, targets.node[i], p.sets[at].data, p.sets[at].size);
    }
    keep_origins(f, program, &p);
    neighbours_clear(&targets);
    for (uint32_t i = 0; i < f->node_count; i++)
        vec_clear(&p.sets[i]);
    vec_clear(&p.waiting);
    free(p.sets);
    free(p.is_waiting);
}

void ir_find_private_sites(ir_program *program)
{
    ir_flows flows;
    ir_flows_init(&flows, program);
    find_private(&flows, program);
    find_origins(&flows, program);
    ir_flows_clear(&flows);
}

ir_origin ir_origin_of(const ir_program *program, ir_id function, ir_operand operand)
{
    uint32_t node = program->functions.data[function].first_origin + operand;
    if (operand == IR_NONE || ir_is_constant(operand) || node >= program->origins.size)
        return (ir_origin){.is_other = true};
    return program->origins.data[node];
}

bool ir_origin_has(const ir_program *program, ir_origin origin, uint32_t site)
{
    for (uint32_t i = 0; i < origin.count; i++)
        if (program->origin_sites.data[origin.first + i] == site)
            return true;
    return false;
}
