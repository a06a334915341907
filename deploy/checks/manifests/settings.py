"""The settings of the program by their names in the environment, as the sources declare them."""

import re
from pathlib import Path

FOLDERS = ["Sources/Assembly/Settings/Groups", "Sources/Gateways"]


def environment_name(name):
    """As `DeclaredSetting.environmentName`: `amqp.caFile` is VERIFYD_AMQP_CA_FILE."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name)
    return "VERIFYD_" + re.sub(r"[^A-Za-z0-9]", "_", spaced).upper()


def declared(repository):
    """For each name that a variable of the environment may have: whether the setting is a secret."""
    known = {}
    for path in sorted(path for folder in FOLDERS for path in Path(repository, folder).rglob("*.swift")):
        # Of a gateway's settings only those of a single gateway have names in the environment.
        text = path.read_text().replace(r"\(parent)", "gateway")
        for name, rest in re.findall(
            r'\bSetting(?:<\w+>)?\(\s*"([A-Za-z.]+)"(.*?)(?=\bSetting(?:<\w+>)?\(|\Z)', text, re.S
        ):
            # A provider declares the last words of its settings' names.
            name = name if "." in name else f"gateway.{name}"
            secret = "isSecret: true" in rest
            known[environment_name(name)] = secret
            for shared in re.findall(r'sharedVariable: "(\w+)"', rest):
                known[shared] = secret
    return known
