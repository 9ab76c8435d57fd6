/* What rewriting alone must prove: E(left, right) says that both sides become the same term. */
#ifndef HEDDLE_TESTS_TERM_EQUATIONS_H
#define HEDDLE_TESTS_TERM_EQUATIONS_H

#include "term/term.h"

typedef struct short_forms {
    term_table *t;
    term x, y, i, j, k; /* 64-bit x and y; 32-bit i and j; 8-bit k */
    term p, q, r;       /* truth values */
} short_forms;

#define N(value) term_constant(f->t, 64, (term_value)(value))
#define N32(value) term_constant(f->t, 32, (term_value)(value))
#define N8(value) term_constant(f->t, 8, (term_value)(value))
#define ADD(a, b) term_add(f->t, a, b)
#define SUB(a, b) term_sub(f->t, a, b)
#define MUL(a, b) term_mul(f->t, a, b)
#define NEG(a) term_neg(f->t, a)
#define NOT(a) term_not(f->t, a)
#define AND(a, b) term_and(f->t, a, b)
#define OR(a, b) term_or(f->t, a, b)
#define XOR(a, b) term_xor(f->t, a, b)
#define EQ(a, b) term_eq(f->t, a, b)
#define NE(a, b) term_ne(f->t, a, b)
#define ULT(a, b) term_ult(f->t, a, b)
#define ULE(a, b) term_ule(f->t, a, b)
#define SLT(a, b) term_slt(f->t, a, b)
#define SLE(a, b) term_sle(f->t, a, b)
#define ITE(c, a, b) term_ite(f->t, c, a, b)
#define CUT(a, high, low) term_extract(f->t, a, low, (high) - (low) + 1)
#define ZEXT(a) term_zext(f->t, a, 64)
#define SEXT(a) term_sext(f->t, a, 64)
#define TRUNC(a) term_extract(f->t, a, 0, 32)
#define JOIN(a, b) term_concat(f->t, a, b)
#define POINTER(object, offset) N((uint64_t)(object) << 40 | (offset))
#define OBJECT(pointer) CUT(pointer, 63, 40)
#define OFFSET(pointer) CUT(pointer, 39, 0)

#define EQUATIONS(E)                                                                                                   \
    /* sums */                                                                                                         \
    E(ADD(ADD(f->x, N(1)), N(2)), ADD(f->x, N(3)))                                                                     \
    E(SUB(ADD(f->x, N(3)), N(3)), f->x)                                                                                \
    E(SUB(f->x, N(1)), ADD(f->x, N(-1)))                                                                               \
    E(ADD(f->y, f->x), ADD(f->x, f->y))                                                                                \
    E(SUB(f->x, f->x), N(0))                                                                                           \
    E(SUB(ADD(f->x, f->y), f->y), f->x)                                                                                \
    E(ADD(SUB(f->x, f->y), f->y), f->x)                                                                                \
    E(ADD(ADD(f->x, N(5)), ADD(f->y, N(6))), ADD(ADD(f->x, f->y), N(11)))                                              \
    E(ADD(f->x, f->x), MUL(f->x, N(2)))                                                                                \
    E(ADD(MUL(f->x, N(3)), MUL(f->x, N(4))), MUL(N(7), f->x))                                                          \
    E(NEG(SUB(f->x, f->y)), SUB(f->y, f->x))                                                                           \
    E(ADD(NOT(f->x), N(1)), NEG(f->x))                                                                                 \
    E(NOT(NEG(f->x)), SUB(f->x, N(1)))                                                                                 \
    /* products */                                                                                                     \
    E(MUL(ADD(f->x, N(2)), N(12)), ADD(MUL(f->x, N(12)), N(24)))                                                       \
    E(MUL(MUL(f->x, N(3)), N(5)), MUL(f->x, N(15)))                                                                    \
    E(MUL(f->x, N(4)), term_shl(f->t, f->x, N(2)))                                                                     \
    E(MUL(f->x, N(12)), term_shl(f->t, MUL(f->x, N(3)), N(2)))                                                         \
    E(MUL(f->x, N(-1)), NEG(f->x))                                                                                     \
    E(term_udiv(f->t, f->x, N(8)), term_lshr(f->t, f->x, N(3)))                                                        \
    E(term_urem(f->t, f->x, N(8)), AND(f->x, N(7)))                                                                    \
    E(term_sdiv(f->t, ZEXT(f->i), N(7)), term_udiv(f->t, ZEXT(f->i), N(7)))                                            \
    E(term_udiv(f->t, ZEXT(f->k), N(300)), N(0))                                                                       \
    E(term_urem(f->t, ZEXT(f->k), N(300)), ZEXT(f->k))                                                                 \
    /* pieces */                                                                                                       \
    E(TRUNC(ZEXT(f->i)), f->i)                                                                                         \
    E(TRUNC(SEXT(f->i)), f->i)                                                                                         \
    E(TRUNC(ADD(ZEXT(f->i), N(1))), ADD(f->i, N32(1)))                                                                 \
    E(TRUNC(ADD(SEXT(f->i), SEXT(f->j))), ADD(f->i, f->j))                                                             \
    E(TRUNC(MUL(SEXT(f->i), N(3))), MUL(f->i, N32(3)))                                                                 \
    E(JOIN(CUT(f->x, 63, 8), CUT(f->x, 7, 0)), f->x)                                                                   \
    E(JOIN(CUT(f->x, 63, 20), JOIN(CUT(f->x, 19, 8), CUT(f->x, 7, 0))), f->x)                                          \
    E(JOIN(JOIN(CUT(f->x, 63, 20), CUT(f->x, 19, 8)), CUT(f->x, 7, 0)), f->x)                                          \
    E(CUT(JOIN(f->i, f->j), 63, 32), f->i)                                                                             \
    E(CUT(JOIN(f->i, f->j), 31, 0), f->j)                                                                              \
    E(term_lshr(f->t, term_shl(f->t, f->x, N(8)), N(8)), AND(f->x, N(UINT64_MAX >> 8)))                                \
    E(SEXT(ZEXT(f->k)), ZEXT(f->k))                                                                                    \
    E(OR(ZEXT(f->i), term_shl(f->t, ZEXT(f->j), N(32))), JOIN(f->j, f->i))                                             \
    E(term_bswap(f->t, term_bswap(f->t, f->x)), f->x)                                                                  \
    E(term_bitreverse(f->t, term_bitreverse(f->t, f->x)), f->x)                                                        \
    E(term_fneg(f->t, term_fneg(f->t, f->x)), f->x)                                                                    \
    E(AND(AND(f->x, N(0xff0)), N(0x0ff)), AND(f->x, N(0x0f0)))                                                         \
    E(OR(AND(f->x, N(0xff)), AND(f->x, N(~UINT64_C(0xff)))), f->x)                                                     \
    /* pointers: object and offset of an address in an array, with an index that cannot leave the object */            \
    E(OBJECT(ADD(POINTER(5, 16), MUL(ZEXT(f->k), N(4)))), term_constant(f->t, 24, 5))                                  \
    E(OBJECT(ADD(ADD(POINTER(5, 16), MUL(ZEXT(f->k), N(12))), N(4))), term_constant(f->t, 24, 5))                      \
    E(OBJECT(ADD(ADD(POINTER(5, 0), MUL(ZEXT(f->k), N(12))), MUL(ZEXT(f->k), N(4)))), term_constant(f->t, 24, 5))      \
    E(OFFSET(ADD(POINTER(5, 16), N(8))), term_constant(f->t, 40, 24))                                                  \
    E(SUB(ADD(POINTER(5, 16), MUL(ZEXT(f->k), N(4))), POINTER(5, 16)), MUL(ZEXT(f->k), N(4)))                          \
    E(ADD(ADD(POINTER(5, 16), ZEXT(f->k)), N(-16)), ADD(POINTER(5, 0), ZEXT(f->k)))                                    \
    E(ADD(POINTER(5, 0), SEXT(N32(3))), POINTER(5, 3))                                                                 \
    E(EQ(ADD(POINTER(5, 0), ZEXT(f->k)), POINTER(6, 0)), TERM_FALSE)                                                   \
    E(EQ(ADD(POINTER(5, 0), ZEXT(f->k)), N(0)), TERM_FALSE)                                                            \
    E(EQ(ADD(POINTER(5, 0), MUL(SEXT(f->i), N(4))), POINTER(5, 12)), EQ(CUT(SEXT(f->i), 61, 0), CUT(N(3), 61, 0)))     \
    E(EQ(ADD(POINTER(5, 0), MUL(SEXT(f->i), N(4))), POINTER(5, 12)), EQ(f->i, N32(3)))                                 \
    E(EQ(ADD(POINTER(5, 0), MUL(SEXT(f->i), N(8))), ADD(POINTER(5, 4), MUL(SEXT(f->j), N(8)))), TERM_FALSE)            \
    E(EQ(ADD(POINTER(5, 0), MUL(SEXT(f->i), N(8))), ADD(POINTER(5, 0), MUL(SEXT(f->j), N(8)))), EQ(f->i, f->j))        \
    E(OBJECT(ITE(f->p, POINTER(5, 0), POINTER(5, 8))), term_constant(f->t, 24, 5))                                     \
    E(OFFSET(ADD(ITE(f->p, POINTER(5, 0), POINTER(6, 0)), N(8))), term_constant(f->t, 40, 8))                          \
    E(ADD(ITE(f->p, POINTER(5, 0), POINTER(6, 0)), N(8)), ITE(f->p, POINTER(5, 8), POINTER(6, 8)))                     \
    E(EQ(ITE(f->p, POINTER(5, 0), POINTER(6, 0)), POINTER(6, 0)), NOT(f->p))                                           \
    E(EQ(ITE(f->p, POINTER(5, 0), POINTER(6, 0)), N(0)), TERM_FALSE)                                                   \
    E(EQ(ITE(f->p, POINTER(5, 0), N(0)), N(0)), NOT(f->p))                                                             \
    E(OBJECT(ITE(f->p, ADD(POINTER(5, 0), ZEXT(f->k)), POINTER(5, 0))), term_constant(f->t, 24, 5))                    \
    /* equalities */                                                                                                   \
    E(EQ(ADD(f->x, N(1)), N(3)), EQ(f->x, N(2)))                                                                       \
    E(EQ(ADD(f->x, N(1)), ADD(f->x, N(2))), TERM_FALSE)                                                                \
    E(EQ(ADD(f->x, N(1)), f->x), TERM_FALSE)                                                                           \
    E(EQ(ADD(f->x, N(1)), ADD(f->y, N(1))), EQ(f->x, f->y))                                                            \
    E(EQ(SUB(f->x, f->y), N(0)), EQ(f->x, f->y))                                                                       \
    E(EQ(XOR(f->x, f->y), N(0)), EQ(f->x, f->y))                                                                       \
    E(EQ(MUL(f->x, N(3)), N(21)), EQ(f->x, N(7)))                                                                      \
    E(EQ(NOT(f->x), N(0)), EQ(f->x, N(-1)))                                                                            \
    E(EQ(SEXT(f->i), N(-1)), EQ(f->i, N32(-1)))                                                                        \
    E(EQ(SEXT(f->i), N(0x80000000u)), TERM_FALSE)                                                                      \
    E(EQ(ZEXT(f->i), N(UINT64_C(1) << 32)), TERM_FALSE)                                                                \
    E(NE(ZEXT(f->p), N(0)), f->p)                                                                                      \
    E(EQ(ADD(ZEXT(f->p), N(5)), N(6)), f->p)                                                                           \
    E(EQ(ITE(f->p, N(1), ITE(f->q, N(2), N(3))), N(3)), AND(NOT(f->p), NOT(f->q)))                                     \
    E(EQ(ITE(f->p, N(1), f->x), N(2)), AND(NOT(f->p), EQ(f->x, N(2))))                                                 \
    E(EQ(ITE(f->p, f->x, f->y), f->x), OR(f->p, EQ(f->x, f->y)))                                                       \
    /* order */                                                                                                        \
    E(ULT(f->x, N(0)), TERM_FALSE)                                                                                     \
    E(ULT(f->x, N(1)), EQ(f->x, N(0)))                                                                                 \
    E(ULT(N(0), f->x), NE(f->x, N(0)))                                                                                 \
    E(ULE(f->x, N(-1)), TERM_TRUE)                                                                                     \
    E(ULT(ZEXT(f->k), N(256)), TERM_TRUE)                                                                              \
    E(SLT(ZEXT(f->k), N(0)), TERM_FALSE)                                                                               \
    E(SLE(N(0), ZEXT(f->k)), TERM_TRUE)                                                                                \
    E(SLT(SEXT(f->i), SEXT(f->j)), SLT(f->i, f->j))                                                                    \
    E(SLT(SEXT(f->i), N(10)), SLT(f->i, N32(10)))                                                                      \
    E(SLT(SEXT(f->i), N(UINT64_C(1) << 40)), TERM_TRUE)                                                                \
    E(SLT(f->x, N(0)), CUT(f->x, 63, 63))                                                                              \
    E(ULT(ZEXT(f->i), ZEXT(f->j)), ULT(f->i, f->j))                                                                    \
    E(ULT(MUL(ZEXT(f->k), N(4)), N(40)), ULT(f->k, N8(10)))                                                            \
    E(ULT(ITE(f->p, N(1), N(5)), N(3)), f->p)                                                                          \
    E(NOT(ULT(f->x, f->y)), ULE(f->y, f->x))                                                                           \
    /* truth */                                                                                                        \
    E(AND(f->p, NOT(f->p)), TERM_FALSE)                                                                                \
    E(OR(f->p, NOT(f->p)), TERM_TRUE)                                                                                  \
    E(AND(f->p, OR(f->p, f->q)), f->p)                                                                                 \
    E(OR(f->p, AND(f->p, f->q)), f->p)                                                                                 \
    E(AND(f->p, OR(NOT(f->p), f->q)), AND(f->p, f->q))                                                                 \
    E(AND(AND(AND(f->p, f->q), f->r), f->p), AND(AND(f->p, f->q), f->r))                                               \
    E(AND(AND(AND(f->p, f->q), f->r), NOT(f->q)), TERM_FALSE)                                                          \
    E(OR(AND(f->p, f->q), AND(f->p, NOT(f->q))), f->p)                                                                 \
    E(OR(AND(f->p, f->q), AND(NOT(f->p), f->q)), f->q)                                                                 \
    E(XOR(XOR(f->p, f->q), f->q), f->p)                                                                                \
    E(EQ(f->p, TERM_TRUE), f->p)                                                                                       \
    E(EQ(f->p, f->q), EQ(NOT(f->q), NOT(f->p)))                                                                        \
    E(AND(EQ(f->x, N(1)), EQ(f->x, N(2))), TERM_FALSE)                                                                 \
    E(AND(EQ(f->x, N(1)), NE(f->x, N(2))), EQ(f->x, N(1)))                                                             \
    E(AND(EQ(f->x, N(1)), ULT(f->x, N(7))), EQ(f->x, N(1)))                                                            \
    E(term_implies(f->t, AND(f->p, f->q), f->q), TERM_TRUE)                                                            \
    /* if-then-else */                                                                                                 \
    E(ITE(f->p, f->x, f->x), f->x)                                                                                     \
    E(ITE(NOT(f->p), f->x, f->y), ITE(f->p, f->y, f->x))                                                               \
    E(ITE(f->p, TERM_TRUE, TERM_FALSE), f->p)                                                                          \
    E(ITE(f->p, N(1), N(0)), ZEXT(f->p))                                                                               \
    E(ITE(f->p, f->q, TERM_FALSE), AND(f->p, f->q))                                                                    \
    E(ITE(f->p, ITE(f->p, f->x, f->y), N(0)), ITE(f->p, f->x, N(0)))                                                   \
    E(ITE(AND(f->p, f->q), ITE(f->p, f->x, f->y), N(0)), ITE(AND(f->p, f->q), f->x, N(0)))                             \
    E(ITE(f->p, f->x, ITE(f->q, f->x, f->y)), ITE(OR(f->p, f->q), f->x, f->y))                                         \
    E(ITE(f->p, ITE(f->q, f->x, f->y), f->y), ITE(AND(f->p, f->q), f->x, f->y))                                        \
    E(NE(ITE(ULT(f->x, f->y), N32(1), N32(0)), N32(0)), ULT(f->x, f->y))                                               \
    E(ADD(ITE(f->p, N(1), N(2)), ITE(f->p, N(2), N(1))), N(3))                                                         \
    E(AND(f->p, ITE(f->p, f->q, f->r)), AND(f->p, f->q))                                                               \
    /* counting */                                                                                                     \
    E(term_ctpop(f->t, N(0xf0f)), N(8))                                                                                \
    E(term_ctlz(f->t, N(1)), N(63))                                                                                    \
    E(term_cttz(f->t, N(0)), N(64))

#endif
