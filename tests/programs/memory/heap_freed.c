/* A heap object that is freed by one thread while another may still use it; the second pointer is checked first.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: use after free|freed|gone
 */
#include <pthread.h>
#include <stdlib.h>

int *shared;
int r;

static void *use(void *unused)
{
    int *mine = shared;
    if (mine)
        r = *mine;
    return unused;
}

int main(void)
{
    pthread_t t;
    shared = calloc(1, sizeof *shared);
    pthread_create(&t, NULL, use, NULL);
    int *old = shared;
    shared = NULL;
    free(old);
    pthread_join(t, NULL);
    return 0;
}
