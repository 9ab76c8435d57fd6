/* Signed arithmetic near the limits of its types. Half of the programs do one operation on known values, and say what
 * to expect, from arithmetic of 128 bits; in the others threads count up and down at the same time. */
#include <stdbool.h>

#include "support/families.h"
#include "support/generate_control.h"
#include "support/writer.h"

typedef __int128 wide;

typedef struct number_type {
    const char *name;
    int bits, promoted; /* those of what operations are done in */
    bool is_unsigned;   /* after that, too */
} number_type;

static const number_type TYPES[] = {
    {"signed char", 8, 32, false}, {"short", 16, 32, false},     {"int", 32, 32, false},
    {"int", 32, 32, false},        {"long long", 64, 64, false}, {"unsigned", 32, 32, true},
};

static wide most(int bits)
{
    return ((wide)1 << (bits - 1)) - 1;
}

static wide value_of(writer *w, const number_type *t)
{
    wide limit = most(t->bits);
    wide values[] = {0, 1, -1, 2, 3, limit, limit - 1, -limit, -limit - 1, limit / 2, limit / 2 + 1, -limit / 2 - 1};
    return values[writer_below(w, sizeof values / sizeof *values)];
}

/* What a value of the type is after it was stored there. */
static wide stored(const number_type *t, wide value)
{
    return t->is_unsigned ? (wide)(unsigned)value : value;
}

typedef struct operation {
    const char *text; /* with a and b */
    char kind;
} operation;

static const operation OPERATIONS[] = {
    {"r = a + b;", '+'},  {"a += b;", '+'},
    {"r = a - b;", '-'},  {"a -= b;", '-'},
    {"r = a * b;", '*'},  {"a *= b;", '*'},
    {"r = a / b;", '/'},  {"a %= b;", '/'},
    {"r = a << b;", '<'}, {"a <<= b;", '<'},
    {"r = -a;", '~'},     {"a++;", 'i'},
    {"r = --a;", 'd'},    {"r = a + (b ? 1 : 0);", 'c'},
};

static wide result_of(char kind, wide a, wide b)
{
    switch (kind) {
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '*':
        return a * b;
    case '/':
        return a / b;
    case '<':
        return a * ((wide)1 << b);
    case '~':
        return -a;
    case 'i':
        return a + 1;
    case 'd':
        return a - 1;
    default:
        return a + (b != 0);
    }
}

static bool overflows(const number_type *t, char kind, wide a, wide b)
{
    wide result = result_of(kind, a, b);
    return !t->is_unsigned && ((kind == '<' && a < 0) || result > most(t->promoted) || result < -most(t->promoted) - 1);
}

static void write_value(writer *w, const number_type *t, const char *name, wide value)
{
    writer_line(w, "%s %s = (%s)0x%llxull;", t->name, name, t->name, (unsigned long long)value);
}

static void write_head(writer *w, bool is_wrong)
{
    writer_line(w, "%s", is_wrong ? FAMILY_VIOLATION : FAMILY_SAFE);
    writer_line(w, "#include <pthread.h>");
}

static void write_main(writer *w)
{
    writer_line(w, "int main(void)");
    writer_line(w, "{");
    writer_line(w, "    pthread_t t[2];");
    writer_line(w, "    pthread_create(&t[0], 0, first, 0);");
    writer_line(w, "    second(0);");
    writer_line(w, "    pthread_join(t[0], 0);");
    writer_line(w, "    return 0;");
    writer_line(w, "}");
}

static void write_operation(writer *w)
{
    const number_type *t = &TYPES[writer_below(w, sizeof TYPES / sizeof *TYPES)];
    const operation *o = &OPERATIONS[writer_below(w, sizeof OPERATIONS / sizeof *OPERATIONS)];
    wide a = stored(t, value_of(w, t)), b = stored(t, value_of(w, t));
    if (o->kind == '<')
        b = writer_below(w, t->bits < 31 ? (uint32_t)t->bits : 31);
    if (o->kind == '/' && b == 0)
        b = 1;
    write_head(w, overflows(t, o->kind, a, b));
    write_value(w, t, "a", a);
    write_value(w, t, "b", b);
    writer_line(w, "long long r;");
    writer_line(w, "static void *first(void *u) { %s return u; }", o->text);
    writer_line(w, "static void *second(void *u) { return u; }");
    write_main(w);
}

static void write_conversion(writer *w)
{
    static const struct {
        const char *type, *number;
        bool fits;
    } CASES[] = {
        {"int", "2147483647.75", true},
        {"int", "2147483648.0", false},
        {"int", "-2147483648.5", true},
        {"int", "-2147483649.0", false},
        {"unsigned", "-0.75", true},
        {"unsigned", "-1.0", false},
        {"unsigned", "4294967295.5", true},
        {"unsigned", "4294967296.0", false},
        {"signed char", "127.9", true},
        {"signed char", "128.0", false},
        {"int", "1e300", false},
        {"int", "0.0 / 0.0", false},
        {"long long", "9223372036854774784.0", true},
        {"long long", "9223372036854775808.0", false},
    };
    uint32_t i = writer_below(w, sizeof CASES / sizeof *CASES);
    write_head(w, !CASES[i].fits);
    writer_line(w, "%s r;", CASES[i].type);
    writer_line(w, "static void *first(void *u) { double d = %s; r = (%s)d; return u; }", CASES[i].number,
                CASES[i].type);
    writer_line(w, "static void *second(void *u) { return u; }");
    write_main(w);
}

static void write_statement(writer *w)
{
    const char *v = WRITER_ONE_OF(w, "x", "x", "y"), *other = WRITER_ONE_OF(w, "x", "y", "1", "s");
    switch (writer_below(w, 7)) {
    case 0:
        writer_line(w, "    %s++;", v);
        break;
    case 1:
        writer_line(w, "    %s--;", v);
        break;
    case 2:
        writer_line(w, "    %s = %u;", v, writer_below(w, 3));
        break;
    case 3:
        writer_line(w, "    if (%s < %u) %s += %s;", v, writer_below(w, 3), v, other);
        break;
    case 4:
        writer_line(w, "    y = %s - %s;", v, other);
        break;
    case 5:
        writer_line(w, "    s++;");
        break;
    default:
        writer_line(w, "    u += %s;", v);
        break;
    }
}

static void write_thread(writer *w, const char *name)
{
    writer_line(w, "static void *%s(void *unused)", name);
    writer_line(w, "{");
    for (uint32_t n = 1 + writer_below(w, 3); n > 0; n--)
        write_statement(w);
    writer_line(w, "    return unused;");
    writer_line(w, "}");
}

static void write_threads(writer *w)
{
    writer_line(w, "#include <limits.h>");
    writer_line(w, "#include <pthread.h>");
    writer_line(w, "int x = %s, y = %s;", WRITER_ONE_OF(w, "INT_MAX - 1", "INT_MAX", "0"),
                WRITER_ONE_OF(w, "INT_MIN + 1", "INT_MIN", "1"));
    writer_line(w, "short s = 32767;");
    writer_line(w, "unsigned u = 4294967295u;");
    write_thread(w, "first");
    write_thread(w, "second");
    write_main(w);
}

void generate_overflow(uint64_t seed, strbuf *out)
{
    writer w = writer_new(seed, out);
    switch (writer_below(&w, 8)) {
    case 0:
        write_conversion(&w);
        break;
    case 1:
    case 2:
    case 3:
        write_operation(&w);
        break;
    default:
        write_threads(&w);
        break;
    }
}
