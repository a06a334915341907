"""Replaces two workers, two APIs and a dashboard of one version by those of another, and back, while people are verified.

Usage: roll.py FORMER PRESENT LOGS RATE PAUSE, with the variables of `deploy/services env`. FORMER and PRESENT are programs.
It ends with status 1 when something was lost, doubled or refused for too long; see verdict.py. It stops all processes that
it has started.
"""

import asyncio
import base64
import json
import os
import secrets
import signal
import socket
import sys
import time
from collections import Counter
from pathlib import Path

from load import Balancer, Gateway, Load, ask
from verdict import findings, is_refusal, longest_refusal

# The roll may take so many seconds.
LONGEST_ROLL = 300
# A process ends by itself after 24.5 s.
LONGEST_STOP = 30
LONGEST_START = 60
QUIET = 60


class Failure(Exception):
    """The roll could not go on."""


class Site:
    """What all processes of the installation are told."""

    def __init__(self, logs, gateway):
        self.logs, self.gateway = logs, gateway
        self.environment = {name: os.environ[name] for name in ("PATH", "AMQP_URL", "DATABASE_URL")} | {
            "VERIFYD_CODE_KEYS": "roll:" + base64.b64encode(secrets.token_bytes(32)).decode(),
            "VERIFYD_GATEWAY_SECRET": "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode(),
        }

    async def start(self, program, arguments, log):
        # A folder without settings: the program must not find those of the person who runs this.
        return await asyncio.create_subprocess_exec(
            program, *arguments, cwd=self.logs, env=self.environment, stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE if log is None else log, stderr=log)

    async def run(self, program, *arguments):
        """What a command prints; it must end well."""
        process = await self.start(program, arguments, None)
        try:
            output, _ = await asyncio.wait_for(process.communicate(), LONGEST_START)
        finally:
            if process.returncode is None:
                process.kill()
        if process.returncode:
            raise Failure(f"{Path(program).name} {' '.join(arguments)} ended with {process.returncode}")
        return output.decode()


class Role:
    """One place of the installation, in which one process after the other runs."""

    def __init__(self, site, role, name):
        self.site, self.role, self.name = site, role, name
        self.port = free_port()
        self.process = None
        self.starts = 0

    async def start(self, program):
        """Returns when the process is ready."""
        own = {"api": [f"http.port={self.port}"],
               "worker": [f"admin.port={self.port}", "gateway.kind=webhook", f"gateway.url={self.site.gateway.url}"],
               "dashboard": [f"admin.port={self.port}", "dashboard.port=0", "gateway.kind=webhook"]}
        settings = ["log.format=json", "database.connections=8", *own[self.role]]
        self.starts += 1
        with open(self.site.logs / f"{self.name}-{self.starts}.log", "wb") as log:
            self.process = await self.site.start(
                program, [self.role, *(word for setting in settings for word in ("--set", setting))], log)
        end = time.monotonic() + LONGEST_START
        answer = "it listens nowhere"
        while time.monotonic() < end and self.process.returncode is None:
            try:
                status, answer = await ask(self.port, "GET", "/readyz")
                if status == 200 and json.loads(answer)["status"] == "ok":
                    return
            except ConnectionError:
                pass
            await asyncio.sleep(0.1)
        raise Failure(f"{self.name} did not get ready: {answer}")

    async def stop(self):
        self.process.send_signal(signal.SIGTERM)
        await asyncio.wait_for(self.process.wait(), LONGEST_STOP)
        if self.process.returncode:
            raise Failure(f"{self.name} ended with {self.process.returncode}")

    async def replace(self, program, word):
        begun = time.monotonic()
        await self.stop()
        stopped = time.monotonic()
        await self.start(program)
        tell(f"{self.name} is {word}: stopped in {stopped - begun:.1f} s, ready in {time.monotonic() - stopped:.1f} s")

    def kill(self):
        if self.process and self.process.returncode is None:
            self.process.kill()


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def tell(words):
    print(f"{time.strftime('%T')}  {words}", flush=True)


async def roll(site, workers, apis, dashboard, former, present, pause):
    await asyncio.sleep(2 * pause)
    await site.run(present, "migrate")
    tell("migrated")
    await asyncio.sleep(pause)
    for role in [*workers, *apis, dashboard]:
        await role.replace(present, "present")
        await asyncio.sleep(pause)
    for role in [dashboard, *apis, *workers]:
        await role.replace(former, "former")
        await asyncio.sleep(pause)


async def left_in_queues():
    """How many messages each queue holds, when nothing is under way any more."""
    end = time.monotonic() + QUIET
    while True:
        process = await asyncio.create_subprocess_exec(
            os.environ["RABBITMQCTL"], "--quiet", "list_queues", "name", "messages", stdout=asyncio.subprocess.PIPE)
        output, _ = await process.communicate()
        lines = [line.split() for line in output.decode().splitlines()]
        queues = {line[0]: int(line[1]) for line in lines if len(line) == 2 and line[1].isdigit()}
        if "verification.dead" not in queues:
            raise Failure("the broker does not tell how long the queues are")
        if all(name == "verification.dead" for name, count in queues.items() if count) or time.monotonic() > end:
            return queues
        await asyncio.sleep(1)


def report(people, took):
    tries = [(person, check) for person in people for check in person.checks]
    refused = Counter(status for _, (_, status) in tries if is_refusal(status))
    longest = max((longest_refusal(person.checks) for person in people), default=0)
    tell(f"{len(people)} people in {took:.0f} s, {sum(bool(person.accepted) for person in people)} accepted, "
         f"{sum(person.sms for person in people)} SMS, {len(tries)} checks, {refused.total()} of them refused, "
         f"for {longest:.1f} s at most" + "".join(f"; {count} with {status}" for status, count in refused.items()))


async def main():
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asyncio.current_task().cancel)
    former, present, logs = sys.argv[1], sys.argv[2], Path(sys.argv[3]).resolve()
    rate, pause = float(sys.argv[4]), float(sys.argv[5])
    gateway = Gateway()
    await gateway.listen()
    site = Site(logs, gateway)
    await site.run(former, "migrate")
    await site.run(former, "apps", "add", "roll", "--name", "Roll", "--regions", "all")
    key = json.loads(await site.run(former, "keys", "add", "roll", "--output", "json"))["key"]
    workers = [Role(site, "worker", f"worker-{number}") for number in (1, 2)]
    apis = [Role(site, "api", f"api-{number}") for number in (1, 2)]
    dashboard = Role(site, "dashboard", "dashboard")
    roles = [*workers, *apis, dashboard]
    try:
        for role in roles:
            await role.start(former)
        balancer = Balancer([api.port for api in apis])
        watching = asyncio.create_task(balancer.watch())
        load = Load(balancer, gateway, key, rate)
        tell(f"{rate:g} people a second")
        begun = time.monotonic()
        coming = asyncio.create_task(load.run(int(rate * LONGEST_ROLL)))
        try:
            async with asyncio.timeout(LONGEST_ROLL):
                await roll(site, workers, apis, dashboard, former, present, pause)
        except TimeoutError:
            raise Failure(f"the roll was not done after {LONGEST_ROLL} s") from None
        coming.cancel()
        took = time.monotonic() - begun
        await load.finish()
        queues = await left_in_queues()
        # Not before the queues are empty, because a message that waited there may have been sent again.
        load.count_calls()
        watching.cancel()
        report(load.people, took)
        for role in reversed(roles):
            await role.stop()
        return findings(load.people, queues)
    finally:
        for role in roles:
            role.kill()


if __name__ == "__main__":
    try:
        found = asyncio.run(main())
    except Failure as failure:
        found = [str(failure)]
    sys.exit("\n".join(found) or 0)
