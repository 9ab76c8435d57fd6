/* A member of a struct at a null pointer is not at the null pointer itself, but no better.
 *
 * Verdict: SC violation, TSO violation, PSO violation
 * Prints: VIOLATION: .*null
 */
struct node {
    int value;
    struct node *next;
};

struct node *head, *r;

int main(void)
{
    r = head->next;
    return 0;
}
