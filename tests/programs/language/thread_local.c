/* _Thread_local: each thread has its own instance, with its own initial value and address.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe done
 * Outcomes: done=1
 */
#include <assert.h>
#include <pthread.h>

_Thread_local int own = 5, table[2] = {1, 2};
static __thread int *pointer;
int done, *of_main;

static int count(void)
{
    static _Thread_local int calls;
    return ++calls;
}

static void *worker(void *unused)
{
    (void)unused;
    assert(own == 5 && table[1] == 2 && !pointer && &own != of_main);
    own = 7;
    pointer = &own;
    assert(count() == 1 && *of_main == 6);
    return 0;
}

int main(void)
{
    pthread_t thread;
    own++;
    of_main = &own;
    count();
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(own == 6 && !pointer && count() == 2);
    done = 1;
    return 0;
}
