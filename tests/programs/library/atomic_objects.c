/* Atomic objects larger than a word: reads and writes are indivisible and fences.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe sum
 * Outcomes: sum=0 | sum=6
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct triple {
    long a, b, c;
};

_Atomic struct triple shared;
int data, sum;

static void *writer(void *unused)
{
    (void)unused;
    data = 1;
    atomic_store(&shared, ((struct triple){1, 2, 3}));
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    struct triple seen = atomic_load(&shared);
    sum = (int)(seen.a + seen.b + seen.c);
    assert(sum == 0 || (sum == 6 && data == 1));
    pthread_join(thread, NULL);

    struct triple next = {4, 5, 6};
    seen = atomic_exchange(&shared, next);
    assert(seen.c == 3);
    assert(!atomic_compare_exchange_strong(&shared, &seen, seen) && seen.a == 4);
    seen.b = 5;
    assert(atomic_compare_exchange_strong(&shared, &seen, ((struct triple){7, 8, 9})));
    seen = atomic_load(&shared);
    assert(seen.c == 9);
    assert(!atomic_is_lock_free(&shared));
    return 0;
}
