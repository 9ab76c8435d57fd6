/* ConcurrencyKit: the sequence lock.
 *
 * Checked: a reader that was not disturbed has read two values that belong together.
 *
 * Compiled for x86, the writer has no fences: under PSO the counter overtakes the data.
 *
 * Needs: -Iinclude
 * Verdict: SC safe, TSO safe, PSO violation
 * Verdict -DCK_MD_PSO: PSO safe
 */
#include <assert.h>
#include <pthread.h>

#include <ck_sequence.h>

static ck_sequence_t sequence = CK_SEQUENCE_INITIALIZER;
static int left, right;

static void *writer(void *unused)
{
    for (int i = 1; i <= 2; i++) {
        ck_sequence_write_begin(&sequence);
        left = i;
        right = i;
        ck_sequence_write_end(&sequence);
    }
    return unused;
}

static void *reader(void *unused)
{
    unsigned version;
    int a, b;
    do {
        version = ck_sequence_read_begin(&sequence);
        a = left;
        b = right;
    } while (ck_sequence_read_retry(&sequence, version));
    assert(a == b);
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
