#include "sat/generate.h"

#include "base/random.h"
#include "sat/circuit.h"
#include "sat/programs.h"

void problem_write(const cnf *f, FILE *out)
{
    fprintf(out, "p cnf %d %u\n", f->variables, f->clauses);
    for (unsigned i = 0; i < f->literals.size; i++)
        fprintf(out, f->literals.data[i] ? "%d " : "%d\n", f->literals.data[i]);
}

void problem_clear(cnf *f)
{
    vec_clear(&f->literals);
    *f = (cnf){0};
}

/* size + 1 pigeons in size holes. */
static void pigeon_hole(cnf *f, unsigned size, unsigned seed)
{
    (void)seed;
    f->variables = (int)((size + 1) * size);
#define IN(pigeon, hole) ((int)((pigeon)*size + (hole)) + 1)
    for (unsigned p = 0; p <= size; p++) {
        int clause[64];
        for (unsigned h = 0; h < size; h++)
            clause[h] = IN(p, h);
        problem_clause(f, clause, size);
    }
    for (unsigned h = 0; h < size; h++)
        for (unsigned p = 0; p <= size; p++)
            for (unsigned q = 0; q < p; q++)
                CLAUSE(f, -IN(p, h), -IN(q, h));
#undef IN
}

/* Random 3-SAT at 4.26 clauses per variable. */
static void random_3sat(cnf *f, unsigned size, unsigned seed)
{
    random_source random = random_seeded(seed);
    f->variables = (int)size;
    for (unsigned i = 0; i < size * 426 / 100; i++) {
        int v[3];
        do
            for (unsigned j = 0; j < 3; j++)
                v[j] = 1 + (int)random_below(&random, size);
        while (v[0] == v[1] || v[0] == v[2] || v[1] == v[2]);
        for (unsigned j = 0; j < 3; j++)
            v[j] = random_below(&random, 2) ? v[j] : -v[j];
        problem_clause(f, v, 3);
    }
}

/* The exclusive or of the literals is `parity`. */
static void parity_clauses(cnf *f, const int *literals, unsigned count, bool parity)
{
    for (unsigned mask = 0; mask < 1u << count; mask++) {
        if ((__builtin_popcount(mask) & 1) == (int)parity)
            continue;
        int clause[16];
        for (unsigned i = 0; i < count; i++)
            clause[i] = mask >> i & 1 ? -literals[i] : literals[i];
        problem_clause(f, clause, count);
    }
}

/* Edges of a random graph, three at each of `size` nodes, with an odd number of odd nodes: no solution. */
static void urquhart(cnf *f, unsigned size, unsigned seed)
{
    random_source random = random_seeded(seed);
    VEC(unsigned) ends = {0};
    for (unsigned i = 0; i < 3 * size; i++)
        vec_push(&ends, i / 3);
    for (unsigned i = ends.size; i > 1; i--) {
        unsigned j = (unsigned)random_below(&random, i), end = ends.data[i - 1];
        ends.data[i - 1] = ends.data[j];
        ends.data[j] = end;
    }
    for (unsigned node = 0; node < size; node++) {
        int edges[3];
        unsigned count = 0;
        for (unsigned i = 0; i < ends.size; i++)
            if (ends.data[i] == node && ends.data[i ^ 1] != node)
                edges[count++] = (int)(i / 2) + 1;
        parity_clauses(f, edges, count, node == 0);
    }
    f->variables = (int)ends.size / 2;
    vec_clear(&ends);
}

/* Random parity constraints on three variables each, with a solution: x_i of a hidden assignment. */
static void parity_learning(cnf *f, unsigned size, unsigned seed)
{
    random_source random = random_seeded(seed);
    f->variables = (int)size;
    VEC(bool) hidden = {0};
    for (unsigned i = 0; i < size; i++)
        vec_push(&hidden, (bool)random_below(&random, 2));
    for (unsigned i = 0; i < size * 95 / 100; i++) {
        int v[3];
        do
            for (unsigned j = 0; j < 3; j++)
                v[j] = 1 + (int)random_below(&random, size);
        while (v[0] == v[1] || v[0] == v[2] || v[1] == v[2]);
        parity_clauses(f, v, 3, hidden.data[v[0] - 1] ^ hidden.data[v[1] - 1] ^ hidden.data[v[2] - 1]);
    }
    vec_clear(&hidden);
}

static bool is_prime(uint64_t n)
{
    for (uint64_t d = 2; d * d <= n; d++)
        if (n % d == 0)
            return false;
    return n > 1;
}

static uint64_t random_prime(random_source *random, unsigned bits)
{
    for (;;) {
        uint64_t n = (1ull << (bits - 1)) | random_below(random, 1ull << (bits - 1)) | 1;
        if (is_prime(n))
            return n;
    }
}

static void factors(cnf *f, unsigned bits, uint64_t product)
{
    int a[64], b[64], p[64];
    word_new(f, a, bits);
    word_new(f, b, bits);
    word_multiply(f, p, a, bits, b, bits);
    word_fix(f, p, 2 * bits, product);
    problem_clause(f, a + 1, bits - 1);
    problem_clause(f, b + 1, bits - 1);
}

static void factor_product(cnf *f, unsigned bits, unsigned seed)
{
    random_source random = random_seeded(seed);
    factors(f, bits, random_prime(&random, bits) * random_prime(&random, bits));
}

static void factor_prime(cnf *f, unsigned bits, unsigned seed)
{
    random_source random = random_seeded(seed);
    factors(f, bits, random_prime(&random, 2 * bits));
}

/* a * b = b * a. */
static void multiplier_commutes(cnf *f, unsigned bits, unsigned seed)
{
    (void)seed;
    int a[64], b[64], p[64], q[64];
    word_new(f, a, bits);
    word_new(f, b, bits);
    word_multiply(f, p, a, bits, b, bits);
    word_multiply(f, q, b, bits, a, bits);
    CLAUSE(f, -word_equal(f, p, q, 2 * bits));
}

/* (a + b) + c = a + (b + c) modulo 2^bits. */
static void adder_associates(cnf *f, unsigned bits, unsigned seed)
{
    (void)seed;
    int a[64], b[64], c[64], x[64], y[64];
    int zero = -gate_true(f);
    word_new(f, a, bits);
    word_new(f, b, bits);
    word_new(f, c, bits);
    word_add(f, x, a, b, bits, zero);
    word_add(f, x, x, c, bits, zero);
    word_add(f, y, b, c, bits, zero);
    word_add(f, y, a, y, bits, zero);
    CLAUSE(f, -word_equal(f, x, y, bits));
}

/* A counter with an enable input cannot reach its last value in fewer steps; `seed` steps are missing or spare. */
static void counter(cnf *f, unsigned bits, unsigned seed)
{
    int zero = -gate_true(f), state[64], zeros[64];
    uint64_t goal = (1ull << bits) - 1 - (1ull << (bits - 2));
    unsigned steps = (unsigned)goal - 1 + seed;
    word_constant(f, state, bits, 0);
    word_constant(f, zeros, bits, 0);
    int bad = zero;
    for (unsigned i = 0; i < steps; i++) {
        int enable = problem_variable(f);
        word_add(f, state, state, zeros, bits, enable);
        int target[64];
        word_constant(f, target, bits, goal);
        bad = gate_or(f, bad, word_equal(f, state, target, bits));
    }
    CLAUSE(f, bad);
}

/* Two shift registers, one moved through a barrel shifter, show the same word. */
static void shifter(cnf *f, unsigned log_width, unsigned seed)
{
    unsigned width = 1u << log_width;
    int word[64], barrel[64], slow[64], amount[8], shifted[64];
    int zero = -gate_true(f);
    word_new(f, word, width);
    word_new(f, amount, log_width);
    memcpy(barrel, word, sizeof word);
    for (unsigned stage = 0; stage < log_width; stage++) {
        for (unsigned i = 0; i < width; i++)
            shifted[i] = gate_if(f, amount[stage], i >= 1u << stage ? barrel[i - (1u << stage)] : zero, barrel[i]);
        memcpy(barrel, shifted, sizeof shifted);
    }
    memcpy(slow, word, sizeof word);
    int count[8], minus_one[8];
    memcpy(count, amount, sizeof count);
    word_constant(f, minus_one, log_width, UINT64_MAX);
    for (unsigned step = 0; step + 1 < width + seed; step++) {
        int nonzero = zero;
        for (unsigned i = 0; i < log_width; i++)
            nonzero = gate_or(f, nonzero, count[i]);
        int less[8];
        word_add(f, less, count, minus_one, log_width, zero);
        for (unsigned i = 0; i < log_width; i++)
            count[i] = gate_if(f, nonzero, less[i], count[i]);
        for (unsigned i = width; i-- > 0;)
            slow[i] = gate_if(f, nonzero, i ? slow[i - 1] : zero, slow[i]);
    }
    CLAUSE(f, -word_equal(f, barrel, slow, width));
}

/* The initial state of a shift register with a nonlinear filter, from its output. */
static void lfsr(cnf *f, unsigned bits, unsigned seed)
{
    random_source random = random_seeded(seed);
    int state[64];
    bool concrete[64];
    word_new(f, state, bits);
    for (unsigned i = 0; i < bits; i++)
        concrete[i] = random_below(&random, 2);
    unsigned tap[3] = {bits / 4, bits / 2 + 1, bits - 2};
    for (unsigned step = 0; step < 2 * bits; step++) {
        int both = gate_and(f, state[bits / 2], state[bits - 3]);
        int three = gate_and(f, gate_and(f, state[bits / 5], state[bits / 7]), -state[bits - 5]);
        int filter =
            gate_xor(f, gate_majority(f, state[1], state[bits / 3], state[2 * bits / 3]), gate_xor(f, both, three));
        bool majority = concrete[1] + concrete[bits / 3] + concrete[2 * bits / 3] >= 2;
        bool output = majority ^ (concrete[bits / 2] && concrete[bits - 3]) ^
                      (concrete[bits / 5] && concrete[bits / 7] && !concrete[bits - 5]);
        CLAUSE(f, output ? filter : -filter);
        int next = state[0];
        bool concrete_next = concrete[0];
        for (unsigned i = 0; i < 3; i++) {
            next = gate_xor(f, next, state[tap[i]]);
            concrete_next ^= concrete[tap[i]];
        }
        memmove(state, state + 1, (bits - 1) * sizeof *state);
        memmove(concrete, concrete + 1, bits - 1);
        state[bits - 1] = next;
        concrete[bits - 1] = concrete_next;
    }
}

/* The two key words of a cipher of add, rotate and exclusive or, from two blocks and their encryption. */
static void arx(cnf *f, unsigned rounds, unsigned seed)
{
    enum { WIDTH = 16, MASK = 0xffff, BLOCKS = 2 };
    random_source random = random_seeded(seed);
    int zero = -gate_true(f), key[2][64];
    uint64_t concrete_key[2];
    for (unsigned i = 0; i < 2; i++) {
        word_new(f, key[i], WIDTH);
        concrete_key[i] = random_below(&random, MASK + 1);
    }
    for (unsigned block = 0; block < BLOCKS; block++) {
        uint64_t x = random_below(&random, MASK + 1), y = random_below(&random, MASK + 1);
        int a[64], b[64], rotated[64];
        word_constant(f, a, WIDTH, x);
        word_constant(f, b, WIDTH, y);
        for (unsigned round = 0; round < rounds; round++) {
            word_add(f, a, a, b, WIDTH, zero);
            x = ((x + y) & MASK) ^ concrete_key[round % 2];
            y = ((y << 5 | y >> (WIDTH - 5)) & MASK) ^ x;
            for (unsigned i = 0; i < WIDTH; i++) {
                a[i] = gate_xor(f, a[i], key[round % 2][i]);
                rotated[(i + 5) % WIDTH] = b[i];
            }
            for (unsigned i = 0; i < WIDTH; i++)
                b[i] = gate_xor(f, rotated[i], a[i]);
        }
        word_fix(f, a, WIDTH, x);
        word_fix(f, b, WIDTH, y);
    }
}

/* A random graph with `seed` edges per ten nodes in three colours. */
static void colouring(cnf *f, unsigned size, unsigned seed)
{
    random_source random = random_seeded(size * 1000 + seed);
    f->variables = (int)(3 * size);
    for (unsigned i = 0; i < size; i++) {
        int v = (int)(3 * i);
        CLAUSE(f, v + 1, v + 2, v + 3);
        CLAUSE(f, -v - 1, -v - 2);
        CLAUSE(f, -v - 1, -v - 3);
        CLAUSE(f, -v - 2, -v - 3);
    }
    for (unsigned i = 0; i < size * seed / 100; i++) {
        int a = (int)random_below(&random, size), b = (int)random_below(&random, size);
        for (int c = 1; c <= 3 && a != b; c++)
            CLAUSE(f, -(3 * a + c), -(3 * b + c));
    }
}

/* A latin square of order `size`, some cells given from a shuffled cyclic square. */
static void latin_square(cnf *f, unsigned size, unsigned seed)
{
    random_source random = random_seeded(seed);
#define CELL(row, column, value) ((int)(((row)*size + (column)) * size + (value)) + 1)
    f->variables = (int)(size * size * size);
    for (unsigned i = 0; i < size; i++)
        for (unsigned j = 0; j < size; j++) {
            int by_value[64], by_row[64], by_column[64];
            for (unsigned k = 0; k < size; k++) {
                by_value[k] = CELL(i, j, k);
                by_row[k] = CELL(k, i, j);
                by_column[k] = CELL(i, k, j);
            }
            int *lines[] = {by_value, by_row, by_column};
            for (unsigned line = 0; line < 3; line++) {
                problem_clause(f, lines[line], size);
                for (unsigned k = 0; k < size; k++)
                    for (unsigned l = 0; l < k; l++)
                        CLAUSE(f, -lines[line][k], -lines[line][l]);
            }
        }
    unsigned permutation[64];
    for (unsigned i = 0; i < size; i++) {
        unsigned j = (unsigned)random_below(&random, i + 1);
        permutation[i] = permutation[j];
        permutation[j] = i;
    }
    for (unsigned i = 0; i < size; i++)
        for (unsigned j = 0; j < size; j++)
            if (random_below(&random, 100) >= 42)
                CLAUSE(f, CELL(i, j, (permutation[i] + permutation[size - 1 - j]) % size));
#undef CELL
}

/* Can `size` values be sorted by a network with its last comparator removed? Bubble sort against merging by parity. */
static void sorting_network(cnf *f, unsigned size, unsigned seed)
{
    int in[64], bubble[64], odd_even[64];
    word_new(f, in, size);
    memcpy(bubble, in, sizeof in);
    memcpy(odd_even, in, sizeof in);
    for (unsigned i = size; i > 1; i--)
        for (unsigned j = 0; j + 1 < i; j++) {
            int low = gate_and(f, bubble[j], bubble[j + 1]);
            bubble[j + 1] = gate_or(f, bubble[j], bubble[j + 1]);
            bubble[j] = low;
        }
    for (unsigned i = 0; i < size - seed; i++)
        for (unsigned j = i & 1; j + 1 < size; j += 2) {
            int low = gate_and(f, odd_even[j], odd_even[j + 1]);
            odd_even[j + 1] = gate_or(f, odd_even[j], odd_even[j + 1]);
            odd_even[j] = low;
        }
    CLAUSE(f, -word_equal(f, bubble, odd_even, size));
}

const benchmark benchmarks[] = {
    {"pigeon", pigeon_hole, 7, 0},
    {"pigeon", pigeon_hole, 8, 0},
    {"pigeon", pigeon_hole, 9, 0},
    {"random3", random_3sat, 200, 1},
    {"random3", random_3sat, 200, 2},
    {"random3", random_3sat, 225, 3},
    {"random3", random_3sat, 225, 6},
    {"random3", random_3sat, 250, 4},
    {"random3", random_3sat, 250, 5},
    {"random3", random_3sat, 250, 7},
    {"random3", random_3sat, 300, 9},
    {"urquhart", urquhart, 46, 2},
    {"urquhart", urquhart, 52, 3},
    {"urquhart", urquhart, 60, 4},
    {"parity", parity_learning, 220, 3},
    {"parity", parity_learning, 300, 4},
    {"parity", parity_learning, 360, 5},
    {"factor", factor_product, 16, 2},
    {"factor", factor_product, 18, 3},
    {"factor", factor_product, 20, 4},
    {"factor", factor_product, 20, 5},
    {"factor", factor_product, 21, 6},
    {"prime", factor_prime, 15, 4},
    {"prime", factor_prime, 16, 5},
    {"prime", factor_prime, 17, 6},
    {"prime", factor_prime, 18, 7},
    {"commute", multiplier_commutes, 6, 0},
    {"commute", multiplier_commutes, 7, 0},
    {"commute", multiplier_commutes, 8, 0},
    {"associate", adder_associates, 40, 0},
    {"associate", adder_associates, 63, 0},
    {"counter", counter, 7, 0},
    {"counter", counter, 8, 0},
    {"counter", counter, 9, 0},
    {"counter", counter, 9, 1},
    {"shifter", shifter, 5, 0},
    {"shifter", shifter, 6, 0},
    {"lfsr", lfsr, 48, 3},
    {"lfsr", lfsr, 56, 4},
    {"lfsr", lfsr, 52, 6},
    {"arx", arx, 6, 3},
    {"arx", arx, 7, 4},
    {"arx", arx, 8, 5},
    {"colour", colouring, 400, 230},
    {"colour", colouring, 500, 232},
    {"colour", colouring, 500, 229},
    {"latin", latin_square, 30, 2},
    {"latin", latin_square, 35, 3},
    {"latin", latin_square, 40, 4},
    {"sorting", sorting_network, 16, 0},
    {"sorting", sorting_network, 20, 0},
    {"sorting", sorting_network, 24, 0},
    {"division", program_division, 9, 0},
    {"division", program_division, 10, 0},
    {"division", program_division, 11, 0},
    {"counting", program_counting, 16, 0},
    {"counting", program_counting, 18, 0},
    {"counting", program_counting, 20, 0},
    {"hashing", program_hashing, 3, 54321},
};

const unsigned benchmark_count = sizeof benchmarks / sizeof *benchmarks;
