"""A load of people who are verified one after the other, all on loopback: the backend that asks for them, the balancer
between it and the APIs, and the gateway that would send their SMS."""

import asyncio
import json
import time

from verdict import Person, is_refusal

# An answer that takes longer counts as none.
LONGEST_CALL = 10
# For how long a backend repeats a call, and for how long a person waits for the SMS.
PATIENCE = 60
BETWEEN_REPEATS = 0.2


async def ask(port, method, path, body=None, headers=()):
    """Status and body of one call; the status is 0 when the connection broke after it had been made. Raises
    ConnectionError when it was not made, so that nothing was sent."""
    try:
        reader, writer = await asyncio.wait_for(asyncio.open_connection("127.0.0.1", port), 2)
    except (OSError, TimeoutError) as error:
        raise ConnectionError from error
    payload = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close", f"Content-Length: {len(payload)}",
             "Content-Type: application/json", *(f"{name}: {value}" for name, value in headers)]
    try:
        async with asyncio.timeout(LONGEST_CALL):
            writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + payload)
            head = await reader.readuntil(b"\r\n\r\n")
            length = next((int(line.split(b":")[1]) for line in head.lower().split(b"\r\n")
                           if line.startswith(b"content-length:")), 0)
            return int(head.split(b" ", 2)[1]), await reader.readexactly(length)
    except (OSError, EOFError, TimeoutError):
        return 0, b""
    finally:
        writer.close()


class Balancer:
    """Gives calls to the APIs in turn, as far as they are ready; it asks each of them five times a second."""

    def __init__(self, ports):
        """`ports`: of APIs that are ready now."""
        self.ready = dict.fromkeys(ports, True)
        self.turn = 0

    async def watch(self):
        await asyncio.gather(*(self.watch_one(port) for port in self.ready))

    async def watch_one(self, port):
        while True:
            self.ready[port] = await is_ready(port)
            await asyncio.sleep(0.2)

    async def call(self, method, path, body, headers):
        for _ in self.ready:
            ports = [port for port, ready in self.ready.items() if ready]
            if not ports:
                break
            self.turn += 1
            port = ports[self.turn % len(ports)]
            try:
                return await ask(port, method, path, body, headers)
            except ConnectionError:
                self.ready[port] = False
        return 503, b""


async def is_ready(port):
    try:
        return (await ask(port, "GET", "/readyz"))[0] == 200
    except ConnectionError:
        return False


class Gateway:
    """Takes the webhook's calls, and knows how often each phone was called and with which code."""

    def __init__(self):
        self.calls = {}
        self.codes = {}

    async def listen(self):
        server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/sms"

    def code(self, phone):
        return self.codes.setdefault(phone, asyncio.get_running_loop().create_future())

    async def serve(self, reader, writer):
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
                length = head.split(b"content-length:")[1].split(b"\r\n")[0] if b"content-length:" in head else 0
                self.take(json.loads(await reader.readexactly(int(length)))["data"])
                # A provider takes a while, so that a worker is stopped in the middle of calls.
                await asyncio.sleep(0.1)
                writer.write(b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{"id":"sms"}')
        except (OSError, EOFError):
            pass
        finally:
            writer.close()

    def take(self, message):
        phone = message["to"]
        self.calls[phone] = self.calls.get(phone, 0) + 1
        if not self.code(phone).done():
            self.code(phone).set_result(message["code"])


class Load:
    """People who come at a steady rate, however long each of them takes."""

    def __init__(self, balancer, gateway, key, rate):
        self.balancer, self.gateway, self.key, self.rate = balancer, gateway, key, rate
        self.people = []
        self.verifications = []

    async def run(self, most):
        """At most so many people; ends earlier when it is cancelled."""
        begun = time.monotonic()
        for number in range(most):
            await asyncio.sleep(max(0, begun + number / self.rate - time.monotonic()))
            person = Person(f"+4915123{number:06}")
            self.people.append(person)
            self.verifications.append(asyncio.create_task(self.verify(person)))

    async def finish(self):
        """Waits for those who came, each of whom loses patience in the end."""
        await asyncio.gather(*self.verifications)

    def count_calls(self):
        for person in self.people:
            person.sms = self.gateway.calls.get(person.phone, 0)

    async def verify(self, person):
        status, body = await self.repeat("/v1/verifications", {"phoneNumber": person.phone}, f"start{person.phone}")
        person.accepted = status in (200, 202)
        if not person.accepted:
            return
        try:
            code = await asyncio.wait_for(asyncio.shield(self.gateway.code(person.phone)), PATIENCE)
        except TimeoutError:
            return
        path = f"/v1/verifications/{json.loads(body)['verificationId']}/checks"
        await self.repeat(path, {"code": code}, f"check{person.phone}", person.checks)

    async def repeat(self, path, body, key, answers=None):
        """Repeats a call until it is answered with something else than 5xx, with an Idempotency-Key, as backends do."""
        headers = [("Authorization", f"Bearer {self.key}"), ("Idempotency-Key", key)]
        end = time.monotonic() + PATIENCE
        while True:
            status, answer = await self.balancer.call("POST", path, body, headers)
            if answers is not None:
                answers.append((time.monotonic(), status))
            if not is_refusal(status) or time.monotonic() > end:
                return status, answer
            await asyncio.sleep(BETWEEN_REPEATS)
