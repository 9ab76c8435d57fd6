/* Recursion, also mutual, with addresses of locals of several activations at once.
 *
 * Verdict: SC safe
 * Options: --observe done
 * Outcomes: done=1
 */
#include <assert.h>
#include <stddef.h>

int done;

static int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static int is_even(unsigned n);

static int is_odd(unsigned n)
{
    return n == 0 ? 0 : is_even(n - 1);
}

static int is_even(unsigned n)
{
    return n == 0 ? 1 : is_odd(n - 1);
}

struct frame {
    int number;
    struct frame *caller;
};

static int sum_of_frames(int depth, struct frame *caller)
{
    struct frame own = {depth, caller};
    if (depth > 0)
        return sum_of_frames(depth - 1, &own);
    int sum = 0;
    for (struct frame *f = &own; f; f = f->caller)
        sum += f->number;
    return sum;
}

int main(void)
{
    assert(fibonacci(7) == 13 && is_even(6) && is_odd(7) && sum_of_frames(4, NULL) == 10);
    done = 1;
    return 0;
}
