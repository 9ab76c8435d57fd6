/* include/heddle.h: litmus tests. */
#include "api/litmus_states.h"

#include "api/defaults.h"
#include "api/exit_code.h"
#include "api/program.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "report/result_json.h"

struct heddle_litmus {
    char *file, *name, *condition;
    char *model; /* its name; NULL: there is none */
    litmus_quantifier quantifier;
    bool is_listed; /* all final states are known */
    VEC(char *) states;
    size_t positive;
    int is_observed; /* -1: not known */
    heddle_verdict verdict;
    char *message;
    int exit_code;
    double seconds;
};

int heddle_is_litmus_file(const char *name)
{
    return litmus_is_file(name);
}

int heddle_is_litmus(const heddle_program *program)
{
    return program->litmus != NULL;
}

/* ---- answering ---- */

/* Of a condition that was decided. */
static void take_verdict(heddle_litmus *l)
{
    bool is_violated = l->quantifier != LITMUS_EXISTS && l->is_observed;
    l->verdict = is_violated ? HEDDLE_VIOLATION : HEDDLE_SAFE;
    l->exit_code = exit_code_of_verdict(l->verdict);
}

static void take_failure(heddle_litmus *l, int exit_code, const char *message)
{
    l->verdict = exit_code == STATUS_UNSUPPORTED ? HEDDLE_UNSUPPORTED : HEDDLE_UNKNOWN;
    l->exit_code = exit_code;
    free(l->message);
    l->message = alloc_string(message);
}

static void take_states(heddle_litmus *l, const litmus_test *test, const litmus_states *states)
{
    uint32_t width = litmus_observed_count(test);
    for (uint32_t i = 0; i < states->count; i++) {
        const uint64_t *values = states->values.data + (size_t)i * width;
        strbuf text = {0};
        litmus_print_state(test, values, &text);
        vec_push(&l->states, strbuf_take(&text));
        l->positive += litmus_holds(test, values);
    }
    l->is_listed = true;
    l->is_observed = l->quantifier == LITMUS_FORALL ? l->positive < l->states.size : l->positive > 0;
    take_verdict(l);
}

static void list_states(heddle_litmus *l, litmus_test *test, heddle_model number, const heddle_litmus_options *o,
                        heddle_budget *b)
{
    diag d = {0};
    litmus_states states = {0};
    model cat = api_cat_row(o->cat);
    litmus_states_options so = {
        .max_states = o->max_states ? o->max_states : DEFAULT_MAX_STATES,
        .buffer_bound = api_buffer_bound(o->buffer_bound),
        .budget = b,
    };
    ir_program *ir = litmus_program(test, false, &d);
    if (ir && litmus_states_list(test, ir, number == HEDDLE_CAT ? &cat : api_model(number), &so, &states, &d))
        take_states(l, test, &states);
    else
        take_failure(l, d.status, d.message);
    litmus_states_clear(&states);
    ir_program_free(ir);
    diag_clear(&d);
}

/* What other than the condition goes wrong is no answer to it: it is found by heddle_check, and has its exit code. */
static void take_result(heddle_litmus *l, heddle_model model, const heddle_result *result)
{
    heddle_verdict verdict = heddle_result_verdict(result, model);
    const heddle_error *error = heddle_result_error(result);
    if (error) {
        take_failure(l, error->exit_code, error->message);
    } else if (verdict == HEDDLE_VIOLATION || verdict == HEDDLE_SAFE) {
        l->is_observed = verdict == HEDDLE_VIOLATION;
        take_verdict(l);
    } else {
        take_failure(l, exit_code_of_verdict(verdict), heddle_result_message(result, model));
    }
}

static void ask_engines(heddle_litmus *l, litmus_test *test, heddle_model model, const heddle_litmus_options *o,
                        heddle_budget *b)
{
    diag d = {0};
    heddle_program asked = {.ir = litmus_program(test, true, &d)};
    heddle_check_options co = {
        .models = 1u << model,
        .cat = o->cat,
        .properties = HEDDLE_ASSERTIONS,
        .engines = o->engines,
        .budget = b,
        .advanced = o->advanced,
    };
    if (asked.ir) {
        heddle_result *result = heddle_check(&asked, &co);
        take_result(l, model, result);
        heddle_result_free(result);
    } else {
        take_failure(l, d.status, d.message);
    }
    ir_program_free(asked.ir);
    diag_clear(&d);
}

static heddle_litmus *new_answer(const char *file)
{
    heddle_litmus *l = alloc_zeroed(1, sizeof *l);
    l->file = alloc_string(file);
    l->is_observed = -1;
    l->message = alloc_string("");
    return l;
}

static void describe(heddle_litmus *l, const litmus_test *test)
{
    strbuf condition = {0};
    l->name = alloc_string(litmus_name(test));
    l->quantifier = litmus_quantifier_of(test);
    litmus_print_condition(test, &condition);
    l->condition = strbuf_take(&condition);
}

heddle_litmus *heddle_litmus_run(const heddle_program *program, heddle_model model,
                                 const heddle_litmus_options *options)
{
    static const heddle_litmus_options DEFAULTS = {0};
    const heddle_litmus_options *o = options ? options : &DEFAULTS;
    heddle_budget own, *b = api_budget_choose(o->budget, &own, 0, 0);
    double started = clock_wall_seconds();
    heddle_litmus *l = new_answer(program->files.size ? program->files.data[0] : "");
    diag d = {0};
    if (program->litmus == NULL)
        diag_fail(&d, STATUS_BAD_INPUT, "the program is no litmus test");
    else if (api_axioms_given(model, o->cat, &d)) {
        l->model = alloc_string(model == HEDDLE_CAT ? api_cat_row(o->cat).name : heddle_model_name(model));
        describe(l, program->litmus);
        (o->engines ? ask_engines : list_states)(l, program->litmus, model, o, b);
    }
    if (d.message)
        take_failure(l, d.status, d.message);
    diag_clear(&d);
    l->seconds = clock_wall_seconds() - started;
    return l;
}

heddle_litmus *heddle_litmus_failed(const char *file, const heddle_error *error)
{
    heddle_litmus *l = new_answer(file);
    take_failure(l, error->exit_code, error->message);
    return l;
}

void heddle_litmus_free(heddle_litmus *l)
{
    if (l == NULL)
        return;
    for (uint32_t i = 0; i < l->states.size; i++)
        free(l->states.data[i]);
    vec_clear(&l->states);
    free(l->file);
    free(l->name);
    free(l->condition);
    free(l->model);
    free(l->message);
    free(l);
}

/* ---- reading ---- */

heddle_verdict heddle_litmus_verdict(const heddle_litmus *l)
{
    return l->verdict;
}

const char *heddle_litmus_message(const heddle_litmus *l)
{
    return l->message;
}

int heddle_litmus_exit_code(const heddle_litmus *l)
{
    return l->exit_code;
}

const char *heddle_litmus_name(const heddle_litmus *l)
{
    return l->name ? l->name : l->file;
}

const char *heddle_litmus_model(const heddle_litmus *l)
{
    return l->model;
}

int heddle_litmus_is_observed(const heddle_litmus *l)
{
    return l->is_observed;
}

size_t heddle_litmus_state_count(const heddle_litmus *l)
{
    return l->states.size;
}

const char *heddle_litmus_state(const heddle_litmus *l, size_t index)
{
    return l->states.data[index];
}

size_t heddle_litmus_positive(const heddle_litmus *l)
{
    return l->positive;
}

/* ---- showing ---- */

/* Does what the test says of its condition stand? */
static bool is_ok(const heddle_litmus *l)
{
    return l->is_observed == (l->quantifier == LITMUS_EXISTS);
}

static const char *observation(const heddle_litmus *l)
{
    return l->positive == 0 ? "Never" : l->positive == l->states.size ? "Always" : "Sometimes";
}

static void print_states(const heddle_litmus *l, strbuf *out)
{
    strbuf_addf(out, "States %u\n", l->states.size);
    for (uint32_t i = 0; i < l->states.size; i++)
        strbuf_addf(out, "%s\n", l->states.data[i]);
}

/* States that speak for what the test says: for `~exists`, those in which the condition does not hold. */
static void print_witnesses(const heddle_litmus *l, strbuf *out)
{
    size_t negative = l->states.size - l->positive;
    bool is_negated = l->quantifier == LITMUS_NOT_EXISTS;
    strbuf_addf(out, "Witnesses\nPositive: %zu Negative: %zu\n", is_negated ? negative : l->positive,
                is_negated ? l->positive : negative);
}

char *heddle_litmus_text(const heddle_litmus *l)
{
    static const char *const KINDS[] = {"Allowed", "Forbidden", "Required"};
    strbuf out = {0};
    if (l->is_observed < 0) {
        strbuf_addf(&out, "%s under %s: UNKNOWN: %s\n", heddle_litmus_name(l), l->model ? l->model : "no model",
                    l->message);
        return strbuf_take(&out);
    }
    strbuf_addf(&out, "Test %s %s\n", l->name, KINDS[l->quantifier]);
    if (l->is_listed)
        print_states(l, &out);
    strbuf_addf(&out, "%s\n", is_ok(l) ? "Ok" : "No");
    if (l->is_listed)
        print_witnesses(l, &out);
    strbuf_addf(&out, "Condition %s\n", l->condition);
    if (l->is_listed)
        strbuf_addf(&out, "Observation %s %s %zu %zu\n", l->name, observation(l), l->positive,
                    l->states.size - l->positive);
    return strbuf_take(&out);
}

char *heddle_litmus_line(const heddle_litmus *l)
{
    strbuf out = {0};
    strbuf_addf(&out, "%s %s ", heddle_litmus_name(l), l->model ? l->model : "-");
    if (l->is_observed < 0) {
        strbuf_addf(&out, "Unknown: %s", l->message);
        return strbuf_take(&out);
    }
    if (l->quantifier == LITMUS_FORALL)
        strbuf_add(&out, l->is_observed ? "Violated" : "Required");
    else
        strbuf_add(&out, l->is_observed ? "Allowed" : "Forbidden");
    if (l->is_listed)
        strbuf_addf(&out, " %s %zu %zu", observation(l), l->positive, l->states.size - l->positive);
    if (l->verdict == HEDDLE_VIOLATION)
        strbuf_add(&out, " No");
    return strbuf_take(&out);
}

static void add_text(json *j, const char *key, const char *value)
{
    json_key(j, key);
    json_string(j, value);
}

static void add_states(json *j, const heddle_litmus *l)
{
    json_key(j, "states");
    json_begin(j, '[');
    for (uint32_t i = 0; i < l->states.size; i++)
        json_string(j, l->states.data[i]);
    json_end(j, ']');
    json_key(j, "positive");
    json_number(j, l->positive);
    json_key(j, "negative");
    json_number(j, l->states.size - l->positive);
    add_text(j, "observation", observation(l));
}

static void add_answer(json *j, const heddle_litmus *l)
{
    static const char *const VERDICTS[] = {
        [HEDDLE_SAFE] = "SAFE",       [HEDDLE_VIOLATION] = "VIOLATION",     [HEDDLE_BOUNDED] = "BOUNDED",
        [HEDDLE_UNKNOWN] = "UNKNOWN", [HEDDLE_UNSUPPORTED] = "UNSUPPORTED",
    };
    json_begin(j, '{');
    add_text(j, "file", l->file);
    add_text(j, "test", heddle_litmus_name(l));
    if (l->model)
        add_text(j, "model", l->model);
    add_text(j, "verdict", VERDICTS[l->verdict]);
    if (l->condition)
        add_text(j, "condition", l->condition);
    if (l->is_observed >= 0) {
        json_key(j, "observed");
        json_bool(j, l->is_observed);
        json_key(j, "ok");
        json_bool(j, is_ok(l));
    }
    if (l->is_listed)
        add_states(j, l);
    if (*l->message)
        add_text(j, "message", l->message);
    json_key(j, "seconds");
    json_double(j, l->seconds);
    json_end(j, '}');
}

char *heddle_litmus_json(const heddle_litmus *const *list, size_t count)
{
    json j = {0};
    VEC(const char *) files = {0};
    for (size_t i = 0; i < count; i++)
        if (i == 0 || strcmp(list[i]->file, *vec_last(&files)) != 0)
            vec_push(&files, list[i]->file);
    result_json_begin(&j, "litmus", files.data, files.size);
    for (size_t i = 0; i < count; i++)
        add_answer(&j, list[i]);
    result_json_end(&j);
    vec_clear(&files);
    return strbuf_take(&j.text);
}
