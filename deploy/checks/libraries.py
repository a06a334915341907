#!/usr/bin/env python3
"""Checks that the container's last stage installs the libraries that the program is linked with, and no other.

Usage: libraries.py PROGRAM, on Debian 12, where the container file's packages are those of this machine. Prints a line
for each finding, and ends with status 1 if there is a finding.
"""

import re
import subprocess
import sys
from pathlib import Path

CONTAINERFILE = Path(__file__).parents[1] / "container/Containerfile"
# Libraries that dpkg and apt need, so that every Debian has them.
BASE = {"libc6", "libgcc-s1", "libstdc++6", "zlib1g"}
# No library, but without it no certificate of a provider can be checked.
NO_LIBRARY = {"ca-certificates"}
# Swift's own, which the container's program has inside.
SWIFT = re.compile(r"lib(swift|dispatch|BlocksRuntime|_?Foundation)")


def installed_in(text):
    """The packages that the last stage of a container file installs."""
    stage = re.sub(r"\\\n", " ", text).rpartition("\nFROM ")[2]
    found = re.search(r"apt-get install((?: +[-\w.+=]+)+)", stage)
    return {word for word in found[1].split() if not word.startswith("-")} if found else set()


def findings_in(needed, installed):
    """`needed`: the package of each library; None for a library that is in no package."""
    for library, package in sorted(needed.items()):
        if package is None:
            yield f"{library} belongs to no package of Debian"
        elif package not in installed | BASE:
            yield f"{library} needs {package}, which the last stage does not install"
    for package in sorted(installed - set(needed.values()) - NO_LIBRARY):
        yield f"{package} is installed in the last stage, but the program asks for no library of it"


def needed_by(program):
    """The package of each library that the program itself asks for; their own libraries come as Debian's dependencies."""
    dynamic = run("readelf", "--dynamic", "--wide", program)
    names = {name for name in re.findall(r"\(NEEDED\).*\[(.+)\]", dynamic) if not SWIFT.match(name)}
    places = dict(re.findall(r"^\t(\S+) (?:=> )?(/\S+)?", run("ldd", program), re.M))
    return {name: package_of(places.get(name) or name) for name in names}


def package_of(path):
    """Debian's list may have the path with or without /usr, because /lib is a link to /usr/lib."""
    if not path.startswith("/"):
        path = f"/lib64/{path}"
    for path in (path, "/usr" + path, path.removeprefix("/usr")):
        done = subprocess.run(["dpkg-query", "--search", path], capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout.split(":")[0]
    return None


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def main():
    needed = needed_by(sys.argv[1])
    findings = list(findings_in(needed, installed_in(CONTAINERFILE.read_text())))
    for finding in findings:
        print(finding)
    print(f"{len(needed)} libraries, {len(findings)} findings")
    return 1 if findings or not needed else 0


if __name__ == "__main__":
    sys.exit(main())
