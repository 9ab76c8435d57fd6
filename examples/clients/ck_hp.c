/* ConcurrencyKit: memory that is freed when no reader has it any more, by hazard pointers.
 *
 * Checked: a writer takes an object away and hands it over for freeing; a reader that has announced it, and has seen
 * that it is still there, can read it.
 *
 * Needs: -Iinclude src/ck_hp.c
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include <ck_hp.h>

#ifndef ANNOUNCE
#define ANNOUNCE ck_hp_set_fence
#endif

struct object {
    ck_hp_hazard_t hazard;
    int value;
};

static ck_hp_t hazards;
static ck_hp_record_t records[2];
static void *pointers[2];
static struct object *shared;

static void *writer(void *unused)
{
    struct object *old = ck_pr_fas_ptr(&shared, NULL);
    ck_hp_free(&records[0], &old->hazard, old, old);
    return unused;
}

static void *reader(void *unused)
{
    struct object *object = ck_pr_load_ptr(&shared);
    if (object) {
        ANNOUNCE(&records[1], 0, object);
        if (ck_pr_load_ptr(&shared) == object)
            assert(object->value == 1);
        ck_hp_set(&records[1], 0, NULL);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    ck_hp_init(&hazards, 1, 1, free);
    ck_hp_register(&hazards, &records[0], &pointers[0]);
    ck_hp_register(&hazards, &records[1], &pointers[1]);
    shared = malloc(sizeof *shared);
    shared->value = 1;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
