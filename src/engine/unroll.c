#include "engine/unroll.h"

#include "base/clock.h"
#include "memory/races.h"
#include "memory/sections.h"
#include "memory/settled.h"
#include "memory/stops.h"

enum {
    MAX_EVENTS = 10000000,
    /* Instructions that are followed before the depth holds for loops whose end is known. */
    MUCH_WORK = 3000000,
};

void unroll_init(unroll *u, const ir_program *program, const check_options *options, budget *budget)
{
    *u = (unroll){
        .program = program, .options = options, .budget = budget, .depth = options->unwind ? options->unwind : 1};
}

/* Not if the user said how far loops are to be followed, nor twice. */
static bool can_cut_known(const unroll *u)
{
    return !u->cuts_known && u->options->unwind == 0;
}

static bool is_weak(const check_options *options)
{
    bool result = false;
    for (uint32_t i = 0; i < options->model_count; i++)
        result |= options->models[i]->cat != NULL;
    return result;
}

/* Does the program have a fence that keeps something before reads, but not before writes? */
static bool has_read_fence(const ir_program *program)
{
    for (uint32_t i = 0; i < program->code.size; i++) {
        const ir_instruction *in = &program->code.data[i];
        uint8_t pairs = in->op == IR_FENCE ? ir_fence_of(in).pairs : 0;
        if ((pairs & IR_RR && !(pairs & IR_RW)) || (pairs & IR_WR && !(pairs & IR_WW)))
            return true;
    }
    return false;
}

/* Reads that order something though nobody writes what they read (symex/access.c): in instructions of a machine, or
 * under a model of the user's, that may be anything. */
static bool keeps_reads(const unroll *u)
{
    bool result = u->program->dialect != IR_FROM_C || has_read_fence(u->program);
    for (uint32_t i = 0; i < u->options->model_count; i++)
        result |= u->options->models[i]->cat && u->options->models[i]->includes[0] == NULL;
    return result;
}

static symex *run(unroll *u, diag *d)
{
    bool weak = is_weak(u->options);
    symex_options so = {
        .unwind = u->depth,
        .known_unwind = u->cuts_known ? u->depth : 0,
        .is_exact = u->options->unwind != 0,
        .bounds = u->options->bounds,
        .bound_count = u->options->bound_count,
        .cuts_sizes = u->cuts_sizes,
        .done_unwind = u->done_depth,
        .done = u->done.data,
        .done_count = u->done.size,
        .malloc_may_fail = u->options->malloc_may_fail,
        .records_dependencies = weak,
        .is_weak = weak,
        .keeps_reads = weak && keeps_reads(u),
        .finds_leaks = property_is_in(check_leaks(u->options), PROPERTY_LEAK),
        .finds_lost = property_is_in(check_leaks(u->options), PROPERTY_LOST),
        .keeps_checked = check_finds_races(u->options),
        .finds_deadlocks = check_finds_deadlocks(u->options),
        .max_events = MAX_EVENTS,
        .max_work = can_cut_known(u) ? MUCH_WORK : 0,
        .budget = u->budget,
    };
    return settled_run(u->program, &so, d);
}

/* Not twice. */
static bool can_cut_sizes(const unroll *u)
{
    return !u->cuts_sizes && !budget_is_spent(u->budget);
}

static void unroll_at_once(unroll *u, diag *d)
{
    unroll_drop(u);
    u->s = run(u, d);
    if (u->s == NULL && can_cut_known(u) && !budget_is_spent(u->budget)) {
        diag_clear(d);
        u->cuts_known = true;
        u->s = run(u, d);
    }
    u->m = u->s ? memory_new(u->s, d) : NULL;
}

bool unroll_program(unroll *u, diag *d)
{
    double started = clock_cpu_seconds();
    unroll_at_once(u, d);
    if (u->m == NULL && can_cut_sizes(u)) {
        diag_clear(d);
        u->cuts_sizes = true;
        unroll_at_once(u, d);
    }
    if (u->m)
        memory_stop_threads(u->s, u->m, u->options->finds_all ? property_stopping() : u->options->ignored);
    bool is_complete = u->m && (!check_finds_races(u->options) || memory_find_races(u->m, d));
    bool needs_steps =
        check_finds_races(u->options) || check_finds_deadlocks(u->options) || check_leaks(u->options) != 0;
    bool merges = u->m && !u->options->no_sections && !needs_steps;
    u->sections = merges ? sections_merge(u->s, u->m) : 0;
    u->seconds += clock_cpu_seconds() - started;
    return is_complete && !budget_is_spent(u->budget);
}

bool unroll_can_go_deeper(const unroll *u)
{
    for (uint32_t i = 0; i < u->s->cuts.size; i++)
        if (u->s->cuts.data[i].iterations >= u->depth)
            return true;
    return false;
}

void unroll_note_done(unroll *u)
{
    u->done.size = 0;
    for (uint32_t i = 0; i < u->s->cuts.size; i++) {
        const symex_cut *cut = &u->s->cuts.data[i];
        uint32_t k = 0;
        if (cut->kind == SYMEX_CUT_CALL)
            continue;
        while (k < u->done.size && u->done.data[k].pc != cut->pc)
            k++;
        if (k == u->done.size)
            vec_push(&u->done, (symex_done){cut->pc, cut->iterations});
        else if (cut->iterations < u->done.data[k].iterations)
            u->done.data[k].iterations = cut->iterations;
    }
    u->done_depth = u->depth;
}

void unroll_drop(unroll *u)
{
    memory_free(u->m);
    symex_free(u->s);
    u->m = NULL;
    u->s = NULL;
}

void unroll_clear(unroll *u)
{
    unroll_drop(u);
    vec_clear(&u->done);
}
