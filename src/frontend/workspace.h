/* A folder that lives as long as one load: the stand-ins for system headers, and what clang writes. */
#ifndef HEDDLE_FRONTEND_WORKSPACE_H
#define HEDDLE_FRONTEND_WORKSPACE_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/vec.h"
#include "frontend/frontend.h"

typedef struct workspace {
    char *folder;
    VEC(char *) made; /* files and folders inside, in the order they were made */
    frontend_outside *outside;
} workspace;

bool workspace_init(workspace *space, frontend_outside *outside, diag *d);
void workspace_clear(workspace *space);
/* The caller frees it. */
char *workspace_path(const workspace *space, const char *name);
/* The same for a file that is to be removed with the workspace, which owns the path. */
const char *workspace_add_file(workspace *space, const char *name);

#endif
