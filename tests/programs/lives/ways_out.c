/* Blocks with variables are left by break, continue, goto and return, and the variables of others live on.
 *
 * Verdict: SC bounded, TSO bounded, PSO bounded
 * Options: --nondet 0..5
 * Check: SC safe, TSO safe, PSO safe
 */
#include <assert.h>

int __VERIFIER_nondet_int(void);

static int add(const int *left, const int *right)
{
    return *left + *right;
}

static int walk(int way)
{
    int total = 0;
    for (int i = 0; i < 3; i++) {
        int one = 1;
        for (int k = 0; k < 2; k++) {
            int two[2] = {1, 1};
            total += add(&one, &two[k]);
            if (way == 0)
                break;
            if (way == 1 && k == 0)
                continue;
            if (way == 2)
                return total;
            if (way == 3) {
                int three = 3;
                total += add(&three, &one);
                goto out;
            }
            total += two[1 - k];
        }
        total += one;
        if (way == 4)
            break;
    }
out:
    return total;
}

int main(void)
{
    static const int EXPECTED[] = {9, 18, 2, 6, 7, 21};
    int way = __VERIFIER_nondet_int();
    if (way >= 0 && way <= 5)
        assert(walk(way) == EXPECTED[way]);
    return 0;
}
