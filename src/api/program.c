/* include/heddle.h: versions, errors, programs. */
#include "api/program.h"

#include "base/alloc.h"
#include "frontend/frontend.h"

const char *heddle_version(void)
{
    return HEDDLE_VERSION;
}

/* The public numbers stay what they are, whatever order the table has. */
static const model *const NUMBERED[] = {
    [HEDDLE_SC] = &MODEL_SC,
    [HEDDLE_TSO] = &MODEL_TSO,
    [HEDDLE_PSO] = &MODEL_PSO,
};
enum { NUMBERED_COUNT = sizeof NUMBERED / sizeof *NUMBERED };

const model *api_model(heddle_model number)
{
    return (unsigned)number < NUMBERED_COUNT ? NUMBERED[number] : NULL;
}

heddle_model api_model_number(const model *model)
{
    for (unsigned i = 0; i < NUMBERED_COUNT; i++)
        if (NUMBERED[i] == model)
            return (heddle_model)i;
    return HEDDLE_SC;
}

void heddle_error_clear(heddle_error *error)
{
    free(error->message);
    *error = (heddle_error){0};
}

heddle_program *heddle_load(const char *const *files, size_t file_count, const char *const *clang_arguments,
                            size_t clang_argument_count, heddle_error *error)
{
    diag d = {0};
    frontend_options options = {
        .files = files,
        .file_count = (uint32_t)file_count,
        .clang_arguments = clang_arguments,
        .clang_argument_count = (uint32_t)clang_argument_count,
    };
    ir_program *ir = frontend_load(&options, &d);
    if (ir == NULL) {
        error->exit_code = d.status;
        error->message = d.message;
        return NULL;
    }
    heddle_program *program = alloc_zeroed(1, sizeof *program);
    program->ir = ir;
    for (size_t i = 0; i < file_count; i++)
        vec_push(&program->files, alloc_string(files[i]));
    return program;
}

void heddle_program_free(heddle_program *program)
{
    if (program == NULL)
        return;
    ir_program_free(program->ir);
    for (uint32_t i = 0; i < program->files.size; i++)
        free(program->files.data[i]);
    vec_clear(&program->files);
    free(program);
}

char *api_locate(const ir_program *ir, const machine_result *result)
{
    strbuf text = {0};
    ir_print_location(ir, ir->code.data[result->user_pc].location, &text);
    strbuf_addf(&text, ": %s", result->message);
    return strbuf_take(&text);
}
