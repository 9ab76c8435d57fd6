/* Operations on single bits, spelt out in others. */
#include "term/rewrite.h"

static term bit_of(term_table *table, term a, uint32_t index)
{
    return term_extract(table, a, index, 1);
}

/* Adds up pairs, pairs of pairs ...: sums of 2^k bits are k + 1 bits wide. */
term term_ctpop(term_table *table, term a)
{
    uint32_t width = width_of(table, a), count = width;
    term sums[TERM_MAX_WIDTH] = {TERM_FALSE};
    for (uint32_t i = 0; i < width; i++)
        sums[i] = bit_of(table, a, i);
    for (uint32_t sum_width = 2; count > 1; sum_width++) {
        uint32_t kept = 0;
        for (uint32_t i = 0; i < count; i += 2) {
            term sum = term_zext(table, sums[i], sum_width);
            if (i + 1 < count)
                sum = term_add(table, sum, term_zext(table, sums[i + 1], sum_width));
            sums[kept++] = sum;
        }
        count = kept;
    }
    return term_resize(table, sums[0], width);
}

term term_ctlz(term_table *table, term a)
{
    uint32_t width = width_of(table, a);
    term result = term_constant(table, width, width);
    for (uint32_t i = 0; i < width; i++)
        result = term_ite(table, bit_of(table, a, i), term_constant(table, width, width - 1 - i), result);
    return result;
}

term term_cttz(term_table *table, term a)
{
    uint32_t width = width_of(table, a);
    term result = term_constant(table, width, width);
    for (uint32_t i = width; i-- > 0;)
        result = term_ite(table, bit_of(table, a, i), term_constant(table, width, i), result);
    return result;
}

static term reverse_pieces(term_table *table, term a, uint32_t piece)
{
    uint32_t width = width_of(table, a);
    assert(width % piece == 0);
    term result = term_extract(table, a, width - piece, piece);
    for (uint32_t low = width - piece; low > 0; low -= piece)
        result = term_concat(table, term_extract(table, a, low - piece, piece), result);
    return result;
}

term term_bswap(term_table *table, term a)
{
    enum { BYTE_BITS = 8 };
    return reverse_pieces(table, a, BYTE_BITS);
}

term term_bitreverse(term_table *table, term a)
{
    return reverse_pieces(table, a, 1);
}
