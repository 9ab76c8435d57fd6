/* Where only one thread runs, nobody can tell when a store reaches memory: its buffer needs no bound.
 *
 * `heddle check` does not notice that a state comes back.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 * Check: bounded
 * Check-options: --unwind 2
 */
int x;

int main(void)
{
    for (;;)
        x = 1;
}
