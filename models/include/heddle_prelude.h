/* Read before every C file: what CBMC knows without a declaration and a compiler does not.
 *
 * A statement with a label __CPROVER_ASYNC_n is executed by a new thread. As a macro, the label swallows its colon: the
 * statement becomes the body of a loop that the new thread enters and the old one skips, and that the new thread leaves
 * by ending. The front end cuts out what is between the two calls (src/frontend/async.c). */
#ifndef HEDDLE_MODELS_PRELUDE_H
#define HEDDLE_MODELS_PRELUDE_H

int __heddle_async_begin(int number);
__attribute__((__noreturn__)) void __heddle_async_end(void);

#define __HEDDLE_ASYNC(number)                                                                                         \
    for (int __heddle_async = __heddle_async_begin(number); __heddle_async; __heddle_async_end())                      \
        switch (__heddle_async)                                                                                        \
        case 1

#define __CPROVER_ASYNC_0 __HEDDLE_ASYNC(0)
#define __CPROVER_ASYNC_1 __HEDDLE_ASYNC(1)
#define __CPROVER_ASYNC_2 __HEDDLE_ASYNC(2)
#define __CPROVER_ASYNC_3 __HEDDLE_ASYNC(3)
#define __CPROVER_ASYNC_4 __HEDDLE_ASYNC(4)
#define __CPROVER_ASYNC_5 __HEDDLE_ASYNC(5)
#define __CPROVER_ASYNC_6 __HEDDLE_ASYNC(6)
#define __CPROVER_ASYNC_7 __HEDDLE_ASYNC(7)
#define __CPROVER_ASYNC_8 __HEDDLE_ASYNC(8)
#define __CPROVER_ASYNC_9 __HEDDLE_ASYNC(9)

#define __CPROVER_bool _Bool
#define __CPROVER_thread_local __thread

#endif
