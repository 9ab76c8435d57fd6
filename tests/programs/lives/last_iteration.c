/* A pointer to the variable of an iteration is no good in the next one.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: last_iteration.c:14: dangling pointer
 */
int main(void)
{
    int *pointer = 0, sum = 0;
    for (int i = 0; i < 3; i++) {
        int x = i;
        if (i == 0)
            pointer = &x;
        if (i > 0)
            sum += *pointer;
        sum += x;
    }
    return sum;
}
