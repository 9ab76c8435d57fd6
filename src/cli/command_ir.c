#include <stdlib.h>

#include "cli/commands.h"

int command_ir(const session *s)
{
    heddle_error error = {0};
    char *text = heddle_program_print(s->program, s->options->function, &error);
    if (text == NULL)
        return report_library_error(&error);
    fputs(text, stdout);
    free(text);
    return EXIT_SAFE;
}
