/* Reaching __builtin_trap() is a violation.
 *
 * Verdict: SC violation
 * Prints: VIOLATION: .*trap.c:11:.*trap
 */
int x = 4;

int main(void)
{
    if (x != 3)
        __builtin_trap();
    return 0;
}
