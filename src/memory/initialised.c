#include "memory/initialised.h"

#include "base/alloc.h"
#include "base/map.h"

/* The bytes, one by one, of all objects that some check is about. */
static void note_written(const symex *s, const may_addresses *may, const map *objects, map *written)
{
    for (uint32_t e = 0; e < s->events.size; e++) {
        const symex_event *event = &s->events.data[e];
        for (uint32_t i = 0; event->kind == SYMEX_WRITE && i < may[e].list.size; i++)
            for (uint8_t k = 0;
                 map_find(objects, ir_pointer_object(s->program->layout, may[e].list.data[i])) && k < event->size; k++)
                map_put(written, may[e].list.data[i] + k, true);
    }
}

void memory_check_initialised(memory *m, const may_addresses *may)
{
    const symex *s = m->s;
    map objects = {0}, written = {0};
    for (uint32_t i = 0; i < s->init_checks.size; i++)
        map_put(&objects, ir_pointer_object(s->program->layout, s->init_checks.data[i].address), true);
    if (s->init_checks.size > 0)
        note_written(s, may, &objects, &written);
    for (uint32_t i = 0; i < s->init_checks.size; i++) {
        const symex_init_check *check = &s->init_checks.data[i];
        bool is_written = true;
        for (uint64_t k = 0; k < check->size && is_written; k++)
            is_written = map_find(&written, check->address + k) != NULL;
        if (!is_written)
            vec_push(&m->claims, (symex_claim){
                                     .property = PROPERTY_LOCK_MISUSE,
                                     .goes_on = true,
                                     .guard = check->guard,
                                     .surely = TERM_NONE,
                                     .thread = check->thread,
                                     .position = check->position,
                                     .block = check->block,
                                     .pc = check->pc,
                                     .user_pc = check->user_pc,
                                     .message = alloc_string("a lock that is used without having been initialised"),
                                 });
    }
    map_clear(&objects);
    map_clear(&written);
}
