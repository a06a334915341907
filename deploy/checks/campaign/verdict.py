"""Judges what a scenario left behind. It opens no file and no connection, so a test can show it every kind of harm."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

# What the gateway took, as the program records it.
TAKEN = {"accepted", "delivered", "undelivered"}
# A process may grow by so much while it is tried, in MiB, beside a half of what it had.
GROWTH = 64
# A process may have so many more files and connections open afterwards.
SPARE_FILES = 24
# A gateway that takes longer than these seconds, without being asked to, may miss the deadline of 5 s at times.
SLOW_GATEWAY = 2


@dataclass
class Policy:
    """What a scenario may cost."""

    # How many messages one fault may leave as `unknown`: those that were at the gateway when their worker died.
    unknown: int = 0
    # Whether the gateway itself gives answers that nobody can read.
    doubtful_gateway: bool = False
    # Whether the gateway refuses messages for good.
    refusing_gateway: bool = False
    # How many dead letters have to be there in the end.
    dead: int = 0
    # How many requests the fault itself takes away, such as those of a queue that is deleted.
    lost: int = 0


@dataclass
class Limit:
    """What an app may send: to all of its phones together, and to one."""

    together: int
    each: int


@dataclass
class Row:
    """One verification, as the database has it; without a message the last three are None."""

    phone: str
    app: str
    id: str
    status: str
    stage: str | None = None
    message: str | None = None
    reason: str | None = None


@dataclass
class Process:
    """One process before the faults and after them: memory in MiB, open files."""

    name: str
    before: tuple
    after: tuple


@dataclass
class Evidence:
    """All that was seen of one scenario."""

    # Phones whose request was accepted, with the app; the phones of an app with limits come several times.
    accepted: list = field(default_factory=list)
    # Phones whose request may be in the queue: the caller got no answer, or one that promises nothing.
    doubtful: set = field(default_factory=set)
    # The gateway's ledger: phone, whether it may be a duplicate, code.
    ledger: list = field(default_factory=list)
    rows: list = field(default_factory=list)
    # The phones of right codes that were approved.
    approved: set = field(default_factory=set)
    # The phones of right codes to which the API never gave an answer that counts.
    disapproved: set = field(default_factory=set)
    # The ids of verifications of which an endpoint learnt that they were sent.
    told: set = field(default_factory=set)
    # How many messages each queue held when all processes had stopped.
    queues: dict = field(default_factory=dict)
    dead: int = 0
    faults: int = 0
    # Seconds from the last fault until nothing was under way; None when it never came to that.
    drained: float | None = 0.0
    processes: list = field(default_factory=list)
    # Connections of the program at the broker and at the database, before and after.
    connections: dict = field(default_factory=dict)
    # What a process or a command did that none should do, in words.
    surprises: list = field(default_factory=list)
    # How many calls got which status; 0 for none.
    answers: Counter = field(default_factory=Counter)
    slowest: float = 0.0
    # Seconds in which the gateway took the campaign's own messages, at worst.
    slowest_gateway: float = 0.0

    @property
    def is_gateway_slow(self):
        """Whether the machine itself explains answers of the gateway that come too late."""
        return self.slowest_gateway > SLOW_GATEWAY


def numbers(evidence, limits):
    """What the report says of a scenario."""
    counts = Counter(phone for phone, _, _ in evidence.ledger)
    once = {phone for phone, app in evidence.accepted if app not in limits}
    apps = dict(evidence.accepted) | {row.phone: row.app for row in evidence.rows}
    doubled = {phone for phone, count in counts.items() if count > 1 and apps.get(phone) not in limits}
    return {
        "asked": sum(evidence.answers.values()), "accepted": len(evidence.accepted), "doubtful": len(evidence.doubtful),
        "sms": len(evidence.ledger), "lost": len(lost(evidence, once)), "doubled": len(doubled),
        "unexpected": len(unexpected(evidence)),
        "unknown": sum(row.message == "unknown" for row in evidence.rows),
        "reasons": dict(Counter(row.reason for row in evidence.rows if row.message in ("unknown", "failed"))),
        "approved": len(evidence.approved), "told": len(evidence.told), "dead": evidence.dead,
        "faults": evidence.faults, "drained": evidence.drained, "slowest": round(evidence.slowest, 2),
        "gateway": round(evidence.slowest_gateway, 2),
        "answers": {str(status): count for status, count in sorted(evidence.answers.items())},
        "memory": {process.name: [process.before[0], process.after[0]] for process in evidence.processes},
        "files": {process.name: [process.before[1], process.after[1]] for process in evidence.processes},
        "connections": evidence.connections,
    }


def judge(evidence, policy, limits):
    """The violations, in words; an empty list for a scenario that did no harm. `limits` is by app."""
    found = []
    if not evidence.accepted:
        found.append("no request was accepted, so nothing was tried")
    found += judge_losses(evidence, policy, limits)
    found += judge_doubles(evidence, policy, limits)
    found += judge_limits(evidence, limits)
    found += judge_codes(evidence)
    found += judge_rest(evidence, policy)
    return found + evidence.surprises


def lost(evidence, once):
    """Accepted phones without an end, and phones that are recorded as sent and are not in the ledger."""
    served = {phone for phone, _, _ in evidence.ledger}
    ends = {row.phone: row for row in evidence.rows}
    gone = set()
    for phone in once:
        row = ends.get(phone)
        if row is None or row.message in TAKEN and phone not in served:
            gone.add(phone)
    return gone


def unexpected(evidence):
    known = {phone for phone, _ in evidence.accepted} | evidence.doubtful
    return {phone for phone, _, _ in evidence.ledger} - known


def judge_losses(evidence, policy, limits):
    once = {phone for phone, app in evidence.accepted if app not in limits}
    rows = [row for row in evidence.rows if row.phone in once]
    gone = lost(evidence, once)
    if len(gone) > policy.lost:
        yield f"{len(gone)} accepted requests are lost, for example {example(gone)}"
    strangers = unexpected(evidence)
    if strangers:
        yield f"{len(strangers)} people got an SMS for which nobody asked, for example {example(strangers)}"
    stuck = {row.phone for row in rows if row.stage not in (None, "ended")}
    if stuck:
        yield f"{len(stuck)} messages are stuck past their lease, for example {example(stuck)}"
    failed = {row.phone for row in rows if row.message == "failed" or row.message is None}
    if failed and not policy.refusing_gateway:
        yield f"{len(failed)} requests failed that nothing refused, for example {example(failed)}"
    unknown = {row.phone: row.reason for row in rows if row.message == "unknown"
               and not (evidence.is_gateway_slow and row.reason == "timeout")}
    if len(unknown) > policy.unknown * evidence.faults and not policy.doubtful_gateway:
        yield (f"{len(unknown)} messages are unknown, and {evidence.faults} faults explain "
               f"{policy.unknown * evidence.faults}, for example {example(unknown)} {dict(Counter(unknown.values()))}")
    untold = {row.phone for row in rows if row.message in TAKEN and row.id not in evidence.told}
    if untold:
        yield f"{len(untold)} messages were sent, and no event told it, for example {example(untold)}"


def judge_doubles(evidence, policy, limits):
    apps = dict(evidence.accepted) | {row.phone: row.app for row in evidence.rows}
    copies = defaultdict(list)
    for phone, may_be_duplicate, code in evidence.ledger:
        if apps.get(phone) not in limits:
            copies[phone].append((may_be_duplicate, code))
    doubled = {phone: lines for phone, lines in copies.items() if len(lines) > 1}
    silent = {phone for phone, lines in doubled.items() if not all(flag for flag, _ in lines[1:])}
    if silent:
        yield f"{len(silent)} people got a second SMS without its mark, for example {example(silent)}"
    against = {phone for phone in doubled if apps.get(phone) != "again"}
    if against:
        yield f"{len(against)} people got a second SMS although their app holds it, for example {example(against)}"
    other = {phone for phone, lines in doubled.items() if len({code for _, code in lines}) > 1}
    if other:
        yield f"{len(other)} people got two codes, for example {example(other)}"
    most = policy.unknown * evidence.faults
    if len(doubled) > most and not policy.doubtful_gateway and not evidence.is_gateway_slow:
        yield f"{len(doubled)} people got a second SMS, and {evidence.faults} faults explain {most}"


def judge_limits(evidence, limits):
    apps = dict(evidence.accepted) | {row.phone: row.app for row in evidence.rows}
    for app, limit in limits.items():
        sent = Counter(phone for phone, _, _ in evidence.ledger if apps.get(phone) == app)
        if sum(sent.values()) > limit.together:
            yield f"the app {app} sent {sum(sent.values())} SMS, and may send {limit.together}"
        over = {phone for phone, count in sent.items() if count > limit.each}
        if over:
            yield f"{len(over)} phones got more than {limit.each} SMS of the app {app}, for example {example(over)}"


def judge_codes(evidence):
    status = {row.phone: row.status for row in evidence.rows}
    forgotten = {phone for phone in evidence.approved if status.get(phone) != "approved"}
    if forgotten:
        yield f"{len(forgotten)} people were let in, and the database forgot it, for example {example(forgotten)}"
    if evidence.disapproved:
        yield f"{len(evidence.disapproved)} right codes were refused, for example {example(evidence.disapproved)}"


def judge_rest(evidence, policy):
    if evidence.drained is None:
        yield "it was never drained"
    left = {name: count for name, count in evidence.queues.items() if count}
    if left:
        yield "messages are left in the queues: " + ", ".join(f"{name} {count}" for name, count in sorted(left.items()))
    if evidence.dead != policy.dead:
        yield f"{evidence.dead} dead letters, and {policy.dead} are right"
    for process in evidence.processes:
        if process.after[0] > process.before[0] * 1.5 + GROWTH:
            yield f"{process.name} grew from {process.before[0]} to {process.after[0]} MiB"
        if process.after[1] > process.before[1] + SPARE_FILES:
            yield f"{process.name} had {process.before[1]} files open, and has {process.after[1]}"
    for name, (before, after) in evidence.connections.items():
        if after > before:
            yield f"the {name} had {before} connections of the program, and has {after}"
    odd = {status: count for status, count in evidence.answers.items() if status >= 500 and status != 503}
    if odd:
        yield f"the API answered {odd}"


def example(phones):
    return min(phones)
