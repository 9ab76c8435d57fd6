/* The Linux kernel's tools/virtio/ringtest: waking up the other side of the ring of descriptors.
 *
 * Checked: a host that found the ring empty after it had asked for a kick, and so goes to sleep, gets one from the
 * guest that adds a buffer. It is store buffering: each side writes and then reads what the other one writes, with a
 * full fence in between, so neither misses the other. A host that looks before it asks, and not again, may sleep for
 * ever.
 *
 * Needs: -Itools/virtio/ringtest tools/virtio/ringtest/ring.c
 * Verdict: SC safe, TSO safe, PSO safe
 * Verdict -DLOOKS_TOO_EARLY: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include "main.h"

unsigned ring_size = 2;
int param;
bool do_exit, do_sleep, do_relax;

static int item;
static bool is_kicked, is_asleep;

void kick(void)
{
    is_kicked = true;
}

void call(void)
{
}

static void *host(void *unused)
{
#ifdef LOOKS_TOO_EARLY
    is_asleep = avail_empty();
    enable_kick();
#else
    is_asleep = enable_kick();
#endif
    return unused;
}

/* The first buffer is always announced. */
static void go_once_round(void)
{
    unsigned length;
    void *buffer;
    add_inbuf(1, &item, &item);
    kick_available();
    assert(use_buf(&length, &buffer) && is_kicked);
    is_kicked = false;
}

int main(void)
{
    pthread_t thread;
    alloc_ring();
    go_once_round();
    pthread_create(&thread, NULL, host, NULL);
    add_inbuf(1, &item, &item);
    kick_available();
    pthread_join(thread, NULL);
    assert(!is_asleep || is_kicked);
    return 0;
}
