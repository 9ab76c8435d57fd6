/* ConcurrencyKit: the sequence lock, with a reader that does not look whether it was disturbed.
 *
 * Checked: the reader has read two values that belong together. It is wrong: the writer may come in between.
 *
 * Needs: -Iinclude
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>

#include <ck_sequence.h>

static ck_sequence_t sequence = CK_SEQUENCE_INITIALIZER;
static int left, right;

static void *writer(void *unused)
{
    ck_sequence_write_begin(&sequence);
    left = 1;
    right = 1;
    ck_sequence_write_end(&sequence);
    return unused;
}

static void *reader(void *unused)
{
    ck_sequence_read_begin(&sequence);
    int a = left, b = right;
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
