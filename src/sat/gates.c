#include "sat/gates.h"

enum { AND_LIMIT = 100 };

/* The marks of literals, by sign, in s->marks. */
static void set_mark(sat_solver *s, lit l)
{
    s->marks[lit_variable(l)] = lit_negative(l) ? -1 : 1;
}

static bool has_mark(const sat_solver *s, lit l)
{
    return s->marks[lit_variable(l)] == (lit_negative(l) ? -1 : 1);
}

static lit other_literal(const clause *c, lit l)
{
    return c->lits[0] ^ c->lits[1] ^ l;
}

/* The binary clause l | other, or NO_CLAUSE. */
static cref find_binary(sat_solver *s, occurs *o, lit l, lit other)
{
    const crefs *list = occurs_of(o, l);
    for (uint32_t i = 0; i < list->size; i++) {
        const clause *c = clause_at(s, list->data[i]);
        if (!c->garbage && c->size == 2 && other_literal(c, l) == other)
            return list->data[i];
    }
    return NO_CLAUSE;
}

/* A ternary clause with exactly the literals a, b, c. */
static cref find_ternary(sat_solver *s, occurs *o, lit a, lit b, lit c)
{
    const crefs *list = occurs_of(o, a);
    for (uint32_t i = 0; i < list->size; i++) {
        const clause *d = clause_at(s, list->data[i]);
        if (d->garbage || d->size != 3)
            continue;
        unsigned matches = 0;
        for (unsigned j = 0; j < 3; j++)
            matches += d->lits[j] == a || d->lits[j] == b || d->lits[j] == c;
        if (matches == 3)
            return list->data[i];
    }
    return NO_CLAUSE;
}

/* x = a1 & ... & ak: clauses -x | ai and x | -a1 | ... | -ak. `with` gets the clauses with x, `without` those with -x.
 */
static bool find_and(sat_solver *s, occurs *o, lit x, crefs *with, crefs *without)
{
    const crefs *implications = occurs_of(o, lit_negate(x)), *bases = occurs_of(o, x);
    for (uint32_t i = 0; i < implications->size; i++) {
        const clause *c = clause_at(s, implications->data[i]);
        if (!c->garbage && c->size == 2)
            set_mark(s, other_literal(c, lit_negate(x)));
    }
    const clause *base = NULL;
    for (uint32_t i = 0; i < bases->size && !base; i++) {
        const clause *c = clause_at(s, bases->data[i]);
        bool all = !c->garbage && c->size > 2 && c->size <= AND_LIMIT;
        for (uint32_t j = 0; all && j < c->size; j++)
            all = c->lits[j] == x || has_mark(s, lit_negate(c->lits[j]));
        if (all) {
            base = c;
            vec_push(with, bases->data[i]);
        }
    }
    for (uint32_t i = 0; i < implications->size; i++) {
        const clause *c = clause_at(s, implications->data[i]);
        if (!c->garbage && c->size == 2)
            s->marks[lit_variable(other_literal(c, lit_negate(x)))] = 0;
    }
    if (!base)
        return false;
    for (uint32_t i = 0; i < base->size; i++)
        if (base->lits[i] != x) {
            cref implication = find_binary(s, o, lit_negate(x), lit_negate(base->lits[i]));
            if (implication == NO_CLAUSE)
                return false; /* two implications with opposite literals shared a mark */
            vec_push(without, implication);
        }
    return true;
}

static bool find_equivalence(sat_solver *s, occurs *o, lit x, crefs *with, crefs *without)
{
    const crefs *list = occurs_of(o, x);
    for (uint32_t i = 0; i < list->size; i++) {
        const clause *c = clause_at(s, list->data[i]);
        if (c->garbage || c->size != 2)
            continue;
        cref back = find_binary(s, o, lit_negate(x), lit_negate(other_literal(c, x)));
        if (back == NO_CLAUSE)
            continue;
        vec_push(with, list->data[i]);
        vec_push(without, back);
        return true;
    }
    return false;
}

/* x = a ^ b, from the clause x | a | b on: also x | -a | -b, -x | a | -b, -x | -a | b. */
static bool find_xor(sat_solver *s, occurs *o, lit x, crefs *with, crefs *without)
{
    const crefs *list = occurs_of(o, x);
    for (uint32_t i = 0; i < list->size; i++) {
        const clause *c = clause_at(s, list->data[i]);
        if (c->garbage || c->size != 3)
            continue;
        lit a = c->lits[0] == x ? c->lits[1] : c->lits[0], b = c->lits[0] ^ c->lits[1] ^ c->lits[2] ^ x ^ a;
        cref second = find_ternary(s, o, x, lit_negate(a), lit_negate(b));
        cref third = second == NO_CLAUSE ? NO_CLAUSE : find_ternary(s, o, lit_negate(x), a, lit_negate(b));
        cref fourth = third == NO_CLAUSE ? NO_CLAUSE : find_ternary(s, o, lit_negate(x), lit_negate(a), b);
        if (fourth == NO_CLAUSE)
            continue;
        vec_push(with, list->data[i]);
        vec_push(with, second);
        vec_push(without, third);
        vec_push(without, fourth);
        return true;
    }
    return false;
}

/* x = if c then t else e: x | -c | -t, x | c | -e, -x | -c | t, -x | c | e; from a pair of clauses with c and -c on. */
static bool find_if(sat_solver *s, occurs *o, lit x, crefs *with, crefs *without)
{
    const crefs *list = occurs_of(o, x);
    for (uint32_t i = 0; i < list->size; i++) {
        const clause *c = clause_at(s, list->data[i]);
        if (c->garbage || c->size != 3)
            continue;
        for (unsigned j = 0; j < 3; j++) {
            lit condition = lit_negate(c->lits[j]);
            if (c->lits[j] == x)
                continue;
            lit then = lit_negate(c->lits[0] ^ c->lits[1] ^ c->lits[2] ^ x ^ c->lits[j]);
            cref third = find_ternary(s, o, lit_negate(x), lit_negate(condition), then);
            if (third == NO_CLAUSE)
                continue;
            for (uint32_t k = 0; k < list->size; k++) {
                const clause *d = clause_at(s, list->data[k]);
                bool fits = !d->garbage && d->size == 3 &&
                            (d->lits[0] == condition || d->lits[1] == condition || d->lits[2] == condition);
                if (!fits)
                    continue;
                lit otherwise = lit_negate(d->lits[0] ^ d->lits[1] ^ d->lits[2] ^ x ^ condition);
                cref fourth = find_ternary(s, o, lit_negate(x), condition, otherwise);
                if (fourth == NO_CLAUSE)
                    continue;
                vec_push(with, list->data[i]);
                vec_push(with, list->data[k]);
                vec_push(without, third);
                vec_push(without, fourth);
                return true;
            }
        }
    }
    return false;
}

bool gates_find(sat_solver *s, occurs *o, uint32_t variable, crefs *positive, crefs *negative)
{
    lit x = lit_of(variable, false);
    positive->size = negative->size = 0;
    if (find_equivalence(s, o, x, positive, negative) || find_and(s, o, x, positive, negative))
        return true;
    positive->size = negative->size = 0;
    if (find_and(s, o, lit_negate(x), negative, positive))
        return true;
    positive->size = negative->size = 0;
    return find_xor(s, o, x, positive, negative) || find_if(s, o, x, positive, negative);
}
