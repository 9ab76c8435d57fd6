#!/usr/bin/env bash
# heddle events: what each event depends on, the orders of atomic accesses, and what fences keep in order.
# Usage: dependencies.sh HEDDLE BUILD_FOLDER
set -u
heddle=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    echo "FAILED: $1"
    failures=$((failures + 1))
}

# The events of T1, one in a line, with reads named by what they read: "write y | data: x  ctrl: x"
list_events() {
    "$heddle" events "$1" | awk '
        /^T/ { in_thread = $1 == "T1" }
        /^  e/ && in_thread {
            if (line != "") print line
            place = $3 ~ /^(volatile|relaxed|acquire|release|acq_rel|seq_cst)$/ ? $4 : $3
            name[$1] = place
            line = $2 ~ /^(read|write)$/ ? $2 " " place : $2
        }
        /^        (addr|data|ctrl)/ && in_thread {
            text = $0
            sub(/^ */, "", text)
            line = line " | "
            while (match(text, /e[0-9]+/)) {
                line = line substr(text, 1, RSTART - 1) name[substr(text, RSTART, RLENGTH)]
                text = substr(text, RSTART + RLENGTH)
            }
            line = line text
        }
        END { print line }'
}

# depends NAME "BODY OF A THREAD" LINE...: these are among its events, with just these dependencies
depends() {
    name=$1
    {
        cat <<'END'
#include <pthread.h>
#include <stdatomic.h>
int x, y, z, w, a[4], *p = &x, **pp = &p;
struct node { struct node *next; int value; } *head;
_Atomic int n;
int function(int), (*call)(int) = function;
int function(int value) { return value + 1; }
static void set(int *to, int value) { *to = value; }
static int pick(int condition, int first, int second)
{
    if (condition)
        return first;
    return second;
}
END
        printf 'void *thread(void *unused)\n{\n%s\nreturn unused;\n}\n' "$2"
        cat <<'END'
void *others(void *unused)
{
    x = y = z = w = a[0] = a[1] = 1;
    p = &y;
    pp = &p;
    head = 0;
    n = 1;
    call = 0;
    return unused;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, thread, 0);
    pthread_create(&u, 0, others, 0);
    return 0;
}
END
    } >"$work/$name.c"
    list_events "$work/$name.c" >"$work/$name"
    shift 2
    for line; do
        grep -Fqx -- "$line" "$work/$name" || fail "$name lacks: $line; it is: $(cat "$work/$name")"
    done
}

# ---- arithmetic that simplifies away ----
depends none 'int r = x; y = 1;' 'read x' 'write y'
depends data 'y = x + 1;' 'write y | data: x'
depends xor 'int r = x; y = 1 + (r ^ r);' 'write y | data: x'
depends times_zero 'int r = x; y = r * 0;' 'write y | data: x'
depends and_zero 'int r = x; y = r & 0;' 'write y | data: x'
depends same 'int r = x; y = r - r == 0;' 'write y | data: x'
depends two 'y = x - z;' 'write y | data: x,z'
depends address 'int r = y; z = a[r - r];' 'read a[0] | addr: y' 'write z | data: a[0]'
depends store_address 'int r = y; a[r ^ r] = 1;' 'write a[0] | addr: y'

# ---- control: from the branch on, whatever is in it ----
depends control_empty 'if (x) { } y = 1;' 'write y | ctrl: x'
depends control_body 'z = 1; if (x) y = 1;' 'write z' 'write y | ctrl: x'
depends control_loop 'while (x == 0) { } y = 1;' 'write y | ctrl: x'
depends control_switch 'switch (x) { case 1: break; default: z = 1; } y = 1;' 'write y | ctrl: x'
depends control_known 'int r = x; if ((r ^ r) == 0) { } y = 1;' 'write y | ctrl: x'
depends control_and 'if (x && z) { } y = 1;' 'read z | ctrl: x' 'write y | ctrl: x,z'
depends control_nested 'int r = x, s = z; if (r) { if (s) { } } y = 1;' 'write y | ctrl: x,z?'
depends control_read 'if (x) { } int r = z;' 'read z | ctrl: x'
depends control_call 'call(1); y = 1;' 'write y | ctrl: call'
depends control_ended 'int r = x; if (r) w = 1; y = r;' 'write y | data: x  ctrl: x'

# ---- merges ----
depends merge 'int r = x, s = z, v; if (w) v = r; else v = s; y = v;' 'write y | data: x?,z?  ctrl: w'
depends merge_read 'int v; if (w) v = x; else v = z; y = v;' 'write y | data: z,x  ctrl: w'
depends merge_same 'int r = x, v; if (w) v = r; else v = r; y = v;' 'write y | data: x  ctrl: w'
depends merge_constant 'int v = 1; if (x) v = 2; y = v;' 'write y | ctrl: x'

# ---- private memory and functions ----
depends array 'int t[4]; t[1] = x; t[2] = z; y = t[1];' 'write y | data: x'
depends array_index 'int t[4] = {0}, r = x; y = t[r & 3];' 'write y | data: x'
depends array_elsewhere 'int t[4] = {0}, r = x; t[r & 1] = 1; y = t[3];' 'write y'
depends array_overwritten 'int t[2]; t[0] = x; t[0] = 1; y = t[0];' 'write y'
depends array_same 'int t[2]; t[0] = 0; t[0] = x * 0; y = t[0];' 'write y | data: x'
depends bytes 'struct { int u; short s[2]; } t; t.u = x; char c = *((char *)&t.u + 1); y = c;' 'write y | data: x'
depends result 'y = function(x);' 'write y | data: x'
depends parameters 'int r = x, s = z; y = pick(w, r, s);' 'write y | data: x?,z?  ctrl: w'
depends pointer_to_local 'int r; set(&r, x); y = r;' 'write y | data: x'
depends not_called 'function(x); y = 1;' 'write y'
depends copied 'struct { int v[4]; } s = {{0}}, t; s.v[2] = x; t = s; y = t.v[2];' 'write y | data: x'

# ---- pointers ----
depends chain 'y = **pp;' 'read pp' 'write y | data: *(v1)' 'read *(v0) | addr: pp'
depends list 'struct node *h = head; if (h) y = h->next->value;' 'read head' 'write y | data: *((v1  ctrl: head'

# ---- read-modify-writes ----
depends rmw 'atomic_fetch_add(&n, 1);' 'write n | data: n'
depends rmw_operand 'atomic_fetch_add(&n, x);' 'read n' 'write n | data: x,n'
depends exchange 'y = atomic_exchange(&n, x);' 'write n | data: x,n' 'write y | data: n'
depends compare 'int e = x; y = atomic_compare_exchange_strong(&n, &e, z);' 'write n | data: x,z,n'
depends compare_result 'int e = 0; if (atomic_compare_exchange_strong(&n, &e, 1)) y = 1;' 'write y | ctrl: n'

# ---- orders and fences ----
cat >"$work/orders.c" <<'END'
#include <stdatomic.h>
_Atomic int n;
int plain;
volatile int often;
int main(void)
{
    int e = 0;
    atomic_store_explicit(&n, 1, memory_order_relaxed);
    atomic_store_explicit(&n, 2, memory_order_release);
    atomic_store(&n, 3);
    plain = atomic_load_explicit(&n, memory_order_acquire);
    often = plain;
    atomic_fetch_or_explicit(&n, 4, memory_order_acq_rel);
    atomic_compare_exchange_strong_explicit(&n, &e, 5, memory_order_acq_rel, memory_order_relaxed);
    atomic_compare_exchange_weak(&n, &e, 6);
    atomic_thread_fence(memory_order_acquire);
    atomic_thread_fence(memory_order_release);
    atomic_thread_fence(memory_order_acq_rel);
    atomic_thread_fence(memory_order_seq_cst);
    __sync_synchronize();
    atomic_signal_fence(memory_order_seq_cst);
    __asm__ volatile("" ::: "memory");
    __asm__ volatile("pause");
    __asm__ volatile("mfence" ::: "memory");
    __asm__ volatile("sfence" ::: "memory");
    __asm__ volatile("lfence" ::: "memory");
    __asm__ volatile("lock; addl $0,(%%rsp)" ::: "memory");
    return 0;
}
END
"$heddle" ir "$work/orders.c" >"$work/ir" || fail "heddle ir"
"$heddle" events "$work/orders.c" >"$work/text" || fail "heddle events"
for part in 'store relaxed i32 \[n\], 1' 'store release i32 \[n\], 2' 'store seq_cst i32 \[n\], 3' \
    'load acquire i32 \[n\]' 'store volatile i32 \[often\]' 'rmw or acq_rel i32 \[n\]' 'cmpxchg acq_rel relaxed i32 \[n\]' \
    'cmpxchg seq_cst seq_cst i32 \[n\]' 'fence compiler' 'fence nop'; do
    grep -Eq -- "$part" "$work/ir" || fail "heddle ir lacks: $part"
done
for part in 'fence acquire RR,RW' 'fence release RW,WW' 'fence acq_rel RR,RW,WW' 'fence seq_cst RR,RW,WR,WW' \
    'fence mfence RR,RW,WR,WW' 'fence sfence WW' 'fence lfence RR,RW' 'fence lock RR,RW,WR,WW' 'fence of_access WW'; do
    grep -Eq -- "$part " "$work/ir" || fail "heddle ir lacks: $part"
    grep -Eq -- "$part " "$work/text" || fail "heddle events lacks: $part"
done
for part in 'write relaxed n = 1' 'write release n = 2' 'write seq_cst n = 3' 'write volatile often' 'write acq_rel n'; do
    grep -Eq -- "$part" "$work/text" || fail "heddle events lacks: $part"
done
grep -Eq 'fence (compiler|nop)' "$work/text" && fail "what orders nothing anywhere is an event"
"$heddle" events "$work/orders.c" --atomics plain | grep -Eq '(read|write) (relaxed|acq|rel|seq)' &&
    fail "--atomics plain keeps orders"

# ---- words of the Linux kernel, and CBMC's ----
cat >"$work/words.c" <<'END'
void __VERIFIER_lkmm_fence(const char *);
void __CPROVER_fence(const char *, ...);
void __LKMM_fence(int);
int main(void)
{
    __VERIFIER_lkmm_fence("mb");
    __VERIFIER_lkmm_fence("wmb");
    __VERIFIER_lkmm_fence("rmb");
    __VERIFIER_lkmm_fence("ba");
    __LKMM_fence(11);
    __CPROVER_fence("RRfence", "WRfence", "RRcumul");
    return 0;
}
END
"$heddle" events "$work/words.c" >"$work/text" || fail "heddle events of the kernel's fences"
for part in 'fence smp_mb RR,RW,WR,WW' 'fence smp_wmb WW' 'fence smp_rmb RR' 'fence smp_mb__before_atomic RR,RW,WR,WW' \
    'fence smp_mb__after_spinlock RR,RW,WR,WW' 'fence __CPROVER_fence RR,WR'; do
    grep -Eq -- "$part " "$work/text" || fail "heddle events lacks: $part"
done

# ---- JSON ----
"$heddle" events "$work/merge.c" --json >"$work/json" || fail "heddle events --json"
if command -v python3 >/dev/null; then
    python3 - "$work/json" <<'END' || fail "the dependencies in JSON are wrong"
import json, sys
events = json.load(open(sys.argv[1]))["events"]
reads = {e["text"].split()[1]: i for i, e in enumerate(events) if e["kind"] == "read" and e["thread"] == 1}
write = next(e for e in events if e["kind"] == "write" and e["thread"] == 1)
assert [d["read"] for d in write["data"]] == [reads["x"], reads["z"]], write
assert all("if" in d for d in write["data"]), write
assert write["control"] == [{"read": reads["w"]}], write
END
fi
"$heddle" events "$work/orders.c" --json >"$work/json" || fail "heddle events --json of orders"
if command -v python3 >/dev/null; then
    python3 - "$work/json" <<'END' || fail "orders and fences in JSON are wrong"
import json, sys
events = json.load(open(sys.argv[1]))["events"]
fences = {e["fence"]: e["pairs"] for e in events if e["kind"] == "fence"}
assert fences["release"] == ["RW", "WW"] and fences["mfence"] == ["RR", "RW", "WR", "WW"], fences
assert [e.get("order") for e in events if e["kind"] == "write"][:4] == ["relaxed", "release", "seq_cst", None]
END
fi

exit $((failures > 0))
