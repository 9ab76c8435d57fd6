/* A pointer that is stored byte by byte, and read as a whole: it points where it did.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: pointer_from_bytes.c:25: assertion
 */
#include <assert.h>
#include <pthread.h>

int item;
volatile int is_there;
int *slot;

static void *producer(void *unused)
{
    int *p = &item;
    for (unsigned i = 0; i < sizeof p; i++)
        ((char *)&slot)[i] = ((char *)&p)[i];
    __sync_synchronize();
    is_there = 1;
    return unused;
}

static void *reader(void *unused)
{
    assert(item != 7);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    if (is_there)
        *slot = 7;
    return 0;
}
