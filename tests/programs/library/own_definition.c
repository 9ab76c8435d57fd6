/* A program's own definition of a library function is the one that counts, also for the library itself.
 *
 * Verdict: SC safe
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char memory[64];
static int allocations;

int usleep(useconds_t microseconds)
{
    return (int)microseconds;
}

void *malloc(size_t size)
{
    allocations++;
    return size <= sizeof memory ? memory : NULL;
}

int rand(void)
{
    return 4;
}

int main(void)
{
    assert(usleep(7) == 7);
    assert(rand() == 4);
    assert(strdup("text") == memory && allocations == 1 && memory[3] == 't');
    return 0;
}
