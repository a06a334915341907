"""Loads a page that has kept somebody, and prints who is signed in then, by the rules of Firebase's SDK for JavaScript.

The argument is a JSON object:
  base                    where the surface is, for example http://127.0.0.1:9099
  client                  the key of the app
  idToken, refreshToken   what the page has kept

It prints {"loads": [{"isSignedIn", "code"}, …]}: of a load with the kept ID token, and of a load for which it has run out.
`code` is the error that the page met, or null.
"""

import json
import signal
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlencode, urlsplit

sys.path.insert(0, str(Path(__file__).parent))

from chromium import Chromium  # noqa: E402

# A run that hangs ends by itself, and its browser with it.
LONGEST_RUN = 120


class Handler(BaseHTTPRequestHandler):
    """Serves the page, and beside it a page that does nothing."""

    def do_GET(self):
        page = Path(__file__).with_suffix(".html").read_bytes() if urlsplit(self.path).path == "/page" else b"<title>-</title>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_):
        pass


def load(browser, site, job, more):
    browser.open(f"{site}/")
    kept = {name: job[name] for name in ("idToken", "refreshToken")}
    browser.run("localStorage.setItem('person', arguments[0])", json.dumps(kept))
    # The browser resolves no other name.
    base = job["base"].replace("127.0.0.1", "localhost")
    browser.open(f"{site}/page?" + urlencode({"base": base, "key": job["client"], **more}))
    browser.wait(lambda: browser.run("return window.seen"), "the page has asked")
    return browser.run("return window.seen")


def main():
    signal.signal(signal.SIGALRM, lambda *_: sys.exit(f"not done within {LONGEST_RUN} s"))
    signal.alarm(LONGEST_RUN)
    job = json.loads(sys.argv[1])
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    site = f"http://localhost:{server.server_address[1]}"
    with Chromium() as browser:
        loads = [load(browser, site, job, more) for more in ({}, {"expired": "1"})]
    json.dump({"loads": loads}, sys.stdout)


main()
