/* Writing a const object through a pointer that hides it.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
const int x = 1;
void *p = (void *)&x;

int main(void)
{
    *(int *)p = 2;
    return 0;
}
