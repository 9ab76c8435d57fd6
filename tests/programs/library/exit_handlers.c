/* exit runs the handlers of atexit, the last registered first, and does not return; only its thread ends.
 *
 * Verdict: SC safe, TSO safe
 * Options: --observe order,other
 * Outcomes: order=321 other=1
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int order, other;

static void one(void)
{
    order = 10 * order + 1;
}

static void two(void)
{
    order = 10 * order + 2;
}

static void three(void)
{
    order = 10 * order + 3;
    assert(atexit(two) == 0);
}

static void wrong(void)
{
    assert(0);
}

static void *goes_on(void *unused)
{
    (void)unused;
    other = 1;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, goes_on, NULL);
    assert(atexit(one) == 0);
    assert(atexit(three) == 0);
    assert(at_quick_exit(wrong) == 0);
    exit(3);
    assert(0);
}
