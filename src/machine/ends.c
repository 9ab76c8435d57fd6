#include "machine/ends.h"

#include "machine/known.h"
#include "machine/leaks.h"

static bool can_anybody_move(const machine *m, const machine_state *state)
{
    machine_choices choices = {0};
    bool progress, is_bounded;
    machine_choices_of(m, state, &choices, &progress, &is_bounded);
    vec_clear(&choices);
    return progress;
}

static void describe_all(const machine *m, const machine_state *state, strbuf *out)
{
    const char *separator = ": ";
    for (uint32_t t = 0; t < machine_thread_count(state); t++)
        if (machine_status_of(state, t) == MACHINE_RUNNING) {
            strbuf_add(out, separator);
            machine_describe_wait(m, state, t, out);
            separator = "; ";
        }
}

static void report_deadlock(const machine *m, const machine_state *state, machine_result *result)
{
    strbuf text = {0};
    strbuf_add(&text, "deadlock");
    describe_all(m, state, &text);
    *result = (machine_result){
        .end = MACHINE_VIOLATION,
        .violated = PROPERTY_DEADLOCK,
        .thread = IR_NONE,
        .pc = IR_NONE,
        .user_pc = IR_NONE,
        .lines = known_lines(m, state),
        .message = strbuf_take(&text),
    };
}

static bool is_known(const machine *m, const machine_state *state)
{
    machine_known here = {
        .violated = PROPERTY_DEADLOCK, .user_pc = IR_NONE, .other = IR_NONE, .lines = known_lines(m, state)};
    return m->options.known && known_has(m->program, m->options.known, here);
}

void ends_look(const machine *m, const machine_state *state, machine_result *result)
{
    if (leaks_matter(m))
        leaks_look(m, state, result);
    if (result->end == MACHINE_OK && property_is_in(m->options.ends, PROPERTY_DEADLOCK) &&
        !can_anybody_move(m, state) && machine_is_deadlock(state) && !is_known(m, state))
        report_deadlock(m, state, result);
}
