/* setjmp and longjmp within a thread: out of nested calls, back again and again, out of a callback of the library, to
 * the right one of several; 0 arrives as 1.
 *
 * Verdict: SC safe, TSO safe
 * Options: --observe done
 * Outcomes: done=1
 */
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf outer, inner;
static sigjmp_buf masked;
static int depth, done;

static void descend(int level)
{
    depth = level;
    if (level == 3)
        longjmp(outer, 0);
    descend(level + 1);
    assert(0);
}

static int leaves_calls(void)
{
    volatile int times = 0;
    int value = setjmp(outer);
    times++;
    if (value == 0)
        descend(0);
    assert(value == 1 && times == 2 && depth == 3);
    return value;
}

static void comes_back(void)
{
    volatile int last = 0;
    switch (setjmp(outer)) {
    case 0:
        last = 5;
        longjmp(outer, last);
    case 5:
        last++;
        longjmp(outer, last);
    case 6:
        break;
    default:
        assert(0);
    }
    assert(last == 6);
}

static _Noreturn void leave(jmp_buf *to, int value)
{
    longjmp(*to, value);
}

static int pair(int first)
{
    if (setjmp(inner) == 0)
        leave(first ? &outer : &inner, 7);
    return 1;
}

static void finds_the_right_one(void)
{
    if (setjmp(outer) == 0) {
        assert(pair(0) == 1);
        pair(1);
        assert(0);
    }
}

static int compare(const void *a, const void *b)
{
    if (*(const int *)a == 2 || *(const int *)b == 2)
        longjmp(outer, 9);
    return *(const int *)a - *(const int *)b;
}

static void leaves_the_library(void)
{
    int numbers[] = {3, 2, 1};
    int value = setjmp(outer);
    if (value == 0)
        qsort(numbers, 3, sizeof *numbers, compare);
    assert(value == 9);
}

static void knows_signals(void)
{
    int value = sigsetjmp(masked, 1);
    if (value < 3)
        siglongjmp(masked, value + 1);
    assert(value == 3);
}

int main(void)
{
    assert(leaves_calls() == 1);
    comes_back();
    finds_the_right_one();
    leaves_the_library();
    knows_signals();
    done = 1;
    return 0;
}
