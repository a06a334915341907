"""Prints the slowest plan of each statement that PostgreSQL's module auto_explain has noted in a log.

Usage: plans.py LOG
"""

import re
import sys
from pathlib import Path

BEGIN = re.compile(r"^\S+ \S+ \S+ \[\d+\] (?P<level>\w+):  (?P<rest>.*)$")
DURATION = re.compile(r"duration: (?P<milliseconds>[\d.]+) ms  plan:")
LONGEST_PLAN = 40


def entries(lines):
    entry = []
    for line in lines:
        if BEGIN.match(line):
            yield entry
            entry = []
        entry.append(line)
    yield entry


def main():
    slowest, counts = {}, {}
    for entry in entries(Path(sys.argv[1]).read_text(errors="replace").splitlines()):
        duration = DURATION.search(entry[0]) if entry else None
        if not duration:
            continue
        plan = next((number for number, line in enumerate(entry) if "(cost=" in line), len(entry))
        statement = " ".join(" ".join(entry[1:plan]).split())
        milliseconds = float(duration["milliseconds"])
        counts[statement] = counts.get(statement, 0) + 1
        if statement not in slowest or milliseconds > slowest[statement][0]:
            slowest[statement] = (milliseconds, entry[plan:][:LONGEST_PLAN])
    for statement, (milliseconds, plan) in sorted(slowest.items(), key=lambda item: -item[1][0]):
        print(f"\n{milliseconds:.0f} ms, {counts[statement]} times: {statement}", *plan, sep="\n")


main()
