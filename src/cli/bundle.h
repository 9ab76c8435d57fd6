/* --debug-bundle: everything that is needed to run the same check again somewhere else, as a tar archive:
 *
 *     heddle-bundle/command       the arguments, one on each line
 *     heddle-bundle/version
 *     heddle-bundle/0-queue.i     the files: C preprocessed, LLVM's as they are
 *     heddle-bundle/result.json   what came out; not there if there was no result
 *
 * CONTRIBUTING.md says how to reduce the program in it. */
#ifndef HEDDLE_CLI_BUNDLE_H
#define HEDDLE_CLI_BUNDLE_H

#include "cli/commands.h"

/* Collects everything but the result in s->bundle, and writes it: so that it is there even if there never will be a
 * result. False after saying why not. */
bool bundle_make(const session *s, const heddle_load_options *load);
/* Writes the archive again, with the result. False after saying why not. */
bool bundle_write(const session *s, const char *result);

#endif
