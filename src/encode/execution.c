#include "encode/execution.h"

void execution_clear(execution *e)
{
    vec_clear(&e->steps);
    vec_clear(&e->inputs);
    vec_clear(&e->objects);
    axiom_execution_clear(&e->axioms);
    *e = (execution){0};
}

machine_known execution_violation(const symex *s, const symex_claim *claim)
{
    property_shape shape = property_row_of(claim->property)->shape;
    return (machine_known){
        .violated = claim->property,
        .user_pc = shape == PROPERTY_END ? IR_NONE : claim->user_pc,
        .other = shape == PROPERTY_PAIR ? s->events.data[claim->other].user_pc : IR_NONE,
    };
}

uint32_t execution_instance(const symex *s, uint64_t place, bool (*holds)(const void *context, term truth),
                            const void *context)
{
    assert(ir_pointer_object(s->program->layout, place) <= s->objects.size);
    uint64_t number = ir_pointer_object(s->program->layout, place);
    const symex_object *object = number > 0 ? &s->objects.data[number - 1] : NULL;
    uint32_t instance = 0;
    for (uint64_t i = 1; i < number; i++) {
        const symex_object *other = &s->objects.data[i - 1];
        instance += other->origin == SYMEX_STACK && other->id == object->id && other->thread == object->thread &&
                    holds(context, other->guard);
    }
    return instance;
}
