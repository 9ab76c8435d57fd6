/* Stores that overlap only in part stay in order, also under PSO.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe r1,u.word
 * Outcomes: r1=0 u.word=33685761 | r1=16843009 u.word=33685761 | r1=33685761 u.word=33685761
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
    u.word = 0x01010101;
    u.half[1] = 0x0202;
    return NULL;
}

static void *thread2(void *unused)
{
    (void)unused;
    r1 = u.word;
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    assert(u.word == 0x02020101);
    return 0;
}
