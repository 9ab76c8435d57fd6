#include "observed/answer.h"

#include "base/clock.h"

/* ---- the order in which it happens ---- */

typedef struct storyteller {
    observed_answer *a;
    const observed *o;
    VEC(uint32_t) next; /* by thread: the first event that was not told */
} storyteller;

static const history_step *step_of(const storyteller *s, uint32_t event)
{
    uint32_t step = s->o->events.data[event].step;
    return &s->o->history.steps.data[step];
}

/* `order` is said, but does not happen. */
static void tell_event(storyteller *s, uint32_t event)
{
    const observed_event *e = &s->o->events.data[event];
    bool waits = step_of(s, event)->kind == HISTORY_WRITE && model_is_buffered(s->a->model);
    s->next.data[e->thread] = e->next;
    vec_push(&s->a->witness, (observed_row){event, waits ? OBSERVED_WAITS : OBSERVED_HAPPENS});
}

static void skip_orders(storyteller *s, uint32_t thread)
{
    uint32_t *next = &s->next.data[thread];
    while (*next != OBSERVED_NONE && s->o->events.data[*next].kind == OBSERVED_ORDER)
        *next = s->o->events.data[*next].next;
}

/* All of the thread up to the events of the step; HISTORY_NONE: to its end. */
static void tell_up_to(storyteller *s, uint32_t thread, uint32_t step)
{
    for (;;) {
        skip_orders(s, thread);
        uint32_t next = s->next.data[thread];
        if (next == OBSERVED_NONE || s->o->events.data[next].step > step)
            return;
        tell_event(s, next);
    }
}

/* Stores enter the buffer when the next thing of their thread is told. */
static void tell_point(storyteller *s, const consistency_step *point)
{
    uint32_t thread = s->o->history.steps.data[point->step].thread;
    uint32_t event = s->o->event_of_step.data[point->step], told = s->a->witness.size;
    tell_up_to(s, thread, point->step);
    if (!point->is_to_memory)
        return;
    bool was_told_last = s->a->witness.size > told && vec_last(&s->a->witness)->event == event;
    if (was_told_last)
        vec_last(&s->a->witness)->moment = OBSERVED_AT_ONCE;
    else
        vec_push(&s->a->witness, (observed_row){event, OBSERVED_ARRIVES});
}

static void tell_witness(observed_answer *a, const observed *o, const consistency_steps *points)
{
    storyteller s = {.a = a, .o = o};
    vec_append(&s.next, o->first.data, o->first.size);
    for (uint32_t i = 0; i < points->size; i++)
        tell_point(&s, &points->data[i]);
    for (uint32_t t = 0; t < o->first.size; t++)
        tell_up_to(&s, t, HISTORY_NONE);
    vec_clear(&s.next);
}

/* ---- answers ---- */

static void add_impossible(observed_answer *a, const observed *o)
{
    for (uint32_t i = 0; i < o->impossible.size; i++) {
        strbuf text = {0};
        strbuf_add(&text, o->impossible.data[i]);
        vec_push(&a->reasons, (observed_reason){.text = strbuf_take(&text)});
    }
}

void observed_answer_find(observed_answer *a, const observed *o, const model *m, consistency *c, budget *b)
{
    double started = clock_wall_seconds();
    *a = (observed_answer){.model = m, .answer = CONSISTENCY_NO};
    if (o->impossible.size > 0) {
        add_impossible(a, o);
        return;
    }
    a->answer = budget_is_spent(b) ? CONSISTENCY_GAVE_UP : consistency_check(c, &o->history, m, b);
    if (a->answer == CONSISTENCY_YES)
        tell_witness(a, o, consistency_witness(c));
    else if (a->answer == CONSISTENCY_NO)
        observed_explain(a, o, consistency_prove(c));
    else
        a->gave_up = b && b->spent ? b->spent : "it is too large";
    a->seconds = clock_wall_seconds() - started;
}

void observed_answer_clear(observed_answer *a)
{
    for (uint32_t i = 0; i < a->reasons.size; i++)
        free(a->reasons.data[i].text);
    vec_clear(&a->reasons);
    vec_clear(&a->witness);
    vec_clear(&a->cycle);
}

/* ---- text ---- */

static void print_row(const observed *o, const observed_row *row, strbuf *out)
{
    static const char *const NOTES[] = {
        [OBSERVED_HAPPENS] = "",
        [OBSERVED_WAITS] = "   (waits in the store buffer)",
        [OBSERVED_AT_ONCE] = "   (reaches memory at once)",
        [OBSERVED_ARRIVES] = "   reaches memory",
    };
    const observed_event *e = &o->events.data[row->event];
    strbuf_addf(out, "  line %-4u %s%s\n", e->line, e->text, NOTES[row->moment]);
}

static void print_cycle(const observed_answer *a, strbuf *out)
{
    strbuf_add(out, "  But");
    for (uint32_t i = 0; i < a->cycle.size; i++)
        strbuf_addf(out, "%s [%u]", i == 0 ? "" : i + 1 == a->cycle.size ? " and" : ",", a->cycle.data[i] + 1);
    strbuf_add(out, a->cycle.size == 1 ? " cannot be.\n" : " lead in a circle: there is no such order.\n");
}

static void print_reasons(const observed_answer *a, strbuf *out)
{
    for (uint32_t i = 0; i < a->reasons.size; i++)
        if (a->cycle.size > 0)
            strbuf_addf(out, "  [%u] %s\n", i + 1, a->reasons.data[i].text);
        else
            strbuf_addf(out, "  %s\n", a->reasons.data[i].text);
    if (a->cycle.size > 0)
        print_cycle(a, out);
    else if (a->reasons.size == 0)
        strbuf_add(out, "  All orders of these events were tried; none of them works.\n");
}

void observed_answer_print(const observed_answer *a, const observed *o, bool is_short, strbuf *out)
{
    strbuf_addf(out, "%s: ", a->model->name);
    if (a->answer == CONSISTENCY_GAVE_UP)
        strbuf_addf(out, "UNKNOWN: gave up: %s\n", a->gave_up);
    else
        strbuf_add(out, a->answer == CONSISTENCY_YES ? "CONSISTENT\n" : "NOT CONSISTENT\n");
    if (is_short)
        return;
    for (uint32_t i = 0; i < a->witness.size; i++)
        print_row(o, &a->witness.data[i], out);
    if (a->answer == CONSISTENCY_NO)
        print_reasons(a, out);
}
