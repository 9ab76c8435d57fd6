/* Every integer instruction that only computes, against definitions that work bit by bit, as one would by hand: all
 * operands of up to 8 bits, random and extreme ones of up to 128. */
#include "arith_bits.h"

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
    for (uint8_t to = 1; to <= BITS; to += to < 10 ? 1 : 7) {
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
    for (uint8_t width = 1; width <= EXHAUSTIVE_WIDTH; width++)
        for (unsigned a = 0; a < 1u << width; a++) {
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_narrow_integers),
        cmocka_unit_test(test_wide_integers),
        cmocka_unit_test(test_read_modify_write),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
