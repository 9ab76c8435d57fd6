#include "engine/execution.h"

void execution_clear(execution *e)
{
    vec_clear(&e->steps);
    vec_clear(&e->inputs);
    *e = (execution){0};
}
