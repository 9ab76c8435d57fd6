/* reader_fuzz SECONDS SEED FOLDER FILE...
 *
 * Damages the given files (.ll, .bc) in random ways and loads each result as a user's input. Loading must end with a
 * program that is valid or with a diagnostic, whatever the input. Each input is loaded in a child process, so that a
 * crash is seen and the next input starts afresh. An input that does worse is kept in FOLDER and is a finding. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/random.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "frontend/frontend.h"

enum {
    MAX_MUTATIONS = 6,
    MAX_CHUNK = 64,
    MAX_TRIES = 32, /* to find something of one kind */
    CHILD_SECONDS = 20,
    REPORT_EVERY_SECONDS = 30,
    EXIT_LOADED = 0,
    EXIT_REJECTED = 2,
};

typedef struct sample {
    const char *suffix; /* ".ll" or ".bc" */
    strbuf bytes;
} sample;

typedef VEC(sample) samples;

static char *read_all(FILE *in, size_t *size)
{
    strbuf text = {0};
    char block[1 << 16];
    for (size_t got; (got = fread(block, 1, sizeof block, in)) > 0;)
        strbuf_add_bytes(&text, block, got);
    *size = text.size;
    return strbuf_take(&text);
}

static void add_sample(samples *all, const char *path)
{
    const char *suffix = strrchr(path, '.');
    FILE *in = fopen(path, "rb");
    if (!in || !suffix) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    size_t size;
    char *bytes = read_all(in, &size);
    sample s = {.suffix = suffix};
    strbuf_add_bytes(&s.bytes, bytes, size);
    vec_push(all, s);
    free(bytes);
    fclose(in);
}

/* ---- damage ---- */

/* A part of a text: [begin, end). */
typedef struct range {
    size_t begin, end;
} range;

static size_t any_position(random_source *random, const strbuf *text)
{
    return text->size ? random_below(random, text->size) : 0;
}

static bool is_word_character(char c)
{
    return c == '_' || c == '.' || c == '%' || c == '@' || c == '!' || (c >= '0' && c <= '9') ||
           (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static range word_around(const strbuf *text, size_t position)
{
    range r = {position, position};
    while (r.begin > 0 && is_word_character(text->text[r.begin - 1]))
        r.begin--;
    while (r.end < text->size && is_word_character(text->text[r.end]))
        r.end++;
    return r;
}

static range line_around(const strbuf *text, size_t position)
{
    range r = {position, position};
    while (r.begin > 0 && text->text[r.begin - 1] != '\n')
        r.begin--;
    while (r.end < text->size && text->text[r.end++] != '\n')
        continue;
    return r;
}

static range chunk_at(random_source *random, const strbuf *text)
{
    size_t begin = any_position(random, text), end = begin + random_below(random, MAX_CHUNK);
    return (range){begin, end < text->size ? end : text->size};
}

static void replace(strbuf *text, range where, const char *bytes, size_t size)
{
    strbuf result = {0};
    strbuf_add_bytes(&result, strbuf_text(text), where.begin);
    strbuf_add_bytes(&result, bytes, size);
    strbuf_add_bytes(&result, strbuf_text(text) + where.end, text->size - where.end);
    strbuf_clear(text);
    *text = result;
}

static void replace_by_part(strbuf *text, range where, const strbuf *source, range part)
{
    char *copy = alloc_bytes(part.end - part.begin + 1);
    memcpy(copy, strbuf_text(source) + part.begin, part.end - part.begin);
    replace(text, where, copy, part.end - part.begin);
    free(copy);
}

static void put_number(random_source *random, strbuf *text, range where)
{
    static const char *const NUMBERS[] = {
        "0",  "1",   "-1",  "2",   "7",   "8",    "16",    "24",         "63",         "64",
        "65", "127", "128", "129", "255", "4096", "65536", "2147483647", "4294967295", "9223372036854775807"};
    const char *number = NUMBERS[random_below(random, sizeof NUMBERS / sizeof NUMBERS[0])];
    replace(text, where, number, strlen(number));
}

/* A word of `other` that begins like `word` does: for a reference !7 another !8, for %x another %y. What the reader
 * accepts after this is often what LLVM did not look at. */
static range similar_word(random_source *random, const strbuf *text, range word, const strbuf *other)
{
    range found = {0, 0};
    for (unsigned tries = 0; tries < MAX_TRIES && word.begin < word.end; tries++) {
        found = word_around(other, any_position(random, other));
        if (found.begin < found.end && other->text[found.begin] == text->text[word.begin])
            break;
    }
    return found;
}

static void damage_assembly(random_source *random, strbuf *text, const strbuf *other)
{
    size_t at = any_position(random, text);
    range line = line_around(text, at), word = word_around(text, at), nothing = {line.begin, line.begin};
    switch (random_below(random, 8)) {
    case 0:
        replace(text, line, "", 0);
        break;
    case 1:
        replace_by_part(text, nothing, other, line_around(other, any_position(random, other)));
        break;
    case 2:
        replace_by_part(text, line, text, line_around(text, any_position(random, text)));
        break;
    case 3:
        replace_by_part(text, word, other, word_around(other, any_position(random, other)));
        break;
    case 4:
        replace_by_part(text, word, text, word_around(text, any_position(random, text)));
        break;
    case 5:
    case 6:
        replace_by_part(text, word, text, similar_word(random, text, word, text));
        break;
    default:
        put_number(random, text, word);
    }
}

static void damage_bytes(random_source *random, strbuf *text, const strbuf *other)
{
    size_t at = any_position(random, text);
    if (text->size == 0)
        return;
    switch (random_below(random, 5)) {
    case 0:
        text->text[at] = (char)(text->text[at] ^ (1 << random_below(random, 8)));
        break;
    case 1:
        text->text[at] = (char)random_below(random, 256);
        break;
    case 2:
        replace_by_part(text, chunk_at(random, text), other, chunk_at(random, other));
        break;
    case 3:
        replace(text, (range){at, at + 1}, "", 0);
        break;
    default:
        if (random_below(random, 8) == 0)
            replace(text, (range){at, text->size}, "", 0);
        else
            replace_by_part(text, (range){at, at}, text, chunk_at(random, text));
    }
}

static strbuf damaged(random_source *random, const samples *all, const sample *s)
{
    strbuf text = {0};
    strbuf_add_bytes(&text, s->bytes.text, s->bytes.size);
    bool is_assembly = strcmp(s->suffix, ".ll") == 0;
    /* Mostly few: of what is damaged much, most is rejected at once. */
    uint64_t most = 1 + random_below(random, MAX_MUTATIONS);
    for (uint64_t count = 1 + random_below(random, most); count > 0; count--) {
        const sample *other = &all->data[random_below(random, all->size)];
        if (is_assembly && strcmp(other->suffix, ".ll") == 0)
            damage_assembly(random, &text, &other->bytes);
        else
            damage_bytes(random, &text, &other->bytes);
    }
    return text;
}

/* ---- running ---- */

static void load_and_exit(const char *path, const char *log)
{
    int out = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    setrlimit(RLIMIT_CPU, &(struct rlimit){CHILD_SECONDS, CHILD_SECONDS});
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});

    diag d = {0};
    ir_program *program = frontend_load(&(frontend_options){.files = &path, .file_count = 1}, &d);
    if (!program) {
        bool is_clear = d.message && *d.message && (d.status == STATUS_BAD_INPUT || d.status == STATUS_UNSUPPORTED);
        fprintf(stderr, "status %d: %s\n", d.status, d.message ? d.message : "no message");
        diag_clear(&d);
        exit(is_clear ? EXIT_REJECTED : EXIT_FAILURE);
    }
    bool is_valid = ir_validate(program, &d);
    if (!is_valid)
        fprintf(stderr, "invalid program: %s\n", d.message);
    ir_print(program, IR_NONE, stdout);
    ir_program_free(program);
    diag_clear(&d);
    exit(is_valid ? EXIT_LOADED : EXIT_FAILURE);
}

static int load_in_child(const char *path, const char *log)
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        load_and_exit(path, log);
    if (child < 0 || waitpid(child, &status, 0) < 0) {
        perror("fork");
        exit(EXIT_FAILURE);
    }
    return status;
}

static char *path_of(const char *folder, const char *name, unsigned number, const char *suffix)
{
    strbuf path = {0};
    strbuf_addf(&path, "%s/%s-%u%s", folder, name, number, suffix);
    return strbuf_take(&path);
}

static void write_file(const char *path, const strbuf *text)
{
    FILE *out = fopen(path, "wb");
    if (!out || fwrite(strbuf_text(text), 1, text->size, out) != text->size || fclose(out) != 0) {
        perror(path);
        exit(EXIT_FAILURE);
    }
}

typedef struct counts {
    unsigned inputs, loaded, rejected, findings;
} counts;

/* Loads one damaged input; keeps it, with what it printed, if that went wrong. */
static void try_one(random_source *random, const samples *all, const char *folder, counts *seen)
{
    const sample *s = &all->data[random_below(random, all->size)];
    char *path = path_of(folder, "input", (unsigned)getpid(), s->suffix);
    char *log = path_of(folder, "input", (unsigned)getpid(), ".log");
    strbuf text = damaged(random, all, s);
    write_file(path, &text);
    strbuf_clear(&text);

    int status = load_in_child(path, log);
    seen->inputs++;
    if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_LOADED) {
        seen->loaded++;
    } else if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_REJECTED) {
        seen->rejected++;
    } else {
        char *kept = path_of(folder, "finding", ++seen->findings, s->suffix);
        char *kept_log = path_of(folder, "finding", seen->findings, ".log");
        rename(path, kept);
        rename(log, kept_log);
        printf("reader_fuzz: finding: %s, %s %d; what it printed is in %s\n", kept,
               WIFSIGNALED(status) ? "signal" : "exit code",
               WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), kept_log);
        free(kept);
        free(kept_log);
    }
    remove(path);
    remove(log);
    free(path);
    free(log);
}

static void report(const counts *seen, double seconds)
{
    printf("reader_fuzz: %u inputs in %.0f s: %u loaded, %u rejected, %u findings\n", seen->inputs, seconds,
           seen->loaded, seen->rejected, seen->findings);
    fflush(stdout);
}

int main(int count, char **arguments)
{
    if (count < 5) {
        fprintf(stderr, "usage: reader_fuzz SECONDS SEED FOLDER FILE...\n");
        return EXIT_FAILURE;
    }
    double start = clock_wall_seconds(), seconds = atof(arguments[1]), next_report = REPORT_EVERY_SECONDS;
    random_source random = random_seeded(strtoull(arguments[2], NULL, 10));
    samples all = {0};
    for (int i = 4; i < count; i++)
        add_sample(&all, arguments[i]);

    counts seen = {0};
    for (double now = 0; now < seconds; now = clock_wall_seconds() - start) {
        try_one(&random, &all, arguments[3], &seen);
        if (now > next_report) {
            report(&seen, now);
            next_report += REPORT_EVERY_SECONDS;
        }
    }
    report(&seen, seconds);

    for (uint32_t i = 0; i < all.size; i++)
        strbuf_clear(&all.data[i].bytes);
    vec_clear(&all);
    return seen.findings ? EXIT_FAILURE : EXIT_SUCCESS;
}
