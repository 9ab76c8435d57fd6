/* Where only one thread runs, nobody can tell when a store reaches memory: its buffer needs no bound.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
int x;

int main(void)
{
    for (;;)
        x = 1;
}
