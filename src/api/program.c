/* include/heddle.h: versions, errors, programs. */
#include "api/program.h"

#include "api/budget.h"
#include "api/defaults.h"
#include "api/svcomp.h"
#include "api/text.h"
#include "base/alloc.h"
#include "cat/model.h"

const char *heddle_version(void)
{
    return HEDDLE_VERSION;
}

/* The public numbers stay what they are, whatever order the table has. */
static const model *const NUMBERED[] = {
    [HEDDLE_SC] = &MODEL_SC,       [HEDDLE_TSO] = &MODEL_TSO,     [HEDDLE_PSO] = &MODEL_PSO,
    [HEDDLE_ARMV8] = &MODEL_ARMv8, [HEDDLE_POWER] = &MODEL_Power, [HEDDLE_RMO] = &MODEL_RMO,
    [HEDDLE_ALPHA] = &MODEL_Alpha, [HEDDLE_RISCV] = &MODEL_RISCV, [HEDDLE_RC11] = &MODEL_RC11,
    [HEDDLE_CAT] = &MODEL_Cat,
};
enum { NUMBERED_COUNT = sizeof NUMBERED / sizeof *NUMBERED };
_Static_assert((int)NUMBERED_COUNT == (int)MODEL_COUNT, "every model has a number");

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

const model *api_model_given(heddle_model number, diag *d)
{
    if (api_model(number) == NULL)
        diag_fail(d, STATUS_BAD_INPUT, "there is no memory model with the number %u", (unsigned)number);
    return api_model(number);
}

const model *api_machine_given(heddle_model number, diag *d)
{
    const model *m = api_model_given(number, d);
    if (m == NULL || model_has_machine(m))
        return m;
    diag_fail(d, STATUS_BAD_INPUT, "%s is known by its axioms alone: there is no machine to run programs on", m->name);
    return NULL;
}

model api_cat_row(const char *file)
{
    model row = MODEL_Cat;
    const char *slash = file ? strrchr(file, '/') : NULL;
    if (file) {
        row.cat = file;
        row.name = slash ? slash + 1 : file;
    }
    return row;
}

bool api_axioms_given(heddle_model number, const char *file, diag *d)
{
    if (number != HEDDLE_CAT)
        return api_model_given(number, d) != NULL;
    if (file == NULL)
        return diag_fail(d, STATUS_BAD_INPUT, "the model HEDDLE_CAT needs the file that it is in");
    cat_model *model = cat_load(file, d);
    cat_free(model);
    return model != NULL;
}

const char *heddle_model_name(heddle_model model)
{
    return api_model(model) ? api_model(model)->name : NULL;
}

int heddle_model_has_machine(heddle_model model)
{
    return api_model(model) && model_has_machine(api_model(model));
}

void heddle_error_clear(heddle_error *error)
{
    free(error->message);
    *error = (heddle_error){0};
}

/* ---- loading ---- */

static bool asks_for_overflow(const char *property_file)
{
    diag unused = {0};
    property_set asked = 0;
    bool is_read = property_file && svcomp_read(property_file, &asked, &unused);
    diag_clear(&unused);
    return is_read && property_is_in(asked, PROPERTY_OVERFLOW);
}

static frontend_options frontend_options_for(const heddle_load_options *o, heddle_budget *b)
{
    return (frontend_options){
        .files = o->files,
        .file_count = (uint32_t)o->file_count,
        .clang_arguments = o->clang_arguments,
        .clang_argument_count = (uint32_t)o->clang_argument_count,
        .plain_atomics = o->plain_atomics,
        .undefined_return_any = o->undefined_return_any,
        .overflow_is_error = o->overflow_is_error || asks_for_overflow(o->svcomp),
        .unset_is_error = o->unset_is_error,
        .budget = &b->limits,
        .outside = &b->outside,
    };
}

void api_take_error(diag *d, heddle_error *error)
{
    *error = (heddle_error){.exit_code = d->status, .message = d->message};
    *d = (diag){0};
}

static heddle_program *program_of(ir_program *ir, const heddle_load_options *options)
{
    heddle_program *program = alloc_zeroed(1, sizeof *program);
    program->ir = ir;
    for (size_t i = 0; i < options->file_count; i++)
        vec_push(&program->files, alloc_string(options->files[i]));
    return program;
}

/* ---- litmus tests ---- */

static bool has_litmus(const heddle_load_options *options)
{
    for (size_t i = 0; i < options->file_count; i++)
        if (litmus_is_file(options->files[i]))
            return true;
    return false;
}

static heddle_program *load_litmus(const heddle_load_options *options, diag *d)
{
    if (options->file_count > 1) {
        diag_fail(d, STATUS_BAD_INPUT, "a litmus test is a whole program: it cannot be linked with other files");
        return NULL;
    }
    litmus_test *test = litmus_read_file(options->files[0], d);
    ir_program *ir = test ? litmus_program(test, litmus_quantifier_of(test) != LITMUS_EXISTS, d) : NULL;
    if (ir == NULL) {
        litmus_free(test);
        return NULL;
    }
    heddle_program *program = program_of(ir, options);
    program->litmus = test;
    program->has_unset = true; /* everything in it is set */
    return program;
}

heddle_program *heddle_load_with(const heddle_load_options *options, heddle_error *error)
{
    diag d = {0};
    if (has_litmus(options)) {
        heddle_program *program = load_litmus(options, &d);
        if (program == NULL)
            api_take_error(&d, error);
        return program;
    }
    heddle_budget own, *b = api_budget_choose(options->budget, &own, options->timeout, options->max_memory);
    frontend_options load = frontend_options_for(options, b);
    ir_program *ir = frontend_load(&load, &d);
    if (ir == NULL) {
        api_take_error(&d, error);
        return NULL;
    }
    heddle_program *program = program_of(ir, options);
    program->has_overflow = load.overflow_is_error;
    program->has_unset = load.unset_is_error;
    return program;
}

heddle_program *heddle_load_nothing(const heddle_load_options *options, const char *why)
{
    heddle_program *program = program_of(ir_program_new(), options);
    program->missing = alloc_string(why);
    return program;
}

heddle_program *heddle_load(const char *const *files, size_t file_count, const char *const *clang_arguments,
                            size_t clang_argument_count, heddle_error *error)
{
    heddle_load_options options = {
        .files = files,
        .file_count = file_count,
        .clang_arguments = clang_arguments,
        .clang_argument_count = clang_argument_count,
    };
    return heddle_load_with(&options, error);
}

char *heddle_preprocess(const heddle_load_options *options, size_t index, size_t *size, heddle_error *error)
{
    diag d = {0};
    strbuf text = {0};
    heddle_budget own, *b = api_budget_choose(options->budget, &own, options->timeout, options->max_memory);
    frontend_options load = frontend_options_for(options, b);
    if (!frontend_preprocess(&load, (uint32_t)index, &text, &d)) {
        strbuf_clear(&text);
        api_take_error(&d, error);
        return NULL;
    }
    *size = text.size;
    return strbuf_take(&text);
}

void heddle_program_free(heddle_program *program)
{
    if (program == NULL)
        return;
    ir_program_free(program->ir);
    litmus_free(program->litmus);
    for (uint32_t i = 0; i < program->files.size; i++)
        free(program->files.data[i]);
    vec_clear(&program->files);
    free(program->missing);
    free(program);
}

static bool find_function(const ir_program *ir, const char *name, ir_id *id, diag *d)
{
    *id = ir_find_function(ir, name);
    return *id != IR_NONE || diag_fail(d, STATUS_BAD_INPUT, "no function `%s` in the program", name);
}

char *heddle_program_print(const heddle_program *program, const char *function, heddle_error *error)
{
    diag d = {0};
    ir_id id = IR_NONE;
    if (!api_is_loaded(program, &d) || (function && !find_function(program->ir, function, &id, &d))) {
        api_take_error(&d, error);
        return NULL;
    }
    api_text text;
    ir_print(program->ir, id, api_text_begin(&text));
    return api_text_end(&text);
}

/* ---- what others share ---- */

bool api_is_loaded(const heddle_program *program, diag *d)
{
    return program->missing == NULL || diag_fail(d, STATUS_LIMIT, "gave up: %s", program->missing);
}

uint32_t api_buffer_bound(unsigned given)
{
    if (given == HEDDLE_NO_BOUND)
        return 0;
    return given ? given : DEFAULT_BUFFER_BOUND;
}
