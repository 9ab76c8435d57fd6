/* include/heddle.h: loops. */
#include "symex/loops.h"
#include "api/symbolic.h"
#include "base/alloc.h"

struct heddle_loops {
    VEC(heddle_loop) list; /* with strings of its own */
};

static const symex_loop *find_run(const symex *x, ir_id header)
{
    for (uint32_t i = 0; i < x->loops.size; i++)
        if (x->loops.data[i].header == header)
            return &x->loops.data[i];
    return NULL;
}

static heddle_loop_end end_of(const symex_loop *run)
{
    if (run == NULL)
        return HEDDLE_LOOP_NOT_REACHED;
    if (run->is_cut)
        return HEDDLE_LOOP_CUT;
    return run->is_waiting ? HEDDLE_LOOP_WAITS : HEDDLE_LOOP_ENDS;
}

static heddle_loop loop_at(const symex *x, const ir_function *function, uint32_t number, uint32_t block)
{
    const ir_program *program = x->program;
    ir_id header = program->blocks.data[function->first_block + block].first;
    const symex_loop *run = find_run(x, header);
    strbuf name = {0}, place = {0};
    strbuf_addf(&name, "%s.%u", function->name, number);
    ir_print_location(program, program->code.data[header].location, &place);
    return (heddle_loop){
        .name = strbuf_take(&name),
        .place = strbuf_take(&place),
        .end = end_of(run),
        .iterations = run ? run->iterations : 0,
    };
}

/* By their numbers. */
static void add_loops(heddle_loops *all, const symex *x, const ir_function *function)
{
    loops l;
    loops_init(&l, x->program, function);
    for (uint32_t number = 0; number < l.list.size; number++)
        for (uint32_t i = 0; i < l.list.size; i++)
            if (loops_number(&l, x->program, function, i) == number)
                vec_push(&all->list, loop_at(x, function, number, l.list.data[i].header));
    loops_clear(&l);
}

heddle_loops *heddle_find_loops(const heddle_program *program, const heddle_unroll_options *options,
                                heddle_error *error)
{
    static const heddle_unroll_options DEFAULTS = {0};
    const heddle_unroll_options *o = options ? options : &DEFAULTS;
    heddle_budget own, *b = api_budget_choose(o->budget, &own, o->timeout, o->max_memory);
    symex *x = symbolic_run(program, o, false, b, error);
    if (x == NULL)
        return NULL;
    heddle_loops *all = alloc_zeroed(1, sizeof *all);
    for (ir_id f = 0; f < program->ir->functions.size; f++)
        if (program->ir->functions.data[f].block_count > 0 && !program->ir->functions.data[f].is_model)
            add_loops(all, x, &program->ir->functions.data[f]);
    symex_free(x);
    return all;
}

heddle_loop heddle_loop_at(const heddle_loops *loops, size_t index)
{
    return index < loops->list.size ? loops->list.data[index] : (heddle_loop){0};
}

void heddle_loops_free(heddle_loops *loops)
{
    if (loops == NULL)
        return;
    for (uint32_t i = 0; i < loops->list.size; i++) {
        free((char *)loops->list.data[i].name);
        free((char *)loops->list.data[i].place);
    }
    vec_clear(&loops->list);
    free(loops);
}
