/* Reaching __builtin_unreachable() is a violation.
 *
 * Verdict: SC violation
 * Prints: VIOLATION: .*unreachable.c:11:
 */
int x = 4;

int main(void)
{
    if (x != 3)
        __builtin_unreachable();
    return 0;
}
