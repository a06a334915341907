"""The real RabbitMQ and PostgreSQL of the campaign, as deploy/services runs them."""

import os
import re
import subprocess
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[3]


class Harm(Exception):
    """The scenario cannot go on; what it says is a violation."""


class Services:
    """The real RabbitMQ and PostgreSQL, by deploy/services, in a folder of their own."""

    def __init__(self, local):
        self.environment = os.environ | {"VERIFYD_LOCAL": str(local)}
        self.variables = {}

    def run(self, *words, check=True, timeout=180):
        done = subprocess.run(
            [REPOSITORY / "deploy/services", *words], env=self.environment, capture_output=True, text=True,
            timeout=timeout, stdin=subprocess.DEVNULL)
        if check and done.returncode:
            raise Harm(f"deploy/services {words[0]} ended with {done.returncode}: {done.stderr.strip()[-300:]}")
        return done.stdout

    def load(self):
        lines = re.findall(r"^export (\w+)=(.*)$", self.run("env"), re.MULTILINE)
        self.variables = {name: re.sub(r"\\(.)", r"\1", value) for name, value in lines}

    def sql(self, statement, database=None, timeout=30):
        """Rows of texts. psql finds the database that takes writes."""
        url = self.variables["DATABASE_URL"]
        if database:
            url = url.replace("/verifyd?", f"/{database}?")
        done = subprocess.run(
            ["psql", "--no-psqlrc", "-AtF", "\t", "-v", "ON_ERROR_STOP=1", url, "-c", statement], text=True,
            capture_output=True, timeout=timeout, stdin=subprocess.DEVNULL)
        if done.returncode:
            raise Harm(f"psql: {done.stderr.strip()[-300:]}")
        return [line.split("\t") for line in done.stdout.splitlines()]

    def ctl(self, *words, check=True):
        return self.run("rabbitmqctl", "--quiet", *words, check=check)
