"""Debian's Kannel on free ports of this machine: bearerbox, smsbox, and the SMSC that Kannel's own tests use.

The arguments are the password of sendsms and, for an SMSC with SMPP of somebody else instead, its port. The first line of stdout holds the URL of sendsms. Then each line tells of a message that reached the SMSC. A line of
stdin, {"kill": "bearerbox"}, ends that program as a crash would. The end of stdin ends the programs, and so does the
end of this one.
"""

import ctypes
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import urllib.parse

PATH = "/usr/sbin:/usr/bin:/sbin:/bin:/usr/lib/kannel/test"
CONFIGURATION = """
group = core
admin-port = {admin}
admin-interface = 127.0.0.1
admin-password = {password}
smsbox-port = {smsbox}
smsbox-interface = 127.0.0.1
box-allow-ip = "127.0.0.1"
dlr-storage = internal

{route}
group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = {sendsms}
sendsms-interface = 127.0.0.1

group = sendsms-user
username = verify
password = {password}
user-allow-ip = "127.0.0.1"
max-messages = 5
concatenation = true
default-sender = 4477

group = sms-service
keyword = default
text = "unused"
"""

FAKE = """
group = smsc
smsc = fake
smsc-id = fake
port = {smsc}
connect-allow-ip = 127.0.0.1
"""
# The names are those that the article "SMS gateways" tells an operator to give to the parameters.
SMPP = """
group = smsc
smsc = smpp
smsc-id = smpp
host = 127.0.0.1
port = {smsc}
smsc-username = verify
smsc-password = s3cret
system-type = ""
transceiver-mode = true

group = smpp-tlv
name = PE_ID
tag = 0x1400
type = octetstring
length = 64

group = smpp-tlv
name = Template_ID
tag = 0x1401
type = octetstring
length = 64
"""


class Ended(Exception):
    pass


class Program:
    """A program that ends with this one; it keeps what the program prints."""

    def __init__(self, *command, hears=lambda line: None):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env={"PATH": PATH, "LANG": "C.UTF-8"}, preexec_fn=end_with_parent)
        self.lines, self.has_ended, self.news = [], False, threading.Condition()
        threading.Thread(target=self.listen, args=(hears,), daemon=True).start()

    def listen(self, hears):
        for octets in self.process.stdout:
            line = octets.decode(errors="replace").rstrip("\n")
            with self.news:
                self.lines.append(line)
                self.news.notify_all()
            hears(line)
        with self.news:
            self.has_ended = True
            self.news.notify_all()

    def says(self, words):
        with self.news:
            self.news.wait_for(lambda: self.has_ended or any(words in line for line in self.lines))
            if not any(words in line for line in self.lines):
                raise Ended("\n".join(self.lines[-5:]))

    def kill(self):
        self.process.kill()
        self.process.wait()


def end_with_parent():
    pr_set_pdeathsig = 1
    ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGKILL)


def say(**facts):
    print(json.dumps(facts), flush=True)


def free_ports(*names):
    """Ports below those that the system gives out by itself, which other tests get."""
    ports = random.sample([port for port in range(20_000, 32_000)], 50)
    return dict(zip(names, (port for port in ports if is_free(port))))


def is_free(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


GOT = re.compile(r"DEBUG: Got message \d+: <(.*)>$")
FORM = re.compile(r"(?P<sender>\S+) (?P<to>\S+) (?:udh (?P<udh>\S+) )?(?P<kind>text|data|ucs-2) (?P<text>.*)$")


def tell(line):
    """The SMSC prints a text of GSM letters as it is; what follows a line feed in it comes as a line of its own."""
    if not (got := GOT.search(line)):
        return
    if not (form := FORM.match(got[1])):
        return say(event="more", text=got[1])
    text, udh = form["text"], list(urllib.parse.unquote_to_bytes(form["udh"] or "").ljust(6, b"\0"))
    octets = text.encode() if form["kind"] == "text" else urllib.parse.unquote_to_bytes(text.replace("+", " "))
    say(event="sms", sender=form["sender"], to=form["to"], kind=form["kind"], octets=octets.hex(), reference=udh[3],
        segments=udh[4], segment=udh[5])


def start(folder, password, smsc=None):
    ports = free_ports("admin", "smsbox", "smsc", "sendsms")
    route = SMPP.format(smsc=smsc) if smsc else FAKE.format(**ports)
    file = os.path.join(folder, "kannel.conf")
    with open(file, "w") as configuration:
        configuration.write(CONFIGURATION.format(**ports, password=password, route=route))
    programs = {}
    try:
        programs["bearerbox"] = Program("bearerbox", file)
        programs["bearerbox"].says("Start-up done")
        programs["smsbox"] = Program("smsbox", file)
        programs["smsbox"].says("Connected to bearerbox")
        if not smsc:
            programs["fakesmsc"] = Program("fakesmsc", "-H", "127.0.0.1", "-r", str(ports["smsc"]), hears=tell)
            programs["bearerbox"].says("Fakesmsc client connected")
    except Ended:
        for program in programs.values():
            program.kill()
        raise
    return programs, f"http://127.0.0.1:{ports['sendsms']}/cgi-bin/sendsms"


def start_somewhere(folder, *arguments, tries=5):
    """Another program may take a port after it was found free."""
    for remaining in reversed(range(tries)):
        try:
            return start(folder, *arguments)
        except Ended:
            if not remaining:
                raise


with tempfile.TemporaryDirectory() as folder:
    programs, url = start_somewhere(folder, *sys.argv[1:])
    say(url=url)
    for line in sys.stdin:
        name = json.loads(line)["kill"]
        programs[name].kill()
        say(event="killed", program=name)
    for program in programs.values():
        program.kill()
