/* Bit-precise evaluation of the instructions that only compute: arithmetic, comparisons, conversions, floating
 * point, select. Operands and result are zero above their width. */
#ifndef HEDDLE_MACHINE_ARITH_H
#define HEDDLE_MACHINE_ARITH_H

#include "ir/ir.h"

typedef unsigned __int128 arith_bits;

typedef enum arith_error {
    ARITH_OK,
    ARITH_DIVISION_BY_ZERO,
    ARITH_DIVISION_OVERFLOW, /* INT_MIN / -1 */
    ARITH_SHIFT_TOO_FAR,
    ARITH_CONVERSION_RANGE, /* a float that does not fit the integer type */
} arith_error;

arith_error arith_evaluate(const ir_instruction *in, arith_bits a, arith_bits b, arith_bits c, arith_bits *result);
/* What IR_RMW stores. */
uint64_t arith_rmw(ir_rmw operation, uint8_t width, uint64_t old, uint64_t operand);
const char *arith_error_text(arith_error error);
int64_t arith_signed(uint64_t value, uint8_t width);

#endif
