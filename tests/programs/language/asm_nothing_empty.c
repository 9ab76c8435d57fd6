/* Inline assembly that orders no store (an empty text, for the compiler only).
 *
 * Verdict: SC safe, TSO safe, PSO violation
 */
#include <assert.h>
#include <pthread.h>

int data, ready;

static void *writer(void *unused)
{
    data = 1;
    __asm__ __volatile__("" ::: "memory");
    ready = 1;
    return unused;
}

static void *reader(void *unused)
{
    if (ready)
        assert(data == 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
