#!/usr/bin/env python3
"""Checks the systemd units of deploy/systemd: by systemd-analyze, and by what the program knows.

Usage: units.py [repository]. Prints a line for each finding, and ends with status 1 if there is a finding.
"""

import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from program import command_findings, read_program, variable_findings

PROGRAM = "/usr/local/bin/verifyd"
SECRETS = "/etc/verifyd/secrets"
# Of 0 to 100, as systemd counts. What is left is the network, which the program is there for, and little things: sockets
# of the same host, /etc and /usr, a thread's priority, and the clock's device, which ProtectClock= lets a service read.
MOST_EXPOSED = 12
COMMON = "verifyd-.service.d"
MIGRATE = "verifyd-migrate.service"
GRANTS = "verifyd-grants.service"
PSQL = "/usr/lib/postgresql/15/bin/psql"


def lines_of(text):
    """Each assignment of a unit: section, key and value."""
    section = ""
    for line in text.splitlines():
        line = line.strip()
        if line.startswith("["):
            section = line.strip("[]")
        elif line and line[0] not in "#;":
            key, _, value = line.partition("=")
            yield section, key, value


def unit_findings(name, text, program):
    """What is wrong with the names in a unit; `name` is for example verifyd-api.service."""
    role = name.removeprefix("verifyd-").split(".")[0]
    service = [(key, value) for section, key, value in lines_of(text) if section == "Service"]
    values = dict(service)
    for key, value in service:
        if key == "ExecStart":
            yield from start_findings(shlex.split(value), role, program)
        elif key == "Environment":
            yield from variable_findings([pair.split("=")[0] for pair in shlex.split(value)], program)
        elif key == "LoadCredential":
            yield from credential_findings(value, role, program)
    if role in program.roles and (values.get("Type") != "notify" or not 10 <= seconds(values.get("WatchdogSec", "")) <= 60):
        yield "needs Type=notify and WatchdogSec= of 10 to 60 s, so that a role which hangs is restarted"
    if values.get("Type") != "oneshot" and seconds(values.get("TimeoutStopSec", "")) <= program.seconds_to_stop:
        yield f"TimeoutStopSec= must be longer than {program.seconds_to_stop} s, which the program may take to stop"


def role_findings(texts, program):
    """Every role of the program has a unit, which starts after migration and grants of the same host; `texts` by unit."""
    for role in sorted(program.roles):
        unit = f"verifyd-{role}.service"
        if unit not in texts:
            yield f"the role {role} has no unit"
        for first in (MIGRATE, GRANTS):
            if unit in texts and unit not in named_in(texts.get(first, ""), "Before"):
                yield f"{first}: must start before {unit}"
    for key in ("Requires", "After"):
        if MIGRATE not in named_in(texts.get(GRANTS, ""), key):
            yield f"{GRANTS}: has no {key}={MIGRATE}"


def named_in(text, wanted):
    return {name for _, key, value in lines_of(text) if key == wanted for name in value.split()}


def grants_findings(text):
    """What is wrong with the unit that gives rights; it starts no command of verifyd, and has the owner's password."""
    service = dict((key, value) for section, key, value in lines_of(text) if section == "Service")
    if not service.get("ExecStart", "").startswith(f"{PSQL} --no-psqlrc --file "):
        yield f"does not start {PSQL}"
    if "://" in service.get("ExecStart", "") or "PGPASSWORD" in text:
        yield "everybody on the host can read the password"
    if service.get("LoadCredential") != f"connection:{SECRETS}/migrate/connection":
        yield f"connection must come from {SECRETS}/migrate/connection"
    if "PGSERVICEFILE=%d/connection" not in service.get("Environment", ""):
        yield "does not tell psql where its connection is"


def start_findings(words, role, program):
    if words[0] != PROGRAM:
        yield f"starts {words[0]} and not {PROGRAM}"
    if words[1:2] != [role]:
        yield f"does not start the command {role}"
    yield from command_findings(words[1:], program)


def credential_findings(value, role, program):
    name, _, path = value.partition(":")
    if name not in program.secret_files:
        yield f"verifyd has no secret {name}"
    if path != f"{SECRETS}/{role}/{name}":
        yield f"{name} must come from {SECRETS}/{role}/{name}"


def seconds(text):
    """Only whole seconds are read, for example 30 or 30s; 0 for everything else."""
    match = re.fullmatch(r"(\d+)s?", text)
    return int(match[1]) if match else 0


def install(folder, root):
    """Makes a root with systemd's own units, ours, and a stub of the program, so that nothing of this machine counts."""
    shutil.copytree("/usr/lib/systemd/system", root / "usr/lib/systemd/system", symlinks=True)
    shutil.copytree(folder, root / "etc/systemd/system")
    for program in (PROGRAM, PSQL):
        stub = root / program[1:]
        stub.parent.mkdir(parents=True)
        stub.write_text("#!/bin/sh\n")
        stub.chmod(0o755)


def verified(root, names):
    """What `systemd-analyze verify` says; also a warning is a finding."""
    said = analyze("verify", f"--root={root}", *names)
    yield from (f"systemd-analyze verify: {line}" for line in said.output.splitlines())
    if said.status and not said.output:
        yield f"systemd-analyze verify ended with status {said.status}"


def secured(root, name):
    said = analyze("security", "--offline=true", f"--root={root}", f"--threshold={MOST_EXPOSED}", "--no-pager", name)
    if said.status:
        yield f"{name}: exposed by more than {MOST_EXPOSED / 10}:"
        yield from (line for line in said.output.splitlines() if line.startswith(("✗", "→", "Failed")))


class Said:
    def __init__(self, done):
        self.status = done.returncode
        self.output = (done.stdout + done.stderr).strip()


def analyze(*words):
    command = ["systemd-analyze", *words]
    return Said(subprocess.run(command, capture_output=True, text=True, env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}))


def main():
    repository = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2]).resolve()
    folder, program = repository / "deploy/systemd", read_program(repository)
    units = sorted(path for path in folder.iterdir() if path.suffix in (".service", ".target"))
    services = [path.name for path in units if path.suffix == ".service"]
    findings = [] if services and (folder / COMMON).is_dir() else [f"no services, or no {COMMON}"]
    findings += role_findings({path.name: path.read_text() for path in units}, program)
    for path in units:
        if path.name == GRANTS:
            findings += [f"{path.name}: {finding}" for finding in grants_findings(path.read_text())]
        elif path.suffix == ".service":
            findings += [f"{path.name}: {finding}" for finding in unit_findings(path.name, path.read_text(), program)]
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        install(folder, root)
        findings += verified(root, [path.name for path in units])
        for name in services:
            findings += secured(root, name)
    for finding in findings:
        print(finding)
    print(f"{len(units)} units, {len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
