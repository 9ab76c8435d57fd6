/* qsort, qsort_r and bsearch.
 *
 * Verdict: SC safe, PSO safe
 */
#include "table.h"

#include <stdlib.h>

struct pair {
    int key;
    char tag;
};

static int by_value(const void *one, const void *other)
{
    int a = *(const int *)one, b = *(const int *)other;
    return (a > b) - (a < b);
}

static int in_direction(const void *one, const void *other, void *direction)
{
    const struct pair *a = one, *b = other;
    return *(int *)direction * ((a->key > b->key) - (a->key < b->key));
}

int main(void)
{
    int numbers[] = {3, -1, 2, 2, 0}, key = 2, missing = 1, descending = -1;
    struct pair pairs[] = {{1, 'a'}, {3, 'c'}, {2, 'b'}};
    qsort(numbers, 5, sizeof numbers[0], by_value);
    assert(numbers[0] == -1 && numbers[1] == 0 && numbers[2] == 2 && numbers[3] == 2 && numbers[4] == 3);
    int *found = bsearch(&key, numbers, 5, sizeof numbers[0], by_value);
    assert(found && *found == 2);
    key = 3;
    assert(bsearch(&key, numbers, 5, sizeof numbers[0], by_value) == &numbers[4]);
    key = -1;
    assert(bsearch(&key, numbers, 5, sizeof numbers[0], by_value) == &numbers[0]);
    assert(bsearch(&missing, numbers, 5, sizeof numbers[0], by_value) == NULL);
    qsort_r(pairs, 3, sizeof pairs[0], in_direction, &descending);
    assert(pairs[0].tag == 'c' && pairs[1].tag == 'b' && pairs[2].tag == 'a');
    qsort(numbers, 0, sizeof numbers[0], by_value);
    assert(numbers[0] == -1);
    END_OF_TABLE();
    return 0;
}
