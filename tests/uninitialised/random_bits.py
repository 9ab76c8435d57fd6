#!/usr/bin/env python3
"""random_bits.py HEDDLE COUNT [SEED]: does a bit of a result depend on bits that were never set?

Each program computes with bytes of which some bits are unset, and asks for one bit of the result. By brute force, over
all values that the unset bits can have, the answer is known. Who depends on them must be found; what does not depend on
them must not, unless the operation is one that docs/modelled.md does not call exact.
"""
import os
import random
import subprocess
import sys
import tempfile

QUERIES = 40
MASK = 0xFFFFFFFF


def signed(x, bits=32):
    x &= (1 << bits) - 1
    return x - (1 << bits) if x >> (bits - 1) else x


# C text, what it computes of two bytes, and whether unset bits are followed exactly: a sign that is copied into many bits
# counts as many.
OPERATIONS = [
    ("a & b", lambda a, b: a & b, True),
    ("a | b", lambda a, b: a | b, True),
    ("a ^ b", lambda a, b: a ^ b, True),
    ("~a", lambda a, b: ~a, True),
    ("a + b", lambda a, b: a + b, False),
    ("a - b", lambda a, b: a - b, False),
    ("a * b", lambda a, b: a * b, False),
    ("a / (b | 1)", lambda a, b: a // (b | 1), False),
    ("a % (b | 1)", lambda a, b: a % (b | 1), False),
    ("a << 3", lambda a, b: a << 3, True),
    ("a << (b & 7)", lambda a, b: a << (b & 7), False),
    ("a >> (b & 15)", lambda a, b: a >> (b & 15), False),
    ("(signed char)a >> 2", lambda a, b: signed(a, 8) >> 2, True),
    ("(unsigned)(signed char)a", lambda a, b: signed(a, 8), True),
    ("a == b", lambda a, b: int(a == b), True),
    ("a != b", lambda a, b: int(a != b), True),
    ("a < b", lambda a, b: int(a < b), True),
    ("a <= b", lambda a, b: int(a <= b), True),
    ("(signed char)a < (signed char)b", lambda a, b: int(signed(a, 8) < signed(b, 8)), False),
    ("(signed char)a >= (signed char)b", lambda a, b: int(signed(a, 8) >= signed(b, 8)), False),
    ("-a", lambda a, b: -a, False),
    ("__builtin_popcount(a)", lambda a, b: bin(a).count("1"), False),
    ("__builtin_bswap16(a | b << 8)", lambda a, b: a << 8 | b, True),
]


class Query:
    def __init__(self, rng):
        self.text, self.compute, self.is_exact = rng.choice(OPERATIONS)
        self.unset = [rng.choice([0, 0, 1, 0x80, 6, rng.randrange(256)]) for _ in "ab"]
        self.value = [rng.randrange(256) & ~m for m in self.unset]
        self.bit = rng.choice([0, 0, 0, 1, 2, 3, 7, 8, 15])

    def values(self, i):
        found, part = [], self.unset[i]
        while True:
            found.append(self.value[i] | part)
            if part == 0:
                return found
            part = (part - 1) & self.unset[i]

    def depends(self):
        seen = {self.compute(a, b) >> self.bit & 1 for a in self.values(0) for b in self.values(1)}
        return len(seen) > 1

    def line(self, number):
        bytes_ = "; ".join(
            f"unsigned char {name} = (u & {m}) | {v}" for name, m, v in zip("ab", self.unset, self.value)
        )
        return f"    case {number}: {{ {bytes_}; if (({self.text}) >> {self.bit} & 1) g = 1; break; }}"


def program(queries):
    lines = ["int __VERIFIER_nondet_int(void);", "int g;", "int main(void)", "{", "    unsigned char u;"]
    lines.append("    switch (__VERIFIER_nondet_int()) {")
    first = len(lines) + 1
    lines += [q.line(i) for i, q in enumerate(queries)]
    return "\n".join(lines + ["    }", "    return 0;", "}", ""]), first


def found_lines(heddle, path):
    command = [heddle, "outcomes", path, "--uninitialised", "error", "--nondet", f"0..{QUERIES - 1}", "--", "-w"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 10):
        sys.exit(f"exit code {done.returncode}: {' '.join(command)}\n{done.stdout}{done.stderr}")
    lines = [text for text in done.stdout.splitlines() if "VIOLATION" in text and "never set" in text]
    return {int(text.split(".c:")[1].split(":")[0]) for text in lines}


def main():
    heddle, count = sys.argv[1], int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    rng = random.Random(seed)
    wrong = dependent = 0
    with tempfile.TemporaryDirectory() as place:
        path = os.path.join(place, "bits.c")
        for _ in range(count):
            queries = [Query(rng) for _ in range(QUERIES)]
            text, first = program(queries)
            with open(path, "w", encoding="ascii") as out:
                out.write(text)
            found = found_lines(heddle, path)
            for i, q in enumerate(queries):
                depends, is_found = q.depends(), first + i in found
                dependent += depends
                if (depends and not is_found) or (is_found and not depends and q.is_exact):
                    wrong += 1
                    print(f"seed {seed}: {'missed' if depends else 'false alarm'}:\n{q.line(i)}")
    print(f"{count * QUERIES} questions, {dependent} depend on unset bits, {wrong} wrong answers")
    if dependent < count * QUERIES // 20:
        sys.exit("too few questions depend on unset bits")
    sys.exit(1 if wrong else 0)


main()
