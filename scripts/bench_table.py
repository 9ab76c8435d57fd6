#!/usr/bin/env python3
"""bench_table.py OUT TIMEOUT MEMORY: tables (results.md) and plots of the runs that bench_check.sh left in OUT.

A run is *solved* if it gave a verdict, SAFE or VIOLATION; a verdict other than the expected one is WRONG, and makes
this program fail. Times are CPU time, that of the compiler included."""
import csv
import json
import math
import os
import re
import sys

import bench_plot

VERDICTS = {0: "safe", 10: "violation", 4: "bounded", 5: "limit", 3: "unsupported", 2: "error"}
VERDICTS.update({124: "killed", 137: "killed"})  # it did not keep to its time limit
VERDICTS[152] = "limit"  # SIGXCPU: that of processor time (--cpu-time)
SOLVED = ("safe", "violation")
LEAST = 0.01  # seconds: what is less cannot be told apart
# What a run says of itself, by the names that its output may use.
# Several names in one are added up.
COUNTS = {"events": ["events"], "literals": ["literals", "rf_literals ws_literals"], "conflicts": ["conflicts"]}


def read_json(path):
    """The first line that is a JSON object; None if there is none."""
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    for candidate in [text, *text.splitlines()]:
        try:
            value = json.loads(candidate)
        except ValueError:
            continue
        if isinstance(value, dict):
            return value
    return None


def find_number(value, key):
    """A number with this key, the outermost one."""
    level = [value]
    while level:
        for item in level:
            number = item.get(key) if isinstance(item, dict) else None
            if isinstance(number, (int, float)) and not isinstance(number, bool):
                return number
        children = [(item.values() if isinstance(item, dict) else item) for item in level]
        level = [child for group in children for child in group if isinstance(child, (dict, list))]
    return None


def find_in_text(paths, key):
    """Statistics as text: '12 threads, 123 events', '123 events' in a line of its own, or 'events 123'."""
    words = key.replace("_", " ")
    for path in paths:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
        match = re.search(rf"(?:^|[,;]) *(\d+) {words}(?=$|[,;])", text, re.MULTILINE)
        match = match or re.search(rf"\b{words}:? (\d+)", text)
        if match:
            return int(match[1])
    return None


class Run:
    def __init__(self, row, folder):
        self.program, self.options, self.model, self.set = row["program"], row["options"], row["model"], row["set"]
        self.arguments, self.expected, self.n = row["arguments"], row["expected"], int(row["n"])
        self.exit = int(row["exit"])
        self.verdict = VERDICTS.get(self.exit, f"exit {self.exit}")
        # Nobody knows what a process needed that was killed.
        self.seconds = float(row["wall"]) if self.verdict == "killed" else float(row["user"]) + float(row["system"])
        self.mib = int(row["kib"]) / 1024
        self.is_solved = self.verdict in SOLVED
        self.is_wrong = self.is_solved and self.verdict != self.expected
        self.is_broken = not self.is_solved and self.verdict not in ("limit", "bounded")
        paths = [os.path.join(folder, row["output"] + ending) for ending in (".json", ".err")]
        output = read_json(paths[0])
        self.counts = {name: self.count(output, paths, keys) for name, keys in COUNTS.items()}

    @staticmethod
    def count(output, paths, names):
        for name in names:
            numbers = [find_number(output, key) if output else None for key in name.split()]
            if None in numbers:
                numbers = [find_in_text(paths, key) for key in name.split()]
            if None not in numbers:
                return int(sum(numbers))
        return None

    @property
    def task(self):
        return (self.program, self.options, self.n, self.model)

    @property
    def title(self):
        return " ".join(filter(None, [self.program, self.options.replace("-D", "").lower()]))


def unique(values):
    return list(dict.fromkeys(values))


def read_runs(folder):
    with open(os.path.join(folder, "runs.tsv"), encoding="utf-8", newline="") as file:
        runs = [Run(row, folder) for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]
    variants = unique((run.program, run.options) for run in runs)
    return sorted(runs, key=lambda run: (variants.index((run.program, run.options)), run.n))


def table(header, rows):
    """Markdown, in columns of equal width so that it can be read as it is; all but the first are right-aligned."""
    lines = [header, *rows]
    widths = [max(3, *(len(line[i]) for line in lines)) for i in range(len(header))]

    def line(cells):
        padded = [cell.rjust(width) for cell, width in zip(cells, widths)]
        return "| " + " | ".join([cells[0].ljust(widths[0]), *padded[1:]]) + " |"

    rule = "|" + "|".join("-" * (w + 2) if i == 0 else "-" * (w + 1) + ":" for i, w in enumerate(widths)) + "|"
    return "\n".join([line(header), rule, *map(line, rows)]) + "\n"


def time_cell(run):
    if run is None:
        return "–"
    if run.is_wrong:
        return f"WRONG: {run.verdict}"
    if run.verdict == "limit":
        return "limit"
    marks = {"safe": "", "violation": " V"}
    return f"{run.seconds:.2f}" + marks.get(run.verdict, f" {run.verdict}")


def overview(runs, models):
    """One line a program and size, as in the papers."""
    by_task = {run.task: run for run in runs}
    rows = []
    for program, options, n in unique(run.task[:3] for run in runs):
        found = [by_task.get((program, options, n, model)) for model in models]
        title = next(run.title for run in found if run)
        memory = max(run.mib for run in found if run)
        rows.append([f"{title} ({n})", *map(time_cell, found), f"{memory:.0f}"])
    return table(["program (N)", *(f"{model} s" for model in models), "MiB"], rows)


def details(runs):
    def number(value):
        return "" if value is None else str(value)
    rows = [[f"{r.title} ({r.n})", r.model, r.verdict, f"{r.seconds:.2f}", f"{r.mib:.0f}",
             *(number(r.counts[name]) for name in COUNTS)] for r in runs]
    return table(["program (N)", "model", "verdict", "CPU s", "MiB", *COUNTS], rows)


def solved_summary(runs, sets, models):
    rows = []
    for name in sets:
        mine = [run for run in runs if run.set == name]
        cells = []
        for model in models:
            tried = [run for run in mine if run.model == model]
            solved = [run for run in tried if run.is_solved]
            cells.append(f"{len(solved)} of {len(tried)}, {sum(run.seconds for run in solved):.1f} s")
        rows.append([name, *cells])
    return table(["solved", *models], rows)


def geometric_mean(values):
    values = [value for value in values if value > 0]
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


def time_ratio(mine, their):
    return max(their.seconds, LEAST) / max(mine.seconds, LEAST)


def compare(base, other, models):
    """What `other` costs in multiples of `base`, over what both solved."""
    theirs = {run.task: run for run in other if run.is_solved}
    pairs = [(run, theirs[run.task]) for run in base if run.is_solved and run.task in theirs]
    rows, summary = [], []
    for mine, their in pairs:
        conflicts = [run.counts["conflicts"] for run in (mine, their)]
        rows.append([f"{mine.title} ({mine.n})", mine.model, f"{mine.seconds:.2f}", f"{their.seconds:.2f}",
                     f"{time_ratio(mine, their):.2f}", "" if None in conflicts else f"{conflicts[0]} : {conflicts[1]}",
                     f"{their.mib / mine.mib:.2f}"])
    for model in models:
        both = [(mine, their) for mine, their in pairs if mine.model == model]
        seconds = [sum(pair[i].seconds for pair in both) for i in (0, 1)]
        conflicts = [sum(pair[i].counts["conflicts"] or 0 for pair in both) for i in (0, 1)]
        summary.append([model, str(len(both)), f"{seconds[0]:.2f}", f"{seconds[1]:.2f}",
                        f"{seconds[1] / max(seconds[0], LEAST):.2f}",
                        f"{geometric_mean([time_ratio(*pair) for pair in both]):.2f}",
                        f"{conflicts[1] / conflicts[0]:.2f}" if conflicts[0] else "",
                        f"{geometric_mean([their.mib / mine.mib for mine, their in both]):.2f}"])
    header = ["over all", "solved by both", "base s", "other s", "ratio", "mean ratio", "conflicts", "memory"]
    return (table(header, summary),
            table(["program (N)", "model", "base s", "other s", "ratio", "conflicts", "memory"], rows))


def write_report(folder, runs, timeout, memory):
    models, sets = unique(run.model for run in runs), unique(run.set for run in runs)
    with open(os.path.join(folder, "version"), encoding="utf-8") as file:
        version = file.read().strip() or "heddle"
    with open(os.path.join(folder, "results.md"), "w", encoding="utf-8") as out:
        print(f"# {version}: checking the programs of bench/programs\n", file=out)
        print(f"At most {timeout} s and {memory} MiB a run. CPU time, the compiler's included. V: a violation was "
              "found, as it should be;\nlimit: time or memory ran out; –: not run, because a smaller size ran out.\n",
              file=out)
        for name in sets:
            arguments = next(run.arguments for run in runs if run.set == name)
            print(f"- {name}: " + (f"`{arguments}`" if arguments else "default options"), file=out)
        print("\n" + solved_summary(runs, sets, models), file=out)
        if any(run.is_wrong or run.is_broken for run in runs):
            print("## Not as expected\n\n" + details([run for run in runs if run.is_wrong or run.is_broken]), file=out)
        for name in sets:
            print(f"## {name}\n\n" + overview([run for run in runs if run.set == name], models), file=out)
        base = [run for run in runs if run.set == sets[0]]
        for name in sets[1:]:
            summary, rows = compare(base, [run for run in runs if run.set == name], models)
            print(f"## {name} (other) against {sets[0]} (base)\n\n{summary}\n{rows}", file=out)
        for name in sets:
            print(f"## {name}: all numbers\n\n" + details([run for run in runs if run.set == name]), file=out)


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: bench_table.py OUT TIMEOUT MEMORY")
    folder, timeout, memory = sys.argv[1], float(sys.argv[2]), sys.argv[3]
    runs = read_runs(folder)
    if not runs:
        sys.exit("bench_table: there are no runs")
    write_report(folder, runs, sys.argv[2], memory)
    bench_plot.write_plots(folder, runs, timeout)
    bad = [run for run in runs if run.is_wrong or run.is_broken]
    for run in bad:
        print(f"{run.title} ({run.n}) under {run.model}, {run.set}: {run.verdict}, expected {run.expected}",
              file=sys.stderr)
    solved = sum(run.is_solved for run in runs)
    print(f"{len(runs)} runs, {solved} solved, {len(bad)} not as expected; see {folder}/results.md")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
