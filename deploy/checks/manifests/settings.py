"""The settings of the program by their names in the environment, as the sources declare them."""

import re
from pathlib import Path

GROUPS = "Sources/Assembly/Settings/Groups"


def environment_name(name):
    """As `DeclaredSetting.environmentName`: `amqp.caFile` is VERIFYD_AMQP_CA_FILE."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name)
    return "VERIFYD_" + re.sub(r"[^A-Za-z0-9]", "_", spaced).upper()


def declared(repository):
    """For each name that a variable of the environment may have: whether the setting is a secret."""
    known = {}
    for path in sorted(Path(repository, GROUPS).glob("*.swift")):
        # Of a gateway's settings only those of a single gateway have names in the environment.
        text = path.read_text().replace(r"\(parent)", "gateway")
        for name, rest in re.findall(r'Setting\(\s*"([A-Za-z.]+)"(.*?)(?=\bSetting\(|\Z)', text, re.S):
            secret = "isSecret: true" in rest
            known[environment_name(name)] = secret
            for shared in re.findall(r'sharedVariable: "(\w+)"', rest):
                known[shared] = secret
    return known
