"""A process of the program: it can be killed, frozen, stopped, started again, and measured."""

import os
import random
import re
import signal
import socket
import subprocess
import time
from pathlib import Path

from .services import Harm

# Seconds that a start and an end may take, on a machine three times slower than ours.
LONGEST_START, LONGEST_STOP = 90, 40


# Below those that the kernel gives to outgoing connections, which could otherwise take the port of a child that is away.
PORTS = range(20_000, 32_000)
_taken = set()


def free_port():
    """A port on which nothing listens, and which no other child has."""
    while True:
        port = random.choice(PORTS)
        if port in _taken:
            continue
        with socket.socket() as listener:
            try:
                listener.bind(("127.0.0.1", port))
            except OSError:
                continue
        _taken.add(port)
        return port


class Child:
    """A process of the program in one place: it can be killed, frozen, stopped and started again."""

    def __init__(self, site, role, name):
        self.site, self.role, self.name = site, role, name
        self.port, self.admin = free_port(), free_port()
        self.environment, self.prefix = {}, []
        self.process, self.log, self.starts = None, None, 0
        self.is_frozen = False

    @property
    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def start(self):
        if self.is_running:
            return
        self.starts += 1
        self.log = self.site.folder / f"{self.name}-{self.starts}.log"
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [*self.prefix, self.site.program, *self.arguments()], cwd=self.site.folder, stdout=log, stderr=log,
                stdin=subprocess.DEVNULL, env=self.site.environment | self.environment, start_new_session=True)

    def arguments(self):
        if self.role == "sandbox":
            return ["sandbox", "--port", str(self.port), "--smpp-port", str(self.admin), "--ledger",
                    str(self.site.folder / "ledger.jsonl"), "--ledger-texts", "--output", "json"]
        settings = [*self.site.settings, f"admin.port={self.admin}"]
        settings += [f"http.port={self.port}"] if self.role == "api" else []
        return [self.role, *(word for setting in settings for word in ("--set", setting))]

    def await_ready(self, timeout=LONGEST_START):
        end = time.monotonic() + timeout
        path, port = ("/api/behaviour", self.port) if self.role == "sandbox" else ("/readyz", self.admin)
        while time.monotonic() < end:
            if not self.is_running:
                raise Harm(f"{self.name} ended by itself with {self.process.returncode}: {self.log}")
            status, body = self.site.call(port, "GET", path)
            if status == 200 and body.get("status", "ok") == "ok":
                return
            time.sleep(0.2)
        raise Harm(f"{self.name} did not get ready: {body}")

    def signal(self, number):
        if self.is_running:
            os.kill(self.process.pid, number)

    def kill(self):
        self.signal(signal.SIGKILL)
        if self.process:
            self.process.wait(10)

    def freeze(self):
        self.signal(signal.SIGSTOP)
        self.is_frozen = True

    def thaw(self):
        self.signal(signal.SIGCONT)
        self.is_frozen = False

    def stop(self):
        """Ends it in order, which has to be done in time and without an error."""
        if not self.is_running:
            return
        self.thaw()
        self.signal(signal.SIGTERM)
        try:
            code = self.process.wait(LONGEST_STOP)
        except subprocess.TimeoutExpired:
            self.kill()
            raise Harm(f"{self.name} did not stop in {LONGEST_STOP} s") from None
        if code:
            raise Harm(f"{self.name} ended with {code} after SIGTERM: {self.log}")

    def metric(self, name):
        """The value of a metric; None while the process does not answer."""
        status, body = self.site.call(self.admin, "GET", "/metrics")
        found = re.search(rf"^{name} (\S+)$", body.get("text", ""), re.MULTILINE)
        return float(found[1]) if status == 200 and found else None

    def size(self):
        """Memory in MiB, and open files."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        resident = int(re.search(r"VmRSS:\s+(\d+)", status)[1]) // 1024
        return resident, len(os.listdir(f"/proc/{self.process.pid}/fd"))
