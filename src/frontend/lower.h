/* Lowering one LLVM module to an ir_program.
 *
 * An LLVM value becomes a list of leaves, each at most 128 bits wide: one for a scalar, one per member (recursively)
 * for a struct, array or vector. The leaves of a type, with their byte offsets in memory, are its layout. Every
 * instruction's leaves have registers before any code is emitted, so blocks can be lowered in any order.
 *
 * Undefined values: as an operand of a real instruction they are any value (IR_NONDET). A phi may merge them with
 * defined ones, and a value that is never used must not be chosen; so a phi that may be undefined has companions, one
 * bit per leaf that says "undefined", and each real use of it goes through IR_FREEZE. */
#ifndef HEDDLE_FRONTEND_LOWER_H
#define HEDDLE_FRONTEND_LOWER_H

#include <stdbool.h>
#include <stdint.h>

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "base/diag.h"
#include "base/map.h"
#include "base/vec.h"
#include "frontend/frontend.h"
#include "ir/ir.h"

enum {
    LOWER_BYTE_BITS = 8,
    LOWER_MAX_PIECE = 8,     /* bytes that one access can take at once */
    LOWER_MAX_LEAVES = 1024, /* of one value */
};

typedef struct lower_leaf {
    ir_type type;
    uint64_t offset; /* bytes, in memory */
} lower_leaf;

typedef struct lower_layout {
    uint32_t first, count;   /* in lowering.leaves */
    const char *unsupported; /* why values of this type cannot be had, or NULL */
} lower_layout;

/* A 128-bit number. */
typedef struct lower_number {
    uint64_t low, high;
} lower_number;

/* A composite debug type whose members are not yet known. */
typedef struct lower_pending_type {
    LLVMMetadataRef type;
    ir_id id;
} lower_pending_type;

/* The object that variable arguments of `size` bytes are passed in: one per function and size. */
typedef struct lower_area {
    uint64_t size;
    ir_register address;
} lower_area;

/* The function being lowered. */
typedef struct lower_frame {
    LLVMValueRef function;
    ir_id id;
    ir_id location; /* of the function, for code that has none of its own */
    map values;     /* argument or instruction -> first index in `places` */
    map companions; /* phi -> first companion register */
    map blocks;     /* LLVMBasicBlockRef -> ir block, if reachable */
    map incoming;   /* (predecessor block, phi number) -> LLVMValueRef */
    map phi_numbers;
    map copies; /* call argument passed by value -> register of the address of its copy */
    VEC(ir_operand) places;
    VEC(lower_area) areas;
    VEC(LLVMBasicBlockRef) reachable;
    ir_operand variable_arguments; /* the hidden parameter, of a variadic function */
    ir_register first_temporary;   /* registers from here on belong to no LLVM value */
    bool is_atomic;                /* the whole body is one atomic block */
} lower_frame;

typedef struct lowering {
    ir_program *program;
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMTargetDataRef target;
    LLVMBuilderRef folder; /* has no place to insert at: it only folds constants */
    const frontend_options *options;
    diag *d;
    unsigned byval_kind, align_kind, signext_kind; /* LLVM's numbers of these attributes */

    map layouts; /* LLVMTypeRef -> index in layout_table */
    VEC(lower_layout) layout_table;
    VEC(lower_leaf) leaves;

    map ctypes;       /* debug type -> ctype */
    map struct_types; /* hash of the name of a struct -> ctype */
    VEC(lower_pending_type) pending_types;

    map files;            /* DIFile -> const char * */
    map locations;        /* DILocation -> location */
    char *working_folder; /* NULL if it is gone */

    map globals;       /* LLVMValueRef -> ir global */
    map functions;     /* LLVMValueRef -> ir function */
    map block_numbers; /* blocks whose address is taken -> number in their function, from 1 */
    map callees;       /* called function -> what intrinsic_find found */

    ir_id trap_message;     /* global that holds the text for llvm.trap */
    ir_id overflow_message; /* the first of those that hold texts of overflow.c */

    map variables; /* alloca or value -> DILocalVariable that it is or holds */

    ir_id location; /* of what is being lowered */
    lower_frame frame;
} lowering;

static inline uint8_t lower_pointer_bits(const lowering *l)
{
    return l->program->layout.pointer_bits;
}

/* How many bytes of an integer the machine moves at once; a variable argument takes a multiple of them. */
static inline uint64_t lower_word_bytes(const lowering *l)
{
    return lower_pointer_bits(l) / LOWER_BYTE_BITS;
}

/* ---- data_model.c ---- */

/* Chooses how wide a pointer is, and how it is cut into object and offset. */
void data_model_choose(lowering *l);
/* `address` moved by `index` times `unit` bytes; `index` is as wide as an address, with a value of `index_bits` bits
 * and the sign. */
ir_operand data_model_move(lowering *l, ir_operand address, ir_operand index, uint8_t index_bits, uint64_t unit);
/* Whether a constant distance is more than any object has bytes: then it leads nowhere (ir_nowhere). */
bool data_model_is_too_far(const lowering *l, uint64_t distance);

/* ---- debug information (metadata.c, location.c, ctype.c, names.c) ---- */

/* How many typedefs of typedefs, or blocks in blocks, are followed: damaged debug information may have cycles. */
enum { METADATA_MAX_CHAIN = 1000 };

typedef VEC(LLVMValueRef) metadata_operands;

void metadata_get_operands(lowering *l, LLVMMetadataRef node, metadata_operands *out);
/* Operand `index` as metadata; NULL if there is none. */
LLVMMetadataRef metadata_get_node(lowering *l, LLVMMetadataRef node, uint32_t index);
/* Operand `index` as a string of the program; "" if there is none. */
const char *metadata_get_text(lowering *l, LLVMMetadataRef node, uint32_t index);
/* The `!dbg` node attached to a global or function, or NULL. */
LLVMMetadataRef metadata_of_global(LLVMValueRef global);
/* The value that an llvm.dbg.* call's first operand wraps; NULL if it is gone or a list. */
LLVMValueRef metadata_get_value(LLVMValueRef wrapped);

ir_id location_make(lowering *l, LLVMMetadataRef file, uint32_t line, uint32_t column);
ir_id location_of_instruction(lowering *l, LLVMValueRef instruction);

ir_id ctype_get(lowering *l, LLVMMetadataRef type); /* IR_NONE for void and for what has no debug type */
ir_id ctype_find_struct(lowering *l, LLVMTypeRef type);

/* Fills lowering.variables for the whole module. */
void names_collect(lowering *l);
void names_describe_site(lowering *l, LLVMValueRef alloca, ir_site *site);
const char *names_of_value(lowering *l, LLVMValueRef value); /* NULL if it holds no variable */
/* The ctype that the pointer returned by `call` points to, as far as the source tells. */
ir_id names_find_pointee(lowering *l, LLVMValueRef call);

/* ---- types and constants (layout.c, constant.c, globals.c) ---- */

lower_layout layout_get(lowering *l, LLVMTypeRef type);
const lower_leaf *layout_leaf(const lowering *l, lower_layout layout, uint32_t leaf);
uint64_t layout_bytes(lowering *l, LLVMTypeRef type);

/* The constant that leaf `leaf` of the constant `value` is. */
LLVMValueRef constant_get_leaf(lowering *l, LLVMValueRef value, uint32_t leaf);
/* The number that a scalar constant stands for; false if it is not one that is fixed at load time. */
bool constant_evaluate(lowering *l, LLVMValueRef constant, lower_number *out);
/* Writes an initialiser as it lies in memory; `bytes` is zero where nothing is written. */
bool constant_write(lowering *l, LLVMValueRef constant, uint8_t *bytes);
/* The number of a block among its function's blocks, as the address of its label. */
uint64_t constant_block_number(lowering *l, LLVMBasicBlockRef block);
/* The text of a string literal, NULL if `value` is none. */
const char *constant_get_string(lowering *l, LLVMValueRef value);

bool globals_declare(lowering *l);
/* A constant string of Heddle's own, which the program may fail with. */
ir_id globals_add_text(lowering *l, const char *name, const char *text);

/* ---- overflow.c ---- */

/* Makes the messages, if overflow is an error. */
void overflow_declare(lowering *l);
/* If the call is that of a check for overflow that has failed: the property and the global with the message. */
bool overflow_is_found(lowering *l, LLVMValueRef call, property *violated, ir_id *message);

bool globals_initialise(lowering *l);

/* ---- code (emit.c) ---- */

ir_register emit_register(lowering *l, uint8_t width);
void emit(lowering *l, ir_instruction instruction);
ir_operand emit_constant(lowering *l, uint8_t width, uint64_t value);
ir_operand emit_binary(lowering *l, ir_op op, uint8_t width, ir_operand a, ir_operand b);
ir_operand emit_unary(lowering *l, ir_op op, uint8_t width, ir_operand a);
/* A comparison: the result is one bit. */
ir_operand emit_compare(lowering *l, ir_op op, uint8_t width, ir_operand a, ir_operand b);
ir_operand emit_select(lowering *l, uint8_t width, ir_operand condition, ir_operand yes, ir_operand no);
/* The value with `to` bits instead of `from`; a longer one is filled with zeros, or with the sign. */
ir_operand emit_resized(lowering *l, uint8_t from, uint8_t to, bool is_signed, ir_operand value);
ir_operand emit_nondet(lowering *l, uint8_t width);
/* The same, but it counts as set. */
ir_operand emit_any(lowering *l, uint8_t width);
ir_operand emit_address(lowering *l, ir_operand base, uint64_t offset);
/* The pointer moved by a number of bytes, as wide as it is. */
ir_operand emit_moved(lowering *l, ir_operand pointer, ir_operand bytes);
void emit_move(lowering *l, ir_register dst, uint8_t width, ir_operand value);
/* The same for a value just computed that is used nowhere else: it goes straight to `dst` where that can be done. */
void emit_result(lowering *l, ir_register dst, uint8_t width, ir_operand value);
void emit_load(lowering *l, ir_register dst, uint8_t width, ir_operand address, ir_order order);
void emit_store(lowering *l, uint8_t width, ir_operand address, ir_operand value, ir_order order);
void emit_fence(lowering *l, ir_fence fence);
void emit_simple(lowering *l, ir_op op); /* one without operands */
void emit_unsupported(lowering *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Appends to the program's operands and returns the index of the first. */
ir_id emit_operands(lowering *l, const ir_operand *operands, uint32_t count);

/* ---- values (value.c) ---- */

/* Gives registers to every leaf of an argument or instruction. */
void value_define(lowering *l, LLVMValueRef value);
/* The register of a leaf of an instruction's result. */
ir_register value_result(lowering *l, LLVMValueRef value, uint32_t leaf);
/* A leaf as an operand of a real instruction. */
ir_operand value_operand(lowering *l, LLVMValueRef value, uint32_t leaf);
/* A scalar operand of a call or instruction. */
ir_operand value_argument(lowering *l, LLVMValueRef instruction, uint32_t index);
/* A leaf as an argument of an edge, where undefined values stay undefined, and the bit that says so. */
ir_operand value_incoming(lowering *l, LLVMValueRef value, uint32_t leaf, ir_operand *undefined);
bool value_is_undefined(lowering *l, LLVMValueRef value, uint32_t leaf);
/* The type of a scalar value. */
ir_type value_type(lowering *l, LLVMValueRef value);
/* Makes every leaf of the result any value. */
void value_set_any(lowering *l, LLVMValueRef instruction);

/* A value that is only another one seen differently has no registers and no code: members of aggregates, casts that
 * change nothing, addresses of first members. */
bool view_is(lowering *l, LLVMValueRef value);
/* The value that leaf `*leaf` of `value` really belongs to, and which leaf of it that is. */
LLVMValueRef view_find_source(lowering *l, LLVMValueRef value, uint32_t *leaf);

/* ---- functions and instructions ---- */

void function_declare_all(lowering *l);
void function_lower_all(lowering *l);
/* Functions that run before main begins and after it returns. */
void function_call_constructors(lowering *l);
void function_call_destructors(lowering *l);

void flow_prepare(lowering *l); /* reachable blocks, phis */
bool flow_lower(lowering *l, LLVMValueRef instruction, LLVMBasicBlockRef block);

/* Each of these lowers the instruction if it is of its kind. */
bool arithmetic_lower(lowering *l, LLVMValueRef instruction);
bool convert_lower(lowering *l, LLVMValueRef instruction);
bool vector_lower(lowering *l, LLVMValueRef instruction);
bool access_lower(lowering *l, LLVMValueRef instruction);
bool call_lower(lowering *l, LLVMValueRef instruction);

/* Objects that calls need, made once at the function's entry. */
void call_prepare(lowering *l);
void call_emit_plain(lowering *l, ir_id function); /* without arguments; the result is dropped */

/* A body for a function that nobody defines. */
void absent_define(lowering *l, LLVMValueRef value, ir_id id);

bool intrinsic_lower(lowering *l, LLVMValueRef call, LLVMValueRef callee);
bool builtin_lower(lowering *l, LLVMValueRef call, const char *name);
/* Functions of verification tasks that are declared only. */
bool verifier_knows(LLVMValueRef function);
bool verifier_lower(lowering *l, LLVMValueRef call, LLVMValueRef callee);
void asm_lower(lowering *l, LLVMValueRef call, LLVMValueRef assembly);

/* A plain store of any width to an aligned address. */
void access_emit_store(lowering *l, ir_operand value, uint8_t width, ir_operand address);
/* `memory[address] = memory[address] op value` in one step; the result is what was there before. */
void access_emit_rmw(lowering *l, ir_register dst, uint8_t width, ir_operand address, ir_rmw op, ir_operand value,
                     ir_order order);
void access_emit_cmpxchg(lowering *l, ir_register dst, uint8_t width, ir_operand address, ir_operand expected,
                         ir_operand desired, ir_order success, ir_order failure);

/* ---- everything ---- */

ir_program *lower_module(LLVMModuleRef module, const frontend_options *options, diag *d);

#endif
