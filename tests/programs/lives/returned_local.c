/* A function returns a pointer to its own variable, which nobody else can reach.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: returned_local.c:17: dangling pointer
 */
static int *of(int value)
{
    int own = value;
    int *pointer = &own;
    return pointer;
}

int main(void)
{
    int *pointer = of(5);
    int other = 3;
    return *pointer + other;
}
