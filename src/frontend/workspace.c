#include "frontend/workspace.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/strbuf.h"
#include "frontend/embedded.h"

char *workspace_path(const workspace *space, const char *name)
{
    strbuf path = {0};
    strbuf_addf(&path, "%s/%s", space->folder, name);
    return strbuf_take(&path);
}

const char *workspace_add_file(workspace *space, const char *name)
{
    vec_push(&space->made, workspace_path(space, name));
    return *vec_last(&space->made);
}

void workspace_clear(workspace *space)
{
    for (uint32_t i = space->made.size; i-- > 0;) {
        remove(space->made.data[i]);
        free(space->made.data[i]);
    }
    vec_clear(&space->made);
    if (space->folder)
        rmdir(space->folder);
    outside_forget_folder(space->outside);
    free(space->folder);
    space->folder = NULL;
}

static bool make_folders_above(workspace *space, const char *path)
{
    for (const char *slash = strchr(path + strlen(space->folder) + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        char *folder = alloc_string(path);
        folder[slash - path] = '\0';
        if (mkdir(folder, S_IRWXU) == 0) {
            vec_push(&space->made, folder);
            continue;
        }
        free(folder);
        if (errno != EEXIST)
            return false;
    }
    return true;
}

static bool write_header(workspace *space, const struct frontend_header *header)
{
    strbuf name = {0};
    strbuf_addf(&name, "include/%s", header->path);
    char *path = workspace_path(space, strbuf_text(&name));
    strbuf_clear(&name);
    FILE *out = make_folders_above(space, path) ? fopen(path, "we") : NULL;
    vec_push(&space->made, path);
    if (!out)
        return false;
    bool written = fputs(header->text, out) >= 0;
    return fclose(out) == 0 && written;
}

bool workspace_init(workspace *space, frontend_outside *outside, diag *d)
{
    const char *parent = getenv("TMPDIR");
    strbuf folder = {0};
    strbuf_addf(&folder, "%s/heddle-XXXXXX", parent && *parent ? parent : P_tmpdir);
    *space = (workspace){.folder = strbuf_take(&folder), .outside = outside};
    if (!mkdtemp(space->folder)) {
        diag_fail(d, STATUS_BAD_INPUT, "cannot make a folder for temporary files, %s: %s", space->folder,
                  strerror(errno));
        free(space->folder);
        space->folder = NULL;
        return false;
    }
    outside_note_folder(outside, space->folder);
    for (unsigned i = 0; i < frontend_header_count; i++)
        if (!write_header(space, &frontend_headers[i]))
            return diag_fail(d, STATUS_BAD_INPUT, "cannot write temporary files in %s: %s", space->folder,
                             strerror(errno));
    return true;
}
