/* Dartagnan's <lkmm.h>: a store may be overtaken by a load, and giving back a spin lock is no full fence.
 *
 * Verdict: SC safe, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

enum order { ONCE, ACQUIRE, RELEASE };

intmax_t __LKMM_load(const volatile void *, size_t, enum order);
void __LKMM_store(volatile void *, size_t, intmax_t, enum order);
int __LKMM_SPIN_LOCK(int *);
int __LKMM_SPIN_UNLOCK(int *);

static int x, y, r1, r2, lock;

static void *left(void *unused)
{
    __LKMM_SPIN_LOCK(&lock);
    __LKMM_store(&x, sizeof x, 1, ONCE);
    __LKMM_SPIN_UNLOCK(&lock);
    r1 = (int)__LKMM_load(&y, sizeof y, ONCE);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, left, NULL);
    __LKMM_store(&y, sizeof y, 1, RELEASE);
    r2 = (int)__LKMM_load(&x, sizeof x, ACQUIRE);
    pthread_join(thread, NULL);
    assert(r1 || r2);
    return 0;
}
