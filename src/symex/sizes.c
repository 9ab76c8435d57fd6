/* Sizes and offsets that are not known, and may be too large to try them all: they are followed up to a bound that
 * grows with that of loops. */
#include "symex/context.h"

/* Sizes below 2^6 are followed where loops are once, and twice as large ones where these are twice as often. */
enum { LEAST_BITS = 6, MOST_BITS = 32 };

/* As many bits as the largest size that is followed has. */
static uint32_t size_bits(const context *x)
{
    uint32_t bits = LEAST_BITS;
    while (bits < MOST_BITS && x->options->unwind >> (bits - LEAST_BITS) > 1)
        bits++;
    return bits;
}

uint64_t symex_cut_size(context *x, term bytes)
{
    guards *g = &x->s->guards;
    term_table *t = terms_of(x);
    ir_id pc = symex_record_user_pc(x);
    uint32_t most = (uint32_t)ir_mask((uint8_t)size_bits(x)), done = symex_iterations_done(x, pc);
    if (done > 0)
        symex_record_passed(x, guard_narrow(g, x->standing.guard, term_ult(t, symex_number(x, done), bytes)));
    term is_too_many = term_ult(t, symex_number(x, most), bytes);
    symex_record_cut(x, guard_narrow(g, x->standing.guard, is_too_many), pc, most, SYMEX_CUT_SIZE);
    x->standing.guard = guard_narrow(g, x->standing.guard, term_not(t, is_too_many));
    return most;
}

/* The high bits, which are all zero where it goes on, are left out, so that it can be seen from the term. */
term symex_object_size(context *x, term size)
{
    term_table *t = terms_of(x);
    uint32_t bits = size_bits(x);
    if (!x->options->cuts_sizes || term_upper_bound(t, size) >> bits == 0 || term_is_constant(t, size))
        return size;
    symex_cut_size(x, size);
    return term_zext(t, term_extract(t, size, 0, bits), symex_pointer_bits(x));
}
