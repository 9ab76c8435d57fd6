#include "cli/commands.h"

int command_ir(const session *s)
{
    ir_id function = IR_NONE;
    if (s->options->function) {
        function = ir_find_function(s->program->ir, s->options->function);
        if (function == IR_NONE) {
            fprintf(stderr, "heddle: error: no function `%s` in the program\n", s->options->function);
            return STATUS_BAD_INPUT;
        }
    }
    ir_print(s->program->ir, function, stdout);
    return EXIT_SAFE;
}
