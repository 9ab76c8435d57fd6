#include "litmus/c_thread.h"
bool c_translate_thread(litmus_test *test, uint32_t thread, draft *draft, diag *d)
{
    (void)test,(void)thread,(void)draft,(void)d;
    return diag_fail(d, STATUS_BAD_INPUT, "C");
}
