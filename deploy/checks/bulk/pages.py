"""Times the pages of a dashboard, and their JSON twins.

Usage: pages.py ADDRESS NAME PASSWORD VERIFICATION MILLISECONDS. It reads Tests/EndToEndTests/Python/routes.txt, so a new
page is timed as soon as it has a line there. VERIFICATION is an id for the pages that show a verification. Each page and
its twin are also asked about a single app and the longest time. It ends with status 1 when the 95th percentile of one of them
is over so many milliseconds.
"""

import http.client
import json
import math
import sys
import time
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

ROUNDS = 20
ROUTES = Path(__file__).parents[3] / "Tests/EndToEndTests/Python/routes.txt"
# Searches and filters that look through much: of a phone that has had thousands of verifications, and of a phone without.
FORMS = [("/search", {"q": "+4915100000000"}), ("/search", {"q": "+4915999999999"})]
APP = "app-1"
# Filters that few rows fit, so that a page looks at as many rows as it may.
FILTERS = [
    "/verifications?status=failed&where=DE", "/verifications?gateway=backup", "/verifications?gateway=nothing&app=app-7",
    "/verifications?reason=error-30003", "/verifications?reason=nothing", "/verifications?message=undelivered&app=app-3",
    "/verifications?message=failed&gateway=main", "/verifications?reason=absent&message=undelivered&where=US&gateway=backup",
    "/verifications?from=2000-01-01&until=2000-01-02", "/incidents?rule=gateway-away",
    "/failures/failed/main/error-30003?window=24h", "/audit?actor=operator-3&result=failed", "/audit?actor=nothing",
]
# A page that does not know a member of the query leaves it out.
NARROW = "?window=24h&app=app-1"
# A dashboard may look at its database once a second for everybody; each round has to look anew.
PAUSE = 1.1


class Dashboard:
    def __init__(self, address, name, password):
        self.address = urlsplit(address)
        self.cookie = ""
        # Nobody may sign in before the process has read the operators.
        for _ in range(50):
            answer, _ = self.ask("POST", "/sign-in", {"name": name, "password": password})
            if answer.status == 303:
                self.cookie = answer.getheader("Set-Cookie").split(";")[0]
                return
            time.sleep(0.2)
        sys.exit(f"the sign-in was answered with {answer.status}")

    def ask(self, method, path, form=None):
        """The answer, and the seconds until its last byte."""
        connection = http.client.HTTPConnection(self.address.hostname, self.address.port, timeout=30)
        headers = {"Cookie": self.cookie, "Sec-Fetch-Site": "same-origin",
                   "Content-Type": "application/x-www-form-urlencoded"}
        started = time.perf_counter()
        connection.request(method, self.address.path + path, urlencode(form) if form else None, headers)
        answer = connection.getresponse()
        answer.text = answer.read()
        took = time.perf_counter() - started
        connection.close()
        return answer, took


    def told(self, path):
        """What the twin of a page says."""
        answer, _ = self.ask("GET", "/api/v1" + path)
        return json.loads(answer.text)

    def do(self, path, form):
        answer, _ = self.ask("POST", path, form | {"confirmed": "yes", "reason": "to time the pages"})
        if answer.status != 303:
            sys.exit(f"{path} was answered with {answer.status}")


def made(dashboard):
    """Ids of a rule and of a test number, which exist only now."""
    dashboard.do("/limits/blocks", {"target": "198.51.100.0/24", "action": "block"})
    dashboard.do(f"/test-numbers/{APP}/add", {"phone": "+447400123456", "code": "123456"})
    apps = {app["app"]: app["numbers"] for app in dashboard.told("/test-numbers")["apps"]}
    return {"incident": incident(dashboard), "rule": dashboard.told("/limits")["rules"][0]["id"], "number": apps[APP][0]["id"]}


def incident(dashboard):
    """The number of an incident: no worker runs, and the dashboard keeps what it has found within seconds."""
    for _ in range(60):
        if found := dashboard.told("/incidents")["incidents"]:
            return found[0]["number"]
        time.sleep(1)
    sys.exit("the dashboard has kept no incident within a minute")


def questions(verification, others):
    values = others | {
        "id": verification, "queue": "requests", "name": "main", "region": "DE", "app": APP, "kind": "late", "gateway": "-",
        "finding": "no-workers", "session": "AAAAAAAAAAAAAAAA", "reason": "-", "phone": "%2B4915100000000"}
    lines = [line.split() for line in ROUTES.read_text().splitlines() if line.strip() and not line.startswith("#")]
    paths = [line[2].format(**values) for line in lines if line[1] in ("page", "action")]
    pages = [line[2].format(**values) for line in lines if line[1] == "page"]
    views = [path + NARROW for path in pages]
    files = [line[2].format(**values) for line in lines if line[1] == "file"]
    asked = [(line[2], dict(parse_qsl(line[3].format(**values)))) for line in lines if line[1] in ("ask", "posted")]
    return [("GET", path, None) for path in paths + twins(paths) + views + twins(views) + FILTERS + twins(FILTERS) + files] + [
        ("POST", path, form) for path, form in FORMS + asked]


def twins(paths):
    return ["/api/v1" + (path.replace("/", "/overview", 1) if path.partition("?")[0] == "/" else path) for path in paths]


def percentile(times, share):
    return sorted(times)[math.ceil(share * len(times)) - 1]


def main():
    address, name, password, verification, limit = sys.argv[1:]
    dashboard = Dashboard(address, name, password)
    asked = questions(verification, made(dashboard))
    times = {number: [] for number in range(len(asked))}
    bad = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        for number, (method, path, form) in enumerate(asked):
            answer, took = dashboard.ask(method, path, form)
            times[number].append(took * 1_000)
            if answer.status != 200 and f"{path}: {answer.status}" not in bad:
                bad.append(f"{path}: {answer.status}")
        time.sleep(max(0, PAUSE - (time.perf_counter() - started)))
    print(f"{'p50':>8} {'p95':>8} {'max':>8}  ms")
    for number, (method, path, form) in enumerate(asked):
        median, high, most = (percentile(times[number], share) for share in (0.5, 0.95, 1))
        too_slow = high > float(limit)
        words = f"{method} {path} {' '.join(form.values()) if form else ''}".rstrip()
        print(f"{median:8.1f} {high:8.1f} {most:8.1f}  {words}{'   TOO SLOW' if too_slow else ''}")
        if too_slow:
            bad.append(f"{words}: {high:.0f} ms")
    if bad:
        sys.exit("; ".join(bad))


main()
