/* ConcurrencyKit: the byte lock: each reader has a byte, and a writer looks at eight at once.
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

#include <ck_bytelock.h>

static ck_bytelock_t lock = CK_BYTELOCK_INITIALIZER;
static unsigned numbers[] = {1, 2, 3};
static int left, right;

static void *writer(void *number)
{
    ck_bytelock_write_lock(&lock, *(unsigned *)number);
    left++;
    right++;
    ck_bytelock_write_unlock(&lock);
    return number;
}

static void *reader(void *unused)
{
    ck_bytelock_read_lock(&lock, numbers[2]);
    assert(left == right);
    ck_bytelock_read_unlock(&lock, numbers[2]);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, &numbers[0]);
    pthread_create(&b, NULL, reader, NULL);
    writer(&numbers[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(left == 2 && right == 2);
    return 0;
}
