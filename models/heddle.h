/* The intrinsics that the library models are written with. The front end turns each call into one instruction of
 * the program representation (src/ir/ir.h), so they are also the list of what every engine must understand. */
#ifndef HEDDLE_MODELS_HEDDLE_H
#define HEDDLE_MODELS_HEDDLE_H

#include <stddef.h>
#include <stdint.h>

#include "property/kinds.h"

/* An atomic block: nothing of another thread happens between begin and end, and both are full fences (the
 * thread's store buffer is empty at begin, stores inside go straight to memory). Blocks may nest; the outermost
 * counts. A thread that stops inside leaves the block. */
void __heddle_atomic_begin(void);
void __heddle_atomic_end(void);

enum heddle_relation { HEDDLE_EQ, HEDDLE_NE, HEDDLE_SLT, HEDDLE_SGE };
enum heddle_wait {
    HEDDLE_BLOCK,    /* until the condition holds */
    HEDDLE_SPURIOUS, /* the same, but may wake up without it; a thread that only this could wake is deadlocked */
    HEDDLE_TIMEOUT,  /* the same, but gives up at some time: never part of a deadlock */
};

/* Waits until (*word & mask) `relation` value, then begins an atomic block and returns 1: the test and what follows
 * up to __heddle_atomic_end are one step. Returns 0, also inside an atomic block, when it woke up without the
 * condition. `holder`, if not NULL, points to the number (as __heddle_thread_self gives it) of the thread that is in
 * the way, or 0; it is only used to explain deadlocks. Inside an atomic block already begun, a condition that does
 * not hold stops the thread. */
int __heddle_await(const int *word, int mask, enum heddle_relation relation, int value, enum heddle_wait wait,
                   const int *holder);
int __heddle_await64(const uint64_t *word, uint64_t mask, enum heddle_relation relation, uint64_t value,
                     enum heddle_wait wait, const int *holder);

void __heddle_assume(int condition); /* stops this thread if 0 */
_Noreturn void __heddle_stop(void);  /* this thread stops for good; the others go on */
/* The same, where the program ends as it should: what it has not freed by then is left. */
_Noreturn void __heddle_end_program(void);

/* A violation, with a message; the thread stops. */
_Noreturn void __heddle_fail(property violated, const char *message);
/* Something that Heddle does not model was reached; the whole run ends with exit code 3. */
_Noreturn void __heddle_unsupported(const char *construct); /* a string literal */

/* A function of src/base/libm.h by its name, a string literal, as the system's C library computes it; and what it sets
 * errno to, or 0. A function of one argument gets it twice. `heddle check` knows them for known values only. */
double __heddle_libm(const char *function, double a, double b);
float __heddle_libmf(const char *function, float a, float b);
double __heddle_libm_error(const char *function, double a, double b);
float __heddle_libm_errorf(const char *function, float a, float b);

/* Any value. */
_Bool __heddle_nondet_bool(void);
uint8_t __heddle_nondet8(void);
uint16_t __heddle_nondet16(void);
uint32_t __heddle_nondet32(void);
uint64_t __heddle_nondet64(void);
#ifdef __SIZEOF_INT128__
unsigned __int128 __heddle_nondet128(void);
#endif

/* Threads. Numbers start at 1 (the main thread). */
int __heddle_thread_start(void *(*function)(void *), void *argument); /* full fence */
void *__heddle_thread_join(uint64_t thread);                          /* blocks; full fence */
void __heddle_thread_detach(uint64_t thread);
_Noreturn void __heddle_thread_end(void *result);
int __heddle_thread_self(void);

/* The heap. Sizes of zero give a valid object of no bytes. With --malloc-may-fail, NULL is a possible result. */
void *__heddle_heap_alloc(size_t size, size_t align);
void *__heddle_heap_alloc_zeroed(size_t size, size_t align);
void __heddle_heap_free(void *object); /* NULL is fine; anything but the start of a live heap object is an error */
size_t __heddle_heap_size(const void *object);
size_t __heddle_object_limit(void); /* no object has as many bytes, wherever it is */
/* An error if one of the bytes was never written: using a lock that was never initialised. */
void __heddle_check_init(const void *object, size_t size);

/* In the atomic block of a blocking operation, after it: this thread holds the lock, and no other will get it before
 * __heddle_lock_given, which is in the atomic block that gives it back. The word's only other uses tell nothing to
 * their callers. It changes no behaviour: engines treat what happens under the lock as one step where they can. */
void __heddle_lock_taken(const void *word);
void __heddle_lock_given(const void *word);
/* Right after the word was looked at: the caller is told whether somebody holds the lock, without having to wait for
 * it, so it can tell how often others have taken it. */
void __heddle_lock_watched(const void *word);

/* What a function of the library orders (docs/races.md). It changes no behaviour. The first three are the atomic access
 * that the word stands for, with its C11 order: a lock is taken as a load with acquire, and given back as a
 * read-modify-write with release, after which everybody who takes it has what all holders before did. WRITES: so many
 * bytes of the user's were written, which is no atomic access although it is in an atomic block. FRESH: what was given
 * back there before, nobody gets any more. */
enum heddle_sync { HEDDLE_LOAD, HEDDLE_STORE, HEDDLE_RMW, HEDDLE_WRITES, HEDDLE_FRESH, HEDDLE_SYNC_KINDS };
void __heddle_sync(const void *word, size_t what); /* an enum heddle_sync + HEDDLE_SYNC_KINDS * order or bytes */

#define HEDDLE_ACQUIRES(word) __heddle_sync(word, HEDDLE_LOAD + HEDDLE_SYNC_KINDS * __ATOMIC_ACQUIRE)
#define HEDDLE_RELEASES(word) __heddle_sync(word, HEDDLE_RMW + HEDDLE_SYNC_KINDS * __ATOMIC_RELEASE)

/* Memory of known size: one instruction each, the same as the compiler's intrinsics. */
void __heddle_memcpy(void *to, const void *from, size_t size);
void __heddle_memmove(void *to, const void *from, size_t size);
void __heddle_memset(void *to, int byte, size_t size);

/* Formats as vsnprintf does. stream 1, 2: standard output, standard error (shown only if the user asks for it); 3: a
 * file, which nobody sees; 0: into buffer[0 .. size). `error` is what %m stands for. To a stream it only shows: what
 * cannot be read is left out, and nothing else comes of it. The length that it returns is known on the machine; for
 * `heddle check`, a program that uses it is UNSUPPORTED. */
int __heddle_print(int stream, char *buffer, size_t size, const char *format, const char *arguments, const char *error);

/* The value leaves the program: printed, written to a file, or told to whoever waits for its end. It must have been
 * set, if anybody wants to know (--property uninitialised). */
void __heddle_use(uint64_t value);

/* Where the variable arguments of this function lie, one after the other. */
const char *__heddle_arguments(void);

void __heddle_loop_bound(unsigned iterations);

/* Whether the program, or a model that it uses, calls this library function: known when the program is loaded. */
int __heddle_is_linked(const char *function); /* a string literal */

/* Calls the functions with the attribute `destructor`, in their order. */
void __heddle_run_destructors(void);

/* Does nothing; a function that is named here is linked. */
void __heddle_keep(const void *object);

#endif
