#!/usr/bin/env python3
"""Checks deploy/container and deploy/compose: by linters, by the compose specification, and by what the program knows.

Usage: containers.py [repository], by the Python of .local/venv, which has the tools. Prints a line for each finding, and
ends with status 1 if there is a finding.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from manifests.rules import names_version
from program import command_findings, read_program, variable_findings
from units import seconds

# A variable with nothing to say what it is for, or with a default: `${X}`, `${X:-default}`, `${X:?message}`.
VARIABLE = re.compile(r"(?<!\$)\$\{(\w+)(?:(:-|:\?)([^}]*))?\}")
DOCKERFILE = "deploy/container/Containerfile"
# The users of the database.
USERS = "deploy/postgres/roles.sql"
# What `variables_in` makes of the variable of that name.
INSTALLATION = "/INSTALLATION"
# What a default may say. All else, for example a password, has to be given.
DEFAULTS = {"IMAGE"}


def variables_in(text):
    """Findings about variables, and the text with a value for each."""
    findings = []
    for name, kind, words in VARIABLE.findall(text):
        if kind == ":-" and name not in DEFAULTS:
            findings.append(f"{name} has a default")
        elif not kind or not words:
            findings.append(f"{name} is not asked for with a message that helps")
    return findings, VARIABLE.sub(lambda match: match[3] if match[2] == ":-" else f"/{match[1]}", text)


def compose_findings(services, program):
    """What is wrong with the services, as YAML gives them: names that the program does not have, and limits that it needs."""
    for name, service in services.items():
        findings = list(place_findings(service))
        if is_ours(service):
            findings += program_findings(service, program)
        yield from (f"{name}: {finding}" for finding in findings)


def is_ours(service):
    return service.get("build", {}).get("dockerfile") == DOCKERFILE


def role_findings(services, program):
    """Every role of the program has a service of its name."""
    running = {name for name, service in services.items() if is_ours(service) and service.get("command", [""])[0] == name}
    yield from (f"the role {role} has no service" for role in sorted(program.roles - running))


def user_findings(roles, first_start):
    """The first start gives every user of the database its password."""
    for role, user in re.findall(r"\\set (\w+) (verifyd_\w+)", roles):
        for line in (f"\\set {role} `cat /run/secrets/{role}`", f"alter role {user} password :'{role}';"):
            if line not in first_start:
                yield f"first-start.sh has no line {line}"


def program_findings(service, program):
    words = service.get("command", [])
    yield from command_findings(words, program)
    yield from variable_findings(service.get("environment", {}), program)
    if seconds(service.get("stop_grace_period", "")) <= program.seconds_to_stop:
        yield f"stop_grace_period must be longer than {program.seconds_to_stop} s, which the program may take to stop"
    targets = {volume["target"] for volume in service.get("volumes", []) if isinstance(volume, dict)}
    for option, value in zip(words, words[1:]):
        if option in ("--secrets", "--config") and value not in targets:
            yield f"{option} {value} is not mounted"


def place_findings(service):
    for port in service.get("ports", []):
        if not str(port).startswith("127.0.0.1:"):
            yield f"port {port} is open beyond this machine"
    for volume in service.get("volumes", []):
        if not isinstance(volume, dict):
            yield f"volume {volume}: say it in the long form, which makes no folder that is missing"
        elif volume["type"] == "bind" and volume.get("bind", {}).get("create_host_path") is not False:
            yield f"{volume['target']}: a folder that is missing would be made, empty and root's"
    limits = service.get("deploy", {}).get("resources", {}).get("limits", {})
    if not {"cpus", "memory", "pids"} <= limits.keys():
        yield "may take all processors, memory or processes of the machine"
    if "image" in service and not is_ours(service) and not names_version(service["image"]):
        yield f"the image {service['image']} names no version, so it may be another one tomorrow"


def image_findings(text):
    """What no linter asks of the last stage of a container file."""
    instructions = [line for line in re.sub(r"\\\n", " ", text).splitlines() if re.match(r"[A-Z]+ ", line)]
    last = max(number for number, line in enumerate(instructions) if line.startswith("FROM "))
    stage = instructions[last:]
    users = [line.split()[1] for line in stage if line.startswith("USER ")]
    if not users or not re.fullmatch(r"[1-9]\d*:[1-9]\d*", users[-1]):
        yield "the last USER must be a number and a group's number, and not root"
    if 'ENTRYPOINT ["verifyd"]' not in stage:
        yield "the entry point must be verifyd"
    for line in stage:
        if re.match(r"COPY (?!--from=)", line) or line.startswith("ADD "):
            yield f"the last stage takes only what an earlier stage made: {line}"
        if re.match(r"(ENV|ARG) .*(PASSWORD|SECRET|KEY|TOKEN|URL)", line):
            yield f"an image holds no secret: {line}"


def folder_findings(services, folder, program):
    """What is wrong with a folder that `deploy/compose/prepare` has made: what the services miss, and wrong secrets."""
    for name, service in services.items():
        for volume in service.get("volumes", []):
            source = str(volume["source"]).removeprefix(INSTALLATION)
            if source != volume["source"] and not (folder / source[1:]).exists():
                yield f"prepare makes no {source[1:]}, which {name} mounts"
        for place in (folder / "secrets" / name).glob("*") if is_ours(service) else ():
            if place.name not in program.secret_files:
                yield f"verifyd has no secret {place.name}, which prepare makes for {name}"
            for begins, user in ((r"postgres\w*", f"verifyd_{name}"), (r"amqps?", f"verifyd-{name}")):
                url = re.match(rf"{begins}://([^:]*):", place.read_text())
                if url and url[1] != user:
                    yield f"{name}/{place.name} signs in as {url[1]} and not as {user}"
            # The folder keeps strangers out; in a container, another user reads.
            if place.stat().st_mode & 0o777 != 0o644:
                yield f"the user of the container cannot read {name}/{place.name}"
    if folder.stat().st_mode & 0o077:
        yield "prepare lets other users into the folder"


def prepared(compose, scratch):
    """A folder of the demonstration."""
    folder = Path(scratch) / "installation"
    subprocess.run([compose.with_name("prepare"), "--demo", folder], check=True, capture_output=True)
    return folder


def specification_findings(document):
    # Imported here, because the tests of the rules above run without it.
    from compose_spec import PyCompose

    try:
        PyCompose.from_json(json.dumps(document)).validate()
    except ValueError as problem:
        yield f"not as the compose specification says: {problem}"


def tool_findings(name, *words):
    """What a linter says; it lies beside the Python that runs this."""
    done = subprocess.run([Path(sys.executable).parent / name, *map(str, words)], capture_output=True, text=True)
    if done.returncode:
        yield from (f"{name}: {line}" for line in (done.stdout + done.stderr).splitlines() if line.strip())


def findings_in(repository):
    import yaml

    program = read_program(repository)
    container, compose = repository / DOCKERFILE, repository / "deploy/compose/compose.yaml"
    yield from (f"{DOCKERFILE}: {finding}" for finding in image_findings(container.read_text()))
    yield from tool_findings("hadolint", "--failure-threshold", "style", container)
    findings, text = variables_in(compose.read_text())
    yield from findings
    document = yaml.safe_load(text)
    yield from specification_findings(document)
    yield from compose_findings(document["services"], program)
    yield from role_findings(document["services"], program)
    yield from user_findings((repository / USERS).read_text(), compose.with_name("first-start.sh").read_text())
    with tempfile.TemporaryDirectory() as scratch:
        yield from folder_findings(document["services"], prepared(compose, scratch), program)
    yield from tool_findings(
        "compose-lint", "check", "--quiet", "--skip-suppressed", "--fail-on", "low", "--strict-config", "--config",
        compose.with_name(".compose-lint.yml"), compose)


def main():
    repository = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2]).resolve()
    findings = list(findings_in(repository))
    for finding in findings:
        print(finding)
    print(f"{len(findings)} findings")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
