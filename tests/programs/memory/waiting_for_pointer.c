/* A thread waits until an atomic pointer is set: the loop needs no bound, though clang copies the pointer through a
 * variable of its own.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r
 * Outcomes: r=7
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
    _Atomic(struct node *) next;
    int value;
};

struct node first, second;
int r;

static void *follow(void *unused)
{
    struct node *next;
    while ((next = atomic_load_explicit(&first.next, memory_order_acquire)) == NULL)
        ;
    r = next->value;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, follow, NULL);
    second.value = 7;
    atomic_store_explicit(&first.next, &second, memory_order_release);
    pthread_join(t, NULL);
    assert(r == 7);
    return 0;
}
