#include "support/random_programs.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/generate.h"

char *random_programs_write(const strbuf *text)
{
    const char *folder = getenv("TMPDIR");
    strbuf path = {0};
    strbuf_addf(&path, "%s/heddle-XXXXXX.c", folder ? folder : "/tmp");
    char *name = strbuf_take(&path);
    int descriptor = mkstemps(name, 2);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    if (file == NULL) {
        free(name);
        return NULL;
    }
    fputs(strbuf_text(text), file);
    fclose(file);
    return name;
}

/* For -m32 as well, where clang looks for them elsewhere. */
#define SYSTEM_HEADERS "/usr/include/x86_64-linux-gnu"

char *random_programs_compile(const char *source, const char *data_model, const char *optimisation)
{
    strbuf path = {0};
    strbuf_addf(&path, "%s.bc", source);
    char *output = strbuf_take(&path);
    pid_t child = fork();
    if (child == 0) {
        execl(TEST_CLANG, TEST_CLANG, optimisation, data_model, "-w", "-g", "-emit-llvm", "-c", "-isystem",
              TEST_HEADERS, "-idirafter", SYSTEM_HEADERS, "-o", output, source, (char *)NULL);
        _exit(EXIT_FAILURE);
    }
    int status = 0;
    if (child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return output;
    free(output);
    return NULL;
}

const char *random_programs_data_model(uint64_t seed)
{
    return seed >> 1 & 1 ? "-m32" : "-m64";
}

random_programs_result random_programs_compare(uint64_t first, uint64_t count, FILE *out)
{
    random_programs_result r = {0};
    compare_options options = {
        .observe = (char[]){GENERATE_OBSERVE},
        .unwind = GENERATE_UNWIND,
        .nondet_high = 1,
        .max_states = 300000,
        .max_steps = 200000,
    };
    for (uint64_t seed = first; seed < first + count; seed++) {
        strbuf text = {0}, report = {0};
        generate_program(seed, &text);
        options.settles = seed & 1;
        options.data_model = random_programs_data_model(seed);
        char *name = random_programs_write(&text);
        compare_verdict verdict = name ? compare_file(name, &options, &report) : COMPARE_DIFFERENT;
        r.total++;
        r.count[verdict]++;
        if (verdict == COMPARE_DIFFERENT)
            fprintf(out, "seed %llu:\n%s%s\n", (unsigned long long)seed, strbuf_text(&report), strbuf_text(&text));
        fflush(out);
        if (name)
            unlink(name);
        free(name);
        strbuf_clear(&text);
        strbuf_clear(&report);
    }
    return r;
}
