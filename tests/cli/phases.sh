#!/usr/bin/env bash
# phases.sh HEDDLE: whatever an engine is busy with when its time is over, be it unrolling, finding addresses, encoding,
# solving or stepping, it notices. One large program for each kind of largeness.
set -u
. tests/cli/lib.sh
cd "$place" || exit 1

now() { date +%s%N | cut -c 1-13; }

# As in limits.sh.
sanitizer=$(nm -D "$heddle" | grep -c __asan_init)
SLACK=${SLACK:-$((sanitizer ? 6000 : 2000))}
SECONDS_GIVEN=2

# ---- programs ----

# program NAME THREADS: standard input has globals and the thread's body `work`, and what is never to be.
program() {
    {
        printf '#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n'
        echo 'int __VERIFIER_nondet_int(void);'
        cat
        echo 'void *thread(void *p) { work(); return p; }'
        echo 'int main(void) {'
        echo "    pthread_t t[$2];"
        echo "    for (int i = 0; i < $2; i++) pthread_create(&t[i], 0, thread, 0);"
        echo '    work();'
        echo "    for (int i = 0; i < $2; i++) pthread_join(t[i], 0);"
        echo '    assert(result != 123456789);'
        echo '}'
    } >"$1.c"
}

program threads 60 <<'END'
int result;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void work(void)
{
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&m);
        result++;
        pthread_mutex_unlock(&m);
    }
    result += 2;
}
END

program shared_loop 1 <<'END'
int result, a[1000];
static void work(void) { for (int i = 0; i < 1000000; i++) a[i % 1000] += result += i; }
END

program private_loop 1 <<'END'
int result;
static void work(void)
{
    int a[64] = {result};
    for (int i = 0; i < 1000000; i++) a[i % 64] += i ^ a[(i + 1) % 64] * 3;
    result = a[7];
}
END

program arrays 2 <<'END'
int result, a[20000], b[20000];
static void work(void)
{
    for (int i = 0; i < 30; i++) {
        unsigned k = (unsigned)__VERIFIER_nondet_int() % 20000;
        a[k] = b[k * 7 % 20000] + i;
        b[k] = a[(k + 5) % 20000];
    }
    result = a[3];
}
END

program recursion 1 <<'END'
int result, y;
static int known(int d) { return d <= 0 ? y : (y += d, known(d - 1) + known(d - 2)); }
static int unknown(int d) { return y > d ? d : (y++, unknown(d + y) + 1); }
static void work(void) { result = known(40) + unknown(1); }
END

program heap 2 <<'END'
typedef struct node { struct node *next, *other; int value; } node;
node *head, *spare;
int result;
static void work(void)
{
    for (int i = 0; i < 3000; i++) {
        node *n = malloc(sizeof *n);
        *n = (node){head, spare, i};
        if (i % 3 == 0) spare = n;
        head = n;
    }
    for (node *n = head; n; n = n->next) {
        result += n->value;
        if (n->other) n->other->value = result;
    }
}
END

program spin 6 <<'END'
atomic_int locks[8];
int result;
static void work(void)
{
    for (int k = 0; k < 8; k++) {
        int free = 0;
        while (!atomic_compare_exchange_weak(&locks[k], &free, 1)) free = 0;
        result++;
        while (atomic_load(&locks[(k + 1) % 8]) == 2)
            continue;
        atomic_store(&locks[k], 0);
    }
}
END

{
    echo 'int result, y, z[64];'
    echo 'static int step(int s) { switch (s) {'
    for ((i = 0; i < 1500; i++)); do
        echo "case $((i * 7)): result += $i; z[y & 63] = $i; return result ^ $((i * 13));"
    done
    echo 'default: return y; } }'
    echo 'static void work(void) { for (int s = 0; result != 5; s = step(s)) y = s; }'
} | program switch 2

{
    echo 'int result, x[64];'
    for ((i = 0; i < 1500; i++)); do
        echo "static int f$i(int a) { x[a & 63] += $i; return a * $i + x[$((i % 64))]; }"
    done
    echo 'int (*const table[])(int) = {'
    for ((i = 0; i < 1500; i++)); do echo "f$i,"; done
    echo '};'
    echo 'static void work(void) { for (int i = 0; i < 100; i++) result = table[(unsigned)result % 1500](result); }'
} | program functions 2

# ---- engines ----

# ends NAME ARGUMENTS...: with any verdict but a violation, which there is none of, soon after its time at the latest.
ends() {
    local name=$1 begin taken
    shift
    begin=$(now)
    run_heddle check "$name.c" --timeout "$SECONDS_GIVEN" "$@"
    taken=$(($(now) - begin))
    expect_code "$name $*" 0 4 5
    expect_at_most "$name $*: took too long" $((SECONDS_GIVEN * 1000 + SLACK)) $taken ms
    expect_match "$name $*" '^(SAFE|BOUNDED|UNKNOWN) under'
}

for name in *.c; do
    for engine in ord states sample; do
        ends "${name%.c}" --engine "$engine"
    done
    ends "${name%.c}"
done
ends arrays --engine ord --mm pso
ends heap --engine ord --mm pso
ends threads --engine ord --mm tso

finish "all phases end in time"
