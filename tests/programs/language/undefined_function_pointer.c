/* A function that nobody defines and that returns a pointer is an error in any case: it would have to point somewhere.
 * The same for a struct with a pointer in it.
 *
 * Options: --undefined-functions=nondet
 * Verdict: SC unsupported
 * Prints: `(find|make_big)`, .*; give the file that defines it$
 */
char *find(int number);
struct big {
    int numbers[20];
    char *name;
} make_big(void);

int __VERIFIER_nondet_int(void);

int main(void)
{
    char *found = 0;
    struct big big = {{0}, 0};
    if (__VERIFIER_nondet_int())
        found = find(1);
    else
        big = make_big();
    return found || big.numbers[0];
}
