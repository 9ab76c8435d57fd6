#include "cli/options.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <strings.h>

#include "api/defaults.h"
#include "base/strbuf.h"

/* Which commands take the option. */
enum {
    CHECK = 1u << COMMAND_CHECK,
    IR = 1u << COMMAND_IR,
    RUN = 1u << COMMAND_RUN,
    OUTCOMES = 1u << COMMAND_OUTCOMES,
    CLASSES = 1u << COMMAND_CLASSES,
    SCHEDULES = 1u << COMMAND_SCHEDULES,
    EVENTS = 1u << COMMAND_EVENTS,
    LOOPS = 1u << COMMAND_LOOPS,
    CONSISTENT = 1u << COMMAND_CONSISTENT,
    SAT = 1u << COMMAND_SAT,
    COMPLETION = 1u << COMMAND_COMPLETION,
    SYMBOLIC = CHECK | EVENTS | LOOPS,
    EXECUTING = RUN | OUTCOMES,
    MODELLED = EXECUTING | EVENTS | CHECK,
    ALL = IR | MODELLED | CLASSES | SCHEDULES | LOOPS, /* that take a program */
};

typedef bool parse_function(options *o, const char *value, const char *name, diag *d);

/* In the order in which the table below reads best. */
typedef struct option {
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* NULL: none */
    unsigned commands;
    parse_function *parse;
    const char *help;
} option;

/* ---- names that the library knows ---- */

static const char *model_name(size_t index)
{
    return index == HEDDLE_CAT ? NULL : heddle_model_name((heddle_model)index);
}

static const char *property_name(size_t index)
{
    return heddle_property_at(index).name;
}

static const char *solver_name(size_t index)
{
    return heddle_solver_at(index).name;
}

/* In small letters. */
static void list_names(const char *(*name)(size_t index), const char *separator, strbuf *out)
{
    for (size_t i = 0; name(i); i++) {
        strbuf_add(out, i > 0 ? separator : "");
        for (const char *letter = name(i); *letter; letter++)
            strbuf_add_char(out, (char)tolower((unsigned char)*letter));
    }
}

static void list_models(const char *separator, strbuf *out)
{
    list_names(model_name, separator, out);
}

/* The first one is the default. */
static void list_models_and_default(const char *separator, strbuf *out)
{
    strbuf names = {0};
    list_models(separator, &names);
    int first = (int)strcspn(strbuf_text(&names), separator);
    strbuf_addf(out, "%.*s (default)%s", first, strbuf_text(&names), strbuf_text(&names) + first);
    strbuf_clear(&names);
}

static void list_properties(const char *separator, strbuf *out)
{
    list_names(property_name, separator, out);
}

static void list_engines(const char *separator, strbuf *out)
{
    list_names(heddle_engine_name, separator, out);
}

static void list_solvers(const char *separator, strbuf *out)
{
    list_names(solver_name, separator, out);
}

/* ---- values ---- */

static bool parse_number(const char *value, const char *name, uint64_t most, uint64_t *number, diag *d)
{
    char *end;
    errno = 0;
    *number = strtoull(value, &end, 0);
    if (!isdigit((unsigned char)*value) || *end != '\0')
        return diag_fail(d, STATUS_BAD_INPUT, "--%s needs a number, not `%s`", name, value);
    return (errno == 0 && *number <= most) ||
           diag_fail(d, STATUS_BAD_INPUT, "--%s is at most %" PRIu64 ", not `%s`", name, most, value);
}

static bool fail_unknown_model(const char *value, const char *name, diag *d)
{
    strbuf names = {0};
    list_models(", ", &names);
    diag_fail(d, STATUS_BAD_INPUT,
              "--%s: unknown memory model `%s`; it is one of %s, several of them with commas, all, or a file whose "
              "name ends in .cat",
              name, value, strbuf_text(&names));
    strbuf_clear(&names);
    return false;
}

/* Stands for `all` until the command is known. */
static const unsigned ALL_MODELS = 1u << 31;

/* The model of that name, of `length` letters, as a bit; 0 if there is none. */
static unsigned model_named(const char *name, size_t length)
{
    if (length == strlen("all") && strncmp(name, "all", length) == 0)
        return ALL_MODELS;
    for (unsigned m = 0; m < HEDDLE_CAT; m++)
        if (strlen(model_name(m)) == length && strncasecmp(name, model_name(m), length) == 0)
            return 1u << m;
    return 0;
}

static bool is_cat_file(const char *name, size_t length)
{
    return length > strlen(".cat") && strncmp(name + length - strlen(".cat"), ".cat", strlen(".cat")) == 0;
}

/* One, or several with commas. */
static bool parse_model(options *o, const char *value, const char *name, diag *d)
{
    o->models = 0;
    for (const char *at = value;; at++) {
        size_t length = strcspn(at, ",");
        unsigned model = model_named(at, length);
        if (model == 0 && is_cat_file(at, length) && o->cat == NULL) {
            o->cat = strndup(at, length);
            model = 1u << HEDDLE_CAT;
        }
        if (model == 0)
            return fail_unknown_model(value, name, d);
        o->models |= model;
        at += length;
        if (*at == '\0')
            return true;
    }
}

static bool parse_color(options *o, const char *value, const char *name, diag *d)
{
    static const char *const WHEN[] = {"auto", "always", "never"};
    for (int i = 0; i < 3; i++)
        if (strcmp(value, WHEN[i]) == 0) {
            o->color = (style_when)i;
            return true;
        }
    return diag_fail(d, STATUS_BAD_INPUT, "--%s is auto, always or never, not `%s`", name, value);
}

static bool parse_nondet(options *o, const char *value, const char *name, diag *d)
{
    char *end;
    errno = 0;
    o->nondet.low = strtoll(value, &end, 0);
    bool ok = end != value && strncmp(end, "..", 2) == 0;
    const char *second = end + 2;
    if (ok) {
        o->nondet.high = strtoll(second, &end, 0);
        ok = end != second && *end == '\0' && errno == 0 && o->nondet.low <= o->nondet.high;
    }
    return ok || diag_fail(d, STATUS_BAD_INPUT, "--%s needs a range like 0..7, not `%s`", name, value);
}

/* 0 if there is none of that name. */
static unsigned property_named(const char *name, size_t length)
{
    if (strlen("all") == length && strncmp(name, "all", length) == 0)
        return HEDDLE_ALL_PROPERTIES;
    for (size_t i = 0; property_name(i); i++)
        if (strlen(property_name(i)) == length && strncmp(property_name(i), name, length) == 0)
            return heddle_property_at(i).property;
    return 0;
}

static bool parse_property(options *o, const char *value, const char *name, diag *d)
{
    unsigned wanted = 0;
    const char *at = value;
    do {
        size_t length = strcspn(at, ",");
        unsigned named = property_named(at, length);
        if (named == 0) {
            strbuf names = {0};
            list_properties(", ", &names);
            diag_fail(d, STATUS_BAD_INPUT, "--%s is a list of %s, or all; not `%s`", name, strbuf_text(&names), value);
            strbuf_clear(&names);
            return false;
        }
        wanted |= named;
        at += length + (at[length] == ',');
    } while (*at);
    o->ignored = HEDDLE_ALL_PROPERTIES & ~wanted;
    o->names_properties = true;
    return true;
}

static bool switch_property_off(options *o, const char *value, const char *name, diag *d)
{
    (void)value, (void)d;
    for (size_t i = 0; property_name(i); i++)
        if (strcmp(heddle_property_at(i).off, name) == 0)
            o->ignored |= heddle_property_at(i).property;
    return true;
}

/* A choice: one of two words, of which the second is not the default. */
static bool parse_two(const char *value, const char *name, const char *first, const char *second, int *is_second,
                      diag *d)
{
    *is_second = strcmp(value, second) == 0;
    return *is_second || strcmp(value, first) == 0 ||
           diag_fail(d, STATUS_BAD_INPUT, "--%s is %s or %s, not `%s`", name, first, second, value);
}

/* All options of this kind, and where each is kept. */
#define CHOICES(ROW)                                                                                                   \
    ROW("atomics", parse_atomics, plain_atomics, "c11", "plain")                                                       \
    ROW("undefined-functions", parse_undefined, undefined_return_any, "error", "nondet")                               \
    ROW("overflow", parse_overflow, overflow_is_error, "wraps", "error")                                               \
    ROW("uninitialised", parse_uninitialised, unset_is_error, "any", "error")                                          \
    ROW("sections", parse_sections, advanced.no_sections, "on", "off")                                                 \
    ROW("ord-fr", parse_ord_fr, advanced.ord_fr_eager, "theory", "eager")                                              \
    ROW("ord-unit", parse_ord_unit, advanced.ord_no_unit, "on", "off")                                                 \
    ROW("ord-derive", parse_ord_derive, advanced.ord_no_derive, "on", "off")                                           \
    ROW("ord-cycle", parse_ord_cycle, advanced.ord_cycle_tarjan, "icd", "tarjan")                                      \
    ROW("ord-decide", parse_ord_decide, advanced.ord_decide_rf, "solver", "rf")                                        \
    ROW("ord-ws", parse_ord_ws, advanced.ord_ws_lazy, "eager", "lazy")                                                 \
    ROW("refine-solver", parse_refine_solver, advanced.refine_cadical, "own", "cadical")                               \
    ROW("clock", parse_clock, advanced.clock_idl, "sat", "idl")

#define CHOICE_PARSER(option, function, field, first, second)                                                          \
    static bool function(options *o, const char *value, const char *name, diag *d)                                     \
    {                                                                                                                  \
        return parse_two(value, name, first, second, &o->field, d);                                                    \
    }
CHOICES(CHOICE_PARSER)

static bool is_engine(const char *name, size_t length)
{
    for (size_t i = 0; heddle_engine_name(i); i++)
        if (strlen(heddle_engine_name(i)) == length && strncmp(heddle_engine_name(i), name, length) == 0)
            return true;
    return false;
}

static bool parse_engine(options *o, const char *value, const char *name, diag *d)
{
    o->engines = value;
    for (const char *at = value; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ','))
        if (!is_engine(at, strcspn(at, ","))) {
            strbuf names = {0};
            list_engines(", ", &names);
            diag_fail(d, STATUS_BAD_INPUT, "--%s is a list of %s; not `%s`", name, strbuf_text(&names), value);
            strbuf_clear(&names);
            return false;
        }
    return *value || diag_fail(d, STATUS_BAD_INPUT, "--%s needs the name of an engine", name);
}

static bool parse_solver(options *o, const char *value, const char *name, diag *d)
{
    strbuf names = {0};
    o->solver = value;
    for (size_t i = 0; solver_name(i); i++)
        if (strcmp(solver_name(i), value) == 0)
            return true;
    list_solvers(", ", &names);
    diag_fail(d, STATUS_BAD_INPUT, "--%s: unknown solver `%s`; it is one of %s", name, value, strbuf_text(&names));
    strbuf_clear(&names);
    return false;
}

enum { MAX_SECONDS = 1000000000 };

static bool parse_timeout(options *o, const char *value, const char *name, diag *d)
{
    char *end;
    o->timeout = strtod(value, &end);
    return (end != value && *end == '\0' && o->timeout >= 0 && o->timeout <= MAX_SECONDS) ||
           diag_fail(d, STATUS_BAD_INPUT, "--%s needs a number of seconds, not `%s`", name, value);
}

#define NUMBER(function, field, most)                                                                                  \
    static bool function(options *o, const char *value, const char *name, diag *d)                                     \
    {                                                                                                                  \
        return parse_number(value, name, most, &o->field, d);                                                          \
    }
NUMBER(parse_seed, seed, UINT64_MAX)
NUMBER(parse_max_states, max_states, UINT64_MAX)
NUMBER(parse_max_classes, max_classes, UINT64_MAX)
NUMBER(parse_max_steps, max_steps, UINT64_MAX)
NUMBER(parse_buffer_bound, buffer_bound, UINT32_MAX)
NUMBER(parse_unwind, unwind, UINT32_MAX)
NUMBER(parse_memory, memory, UINT32_MAX)

#define SETTER(function, assignment)                                                                                   \
    static bool function(options *o, const char *value, const char *name, diag *d)                                     \
    {                                                                                                                  \
        (void)value, (void)name, (void)d;                                                                              \
        assignment;                                                                                                    \
        return true;                                                                                                   \
    }
SETTER(set_trace, o->trace = true)
SETTER(set_no_trace, o->no_trace = true)
SETTER(set_all, o->all = true)
SETTER(set_svcomp, o->svcomp = value)
SETTER(set_bundle, o->debug_bundle = value)
SETTER(set_64, vec_push(&o->clang_arguments, "-m64"))
SETTER(set_32, vec_push(&o->clang_arguments, "-m32"))
SETTER(set_output, o->output = true)
SETTER(set_json, o->json = true)
SETTER(set_dot, o->dot = true)
SETTER(set_quiet, o->quiet = true)
SETTER(set_verbose, o->verbose = true)
SETTER(set_stats, o->stats = true)
SETTER(set_help, o->wants_help = true)
SETTER(set_version, o->wants_version = true)
SETTER(set_malloc, o->malloc_may_fail = true)
SETTER(set_leaks, o->ends |= HEDDLE_LEAKS)
SETTER(set_memtrack, o->ends |= HEDDLE_LOST)
SETTER(set_observe, o->observe = value)
SETTER(set_schedule, o->schedule = value)
SETTER(set_save, o->save_schedule = value)
SETTER(set_function, o->function = value)
SETTER(set_proof, o->proof = value)
SETTER(set_unwindset, o->unwindset = value)
SETTER(set_html, o->html = value)
SETTER(set_sarif, o->sarif = value)
SETTER(set_witness, o->witness = value)
SETTER(set_out, o->out = value)

/* ---- the tables ---- */

/* In a text: names that the library knows. And a row that stands for the options that switch properties off. */
#define MODELS "%m"
#define MODELS_AND_DEFAULT "%d"
#define PROPERTIES "%p"
#define ENGINES "%e"
#define SOLVERS "%s"
#define SWITCHES NULL

static const struct {
    const char *mark;
    void (*list)(const char *separator, strbuf *out);
} LISTS[] = {
    {MODELS, list_models},   {MODELS_AND_DEFAULT, list_models_and_default},
    {ENGINES, list_engines}, {PROPERTIES, list_properties},
    {SOLVERS, list_solvers},
};

static const option OPTIONS[] = {
    {"mm", 0, "MODEL", MODELLED | CLASSES | SCHEDULES | CONSISTENT, parse_model,
     "memory model: " MODELS_AND_DEFAULT ", several with commas, or all (not for run and events); "
     "for check also a file FILE.cat"},
    {"observe", 0, "PLACES", OUTCOMES, set_observe, "print the final values of these, e.g. x,y,q.items[3].next"},
    {"trace", 0, NULL, EXECUTING, set_trace, "show what happens, step by step (outcomes: up to the first violation)"},
    {"no-trace", 0, NULL, CHECK, set_no_trace, "do not show the execution that violates the property"},
    {"all", 0, NULL, CHECK, set_all, "report all violations, each place and property once, not only the first"},
    {"property", 0, "LIST", CHECK, parse_property, "check only some of " PROPERTIES},
    {SWITCHES, 0, NULL, CHECK, switch_property_off, NULL},
    {"debug-bundle", 0, "FILE", CHECK, set_bundle, "write the program, the options and the result to a tar archive"},
    {"svcomp", 0, "FILE", CHECK, set_svcomp,
     "check an SV-COMP property; the last line is true, false(PROPERTY) or unknown"},
    {"64", 0, NULL, ALL, set_64, "64-bit pointers and long integers (default)"},
    {"32", 0, NULL, ALL, set_32, "32-bit ones: the program is that of an i386"},
    {"output", 0, NULL, RUN, set_output, "show what the program prints"},
    {"seed", 0, "N", RUN, parse_seed, "choose another random schedule"},
    {"schedule", 0, "FILE", RUN, set_schedule, "follow this schedule instead of a random one"},
    {"save-schedule", 0, "FILE", EXECUTING | CHECK, set_save,
     "write the schedule to FILE (check, outcomes: that of a violation)"},
    {"out", 0, "DIR", SCHEDULES, set_out, "write the schedules into DIR, which is made, or is empty"},
    {"nondet", 0, "LO..HI", OUTCOMES, parse_nondet,
     "nondeterministic values wider than 8 bits (default " DEFAULT_TEXT(DEFAULT_NONDET_LOW) ".." DEFAULT_TEXT(
         DEFAULT_NONDET_HIGH) ")"},
    {"leaks", 0, NULL, EXECUTING, set_leaks, "report memory that is not freed when the program ends"},
    {"memtrack", 0, NULL, EXECUTING, set_memtrack, "report memory that nothing points to when the program ends"},
    {"malloc-may-fail", 0, NULL, MODELLED | LOOPS, set_malloc, "malloc and its family may return NULL"},
    {"atomics", 0, "KIND", ALL, parse_atomics, "c11 (default), or plain: atomic loads and stores order nothing"},
    {"undefined-functions", 0, "HOW", ALL, parse_undefined,
     "functions without a definition: error (default), or nondet: any result, no effect"},
    {"overflow", 0, "HOW", ALL, parse_overflow, "signed overflow: wraps (default), or error: a violation"},
    {"uninitialised", 0, "HOW", ALL, parse_uninitialised,
     "what was never set: any value (default), or error: a violation if something depends on it"},
    {"buffer-bound", 0, "N", EXECUTING, parse_buffer_bound,
     "store buffers hold at most N stores (default " DEFAULT_TEXT(DEFAULT_BUFFER_BOUND) "; 0: any)"},
    {"unwind", 0, "N", SYMBOLIC, parse_unwind,
     "follow loops whose end is not known N times (check: as often as needed; else " DEFAULT_TEXT(DEFAULT_UNWIND) ")"},
    {"unwindset", 0, "LOOP:N,...", SYMBOLIC, set_unwindset, "bounds for single loops, by the names of `heddle loops`"},
    {"max-states", 0, "N", OUTCOMES, parse_max_states,
     "give up after N states (default " DEFAULT_TEXT(DEFAULT_MAX_STATES) ")"},
    {"max-classes", 0, "N", CLASSES, parse_max_classes,
     "give up after N classes (default " DEFAULT_TEXT(DEFAULT_MAX_CLASSES) "; 0: never)"},
    {"max-steps", 0, "N", RUN, parse_max_steps,
     "give up after N steps (default " DEFAULT_TEXT(DEFAULT_MAX_STEPS) "; 0: never)"},
    {"memory", 0, "MIB", OUTCOMES | CLASSES | SCHEDULES | CHECK | CONSISTENT | SAT, parse_memory,
     "give up when the process needs more (default " DEFAULT_TEXT(DEFAULT_MEMORY_MIB) ")"},
    {"timeout", 0, "SECONDS", EXECUTING | CLASSES | SCHEDULES | CHECK | CONSISTENT | SAT, parse_timeout,
     "give up after this time"},
    {"ord-fr", 0, "HOW", CHECK, parse_ord_fr, "from-read edges: derived in the theory (default), or eager: in clauses"},
    {"ord-unit", 0, "HOW", CHECK, parse_ord_unit, "propagate edges that would close a cycle: on (default) or off"},
    {"ord-derive", 0, "HOW", CHECK, parse_ord_derive,
     "propagate rf and ws whose from-read edge would close one: on (default) or off"},
    {"ord-cycle", 0, "HOW", CHECK, parse_ord_cycle, "cycle detection: icd, incremental (default), or tarjan"},
    {"ord-ws", 0, "HOW", CHECK, parse_ord_ws, "ws literals: eager, at once (default), or lazy, when they are needed"},
    {"ord-decide", 0, "HOW", CHECK, parse_ord_decide, "who decides: the solver (default), or rf: rf literals first"},
    {"refine-solver", 0, "NAME", CHECK, parse_refine_solver,
     "who finds candidates for refine: own, refined in its search (default), or cadical"},
    {"clock", 0, "HOW", CHECK, parse_clock,
     "what clocks of the engine clock are: sat, bits for CaDiCaL (default), or idl, integers for Z3"},
    {"engine", 0, "LIST", CHECK, parse_engine, "how to search: " ENGINES ", or several (default: all that help)"},
    {"sections", 0, "HOW", CHECK, parse_sections,
     "take critical sections for one step where nobody can tell: on (default) or off"},
    {"function", 0, "NAME", IR, set_function, "print only this function"},
    {"solver", 0, "NAME", SAT, parse_solver, "own: Heddle's (default), cadical: CaDiCaL, or z3: Z3"},
    {"proof", 0, "FILE", SAT, set_proof, "write a DRAT proof of unsatisfiability to FILE (own solver only)"},
    {"json", 0, NULL, MODELLED | CLASSES | CONSISTENT, set_json, "print the result as JSON"},
    {"html", 0, "FILE", CHECK, set_html, "write the result to FILE as a page to step through, in any browser"},
    {"sarif", 0, "FILE", CHECK, set_sarif, "write the result to FILE in SARIF, for editors and code scanning"},
    {"witness", 0, "FILE", CHECK, set_witness, "write a witness to FILE (GraphML if it ends in .graphml, else YAML)"},
    {"stats", 0, NULL, MODELLED | SAT, set_stats, "print what the work cost"},
    {"color", 0, "WHEN", ALL, parse_color, "auto (default), always or never"},
    {"dot", 0, NULL, EVENTS | CHECK, set_dot, "print a graph for dot(1)"},
    {"quiet", 'q', NULL, MODELLED | CLASSES | SCHEDULES | CONSISTENT | SAT, set_quiet,
     "print only the verdict, or the counts"},
    {"verbose", 'v', NULL, CHECK, set_verbose, "print long traces whole"},
    {"help", 'h', NULL, ALL | CONSISTENT | SAT | COMPLETION, set_help, "print this help"},
    {"version", 0, NULL, ALL | CONSISTENT | SAT | COMPLETION, set_version, "print the version"},
};
enum { ROW_COUNT = sizeof OPTIONS / sizeof *OPTIONS };

/* The values of options that have only a few. */
#define CHOICE_VALUES(option, function, field, first, second) {option, first " " second},

static const struct {
    const char *option, *values;
} VALUES[] = {
    CHOICES(CHOICE_VALUES) /* brings its commas */
    {"mm", MODELS " all"},
    {"property", PROPERTIES " all"},
    {"engine", ENGINES},
    {"solver", SOLVERS},
    {"color", "auto always never"},
};

static const struct {
    const char *name, *argument, *help;
} COMMANDS[COMMAND_COUNT] = {
    [COMMAND_NONE] = {"", "", ""},
    [COMMAND_CHECK] = {"check", "FILE…", "check all executions for violations, and show one if there is any"},
    [COMMAND_IR] = {"ir", "FILE…", "print the program as Heddle sees it"},
    [COMMAND_RUN] = {"run", "FILE…", "run the program once, under a random or a given schedule"},
    [COMMAND_OUTCOMES] = {"outcomes", "FILE…", "explore all executions of a small program"},
    [COMMAND_CLASSES] = {"classes", "FILE…",
                         "list the classes of executions of a small program: what reads from where"},
    [COMMAND_SCHEDULES] = {"schedules", "FILE…",
                           "write schedules that together show all that threads can do, for `heddle run`"},
    [COMMAND_EVENTS] = {"events", "FILE…", "print the events of all executions together, and what reads may read from"},
    [COMMAND_LOOPS] = {"loops", "FILE…", "list the loops, and how far symbolic execution follows them"},
    [COMMAND_CONSISTENT] = {"consistent", "FILE", "tell whether a recorded execution can happen under a memory model"},
    [COMMAND_SAT] = {"sat", "FILE", "solve a SAT problem in DIMACS format"},
    [COMMAND_COMPLETION] = {"completion", "SHELL", "print a script that completes command lines in bash, zsh or fish"},
};

/* ---- parsing ---- */

static command command_named(const char *name)
{
    for (int c = COMMAND_NONE + 1; c < COMMAND_COUNT; c++)
        if (strcmp(COMMANDS[c].name, name) == 0)
            return (command)c;
    return COMMAND_NONE;
}

/* Is there none before it that is switched off together with it? */
static bool is_first_of_switch(size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (strcmp(heddle_property_at(i).off, heddle_property_at(index).off) == 0)
            return false;
    return true;
}

/* The option with this number, counting those that a row stands for one by one; false behind the last one. */
static bool find_option(uint32_t index, option *found)
{
    for (int i = 0; i < ROW_COUNT; i++) {
        *found = OPTIONS[i];
        if (found->name != SWITCHES && index-- == 0)
            return true;
        for (size_t p = 0; property_name(p) && OPTIONS[i].name == SWITCHES; p++) {
            found->name = heddle_property_at(p).off;
            found->help = heddle_property_at(p).off_help;
            if (is_first_of_switch(p) && index-- == 0)
                return true;
        }
    }
    return false;
}

static bool find_option_named(const char *name, size_t length, option *found)
{
    for (uint32_t i = 0; find_option(i, found); i++)
        if (strlen(found->name) == length && strncmp(found->name, name, length) == 0)
            return true;
    return false;
}

static bool find_option_lettered(char letter, option *found)
{
    for (uint32_t i = 0; find_option(i, found); i++)
        if (found->letter == letter)
            return true;
    return false;
}

static bool parse_option(options *o, int argc, char **argv, int *i, diag *d)
{
    const char *text = argv[*i], *value = NULL;
    option found;
    bool is_known;
    if (text[1] == '-') {
        size_t length = strcspn(text + 2, "=");
        is_known = find_option_named(text + 2, length, &found);
        value = text[2 + length] == '=' ? text + 2 + length + 1 : NULL;
    } else {
        is_known = text[2] == '\0' && find_option_lettered(text[1], &found);
    }
    if (!is_known)
        return diag_fail(d, STATUS_BAD_INPUT,
                         "unknown option `%s`; `heddle help COMMAND` lists them, and what follows `--` goes to clang",
                         text);
    if (o->command != COMMAND_NONE && !(found.commands & 1u << o->command))
        return diag_fail(d, STATUS_BAD_INPUT, "`heddle %s` has no option `--%s`; see `heddle help %s`",
                         COMMANDS[o->command].name, found.name, COMMANDS[o->command].name);
    if (found.argument == NULL && value)
        return diag_fail(d, STATUS_BAD_INPUT, "--%s takes no value", found.name);
    if (found.argument && value == NULL) {
        if (*i + 1 >= argc)
            return diag_fail(d, STATUS_BAD_INPUT, "--%s needs a value: --%s %s", found.name, found.name,
                             found.argument);
        value = argv[++*i];
    }
    return found.parse(o, value, found.name, d);
}

/* -I and -D reach clang as they are, joined or with their value as the next word. */
static bool pass_to_clang(options *o, int argc, char **argv, int *i, diag *d)
{
    vec_push(&o->clang_arguments, argv[*i]);
    if (argv[*i][2] != '\0')
        return true;
    if (*i + 1 >= argc)
        return diag_fail(d, STATUS_BAD_INPUT, "%s needs a value: %s", argv[*i],
                         argv[*i][1] == 'I' ? "-I DIR" : "-D NAME[=VALUE]");
    vec_push(&o->clang_arguments, argv[++*i]);
    return true;
}

static bool fail_unknown_command(const char *word, diag *d)
{
    strbuf names = {0};
    for (int c = COMMAND_NONE + 1; c < COMMAND_COUNT; c++)
        strbuf_addf(&names, "%s%s", c > COMMAND_NONE + 1 ? ", " : "", COMMANDS[c].name);
    diag_fail(d, STATUS_BAD_INPUT, "unknown command `%s`; it is one of %s (see `heddle --help`)", word,
              strbuf_text(&names));
    strbuf_clear(&names);
    return false;
}

static bool parse_word(options *o, const char *word, diag *d)
{
    if (o->command == COMMAND_NONE && strcmp(word, "help") == 0) {
        o->wants_help = true;
        return true;
    }
    if (o->command == COMMAND_NONE) {
        o->command = command_named(word);
        return o->command != COMMAND_NONE || fail_unknown_command(word, d);
    }
    vec_push(&o->files, word);
    return true;
}

static bool fail_several_models(const options *o, diag *d)
{
    strbuf names = {0};
    list_models(", ", &names);
    diag_fail(d, STATUS_BAD_INPUT, "`heddle %s` takes one model: --mm is one of %s", COMMANDS[o->command].name,
              strbuf_text(&names));
    strbuf_clear(&names);
    return false;
}

/* Can the solver that was chosen do what was asked for? */
static bool check_proof(const options *o, diag *d)
{
    for (size_t i = 0; o->proof && o->solver && solver_name(i); i++)
        if (strcmp(solver_name(i), o->solver) == 0 && !heddle_solver_at(i).writes_proofs)
            return diag_fail(d, STATUS_BAD_INPUT, "--proof: the solver `%s` writes no proofs; use --solver own",
                             o->solver);
    return true;
}

unsigned options_properties(const options *o)
{
    unsigned wanted = o->names_properties || o->svcomp ? HEDDLE_ALL_PROPERTIES : HEDDLE_DEFAULT_PROPERTIES;
    wanted |= o->overflow_is_error ? HEDDLE_OVERFLOW : 0u;
    wanted |= o->unset_is_error ? HEDDLE_UNINITIALISED : 0u;
    return wanted & ~o->ignored;
}

static bool check_combination(const options *o, diag *d)
{
    if (o->wants_help || o->wants_version)
        return true;
    if (o->command == COMMAND_NONE)
        return diag_fail(d, STATUS_BAD_INPUT, "what to do? Try `heddle check FILE.c`, or `heddle --help`");
    if (o->files.size == 0 && o->command == COMMAND_COMPLETION)
        return diag_fail(d, STATUS_BAD_INPUT, "for which shell? Try `heddle completion bash`, zsh or fish");
    if (o->files.size == 0)
        return diag_fail(d, STATUS_BAD_INPUT, "no input file: heddle %s FILE…", COMMANDS[o->command].name);
    bool has_several_models = (o->models & (o->models - 1)) != 0;
    if (!(1u << o->command & (OUTCOMES | CLASSES | SCHEDULES | CHECK | CONSISTENT)) && has_several_models)
        return fail_several_models(o, d);
    if (o->command == COMMAND_SCHEDULES && o->out == NULL)
        return diag_fail(d, STATUS_BAD_INPUT, "where to? Try `heddle schedules FILE.c --out DIR`");
    if (o->command == COMMAND_CHECK && options_properties(o) == 0)
        return diag_fail(d, STATUS_BAD_INPUT, "every property is switched off: there is nothing to check");
    if (!check_proof(o, d))
        return false;
    if (o->json && o->dot)
        return diag_fail(d, STATUS_BAD_INPUT, "--json and --dot both print the result: give one of them");
    return true;
}

/* What `all` means to the command: what people run programs on. */
static void resolve_all_models(options *o)
{
    if (!(o->models & ALL_MODELS))
        return;
    o->models &= ~ALL_MODELS;
    for (unsigned m = 0; model_name(m); m++)
        if (heddle_model_has_machine((heddle_model)m) || (m == HEDDLE_ARMV8 && o->command == COMMAND_CHECK))
            o->models |= 1u << m;
}

static bool are_litmus_tests(const options *o)
{
    for (uint32_t i = 0; i < o->files.size; i++)
        if (!heddle_is_litmus_file(o->files.data[i]))
            return false;
    return true;
}

/* Models without a machine can be checked, and events be shown; final states of litmus tests can be listed, and a
 * schedule of a violation can be run. */
static bool check_machines(const options *o, diag *d)
{
    if (1u << o->command & (CHECK | EVENTS) || (o->command == COMMAND_RUN && o->schedule) ||
        (o->command == COMMAND_OUTCOMES && are_litmus_tests(o)))
        return true;
    for (unsigned m = 0; model_name(m); m++)
        if (o->models >> m & 1 && !heddle_model_has_machine((heddle_model)m))
            return diag_fail(
                d, STATUS_BAD_INPUT,
                "`heddle %s` needs a machine, and %s is known by its axioms alone; use `heddle check --mm %s`",
                COMMANDS[o->command].name, model_name(m), model_name(m));
    return true;
}

bool options_parse(options *o, int argc, char **argv, diag *d)
{
    *o = (options){
        .max_states = DEFAULT_MAX_STATES,
        .max_classes = DEFAULT_MAX_CLASSES,
        .max_steps = DEFAULT_MAX_STEPS,
        .buffer_bound = DEFAULT_BUFFER_BOUND,
        .memory = DEFAULT_MEMORY_MIB,
        .nondet = {DEFAULT_NONDET_LOW, DEFAULT_NONDET_HIGH},
    };
    o->argument_count = argc;
    o->arguments = argv;
    bool ok = true;
    for (int i = 1; i < argc && ok; i++) {
        if (strcmp(argv[i], "--") == 0) {
            for (i++; i < argc; i++)
                vec_push(&o->clang_arguments, argv[i]);
        } else if (argv[i][0] == '-' && (argv[i][1] == 'I' || argv[i][1] == 'D')) {
            ok = pass_to_clang(o, argc, argv, &i, d);
        } else if (argv[i][0] == '-' && argv[i][1] != '\0') {
            ok = parse_option(o, argc, argv, &i, d);
        } else {
            ok = parse_word(o, argv[i], d);
        }
    }
    resolve_all_models(o);
    return ok && check_combination(o, d) && check_machines(o, d);
}

void options_clear(options *o)
{
    vec_clear(&o->files);
    vec_clear(&o->clang_arguments);
    free(o->cat);
}

bool options_has_model(const options *o, heddle_model model)
{
    return (o->models ? o->models : 1u << HEDDLE_SC) >> model & 1;
}

heddle_model options_first_model(const options *o)
{
    unsigned model = 0;
    while (!options_has_model(o, (heddle_model)model))
        model++;
    return (heddle_model)model;
}

unsigned options_buffer_bound(const options *o)
{
    return o->buffer_bound ? (unsigned)o->buffer_bound : HEDDLE_NO_BOUND;
}

/* ---- help ---- */

static void help_overview(FILE *out)
{
    fputs("Heddle checks multi-threaded C programs under the memory models ", out);
    for (size_t i = 0; model_name(i); i++)
        fprintf(out, "%s%s", i > 0 ? ", " : "", model_name(i));
    fputs(".\n\n"
          "usage: heddle COMMAND FILE… [OPTION…] [-- CLANG-OPTION…]\n\ncommands:\n",
          out);
    for (int c = COMMAND_NONE + 1; c < COMMAND_COUNT; c++)
        fprintf(out, "  %-10s %s\n", COMMANDS[c].name, COMMANDS[c].help);
    fputs(
        "\n`heddle help COMMAND` lists the options of a command.\n"
        "FILE is C (.c), preprocessed C (.i), or LLVM IR (.ll, .bc); several are linked together. Or it is a litmus "
        "test\n"
        "(.litmus); `heddle check` and `heddle outcomes` take many.\n\n"
        "exit codes: 0 no violation, 10 violation, 4 none within the bounds, 5 gave up, 2 bad input, 3 not modelled\n",
        out);
}

/* A row of two columns; the second goes on in further lines. */
static void help_row(const char *name, const char *text, FILE *out)
{
    enum { FIRST_COLUMN = 24, SECOND_COLUMN = 93 };
    fprintf(out, "  %-*s ", FIRST_COLUMN, name);
    while (strlen(text) > SECOND_COLUMN) {
        int length = SECOND_COLUMN;
        while (length > 1 && text[length] != ' ')
            length--;
        fprintf(out, "%.*s\n%*s", length, text, FIRST_COLUMN + 3, "");
        text += length + (text[length] == ' ');
    }
    fprintf(out, "%s\n", text);
}

void options_help(command c, FILE *out)
{
    if (c == COMMAND_NONE) {
        help_overview(out);
        return;
    }
    bool has_program = ALL & 1u << c;
    fprintf(out, "usage: heddle %s %s [OPTION…]%s\n\n%s\n\noptions:\n", COMMANDS[c].name, COMMANDS[c].argument,
            has_program ? " [-- CLANG-OPTION…]" : "", COMMANDS[c].help);
    for (uint32_t i = 0; i < options_entry_count(); i++) {
        options_entry o = options_entry_at(i);
        if (!(o.commands & 1u << c))
            continue;
        char name[64];
        snprintf(name, sizeof name, "%s--%s%s%s", o.letter ? "-q, " : "", o.name, o.argument ? " " : "",
                 o.argument ? o.argument : "");
        if (o.letter)
            name[1] = o.letter;
        help_row(name, o.help, out);
    }
    if (has_program)
        help_row("-I DIR, -D NAME[=VALUE]", "go to clang, as everything after `--` does", out);
}

/* ---- the tables, for others ---- */

uint32_t options_entry_count(void)
{
    option o;
    uint32_t count = 0;
    while (find_option(count, &o))
        count++;
    return count;
}

/* Copies a text of the tables, with the names that it asks for. */
static void fill_in(const char *text, const char *separator, char out[OPTIONS_TEXT])
{
    strbuf filled = {0};
    while (*text) {
        size_t i = 0, count = sizeof LISTS / sizeof *LISTS;
        while (i < count && strncmp(text, LISTS[i].mark, strlen(LISTS[i].mark)) != 0)
            i++;
        if (i < count)
            LISTS[i].list(separator, &filled);
        else
            strbuf_add_char(&filled, *text);
        text += i < count ? strlen(LISTS[i].mark) : 1;
    }
    assert(filled.size < OPTIONS_TEXT);
    snprintf(out, OPTIONS_TEXT, "%s", strbuf_text(&filled));
    strbuf_clear(&filled);
}

options_entry options_entry_at(uint32_t index)
{
    option o;
    bool is_there = find_option(index, &o);
    assert(is_there);
    (void)is_there;
    options_entry entry = {.name = o.name, .letter = o.letter, .argument = o.argument, .commands = o.commands};
    fill_in(o.help, ", ", entry.help);
    for (size_t i = 0; i < sizeof VALUES / sizeof *VALUES; i++)
        if (strcmp(VALUES[i].option, o.name) == 0)
            fill_in(VALUES[i].values, " ", entry.values);
    return entry;
}

const char *options_command_name(command c)
{
    return COMMANDS[c].name;
}

const char *options_command_help(command c)
{
    return COMMANDS[c].help;
}

const char *options_command_argument(command c)
{
    return COMMANDS[c].argument;
}
