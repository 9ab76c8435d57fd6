/* A proof (consistency.h), fact by fact, in words. */
#include "observed/answer.h"

typedef struct explainer {
    observed_answer *a;
    const observed *o;
    const consistency_proof *proof;
    VEC(uint32_t) number; /* by fact: that of its reason */
    strbuf text;
} explainer;

/* ---- names of points ---- */

static const observed_event *event_of(const explainer *x, uint32_t step)
{
    uint32_t event = x->o->event_of_step.data[step];
    return event == OBSERVED_NONE ? NULL : &x->o->events.data[event];
}

static uint32_t line_of(const explainer *x, uint32_t step)
{
    const observed_event *e = event_of(x, step);
    return e ? e->line : 0;
}

/* "line 4", "the block of line 4", "the end of t2" */
static void add_name(explainer *x, uint32_t step)
{
    const observed_event *e = event_of(x, step);
    if (e == NULL)
        strbuf_addf(&x->text, "the end of %s", x->o->threads.texts.data[x->o->history.steps.data[step].thread]);
    else
        strbuf_addf(&x->text, "%sline %u", e->kind == OBSERVED_BEGIN ? "the block of " : "", e->line);
}

static void add_point(explainer *x, uint32_t step)
{
    const observed_event *e = event_of(x, step);
    add_name(x, step);
    if (e != NULL)
        strbuf_addf(&x->text, " (%s)", e->text);
}

static const history_step *history_step_of(const explainer *x, uint32_t step)
{
    return &x->o->history.steps.data[step];
}

static bool is_store(const explainer *x, uint32_t step)
{
    return history_step_of(x, step)->kind == HISTORY_WRITE && model_is_buffered(x->a->model);
}

/* A place that the step reads from the source, and the other one writes. */
static const char *place_between(const explainer *x, uint32_t reader, uint32_t source, uint32_t other)
{
    const history_step *s = history_step_of(x, reader);
    for (uint32_t i = s->first_read; i < s->first_read + s->read_count; i++) {
        const history_read *read = &x->o->history.reads.data[i];
        if (read->source == source && history_writes(&x->o->history, other, read->cell))
            return observed_place(x->o, read->cell);
    }
    return "";
}

/* ---- facts ---- */

static void add_program_order(explainer *x, const consistency_fact *f)
{
    bool is_same_thread = history_step_of(x, f->before)->thread == history_step_of(x, f->after)->thread;
    bool is_before_store = is_store(x, f->before);
    if (is_same_thread && (!is_before_store || is_store(x, f->after))) {
        strbuf_add(&x->text, is_before_store ? "these stores stay in program order" : "program order");
        return;
    }
    add_name(x, is_same_thread ? f->after : f->before);
    strbuf_add(&x->text, is_same_thread ? " waits until the stores before it are in memory" : " creates the thread");
}

static void add_reads_from(explainer *x, const consistency_fact *f)
{
    add_name(x, f->after);
    strbuf_add(&x->text, event_of(x, f->before) == NULL ? " joins it" : " reads it");
}

/* "[1] and [3]" */
static void add_premises(explainer *x, const consistency_fact *f)
{
    for (uint32_t i = 0; i < f->premise_count; i++) {
        uint32_t fact = x->proof->premises.data[f->first_premise + i];
        strbuf_addf(&x->text, "%s[%u]",
                    i == 0                      ? ""
                    : i + 1 == f->premise_count ? " and "
                                                : ", ",
                    x->number.data[fact] + 1);
    }
}

/* Who reads from the second, while the first writes there, too. */
static void add_reader(explainer *x, const consistency_fact *f, const char *joint)
{
    add_name(x, f->via);
    strbuf_addf(&x->text, " reads %s from ", place_between(x, f->via, f->after, f->before));
    add_name(x, f->after);
    strbuf_add(&x->text, joint);
    add_name(x, f->before);
}

static void add_own(explainer *x, const consistency_fact *f)
{
    add_reader(x, f, ", although ");
    strbuf_add(&x->text, " of the same thread is before it, so that must have been overwritten");
}

static void add_before(explainer *x, const consistency_fact *f)
{
    add_reader(x, f, ", and ");
    strbuf_add(&x->text, " comes before that read (");
    add_premises(x, f);
    strbuf_add(&x->text, "), so it must not come in between");
}

static void add_from_read(explainer *x, const consistency_fact *f)
{
    const char *place = place_between(x, f->before, f->via, f->after);
    add_name(x, f->before);
    if (f->via == HISTORY_INITIAL) {
        strbuf_addf(&x->text, " reads the initial value of %s", place);
        return;
    }
    strbuf_addf(&x->text, " reads %s from ", place);
    add_name(x, f->via);
    strbuf_add(&x->text, ", which ");
    add_name(x, f->after);
    strbuf_add(&x->text, " overwrites (");
    add_premises(x, f);
    strbuf_add(&x->text, ")");
}

static void add_reason(explainer *x, const consistency_fact *f)
{
    switch (f->reason) {
    case CONSISTENCY_PROGRAM:
        add_program_order(x, f);
        break;
    case CONSISTENCY_RF:
        add_reads_from(x, f);
        break;
    case CONSISTENCY_OWN:
        add_own(x, f);
        break;
    case CONSISTENCY_BEFORE:
        add_before(x, f);
        break;
    case CONSISTENCY_FROM_READ:
        add_from_read(x, f);
        break;
    }
}

static void explain_fact(explainer *x, uint32_t fact)
{
    const consistency_fact *f = &x->proof->facts.data[fact];
    bool is_to_memory = is_store(x, f->after);
    add_point(x, f->before);
    strbuf_add(&x->text, is_store(x, f->before) ? " reaches memory before "
                         : is_to_memory         ? " happens before "
                                                : " is before ");
    add_point(x, f->after);
    strbuf_add(&x->text, is_to_memory && !is_store(x, f->before) ? " reaches memory: " : ": ");
    add_reason(x, f);
    x->number.data[fact] = x->a->reasons.size;
    vec_push(&x->a->reasons, (observed_reason){
                                 .before = line_of(x, f->before),
                                 .after = line_of(x, f->after),
                                 .text = strbuf_take(&x->text),
                             });
}

/* A thread does not see what it wrote itself. */
static void explain_hidden(explainer *x)
{
    uint32_t read = x->proof->facts.data[0].via, write = x->proof->facts.data[0].before;
    add_point(x, read);
    strbuf_add(&x->text, " reads something older than ");
    add_point(x, write);
    strbuf_add(&x->text, ", which its own thread wrote there before");
    vec_push(&x->a->reasons, (observed_reason){
                                 .before = line_of(x, write),
                                 .after = line_of(x, read),
                                 .text = strbuf_take(&x->text),
                             });
}

static bool is_hidden(const consistency_proof *proof)
{
    const consistency_fact *f = proof->facts.data;
    return proof->facts.size == 2 && f[0].reason == CONSISTENCY_OWN && f[0].via == f[0].after;
}

static void explain_cycle(explainer *x)
{
    vec_resize(&x->number, x->proof->facts.size);
    /* As they follow each other, if none needs another one. */
    for (uint32_t i = 0; i < x->proof->facts.size; i++)
        explain_fact(x, x->proof->premises.size == 0 ? x->proof->cycle.data[i] : i);
    for (uint32_t i = 0; i < x->proof->cycle.size; i++)
        vec_push(&x->a->cycle, x->number.data[x->proof->cycle.data[i]]);
}

void observed_explain(observed_answer *a, const observed *o, const consistency_proof *proof)
{
    explainer x = {.a = a, .o = o, .proof = proof};
    if (proof->cycle.size == 0)
        return;
    if (is_hidden(proof))
        explain_hidden(&x);
    else
        explain_cycle(&x);
    vec_clear(&x.number);
}
