/* The way back may be taken: not both threads have added.
 *
 * Verdict: SC violation
 * Prints: shared == 2
 */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static int shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add(jmp_buf again)
{
    if (pthread_mutex_trylock(&lock) != 0)
        longjmp(again, 1);
    shared++;
    pthread_mutex_unlock(&lock);
}

static void *work(void *argument)
{
    jmp_buf again;
    if (setjmp(again) == 0)
        add(again);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(shared == 2);
    return 0;
}
