/* The Linux kernel's tools/virtio/ringtest: the ring of descriptors, in which both sides write.
 *
 * Checked: the guest gets its buffers back in order, each with the length that the host has left in it. The ring has
 * two descriptors and each is used twice.
 *
 * Both sides set the flag of a descriptor last, behind a release fence, so it is safe with any store buffer. Without
 * that fence the flag overtakes the length under PSO.
 *
 * Needs: -Itools/virtio/ringtest tools/virtio/ringtest/ring.c
 * Verdict: SC safe, TSO safe, PSO safe
 * Verdict -D__ATOMIC_RELEASE=__ATOMIC_RELAXED: TSO safe, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include "main.h"

enum { SIZE = 2, ITEMS = 4, LENGTH = 10 };

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

static void *host(void *unused)
{
    for (int i = 0; i < ITEMS; i++) {
        unsigned length;
        void *buffer;
        while (!use_buf(&length, &buffer))
            ;
    }
    return unused;
}

static void take_back(int i)
{
    unsigned length = 0;
    void *buffer = NULL, *data;
    while (!(data = get_buf(&length, &buffer)))
        ;
    assert(data == &items[i] && buffer == &items[i]);
    assert(length == LENGTH + (unsigned)i - 1);
}

int main(void)
{
    pthread_t thread;
    alloc_ring();
    pthread_create(&thread, NULL, host, NULL);
    for (int i = 0; i < ITEMS; i++) {
        if (i >= SIZE)
            take_back(i - SIZE);
        assert(add_inbuf(LENGTH + (unsigned)i, &items[i], &items[i]) == 0);
    }
    for (int i = ITEMS - SIZE; i < ITEMS; i++)
        take_back(i);
    pthread_join(thread, NULL);
    return 0;
}
