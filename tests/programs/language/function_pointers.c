/* Function pointers: in tables, as arguments and results, compared, and through a declaration without parameters.
 *
 * Verdict: SC safe
 * Options: --observe done
 * Outcomes: done=1
 */
#include <assert.h>
#include <stddef.h>

typedef int operation(int, int);

static int add(int a, int b)
{
    return a + b;
}

static int subtract(int a, int b)
{
    return a - b;
}

static int apply(operation *f, int a, int b)
{
    return f ? f(a, b) : -1;
}

static operation *choose(char sign)
{
    return sign == '+' ? add : sign == '-' ? subtract : NULL;
}

static struct {
    char sign;
    operation *function;
} table[] = {{'+', add}, {'-', subtract}, {'?', NULL}};
int (*old_style)() = add;
int done;

int main(void)
{
    for (int i = 0; i < 3; i++)
        assert(choose(table[i].sign) == table[i].function);
    assert(apply(table[0].function, 3, 4) == 7 && apply(*table[1].function, 3, 4) == -1 && apply(NULL, 3, 4) == -1);
    assert(add != subtract && (*choose('+'))(1, 1) == 2);
    assert(old_style(20, 22) == 42);
    void *as_object = (void *)subtract;
    assert(((operation *)as_object)(5, 2) == 3);
    done = 1;
    return 0;
}
