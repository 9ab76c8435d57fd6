#!/usr/bin/env python3
"""refine_table.py HEDDLE MODEL SECONDS FILE...: what the engine `refine` makes of programs, beside `ord` and `clock`.

For each program the clauses of the encoding before the search, by engine (`clock` has the order of events in them, `ord` a
theory for it, and `refine` nothing), what `refine` does with each of its solvers (candidates, or parts of them; reasons
that became clauses; literals of a reason), and the processor time of each in seconds, the compiler's included. Each
run is ended after SECONDS of it. A file may be followed by options, in one word with it: "bench/programs/dekker.c -DN=4"."""
import json
import resource
import subprocess
import sys

ENGINES = {
    "ord": ["--engine", "ord"],
    "refine": ["--engine", "refine"],
    "cadical": ["--engine", "refine", "--refine-solver", "cadical"],
    "clock": ["--engine", "clock"],
}
# A verdict that holds whatever else is known. Without one a run has not been in time.
FINAL = ("SAFE", "VIOLATION", "BOUNDED")


def run(heddle, model, seconds, words, options):
    """The statistics of a check with its verdict, None if it is not in time; and its processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [heddle, "check", *words, *options, "--mm", model, "--json"]
    limit = (seconds, seconds)
    done = subprocess.run(command, capture_output=True, text=True, check=False,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, limit))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    time = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    try:
        result = json.loads(done.stdout)["results"][0]
    except (ValueError, KeyError, IndexError):
        return None, time
    if result["verdict"] not in FINAL:
        return None, time
    return result["statistics"] | {"verdict": result["verdict"]}, time


def work_of(counts):
    """Candidates and parts, reasons, and literals of a reason."""
    if counts is None:
        return ["–"] * 3
    reasons = counts["refine_reasons"]
    width = f"{counts['refine_literals'] / reasons:.1f}" if reasons else "–"
    return [counts["refine_rounds"] + counts["refine_parts"], reasons, width]


def row(name, results, seconds):
    """One line of the table, and the verdicts of those who have one."""
    verdicts = {counts["verdict"] for counts, _ in results.values() if counts}
    cells = []
    for engine in ("refine", "ord", "clock"):
        counts = results[engine][0]
        cells.append(counts["encoded_clauses"] if counts else "–")
    cells += work_of(results["refine"][0]) + work_of(results["cadical"][0])[:2]
    for engine in ENGINES:
        counts, time = results[engine]
        cells.append(f"{time:.2f}" if counts else f"> {seconds}")
    cells.append(" ".join(sorted(verdicts)) or "–")
    return f"| `{name}` | " + " | ".join(str(cell) for cell in cells) + " |", verdicts


def main():
    """Prints the table; fails if two engines contradict."""
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    heddle, model, seconds, *programs = sys.argv[1:]
    print("| program | clauses: `refine` | `ord` | `clock` | parts | reasons | literals | CaDiCaL: candidates | reasons "
          "| time: `ord` | `refine` | with CaDiCaL | `clock` | verdict |")
    print("|---" * 14 + "|")
    failed = False
    for program in programs:
        words = program.split()
        results = {engine: run(heddle, model, int(seconds), words, options) for engine, options in ENGINES.items()}
        line, verdicts = row(" ".join([words[0].split("/")[-1].removesuffix(".c"), *words[1:]]), results, seconds)
        print(line, flush=True)
        if len(verdicts) > 1:
            print(f"refine_table: {program}: the verdicts differ", file=sys.stderr)
            failed = True
    sys.exit(failed)


if __name__ == "__main__":
    main()
