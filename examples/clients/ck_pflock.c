/* ConcurrencyKit: the phase-fair read-write lock.
 *
 * Checked: a reader never sees the two values that a writer changes together in between; two writers do not lose each
 * other's changes.
 *
 * Unlocking is a locked operation, so PSO does not harm even what is compiled for x86.
 *
 * Needs: -Iinclude
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>

#include <ck_pflock.h>

static ck_pflock_t lock = CK_PFLOCK_INITIALIZER;
static int left, right;

static void *writer(void *unused)
{
    ck_pflock_write_lock(&lock);
    left++;
    right++;
    ck_pflock_write_unlock(&lock);
    return unused;
}

static void *reader(void *unused)
{
    ck_pflock_read_lock(&lock);
    assert(left == right);
    ck_pflock_read_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    writer(NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(left == 2 && right == 2);
    return 0;
}
