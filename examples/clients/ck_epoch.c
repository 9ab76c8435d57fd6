/* ConcurrencyKit: memory that is freed when no reader can have it any more, by epochs.
 *
 * Checked: a writer replaces an object, waits for the readers, and frees the old one; a reader never reads an object
 * that is gone, and the object that it reads is complete.
 *
 * How often the writer looks whether a reader is gone is not known: it is followed three times.
 * Publishing by a plain store is right on x86. Under PSO the pointer overtakes the object, if there is no fence.
 *
 * Needs: -Iinclude src/ck_epoch.c
 * Verdict: SC bounded, TSO bounded, PSO violation
 * Verdict -DCK_MD_PSO: PSO bounded
 * Options: --unwind 3
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include <ck_epoch.h>

#ifndef BEGIN
#define BEGIN(record) ck_epoch_begin(record, NULL)
#define END(record) ck_epoch_end(record, NULL)
#endif

static ck_epoch_t epoch;
static ck_epoch_record_t records[2];
static int *shared;

static int *make(int value)
{
    int *object = malloc(sizeof *object);
    *object = value;
    return object;
}

static void *writer(void *record)
{
    int *old = shared, *new = make(2);
    ck_pr_fence_store();
    ck_pr_store_ptr(&shared, new);
    ck_epoch_synchronize(record);
    free(old);
    return record;
}

static void *reader(void *record)
{
    BEGIN(record);
    int *object = ck_pr_load_ptr(&shared);
    int value = *object;
    assert(value == 1 || value == 2);
    END(record);
    return record;
}

int main(void)
{
    pthread_t a, b;
    ck_epoch_init(&epoch);
    ck_epoch_register(&epoch, &records[0], NULL);
    ck_epoch_register(&epoch, &records[1], NULL);
    shared = make(1);
    pthread_create(&a, NULL, writer, &records[0]);
    pthread_create(&b, NULL, reader, &records[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(*shared == 2);
    free(shared);
    return 0;
}
