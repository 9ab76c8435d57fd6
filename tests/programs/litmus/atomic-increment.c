/* The ++ of a C11 atomic is a read-modify-write; as two separate accesses it would lose updates.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe x
 * Outcomes: x=2
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void *thread1(void *unused)
{
    (void)unused;
    x++;
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    x++;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(x == 2);
    return 0;
}
