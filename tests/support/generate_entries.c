#include "support/generate_entries.h"

#include "support/writer.h"

static const char PRELUDE[] = "#include <assert.h>\n"
                              "#include <pthread.h>\n"
                              "#include <stdint.h>\n"
                              "typedef void *(*routine)(void *);\n"
                              "long seen[3], total;\n";

/* Rarely one that does not fit into a word. */
static const char *type(writer *w)
{
    if (writer_below(w, 100) == 0)
        return WRITER_ONE_OF(w, "double", "float", "long long");
    return WRITER_ONE_OF(w, "int", "unsigned", "short", "unsigned short", "signed char", "unsigned char", "long",
                         "unsigned _BitInt(13)", "uintptr_t");
}

static void thread(writer *w, uint32_t number)
{
    const char *parameter = writer_below(w, 8) ? type(w) : NULL, *result = writer_below(w, 3) ? type(w) : NULL;
    writer_line(w, "static %s thread%u(%s%s)", result ? result : "void", number, parameter ? parameter : "void",
                parameter ? " x" : "");
    writer_line(w, "{");
    w->indent++;
    writer_line(w, "long value = %s;", parameter ? WRITER_ONE_OF(w, "x", "x + 1", "x - 5", "x > 7", "x * 2") : "3");
    writer_line(w, "seen[%u] = value;", number);
    writer_line(w, "total += %s;", WRITER_ONE_OF(w, "value", "1", "value & 15"));
    if (result)
        writer_line(w, "return %s;", WRITER_ONE_OF(w, "value", "5", "value - 1"));
    w->indent--;
    writer_line(w, "}");
}

static void start(writer *w, uint32_t number)
{
    const char *argument =
        WRITER_ONE_OF(w, "7", "-1", "0x10007", "0x1ff", "0x7fffffff", "0x80000000", "0x123456789", "total");
    if (writer_below(w, 3) == 0) {
        writer_line(w, "routine f%u = (routine)thread%u;", number, number);
        writer_line(w, "pthread_create(&t[%u], 0, f%u, (void *)(intptr_t)%s);", number, number, argument);
    } else {
        writer_line(w, "pthread_create(&t[%u], 0, (routine)thread%u, (void *)(intptr_t)%s);", number, number, argument);
    }
}

void generate_entries(uint64_t seed, strbuf *out)
{
    writer w = writer_new(seed, out);
    uint32_t threads = 1 + writer_below(&w, 3);
    strbuf_add(out, PRELUDE);
    for (uint32_t i = 0; i < threads; i++)
        thread(&w, i);
    writer_line(&w, "int main(void)");
    writer_line(&w, "{");
    w.indent++;
    writer_line(&w, "pthread_t t[3];");
    writer_line(&w, "void *result = 0;");
    for (uint32_t i = 0; i < threads; i++)
        start(&w, i);
    for (uint32_t i = 0; i < threads; i++)
        writer_line(&w, "pthread_join(t[%u], %s);", i, WRITER_ONE_OF(&w, "0", "&result"));
    writer_line(&w, "assert((%s%s) %s);", WRITER_ONE_OF(&w, "seen[0]", "seen[1]", "total", "(int)(intptr_t)result"),
                WRITER_ONE_OF(&w, "", " & 255"),
                WRITER_ONE_OF(&w, "!= 7", "== 8", "<= 255", "!= 0xff", ">= 0", "!= 0x10007", "< 0x10000"));
    writer_line(&w, "return 0;");
    w.indent--;
    writer_line(&w, "}");
}
