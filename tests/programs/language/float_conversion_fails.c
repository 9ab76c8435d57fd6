/* A constant that does not fit the integer that it is converted to.
 *
 * Verdict: SC violation
 * Prints: does not fit the integer type
 */
int main(void)
{
    volatile double large = 1e20;
    return (int)large;
}
