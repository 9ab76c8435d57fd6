/* What runs when the program ends: the functions of atexit and on_exit, the last one first, with the status.
 *
 * Verdict: SC safe
 */
#include "table.h"

#include <stdlib.h>

static int step;

static void never(void)
{
    assert(!"a function of at_quick_exit runs in exit");
}

static void last(void)
{
    ROW(step, 2);
    END_OF_TABLE();
}

static void informed(int status, void *argument)
{
    ROW(status, 0);
    ROW(argument, &step);
    ROW(step++, 1);
}

static void first(void)
{
    ROW(step++, 0);
}

int main(void)
{
    ROW(atexit(last), 0);
    ROW(on_exit(informed, &step), 0);
    ROW(atexit(first), 0);
    ROW(at_quick_exit(never), 0);
    exit(0);
}
