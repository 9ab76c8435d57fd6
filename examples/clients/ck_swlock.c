/* ConcurrencyKit: the read-write lock for a single writer.
 *
 * Checked: a reader never sees the two values that a writer changes together in between.
 *
 * Unlocking is a locked operation, so PSO does not harm even what is compiled for x86.
 *
 * Needs: -Iinclude
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>

#include <ck_swlock.h>

static ck_swlock_t lock = CK_SWLOCK_INITIALIZER;
static int left, right;

static void *writer(void *unused)
{
    ck_swlock_write_lock(&lock);
    left++;
    right++;
    ck_swlock_write_unlock(&lock);
    return unused;
}

static void *reader(void *unused)
{
    ck_swlock_read_lock(&lock);
    assert(left == right);
    ck_swlock_read_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    reader(NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(left == 1 && right == 1);
    return 0;
}
