/* The Linux kernel's tools/virtio/ringtest: the ring of descriptors, with two threads as hosts.
 *
 * Checked: a buffer that went in is used once. It is wrong: the host's side of the ring is
 * for one thread, and both may take the same descriptor.
 *
 * Needs: -Itools/virtio/ringtest tools/virtio/ringtest/ring.c
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include "main.h"

unsigned ring_size = 2;
int param;
bool do_exit, do_sleep, do_relax;

static int item;
static bool used[2];

void kick(void)
{
}

void call(void)
{
}

static void *host(void *place)
{
    unsigned length;
    void *buffer;
    *(bool *)place = use_buf(&length, &buffer);
    return place;
}

int main(void)
{
    pthread_t a, b;
    alloc_ring();
    assert(add_inbuf(1, &item, &item) == 0);
    pthread_create(&a, NULL, host, &used[0]);
    pthread_create(&b, NULL, host, &used[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(used[0] + used[1] == 1);
    return 0;
}
