"""What the program knows by name, read from its sources: settings, commands, roles, and how long it takes to stop.

The files in deploy/ are written for the program, and nobody tries them all at every change. So other checks hold the
names in them to these.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from swift_source import SwiftSource

SETTING = re.compile(r'\bSetting(?:<\w+>)?\(')
NAME = re.compile(r'\s*"((?:\\\(parent\)|[\w.])+)"')
COMMAND = re.compile(r'commandName: "([\w-]+)"')
# What a process may be for as long as it runs, for example `case worker, api`.
ROLES = re.compile(r"enum Role: Sendable \{\s*case ([\w, ]+)")
LAST_RESORT = re.compile(r"lastResort = DispatchTimeInterval\.milliseconds\(([\d_]+)\)")


@dataclass(frozen=True)
class Setting:
    """A setting, for example `database.url`."""

    name: str
    is_secret: bool

    @property
    def variable(self) -> str:
        """For example VERIFYD_AMQP_CA_FILE for `amqp.caFile`."""
        words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", self.name)
        return "VERIFYD_" + re.sub(r"\W", "_", words).upper()

    @property
    def file(self) -> str:
        """The name in a folder of secrets, for example `database-url`."""
        return self.name.replace(".", "-")


@dataclass(frozen=True)
class Program:
    settings: tuple[Setting, ...]
    commands: frozenset[str]
    seconds_to_stop: float
    roles: frozenset[str] = frozenset()

    @property
    def variables(self) -> set[str]:
        return {setting.variable for setting in self.settings}

    @property
    def secret_files(self) -> set[str]:
        return {setting.file for setting in self.settings if setting.is_secret}

    def has_setting(self, name: str) -> bool:
        return any(setting.name == name for setting in self.settings)


def settings_in(source):
    """The settings that a file declares. A gateway's settings have the names of the single gateway, `gateway.…`.

    A provider declares the last words of its settings' names.
    """
    for match in SETTING.finditer(source.code):
        name = NAME.match(source.text, match.end())
        if name:
            end = closing_parenthesis(source.code, match.end() - 1)
            is_secret = re.search(r"\bisSecret:\s*true\b", source.code[match.start() : end]) is not None
            whole = name[1].replace("\\(parent)", "gateway") if "." in name[1] else f"gateway.{name[1]}"
            yield Setting(whole, is_secret)


def closing_parenthesis(code, offset):
    depth = 0
    for offset in range(offset, len(code)):
        depth += {"(": 1, ")": -1}.get(code[offset], 0)
        if depth == 0:
            break
    return offset


def read_program(repository):
    settings, commands, stops, roles = [], set(), [], set()
    for path in sorted((repository / "Sources").rglob("*.swift")):
        text = path.read_text()
        if "Setting(" in text:
            settings += settings_in(SwiftSource(path, text))
        commands |= set(COMMAND.findall(text))
        stops += LAST_RESORT.findall(text)
        roles |= {role for case in ROLES.findall(text) for role in case.split(", ")}
    if len(settings) < 20 or len(commands) < 10 or len(stops) != 1 or not 3 < len(roles) <= len(roles & commands):
        raise SystemExit("the sources no longer look as this check expects: see deploy/checks/program.py")
    return Program(tuple(settings), frozenset(commands), int(stops[0].replace("_", "")) / 1000, frozenset(roles))


def command_findings(words, program):
    """What is wrong with a command line of the program, without the program's own name."""
    words = list(words)
    if not words or words[0] not in program.commands:
        yield f"verifyd has no command {words[0] if words else ''}"
    for option, value in zip(words, words[1:]):
        name = value.split("=")[0]
        if option == "--set" and not program.has_setting(name):
            yield f"verifyd has no setting {name}"


def variable_findings(names, program):
    """What is wrong with variables that the program is given."""
    for name in names:
        if name.startswith("VERIFYD_") and name not in program.variables:
            yield f"verifyd has no variable {name}"


if __name__ == "__main__":
    for setting in read_program(Path(__file__).parents[2]).settings:
        print(setting.name, setting.variable, setting.file if setting.is_secret else "-")
