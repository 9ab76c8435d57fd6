#include "satdir/satdir.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "machine/state.h"
#include "satdir/query.h"

enum {
    FIRST_ROUNDS = 2, /* of cycles that others can notice */
    MOST_ROUNDS = 8,
    NODE_WORK = 30, /* for each node of an execution, in units of base/budget.h */
};

struct satdir {
    machine *m;
    budget *budget;
    places places;
    rf_run run;
    learn learn;
    query query;
    bool has_begun, has_query;
    bool is_over; /* there is one execution, which ends before there is anything to choose */
    uint32_t rounds;
    uint64_t news; /* of the automaton, when the query was made */
    rf_points plan;
    query_goal goal;
    const char *problem;
    satdir_counts counts;
};

/* ---- listening ---- */

/* Whether memory was set is nothing that the clauses know: it must be certain. It was set before there were threads, or
 * by the thread itself, or before it was started. */
static void look_whether_set(satdir *x, const machine_event *e)
{
    const rf_trace *t = &x->run.trace;
    uint32_t cells[PLACES_WORD];
    uint32_t count = e->size > 0 && e->size <= PLACES_WORD ? places_find(&x->places, e->address, e->size, cells) : 0;
    rf_id start = e->thread < t->threads.size ? t->threads.data[e->thread].start : RF_NONE;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = cells[i] < t->first.size ? t->first.data[cells[i]] : RF_NONE;
        if (first == RF_NONE)
            continue;
        rf_id id = t->nodes.data[first].id;
        bool is_before =
            start != RF_NONE && rf_trace_clock(t, rf_trace_node_of(t, start))[rf_thread_of(id)] > rf_number_of(id);
        if (rf_thread_of(id) != e->thread && !is_before)
            x->problem = "memory that is set up while others may use it";
    }
}

static void listen(void *context, const machine_state *state, const machine_event *event)
{
    satdir *x = context;
    if (event->kind == MACHINE_EVENT_LOOK && event->value && event->old == 0 && x->run.trace.is_listening)
        look_whether_set(x, event);
    rf_run_listen(&x->run, state, event);
}

static void note_step(void *context, uint32_t thread)
{
    satdir *x = context;
    learn_step(&x->learn, thread);
}

/* ---- begin and end ---- */

satdir *satdir_new(const ir_program *program, const machine_options *options)
{
    satdir *x = alloc_zeroed(1, sizeof *x);
    machine_options mo = *options;
    mo.is_traced = true;
    mo.on_event = listen;
    mo.context = x;
    mo.buffer_bound = 0;
    x->m = machine_new(program, &mo);
    x->budget = mo.budget;
    x->rounds = FIRST_ROUNDS;
    return x;
}

static void forget_query(satdir *x)
{
    if (x->has_query)
        query_clear(&x->query);
    x->has_query = false;
}

static void reset(satdir *x)
{
    forget_query(x);
    if (x->has_begun) {
        learn_clear(&x->learn);
        rf_run_clear(&x->run);
    }
    x->has_begun = false;
    x->rounds = FIRST_ROUNDS;
}

void satdir_free(satdir *x)
{
    if (x == NULL)
        return;
    reset(x);
    places_clear(&x->places);
    vec_clear(&x->plan);
    machine_free(x->m);
    free(x);
}

static satdir_event fail(satdir *x, const char *why)
{
    if (x->problem == NULL)
        x->problem = why;
    return SATDIR_PROBLEM;
}

/* ---- one execution ---- */

static satdir_event event_of(satdir *x, rf_fate fate)
{
    switch (fate) {
    case RF_COMPLETE:
    case RF_BLOCKED:
    case RF_DEADLOCK:
        return SATDIR_NEW;
    case RF_VIOLATION:
        return SATDIR_VIOLATION;
    case RF_UNSUPPORTED:
        return SATDIR_UNSUPPORTED;
    case RF_LIMIT:
        break;
    }
    return fail(x, x->run.trace.problem ? x->run.trace.problem : x->run.result.message);
}

static bool must_begin_anew(const satdir *x)
{
    return x->places.has_changed;
}

static satdir_event begin_anew(satdir *x)
{
    x->places.has_changed = false;
    reset(x);
    x->problem = NULL;
    return SATDIR_AGAIN;
}

/* Has all of the plan been done but its last step? */
static bool is_at_goal(const satdir *x)
{
    if (x->plan.size == 0 || x->run.result.end != MACHINE_OK)
        return false;
    for (uint32_t i = 0; i < x->plan.size; i++) {
        rf_id id = x->plan.data[i].id;
        bool is_last = i + 1 == x->plan.size;
        if ((rf_trace_length(&x->run.trace, rf_thread_of(id)) > rf_number_of(id)) == is_last)
            return false;
    }
    return true;
}

/* The thread is where it would read the value, and does not go on. */
static satdir_event learn_blocked(satdir *x)
{
    spot_id spot = x->query.u.points.data[x->goal.point].spot;
    learn_from(&x->learn, true);
    if (x->learn.problem)
        return fail(x, x->learn.problem);
    automaton_see_edge(&x->learn.automaton, spot, x->goal.value, SPOT_BLOCKED);
    return SATDIR_KNOWN;
}

static bool is_goal_known(const satdir *x, const query_goal *goal)
{
    spot_id spot = x->query.u.points.data[goal->point].spot;
    if (unrolled_spot(&x->query.u, goal->point)->kind == SPOT_READ)
        return automaton_find_edge(&x->learn.automaton, spot, goal->value) != NULL;
    return unrolled_spot(&x->query.u, goal->point)->kind != SPOT_UNKNOWN;
}

/* The violation is one whatever comes of this: a problem is for those who want to go on. They need new clauses: those
 * that are there let a thread read what has turned out to be its end. */
static void learn_violation(satdir *x)
{
    uint64_t news = x->learn.automaton.news;
    bool is_commit = vec_last(&x->run.choices)->kind == MACHINE_COMMIT;
    if (!is_commit)
        learn_from_violation(&x->learn);
    if (x->learn.problem)
        x->problem = x->learn.problem;
    else if (x->learn.automaton.news == news)
        x->problem = "a violation that nothing can be learned from";
    forget_query(x);
}

static satdir_event learn_execution(satdir *x, rf_fate fate)
{
    uint64_t news = x->learn.automaton.news;
    satdir_event event = event_of(x, fate);
    if (x->problem)
        return SATDIR_PROBLEM;
    if (event == SATDIR_VIOLATION)
        learn_violation(x);
    if (event != SATDIR_NEW)
        return event;
    learn_from(&x->learn, false);
    if (x->learn.problem)
        return fail(x, x->learn.problem);
    if (x->learn.automaton.news == news)
        return fail(x, "an execution that is not as planned");
    return SATDIR_NEW;
}

static satdir_event execute(satdir *x)
{
    rf_inputs none = {0};
    learn_begin(&x->learn);
    rf_fate fate = rf_run_execute(&x->run, &x->plan, &none);
    x->counts.executions++;
    budget_charge(x->budget, NODE_WORK * (uint64_t)x->run.trace.nodes.size);
    if (machine_thread_count(x->run.state) > x->counts.threads)
        x->counts.threads = machine_thread_count(x->run.state);
    if (must_begin_anew(x))
        return begin_anew(x);
    if (fate == RF_LIMIT && x->problem == NULL && is_at_goal(x))
        return learn_blocked(x);
    return learn_execution(x, fate);
}

/* ---- the next one ---- */

static satdir_event begin(satdir *x)
{
    rf_fate fate;
    x->has_begun = true;
    bool goes_on = rf_run_init(&x->run, x->m, &x->places, MACHINE_MAX_THREADS, &fate);
    learn_init(&x->learn, &x->run);
    x->is_over = !goes_on;
    if (x->is_over)
        return event_of(x, fate);
    x->run.on_step = note_step;
    x->run.context = x;
    x->plan.size = 0;
    return execute(x);
}

static void count_query(satdir *x)
{
    satdir_counts *c = &x->counts;
    c->encodings++;
    c->spots = x->learn.automaton.spots.size;
    c->points = x->query.u.points.size;
    c->variables = (uint64_t)solver_var_count(x->query.solver);
    c->clauses = solver_clause_count(x->query.solver);
    c->rounds = x->rounds;
}

static bool make_query(satdir *x)
{
    forget_query(x);
    x->has_query = true;
    x->news = x->learn.automaton.news;
    bool is_made = query_init(&x->query, &x->learn, machine_model_of(x->m), x->rounds, x->budget);
    count_query(x);
    return is_made;
}

/* Goals that were reached meanwhile, also by accident, are none any more. */
static void drop_known_goals(satdir *x)
{
    query_goals *goals = &x->query.goals;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < goals->size; i++)
        if (!is_goal_known(x, &goals->data[i]))
            goals->data[kept++] = goals->data[i];
    goals->size = kept;
}

/* No goal is left, in so many rounds. */
static query_answer ask_for_cuts(satdir *x)
{
    uint32_t found;
    query_answer answer = query_ask(&x->query, &x->query.cuts, &found);
    if (answer == QUERY_FOUND)
        x->rounds *= 2;
    return answer;
}

/* Goes on with the clauses that are there, and makes new ones when they say no more. */
static query_answer look_for_goal(satdir *x)
{
    for (;;) {
        uint32_t found;
        if (!x->has_query && !make_query(x))
            return QUERY_NO_TIME;
        drop_known_goals(x);
        query_answer answer = query_ask(&x->query, &x->query.goals, &found);
        if (answer == QUERY_FOUND)
            x->goal = x->query.goals.data[found];
        if (answer != QUERY_NONE)
            return answer;
        bool is_old = x->news != x->learn.automaton.news;
        answer = is_old ? QUERY_FOUND : ask_for_cuts(x);
        if (answer != QUERY_FOUND)
            return answer;
        forget_query(x);
        if (x->rounds > MOST_ROUNDS) {
            x->problem = "a loop without an end in sight";
            return QUERY_NO_TIME;
        }
    }
}

satdir_event satdir_next(satdir *x)
{
    if (x->problem)
        return SATDIR_PROBLEM;
    if (!x->has_begun)
        return begin(x);
    if (x->is_over)
        return SATDIR_DONE;
    switch (look_for_goal(x)) {
    case QUERY_NONE:
        return SATDIR_DONE;
    case QUERY_NO_TIME:
        return fail(x, x->query.problem ? x->query.problem : "out of time");
    case QUERY_FOUND:
        break;
    }
    x->counts.goals++;
    x->plan.size = 0;
    query_plan(&x->query, &x->goal, &x->plan);
    /* What a thread does at a spot of which nothing is known is no part of the plan. */
    const spot *goal = unrolled_spot(&x->query.u, x->goal.point);
    x->run.first = goal->kind == SPOT_UNKNOWN ? goal->thread : 0;
    return execute(x);
}

const rf_run *satdir_run(const satdir *x)
{
    return &x->run;
}

const uint32_t *satdir_seen(const satdir *x, uint32_t *count)
{
    *count = x->learn.automaton.trail.size;
    return x->learn.automaton.trail.data;
}

const char *satdir_problem(const satdir *x)
{
    return x->problem;
}

satdir_counts satdir_count(const satdir *x)
{
    return x->counts;
}
