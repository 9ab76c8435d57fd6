/* A pointer to a fresh object, published by a plain store, may be seen before the contents of the object.
 *
 * Verdict: SC safe, TSO safe, PSO violation
 * Options: --observe r1
 * Outcomes: r1=1
 * Outcomes PSO: r1=0
 */
#include <assert.h>
#include <pthread.h>

int *published, r1;

static void *thread1(void *unused)
{
    (void)unused;
    static int object;
    object = 1;
    published = &object;
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    int *p = published;
    r1 = p ? *p : 1;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(!(r1 == 0));
    return 0;
}
