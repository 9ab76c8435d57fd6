/* One store of an int becomes visible as a whole: who sees one of its bytes sees all.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r1,r2
 * Outcomes: r1=0 r2=0 | r1=0 r2=1 | r1=1 r2=1
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
    u.word = 0x01010101;
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    r1 = u.byte[3];
    r2 = u.byte[0];
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(!(r1 == 1 && r2 == 0));
    return 0;
}
