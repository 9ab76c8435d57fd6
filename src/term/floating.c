/* Floating-point operations that are exact bit-vector formulas.
 *
 * A number is sign : exponent : fraction, and read without its sign it is a natural number, the *magnitude*, in the
 * order of the absolute values; magnitudes above that of infinity are NaNs. */
#include "term/rewrite.h"

enum { FLOAT_BITS = 32, DOUBLE_BITS = 64, FLOAT_FRACTION = 23, DOUBLE_FRACTION = 52 };

static term sign_of(term_table *table, term a)
{
    return term_extract(table, a, width_of(table, a) - 1, 1);
}

static term magnitude_of(term_table *table, term a)
{
    return term_extract(table, a, 0, width_of(table, a) - 1);
}

static term infinite_magnitude(term_table *table, uint32_t width)
{
    assert(width == FLOAT_BITS || width == DOUBLE_BITS);
    uint32_t fraction = width == FLOAT_BITS ? FLOAT_FRACTION : DOUBLE_FRACTION;
    return term_constant(table, width - 1, value_mask(width - 1) & ~value_mask(fraction));
}

static term is_nan(term_table *table, term a)
{
    return term_ult(table, infinite_magnitude(table, width_of(table, a)), magnitude_of(table, a));
}

static term are_both_zero(term_table *table, term a, term b)
{
    term zero = term_constant(table, width_of(table, a) - 1, 0);
    return term_and(table, term_eq(table, magnitude_of(table, a), zero), term_eq(table, magnitude_of(table, b), zero));
}

/* For two numbers, neither NaN nor both zero. */
static term is_less(term_table *table, term a, term b)
{
    term magnitude_a = magnitude_of(table, a), magnitude_b = magnitude_of(table, b);
    term if_negative = term_implies(table, sign_of(table, b), term_ult(table, magnitude_b, magnitude_a));
    term if_positive = term_and(table, term_not(table, sign_of(table, b)), term_ult(table, magnitude_a, magnitude_b));
    return term_ite(table, sign_of(table, a), if_negative, if_positive);
}

term term_fcmp(term_table *table, uint32_t predicate, term a, term b)
{
    term unordered = term_or(table, is_nan(table, a), is_nan(table, b)), ordered = term_not(table, unordered);
    term zeros = are_both_zero(table, a, b);
    term equal = term_and(table, ordered, term_or(table, zeros, term_eq(table, a, b)));
    term distinct = term_and(table, ordered, term_not(table, equal));
    term less = is_less(table, a, b);
    term result = TERM_FALSE;
    if (predicate & TERM_FCMP_EQ)
        result = term_or(table, result, equal);
    if (predicate & TERM_FCMP_LT)
        result = term_or(table, result, term_and(table, distinct, less));
    if (predicate & TERM_FCMP_GT)
        result = term_or(table, result, term_and(table, distinct, term_not(table, less)));
    if (predicate & TERM_FCMP_UNORDERED)
        result = term_or(table, result, unordered);
    return result;
}

term term_fneg(term_table *table, term a)
{
    return term_concat(table, term_not(table, sign_of(table, a)), magnitude_of(table, a));
}

term term_fabs(term_table *table, term a)
{
    return term_zext(table, magnitude_of(table, a), width_of(table, a));
}
