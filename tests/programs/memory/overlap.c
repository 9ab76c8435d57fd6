/* Accesses of all sizes to the same bytes, aligned and not: a byte in the middle of a word, and a word across two.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe whole,r
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>

uint64_t whole;
unsigned r;

static void *bytes(void *unused)
{
    unsigned char *byte = (unsigned char *)&whole;
    byte[3] = 1;
    uint32_t middle;
    memcpy(&middle, byte + 2, sizeof middle);
    r = middle >> 8 & 1;
    return unused;
}

static void *half(void *unused)
{
    ((uint32_t *)&whole)[1] = 0x02020202;
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, bytes, NULL);
    pthread_create(&t[1], NULL, half, NULL);
    pthread_join(t[0], NULL);
    pthread_join(t[1], NULL);
    assert(whole == 0x0202020201000000 && r == 1);
    return 0;
}
