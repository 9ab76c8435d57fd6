/* The variables of a thread's function end with the thread, when all that it has stored is in memory: who does not see
 * `is_over` yet, still finds them.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r
 * Outcomes: r=0 | r=5
 */
#include <pthread.h>
#include <stddef.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int *p;
int is_over, r;

static void *owner(void *unused)
{
    int x = 5;
    __VERIFIER_atomic_begin();
    p = &x;
    __VERIFIER_atomic_end();
    is_over = 1;
    (void)unused;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, owner, NULL);
    __VERIFIER_atomic_begin();
    if (p != NULL && !is_over)
        r = *p;
    __VERIFIER_atomic_end();
    pthread_join(thread, NULL);
    return 0;
}
