/* ConcurrencyKit: the read-write lock, with a writer that takes it for reading only.
 *
 * Checked: a reader never sees the two values in between. It is wrong: readers do not keep each other out.
 *
 * Needs: -Iinclude
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>

#include <ck_rwlock.h>

static ck_rwlock_t lock = CK_RWLOCK_INITIALIZER;
static int left, right;

static void *writer(void *unused)
{
    ck_rwlock_read_lock(&lock);
    left++;
    right++;
    ck_rwlock_read_unlock(&lock);
    return unused;
}

static void *reader(void *unused)
{
    ck_rwlock_read_lock(&lock);
    assert(left == right);
    ck_rwlock_read_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
