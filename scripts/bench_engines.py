#!/usr/bin/env python3
"""bench_engines.py OUT TIMEOUT: what the portfolio costs, of the runs that bench_check.sh --engines left in OUT.

The last set of options runs the engines in turns, those before it run one each. Taking turns is allowed FACTOR times
what the better engine alone took, and SLACK seconds. A run is *marked* if it took more, or if it gave no answer
although the time limit is no less than that. Writes engines.md and prints its summary."""
import os
import sys

from bench_table import LEAST, read_runs, table, unique

FACTOR, SLACK = 2, 0.1


def cell(run):
    if run is None:
        return "–"
    return f"{run.seconds:.2f} " + ("WRONG " if run.is_wrong else "") + run.verdict


def is_solved(run):
    return run is not None and run.is_solved


class Row:
    """One task: with each engine alone, and with all in turns. None: it was not run, because a smaller one ran out."""

    def __init__(self, alone, together, timeout):
        self.alone, self.together, self.timeout = alone, together, timeout
        self.any = next(run for run in [together, *alone] if run)
        self.best = min((run.seconds for run in alone if is_solved(run)), default=None)

    @property
    def ratio(self):
        if self.best is None or not is_solved(self.together):
            return None
        return max(self.together.seconds, LEAST) / max(self.best, LEAST)

    @property
    def is_marked(self):
        if self.best is None:
            return False
        allowed = FACTOR * self.best + SLACK
        return self.together.seconds > allowed if is_solved(self.together) else self.timeout >= allowed

    def cells(self):
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        return [self.any.title, str(self.any.n), self.any.model, *map(cell, self.alone), cell(self.together), ratio,
                "<<" if self.is_marked else ""]


def read_rows(runs, sets, timeout):
    by_run = {(*run.task, run.set): run for run in runs}
    found = [[by_run.get((*task, name)) for name in sets] for task in unique(run.task for run in runs)]
    return [Row(group[:-1], group[-1], timeout) for group in found]


def summary(rows, sets):
    counts = [f"{sum(is_solved(row.alone[i]) for row in rows)} by {name}" for i, name in enumerate(sets[:-1])]
    counts.append(f"{sum(row.best is not None for row in rows)} by one of them")
    counts.append(f"{sum(is_solved(row.together) for row in rows)} by {sets[-1]}")
    return f"{len(rows)} runs; solved: {', '.join(counts)}; {sum(row.is_marked for row in rows)} marked"


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: bench_engines.py OUT TIMEOUT")
    folder, timeout = sys.argv[1:]
    runs = read_runs(folder)
    sets = unique(run.set for run in runs)
    rows = read_rows(runs, sets, float(timeout))
    path = os.path.join(folder, "engines.md")
    with open(path, "w", encoding="utf-8") as out:
        print("# Engines alone, and taking turns\n", file=out)
        print(f"At most {timeout} s a run. CPU time in seconds, the compiler's included. –: not run, because a smaller "
              f"size ran out.\nratio: {sets[-1]} to the better engine; <<: more than {FACTOR} times as much and "
              f"{SLACK} s, or no answer in a time that allows for that.\n", file=out)
        print(table(["program", "N", "model", *sets, "ratio", ""], [row.cells() for row in rows]), file=out)
        print(summary(rows, sets), file=out)
    print(f"{summary(rows, sets)}; see {path}")


if __name__ == "__main__":
    main()
