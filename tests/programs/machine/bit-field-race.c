/* Neighbouring bit-fields share a location: a write to one may undo a write to the other.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <assert.h>
#include <pthread.h>

struct {
    unsigned a : 4, b : 4;
} s;

static void *sets_a(void *unused)
{
    (void)unused;
    s.a = 1;
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, sets_a, NULL);
    s.b = 2;
    pthread_join(t, NULL);
    assert(s.a == 1 && s.b == 2);
    return 0;
}
