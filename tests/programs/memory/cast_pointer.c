/* A pointer that travels as an integer, with arithmetic on the way.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r
 * Outcomes: r=0 | r=9
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

int cells[4] = {0, 0, 9, 0};
uintptr_t word;
int r;

static void *send(void *unused)
{
    word = (uintptr_t)&cells[3] - sizeof(int);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, send, NULL);
    int *at = (int *)word;
    if (at) {
        assert(at == cells + 2 && at - cells == 2);
        r = *at;
    }
    pthread_join(t, NULL);
    return 0;
}
