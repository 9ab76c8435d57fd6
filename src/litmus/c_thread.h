/* Threads in C: the small C of litmus tests. Parameters are pointers to the variables of the same names; everything else
 * is a local variable. C11 atomics are what they are in C; the names of the Linux kernel are relaxed, acquire and release
 * accesses and fences of their own kinds. */
#ifndef HEDDLE_LITMUS_C_THREAD_H
#define HEDDLE_LITMUS_C_THREAD_H

#include "litmus/draft.h"
#include "litmus/test.h"

bool c_translate_thread(litmus_test *test, uint32_t thread, draft *draft, diag *d);

#endif
