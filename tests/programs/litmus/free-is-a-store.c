/* Others learn of a free as they do of a store: under TSO after all earlier stores, under PSO in any order. So the
 * reader that sees the flag not yet set can use the object under TSO.
 *
 * Verdict: SC safe, TSO safe, PSO violation
 * Prints PSO: use after free
 */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int gone;
int *object;

static void *reader(void *unused)
{
    (void)unused;
    __VERIFIER_atomic_begin();
    if (!gone)
        (*object)++;
    __VERIFIER_atomic_end();
    return NULL;
}

int main(void)
{
    pthread_t thread;
    object = malloc(sizeof *object);
    *object = 0;
    pthread_create(&thread, NULL, reader, NULL);
    gone = 1;
    free(object);
    pthread_join(thread, NULL);
}
