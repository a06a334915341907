"""Operators sign in to the dashboard by a provider that others wrote (oidc-provider-mock); prints which promises are broken.

The argument is a JSON object:
  mode               production
  base               the dashboard, with its path
  port               where the provider has to be, on this machine
"""

import base64
import hashlib
import json
import logging
import sys
import threading
import warnings
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

sys.path.insert(0, str(Path(__file__).parent))
warnings.simplefilter("ignore")

import flask  # noqa: E402
import oidc_provider_mock  # noqa: E402
from werkzeug.serving import make_server  # noqa: E402

from identity_promises import Promises, claim  # noqa: E402

ANSWER = "/sign-in/provider/answer"
FORM = {"content-type": "application/x-www-form-urlencoded"}

promise = Promises()


def call(address, method="GET", body=None, headers=None):
    """Status, the values of the fields by their small names, and the body; no redirect is followed."""
    parts = urlsplit(address)
    connection = HTTPConnection(parts.hostname, parts.port, timeout=60)
    try:
        connection.request(method, parts.path + (f"?{parts.query}" if parts.query else ""), body, headers or {})
        answer = connection.getresponse()
        fields = {}
        for name, value in answer.getheaders():
            fields.setdefault(name.lower(), []).append(value)
        return answer.status, fields, answer.read().decode()
    finally:
        connection.close()


class Provider:
    def __init__(self, port):
        logging.disable(logging.CRITICAL)
        self.url, self.exchanges = f"http://127.0.0.1:{port}", []
        app = oidc_provider_mock.app(require_nonce=True)

        @app.before_request
        def note():
            if flask.request.path == "/oauth2/token":
                self.exchanges.append(flask.request.form.to_dict())

        server = make_server("127.0.0.1", port, app, threaded=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()

    def knows(self, sub, **claims):
        status, _, _ = call(
            f"{self.url}/users/{sub}", "PUT", json.dumps(claims), {"content-type": "application/json"})
        claim.assertEqual(status, 204)

    def lets_in(self, address, sub):
        """What a person does at the provider; returns where it sends the browser then."""
        status, fields, _ = call(address, "POST", urlencode({"sub": sub}), FORM)
        claim.assertEqual(status, 302)
        return fields["location"][0]


class Browser:
    def __init__(self, base):
        self.base, self.cookies = base, {}

    def get(self, path):
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        status, fields, body = call(self.base + path, headers={"cookie": cookie} if cookie else {})
        for text in fields.get("set-cookie", []):
            name, value = text.split(";")[0].split("=", 1)
            self.cookies[name] = value
            if "Max-Age=0" in text:
                del self.cookies[name]
        return status, fields.get("location", [""])[0], body

    def begin(self):
        status, location, body = self.get("/sign-in/provider?to=%2Fqueues")
        claim.assertEqual(status, 303, body)
        return location

    def back(self, location):
        """Goes where the provider sends it, as if the dashboard's public address led to the dashboard."""
        parts = urlsplit(location)
        claim.assertEqual(parts.netloc, "ops.example")
        claim.assertTrue(parts.path.endswith(ANSWER), location)
        return self.get(f"{ANSWER}?{parts.query}")


class Scene:
    def __init__(self, job):
        self.base, self.provider = job["base"], Provider(job["port"])
        self.provider.knows("7", preferred_username="Anna", groups=["oncall", "others"])

    def sign_in(self, sub, browser=None):
        browser = browser or Browser(self.base)
        return browser, browser.back(self.provider.lets_in(browser.begin(), sub))


@promise("a person comes in with the provider's role, and to the page that the person wanted")
def comes_in(scene):
    browser, (status, location, body) = scene.sign_in("7")
    claim.assertEqual((status, urlsplit(location).path.rpartition("/")[2]), (303, "queues"), body)
    status, _, page = browser.get("/account")
    claim.assertEqual(status, 200)
    claim.assertIn("<strong>anna</strong>", page)
    claim.assertIn("<strong>operator</strong>", page)
    claim.assertNotIn("__Host-verifyd-sign-on", browser.cookies)


@promise("the code goes with the verifier of the challenge that the browser took there (RFC 7636)")
def proof_key(scene):
    browser = Browser(scene.base)
    address = browser.begin()
    asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
    browser.back(scene.provider.lets_in(address, "7"))
    verifier = scene.provider.exchanges[-1]["code_verifier"]
    digest = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).decode().rstrip("=")
    claim.assertEqual((asked["code_challenge_method"], asked["code_challenge"]), ("S256", digest))


@promise("a code is good once, and in the browser that began alone")
def bound(scene):
    browser, stranger = Browser(scene.base), Browser(scene.base)
    location = scene.provider.lets_in(browser.begin(), "7")
    stranger.begin()
    claim.assertEqual(stranger.back(location)[0], 400)
    kept = dict(browser.cookies)
    claim.assertEqual(browser.back(location)[0], 303)
    browser.cookies = kept
    status, _, page = browser.back(location)
    claim.assertEqual(status, 403)
    claim.assertIn("does not prove who you are", page)


@promise("a person without a known group stays out, and comes in when the provider gives one")
def groups(scene):
    scene.provider.knows("8", preferred_username="ben", groups=["guests"])
    _, (status, _, page) = scene.sign_in("8")
    claim.assertEqual(status, 403)
    claim.assertIn("calls you ben", page)
    scene.provider.knows("8", preferred_username="ben", groups=["admins"])
    claim.assertEqual(scene.sign_in("8")[1][0], 303)


@promise("a person never gets the account of an operator who has the name already")
def collision(scene):
    scene.provider.knows("9", preferred_username="ada", groups=["admins"])
    _, (status, _, page) = scene.sign_in("9")
    claim.assertEqual(status, 403)
    claim.assertIn("Another operator here is called ada", page)


if __name__ == "__main__":
    promise.tell(Scene)
