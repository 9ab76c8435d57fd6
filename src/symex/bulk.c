/* memcpy, memmove and memset: an access for each piece, in the order in which the machine makes them (machine/bulk.c).
 */
#include "symex/context.h"

/* A size that may not be above this is followed to its end, whatever the bound. */
enum { FEW_BYTES = 1024 };

/* Some bytes that are copied at once: where, and whether they are. */
typedef struct piece {
    term offset;
    uint8_t length;
    term condition;
} piece;

typedef VEC(piece) pieces;

static symex_place moved(context *x, symex_place place, term bytes)
{
    place.address = term_add(terms_of(x), place.address, bytes);
    return place;
}

static void copy_piece(context *x, const ir_instruction *in, const piece *p)
{
    term_table *t = terms_of(x);
    symex_place to = moved(x, symex_place_of(x, in->a), p->offset);
    symex_value value;
    if (in->op == IR_MEMSET) {
        term byte = term_extract(t, symex_operand(x, in->b, 8), 0, 8);
        term unset = symex_stored_unset(x);
        value = (symex_value){byte, symex_depends(x, in->b), unset};
        for (uint8_t i = 1; i < p->length; i++) {
            value.value = term_concat(t, byte, value.value);
            if (unset != SYMEX_ALL_SET)
                value.unset = term_concat(t, unset, value.unset);
        }
    } else {
        value = symex_load(x, moved(x, symex_place_of(x, in->b), p->offset), p->length);
    }
    if (x->standing.guard != TERM_FALSE)
        symex_store(x, to, p->length, value);
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

/* Goes on whether the piece is copied or not. */
static void copy_if_wanted(context *x, const ir_instruction *in, const piece *p)
{
    guards *g = &x->s->guards;
    guard_list ends = {0};
    vec_push(&ends, guard_narrow(g, x->standing.guard, term_not(terms_of(x), p->condition)));
    x->standing.guard = guard_narrow(g, x->standing.guard, p->condition);
    if (x->standing.guard != TERM_FALSE)
        copy_piece(x, in, p);
    vec_push(&ends, x->standing.guard);
    x->standing.guard = guard_join(g, &ends);
}

/* From the first piece to the last, or, if what is copied moves up, the other way round. */
static void copy_pieces(context *x, const ir_instruction *in, const pieces *list, bool is_up)
{
    for (uint32_t i = 0; i < list->size && x->standing.guard != TERM_FALSE && !x->is_over; i++) {
        symex_count_work(x);
        copy_if_wanted(x, in, &list->data[is_up ? list->size - 1 - i : i]);
    }
}

/* Whole pieces, and then what is left in powers of two: which of both there are, the size says. */
static void cut_into_pieces(context *x, term size, uint64_t most, uint64_t length, pieces *out)
{
    term_table *t = terms_of(x);
    for (uint64_t end = length; end <= most && !x->is_over; end += length) {
        symex_count_work(x);
        vec_push(out, (piece){symex_number(x, end - length), (uint8_t)length, term_ule(t, symex_number(x, end), size)});
    }
    for (uint64_t rest = length / 2; rest > 0; rest /= 2) {
        term before = term_and(t, size, symex_number(x, ~(2 * rest - 1)));
        term is_there = term_ne(t, term_and(t, size, symex_number(x, rest)), symex_number(x, 0));
        vec_push(out, (piece){before, (uint8_t)rest, is_there});
    }
}

/* A size that is known, or at least not above this; where it may be, that is cut. */
static uint64_t most_bytes(context *x, term size)
{
    term_value upper = term_upper_bound(terms_of(x), size);
    return upper <= FEW_BYTES || term_is_constant(terms_of(x), size) ? (uint64_t)upper : symex_cut_size(x, size);
}

void symex_bulk(context *x, const ir_instruction *in)
{
    guards *g = &x->s->guards;
    term size = guard_simplify(g, x->standing.guard, symex_word(x, in->c));
    symex_depend_control(x, symex_depends(x, in->c)); /* how often the loop inside goes round */
    if (in->op == IR_MEMCPY && size != symex_number(x, 0))
        claim_no_overlap(x, in, size);
    pieces list = {0};
    cut_into_pieces(x, size, most_bytes(x, size), in->aux, &list);
    term is_up = in->op == IR_MEMMOVE ? term_ult(terms_of(x), symex_word(x, in->b), symex_word(x, in->a)) : TERM_FALSE;
    term up = guard_narrow(g, x->standing.guard, is_up);
    x->standing.guard = guard_narrow(g, x->standing.guard, term_not(terms_of(x), is_up));
    copy_pieces(x, in, &list, false);
    guard_list ends = {0};
    vec_push(&ends, x->standing.guard);
    x->standing.guard = up;
    copy_pieces(x, in, &list, true);
    vec_push(&ends, x->standing.guard);
    x->standing.guard = guard_join(g, &ends);
    vec_clear(&list);
}
