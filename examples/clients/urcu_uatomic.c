/* Userspace RCU: its atomic operations, which are inline assembly on x86.
 *
 * Checked: a counter that two threads change in different ways has the right value in the end, and a lock made of
 * uatomic_cmpxchg and uatomic_store keeps two threads apart.
 *
 * uatomic_store with CMM_RELEASE is a release store of C11, which keeps its place under PSO as well.
 *
 * Needs: -Iinclude -D_LGPL_SOURCE
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>

#include <urcu/uatomic.h>

static int lock, protected;
static unsigned long counter = 10;

static void *adder(void *unused)
{
    uatomic_add(&counter, 5);
    unsigned long after = uatomic_add_return(&counter, 1);
    assert(after == 16 || after == 15 || after == 14);
    while (uatomic_cmpxchg(&lock, 0, 1) != 0)
        ;
    protected++;
    uatomic_store(&lock, 0, CMM_RELEASE);
    return unused;
}

static void *subtracter(void *unused)
{
    uatomic_dec(&counter);
    uatomic_sub(&counter, 1);
    while (uatomic_xchg(&lock, 1) != 0)
        ;
    protected++;
    uatomic_store(&lock, 0, CMM_RELEASE);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, adder, NULL);
    pthread_create(&b, NULL, subtracter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(uatomic_read(&counter) == 14 && protected == 2);
    return 0;
}
