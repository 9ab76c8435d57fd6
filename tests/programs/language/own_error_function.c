/* Reaching the user's own reach_error() is an error, whatever its body does.
 *
 * Verdict: SC violation
 * Prints: VIOLATION
 */
int x = 1;

void reach_error(void)
{
    x = 0;
}

int main(void)
{
    if (x)
        reach_error();
    return 0;
}
