#include "cli/outputs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "report/visible.h"

static bool is_same(const struct stat *a, const struct stat *b)
{
    return S_ISREG(a->st_mode) && a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* ---- what must not be written to ---- */

static bool is_input(const options *options, const struct stat *info)
{
    const char *const OTHERS[] = {options->schedule, options->svcomp};
    struct stat other;
    for (uint32_t i = 0; i < options->files.size; i++)
        if (stat(options->files.data[i], &other) == 0 && is_same(info, &other))
            return true;
    for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
        if (OTHERS[i] && stat(OTHERS[i], &other) == 0 && is_same(info, &other))
            return true;
    return false;
}

static bool check_is_free(const outputs *o, const options *options, const char *name, const struct stat *info, diag *d)
{
    struct stat other;
    if (is_input(options, info))
        return diag_fail(d, STATUS_BAD_INPUT, "%s is an input: it is not overwritten", name);
    for (uint32_t i = 0; i < o->files.size; i++)
        if (fstat(o->files.data[i].descriptor, &other) == 0 && is_same(info, &other))
            return diag_fail(d, STATUS_BAD_INPUT, "%s and %s are one file: each report needs its own",
                             o->files.data[i].name, name);
    if (fstat(STDOUT_FILENO, &other) == 0 && is_same(info, &other))
        return diag_fail(d, STATUS_BAD_INPUT, "%s is where the standard output goes: the report needs its own file",
                         name);
    return true;
}

/* ---- opening ---- */

/* Never cuts the file off: it may be one that must stay. */
static int open_to_write(const char *name, bool *is_new)
{
    enum { EVERYBODY = 0666 };
    int descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOCTTY, EVERYBODY);
    *is_new = descriptor >= 0;
    return descriptor >= 0 || errno != EEXIST ? descriptor
                                              : open(name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, EVERYBODY);
}

static bool open_one(outputs *o, const options *options, const char *name, diag *d)
{
    struct stat info;
    output_file file = {.name = name};
    if (stat(name, &info) == 0 && !check_is_free(o, options, name, &info, d))
        return false;
    file.descriptor = open_to_write(name, &file.is_new);
    if (file.descriptor < 0)
        return diag_fail(d, STATUS_BAD_INPUT, "cannot write %s: %s", name, strerror(errno));
    vec_push(&o->files, file);
    return true;
}

static bool is_empty(DIR *folder)
{
    const struct dirent *entry;
    while ((entry = readdir(folder)) != NULL)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            return false;
    return true;
}

/* Schedules of another time would be taken for those of this one. */
static bool open_folder(outputs *o, const char *name, diag *d)
{
    enum { EVERYBODY = 0777 };
    o->folder_is_new = mkdir(name, EVERYBODY) == 0;
    DIR *folder = o->folder_is_new || errno == EEXIST ? opendir(name) : NULL;
    if (folder == NULL || access(name, W_OK | X_OK) != 0)
        diag_fail(d, STATUS_BAD_INPUT, "cannot write into %s: %s", name, strerror(errno));
    else if (!is_empty(folder))
        diag_fail(d, STATUS_BAD_INPUT, "%s is not empty: schedules need a folder of their own", name);
    else
        o->folder = name;
    if (folder)
        closedir(folder);
    return o->folder != NULL;
}

bool outputs_open(outputs *o, const options *options, diag *d)
{
    const char *const NAMES[] = {options->save_schedule, options->html,         options->sarif,
                                 options->witness,       options->debug_bundle, options->proof};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (NAMES[i] && !open_one(o, options, NAMES[i], d))
            return false;
    return options->out == NULL || open_folder(o, options->out, d);
}

/* ---- writing ---- */

static output_file *find(outputs *o, const char *name)
{
    for (uint32_t i = 0; i < o->files.size; i++)
        if (o->files.data[i].name == name)
            return &o->files.data[i];
    return NULL;
}

static bool write_all(int descriptor, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(descriptor, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

/* What is not a regular file has neither a length nor a beginning. */
static bool rewrite(output_file *file, const char *bytes, size_t size)
{
    struct stat info;
    if (fstat(file->descriptor, &info) != 0)
        return false;
    if (S_ISREG(info.st_mode) && (ftruncate(file->descriptor, 0) != 0 || lseek(file->descriptor, 0, SEEK_SET) < 0))
        return false;
    return write_all(file->descriptor, bytes, size);
}

static bool say_not_written(const char *name)
{
    int problem = errno;
    fputs("heddle: error: cannot write ", stderr);
    visible_print(stderr, name);
    fprintf(stderr, ": %s\n", strerror(problem));
    return false;
}

bool outputs_write(outputs *o, const char *name, const void *bytes, size_t size)
{
    output_file *file = find(o, name);
    if (file == NULL) /* the time was over while it was being opened */
        return false;
    file->is_written = true;
    return rewrite(file, bytes, size) || say_not_written(name);
}

bool outputs_write_into(const outputs *o, const char *name, const char *text)
{
    strbuf path = {0};
    output_file file = {0};
    strbuf_addf(&path, "%s/%s", o->folder, name);
    file.descriptor = open_to_write(strbuf_text(&path), &file.is_new);
    bool is_written = file.descriptor >= 0 && write_all(file.descriptor, text, strlen(text));
    is_written = is_written || say_not_written(strbuf_text(&path));
    if (file.descriptor >= 0)
        close(file.descriptor);
    strbuf_clear(&path);
    return is_written;
}

FILE *outputs_stream(outputs *o, const char *name)
{
    output_file *file = find(o, name);
    file->is_written = true;
    int copy = rewrite(file, "", 0) ? dup(file->descriptor) : -1;
    return copy >= 0 ? fdopen(copy, "w") : NULL;
}

void outputs_close(outputs *o)
{
    for (uint32_t i = 0; i < o->files.size; i++) {
        output_file *file = &o->files.data[i];
        close(file->descriptor);
        if (file->is_new && !file->is_written)
            unlink(file->name);
    }
    vec_clear(&o->files);
    if (o->folder && o->folder_is_new)
        rmdir(o->folder); /* if nothing is in it */
}
