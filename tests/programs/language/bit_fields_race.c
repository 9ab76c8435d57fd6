/* Two threads write different bit-fields of one byte: one of the writes can get lost, as on real machines.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>

struct {
    unsigned a : 4, b : 4;
} shared;

static void *writer(void *unused)
{
    (void)unused;
    shared.a = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    shared.b = 1;
    pthread_join(thread, 0);
    assert(shared.a == 1 && shared.b == 1);
    return 0;
}
