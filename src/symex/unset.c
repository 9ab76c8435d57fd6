/* Bits that were never set, in a program that keeps book of them (ir/unset.h). */
#include "ir/unset.h"

#include "symex/context.h"

void symex_set_unset(context *x, symex_value value)
{
    const ir_instruction *shadow = ir_find_shadow(x->s->program, x->standing.pc, IR_UNSET);
    if (shadow)
        symex_set_value(x, shadow->dst,
                        (symex_value){symex_unset_bits(x, value.unset, shadow->width), value.depends, SYMEX_ALL_SET});
}

term symex_stored_unset(const context *x)
{
    const ir_instruction *mark = ir_find_shadow(x->s->program, x->standing.pc, IR_MARK);
    return mark ? symex_unset_of_bits(x, symex_operand(x, mark->a, mark->width)) : (term)SYMEX_ALL_SET;
}

term symex_unset_after_rmw(context *x, const ir_instruction *in, term old)
{
    term_table *t = terms_of(x);
    term operand = symex_stored_unset(x);
    if (!x->s->program->tracks_unset || in->op == IR_CMPXCHG || ir_unset_after(ir_rmw_of(in)) == IR_UNSET_OF_OPERAND)
        return operand;
    term both = term_or(t, symex_unset_bits(x, old, in->width), symex_unset_bits(x, operand, in->width));
    if (ir_unset_after(ir_rmw_of(in)) == IR_UNSET_ALL_IF_ANY)
        both = term_sext(t, term_ne(t, both, term_constant(t, in->width, 0)), in->width);
    return symex_unset_of_bits(x, both);
}

void symex_forbid_unset(context *x, term condition)
{
    guards *g = &x->s->guards;
    symex_record_claim(x, PROPERTY_UNINITIALISED, guard_narrow(g, x->standing.guard, condition),
                       "something depends on what was never set");
    x->standing.guard = guard_narrow(g, x->standing.guard, term_not(terms_of(x), condition));
}

void symex_check_set(context *x, const ir_instruction *in)
{
    term unset = guard_simplify(&x->s->guards, x->standing.guard, symex_operand(x, in->a, in->width));
    symex_forbid_unset(x, term_ne(terms_of(x), unset, term_constant(terms_of(x), in->width, 0)));
}

void symex_compare_set(context *x, symex_value there, term with)
{
    term_table *t = terms_of(x);
    if (there.unset == SYMEX_ALL_SET)
        return;
    term none = term_constant(t, term_width(t, there.value), 0);
    term differ = term_and(t, term_xor(t, there.value, with), term_not(t, there.unset));
    symex_forbid_unset(x, term_and(t, term_ne(t, there.unset, none), term_eq(t, differ, none)));
}
