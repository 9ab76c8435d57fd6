#include "frontend/lower.h"

typedef VEC(ir_operand) operand_list;
typedef VEC(LLVMValueRef) value_list;

/* ---- which blocks and phis there are ---- */

static bool is_reached(const lowering *l, LLVMBasicBlockRef block)
{
    return map_find(&l->frame.blocks, map_key(block)) != NULL;
}

/* Other terminators are not supported, so nothing comes after them. */
static unsigned count_successors(LLVMValueRef terminator)
{
    bool is_known = LLVMIsABranchInst(terminator) || LLVMIsASwitchInst(terminator) || LLVMIsAIndirectBrInst(terminator);
    return is_known ? LLVMGetNumSuccessors(terminator) : 0;
}

static void mark_reachable(lowering *l)
{
    VEC(LLVMBasicBlockRef) open = {0};
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(l->frame.function);
    map_put(&l->frame.blocks, map_key(entry), 0);
    vec_push(&open, entry);
    while (open.size > 0) {
        LLVMBasicBlockRef block = vec_pop(&open);
        LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
        for (unsigned i = 0; i < count_successors(last); i++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(last, i);
            if (is_reached(l, next))
                continue;
            map_put(&l->frame.blocks, map_key(next), 0);
            vec_push(&open, next);
        }
    }
    vec_clear(&open);
}

static void number_reachable(lowering *l)
{
    ir_function *function = &l->program->functions.data[l->frame.id];
    function->first_block = l->program->blocks.size;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(l->frame.function); b; b = LLVMGetNextBasicBlock(b)) {
        if (!is_reached(l, b))
            continue;
        map_put(&l->frame.blocks, map_key(b), l->program->blocks.size);
        vec_push(&l->frame.reachable, b);
        vec_push(&l->program->blocks, (ir_block){.name = ir_intern(l->program, LLVMGetBasicBlockName(b))});
    }
    function->block_count = l->frame.reachable.size;
}

static uint64_t incoming_key(uint64_t block, uint64_t phi)
{
    return block << 32 | phi;
}

static void note_incoming(lowering *l, LLVMValueRef phi)
{
    uint64_t number = l->frame.phi_numbers.count;
    map_put(&l->frame.phi_numbers, map_key(phi), number);
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        const uint64_t *from = map_find(&l->frame.blocks, map_key(LLVMGetIncomingBlock(phi, i)));
        if (from)
            map_put(&l->frame.incoming, incoming_key(*from, number), map_key(LLVMGetIncomingValue(phi, i)));
    }
}

static LLVMValueRef find_incoming(lowering *l, uint64_t block, LLVMValueRef phi)
{
    uint64_t number = map_get(&l->frame.phi_numbers, map_key(phi), 0);
    return (LLVMValueRef)(uintptr_t)map_get(&l->frame.incoming, incoming_key(block, number), 0);
}

static bool has_undefined_leaf(lowering *l, LLVMValueRef value)
{
    uint32_t count = layout_get(l, LLVMTypeOf(value)).count;
    for (uint32_t i = 0; i < count; i++)
        if (value_is_undefined(l, value, i))
            return true;
    return false;
}

static void add_companions(lowering *l, LLVMValueRef phi, value_list *open)
{
    if (map_find(&l->frame.companions, map_key(phi)))
        return;
    uint32_t count = layout_get(l, LLVMTypeOf(phi)).count;
    ir_register first = l->program->functions.data[l->frame.id].slots;
    for (uint32_t i = 0; i < count; i++)
        emit_register(l, 1);
    map_put(&l->frame.companions, map_key(phi), first);
    vec_push(open, phi);
}

/* A phi may be undefined if one of its incoming values is, or is a phi that may be. */
static void find_undefined_phis(lowering *l, const value_list *phis)
{
    value_list open = {0};
    for (uint32_t i = 0; i < phis->size; i++)
        for (unsigned j = 0; j < LLVMCountIncoming(phis->data[i]); j++)
            if (is_reached(l, LLVMGetIncomingBlock(phis->data[i], j)) &&
                has_undefined_leaf(l, LLVMGetIncomingValue(phis->data[i], j)))
                add_companions(l, phis->data[i], &open);
    while (open.size > 0) {
        LLVMValueRef phi = vec_pop(&open);
        for (LLVMUseRef use = LLVMGetFirstUse(phi); use; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            if (LLVMIsAPHINode(user) && map_find(&l->frame.phi_numbers, map_key(user)))
                add_companions(l, user, &open);
        }
    }
    vec_clear(&open);
}

static void add_parameters(lowering *l, LLVMValueRef phi)
{
    uint64_t id = map_get(&l->frame.blocks, map_key(LLVMGetInstructionParent(phi)), 0);
    ir_block *block = &l->program->blocks.data[id];
    lower_layout layout = layout_get(l, LLVMTypeOf(phi));
    for (uint32_t i = 0; i < layout.count; i++)
        vec_push(&block->parameters, (ir_parameter){value_result(l, phi, i), layout_leaf(l, layout, i)->type});
    const uint64_t *companions = map_find(&l->frame.companions, map_key(phi));
    for (uint32_t i = 0; companions && i < layout.count; i++)
        vec_push(&block->parameters, (ir_parameter){(ir_register)*companions + i, {1, IR_INTEGER}});
}

void flow_prepare(lowering *l)
{
    mark_reachable(l);
    number_reachable(l);
    value_list phis = {0};
    for (uint32_t i = 0; i < l->frame.reachable.size; i++)
        for (LLVMValueRef v = LLVMGetFirstInstruction(l->frame.reachable.data[i]); v; v = LLVMGetNextInstruction(v)) {
            value_define(l, v);
            if (LLVMIsAPHINode(v))
                vec_push(&phis, v);
        }
    for (uint32_t i = 0; i < phis.size; i++)
        note_incoming(l, phis.data[i]);
    find_undefined_phis(l, &phis);
    for (uint32_t i = 0; i < phis.size; i++)
        add_parameters(l, phis.data[i]);
    vec_clear(&phis);
}

/* ---- edges and terminators ---- */

static void add_arguments(lowering *l, uint64_t from, LLVMValueRef phi, operand_list *out)
{
    LLVMValueRef value = find_incoming(l, from, phi);
    uint32_t count = layout_get(l, LLVMTypeOf(phi)).count;
    if (!map_find(&l->frame.companions, map_key(phi))) {
        for (uint32_t i = 0; i < count; i++)
            vec_push(out, value_operand(l, value, i));
        return;
    }
    operand_list undefined = {0};
    for (uint32_t i = 0; i < count; i++) {
        ir_operand bit;
        vec_push(out, value_incoming(l, value, i, &bit));
        vec_push(&undefined, bit);
    }
    vec_append(out, undefined.data, undefined.size);
    vec_clear(&undefined);
}

static ir_id make_edge(lowering *l, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    uint64_t source = map_get(&l->frame.blocks, map_key(from), 0);
    operand_list arguments = {0};
    for (LLVMValueRef v = LLVMGetFirstInstruction(to); v && LLVMIsAPHINode(v); v = LLVMGetNextInstruction(v))
        add_arguments(l, source, v, &arguments);
    ir_edge edge = {
        .target = (ir_id)map_get(&l->frame.blocks, map_key(to), 0),
        .first_argument = emit_operands(l, arguments.data, arguments.size),
        .argument_count = arguments.size,
    };
    vec_clear(&arguments);
    vec_push(&l->program->edges, edge);
    return l->program->edges.size - 1;
}

/* Several cases of a switch may go to the same block; one edge is enough for them. */
static ir_id share_edge(lowering *l, map *edges, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    const uint64_t *known = map_find(edges, map_key(to));
    if (known)
        return (ir_id)*known;
    ir_id edge = make_edge(l, from, to);
    map_put(edges, map_key(to), edge);
    return edge;
}

static void lower_branch(lowering *l, LLVMValueRef branch, LLVMBasicBlockRef block)
{
    if (!LLVMIsConditional(branch)) {
        emit(l, (ir_instruction){.op = IR_BR, .c = make_edge(l, block, LLVMGetSuccessor(branch, 0))});
        return;
    }
    ir_operand condition = value_operand(l, LLVMGetCondition(branch), 0);
    ir_id yes = make_edge(l, block, LLVMGetSuccessor(branch, 0));
    ir_id no = make_edge(l, block, LLVMGetSuccessor(branch, 1));
    emit(l, (ir_instruction){.op = IR_CONDBR, .width = 1, .a = condition, .b = yes, .c = no});
}

static void emit_switch(lowering *l, ir_type type, ir_operand value, ir_id otherwise, ir_id first_case)
{
    ir_switch table = {
        .otherwise = otherwise, .first_case = first_case, .case_count = l->program->cases.size - first_case};
    vec_push(&l->program->switches, table);
    emit(l, (ir_instruction){.op = IR_SWITCH, .width = type.width, .a = value, .c = l->program->switches.size - 1});
}

static void lower_switch(lowering *l, LLVMValueRef instruction, LLVMBasicBlockRef block)
{
    enum { FIRST_CASE_OPERAND = 2 };
    LLVMValueRef value = LLVMGetOperand(instruction, 0);
    ir_operand operand = value_operand(l, value, 0);
    map edges = {0};
    ir_id otherwise = share_edge(l, &edges, block, LLVMGetSwitchDefaultDest(instruction));
    ir_id first_case = l->program->cases.size;
    for (unsigned i = 1; i < LLVMGetNumSuccessors(instruction); i++) {
        lower_number number;
        constant_evaluate(l, LLVMGetOperand(instruction, FIRST_CASE_OPERAND * i), &number);
        ir_id edge = share_edge(l, &edges, block, LLVMGetSuccessor(instruction, i));
        vec_push(&l->program->cases, (ir_case){number.low, number.high, edge});
    }
    map_clear(&edges);
    emit_switch(l, value_type(l, value), operand, otherwise, first_case);
}

/* A computed goto is a switch over the addresses of the labels it may go to. No other value is possible without
 * undefined behaviour, so the last label is the default. */
static void lower_computed_goto(lowering *l, LLVMValueRef instruction, LLVMBasicBlockRef block)
{
    ir_operand operand = value_argument(l, instruction, 0);
    unsigned count = LLVMGetNumSuccessors(instruction);
    if (count == 0) {
        emit_simple(l, IR_UNREACHABLE);
        return;
    }
    uint64_t object = ir_function_object(l->program, l->frame.id);
    map edges = {0};
    ir_id otherwise = share_edge(l, &edges, block, LLVMGetSuccessor(instruction, count - 1));
    ir_id first_case = l->program->cases.size;
    for (unsigned i = 0; i + 1 < count; i++) {
        LLVMBasicBlockRef to = LLVMGetSuccessor(instruction, i);
        if (map_find(&edges, map_key(to)))
            continue;
        ir_id edge = share_edge(l, &edges, block, to);
        vec_push(&l->program->cases,
                 (ir_case){ir_pointer(l->program->layout, object, constant_block_number(l, to)), 0, edge});
    }
    map_clear(&edges);
    emit_switch(l, (ir_type){lower_pointer_bits(l), IR_POINTER}, operand, otherwise, first_case);
}

static void lower_return(lowering *l, LLVMValueRef instruction)
{
    operand_list results = {0};
    uint32_t count = 0;
    LLVMValueRef value = NULL;
    if (LLVMGetNumOperands(instruction) > 0) {
        value = LLVMGetOperand(instruction, 0);
        count = layout_get(l, LLVMTypeOf(value)).count;
    }
    for (uint32_t i = 0; i < count; i++)
        vec_push(&results, value_operand(l, value, i));
    if (l->frame.is_atomic)
        emit_simple(l, IR_ATOMIC_END);
    ir_id first = emit_operands(l, results.data, results.size);
    emit(l, (ir_instruction){.op = IR_RET, .aux = (uint16_t)results.size, .b = first});
    vec_clear(&results);
}

bool flow_lower(lowering *l, LLVMValueRef instruction, LLVMBasicBlockRef block)
{
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMBr:
        lower_branch(l, instruction, block);
        return true;
    case LLVMSwitch:
        lower_switch(l, instruction, block);
        return true;
    case LLVMIndirectBr:
        lower_computed_goto(l, instruction, block);
        return true;
    case LLVMRet:
        lower_return(l, instruction);
        return true;
    case LLVMUnreachable:
        emit_simple(l, IR_UNREACHABLE);
        return true;
    default:
        return false;
    }
}
