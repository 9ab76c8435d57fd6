/* Random expressions over the public constructors of terms, with what they mean by schoolbook arithmetic. */
#ifndef HEDDLE_TESTS_TERM_RANDOM_H
#define HEDDLE_TESTS_TERM_RANDOM_H

#include "term_naive.h"

enum { MOST_STEPS = 48, MOST_VARIABLES = 4 };

typedef struct step {
    naive_op op;
    uint32_t a, b, c; /* earlier steps, or for extract and extensions b: low bit, c: width */
    term_value value;
} step;

typedef struct expression {
    term_table *table;
    uint32_t size, variables;
    uint64_t operations; /* a bit per operation: whether it may occur */
    step steps[MOST_STEPS];
    term terms[MOST_STEPS];
} expression;

static inline uint32_t width_at(const expression *e, uint32_t i)
{
    return term_width(e->table, e->terms[i]);
}

static inline void append(expression *e, step s, term t)
{
    e->steps[e->size] = s;
    e->terms[e->size++] = t;
}

static inline uint32_t append_constant(expression *e, random_source *random, uint32_t width)
{
    step s = {.op = NAIVE_constant, .c = width, .value = naive_random_value(random, width)};
    append(e, s, term_constant(e->table, width, s.value));
    return e->size - 1;
}

static inline uint32_t append_variable(expression *e, uint32_t width)
{
    append(e, (step){.op = NAIVE_variable, .a = e->variables++, .c = width}, term_variable(e->table, width, NULL));
    return e->size - 1;
}

static inline uint32_t append_cut(expression *e, uint32_t a, uint32_t low, uint32_t width)
{
    append(e, (step){.op = NAIVE_extract, .a = a, .b = low, .c = width},
           term_extract(e->table, e->terms[a], low, width));
    return e->size - 1;
}

static inline uint32_t append_extension(expression *e, uint32_t a, uint32_t width, bool is_signed)
{
    term t = is_signed ? term_sext(e->table, e->terms[a], width) : term_zext(e->table, e->terms[a], width);
    append(e, (step){.op = is_signed ? NAIVE_sext : NAIVE_zext, .a = a, .c = width}, t);
    return e->size - 1;
}

/* Some step of this width: an old one if chance finds it, else one made from an old one. Recent steps are likelier. */
static inline uint32_t pick(expression *e, random_source *random, uint32_t width)
{
    for (int attempt = 0; attempt < 6; attempt++) {
        uint32_t i = (uint32_t)random_below(random, e->size);
        if (width_at(e, i) == width)
            return i;
    }
    if (random_below(random, 3) == 0)
        return append_constant(e, random, width);
    uint32_t i = (uint32_t)random_below(random, e->size), old = width_at(e, i);
    if (old == width)
        return i;
    if (old > width)
        return append_cut(e, i, (uint32_t)(random_below(random, 2) ? 0 : random_below(random, old - width + 1)), width);
    return append_extension(e, i, width, random_below(random, 2));
}

static inline void append_random(expression *e, random_source *random)
{
    naive_op op;
    do {
        op = (naive_op)random_below(random, NAIVE_constant);
    } while (!(e->operations >> op & 1));
    uint32_t a = (uint32_t)random_below(random, e->size), width = width_at(e, a);
    term t;
    step s = {.op = op, .a = a};
    if (op < NAIVE_and || (op == NAIVE_bswap && width % 8 == 0)) {
        t = naive_build_unary(e->table, op, e->terms[a]);
    } else if (op < NAIVE_ite) {
        s.b = pick(e, random, width);
        if (random_below(random, 2)) {
            s.a = s.b;
            s.b = a;
        }
        t = naive_build_binary(e->table, op, e->terms[s.a], e->terms[s.b]);
    } else if (op == NAIVE_concat) {
        s.b = (uint32_t)random_below(random, e->size);
        if (width + width_at(e, s.b) > TERM_MAX_WIDTH)
            return;
        t = term_concat(e->table, e->terms[a], e->terms[s.b]);
    } else if (op == NAIVE_extract) {
        uint32_t low = (uint32_t)random_below(random, width);
        append_cut(e, a, low, 1 + (uint32_t)random_below(random, width - low));
        return;
    } else if (op == NAIVE_zext || op == NAIVE_sext) {
        append_extension(e, a, width + (uint32_t)random_below(random, TERM_MAX_WIDTH - width + 1), op == NAIVE_sext);
        return;
    } else {
        s.op = NAIVE_ite;
        s.b = a;
        s.a = pick(e, random, 1);
        s.c = pick(e, random, width);
        t = term_ite(e->table, e->terms[s.a], e->terms[s.b], e->terms[s.c]);
    }
    append(e, s, t);
}

static inline uint32_t random_width(random_source *random)
{
    static const uint32_t usual[] = {1, 8, 16, 32, 64, 128};
    return random_below(random, 2)   ? 1 + (uint32_t)random_below(random, TERM_MAX_WIDTH)
           : random_below(random, 2) ? 1 + (uint32_t)random_below(random, 9)
                                     : usual[random_below(random, sizeof usual / sizeof *usual)];
}

static inline void make_expression(expression *e, random_source *random)
{
    uint32_t variables = 1 + (uint32_t)random_below(random, MOST_VARIABLES), width = random_width(random);
    e->size = e->variables = 0;
    /* Few operations at a time meet each other more often: every other expression leaves out most of them. */
    e->operations = UINT64_MAX;
    if (random_below(random, 2)) {
        e->operations = random_word(random);
        e->operations &= random_word(random);
    }
    e->operations |= UINT64_C(1) << NAIVE_add | UINT64_C(1) << NAIVE_ite;
    for (uint32_t i = 0; i < variables; i++)
        append_variable(e, random_below(random, 3) ? width : random_width(random));
    uint32_t size = variables + 4 + (uint32_t)random_below(random, MOST_STEPS - 16);
    while (e->size < size && e->size + 4 < MOST_STEPS)
        append_random(e, random);
}

static inline naive run_step(const expression *e, const naive *values, uint32_t i, const naive *inputs)
{
    const step *s = &e->steps[i];
    switch (s->op) {
    case NAIVE_constant:
        return naive_from(s->c, s->value);
    case NAIVE_variable:
        return inputs[s->a];
    case NAIVE_ite:
        return values[s->a].bit[0] ? values[s->b] : values[s->c];
    case NAIVE_extract:
        return naive_extract(values[s->a], s->b, s->c);
    case NAIVE_zext:
    case NAIVE_sext:
        return naive_extend(values[s->a], s->c, s->op == NAIVE_sext);
    default:
        return s->op < NAIVE_and || s->op == NAIVE_bswap ? naive_unary(s->op, values[s->a])
                                                         : naive_binary(s->op, values[s->a], values[s->b]);
    }
}

#endif
