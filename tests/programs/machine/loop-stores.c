/* An endless loop of stores fills the store buffer. It is searched up to a bound of its size; under SC there is none.
 *
 * Verdict: SC safe, TSO bounded, PSO bounded
 */
int x;

int main(void)
{
    for (;;)
        x = 1;
}
