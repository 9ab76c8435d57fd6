#!/usr/bin/env bash
# races.sh HEDDLE: data races, by what synchronises and what does not. `states` and `rf` must agree, and `ord` finds all
# races, but may leave open that there is none; under SC, not where `ord=proves`.
set -u
. tests/cli/lib.sh

race='^VIOLATION under (SC|TSO|PSO): .*x.c:1[0-9] and .*x.c:1[0-9]: data race on'

# two CODE NAME DECLARATIONS ONE OTHER [MORE]: a thread does ONE, main does OTHER, joins the thread, and does MORE.
two() {
    cat >"$place/x.c" <<END
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x, y, r;
atomic_int f, g;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
$3
void *one(void *unused) { $4; return unused; }
int main(void) { pthread_t t; ${start-} pthread_create(&t, NULL, one, NULL); $5; pthread_join(t, NULL); ${6-}; return 0; }
END
    for engine in ${engines-states rf ord}; do
        run_heddle check "$place/x.c" -q --property races --mm sc,tso,pso --engine "$engine"
        [ "$engine $1" = "ord 0" ] || expect_code "$2 ($engine): $4 | $5" "$1"
        [ "$1" != 0 ] || expect_no_match "$2 ($engine)" 'VIOLATION|FAILED|ERROR'
        [ "${ord-}" != proves ] || expect_match "$2 ($engine)" 'SAFE under SC'
        [ "$1" != 10 ] || expect_equal "$2 ($engine), models" 3 "$(grep -cE "$race" "$place/stdout")"
    done
}

bad() { two 10 "$@"; }
good() { two 0 "$@"; }

# ---- what conflicts ----
bad writes '' 'x = 1' 'x = 2'
bad read '' 'x = 1' 'r = x'
ord=proves good reads '' 'y = x' 'r = x'
ord=proves good different '' 'x = 1' 'y = 1'
bad volatile 'volatile int v;' 'v = 1' 'v = 2'
good atomic '' 'f = 1' 'f = 2'
bad half_atomic 'int a;' '__atomic_store_n(&a, 1, __ATOMIC_SEQ_CST)' 'a = 2'
good half_atomic 'int a;' 'r = __atomic_load_n(&a, __ATOMIC_SEQ_CST)' 'y = a'
bad bits 'struct { int a : 3, b : 4; } s;' 's.a = 1' 's.b = 1'
good members 'struct { char a, b; } s;' 's.a = 1' 's.b = 1'
bad overlap 'union { int a; char b[4]; } u;' 'u.a = 1' 'u.b[3] = 1'
good overlap 'union { short a; char b[4]; } u;' 'u.a = 1' 'u.b[3] = 1'
bad copy 'char a[9], b[9];' 'memcpy(a, b, 9)' 'a[8] = 1'
bad copied 'char a[9], b[9];' 'memcpy(a, b, 9)' 'b[8] = 1'
bad string 'char a[4] = "abc";' 'r = strlen(a)' 'a[1] = 0'
engines="states ord" start='int *p = malloc(sizeof *p), **q = &p; *p = 0; P = p;' bad freed 'int *P;' 'r = *P' 'free(*q)'
start='pthread_spin_init(&s, 0);' good spin_lock 'pthread_spinlock_t s;' \
    'if (pthread_spin_trylock(&s) == 0) { x++; pthread_spin_unlock(&s); }' \
    'pthread_spin_lock(&s); x++; pthread_spin_unlock(&s)'
start='P = malloc(sizeof *P);' bad heap 'int *P;' '*P = 1' '*P = 2' 'free(P)'
start='int local = 0; P = &local;' bad local 'int *P;' '*P = 1' 'local = 2'
bad handle 'pthread_t h;' 'pthread_create(&h, NULL, malloc, NULL)' 'pthread_create(&h, NULL, malloc, NULL)'
expect_no_match 'the library writes as anybody does' '\(atomic\)'

# ---- threads ----
ord=proves good joined '' 'x = 1' '' 'x = 2'
start='x = 1;' ord=proves good started '' 'x = 2' ''
bad detached 'void *two(void *u) { x = 1; return u; }' '' 'pthread_t s; pthread_create(&s, NULL, two, NULL); pthread_detach(s)' 'x = 2'
bad not_joined 'void *two(void *u) { x = 1; return u; }' 'pthread_t s; pthread_create(&s, NULL, two, NULL)' '' 'x = 2'
good inherited 'void *two(void *u) { x = 1; return u; }' 'pthread_t s; x = 2; pthread_create(&s, NULL, two, NULL); pthread_join(s, NULL)' '' 'x = 2'

# ---- locks ----
lock='pthread_mutex_lock(&m)' unlock='pthread_mutex_unlock(&m)'
ord=proves good mutex '' "$lock; x++; $unlock" "$lock; x++; $unlock"
bad other_mutex '' "$lock; x++; $unlock" 'pthread_mutex_lock(&n); x++; pthread_mutex_unlock(&n)'
bad half '' "$lock; x++; $unlock" 'x++'
bad behind '' "$lock; y = 1; $unlock; x++" "$lock; y = 2; $unlock; x++"
ord=proves good handed '' "x = 1; $lock; y = 1; $unlock" "$lock; r = y; $unlock; if (r) x = 2"
engines=states bad initialised '' "$lock; x++; $unlock" "pthread_mutex_init(&m, NULL); $lock; x++; $unlock"
run_heddle check "$place/x.c" -q --property races --mm sc,tso,pso --engine ord
expect_no_match 'a lock that is made anew protects nothing (ord)' SAFE
good try '' "x = 1; $lock; y = 1; $unlock" "if (!pthread_mutex_trylock(&m)) { r = y; $unlock; if (r) x = 2; }"
bad try_fails '' "x = 1; $lock; $unlock" "if (pthread_mutex_trylock(&m)) x = 2; else $unlock"
engines=states good recursive 'pthread_mutex_t k = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;' 'pthread_mutex_lock(&k); pthread_mutex_lock(&k); x++; pthread_mutex_unlock(&k); x++; pthread_mutex_unlock(&k)' 'pthread_mutex_lock(&k); x++; pthread_mutex_unlock(&k)'
good spin 'pthread_spinlock_t s;' 'pthread_spin_lock(&s); x++; pthread_spin_unlock(&s)' 'if (!pthread_spin_trylock(&s)) { x++; pthread_spin_unlock(&s); }'
rw='pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;'
good readers "$rw" 'pthread_rwlock_rdlock(&w); r = x; pthread_rwlock_unlock(&w)' 'pthread_rwlock_wrlock(&w); x = 1; pthread_rwlock_unlock(&w)'
good writers "$rw" 'pthread_rwlock_wrlock(&w); x = 2; pthread_rwlock_unlock(&w)' 'pthread_rwlock_wrlock(&w); x = 1; pthread_rwlock_unlock(&w)'
bad readers "$rw" 'pthread_rwlock_rdlock(&w); x = 2; pthread_rwlock_unlock(&w)' 'pthread_rwlock_rdlock(&w); x = 1; pthread_rwlock_unlock(&w)'
relaxed='atomic_store_explicit(&f, 1, memory_order_relaxed)' seen='atomic_load_explicit(&f, memory_order_relaxed)'
bad readers_pass "$rw" "x = 2; pthread_rwlock_rdlock(&w); $relaxed; pthread_rwlock_unlock(&w)" "pthread_rwlock_rdlock(&w); r = $seen; pthread_rwlock_unlock(&w); if (r) x = 1"
good condition 'pthread_cond_t c = PTHREAD_COND_INITIALIZER;' "x = 1; $lock; y = 1; pthread_cond_signal(&c); $unlock" "$lock; while (!y) pthread_cond_wait(&c, &m); $unlock; x = 2"
bad signal 'pthread_cond_t c = PTHREAD_COND_INITIALIZER;' "x = 1; pthread_cond_signal(&c)" "$lock; pthread_cond_wait(&c, &m); $unlock; x = 2"
start='sem_init(&s, 0, 0);' good semaphore 'sem_t s;' 'x = 1; sem_post(&s)' 'sem_wait(&s); x = 2'
start='sem_init(&s, 0, 1);' bad semaphore 'sem_t s;' 'x = 1; sem_post(&s)' 'sem_wait(&s); x = 2'
start='sem_init(&s, 0, 0);' bad semaphore_try 'sem_t s;' 'x = 1; sem_post(&s)' 'if (sem_trywait(&s)) x = 2'
start='sem_init(&s, 0, 0);' bad value 'sem_t s;' 'x = 1; sem_post(&s)' 'sem_getvalue(&s, &r); if (r) x = 2'
start='pthread_barrier_init(&b, NULL, 2);' good barrier 'pthread_barrier_t b;' 'x = 1; pthread_barrier_wait(&b); y = 1' 'y = 2; pthread_barrier_wait(&b); x = 2'
start='pthread_barrier_init(&b, NULL, 2);' bad barrier 'pthread_barrier_t b;' 'pthread_barrier_wait(&b); y = 1' 'pthread_barrier_wait(&b); y = 2'
good once 'pthread_once_t o = PTHREAD_ONCE_INIT; void set(void) { x = 1; }' 'pthread_once(&o, set); r = x' 'pthread_once(&o, set); y = x'
bad once 'pthread_once_t o = PTHREAD_ONCE_INIT; void set(void) { x = 1; }' 'pthread_once(&o, set); x = 2' 'pthread_once(&o, set); y = x'
begin='__VERIFIER_atomic_begin()' end='__VERIFIER_atomic_end()'
ord=proves good blocks '' "$begin; x++; $end" "$begin; x++; $end"
bad blocks '' "$begin; x++; $end" "x++"
ord=proves good block_lock '' "x = 1; $begin; y = 1; $end" "$begin; r = y; $end; if (r) x = 2"

# ---- atomics: a message from ORDER to ORDER ----
# message EXPECTED STORE LOAD
message() {
    "$1" "message $2 $3" '' "x = 1; atomic_store_explicit(&f, 1, memory_order_$2)" \
        "if (atomic_load_explicit(&f, memory_order_$3)) x = 2"
}
ord=proves message good seq_cst seq_cst
ord=proves message good release acquire
message good release consume
message bad relaxed acquire
message bad release relaxed
message bad relaxed relaxed
fence() { echo "atomic_thread_fence(memory_order_$1)"; }
good fences '' "x = 1; $(fence release); $relaxed" "if ($seen) { $(fence acquire); x = 2; }"
good full_fences '' "x = 1; $(fence seq_cst); $relaxed" "if ($seen) { $(fence seq_cst); x = 2; }"
bad no_release '' "x = 1; $(fence acquire); $relaxed" "if ($seen) { $(fence acquire); x = 2; }"
bad no_acquire '' "x = 1; $(fence release); $relaxed" "if ($seen) { $(fence release); x = 2; }"
bad early '' "$(fence release); x = 1; $relaxed" "if ($seen) { $(fence acquire); x = 2; }"
bad late '' "x = 1; $(fence release); $relaxed" "$(fence acquire); if ($seen) x = 2"
bad compiler '' 'x = 1; atomic_signal_fence(memory_order_release); atomic_store_explicit(&f, 1, memory_order_relaxed)' "if (f) x = 2"
good sequence '' "x = 1; f = 1; atomic_fetch_add_explicit(&f, 1, memory_order_relaxed)" 'if (f == 2) x = 2'
good same_thread '' "x = 1; atomic_store_explicit(&f, 2, memory_order_release); $relaxed" 'if (f == 1) x = 2'
bad overwritten 'void *two(void *u) { if (f == 2) atomic_store_explicit(&f, 1, memory_order_relaxed); return u; }' "pthread_t s; pthread_create(&s, NULL, two, NULL); x = 1; atomic_store_explicit(&f, 2, memory_order_release)" 'if (f == 1) x = 2'
good exchanged '' 'x = 1; atomic_exchange_explicit(&f, 1, memory_order_release)' 'int one = 1; if (atomic_compare_exchange_strong_explicit(&f, &one, 2, memory_order_acquire, memory_order_relaxed)) x = 2'
bad exchange_fails '' 'x = 1; f = 1' 'int zero = 0; if (!atomic_compare_exchange_strong_explicit(&f, &zero, 2, memory_order_acquire, memory_order_relaxed)) x = 2'
ord=proves good exchange_fails '' 'x = 1; f = 1' 'int zero = 0; if (!atomic_compare_exchange_strong_explicit(&f, &zero, 2, memory_order_acq_rel, memory_order_acquire)) x = 2'
big='struct big { long a[3]; } z; _Atomic struct big b;'
engines="states ord" good large "$big" 'struct big v = {{1, 1, 1}}; x = 1; atomic_store_explicit(&b, v, memory_order_release)' 'struct big v = atomic_load_explicit(&b, memory_order_acquire); if (v.a[0]) x = 2'
engines="states ord" bad large "$big" 'struct big v = {{1, 1, 1}}; x = 1; atomic_store_explicit(&b, v, memory_order_relaxed)' 'struct big v = atomic_load_explicit(&b, memory_order_acquire); if (v.a[0]) x = 2'
good wide '_Atomic __int128 b;' 'x = 1; b = 1' 'if (b) x = 2'
good buffering '' 'f = 1; if (!g) x = 1; g = 0' 'r = 0'

# ---- who does not look for them ----
printf 'int main(void) { return 0; }\n' >"$place/x.c"
run_heddle check "$place/x.c" --property races --mm armv8
expect_match 'what holds under every model' 'SAFE under ARMv8'
two 10 'models without a machine' '' 'x = 1' 'x = 2'
run_heddle check "$place/x.c" -q --property races --mm sc,armv8
expect_match 'found under SC' 'VIOLATION under SC'
expect_match 'nobody looks' 'UNKNOWN under ARMv8'
run_heddle check "$root/tests/cli/races.sh" --property nothing
expect_match 'the name is known' 'races'

finish "data races"
