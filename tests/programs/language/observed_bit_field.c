/* A bit-field has no bytes of its own, so it cannot be observed by name.
 *
 * Verdict: SC error
 * Options: --observe flags.b
 * Prints: bit-field
 */
struct {
    int a : 3, b : 5;
} flags;

int main(void)
{
    flags.b = -1;
    return 0;
}
