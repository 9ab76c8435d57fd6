/* A signal wakes exactly one of two waiting threads, and either may be the one: each of them can be left behind.
 *
 * Verdict: SC safe
 * Prints: DEADLOCK: .*T1 .*waits for .*\bc\b
 * Prints: DEADLOCK: .*T2 .*waits for .*\bc\b
 */
#include <pthread.h>
#include <stddef.h>

void __VERIFIER_assume(int condition);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int waiting;

static void *waiter(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&m);
    waiting++;
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, waiter, NULL);
    pthread_mutex_lock(&m);
    __VERIFIER_assume(waiting == 2);
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
