/* ConcurrencyKit: the read-write lock.
 *
 * Checked: a reader never sees the two values that a writer changes together in between; two writers do not lose each
 * other's changes.
 *
 * Compiled for x86, a writer unlocks by a plain store. Under PSO it overtakes the stores to the values.
 *
 * Needs: -Iinclude
 * Verdict: SC safe, TSO safe, PSO violation
 * Verdict -DCK_MD_PSO: PSO safe
 */
#include <assert.h>
#include <pthread.h>

#include <ck_rwlock.h>

static ck_rwlock_t lock = CK_RWLOCK_INITIALIZER;
static int left, right;

static void *writer(void *unused)
{
    ck_rwlock_write_lock(&lock);
    left++;
    right++;
    ck_rwlock_write_unlock(&lock);
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
    writer(NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(left == 2 && right == 2);
    return 0;
}
