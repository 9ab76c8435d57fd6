#!/usr/bin/env bash
# schedule.sh HEDDLE: what `outcomes` finds, `run --schedule` shows again; schedules written by hand; wrong ones.
set -u
heddle=$(realpath "$1")
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place" || exit 1
failures=0

complain() {
    echo "$1"
    head -n 10 stdout | sed 's/^/  stdout: /'
    head -n 10 stderr | sed 's/^/  stderr: /'
    failures=$((failures + 1))
}

# expects DESCRIPTION CODE ARGUMENTS...
expects() {
    local what=$1 expected=$2
    shift 2
    timeout -k 5 100 "$heddle" "$@" >stdout 2>stderr </dev/null
    code=$?
    [ $code -eq "$expected" ] || complain "$what: exit code $code, not $expected"
}

cat >sb.c <<'END'
#include <assert.h>
#include <pthread.h>
int x, y, r1, r2;
void *left(void *unused)
{
    x = 1;
    r1 = y;
    return unused;
}
void *right(void *unused)
{
    y = 1;
    r2 = x;
    return unused;
}
int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, left, 0);
    pthread_create(&u, 0, right, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(r1 || r2);
    return 0;
}
END
cat >mp.c <<'END'
#include <assert.h>
#include <pthread.h>
int data, flag;
void *reader(void *unused)
{
    if (flag)
        assert(data == 1);
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    data = 1;
    flag = 1;
    pthread_join(t, 0);
    return 0;
}
END
cat >race.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int *shared;
void *worker(void *unused)
{
    if (shared)
        *shared = 2;
    return unused;
}
int main(void)
{
    pthread_t t;
    int n = __VERIFIER_nondet_int();
    shared = malloc(sizeof *shared);
    pthread_create(&t, 0, worker, 0);
    if (n == 3)
        free(shared);
    pthread_join(t, 0);
    return 0;
}
END
sed 's/assert(r1 || r2)/if (!r1 \&\& !r2) *(int *)0 = 1/' sb.c >null.c

# Found, written down, and followed: the same violation, also with the steps shown and written down again.
for program in sb:TSO sb:PSO mp:PSO race:SC race:TSO race:PSO null:TSO null:PSO; do
    file=${program%:*}.c model=${program#*:}
    expects "$file under $model" 10 outcomes "$file" --mm "$model" --save-schedule found
    grep '^VIOLATION' stdout | head -n 1 >violation
    grep -qx "model $model" found || complain "$file: the schedule does not name $model"
    expects "following $file under $model" 10 run "$file" --schedule found --save-schedule again
    grep -qxF -f violation stdout || complain "following $file under $model: not '$(cat violation)'"
    cmp -s found again || complain "following $file under $model: another schedule is written down"
    expects "following $file with --mm" 10 run "$file" --schedule found --mm "$model" --trace
    grep -qxF -f violation stdout || complain "following $file with --trace: not '$(cat violation)'"
done

# A random run, written down, can be followed.
for seed in 1 2 3 4 5; do
    timeout -k 5 100 "$heddle" run race.c --mm PSO --seed $seed --save-schedule random --trace >first 2>stderr
    code=$?
    expects "following seed $seed" $code run race.c --schedule random --trace
    cmp -s first stdout || complain "following seed $seed: another execution"
done

# By hand. main's steps come from where it stands; the rest says what each thread does.
main_starts() {
    "$heddle" outcomes sb.c --mm TSO --save-schedule found >stdout 2>stderr
    grep -n '^T1' found | head -n 1 | cut -d : -f 1
}
{
    head -n $(($(main_starts) - 1)) found
    cat <<'END'

# Both look before the other one's store arrives.
	T1 step     # reads y = 0
T2 step
T1 commit x # x before r1: the buffer is a queue
T2 commit y
T2 commit #0
T1 commit r1
T0 step     # joins, and asserts
END
} >byhand
expects "a schedule by hand" 10 run sb.c --schedule byhand
sed 's/$/\r/' byhand >dos
expects "a schedule with DOS line ends" 10 run sb.c --schedule dos
sed '/^model/d' byhand >unnamed
expects "a schedule that names no model" 10 run sb.c --schedule unnamed --mm TSO
head -n -1 byhand >early
expects "a schedule that ends early" 5 run sb.c --schedule early
: >nothing
expects "an empty schedule" 5 run sb.c --schedule nothing

# rejects DESCRIPTION REGEX TEXT ARGUMENTS...: one line, exit code 2.
rejects() {
    local what=$1 regex=$2
    printf '%b' "$3" >wrong
    shift 3
    expects "$what" 2 run sb.c --schedule wrong "$@"
    [ "$(wc -l <stderr)" -eq 1 ] || complain "$what: not one line"
    grep -qE "error: .*$regex" stderr || complain "$what: no match for '$regex'"
    [ ! -s stdout ] || complain "$what: something on stdout"
}
rejects "no thread" 'thread' 'model TSO\nstep\n'
rejects "no verb" 'step.*commit.*wake' 'T0\n'
rejects "a wrong verb" 'step.*commit.*wake' 'T0 leap\n'
rejects "a commit of nothing" 'place' 'T0 commit\n'
rejects "an unknown model" 'model' 'model ARM\n'
rejects "a wrong number" 'number' 'T0 step = many\n'
rejects "an overlong number" 'number|stores' 'T0 commit #4294967296\n'
rejects "two on a line" 'line' 'T0 step T1 step\n'
rejects "a thread not started yet" 'line 2' 'model TSO\nT2 step\n'
rejects "a store that is not there" 'line 2' 'model TSO\nT0 commit x\n'
rejects "a place that does not exist" 'line 2' 'model TSO\nT0 commit nonsense\n'
rejects "another model" 'TSO' 'model TSO\nT0 step\n' --mm PSO
expects "no such schedule" 2 run sb.c --schedule missing
grep -q missing stderr || complain "no such schedule: its name is missing"
expects "a directory as schedule" 2 run sb.c --schedule .
[ "$(wc -l <stderr)" -eq 1 ] || complain "a directory as schedule: not one line"
expects "nowhere to write" 2 outcomes sb.c --mm TSO --save-schedule "$place/no/where"
grep -q 'error: ' stderr || complain "nowhere to write: no message"

# Where objects lie is a choice, too: two that the machine alone would not put next to each other.
cat >near.c <<'EOC'
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void)
{
    uintptr_t a = (uintptr_t)malloc(1) >> 12, b = (uintptr_t)malloc(1) >> 12;
    assert(((b - a) & 0xff) != 1);
    return 0;
}
EOC
expects "objects next to each other" 10 check near.c -q --no-trace --save-schedule near.schedule
grep -q '^T0 object = ' near.schedule || complain "objects next to each other: the schedule does not say where"
expects "the same from the schedule" 10 run near.c --schedule near.schedule
rejects "an object without a number" 'number' 'T0 object\n'

[ $failures -eq 0 ] && echo "every schedule is followed or refused"
