#include "cli/commands.h"
#include "report/visible.h"

static void print_fate(const heddle_loop *loop)
{
    switch (loop->end) {
    case HEDDLE_LOOP_NOT_REACHED:
        printf("not reached\n");
        break;
    case HEDDLE_LOOP_CUT:
        printf("cut after %u iterations; give --unwind or --unwindset\n", loop->iterations);
        break;
    case HEDDLE_LOOP_WAITS:
        printf("waits: needs no bound\n");
        break;
    case HEDDLE_LOOP_ENDS:
        printf("at most %u iterations\n", loop->iterations);
        break;
    }
}

static void print_loop(const heddle_loop *loop)
{
    visible_print(stdout, loop->name);
    printf("  ");
    visible_print(stdout, loop->place);
    printf("  ");
    print_fate(loop);
}

int command_loops(const session *s)
{
    heddle_error error = {0};
    heddle_unroll_options uo = unroll_options_for(s);
    heddle_loops *loops = heddle_find_loops(s->program, &uo, &error);
    if (loops == NULL)
        return report_library_error(&error);
    for (size_t i = 0; heddle_loop_at(loops, i).name; i++) {
        heddle_loop loop = heddle_loop_at(loops, i);
        print_loop(&loop);
    }
    heddle_loops_free(loops);
    return EXIT_SAFE;
}
