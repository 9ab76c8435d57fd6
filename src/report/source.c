#include "report/source.h"

#include <ctype.h>
#include <stdio.h>

#include "base/alloc.h"
#include "base/strbuf.h"

enum { CHUNK = 65536 };

static char *read_file(const char *name)
{
    FILE *file = fopen(name, "rb");
    if (file == NULL)
        return NULL;
    strbuf text = {0};
    char chunk[CHUNK];
    for (size_t got; (got = fread(chunk, 1, sizeof chunk, file)) > 0;)
        strbuf_add_bytes(&text, chunk, got);
    fclose(file);
    /* The compiler skips such bytes; here they would end the text. */
    for (size_t i = 0; i < text.size; i++)
        if (text.text[i] == '\0')
            text.text[i] = ' ';
    return strbuf_take(&text);
}

/* Cuts the text into lines, in place, each without blanks at its end. */
static void cut_lines(source_file *file)
{
    for (char *line = file->text, *next; line; line = next) {
        next = strchr(line, '\n');
        char *end = next ? next : line + strlen(line);
        if (next)
            *next++ = '\0';
        while (end > line && isspace((unsigned char)end[-1]))
            *--end = '\0';
        vec_push(&file->lines, line);
    }
}

const source_file *source_file_named(source_files *files, const char *name)
{
    for (uint32_t i = 0; i < files->files.size; i++)
        if (strcmp(files->files.data[i].name, name) == 0)
            return &files->files.data[i];
    source_file file = {.name = alloc_string(name), .text = read_file(name)};
    cut_lines(&file);
    vec_push(&files->files, file);
    return vec_last(&files->files);
}

const char *source_line(source_files *files, const char *name, uint32_t line)
{
    const source_file *file = source_file_named(files, name);
    const char *text = line - 1 < file->lines.size ? file->lines.data[line - 1] : "";
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

void source_files_clear(source_files *files)
{
    for (uint32_t i = 0; i < files->files.size; i++) {
        free(files->files.data[i].name);
        free(files->files.data[i].text);
        vec_clear(&files->files.data[i].lines);
    }
    vec_clear(&files->files);
}
