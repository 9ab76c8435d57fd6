#!/usr/bin/env python3
"""Litmus tests from cycles of edges, as diy makes them: the condition of a test is the one that observes the cycle.

    litmus_generate.py ARCH COUNT SEED FOLDER    writes COUNT different tests of 2 to 4 threads for X86, PPC, AArch64 or C
    litmus_generate.py ARCH "EDGE EDGE …"        prints the test of one cycle

An edge leads from an access to the next one. Rfe, Fre and Coe go to another thread and stay at the same place. All
others stay in the thread: Pos** at the same place, those with a small d (PodRW, DpAddrdR, Fenced…) at another one. What
an access is, R or W, is at the end of the name; `A` and `L` behind it are acquire and release.

Along the cycle each place has one stretch of accesses, so their values are known: the writes of a stretch are 1, 2, in
the order in which they reach memory, and a read reads the write before it. Two writes to a place are enough for the
last value to tell their order; cycles with more are left out.
"""

import itertools
import os
import random
import sys

PLACES = "xyzabcdefg"
COMMUNICATION = {"Rfe": ("W", "R"), "Fre": ("R", "W"), "Coe": ("W", "W")}
# What composes to another edge, or to nothing that could be observed.
POINTLESS = {("Rfe", "Fre"), ("Coe", "Coe"), ("Fre", "Coe"), ("Fre", "Fre"), ("Rfe", "Rfe"), ("Rfe", "Coe"),
             ("Coe", "Fre")}


def pairs(names, kinds=("RR", "RW", "WR", "WW")):
    return [name + kind for name in names for kind in kinds]


ANY, FROM_READ = ("RR", "RW", "WR", "WW"), ("RR", "RW")
EDGES = {
    "X86": pairs(["Pod", "Pos", "MFenced"]) + ["SFencedWW", "LFencedRR", "LFencedRW"],
    "PPC": pairs(["Pod", "Pos", "Syncd", "LwSyncd"]) + ["EieiodWW"]
           + pairs(["DpAddrd", "DpCtrld", "DpCtrlIsyncd"], FROM_READ) + ["DpDatadRW"],
    "AArch64": pairs(["Pod", "Pos", "DMB.SYd"]) + ["DMB.STdWW"] + pairs(["DMB.LDd"], FROM_READ)
               + pairs(["DpAddrd", "DpCtrld", "DpCtrlIsbd"], FROM_READ) + ["DpDatadRW"],
    "C": pairs(["Pod", "Pos", "ScFenced", "AcqRelFenced", "RelFenced", "AcqFenced"]) + ["DpDatadRW"]
         + pairs(["DpCtrld"], FROM_READ),
}
MARKED = {"AArch64", "C"}  # whose accesses can have orders


class Access:
    def __init__(self, kind, thread, place, value, mark):
        self.kind, self.thread, self.place, self.value, self.mark = kind, thread, place, value, mark
        self.edge = None  # to the next access of the thread
        self.register = None


def kinds_of(edge):
    return COMMUNICATION.get(edge) or tuple(edge[-2:])


def stays(edge):
    """Does the edge stay at its place?"""
    return edge in COMMUNICATION or edge.startswith("Pos")


def is_cycle(edges):
    around = list(zip(edges, edges[1:] + edges[:1]))
    if any(kinds_of(a)[1] != kinds_of(b)[0] or (a, b) in POINTLESS for a, b in around):
        return False
    moves = sum(not stays(e) for e in edges)
    return 2 <= moves <= len(PLACES) and 2 <= sum(e in COMMUNICATION for e in edges) <= 4


def rotated(edges):
    """So that a thread and a place begin with the first edge's access; None if there is no such beginning."""
    for i in range(len(edges)):
        turned = edges[i:] + edges[:i]
        if turned[-1] in COMMUNICATION:
            return turned
    return None


def accesses_of(edges, marks):
    """The accesses in the order of the cycle, or None if a place has no write or too many."""
    count = len(edges)
    start = next(i for i in range(count) if not stays(edges[i - 1]))  # where a stretch begins
    place, place_at, value_at, writes = 0, [0] * count, [0] * count, 0
    for step in range(count):
        i = (start + step) % count
        if step > 0 and not stays(edges[i - 1]):
            if not 1 <= writes <= 2:
                return None
            place, writes = place + 1, 0
        writes += kinds_of(edges[i])[0] == "W"
        place_at[i], value_at[i] = place, writes
    if not 1 <= writes <= 2:
        return None
    thread, result = 0, []
    for i, edge in enumerate(edges):
        result.append(Access(kinds_of(edge)[0], thread, PLACES[place_at[i]], value_at[i], marks[i]))
        if edge in COMMUNICATION:
            thread += 1
        else:
            result[-1].edge = edge
    return result


def threads_of(accesses):
    return [list(group) for _, group in itertools.groupby(accesses, lambda a: a.thread)]


def condition_of(accesses, register_name):
    atoms = [f"{a.thread}:{register_name(a)}={a.value}" for a in accesses if a.kind == "R"]
    for place in sorted({a.place for a in accesses}):
        writes = sum(a.kind == "W" and a.place == place for a in accesses)
        if writes > 1:
            atoms.append(f"{place}={writes}")
    return "exists (" + " /\\ ".join(atoms) + ")"


def columns(threads):
    """Rows of cells, one column for each thread."""
    width = [max([len(cell) for cell in t] + [3]) for t in threads]
    lines = [" | ".join(f"P{i}".ljust(width[i]) for i in range(len(threads)))]
    for row in range(max(len(t) for t in threads)):
        lines.append(" | ".join((t[row] if row < len(t) else "").ljust(width[i]) for i, t in enumerate(threads)))
    return "".join(f" {line} ;\n" for line in lines)


# ---- X86 ----

X86_REGISTERS = ["EAX", "EBX", "ECX", "EDX", "ESI", "EDI"]
X86_FENCES = {"MFenced": "MFENCE", "SFenced": "SFENCE", "LFenced": "LFENCE"}


def write_x86(name, accesses):
    code = []
    for thread in threads_of(accesses):
        lines, free = [], iter(X86_REGISTERS)
        for a in thread:
            if a.kind == "W":
                lines.append(f"MOV [{a.place}],${a.value}")
            else:
                a.register = next(free)
                lines.append(f"MOV {a.register},[{a.place}]")
            if a.edge and a.edge[:-2] in X86_FENCES:
                lines.append(X86_FENCES[a.edge[:-2]])
        code.append(lines)
    return f"X86 {name}\n{{ }}\n{columns(code)}{condition_of(accesses, lambda a: a.register)}\n"


# ---- Power and AArch64 ----

class Assembly:
    """What a load, a store and a dependency look like; registers are counted, places have one each."""

    def __init__(self, thread):
        self.thread, self.next, self.lines, self.places, self.labels = thread, 0, [], {}, 0
        self.waiting = None  # the edge that the next access depends by, and its register

    def fresh(self):
        self.next += 1
        return self.next

    def place(self, place):
        if place not in self.places:
            self.places[place] = self.fresh()
        return self.places[place]

    def label(self):
        self.labels += 1
        return f"L{self.thread}{self.labels}"


class Power(Assembly):
    fences = {"Syncd": "sync", "LwSyncd": "lwsync", "Eieiod": "eieio"}

    def access(self, a):
        how, source = self.waiting or ("", None)
        address, index = self.place(a.place), None
        if how == "DpAddrd":
            index = self.fresh()
            self.lines.append(f"xor r{index},r{source},r{source}")
        if a.kind == "R":
            a.register = f"r{self.fresh()}"
            self.lines.append(f"lwzx {a.register},r{index},r{address}" if index else f"lwz {a.register},0(r{address})")
            return
        value = self.fresh()
        if how == "DpDatad":
            self.lines.append(f"xor r{value},r{source},r{source}")
            self.lines.append(f"addi r{value},r{value},{a.value}")
        else:
            self.lines.append(f"li r{value},{a.value}")
        self.lines.append(f"stwx r{value},r{index},r{address}" if index else f"stw r{value},0(r{address})")

    def control(self, a, how):
        label, number = self.label(), a.register[1:]
        self.lines += [f"cmpw r{number},r{number}", f"beq {label}", f"{label}:"]
        if how == "DpCtrlIsyncd":
            self.lines.append("isync")


class Arm(Assembly):
    fences = {"DMB.SYd": "DMB SY", "DMB.STd": "DMB ST", "DMB.LDd": "DMB LD"}

    def access(self, a):
        how, source = self.waiting or ("", None)
        address, index = self.place(a.place), None
        if how == "DpAddrd":
            index = self.fresh()
            self.lines.append(f"EOR W{index},W{source},W{source}")
            if a.mark:  # LDAR and STLR have no index
                moved = self.fresh()
                self.lines.append(f"ADD X{moved},X{address},W{index},SXTW")
                address, index = moved, None
        where = f"[X{address},W{index},SXTW]" if index else f"[X{address}]"
        if a.kind == "R":
            number = self.fresh()
            a.register = f"X{number}"
            self.lines.append(f"{'LDAR' if a.mark else 'LDR'} W{number},{where}")
            return
        value = self.fresh()
        if how == "DpDatad":
            self.lines.append(f"EOR W{value},W{source},W{source}")
            self.lines.append(f"ADD W{value},W{value},#{a.value}")
        else:
            self.lines.append(f"MOV W{value},#{a.value}")
        self.lines.append(f"{'STLR' if a.mark else 'STR'} W{value},{where}")

    def control(self, a, how):
        label = self.label()
        self.lines += [f"CBNZ W{a.register[1:]},{label}", f"{label}:"]
        if how == "DpCtrlIsbd":
            self.lines.append("ISB")


def write_assembly(arch, kind, name, accesses):
    code, initial = [], []
    for number, thread in enumerate(threads_of(accesses)):
        w = kind(number)
        for a in thread:
            w.access(a)
            how = a.edge[:-2] if a.edge else ""
            w.waiting = (how, a.register[1:]) if how in ("DpAddrd", "DpDatad") else None
            if how in w.fences:
                w.lines.append(w.fences[how])
            elif how.startswith("DpCtrl"):
                w.control(a, how)
        code.append(w.lines)
        prefix = "X" if arch == "AArch64" else "r"
        initial.append(" ".join(f"{number}:{prefix}{r}={p};" for p, r in w.places.items()))
    state = "\n".join(initial)
    return f"{arch} {name}\n{{\n{state}\n}}\n{columns(code)}{condition_of(accesses, lambda a: a.register)}\n"


# ---- C ----

C_FENCES = {"ScFenced": "seq_cst", "AcqRelFenced": "acq_rel", "RelFenced": "release", "AcqFenced": "acquire"}
C_ORDERS = {"": "relaxed", "A": "acquire", "L": "release", "S": "seq_cst"}


def c_lines(thread):
    """The statements of a thread, and how many blocks they leave open."""
    lines, count, source, blocks = [], 0, None, 0
    for a in thread:
        order = f"memory_order_{C_ORDERS[a.mark]}"
        if a.kind == "R":
            a.register = f"r{count}"
            count += 1
            lines.append(f"{a.register} = atomic_load_explicit({a.place}, {order});")
        else:
            value = f"{a.value} + ({source} ^ {source})" if source else str(a.value)
            lines.append(f"atomic_store_explicit({a.place}, {value}, {order});")
        how = a.edge[:-2] if a.edge else ""
        source = a.register if how == "DpDatad" else None
        if how in C_FENCES:
            lines.append(f"atomic_thread_fence(memory_order_{C_FENCES[how]});")
        elif how == "DpCtrld":
            lines.append(f"if ({a.register} == {a.register}) {{")
            blocks += 1
    return [f"int r{i} = 0;" for i in range(count)] + lines + ["}"] * blocks


def write_c(name, accesses):
    text = f"C {name}\n{{ }}\n"
    for number, thread in enumerate(threads_of(accesses)):
        lines = c_lines(thread)
        places = ", ".join(f"atomic_int *{p}" for p in sorted({a.place for a in thread}))
        text += f"P{number} ({places}) {{\n" + "".join(f"  {line}\n" for line in lines) + "}\n"
    return text + condition_of(accesses, lambda a: a.register) + "\n"


def write_test(arch, name, accesses):
    if arch == "X86":
        return write_x86(name, accesses)
    if arch == "C":
        return write_c(name, accesses)
    return write_assembly(arch, Arm if arch == "AArch64" else Power, name, accesses)


# ---- the same test as a C program, to compare what is made of the two ----

def write_program(accesses):
    places, registers, bodies, observed = sorted({a.place for a in accesses}), [], "", []
    for number, thread in enumerate(threads_of(accesses)):
        lines = [line.replace("int r", "int r") for line in c_lines(thread)]
        names = [a.register for a in thread if a.kind == "R"]
        registers += [f"P{number}_{r}" for r in names]
        body = "".join(f"    {line}\n" for line in lines)
        for p in places:
            body = body.replace(f"explicit({p},", f"explicit(&{p},")
        body += "".join(f"    P{number}_{r} = {r};\n" for r in names)
        bodies += f"static void *P{number}(void *unused)\n{{\n{body}    return unused;\n}}\n"
        observed += [f"P{number}_{r}" for r in names]
    count = len(threads_of(accesses))
    text = "#include <pthread.h>\n#include <stdatomic.h>\n" + "".join(f"atomic_int {p};\n" for p in places)
    text += "".join(f"int {r};\n" for r in registers) + bodies + f"int main(void)\n{{\n    pthread_t t[{count}];\n"
    text += "".join(f"    pthread_create(&t[{i}], 0, P{i}, 0);\n" for i in range(count))
    text += "".join(f"    pthread_join(t[{i}], 0);\n" for i in range(count)) + "    return 0;\n}\n"
    return text, ",".join(observed + places)


# ---- all ----

def parse_cycle(text):
    """Edges with the marks of the access that each one begins with: `PodWWL` leads to a release store."""
    edges, marks = [], []
    for word in text.split():
        is_marked = word[-1] in "LAS" and (word[-2:-1] in ("R", "W") or word[:-1] in COMMUNICATION)
        bare = word[:-1] if is_marked else word
        edges.append(bare)
        marks.append(word[len(bare):])
    return edges, marks[-1:] + marks[:-1]


def name_of(edges, marks):
    ahead = marks[1:] + marks[:1]
    return "-".join(e + m for e, m in zip(edges, ahead))


def random_marks(arch, edges, random_source):
    kinds = [kinds_of(e)[0] for e in edges]
    if arch not in MARKED or random_source.random() < 0.4:
        return [""] * len(edges)
    choices = {"R": ["", "A"], "W": ["", "L"]} if arch == "AArch64" else {"R": ["", "A", "S"], "W": ["", "L", "S"]}
    return [random_source.choice(choices[k]) for k in kinds]


def random_edge(choices, edges, random_source):
    """One that the last edge can lead to."""
    return random_source.choice([e for e in choices if not edges or kinds_of(e)[0] == kinds_of(edges[-1])[1]])


def random_cycle(arch, random_source):
    edges = []
    for _ in range(random_source.choice([2, 2, 3, 3, 4])):
        for _ in range(random_source.choice([0, 1, 1, 1, 1, 2, 2])):
            edges.append(random_edge(EDGES[arch], edges, random_source))
        edges.append(random_edge(list(COMMUNICATION), edges, random_source))
    return edges


def generate(arch, count, seed):
    random_source, known = random.Random(seed), set()
    while len(known) < count:
        edges = random_cycle(arch, random_source)
        if not is_cycle(edges):
            continue
        edges = rotated(edges)
        marks = random_marks(arch, edges, random_source)
        word = list(zip(edges, marks))
        canonical = min(tuple(word[i:] + word[:i]) for i in range(len(word)))
        accesses = accesses_of(edges, marks)
        if accesses is None or canonical in known:
            continue
        known.add(canonical)
        yield name_of(edges, marks), accesses


def main():
    if len(sys.argv) == 3:
        edges, marks = parse_cycle(sys.argv[2])
        if not is_cycle(edges) or edges[-1] not in COMMUNICATION or accesses_of(edges, marks) is None:
            sys.exit("this is no cycle that ends with a communication and that its values tell")
        sys.stdout.write(write_test(sys.argv[1], name_of(edges, marks), accesses_of(edges, marks)))
        return
    if len(sys.argv) != 5 or sys.argv[1] not in EDGES:
        sys.exit(__doc__)
    arch, count, seed, folder = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    os.makedirs(folder, exist_ok=True)
    for number, (name, accesses) in enumerate(generate(arch, count, seed)):
        stem = os.path.join(folder, f"{arch}-{number:05}")
        with open(stem + ".litmus", "w", encoding="utf-8") as out:
            out.write(write_test(arch, name, accesses))
        if arch == "C":
            program, observed = write_program(accesses)
            with open(stem + ".c", "w", encoding="utf-8") as out:
                out.write(f"// observe: {observed}\n{program}")


main()
