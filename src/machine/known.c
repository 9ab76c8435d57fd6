#include "machine/known.h"

#include "machine/exec.h"

machine_known known_of(const machine_result *violation)
{
    bool is_pair = property_row_of(violation->violated)->shape == PROPERTY_PAIR;
    return (machine_known){
        .violated = violation->violated,
        .user_pc = violation->user_pc,
        .other = is_pair ? violation->other.user_pc : IR_NONE,
        .lines = violation->lines,
    };
}

static const ir_location *location_of(const ir_program *program, ir_id pc)
{
    return &program->locations.data[program->code.data[pc].location];
}

/* Where no line is known, instructions are places. */
static bool is_same_place(const ir_program *program, ir_id one, ir_id two)
{
    if (one == two || one == IR_NONE || two == IR_NONE)
        return one == two;
    const ir_location *a = location_of(program, one), *b = location_of(program, two);
    return a->line > 0 && a->line == b->line && a->column == b->column && strcmp(a->file, b->file) == 0;
}

static bool is_same(const ir_program *program, const machine_known *a, const machine_known *b)
{
    if (a->violated != b->violated || (a->lines != b->lines && a->lines != 0 && b->lines != 0))
        return false;
    return (is_same_place(program, a->user_pc, b->user_pc) && is_same_place(program, a->other, b->other)) ||
           (is_same_place(program, a->user_pc, b->other) && is_same_place(program, a->other, b->user_pc));
}

bool known_has(const ir_program *program, const machine_known *list, machine_known violation)
{
    for (; list; list = list->next)
        if (is_same(program, list, &violation))
            return true;
    return false;
}

bool known_has_all(const ir_program *program, const machine_known *list, const machine_known *some)
{
    for (; some; some = some->next)
        if (!known_has(program, list, *some))
            return false;
    return true;
}

static uint64_t hash_line(const ir_program *program, ir_id pc)
{
    const ir_location *at = location_of(program, pc);
    hash128 h = hash128_start();
    hash128_word(&h, at->line > 0 ? at->line : pc);
    hash128_bytes(&h, at->file, strlen(at->file));
    return h.a;
}

/* A sum in which each line is once, so that neither the order of threads nor their number counts. */
uint64_t known_lines(const machine *m, const machine_state *state)
{
    VEC(uint64_t) lines = {0};
    uint64_t sum = 0;
    for (uint32_t t = 0; t < machine_thread_count(state); t++) {
        if (machine_status_of(state, t) != MACHINE_RUNNING)
            continue;
        uint64_t line = hash_line(m->program, machine_user_pc(m, state, t));
        bool is_new = true;
        for (uint32_t i = 0; i < lines.size && is_new; i++)
            is_new = lines.data[i] != line;
        if (is_new) {
            vec_push(&lines, line);
            sum += line;
        }
    }
    vec_clear(&lines);
    return sum;
}
