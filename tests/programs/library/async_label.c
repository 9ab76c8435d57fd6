/* The label __CPROVER_ASYNC_n in a file that was preprocessed elsewhere, where it is just a label: an error, for taking
 * no notice of it would be wrong.
 *
 * Verdict: SC unsupported
 * Prints: async_label.c:1[34]: .*__CPROVER_ASYNC_1
 */
#undef __CPROVER_ASYNC_1

int x;

int main(void)
{
__CPROVER_ASYNC_1:
    x = 1;
    return 0;
}
