/* The program representation that every engine shares.
 *
 * A program is a flat array of instructions; a function is a range of it, cut into basic blocks, each ending in
 * exactly one terminator. The ranges are in the order of the functions, and the entry block is first in its range.
 *
 * Values are bit-vectors of 1 to 128 bits that live in the registers of a function's frame. A register is a slot of
 * 64 bits; a value of more than 64 bits takes two neighbouring slots, low half first. Bits of a slot above the
 * value's width are zero: every instruction keeps this invariant. Registers are in SSA form: each is assigned by one
 * instruction, or is a parameter of one block or of the function. Instead of phi nodes, blocks have parameters, and
 * every edge into a block carries the arguments.
 *
 * An operand is a register, or a constant in the program's pool (which has the same layout as registers).
 *
 * A pointer is a value of the width that the program's data model says (ir_layout): object number in the high bits,
 * position in the low ones. Object 0 is NULL.
 * Objects 1 .. globals.size are the globals (global g is object g + 1), then come the functions (function f is
 * object globals.size + 1 + f); higher numbers are made at run time: stack, heap and thread-local objects. So the
 * address of a global or a function is a plain constant, and initialisers are plain bytes.
 *
 * Memory is accessed in pieces of 1, 2, 4 or 8 bytes, each atomic by itself; the front end splits what is larger
 * or not aligned. An atomic access keeps its C11 order. What a store's order means under SC, TSO and PSO is also in
 * `IR_FENCE`s of the kind OF_ACCESS next to it, so that these models need not look at orders. */
#ifndef HEDDLE_IR_IR_H
#define HEDDLE_IR_IR_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/diag.h"
#include "base/map.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "ir/fence.h"
#include "property/kinds.h"

typedef uint32_t ir_operand;  /* register slot, or IR_CONSTANT_BIT | index into the constant pool */
typedef uint32_t ir_register; /* slot in the frame */
typedef uint32_t ir_id;       /* index into one of the program's tables */

#define IR_CONSTANT_BIT 0x80000000u
#define IR_NONE UINT32_MAX

enum {
    IR_MAX_WIDTH = 128,
    IR_SLOT_BITS = 64,
};

/* How a pointer is cut into the object's number, in the high bits, and the position, in the low ones. An object does
 * not begin at position 0 but at its base, and is smaller than a quarter of what positions can count, as is the room
 * below its base: so whatever a pointer into an object is moved by, if it is less than any object has bytes
 * (ir_object_limit), it keeps its object's number. In a 64-bit program bases differ, so that the low halves of
 * addresses look like those of real ones: not zero, different for different objects, multiples of a page. No object has
 * position 0; it is where symbolic execution keeps whether the object is alive. */
typedef struct ir_layout {
    uint8_t pointer_bits; /* 64, or 32 for an ILP32 program */
    uint8_t offset_bits;  /* of the position */
} ir_layout;

enum { IR_PAGE_BITS = 12, IR_PAGE = 1 << IR_PAGE_BITS }; /* every object is aligned to a page, and to no more */

#define IR_LAYOUT_64 ((ir_layout){64, 40})

/* ---- C types, kept for printing only: names of places and values as the user wrote them ---- */

typedef enum ir_ctype_kind {
    IR_C_VOID,
    IR_C_BOOL,
    IR_C_SIGNED, /* integers, plain char included */
    IR_C_UNSIGNED,
    IR_C_FLOAT,
    IR_C_ENUM,
    IR_C_POINTER, /* element: what it points to */
    IR_C_ARRAY,   /* element, count */
    IR_C_STRUCT,  /* fields */
    IR_C_UNION,   /* fields */
    IR_C_FUNCTION,
} ir_ctype_kind;

typedef struct ir_field {
    const char *name; /* "" for an anonymous member */
    uint64_t offset_bits, size_bits;
    ir_id type;
} ir_field;

typedef struct ir_ctype {
    ir_ctype_kind kind;
    const char *name; /* "int", "struct node"; "" where there is none. Typedefs are resolved. */
    uint64_t size;    /* bytes */
    uint64_t count;   /* elements of an array */
    ir_id element;    /* pointer, array; IR_NONE elsewhere and for void * */
    ir_id first_field, field_count;
} ir_ctype;

/* ---- tables ---- */

typedef struct ir_location {
    const char *file; /* as the user named it; "" if unknown */
    uint32_t line, column;
} ir_location;

typedef struct ir_global {
    const char *name;
    uint64_t size, align;
    ir_id type;           /* ctype or IR_NONE */
    ir_id location;       /* of its declaration */
    bool is_constant;     /* never written: reads of it need no scheduling */
    bool is_thread_local; /* `bytes` is the template; IR_TLS gives a thread's own instance */
    bool is_model;        /* belongs to Heddle's library models, not to the user */
    bool is_private;      /* thread-local, and set by ir_find_private_sites: nobody else can hold its address */
    bool is_undefined;    /* declared but defined nowhere: an access is an error */
    const char *scope;    /* for a static local, the function it belongs to; else NULL */
    uint8_t *bytes;       /* `size` initial bytes */
} ir_global;

/* What an IR_ALLOCA makes. */
typedef struct ir_site {
    const char *name; /* the C variable, or "" for a temporary */
    ir_id type;       /* ctype or IR_NONE */
    ir_id location;
    uint64_t align;
    bool is_private; /* set by ir_find_private_sites: no other thread can ever hold its address */
} ir_site;

typedef enum ir_kind { IR_INTEGER, IR_FLOATING, IR_POINTER } ir_kind;

typedef struct ir_type {
    uint8_t width; /* bits, 1 .. 128; 0 is void */
    uint8_t kind;  /* ir_kind; only for printing and for checking calls */
} ir_type;

typedef struct ir_parameter {
    ir_register reg;
    ir_type type;
} ir_parameter;

typedef VEC(ir_parameter) ir_parameters;

typedef struct ir_block {
    ir_id first, count; /* instructions; the last is the terminator */
    ir_parameters parameters;
    const char *name;
} ir_block;

/* A control-flow edge: on taking it, the target's parameters get the arguments, all at once. */
typedef struct ir_edge {
    ir_id target;                         /* block */
    ir_id first_argument, argument_count; /* in `operands`; as many as the target has parameters */
} ir_edge;

typedef struct ir_function {
    const char *name;
    ir_id first_block, block_count; /* block_count 0: declared only; calling it is an error */
    ir_parameters parameters;       /* a variadic function has one more, last: the address of its variable arguments */
    VEC(ir_type) results;           /* none for void; several for a struct in registers */
    uint32_t slots;                 /* size of a frame */
    uint32_t tracked;               /* so many slots have shadows (ir/unset.h), which are the slots behind them */
    ir_id location;
    bool is_variadic;
    bool is_model;                    /* one of Heddle's library models: traces show its caller instead */
    uint32_t first_origin;            /* in `origins`: that of its first slot */
    bool is_assumed;                  /* defined nowhere; taken to return any value and to do nothing else */
    VEC(const char *) register_names; /* by slot; NULL where the register has no name */
} ir_function;

typedef struct ir_call {
    ir_operand callee;                    /* a constant for a direct call */
    ir_id first_argument, argument_count; /* in `operands`; variable arguments already packed by the front end */
    ir_id first_type;                     /* in `types`: the argument types, then the result types */
    ir_id first_result, result_count;     /* in `operands`: registers, or IR_NONE for an unused result */
    bool is_variadic;                     /* its last argument is the address of variable ones */
    ir_id pointee; /* ctype of what a returned pointer points to, if the source tells; names heap objects */
} ir_call;

typedef struct ir_case {
    uint64_t low, high; /* the value, 128 bits */
    ir_id edge;
} ir_case;

typedef struct ir_switch {
    ir_id otherwise; /* edge */
    ir_id first_case, case_count;
} ir_switch;

/* ---- instructions ---- */

/* Shapes, for the printer and the validator. d: writes `dst`; a, b, c: reads that operand with the width of the
 * instruction; A, B, C: reads an operand as wide as a pointer (pointer or size); 1: operand a is one bit wide; x: see
 * the comment. */
#define IR_OPS(OP)                                                                                                     \
    /* plain arithmetic: dst = a op b, all of `width` bits */                                                          \
    OP(MOV, "mov", "da")                                                                                               \
    OP(ADD, "add", "dab") /* aux IR_ADD_MOVES: a is a pointer, which b, a number, moves */                             \
    OP(SUB, "sub", "dab")                                                                                              \
    OP(MUL, "mul", "dab")                                                                                              \
    OP(UDIV, "udiv", "dab") /* division by zero, and INT_MIN / -1, are errors */                                       \
    OP(SDIV, "sdiv", "dab")                                                                                            \
    OP(UREM, "urem", "dab")                                                                                            \
    OP(SREM, "srem", "dab")                                                                                            \
    OP(AND, "and", "dab")                                                                                              \
    OP(OR, "or", "dab")                                                                                                \
    OP(XOR, "xor", "dab")                                                                                              \
    OP(SHL, "shl", "dab") /* a shift by `width` or more is an error */                                                 \
    OP(LSHR, "lshr", "dab")                                                                                            \
    OP(ASHR, "ashr", "dab")                                                                                            \
    /* comparisons: dst is one bit, a and b have `width` bits */                                                       \
    OP(EQ, "eq", "dab")                                                                                                \
    OP(NE, "ne", "dab")                                                                                                \
    OP(ULT, "ult", "dab")                                                                                              \
    OP(ULE, "ule", "dab")                                                                                              \
    OP(SLT, "slt", "dab")                                                                                              \
    OP(SLE, "sle", "dab")                                                                                              \
    /* bit counting and order */                                                                                       \
    OP(CTPOP, "ctpop", "da")                                                                                           \
    OP(CTLZ, "ctlz", "da") /* of zero: width */                                                                        \
    OP(CTTZ, "cttz", "da") /* of zero: width */                                                                        \
    OP(BSWAP, "bswap", "da")                                                                                           \
    OP(BITREVERSE, "bitreverse", "da")                                                                                 \
    /* conversions: dst has `width` bits, a has `aux` bits */                                                          \
    OP(ZEXT, "zext", "dx")                                                                                             \
    OP(SEXT, "sext", "dx")                                                                                             \
    OP(TRUNC, "trunc", "dx")                                                                                           \
    OP(FPEXT, "fpext", "dx")                                                                                           \
    OP(FPTRUNC, "fptrunc", "dx")                                                                                       \
    OP(FPTOUI, "fptoui", "dx") /* out of range: an error */                                                            \
    OP(FPTOSI, "fptosi", "dx")                                                                                         \
    OP(UITOFP, "uitofp", "dx")                                                                                         \
    OP(SITOFP, "sitofp", "dx")                                                                                         \
    /* floating point, width 32 or 64, IEEE, round to nearest */                                                       \
    OP(FADD, "fadd", "dab")                                                                                            \
    OP(FSUB, "fsub", "dab")                                                                                            \
    OP(FMUL, "fmul", "dab")                                                                                            \
    OP(FDIV, "fdiv", "dab")                                                                                            \
    OP(FREM, "frem", "dab")                                                                                            \
    OP(FMA, "fma", "dabc")    /* a * b + c, rounded once */                                                            \
    OP(FLIBM, "flibm", "dab") /* aux: a libm_function, with IR_LIBM_ERROR: errno, as a number */                       \
    OP(FNEG, "fneg", "da")                                                                                             \
    OP(FUNARY, "funary", "da") /* aux: ir_float_function */                                                            \
    OP(FCMP, "fcmp", "dab")    /* dst one bit; aux: ir_float_predicate */                                              \
    /* dst = a ? b : c; a is one bit, the rest `width` bits */                                                         \
    OP(SELECT, "select", "d1bc")                                                                                       \
    /* memory */                                                                                                       \
    OP(ALLOCA, "alloca", "dAx")     /* dst = address of a new object of a bytes; c: site */                            \
    OP(LOCAL_END, "local_end", "A") /* the object that an alloca has made ends before its function does */             \
    OP(TLS, "tls", "dx")            /* dst = address of this thread's instance of global c */                          \
    OP(LOAD, "load", "dA")          /* dst = `width` bits at address a; aux: order */                                  \
    OP(STORE, "store", "Ab")        /* `width` bits b to address a; aux: order */                                      \
    OP(RMW, "rmw", "dAb")           /* dst = *a, *a = dst op b, in one step; aux: ir_rmw, order */                     \
    OP(CMPXCHG, "cmpxchg", "dAbc")  /* dst = *a, if (dst == b) *a = c, in one step; aux: orders */                     \
    OP(FENCE, "fence", "")          /* aux: ir_fence_of */                                                             \
    OP(MEMCPY, "memcpy", "ABC")   /* c bytes from b to a, ascending, in pieces of aux bytes (1, 2, 4 or 8) and, for */ \
                                  /* the rest, smaller ones; overlapping is an error */                                \
    OP(MEMMOVE, "memmove", "ABC") /* the same, as if all were read before any is written */                            \
    OP(MEMSET, "memset", "AxC")   /* c bytes of value b (8 bits) to a, in pieces of aux bytes */                       \
    /* control: terminators */                                                                                         \
    OP(BR, "br", "x")          /* c: edge */                                                                           \
    OP(CONDBR, "condbr", "1x") /* a ? edge b : edge c */                                                               \
    OP(SWITCH, "switch", "ax") /* c: switch */                                                                         \
    OP(RET, "ret", "x")        /* operands[b .. b + aux): the results */                                               \
    OP(UNREACHABLE, "unreachable", "")                                                                                 \
    /* calls */                                                                                                        \
    OP(CALL, "call", "x") /* c: call */                                                                                \
    /* what the library models are made of (models/heddle.h); operands[c .. c + aux) where they say x */               \
    OP(ATOMIC_BEGIN, "atomic_begin", "")    /* aux 1: of one access that takes several steps */                        \
    OP(ATOMIC_END, "atomic_end", "")        /* the same */                                                             \
    OP(AWAIT, "await", "dx")                /* see models/heddle.h */                                                  \
    OP(ASSUME, "assume", "1")               /* stops this thread if a is 0 */                                          \
    OP(FAIL, "fail", "x")                   /* b: property; a: address of the message or 0 */                          \
    OP(STOP, "stop", "")                    /* this thread stops here for good (abort) */                              \
    OP(EXIT, "exit", "")                    /* the same; the program ends, and normally */                             \
    OP(NONDET, "nondet", "d")               /* any value of `width` bits; aux: ir_nondet */                            \
    OP(FREEZE, "freeze", "dax")             /* dst = b (one bit) ? any value : a */                                    \
    OP(THREAD_START, "thread_start", "dAB") /* a new thread runs function a with argument b; dst: its number */        \
    OP(THREAD_JOIN, "thread_join", "dA")    /* waits for the end of thread a; dst: its result */                       \
    OP(THREAD_DETACH, "thread_detach", "A")                                                                            \
    OP(THREAD_END, "thread_end", "A") /* ends this thread with result a */                                             \
    OP(THREAD_SELF, "thread_self", "d")                                                                                \
    OP(HEAP_ALLOC, "heap_alloc",                                                                                       \
       "dAx") /* dst = a new object of a bytes, or 0 if it may fail; b: alignment operand; */                          \
              /* aux 1: zeroed */                                                                                      \
    OP(HEAP_FREE, "heap_free", "A")                                                                                    \
    OP(HEAP_SIZE, "heap_size", "dA")      /* size of the heap object at a */                                           \
    OP(CHECK_INIT, "check_init", "AB")    /* an error if one of the b bytes at a was never written */                  \
    OP(LOCK_TAKEN, "lock_taken", "A")     /* this thread holds the lock at a from here on, alone */                    \
    OP(LOCK_WATCHED, "lock_watched", "A") /* this thread finds out whether the lock at a is held, and goes on */       \
    OP(LOCK_GIVEN, "lock_given", "A")     /* until the end of this atomic block */                                     \
    OP(SYNC, "sync", "AB")   /* what the model of a library function orders; b: kind + IR_SYNC_KINDS * detail */       \
    OP(PRINT, "print", "dx") /* printf family; see models/heddle.h */                                                  \
    OP(SET_LOOP_BOUND, "loop_bound", "A") /* __VERIFIER_loop_bound(a) */                                               \
    OP(UNSUPPORTED, "unsupported", "x")   /* c: text in `texts`: reached, it ends the run with exit code 3 */          \
    /* bits that were never set, in a program that keeps book of them (ir/unset.h) */                                  \
    OP(USE, "use", "a")        /* a is shown to the world; before ir_track_unset alone */                              \
    OP(UNSET, "unset", "d")    /* dst = which bits are unset of what the access before it has read */                  \
    OP(MARK, "mark", "a")      /* which bits are unset of what the access before it writes; without it, none */        \
    OP(CHECK_SET, "set", "ax") /* an error if a, which says which bits are unset, is not 0; b: the value that it is */ \
                               /* about; aux: an ir_unset_use */

typedef enum ir_op {
#define OP(name, text, shape) IR_##name,
    IR_OPS(OP)
#undef OP
        IR_OP_COUNT
} ir_op;

/* The aux of arithmetic: of an addition, see there; and of what only says which bits of others are unset. */
enum { IR_ADD_MOVES = 1, IR_ABOUT_UNSET = 2 };

/* Whose value it is. */
typedef enum ir_nondet {
    IR_INPUT,       /* the program has asked for one */
    IR_UNSET_VALUE, /* that of a variable that was never set */
    IR_ANY_VALUE,   /* not asked for, but it counts as set: of what is not known, or of a register of the processor's */
} ir_nondet;

/* What an unset value must not be used for. */
typedef enum ir_unset_use {
    IR_USED_TO_BRANCH,
    IR_USED_AS_ADDRESS,
    IR_USED_TO_CALL,
    IR_USED_TO_COMPUTE, /* what has no result for some values */
    IR_USED_TO_ASSUME,
    IR_USED_TO_COMPARE, /* what an atomic instruction finds in memory */
    IR_USED_BY_LIBRARY,
    IR_USED_AS_OUTPUT,
    IR_UNSET_USE_COUNT
} ir_unset_use;

typedef enum ir_order { IR_PLAIN, IR_VOLATILE, IR_RELAXED, IR_ACQUIRE, IR_RELEASE, IR_ACQ_REL, IR_SEQ_CST } ir_order;

typedef enum ir_rmw {
    IR_RMW_XCHG,
    IR_RMW_ADD,
    IR_RMW_SUB,
    IR_RMW_AND,
    IR_RMW_NAND,
    IR_RMW_OR,
    IR_RMW_XOR,
    IR_RMW_MAX,
    IR_RMW_MIN,
    IR_RMW_UMAX,
    IR_RMW_UMIN,
    IR_RMW_FADD,
    IR_RMW_FSUB,
} ir_rmw;

typedef enum ir_float_function {
    IR_F_ABS,
    IR_F_SQRT,
    IR_F_FLOOR,
    IR_F_CEIL,
    IR_F_TRUNC,
    IR_F_ROUND, /* half away from zero */
    IR_F_RINT,  /* half to even */
} ir_float_function;

/* The aux of IR_FLIBM is a libm_function (base/libm.h), and this bit. */
enum { IR_LIBM_ERROR = 0x100 };

/* The bits say for which relations of a and b the result is true. */
enum { IR_FCMP_EQ = 1, IR_FCMP_GT = 2, IR_FCMP_LT = 4, IR_FCMP_UNORDERED = 8 };

/* How IR_AWAIT compares and waits, numbered as in models/heddle.h. */
typedef enum ir_relation { IR_IS_EQUAL, IR_IS_NOT_EQUAL, IR_IS_LESS, IR_IS_NOT_LESS } ir_relation;
/* What the word of an IR_SYNC is to happens-before, numbered as in models/heddle.h: that of an atomic access, whose C11
 * order is the detail; or plain memory of the user's, of which so many bytes were written; or it begins anew. */
typedef enum ir_sync { IR_SYNC_LOAD, IR_SYNC_STORE, IR_SYNC_RMW, IR_SYNC_WRITES, IR_SYNC_FRESH, IR_SYNC_KINDS } ir_sync;
typedef enum ir_wait { IR_WAIT_BLOCK, IR_WAIT_SPURIOUS, IR_WAIT_TIMEOUT } ir_wait;

typedef struct ir_instruction {
    uint8_t op;
    uint8_t width; /* bits */
    uint16_t aux;
    ir_register dst;
    uint32_t a, b, c;
    ir_id location;
} ir_instruction;

/* What `aux` of an access holds: its order, or that of a comparison that succeeds; of a CMPXCHG, the order of one that
 * fails; of an RMW, what it does. Of a fence: its kind and its pairs. */
enum { IR_ORDER_MASK = 0xf, IR_FAILURE_SHIFT = 4, IR_RMW_SHIFT = 8, IR_PAIRS_SHIFT = 8, IR_KIND_MASK = 0xff };

static inline uint16_t ir_rmw_aux(ir_rmw op, ir_order order)
{
    return (uint16_t)((uint32_t)op << IR_RMW_SHIFT | (uint32_t)order);
}

static inline uint16_t ir_cmpxchg_aux(ir_order success, ir_order failure)
{
    return (uint16_t)((uint32_t)failure << IR_FAILURE_SHIFT | (uint32_t)success);
}

static inline uint16_t ir_fence_aux(ir_fence fence)
{
    return (uint16_t)((uint32_t)fence.pairs << IR_PAIRS_SHIFT | fence.kind);
}

/* Of a LOAD, STORE, RMW or CMPXCHG. */
static inline ir_order ir_order_of(const ir_instruction *in)
{
    return (ir_order)(in->aux & IR_ORDER_MASK);
}

static inline ir_order ir_failure_order_of(const ir_instruction *in)
{
    return (ir_order)(in->aux >> IR_FAILURE_SHIFT & IR_ORDER_MASK);
}

static inline ir_rmw ir_rmw_of(const ir_instruction *in)
{
    return (ir_rmw)(in->aux >> IR_RMW_SHIFT);
}

static inline ir_fence ir_fence_of(const ir_instruction *in)
{
    return (ir_fence){(uint8_t)(in->aux & IR_KIND_MASK), (uint8_t)(in->aux >> IR_PAIRS_SHIFT)};
}

/* Which private variables (ir_find_private_sites) a register may point into. */
typedef struct ir_origin {
    uint32_t first, count; /* in `origin_sites`; sorted: sites, and ir_tls_site for thread-local globals */
    bool is_other;         /* or it holds something else: another pointer, a number */
    bool is_mixed;         /* it may be a sum or difference of addresses, as numbers */
} ir_origin;

/* Whose instructions accesses and fences are. Those of C are compiled, by whoever asks what they mean on a machine;
 * those of assembly are themselves. */
typedef enum ir_dialect { IR_FROM_C, IR_FROM_X86, IR_FROM_PPC, IR_FROM_AARCH64 } ir_dialect;

typedef struct ir_program {
    ir_layout layout;
    uint8_t dialect;   /* ir_dialect */
    bool tracks_unset; /* ir_track_unset was here */
    VEC(ir_instruction) code;
    VEC(ir_block) blocks;
    VEC(ir_edge) edges;
    VEC(ir_function) functions;
    VEC(ir_call) calls;
    VEC(ir_switch) switches;
    VEC(ir_case) cases;
    VEC(ir_operand) operands;
    VEC(ir_type) types;
    VEC(uint64_t) constants;
    VEC(ir_global) globals;
    VEC(ir_site) sites;
    VEC(ir_location) locations; /* location 0 is unknown */
    VEC(ir_ctype) ctypes;
    VEC(ir_field) fields;
    VEC(const char *) texts;
    VEC(ir_origin) origins; /* by function and slot; none before ir_find_private_sites */
    VEC(uint32_t) origin_sites;
    ir_id main;                                       /* function */
    VEC(char *) strings;                              /* owns every name above */
    map string_index, constant_index, location_index; /* by hash: what is already there, to share it */
} ir_program;

ir_program *ir_program_new(void); /* with the layout of 64 bits */
void ir_program_free(ir_program *program);

/* ---- building ---- */

/* A copy of `text` that lives as long as the program. */
const char *ir_intern(ir_program *program, const char *text);
/* A constant operand of `width` bits (the value is cut to them). */
ir_operand ir_constant(ir_program *program, uint8_t width, uint64_t low, uint64_t high);
ir_id ir_location_add(ir_program *program, const char *file, uint32_t line, uint32_t column);

/* ---- reading ---- */

static inline bool ir_is_constant(ir_operand operand)
{
    return operand & IR_CONSTANT_BIT;
}

static inline uint32_t ir_slots(uint8_t width)
{
    return width > IR_SLOT_BITS ? 2 : 1;
}

/* How many parameters and results of functions stand for one of C: where bits that are unset are tracked, the second
 * one says which these are. */
static inline uint32_t ir_words_of_value(const ir_program *program)
{
    return program->tracks_unset ? 2 : 1;
}

static inline uint64_t ir_mask(uint8_t width)
{
    return width >= IR_SLOT_BITS ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

/* No object has as many bytes: from this offset on, one is meant to be negative. */
static inline uint64_t ir_object_limit(ir_layout layout)
{
    return UINT64_C(1) << (layout.offset_bits - 2);
}

/* Where an object begins. That of NULL is 0. */
static inline uint64_t ir_object_base(ir_layout layout, uint64_t object)
{
    if (object == 0)
        return 0;
    return ir_object_limit(layout) + (layout.pointer_bits == IR_SLOT_BITS ? object << IR_PAGE_BITS : 0);
}

static inline uint64_t ir_position_mask(ir_layout layout)
{
    return (UINT64_C(1) << layout.offset_bits) - 1;
}

/* The address of a byte of an object; the offset may be negative. */
static inline uint64_t ir_pointer(ir_layout layout, uint64_t object, uint64_t offset)
{
    return (object << layout.offset_bits) + ir_object_base(layout, object) + offset;
}

static inline uint64_t ir_pointer_object(ir_layout layout, uint64_t pointer)
{
    return pointer >> layout.offset_bits;
}

/* What is below the object's start counts from the top: it is ir_object_limit or more. */
static inline uint64_t ir_pointer_offset(ir_layout layout, uint64_t pointer)
{
    return (pointer - ir_object_base(layout, ir_pointer_object(layout, pointer))) & ir_position_mask(layout);
}

/* A null pointer, or what is reached through one by a member or a small index: the first page, where nothing lies. */
static inline bool ir_is_near_null(uint64_t pointer)
{
    return pointer < IR_PAGE;
}

static inline uint8_t ir_object_bits(ir_layout layout)
{
    return (uint8_t)(layout.pointer_bits - layout.offset_bits);
}

/* The one rule for all allocations on the heap: of so many bytes or more, they fail. In a 32-bit program those of fewer
 * bytes are not modelled if they are more than an object has; a local variable of that size never is. */
static inline uint64_t ir_allocation_limit(ir_layout layout)
{
    return layout.pointer_bits == IR_SLOT_BITS ? ir_object_limit(layout) : UINT64_C(1) << (layout.pointer_bits - 1);
}

/* The largest number that an object may have. The one above it is nobody's. */
static inline uint64_t ir_last_object(ir_layout layout)
{
    return (UINT64_C(1) << ir_object_bits(layout)) - 2;
}

/* An address in no object: in a 32-bit program, that of a pointer which was moved too far (frontend/data_model.c). */
static inline uint64_t ir_nowhere(ir_layout layout)
{
    return ir_pointer(layout, ir_last_object(layout) + 1, 0);
}

static inline uint64_t ir_function_object(const ir_program *program, ir_id function)
{
    return (uint64_t)program->globals.size + 1 + function;
}

/* The function whose address `pointer` is, or IR_NONE. */
ir_id ir_function_at(const ir_program *program, uint64_t pointer);
/* Does the atomic block that begins at pc, in that function, belong to the user? It begins in a function of the user's,
 * or in a model that does nothing else (__VERIFIER_atomic_begin). The blocks of the other models come to their end. */
bool ir_is_users_block(const ir_program *program, ir_id function, ir_id pc);
/* Why a thread cannot begin with the function; NULL if it can. It gets one word in a register for integers, and leaves
 * one there: what does not fit into that would be anything. */
const char *ir_thread_entry_problem(const ir_program *program, const ir_function *function);
/* The function that instruction `pc` belongs to. O(log functions). */
ir_id ir_function_of(const ir_program *program, ir_id pc);
/* The global of this C name that a user would mean (not a model's), or IR_NONE. */
ir_id ir_find_global(const ir_program *program, const char *name);
ir_id ir_find_function(const ir_program *program, const char *name);
/* The next place in the initial bytes of a global, from *at on, where something as large as a pointer stands that is
 * not zero: *at and *word. False if there is none. Zeros, of which a large array has many, are skipped fast. */
bool ir_find_initial_word(const ir_program *program, ir_id global, uint64_t *at, uint64_t *word);

bool ir_is_terminator(ir_op op);
const char *ir_op_name(ir_op op);
const char *ir_op_shape(ir_op op);
/* "acquire"; "" of an access that is not atomic. */
const char *ir_order_name(ir_order order);

/* Prints the whole program, or with `function` not IR_NONE that one, so that a person can read it. */
void ir_print(const ir_program *program, ir_id function, FILE *out);
void ir_print_instruction(const ir_program *program, ir_id pc, strbuf *out);
void ir_print_location(const ir_program *program, ir_id location, strbuf *out);

/* Checks every invariant stated in this file; the diagnostic names the first that does not hold. */
bool ir_validate(const ir_program *program, diag *d);

/* Sets is_private of sites and thread-local globals, conservatively: what is not private may still never be shared.
 * Also finds the origins of registers: an access to a private variable is possible only through a register whose origin
 * has it. */
void ir_find_private_sites(ir_program *program);

/* Of a constant, or where nothing is known: no site, something else. */
ir_origin ir_origin_of(const ir_program *program, ir_id function, ir_operand operand);
bool ir_origin_has(const ir_program *program, ir_origin origin, uint32_t site);

static inline uint32_t ir_tls_site(const ir_program *program, ir_id global)
{
    return program->sites.size + global;
}

/* ---- names of places ---- */

/* Appends the C expression for the `size` bytes at `offset` in an object of type `type` called `name`
 * ("q", 24 -> "q.items[3].next"; without a type, or where no member fits, "q+24"). Returns the ctype of that
 * member, or IR_NONE. */
ir_id ir_name_place(const ir_program *program, const char *name, ir_id type, uint64_t offset, uint64_t size,
                    strbuf *out);
/* Finds the place that a C expression like "q.items[3].next" means: global, offset and size. The inverse of
 * ir_name_place for globals. False (with a message) if there is none. */
bool ir_find_place(const ir_program *program, const char *expression, ir_id *global, uint64_t *offset, uint64_t *size,
                   ir_id *type, diag *d);

#endif
