#include "solver/dimacs.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_VARIABLE = INT_MAX / 4, LINE_WIDTH = 78 };

typedef VEC(int) clause_literals;

typedef struct reader {
    FILE *in;
    unsigned long line;
    int last;
} reader;

static int next_byte(reader *r)
{
    r->line += r->last == '\n';
    return r->last = getc_unlocked(r->in);
}

static void skip_line(reader *r)
{
    while (r->last != '\n' && r->last != EOF)
        next_byte(r);
}

static void skip_space_and_comments(reader *r)
{
    for (;;) {
        while (isspace(r->last))
            next_byte(r);
        if (r->last != 'c')
            return;
        skip_line(r);
    }
}

/* Reads a number; false if there is none or it is too large. */
static bool read_number(reader *r, int *number)
{
    bool negative = r->last == '-';
    if (negative)
        next_byte(r);
    if (!isdigit(r->last))
        return false;
    int value = 0;
    for (; isdigit(r->last); next_byte(r)) {
        value = value * 10 + (r->last - '0');
        if (value > MAX_VARIABLE)
            return false;
    }
    *number = negative ? -value : value;
    return r->last == EOF || isspace(r->last);
}

static void skip_blanks(reader *r)
{
    while (r->last == ' ' || r->last == '\t')
        next_byte(r);
}

static const char *read_header(reader *r, int *variables, int *clauses)
{
    for (const char *word = "p cnf"; *word; word++) {
        if (*word == ' ')
            skip_blanks(r);
        else if (r->last == *word)
            next_byte(r);
        else
            return "expected a header `p cnf VARIABLES CLAUSES`";
    }
    skip_blanks(r);
    if (!read_number(r, variables) || *variables < 0)
        return "expected the number of variables";
    skip_blanks(r);
    if (!read_number(r, clauses) || *clauses < 0)
        return "expected the number of clauses";
    return NULL;
}

static void add_literal(solver *s, clause_literals *clause, int literal)
{
    while (solver_var_count(s) < abs(literal))
        solver_new_var(s);
    if (literal) {
        vec_push(clause, literal);
        return;
    }
    solver_add_clause(s, clause->data, clause->size);
    clause->size = 0;
}

const char *dimacs_read(solver *s, FILE *in, unsigned long *line)
{
    reader r = {.in = in, .line = 1};
    clause_literals clause = {0};
    int variables = 0, clauses = 0, literal = 0;
    next_byte(&r);
    skip_space_and_comments(&r);
    const char *error = read_header(&r, &variables, &clauses);
    while (!error) {
        skip_space_and_comments(&r);
        if (r.last == EOF || r.last == '%')
            break;
        if (!read_number(&r, &literal))
            error = "expected a literal";
        else if (abs(literal) > variables)
            error = "this variable is above the number in the header";
        else if (literal == 0 && clauses-- == 0)
            error = "more clauses than the header says";
        else
            add_literal(s, &clause, literal);
    }
    *line = r.line;
    vec_clear(&clause);
    if (error)
        return error;
    if (literal)
        return "the last clause lacks its final 0";
    if (clauses > 0)
        return "fewer clauses than the header says";
    while (solver_var_count(s) < variables)
        solver_new_var(s);
    return NULL;
}

static void write_model(const solver *s, FILE *out)
{
    int width = 0;
    for (int variable = 1; variable <= solver_var_count(s) + 1; variable++) {
        char word[16];
        int literal = variable > solver_var_count(s) ? 0 : variable * solver_value(s, variable);
        int length = snprintf(word, sizeof word, " %d", literal);
        if (width && width + length > LINE_WIDTH) {
            fputc('\n', out);
            width = 0;
        }
        if (!width)
            width = fprintf(out, "v");
        fputs(word, out);
        width += length;
    }
    fputc('\n', out);
}

void dimacs_write_result(const solver *s, sat_result result, FILE *out)
{
    switch (result) {
    case SAT_SATISFIABLE:
        fputs("s SATISFIABLE\n", out);
        write_model(s, out);
        break;
    case SAT_UNSATISFIABLE:
        fputs("s UNSATISFIABLE\n", out);
        break;
    default:
        fputs("s UNKNOWN\n", out);
        break;
    }
}
