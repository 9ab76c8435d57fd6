/* The system's <pthread.h>, with cleanup handlers as plain calls: glibc's macros are made of setjmp. */
#ifndef HEDDLE_MODELS_PTHREAD_H
#define HEDDLE_MODELS_PTHREAD_H

#include_next <pthread.h>

#ifdef __cplusplus
extern "C" {
#endif
void __heddle_cleanup_push(void (*routine)(void *), void *argument);
void __heddle_cleanup_pop(int execute);
#ifdef __cplusplus
}
#endif

#undef pthread_cleanup_push
#undef pthread_cleanup_pop
/* clang-format off */
#define pthread_cleanup_push(routine, argument)                                                                        \
    do {                                                                                                               \
        __heddle_cleanup_push((routine), (argument));
#define pthread_cleanup_pop(execute)                                                                                   \
        __heddle_cleanup_pop(execute);                                                                                 \
    } while (0)
/* clang-format on */

#endif
