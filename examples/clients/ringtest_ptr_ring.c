/* The Linux kernel's ptr_ring, the queue of pointers for one producer and one consumer, as tools/virtio/ringtest
 * compiles it for user space.
 *
 * Checked: the pointers come out in order, and what they point to is complete. The ring has room for two, so the third
 * waits for the first to be gone.
 *
 * On x86 the fence before a pointer is stored is one for the compiler only: under PSO the pointer overtakes what it
 * points to.
 *
 * Needs: -Itools/virtio/ringtest -w
 * Verdict: SC safe, TSO safe, PSO violation
 */
#include "ptr_ring.c"

enum { SIZE = 2, ITEMS = 3 };

unsigned ring_size = SIZE;
int param;
bool do_exit, do_sleep, do_relax;

static int items[ITEMS];

void kick(void)
{
}

void call(void)
{
}

static void *producer(void *unused)
{
    for (int i = 0; i < ITEMS; i++) {
        items[i] = i + 1;
        while (add_inbuf(1, &items[i], NULL))
            ;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    alloc_ring();
    pthread_create(&thread, NULL, producer, NULL);
    for (int i = 0; i < ITEMS; i++) {
        int *item;
        while (!(item = __ptr_ring_consume(&array)))
            ;
        assert(item == &items[i] && *item == i + 1);
    }
    pthread_join(thread, NULL);
    assert(avail_empty());
    return 0;
}
