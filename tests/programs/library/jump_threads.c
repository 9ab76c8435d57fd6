/* Each thread has its own jumps; what was stored before stays stored.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static int shared, retries[2];
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
    int *retry = argument;
    jmp_buf again;
    if (setjmp(again) == 0)
        add(again);
    else
        ++*retry;
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, &retries[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(shared + retries[0] + retries[1] == 2 && shared >= 1);
    return 0;
}
