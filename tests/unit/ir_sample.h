/* A small valid program with a bit of everything, and where its instructions are. */
#ifndef HEDDLE_TESTS_IR_SAMPLE_H
#define HEDDLE_TESTS_IR_SAMPLE_H

#include "ir_build.h"

enum { X, Q, COUNTER, SAMPLE_GLOBALS };
enum { HELPER, EXTERNAL, MAIN };
enum { R_P, R_V, HELPER_SLOTS };
enum { R_LOCAL, R_I, R_NEXT, R_LESS, R_CALLED, R_WIDE, R_WIDE_HIGH, R_FLOAT, R_OLD, R_TLS, R_WOKE, MAIN_SLOTS };
enum { B_ENTRY, B_LOOP, B_BODY, B_DONE, B_DEAD };

typedef struct sample {
    ir_program *p;
    ir_id blocks[5];
    ir_id store, ret, alloca_, call, add, zext, condbr, load, rmw, fence, switch_, tls, await, loop_edge, fadd;
} sample;

static inline void build_helper(sample *s)
{
    ir_program *p = s->p;
    ir_function *helper = begin_body(p, HELPER);
    add_parameter(&helper->parameters, R_P, PTR);
    add_parameter(&helper->parameters, R_V, I32);
    vec_push(&helper->results, PTR);
    helper->slots = HELPER_SLOTS;
    add_block(p, HELPER, "entry");
    s->store = emit(p, IR_STORE, 32, IR_RELEASE, 0, R_P, R_V, 0);
    emit_ret(p, (ir_operand[]){R_P}, 1);
    s->ret = p->code.size - 1;
}

static inline void build_entry_of_main(sample *s)
{
    ir_program *p = s->p;
    ir_id loop = p->blocks.size + B_LOOP;
    s->blocks[B_ENTRY] = add_block(p, MAIN, "entry");
    s->alloca_ = emit(p, IR_ALLOCA, 64, 0, R_LOCAL, number(p, 64, 4), 0, add_site(p, "local"));
    s->call = emit_call(p, function_address(p, HELPER), (ir_operand[]){R_LOCAL, number(p, 32, 7)},
                        (ir_type[]){PTR, I32}, 2, R_CALLED, PTR);
    s->loop_edge = add_edge(p, loop, (ir_operand[]){number(p, 32, 0)}, 1);
    emit(p, IR_BR, 0, 0, 0, 0, 0, s->loop_edge);
    s->blocks[B_LOOP] = add_block(p, MAIN, "loop");
    add_parameter(&p->blocks.data[loop].parameters, R_I, I32);
    emit(p, IR_SLT, 32, 0, R_LESS, R_I, number(p, 32, 10), 0);
    s->condbr = emit(p, IR_CONDBR, 0, 0, 0, R_LESS, add_edge(p, loop + 1, NULL, 0), add_edge(p, loop + 2, NULL, 0));
}

static inline void build_rest_of_main(sample *s)
{
    ir_program *p = s->p;
    s->blocks[B_BODY] = add_block(p, MAIN, "body");
    s->add = emit(p, IR_ADD, 32, 0, R_NEXT, R_I, number(p, 32, 1), 0);
    s->zext = emit(p, IR_ZEXT, 128, 32, R_WIDE, R_NEXT, 0, 0);
    s->fadd = emit(p, IR_FADD, 64, 0, R_FLOAT, number(p, 64, 0x3ff0000000000000), number(p, 64, 0), 0);
    s->rmw = emit(p, IR_RMW, 32, ir_rmw_aux(IR_RMW_ADD, IR_ACQ_REL), R_OLD, global_address(p, Q, 8), R_NEXT, 0);
    s->fence = emit(p, IR_FENCE, 0, ir_fence_aux(ir_fence_make(IR_FENCE_MFENCE)), 0, 0, 0, 0);
    emit(p, IR_BR, 0, 0, 0, 0, 0, add_edge(p, s->blocks[B_LOOP], (ir_operand[]){R_NEXT}, 1));
    s->blocks[B_DONE] = add_block(p, MAIN, "done");
    s->tls = emit(p, IR_TLS, 64, 0, R_TLS, 0, 0, COUNTER);
    ir_operand word = global_address(p, X, 0);
    ir_operand zero = number(p, 32, 0);
    s->await = emit(p, IR_AWAIT, 32, 6, R_WOKE, 0, 0, p->operands.size);
    vec_append(&p->operands, ((ir_operand[]){word, number(p, 32, 1), zero, zero, zero, zero}), 6);
    vec_push(&p->switches, (ir_switch){add_edge(p, s->blocks[B_DONE] + 1, NULL, 0), p->cases.size, 1});
    vec_push(&p->cases, (ir_case){3, 0, s->loop_edge});
    s->switch_ = emit(p, IR_SWITCH, 32, 0, 0, R_I, 0, p->switches.size - 1);
    s->blocks[B_DEAD] = add_block(p, MAIN, "end");
    emit_ret(p, (ir_operand[]){number(p, 32, 0)}, 1);
}

static inline sample build_sample(void)
{
    sample s = {.p = ir_program_new()};
    ir_program *p = s.p;
    ir_id int_type = add_ctype(p, IR_C_SIGNED, "int", 4);
    ir_id items = add_array(p, int_type, 3);
    ir_id queue = add_struct(p, IR_C_STRUCT, "struct queue", 16,
                             (ir_field[]){{"size", 0, 32, int_type}, {"items", 32, 96, items}}, 2);
    add_global(p, "x", 4, int_type);
    add_global(p, "q", 16, queue);
    add_global(p, "counter", 4, int_type);
    p->globals.data[COUNTER].is_thread_local = true;
    add_function(p, "helper");
    add_function(p, "external");
    p->main = add_function(p, "main");
    build_helper(&s);
    ir_function *main_function = begin_body(p, MAIN);
    vec_push(&main_function->results, I32);
    main_function->slots = MAIN_SLOTS;
    vec_resize(&main_function->register_names, MAIN_SLOTS);
    main_function->register_names.data[R_I] = "i";
    main_function->register_names.data[R_NEXT] = "i.next";
    main_function->register_names.data[R_LOCAL] = "local";
    build_entry_of_main(&s);
    build_rest_of_main(&s);
    p->code.data[s.store].location = ir_location_add(p, "q.c", 12, 3);
    return s;
}

#endif
