#include "machine/bounds.h"

#include "machine/exec.h"

static uint32_t bound_of(const machine *m, ir_id header)
{
    const machine_bounds *b = m->options.bounds;
    return (uint32_t)map_get(&b->by_header, header, b->otherwise);
}

static bool note_cut(machine *m, ir_id header, uint32_t iterations)
{
    for (uint32_t i = 0; i < m->cuts.size; i++)
        if (m->cuts.data[i].pc == header)
            return true;
    vec_push(&m->cuts, (machine_cut){header, iterations});
    return true;
}

/* The loop with this header, as the innermost one. */
static machine_loop *enter_loop(machine_loops *loops, uint32_t frame, ir_id header)
{
    while (loops->size > 0 &&
           (vec_last(loops)->frame > frame || (vec_last(loops)->frame == frame && vec_last(loops)->header > header)))
        loops->size--;
    if (loops->size == 0 || vec_last(loops)->frame < frame || vec_last(loops)->header < header)
        vec_push(loops, (machine_loop){.frame = frame, .header = header});
    return vec_last(loops);
}

static ir_id target_of(const ir_program *program, ir_id edge)
{
    return program->blocks.data[program->edges.data[edge].target].first;
}

static bool is_in_loop(const machine_loop *loop, ir_id pc)
{
    return pc >= loop->header && pc <= loop->end;
}

/* A test of the loop that says that it goes on: the jump stays inside, and the other one would not. */
static bool passes_test(const ir_program *program, const machine_loop *loop, ir_id pc, ir_id edge)
{
    const ir_instruction *in = &program->code.data[pc];
    return in->op == IR_CONDBR && is_in_loop(loop, pc) && is_in_loop(loop, target_of(program, edge)) &&
           !is_in_loop(loop, target_of(program, edge == in->b ? in->c : in->b));
}

static bool jump_back(machine_loop *loop, ir_id pc)
{
    loop->iterations++;
    loop->end = pc > loop->end ? pc : loop->end;
    return false;
}

bool bounds_is_cut(const step *s, ir_id pc, ir_id edge)
{
    const ir_program *program = s->m->program;
    machine_loops *loops = &s->thread->loops;
    uint32_t frame = s->thread->frames.size - 1;
    ir_id target = target_of(program, edge);
    bool is_back = target <= pc;
    machine_loop *loop = is_back ? enter_loop(loops, frame, target) : loops->size > 0 ? vec_last(loops) : NULL;
    if (loop == NULL || loop->frame != frame)
        return false;
    uint32_t bound = bound_of(s->m, loop->header);
    if (bound > 0 && loop->iterations >= bound && (is_back || passes_test(program, loop, pc, edge)))
        return note_cut(s->m, loop->header, bound);
    return is_back && jump_back(loop, pc);
}

void bounds_leave_function(machine_thread *thread)
{
    while (thread->loops.size > 0 && vec_last(&thread->loops)->frame >= thread->frames.size)
        thread->loops.size--;
}
