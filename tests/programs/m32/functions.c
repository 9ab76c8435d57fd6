/* Pointers to functions in shared memory, in an initialiser and in half of a wider integer.
 *
 * Verdict: SC safe
 * Options: --32 --observe result
 * Outcomes: result=1 | result=2 | result=3
 */
#include <pthread.h>
#include <stdint.h>

static int one(void)
{
    return 1;
}

static int two(void)
{
    return 2;
}

static int three(void)
{
    return 3;
}

int (*table[])(void) = {one, two};
_Atomic uint64_t choice;
int result;

static void *choose(void *unused)
{
    choice = (uint64_t)(uintptr_t)table[1] << 32 | 1;
    choice = (uint64_t)(uintptr_t)three << 32 | 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    choice = (uint64_t)(uintptr_t)table[0] << 32;
    pthread_create(&thread, 0, choose, 0);
    uint64_t seen = choice;
    result = ((int (*)(void))(uintptr_t)(seen >> 32))();
    pthread_join(thread, 0);
    return 0;
}
