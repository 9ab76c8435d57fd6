/* Instructions that only compute, as terms. What C leaves undefined is claimed never to happen. */
#include "symex/context.h"

static term operand_a(const context *x, const ir_instruction *in)
{
    return symex_operand(x, in->a, in->width);
}

static term operand_b(const context *x, const ir_instruction *in)
{
    return symex_operand(x, in->b, in->width);
}

static void forbid(context *x, term condition, const char *what)
{
    term bad = guard_narrow(&x->s->guards, x->standing.guard, condition);
    symex_record_claim(x, PROPERTY_ARITHMETIC, bad, "%s", what);
    x->standing.guard = guard_narrow(&x->s->guards, x->standing.guard, term_not(terms_of(x), condition));
}

static term divide(context *x, const ir_instruction *in)
{
    term_table *t = terms_of(x);
    term a = operand_a(x, in), b = operand_b(x, in);
    forbid(x, term_eq(t, b, term_constant(t, in->width, 0)), "division by zero");
    if (in->op == IR_SDIV || in->op == IR_SREM) {
        term smallest = term_constant(t, in->width, (term_value)1 << (in->width - 1));
        term minus_one = term_constant(t, in->width, ~(term_value)0);
        forbid(x, term_and(t, term_eq(t, a, smallest), term_eq(t, b, minus_one)),
               "overflow in division: the smallest value divided by -1");
    }
    switch (in->op) {
    case IR_UDIV:
        return term_udiv(t, a, b);
    case IR_SDIV:
        return term_sdiv(t, a, b);
    case IR_UREM:
        return term_urem(t, a, b);
    default:
        return term_srem(t, a, b);
    }
}

static term shift(context *x, const ir_instruction *in)
{
    term_table *t = terms_of(x);
    term a = operand_a(x, in), b = operand_b(x, in);
    term width = term_constant(t, in->width, in->width);
    forbid(x, term_not(t, term_ult(t, b, width)), "shift by at least the width of the type");
    if (in->op == IR_SHL)
        return term_shl(t, a, b);
    return in->op == IR_LSHR ? term_lshr(t, a, b) : term_ashr(t, a, b);
}

static term_op float_op(uint8_t op)
{
    switch (op) {
    case IR_FADD:
        return TERM_FADD;
    case IR_FSUB:
        return TERM_FSUB;
    case IR_FMUL:
        return TERM_FMUL;
    case IR_FDIV:
        return TERM_FDIV;
    case IR_FREM:
        return TERM_FREM;
    case IR_FPEXT:
        return TERM_FPEXT;
    case IR_FPTRUNC:
        return TERM_FPTRUNC;
    case IR_FPTOUI:
        return TERM_FPTOUI;
    case IR_FPTOSI:
        return TERM_FPTOSI;
    case IR_UITOFP:
        return TERM_UITOFP;
    default:
        return TERM_SITOFP;
    }
}

/* No solver understands what no circuit computes. */
static term check_float(context *x, term value)
{
    if (term_is_opaque_float(terms_of(x), value))
        symex_record_unsupported_and_go_on(x, x->standing.guard,
                                           "a function of floating-point numbers on values that are not known");
    return value;
}

static term power_of_two(context *x, bool minus, uint32_t exponent, uint32_t less, uint32_t width)
{
    term_table *t = terms_of(x);
    enum { ROOM = TERM_MAX_WIDTH };
    if (exponent >= ROOM - 1) { /* of unsigned integers of 128 bits; as a float it is infinity */
        term half = power_of_two(x, minus, exponent - 1, 0, width);
        return term_float_arithmetic(t, TERM_FADD, half, half);
    }
    term_value value = ((term_value)1 << exponent) + less;
    term number = term_constant(t, ROOM, minus ? -value : value);
    return term_float_convert(t, TERM_SITOFP, number, width);
}

/* A number fits if it is between the bounds of the integer, fractions aside: above the least integer minus 1, or, where
 * numbers are so far apart that this is none of them, not below the least integer. */
static term fits_integer(context *x, const ir_instruction *in, term from)
{
    enum { FLOAT_BITS = 32, FLOAT_PRECISION = 24, DOUBLE_PRECISION = 53 };
    uint32_t precision = in->aux == FLOAT_BITS ? FLOAT_PRECISION : DOUBLE_PRECISION;
    bool is_signed = in->op == IR_FPTOSI, is_exact = !is_signed || in->width <= precision;
    uint32_t exponent = is_signed ? in->width - 1U : in->width;
    term_table *t = terms_of(x);
    term above = power_of_two(x, false, exponent, 0, in->aux);
    term below = is_signed ? power_of_two(x, true, exponent, is_exact, in->aux) : power_of_two(x, true, 0, 0, in->aux);
    term is_low = term_fcmp(t, TERM_FCMP_LT, from, above);
    return term_and(t, is_low, term_fcmp(t, is_exact ? TERM_FCMP_GT : TERM_FCMP_GT | TERM_FCMP_EQ, from, below));
}

static term to_integer(context *x, const ir_instruction *in)
{
    term from = symex_operand(x, in->a, (uint8_t)in->aux);
    forbid(x, term_not(terms_of(x), fits_integer(x, in, from)),
           "a floating-point value does not fit the integer type it is converted to");
    return term_float_convert(terms_of(x), float_op(in->op), from, in->width);
}

static term float_function(context *x, const ir_instruction *in)
{
    static const term_float_function FUNCTIONS[] = {
        [IR_F_SQRT] = TERM_F_SQRT,   [IR_F_FLOOR] = TERM_F_FLOOR, [IR_F_CEIL] = TERM_F_CEIL,
        [IR_F_TRUNC] = TERM_F_TRUNC, [IR_F_ROUND] = TERM_F_ROUND, [IR_F_RINT] = TERM_F_RINT,
    };
    term a = operand_a(x, in);
    if (in->aux == IR_F_ABS)
        return term_fabs(terms_of(x), a);
    return check_float(x, term_float_unary(terms_of(x), FUNCTIONS[in->aux], a));
}

static term compare(term_table *t, uint8_t op, term a, term b)
{
    switch (op) {
    case IR_EQ:
        return term_eq(t, a, b);
    case IR_NE:
        return term_ne(t, a, b);
    case IR_ULT:
        return term_ult(t, a, b);
    case IR_ULE:
        return term_ule(t, a, b);
    case IR_SLT:
        return term_slt(t, a, b);
    default:
        return term_sle(t, a, b);
    }
}

static term count_or_reverse(term_table *t, uint8_t op, term a)
{
    switch (op) {
    case IR_CTPOP:
        return term_ctpop(t, a);
    case IR_CTLZ:
        return term_ctlz(t, a);
    case IR_CTTZ:
        return term_cttz(t, a);
    case IR_BSWAP:
        return term_bswap(t, a);
    default:
        return term_bitreverse(t, a);
    }
}

static term result_of(context *x, const ir_instruction *in)
{
    term_table *t = terms_of(x);
    switch ((ir_op)in->op) {
    case IR_MOV:
        return operand_a(x, in);
    case IR_ADD:
        return term_add(t, operand_a(x, in), operand_b(x, in));
    case IR_SUB:
        return term_sub(t, operand_a(x, in), operand_b(x, in));
    case IR_MUL:
        return term_mul(t, operand_a(x, in), operand_b(x, in));
    case IR_UDIV:
    case IR_SDIV:
    case IR_UREM:
    case IR_SREM:
        return divide(x, in);
    case IR_AND:
        return term_and(t, operand_a(x, in), operand_b(x, in));
    case IR_OR:
        return term_or(t, operand_a(x, in), operand_b(x, in));
    case IR_XOR:
        return term_xor(t, operand_a(x, in), operand_b(x, in));
    case IR_SHL:
    case IR_LSHR:
    case IR_ASHR:
        return shift(x, in);
    case IR_EQ:
    case IR_NE:
    case IR_ULT:
    case IR_ULE:
    case IR_SLT:
    case IR_SLE:
        return compare(t, in->op, operand_a(x, in), operand_b(x, in));
    case IR_CTPOP:
    case IR_CTLZ:
    case IR_CTTZ:
    case IR_BSWAP:
    case IR_BITREVERSE:
        return count_or_reverse(t, in->op, operand_a(x, in));
    case IR_ZEXT:
    case IR_TRUNC:
        return term_resize(t, symex_operand(x, in->a, (uint8_t)in->aux), in->width);
    case IR_SEXT:
        return term_sext(t, symex_operand(x, in->a, (uint8_t)in->aux), in->width);
    case IR_FPTOUI:
    case IR_FPTOSI:
        return to_integer(x, in);
    case IR_FPEXT:
    case IR_FPTRUNC:
    case IR_UITOFP:
    case IR_SITOFP:
        return term_float_convert(t, float_op(in->op), symex_operand(x, in->a, (uint8_t)in->aux), in->width);
    case IR_FADD:
    case IR_FSUB:
    case IR_FMUL:
    case IR_FDIV:
    case IR_FREM:
        return check_float(x, term_float_arithmetic(t, float_op(in->op), operand_a(x, in), operand_b(x, in)));
    case IR_FLIBM:
        return check_float(x, term_float_libm(t, (libm_function)(in->aux & ~(unsigned)IR_LIBM_ERROR),
                                              in->aux & IR_LIBM_ERROR, operand_a(x, in), operand_b(x, in)));
    case IR_FMA:
        return term_float_fuse(t, operand_a(x, in), operand_b(x, in), symex_operand(x, in->c, in->width));
    case IR_FNEG:
        return term_fneg(t, operand_a(x, in));
    case IR_FUNARY:
        return float_function(x, in);
    case IR_FCMP:
        return term_fcmp(t, in->aux, operand_a(x, in), operand_b(x, in));
    default:
        return term_ite(t, symex_operand(x, in->a, 1), operand_b(x, in), symex_operand(x, in->c, in->width));
    }
}

/* By the operands, whatever becomes of them in terms. */
static depends depends_of(const context *x, const ir_instruction *in)
{
    depends on = symex_depends(x, in->a);
    const char *shape = ir_op_shape((ir_op)in->op);
    if (shape[2] == '\0' || shape[1] == 'x')
        return on;
    on = symex_depend_both(x, on, symex_depends(x, in->b));
    return strchr(shape, 'c') ? symex_depend_both(x, on, symex_depends(x, in->c)) : on;
}

void symex_compute(context *x, const ir_instruction *in)
{
    term result = guard_simplify(&x->s->guards, x->standing.guard, result_of(x, in));
    symex_set_value(x, in->dst, (symex_value){result, depends_of(x, in), SYMEX_ALL_SET});
}
