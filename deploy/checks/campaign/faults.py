"""The faults that scenarios are made of; each ends with its block."""

import contextlib
import json
import os
import subprocess
from pathlib import Path


@contextlib.contextmanager
def service(site, begin, end, *words):
    site.fault(" ".join((begin, *words)))
    site.services.run(begin, *words)
    try:
        yield
    finally:
        site.services.run(end, *words)


@contextlib.contextmanager
def frozen(site, child):
    site.fault(f"freeze {child.name}")
    child.freeze()
    try:
        yield
    finally:
        child.thaw()


@contextlib.contextmanager
def dead(site, child, is_alone=True):
    """Beside another fault the process that starts again may not get ready before that one has ended too."""
    site.fault(f"kill {child.name}")
    child.kill()
    try:
        yield
    finally:
        child.start()
        if is_alone:
            child.await_ready()


@contextlib.contextmanager
def alarm(site, kind):
    begin, end = {
        "memory": (["set_vm_memory_high_watermark", "absolute", "1MB"], ["set_vm_memory_high_watermark", "0.4"]),
        "disk": (["set_disk_free_limit", "1000000000000000"], ["set_disk_free_limit", "50MB"]),
    }[kind]
    site.fault(f"alarm of {kind}")
    site.services.ctl(*begin)
    try:
        yield
    finally:
        site.services.ctl(*end)


@contextlib.contextmanager
def mode(site, name, value):
    site.fault(f"the connections to the {name}: {value}")
    site.proxies[name].mode = value
    try:
        yield
    finally:
        site.proxies[name].mode = "pass"
        site.loop.call_soon_threadsafe(site.proxies[name].cut_all)


@contextlib.contextmanager
def behaviour(site, **change):
    site.fault(f"the gateway: {json.dumps(change)}")
    site.behave(**change)
    try:
        yield
    finally:
        site.behave()


def two_faults(site):
    """A fault of each of two parts, chosen by the seed. Two of one part would stand in each other's way."""
    child = site.chance.choice(site.workers + site.apis)
    parts = [
        [lambda: dead(site, child, is_alone=False), lambda: frozen(site, child)],
        [lambda: service(site, "kill-broker", "start-broker"), lambda: service(site, "freeze-broker", "thaw-broker")],
        [lambda: service(site, "kill-database", "start-database"),
         lambda: service(site, "freeze-database", "thaw-database"),
         lambda: service(site, "hang-commits", "release-commits")],
        [lambda: behaviour(site, throttled=0.4, maximumLatencyMs=1500)],
        [lambda: mode(site, site.chance.choice(["broker", "database"]), "cut")],
    ]
    return [site.chance.choice(part)() for part in site.chance.sample(parts, 2)]


def request(identity, app, phone):
    body = {"verificationId": identity, "app": app, "phoneNumber": phone}
    return "verification.request.v1", identity, app, json.dumps(body).encode()


class Disk:
    """A small disk of the database's own, which only root can make, in a folder that PostgreSQL's user can enter."""

    def __init__(self, site):
        self.site, self.folder = site, Path(f"/tmp/verifyd-{site.database}")

    def mount(self):
        """Returns where a database of this disk is to be made, for `create database`."""
        self.folder.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=192m,mode=711", "tmpfs", self.folder], check=True)
        space = self.folder / "space"
        space.mkdir(mode=0o700)
        subprocess.run(["chown", "postgres:postgres", space], check=True)
        name = self.site.database
        self.site.services.run("admin-psql", "--command", f"create tablespace {name} owner verifyd location '{space}'")
        return f" tablespace {name}"

    def unmount(self):
        self.site.services.run("admin-psql", "--command", f"drop tablespace {self.site.database}", check=False)
        if os.path.ismount(self.folder):
            subprocess.run(["umount", "--lazy", self.folder], check=True)
        if self.folder.exists():
            self.folder.rmdir()


def faketime():
    """The environment in which a process has another time of day, which comes from a file; nothing without the library."""
    library = next((str(file) for file in Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")), None)
    # jemalloc asks what time it is, which libfaketime cannot bear; `libc_malloc_debug` is glibc's allocator.
    return library and {
        "LD_PRELOAD": f"libc_malloc_debug.so.0 {library}", "FAKETIME_CACHE_DURATION": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1"}


def bears_faketime(program):
    """Some builds of the program lose their arguments, or hang, when libfaketime is loaded before them."""
    if not faketime():
        return "libfaketime is not installed"
    try:
        done = subprocess.run(
            [program, "--version"], env=faketime() | {"FAKETIME": "+11m"}, capture_output=True, text=True, timeout=10)
    except subprocess.TimeoutExpired:
        return "the program hangs under libfaketime"
    return "" if "numbering plan" in done.stdout else "the program does not see its arguments under libfaketime"
