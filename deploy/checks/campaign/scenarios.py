"""The scenarios with one broker and one database: each injects its faults until its time is over, and takes them back."""

import contextlib
import os
import secrets
import shutil
import subprocess
import time
from dataclasses import dataclass, field

from .amqp import Publisher
from .faults import Disk, alarm, bears_faketime, behaviour, dead, faketime, frozen, mode, request, service, two_faults
from .verdict import Policy

# How many messages may be at the gateway of one worker when it dies, at the usual rate: 20 requests a second, two workers.
AT_THE_GATEWAY = 8
SCENARIOS = {}


@dataclass
class Scenario:
    """A scenario of the campaign; `share` is its part of the usual rate."""

    name: str
    words: str
    run: object
    policy: Policy = field(default_factory=Policy)
    proxied: tuple = ()
    is_cluster: bool = False
    is_short: bool = False
    share: float = 1.0
    # Says of a program why the scenario cannot be run with it here, or nothing.
    missing: object = lambda program: ""
    disk: object = None


def scenario(words, policy=None, **options):
    """Adds a function to the list, by its name."""
    def add(function):
        name = function.__name__.replace("_", "-")
        SCENARIOS[name] = Scenario(name, words, function, policy or Policy(), **options)
        return function
    return add


# Processes of the program.


@scenario("A worker dies by SIGKILL every few seconds, and starts again.", Policy(unknown=AT_THE_GATEWAY), is_short=True)
def worker_killed(site):
    for _ in site.rounds(6):
        with dead(site, site.chance.choice(site.workers)):
            site.pause(site.chance.uniform(0, 3))


@scenario("All workers die at once, and requests pile up.", Policy(unknown=2 * AT_THE_GATEWAY))
def all_workers_killed(site):
    for _ in site.rounds(20):
        with dead(site, site.workers[0]), dead(site, site.workers[1]):
            site.pause(6)


@scenario("A worker stands still for longer than its lease, and goes on.", Policy(unknown=AT_THE_GATEWAY))
def worker_frozen(site):
    for _ in site.rounds(30):
        with frozen(site, site.chance.choice(site.workers)):
            site.pause(site.chance.uniform(14, 22))


@scenario("An API dies by SIGKILL every few seconds.")
def api_killed(site):
    for _ in site.rounds(6):
        with dead(site, site.chance.choice(site.apis)):
            site.pause(site.chance.uniform(0, 3))


@scenario("Every process is replaced in turn by SIGTERM, again and again.", is_short=True)
def rolling_restart(site):
    for _ in site.rounds(1):
        for child in site.workers + site.apis:
            site.fault(f"stop {child.name}")
            child.stop()
            child.start()
            child.await_ready()
            site.pause(2)


@scenario("The clock of a worker and of an API jumps by minutes, forth and back, while they run.", missing=bears_faketime)
def clock_jumps(site):
    for child in (site.apis[1], site.workers[1]):
        child.stop()
        file = site.folder / f"{child.name}.clock"
        file.write_text("+0s\n")
        child.environment = faketime() | {"FAKETIME_TIMESTAMP_FILE": str(file)}
        child.start()
        child.await_ready()
        site.before[child.name] = child.size()
    for _ in site.rounds(8):
        jump = site.chance.choice(["+11m", "-11m", "+40s", "-40s", "+0s"])
        site.fault(f"clock {jump}")
        for child in (site.apis[1], site.workers[1]):
            (site.folder / f"{child.name}.clock").write_text(f"{jump}\n")


CALLS = ["sendto", "recvfrom", "write", "read", "sendmsg"]


@scenario("A worker dies before one system call after the other of the path of a request.", Policy(unknown=3), share=0.1,
          missing=lambda program: "" if shutil.which("strace") else "strace is not installed")
def killed_at_each_call(site):
    # The other worker would take the requests.
    site.workers[1].stop()
    worker, survived, number = site.workers[0], set(), 1
    while site.time_left > 0 and len(survived) < len(CALLS):
        for call in CALLS:
            if call in survived or site.time_left <= 0:
                continue
            site.fault(f"kill worker-1 before {call} number {number}")
            tracer = subprocess.Popen(
                ["strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}", "-e",
                 f"inject={call}:signal=KILL:when={number}", "-p", str(worker.process.pid)],
                stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            end = time.monotonic() + 6
            while worker.is_running and time.monotonic() < end:
                site.pause(0.2)
            if worker.is_running:
                survived.add(call)
                site.evidence.faults -= 1
            tracer.terminate()
            tracer.wait(10)
            worker.start()
            worker.await_ready()
        number += 1
    site.workers[1].start()


# The broker.


@scenario("RabbitMQ dies by SIGKILL, and starts again.")
def broker_killed(site):
    for _ in site.rounds(25):
        with service(site, "kill-broker", "start-broker"):
            site.pause(3)


@scenario("RabbitMQ stands still: connected, and silent.")
def broker_frozen(site):
    for _ in site.rounds(30):
        with service(site, "freeze-broker", "thaw-broker"):
            site.pause(site.chance.uniform(5, 25))


@scenario("RabbitMQ's alarms of memory and of disk: it takes nothing from those who publish.")
def broker_alarms(site):
    for _ in site.rounds(20):
        with alarm(site, site.chance.choice(["memory", "disk"])):
            site.pause(site.chance.uniform(4, 12))


@scenario("The queue of requests and the queues of its retries are deleted under the workers, when they are empty.")
def queues_deleted(site):
    names = ["verification.requests", "verification.events", "verification.retry.1s", "verification.receipts"]
    for _ in site.rounds(15):
        name = site.chance.choice(names)
        site.fault(f"delete {name}")
        site.services.ctl("delete_queue", site.queue_prefix + name, "--if-empty", check=False)


@scenario("Requests that a worker has seen are published again, many times.")
def duplicate_delivery(site):
    for _ in site.rounds(3):
        publisher = Publisher(site.services.variables["AMQP_URL"])
        chosen = site.load.accepted[-40:]
        messages = [request(site.load.ids[phone], app, phone) for phone, app in chosen if app != "narrow"]
        site.fault(f"publish {len(messages)} requests again, three times")
        publisher.publish(site.queue_prefix + "verification", "request", messages * 3)
        publisher.close()


@scenario("Messages that are no requests, or of apps that are not there, come among the others.", Policy(dead=8))
def poison(site):
    good = "019b76da-a800-7c3d-9f21-5b1e0c8a4d6"
    unknown_app = request(good + "1", "nobody", "+4915112345678")
    messages = [
        ("verification.request.v1", good + "1", "steady", secrets.token_bytes(300)),
        ("verification.request.v1", good + "2", "steady", b"{" * 5_000),
        ("verification.request.v1", good + "3", "steady", b"{}"),
        ("verification.request.v9", good + "4", "steady", b"{}"),
        ("", "", "", b""),
        ("verification.request.v1", good + "5", "steady", b'{"verificationId":"no","app":"steady","phoneNumber":"+1"}'),
        ("verification.request.v1", good + "6", "steady", b"\x00" * 200_000),
        unknown_app,
    ]
    publisher = Publisher(site.services.variables["AMQP_URL"])
    for message in messages:
        site.fault("publish poison")
        publisher.publish(site.queue_prefix + "verification", "request", [message])
        site.pause(site.seconds / len(messages))
    publisher.close()


# The database.


@scenario("PostgreSQL dies by SIGKILL, and starts again.")
def database_killed(site):
    for _ in site.rounds(15):
        with service(site, "kill-database", "start-database"):
            site.pause(site.chance.uniform(1, 5))


@scenario("PostgreSQL stands still: connected, and silent.")
def database_frozen(site):
    for _ in site.rounds(30):
        with service(site, "freeze-database", "thaw-database"):
            site.pause(site.chance.uniform(5, 20))


@scenario("PostgreSQL answers, and no commit ends.", is_short=True)
def hung_commits(site):
    for _ in site.rounds(30):
        with service(site, "hang-commits", "release-commits"):
            site.pause(site.chance.uniform(4, 18))


@scenario("The database lets nearly no connection in, and ends those that there are.")
def connection_limit(site):
    admin = f"alter database {site.database} connection limit "
    end = "select pg_terminate_backend(pid) from pg_stat_activity where datname = '" + site.database + "'"
    for _ in site.rounds(20):
        site.fault("at most 3 connections")
        site.services.sql(admin + "3")
        site.services.sql(end)
        try:
            site.pause(site.chance.uniform(3, 10))
        finally:
            site.services.sql(admin + "-1")


@scenario("The disk of the database is full to the last byte, and gets room again.",
          missing=lambda program: "" if os.geteuid() == 0 else "only root can mount a disk", disk=Disk)
def full_disk(site):
    ballast = site.disk.folder / "ballast"
    for _ in site.rounds(20):
        site.fault("the disk is full")
        try:
            # Without a buffer there is nothing to write, and to fail once more, when the file is closed.
            with contextlib.suppress(OSError), open(ballast, "wb", buffering=0) as file:
                while True:
                    file.write(bytes(65536))
            site.pause(site.chance.uniform(4, 10))
        finally:
            ballast.unlink(missing_ok=True)


# What is between the program and its servers.


@scenario("Connections to broker and database are cut after any byte.", proxied=("broker", "database"), is_short=True)
def cut_connections(site):
    for _ in site.rounds(6):
        with mode(site, site.chance.choice(["broker", "database"]), "cut"):
            site.pause(site.chance.uniform(1, 4))


@scenario("Nothing that is said to broker or database arrives, and the connections stay open.", proxied=("broker", "database"))
def silent_network(site):
    for _ in site.rounds(30):
        with mode(site, site.chance.choice(["broker", "database"]), "silent"):
            site.pause(site.chance.uniform(5, 15))


@scenario("Connections to the gateway are cut after any byte.", Policy(doubtful_gateway=True), proxied=("gateway",))
def cut_gateway(site):
    for _ in site.rounds(6):
        with mode(site, "gateway", "cut"):
            site.pause(site.chance.uniform(1, 4))


# The gateway.


@scenario("The gateway refuses for now, throttles, is slow, and loses answers.", Policy(doubtful_gateway=True))
def gateway_moods(site):
    moods = [
        {"throttled": 0.7}, {"perSecond": 3}, {"unknown": 0.5}, {"slow": 0.3, "slowLatencyMs": 6000},
        {"throttled": 0.3, "unknown": 0.3, "maximumLatencyMs": 2500}, {"receiptsReversed": 1, "receiptsTwice": 1}]
    for _ in site.rounds(8):
        with behaviour(site, **site.chance.choice(moods)):
            site.pause(site.chance.uniform(3, 7))


@scenario("The gateway refuses messages for good.", Policy(refusing_gateway=True))
def gateway_refuses(site):
    for _ in site.rounds(8):
        with behaviour(site, refusedForGood=0.5):
            site.pause(site.chance.uniform(2, 6))


@scenario("Nothing listens at the gateway, and it comes back.", Policy(doubtful_gateway=True))
def gateway_away(site):
    for _ in site.rounds(12):
        with dead(site, site.sandbox):
            site.pause(site.chance.uniform(1, 5))
        site.behave()


@scenario("The gateway takes connections, and says nothing.", Policy(doubtful_gateway=True))
def gateway_silent(site):
    for _ in site.rounds(15):
        with frozen(site, site.sandbox):
            site.pause(site.chance.uniform(2, 9))


@scenario("The gateway answers 500 to everything.", Policy(doubtful_gateway=True), proxied=("gateway",))
def gateway_answers_500(site):
    for _ in site.rounds(8):
        with mode(site, "gateway", "answer"):
            site.loop.call_soon_threadsafe(site.proxies["gateway"].cut_all)
            site.pause(site.chance.uniform(1, 4))


# Everything.


def mix(site):
    """Two faults at a time, chosen by the seed."""
    for _ in site.rounds(8):
        with contextlib.ExitStack() as faults:
            for fault in two_faults(site):
                faults.enter_context(fault)
            site.pause(site.chance.uniform(2, 10))


@scenario("Two faults of any kind at a time, chosen by the seed.", Policy(unknown=3 * AT_THE_GATEWAY),
          proxied=("broker", "database"))
def mix_one(site):
    mix(site)


@scenario("The same with other choices.", Policy(unknown=3 * AT_THE_GATEWAY), proxied=("broker", "database"))
def mix_two(site):
    mix(site)
