/* Statements with labels __CPROVER_ASYNC_n are threads like others: each has its store buffer.
 *
 * Verdict: SC safe, TSO violation, PSO violation
 * Prints TSO: both were too early
 */
void __CPROVER_assume(_Bool);
void __CPROVER_assert(_Bool, const char *);

int x, y, r1, r2, left_ended, right_ended;

int main(void)
{
__CPROVER_ASYNC_1:
    x = 1, r1 = y, left_ended = 1;
__CPROVER_ASYNC_2:
    y = 1, r2 = x, right_ended = 1;
    __CPROVER_assume(left_ended && right_ended);
    __CPROVER_assert(r1 || r2, "both were too early");
    return 0;
}
