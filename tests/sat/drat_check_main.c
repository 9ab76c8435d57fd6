/* drat_check FORMULA.cnf PROOF [--binary]: exit code 0 and `s VERIFIED` if the proof refutes the formula. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "sat/drat_check.h"

static bool read_formula(drat_checker *checker, FILE *in)
{
    VEC(int) clause = {0};
    char word[256];
    bool good = true;
    while (fscanf(in, "%255s", word) == 1) {
        if (word[0] == 'c' || word[0] == 'p') {
            int byte;
            while ((byte = getc(in)) != EOF && byte != '\n')
                ;
            continue;
        }
        char *end;
        long literal = strtol(word, &end, 10);
        good &= *end == 0;
        if (literal) {
            vec_push(&clause, (int)literal);
        } else {
            drat_add_axiom(checker, clause.data, clause.size);
            clause.size = 0;
        }
    }
    vec_clear(&clause);
    return good;
}

int main(int count, char **values)
{
    bool binary = count == 4 && strcmp(values[3], "--binary") == 0;
    if (count != 3 && !binary) {
        fputs("usage: drat_check FORMULA.cnf PROOF [--binary]\n", stderr);
        return 2;
    }
    FILE *formula = fopen(values[1], "r"), *proof = fopen(values[2], "r");
    if (!formula || !proof) {
        fputs("drat_check: cannot read the files\n", stderr);
        return 2;
    }
    drat_checker *checker = drat_new();
    bool good = read_formula(checker, formula);
    fclose(formula);
    VEC(char) bytes = {0};
    for (int byte; (byte = getc(proof)) != EOF;)
        vec_push(&bytes, (char)byte);
    fclose(proof);
    unsigned long line = 0;
    const char *error =
        (binary ? drat_check_binary : drat_check_text)(checker, bytes.data, bytes.size, NULL, NULL, &line);
    if (error)
        fprintf(stderr, "%s:%lu: %s\n", values[2], line, error);
    good = good && !error && drat_refuted(checker);
    puts(good ? "s VERIFIED" : "s NOT VERIFIED");
    vec_clear(&bytes);
    drat_free(checker);
    return good ? 0 : 1;
}
