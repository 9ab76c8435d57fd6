/* The Linux kernel's ptr_ring with two producers, which take the producers' lock.
 *
 * Checked: both pointers are there afterwards, each once. Without the lock both may go to the same place.
 *
 * Needs: -Itools/virtio/ringtest -w
 * Verdict: SC safe, TSO safe, PSO safe
 * Verdict -DNO_LOCK: SC violation, TSO violation, PSO violation
 */
#include "ptr_ring.c"

unsigned ring_size = 2;
int param;
bool do_exit, do_sleep, do_relax;

static int items[2];

void kick(void)
{
}

void call(void)
{
}

static void *producer(void *item)
{
#ifdef NO_LOCK
    assert(__ptr_ring_produce(&array, item) == 0);
#else
    assert(ptr_ring_produce(&array, item) == 0);
#endif
    return item;
}

int main(void)
{
    pthread_t a, b;
    int *taken[2];
    alloc_ring();
    pthread_create(&a, NULL, producer, &items[0]);
    pthread_create(&b, NULL, producer, &items[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    for (int i = 0; i < 2; i++)
        taken[i] = ptr_ring_consume(&array);
    assert(taken[0] && taken[1] && taken[0] != taken[1]);
    return 0;
}
