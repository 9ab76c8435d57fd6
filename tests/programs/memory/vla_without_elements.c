/* An array of variable length has at least one element; a negative number is not a large one.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Options: --nondet -1..2
 * Prints: array of variable length
 */
int __VERIFIER_nondet_int(void);

int main(void)
{
    int count = __VERIFIER_nondet_int();
    if (count > 2)
        return 0;
    int array[count];
    array[0] = 1;
    return array[0] - 1;
}
