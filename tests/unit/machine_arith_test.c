/* Every integer instruction that only computes, against definitions that work bit by bit, as one would by hand: all
 * operands of up to 8 bits, random and extreme ones of up to 128. */
#include "arith_bits.h"
#include "machine/run.h"

enum { EXHAUSTIVE_WIDTH = 8 };

/* ---- what each instruction means ---- */

static arith_error expect_division(ir_op op, bits a, bits b, arith_bits *result)
{
    bits quotient, remainder;
    if (is_zero(&b))
        return ARITH_DIVISION_BY_ZERO;
    bool is_signed = op == IR_SDIV || op == IR_SREM;
    if (is_signed && count_ones(&b) == b.width && is_negative(&a) && count_ones(&a) == 1)
        return ARITH_DIVISION_OVERFLOW;
    quotient = is_signed ? divide_signed(a, b, &remainder) : divide(a, b, &remainder);
    *result = op == IR_UDIV || op == IR_SDIV ? value_of(&quotient) : value_of(&remainder);
    return ARITH_OK;
}

static arith_error expect_shift(ir_op op, bits a, bits b, arith_bits *result)
{
    uint32_t by = 0;
    for (uint32_t i = 0; i < b.width; i++)
        if (b.at[i])
            by = i < 8 ? by + (1u << i) : UINT16_MAX;
    if (by >= a.width)
        return ARITH_SHIFT_TOO_FAR;
    bits r = op == IR_SHL ? shifted_left(a, by, false) : shifted_right(a, by, op == IR_ASHR && is_negative(&a));
    *result = value_of(&r);
    return ARITH_OK;
}

static bits bitwise(ir_op op, bits a, bits b)
{
    bits r = {.width = a.width};
    for (uint8_t i = 0; i < a.width; i++)
        r.at[i] = op == IR_AND ? a.at[i] && b.at[i] : op == IR_OR ? a.at[i] || b.at[i] : a.at[i] != b.at[i];
    return r;
}

static bits reversed(bits a, uint8_t group)
{
    bits r = {.width = a.width};
    for (uint8_t i = 0; i < a.width; i++)
        r.at[a.width - group - i / group * group + i % group] = a.at[i];
    return r;
}

static arith_error expect_binary(ir_op op, bits a, bits b, arith_bits *result)
{
    bits r = {.width = a.width};
    switch (op) {
    case IR_ADD:
        r = add_with_carry(a, b, false);
        break;
    case IR_SUB:
        r = subtract(a, b);
        break;
    case IR_MUL:
        r = multiply(a, b);
        break;
    case IR_AND:
    case IR_OR:
    case IR_XOR:
        r = bitwise(op, a, b);
        break;
    case IR_UDIV:
    case IR_SDIV:
    case IR_UREM:
    case IR_SREM:
        return expect_division(op, a, b, result);
    case IR_SHL:
    case IR_LSHR:
    case IR_ASHR:
        return expect_shift(op, a, b, result);
    default:
        fail_msg("%s has no definition here", ir_op_name(op));
    }
    *result = value_of(&r);
    return ARITH_OK;
}

static bool expect_comparison(ir_op op, const bits *a, const bits *b)
{
    switch (op) {
    case IR_EQ:
        return !is_less(a, b) && !is_less(b, a);
    case IR_NE:
        return is_less(a, b) || is_less(b, a);
    case IR_ULT:
        return is_less(a, b);
    case IR_ULE:
        return !is_less(b, a);
    case IR_SLT:
        return is_less_signed(a, b);
    default:
        return !is_less_signed(b, a);
    }
}

static arith_bits expect_unary(ir_op op, bits a)
{
    bits r = a;
    switch (op) {
    case IR_CTPOP:
        return count_ones(&a);
    case IR_CTLZ:
        return is_zero(&a) ? a.width : a.width - 1 - highest_one(&a);
    case IR_CTTZ:
        return lowest_one(&a);
    case IR_BSWAP:
        r = reversed(a, 8);
        break;
    case IR_BITREVERSE:
        r = reversed(a, 1);
        break;
    default:
        break;
    }
    return value_of(&r);
}

/* ---- the tests ---- */

static void check_pair(arith_bits a, arith_bits b, uint8_t width)
{
    bits x = bits_of(a, width), y = bits_of(b, width);
    for (ir_op op = IR_ADD; op <= IR_ASHR; op++) {
        arith_bits expected = 0;
        arith_error error = expect_binary(op, x, y, &expected);
        check(instruction(op, width, 0), a, b, error, expected);
    }
    for (ir_op op = IR_EQ; op <= IR_SLE; op++)
        check(instruction(op, width, 0), a, b, ARITH_OK, expect_comparison(op, &x, &y));
}

static void check_single(arith_bits a, uint8_t width)
{
    bits x = bits_of(a, width), other = complement(x);
    check(instruction(IR_MOV, width, 0), a, 0, ARITH_OK, a);
    for (ir_op op = IR_CTPOP; op <= IR_BITREVERSE; op++)
        if (op != IR_BSWAP || width % 8 == 0)
            check(instruction(op, width, 0), a, 0, ARITH_OK, cut(expect_unary(op, x), width));
    ir_instruction select = instruction(IR_SELECT, width, 0);
    for (arith_bits condition = 0; condition < 2; condition++) {
        arith_bits result;
        assert_int_equal(arith_evaluate(&select, condition, a, value_of(&other), &result), ARITH_OK);
        assert_true(result == (condition ? a : value_of(&other)));
    }
}

static void check_conversions(arith_bits a, uint8_t from)
{
    bits x = bits_of(a, from);
    for (unsigned step = 1; step <= BITS; step += step < 10 ? 1 : 7) {
        uint8_t to = (uint8_t)step;
        bits narrow = bits_of(a, to), wide = bits_of(a, to);
        for (uint8_t i = from; i < to; i++)
            wide.at[i] = is_negative(&x);
        if (to < from)
            check(instruction(IR_TRUNC, to, from), a, 0, ARITH_OK, value_of(&narrow));
        if (to > from) {
            check(instruction(IR_ZEXT, to, from), a, 0, ARITH_OK, a);
            check(instruction(IR_SEXT, to, from), a, 0, ARITH_OK, value_of(&wide));
        }
    }
}

static void test_narrow_integers(void **state)
{
    (void)state;
    for (unsigned bit_count = 1; bit_count <= EXHAUSTIVE_WIDTH; bit_count++)
        for (unsigned a = 0; a < 1u << bit_count; a++) {
            uint8_t width = (uint8_t)bit_count;
            check_single(a, width);
            check_conversions(a, width);
            for (unsigned b = 0; b < 1u << width; b++)
                check_pair(a, b, width);
        }
}

static void test_wide_integers(void **state)
{
    static const uint8_t WIDTHS[] = {9, 16, 17, 24, 31, 32, 33, 48, 63, 64, 65, 80, 96, 127, 128};
    (void)state;
    random_source random = random_seeded(1);
    for (size_t w = 0; w < sizeof WIDTHS; w++)
        for (int round = 0; round < RANDOM_ROUNDS; round++) {
            arith_bits a = interesting(WIDTHS[w], &random), b = interesting(WIDTHS[w], &random);
            check_single(a, WIDTHS[w]);
            check_conversions(a, WIDTHS[w]);
            check_pair(a, b, WIDTHS[w]);
            check_pair(a, a, WIDTHS[w]);
        }
}

/* ---- read-modify-write ---- */

static arith_bits expect_rmw(ir_rmw operation, bits old, bits operand)
{
    bits r = operand;
    switch (operation) {
    case IR_RMW_ADD:
        r = add_with_carry(old, operand, false);
        break;
    case IR_RMW_SUB:
        r = subtract(old, operand);
        break;
    case IR_RMW_AND:
        r = bitwise(IR_AND, old, operand);
        break;
    case IR_RMW_NAND:
        r = complement(bitwise(IR_AND, old, operand));
        break;
    case IR_RMW_OR:
        r = bitwise(IR_OR, old, operand);
        break;
    case IR_RMW_XOR:
        r = bitwise(IR_XOR, old, operand);
        break;
    case IR_RMW_MAX:
        r = is_less_signed(&old, &operand) ? operand : old;
        break;
    case IR_RMW_MIN:
        r = is_less_signed(&old, &operand) ? old : operand;
        break;
    case IR_RMW_UMAX:
        r = is_less(&old, &operand) ? operand : old;
        break;
    case IR_RMW_UMIN:
        r = is_less(&old, &operand) ? old : operand;
        break;
    default:
        break;
    }
    return value_of(&r);
}

static void check_rmw(uint64_t old, uint64_t operand, uint8_t width)
{
    for (ir_rmw operation = IR_RMW_XCHG; operation <= IR_RMW_UMIN; operation++)
        assert_int_equal(arith_rmw(operation, width, old, operand),
                         expect_rmw(operation, bits_of(old, width), bits_of(operand, width)));
}

static void test_read_modify_write(void **state)
{
    (void)state;
    random_source random = random_seeded(2);
    for (unsigned pair = 0; pair < 1u << 16; pair++)
        check_rmw(pair & 0xff, pair >> 8, 8);
    for (uint8_t width = 8; width <= 64; width *= 2)
        for (int round = 0; round < RANDOM_ROUNDS; round++)
            check_rmw((uint64_t)interesting(width, &random), (uint64_t)interesting(width, &random), width);
}

/* ---- the interpreter ---- */

enum { COMPUTED = 64, COMPUTED_OPS = IR_SLE + 3 };

typedef struct computation {
    ir_instruction in;
    arith_bits a, b;
} computation;

/* An instruction whose operands are in range, on constants; its result, of at most 64 bits, goes to `results`. */
static computation random_computation(random_source *random)
{
    static const ir_op CONVERSIONS[] = {IR_ZEXT, IR_SEXT, IR_TRUNC};
    uint8_t width = (uint8_t)(1 + random_below(random, 64)), other = (uint8_t)(1 + random_below(random, 64));
    uint32_t op = (uint32_t)random_below(random, COMPUTED_OPS);
    computation c = {.in = instruction((ir_op)op, width, 0)};
    if (op > IR_SLE) {
        other = other == width ? (uint8_t)(width % 64 + 1) : other;
        c.in.op = (uint8_t)CONVERSIONS[op - IR_SLE - 1 + random_below(random, 2)];
        bool widens = c.in.op != IR_TRUNC;
        c.in.width = widens == (width > other) ? width : other;
        c.in.aux = widens == (width > other) ? other : width;
        width = (uint8_t)c.in.aux;
    }
    c.a = interesting(width, random);
    c.b = interesting(width, random);
    arith_bits unused;
    return arith_evaluate(&c.in, c.a, c.b, 0, &unused) == ARITH_OK ? c : random_computation(random);
}

static ir_program *build_computations(const computation *list)
{
    ir_program *p = ir_program_new();
    add_global(p, "results", COMPUTED * sizeof(uint64_t), IR_NONE);
    p->main = add_function(p, "main");
    vec_push(&begin_body(p, 0)->results, I32);
    add_block(p, 0, "entry");
    for (uint32_t i = 0; i < COMPUTED; i++) {
        ir_instruction in = list[i].in;
        bool is_comparison = in.op >= IR_EQ && in.op <= IR_SLE;
        bool is_conversion = in.op >= IR_ZEXT;
        uint8_t from = is_conversion ? (uint8_t)in.aux : in.width, to = is_comparison ? 1 : in.width;
        ir_register a = 4 * i, b = a + 1, result = a + 2, wide = a + 3;
        emit(p, IR_MOV, from, 0, a, number(p, from, (uint64_t)list[i].a), 0, 0);
        emit(p, IR_MOV, from, 0, b, number(p, from, (uint64_t)list[i].b), 0, 0);
        emit(p, (ir_op)in.op, in.width, in.aux, result, a, is_conversion || in.op == IR_MOV ? 0 : b, 0);
        emit(p, to < 64 ? IR_ZEXT : IR_MOV, 64, to < 64 ? to : 0, wide, result, 0, 0);
        emit(p, IR_STORE, 64, IR_PLAIN, 0, global_address(p, 0, i * sizeof(uint64_t)), wide, 0);
    }
    emit_ret(p, (ir_operand[]){number(p, 32, 0)}, 1);
    p->functions.data[0].slots = 4 * COMPUTED;
    assert_valid(p);
    return p;
}

/* The interpreter has a second, faster definition of the commonest instructions. */
static void test_interpreter_computes_the_same(void **state)
{
    (void)state;
    random_source random = random_seeded(4);
    for (int round = 0; round < RANDOM_ROUNDS; round++) {
        computation list[COMPUTED];
        for (int i = 0; i < COMPUTED; i++)
            list[i] = random_computation(&random);
        ir_program *p = build_computations(list);
        machine *m = machine_new(p, &(machine_options){.model = &MODEL_SC});
        run_result r = run_once(m, &(run_options){.seed = 1}, false);
        assert_int_equal(r.end, RUN_COMPLETE);
        for (uint32_t i = 0; i < COMPUTED; i++) {
            uint64_t result;
            assert_true(machine_peek(r.state, ir_pointer(IR_LAYOUT_64, 1, i * sizeof result), sizeof result, &result));
            check(list[i].in, list[i].a, list[i].b, ARITH_OK, result);
        }
        run_result_clear(&r);
        machine_free(m);
        ir_program_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_narrow_integers),
        cmocka_unit_test(test_wide_integers),
        cmocka_unit_test(test_read_modify_write),
        cmocka_unit_test(test_interpreter_computes_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
