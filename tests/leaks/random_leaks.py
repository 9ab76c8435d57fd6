#!/usr/bin/env python3
"""random_leaks.py HEDDLE COUNT [SEED]: random programs that make, link, move and free objects.

Each is checked by brute force, from the definition in docs/check.md: all interleavings of statements, and in each state
in which main has come to its end, which objects are left, and which of these no global pointer leads to. The engines
must say the same under SC; for lost memory, symbolic ones may leave it open. Under TSO and PSO they must agree with
`states`, and statements are atomic there, so that nothing changes.
"""
import os
import random
import subprocess
import sys
import tempfile

GLOBALS = ["g", "h", "k"]
MODELS = 3

HEAD = """#include <pthread.h>
#include <stdlib.h>
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
struct node { struct node *next; } *g, *h, *k;
static void cut(struct node *from, struct node *to) { if (from && from != to && from->next == to) from->next = 0; }
static void drop(struct node **at)
{
    struct node *old = *at;
    cut(g, old), cut(h, old), cut(k, old);
    g = g == old ? 0 : g, h = h == old ? 0 : h, k = k == old ? 0 : k;
    free(old);
}
"""


def random_statement(rng, kinds):
    return rng.choice(kinds), rng.choice(GLOBALS), rng.choice(GLOBALS)


def random_program(rng):
    """Two threads; what main does before it starts them, while they run, and after those that it joins."""
    kinds = rng.choice([["fill", "link", "drop"], ["new", "fill", "link", "move", "clear", "drop", "drop"]])
    threads = [[random_statement(rng, kinds) for _ in range(rng.randrange(1, 4))] for _ in range(2)]
    joins = [rng.randrange(4) > 0 for _ in range(2)]
    before, during, after = ([random_statement(rng, kinds) for _ in range(rng.randrange(3))] for _ in range(3))
    if rng.randrange(3):
        after = [("drop", name, name) for name in GLOBALS]
    return threads, joins, before, during, after, rng.choice(["return 0;", "return 0;", "exit(0);"])


def text(statement):
    kind, a, b = statement
    body = {
        "new": f"{{ struct node *n = malloc(sizeof *n); n->next = 0; {a} = n; }}",
        "fill": f"if (!{a}) {{ {a} = malloc(sizeof *{a}); {a}->next = 0; }}",
        "link": f"if ({a}) {a}->next = {b};",
        "move": f"{a} = {b};",
        "clear": f"{a} = 0;",
        "drop": f"drop(&{a});",
    }[kind]
    return f"{{ __VERIFIER_atomic_begin(); {body} __VERIFIER_atomic_end(); }}\n"


def source(program):
    threads, joins, before, during, after, end = program
    functions = []

    def calls(statements):
        """Each is a function, so that no variable of a caller is left."""
        first = len(functions)
        functions.extend(f"static void f{first + i}(void) {text(s)}" for i, s in enumerate(statements))
        return "".join(f"    f{first + i}();\n" for i in range(len(statements)))

    out = ""
    for t, body in enumerate(threads):
        out += f"static void *t{t}(void *p)\n{{\n{calls(body)}    return p;\n}}\n"
    out += f"int main(void)\n{{\n    pthread_t a[2];\n{calls(before)}"
    out += "".join(f"    pthread_create(&a[{t}], 0, t{t}, 0);\n" for t in range(2)) + calls(during)
    out += "".join(f"    pthread_join(a[{t}], 0);\n" for t in range(2) if joins[t]) + calls(after)
    return HEAD + "".join(functions) + out + f"    {end}\n}}\n"


def do(statement, variables, heap):
    """Variables: objects, or None; heap: what is not freed, with where its pointer leads."""
    kind, a, b = statement
    variables, heap = dict(variables), dict(heap)
    at = variables[a]
    if kind == "new" or (kind == "fill" and at is None):
        variables[a] = heap["made"] + 1
        heap["made"] += 1
        heap[variables[a]] = None
    elif kind == "link" and at is not None:
        heap[at] = variables[b]
    elif kind == "move":
        at = variables[b]
        variables[a] = at
    elif kind == "clear":
        variables[a] = None
    elif kind == "drop" and at is not None:
        for name in GLOBALS:
            other = variables[name]
            if other is not None and other != at and heap[other] == at:
                heap[other] = None
        variables = {name: None if variables[name] == at else variables[name] for name in GLOBALS}
        del heap[at]
    return variables, heap


def reached(variables, heap):
    seen, waiting = set(), list(variables.values())
    while waiting:
        at = waiting.pop()
        if at in heap and at not in seen:
            seen.add(at)
            waiting.append(heap[at])
    return seen


class Brute:
    def __init__(self, program):
        self.threads, self.joins, before, during, after, _ = program
        self.main = before + ["start"] + during + ["join"] + after
        self.seen, self.left, self.lost = set(), False, False

    def look(self, variables, heap):
        alive = set(heap) - {"made"}
        self.left |= bool(alive)
        self.lost |= bool(alive - reached(variables, heap))

    def can_go(self, thread, pcs):
        if thread < 2:
            return pcs[2] > self.main.index("start") and pcs[thread] < len(self.threads[thread])
        if pcs[2] == len(self.main):
            return False
        is_join = self.main[pcs[2]] == "join"
        return not is_join or all(pcs[t] == len(self.threads[t]) for t in range(2) if self.joins[t])

    def run(self):
        waiting = [((0, 0, 0), dict.fromkeys(GLOBALS), {"made": 0})]
        while waiting:
            pcs, variables, heap = waiting.pop()
            key = pcs, tuple(variables.items()), tuple(sorted(heap.items(), key=str))
            if key in self.seen:
                continue
            self.seen.add(key)
            if pcs[2] == len(self.main):
                self.look(variables, heap)
                continue
            for thread in range(3):
                if not self.can_go(thread, pcs):
                    continue
                statement = (self.threads[thread] if thread < 2 else self.main)[pcs[thread]]
                is_step = statement not in ("start", "join")
                after = do(statement, variables, heap) if is_step else (variables, heap)
                waiting.append((pcs[:thread] + (pcs[thread] + 1,) + pcs[thread + 1 :], *after))


def verdicts(heddle, name, engine, wanted):
    command = [heddle, "check", name, "--property", wanted, "--mm", "sc,tso,pso", "--engine", engine, "-q"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    return [line.split()[0] for line in result.stdout.splitlines() if " under " in line]


def main():
    heddle, count = sys.argv[1], int(sys.argv[2])
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    bad = left = lost = decided = 0
    with tempfile.TemporaryDirectory() as place:
        name = os.path.join(place, "x.c")
        for number in range(count):
            program = random_program(rng)
            brute = Brute(program)
            brute.run()
            left += brute.left
            lost += brute.lost
            with open(name, "w", encoding="ascii") as out:
                out.write(source(program))
            for wanted, is_wrong in ("leaks", brute.left), ("memtrack", brute.lost):
                expected = ["VIOLATION" if is_wrong else "SAFE"] * MODELS
                found = {engine: verdicts(heddle, name, engine, wanted) for engine in ("states", "ord", "clock")}
                fine = found["states"] == expected
                for engine in "ord", "clock":
                    may_leave = ["UNKNOWN"] * MODELS if wanted == "memtrack" else expected
                    fine = fine and found[engine] in (expected, may_leave)
                    decided += found[engine] == expected
                if not fine:
                    bad += 1
                    print(f"program {number}, {wanted}: expected {expected}, found {found}")
                    print(source(program))
    print(f"{count} programs, {left} that leave memory, {lost} that lose some, {bad} wrong answers; "
          f"ord and clock decide {decided} of {4 * count}")
    return 1 if bad or 0 in (left, lost) or count in (left, lost) else 0


if __name__ == "__main__":
    sys.exit(main())
