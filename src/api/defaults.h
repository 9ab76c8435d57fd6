/* What an option means that nobody gives: the one place for the command line and the library. The command line puts
 * them into its help, so they are macros. */
#ifndef HEDDLE_API_DEFAULTS_H
#define HEDDLE_API_DEFAULTS_H

#define DEFAULT_MAX_STATES 10000000 /* of an exploration */
#define DEFAULT_MAX_CLASSES 1000    /* that are listed */
#define DEFAULT_MAX_STEPS 100000000 /* of a run */
#define DEFAULT_BUFFER_BOUND 16     /* stores that wait, in a run or an exploration */
#define DEFAULT_NONDET_LOW 0        /* values that an exploration tries for what is wider than 8 bits */
#define DEFAULT_NONDET_HIGH 3
#define DEFAULT_UNWIND 2        /* where nobody deepens: the events and the loops */
#define DEFAULT_MEMORY_MIB 8192 /* of the command line; a library has no say about its process */

/* As text, for help. */
#define DEFAULT_TEXT(number) DEFAULT_TEXT_OF(number)
#define DEFAULT_TEXT_OF(number) #number

#endif
