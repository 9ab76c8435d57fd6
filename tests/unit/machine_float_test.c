/* Every floating-point instruction that only computes: against what the compiler makes of the same operation, and for
 * conversions against rounding by hand. */
#include "arith_bits.h"

#include <float.h>
#include <math.h>

static const double SPECIAL[] = {
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    1.5,
    -1.5,
    2.5,
    -2.5,
    3.7,
    -3.2,
    0.1,
    1e10,
    -1e10,
    1e300,
    -1e300,
    1e-300,
    4503599627370497.5,
    9007199254740993.0,
    16777217.0,
    DBL_MAX,
    -DBL_MAX,
    DBL_MIN,
    -DBL_MIN,
    4.9406564584124654e-324,
    -4.9406564584124654e-324,
    FLT_MAX,
    -FLT_MAX,
    FLT_MIN,
    1.401298464324817e-45,
    3.4028235677973366e38,
    0.49999999999999994,
    HUGE_VAL,
    -HUGE_VAL,
    NAN,
    -NAN,
};
enum { SPECIALS = sizeof SPECIAL / sizeof *SPECIAL };

static arith_bits pattern(double x, uint8_t width)
{
    float f = (float)x;
    uint64_t wide;
    uint32_t narrow;
    memcpy(&wide, &x, sizeof wide);
    memcpy(&narrow, &f, sizeof narrow);
    return width == 32 ? narrow : wide;
}

static double number_of(arith_bits value, uint8_t width)
{
    uint64_t wide = (uint64_t)value;
    uint32_t narrow = (uint32_t)value;
    double x;
    float f;
    memcpy(&x, &wide, sizeof x);
    memcpy(&f, &narrow, sizeof f);
    return width == 32 ? (double)f : x;
}

/* The same bits, but any NaN is as good as any other. */
static void check_float(ir_instruction in, arith_bits a, arith_bits b, arith_bits expected, uint8_t result_width)
{
    arith_bits result = 0;
    arith_error error = arith_evaluate(&in, a, b, 0, &result);
    bool both_nan = isnan(number_of(result, result_width)) && isnan(number_of(expected, result_width));
    if (error != ARITH_OK || (result != expected && !both_nan))
        complain(&in, a, b, result, error);
}

static void check_double_pair(double a, double b)
{
    volatile double x = a, y = b;
    const double expected[] = {x + y, x - y, x * y, x / y};
    for (ir_op op = IR_FADD; op <= IR_FDIV; op++)
        check_float(instruction(op, 64, 0), pattern(x, 64), pattern(y, 64), pattern(expected[op - IR_FADD], 64), 64);
}

static void check_float_pair(double a, double b)
{
    volatile float x = (float)a, y = (float)b;
    const volatile float expected[] = {x + y, x - y, x * y, x / y};
    for (ir_op op = IR_FADD; op <= IR_FDIV; op++)
        check_float(instruction(op, 32, 0), pattern(x, 32), pattern(y, 32), pattern(expected[op - IR_FADD], 32), 32);
}

static void check_float_comparisons(double x, double y, uint8_t width)
{
    unsigned relation = x == y ? IR_FCMP_EQ : x > y ? IR_FCMP_GT : x < y ? IR_FCMP_LT : IR_FCMP_UNORDERED;
    for (uint16_t predicate = 0; predicate < 16; predicate++)
        check(instruction(IR_FCMP, width, predicate), pattern(x, width), pattern(y, width), ARITH_OK,
              (predicate & relation) != 0);
}

static void check_float_functions(double x, uint8_t width)
{
    bool fraction = fabs(x) < 4503599627370496.0;
    double down = fraction && x == x ? (double)(int64_t)x - (x < (double)(int64_t)x) : x;
    double up = down == x ? x : down + 1, zero = x < 0 ? up : down;
    double half = x - down < 0.5 || (x - down == 0.5 && x < 0) ? down : up;
    double even = x - down == 0.5 ? (down / 2 == (double)(int64_t)(down / 2) ? down : up) : half;
    const double expected[] = {
        [IR_F_ABS] = signbit(x) ? -x : x,
        [IR_F_FLOOR] = copysign(down, x),
        [IR_F_CEIL] = copysign(up, x),
        [IR_F_TRUNC] = copysign(zero, x),
        [IR_F_ROUND] = copysign(fraction ? half : x, x),
        [IR_F_RINT] = copysign(fraction ? even : x, x),
    };
    for (ir_float_function function = IR_F_ABS; function <= IR_F_RINT; function++)
        if (function != IR_F_SQRT)
            check_float(instruction(IR_FUNARY, width, (uint16_t)function), pattern(x, width), 0,
                        pattern(expected[function], width), width);
    double root = width == 32 ? (double)sqrtf((float)x) : sqrt(x);
    check_float(instruction(IR_FUNARY, width, IR_F_SQRT), pattern(x, width), 0, pattern(root, width), width);
    bits sign = bits_of(pattern(x, width), width);
    sign.at[width - 1] = !sign.at[width - 1];
    check(instruction(IR_FNEG, width, 0), pattern(x, width), 0, ARITH_OK, value_of(&sign));
}

static void test_floats(void **state)
{
    (void)state;
    for (int i = 0; i < SPECIALS; i++) {
        double x = SPECIAL[i], narrow = (double)(float)x;
        check_float_functions(x, 64);
        check_float_functions(narrow, 32);
        check_float(instruction(IR_FPTRUNC, 32, 64), pattern(x, 64), 0, pattern(x, 32), 32);
        check_float(instruction(IR_FPEXT, 64, 32), pattern(x, 32), 0, pattern(narrow, 64), 64);
        for (int j = 0; j < SPECIALS; j++) {
            check_double_pair(x, SPECIAL[j]);
            check_float_pair(x, SPECIAL[j]);
            check_float_comparisons(x, SPECIAL[j], 64);
            check_float_comparisons(narrow, (double)(float)SPECIAL[j], 32);
        }
    }
}

static void test_float_remainder(void **state)
{
    static const struct {
        double x, y, remainder;
    } CASES[] = {{5, 3, 2},        {-5, 3, -2},        {5, -3, 2},  {5.5, 2, 1.5}, {-0.0, 1, -0.0}, {-6, 3, -0.0},
                 {1, HUGE_VAL, 1}, {HUGE_VAL, 1, NAN}, {1, 0, NAN}, {NAN, 1, NAN}, {1, NAN, NAN},   {1e300, 7, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        check_float(instruction(IR_FREM, 64, 0), pattern(CASES[i].x, 64), pattern(CASES[i].y, 64),
                    pattern(CASES[i].remainder, 64), 64);
        if (fabs(CASES[i].x) <= FLT_MAX)
            check_float(instruction(IR_FREM, 32, 0), pattern(CASES[i].x, 32), pattern(CASES[i].y, 32),
                        pattern(CASES[i].remainder, 32), 32);
    }
}

static void test_float_read_modify_write(void **state)
{
    (void)state;
    assert_int_equal(arith_rmw(IR_RMW_FADD, 64, (uint64_t)pattern(1.5, 64), (uint64_t)pattern(2.25, 64)),
                     (uint64_t)pattern(3.75, 64));
    assert_int_equal(arith_rmw(IR_RMW_FSUB, 32, (uint64_t)pattern(1.5, 32), (uint64_t)pattern(2.25, 32)),
                     (uint64_t)pattern(-0.75, 32));
}

/* ---- between integers and floats ---- */

/* The float with `precision` bits nearest to the number, half to even. */
static double nearest(bits a, bool is_signed, int precision)
{
    bool minus = is_signed && is_negative(&a);
    bits magnitude = minus ? negate(a) : a;
    if (is_zero(&magnitude))
        return 0;
    int top = (int)highest_one(&magnitude), last = top - precision + 1;
    double kept = 0;
    for (int i = top; i >= 0 && i >= last; i--)
        kept += ldexp(magnitude.at[i], i);
    bool is_half = last > 0 && magnitude.at[last - 1];
    bool is_more = is_half && (int)lowest_one(&magnitude) < last - 1;
    if (is_half && (is_more || magnitude.at[last]))
        kept += ldexp(1, last);
    return minus ? -kept : kept;
}

static void check_to_float(arith_bits a, uint8_t width)
{
    bits x = bits_of(a, width);
    for (uint8_t to = 32; to <= 64; to += 32) {
        int precision = to == 32 ? FLT_MANT_DIG : DBL_MANT_DIG;
        check_float(instruction(IR_UITOFP, to, width), a, 0, pattern(nearest(x, false, precision), to), to);
        check_float(instruction(IR_SITOFP, to, width), a, 0, pattern(nearest(x, true, precision), to), to);
    }
}

static void test_integers_to_floats(void **state)
{
    static const uint8_t WIDTHS[] = {1, 8, 16, 24, 25, 31, 32, 33, 53, 54, 63, 64, 65, 100, 127, 128};
    (void)state;
    random_source random = random_seeded(3);
    for (size_t w = 0; w < sizeof WIDTHS; w++)
        for (int round = 0; round < RANDOM_ROUNDS; round++)
            check_to_float(interesting(WIDTHS[w], &random), WIDTHS[w]);
}

/* What the integral part of x is in `width` bits; false if it does not fit. */
static bool integral_part(double x, uint8_t width, bool is_signed, arith_bits *result)
{
    int exponent;
    double fraction = frexp(fabs(x), &exponent);
    bits magnitude = {.width = BITS};
    if (!isfinite(x) || exponent > BITS)
        return false;
    for (int i = exponent - 1; i >= 0; i--) {
        fraction *= 2;
        magnitude.at[i] = fraction >= 1;
        fraction -= magnitude.at[i];
    }
    bool minus = signbit(x) && !is_zero(&magnitude);
    uint32_t top = highest_one(&magnitude);
    bool is_lowest = is_signed && minus && top == width - 1u && lowest_one(&magnitude) == top;
    uint32_t room = is_signed ? width - 1u : width;
    bool fits = is_zero(&magnitude) || top < room || is_lowest;
    bits value = minus ? negate(magnitude) : magnitude;
    *result = cut(value_of(&value), width);
    return fits && (is_signed || !minus);
}

static void check_to_integer(double x, uint8_t width, uint8_t float_width)
{
    for (int is_signed = 0; is_signed < 2; is_signed++) {
        arith_bits expected = 0;
        bool fits = integral_part(number_of(pattern(x, float_width), float_width), width, is_signed, &expected);
        check(instruction(is_signed ? IR_FPTOSI : IR_FPTOUI, width, float_width), pattern(x, float_width), 0,
              fits ? ARITH_OK : ARITH_CONVERSION_RANGE, expected);
    }
}

static void check_around(double x, uint8_t width)
{
    for (int sign = -1; sign <= 1; sign += 2) {
        double border = sign * x;
        const double near[] = {border,
                               nextafter(border, HUGE_VAL),
                               nextafter(border, -HUGE_VAL),
                               border + 0.5,
                               border - 0.5,
                               border + 1,
                               border - 1,
                               (double)nextafterf((float)border, HUGE_VALF),
                               (double)nextafterf((float)border, -HUGE_VALF)};
        for (size_t i = 0; i < sizeof near / sizeof *near; i++) {
            check_to_integer(near[i], width, 64);
            check_to_integer(near[i], width, 32);
        }
    }
}

static void test_floats_to_integers(void **state)
{
    static const uint8_t WIDTHS[] = {1, 2, 7, 8, 16, 24, 31, 32, 33, 53, 54, 63, 64, 65, 127, 128};
    (void)state;
    for (size_t w = 0; w < sizeof WIDTHS; w++) {
        check_around(ldexp(1, WIDTHS[w]), WIDTHS[w]);
        check_around(ldexp(1, WIDTHS[w] - 1), WIDTHS[w]);
        for (int i = 0; i < SPECIALS; i++) {
            check_to_integer(SPECIAL[i], WIDTHS[w], 64);
            check_to_integer(SPECIAL[i], WIDTHS[w], 32);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_floats),
        cmocka_unit_test(test_float_remainder),
        cmocka_unit_test(test_float_read_modify_write),
        cmocka_unit_test(test_integers_to_floats),
        cmocka_unit_test(test_floats_to_integers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
