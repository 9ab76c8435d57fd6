/* Publication as in RCU (read-copy-update): who finds the pointer finds what it points to.
 *
 * The writer fills in a new configuration and publishes it by one store of a pointer. Readers take no lock: they load
 * the pointer once and read through it. That relies on two things. The writer's stores must come before the pointer,
 * which is what the release is for (`rcu_assign_pointer`; `lwsync` on Power, `stlr` on ARMv8). And the reader's loads
 * must come after that of the pointer: no processor here reads through an address that it does not have yet, so this
 * dependency is enough (`rcu_dereference`), and costs nothing.
 *
 * To try:
 *   - heddle check examples/rcu_publish.c --mm sc,tso,armv8,power
 *   - rcu_publish_no_fence.c has no release, rcu_publish_no_dependency.c no dependency.
 *   - heddle check examples/rcu_publish.c --mm alpha: the one processor that needs a fence here, too.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* What the variants take away. */
#ifdef NO_FENCE
enum { PUBLISH = memory_order_relaxed };
#else
enum { PUBLISH = memory_order_release };
#endif

typedef struct config {
    int low, high; /* low < high */
} config;

config before = {1, 2}, after;
_Atomic(config *) current = &before;
atomic_int version; /* for readers without a dependency: 1 if `after` is there */

static void *writer(void *unused)
{
    after.low = 10;
    after.high = 20;
    atomic_store_explicit(&current, &after, PUBLISH);
    atomic_store_explicit(&version, 1, PUBLISH);
    return unused;
}

static void *reader(void *unused)
{
#ifdef NO_DEPENDENCY
    const config *c = atomic_load_explicit(&version, memory_order_relaxed) ? &after : &before;
    int low = 1, high = 2;
    if (c == &after) {
        low = after.low;
        high = after.high;
    }
#else
    const config *c = atomic_load_explicit(&current, memory_order_relaxed);
    int low = c->low, high = c->high;
#endif
    assert(low < high);
    return unused;
}

int main(void)
{
    pthread_t w, r;
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r, NULL, reader, NULL);
    pthread_join(w, NULL);
    pthread_join(r, NULL);
    return 0;
}
