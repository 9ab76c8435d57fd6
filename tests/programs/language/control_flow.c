/* Loops, switch with fall-through and ranges, goto forwards, backwards and out of loops, computed goto.
 *
 * Verdict: SC safe
 * Options: --observe done
 * Outcomes: done=1
 */
#include <assert.h>

int done;

static int classify(long n)
{
    switch (n) {
    case -1:
        return 1;
    case 0:
    case 2:
        n += 10;
        /* fall through */
    case 10 ... 19:
        return (int)n;
    case 0x100000000:
        return 5;
    default:
        n = 0;
    }
    return (int)n;
}

static int count_loops(int limit)
{
    int rounds = 0, i = 0;
    do {
        for (int j = 0;; j++) {
            if (j > i)
                break;
            if (j == 1)
                continue;
            if (rounds > limit)
                goto out;
            rounds++;
        }
        i++;
    } while (i < 4);
out:
    return rounds;
}

static int backwards(int n)
{
    int product = 1;
again:
    if (n > 1) {
        product *= n--;
        goto again;
    }
    return product;
}

static int interpret(const char *program)
{
    static void *const labels[] = {&&increment, &&twice, &&stop};
    int value = 0;
next:
    goto *labels[*program++ - 'a'];
increment:
    value++;
    goto next;
twice:
    value *= 2;
    goto next;
stop:
    return value;
}

int main(void)
{
    assert(classify(-1) == 1 && classify(0) == 10 && classify(2) == 12 && classify(15) == 15);
    assert(classify(0x100000000) == 5 && classify(20) == 0);
    assert(count_loops(100) == 7 && count_loops(2) == 3);
    assert(backwards(5) == 120 && interpret("aabaabc") == 12);
    int n = 3, countdown = 0;
    while (n-- > 0)
        countdown = countdown * 10 + n;
    assert(countdown == 210 && (n > 0 ? 1 : n == -1 ? 2 : 3) == 2 && (countdown++, countdown) == 211);
    done = 1;
    return 0;
}
