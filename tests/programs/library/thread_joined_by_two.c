/* Two threads wait for the same third one. Which of them comes second makes the mistake; `heddle check` does not tell.
 *
 * Verdict: SC violation, TSO violation
 * Prints: joining a thread twice
 * Check: unsupported
 */
#include <pthread.h>
#include <stddef.h>

pthread_t first;
int x;

static void *store(void *unused)
{
    x = 1;
    return unused;
}

static void *wait_for_first(void *unused)
{
    pthread_join(first, NULL);
    return unused;
}

int main(void)
{
    pthread_t second;
    pthread_create(&first, NULL, store, NULL);
    pthread_create(&second, NULL, wait_for_first, NULL);
    pthread_join(first, NULL);
    return 0;
}
