/* An 80-bit long double is not modelled: reached, it is named.
 *
 * Verdict: SC unsupported
 * Prints: long_double.c:12:.*long double of 80 bits
 */
__float80 x = 1;
int done;

int main(void)
{
    if (!done)
        x = x + 1;
    return 0;
}
