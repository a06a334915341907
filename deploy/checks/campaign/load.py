"""Open load: people ask at set times, also while earlier calls are slow, and some type their code. And the apps' endpoint."""

import asyncio
import base64
import json
import time
from collections import Counter
from urllib.parse import urlencode

# Which app a person uses: `steady` holds a doubtful SMS, `again` wants a second try, `narrow` may send little.
SHARES = [("steady", 0.65), ("again", 0.85), ("narrow", 1.0)]
# People of the app with limits are few, and ask again and again.
CROWD = 30
PATIENCE = 12
# One of so many people types the code.
TYPISTS = 4
MOST_UNDER_WAY = 2_000
# The phone of the campaign's own messages, with which it asks how fast the gateway is.
PROBE = "+436649999999"


async def ask(port, method, path, body=None, key=None, head=()):
    """Status and body. The body is JSON, or the text of a form. The status is 0 when nothing was sent, and -1 when the answer never came."""
    try:
        reader, writer = await asyncio.wait_for(asyncio.open_connection("127.0.0.1", port), PATIENCE)
    except (OSError, asyncio.TimeoutError):
        return 0, {}
    try:
        data = b"" if body is None else body.encode() if isinstance(body, str) else json.dumps(body).encode()
        kind = "x-www-form-urlencoded" if isinstance(body, str) else "json"
        head = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close", f"Content-Length: {len(data)}", *head]
        head += [f"Content-Type: application/{kind}"] if data else []
        head += [f"Authorization: Bearer {key}"] if key else []
        writer.write("\r\n".join(head).encode() + b"\r\n\r\n" + data)
        answer = await asyncio.wait_for(reader.read(), PATIENCE)
        return parse(answer)
    except (OSError, asyncio.TimeoutError):
        return -1, {}
    finally:
        writer.transport.abort()


def parse(answer):
    """Status and body of a whole answer; -1 for an answer that was cut."""
    head, separator, body = answer.partition(b"\r\n\r\n")
    words = head.split(b" ", 2)
    if not separator or len(words) < 2 or not words[1].isdigit():
        return -1, {}
    if b"chunked" in head.lower():
        body = b"".join(body.split(b"\r\n")[1::2])
    try:
        return int(words[1]), json.loads(body) if body else {}
    except ValueError:
        return int(words[1]), {"text": body.decode(errors="replace")}


class Load:
    """What people asked for, and what became of it."""

    def __init__(self, site, rate):
        self.site, self.rate = site, rate
        self.count = 0
        self.accepted, self.doubtful = [], set()
        self.ids, self.approved, self.disapproved = {}, set(), set()
        self.answers = Counter()
        self.slowest = 0.0
        self.under_way = set()
        self.is_over = False
        self.told = set()
        self.slowest_gateway = 0.0

    async def run(self):
        begun = time.monotonic()
        while not self.is_over:
            due = begun + self.count / self.rate
            await asyncio.sleep(max(0, due - time.monotonic()))
            self.count += 1
            if len(self.under_way) < MOST_UNDER_WAY:
                self.begin(self.start(self.count))

    async def probe(self):
        """Sends the gateway a message of its own each second: how slow is it, whatever the program does?"""
        account = "AC" + 32 * "0"
        secret = base64.b64encode(f"{account}:sandbox".encode()).decode()
        body = urlencode({"To": PROBE, "From": "+15005550006", "Body": "probe"})
        while not self.is_over:
            begun = time.monotonic()
            await ask(
                self.site.sandbox.port, "POST", f"/2010-04-01/Accounts/{account}/Messages.json", body,
                head=[f"Authorization: Basic {secret}"])
            self.slowest_gateway = max(self.slowest_gateway, time.monotonic() - begun)
            await asyncio.sleep(1)

    def begin(self, work):
        task = asyncio.ensure_future(work)
        self.under_way.add(task)
        task.add_done_callback(self.under_way.discard)

    def phone(self, number):
        """The app and the phone of the person who comes as number so and so."""
        draw = self.site.load_chance.random()
        app = next(name for name, end in SHARES if draw < end)
        if app == "narrow":
            return app, f"+491607{number % CROWD:07d}"
        if app == "steady" and number % 5 == 0:
            return app, f"+43664{number:07d}"
        return app, f"+49151{23_000_000 + number:08d}"

    async def start(self, number):
        app, phone = self.phone(number)
        port = self.site.apis[number % len(self.site.apis)].port
        begun = time.monotonic()
        status, body = await ask(port, "POST", "/v1/verifications", {"phoneNumber": phone}, self.site.keys[app])
        took = time.monotonic() - begun
        self.answers[max(status, 0)] += 1
        if status > 0:
            self.slowest = max(self.slowest, took)
        if status in (200, 202):
            self.accepted.append((phone, app))
            self.ids[phone] = body.get("verificationId")
        elif status == -1 or body.get("code") == "queue-unconfirmed" or status >= 500 and status != 503:
            self.doubtful.add(phone)

    def read(self, line):
        """A line of the gateway's ledger: one of several people types the code."""
        phone = line["phoneNumber"]
        identity = self.ids.get(phone)
        if identity and not phone.startswith("+491607") and int(phone[-4:]) % TYPISTS == 0:
            self.begin(self.type(phone, identity, code_of(line)))

    async def type(self, phone, identity, code):
        app = dict(self.accepted).get(phone)
        if app is None or phone in self.approved:
            return
        for attempt in range(60):
            api = self.site.apis[attempt % len(self.site.apis)]
            status, body = await ask(
                api.port, "POST", f"/v1/verifications/{identity}/checks", {"code": code}, self.site.keys[app])
            if status == 200 or body.get("code") == "verification-ended":
                self.approved.add(phone)
                self.disapproved.discard(phone)
                return
            self.disapproved.add(phone)
            if status > 0 and status != 503 and body.get("code") != "verification-queued":
                return
            await asyncio.sleep(1)

    async def serve_endpoint(self, reader, writer):
        """Takes the apps' events, and answers each with 204."""
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                size = next((int(line.split(b":")[1]) for line in head.lower().split(b"\r\n")
                             if line.startswith(b"content-length:")), 0)
                event = json.loads(await reader.readexactly(size))
                if event["type"] == "verification.sent":
                    self.told.add(event["data"]["verificationId"])
                writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


def code_of(line):
    """The code in the text of a line of the ledger: its only six digits in a row."""
    digits = "".join(letter if letter.isdigit() else " " for letter in line.get("text", "")).split()
    return next((word for word in digits if len(word) == 6), "")
