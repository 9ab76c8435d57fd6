/* Whichever way was taken, the variable is gone when its block is left.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Options: --nondet 0..1
 * Prints: left_block.c:22: dangling pointer
 */
int __VERIFIER_nondet_int(void);

int main(void)
{
    int *pointer = 0;
    int outer = 4;
    if (__VERIFIER_nondet_int()) {
        int x = 1;
        pointer = &x;
    } else {
        int y[2] = {2, 3};
        pointer = y + 1;
    }
    if (outer != 4)
        pointer = &outer;
    return *pointer;
}
