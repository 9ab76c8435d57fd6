/* A floating-point number of 128 bits is not modelled: reached, it is named.
 *
 * Verdict: SC unsupported
 * Prints: float128.c:12:.*a value of type 'fp128'
 */
__float128 x = 1;
int done;

int main(void)
{
    if (!done)
        x = x + 1;
    return 0;
}
