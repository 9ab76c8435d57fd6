/* The pointer that outlives its variable is itself only a local variable.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: outlived_value.c:15: dangling pointer
 */
int main(void)
{
    int *pointer, sum = 0;
    {
        int inner = 1;
        pointer = &inner;
        *pointer = 2;
        sum += *pointer;
    }
    sum += *pointer;
    return sum;
}
