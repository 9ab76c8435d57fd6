/* Calling the address of a variable.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
int x;
void *p = &x;

int main(void)
{
    void (*f)(void) = (void (*)(void))p;
    f();
    return 0;
}
