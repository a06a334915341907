#!/usr/bin/env python3
"""Writes RabbitMQ's definitions for an installation: vhost, exchange, queues, bindings, and a user for each role.

  deploy/rabbitmq/definitions.py --passwords /run/secrets/broker >definitions.json
  rabbitmqctl import_definitions definitions.json      (or load_definitions in rabbitmq.conf)

With the definitions installed, no process needs the right to make anything at the broker. They repeat what the program
declares, with the same arguments: a test installs them, lets the program declare everything, and finds no difference.
An import never changes a queue that exists: to change the retry queues, import, and delete the old queues when they are empty.
A queue that somebody has deleted comes back with the next import only. A process that connects still asks for everything;
RabbitMQ logs that it may not make it, and the process then looks whether it is there.

A policy bounds the queues of requests and events, by the bytes of the messages' bodies. A queue that is full refuses what is
published: the API answers 503 to who starts a verification, and events wait in the database. Without a bound the disk
fills up, and the broker's alarm stops receipts and answers too. A policy can be changed while the queues are in use.

--passwords is a folder with a file for each role that has a user (api, worker, dashboard, identity, operator, scaler);
the output then holds salted hashes of them, and no user for a role without a file. Without --passwords there is a user for
each role, and none can sign in until an operator has run `rabbitmqctl change_password`.
"""

import argparse
import base64
import hashlib
import json
import os
import pathlib
import re

ROLES = ("api", "worker", "dashboard", "identity", "operator", "scaler")
UNITS = {"ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000}
SIZES = {"kB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000}


def milliseconds(text):
    match = re.fullmatch(r"(\d+)(ms|s|m|h)", text.strip())
    if not match:
        raise argparse.ArgumentTypeError(f"{text} is no time such as 500ms, 5s, 2m or 1h")
    return int(match[1]) * UNITS[match[2]]


def size(text):
    match = re.fullmatch(r"([1-9]\d*)(kB|MB|GB)", text.strip())
    if not match:
        raise argparse.ArgumentTypeError(f"{text} is no size such as 500MB or 1GB")
    return int(match[1]) * SIZES[match[2]]


def times(text):
    return sorted(milliseconds(part) for part in text.split(","))


def short_name(wait):
    for unit in ("m", "s"):
        if wait % UNITS[unit] == 0:
            return f"{wait // UNITS[unit]}{unit}"
    return f"{wait}ms"


def retry_waits(steps):
    """A step has three queues, so that messages that failed together do not come back together."""
    return sorted({step + step * fifths // 5 for step in steps for fifths in range(3)})


class Names:
    """The names of the exchange and of the queues; `prefix` as the setting queue.prefix."""

    def __init__(self, prefix):
        self.exchange = f"{prefix}verification"
        for kind in ("requests", "receipts", "events", "dead"):
            setattr(self, kind, f"{self.exchange}.{kind}")


def dead_lettering(exchange, routing_key):
    return {
        "x-dead-letter-exchange": exchange,
        "x-dead-letter-routing-key": routing_key,
        "x-dead-letter-strategy": "at-least-once",
        "x-overflow": "reject-publish",
    }


def queues(names, steps, pauses):
    """Each queue's name and arguments; `QueueTopology` in Sources/Queue says why they are so."""
    for name in (names.requests, names.receipts, names.events):
        yield name, {"x-delivery-limit": 20, **dead_lettering("", names.dead)}
    for wait in retry_waits(steps):
        way_back = dead_lettering(names.exchange, "request")
        yield f"{names.exchange}.retry.{short_name(wait)}", {"x-message-ttl": wait, **way_back}
    for wait in pauses:
        way_back = dead_lettering(names.exchange, "event")
        yield f"{names.events}.retry.{short_name(wait)}", {"x-message-ttl": wait, **way_back}
    yield names.dead, {"x-delivery-limit": 1_000_000}


def policies(names, vhost, bounds):
    """A bound for each queue that outsiders fill; the program declares none, so a policy may set it at any time.

    RabbitMQ applies a single policy to a queue, the one of the highest priority. Retry queues, receipts and dead letters
    have no bound: what waits there was accepted already, and a worker that cannot put it there could not go on.
    """
    for queue, most in bounds.items():
        yield {
            "vhost": vhost, "name": f"{queue}.bound", "pattern": f"^{re.escape(queue)}$", "apply-to": "queues", "priority": 0,
            "definition": {"max-length-bytes": most, "overflow": "reject-publish"},
        }


def rights(names):
    """What each role may write to, read from, and with which routing keys; nobody may make or delete anything.

    The default exchange is `amq.default`: whoever may write to it reaches every queue by its name. A worker has to, for
    the retry queues, the dead-letter queue and the callers who wait for an answer. An API gets such answers without a right to read.
    No queue is bound to the key `probe`: `verifyd doctor` and the dashboard publish there to hear of the broker's alarms.
    """
    exchange = re.escape(names.exchange)
    nothing = {"write": "^$", "read": "^$", "keys": "^$"}
    # Looks at dead letters, drops them, and replays them.
    tending = {"write": f"^{exchange}$", "read": f"^{exchange}\\.dead$", "keys": "^(request|receipt|event|probe)$"}
    return {
        "api": {"write": f"^{exchange}$", "read": "^$", "keys": "^(request|receipt|probe)$"},
        "worker": {
            "write": f"^({exchange}|amq\\.default)$",
            "read": f"^{exchange}\\.(requests|receipts|events|dead)$",
            "keys": "^(event|receipt|probe)$",
        },
        "dashboard": tending,
        "identity": {"write": f"^{exchange}$", "read": "^$", "keys": "^(request|probe)$"},
        "operator": tending,
        # An autoscaler asks the management API for a queue's length. It gets an answer about a vhost in which it has
        # permissions, though they permit nothing.
        "scaler": nothing,
    }


def password_hash(password):
    """RabbitMQ's rabbit_password_hashing_sha256: a salt of four bytes, and SHA-256 of salt and password."""
    salt = os.urandom(4)
    return base64.b64encode(salt + hashlib.sha256(salt + password).digest()).decode()


def roles_with_user(passwords):
    """All roles; with a folder of passwords those that have a file in it."""
    if not passwords:
        return ROLES
    files = sorted(path.name for path in passwords.iterdir() if not path.name.startswith("."))
    for name in files:
        if name not in ROLES:
            raise SystemExit(f"{passwords / name} is of no role; the roles are {', '.join(ROLES)}")
    return tuple(role for role in ROLES if role in files)


def user(role, name, passwords):
    password = (passwords / role).read_bytes().rstrip(b"\n") if passwords else b""
    if passwords and len(password) < 16:
        raise SystemExit(f"the password of {role} in {passwords} is shorter than 16 bytes")
    return {
        "name": name,
        "password_hash": password_hash(password) if password else "",
        "hashing_algorithm": "rabbit_password_hashing_sha256",
        # `management` lets a user read the management API about its own vhosts. No process of verifyd asks there.
        "tags": "management" if role == "scaler" else "",
    }


def permissions(vhost, exchange, role_rights, name):
    here = {"user": name, "vhost": vhost}
    keys = {"exchange": exchange, "write": role_rights["keys"], "read": "^$"}
    whole = {"configure": "^$", "write": role_rights["write"], "read": role_rights["read"]}
    return {**here, **whole}, {**here, **keys}


def definitions(options):
    names, vhost = Names(options.prefix), options.vhost
    users = dict(part.split("=", 1) for part in options.user)
    roles = roles_with_user(options.passwords)
    users = {role: users.get(role, f"verifyd-{role}") for role in roles}
    bounds = {names.requests: options.most_requests, names.events: options.most_events}
    each = [permissions(vhost, names.exchange, rights(names)[role], users[role]) for role in roles]
    return {
        "vhosts": [{"name": vhost}],
        "users": [user(role, users[role], options.passwords) for role in roles],
        "permissions": [whole for whole, _ in each],
        "topic_permissions": [keys for _, keys in each],
        "exchanges": [
            {"name": names.exchange, "vhost": vhost, "type": "topic", "durable": True, "auto_delete": False,
             "internal": False, "arguments": {}}
        ],
        "queues": [
            {"name": name, "vhost": vhost, "durable": True, "auto_delete": False,
             "arguments": {"x-queue-type": "quorum", **arguments}}
            for name, arguments in queues(names, options.retry_delays, options.pauses)
        ],
        "policies": list(policies(names, vhost, bounds)),
        "bindings": [
            {"source": names.exchange, "vhost": vhost, "destination": queue, "destination_type": "queue",
             "routing_key": key, "arguments": {}}
            for queue, key in ((names.requests, "request"), (names.receipts, "receipt"), (names.events, "event"))
        ],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vhost", default="verifyd")
    parser.add_argument("--prefix", default="", help="the setting queue.prefix")
    parser.add_argument("--retry-delays", type=times, default=times("5s,30s,2m"), help="the setting queue.retryDelays")
    parser.add_argument("--pauses", type=times, default=times("5s,30s,2m,10m,1h"), help="the setting events.pauses")
    parser.add_argument("--most-requests", type=size, default=size("1GB"), help="bodies of waiting requests (1GB)")
    parser.add_argument("--most-events", type=size, default=size("500MB"), help="bodies of waiting events (500MB)")
    parser.add_argument("--user", action="append", default=[], metavar="ROLE=NAME", help="by default verifyd-ROLE")
    parser.add_argument("--passwords", type=pathlib.Path, metavar="FOLDER")
    print(json.dumps(definitions(parser.parse_args()), indent=2))


if __name__ == "__main__":
    main()
