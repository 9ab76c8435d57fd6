#include "machine/liveness.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "ir/uses.h"

enum { WORD_BITS = 64 };

static uint32_t words_of(const ir_function *function)
{
    return function->slots / WORD_BITS + 1;
}

static void set_slots(uint64_t *set, ir_register reg, uint32_t slots, bool value)
{
    for (uint32_t i = reg; i < reg + slots; i++) {
        uint64_t bit = UINT64_C(1) << (i % WORD_BITS);
        set[i / WORD_BITS] = value ? set[i / WORD_BITS] | bit : set[i / WORD_BITS] & ~bit;
    }
}

/* The lists of one instruction's operands, kept to be used again. */
typedef struct scan {
    const ir_program *program;
    const ir_function *function;
    uint64_t *set;
    ir_uses uses;
    ir_definitions definitions;
} scan;

static void read_operand(scan *s, ir_operand operand, uint8_t width)
{
    if (!ir_is_constant(operand))
        set_slots(s->set, operand, ir_slots(width), true);
}

static void read_edge(scan *s, ir_id edge)
{
    const ir_edge *e = &s->program->edges.data[edge];
    const ir_block *target = &s->program->blocks.data[e->target];
    for (uint32_t i = 0; i < e->argument_count; i++)
        read_operand(s, s->program->operands.data[e->first_argument + i], target->parameters.data[i].type.width);
}

/* live := (live - written by pc) + read by pc */
static void step_back(scan *s, ir_id pc)
{
    const ir_instruction *in = &s->program->code.data[pc];
    ir_list_definitions(s->program, in, &s->definitions);
    for (uint32_t i = 0; i < s->definitions.size; i++)
        set_slots(s->set, s->definitions.data[i].reg, ir_slots(s->definitions.data[i].width), false);
    ir_list_uses(s->program, s->function, in, &s->uses);
    for (uint32_t i = 0; i < s->uses.size; i++)
        read_operand(s, s->uses.data[i].operand, s->uses.data[i].width);
}

/* What is live at the end of a block: what its successors need, and the arguments on the way. */
static void start_at_block_end(liveness *live, scan *s, const ir_block *block)
{
    uint32_t words = words_of(s->function);
    memset(s->set, 0, words * sizeof(uint64_t));
    const ir_instruction *last = ir_terminator(live->program, block);
    for (uint32_t i = 0; i < ir_edge_count(live->program, last); i++) {
        ir_id edge = ir_edge_at(live->program, last, i);
        const uint64_t *in = live->block_live_in.data[live->program->edges.data[edge].target];
        for (uint32_t w = 0; w < words; w++)
            s->set[w] |= in[w];
        read_edge(s, edge);
    }
}

static scan scan_new(const ir_program *program, const ir_function *function)
{
    return (scan){program, function, alloc_zeroed(words_of(function), sizeof(uint64_t)), {0}, {0}};
}

static void scan_clear(scan *s)
{
    vec_clear(&s->uses);
    vec_clear(&s->definitions);
}

static void compute_function(liveness *live, const ir_function *f)
{
    uint32_t words = words_of(f);
    scan s = scan_new(live->program, f);
    for (uint32_t b = 0; b < f->block_count; b++)
        live->block_live_in.data[f->first_block + b] = alloc_zeroed(words, sizeof(uint64_t));
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        for (uint32_t b = f->block_count; b-- > 0;) {
            const ir_block *block = &live->program->blocks.data[f->first_block + b];
            start_at_block_end(live, &s, block);
            for (ir_id pc = block->first + block->count; pc-- > block->first;)
                step_back(&s, pc);
            for (uint32_t p = 0; p < block->parameters.size; p++)
                set_slots(s.set, block->parameters.data[p].reg, ir_slots(block->parameters.data[p].type.width), false);
            uint64_t *in = live->block_live_in.data[f->first_block + b];
            if (memcmp(in, s.set, words * sizeof(uint64_t)) != 0) {
                memcpy(in, s.set, words * sizeof(uint64_t));
                has_changed = true;
            }
        }
    }
    free(s.set);
    scan_clear(&s);
}

static const ir_block *block_of(const ir_program *program, const ir_function *f, ir_id pc)
{
    uint32_t low = f->first_block, high = f->first_block + f->block_count - 1;
    while (low < high) {
        uint32_t middle = (low + high + 1) / 2;
        if (program->blocks.data[middle].first <= pc)
            low = middle;
        else
            high = middle - 1;
    }
    return &program->blocks.data[low];
}

const uint64_t *liveness_at(liveness *live, ir_id function, ir_id pc, bool after)
{
    uint64_t key = (uint64_t)pc * 2 + after;
    const uint64_t *known = map_find(&live->by_pc, key);
    if (known)
        return live->sets.data[*known];
    const ir_function *f = &live->program->functions.data[function];
    if (live->block_live_in.data[f->first_block] == NULL)
        compute_function(live, f);
    scan s = scan_new(live->program, f);
    const ir_block *block = block_of(live->program, f, pc);
    start_at_block_end(live, &s, block);
    for (ir_id at = block->first + block->count; at-- > pc + (after ? 1 : 0);)
        step_back(&s, at);
    scan_clear(&s);
    map_put(&live->by_pc, key, live->sets.size);
    vec_push(&live->sets, s.set);
    return s.set;
}

void liveness_init(liveness *live, const ir_program *program)
{
    *live = (liveness){.program = program};
    vec_resize(&live->block_live_in, program->blocks.size);
}

void liveness_clear(liveness *live)
{
    for (uint32_t i = 0; i < live->block_live_in.size; i++)
        free(live->block_live_in.data[i]);
    for (uint32_t i = 0; i < live->sets.size; i++)
        free(live->sets.data[i]);
    vec_clear(&live->block_live_in);
    vec_clear(&live->sets);
    map_clear(&live->by_pc);
}
