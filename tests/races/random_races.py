#!/usr/bin/env python3
"""random_races.py HEDDLE COUNT [SEED]: random programs, with and without data races.

Each is checked by brute force, from the definition in docs/races.md: all interleavings, synchronisation edges by
who reads from whom, and their transitive closure; no clocks. `states` and `rf` must say the same under SC. Where all
atomics synchronise, so must the question whether two conflicting accesses are next to each other in some interleaving.
Under TSO and PSO the engines must agree with each other, and find at least the races of SC. `ord` may leave it
open, but not under SC where all atomics synchronise.
"""
import itertools
import os
import random
import subprocess
import sys
import tempfile

ACQUIRES = {"acquire", "acq_rel", "seq_cst"}
RELEASES = {"release", "acq_rel", "seq_cst"}


class Op:
    """kind, place, order, value, guard (value that the thread's register must have, or None)"""

    def __init__(self, kind, place="", order="", value=0, guard=None):
        self.kind, self.place, self.order, self.value, self.guard = kind, place, order, value, guard


def random_op(rng, orders):
    guard = rng.choice([None, None, 0, 1, 1])
    roll = rng.randrange(12)
    if roll < 4:
        return Op(rng.choice(["W", "R"]), rng.choice("xy"), value=rng.randrange(1, 3), guard=guard)
    if roll < 7:
        order = rng.choice([o for o in orders if o not in ("acquire", "acq_rel")])
        return Op("S", rng.choice("fg"), order, 1, guard)
    if roll < 9:
        order = rng.choice([o for o in orders if o not in ("release", "acq_rel")])
        return Op("L", rng.choice("fg"), order)
    if roll < 10:
        return Op("A", rng.choice("fg"), rng.choice(orders), 1, guard)
    if roll < 11 and "relaxed" in orders:
        return Op("F", order=rng.choice(["acquire", "release", "acq_rel", "seq_cst"]), guard=guard)
    return Op("M")


def random_thread(rng, orders, length):
    """M becomes a critical section, or one that is entered only if that needs no waiting."""
    ops = []
    while len(ops) < length:
        op = random_op(rng, orders)
        if op.kind != "M":
            ops.append(op)
            continue
        inner = Op(rng.choice("WR"), rng.choice("xy"), value=1)
        if rng.random() < 0.3 and "relaxed" in orders:
            ops += [Op("T"), Op(inner.kind, inner.place, value=1, guard=rng.choice([0, 1])), Op("V")]
        else:
            ops += [Op("K"), inner, Op("U")]
    return ops


def statement(op):
    order = "memory_order_" + op.order
    text = {
        "W": f"{op.place} = {op.value};",
        "R": f"r = {op.place};",
        "S": f"atomic_store_explicit(&{op.place}, {op.value}, {order});",
        "L": f"r = atomic_load_explicit(&{op.place}, {order});",
        "A": f"r = atomic_fetch_add_explicit(&{op.place}, 1, {order});",
        "F": f"atomic_thread_fence({order});",
        "K": "pthread_mutex_lock(&m);",
        "U": "pthread_mutex_unlock(&m);",
        "T": "r = held = pthread_mutex_trylock(&m) == 0;",
        "V": "if (held) pthread_mutex_unlock(&m);",
        "J": f"pthread_join(t{op.value}, NULL);",
    }[op.kind]
    return text if op.guard is None else f"if (r == {op.guard}) {text}"


def source(threads):
    lines = ["#include <pthread.h>", "#include <stdatomic.h>", "int x, y;", "atomic_int f, g;",
             "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;"]
    for i, ops in enumerate(threads[1:], 1):
        lines += [f"void *thread{i}(void *unused)", "{", "    int r = 0, held = 0;"]
        lines += ["    " + statement(op) for op in ops] + ["    (void)r, (void)held;", "    return unused;", "}"]
    lines += ["int main(void)", "{", "    int r = 0, held = 0;"]
    for i in range(1, len(threads)):
        lines += [f"    pthread_t t{i};", f"    pthread_create(&t{i}, NULL, thread{i}, NULL);"]
    lines += ["    " + statement(op) for op in threads[0]] + ["    (void)r, (void)held;", "    return 0;", "}"]
    return "\n".join(lines) + "\n"


class Event:
    def __init__(self, thread, op, index, source_event=None):
        self.thread, self.op, self.index, self.read_from = thread, op, index, source_event


def reads(e):
    return e.op.kind in "RLA"


def writes(e):
    return e.op.kind in "WSA"


def is_access(e):
    return e.op.kind in "WRSLA"


def is_atomic(e):
    return e.op.kind in "SLA"


def conflict(a, b):
    return (is_access(a) and is_access(b) and a.thread != b.thread and a.op.place == b.op.place
            and (writes(a) or writes(b)) and not (is_atomic(a) and is_atomic(b)))


def heads_of(read, trace):
    """The stores at which the release sequences begin that the read reads from."""
    found, last = [], read.read_from
    while last is not None and is_atomic(last):
        found.append(last)
        found += [e for e in trace[:last.index] if e.thread == last.thread and e.op.kind in "SA"
                  and e.op.place == last.op.place]
        last = last.read_from if last.op.kind == "A" else None
    return found


def synchronisation(trace):
    for read in trace:
        if read.op.kind in "LA" and read.read_from is not None:
            ends = [read] if read.op.order in ACQUIRES else []
            ends += [e for e in trace[read.index:] if e.thread == read.thread and e.op.kind == "F"
                     and e.op.order in ACQUIRES]
            for head in heads_of(read, trace):
                begins = [head] if head.op.order in RELEASES else []
                begins += [e for e in trace[:head.index] if e.thread == head.thread and e.op.kind == "F"
                           and e.op.order in RELEASES]
                yield from itertools.product(begins, ends)
    for a in trace:
        for b in trace[a.index + 1:]:
            if a.op.kind in "UV" and a.op.value == 1 and b.op.kind in "KT" and b.op.value == 1:
                yield a, b
            if b.op.kind == "J" and a.thread == b.op.value:
                yield a, b


def has_race(trace):
    n = len(trace)
    before = [[False] * n for _ in range(n)]
    for a in trace:
        for b in trace[a.index + 1:]:
            before[a.index][b.index] |= a.thread == b.thread
    for a, b in synchronisation(trace):
        before[a.index][b.index] = True
    for k in range(n):
        for i in range(k):
            if before[i][k]:
                for j in range(k + 1, n):
                    before[i][j] |= before[k][j]
    return any(conflict(a, b) and not before[a.index][b.index] for a, b in itertools.combinations(trace, 2))


def are_next(trace):
    return any(conflict(a, b) for a, b in zip(trace, trace[1:]))


class Brute:
    """All interleavings. A thread's registers: r, held."""

    def __init__(self, threads):
        self.threads, self.race, self.adjacent, self.runs = threads, False, False, 0

    def run(self):
        count = len(self.threads)
        self.extend([], [0] * count, [(0, 0)] * count, {}, None)

    def extend(self, trace, at, registers, memory, holder):
        moved = False
        for t in range(len(self.threads)):
            ops = self.threads[t]
            k = at[t]
            while k < len(ops) and ops[k].guard is not None and ops[k].guard != registers[t][0]:
                k += 1
            if k == len(ops):
                continue
            op = ops[k]
            if (op.kind == "K" and holder is not None) or (op.kind == "J" and not self.has_ended(at, registers, op)):
                continue
            moved = True
            self.take(t, op, k, trace, at, registers, memory, holder)
            if self.race and self.adjacent:
                return
        if not moved:
            self.runs += 1
            self.race |= has_race(trace)
            self.adjacent |= are_next(trace)

    def has_ended(self, at, registers, op):
        return all(o.guard is not None and o.guard != registers[op.value][0]
                   for o in self.threads[op.value][at[op.value]:])

    def take(self, t, op, k, trace, at, registers, memory, holder):
        r, held = registers[t]
        shown, source_event = op, None
        value, writer = memory.get(op.place, (0, None))
        memory = dict(memory)
        event = Event(t, op, len(trace))
        if op.kind in "RLA":
            source_event, r_new = writer, value
        else:
            r_new = r
        if op.kind in "WSA":
            memory[op.place] = (value + 1 if op.kind == "A" else op.value, event)
        if op.kind == "K":
            holder, shown = t, Op("K", value=1)
        if op.kind == "T":
            held = int(holder is None)
            r_new, shown = held, Op("T", value=held)
            holder = t if held else holder
        if op.kind == "U" or (op.kind == "V" and held):
            holder, shown = None, Op(op.kind, value=1)
        event.op, event.read_from = shown, source_event
        at, registers = list(at), list(registers)
        at[t], registers[t] = k + 1, (r_new, held)
        self.extend(trace + [event], at, registers, memory, holder)


def random_program(rng):
    orders = rng.choice([["seq_cst"], ["release", "acquire", "acq_rel", "seq_cst"],
                         ["relaxed", "relaxed", "release", "acquire", "acq_rel", "seq_cst"]])
    strong = all(o != "relaxed" for o in orders)
    threads = [[]] + [random_thread(rng, orders, rng.randrange(2, 5)) for _ in range(2)]
    if strong:  # where every read synchronises with what it reads from
        for op in itertools.chain.from_iterable(threads):
            if op.kind in "SLA":
                op.order = {"S": "release", "L": "acquire", "A": "acq_rel"}[op.kind]
    if rng.random() < 0.4:
        threads[0] = [Op("J", value=1), Op(rng.choice("WR"), rng.choice("xy"), value=1)]
    return threads, strong


def may_conflict(threads):
    """Is a plain variable used by two threads, of which one writes it?"""
    pairs = itertools.combinations(enumerate(threads), 2)
    return any(conflict(Event(i, a, 0), Event(j, b, 1)) for (i, one), (j, other) in pairs for a in one for b in other)


def verdicts(heddle, name, engine):
    out = subprocess.run([heddle, "check", name, "-q", "--property", "races", "--mm", "sc,tso,pso", "--engine", engine],
                         capture_output=True, text=True, check=False).stdout
    return [line.split()[0] for line in out.splitlines() if " under " in line]


def main():
    heddle, count = sys.argv[1], int(sys.argv[2])
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    bad = races = done = decided = 0
    with tempfile.TemporaryDirectory() as place:
        name = os.path.join(place, "x.c")
        while done < count:
            threads, strong = random_program(rng)
            if not may_conflict(threads):
                continue
            brute = Brute(threads)
            brute.run()
            done += 1
            races += brute.race
            with open(name, "w", encoding="ascii") as out:
                out.write(source(threads))
            expected = "VIOLATION" if brute.race else "SAFE"
            by_states, by_rf = verdicts(heddle, name, "states"), verdicts(heddle, name, "rf")
            by_ord = verdicts(heddle, name, "ord")
            decided += sum(verdict != "UNKNOWN" for verdict in by_ord)
            fine = by_states == by_rf and len(by_states) == 3 and by_states[0] == expected
            fine = fine and not (brute.race and "SAFE" in by_states)
            fine = fine and not (strong and brute.race != brute.adjacent)
            fine = fine and all(o in (s, "UNKNOWN") for o, s in zip(by_ord, by_states)) and len(by_ord) == 3
            fine = fine and not (strong and by_ord[0] == "UNKNOWN")
            if not fine:
                bad += 1
                print(f"program {done}: {expected}, adjacent {brute.adjacent}, strong {strong};", by_states, by_rf, by_ord)
                print(source(threads))
    print(f"{count} programs, {races} with a race, {bad} with a wrong answer; ord decides {decided} of {3 * count}")
    return 1 if bad or races == 0 or races == count else 0


if __name__ == "__main__":
    sys.exit(main())
