/* A thread reads single bytes of an int that is still in its store buffer.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r1,r2
 * Outcomes: r1=1 r2=4
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

union {
    uint32_t word;
    uint16_t half[2];
    uint8_t byte[4];
} u;
int r1, r2;

static void *thread1(void *unused)
{
    (void)unused;
    u.word = 0x04030201;
    r1 = u.byte[0];
    r2 = u.byte[3];
    return NULL;
}

int main(void)
{
    pthread_t t1;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_join(t1, NULL);
    assert(r1 == 1 && r2 == 4);
    return 0;
}
