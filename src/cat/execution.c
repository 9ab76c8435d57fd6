#include "cat/execution.h"

uint32_t cat_program_add(cat_program *program, uint32_t thread, uint8_t kind, uint64_t tags)
{
    uint32_t index = 0;
    for (uint32_t i = 0; i < program->events.size; i++) {
        const cat_event *e = &program->events.data[i];
        if (e->thread == thread && e->index >= index)
            index = e->index + 1;
    }
    vec_push(&program->events, (cat_event){thread, index, kind, tags});
    return program->events.size - 1;
}

void cat_program_clear(cat_program *program)
{
    vec_clear(&program->events);
    vec_clear(&program->addr);
    vec_clear(&program->data);
    vec_clear(&program->ctrl);
    vec_clear(&program->amo);
    vec_clear(&program->lxsx);
}

static bool is_before(const cat_program *p, uint32_t a, uint32_t b)
{
    const cat_event *first = &p->events.data[a], *second = &p->events.data[b];
    return first->thread == second->thread && first->thread != CAT_NO_THREAD && first->index < second->index;
}

static bool are_before(const cat_program *p, const cat_pairs *pairs)
{
    for (uint32_t i = 0; i < pairs->size; i++) {
        cat_pair pair = pairs->data[i];
        if (pair.from >= p->events.size || pair.to >= p->events.size || !is_before(p, pair.from, pair.to))
            return false;
    }
    return true;
}

static bool read_is_valid(const cat_execution *x, uint32_t read)
{
    const cat_program *p = x->program;
    uint32_t source = x->sources[read];
    return source < p->events.size && source != read && p->events.data[source].kind & CAT_WRITE &&
           x->places[source] == x->places[read];
}

static bool pair_is_valid(const cat_execution *x, uint32_t a, uint32_t b)
{
    const cat_event *first = &x->program->events.data[a], *second = &x->program->events.data[b];
    if (first->thread == second->thread && first->thread != CAT_NO_THREAD && first->index == second->index)
        return false;
    if (!(first->kind & second->kind & CAT_WRITE) || x->places[a] != x->places[b])
        return true;
    if (x->order[a] == x->order[b])
        return false;
    bool is_first = cat_event_is_initial(first), is_second = cat_event_is_initial(second);
    return is_first == is_second ? !is_first : (x->order[a] < x->order[b]) == is_first;
}

static bool event_is_valid(const cat_execution *x, uint32_t a)
{
    const cat_event *e = &x->program->events.data[a];
    bool is_access = e->kind & (CAT_READ | CAT_WRITE);
    if (is_access != (x->places[a] != CAT_NO_PLACE) || is_access == (bool)(e->kind & CAT_FENCE))
        return false;
    if (cat_event_is_initial(e) && e->kind != CAT_WRITE)
        return false;
    if (e->kind & CAT_READ && !read_is_valid(x, a))
        return false;
    for (uint32_t b = 0; b < a; b++)
        if (!pair_is_valid(x, a, b))
            return false;
    return true;
}

bool cat_execution_is_valid(const cat_execution *x)
{
    const cat_program *p = x->program;
    for (uint32_t a = 0; a < p->events.size; a++)
        if (!event_is_valid(x, a))
            return false;
    return are_before(p, &p->addr) && are_before(p, &p->data) && are_before(p, &p->ctrl) && are_before(p, &p->amo) &&
           are_before(p, &p->lxsx);
}
