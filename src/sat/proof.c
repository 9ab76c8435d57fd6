/* Proof output in the DRAT format, text or binary. Clauses removed together with a variable are not deleted in the
 * proof: when the variable comes back, they are still known to the checker. */
#include "sat/solver.h"

static void put_binary_number(FILE *out, uint32_t n)
{
    for (; n > 127; n >>= 7)
        putc((int)(n & 127) | 128, out);
    putc((int)n, out);
}

static void put_literal(const sat_solver *s, int external)
{
    if (s->proof_binary)
        put_binary_number(s->proof, external > 0 ? 2 * (uint32_t)external : 2 * (uint32_t)-external + 1);
    else
        fprintf(s->proof, "%d ", external);
}

static void put_line(sat_solver *s, const char *text_prefix, char binary_prefix, const lit *literals, uint32_t size)
{
    if (s->proof_binary)
        putc(binary_prefix, s->proof);
    else
        fputs(text_prefix, s->proof);
    for (uint32_t i = 0; i < size; i++)
        put_literal(s, lit_export(literals[i]));
    if (s->proof_binary)
        putc(0, s->proof);
    else
        fputs("0\n", s->proof);
}

void sat_proof_add(sat_solver *s, const lit *literals, uint32_t size)
{
    put_line(s, "", 'a', literals, size);
}

void sat_proof_delete(sat_solver *s, const lit *literals, uint32_t size)
{
    put_line(s, "d ", 'd', literals, size);
}

void sat_proof_lemma(sat_solver *s, const int *literals, uint32_t size)
{
    if (!s->proof)
        return;
    fputs(s->proof_binary ? "t" : "t ", s->proof);
    for (uint32_t i = 0; i < size; i++)
        put_literal(s, literals[i]);
    if (s->proof_binary)
        putc(0, s->proof);
    else
        fputs("0 ", s->proof);
    if (s->theory.justify)
        s->theory.justify(s->theory.self, literals, size, s->proof);
    putc(s->proof_binary ? 0 : '\n', s->proof);
}

void sat_proof_start(sat_solver *s, FILE *proof, bool binary)
{
    assert(s->clauses.size == 0 && s->trail_size == 0 && !s->inconsistent);
    s->proof = proof;
    s->proof_binary = binary;
}
