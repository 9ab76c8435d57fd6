/* Arrays: several dimensions, negative steps, variable length, flexible members, pointers into them.
 *
 * Verdict: SC safe
 * Options: --observe done,grid[1][2],sums[3]
 * Outcomes: done=1 grid[1][2]=6 sums[3]=10
 */
#include <assert.h>
#include <stdlib.h>

int grid[2][3] = {{1, 2, 3}, {4, 5}}, sums[4], done;

struct list {
    int count;
    short items[];
};

static int sum(int n, const int (*rows)[n], int count)
{
    int total = 0;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < n; j++)
            total += rows[i][j];
    return total;
}

static int last_of_variable(int n)
{
    int values[n];
    for (int i = 0; i < n; i++)
        values[i] = i * i;
    assert(sizeof values == n * sizeof(int));
    return values[n - 1];
}

int main(void)
{
    grid[1][2] = 6;
    assert(sum(3, grid, 2) == 21);
    int *p = &grid[1][1];
    assert(p[-2] == 3 && *(p + 1) == 6 && p - &grid[0][0] == 4 && &grid[1] - &grid[0] == 1);
    for (int i = 0, total = 0; i < 4; i++)
        sums[i] = total += i + 1;
    assert(last_of_variable(3) == 4 && last_of_variable(1) == 0);
    struct list *l = malloc(sizeof *l + 2 * sizeof(short));
    l->items[1] = 7;
    l->count = 2;
    assert(l->items[l->count - 1] == 7);
    free(l);
    char text[] = "abc", *end = text + 3;
    while (end > text)
        assert(*--end >= 'a');
    done = 1;
    return 0;
}
