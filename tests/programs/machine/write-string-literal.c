/* Writing a string literal.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 */
char *text = "abc";

int main(void)
{
    text[0] = 'x';
    return 0;
}
