/* Handlers that run are not modelled, and say so; one that is only there does no harm.
 *
 * Verdict: SC unsupported
 * Prints: signal_handler.c:18: .*a signal that runs a handler
 */
#include <signal.h>
#include <stddef.h>

static void handle(int number)
{
    (void)number;
}

int main(void)
{
    struct sigaction action = {.sa_handler = handle};
    sigaction(SIGUSR1, &action, NULL);
    raise(SIGUSR1);
    return 0;
}
