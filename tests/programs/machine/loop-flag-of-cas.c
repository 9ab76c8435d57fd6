/* A loop that is left when a compare-and-swap has succeeded, which a variable tells: it waits, and needs no bound.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

atomic_int lock;
int counter;

static void *worker(void *unused)
{
    int is_mine = 0;
    while (!is_mine) {
        int is_free = 0;
        is_mine = atomic_compare_exchange_strong(&lock, &is_free, 1);
    }
    counter++;
    atomic_store(&lock, 0);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
