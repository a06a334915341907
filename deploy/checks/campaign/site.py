"""An installation for one scenario: two APIs, two workers, a gateway, an endpoint; and the course of the scenario."""

import asyncio
import base64
import contextlib
import json
import os
import random
import re
import secrets
import subprocess
import threading
import time
from urllib.parse import urlsplit

from .child import LONGEST_START, Child
from .load import PROBE, Load, ask, code_of
from .proxy import Proxy
from .services import Harm
from .verdict import Evidence, Limit, Process, Row

LIMITS = {"narrow": Limit(together=40, each=3)}
WIDE = {"sendsPerPrefix": [{"count": 1_000_000, "seconds": 3600}], "sendsPerApp": [{"count": 1_000_000, "seconds": 3600}]}
RULES = {
    "steady": WIDE, "again": WIDE | {"whenUnknown": "resend"},
    "narrow": {"sendsPerApp": [{"count": 40, "seconds": 3600}], "sendsPerPhone": [{"count": 3, "seconds": 3600}],
               "resendAfter": 1},
}
CONFIGURATION = """\
gateways:
  - name: hook
    kind: webhook
    url: http://127.0.0.1:{port}/webhook
    secret: whsec_c2FuZGJveC1zYW5kYm94LXNhbmRib3gt
  - name: carrier
    kind: twilio
    url: http://127.0.0.1:{port}
    account: AC00000000000000000000000000000000
    secret: sandbox
    sender: "+15005550006"
routes:
  - prefix: "+43"
    gateway: carrier
  - gateway: hook
"""
BEHAVIOUR = {"minimumLatencyMs": 20, "maximumLatencyMs": 120, "delivered": 0.9, "minimumReceiptMs": 200, "maximumReceiptMs": 1500}
# Seconds until nothing is under way any more, on a machine three times slower than ours.
LONGEST_DRAIN = 240
# Seconds in which nodes agree on the leader of a queue.
LONGEST_ELECTION = 30


def leader_in(listing, queue):
    """The node that leads a queue, as `rabbitmqctl list_queues name leader` tells it; None when no node does."""
    for line in listing.splitlines():
        name, _, leader = line.partition("\t")
        found = re.search(r"_(node\d)@", leader)
        if name == queue and found:
            return found[1]
    return None


class Site:
    """One scenario's installation. Use it as a context: at the end all of its processes are gone."""

    def __init__(self, program, services, folder, scenario, options):
        self.program, self.services, self.folder, self.scenario = str(program), services, folder, scenario
        self.seconds = options.seconds
        self.chance = random.Random(f"{options.seed} {scenario.name}")
        self.load_chance = random.Random(f"{options.seed} {scenario.name} load")
        self.rate = options.rate * scenario.share
        self.evidence = Evidence()
        self.ends_at = 0.0
        self.database = f"campaign_{secrets.token_hex(4)}"
        self.queue_prefix = self.database + "."
        self.proxies = {}
        self.children = []
        self.load, self.disk = None, None
        self.keys = {}
        self.read = 0
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)

    def __enter__(self):
        try:
            self.build()
        except BaseException:
            # Python calls `__exit__` only of a context that was entered.
            self.__exit__()
            raise
        return self

    def build(self):
        folder = self.folder
        folder.mkdir(parents=True)
        self.thread.start()
        self.load = Load(self, self.rate)
        self.sandbox = Child(self, "sandbox", "sandbox")
        self.apis = [Child(self, "api", f"api-{n}") for n in (1, 2)]
        self.workers = [Child(self, "worker", f"worker-{n}") for n in (1, 2)]
        self.children = [self.sandbox, *self.apis, *self.workers]
        self.disk = self.scenario.disk and self.scenario.disk(self)
        self.services.sql(f"create database {self.database}{self.disk.mount() if self.disk else ''}")
        variables = self.services.variables
        urls = {
            "AMQP_URL": variables["AMQP_URL"],
            "DATABASE_URL": variables["DATABASE_URL"].replace("/verifyd?", f"/{self.database}?"),
        }
        gateway = self.sandbox.port
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder), **urls,
                            "VERIFYD_CODE_KEYS": "campaign:" + base64.b64encode(secrets.token_bytes(32)).decode()}
        if "broker" in self.scenario.proxied:
            urls["AMQP_URL"] = self.through("broker", urls["AMQP_URL"])
        if "database" in self.scenario.proxied:
            urls["DATABASE_URL"] = self.through("database", urls["DATABASE_URL"])
        if "gateway" in self.scenario.proxied:
            gateway = self.open_proxy("gateway", gateway)
        (folder / "verifyd.yaml").write_text(CONFIGURATION.format(port=gateway))
        self.settings = [
            f"queue.prefix={self.queue_prefix}", "queue.retryDelays=1s,3s,10s", "events.pauses=500ms,1s,2s,5s",
            "database.connections=4", "log.format=json", "gateway.deadline=5s",
            f"receipts.url=http://127.0.0.1:{self.apis[0].port}",
        ]
        self.found()
        self.environment |= urls

    def __exit__(self, *_):
        try:
            with contextlib.ExitStack() as stack:
                # Each is called, last first, also when one of them fails.
                stack.callback(self.remove)
                for child in self.children:
                    stack.callback(child.kill)
        finally:
            if self.thread.is_alive():
                self.end_loop()

    def end_loop(self):
        try:
            self.do(self.close())
        finally:
            self.loop.call_soon_threadsafe(self.loop.stop)
            self.thread.join(5)

    def through(self, name, url):
        parts = urlsplit(url)
        return url.replace(f":{parts.port}/", f":{self.open_proxy(name, parts.port)}/")

    def open_proxy(self, name, port):
        self.proxies[name] = Proxy(port, self.chance)
        self.do(self.proxies[name].open())
        return self.proxies[name].port

    async def close(self):
        for proxy in self.proxies.values():
            await proxy.close()
        if self.load:
            self.load.is_over = True
            for task in self.load.under_way:
                task.cancel()

    def found(self):
        """The schema, the apps, their keys and their endpoint."""
        self.verifyd("migrate")
        server = self.do(self.listen())
        port = server.sockets[0].getsockname()[1]
        for app, rules in RULES.items():
            self.verifyd("apps", "add", app, "--name", app, "--regions", "all", "--rules", json.dumps(rules))
            self.keys[app] = json.loads(self.verifyd("keys", "add", app, "--output", "json"))["key"]
            self.verifyd("apps", "events", app, "--url", f"http://127.0.0.1:{port}/events")

    async def listen(self):
        return await asyncio.start_server(self.load.serve_endpoint, "127.0.0.1", 0)

    def verifyd(self, *words, check=True):
        done = subprocess.run(
            [self.program, *words], cwd=self.folder, env=self.environment, capture_output=True, text=True,
            timeout=LONGEST_START, stdin=subprocess.DEVNULL)
        if check and done.returncode:
            raise Harm(f"verifyd {' '.join(words[:2])} ended with {done.returncode}: {done.stderr.strip()[-300:]}")
        return done.stdout

    # What runs in the thread of the load.

    def do(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(LONGEST_DRAIN)

    def call(self, port, method, path, body=None):
        return self.do(ask(port, method, path, body))

    def behave(self, **change):
        """How the gateway answers from now on."""
        self.call(self.sandbox.port, "PUT", "/api/behaviour", BEHAVIOUR | change)

    # What a scenario does.

    def pause(self, seconds):
        """Lets the load go on for so long, and follows the ledger meanwhile."""
        end = time.monotonic() + seconds
        while True:
            self.follow_ledger()
            left = end - time.monotonic()
            if left <= 0:
                return
            time.sleep(min(0.5, left))

    @property
    def time_left(self):
        return self.ends_at - time.monotonic()

    def fault(self, words):
        """Counts a fault, and writes down when it was done."""
        self.evidence.faults += 1
        with open(self.folder / "faults.log", "a", encoding="utf-8") as log:
            log.write(f"{time.strftime('%T')} {words}\n")

    def rounds(self, seconds):
        """A round after the other, each so long at least, until the time of the scenario is over."""
        while self.time_left > 0:
            begun = time.monotonic()
            yield
            self.pause(max(0.5, begun + seconds - time.monotonic()))

    def follow_ledger(self):
        lines = self.ledger()
        new, self.read = lines[self.read:], len(lines)
        for line in new:
            self.loop.call_soon_threadsafe(self.load.read, line)

    def ledger(self):
        file = self.folder / "ledger.jsonl"
        lines = []
        for text in file.read_text().splitlines() if file.exists() else []:
            try:
                lines.append(json.loads(text))
            except ValueError:
                # A crash of the gateway may leave half a line, of a message that was never answered.
                continue
        return [line for line in lines if line["phoneNumber"] != PROBE]

    def leader(self):
        """The node that leads the queue of requests; during an election none does, for some seconds."""
        end = time.monotonic() + LONGEST_ELECTION
        while True:
            node = leader_in(self.services.ctl("list_queues", "name", "leader"), self.queue_prefix + "verification.requests")
            if node:
                return node
            if time.monotonic() > end:
                raise Harm(f"for {LONGEST_ELECTION} s no node leads the queue of requests")
            time.sleep(1)

    # The course of a scenario.

    def begin(self):
        for child in self.children:
            child.start()
        for child in self.children:
            child.await_ready()
        self.behave()
        self.loop.call_soon_threadsafe(self.load.begin, self.load.run())
        self.loop.call_soon_threadsafe(self.load.begin, self.load.probe())
        self.pause(6)
        self.before = {child.name: child.size() for child in self.children if child.role != "sandbox"}
        self.connections_before = self.connections()
        self.ends_at = time.monotonic() + self.seconds

    def connections(self):
        """At the broker and at the database. A pool opens what it needs, so at the database the most that it may have."""
        names = self.services.ctl("list_connections", "state").split()
        rows = self.services.sql(
            f"select count(*) from pg_stat_activity where datname = '{self.database}' and application_name like 'verifyd-%'")
        return {"broker": names.count("running"), "database": int(rows[0][0])}

    def settle(self):
        """Ends the load, and waits until nothing is under way."""
        begun = time.monotonic()
        for child in self.children:
            if not child.is_frozen:
                child.start()
        for child in self.children:
            child.await_ready()
        self.pause(2)
        self.load.is_over = True
        while time.monotonic() < begun + LONGEST_DRAIN:
            self.pause(1)
            if self.is_quiet() and self.is_quiet():
                self.evidence.drained = round(time.monotonic() - begun, 1)
                return
        self.evidence.drained = None

    def is_quiet(self):
        if self.load.under_way or any(self.queues().values()):
            return False
        if any(worker.metric("verifyd_requests_in_hand") != 0 for worker in self.workers):
            return False
        rows = self.services.sql(
            "select (select count(*) from message where stage <> 'ended') + (select count(*) from outbox)", self.database)
        return rows == [["0"]]

    def queues(self, dead=False):
        """How many messages each queue holds that is not empty, without dead letters or only those."""
        queues = json.loads(self.verifyd("queues", "list", "--output", "json", *self.naming))
        return {queue["name"]: queue.get("messages", 0) for queue in queues
                if queue.get("messages", 0) and queue["name"].endswith("verification.dead") == dead}

    @property
    def naming(self):
        return [word for setting in self.settings[:3] for word in ("--set", setting)]

    def collect(self):
        """All the evidence, once nothing is under way; ends the processes."""
        evidence, load = self.evidence, self.load
        for child in self.children:
            if child.name in self.before and child.is_running:
                evidence.processes.append(Process(child.name, self.before[child.name], child.size()))
        after = self.connections()
        most = len(self.apis + self.workers) * 5
        evidence.connections = {
            "broker": [self.connections_before["broker"], after["broker"]],
            "database": [max(most, self.connections_before["database"]), after["database"]]}
        for child in [*self.workers, *self.apis, self.sandbox]:
            try:
                child.stop()
            except Harm as harm:
                evidence.surprises.append(str(harm))
        evidence.queues = self.queues()
        evidence.dead = sum(self.queues(dead=True).values())
        evidence.ledger = [(line["phoneNumber"], line["mayBeDuplicate"], code_of(line)) for line in self.ledger()]
        rows = self.services.sql(
            "select phone, app, v.id, v.status, m.stage, m.status, m.reason from verification v left join message m "
            "on m.verification_id = v.id and m.ordinal = (select max(ordinal) from message where verification_id = v.id) "
            "order by v.created_at", self.database)
        evidence.rows = [Row(*(cell or None for cell in row)) for row in rows]
        messages = self.services.sql("select * from message order by created_at", self.database)
        (self.folder / "messages.tsv").write_text("".join("\t".join(row) + "\n" for row in messages))
        for name in ("accepted", "doubtful", "approved", "disapproved", "told", "answers", "slowest", "slowest_gateway"):
            setattr(evidence, name, getattr(load, name))
        return evidence

    def remove(self):
        """The queues, the database, and its disk if it has one."""
        # Without variables the services never ran, and there is nothing of this scenario.
        if not self.services.variables:
            return
        with contextlib.ExitStack() as stack:
            # Each is called, last first, also when one of them fails.
            if self.disk:
                stack.callback(self.disk.unmount)
            stack.callback(self.services.sql, f"drop database if exists {self.database} with (force)")
            self.services.ctl("eval", (
                f"[rabbit_amqqueue:delete(Q, false, false, <<\"campaign\">>) || Q <- rabbit_amqqueue:list(<<\"/\">>), "
                f"binary:match(element(4, amqqueue:get_name(Q)), <<\"{self.queue_prefix}\">>) =/= nomatch]."), check=False)
