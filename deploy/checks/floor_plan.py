#!/usr/bin/env python3
"""Checks where types stand and which folders use each other: a type is in the file of its name, folders form no circle.

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
        "Time", "Names", "Typed", "Phone", "Language", "Message", "Code", "Limits", "Requests", "Blocks", "Traces",
        "TestNumbers", "Changes", "Records", "Rules", "Apps", "Gateway", "Queue", "Events", "Workers", "Operators", "Tallies",
        "Ports",
    ],
    "HTTPService": ["Answers", "Calls", "Surface", "Health", "Server"],
    "SMPP": ["PDU", "Receipts", "Session", "Link"],
    "VerificationAPI": ["Calls", "Problems", "Answers", "Endpoints", "OpenAPI", "."],
}

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
    """A type at the top level has its file's name; the part of that name from `+` on does not count."""
    stem = source.path.stem.split("+")[0]
    for name, line in declared_types(source):
        if name != stem:
            yield line, f"{name} is not in a file of its name"


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
        yield from (f"{source.path}:{line}: {message}" for line, message in check_places(source))
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
