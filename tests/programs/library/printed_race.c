/* What is printed may be freed meanwhile: printf reads byte by byte, like any other code.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: use after free: reading
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *name;

static void *release(void *unused)
{
    free(name);
    return unused;
}

int main(void)
{
    pthread_t thread;
    name = strdup("ab");
    pthread_create(&thread, NULL, release, NULL);
    printf("%s\n", name);
    pthread_join(thread, NULL);
    return 0;
}
