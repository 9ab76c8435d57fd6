/* What the build embeds in the binary: the library models as LLVM bitcode, and the headers that stand in for system
 * headers when user code is compiled. */
#ifndef HEDDLE_FRONTEND_EMBEDDED_H
#define HEDDLE_FRONTEND_EMBEDDED_H

extern const unsigned char frontend_models_bitcode[];
extern const unsigned long frontend_models_bitcode_size;

extern const struct frontend_header {
    const char *path; /* as an #include names it, such as "sys/types.h" */
    const char *text;
} frontend_headers[];
extern const unsigned frontend_header_count;

#endif
