#include <inttypes.h>

#include "base/libm.h"
#include "ir/print.h"
#include "ir/uses.h"
#include "property/property.h"

typedef struct printer {
    const ir_program *program;
    const ir_function *function;
    strbuf *out;
} printer;

static const char *const rmw_names[] = {"xchg", "add", "sub",  "and",  "nand", "or",  "xor",
                                        "max",  "min", "umax", "umin", "fadd", "fsub"};
static const char *const float_function_names[] = {"abs", "sqrt", "floor", "ceil", "trunc", "round", "rint"};
/* Indexed by the bits of the predicate. */
static const char *const float_predicate_names[] = {"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                                                    "uno",   "ueq", "ugt", "uge", "ult", "ule", "une", "true"};
static const char *const relation_names[] = {"eq", "ne", "slt", "sge"};
static const char *const wait_names[] = {"block", "spurious", "timeout"};

void ir_print_type(ir_type type, strbuf *out)
{
    if (type.kind == IR_POINTER)
        strbuf_add(out, "ptr");
    else
        strbuf_addf(out, "%c%d", type.kind == IR_FLOATING ? 'f' : 'i', type.width);
}

/* Several registers may hold the same C variable at different times, so the slot belongs to the name. */
void ir_print_register(const ir_function *function, ir_register reg, strbuf *out)
{
    const char *name = reg < function->register_names.size ? function->register_names.data[reg] : NULL;
    if (name != NULL)
        strbuf_addf(out, "%%%s.%" PRIu32, name, reg);
    else
        strbuf_addf(out, "%%%" PRIu32, reg);
}

/* ---- operands ---- */

/* Is it the address of something in a global, or of a function? */
static bool is_static_address(const ir_program *program, uint64_t pointer)
{
    uint64_t object = ir_pointer_object(program->layout, pointer);
    return (object >= 1 && object <= program->globals.size) || ir_function_at(program, pointer) != IR_NONE;
}

/* Names the function, or the place of `size` bytes in the global. */
static void print_static_address(const printer *p, uint64_t pointer, uint64_t size)
{
    ir_id function = ir_function_at(p->program, pointer);
    if (function != IR_NONE) {
        strbuf_add(p->out, p->program->functions.data[function].name);
        return;
    }
    const ir_global *global = &p->program->globals.data[ir_pointer_object(p->program->layout, pointer) - 1];
    if (global->scope != NULL)
        strbuf_addf(p->out, "%s::", global->scope);
    ir_name_place(p->program, global->name, global->type, ir_pointer_offset(p->program->layout, pointer), size, p->out);
}

static int64_t sign_extend(uint64_t value, uint8_t width)
{
    unsigned above = (unsigned)(IR_SLOT_BITS - width);
    return (int64_t)(value << above) >> above;
}

static void print_integer(const printer *p, const uint64_t *words, uint8_t width)
{
    if (width > IR_SLOT_BITS) {
        strbuf_addf(p->out, "0x%" PRIx64 "%016" PRIx64, words[1], words[0]);
    } else if (width == 1) {
        strbuf_add(p->out, words[0] ? "1" : "0");
    } else if (width == p->program->layout.pointer_bits && is_static_address(p->program, words[0])) {
        strbuf_add_char(p->out, '&');
        print_static_address(p, words[0], 0);
    } else {
        strbuf_addf(p->out, "%" PRId64, sign_extend(words[0], width));
    }
}

static void print_float(const printer *p, uint64_t bits, uint8_t width)
{
    if (width == 32) {
        uint32_t half = (uint32_t)bits;
        float value;
        memcpy(&value, &half, sizeof value);
        strbuf_addf(p->out, "%.9g", (double)value);
    } else {
        double value;
        memcpy(&value, &bits, sizeof value);
        strbuf_addf(p->out, "%.17g", value);
    }
}

static void print_operand(const printer *p, ir_operand operand, ir_type type)
{
    if (!ir_is_constant(operand)) {
        ir_print_register(p->function, operand, p->out);
        return;
    }
    const uint64_t *words = &p->program->constants.data[operand & ~IR_CONSTANT_BIT];
    if (type.kind == IR_FLOATING && (type.width == 32 || type.width == 64))
        print_float(p, words[0], type.width);
    else if (type.kind == IR_POINTER && words[0] == 0)
        strbuf_add(p->out, "null");
    else
        print_integer(p, words, type.width);
}

static void print_value(const printer *p, ir_operand operand, uint8_t width)
{
    print_operand(p, operand, (ir_type){width, IR_INTEGER});
}

/* An address without the `&`: a static one as the place of `size` bytes there (0: not known). */
static void print_target(const printer *p, ir_operand operand, uint64_t size)
{
    uint64_t pointer = ir_is_constant(operand) ? p->program->constants.data[operand & ~IR_CONSTANT_BIT] : 0;
    if (is_static_address(p->program, pointer))
        print_static_address(p, pointer, size);
    else
        print_operand(p, operand, (ir_type){p->program->layout.pointer_bits, IR_POINTER});
}

/* Where memory is accessed: [x], [q.items[3]], [%p]. */
static void print_address(const printer *p, ir_operand operand, uint64_t size)
{
    strbuf_add_char(p->out, '[');
    print_target(p, operand, size);
    strbuf_add_char(p->out, ']');
}

static void print_list(const printer *p, ir_id first, uint32_t count, const ir_type *types, bool with_types)
{
    for (uint32_t i = 0; i < count; i++) {
        strbuf_add(p->out, i ? ", " : "");
        if (with_types) {
            ir_print_type(types[i], p->out);
            strbuf_add_char(p->out, ' ');
        }
        print_operand(p, p->program->operands.data[first + i], types[i]);
    }
}

/* ---- instructions ---- */

static void print_edge(const printer *p, ir_id id)
{
    const ir_edge *edge = &p->program->edges.data[id];
    const ir_block *target = &p->program->blocks.data[edge->target];
    strbuf_add(p->out, target->name);
    if (edge->argument_count == 0)
        return;
    strbuf_add_char(p->out, '(');
    for (uint32_t i = 0; i < edge->argument_count; i++) {
        strbuf_add(p->out, i ? ", " : "");
        print_operand(p, p->program->operands.data[edge->first_argument + i], target->parameters.data[i].type);
    }
    strbuf_add_char(p->out, ')');
}

static void print_switch(const printer *p, const ir_instruction *in)
{
    const ir_switch *table = &p->program->switches.data[in->c];
    strbuf_addf(p->out, "i%d ", in->width);
    print_value(p, in->a, in->width);
    for (uint32_t i = 0; i < table->case_count; i++) {
        const ir_case *one = &p->program->cases.data[table->first_case + i];
        const uint64_t words[2] = {one->low, one->high};
        strbuf_add(p->out, ", ");
        print_integer(p, words, in->width);
        strbuf_add(p->out, ": ");
        print_edge(p, one->edge);
    }
    strbuf_add(p->out, ", otherwise: ");
    print_edge(p, table->otherwise);
}

static void print_call(const printer *p, const ir_instruction *in)
{
    const ir_call *call = &p->program->calls.data[in->c];
    const ir_type *types = p->program->types.data + call->first_type;
    for (uint32_t i = 0; i < call->result_count; i++) {
        ir_register reg = p->program->operands.data[call->first_result + i];
        strbuf_add(p->out, i ? ", " : "");
        if (reg == IR_NONE)
            strbuf_add_char(p->out, '_');
        else
            ir_print_register(p->function, reg, p->out);
    }
    strbuf_add(p->out, call->result_count ? " = call " : "call ");
    for (uint32_t i = 0; i < call->result_count; i++) {
        ir_print_type(types[call->argument_count + i], p->out);
        strbuf_add(p->out, i + 1 < call->result_count ? ", " : " ");
    }
    print_target(p, call->callee, 0);
    strbuf_add_char(p->out, '(');
    print_list(p, call->first_argument, call->argument_count, types, true);
    strbuf_add_char(p->out, ')');
}

static void print_ret(const printer *p, const ir_instruction *in)
{
    strbuf_add(p->out, in->aux ? "ret " : "ret");
    print_list(p, in->b, in->aux, p->function->results.data, true);
}

static void print_choice(const printer *p, ir_operand operand, const char *const *names, uint32_t count)
{
    uint64_t value = ir_is_constant(operand) ? p->program->constants.data[operand & ~IR_CONSTANT_BIT] : count;
    if (value < count)
        strbuf_add(p->out, names[value]);
    else
        print_value(p, operand, p->program->layout.pointer_bits);
}

static void print_await(const printer *p, const ir_instruction *in)
{
    const ir_operand *operands = &p->program->operands.data[in->c];
    strbuf_addf(p->out, "i%d ", in->width);
    print_address(p, operands[IR_AWAIT_WORD], in->width / 8);
    strbuf_add(p->out, " & ");
    print_value(p, operands[IR_AWAIT_MASK], in->width);
    strbuf_add_char(p->out, ' ');
    print_choice(p, operands[IR_AWAIT_RELATION], relation_names, sizeof relation_names / sizeof *relation_names);
    strbuf_add_char(p->out, ' ');
    print_value(p, operands[IR_AWAIT_VALUE], in->width);
    strbuf_add(p->out, ", ");
    print_choice(p, operands[IR_AWAIT_WAIT], wait_names, sizeof wait_names / sizeof *wait_names);
    strbuf_add(p->out, ", holder ");
    print_address(p, operands[IR_AWAIT_HOLDER], sizeof(int32_t));
}

static void print_alloca(const printer *p, const ir_instruction *in)
{
    const ir_site *site = &p->program->sites.data[in->c];
    strbuf_addf(p->out, "%s, ", site->name[0] ? site->name : "_");
    print_value(p, in->a, p->program->layout.pointer_bits);
    strbuf_addf(p->out, " bytes, align %" PRIu64 "%s", site->align, site->is_private ? ", private" : "");
}

/* `memcpy [to], [from], size by piece` */
static void print_memory_block(const printer *p, const ir_instruction *in)
{
    print_address(p, in->a, 0);
    strbuf_add(p->out, ", ");
    if (in->op == IR_MEMSET)
        print_value(p, in->b, 8);
    else
        print_address(p, in->b, 0);
    strbuf_add(p->out, ", ");
    print_value(p, in->c, p->program->layout.pointer_bits);
    strbuf_addf(p->out, " by %d", in->aux);
}

static bool is_float_op(ir_op op)
{
    return (op >= IR_FADD && op <= IR_FCMP) || op == IR_FPEXT || op == IR_FPTRUNC;
}

static bool is_conversion(ir_op op)
{
    return op >= IR_ZEXT && op <= IR_SITOFP;
}

static void print_conversion(const printer *p, const ir_instruction *in)
{
    bool from_float = is_float_op((ir_op)in->op) || in->op == IR_FPTOUI || in->op == IR_FPTOSI;
    bool to_float = is_float_op((ir_op)in->op) || in->op == IR_UITOFP || in->op == IR_SITOFP;
    ir_type from = {(uint8_t)in->aux, from_float ? IR_FLOATING : IR_INTEGER};
    ir_print_type(from, p->out);
    strbuf_add_char(p->out, ' ');
    print_operand(p, in->a, from);
    strbuf_add(p->out, " to ");
    ir_print_type((ir_type){in->width, to_float ? IR_FLOATING : IR_INTEGER}, p->out);
}

/* What comes between the operation's name and its width. */
static const char *variant_name(const ir_instruction *in)
{
    switch (in->op) {
    case IR_LOAD:
    case IR_STORE:
    case IR_CMPXCHG:
        return ir_order_name(ir_order_of(in));
    case IR_RMW:
        return rmw_names[ir_rmw_of(in)];
    case IR_FLIBM:
        return libm_name((libm_function)(in->aux & ~(unsigned)IR_LIBM_ERROR));
    case IR_FUNARY:
        return float_function_names[in->aux];
    case IR_FCMP:
        return float_predicate_names[in->aux];
    case IR_FAIL:
        return property_row_of((property)in->b)->name;
    case IR_HEAP_ALLOC:
        return in->aux ? "zeroed" : "";
    case IR_NONDET:
        return in->aux == IR_UNSET_VALUE ? "uninitialised" : in->aux == IR_ANY_VALUE ? "any" : "";
    case IR_ATOMIC_BEGIN:
    case IR_ATOMIC_END:
        return in->aux ? "of_access" : "";
    default:
        return "";
    }
}

/* And after that, of an access that has two variants: its other order. */
static const char *second_variant_name(const ir_instruction *in)
{
    switch (in->op) {
    case IR_RMW:
        return ir_order_name(ir_order_of(in));
    case IR_CMPXCHG:
        return ir_order_name(ir_failure_order_of(in));
    default:
        return "";
    }
}

static bool is_memory_op(ir_op op)
{
    return (op >= IR_LOAD && op <= IR_CMPXCHG) || (op >= IR_CHECK_INIT && op <= IR_SYNC);
}

static bool shows_width(const ir_instruction *in)
{
    const char *shape = ir_op_shape((ir_op)in->op);
    return strpbrk(shape, "abc") != NULL || in->op == IR_LOAD || in->op == IR_NONDET;
}

/* Operations without a syntax of their own: the variant, the width, then the operands in order. */
static void print_plain(const printer *p, const ir_instruction *in)
{
    ir_uses uses = {0};
    ir_type type = {in->width, is_float_op((ir_op)in->op) ? IR_FLOATING : IR_INTEGER};
    const char *const variants[] = {variant_name(in), second_variant_name(in)};
    const char *separator = "";
    for (uint32_t i = 0; i < sizeof variants / sizeof *variants; i++)
        if (variants[i][0]) {
            strbuf_addf(p->out, "%s%s", separator, variants[i]);
            separator = " ";
        }
    if (shows_width(in)) {
        strbuf_add(p->out, separator);
        ir_print_type(type, p->out);
        separator = " ";
    }
    ir_list_uses(p->program, p->function, in, &uses);
    for (uint32_t i = 0; i < uses.size; i++, separator = ", ") {
        const ir_use *use = &uses.data[i];
        strbuf_add(p->out, separator);
        if (i == 0 && is_memory_op((ir_op)in->op))
            print_address(p, use->operand, in->width / 8);
        else
            print_operand(p, use->operand, (ir_type){use->width, type.kind});
    }
    vec_clear(&uses);
}

static void print_arguments(const printer *p, const ir_instruction *in)
{
    switch (in->op) {
    case IR_BR:
        print_edge(p, in->c);
        break;
    case IR_CONDBR:
        print_value(p, in->a, 1);
        strbuf_add(p->out, ", ");
        print_edge(p, in->b);
        strbuf_add(p->out, ", ");
        print_edge(p, in->c);
        break;
    case IR_SWITCH:
        print_switch(p, in);
        break;
    case IR_AWAIT:
        print_await(p, in);
        break;
    case IR_FENCE:
        ir_fence_print(ir_fence_of(in), p->out);
        break;
    case IR_ALLOCA:
        print_alloca(p, in);
        break;
    case IR_TLS:
        strbuf_add(p->out, p->program->globals.data[in->c].name);
        break;
    case IR_UNSUPPORTED:
        strbuf_addf(p->out, "\"%s\"", p->program->texts.data[in->c]);
        break;
    case IR_MEMCPY:
    case IR_MEMMOVE:
    case IR_MEMSET:
        print_memory_block(p, in);
        break;
    default:
        if (is_conversion((ir_op)in->op))
            print_conversion(p, in);
        else
            print_plain(p, in);
    }
}

static void drop_trailing_space(strbuf *out)
{
    if (out->size && out->text[out->size - 1] == ' ')
        out->text[--out->size] = '\0';
}

void ir_print_instruction_of(const ir_program *program, const ir_function *function, ir_id pc, strbuf *out)
{
    printer p = {program, function, out};
    const ir_instruction *in = &program->code.data[pc];
    if (in->op == IR_CALL) {
        print_call(&p, in);
        return;
    }
    if (in->op == IR_RET) {
        print_ret(&p, in);
        return;
    }
    if (ir_op_shape((ir_op)in->op)[0] == 'd') {
        ir_print_register(function, in->dst, out);
        strbuf_add(out, " = ");
    }
    strbuf_addf(out, "%s ", ir_op_name((ir_op)in->op));
    print_arguments(&p, in);
    drop_trailing_space(out);
}

void ir_print_instruction(const ir_program *program, ir_id pc, strbuf *out)
{
    ir_print_instruction_of(program, &program->functions.data[ir_function_of(program, pc)], pc, out);
}
