#include "base/turn.h"

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

#include "base/alloc.h"

/* Symbolic execution follows calls by calls; what is not used costs nothing. */
enum { STACK_BYTES = 256 << 20 };

struct turn {
    void (*work)(void *argument);
    void *argument;
    pthread_t thread;
    sem_t goes_on, is_back; /* posted by whoever gives the turn */
    bool has_begun, has_ended;
};

static void wait_for(sem_t *semaphore)
{
    while (sem_wait(semaphore) != 0) /* interrupted by a signal */
        continue;
}

static void *run(void *argument)
{
    turn *t = argument;
    wait_for(&t->goes_on);
    if (t->has_begun)
        t->work(t->argument);
    t->has_ended = true;
    sem_post(&t->is_back);
    return NULL;
}

turn *turn_new(void (*work)(void *argument), void *argument)
{
    turn *t = alloc_zeroed(1, sizeof *t);
    pthread_attr_t attributes;
    t->work = work;
    t->argument = argument;
    sem_init(&t->goes_on, 0, 0);
    sem_init(&t->is_back, 0, 0);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    bool is_made = pthread_create(&t->thread, &attributes, run, t) == 0;
    pthread_attr_destroy(&attributes);
    if (is_made)
        return t;
    sem_destroy(&t->goes_on);
    sem_destroy(&t->is_back);
    free(t);
    return NULL;
}

bool turn_give(turn *t)
{
    if (t->has_ended)
        return false;
    t->has_begun = true;
    sem_post(&t->goes_on);
    wait_for(&t->is_back);
    return !t->has_ended;
}

void turn_back(turn *t)
{
    sem_post(&t->is_back);
    wait_for(&t->goes_on);
}

void turn_free(turn *t)
{
    if (t == NULL)
        return;
    assert(t->has_ended || !t->has_begun);
    if (!t->has_begun)
        sem_post(&t->goes_on);
    pthread_join(t->thread, NULL);
    sem_destroy(&t->goes_on);
    sem_destroy(&t->is_back);
    free(t);
}
