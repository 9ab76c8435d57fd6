/* Executing instructions, inside the module: one `step` is the context in which a thread acts. */
#ifndef HEDDLE_MACHINE_EXEC_H
#define HEDDLE_MACHINE_EXEC_H

#include "machine/state.h"

typedef struct step {
    machine *m;
    machine_state *state;
    uint32_t index; /* of the thread */
    machine_thread *thread;
    const machine_choice *choice;
    machine_result *result;
    ir_id pc;
    ir_operand through; /* holds the address that is accessed; IR_NONE where private objects cannot be meant */
    bool is_unbounded;  /* stores ignore the bound on the buffer: one instruction that makes many */
    bool is_alone;      /* no other thread can do anything: see step_is_alone */
    uint64_t unset;     /* bits of what is stored that are; 0 but in the middle of an instruction that stores */
    bool is_first; /* the instruction at pc is the one the choice is about: only it may be visible or take a value */
} step;

/* What an instruction asks the interpreter to do next. */
typedef enum outcome {
    NEXT,   /* go on with pc + 1 */
    STAY,   /* nothing was done: the step ends before this instruction */
    REPEAT, /* a part was done (copying memory): the instruction goes on, and is no longer first */
    JUMPED, /* pc was set */
    GONE,   /* the thread ended, stopped or the run must end; see step->result */
} outcome;

/* ---- ends ---- */

/* Of a property that stops its thread, at the place where that is. */
outcome step_violation(step *s, property violated, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Of one with two places, of which this is the second. The thread stops. */
outcome step_pair(step *s, property violated, machine_place other, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
outcome step_unsupported(step *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
outcome step_limit(step *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Ends the thread's execution; its objects live on. In an atomic block, that is undone. */
void step_stop_thread(step *s, machine_thread_status status);
/* The same, told as an event. */
outcome step_stop(step *s, machine_thread_status status);
/* Tells whoever listens. Fills in the thread and where it stands. */
void step_event(step *s, machine_event event);
/* Of looking at bytes of an object that others can change, if such things are to be told. `only_whether`: not at what
 * they hold, but whether they were ever set. */
void step_look(step *s, const machine_object *object, uint64_t address, uint8_t size, bool only_whether);
/* The same, but the object has ended. */
void step_look_dead(step *s, const machine_object *object, uint64_t address);

/* True if this instruction may act on what others can see: it is the one that was chosen, or nobody can look. */
static inline bool step_may_act(const step *s)
{
    return s->is_first || s->is_alone || s->thread->atomic_depth > 0;
}

/* A nondeterministic value of `width` bits: NEXT if `value` has it, STAY if the step must end before, GONE if the
 * choice lacks it. */
outcome step_take_value(step *s, uint8_t width, uint64_t value[2]);

/* ---- operands ---- */

/* The instruction that the thread, which is running, stands at. */
static inline const ir_instruction *step_pending(const machine *m, const machine_thread *thread)
{
    return &m->program->code.data[thread->frames.data[thread->frames.size - 1].pc];
}

uint64_t step_value(const step *s, ir_operand operand);
void step_set(step *s, ir_register reg, uint64_t value);

/* ---- memory (access.c) ---- */

typedef enum access_kind { ACCESS_READ, ACCESS_WRITE } access_kind;

/* The object at `address` if `size` bytes there may be accessed, else NULL after reporting the violation. */
const machine_object *access_object(step *s, uint64_t address, uint64_t size, access_kind kind);
/* Could another thread notice when this happens? */
bool access_is_visible(const step *s, const machine_object *object, access_kind kind);
/* What the thread sees there: memory under its own buffered stores. `initialised` has a bit per byte. */
uint64_t access_view(const step *s, const machine_object *object, uint64_t address, uint8_t size, uint8_t *initialised,
                     bool *from_buffer);
/* The same as an instruction: NEXT with *value, or STAY or GONE. */
outcome access_load(step *s, uint64_t address, uint8_t size, uint64_t *value);
outcome access_store(step *s, uint64_t address, uint8_t size, uint64_t value, uint8_t initialised);
/* The bytes are there (access_object). */
void access_write_memory(machine_state *state, uint64_t address, uint8_t size, uint64_t value, uint8_t initialised,
                         uint64_t unset);
/* Which bits are unset of what access_view sees there. */
uint64_t access_view_unset(const step *s, const machine_object *object, uint64_t address, uint8_t size);

/* ---- buffers (commit.c) ---- */

/* Which pairs of accesses does the fence order that the model does not keep in order anyway? */
static inline uint8_t commit_fence_pairs(const machine *m, ir_fence fence)
{
    uint8_t pairs = ir_fence_is_full(fence) ? MODEL_ALL_PAIRS : fence.pairs;
    return pairs & m->options.model->fences;
}

/* Only waiting until its stores are in memory keeps a thread's later loads behind them. */
static inline bool commit_fence_waits(const machine *m, ir_fence fence)
{
    return commit_fence_pairs(m, fence) & MODEL_WR;
}

/* Is there a buffered store that must reach memory before a full fence is passed? */
static inline bool commit_is_pending(const step *s)
{
    return s->thread->buffer.size > 0;
}

/* Where executions are told apart, a step must not be longer because of what others have done, or because stores have
 * reached memory already: what may have to wait is the first thing in its step. */
static inline bool step_must_begin(const step *s)
{
    return s->m->options.is_traced && !step_may_act(s);
}

/* Does the thread have to stop here until its stores are in memory? */
static inline bool commit_must_wait(const step *s)
{
    return commit_is_pending(s) || (model_is_buffered(s->m->options.model) && step_must_begin(s));
}

/* A marker, behind which later stores wait for earlier ones. */
void commit_fence_stores(step *s);
/* Does the buffer hold a store to some of the bytes, which the thread cannot read there? Then the load waits. */
bool commit_hides(const machine *m, const machine_thread *thread, uint64_t address, uint64_t size);
/* Does the buffer hold as many stores as it may (machine_options.buffer_bound)? */
bool commit_buffer_is_full(const machine *m, const machine_thread *thread);
bool commit_is_enabled(const machine *m, const machine_thread *thread, uint32_t index);
/* Moves the store to memory; a violation if its object is gone. */
void commit_take(step *s, uint32_t index);
/* Does the thread's buffer hold the end of this object? Then it is dead for the thread already. */
bool commit_kills(const step *s, uint64_t number);
/* Ends the object's life, now or through the buffer. */
void commit_kill(step *s, uint64_t number);

/* ---- instructions in files of their own ---- */

outcome bulk_execute(step *s, const ir_instruction *in);  /* memcpy, memmove, memset */
outcome print_execute(step *s, const ir_instruction *in); /* printf family */
outcome sync_execute(step *s, const ir_instruction *in);  /* atomic blocks, waiting, threads, heap, ends */

/* Could the await go on with its condition holding? Also true if its operands are no good: executing it says why. */
bool sync_await_holds(const machine_state *state, uint32_t thread, const ir_instruction *in);
/* An operand of the instruction that the thread stands at. */
uint64_t sync_pending_value(const machine_state *state, uint32_t index, ir_operand operand);
/* heddle_wait of an await. */
uint64_t sync_await_mode(const machine_state *state, uint32_t thread, const ir_instruction *in);
/* Does this instruction need the thread's buffer to be empty? */
bool sync_needs_empty_buffer(const machine_state *state, uint32_t thread, const ir_instruction *in);
/* Does this load wait until a store of its own thread has left the buffer? */
bool sync_waits_for_store(const machine_state *state, uint32_t thread, const ir_instruction *in);
/* Is the thread to be joined there and done? */
bool sync_join_is_ready(const machine_state *state, uint32_t thread, const ir_instruction *in);

/* ---- bounds of loops (bounds.c) ---- */

/* Before a jump from `pc`, if there are bounds: does the thread stop here? */
bool bounds_is_cut(const step *s, ir_id pc, ir_id edge);
/* The thread has left its innermost frame. */
void bounds_leave_function(machine_thread *thread);

/* ---- variables that no two threads use at the same time (quiet.c) ---- */

/* The thread reads memory there, writes it, or commits that store of its buffer. */
void quiet_note_read(const step *s, uint64_t address);
void quiet_note_write(const step *s, uint64_t address);
void quiet_note_commit(const step *s, uint32_t index);
/* It has put a store into its buffer. */
void quiet_note_buffered(const step *s, uint64_t address);
/* It passes a fence that orders stores, or one that waits for them. */
void quiet_note_fence(const step *s, bool waits);
/* It joins the other thread. */
void quiet_note_join(const step *s, machine_thread *other);
/* Whether somebody can go on depends on what is there. */
void quiet_note_wait(const machine_state *state, uint64_t address);
/* A large step begins with this choice. */
void quiet_begin(const machine *m, machine_state *state, const machine_choice *choice);
/* The choice with which the large step of the thread goes on; false if it is over. */
bool quiet_next(const machine *m, const machine_state *state, uint32_t thread, machine_choice *next);

/* ---- bits that were never set (unset.c) ---- */

/* The access at pc has read so many bits that are unset: tells the program, if it keeps book of them. */
void unset_note_read(step *s, uint64_t unset);
/* Those of what the instruction at pc stores. */
uint64_t unset_stored(const step *s);
/* Those that memory has there, where there are bytes. */
uint64_t unset_in_memory(const machine_state *state, uint64_t address, uint8_t size);
outcome unset_check(step *s, const ir_instruction *in);
/* Something depends on unset bits that are there. */
outcome unset_violation(step *s, uint64_t address, uint8_t size, ir_unset_use use);
/* Which bits an IR_RMW leaves unset. */
uint64_t unset_after_rmw(const ir_instruction *in, uint64_t old, uint64_t operand);

/* ---- calls (call.c) ---- */

outcome call_enter(step *s, const ir_instruction *in);
outcome call_end_local(step *s, const ir_instruction *in);
outcome call_return(step *s, const ir_instruction *in);
/* Ends the thread: its objects die, the result is kept for a join. */
void call_end_thread(step *s, uint64_t result, machine_thread_status status);
/* Do variables that others can reach end with the thread? */
bool call_ends_visibly(const step *s);

/* The user's instruction that thread `index`, standing at pc, executes: the innermost one outside of the models. */
void step_note_stack(const machine *m, const machine_thread *thread, ir_id pc, machine_stack *stack);
ir_id step_user_pc(const machine *m, const machine_thread *thread, ir_id pc);

#endif
