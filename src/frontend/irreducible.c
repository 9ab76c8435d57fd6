#include "base/map.h"
#include "frontend/module.h"

/* Loops with several entries, which a `goto` into a loop makes. LLVM can turn them into loops with one entry, from
 * which a variable leads to the right place: no access is added, dropped or moved. It cannot where a computed goto or a
 * switch is involved; these become branches first, so this is done only in modules that need it.
 *
 * A loop has one entry if the edge that closes it leads to a block that dominates the block where the edge begins. */

enum { NOWHERE = UINT32_MAX };

typedef VEC(uint32_t) number_list;

typedef struct flow_graph {
    VEC(LLVMBasicBlockRef) order; /* a block is behind all that come before it, but for edges that close loops */
    map numbers;                  /* block -> place in `order`, plus one; 0 while it is on the way */
    number_list dominators;       /* the closest, by place in `order` */
} flow_graph;

typedef struct visit {
    LLVMBasicBlockRef block;
    unsigned next; /* successor */
} visit;

static uint32_t number_of(const flow_graph *g, LLVMBasicBlockRef block)
{
    return (uint32_t)map_get(&g->numbers, map_key(block), 0);
}

static void reverse(flow_graph *g)
{
    for (uint32_t i = 0, j = g->order.size; i + 1 < j; i++) {
        LLVMBasicBlockRef swapped = g->order.data[i];
        g->order.data[i] = g->order.data[--j];
        g->order.data[j] = swapped;
    }
    for (uint32_t i = 0; i < g->order.size; i++)
        map_put(&g->numbers, map_key(g->order.data[i]), i + 1);
}

static void sort_blocks(flow_graph *g, LLVMValueRef function)
{
    VEC(visit) stack = {0};
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    map_put(&g->numbers, map_key(entry), 0);
    vec_push(&stack, (visit){entry, 0});
    while (stack.size > 0) {
        visit *top = vec_last(&stack);
        LLVMValueRef end = LLVMGetBasicBlockTerminator(top->block);
        if (top->next == LLVMGetNumSuccessors(end)) {
            vec_push(&g->order, top->block);
            stack.size--;
            continue;
        }
        LLVMBasicBlockRef successor = LLVMGetSuccessor(end, top->next++);
        if (map_find(&g->numbers, map_key(successor)))
            continue;
        map_put(&g->numbers, map_key(successor), 0);
        vec_push(&stack, (visit){successor, 0});
    }
    vec_clear(&stack);
    reverse(g);
}

static uint32_t common_dominator(const flow_graph *g, uint32_t a, uint32_t b)
{
    while (a != b)
        if (a > b)
            a = g->dominators.data[a];
        else
            b = g->dominators.data[b];
    return a;
}

/* Notes that an edge leads from one block to another; true if that changes what dominates the latter. */
static bool add_edge(flow_graph *g, uint32_t from, uint32_t to)
{
    uint32_t old = g->dominators.data[to];
    g->dominators.data[to] = old == NOWHERE ? from : common_dominator(g, old, from);
    return g->dominators.data[to] != old;
}

static void find_dominators(flow_graph *g)
{
    vec_resize(&g->dominators, g->order.size);
    for (uint32_t i = 0; i < g->order.size; i++)
        g->dominators.data[i] = i == 0 ? 0 : NOWHERE;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < g->order.size; i++) {
            LLVMValueRef end = LLVMGetBasicBlockTerminator(g->order.data[i]);
            for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++)
                changed |= add_edge(g, i, number_of(g, LLVMGetSuccessor(end, s)) - 1);
        }
    }
}

static bool dominates(const flow_graph *g, uint32_t a, uint32_t b)
{
    while (b > a)
        b = g->dominators.data[b];
    return a == b;
}

static bool has_several_entries(LLVMValueRef function)
{
    flow_graph g = {0};
    sort_blocks(&g, function);
    find_dominators(&g);
    bool found = false;
    for (uint32_t i = 0; i < g.order.size && !found; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(g.order.data[i]);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(end) && !found; s++) {
            uint32_t to = number_of(&g, LLVMGetSuccessor(end, s)) - 1;
            found = to <= i && !dominates(&g, to, i);
        }
    }
    vec_clear(&g.order);
    vec_clear(&g.dominators);
    map_clear(&g.numbers);
    return found;
}

/* Whether LLVM can change where the function's blocks lead. */
static bool has_plain_flow(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        bool is_plain = LLVMIsABranchInst(end) || LLVMIsASwitchInst(end) || LLVMGetNumSuccessors(end) == 0;
        if (!is_plain)
            return false;
    }
    return true;
}

bool module_has_entangled_loops(LLVMModuleRef module)
{
    bool found = false;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f) || !has_several_entries(f))
            continue;
        if (!has_plain_flow(f))
            return false;
        found = true;
    }
    return found;
}

/* ---- computed gotos ---- */

typedef VEC(LLVMBasicBlockRef) block_list;

static block_list list_labels(LLVMValueRef computed_goto)
{
    block_list labels = {0};
    map seen = {0};
    for (unsigned s = 0; s < LLVMGetNumSuccessors(computed_goto); s++) {
        LLVMBasicBlockRef label = LLVMGetSuccessor(computed_goto, s);
        if (!map_find(&seen, map_key(label)))
            vec_push(&labels, label);
        map_put(&seen, map_key(label), true);
    }
    map_clear(&seen);
    return labels;
}

/* A branch for each label. As in flow.c, the last one is where all other addresses lead. */
static void replace_by_branches(LLVMBuilderRef builder, LLVMValueRef computed_goto)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(computed_goto));
    LLVMValueRef address = LLVMGetOperand(computed_goto, 0);
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
    block_list labels = list_labels(computed_goto);
    LLVMPositionBuilderBefore(builder, computed_goto);
    for (uint32_t i = 0; i + 1 < labels.size; i++) {
        LLVMBasicBlockRef rest = LLVMAppendBasicBlockInContext(context, function, "indirectgoto");
        LLVMValueRef is_it = LLVMBuildICmp(builder, LLVMIntEQ, address, LLVMBlockAddress(function, labels.data[i]), "");
        LLVMBuildCondBr(builder, is_it, labels.data[i], rest);
        LLVMPositionBuilderAtEnd(builder, rest);
    }
    LLVMBuildBr(builder, *vec_last(&labels));
    LLVMInstructionEraseFromParent(computed_goto);
    vec_clear(&labels);
}

typedef VEC(LLVMValueRef) goto_list;

static void list_computed_gotos(LLVMValueRef function, goto_list *found)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (LLVMIsAIndirectBrInst(end) && LLVMGetNumSuccessors(end) > 0)
            vec_push(found, end);
    }
}

static goto_list list_entangled_gotos(LLVMModuleRef module)
{
    goto_list found = {0};
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f) && has_several_entries(f))
            list_computed_gotos(f, &found);
    return found;
}

bool module_has_entangled_gotos(LLVMModuleRef module)
{
    goto_list found = list_entangled_gotos(module);
    bool has_any = found.size > 0;
    vec_clear(&found);
    return has_any;
}

void module_replace_entangled_gotos(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    goto_list found = list_entangled_gotos(module);
    for (uint32_t i = 0; i < found.size; i++)
        replace_by_branches(builder, found.data[i]);
    vec_clear(&found);
    LLVMDisposeBuilder(builder);
}
