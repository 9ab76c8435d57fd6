/* Functions of on_exit get the status and their argument, last first, among those of atexit.
 *
 * Verdict: SC violation
 * Prints: assertion `step != 3` failed
 */
#include <assert.h>
#include <stdlib.h>

int on_exit(void (*function)(int, void *), void *argument);

static int step, given = 5;

static void last(int status, void *argument)
{
    assert(status == 7 && argument == &given && step == 2);
    step++;
    assert(step != 3);
}

static void plain(void)
{
    assert(step == 1);
    step++;
}

static void first(int status, void *argument)
{
    assert(status == 7 && argument == NULL && step == 0);
    step++;
}

int main(void)
{
    on_exit(last, &given);
    atexit(plain);
    on_exit(first, NULL);
#ifdef BY_EXIT
    exit(7);
#endif
    return 7;
}
