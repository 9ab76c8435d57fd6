/* A pointer that is stored and read byte by byte, into a variable that was never written before: what is read through
 * it is what was written there.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

int item;
volatile int is_there;
int *slot;

static void copy(void *to, const void *from)
{
    for (unsigned i = 0; i < sizeof(void *); i++)
        ((char *)to)[i] = ((const char *)from)[i];
}

static void *producer(void *unused)
{
    int *p = &item;
    item = 1;
    copy(&slot, &p);
    __sync_synchronize();
    is_there = 1;
    return unused;
}

static bool take(int **out)
{
    if (!is_there)
        return false;
    copy(out, &slot);
    return true;
}

int main(void)
{
    pthread_t a;
    int *taken;
    pthread_create(&a, NULL, producer, NULL);
    while (!take(&taken))
        ;
    assert(*taken == 1);
    return 0;
}
