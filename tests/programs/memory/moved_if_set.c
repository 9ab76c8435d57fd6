/* A pointer that is perhaps set is moved, if it is, and used, if it is.
 *
 * Verdict: SC safe, TSO safe, PSO safe
 */
_Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    char text[3], *place = 0;
    _Bool is_set = 0;
    unsigned index = __VERIFIER_nondet_bool();
    if (__VERIFIER_nondet_bool()) {
        place = text;
        is_set = 1;
    }
    if (is_set)
        place += index;
    if (place)
        *place = 42;
    return 0;
}
