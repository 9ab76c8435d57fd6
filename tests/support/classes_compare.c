#include "support/classes_compare.h"

#include <stdlib.h>

#include "machine/outcomes.h"
#include "rf/explore.h"
#include "support/classes.h"

enum { MAX_STATES = 200000, MAX_NODES = 60, SHOWN = 3 };

typedef VEC(char *) lines;

/* What an exploration has found. */
typedef struct exploration {
    explore *x;
    map visited; /* class -> how often */
    uint64_t executions;
    bool has_violation, has_unsupported, has_deadlock, is_too_large;
    lines finals;
    lines texts; /* of what is asked for */
} exploration;

static bool has_line(char *const *list, uint32_t count, const char *line)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(list[i], line) == 0)
            return true;
    return false;
}

static void clear_lines(lines *l)
{
    for (uint32_t i = 0; i < l->size; i++)
        free(l->data[i]);
    vec_clear(l);
}

static void note_final(exploration *e, const outcomes_places *places)
{
    const rf_run *run = explore_run(e->x);
    strbuf line = {0};
    if (!machine_is_complete(run->state) || places->list.size == 0)
        return;
    for (uint32_t i = 0; i < places->list.size; i++) {
        const outcomes_place *p = &places->list.data[i];
        uint64_t value;
        machine_peek(run->state, p->address, p->size, &value);
        strbuf_addf(&line, "%s%s=", i ? " " : "", p->name);
        machine_describe_value(run->m, run->state, p->type, p->size, value, &line);
    }
    if (has_line(e->finals.data, e->finals.size, strbuf_text(&line)))
        strbuf_clear(&line);
    else
        vec_push(&e->finals, strbuf_take(&line));
}

static void note_class(exploration *e, const outcomes_places *places, const map *wanted)
{
    const rf_trace *t = &explore_run(e->x)->trace;
    uint64_t class = classes_hash(t);
    if (wanted && map_find(wanted, class)) {
        strbuf text = {0};
        classes_describe(t, &text);
        vec_push(&e->texts, strbuf_take(&text));
    }
    map_put(&e->visited, class, map_get(&e->visited, class, 0) + 1);
    note_final(e, places);
}

static void forget(exploration *e)
{
    map_clear(&e->visited);
    clear_lines(&e->finals);
    clear_lines(&e->texts);
    e->executions = 0;
}

/* `e` is not yet over. */
static bool advance(exploration *e, const outcomes_places *places, const map *wanted)
{
    switch (explore_next(e->x)) {
    case EXPLORE_CLASS:
    case EXPLORE_BLOCKED:
        note_class(e, places, wanted);
        return true;
    case EXPLORE_VIOLATION:
        e->has_violation = true;
        return true;
    case EXPLORE_UNSUPPORTED:
        e->has_unsupported = true;
        return true;
    case EXPLORE_AGAIN:
        forget(e);
        return true;
    case EXPLORE_DONE:
    case EXPLORE_PROBLEM:
        break;
    }
    return false;
}

static exploration explore_all(const ir_program *program, const machine_options *mo, const outcomes_places *places,
                               uint64_t max_classes, const map *wanted)
{
    explore_options options = {.machine = *mo, .max_nodes = MAX_NODES};
    exploration e = {.x = explore_new(program, &options)};
    while (advance(&e, places, wanted))
        if (++e.executions > max_classes) {
            e.is_too_large = true;
            break;
        }
    e.is_too_large |= explore_was_cut(e.x);
    e.has_deadlock = explore_count(e.x).deadlocks > 0;
    return e;
}

static void end(exploration *e)
{
    forget(e);
    explore_free(e->x);
}

/* ---- classes ---- */

/* Those in one that the other has not, or `is_often`: those that are there more than once. */
static map difference(const map *some, const map *others, bool is_often)
{
    map result = {0};
    for (uint64_t i = 0; i < some->capacity; i++) {
        const map_entry *entry = &some->entries[i];
        if (entry->key != MAP_NO_KEY && (is_often ? entry->value > 1 : map_find(others, entry->key) == NULL))
            map_put(&result, entry->key, 1);
    }
    return result;
}

static void show(const char *title, uint64_t count, const lines *texts, strbuf *report)
{
    if (count == 0)
        return;
    strbuf_addf(report, "  %llu %s\n", (unsigned long long)count, title);
    for (uint32_t i = 0; i < texts->size && i < SHOWN; i++)
        strbuf_addf(report, "  --\n%s", texts->data[i]);
}

typedef struct setting {
    const ir_program *program;
    const classes_compare_options *options;
    machine_options machine;
    outcomes_places places;
    strbuf *report;
} setting;

static void show_missing(const setting *s, const exploration *e, const map *missing)
{
    classes again =
        classes_enumerate(s->program, &s->machine, explore_run(e->x)->places, s->options->max_visited, missing);
    lines texts = {0};
    vec_append(&texts, again.texts.data, again.texts.size);
    show("missing:", missing->count, &texts, s->report);
    vec_clear(&texts);
    classes_clear(&again);
}

static void show_visited(const setting *s, const char *title, const map *wanted)
{
    if (wanted->count == 0)
        return;
    exploration again = explore_all(s->program, &s->machine, &s->places, s->options->max_classes, wanted);
    show(title, wanted->count, &again.texts, s->report);
    end(&again);
}

static classes_verdict compare_sets(const setting *s, const exploration *e, const classes *all)
{
    map missing = difference(&all->found, &e->visited, false), wrong = difference(&e->visited, &all->found, false);
    map often = difference(&e->visited, NULL, true);
    classes_verdict verdict = missing.count + wrong.count ? CLASSES_DIFFERENT : CLASSES_SAME;
    if (missing.count > 0)
        show_missing(s, e, &missing);
    show_visited(s, "that cannot be:", &wrong);
    show_visited(s, "visited more than once:", &often);
    if (verdict == CLASSES_SAME && often.count > 0)
        verdict = CLASSES_REPEATED;
    map_clear(&missing);
    map_clear(&wrong);
    map_clear(&often);
    return verdict;
}

static classes_verdict compare_classes(const setting *s, const exploration *e)
{
    places *places = explore_run(e->x)->places;
    classes all = classes_enumerate(s->program, &s->machine, places, s->options->max_visited, NULL);
    classes_verdict verdict = CLASSES_TOO_LARGE;
    if (all.problem) {
        strbuf_addf(s->report, "  enumeration: %s\n", all.problem);
    } else {
        verdict = compare_sets(s, e, &all);
    }
    classes_clear(&all);
    return verdict;
}

/* ---- what comes of it ---- */

static bool compare_lines(const setting *s, const char *who, const lines *some, char *const *others, uint32_t count)
{
    bool is_part = true;
    for (uint32_t i = 0; i < some->size; i++)
        if (!has_line(others, count, some->data[i])) {
            strbuf_addf(s->report, "  only %s: %s\n", who, some->data[i]);
            is_part = false;
        }
    return is_part;
}

static bool compare_finals(const setting *s, const exploration *e, const outcomes_result *r)
{
    lines theirs = {0};
    vec_append(&theirs, r->finals.data, r->finals.size);
    bool is_same = compare_lines(s, "the exploration", &e->finals, theirs.data, theirs.size) &&
                   compare_lines(s, "the states", &theirs, e->finals.data, e->finals.size);
    vec_clear(&theirs);
    return is_same;
}

static outcomes_result states_of(const setting *s, property_set ignored)
{
    machine_options mo = {.model = s->options->model, .ignored = ignored, .normalise = true, .buffer_bound = 64};
    outcomes_options oo = {
        .places = s->places.list.data,
        .place_count = s->places.list.size,
        .max_states = MAX_STATES,
        .nondet_high = 1,
        .nondet_is_given = true,
    };
    machine *m = machine_new(s->program, &mo);
    outcomes_result r = outcomes_explore(m, &oo);
    machine_free(m);
    return r;
}

static bool differs(const setting *s, const char *what, bool ours, bool theirs)
{
    if (ours != theirs)
        strbuf_addf(s->report, "  %s: %d by the exploration, %d by the states\n", what, ours, theirs);
    return ours != theirs;
}

static classes_verdict compare_outcomes(const setting *s, const exploration *e)
{
    outcomes_result r = states_of(s, s->machine.ignored);
    classes_verdict verdict = CLASSES_TOO_LARGE;
    if (r.end == OUTCOMES_ALL) {
        bool is_different = differs(s, "deadlocks", e->has_deadlock, r.deadlocks.size > 0);
        is_different |= !compare_finals(s, e, &r);
        verdict = is_different ? CLASSES_DIFFERENT : CLASSES_SAME;
    }
    outcomes_result_clear(&r);
    return verdict;
}

/* The same once more, where what goes wrong counts. */
static classes_verdict compare_violations(const setting *s)
{
    machine_options mo = {.model = s->options->model};
    outcomes_places none = {0};
    exploration e = explore_all(s->program, &mo, &none, s->options->max_classes, NULL);
    outcomes_result r = states_of(s, 0);
    classes_verdict verdict = CLASSES_TOO_LARGE;
    if (explore_problem(e.x) && !e.has_violation)
        verdict = CLASSES_REFUSED;
    else if (r.end == OUTCOMES_ALL && !e.is_too_large)
        verdict = differs(s, "violations", e.has_violation, r.violations.size > 0) ? CLASSES_DIFFERENT : CLASSES_SAME;
    outcomes_result_clear(&r);
    end(&e);
    return verdict;
}

/* ---- all of it ---- */

static classes_verdict compare_where_nothing_goes_wrong(const setting *s, const exploration *e)
{
    if (e->is_too_large)
        return CLASSES_TOO_LARGE;
    if (explore_problem(e->x)) {
        strbuf_addf(s->report, "  exploration: %s\n", explore_problem(e->x));
        return CLASSES_REFUSED;
    }
    classes_verdict verdict = s->options->is_endless ? CLASSES_SAME : compare_classes(s, e);
    if (verdict != CLASSES_TOO_LARGE && compare_outcomes(s, e) == CLASSES_DIFFERENT)
        verdict = CLASSES_DIFFERENT;
    return verdict;
}

classes_verdict classes_compare(const ir_program *program, const classes_compare_options *options, uint64_t *count,
                                strbuf *report)
{
    setting s = {
        .program = program,
        .options = options,
        .machine = {.model = options->model, .ignored = property_stopping()},
        .report = report,
    };
    diag d = {0};
    if (options->observed)
        outcomes_find_places(program, options->observed, &s.places, &d);
    diag_clear(&d);
    exploration e = explore_all(program, &s.machine, &s.places, options->max_classes, NULL);
    *count = e.visited.count;
    classes_verdict verdict = compare_where_nothing_goes_wrong(&s, &e);
    if (compare_violations(&s) == CLASSES_DIFFERENT)
        verdict = CLASSES_DIFFERENT;
    end(&e);
    outcomes_places_clear(&s.places);
    return verdict;
}
