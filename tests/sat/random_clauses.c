#include "sat/random_clauses.h"

void random_clauses_clear(random_clauses *r)
{
    vec_clear(&r->variables);
    vec_clear(&r->clauses);
}

unsigned random_clauses_below(random_clauses *r, unsigned bound)
{
    return (unsigned)random_below(&r->random, bound);
}

bool random_clauses_one_in(random_clauses *r, unsigned n)
{
    return random_clauses_below(r, n) == 0;
}

int random_clauses_literal(random_clauses *r)
{
    int variable = r->variables.data[random_clauses_below(r, r->variables.size)];
    return random_clauses_one_in(r, 2) ? variable : -variable;
}

static void add_clause(random_clauses *r, const int *literals, unsigned count)
{
    vec_append(&r->clauses, literals, count);
    vec_push(&r->clauses, 0);
    r->add(r->context, literals, count);
}

void random_clauses_add(random_clauses *r)
{
    unsigned size = 3;
    if (random_clauses_one_in(r, r->rarity))
        size = random_clauses_one_in(r, 20) ? 1 : 2;
    else if (random_clauses_one_in(r, r->rarity))
        size = 4 + random_clauses_below(r, 3);
    int clause[6];
    for (unsigned i = 0; i < size; i++)
        clause[i] = random_clauses_literal(r);
    add_clause(r, clause, size);
}

/* x = y & z, or x = y ^ z: what encodings consist of. */
static void add_gate(random_clauses *r)
{
    int x = random_clauses_literal(r), y = random_clauses_literal(r), z = random_clauses_literal(r);
    if (random_clauses_one_in(r, 2)) {
        add_clause(r, (int[]){-x, y}, 2);
        add_clause(r, (int[]){-x, z}, 2);
        add_clause(r, (int[]){x, -y, -z}, 3);
    } else if (random_clauses_one_in(r, 2)) {
        add_clause(r, (int[]){-x, y, z}, 3);
        add_clause(r, (int[]){-x, -y, -z}, 3);
        add_clause(r, (int[]){x, -y, z}, 3);
        add_clause(r, (int[]){x, y, -z}, 3);
    } else {
        add_clause(r, (int[]){-x, y}, 2);
        add_clause(r, (int[]){x, -y}, 2);
    }
}

void random_clauses_add_easy(random_clauses *r, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (random_clauses_one_in(r, 20))
            add_gate(r);
        random_clauses_add(r);
    }
}

bool random_clauses_hold(const random_clauses *r, int (*value)(const void *solver, int literal), const void *solver)
{
    bool holds = false;
    for (uint32_t i = 0; i < r->clauses.size; i++) {
        int literal = r->clauses.data[i];
        if (literal == 0 && !holds)
            return false;
        holds = literal != 0 && (holds || value(solver, literal) > 0);
    }
    return true;
}
