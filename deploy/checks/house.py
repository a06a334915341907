#!/usr/bin/env python3
"""Checks the rules of the house that neither the compiler nor swift-format checks.

Usage: house.py [repository]. Prints a line for each finding, and ends with status 1 if there is a finding.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

from pages import page_findings
from swift_source import SwiftSource

LONGEST_FILE = {"Sources": 250, "Tests": 500}
LONGEST_FUNCTION = 60
TOP_LEVEL = {"Package.swift", "Sources", "Tests", "deploy", "README.md"}

# Modules of the toolchain, which no Package.swift lists.
TOOLCHAIN = {
    "Swift", "Synchronization", "Foundation", "FoundationEssentials", "FoundationNetworking", "Dispatch", "Glibc",
    "Testing",
    # Of Apple's platforms alone, behind `canImport`.
    "AuthenticationServices", "CryptoKit", "DeviceCheck", "Security", "UIKit",
}
CORE_IMPORTS = {"Synchronization", "FoundationEssentials", "Crypto", "CryptoExtras", "GatewayKit", "Messages", "StrictJSON"}
# The core may use these parts of libc only, because they do no I/O.
CORE_DECLARATIONS = {"inet_pton", "inet_ntop", "AF_INET", "AF_INET6"}
# Each C library and the module that alone may import it; pointers stay in these modules too.
C_BORDERS = {
    "CRabbitMQ": "AMQP", "CPostgreSQL": "PostgreSQL", "CNumberingPlan": "PhoneNumbers", "CLanguages": "Languages",
    "CEpoll": "Connections", "CRevision": "Assembly",
}

# The folder, the pattern, and the reason. A pattern meets code without comments and strings.
FORBIDDEN = [
    ("Sources", r"\bas!", "a failed cast ends the process; use as? and fail one message"),
    ("Sources", r"\b(?:fatalError|preconditionFailure)\s*\(", "one impossible state should cost one message"),
    ("Sources", r"^\s*case\s+_\s*:", "say default, for that is what it is"),
    *(
        (f"Sources/{target}", pattern, reason)
        for target in ("VerificationCore", "Messages", "GatewayKit")
        for pattern, reason in (
            (r"\bDate\.now\b|\bDate\(\)|\b(?:Continuous|Suspending)Clock\b|\bclock_gettime\b",
             "time is an argument of the core"),
            (r"\.random(?:Element)?\(|\.shuffled?\(\)|\bSystemRandomNumberGenerator\b|\bUUID\(\)",
             "chance is an argument of the core"),
        )
    ),
    # A fake may sleep on a clock that it is given, for example to play a slow gateway.
    ("Tests", r"\b(?:Task|Thread)\.sleep\b|(?<![.\w])(?<!func )u?sleep\s*\(",
     "a test waits for what happens, it does not sleep"),
    ("Tests", r"\.timeLimit\(\.(?:seconds\(|minutes\(\d\))",
     "a time limit ends a test that hangs, and a busy machine can need minutes; give it ten"),
]
# Functions that make a row of a table may have more parameters without a label.
TABLE_ROWS = {"Sources/GatewayKit/Settings/Setting.swift", "Sources/Telemetry/Metrics/MetricHelp.swift"}
SIGNATURE = re.compile(r"(?:\bfunc\s+\w+|(?<![.\w])init[?!]?)\s*(?:<[^()]*>)?\(")
UNLABELED = re.compile(r"(?:@\w+\s+)*_\s+\w+\s*:\s*(.+?)\s*(?:\s=\s.*)?$", re.S)
CLOSURE = re.compile(r"(?:@\w+\s+)*(?:\(.*->|(?<=@escaping )\w)", re.S)
EXAMPLE = "Tests/Example"
LARGEST_BAG = 8
STORED = re.compile(r"^    (?:package |public )?(?:let|var) \w+: [^{\n]*$", re.M)
PYTHON_TESTS = ("PeerTests", "EndToEndTests")
UNFINISHED = re.compile(r"\b(?:TODO|FIXME|XXX)\b")

MODIFIERS = r"(?:(?:static|final|override|mutating|nonisolated(?:\(\w+\))?|indirect|borrowing|consuming)\s+)*"
# Types and functions need a doc comment. A property or initializer often needs no sentence, and a sentence that repeats
# its name is worse than silence. So the author decides about those.
DECLARATION = re.compile(
    rf"^[ \t]*(?:@\w+(?:\([^)\n]*\))?\s+)*{MODIFIERS}package\s+{MODIFIERS}"
    r"(?:struct|class|enum|actor|protocol|func)\s+([^\s(<:=]+)", re.M)
REQUIREMENT = re.compile(r"\bfunc\s+([^\s(<]+)")
# Functions that other people's protocols require and document; `promised_functions` finds those of our protocols.
PROMISED_ELSEWHERE = {
    "==", "<", "hash", "encode", "next", "makeAsyncIterator", "run", "log", "enqueue", "checkIsolated",
    "asUnownedSerialExecutor", "advanced", "duration", "sleep", "appendLiteral", "appendInterpolation", "respond", "handle",
    "makeCounter", "makeFloatingPointCounter", "makeMeter", "makeRecorder", "makeTimer",
    "destroyCounter", "destroyFloatingPointCounter", "destroyMeter", "destroyRecorder", "destroyTimer",
}

CATCH = re.compile(r"\bcatch\b([^{\n]*)(?=\{)")
# `try?` before a sleep is allowed: a sleep throws only when its task is cancelled, and the loop around it checks that.
SILENT_TRY = re.compile(r"\btry\?(?!\s+await\s+[\w.]*\bsleep\()")

# A case of a switch, and the names of enum cases in it.
CASE = re.compile(r"^\s*case\s+(.*?)(?:\bwhere\b.*?)?:(?!\w)", re.M | re.S)
CASE_NAME = re.compile(r"(?<![\w)\]])\.(\w+)")
DEFAULT = re.compile(r"^\s*default\s*:", re.M)

# A text as a key: in a dictionary, in `metadata["…"]`, or in `logger[metadataKey: "…"]`. A case of a switch can look
# like a dictionary, so `check_logs` leaves cases out.
LITERAL_KEY = re.compile(r"[\[,]\s*\"[^\"\n]*\"\s*:|\bmetadata\s*\[\s*\"|\bmetadataKey:\s*\"")
LOG_CALL = re.compile(r"\b[lL]og(?:ger)?\.(?:trace|debug|info|notice|warning|error|critical|log)\(\s*(?:level:\s*[^,]+,\s*)?(?=#*\")")


def check_sizes(source):
    longest = LONGEST_FILE[source.path.parts[0]]
    lines = source.text.count("\n")
    if lines > longest:
        yield longest, f"{lines} lines; {longest} are the most"
    for name, line, length in source.functions():
        if length > LONGEST_FUNCTION:
            yield line, f"{name} has {length} lines; {LONGEST_FUNCTION} are the most"


def check_forbidden(source):
    for folder, pattern, reason in FORBIDDEN:
        if source.path.is_relative_to(folder):
            for match in re.finditer(pattern, source.code, re.M):
                yield source.line(match.end()), f"{match[0].strip()}: {reason}"
    for match in UNFINISHED.finditer(source.text):
        yield source.line(match.start()), f"{match[0]}: finish it, or leave it to the issues"


def check_documentation(source, promised):
    lines = source.text.split("\n")
    told = set(promised)
    for match in DECLARATION.finditer(source.code):
        name, line = match[1], source.line(match.start(1))
        above = (text.strip() for text in reversed(lines[: line - 1]))
        if next((text for text in above if not text.startswith("@")), "").startswith("///"):
            told.add(name)  # an overload need not be told again
        elif name not in told and re.search(r"\w", name):
            yield line, f"package {name} has no doc comment"


def promised_functions(sources):
    """The functions that protocols require: the protocol documents them, and not each type that has them."""
    promised = set(PROMISED_ELSEWHERE)
    for source in sources:
        for start, end in source.bodies(r"\bprotocol\s"):
            promised |= set(REQUIREMENT.findall(source.code, start, end))
    return promised


def check_silence(source):
    """A caught error is used or named in the pattern, or a comment says why nobody needs it."""
    if source.path.parts[0] != "Sources":
        return
    lines = source.text.split("\n")

    def is_explained(offset):
        line = source.line(offset)
        return any("//" in text for text in lines[max(0, line - 3) : line])

    for match in SILENT_TRY.finditer(source.code):
        if not is_explained(match.start()):
            yield source.line(match.start()), "try? drops an error: say in a comment why nobody needs it"
    for match in CATCH.finditer(source.code):
        body = source.text[match.end() : source.closing_brace(match.end())]
        is_used = match[1].strip() or re.search(r"\b(?:error|throw)\b|//", body)
        if not is_used and not is_explained(match.start()):
            yield source.line(match.start()), "an error is caught and dropped: use it, or say in a comment why nobody needs it"


def check_switches(source, decided):
    """A switch over an enum of ours has no default, so that the compiler asks everywhere about a new case."""
    if source.path.parts[0] != "Sources":
        return
    for start, end in source.bodies(r"\bswitch\s"):
        body = source.outermost(start, end)
        default = DEFAULT.search(body)
        ours = {name for match in CASE.finditer(body) for name in CASE_NAME.findall(match[1])} & decided
        if default and ours:
            yield source.line(start + default.end()), f"default beside .{min(ours)}: name the cases of an enum of ours"


def declared_cases(sources):
    """The names of our enums' cases, without names of static constants, which look the same in a switch."""
    cases, constants = set(), set()
    for source in sources:
        constants |= set(re.findall(r"\bstatic (?:let|var)\s+`?(\w+)", source.code))
        for start, end in source.bodies(r"\benum\s"):
            for match in re.finditer(r"^\s*(?:indirect\s+)?case\s+(.*)$", source.outermost(start, end), re.M):
                cases |= set(re.findall(r"`?(\w+)`?\s*(?:=[^,]*)?(?:,|$)", re.sub(r"\([^)]*\)", "", match[1])))
    return cases - constants


def check_logs(source):
    if source.path.parts[0] == "Sources" and any(module == "Logging" for module, _, _ in source.imports()):
        for match in LITERAL_KEY.finditer(source.code):
            if not source.code[: match.start()].rpartition("\n")[2].lstrip().startswith("case "):
                yield source.line(match.end()), "a key of log metadata stands in LogKeys and nowhere else"
    for match in LOG_CALL.finditer(source.code):
        if match.end() in source.interpolated:
            yield source.line(match.start()), "a log message is constant; what varies goes into the metadata"


def check_border(source):
    target = target_of(source)
    for module, _, line in source.imports():
        if module in C_BORDERS and target not in (C_BORDERS[module], C_BORDERS[module] + "Tests"):
            yield line, f"{module} is spoken to from {C_BORDERS[module]} only"
    if source.path.parts[0] == "Sources" and target not in C_BORDERS.values():
        for match in re.finditer(r"\b(?:OpaquePointer|Unsafe\w*Pointer)\b", source.code):
            yield source.line(match.start()), f"{match[0]}: pointers stay at the border to C"


def check_imports(source, allowed):
    target = target_of(source)
    for module, name, line in source.imports():
        if target == "VerificationCore" and module not in CORE_IMPORTS and name not in CORE_DECLARATIONS:
            yield line, f"the core does not import {module}"
        elif target == "GatewayKit":
            yield line, f"what an author of a gateway needs does not import {module}"
        elif source.path.name != "Package.swift" and module not in allowed.get(target, set()) | TOOLCHAIN:
            yield line, f"Package.swift does not give {module} to {target}"


def check_name(source):
    """A file has the name of a type that it declares or extends; a name with `+`, and the name of a test file, is free."""
    stem = source.path.stem
    if stem in ("main", "Package") or "+" in stem or source.path.parts[0] == "Tests":
        return
    declared = re.findall(r"\b(?:struct|class|enum|actor|protocol|typealias|extension)\s+([\w.]+)", source.code)
    if declared and stem not in {name.replace(".", "") for name in declared}:
        yield 1, f"declares no {stem}"


def check_labels(source):
    """One parameter may lack a label, or two peers of one type, such as the ends of a span; a closure at the end besides."""
    if source.path.parts[0] != "Sources" or str(source.path) in TABLE_ROWS:
        return
    for match in SIGNATURE.finditer(source.code):
        parameters = [UNLABELED.match(parameter) for parameter in source.parameters(match.end() - 1)]
        if parameters and parameters[-1] and CLOSURE.match(parameters[-1][1]):
            parameters.pop()
        types = [" ".join(parameter[1].split()) for parameter in parameters if parameter]
        if len(types) > 2 or len(set(types)) > 1:
            yield source.line(match.start()), f"{len(types)} parameters without a label; one, or two of one type, are the most"


def check_bags(source):
    """Who needs more than eight things does more than one thing, or takes them apart before they get to it."""
    if source.path.parts[0] != "Sources":
        return
    for start, end in source.bodies(r"\bstruct\s+\w*Ports\b"):
        count = len(STORED.findall(source.code, start, end))
        if count > LARGEST_BAG:
            yield source.line(start), f"{count} ports; {LARGEST_BAG} are the most"


def check_python(source):
    """deploy/test-threads has no Python for tests, and leaves out the two targets that need it."""
    if source.path.parts[0] == "Tests" and target_of(source) not in PYTHON_TESTS:
        at = source.text.find("VERIFYD_PYTHON")
        if at >= 0:
            yield source.line(at), f"tests that need Python lie in {' or '.join(PYTHON_TESTS)}"


def target_of(source):
    """The third folder in the package of the example, which is a package of its own within the tests."""
    return source.path.parts[3 if source.path.is_relative_to(EXAMPLE) and len(source.path.parts) > 3 else 1]


def check(source, allowed, promised, decided):
    for rule in (
        check_sizes, check_forbidden, check_silence, check_logs, check_border, check_name, check_labels, check_bags,
        check_python,
    ):
        yield from rule(source)
    yield from check_switches(source, decided)
    yield from check_documentation(source, promised)
    yield from check_imports(source, allowed)


def allowed_imports(repository):
    """The modules that each Package.swift gives to its targets; the products that we use have the names of their modules."""
    allowed = {}
    for package in (repository, repository / EXAMPLE):
        command = ["swift", "package", "--package-path", str(package), "dump-package"]
        described = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        for target in described["targets"]:
            allowed[target["name"]] = {next(iter(dependency.values()))[0] for dependency in target["dependencies"]}
    return allowed


def check_top_level(repository):
    listing = subprocess.run(
        ["git", "-C", str(repository), "ls-files", "--cached", "--others", "--exclude-standard"],
        check=True, capture_output=True, text=True).stdout
    for name in sorted({path.split("/")[0] for path in listing.splitlines()}):
        if name not in TOP_LEVEL and not name.startswith("."):
            yield f"{name}: not one of the things that the top level holds"


def main():
    repository = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2]).resolve()
    allowed = allowed_imports(repository)
    findings = [*check_top_level(repository), *page_findings(repository)]
    paths = sorted(path for folder in LONGEST_FILE for path in (repository / folder).rglob("*.swift"))
    sources = [SwiftSource(path.relative_to(repository), path.read_text()) for path in paths]
    promised, decided = promised_functions(sources), declared_cases(sources)
    for source in sources:
        findings += [f"{source.path}:{line}: {message}" for line, message in check(source, allowed, promised, decided)]
    for finding in findings:
        print(finding)
    print(f"{len(paths)} files, {len(findings)} findings")
    return 1 if findings or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
