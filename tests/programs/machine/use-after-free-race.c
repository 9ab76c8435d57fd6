/* One thread frees what another still reads: a violation in the schedules where it comes first.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <pthread.h>
#include <stdlib.h>

int *p, r;

static void *reads(void *unused)
{
    (void)unused;
    r = *p;
    return NULL;
}

int main(void)
{
    pthread_t t;
    p = malloc(sizeof *p);
    *p = 1;
    pthread_create(&t, NULL, reads, NULL);
    free(p);
    pthread_join(t, NULL);
    return 0;
}
