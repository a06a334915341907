#!/usr/bin/env python3
"""Counts what each staged incident costs: pages that wake somebody, and tickets for the morning.

Usage: pager.py [repository]. Prints a line for each finding, and ends with status 1 if there is a finding.

promtool proves which alerts fire in each incident of incidents_test.yml. Here these alerts go through an Alertmanager with
the example's groups and inhibitions, which notifies a server of this program. The table of Alerts.md has to say the same.
"""

import copy
import json
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

ARTICLE = "Sources/verifyd/verifyd.docc/Alerts.md"
RULES = "deploy/prometheus"
# Debian's package calls the server so; others call it by its own name.
SERVERS = ("prometheus-alertmanager", "alertmanager")
LABEL = re.compile(r'(\w+)="([^"]*)"')
ROW = re.compile(r"^\| ([^|]+) \| (\d+) \| (\d+) \| ([^|]*) \|$", re.M)
# What the server of this program is called by; the receivers of the example that people get notifications by.
PAGER, TICKETS, SWITCH = "pager", "tickets", "dead-mans-switch"
WATCHDOG = "VerifydWatchdog"
# A step is longer than Alertmanager waits before the first notification of a group, and before the next.
STEP_SECONDS, WAIT, INTERVAL = 2.5, "500ms", "1s"


def staged(tests):
    """For each named incident: what fires, time after time, as labels."""
    return {
        test["name"]: [
            [alert_of(sample["labels"]) for sample in case["exp_samples"]] for case in test["promql_expr_test"]
        ] for test in tests
    }


def alert_of(labels):
    """For example {alertname="A", severity="critical"} of `ALERTS{alertname="A", alertstate="firing", …}`."""
    return {name: value for name, value in LABEL.findall(labels) if name != "alertstate"}


def adapted(configuration, address):
    """The example for a trial: quick, its receivers at this program, and each incident an installation of its own."""
    changed = copy.deepcopy(configuration)
    for route in [changed["route"], *changed["route"]["routes"]]:
        route |= {"group_wait": WAIT, "group_interval": INTERVAL}
    changed["route"]["group_by"].append("incident")
    for rule in changed["inhibit_rules"]:
        rule["equal"] = [*rule.get("equal", []), "incident"]
    for receiver in changed["receivers"]:
        for hook in receiver.get("webhook_configs", []):
            hook["url"] = f"http://{address}/{receiver['name']}"
    return changed


class Costs:
    """What came to each receiver. A notification about a group that fires already is no further page."""

    def __init__(self):
        self.firing = set()
        self.notes = {}
        self.lock = threading.Lock()

    def take(self, receiver, note):
        labels = note["groupLabels"]
        key = (receiver, note["groupKey"])
        with self.lock:
            if note["status"] == "resolved":
                self.firing.discard(key)
            elif key not in self.firing:
                self.firing.add(key)
                words = " ".join(f"`{labels[name]}`" for name in ("alertname", "rule", "slo") if name in labels)
                self.notes.setdefault(labels.get("incident", ""), []).append((receiver, words))

    def of(self, incident):
        """Pages, tickets, and which, as the article says them."""
        notes = self.notes.get(incident, [])
        pages, tickets = (sorted(words for name, words in notes if name == receiver) for receiver in (PAGER, TICKETS))
        which = pages + [f"ticket {words}" for words in tickets]
        return len(pages), len(tickets), "; ".join(which) or "nobody is told"


def check_counts(costs, incidents, article):
    """The article has a row for each incident, which says what it costs; no incident pages twice for one cause."""
    rows = {name: (int(pages), int(tickets), which.strip()) for name, pages, tickets, which in ROW.findall(article)}
    for name in incidents:
        pages, tickets, which = costs.of(name)
        if rows.get(name) != (pages, tickets, which):
            yield f"{ARTICLE}: the row should be | {name} | {pages} | {tickets} | {which} |"
    yield from (f"{ARTICLE}: {name} is no staged incident" for name in rows if name not in incidents)


def check_switch(costs):
    """The watchdog goes to the service outside, and to nobody else."""
    came = [receiver for receiver, words in costs.notes.get(WATCHDOG, [])]
    if came != [SWITCH]:
        yield f"alertmanager.yml: the watchdog comes to {came or 'nobody'}"


def check_receivers(configuration):
    """Pages, tickets and the watchdog have receivers of their own, and what only names a part has one that tells nobody."""
    named = {receiver["name"]: receiver for receiver in configuration["receivers"]}
    for name in (PAGER, TICKETS, SWITCH):
        if not named.get(name, {}).get("webhook_configs"):
            yield f"alertmanager.yml: no receiver {name} that is told anything"
    if named.get("nobody") != {"name": "nobody"}:
        yield "alertmanager.yml: the receiver nobody tells somebody"


def server_of(costs):
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            note = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            costs.take(self.path.strip("/"), note)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *arguments):
            pass

    return ThreadingHTTPServer(("127.0.0.1", 0), Handler)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def post(port, alerts):
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/v2/alerts", json.dumps(alerts).encode(), {"Content-Type": "application/json"})
    urllib.request.urlopen(request, timeout=5).read()


def wait_for(port):
    for _ in range(100):
        try:
            return urllib.request.urlopen(f"http://127.0.0.1:{port}/-/ready", timeout=1).read()
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise TimeoutError("Alertmanager did not get ready within 10 s")


def firing_at(incidents, step):
    """What fires at a step in all incidents at once; what fired before and does not now has ended."""
    for name, moments in incidents.items():
        now = moments[step] if step < len(moments) else []
        for alert in now:
            yield alert | {"incident": name}
    yield {"alertname": WATCHDOG, "severity": "none", "incident": WATCHDOG}


def play(incidents, port):
    before = []
    for step in range(max(len(moments) for moments in incidents.values()) + 1):
        at = datetime.now(timezone.utc)
        now = list(firing_at(incidents, step))
        ended = [alert for alert in before if alert not in now]
        post(port, [{"labels": alert, "endsAt": (at + timedelta(hours=1)).isoformat()} for alert in now]
             + [{"labels": alert, "endsAt": at.isoformat()} for alert in ended])
        before = now
        time.sleep(STEP_SECONDS)


def costs_of(incidents, configuration):
    """Runs an Alertmanager, and plays all incidents side by side."""
    program = next(filter(None, map(shutil.which, SERVERS)))
    costs, port = Costs(), free_port()
    receivers = server_of(costs)
    threading.Thread(target=receivers.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as folder:
        address = f"127.0.0.1:{receivers.server_address[1]}"
        file = Path(folder, "alertmanager.yml")
        file.write_text(json.dumps(adapted(configuration, address)))
        process = subprocess.Popen(
            [program, f"--config.file={file}", f"--storage.path={folder}", "--cluster.listen-address=",
             f"--web.listen-address=127.0.0.1:{port}", "--log.level=error"])
        try:
            wait_for(port)
            play(incidents, port)
        finally:
            process.terminate()
            process.wait(10)
            receivers.shutdown()
    return costs


def findings_in(repository):
    import yaml  # of .local/venv; what the tests of this file try needs no YAML

    rules = repository / RULES
    checked = subprocess.run(
        ["amtool", "check-config", rules / "alertmanager.yml"], capture_output=True, text=True)
    if checked.returncode:
        yield f"amtool: {(checked.stdout + checked.stderr).strip()}"
        return
    configuration = yaml.safe_load((rules / "alertmanager.yml").read_text())
    incidents = staged(yaml.safe_load((rules / "incidents_test.yml").read_text())["tests"])
    if len(incidents) < 15:
        yield f"{len(incidents)} incidents: not everything was read"
    yield from check_receivers(configuration)
    costs = costs_of(incidents, configuration)
    yield from check_switch(costs)
    yield from check_counts(costs, incidents, (repository / ARTICLE).read_text())


def main():
    repository = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2]).resolve()
    findings = list(findings_in(repository))
    for finding in findings:
        print(finding)
    print(f"{len(findings)} findings in pages and tickets")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
