/* A bounded buffer with two semaphores and a lock: two producers, one consumer.
 *
 * The semaphores count the free and the filled slots; the lock keeps the producers apart. Whatever the schedule, the
 * items of each producer come out in the order in which it put them in.
 *
 * N: how many items each producer puts in.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Bench: N=2,3,4
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>

#ifndef N
#define N 1
#endif

enum { SLOTS = 2 };

sem_t free_slots, filled_slots;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int slots[SLOTS], put_place, take_place;

static void put(int item)
{
    sem_wait(&free_slots);
    pthread_mutex_lock(&lock);
    slots[put_place] = item;
    put_place = (put_place + 1) % SLOTS;
    pthread_mutex_unlock(&lock);
    sem_post(&filled_slots);
}

static int take(void)
{
    sem_wait(&filled_slots);
    int item = slots[take_place];
    take_place = (take_place + 1) % SLOTS;
    sem_post(&free_slots);
    return item;
}

static void *producer(void *number)
{
    int me = (int)(intptr_t)number;
    for (int i = 0; i < N; i++)
        put(me * N + i);
    return NULL;
}

int main(void)
{
    pthread_t t1, t2;
    int expected[2] = {0, N};
    sem_init(&free_slots, 0, SLOTS);
    sem_init(&filled_slots, 0, 0);
    pthread_create(&t1, NULL, producer, (void *)(intptr_t)0);
    pthread_create(&t2, NULL, producer, (void *)(intptr_t)1);
    for (int i = 0; i < 2 * N; i++) {
        int item = take(), from = item >= N;
        assert(item == expected[from]);
        expected[from]++;
    }
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    return 0;
}
