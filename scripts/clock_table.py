#!/usr/bin/env python3
"""clock_table.py HEDDLE MODEL FILE...: a table of the constraints that the engine `clock` makes of programs, by relation.

The columns are those of Table 1 in "Partial orders for efficient bounded model checking of concurrent software". A file
may be followed by options, in one word with it: "bench/programs/dekker.c -DN=4". Counts are those of the last depth."""
import json
import subprocess
import sys

RELATIONS = ("rf_some", "rf_val", "grf", "ws", "fr", "ppo", "fences", "coherence")
SECONDS = "60"


def statistics(heddle, model, words):
    """What a check counts, with its verdict; None if it says nothing."""
    command = [heddle, "check", *words, "--engine", "clock", "--mm", model, "--json", "--timeout", SECONDS]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        result = json.loads(run.stdout)["results"][0]
    except (ValueError, KeyError, IndexError):
        return None
    return result["statistics"] | {"verdict": result["verdict"]}


def row(name, counts):
    """One line of the table."""
    relations = {relation: counts[f"clock_{relation}"] for relation in RELATIONS}
    costly = max(relations, key=relations.get)
    cells = [counts[f"clock_{key}"] for key in ("accesses", "addresses", "most_at_address")]
    cells += [sum(relations.values()), f"{costly} ({relations[costly]})", counts["clock_order_clauses"], counts["verdict"]]
    return f"| `{name}` | " + " | ".join(str(cell) for cell in cells) + " |"


def main():
    """Prints the table; fails if a program has no counts."""
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    heddle, model, *programs = sys.argv[1:]
    print("| program | events | addresses | most at one | constraints | most costly | clauses about order | verdict |")
    print("|---|---|---|---|---|---|---|---|")
    failed = False
    for program in programs:
        words = program.split()
        counts = statistics(heddle, model, words)
        if counts is None or "clock_accesses" not in counts:
            print(f"clock_table: {program}: nothing was counted", file=sys.stderr)
            failed = True
            continue
        print(row(" ".join([words[0].split("/")[-1], *words[1:]]), counts))
    sys.exit(failed)


if __name__ == "__main__":
    main()
