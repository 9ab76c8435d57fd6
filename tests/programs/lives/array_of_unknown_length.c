/* A variable-length array ends with its block, too.
 *
 * Verdict: SC violation
 * Options: --nondet 0..1
 * Prints: array_of_unknown_length.c:21: dangling pointer
 */
_Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    int length = 1 + __VERIFIER_nondet_bool(), sum = 0, *last = &sum;
    for (int i = 0; i < 2; i++) {
        int room[length + i];
        for (int k = 0; k < length + i; k++)
            room[k] = k;
        sum += room[length + i - 1];
        if (i == 1)
            last = &room[0];
    }
    if (sum > 2)
        return *last;
    return 0;
}
