/* Litmus tests: what is read, what instructions and C do, and what is said of what is not understood. */
#include "api/litmus_states.h"
#include "base/random.h"
#include "ir_build.h"
#include "litmus/litmus.h"

/* ---- final states ---- */

/* All final states under the model, one after the other, or the error. The caller frees it. */
static char *states_of(const char *text, const model *model)
{
    diag d = {0};
    strbuf out = {0};
    litmus_states states = {0};
    heddle_budget *budget = heddle_budget_new(0, 0);
    litmus_states_options options = {.max_states = 1000000, .buffer_bound = 16, .budget = budget};
    litmus_test *test = litmus_read("t.litmus", text, &d);
    ir_program *program = test ? litmus_program(test, false, &d) : NULL;
    if (program && litmus_states_list(test, program, model, &options, &states, &d)) {
        for (uint32_t i = 0; i < states.count; i++) {
            strbuf_add(&out, i ? " | " : "");
            litmus_print_state(test, states.values.data + (size_t)i * litmus_observed_count(test), &out);
        }
    } else {
        strbuf_add(&out, d.message);
    }
    litmus_states_clear(&states);
    ir_program_free(program);
    litmus_free(test);
    heddle_budget_free(budget);
    diag_clear(&d);
    return strbuf_take(&out);
}

static void expect_states(const char *text, const model *model, const char *expected)
{
    char *found = states_of(text, model);
    if (strcmp(found, expected) != 0)
        print_error("%s\n", text);
    assert_string_equal(found, expected);
    free(found);
}

typedef struct example {
    const char *text, *states;
} example;

static void expect_all(const example *examples, size_t count)
{
    for (size_t i = 0; i < count; i++)
        expect_states(examples[i].text, &MODEL_SC, examples[i].states);
}

#define EXPECT_ALL(examples) expect_all((examples), sizeof(examples) / sizeof *(examples))

/* ---- AArch64 ---- */

#define ARM(initial, code, places) "AArch64 t\n{ " initial " }\nP0 ;\n" code "\nlocations [" places "]\nforall true\n"

static void test_aarch64(void **unused)
{
    (void)unused;
    static const example EXAMPLES[] = {
        {ARM("x=7; 0:X1=x;", "LDR W0,[X1] ; STR W0,[X2] ;", "0:X0;"),
         "t.litmus:4: null pointer dereference: writing *NULL"},
        {ARM("x=7; 0:X1=x;", "LDR W0,[X1] ; ADD W2,W0,#1 ; STR W2,[X1] ;", "x;0:X0;"), "0:X0=7; [x]=8;"},
        {ARM("x=-1; 0:X1=x;", "LDRB W0,[X1] ; LDRH W2,[X1] ;", "0:X0;0:X2;"), "0:X0=255; 0:X2=65535;"},
        {ARM("uint64_t x=-1; 0:X1=x;", "MOV W0,#0 ; STRB W0,[X1,#1] ;", "x;"), "[x]=18446744073709486335;"},
        {ARM("0:X0=x; 0:X1=5;", "MOV X2,X0 ; STR W1,[X2] ;", "x;0:X2;"), "0:X2=x; [x]=5;"},
        {ARM("int v[3]={1,2,3}; 0:X1=v; 0:X2=1;", "LDR W0,[X1,X2,LSL #2] ; STR W0,[X1,#8] ;", "v;"),
         "v[0]=1; v[1]=2; v[2]=2;"},
        {ARM("0:X1=v; int v[2]={4,5}; 0:X2=-1;", "ADD X1,X1,#4 ; LDR W0,[X1] ; ADD W4,W2,#2 ; LDR W3,[X1,W2,SXTW #2] ;",
             "0:X0;0:X3;0:X4;"),
         "0:X0=5; 0:X3=4; 0:X4=1;"},
        {ARM("0:X0=6;", "SUB W1,W0,#2 ; EOR W2,W0,W1 ; AND W3,W0,W1 ; ORR W4,W0,#1 ;", "0:X1;0:X2;0:X3;0:X4;"),
         "0:X1=4; 0:X2=2; 0:X3=4; 0:X4=7;"},
        {ARM("x=3; 0:X1=x; 0:X2=5;", "LDADD W2,W0,[X1] ; SWPAL W0,W3,[X1] ; STSET W2,[X1] ;", "0:X0;0:X3;x;"),
         "0:X0=3; 0:X3=8; [x]=7;"},
        {ARM("x=15; 0:X1=x; 0:X2=5;", "LDCLRA W2,W0,[X1] ; LDEOR W2,W3,[X1] ;", "0:X0;0:X3;x;"),
         "0:X0=15; 0:X3=10; [x]=15;"},
        {ARM("x=3; 0:X1=x; 0:X0=3; 0:X2=4;", "CAS W0,W2,[X1] ; CASA W0,W0,[X1] ;", "x;0:X0;"), "0:X0=4; [x]=4;"},
        {ARM("0:X0=-1;", "CMP W0,#1 ; B.LT L ; MOV W1,#1 ; L: CMP X0,#1 ; B.HI M ; MOV W2,#1 ; M: ;", "0:X1;0:X2;"),
         "0:X1=0; 0:X2=0;"},
        {ARM("0:X0=3;", "L: SUBS W0,W0,#1 ; ADD W1,W1,#2 ; B.NE L ;", "0:X0;0:X1;"), "0:X0=0; 0:X1=6;"},
        {ARM("0:X0=1;", "CBZ W0,L ; MOV W1,#1 ; B M ; L: MOV W1,#2 ; M: NOP ;", "0:X1;"), "0:X1=1;"},
        {ARM("0:X0=-2;", "MOV W1,W0 ; SXTW X2,W1 ; ADD X3,X1,#0 ;", "0:X2;0:X3;"), "0:X2=-2; 0:X3=4294967294;"},
        {ARM("", "MOV W1,#1 ; B M ; MOV W1,#7 ; M: NOP ;", "0:X1;"), "0:X1=1;"},
        {ARM("x=3; 0:X1=x;", "LDXR W0,[X1] ; ADD W2,W0,#4 ; STXR W3,W2,[X1] ;", "x;0:X0;0:X3;"),
         "0:X0=3; 0:X3=0; [x]=7; | 0:X0=3; 0:X3=1; [x]=3;"},
        {ARM("x=3; 0:X1=x; 0:X2=9;", "LDAXR W0,[X1] ; STLXR W3,W2,[X1] ; CBNZ W3,L ; MOV W4,#1 ; L: ;", "x;0:X4;"),
         "0:X4=0; [x]=3; | 0:X4=1; [x]=9;"},
    };
    EXPECT_ALL(EXAMPLES);
}

/* ---- Power ---- */

#define POWER(initial, code, places) "PPC t\n{ " initial " }\nP0 ;\n" code "\nlocations [" places "]\nforall true\n"

static void test_power(void **unused)
{
    (void)unused;
    static const example EXAMPLES[] = {
        {POWER("x=7; 0:r2=x;", "lwz r1,0(r2) ; addi r3,r1,-2 ; stw r3,0(r2) ;", "x;0:r1;"), "0:r1=7; [x]=5;"},
        {POWER("int v[2]={4,5}; 0:r2=v; 0:r3=4;", "lwzx r1,r3,r2 ; stwx r1,r4,r2 ;", "v;0:r1;"),
         "0:r1=5; v[0]=5; v[1]=5;"},
        {POWER("0:r1=6; 0:r2=3;", "xor r3,r1,r2 ; and r4,r1,r2 ; or r5,r1,r2 ; subf r6,r2,r1 ; mr r7,r6 ;",
               "0:r3;0:r4;0:r5;0:r6;0:r7;"),
         "0:r3=5; 0:r4=2; 0:r5=7; 0:r6=3; 0:r7=3;"},
        {POWER("0:r1=6;", "cmpwi r1,7 ; blt L ; li r2,1 ; L: li r3,1 ; cmpw r2,r3 ; bne M ; li r4,1 ; M: ;",
               "0:r2;0:r4;"),
         "0:r2=0; 0:r4=0;"},
        {POWER("x=1; 0:r2=x; 0:r3=8;", "lwarx r1,r0,r2 ; stwcx. r3,r0,r2 ; bne F ; li r4,1 ; F: ;", "x;0:r1;0:r4;"),
         "0:r1=1; 0:r4=0; [x]=1; | 0:r1=1; 0:r4=1; [x]=8;"},
    };
    EXPECT_ALL(EXAMPLES);
}

/* ---- x86 ---- */

#define INTEL(initial, code, places) "X86 t\n{ " initial " }\nP0 ;\n" code "\nlocations [" places "]\nforall true\n"
#define ATT(initial, code, places) "X86_64 t\n{ " initial " }\nP0 ;\n" code "\nlocations [" places "]\nforall true\n"

static void test_x86(void **unused)
{
    (void)unused;
    static const example EXAMPLES[] = {
        {INTEL("x=7;", "MOV EAX,[x] ; ADD EAX,$1 ; MOV [y],EAX ; INC [x] ;", "x;y;0:EAX;"), "0:EAX=8; [x]=8; [y]=8;"},
        {INTEL("x=7; 0:EAX=3;", "XCHG [x],EAX ; MOV EBX,$2 ; LOCK XADD [x],EBX ;", "x;0:EAX;0:EBX;"),
         "0:EAX=7; 0:EBX=3; [x]=5;"},
        {INTEL("x=7; 0:EAX=7; 0:EBX=9;", "LOCK CMPXCHG [x],EBX ; JNE L ; MOV ECX,$1 ; L: DEC [x] ;", "x;0:ECX;"),
         "0:ECX=1; [x]=8;"},
        {INTEL("x=7; 0:EBX=9;", "LOCK CMPXCHG [x],EBX ;", "x;0:EAX;"), "0:EAX=7; [x]=7;"},
        {INTEL("x=5;", "MOV EAX,[x] ; CMP EAX,$6 ; JL L ; MOV EBX,$1 ; L: XOR EAX,EAX ; JNZ M ; MOV ECX,$1 ; M: ;",
               "0:EBX;0:ECX;0:EAX;"),
         "0:EAX=0; 0:EBX=0; 0:ECX=1;"},
        {INTEL("0:EAX=258;", "MOV AL,$5 ;", "0:EAX;"), "0:EAX=261;"},
        {ATT("uint64_t x; 0:rax=x;", "movq $5,(%rax) ; movl (x),%ebx ; incl (x) ; mfence ;", "x;0:rbx;"),
         "0:rbx=5; [x]=6;"},
        {ATT("0:rcx=4;", "subl $1,%ecx ; jae L ; movl $1,%edx ; L: ;", "0:rcx;0:rdx;"), "0:rcx=3; 0:rdx=0;"},
    };
    EXPECT_ALL(EXAMPLES);
}

/* ---- C ---- */

#define SMALL_C(initial, parameters, code, places)                                                                     \
    "C t\n{ " initial " }\nP0 (" parameters ") {\n" code "\n}\nlocations [" places "]\nforall true\n"

static void test_c(void **unused)
{
    (void)unused;
    static const example EXAMPLES[] = {
        {SMALL_C("x=3;", "int *x", "int r0 = *x; *x = r0 * 2 + 1; int r1 = (r0 ^ r0) - 1;", "x;0:r0;0:r1;"),
         "0:r0=3; 0:r1=-1; [x]=7;"},
        {SMALL_C("int a=4; int *p=&a;", "int **p", "int *r0 = *p; *r0 = 5; int r1 = *r0;", "a;p;0:r0;0:r1;"),
         "0:r0=a; 0:r1=5; [a]=5; [p]=a;"},
        {SMALL_C("", "atomic_int *x",
                 "int r0 = atomic_fetch_add_explicit(x, 2, memory_order_relaxed);\n"
                 "int r1 = atomic_exchange(x, 7); int r2 = 7;\n"
                 "int r3 = atomic_compare_exchange_strong(x, &r2, 9);",
                 "x;0:r0;0:r1;0:r2;0:r3;"),
         "0:r0=0; 0:r1=2; 0:r2=7; 0:r3=1; [x]=9;"},
        {SMALL_C("x=1; z=4;", "atomic_int *x, int *z", "int r0 = atomic_compare_exchange_strong(x, z, 9);",
                 "x;z;0:r0;"),
         "0:r0=0; [x]=1; [z]=1;"},
        {SMALL_C("x=1;", "int *x",
                 "int r0 = READ_ONCE(*x); if (r0 == 1 && r0 != 2) WRITE_ONCE(*x, 5); else { *x = 6; }", "x;"),
         "[x]=5;"},
        {SMALL_C("x=3;", "int *x",
                 "int r1 = 0; while (*x > 0) { *x = *x - 1; r1 = r1 + 2; } do r1 = r1 + 1; while (r1 < 9);", "x;0:r1;"),
         "0:r1=9; [x]=0;"},
        {SMALL_C("long unsigned int x=-1; unsigned short y=-1;", "unsigned long *x, unsigned short *y",
                 "long int r0 = *x; long unsigned r1 = *y; int r2 = *x > 1;", "x;y;0:r1;0:r2;"),
         "0:r1=65535; 0:r2=1; [x]=18446744073709551615; [y]=65535;"},
        {SMALL_C("", "atomic_t *x",
                 "int r0 = atomic_add_return(3, x); atomic_inc(x); int r1 = atomic_cmpxchg(x, 4, 8);", "x;0:r0;0:r1;"),
         "0:r0=3; 0:r1=4; [x]=8;"},
        {SMALL_C("", "int *x, int *y", "/* a comment */ (*x); int r0 = !(*x); (* another *) *y = -r0; // and one",
                 "y;0:r0;"),
         "0:r0=1; [y]=-1;"},
    };
    EXPECT_ALL(EXAMPLES);
}

/* ---- pairs of an exclusive load and its store ---- */

/* Two threads that add 1: if both succeed nothing is lost, whatever comes between. */
static void test_pairs_are_atomic(void **unused)
{
    (void)unused;
    static const char TEXT[] = "AArch64 inc\n{ 0:X1=x; 1:X1=x; }\n P0 | P1 ;\n LDXR W0,[X1] | LDXR W0,[X1] ;\n"
                               " ADD W0,W0,#0 | ;\n"
                               "exists (x=1 /\\ 0:X3=0 /\\ 1:X3=0)\n";
    static const char INCREMENTS[] = "AArch64 inc\n{ 0:X1=x; 1:X1=x; }\n P0 | P1 ;\n LDXR W0,[X1] | LDXR W0,[X1] ;\n"
                                     " ADD W2,W0,#1 | ADD W2,W0,#1 ;\n STXR W3,W2,[X1] | STXR W3,W2,[X1] ;\n"
                                     "exists (x=1 /\\ 0:X3=0 /\\ 1:X3=0)\n";
    for (uint32_t m = 0; m < MODEL_COUNT && MODELS[m] != &MODEL_Cat; m++)
        expect_states(
            INCREMENTS, MODELS[m],
            "0:X3=0; 1:X3=0; [x]=2; | 0:X3=0; 1:X3=1; [x]=1; | 0:X3=1; 1:X3=0; [x]=1; | 0:X3=1; 1:X3=1; [x]=0;");
    expect_states(TEXT, &MODEL_SC, "t.litmus:4: error: P0: `ldxr` without a store that belongs to it is not supported");
}

/* ---- errors ---- */

static void test_errors(void **unused)
{
    (void)unused;
    static const example EXAMPLES[] = {
        {"", "t.litmus:1: error: expected the architecture of a litmus test, not the end of the file"},
        {"MIPS t\n",
         "t.litmus:1: error: litmus tests for `MIPS` are not supported: expected X86, X86_64, PPC, AArch64 or C"},
        {"X86\n", "t.litmus:1: error: expected the name of the test, not ` `"},
        {"X86 t\n", "t.litmus:2: error: expected `{`, not the end of the file"},
        {"X86 t\n{ x=; }\n", "t.litmus:2: error: expected a number or the name of a variable, not `;`"},
        {"X86 t\n{ x=1 y=2; }\n",
         "t.litmus:2: error: expected `;` or `}` after a part of the initial state, not `y=2`"},
        {"X86 t\n{ }\nP1 ;\n", "t.litmus:3: error: expected P0, not `P1 `"},
        {"X86 t\n{ }\nP0 ;\nMFENCE | MFENCE ;\nexists true",
         "t.litmus:4: error: a row has more columns than there are threads"},
        {"X86 t\n{ }\nP0 ;\nMFENCE\nexists true", "t.litmus:5: error: expected `;` at the end of a row of "
                                                  "instructions, or a condition, not the end of the file"},
        {INTEL("", "MOV EAX ;", "x"), "t.litmus:4: error: P0: expected 2 operands of `mov`, not 1"},
        {INTEL("", "MOV EAX,[x+4] ;", "x"),
         "t.litmus:4: error: P0: expected a register, a number like $1, or memory like [x] as operand 2 of `mov`, not "
         "`[x+4]`"},
        {INTEL("", "JMP nowhere ;", "x"), "t.litmus:4: error: P0: there is no label `nowhere`"},
        {INTEL("", "L: NOP ; L: NOP ;", "x"), "t.litmus:4: error: P0: the label `L` is there twice"},
        {INTEL("", "INC EAX ; JL L ; L: ;", "x"),
         "t.litmus:4: error: P0: `jl` is not supported in a thread with ADD, INC, DEC or XADD"},
        {ARM("0:X1=x;", "LDAPR W0,[X1] ;", "x"), "t.litmus:4: error: P0: instruction `ldapr` is not supported"},
        {ARM("0:X1=x;", "CSEL X0,X1,X2,EQ ;", "x"), "t.litmus:4: error: P0: instruction `csel` is not supported"},
        {ARM("0:X1=x;", "STADD W0,[X1] ; DMB ISHLD ;", "x"),
         "t.litmus:4: error: P0: `dmb ISHLD` is not supported in a thread with `stadd`, whose result goes nowhere"},
        {ARM("0:X1=x;", "SWPA W0,WZR,[X1] ; DMB LD ;", "x"),
         "t.litmus:4: error: P0: `dmb LD` is not supported in a thread with `swpa`, whose result goes nowhere"},
        {ARM("0:X1=x;", "CAS WZR,W2,[X1] ; DSB LD ;", "x"),
         "t.litmus:4: error: P0: `dsb LD` is not supported in a thread with `cas`, whose result goes nowhere"},
        {ARM("0:X1=x;", "LDR W0,[X1],#4 ;", "x"),
         "t.litmus:4: error: P0: addresses that change their register are not supported"},
        {ARM("0:X1=x;", "DMB FOO ;", "x"),
         "t.litmus:4: error: P0: expected SY, ISH, ST, LD, ISHST or ISHLD as operand 1 of `dmb`, not `FOO`"},
        {ARM("0:X1=x; 0:X4=x;", "LDXR W0,[X1] ; STXR W2,W3,[X4] ;", "x"),
         "t.litmus:4: error: P0: `ldxr` and `stxr` of different places are not supported"},
        {ARM("0:X1=x; 0:X4=y;", "LDXR W0,[X1] ; LDR W3,[X4] ; STXR W2,W3,[X1] ;", "x"),
         "t.litmus:4: error: P0: `ldxr` is only supported with computation in registers up to its store: not with "
         "`ldr`"},
        {ARM("0:X1=x; 0:X4=y;", "LDXR W0,[X1] ; MOV X1,X4 ; STXR W2,W3,[X1] ;", "x"),
         "t.litmus:4: error: P0: `ldxr` and `stxr` of different places are not supported"},
        {ARM("0:X1=x;", "LDXR W0,[X1] ; MUL W3,W0,W0 ; STXR W2,W3,[X1] ;", "x"),
         "t.litmus:4: error: P0: `ldxr`: the value that is stored is computed in a way that is not supported"},
        {ARM("int v[2]; 0:X1=v;", "NOP ;", "1:X0"), "t.litmus:5: error: there is no thread 1"},
        {"AArch64 t\n{ int v[2]; }\nP0 ;\nNOP ;\nexists (v=1)",
         "t.litmus:5: error: `v` is an array: expected one of its elements"},
        {"AArch64 t\n{ }\nP0 ;\nNOP ;\nexists (x=1", "t.litmus:5: error: expected `)`, not the end of the file"},
        {SMALL_C("", "int *x", "int r0 = *r0;", "x"), "t.litmus:4: error: P0: expected a pointer"},
        {SMALL_C("", "_Bool *x", "", "x"),
         "t.litmus:3: error: expected the type of a parameter, as far as it is supported, not `_Bool *x) {`"},
        {SMALL_C("", "int *x", "spin_lock(x);", "x"), "t.litmus:4: error: P0: function `spin_lock` is not supported"},
        {SMALL_C("", "int *x", "int r0 = 1 && *x;", "x"),
         "t.litmus:4: error: P0: a memory access behind `&&`, which may not happen, is not supported"},
        {SMALL_C("", "int *x", "atomic_store_explicit(x, 1);", "x"),
         "t.litmus:4: error: P0: expected a memory order of `atomic_store_explicit`"},
        {SMALL_C("", "int *x", "r9 = 1;", "x"), "t.litmus:4: error: P0: there is no local variable `r9`"},
        {SMALL_C("", "int x", "", "x"),
         "t.litmus:3: error: P0: `x`: parameters that are no pointers are not supported"},
    };
    EXPECT_ALL(EXAMPLES);
}

/* ---- conditions ---- */

static bool holds(const char *condition, uint64_t x, uint64_t y)
{
    strbuf text = {0};
    diag d = {0};
    strbuf_addf(&text, "X86 t\n{ }\nP0 ;\nMFENCE ;\nlocations [x;y;]\n%s", condition);
    litmus_test *test = litmus_read("t", strbuf_text(&text), &d);
    assert_non_null(test);
    ir_program *program = litmus_program(test, true, &d);
    assert_non_null(program);
    bool result = litmus_holds(test, (uint64_t[]){x, y});
    ir_program_free(program);
    litmus_free(test);
    strbuf_clear(&text);
    return result;
}

static void test_conditions(void **unused)
{
    (void)unused;
    assert_true(holds("exists (x=1 /\\ y=2)", 1, 2));
    assert_false(holds("exists (x=1 /\\ y=2)", 1, 3));
    assert_true(holds("exists (x=1 \\/ [y]=2 /\\ x=5)", 1, 3)); /* /\ binds tighter */
    assert_true(holds("exists x<>1", 2, 0));
    assert_true(holds("exists ~(x=1 \\/ y=2)", 0, 0));
    assert_true(holds("exists not (x=1) /\\ true", 0, 0));
    assert_true(holds("forall (x=1 => y=2)", 3, 0));
    assert_false(holds("forall (x=1 => y=2)", 1, 0));
    assert_true(holds("exists x=-1", 0xffffffff, 0));
    assert_true(holds("~exists x=0x10", 16, 0));
}

/* What comes before the initial state: a remark behind the name, and a text whose end is missing. */
static void test_header(void **unused)
{
    (void)unused;
    diag d = {0};
    litmus_test *test =
        litmus_read("t", "PPC co8 (Eight)\n\"a text\nKey=1\n{ 0:r1=1; }\nP0 ;\nsync ;\nexists (0:r1=1)", &d);
    assert_non_null(test);
    assert_string_equal(litmus_name(test), "co8");
    litmus_free(test);
}

static void test_filter(void **unused)
{
    (void)unused;
    expect_states("X86 t\n{ }\nP0 | P1 ;\nMOV [x],$1 | MOV [x],$2 ;\nlocations [x;]\nfilter x=2\nforall x=2\n",
                  &MODEL_SC, "[x]=2;");
}

/* ---- whatever is read, there is an answer ---- */

static const char *const SEEDS[] = {
    "AArch64 MP\n{\n0:X1=x; 0:X3=y; int v[2]={1,2};\n1:X1=y; 1:X3=x;\n}\n P0 | P1 ;\n MOV W0,#1 | LDR W0,[X1] ;\n"
    " STR W0,[X1] | EOR W2,W0,W0 ;\n DMB SY | LDR W4,[X3,W2,SXTW] ;\nL0: STLR W0,[X3] | CBNZ W0,L1 ;\n | L1: ;\n"
    " LDXR W5,[X1] | CASAL W1,W2,[X3] ;\n STXR W6,W5,[X1] | LDADD W1,W2,[X3] ;\nlocations [x;v;]\n"
    "exists (1:X0=1 /\\ 1:X4=0 \\/ ~(x=2))\n",
    "PPC t\n{ 0:r2=x; %a=x; }\nP0 | P1 ;\nlwz r1,0(r2) | lwzx r1,r2,r3 ;\nlwarx r1,r0,r2 | cmpwi r1,2 ;\n"
    "stwcx. r1,r0,r2 | beq L ;\nlwsync | L: stw r1,4(%a) ;\nforall (x=0)\n",
    "X86 t\n{ int x=3; }\nP0 | P1 ;\nMOV [x],$1 | LOCK XADD [x],EAX ;\nJNE L | CMP EAX,[x] ;\nL: | MFENCE ;\n"
    "~exists (0:EAX=x)\n",
    "C t\n{ int *p=&x; }\nP0 (int *x, atomic_int *y, int **p) {\n  int r0 = atomic_load_explicit(y, "
    "memory_order_acquire);\n"
    "  if (r0 == 1) { *x = (r0 ^ r0) + 2; } else WRITE_ONCE(*x, -1);\n  while (r0 < 3) r0 = r0 + 1;\n"
    "  atomic_fetch_add(y, 1); smp_mb();\n}\nexists (0:r0=1 /\\ x=2)\n",
};
enum { SEED_COUNT = sizeof SEEDS / sizeof *SEEDS, CHANGES = 4000 };

/* Leaves out, doubles or replaces something. */
static char *changed(const char *seed, random_source *state)
{
    static const char *const PIECES[] = {"(",  ")",      "{",  "}",  "[", "]",   ";", "|",  ":",
                                         ",",  "*",      "(*", "*)", "=", "\n",  "-", "0x", "99999999999999999999",
                                         "P0", "exists", "if", "\"", "~", "/\\", "#", "$",  "%"};
    enum { PIECE_COUNT = sizeof PIECES / sizeof *PIECES };
    size_t length = strlen(seed), from = random_below(state, length), count = random_below(state, 6);
    strbuf out = {0};
    count = from + count > length ? length - from : count;
    strbuf_add_bytes(&out, seed, from);
    if (random_below(state, 3) == 0)
        strbuf_add_bytes(&out, seed + random_below(state, length - count + 1), count);
    if (random_below(state, 2) == 0)
        strbuf_add(&out, PIECES[random_below(state, PIECE_COUNT)]);
    strbuf_add(&out, seed + from + count);
    return strbuf_take(&out);
}

static void read_anything(const char *text)
{
    diag d = {0};
    litmus_test *test = litmus_read("t", text, &d);
    ir_program *program = test ? litmus_program(test, true, &d) : NULL;
    assert_true((program != NULL) == (d.message == NULL));
    assert_true(program == NULL || d.status != STATUS_INTERNAL);
    assert_int_not_equal(d.status, STATUS_INTERNAL);
    ir_program_free(program);
    litmus_free(test);
    diag_clear(&d);
}

static void test_changes(void **unused)
{
    (void)unused;
    random_source state = random_seeded(1);
    for (uint32_t i = 0; i < CHANGES; i++) {
        char *once = changed(SEEDS[i % SEED_COUNT], &state), *twice = changed(once, &state);
        read_anything(once);
        read_anything(twice);
        free(once);
        free(twice);
    }
}

static void test_prefixes(void **unused)
{
    (void)unused;
    for (uint32_t s = 0; s < SEED_COUNT; s++)
        for (size_t length = 0; length <= strlen(SEEDS[s]); length++) {
            char *prefix = strndup(SEEDS[s], length);
            read_anything(prefix);
            free(prefix);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_aarch64),    cmocka_unit_test(test_power),    cmocka_unit_test(test_x86),
        cmocka_unit_test(test_c),          cmocka_unit_test(test_errors),   cmocka_unit_test(test_pairs_are_atomic),
        cmocka_unit_test(test_conditions), cmocka_unit_test(test_filter),   cmocka_unit_test(test_header),
        cmocka_unit_test(test_changes),    cmocka_unit_test(test_prefixes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
