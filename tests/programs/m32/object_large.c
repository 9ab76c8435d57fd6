/* Objects that are larger than most: pointers have room for their offsets, too.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --32
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int table[100000];
char *text;

static void *work(void *unused)
{
    table[99999] = 7;
    text[399999] = 'x';
    return unused;
}

int main(void)
{
    pthread_t thread;
    text = malloc(400000);
    text[0] = 'a';
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    int *end = table + 100000;
    assert(end[-1] == 7 && text[399999] == 'x' && text[0] == 'a' && end > table);
    free(text);
    return 0;
}
