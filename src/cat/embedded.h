/* What the build embeds in the binary: the files of the folder cat/, models and what they may include. */
#ifndef HEDDLE_CAT_EMBEDDED_H
#define HEDDLE_CAT_EMBEDDED_H

extern const struct cat_file {
    const char *path; /* in that folder: "sc.cat", "lib/cos.cat" */
    const char *text;
} cat_files[];
extern const unsigned cat_file_count;

#endif
