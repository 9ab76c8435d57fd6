/* A thread function may take an integer that is narrower than a pointer, and return one or nothing: it sees the low
 * bits of its argument.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int total, expected;

static void add_int(int part)
{
    for (int next = part + 1; next <= 4; next += 4)
        total += next;
}

static short add_short(short part)
{
    total += part - 3;
    return part;
}

static unsigned char add_byte(unsigned char part)
{
    total += part;
    return part;
}

static void *start_and_join(void *(*function)(void *), intptr_t argument)
{
    pthread_t thread;
    void *result = 0;
    pthread_create(&thread, 0, function, (void *)argument);
    pthread_join(thread, &result);
    return result;
}

int main(void)
{
    start_and_join((void *(*)(void *))add_int, 2);
    assert(total == 3);
    start_and_join((void *(*)(void *))add_int, -5);
    assert(total == 3 - 4 + 0 + 4);
    void *narrow = start_and_join((void *(*)(void *))add_short, 0x30007);
    assert((short)(intptr_t)narrow == 7 && total == 7);
    start_and_join((void *(*)(void *))add_byte, 0x1ff);
    expected = 7 + 0xff;
    assert(total == expected);
    return 0;
}
