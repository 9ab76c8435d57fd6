/* include/heddle.h: recorded executions. */
#include "api/budget.h"
#include "api/exit_code.h"
#include "api/program.h"
#include "base/alloc.h"
#include "observed/answer.h"
#include "report/json.h"
#include "report/result_json.h"

struct heddle_consistency {
    observed *observed;
    observed_answer answers[MODEL_COUNT];
    uint32_t count;
};

static void add_answer(heddle_consistency *c, const model *m, const char *gave_up, consistency *checker, budget *limits)
{
    observed_answer *a = &c->answers[c->count++];
    if (gave_up)
        *a = (observed_answer){.model = m, .answer = CONSISTENCY_GAVE_UP, .gave_up = gave_up};
    else
        observed_answer_find(a, c->observed, m, checker, limits);
}

static void check_models(heddle_consistency *c, const heddle_consistency_options *o, budget *limits)
{
    unsigned models = o->models ? o->models : 1u << HEDDLE_SC;
    consistency *checker = consistency_new();
    for (int i = 0; i < MODEL_COUNT; i++)
        if (models & 1u << i && model_has_machine(api_model((heddle_model)i)))
            add_answer(c, api_model((heddle_model)i), o->gave_up, checker, limits);
    consistency_free(checker);
}

heddle_consistency *heddle_check_consistency(const char *file, const char *text, size_t size,
                                             const heddle_consistency_options *options, heddle_error *error)
{
    heddle_consistency_options o = options ? *options : (heddle_consistency_options){0};
    diag d = {0};
    observed *seen = observed_read(file, o.gave_up ? "" : text, o.gave_up ? 0 : size, &d);
    if (seen == NULL) {
        api_take_error(&d, error);
        return NULL;
    }
    heddle_consistency *c = alloc_zeroed(1, sizeof *c);
    heddle_budget own;
    api_budget_init(&own, o.timeout, o.max_memory);
    c->observed = seen;
    check_models(c, &o, o.budget ? &o.budget->limits : &own.limits);
    return c;
}

void heddle_consistency_free(heddle_consistency *c)
{
    if (c == NULL)
        return;
    for (uint32_t i = 0; i < c->count; i++)
        observed_answer_clear(&c->answers[i]);
    observed_free(c->observed);
    free(c);
}

/* NULL if the model was not asked for. */
static const observed_answer *answer_for(const heddle_consistency *c, heddle_model model)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->answers[i].model == api_model(model))
            return &c->answers[i];
    return NULL;
}

heddle_consistent heddle_consistency_answer(const heddle_consistency *c, heddle_model model)
{
    const observed_answer *a = answer_for(c, model);
    if (a == NULL || a->answer == CONSISTENCY_GAVE_UP)
        return HEDDLE_UNCERTAIN;
    return a->answer == CONSISTENCY_YES ? HEDDLE_CONSISTENT : HEDDLE_INCONSISTENT;
}

int heddle_consistency_exit_code(const heddle_consistency *c)
{
    static const int CODES[] = {
        [CONSISTENCY_YES] = EXIT_SAFE, [CONSISTENCY_NO] = EXIT_VIOLATION, [CONSISTENCY_GAVE_UP] = STATUS_LIMIT};
    int code = EXIT_SAFE;
    for (uint32_t i = 0; i < c->count; i++)
        code = exit_code_worse(code, CODES[c->answers[i].answer]);
    return code;
}

heddle_moment_step heddle_consistency_step(const heddle_consistency *c, heddle_model model, size_t index)
{
    const observed_answer *a = answer_for(c, model);
    if (a == NULL || index >= a->witness.size)
        return (heddle_moment_step){.text = ""};
    const observed_row *row = &a->witness.data[index];
    const observed_event *e = &c->observed->events.data[row->event];
    return (heddle_moment_step){.line = e->line, .text = e->text, .moment = (heddle_moment)row->moment};
}

const char *heddle_consistency_reason(const heddle_consistency *c, heddle_model model, size_t index)
{
    const observed_answer *a = answer_for(c, model);
    return a && index < a->reasons.size ? a->reasons.data[index].text : NULL;
}

/* ---- the whole result ---- */

static void add_text(json *j, const char *key, const char *text)
{
    json_key(j, key);
    json_string(j, text);
}

static void add_number(json *j, const char *key, uint64_t number)
{
    json_key(j, key);
    json_number(j, number);
}

static void add_witness(json *j, const heddle_consistency *c, const observed_answer *a)
{
    static const char *const MOMENTS[] = {
        [OBSERVED_HAPPENS] = "happens",
        [OBSERVED_WAITS] = "waits",
        [OBSERVED_AT_ONCE] = "at_once",
        [OBSERVED_ARRIVES] = "arrives",
    };
    json_key(j, "witness");
    json_begin(j, '[');
    for (uint32_t i = 0; i < a->witness.size; i++) {
        const observed_event *e = &c->observed->events.data[a->witness.data[i].event];
        json_begin(j, '{');
        add_number(j, "line", e->line);
        add_text(j, "thread", c->observed->threads.texts.data[e->thread]);
        add_text(j, "text", e->text);
        add_text(j, "moment", MOMENTS[a->witness.data[i].moment]);
        json_end(j, '}');
    }
    json_end(j, ']');
}

static void add_reasons(json *j, const observed_answer *a)
{
    json_key(j, "reasons");
    json_begin(j, '[');
    for (uint32_t i = 0; i < a->reasons.size; i++) {
        const observed_reason *r = &a->reasons.data[i];
        json_begin(j, '{');
        if (r->before)
            add_number(j, "before", r->before);
        if (r->after)
            add_number(j, "after", r->after);
        add_text(j, "text", r->text);
        json_end(j, '}');
    }
    json_end(j, ']');
    json_key(j, "cycle");
    json_begin(j, '[');
    for (uint32_t i = 0; i < a->cycle.size; i++)
        json_number(j, a->cycle.data[i] + 1);
    json_end(j, ']');
}

static void print_answer(json *j, const heddle_consistency *c, const observed_answer *a)
{
    static const char *const VERDICTS[] = {
        [CONSISTENCY_YES] = "CONSISTENT", [CONSISTENCY_NO] = "NOT CONSISTENT", [CONSISTENCY_GAVE_UP] = "UNKNOWN"};
    json_begin(j, '{');
    add_text(j, "model", a->model->name);
    add_text(j, "verdict", VERDICTS[a->answer]);
    if (a->answer == CONSISTENCY_YES)
        add_witness(j, c, a);
    else if (a->answer == CONSISTENCY_NO)
        add_reasons(j, a);
    else
        add_text(j, "message", a->gave_up);
    json_key(j, "seconds");
    json_double(j, a->seconds);
    json_end(j, '}');
}

static char *print_json(const heddle_consistency *c)
{
    json j = {0};
    const char *file = c->observed->file;
    result_json_begin(&j, "consistent", &file, 1);
    for (uint32_t i = 0; i < c->count; i++)
        print_answer(&j, c, &c->answers[i]);
    result_json_end(&j);
    return strbuf_take(&j.text);
}

static char *print_text(const heddle_consistency *c, bool is_short)
{
    strbuf out = {0};
    for (uint32_t i = 0; i < c->count; i++)
        observed_answer_print(&c->answers[i], c->observed, is_short, &out);
    return strbuf_take(&out);
}

char *heddle_consistency_print(const heddle_consistency *c, heddle_format format)
{
    return format == HEDDLE_JSON ? print_json(c) : format == HEDDLE_TEXT ? print_text(c, false) : NULL;
}

char *heddle_consistency_summary(const heddle_consistency *c)
{
    return print_text(c, true);
}
