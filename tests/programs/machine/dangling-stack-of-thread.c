/* A thread ends while another still uses its local variable. Not every schedule shows it.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
#include <pthread.h>

int r;

static void *reads(void *address)
{
    r = *(int *)address;
    return NULL;
}

static void *starts_and_leaves(void *unused)
{
    (void)unused;
    int local = 1;
    pthread_t t;
    pthread_create(&t, NULL, reads, &local);
    pthread_detach(t);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, starts_and_leaves, NULL);
    pthread_join(t, NULL);
    return 0;
}
