/* Dat3M's benchmarks: the old read-write lock of the Linux kernel, ported to C11.
 *
 * Checked: a reader never sees a writer's work half done; two writers do not lose what the other has done.
 *
 * The lock word changes by read-modify-writes only, which are full fences under TSO and PSO, whatever their memory
 * order: so relaxed ones are as good there.
 *
 * Needs: -Ibenchmarks/locks
 * Verdict: SC safe, TSO safe, PSO safe
 * Verdict -DREL2RX -DACQ2RX: TSO safe, PSO safe
 * Verdict -DNO_READ_LOCK: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#include "linuxrwlock.h"

static rwlock_t lock;
static int one, other;

static void *writer(void *unused)
{
    write_lock(&lock);
    one++;
    other++;
    write_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    atomic_init(&lock.lock, RW_LOCK_BIAS);
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, writer, NULL);
#ifndef NO_READ_LOCK
    read_lock(&lock);
#endif
    assert(one == other);
#ifndef NO_READ_LOCK
    read_unlock(&lock);
#endif
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(one == 2 && other == 2);
    return 0;
}
