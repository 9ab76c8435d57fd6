#include <stdlib.h>

#include "cli/commands.h"
#include "report/visible.h"
#include "symex/loops.h"

static const symex_loop *find_run(const symex *x, ir_id header)
{
    for (uint32_t i = 0; i < x->loops.size; i++)
        if (x->loops.data[i].header == header)
            return &x->loops.data[i];
    return NULL;
}

static void print_fate(const symex_loop *loop)
{
    if (loop == NULL)
        printf("not reached");
    else if (loop->is_cut)
        printf("cut after %u iterations; give --unwind or --unwindset", loop->iterations);
    else if (loop->is_waiting)
        printf("waits: needs no bound");
    else
        printf("at most %u iterations", loop->iterations);
}

static void print_loops(const session *s, const symex *x, ir_id id)
{
    const ir_program *program = s->program->ir;
    const ir_function *function = &program->functions.data[id];
    loops l;
    loops_init(&l, program, function);
    for (uint32_t number = 0; number < l.list.size; number++)
        for (uint32_t i = 0; i < l.list.size; i++) {
            if (loops_number(&l, program, function, i) != number)
                continue;
            ir_id header = program->blocks.data[function->first_block + l.list.data[i].header].first;
            strbuf where = {0};
            strbuf_addf(&where, "%s.%u  ", function->name, number);
            ir_print_location(program, program->code.data[header].location, &where);
            visible_print(stdout, strbuf_text(&where));
            printf("  ");
            print_fate(find_run(x, header));
            printf("\n");
            strbuf_clear(&where);
        }
    loops_clear(&l);
}

int command_loops(const session *s)
{
    diag d = {0};
    symex *x = run_symex(s, false, &d);
    if (x == NULL)
        return report_error(&d);
    for (ir_id f = 0; f < s->program->ir->functions.size; f++)
        if (s->program->ir->functions.data[f].block_count > 0 && !s->program->ir->functions.data[f].is_model)
            print_loops(s, x, f);
    symex_free(x);
    return EXIT_SAFE;
}
