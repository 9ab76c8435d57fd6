/* setjmp and longjmp within a thread. The front end makes calls and returns of them (src/frontend/jumps.c): a buffer
 * points to the mark of the function that called setjmp, a local variable with the number of its thread. So a jump to a
 * function that has returned looks at a variable that is no more, and that is an error. */
#include "internal.h"

static _Thread_local int *target; /* of the jump that is under way, or NULL */
static _Thread_local int value;

void __heddle_jump_masks(int are_saved)
{
    if (are_saved && signal_masks_exist())
        __heddle_unsupported("sigsetjmp that saves the signal mask, in a program that changes it");
}

int __heddle_jump_set(int **buffer, int *mark)
{
    *mark = __heddle_thread_self();
    *buffer = mark;
    return 0;
}

void __heddle_jump(int **buffer, int result)
{
    int *mark = *buffer;
    if (*mark != __heddle_thread_self())
        misuse("longjmp to a function that another thread runs");
    target = mark;
    value = result == 0 ? 1 : result;
}

int *__heddle_jump_target(void)
{
    return target;
}

int __heddle_jump_arrive(void)
{
    target = NULL;
    return value;
}
