/* A read wider than the buffered store takes the buffered byte and the rest from memory. The second byte comes from
 * the other thread: before the read, or not.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r1,u.word
 * Outcomes: r1=1 u.word=257 | r1=257 u.word=257
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

union {
    uint32_t word;
    uint16_t half[2];
    uint8_t byte[4];
} u;
uint32_t r1;

static void *thread1(void *unused)
{
    (void)unused;
    u.byte[0] = 1;
    r1 = u.word;
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    u.byte[1] = 1;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert((r1 & 0xff) == 1 && u.word == 0x0101);
    return 0;
}
