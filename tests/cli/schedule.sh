#!/usr/bin/env bash
# schedule.sh HEDDLE: what `outcomes` finds, `run --schedule` shows again; schedules written by hand; wrong ones.
set -u
. tests/cli/lib.sh
cd "$place" || exit 1

# expects DESCRIPTION CODE ARGUMENTS...
expects() {
    run_heddle "${@:3}"
    expect_code "$1" "$2"
}

# violates_again WHAT: stdout has the line that the file `violation` has.
violates_again() {
    grep -qxF -f violation stdout || complain "$1: not the same violation" "$(cat violation)" "$(grep '^VIOLATION' stdout)"
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
    expect_match "$file: the schedule names the model" "^model $model$" found
    expects "following $file under $model" 10 run "$file" --schedule found --save-schedule again
    violates_again "following $file under $model"
    expect_same "following $file under $model: what is written down" found again
    expects "following $file with --mm" 10 run "$file" --schedule found --mm "$model" --trace
    violates_again "following $file with --trace"
done

# A random run, written down, can be followed.
for seed in 1 2 3 4 5; do
    run_heddle run race.c --mm PSO --seed $seed --save-schedule random --trace
    cp stdout first
    expects "following seed $seed" "$code" run race.c --schedule random --trace
    expect_same "following seed $seed" first stdout
done

# By hand. main's steps come from where it stands; the rest says what each thread does.
main_starts() {
    run_heddle outcomes sb.c --mm TSO --save-schedule found
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
    printf '%b' "$3" >wrong
    expects "$1" 2 run sb.c --schedule wrong "${@:4}"
    expect_error "$1" "error: .*($2)"
    expect_empty "$1" stdout
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
expect_match "no such schedule: its name" 'missing' stderr
expects "a directory as schedule" 2 run sb.c --schedule .
expect_lines "a directory as schedule" 1 stderr
expects "nowhere to write" 2 outcomes sb.c --mm TSO --save-schedule "$place/no/where"
expect_match "nowhere to write" 'error: ' stderr

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
expects "objects next to each other" 10 check near.c -q --engine ord --no-trace --save-schedule near.schedule
expect_match "objects next to each other: the schedule says where" '^T0 object = ' near.schedule
expects "the same from the schedule" 10 run near.c --schedule near.schedule
rejects "an object without a number" 'number' 'T0 object\n'

finish "every schedule is followed or refused"
