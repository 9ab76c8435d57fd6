#include "sat/circuit.h"

void problem_clause(cnf *f, const int *literals, unsigned count)
{
    vec_append(&f->literals, literals, count);
    vec_push(&f->literals, 0);
    f->clauses++;
}

int problem_variable(cnf *f)
{
    return ++f->variables;
}

int gate_true(cnf *f)
{
    int x = problem_variable(f);
    CLAUSE(f, x);
    return x;
}

int gate_and(cnf *f, int a, int b)
{
    int x = problem_variable(f);
    CLAUSE(f, -x, a);
    CLAUSE(f, -x, b);
    CLAUSE(f, x, -a, -b);
    return x;
}

int gate_or(cnf *f, int a, int b)
{
    return -gate_and(f, -a, -b);
}

int gate_xor(cnf *f, int a, int b)
{
    int x = problem_variable(f);
    CLAUSE(f, -x, a, b);
    CLAUSE(f, -x, -a, -b);
    CLAUSE(f, x, -a, b);
    CLAUSE(f, x, a, -b);
    return x;
}

int gate_if(cnf *f, int condition, int then, int otherwise)
{
    int x = problem_variable(f);
    CLAUSE(f, -x, -condition, then);
    CLAUSE(f, -x, condition, otherwise);
    CLAUSE(f, x, -condition, -then);
    CLAUSE(f, x, condition, -otherwise);
    return x;
}

int gate_majority(cnf *f, int a, int b, int c)
{
    int x = problem_variable(f);
    CLAUSE(f, -x, a, b);
    CLAUSE(f, -x, a, c);
    CLAUSE(f, -x, b, c);
    CLAUSE(f, x, -a, -b);
    CLAUSE(f, x, -a, -c);
    CLAUSE(f, x, -b, -c);
    return x;
}

void word_new(cnf *f, int *word, unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        word[i] = problem_variable(f);
}

void word_constant(cnf *f, int *word, unsigned width, uint64_t value)
{
    int one = gate_true(f);
    for (unsigned i = 0; i < width; i++)
        word[i] = (value >> i & 1) ? one : -one;
}

void word_add(cnf *f, int *sum, const int *a, const int *b, unsigned width, int carry)
{
    for (unsigned i = 0; i < width; i++) {
        int half = gate_xor(f, a[i], b[i]), next = gate_majority(f, a[i], b[i], carry);
        sum[i] = gate_xor(f, half, carry);
        carry = next;
    }
}

void word_multiply(cnf *f, int *product, const int *a, unsigned width_a, const int *b, unsigned width_b)
{
    int zero = -gate_true(f);
    unsigned width = width_a + width_b;
    for (unsigned i = 0; i < width; i++)
        product[i] = zero;
    for (unsigned i = 0; i < width_b; i++) {
        int row[64];
        for (unsigned j = 0; j < width_a; j++)
            row[j] = gate_and(f, a[j], b[i]);
        row[width_a] = zero;
        int sum[64];
        word_add(f, sum, product + i, row, width_a + 1, zero);
        for (unsigned j = 0; j <= width_a; j++)
            product[i + j] = sum[j];
    }
}

int word_equal(cnf *f, const int *a, const int *b, unsigned width)
{
    int equal = gate_true(f);
    for (unsigned i = 0; i < width; i++)
        equal = gate_and(f, equal, -gate_xor(f, a[i], b[i]));
    return equal;
}

void word_fix(cnf *f, const int *word, unsigned width, uint64_t value)
{
    for (unsigned i = 0; i < width; i++)
        CLAUSE(f, (value >> i & 1) ? word[i] : -word[i]);
}
