/* What can happen next in a state. */
#include "machine/exec.h"

/* Could this thread's next instruction be executed now? */
static bool can_step(const machine *m, const machine_state *state, uint32_t index, bool *bounded)
{
    const machine_thread *thread = state->threads.data[index];
    if (thread->status != MACHINE_RUNNING)
        return false;
    const ir_instruction *in = step_pending(m, thread);
    if (thread->buffer.size > 0 &&
        (sync_needs_empty_buffer(state, index, in) || sync_waits_for_store(state, index, in)))
        return false;
    if (in->op == IR_AWAIT)
        return sync_await_holds(state, index, in);
    if (in->op == IR_THREAD_JOIN)
        return sync_join_is_ready(state, index, in);
    bool is_store = in->op == IR_STORE || (in->op >= IR_MEMCPY && in->op <= IR_MEMSET) || in->op == IR_PRINT;
    if (is_store && commit_buffer_is_full(m, thread)) {
        if (bounded)
            *bounded = true;
        return false;
    }
    return true;
}

/* Could it wake up although its condition does not hold? */
static bool can_wake(const machine *m, const machine_state *state, uint32_t index, uint64_t *mode)
{
    const machine_thread *thread = state->threads.data[index];
    if (thread->status != MACHINE_RUNNING || thread->buffer.size > 0)
        return false;
    const ir_instruction *in = step_pending(m, thread);
    if (in->op != IR_AWAIT || sync_await_holds(state, index, in))
        return false;
    *mode = sync_await_mode(state, index, in);
    return *mode != IR_WAIT_BLOCK;
}

bool machine_choice_is_enabled(const machine *m, const machine_state *state, const machine_choice *choice)
{
    uint64_t mode;
    if (choice->kind == MACHINE_OBJECT)
        return choice->thread < MACHINE_MAX_THREADS;
    if (choice->thread >= state->threads.size)
        return false;
    if (state->atomic_owner != IR_NONE && state->atomic_owner != choice->thread)
        return false;
    switch ((machine_choice_kind)choice->kind) {
    case MACHINE_STEP:
        return can_step(m, state, choice->thread, NULL);
    case MACHINE_WAKE:
        return can_wake(m, state, choice->thread, &mode);
    case MACHINE_COMMIT:
        return commit_is_enabled(m, state->threads.data[choice->thread], choice->index);
    case MACHINE_SEE:
        return machine_peek(state, choice->value[1], (uint8_t)choice->index, &mode);
    case MACHINE_OBJECT:
        break;
    }
    return false;
}

static void add_commits(const machine *m, const machine_state *state, uint32_t t, machine_choices *choices)
{
    const machine_thread *thread = state->threads.data[t];
    for (uint32_t i = 0; i < thread->buffer.size; i++)
        if (commit_is_enabled(m, thread, i))
            vec_push(choices, (machine_choice){.thread = (uint16_t)t, .kind = MACHINE_COMMIT, .index = i});
}

void machine_choices_of(const machine *m, const machine_state *state, machine_choices *choices, bool *progress,
                        bool *bounded)
{
    uint32_t before = choices->size;
    *bounded = false;
    for (uint32_t t = 0; t < state->threads.size; t++) {
        if (state->atomic_owner != IR_NONE && state->atomic_owner != t)
            continue;
        if (can_step(m, state, t, bounded))
            vec_push(choices, (machine_choice){.thread = (uint16_t)t, .kind = MACHINE_STEP});
        add_commits(m, state, t, choices);
        uint64_t mode;
        if (can_wake(m, state, t, &mode) && mode == IR_WAIT_TIMEOUT)
            vec_push(choices, (machine_choice){.thread = (uint16_t)t, .kind = MACHINE_WAKE});
    }
    *progress = choices->size > before;
    for (uint32_t t = 0; t < state->threads.size; t++) {
        uint64_t mode;
        if (state->atomic_owner == IR_NONE && can_wake(m, state, t, &mode) && mode == IR_WAIT_SPURIOUS)
            vec_push(choices, (machine_choice){.thread = (uint16_t)t, .kind = MACHINE_WAKE});
    }
}
