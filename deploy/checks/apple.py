#!/usr/bin/env python3
"""Checks on Linux the code of VerifydAuth that only Apple's platforms compile, and that it uses nothing newer than iOS 15.

Usage: apple.py [repository]. Prints a line for each finding, and ends with status 1 if there is a finding.

The files in `apple/` declare what the library uses of Apple's frameworks, one module each. With them `canImport` is true, and
the compiler checks the calls against these declarations. They are no proof that Apple's frameworks look like this.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from swift_source import SwiftSource

LIBRARY = "Sources/VerifydAuth"
# A module may use those before it.
MODULES = ["Security", "CryptoKit", "DeviceCheck", "UIKit", "AuthenticationServices"]
FLAGS = [
    "-swift-version", "6", "-warnings-as-errors", "-enable-upcoming-feature", "ExistentialAny",
    "-enable-upcoming-feature", "MemberImportVisibility", "-package-name", "verifyd",
]

# Patterns that meet code without comments and strings. On Linux everything is available, so the compiler says nothing.
NEWER = {
    r"\bMutex\b|\bAtomic\s*<|\bimport\s+(?:Synchronization|RegexBuilder|Observation)\b": "Mutex and the like need iOS 17 or 18; use Guarded",
    r"\bDuration\b|\b(?:Continuous|Suspending)Clock\b|\bInstantProtocol\b": "clocks need iOS 16; use TimeInterval and AuthTime",
    r"\bTask\s*(?:<[^>]*>)?\.sleep\(\s*(?:for|until)\s*:": "this sleep needs iOS 16; use AuthTime",
    r"\bURL\(\s*filePath\s*:|\bfilePath\s*:\s*\.": "URL(filePath:) needs iOS 16; use URL(fileURLWithPath:)",
    r"\.append(?:ing)?\(\s*(?:path|component|components|queryItems)\s*:": "this needs iOS 16; use appendingPathComponent",
    r"\bURL\.(?:documents|caches|home|temporary|applicationSupport|library|cache)Directory\b": "URL's folders need iOS 16; use FileManager",
    r"\.(?:firstMatch|wholeMatch|prefixMatch)\(\s*of\s*:|\bRegex\b|(?<=[=(,\s])#?/(?=[^\s/*])[^/\n]*[^\s/\\]/#?(?=[\s),.]|$)": "regular expressions of the language need iOS 16",
    r"\bany\s+\w+<": "a protocol with arguments behind `any` needs iOS 16",
    r"\bLocale\.(?:LanguageCode|Language|Region|Components)\b|\blanguage\.languageCode\b": "this needs iOS 16",
    r"\bwith(?:Throwing)?DiscardingTaskGroup\b|\bTask\.immediate\b": "this needs iOS 17 or later; use withTaskGroup",
    r"@Observable\b|\bwithObservationTracking\b": "observation needs iOS 17",
    r"\bURL\(\s*string\s*:[^\n]*\bencodingInvalidCharacters\b": "this needs iOS 17",
    r"\.split\(\s*separator\s*:\s*\"[^\"]{2,}\"|\.(?:ranges|firstRange)\(\s*of\s*:": "collections of collections need iOS 16; use components(separatedBy:) and range(of:)",
}


def newer(source):
    """Each use of something newer than iOS 15, with its line."""
    for pattern, reason in NEWER.items():
        for match in re.finditer(pattern, source, re.M):
            yield source.count("\n", 0, match.start()) + 1, f"{match[0].strip()}: {reason}"


def compile_error(command):
    result = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if result.returncode == 0:
        return None
    lines = (result.stderr + result.stdout).splitlines()
    return "\n".join(line for line in lines if re.match(r"\S+:\d+:\d+: (?:error|warning)", line)) or "\n".join(lines)


def compiled(root):
    """What the compiler finds in the library, with the declarations of `apple/`."""
    with tempfile.TemporaryDirectory() as folder:
        for module in MODULES:
            source = Path(__file__).parent / "apple" / f"{module}.swift"
            error = compile_error([
                "swiftc", *FLAGS, "-parse-as-library", "-emit-module", "-module-name", module, "-I", folder,
                "-emit-module-path", f"{folder}/{module}.swiftmodule", str(source)])
            if error:
                return error
        files = map(str, sorted((root / LIBRARY).rglob("*.swift")))
        return compile_error(["swiftc", *FLAGS, "-typecheck", "-module-name", "VerifydAuth", "-I", folder, *files])


def findings(root):
    for path in sorted((root / LIBRARY).rglob("*.swift")):
        place = path.relative_to(root)
        for line, words in newer(SwiftSource(place, path.read_text()).code):
            yield f"{place}:{line}: {words}"
    error = compiled(root)
    if error:
        yield error


if __name__ == "__main__":
    found = list(findings(Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()))
    print("\n".join(found), end="\n" if found else "")
    sys.exit(1 if found else 0)
