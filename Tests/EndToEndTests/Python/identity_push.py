"""Plays Apple's push service over HTTP/2, and apps on phones that ask for silent pushes.

The argument is a JSON object, as `identity_promises.py` reads it, and besides:
  port               where the surface sends its pushes
  certificate, key   the push service's; the key is the one of the team too
  bank               the key of an app of another project
  phones             numbers of real people, one for each SMS
"""

import asyncio
import itertools
import json
import socket
import threading
import time
from pathlib import Path

import jwt
import requests
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from hypercorn.asyncio import serve
from hypercorn.config import Config

from identity_promises import Promises, claim

SHOP, BANK = "com.example.shop", "com.example.bank"
promise = Promises()


class PushService:
    """Keeps what it gets, and answers as planned; without a plan it takes the push."""

    def __init__(self, job):
        self.pushes, self.plan, self.is_silent = [], [], False
        key = load_pem_private_key(Path(job["key"]).read_bytes(), None)
        self.public = key.public_key()
        self.config = Config()
        self.config.bind = [f"127.0.0.1:{job['port']}"]
        self.config.certfile, self.config.keyfile = job["certificate"], job["key"]
        self.config.alpn_protocols = ["h2"]
        self.config.loglevel = "ERROR"
        self.ready = threading.Event()
        threading.Thread(target=lambda: asyncio.run(self.run()), daemon=True).start()
        self.ready.wait()
        self.wait_for_port(job["port"])

    @staticmethod
    def wait_for_port(port):
        for _ in range(600):
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=5).close()
            except ConnectionRefusedError:
                time.sleep(0.05)
        raise TimeoutError("the push service does not listen")

    async def run(self):
        await serve(self.app, self.config, shutdown_trigger=asyncio.Event().wait)

    async def app(self, scope, receive, send):
        if scope["type"] == "lifespan":
            while (await receive())["type"] != "lifespan.shutdown":
                await send({"type": "lifespan.startup.complete"})
                self.ready.set()
            return await send({"type": "lifespan.shutdown.complete"})
        body = b""
        while True:
            part = await receive()
            body += part.get("body", b"")
            if not part.get("more_body"):
                break
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        self.pushes.append((scope, headers, json.loads(body)))
        while self.is_silent:
            await asyncio.sleep(0.05)
        status, reason = self.plan.pop(0) if self.plan else (200, None)
        await send({"type": "http.response.start", "status": status, "headers": [(b"apns-id", b"1")]})
        await send({"type": "http.response.body", "body": json.dumps({"reason": reason}).encode() if reason else b""})


class App:
    def __init__(self, job):
        self.job, self.service = job, PushService(job)
        self.phones = iter(job["phones"])
        self.addresses = (f"203.0.113.{number}" for number in itertools.count(1))
        self.devices = (f"{number:02x}" + "0A" * 31 for number in itertools.count(16))

    def call(self, method, body, bundle=SHOP, key=None):
        """The status, and the answer or what its error says."""
        headers = {"x-forwarded-for": next(self.addresses), "X-Ios-Bundle-Identifier": bundle}
        answer = requests.post(
            f'{self.job["base"]}/{method}', params={"key": key or self.job["client"]}, json=body, headers=headers,
            timeout=30)
        body = answer.json()
        return answer.status_code, body["error"]["message"] if "error" in body else body

    def verify(self, device=None, sandbox=False, **others):
        body = {"appToken": device or next(self.devices)} | ({"isSandbox": True} if sandbox else {})
        return self.call("www.googleapis.com/identitytoolkit/v3/relyingparty/verifyClient", body, **others)

    def send(self, receipt, secret, phone=None, **others):
        body = {"phoneNumber": phone or next(self.phones), "iosReceipt": receipt}
        if secret:
            body["iosSecret"] = secret
        status, answer = self.call("identitytoolkit.googleapis.com/v1/accounts:sendVerificationCode", body, **others)
        return answer if status != 200 else "sent"

    def credential(self, device=None, **others):
        """What the device of a good push has."""
        status, answer = self.verify(device, **others)
        claim.assertEqual(status, 200, answer)
        brought = self.service.pushes[-1][2]["com.google.firebase.auth"]
        claim.assertEqual(answer, {"receipt": brought["receipt"], "suggestedTimeout": "5"})
        return brought["receipt"], brought["secret"]


@promise("a push has the form that Apple asks for, and with its receipt it lets SMS go, again and again")
def good(app):
    receipt, secret = app.credential("0A" * 32)
    scope, headers, body = app.service.pushes[-1]
    claim.assertEqual((scope["http_version"], scope["method"], scope["path"]), ("2", "POST", "/3/device/" + "0a" * 32))
    claim.assertEqual(
        [headers[name] for name in ("apns-topic", "apns-push-type", "apns-priority")], [SHOP, "background", "5"])
    claim.assertGreater(int(headers["apns-expiration"]), time.time())
    claim.assertEqual(body["aps"], {"content-available": 1})
    scheme, token = headers["authorization"].split(" ")
    claim.assertEqual((scheme.lower(), jwt.get_unverified_header(token)["kid"]), ("bearer", "ABC123DEFG"))
    claims = jwt.decode(token, app.service.public, algorithms=["ES256"])
    claim.assertEqual(claims["iss"], "DEF123GHIJ")
    claim.assertLess(abs(time.time() - claims["iat"]), 600)
    claim.assertEqual([app.send(receipt, secret) for _ in range(2)], ["sent", "sent"])


@promise("the token stays the same from push to push, also for the sandbox, whose host is another")
def same(app):
    app.credential()
    app.credential(sandbox=True)
    (first, one, _), (second, two, _) = app.service.pushes[-2:]
    claim.assertEqual(one["authorization"], two["authorization"])
    hosts = [dict(scope["headers"]).get(b"host") or scope["server"][0] for scope in (first, second)]
    claim.assertNotEqual(*hosts)


@promise("one device has the SMS of one device, whatever receipts, addresses and numbers are used")
def farm(app):
    device = next(app.devices)
    credentials = [app.credential(device) for _ in range(4)]
    claim.assertEqual(
        [app.send(*each) for each in credentials], ["sent", "sent", "sent", "TOO_MANY_ATTEMPTS_TRY_LATER"])


@promise("what is no credential of this project and this app lets nothing go")
def bad(app):
    receipt, secret = app.credential()
    other_receipt, other_secret = app.credential()
    stranger = app.credential(key=app.job["bank"])
    real = "+4915199999999"
    for credential, others in [
        ((receipt, other_secret), {}), ((other_receipt, secret), {}), ((receipt, "x"), {}), (("x", secret), {}),
        (stranger, {}), ((receipt, secret), {"bundle": BANK}), ((receipt, secret), {"key": app.job["bank"]}),
        ((receipt[:-1], secret), {}), (("a" * 5_000, secret), {}), ((receipt, "a" * 5_000), {}),
    ]:
        claim.assertEqual(app.send(*credential, phone=real, **others), "INVALID_APP_CREDENTIAL")
    claim.assertEqual(app.send(receipt, None, phone=real), "MISSING_APP_CREDENTIAL")


@promise("a device that Apple does not know leads to the captcha")
def unknown_device(app):
    for plan in [(400, "BadDeviceToken"), (410, "Unregistered"), (400, "DeviceTokenNotForTopic")]:
        app.service.plan = [plan]
        claim.assertEqual(app.verify(), (400, "INVALID_APP_CREDENTIAL"))
    count = len(app.service.pushes)
    claim.assertEqual(app.verify("nonsense"), (400, "INVALID_APP_CREDENTIAL"))
    claim.assertEqual(app.verify(bundle="com.example.other"), (400, "INVALID_APP_CREDENTIAL"))
    claim.assertEqual(len(app.service.pushes), count)


@promise("a refused key leads to the captcha, and an expired token is made anew once")
def refused(app):
    app.service.plan = [(403, "InvalidProviderToken")]
    claim.assertEqual(app.verify(), (400, "INVALID_APP_CREDENTIAL"))
    count = len(app.service.pushes)
    app.service.plan = [(403, "ExpiredProviderToken")]
    app.credential()
    one, two = (headers["authorization"] for _, headers, _ in app.service.pushes[count:])
    claim.assertNotEqual(one, two)
    jwt.decode(two.split(" ")[1], app.service.public, algorithms=["ES256"])


@promise("a busy service is asked once more, and one that stays busy leads to the captcha")
def busy(app):
    count = len(app.service.pushes)
    app.service.plan = [(503, "ServiceUnavailable")]
    receipt, secret = app.credential()
    claim.assertEqual(len(app.service.pushes), count + 2)
    claim.assertEqual(app.send(receipt, secret), "sent")
    app.service.plan = [(503, "Shutdown"), (500, "InternalServerError")]
    claim.assertEqual(app.verify(), (400, "INVALID_APP_CREDENTIAL"))
    claim.assertEqual(len(app.service.pushes), count + 4)


@promise("a device is not woken up more than 5 times an hour")
def device(app):
    device = next(app.devices)
    answers = [app.verify(device)[0] for _ in range(6)]
    claim.assertEqual(answers, [200] * 5 + [400])


@promise("a silent service delays no answer, and a push without a secret sends nothing; SMS of others go on meanwhile")
def silent(app):
    own = app.credential()
    app.service.is_silent = True
    begin = time.monotonic()
    status, answer = app.verify()
    claim.assertLess(time.monotonic() - begin, 10)
    claim.assertEqual((status, answer["suggestedTimeout"]), (200, "5"))
    claim.assertEqual(app.send(answer["receipt"], None, phone="+4915199999999"), "MISSING_APP_CREDENTIAL")
    claim.assertEqual(app.send(*own), "sent")
    app.service.is_silent = False


promise.tell(App)
