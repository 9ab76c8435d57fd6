/* memcpy, memmove and memset: an access for each piece, in the order in which the machine makes them (machine/bulk.c).
 */
#include "symex/context.h"

static symex_place moved(context *x, symex_place place, uint64_t bytes)
{
    place.address = term_add(terms_of(x), place.address, symex_number(x, bytes));
    return place;
}

static void copy_piece(context *x, const ir_instruction *in, uint64_t at, uint8_t length)
{
    term_table *t = terms_of(x);
    symex_place to = moved(x, symex_place_of(x, in->a), at);
    symex_value value;
    if (in->op == IR_MEMSET) {
        term byte = term_extract(t, symex_operand(x, in->b, 8), 0, 8);
        value = (symex_value){byte, symex_depends(x, in->b)};
        for (uint8_t i = 1; i < length; i++)
            value.value = term_concat(t, byte, value.value);
    } else {
        value = symex_load(x, moved(x, symex_place_of(x, in->b), at), length);
    }
    if (x->standing.guard != TERM_FALSE)
        symex_store(x, to, length, value);
}

/* A memcpy may copy an object onto itself, but not onto a part of itself. */
static void claim_no_overlap(context *x, const ir_instruction *in, term size)
{
    term_table *t = terms_of(x);
    term to = symex_word(x, in->a), from = symex_word(x, in->b);
    term overlap = term_and(t, term_ult(t, to, term_add(t, from, size)), term_ult(t, from, term_add(t, to, size)));
    term bad = guard_narrow(&x->s->guards, x->standing.guard, term_and(t, term_ne(t, to, from), overlap));
    symex_record_claim(x, PROPERTY_DEREFERENCE, bad, "memcpy between overlapping objects");
    x->standing.guard =
        guard_narrow(&x->s->guards, x->standing.guard, term_not(t, term_and(t, term_ne(t, to, from), overlap)));
}

/* From the first piece to the last, or, if what is copied moves up, the other way round. */
static void copy_pieces(context *x, const ir_instruction *in, const uint64_t *starts, uint32_t count, bool is_up)
{
    for (uint32_t i = 0; i < count && x->standing.guard != TERM_FALSE && !x->is_over; i++) {
        uint32_t k = is_up ? count - 1 - i : i;
        symex_count_work(x);
        copy_piece(x, in, starts[k], (uint8_t)(starts[k + 1] - starts[k]));
    }
}

void symex_bulk(context *x, const ir_instruction *in)
{
    term size = symex_word(x, in->c);
    symex_depend_control(x, symex_depends(x, in->c)); /* how often the loop inside goes round */
    if (!term_is_constant(terms_of(x), size)) {
        symex_record_unsupported(x, x->standing.guard, "copying or setting memory of a size that is not known");
        x->standing.guard = TERM_FALSE;
        return;
    }
    uint64_t total = (uint64_t)term_constant_value(terms_of(x), size), rest = total % in->aux;
    if (in->op == IR_MEMCPY && total > 0)
        claim_no_overlap(x, in, size);
    VEC(uint64_t) starts = {0};
    for (uint64_t at = 0; at < total - rest && !x->is_over; at += in->aux) {
        symex_count_work(x);
        vec_push(&starts, at);
    }
    uint64_t end = total - rest;
    for (uint64_t piece = in->aux / 2; piece > 0; piece /= 2)
        if (rest & piece) {
            vec_push(&starts, end);
            end += piece;
        }
    vec_push(&starts, total);
    guards *g = &x->s->guards;
    term is_up = in->op == IR_MEMMOVE ? term_ult(terms_of(x), symex_word(x, in->b), symex_word(x, in->a)) : TERM_FALSE;
    term up = guard_narrow(g, x->standing.guard, is_up);
    x->standing.guard = guard_narrow(g, x->standing.guard, term_not(terms_of(x), is_up));
    copy_pieces(x, in, starts.data, starts.size - 1, false);
    guard_list ends = {0};
    vec_push(&ends, x->standing.guard);
    x->standing.guard = up;
    copy_pieces(x, in, starts.data, starts.size - 1, true);
    vec_push(&ends, x->standing.guard);
    x->standing.guard = guard_join(g, &ends);
    vec_clear(&starts);
}
