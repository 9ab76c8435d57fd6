/* Checks C files through the library, under all three memory models, and prints what happens in the execution that
 * violates the property, if there is one.
 *
 *     cc check_files.c $(pkg-config --cflags --libs heddle) -o check_files
 *     ./check_files ../store_buffering.c */
#include <heddle.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static volatile sig_atomic_t is_interrupted;

static void interrupt(int signal)
{
    (void)signal;
    is_interrupted = 1;
}

/* Ctrl-C cancels the check; what is known until then is printed. */
static int on_progress(void *context, const heddle_progress *progress)
{
    int *calls = context;
    ++*calls;
    if (progress->seconds > 1)
        fprintf(stderr, "%s: %u events, %llu conflicts\n", progress->phase, progress->events,
                (unsigned long long)progress->conflicts);
    return is_interrupted;
}

static void print_execution(const heddle_result *result, heddle_model model, const heddle_violation *violation)
{
    for (size_t i = 0; i < violation->step_count; i++) {
        heddle_step step = heddle_result_step(result, model, i);
        printf("    %-12s line %-4u %s\n", step.who, step.line, step.text);
    }
}

int main(int count, char **arguments)
{
    static const char *const MODELS[] = {"SC", "TSO", "PSO"};
    static const char *const VERDICTS[] = {"safe", "violation", "bounded", "unknown", "unsupported"};
    heddle_error error = {0};
    int calls = 0, is_violated = 0;
    if (count < 2) {
        fprintf(stderr, "usage: check_files FILE...\n");
        return 2;
    }
    signal(SIGINT, interrupt);
    heddle_program *program = heddle_load((const char *const *)(arguments + 1), (size_t)count - 1, NULL, 0, &error);
    if (program == NULL) {
        fprintf(stderr, "%s\n", error.message);
        int code = error.exit_code;
        heddle_error_clear(&error);
        return code;
    }
    heddle_check_options options = {
        .models = 1u << HEDDLE_SC | 1u << HEDDLE_TSO | 1u << HEDDLE_PSO,
        .timeout = 60,
        .progress = on_progress,
        .context = &calls,
    };
    heddle_result *result = heddle_check(program, &options);
    for (int model = HEDDLE_SC; model <= HEDDLE_PSO; model++) {
        const heddle_violation *violation = heddle_result_violation(result, (heddle_model)model);
        printf("%s: %s: %s\n", MODELS[model], VERDICTS[heddle_result_verdict(result, (heddle_model)model)],
               heddle_result_message(result, (heddle_model)model));
        if (violation && !is_violated)
            print_execution(result, (heddle_model)model, violation);
        is_violated |= violation != NULL;
    }
    heddle_result_free(result);
    heddle_program_free(program);
    return is_violated ? 10 : 0;
}
