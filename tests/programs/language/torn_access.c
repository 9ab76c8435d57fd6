/* What is wider than the processor's accesses, or not aligned, can be seen half written; an atomic of 16 bytes cannot.
 *
 * Verdict: SC safe
 * Options: --observe wide_torn,packed_torn,atomic_torn
 * Outcomes: wide_torn=0 packed_torn=0 atomic_torn=0 | wide_torn=1 packed_torn=0 atomic_torn=0
 * Outcomes: wide_torn=0 packed_torn=1 atomic_torn=0
 */
#include <pthread.h>

struct __attribute__((packed)) {
    char c;
    short number;
} packed;
__int128 wide;
_Atomic __int128 whole;
int wide_torn, packed_torn, atomic_torn;

static void *writer(void *unused)
{
    wide = -1;
    packed.number = -1;
    whole = -1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    __int128 seen = whole;
    atomic_torn = seen != 0 && seen != -1;
    short number = packed.number;
    packed_torn = number != 0 && number != -1;
    seen = wide;
    wide_torn = seen != 0 && seen != -1;
    pthread_join(thread, 0);
    return 0;
}
