/* Lines of source files, for excerpts. Files are read once and kept; a file that cannot be read has no lines. */
#ifndef HEDDLE_REPORT_SOURCE_H
#define HEDDLE_REPORT_SOURCE_H

#include <stdint.h>

#include "base/vec.h"

typedef struct source_file {
    char *name, *text;
    VEC(const char *) lines;
} source_file;

typedef struct source_files {
    VEC(source_file) files;
} source_files;

/* Line `line` (from 1) without blanks around it; "" if there is none. */
const char *source_line(source_files *files, const char *name, uint32_t line);
/* All lines, with their indentation. */
const source_file *source_file_named(source_files *files, const char *name);
void source_files_clear(source_files *files);

#endif
