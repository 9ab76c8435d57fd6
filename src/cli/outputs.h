/* The files that a command writes. They are opened before the work begins, so that nobody waits for a report that has
 * no place; none of them is an input, and no two are the same file. A file that was made for a report which there is
 * none of in the end is removed again. */
#ifndef HEDDLE_CLI_OUTPUTS_H
#define HEDDLE_CLI_OUTPUTS_H

#include <stdio.h>

#include "cli/options.h"

typedef struct output_file {
    const char *name;
    int descriptor;
    bool is_new, is_written;
} output_file;

typedef struct outputs {
    VEC(output_file) files;
    const char *folder; /* --out; NULL: none */
    bool folder_is_new;
} outputs;

/* False with a diagnostic. */
bool outputs_open(outputs *o, const options *options, diag *d);
/* Replaces what is in the file; `name` is that of an option. False after saying why it could not be written. */
bool outputs_write(outputs *o, const char *name, const void *bytes, size_t size);
/* The same file, emptied, to be written piece by piece; the caller closes it. NULL: errno says why not. */
FILE *outputs_stream(outputs *o, const char *name);
/* Writes a new file into the folder of --out. False after saying why it could not be written. */
bool outputs_write_into(const outputs *o, const char *name, const char *text);
void outputs_close(outputs *o);

#endif
