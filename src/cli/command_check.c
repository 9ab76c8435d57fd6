#include <unistd.h>

#include "base/clock.h"
#include "cli/commands.h"
#include "engine/check.h"
#include "report/check_text.h"

static int exit_code_of(check_verdict verdict)
{
    static const int CODES[] = {
        [CHECK_SAFE] = EXIT_SAFE,       [CHECK_VIOLATION] = EXIT_VIOLATION,       [CHECK_BOUNDED] = EXIT_BOUNDED,
        [CHECK_UNKNOWN] = STATUS_LIMIT, [CHECK_UNSUPPORTED] = STATUS_UNSUPPORTED, [CHECK_FAILED] = STATUS_INTERNAL,
    };
    return CODES[verdict];
}

int command_check(const session *s)
{
    const options *o = s->options;
    diag d = {0};
    symex_bounds bounds = {0};
    if (!parse_bounds(s, &bounds, &d)) {
        vec_clear(&bounds);
        return report_error(&d);
    }
    check_options co = {
        .model_count = o->model_count,
        .unwind = (uint32_t)o->unwind,
        .bounds = bounds.data,
        .bound_count = bounds.size,
        .ignored = o->ignored_claims,
        .malloc_may_fail = o->malloc_may_fail,
        .timeout = o->timeout,
        .max_memory = o->memory << 20,
        .ord = o->ord,
        .interrupt = s->interrupt,
    };
    check_result results[MACHINE_MODEL_COUNT];
    int code = EXIT_SAFE;
    memcpy(co.models, o->models, sizeof co.models);
    double started = clock_wall_seconds();
    check_program(s->program, &co, results);
    for (uint32_t i = 0; i < o->model_count; i++) {
        check_text_print(&results[i], s->program, o->stats, stdout);
        if (exit_code_of(results[i].verdict) > code)
            code = exit_code_of(results[i].verdict);
        check_result_clear(&results[i]);
    }
    (void)started;
    vec_clear(&bounds);
    return code;
}
