/* The functions that assume and assert take conditions of any type: only zero is false, whichever bits are set.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Options: --observe done
 * Outcomes: done=9
 */
#include <stddef.h>

void __VERIFIER_assume(unsigned long long);
void __VERIFIER_assert(long long);
void assume_abort_if_not(void *);
void __CPROVER_assume(double);
void __ESBMC_assume(_Bool);
void __ESBMC_assert(double, const char *);
void __CPROVER_assert(const int *, const char *);

int done;

int main(void)
{
    static int object;
    volatile long long high = 1LL << 32;
    __VERIFIER_assume(1ULL << 63);
    done++;
    __VERIFIER_assume((unsigned long long)high);
    done++;
    __VERIFIER_assert(1LL << 40);
    done++;
    __VERIFIER_assert(-high);
    done++;
    assume_abort_if_not(&object);
    done++;
    __CPROVER_assume(0.25);
    done++;
    __ESBMC_assume(1);
    done++;
    __ESBMC_assert(-0.5, "not zero");
    done++;
    __CPROVER_assert(&object, "not null");
    done++;
    assume_abort_if_not(NULL);
    done++;
    return 0;
}
