/* Bit-vector terms.
 *
 * A term denotes, under an assignment of its variables, a number in [0, 2^width), 1 <= width <= 128. Truth values are
 * the terms of width 1: 0 is false, 1 is true. Terms live in one table that never forgets, and are named by their
 * index there:
 *
 *   (1) a term's children have smaller indices than the term, so ascending order is a topological order;
 *   (2) two indices never hold the same operation on the same children (hash-consing), so equal indices mean equal
 *       values; the converse fails, but the rewriting below makes it hold often;
 *   (3) building a term costs O(1) rewriting steps, whatever the size of its children. No function here recurses
 *       along the depth of a term.
 *
 * Every constructor rewrites. What the normal form promises:
 *
 *   - an operation on constants is a constant; so is one on constants chosen by few conditions: ite(c,4,8) + 4 is
 *     ite(c,8,12);
 *   - a - b is a + -b; constants of a sum are collected, and stand last: (x + 1) + 2 is x + 3;
 *   - a | b is ~(~a & ~b), a <= b is ~(b < a), zext x is concat(0, x), shifts by constants and masks of adjacent bits
 *     are concatenations and extractions, and extractions go towards the leaves. So the object number of "constant
 *     address + small index" is a constant;
 *   - a comparison of truth values is an exclusive or; the condition of an if-then-else is never a negation.
 *
 * Where C leaves a value open, terms follow SMT-LIB, and the caller adds checks of its own:
 *
 *   shl, lshr by >= width: 0          udiv x 0: all ones       sdiv x 0: x < 0 ? 1 : -1
 *   ashr by >= width: all sign bits   urem x 0, srem x 0: x    sdiv INT_MIN -1: INT_MIN
 *
 * Floating point (32 and 64 bits, IEEE, round to nearest even): comparison, negation and absolute value are exact
 * bit-vector formulas; arithmetic and conversions are operations of their own. An operation whose result is NaN gives
 * the one of base/nan.h. Conversion to an integer that cannot hold the value (or of NaN) gives 0. Some operations are
 * *opaque*: they are exact on constants (and on few constants chosen by conditions), and evaluate exactly elsewhere,
 * but have no circuit: the caller must test term_is_opaque_float and refuse. */
#ifndef HEDDLE_TERM_TERM_H
#define HEDDLE_TERM_TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/libm.h"
#include "base/strbuf.h"

typedef uint32_t term;
__extension__ typedef unsigned __int128 term_value;

#define TERM_NONE UINT32_MAX

enum {
    TERM_MAX_WIDTH = 128,
    TERM_FALSE = 0, /* these two constants of width 1 are in every table */
    TERM_TRUE = 1,
};

/* The operations that occur in a table: name, its SMT-LIB spelling, its sign in the infix printer, children. */
#define TERM_OPS(OP)                                                                                                   \
    OP(CONSTANT, "", "", 0)                                                                                            \
    OP(VARIABLE, "", "", 0)                                                                                            \
    OP(NOT, "bvnot", "~", 1)                                                                                           \
    OP(NEG, "bvneg", "-", 1)                                                                                           \
    OP(AND, "bvand", "&", 2)                                                                                           \
    OP(XOR, "bvxor", "^", 2)                                                                                           \
    OP(ADD, "bvadd", "+", 2)                                                                                           \
    OP(MUL, "bvmul", "*", 2)                                                                                           \
    OP(UDIV, "bvudiv", "/u", 2)                                                                                        \
    OP(UREM, "bvurem", "%u", 2)                                                                                        \
    OP(SDIV, "bvsdiv", "/s", 2)                                                                                        \
    OP(SREM, "bvsrem", "%s", 2)                                                                                        \
    OP(SHL, "bvshl", "<<", 2)                                                                                          \
    OP(LSHR, "bvlshr", ">>u", 2)                                                                                       \
    OP(ASHR, "bvashr", ">>s", 2)                                                                                       \
    OP(EQ, "=", "==", 2)                                                                                               \
    OP(ULT, "bvult", "<u", 2)                                                                                          \
    OP(SLT, "bvslt", "<s", 2)                                                                                          \
    OP(ITE, "ite", "?", 3)                                                                                             \
    OP(CONCAT, "concat", ":", 2)    /* first child: the high bits */                                                   \
    OP(EXTRACT, "extract", "[]", 1) /* aux: the lowest bit taken */                                                    \
    OP(SEXT, "sign_extend", "sext", 1)                                                                                 \
    OP(FADD, "", "+f", 2)                                                                                              \
    OP(FSUB, "", "-f", 2)                                                                                              \
    OP(FMUL, "", "*f", 2)                                                                                              \
    OP(FDIV, "", "/f", 2)                                                                                              \
    OP(FREM, "", "%f", 2)                                                                                              \
    OP(FLIBM, "", "flibm", 2) /* aux: the function * 2 + is_error */                                                   \
    OP(FMA, "", "*+f", 3)                                                                                              \
    OP(FUNARY, "", "funary", 1) /* aux: term_float_function */                                                         \
    OP(FPEXT, "", "fpext", 1)                                                                                          \
    OP(FPTRUNC, "", "fptrunc", 1)                                                                                      \
    OP(FPTOUI, "", "fptoui", 1)                                                                                        \
    OP(FPTOSI, "", "fptosi", 1)                                                                                        \
    OP(UITOFP, "", "uitofp", 1)                                                                                        \
    OP(SITOFP, "", "sitofp", 1)

typedef enum term_op {
#define OP(name, smtlib, infix, arity) TERM_##name,
    TERM_OPS(OP)
#undef OP
        TERM_OP_COUNT
} term_op;

typedef enum term_float_function {
    TERM_F_SQRT,
    TERM_F_FLOOR,
    TERM_F_CEIL,
    TERM_F_TRUNC,
    TERM_F_ROUND, /* half away from zero */
    TERM_F_RINT,  /* half to even */
} term_float_function;

/* The bits of a floating-point predicate: for which relations of a and b it is true. */
enum { TERM_FCMP_EQ = 1, TERM_FCMP_GT = 2, TERM_FCMP_LT = 4, TERM_FCMP_UNORDERED = 8 };

typedef struct term_table term_table;

term_table *term_table_new(void);
void term_table_free(term_table *table);
/* Number of terms so far; every term is less. */
uint32_t term_count(const term_table *table);
/* How often an operation was built, whether it was there already or not: what building terms has cost. */
uint64_t term_builds(const term_table *table);

/* ---- building ---- */

/* The value is cut to `width` bits. */
term term_constant(term_table *table, uint32_t width, term_value value);
/* A new variable, different from all others whatever its name. NULL: it is called by its number. */
term term_variable(term_table *table, uint32_t width, const char *name);

term term_not(term_table *table, term a);
term term_neg(term_table *table, term a);
term term_and(term_table *table, term a, term b);
term term_or(term_table *table, term a, term b);
term term_xor(term_table *table, term a, term b);
term term_implies(term_table *table, term a, term b);
term term_add(term_table *table, term a, term b);
term term_sub(term_table *table, term a, term b);
term term_mul(term_table *table, term a, term b);
term term_udiv(term_table *table, term a, term b);
term term_sdiv(term_table *table, term a, term b);
term term_urem(term_table *table, term a, term b);
term term_srem(term_table *table, term a, term b);
term term_shl(term_table *table, term a, term b);
term term_lshr(term_table *table, term a, term b);
term term_ashr(term_table *table, term a, term b);

/* Comparisons have width 1. */
term term_eq(term_table *table, term a, term b);
term term_ne(term_table *table, term a, term b);
term term_ult(term_table *table, term a, term b);
term term_ule(term_table *table, term a, term b);
term term_slt(term_table *table, term a, term b);
term term_sle(term_table *table, term a, term b);

term term_ite(term_table *table, term condition, term then, term otherwise);

term term_concat(term_table *table, term high, term low);
/* Bits low .. low + width - 1 of a. */
term term_extract(term_table *table, term a, uint32_t low, uint32_t width);
/* To `width` bits, at least those that a has. */
term term_zext(term_table *table, term a, uint32_t width);
term term_sext(term_table *table, term a, uint32_t width);
/* To `width` bits: the low ones of a, or its zero extension. */
term term_resize(term_table *table, term a, uint32_t width);

/* Results have the width of a. */
term term_ctpop(term_table *table, term a);
term term_ctlz(term_table *table, term a); /* of zero: the width */
term term_cttz(term_table *table, term a);
term term_bswap(term_table *table, term a); /* width a multiple of 8 */
term term_bitreverse(term_table *table, term a);

term term_fneg(term_table *table, term a);
term term_fabs(term_table *table, term a);
term term_fcmp(term_table *table, uint32_t predicate, term a, term b);
/* Widths 32 and 64. `op` is one of FADD .. FREM. */
term term_float_arithmetic(term_table *table, term_op op, term a, term b);
/* A function of base/libm.h, or what errno becomes; opaque. */
term term_float_libm(term_table *table, libm_function function, bool is_error, term a, term b);
/* a * b + c, rounded once. */
term term_float_fuse(term_table *table, term a, term b, term c);
term term_float_unary(term_table *table, term_float_function function, term a);
/* `op` is one of FPEXT .. SITOFP; `width` is that of the result. */
term term_float_convert(term_table *table, term_op op, term a, uint32_t width);

/* ---- reading ---- */

term_op term_operation(const term_table *table, term a);
uint32_t term_width(const term_table *table, term a);
uint32_t term_arity(const term_table *table, term a);
term term_child(const term_table *table, term a, uint32_t index);
/* The lowest bit that an extraction takes. */
uint32_t term_extract_low(const term_table *table, term a);
term_float_function term_float_function_of(const term_table *table, term a);
bool term_is_constant(const term_table *table, term a);
/* Of a constant. */
term_value term_constant_value(const term_table *table, term a);
/* Of a variable: its name, or NULL, and its number (variables are numbered from 0 in the order of their making). */
const char *term_variable_name(const term_table *table, term a);
uint32_t term_variable_number(const term_table *table, term a);
/* Whether the outermost operation is one of floating-point numbers that no circuit computes. */
bool term_is_opaque_float(const term_table *table, term a);

/* Cheap bounds, as unsigned numbers: lower <= value <= upper under every assignment. */
term_value term_lower_bound(const term_table *table, term a);
term_value term_upper_bound(const term_table *table, term a);

/* ---- printing ---- */

/* Appends an SMT-LIB 2 script (logic QF_BV) that declares the variables of `claims` (terms of width 1), defines one
 * function per shared operation, and asserts every claim. Linear in the number of distinct terms. No claim may
 * contain an operation on floating-point numbers. */
void term_print_smtlib(const term_table *table, const term *claims, uint32_t count, strbuf *out);
/* Appends a short infix form for people; what is nested too deeply shows as "...". */
void term_print(const term_table *table, term a, strbuf *out);

#endif
