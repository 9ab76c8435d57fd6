/* Heap objects used against the rules.
 *
 * Verdict: SC violation, PSO violation
 * Prints: heap_misuse.c:23: .*double free
 * Prints: heap_misuse.c:27: .*
 * Prints: heap_misuse.c:30: .*bounds
 * Prints: heap_misuse.c:33: invalid free
 * Prints: heap_misuse.c:36: invalid free
 * Prints: heap_misuse.c:40: .*double free
 */
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

int global;

static void misuse(unsigned char which)
{
    int *object = malloc(2 * sizeof *object);
    switch (which) {
    case 0:
        free(object);
        free(object);
        break;
    case 1:
        free(object);
        object[0] = 1;
        break;
    case 2:
        object[2] = 1;
        break;
    case 3:
        free(&object[1]);
        break;
    case 4:
        free(&global);
        break;
    case 5:
        free(object);
        object = realloc(object, 1);
        break;
    }
}

int main(void)
{
    misuse(__VERIFIER_nondet_uchar());
    return 0;
}
