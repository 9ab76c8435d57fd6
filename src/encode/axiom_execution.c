#include "encode/axiom_execution.h"

void axiom_execution_clear(axiom_execution *x)
{
    cat_program_clear(&x->program);
    vec_clear(&x->places);
    vec_clear(&x->sources);
    vec_clear(&x->order);
    vec_clear(&x->symbolic);
    vec_clear(&x->accesses);
    vec_clear(&x->events);
    vec_clear(&x->addresses);
}

#define COPY(to, from)                                                                                                 \
    do {                                                                                                               \
        (to)->size = 0;                                                                                                \
        vec_append(to, (from)->data, (from)->size);                                                                    \
    } while (0)

void axiom_execution_copy(axiom_execution *to, const axiom_execution *from)
{
    COPY(&to->program.events, &from->program.events);
    COPY(&to->program.addr, &from->program.addr);
    COPY(&to->program.data, &from->program.data);
    COPY(&to->program.ctrl, &from->program.ctrl);
    COPY(&to->program.amo, &from->program.amo);
    COPY(&to->program.lxsx, &from->program.lxsx);
    COPY(&to->places, &from->places);
    COPY(&to->sources, &from->sources);
    COPY(&to->order, &from->order);
    COPY(&to->symbolic, &from->symbolic);
    COPY(&to->accesses, &from->accesses);
    COPY(&to->events, &from->events);
    COPY(&to->addresses, &from->addresses);
}

cat_execution axiom_execution_view(const axiom_execution *x)
{
    return (cat_execution){&x->program, x->places.data, x->sources.data, x->order.data};
}
