#!/usr/bin/env python3
"""Prints as words of Bash what deploy/test-image takes from the container file and from the compose file.

Usage: image.py [repository]. It ends with status 1 at an instruction of the last stage that deploy/test-image would not follow.
"""

import json
import re
import shlex
import sys
from pathlib import Path

# Labels and ports change nothing in the root, and nothing for the program.
WITHOUT_EFFECT = {"LABEL", "EXPOSE", "ARG"}


class Unknown(Exception):
    """An instruction that this file does not know, or one that is missing."""


def last_stage(text):
    """What the last stage of a container file says, by the names that the script gives it."""
    lines = [line for line in re.sub(r"\\\n", " ", text).splitlines() if re.match(r"[A-Z]+ ", line)]
    last = max(number for number, line in enumerate(lines) if line.startswith("FROM "))
    said = {"run": []}
    for line in lines[last:]:
        word, rest = line.split(" ", 1)
        if base := re.fullmatch(r"FROM debian:([a-z]+)-slim", line):
            said["release"] = base[1]
        elif copy := re.fullmatch(r"COPY --from=\w+ (\S+) (\S+)", line):
            if "program" in said or not copy[2].endswith("/verifyd"):
                raise Unknown(line)
            said["program"] = copy[2]
        elif user := re.fullmatch(r"USER (\d+):(\d+)", line):
            said["user"], said["group"] = user.groups()
        elif word == "RUN":
            said["run"].append(" ".join(rest.split()))
        elif word == "WORKDIR":
            said["folder"] = rest.strip()
        elif word in ("ENTRYPOINT", "CMD"):
            said[word.lower()] = json.loads(rest)
        elif word not in WITHOUT_EFFECT:
            raise Unknown(line)
    missing = {"release", "program", "user", "group", "folder", "entrypoint", "cmd"} - said.keys()
    if missing:
        raise Unknown(f"nothing says {', '.join(sorted(missing))}")
    return said


def health_check(text):
    """The program of the compose file that asks a role whether it is ready, with `PORT` in place of the port."""
    found = re.search(r"^x-ready:.*?\n +- bash\n +- -c\n +- >-\n(.*?)\n +interval:", text, re.M | re.S)
    if not found or "/127.0.0.1/9464 " not in found[1]:
        raise Unknown("the compose file has no health check at port 9464")
    return " ".join(found[1].split()).replace("$$", "$").replace("/9464 ", "/PORT ")


def words_of_bash(said, check):
    """Assignments; the names are those of the script."""
    values = {name: said[name] for name in ("release", "program", "user", "group", "folder")}
    lists = {"run": said["run"], "start": said["entrypoint"] + said["cmd"], "entry": said["entrypoint"]}
    yield from (f"image_{name}={shlex.quote(value)}" for name, value in (values | {"check": check}).items())
    yield from (f"image_{name}=({' '.join(map(shlex.quote, words))})" for name, words in lists.items())


def main():
    repository = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2])
    try:
        said = last_stage((repository / "deploy/container/Containerfile").read_text())
        check = health_check((repository / "deploy/compose/compose.yaml").read_text())
    except Unknown as unknown:
        sys.exit(f"deploy/test-image does not know what to do with this: {unknown}")
    print(*words_of_bash(said, check), sep="\n")


if __name__ == "__main__":
    main()
