/* A __CPROVER_fence of a kind that there is not.
 *
 * Verdict: SC unsupported
 * Prints: cprover_fence_unknown.c:10: .*__CPROVER_fence
 */
void __CPROVER_fence(const char *kind, ...);

int main(void)
{
    __CPROVER_fence("XYfence");
    return 0;
}
