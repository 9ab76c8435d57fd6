/* liblfds 7.1.1: the list to which elements can only be added.
 *
 * Checked: two threads add an element each at the start, while a third looks through the list: what it finds is
 * complete. Afterwards both are there.
 *
 * An element is published by a compare-and-swap, which is a full fence under TSO and PSO.
 *
 * Needs: -Iinc -fgnuc-version=9.1 src/+(?)_list_+(?)_unordered/+(?)_@(init|insert).c
 * Needs: src/lfds711_misc/lfds711_misc_internal_backoff_init.c
 * Verdict: SC safe, TSO safe, PSO safe
 */
#include <assert.h>
#include <pthread.h>

#include <liblfds711.h>

static struct lfds711_list_asu_state list;
static struct lfds711_list_asu_element elements[2];
static int values[2];

static void *writer(void *place)
{
    struct lfds711_list_asu_element *element = place;
    int *value = &values[element - elements];
    *value = 1;
    LFDS711_LIST_ASU_SET_VALUE_IN_ELEMENT(*element, value);
    lfds711_list_asu_insert_at_start(&list, element);
    return place;
}

/* How many there are, all of them complete. */
static int count(void)
{
    int found = 0;
    struct lfds711_list_asu_element *element = NULL;
    while (LFDS711_LIST_ASU_GET_START_AND_THEN_NEXT(list, element)) {
        int *value = LFDS711_LIST_ASU_GET_VALUE_FROM_ELEMENT(*element);
        assert(*value == 1);
        found++;
    }
    return found;
}

int main(void)
{
    pthread_t a, b;
    lfds711_list_asu_init_valid_on_current_logical_core(&list, NULL);
    pthread_create(&a, NULL, writer, &elements[0]);
    pthread_create(&b, NULL, writer, &elements[1]);
    assert(count() <= 2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count() == 2);
    return 0;
}
