/* embed OUTPUT BITCODE DIRECTORY HEADER...
 *
 * Writes the C file that defines what src/frontend/embedded.h declares: the bytes of BITCODE, and the text of each
 * HEADER under its path relative to DIRECTORY. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES_PER_LINE = 24 };

static FILE *open_or_die(const char *path, const char *mode)
{
    FILE *file = fopen(path, mode);
    if (!file) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    return file;
}

static void write_bytes(FILE *out, FILE *in)
{
    int c;
    for (unsigned long count = 0; (c = getc(in)) != EOF; count++)
        fprintf(out, "%d,%s", c, count % BYTES_PER_LINE == BYTES_PER_LINE - 1 ? "\n" : "");
}

/* As one string literal for each line of the text. Octal escapes have three digits, so that a digit may follow. */
static void write_text(FILE *out, FILE *in)
{
    int c;
    putc('"', out);
    while ((c = getc(in)) != EOF) {
        if (c == '\n')
            fputs("\\n\"\n\"", out);
        else if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (isprint(c))
            putc(c, out);
        else
            fprintf(out, "\\%03o", c);
    }
    putc('"', out);
}

static void write_header(FILE *out, const char *directory, const char *path)
{
    size_t prefix = strlen(directory);
    FILE *in = open_or_die(path, "r");
    if (strncmp(path, directory, prefix) != 0 || path[prefix] != '/') {
        fprintf(stderr, "%s is not in %s\n", path, directory);
        exit(EXIT_FAILURE);
    }
    fprintf(out, "{\"%s\",\n", path + prefix + 1);
    write_text(out, in);
    fputs("},\n", out);
    fclose(in);
}

int main(int count, char **arguments)
{
    if (count < 4) {
        fprintf(stderr, "usage: embed OUTPUT BITCODE DIRECTORY HEADER...\n");
        return EXIT_FAILURE;
    }
    FILE *out = open_or_die(arguments[1], "w");
    FILE *bitcode = open_or_die(arguments[2], "rb");

    fputs("#include \"frontend/embedded.h\"\n\nconst unsigned char frontend_models_bitcode[] = {\n", out);
    write_bytes(out, bitcode);
    fclose(bitcode);
    fputs("};\nconst unsigned long frontend_models_bitcode_size = sizeof frontend_models_bitcode;\n\n", out);

    fputs("const struct frontend_header frontend_headers[] = {\n", out);
    for (int i = 4; i < count; i++)
        write_header(out, arguments[3], arguments[i]);
    fputs("{0, 0}};\n", out);
    fprintf(out, "const unsigned frontend_header_count = %d;\n", count - 4);

    if (ferror(out) | fclose(out)) {
        perror(arguments[1]);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
