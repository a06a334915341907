#!/usr/bin/env python3
"""Checks what deploy/sbom writes: by the schema of CycloneDX, by what the program is made of, and by a second run.

Usage: bill.py PROGRAM, by the Python of .local/venv, which has the schema. Prints a line for each finding, and ends with
status 1 if there is a finding.
"""

import json
import subprocess
import sys
from pathlib import Path

import libraries

REPOSITORY = Path(__file__).parents[2]


def bill_findings(bill, pins, wanted):
    """`wanted`: the Debian packages that have to be there."""
    components = [*bill["components"], *(inner for one in bill["components"] for inner in one.get("components", []))]
    versions = {(one["purl"].partition("@")[0].lower(), one["version"]) for one in components}
    for pin in pins:
        path = pin["location"].partition("://")[2].removesuffix(".git").replace("github.com", "github").lower()
        if (f"pkg:{path}", pin["state"].get("version") or pin["state"]["revision"]) not in versions:
            yield f"{pin['identity']} is not there in the version that was built"
    names = {one["name"] for one in components if one["purl"].startswith("pkg:deb/")}
    yield from (f"{name} is not there" for name in sorted(wanted - names))
    references = ["verifyd", *(one["bom-ref"] for one in components)]
    yield from (f"{one} is there more than once" for one in sorted(set(references)) if references.count(one) > 1)
    edges = bill["dependencies"]
    unknown = {end for edge in edges for end in [edge["ref"], *edge["dependsOn"]]} - set(references)
    yield from (f"{one} is a dependency and no component" for one in sorted(unknown))
    yield from (f"{one['name']} has no version" for one in components if not one["version"])
    unlicensed = [one["name"] for one in components if not one["purl"].startswith("pkg:deb/") and not one.get("licenses")]
    yield from (f"{name} has no licence" for name in unlicensed)


def schema_findings(text):
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if error:
        yield f"the schema of CycloneDX: {error.data.json_path}: {error.data.message[:300]}"


def made(program):
    return subprocess.run([REPOSITORY / "deploy/sbom", program], check=True, capture_output=True, text=True).stdout


def main():
    program = Path(sys.argv[1]).resolve()
    text = made(program)
    pins = json.loads((REPOSITORY / "Package.resolved").read_text())["pins"]
    wanted = set(libraries.needed_by(program).values()) | libraries.installed_in(libraries.CONTAINERFILE.read_text())
    findings = [*schema_findings(text), *bill_findings(json.loads(text), pins, wanted)]
    if made(program) != text:
        findings.append("a second run wrote other bytes")
    for finding in findings:
        print(finding)
    print(f"{len(json.loads(text)['components'])} components, {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
