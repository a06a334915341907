#!/usr/bin/env python3
"""Checks where types stand and which folders use each other: a file has its first type's name, folders form no circle.

Usage: floor_plan.py [repository]. Prints a line for each finding, and ends with status 1 if there is a finding.

An arrow goes from a file to each file that declares a type whose name the first file uses. The check knows names only.
So `Type.member` makes an arrow to the type's file, also when an extension in another file declares the member.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

from swift_source import SwiftSource

# Each folder may use itself and the folders before it.
ORDERS = {
    "VerificationCore": [
        "Time", "Names", "Typed", "Store", "Phone", "Code", "Limits", "Requests", "Records", "Blocks", "Traces",
        "TestNumbers", "Changes", "Rules", "Apps", "Gateway", "Queue", "Events", "Jobs", "Facts", "Workers", "Operators",
        "Incidents", "Tallies", "Verifications",
    ],
    "HTTPService": ["Answers", "Calls", "Surface", "Health", "Server"],
    "SMPP": ["PDU", "Receipts", "Session", "Link"],
    "VerificationAPI": [
        "Calls", "Problems", "Show", "Start", "Check", "Cancel", "Erase", "TestNumbers", "Receipts", "OpenAPI", ".",
    ],
}

# So many types may follow the one that a file is named for, each with its extensions no longer than this.
MOST_RELATIVES = 4
LONGEST_RELATIVE = 30

# A relative that so many other files use is looked for by its own name, unless more than this share of them also uses
# the first type.
MANY_USERS = 12
SHARE_OF_FIRST = 1 / 5

DECLARATION = re.compile(
    r"^(?:@\w+(?:\([^)\n]*\))?\s+)*((?:(?:package|public|internal|private|fileprivate|final|indirect|nonisolated)\s+)*)"
    r"(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)", re.M)
NAME = re.compile(r"(?<![\w.])[A-Z]\w*")


def declared_types(source):
    """The name and the line of each type that is declared at the top level and not private."""
    return [
        (match[2], source.line(match.start(2)))
        for match in DECLARATION.finditer(source.code)
        if "private" not in match[1]
    ]


def check_places(source):
    """A file has the name of its first type; the part of that name from `+` on does not count, and a `+` file has no type."""
    stem, plus, _ = source.path.stem.partition("+")
    types = declared_types(source)
    if types and (plus or types[0][0] != stem):
        for name, line in types[: None if plus else 1]:
            if name != stem:
                yield line, f"{name} is not in a file of its name"
        return
    relatives = types[1:]
    if len(relatives) > MOST_RELATIVES:
        yield relatives[MOST_RELATIVES][1], f"{len(relatives)} types follow {stem}; {MOST_RELATIVES} are the most"
    for name, line in relatives:
        length = length_of(source, line)
        if length > LONGEST_RELATIVE:
            yield line, f"{name} follows {stem} and has {length} lines; {LONGEST_RELATIVE} are the most"


def length_of(source, line):
    """The lines of a declaration with the comment above it."""
    lines = source.text.split("\n")
    first = line
    while first > 1 and lines[first - 2].startswith(("///", "@")):
        first -= 1
    start = sum(len(text) + 1 for text in lines[: line - 1])
    brace = source.code.find("{", start)
    end = source.line(source.closing_brace(brace)) if 0 <= brace else line
    if lines[line - 1].lstrip().split(" ")[0] == "typealias" or " typealias " in f" {lines[line - 1]} ":
        end = line
    return end - first + 1


def check_relatives(source):
    """A type that follows others in a file has to do with one of them: one of the two names the other."""
    types = declared_types(source)
    bodies = {name: source.code[start:end] for name, (start, end) in zip((name for name, _ in types), spans(source, types))}
    for name, line in types[1:]:
        others = [other for other in bodies if other != name]
        if not any(name in NAME.findall(bodies[other]) or other in NAME.findall(bodies[name]) for other in others):
            yield line, f"{name} has nothing to do with {types[0][0]}"


def check_homes(sources):
    """A relative stands in a file of its name if many files use it, more than use the first type, and few use both."""
    users = defaultdict(set)
    for source in sources:
        for name in NAME.findall(source.code):
            users[name].add(source.path)
    for source in sources:
        (first, _), *relatives = declared_types(source) or [("", 0)]
        of_first = users[first] - {source.path}
        for name, line in relatives:
            others = users[name] - {source.path}
            both = len(others & of_first)
            if len(others) >= MANY_USERS and len(others) > len(of_first) and both <= SHARE_OF_FIRST * len(others):
                yield f"{source.path}:{line}: {len(others)} files use {name}, {both} of them with {first}; give it a file of its name"


def spans(source, types):
    """The offsets between which each type is declared: up to the next type of the file, its extensions with it."""
    starts = [sum(len(text) + 1 for text in source.code.split("\n")[: line - 1]) for _, line in types]
    return zip(starts, [*starts[1:], len(source.code)])


def folder_of(source):
    """The first folder below the target, or "." for a file that lies in the target itself."""
    parts = source.path.parts[2:-1]
    return parts[0] if parts else "."


def arrows(sources):
    """Pairs of files of a target: the second file declares a type that the first file uses."""
    homes = {}
    for source in sources:
        for name, _ in declared_types(source):
            homes[name] = source
    for source in sources:
        used = {id(homes[name]): homes[name] for name in NAME.findall(source.code) if name in homes}
        yield from ((source, home) for home in used.values() if home is not source)


def check_folders(target, sources):
    """Folders form no circle; in a target of `ORDERS`, no folder uses a later folder."""
    between = defaultdict(list)
    for source, home in arrows(sources):
        if folder_of(source) != folder_of(home):
            between[folder_of(source), folder_of(home)].append((source, home))
    order = ORDERS.get(target)
    if order is None:
        forbidden = [arrow for arrow in between if reaches(between, arrow[1], arrow[0])]
    else:
        for folder in sorted({folder_of(source) for source in sources} - set(order)):
            yield f"{target}: the order of the folders does not name {folder}"
        forbidden = [
            (left, right) for left, right in between
            if left in order and right in order and order.index(left) < order.index(right)
        ]
    for left, right in sorted(forbidden):
        for source, home in sorted(between[left, right], key=lambda arrow: arrow[0].path):
            yield f"{source.path}: {left} looks at {right}/{home.path.name}"


def reaches(between, start, goal):
    seen, waiting = set(), [start]
    while waiting:
        place = waiting.pop()
        if place == goal:
            return True
        if place not in seen:
            seen.add(place)
            waiting += [right for left, right in between if left == place]
    return False


def findings_in(sources):
    for source in sources:
        yield from (f"{source.path}:{line}: {message}" for line, message in (*check_places(source), *check_relatives(source)))
    yield from check_homes(sources)
    targets = defaultdict(list)
    for source in sources:
        targets[source.path.parts[1]].append(source)
    for target in sorted(targets):
        yield from check_folders(target, targets[target])


def main():
    repository = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2]).resolve()
    paths = sorted((repository / "Sources").rglob("*.swift"))
    findings = list(findings_in([SwiftSource(path.relative_to(repository), path.read_text()) for path in paths]))
    for finding in findings:
        print(finding)
    print(f"{len(paths)} files, {len(findings)} findings")
    return 1 if findings or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
