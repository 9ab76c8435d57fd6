/* Vectors, element by element.
 *
 * Verdict: SC safe
 * Options: --observe done
 * Outcomes: done=1
 */
#include <assert.h>

typedef int four __attribute__((vector_size(16)));
typedef float pair __attribute__((vector_size(8)));
four global = {1, 2, 3, 4};
int done;

static pair swap(pair p)
{
    return (pair){p[1], p[0]};
}

int main(void)
{
    four sum = global + global * 2;
    assert(sum[0] == 3 && sum[3] == 12);
    int i = 2;
    sum[i] = 50;
    assert(sum[2] == 50 && sum[i - 1] == 6);
    pair p = swap((pair){1.5f, 2.5f});
    assert(p[0] == 2.5f && p[1] == 1.5f);
    four mixed = __builtin_shufflevector(sum, global, 3, 2, 4, 5);
    assert(mixed[0] == 12 && mixed[1] == 50 && mixed[2] == 1 && mixed[3] == 2);
    done = 1;
    return 0;
}
