/* The system's <pthread.h>, with cleanup handlers as plain calls: glibc's macros are made of setjmp. */
#ifndef HEDDLE_MODELS_PTHREAD_H
#define HEDDLE_MODELS_PTHREAD_H

#include_next <pthread.h>

struct __heddle_cleanup {
    void (*routine)(void *);
    void *argument;
    struct __heddle_cleanup *outer;
};

#ifdef __cplusplus
extern "C" {
#endif
void __heddle_cleanup_push(struct __heddle_cleanup *frame, void (*routine)(void *), void *argument);
void __heddle_cleanup_pop(struct __heddle_cleanup *frame, int execute);
#ifdef __cplusplus
}
#endif

#undef pthread_cleanup_push
#undef pthread_cleanup_pop
/* clang-format off */
#define pthread_cleanup_push(routine, argument)                                                                        \
    do {                                                                                                               \
        struct __heddle_cleanup __heddle_frame;                                                                        \
        __heddle_cleanup_push(&__heddle_frame, (routine), (argument));
#define pthread_cleanup_pop(execute)                                                                                   \
        __heddle_cleanup_pop(&__heddle_frame, (execute));                                                              \
    } while (0)
/* clang-format on */

#endif
