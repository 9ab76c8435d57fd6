/* Calling a null function pointer.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
void (*f)(void);

int main(void)
{
    f();
    return 0;
}
