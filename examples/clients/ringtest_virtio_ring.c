/* The Linux kernel's tools/virtio/ringtest: the rings of virtio 0.9, and its two experimental forms, which poll the
 * entries of the ring instead of its index, or rely on the order.
 *
 * Checked: the host finds the buffers in the order in which the guest has added them, with what the guest has written
 * into them, and the guest gets them back with the length that the host has left.
 *
 * All that is published is behind a release fence, so it is safe with any store buffer; without it, PSO breaks it.
 * Polling has a bug: the host stores the length behind the entry that the guest waits for, so the guest may read an old
 * one. All but the length is right.
 *
 * Needs: -Itools/virtio/ringtest tools/virtio/ringtest/virtio_ring_0_9.c
 * Verdict: SC safe, TSO safe, PSO safe
 * Verdict -DRING_POLL: SC violation, TSO violation, PSO violation
 * Verdict -DRING_POLL -DANY_LENGTH: SC safe, TSO safe, PSO safe
 * Verdict -DINORDER: SC safe, TSO safe, PSO safe
 * Verdict -D__ATOMIC_RELEASE=__ATOMIC_RELAXED: TSO safe, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include "main.h"

enum { SIZE = 2, ITEMS = 2, LENGTH = 10 };

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
        unsigned length = 0;
        void *buffer = NULL;
        while (!use_buf(&length, &buffer))
            ;
        assert(buffer == &items[i] && length == LENGTH + (unsigned)i && items[i] == i + 1);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    alloc_ring();
    pthread_create(&thread, NULL, host, NULL);
    for (int i = 0; i < ITEMS; i++) {
        items[i] = i + 1;
        assert(add_inbuf(LENGTH + (unsigned)i, &items[i], &items[i]) == 0);
    }
    for (int i = 0; i < ITEMS; i++) {
        unsigned length = 0;
        void *buffer = NULL, *data;
        while (!(data = get_buf(&length, &buffer)))
            ;
        assert(data == &items[i] && buffer == &items[i]);
#ifndef ANY_LENGTH
        assert(length == LENGTH + (unsigned)i - 1);
#endif
    }
    pthread_join(thread, NULL);
    return 0;
}
