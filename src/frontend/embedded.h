/* What the build embeds in the binary: the library models as LLVM bitcode, and the headers that stand in for system
 * headers when user code is compiled. */
#ifndef HEDDLE_FRONTEND_EMBEDDED_H
#define HEDDLE_FRONTEND_EMBEDDED_H

/* One for each data model. */
extern const struct frontend_models {
    const unsigned char *bitcode;
    unsigned long size;
} frontend_models_64, frontend_models_32;

extern const struct frontend_header {
    const char *path; /* as an #include names it, such as "sys/types.h" */
    const char *text;
} frontend_headers[];
extern const unsigned frontend_header_count;

#endif
