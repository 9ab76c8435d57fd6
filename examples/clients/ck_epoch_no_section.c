/* ConcurrencyKit: memory that is freed by epochs, with a reader that does not say that it reads.
 *
 * Checked: as in ck_epoch.c. It is wrong: nobody waits for the reader, and it reads what is freed.
 *
 * Needs: -Iinclude src/ck_epoch.c
 * Verdict: SC violation, TSO violation, PSO violation
 */
#define BEGIN(record) ((void)(record))
#define END(record) ((void)(record))
#include "ck_epoch.c"
