"""Finds nothing in a good record of a scenario, and each kind of harm in a bad one; and reads what the campaign reads."""

import asyncio
import json
import random
import re
import tempfile
import unittest
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

from campaign import clusters, report  # noqa: F401  clusters adds its scenarios to the list
from campaign.amqp import publication
from campaign.child import PORTS, free_port
from campaign.load import code_of, parse
from campaign.proxy import Proxy
from campaign.scenarios import SCENARIOS, Scenario
from campaign.services import Harm
from campaign.site import Site, leader_in
from campaign.verdict import Evidence, Limit, Policy, Process, Row, judge, numbers

LIMITS = {"narrow": Limit(together=2, each=1)}


def good():
    """Two people with an SMS each, one of whom has typed the code."""
    return Evidence(
        accepted=[("+1", "steady"), ("+2", "again")], ledger=[("+1", False, "111111"), ("+2", False, "222222")],
        rows=[Row("+1", "steady", "a", "approved", "ended", "accepted"),
              Row("+2", "again", "b", "pending", "ended", "delivered")],
        approved={"+1"}, told={"a", "b"}, queues={"verification.requests": 0}, faults=1,
        processes=[Process("api-1", (100, 30), (120, 31))], connections={"broker": [8, 8]}, answers=Counter({202: 2, 503: 4}))


class VerdictTests(unittest.TestCase):
    def found(self, policy=None, **change):
        evidence = good()
        for name, value in change.items():
            setattr(evidence, name, value)
        return list(judge(evidence, policy or Policy(), LIMITS))

    def with_row(self, policy=None, slowest_gateway=0.0, **change):
        rows = good().rows
        for name, value in change.items():
            setattr(rows[1], name, value)
        return self.found(policy, rows=rows, slowest_gateway=slowest_gateway)

    def test_good(self):
        self.assertEqual(self.found(), [])
        self.assertEqual(numbers(good(), LIMITS)["lost"], 0)
        self.assertEqual(self.found(accepted=[], ledger=[], rows=[], approved=set()), [
            "no request was accepted, so nothing was tried"])

    def test_lost(self):
        words = ["1 accepted requests are lost, for example +2"]
        self.assertEqual(self.found(rows=good().rows[:1]), words)
        self.assertEqual(self.found(ledger=good().ledger[:1]), words, "recorded as sent, and the gateway has nothing")
        self.assertEqual(self.found(Policy(lost=1), rows=good().rows[:1]), [])

    def test_unexpected(self):
        stranger = good().ledger + [("+3", False, "333333")]
        self.assertEqual(self.found(ledger=stranger), ["1 people got an SMS for which nobody asked, for example +3"])
        self.assertEqual(self.found(ledger=stranger, doubtful={"+3"}), [])

    def test_unknown(self):
        words = ["1 messages are unknown, and 1 faults explain 0, for example +2 {'lease-ended': 1}"]
        self.assertEqual(self.with_row(message="unknown", reason="lease-ended"), words)
        self.assertEqual(self.with_row(Policy(unknown=1), message="unknown"), [])
        self.assertEqual(self.with_row(Policy(doubtful_gateway=True), message="unknown"), [])
        late = {"message": "unknown", "reason": "timeout"}
        self.assertEqual(len(self.with_row(**late)), 1)
        self.assertEqual(self.with_row(slowest_gateway=3.0, **late), [], "the machine is slow")
        self.assertEqual(len(self.with_row(slowest_gateway=3.0, message="unknown", reason="lease-ended")), 1)

    def test_stuck_and_failed(self):
        self.assertEqual(
            self.with_row(stage="leased", message="sending"), ["1 messages are stuck past their lease, for example +2"])
        words = ["1 requests failed that nothing refused, for example +2"]
        self.assertEqual(self.with_row(message="failed"), words)
        self.assertEqual(self.with_row(stage=None, message=None), words)
        self.assertEqual(self.with_row(Policy(refusing_gateway=True), message="failed"), [])

    def test_untold(self):
        self.assertEqual(self.found(told={"a"}), ["1 messages were sent, and no event told it, for example +2"])

    def test_doubled(self):
        again = good().ledger + [("+2", True, "222222")]
        self.assertEqual(self.found(Policy(unknown=1), ledger=again), [])
        self.assertEqual(self.found(ledger=again), ["1 people got a second SMS, and 1 faults explain 0"])
        self.assertEqual(self.found(ledger=again, slowest_gateway=3.0), [])
        unmarked = good().ledger + [("+2", False, "222222")]
        self.assertEqual(
            self.found(Policy(unknown=1), ledger=unmarked), ["1 people got a second SMS without its mark, for example +2"])
        other = good().ledger + [("+2", True, "222223")]
        self.assertEqual(self.found(Policy(unknown=1), ledger=other), ["1 people got two codes, for example +2"])
        held = good().ledger + [("+1", True, "111111")]
        self.assertEqual(
            self.found(Policy(unknown=1), ledger=held),
            ["1 people got a second SMS although their app holds it, for example +1"])

    def test_limits(self):
        crowd = [("+4", "narrow"), ("+4", "narrow"), ("+5", "narrow")]
        sms = [("+4", False, "1"), ("+4", False, "1"), ("+5", False, "1")]
        self.assertEqual(self.found(accepted=good().accepted + crowd, ledger=good().ledger + sms[1:]), [])
        self.assertEqual(self.found(accepted=good().accepted + crowd, ledger=good().ledger + sms), [
            "the app narrow sent 3 SMS, and may send 2", "1 phones got more than 1 SMS of the app narrow, for example +4"])

    def test_codes(self):
        self.assertEqual(self.found(approved={"+2"}), ["1 people were let in, and the database forgot it, for example +2"])
        self.assertEqual(self.found(disapproved={"+2"}), ["1 right codes were refused, for example +2"])

    def test_rest(self):
        self.assertEqual(self.found(drained=None), ["it was never drained"])
        self.assertEqual(self.found(queues={"a": 2, "b": 0}), ["messages are left in the queues: a 2"])
        self.assertEqual(self.found(dead=1), ["1 dead letters, and 0 are right"])
        self.assertEqual(self.found(Policy(dead=1)), ["0 dead letters, and 1 are right"])
        self.assertEqual(self.found(answers=Counter({202: 2, 500: 1})), ["the API answered {500: 1}"])
        self.assertEqual(self.found(surprises=["worker-1 ended by itself"]), ["worker-1 ended by itself"])

    def test_baseline(self):
        grown = [Process("api-1", (100, 30), (215, 55))]
        self.assertEqual(self.found(processes=grown), [
            "api-1 grew from 100 to 215 MiB", "api-1 had 30 files open, and has 55"])
        self.assertEqual(self.found(connections={"broker": [8, 9]}), ["the broker had 8 connections of the program, and has 9"])


class ReportTests(unittest.TestCase):
    head = {"date": "2026-01-02", "version": "0.1.0", "seed": 7, "rate": 20, "seconds": 16}

    def test_table(self):
        results = [
            {"scenario": "first", "violations": [], "numbers": numbers(good(), LIMITS)},
            {"scenario": "second", "violations": ["it was never drained"], "numbers": {}},
            {"scenario": "third", "violations": [], "numbers": {}, "skipped": "no disk"}]
        text = report.table(results, self.head)
        self.assertIn("2026-01-02, verifyd 0.1.0, seed 7, 20 requests a second, 16 s of faults", text)
        self.assertIn("| `first` | 2 | 0 | 2 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | passed |", text)
        self.assertIn("– | violated |", text)
        self.assertIn("not run: no disk", text)
        self.assertIn("- `second`: it was never drained", text)
        self.assertEqual(json.loads(report.line(results[0]))["numbers"]["sms"], 2)

    def test_same_width(self):
        rows = [line for line in report.table([], self.head).splitlines() if line.startswith("|")]
        self.assertEqual(len({row.count("|") for row in rows}), 1)


class ReadingTests(unittest.TestCase):
    def test_answers(self):
        self.assertEqual(parse(b"HTTP/1.1 202 Accepted\r\nA: b\r\n\r\n{\"a\":1}"), (202, {"a": 1}))
        self.assertEqual(parse(b"HTTP/1.1 204 No Content\r\n\r\n"), (204, {}))
        self.assertEqual(
            parse(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n{\"a\":1}\r\n0\r\n\r\n"), (200, {"a": 1}))
        for cut in (b"", b"HTTP/1.1 20", b"HTTP/1.1 202 Accepted\r\nA: b\r\n"):
            self.assertEqual(parse(cut), (-1, {}))

    def test_codes(self):
        self.assertEqual(code_of({"text": "Steady: 012345 is your code, for 10 minutes."}), "012345")
        self.assertEqual(code_of({"text": "no code"}), "")

    def test_publication(self):
        frames = publication("x", "request", "verification.request.v1", "id", "demo", b"{}")
        self.assertEqual(frames.count(b"\xce"), 3)
        self.assertIn(b"\x10application/json\x02\x02id\x17verification.request.v1\x04demo", frames)
        # Content type, delivery mode, message id, type, app id.
        self.assertIn((1 << 15 | 1 << 12 | 1 << 7 | 1 << 5 | 1 << 3).to_bytes(2, "big"), frames)

    def test_large_and_empty(self):
        for size, frames in ((0, 0), (1, 1), (131_064, 1), (200_000, 2)):
            body = publication("x", "k", "", "", "", b"\0" * size)
            self.assertEqual(body.count(b"\x03\x00\x01\x00"), frames, size)

    def test_list(self):
        self.assertGreaterEqual(len(SCENARIOS), 24)
        for entry in SCENARIOS.values():
            self.assertTrue(re.fullmatch(r"[A-Z].*\.", entry.words), entry.name)
            self.assertFalse(entry.is_short and entry.is_cluster, "short needs no cluster")


class ProxyTests(unittest.TestCase):
    def test_modes(self):
        asyncio.run(asyncio.wait_for(self.modes(), 20))

    async def modes(self):
        async def echo(reader, writer):
            while data := await reader.read(100):
                writer.write(data)
            writer.close()

        server = await asyncio.start_server(echo, "127.0.0.1", 0)
        proxy = Proxy(server.sockets[0].getsockname()[1], random.Random(1))
        await proxy.open()
        self.assertEqual(await self.say(proxy, b"hello"), b"hello")
        proxy.mode = "cut"
        self.assertLess(len(await self.say(proxy, b"x" * 40_000)), 40_000)
        self.assertGreater(proxy.cuts, 0)
        proxy.mode = "answer"
        self.assertTrue((await self.say(proxy, b"GET / HTTP/1.1\r\n\r\n")).startswith(b"HTTP/1.1 500"))
        await proxy.close()
        server.close()

    async def say(self, proxy, data):
        reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
        writer.write(data)
        try:
            writer.write_eof()
            return await reader.read()
        except ConnectionError:
            return b""
        finally:
            writer.close()


class BrokenServices:
    """A database that makes no other database, and hears what is asked of it."""

    variables = {"AMQP_URL": "amqp://127.0.0.1:1/"}

    def __init__(self):
        self.asked = []

    def sql(self, statement, database=None):
        self.asked.append(statement)
        if statement.startswith("create"):
            raise Harm("no room")

    def ctl(self, *words, check=True):
        self.asked.append(words[0])


class SiteTests(unittest.TestCase):
    def test_failed_beginning(self):
        services = BrokenServices()
        with tempfile.TemporaryDirectory() as folder:
            options = SimpleNamespace(seconds=1, seed=1, rate=1)
            site = Site("verifyd", services, Path(folder) / "run", Scenario("none", "", None), options)
            with self.assertRaisesRegex(Harm, "no room"), site:
                self.fail("it did not begin")
        self.assertEqual(services.asked[-2:], ["eval", f"drop database if exists {site.database} with (force)"])
        self.assertFalse(site.thread.is_alive())

    def test_ports(self):
        ports = [free_port() for _ in range(50)]
        self.assertEqual(len(set(ports)), 50)
        self.assertTrue(all(port in PORTS for port in ports))

    def test_leader(self):
        listing = "a.verification.events\trabbit_node1@host\na.verification.requests\t{}\n"
        queue = "a.verification.requests"
        self.assertEqual(leader_in(listing.format("rabbit_node3@host"), queue), "node3")
        self.assertIsNone(leader_in(listing.format(""), queue), "an election")
        self.assertIsNone(leader_in("", queue))


if __name__ == "__main__":
    unittest.main()
