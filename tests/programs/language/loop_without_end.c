/* Loops that go on for ever, as everybody can see, but do something meanwhile: they have to be cut somewhere.
 *
 * Verdict: SC safe
 * Check: bounded
 * Check-options: --unwind 3
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

unsigned char __VERIFIER_nondet_uchar(void);

int is_running = 1, x, wanted;

static void *serve(void *unused)
{
    while (is_running)
        x = 1;
    return unused;
}

static void *serve_if_wanted(void *unused)
{
    while (wanted == 1)
        x = 1;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    wanted = __VERIFIER_nondet_uchar();
    pthread_create(&a, NULL, serve, NULL);
    pthread_create(&b, NULL, serve_if_wanted, NULL);
    assert(x == 0 || x == 1);
    return 0;
}
