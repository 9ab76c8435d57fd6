/* A local array indexed by a shared variable, as a long, from 1.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <pthread.h>
#include <stddef.h>

volatile long word;

static void *reader(void *unused)
{
    int seen[2] = {0};
    long now = word;
    if (now)
        ++seen[now - 1];
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, reader, NULL);
    word = 1;
    word = 2;
    pthread_join(thread, NULL);
    return 0;
}
