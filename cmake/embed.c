/* embed models OUTPUT BITCODE64 BITCODE32 DIRECTORY HEADER...
 * embed page OUTPUT DIRECTORY FILE...
 * embed cat OUTPUT DIRECTORY FILE...
 *
 * Writes a C file that the library is built with. `models` defines what src/frontend/embedded.h declares: the bytes of
 * both BITCODEs, and the text of each HEADER under its path relative to DIRECTORY. `page` does the same for the FILEs
 * of src/report/page_files.h, `cat` for those of src/cat/embedded.h. */
#include <ctype.h>
#include <stdbool.h>
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

/* As one string literal for each line of the text. Octal escapes have three digits, so that a digit may follow;
 * question marks are escaped because two of them may begin a trigraph. */
static void write_text(FILE *out, FILE *in)
{
    int c;
    putc('"', out);
    while ((c = getc(in)) != EOF) {
        if (c == '\n')
            fputs("\\n\"\n\"", out);
        else if (c == '"' || c == '\\' || c == '?')
            fprintf(out, "\\%c", c);
        else if (isprint(c))
            putc(c, out);
        else
            fprintf(out, "\\%03o", c);
    }
    putc('"', out);
}

static void write_file(FILE *out, const char *directory, const char *path)
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

/* A table of the files, named after the type of its elements, and their number. */
static void write_files(FILE *out, const char *type, const char *directory, char **paths, int count)
{
    fprintf(out, "const struct %s %ss[] = {\n", type, type);
    for (int i = 0; i < count; i++)
        write_file(out, directory, paths[i]);
    fprintf(out, "{0, 0}};\nconst unsigned %s_count = %d;\n", type, count);
}

static void write_bitcode(FILE *out, const char *path, const char *bits)
{
    FILE *bitcode = open_or_die(path, "rb");
    fprintf(out, "static const unsigned char bitcode_%s[] = {\n", bits);
    write_bytes(out, bitcode);
    fclose(bitcode);
    fprintf(out, "};\nconst struct frontend_models frontend_models_%s = {bitcode_%s, sizeof bitcode_%s};\n\n", bits,
            bits, bits);
}

static void write_models(FILE *out, char **arguments, int count)
{
    fputs("#include \"frontend/embedded.h\"\n\n", out);
    write_bitcode(out, arguments[0], "64");
    write_bitcode(out, arguments[1], "32");
    write_files(out, "frontend_header", arguments[2], arguments + 3, count - 3);
}

static void write_table(FILE *out, const char *header, const char *type, char **arguments, int count)
{
    fprintf(out, "#include \"%s\"\n\n", header);
    write_files(out, type, arguments[0], arguments + 1, count - 1);
}

int main(int count, char **arguments)
{
    bool is_models = count >= 6 && strcmp(arguments[1], "models") == 0;
    bool is_page = count >= 4 && strcmp(arguments[1], "page") == 0;
    bool is_cat = count >= 4 && strcmp(arguments[1], "cat") == 0;
    if (!is_models && !is_page && !is_cat) {
        fprintf(stderr, "usage: embed models OUTPUT BITCODE64 BITCODE32 DIRECTORY HEADER...\n"
                        "       embed page OUTPUT DIRECTORY FILE...\n"
                        "       embed cat OUTPUT DIRECTORY FILE...\n");
        return EXIT_FAILURE;
    }
    FILE *out = open_or_die(arguments[2], "w");
    if (is_models)
        write_models(out, arguments + 3, count - 3);
    else if (is_page)
        write_table(out, "report/page_files.h", "page_file", arguments + 3, count - 3);
    else
        write_table(out, "cat/embedded.h", "cat_file", arguments + 3, count - 3);
    if (ferror(out) | fclose(out)) {
        perror(arguments[2]);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
