#include "ir/dominators.h"

#include "base/alloc.h"
#include "ir/uses.h"

/* The algorithm of Lengauer and Tarjan, in its simple form with path compression. Vertices are numbered in the
 * preorder of a depth-first search, so that the root is 0 and "smaller" means "found earlier". */
typedef struct search {
    const ir_program *program;
    const ir_function *function;
    uint32_t count;   /* reachable blocks */
    uint32_t *number; /* block -> vertex, or NOWHERE */
    uint32_t *block, *parent, *semi, *label, *ancestor, *bucket, *next_in_bucket, *dominator; /* by vertex */
    uint32_t *first_predecessor, *predecessors; /* those of v are from first_predecessor[v] up to that of v + 1 */
    VEC(uint32_t) path;
} search;

static const uint32_t NOWHERE = UINT32_MAX;

static const ir_instruction *terminator_of(const search *s, uint32_t block)
{
    return ir_terminator(s->program, &s->program->blocks.data[s->function->first_block + block]);
}

static uint32_t successor(const search *s, const ir_instruction *terminator, uint32_t i)
{
    return s->program->edges.data[ir_edge_at(s->program, terminator, i)].target - s->function->first_block;
}

static void enter(search *s, uint32_t block, uint32_t parent)
{
    s->number[block] = s->count;
    s->block[s->count] = block;
    s->parent[s->count] = parent;
    s->count++;
}

static void number_blocks(search *s)
{
    typedef struct frame {
        uint32_t vertex, next;
    } frame;
    VEC(frame) stack = {0};
    enter(s, 0, NOWHERE);
    vec_push(&stack, (frame){0, 0});
    while (stack.size) {
        frame *top = vec_last(&stack);
        const ir_instruction *terminator = terminator_of(s, s->block[top->vertex]);
        if (top->next == ir_edge_count(s->program, terminator)) {
            stack.size--;
            continue;
        }
        uint32_t to = successor(s, terminator, top->next++);
        if (s->number[to] == NOWHERE) {
            enter(s, to, top->vertex);
            vec_push(&stack, (frame){s->number[to], 0});
        }
    }
    vec_clear(&stack);
}

static void collect_predecessors(search *s)
{
    s->first_predecessor = alloc_zeroed((size_t)s->count + 2, sizeof(uint32_t));
    uint32_t *end = s->first_predecessor + 1; /* while filling, end[v] is where the next one of v goes */
    uint64_t edges = 0;
    for (uint32_t v = 0; v < s->count; v++) {
        const ir_instruction *terminator = terminator_of(s, s->block[v]);
        uint32_t successors = ir_edge_count(s->program, terminator);
        for (uint32_t i = 0; i < successors; i++)
            end[s->number[successor(s, terminator, i)] + 1]++;
        edges += successors;
    }
    for (uint32_t v = 0; v < s->count; v++)
        end[v + 1] += end[v];
    s->predecessors = alloc_bytes(edges * sizeof(uint32_t));
    for (uint32_t v = 0; v < s->count; v++) {
        const ir_instruction *terminator = terminator_of(s, s->block[v]);
        for (uint32_t i = 0; i < ir_edge_count(s->program, terminator); i++)
            s->predecessors[end[s->number[successor(s, terminator, i)]]++] = v;
    }
}

/* Makes v's ancestor the root of its tree in the forest, with v's label the vertex of least semidominator between. */
static void compress(search *s, uint32_t v)
{
    s->path.size = 0;
    for (; s->ancestor[s->ancestor[v]] != NOWHERE; v = s->ancestor[v])
        vec_push(&s->path, v);
    while (s->path.size) {
        v = vec_pop(&s->path);
        uint32_t above = s->ancestor[v];
        if (s->semi[s->label[above]] < s->semi[s->label[v]])
            s->label[v] = s->label[above];
        s->ancestor[v] = s->ancestor[above];
    }
}

static uint32_t evaluate(search *s, uint32_t v)
{
    if (s->ancestor[v] != NOWHERE)
        compress(s, v);
    return s->label[v];
}

static void take_bucket_of(search *s, uint32_t vertex)
{
    for (uint32_t v = s->bucket[vertex]; v != NOWHERE; v = s->next_in_bucket[v]) {
        uint32_t u = evaluate(s, v);
        s->dominator[v] = s->semi[u] < s->semi[v] ? u : vertex;
    }
    s->bucket[vertex] = NOWHERE;
}

static void find_immediate_dominators(search *s)
{
    for (uint32_t w = s->count - 1; w > 0; w--) {
        for (uint32_t i = s->first_predecessor[w]; i < s->first_predecessor[w + 1]; i++) {
            uint32_t u = evaluate(s, s->predecessors[i]);
            if (s->semi[u] < s->semi[w])
                s->semi[w] = s->semi[u];
        }
        s->next_in_bucket[w] = s->bucket[s->semi[w]];
        s->bucket[s->semi[w]] = w;
        s->ancestor[w] = s->parent[w];
        take_bucket_of(s, s->parent[w]);
    }
    for (uint32_t w = 1; w < s->count; w++)
        if (s->dominator[w] != s->semi[w])
            s->dominator[w] = s->dominator[s->dominator[w]];
}

/* A vertex comes after its dominator, so one pass downwards gives the sizes and one upwards the starts. */
static void number_dominator_tree(const search *s, ir_dominators *dominators)
{
    uint32_t *next_start = s->semi; /* not needed any more */
    for (uint32_t v = s->count; v-- > 0;) {
        uint32_t *size = &dominators->size[s->block[v]];
        *size += 1;
        if (v > 0)
            dominators->size[s->block[s->dominator[v]]] += *size;
    }
    next_start[0] = 1;
    for (uint32_t v = 1; v < s->count; v++) {
        uint32_t start = next_start[s->dominator[v]];
        dominators->start[s->block[v]] = start;
        next_start[s->dominator[v]] += dominators->size[s->block[v]];
        next_start[v] = start + 1;
    }
}

static uint32_t *filled_array(uint32_t count, uint32_t value)
{
    uint32_t *array = alloc_bytes(count * sizeof *array);
    for (uint32_t i = 0; i < count; i++)
        array[i] = value;
    return array;
}

static uint32_t *identity_array(uint32_t count)
{
    uint32_t *array = alloc_bytes(count * sizeof *array);
    for (uint32_t i = 0; i < count; i++)
        array[i] = i;
    return array;
}

void ir_dominators_init(ir_dominators *dominators, const ir_program *program, const ir_function *function)
{
    uint32_t n = function->block_count;
    dominators->start = alloc_zeroed(n, sizeof(uint32_t));
    dominators->size = alloc_zeroed(n, sizeof(uint32_t));
    search s = {
        .program = program,
        .function = function,
        .number = filled_array(n, NOWHERE),
        .block = filled_array(n, NOWHERE),
        .parent = filled_array(n, NOWHERE),
        .semi = identity_array(n),
        .label = identity_array(n),
        .ancestor = filled_array(n, NOWHERE),
        .bucket = filled_array(n, NOWHERE),
        .next_in_bucket = filled_array(n, NOWHERE),
        .dominator = filled_array(n, 0),
    };
    number_blocks(&s);
    collect_predecessors(&s);
    find_immediate_dominators(&s);
    number_dominator_tree(&s, dominators);
    uint32_t *arrays[] = {s.number,      s.block,  s.parent,         s.semi,      s.label,
                          s.ancestor,    s.bucket, s.next_in_bucket, s.dominator, s.first_predecessor,
                          s.predecessors};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        free(arrays[i]);
    vec_clear(&s.path);
}

void ir_dominators_clear(ir_dominators *dominators)
{
    free(dominators->start);
    free(dominators->size);
    *dominators = (ir_dominators){0};
}
