"""Publishes requests as any backend may, with nothing but Python: AMQP 0-9-1, of which only this part is needed."""

import socket
import struct
from urllib.parse import unquote, urlsplit

METHOD, HEADER, BODY, END = 1, 2, 3, b"\xce"
DURABLE = 2
# The most that one frame holds of a body: less than what the connection agrees on, by the frame's own bytes.
LARGEST = 131_064


def short(text):
    data = text.encode()
    return bytes([len(data)]) + data


def long(data):
    return struct.pack(">I", len(data)) + data


def frame(kind, channel, payload):
    return struct.pack(">BHI", kind, channel, len(payload)) + payload + END


def publication(exchange, key, kind, message_id, app, body):
    """The frames of one persistent message; empty texts leave their property out."""
    # From the highest bit: content type, delivery mode, message id, type, app id.
    properties = [(15, short("application/json")), (12, bytes([DURABLE]))]
    properties += [(bit, short(text)) for bit, text in ((7, message_id), (5, kind), (3, app)) if text]
    flags = sum(1 << bit for bit, _ in properties)
    header = struct.pack(">HHQH", 60, 0, len(body), flags) + b"".join(data for _, data in properties)
    method = struct.pack(">HHH", 60, 40, 0) + short(exchange) + short(key) + b"\0"
    parts = [body[begin:begin + LARGEST] for begin in range(0, len(body), LARGEST)]
    return frame(METHOD, 1, method) + frame(HEADER, 1, header) + b"".join(frame(BODY, 1, part) for part in parts)


class Publisher:
    """A connection for one lot of messages. It returns when the broker has confirmed them all."""

    def __init__(self, url):
        parts = urlsplit(url)
        self.socket = socket.create_connection((parts.hostname, parts.port), timeout=15)
        self.buffer = b""
        self.socket.sendall(b"AMQP\0\0\x09\x01")
        self.expect(10, 10)
        login = f"\0{unquote(parts.username)}\0{unquote(parts.password)}".encode()
        self.send(10, 11, long(b"") + short("PLAIN") + long(login) + short("en_US"))
        self.expect(10, 30)
        self.send(10, 31, struct.pack(">HIH", 16, 131072, 0))
        self.send(10, 40, short(unquote(parts.path[1:])) + short("") + b"\0")
        self.expect(10, 41)
        self.send(20, 10, short(""), 1)
        self.expect(20, 11)
        self.send(85, 10, b"\0", 1)
        self.expect(85, 11)

    def publish(self, exchange, key, messages):
        """Each message is its kind, id, app and body."""
        for kind, message_id, app, body in messages:
            self.socket.sendall(publication(exchange, key, kind, message_id, app, body))
        confirmed = 0
        while confirmed < len(messages):
            arguments = self.expect(60, 80)
            tag, multiple = struct.unpack(">Q?", arguments[:9])
            confirmed = tag if multiple else confirmed + 1

    def close(self):
        self.socket.close()

    def send(self, family, method, arguments, channel=0):
        self.socket.sendall(frame(METHOD, channel, struct.pack(">HH", family, method) + arguments))

    def expect(self, family, method):
        while True:
            kind, payload = self.next_frame()
            if kind != METHOD:
                continue
            got = struct.unpack(">HH", payload[:4])
            if got == (family, method):
                return payload[4:]
            raise ConnectionError(f"the broker said {got} and not {(family, method)}")

    def next_frame(self):
        head = self.read(7)
        kind, _, size = struct.unpack(">BHI", head)
        return kind, self.read(size + 1)[:-1]

    def read(self, count):
        while len(self.buffer) < count:
            data = self.socket.recv(65536)
            if not data:
                raise ConnectionError("the broker closed the connection")
            self.buffer += data
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data
