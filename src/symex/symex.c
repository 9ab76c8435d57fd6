#include "symex/symex.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "ir/uses.h"
#include "symex/context.h"

static void add_static_objects(symex *s)
{
    const ir_program *program = s->program;
    for (uint32_t g = 0; g < program->globals.size; g++)
        vec_push(&s->objects,
                 (symex_object){
                     .origin = SYMEX_GLOBAL,
                     .id = g,
                     .size = term_constant(s->terms, s->program->layout.pointer_bits, program->globals.data[g].size),
                     .guard = TERM_TRUE,
                     .dead = TERM_FALSE,
                     .is_constant = program->globals.data[g].is_constant,
                 });
    for (uint32_t f = 0; f < program->functions.size; f++)
        vec_push(&s->objects, (symex_object){
                                  .origin = SYMEX_FUNCTION,
                                  .id = f,
                                  .size = term_constant(s->terms, s->program->layout.pointer_bits, 0),
                                  .guard = TERM_TRUE,
                                  .dead = TERM_FALSE,
                                  .is_constant = true,
                              });
}

/* Can an object be gone while somebody has its address? */
static bool can_free(const ir_program *program)
{
    for (uint32_t i = 0; i < program->code.size; i++) {
        const ir_instruction *in = &program->code.data[i];
        if (in->op == IR_HEAP_FREE || (in->op == IR_ALLOCA && !program->sites.data[in->c].is_private) ||
            (in->op == IR_TLS && !program->globals.data[in->c].is_private))
            return true;
    }
    return false;
}

uint32_t symex_position_of(const symex *s, uint32_t event)
{
    const symex_thread *thread = &s->threads.data[s->events.data[event].thread];
    uint32_t low = 0, high = thread->events.size;
    while (low < high) { /* their numbers ascend */
        uint32_t middle = (low + high) / 2;
        if (thread->events.data[middle] < event)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* A path that the read is not on does not count: `condition`, if the read says more than that it is executed. */
static term condition_given(const symex *s, const symex_event *read, term condition)
{
    term known = guard_knows(&s->guards, read->guard, condition);
    return known == TERM_NONE ? condition : known;
}

bool symex_list_dependencies(const symex *s, uint32_t event, depends set, uint32_t most, depends_list *out)
{
    const symex_event *e = &s->events.data[event];
    uint32_t kept = 0;
    bool is_all = depends_list_reads(&s->depends, &s->guards, set, e->guard, most, out);
    for (uint32_t i = 0; i < out->size; i++) {
        depends_entry entry = out->data[i];
        const symex_event *read = &s->events.data[entry.event];
        entry.condition = condition_given(s, read, entry.condition);
        /* What one thread knows of memory that others wrote before there were several is no read of its own. */
        if (read->thread == e->thread && entry.condition != TERM_FALSE)
            out->data[kept++] = entry;
    }
    out->size = kept;
    return is_all;
}

bool symex_initial_bytes(const symex *s, uint64_t address, uint8_t size, uint64_t *value)
{
    const symex_object *object = &s->objects.data[ir_pointer_object(s->program->layout, address) - 1];
    const uint8_t *bytes = object->bytes;
    if (object->origin == SYMEX_GLOBAL || object->origin == SYMEX_TLS)
        bytes = s->program->globals.data[object->id].bytes;
    *value = 0;
    if (bytes &&
        ir_pointer_offset(s->program->layout, address) + size <= (uint64_t)term_constant_value(s->terms, object->size))
        memcpy(value, bytes + ir_pointer_offset(s->program->layout, address), size);
    return bytes || object->is_zeroed || object->origin == SYMEX_GLOBAL || object->origin == SYMEX_TLS;
}

enum { MAIN_VALUES = 6 }; /* three arguments, and which bits of them are unset */

/* argc = 1, argv = { "program", NULL }, envp = { NULL }: as the machine has it. */
static void set_main_arguments(context *x, symex_value arguments[MAIN_VALUES])
{
    enum { TEXT_BYTES = 8 };
    uint64_t word = symex_pointer_bits(x) / 8;
    uint8_t *bytes = x->s->argument_bytes;
    uint64_t text = symex_new_object(x, SYMEX_HEAP, 0, symex_number(x, TEXT_BYTES), false, false);
    symex_new_object(x, SYMEX_HEAP, 0, symex_number(x, 0), false, false); /* numbered as on the machine */
    uint64_t vector = symex_new_object(x, SYMEX_HEAP, 0, symex_number(x, 2 * word), false, false);
    uint64_t pointer = ir_pointer(x->s->program->layout, text, 0);
    memcpy(bytes, &pointer, sizeof pointer);
    memcpy(bytes + 2 * sizeof pointer, "program", TEXT_BYTES);
    x->s->objects.data[vector - 1].bytes = bytes;
    x->s->objects.data[text - 1].bytes = bytes + 2 * sizeof pointer;
    uint32_t words = ir_words_of_value(x->s->program);
    arguments[0] = symex_plain(term_constant(terms_of(x), 32, 1));
    arguments[words] = symex_plain(symex_address_of(x, vector));
    arguments[2 * words] = symex_plain(symex_number(x, ir_pointer(x->s->program->layout, vector, word)));
    for (uint32_t i = 1; words == 2 && i < MAIN_VALUES; i += 2) /* all are set */
        arguments[i] = symex_plain(term_constant(terms_of(x), term_width(terms_of(x), arguments[i - 1].value), 0));
}

static void run_main(context *x)
{
    symex *s = x->s;
    const ir_function *entry = &s->program->functions.data[s->program->main];
    vec_push(&s->threads, (symex_thread){
                              .entry = s->program->main,
                              .parent = IR_NONE,
                              .start = IR_NONE,
                              .end = IR_NONE,
                              .guard = TERM_TRUE,
                              .end_guard = TERM_FALSE,
                              .stands_guard = TERM_FALSE,
                              .exit_guard = TERM_FALSE,
                              .joined = TERM_FALSE,
                              .joiner = IR_NONE,
                              .result = term_constant(s->terms, s->program->layout.pointer_bits, 0),
                          });
    s->threads.data[0].begin = symex_record_event(x, (symex_event){.kind = SYMEX_BEGIN});
    symex_value arguments[MAIN_VALUES], results[2];
    if (entry->parameters.size > 0)
        set_main_arguments(x, arguments);
    s->given_objects = s->objects.size;
    symex_call(x, s->program->main, arguments, s->program->blocks.data[entry->first_block].first, results);
    symex_stop_in_block(x);
    symex_check_leaks(x);
    symex_check_joins_of_main(x);
    x->returned = x->standing.guard;
    vec_push(&x->standing.ends, x->standing.guard);
    x->standing.guard = guard_join(&x->s->guards, &x->standing.ends);
    x->standing.atomic_depth = 0;
    x->standing.holding = (holding){SYMEX_NO_SECTION, false};
    s->threads.data[0].end_guard = x->standing.guard;
    symex_record_end(x, x->standing.guard);
}

static void clear_context(context *x)
{
    for (uint32_t i = 0; i < x->loops.size; i++)
        if (x->loops.data[i]) {
            loops_clear(x->loops.data[i]);
            free(x->loops.data[i]);
        }
    vec_clear(&x->loops);
    for (uint32_t i = 0; i < x->privates.size; i++)
        vec_clear(&x->privates.data[i].cells);
    vec_clear(&x->privates);
    for (uint32_t i = 0; i < x->s->program->sites.size + x->s->program->globals.size; i++)
        vec_clear(&x->instances[i]);
    free(x->instances);
    map_clear(&x->thread_locals);
    map_clear(&x->exit_numbers);
    vec_clear(&x->exit_tests);
    free(x->is_address_taken);
    vec_clear(&x->early_uses);
    vec_clear(&x->joins_of_main);
    vec_clear(&x->lengths);
    vec_clear(&x->waits);
    for (uint32_t i = 0; i < x->blocks.size; i++)
        vec_clear(&x->blocks.data[i].ends);
    vec_clear(&x->blocks);
    vec_clear(&x->standing.ends);
    vec_clear(&x->standing.stands);
}

symex *symex_run(const ir_program *program, const symex_options *options, diag *d)
{
    symex *s = alloc_zeroed(1, sizeof *s);
    s->budget = options->budget;
    s->is_weak = options->is_weak;
    s->program = program;
    s->terms = term_table_new();
    s->guards.terms = s->terms;
    s->frees = can_free(program);
    add_static_objects(s);
    vec_push(&s->sections, (symex_section){.lock = TERM_NONE});
    context x = {
        .s = s,
        .options = options,
        .d = d,
        .thread_return = ir_find_function(program, "__heddle_thread_return"),
        .standing = {.guard = TERM_TRUE, .effects = NO_EFFECTS},
    };
    vec_resize(&x.loops, program->functions.size);
    x.instances = alloc_zeroed(program->sites.size + program->globals.size + 1, sizeof *x.instances);
    x.is_address_taken = symex_find_address_taken(program);
    run_main(&x);
    symex_check_early_uses(&x);
    symex_check_lengths(&x);
    symex_hide_unfinished(&x);
    s->first_last = s->events.size;
    if (options->finds_deadlocks && !x.is_over)
        symex_find_deadlocks(&x);
    if (x.has_lost_track)
        s->first_late = 0;
    else if (s->threads.size == 1)
        s->first_late = s->events.size;
    bool is_over = x.is_over;
    clear_context(&x);
    if (is_over) {
        symex_free(s);
        return NULL;
    }
    assert(symex_is_valid(s));
    return s;
}

void symex_free(symex *s)
{
    if (s == NULL)
        return;
    for (uint32_t i = 0; i < s->threads.size; i++)
        vec_clear(&s->threads.data[i].events);
    for (uint32_t i = 0; i < s->claims.size; i++)
        free(s->claims.data[i].message);
    vec_clear(&s->events);
    vec_clear(&s->threads);
    vec_clear(&s->joins);
    vec_clear(&s->claims);
    vec_clear(&s->cuts);
    vec_clear(&s->passed);
    vec_clear(&s->choices);
    vec_clear(&s->objects);
    vec_clear(&s->loops);
    vec_clear(&s->sections);
    vec_clear(&s->watched);
    vec_clear(&s->left_out);
    vec_clear(&s->init_checks);
    vec_clear(&s->unfinished);
    guards_clear(&s->guards);
    depends_clear(&s->depends);
    term_table_free(s->terms);
    free(s);
}
