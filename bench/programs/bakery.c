/* Lamport's bakery: who enters the shop draws a number larger than all others, and the smallest number is served.
 *
 * Two customers may draw the same number, as drawing is not atomic; then the order of the customers decides. While
 * somebody draws, the others wait to see the number. Both "I am drawing" and the number must be in memory before the
 * customer looks at the numbers of the others.
 *
 * N: the number of threads; each enters once.
 * FENCES: the lock's variables are sequentially consistent atomics, which makes it safe everywhere.
 *
 * Verdict: SC safe, TSO violation, PSO violation
 * Bench: N=2,4,6
 * Bench: N=2,4,6 -DFENCES; SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif

#ifdef FENCES
typedef atomic_int shared;
#else
typedef volatile int shared;
#endif

shared is_drawing[N];
shared numbers[N]; /* 0: does not want to be served */
int counter;       /* protected by the lock */

static int draw(void)
{
    int largest = 0;
    for (int i = 0; i < N; i++) {
        int number = numbers[i];
        if (number > largest)
            largest = number;
    }
    return largest + 1;
}

static void wait_for(int other, int me, int mine)
{
    while (is_drawing[other])
        ;
    for (;;) {
        int number = numbers[other];
        if (number == 0 || number > mine || (number == mine && other > me))
            break;
    }
}

static void lock(int me)
{
    is_drawing[me] = 1;
    int mine = draw();
    numbers[me] = mine;
    is_drawing[me] = 0;
    for (int i = 0; i < N; i++)
        if (i != me)
            wait_for(i, me, mine);
}

static void unlock(int me)
{
    numbers[me] = 0;
}

static void *customer(void *number)
{
    int me = (int)(intptr_t)number;
    lock(me);
    counter++;
    unlock(me);
    return NULL;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], NULL, customer, (void *)(intptr_t)i);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    assert(counter == N);
    return 0;
}
