#include "sat/programs.h"

#include "blast/blast.h"
#include "sat/circuit.h"

enum { MAX_GUARDS = 64, HASH_BITS = 16 };

static int new_variable(void *self)
{
    return problem_variable(self);
}

static void add_clause(void *self, const int *literals, unsigned count)
{
    cnf *f = self;
    for (unsigned i = 0; i < count; i++)
        vec_push(&f->literals, literals[i]);
    vec_push(&f->literals, 0);
    f->clauses++;
}

/* The clauses that make the term true. */
static void require(cnf *f, term_table *t, term claim)
{
    blast *b = blast_new(t, (blast_sink){f, new_variable, add_clause});
    blast_assert(b, claim);
    blast_free(b);
    term_table_free(t);
}

void program_division(cnf *f, unsigned size, unsigned seed)
{
    (void)seed;
    term_table *t = term_table_new();
    term n = term_variable(t, size, "n"), d = term_variable(t, size, "d");
    term back = term_add(t, term_mul(t, term_udiv(t, n, d), d), term_urem(t, n, d));
    term is_zero = term_eq(t, d, term_constant(t, size, 0));
    require(f, t, term_and(t, term_not(t, is_zero), term_ne(t, n, back)));
}

void program_counting(cnf *f, unsigned size, unsigned seed)
{
    (void)seed;
    term_table *t = term_table_new();
    term sums[MAX_GUARDS], counter = term_constant(t, 8, 0), one = term_constant(t, 8, 1);
    for (unsigned i = 0; i < size; i++) {
        term guard = term_variable(t, 1, NULL);
        counter = term_ite(t, guard, term_add(t, counter, one), counter);
        sums[i] = term_zext(t, guard, 8);
    }
    for (unsigned left = size; left > 1; left = (left + 1) / 2)
        for (unsigned i = 0; i < left / 2; i++)
            sums[i] = term_add(t, sums[i], sums[left - 1 - i]);
    require(f, t, term_ne(t, counter, sums[0]));
}

void program_hashing(cnf *f, unsigned size, unsigned seed)
{
    term_table *t = term_table_new();
    term key = term_variable(t, HASH_BITS, "key"), hash = key;
    for (unsigned i = 0; i < size; i++) {
        hash = term_add(t, term_mul(t, hash, hash), key);
        hash = term_xor(t, hash, term_lshr(t, hash, term_constant(t, HASH_BITS, 7)));
    }
    require(f, t, term_eq(t, hash, term_constant(t, HASH_BITS, seed)));
}
