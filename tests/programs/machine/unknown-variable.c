/* A variable that is defined nowhere is accessed.
 *
 * Verdict: SC unsupported, TSO unsupported, PSO unsupported
 * Prints: elsewhere
 */
extern int elsewhere;
int r;

int main(void)
{
    r = elsewhere;
    return 0;
}
