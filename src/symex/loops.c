#include "symex/loops.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "ir/dominators.h"
#include "ir/uses.h"

static uint32_t target_of(const ir_program *program, const ir_function *f, uint32_t block, uint32_t i)
{
    const ir_instruction *last = ir_terminator(program, &program->blocks.data[f->first_block + block]);
    return program->edges.data[ir_edge_at(program, last, i)].target - f->first_block;
}

static uint32_t edge_count(const ir_program *program, const ir_function *f, uint32_t block)
{
    return ir_edge_count(program, ir_terminator(program, &program->blocks.data[f->first_block + block]));
}

/* Reverse postorder by an explicit stack. */
static void find_order(loops *l, const ir_program *program, const ir_function *f)
{
    typedef struct visit {
        uint32_t block, next;
    } visit;
    VEC(visit) stack = {0};
    bool *seen = alloc_zeroed(f->block_count, sizeof(bool));
    uint32_t at = f->block_count;
    vec_push(&stack, (visit){0, 0});
    seen[0] = true;
    while (stack.size > 0) {
        visit *top = vec_last(&stack);
        if (top->next < edge_count(program, f, top->block)) {
            uint32_t target = target_of(program, f, top->block, top->next++);
            if (!seen[target]) {
                seen[target] = true;
                vec_push(&stack, (visit){target, 0});
            }
        } else {
            l->order[--at] = top->block;
            stack.size--;
        }
    }
    l->count = f->block_count - at;
    memmove(l->order, l->order + at, l->count * sizeof *l->order);
    vec_clear(&stack);
    free(seen);
}

static void find_ranks(loops *l)
{
    for (uint32_t i = 0; i < l->count; i++)
        l->rank[l->order[i]] = i;
}

typedef struct predecessors {
    uint32_t *first, *list;
} predecessors;

static predecessors find_predecessors(const loops *l, const ir_program *program, const ir_function *f)
{
    predecessors p = {alloc_zeroed(f->block_count + 2, sizeof(uint32_t)), NULL};
    uint32_t total = 0;
    for (uint32_t i = 0; i < l->count; i++)
        for (uint32_t e = 0; e < edge_count(program, f, l->order[i]); e++, total++)
            p.first[target_of(program, f, l->order[i], e) + 2]++;
    for (uint32_t b = 2; b < f->block_count + 2; b++)
        p.first[b] += p.first[b - 1];
    p.list = alloc_bytes(total * sizeof(uint32_t));
    for (uint32_t i = 0; i < l->count; i++)
        for (uint32_t e = 0; e < edge_count(program, f, l->order[i]); e++)
            p.list[p.first[target_of(program, f, l->order[i], e) + 1]++] = l->order[i];
    return p;
}

/* Marks the blocks that reach a back edge of `header` without passing it. Headers are taken innermost first, so a
 * block that has a loop already stands for that whole loop. */
static void mark_loop(loops *l, const predecessors *p, const ir_dominators *dominators, uint32_t header)
{
    uint32_t loop = l->list.size;
    VEC(uint32_t) waiting = {0};
    for (uint32_t i = p->first[header]; i < p->first[header + 1]; i++)
        if (ir_dominates(dominators, header, p->list[i]))
            vec_push(&waiting, p->list[i]);
    if (waiting.size == 0)
        return;
    vec_push(&l->list, (loops_loop){.header = header, .parent = IR_NONE});
    while (waiting.size > 0) {
        uint32_t block = vec_pop(&waiting), inner = l->innermost[block];
        while (inner != IR_NONE && inner != loop && l->list.data[inner].parent != IR_NONE)
            inner = l->list.data[inner].parent;
        if (inner == loop)
            continue;
        uint32_t top = block;
        if (inner == IR_NONE) {
            l->innermost[block] = loop;
        } else {
            l->list.data[inner].parent = loop;
            top = l->list.data[inner].header;
        }
        if (top == header)
            continue;
        for (uint32_t i = p->first[top]; i < p->first[top + 1]; i++)
            vec_push(&waiting, p->list[i]);
    }
    vec_clear(&waiting);
}

/* Loops were found innermost first; outer ones are to come first. */
static void turn_list(loops *l, uint32_t block_count)
{
    uint32_t n = l->list.size;
    for (uint32_t i = 0; i < n / 2; i++) {
        loops_loop other = l->list.data[i];
        l->list.data[i] = l->list.data[n - 1 - i];
        l->list.data[n - 1 - i] = other;
    }
    for (uint32_t i = 0; i < n; i++)
        if (l->list.data[i].parent != IR_NONE)
            l->list.data[i].parent = n - 1 - l->list.data[i].parent;
    for (uint32_t b = 0; b < block_count; b++)
        if (l->innermost[b] != IR_NONE)
            l->innermost[b] = n - 1 - l->innermost[b];
}

/* A stable sort of the order that keeps each loop's blocks together: a block is placed with its outermost loop that
 * does not contain the blocks around it. Blocks of a loop lie after its header and before whatever follows, so it is
 * enough to visit loops as units, recursively by an explicit stack of "rest of this loop". */
static void gather(loops *l)
{
    VEC(uint32_t) result = {0};
    uint32_t *next_of_loop = alloc_zeroed((size_t)l->list.size + 1, sizeof(uint32_t));
    VEC(uint32_t) *members = alloc_zeroed((size_t)l->list.size + 1, sizeof *members);
    /* members of a loop (index + 1; 0 is the function): its own blocks, and its inner loops by their headers */
    for (uint32_t i = 0; i < l->count; i++) {
        uint32_t block = l->order[i], loop = l->innermost[block];
        bool is_header = loop != IR_NONE && l->list.data[loop].header == block;
        if (is_header) {
            uint32_t parent = l->list.data[loop].parent;
            vec_push(&members[parent == IR_NONE ? 0 : parent + 1], block);
        } else {
            vec_push(&members[loop == IR_NONE ? 0 : loop + 1], block);
        }
    }
    VEC(uint32_t) stack = {0};
    vec_push(&stack, 0);
    while (stack.size > 0) {
        uint32_t unit = *vec_last(&stack);
        if (next_of_loop[unit] == members[unit].size) {
            if (unit > 0)
                l->list.data[unit - 1].count = result.size - l->list.data[unit - 1].first;
            stack.size--;
            continue;
        }
        uint32_t block = members[unit].data[next_of_loop[unit]++];
        uint32_t loop = l->innermost[block];
        bool enters = loop != IR_NONE && l->list.data[loop].header == block && loop + 1 != unit;
        if (enters) {
            l->list.data[loop].first = result.size;
            vec_push(&stack, loop + 1);
        }
        vec_push(&result, block);
    }
    if (result.size > 0)
        memcpy(l->order, result.data, result.size * sizeof *l->order);
    vec_clear(&stack);
    vec_clear(&result);
    for (uint32_t i = 0; i <= l->list.size; i++)
        vec_clear(&members[i]);
    free(members);
    free(next_of_loop);
}

/* Every edge that goes back in the order must lead to a header that dominates its source. */
static bool has_other_back_edges(const loops *l, const ir_program *program, const ir_function *f,
                                 const ir_dominators *dominators)
{
    for (uint32_t i = 0; i < l->count; i++)
        for (uint32_t e = 0; e < edge_count(program, f, l->order[i]); e++) {
            uint32_t target = target_of(program, f, l->order[i], e);
            if (l->rank[target] <= i && !ir_dominates(dominators, target, l->order[i]))
                return true;
        }
    return false;
}

void loops_init(loops *l, const ir_program *program, const ir_function *function)
{
    uint32_t n = function->block_count;
    *l = (loops){
        .innermost = alloc_bytes(n * sizeof(uint32_t)),
        .order = alloc_bytes(n * sizeof(uint32_t)),
        .rank = alloc_zeroed(n, sizeof(uint32_t)),
    };
    memset(l->innermost, 0xff, n * sizeof(uint32_t));
    ir_dominators dominators;
    ir_dominators_init(&dominators, program, function);
    find_order(l, program, function);
    predecessors p = find_predecessors(l, program, function);
    for (uint32_t i = l->count; i-- > 0;)
        mark_loop(l, &p, &dominators, l->order[i]);
    turn_list(l, n);
    gather(l);
    find_ranks(l);
    l->is_irreducible = has_other_back_edges(l, program, function, &dominators);
    free(p.first);
    free(p.list);
    ir_dominators_clear(&dominators);
}

void loops_clear(loops *l)
{
    vec_clear(&l->list);
    free(l->innermost);
    free(l->order);
    free(l->rank);
    *l = (loops){0};
}

bool loops_contains(const loops *l, uint32_t loop, uint32_t block)
{
    uint32_t rank = l->rank[block] - l->list.data[loop].first;
    return rank < l->list.data[loop].count;
}

uint32_t loops_number(const loops *l, const ir_program *program, const ir_function *function, uint32_t loop)
{
    uint32_t number = 0;
    ir_id own = program->blocks.data[function->first_block + l->list.data[loop].header].first;
    for (uint32_t i = 0; i < l->list.size; i++)
        number += program->blocks.data[function->first_block + l->list.data[i].header].first < own;
    return number;
}

/* ---- tests ---- */

const ir_instruction *loops_definition(const ir_program *program, const ir_function *f, ir_register reg)
{
    const ir_instruction *found = NULL;
    ir_definitions written = {0};
    for (uint32_t b = 0; b < f->block_count && !found; b++) {
        const ir_block *block = &program->blocks.data[f->first_block + b];
        for (ir_id pc = block->first; pc < block->first + block->count && !found; pc++) {
            ir_list_definitions(program, &program->code.data[pc], &written);
            for (uint32_t i = 0; i < written.size; i++)
                if (written.data[i].reg == reg)
                    found = &program->code.data[pc];
        }
    }
    vec_clear(&written);
    return found;
}

static bool is_fixed(const ir_program *program, const ir_function *f, ir_operand operand, uint32_t depth)
{
    if (ir_is_constant(operand))
        return true;
    const ir_instruction *in = depth > 0 ? loops_definition(program, f, operand) : NULL;
    if (in == NULL || in->op > IR_SELECT) /* what comes before is arithmetic */
        return in != NULL && in->op == IR_LOAD && ir_is_constant(in->a);
    ir_uses uses = {0};
    ir_list_uses(program, f, in, &uses);
    bool result = true;
    for (uint32_t i = 0; i < uses.size && result; i++)
        result = is_fixed(program, f, uses.data[i].operand, depth - 1);
    vec_clear(&uses);
    return result;
}

bool loops_test_is_fixed(const ir_program *program, const ir_function *function, const ir_instruction *branch)
{
    enum { MAX_STEPS = 8 };
    return is_fixed(program, function, branch->a, MAX_STEPS);
}

/* ---- forgetting ---- */

static bool is_among(const ir_definitions *written, ir_operand operand)
{
    for (uint32_t i = 0; i < written->size; i++)
        if (operand == written->data[i].reg)
            return true;
    return false;
}

/* What the header writes, its parameters included. False if it does more than compute and load. */
static bool list_header(const ir_program *program, const ir_block *header, ir_definitions *all)
{
    ir_definitions written = {0};
    bool is_plain = true;
    for (uint32_t i = 0; i < header->parameters.size; i++)
        vec_push(all, (ir_definition){.reg = header->parameters.data[i].reg});
    for (ir_id pc = header->first; pc + 1 < header->first + header->count; pc++) {
        const ir_instruction *in = &program->code.data[pc];
        is_plain &= in->op <= IR_SELECT || in->op == IR_LOAD || in->op == IR_UNSET || in->op == IR_CHECK_SET;
        ir_list_definitions(program, in, &written);
        vec_append(all, written.data, written.size);
    }
    vec_clear(&written);
    return is_plain;
}

static bool passes_on(const ir_program *program, ir_id edge, const ir_definitions *written)
{
    const ir_edge *e = &program->edges.data[edge];
    for (ir_id i = e->first_argument; i < e->first_argument + e->argument_count; i++)
        if (is_among(written, program->operands.data[i]))
            return true;
    return false;
}

static bool uses_any(const ir_program *program, const ir_function *f, const ir_block *block,
                     const ir_definitions *written)
{
    ir_uses uses = {0};
    bool found = false;
    for (ir_id pc = block->first; pc < block->first + block->count && !found; pc++) {
        ir_list_uses(program, f, &program->code.data[pc], &uses);
        for (uint32_t i = 0; i < uses.size && !found; i++)
            found = is_among(written, uses.data[i].operand);
    }
    vec_clear(&uses);
    return found;
}

bool loops_is_forgetful(const loops *l, const ir_program *program, const ir_function *function, uint32_t loop)
{
    const loops_loop *own = &l->list.data[loop];
    const ir_block *blocks = &program->blocks.data[function->first_block];
    ir_definitions written = {0};
    bool result = list_header(program, &blocks[own->header], &written);
    for (uint32_t i = own->first; i < own->first + own->count && result; i++) {
        uint32_t block = l->order[i];
        const ir_instruction *last = ir_terminator(program, &blocks[block]);
        result = block == own->header || (last->op != IR_RET && !uses_any(program, function, &blocks[block], &written));
        for (uint32_t e = 0; e < ir_edge_count(program, last) && result; e++) {
            bool stays = loops_contains(l, loop, target_of(program, function, block, e));
            result = stays ? !passes_on(program, ir_edge_at(program, last, e), &written) : block == own->header;
        }
    }
    vec_clear(&written);
    return result;
}
