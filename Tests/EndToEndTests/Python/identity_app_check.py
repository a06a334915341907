"""Plays an attestation service, and apps that bring its App Check tokens, good ones and others.

The argument is a JSON object, as `identity_promises.py` reads it, and besides:
  port               where the surface asks for the service's keys
  phones             numbers of real people, one for each SMS
"""

import itertools
import json
import time

import jwt
import requests
from cryptography.hazmat.primitives.asymmetric import rsa

from identity_promises import Promises, claim
from json_server import serve

AUDIENCE = "projects/123456789012"
promise = Promises()


class Service:
    """Signs tokens, and shows its keys, unless it is away."""

    def __init__(self, port):
        self.issuer = f"http://127.0.0.1:{port}"
        self.keys = {name: rsa.generate_private_key(public_exponent=65537, key_size=2048) for name in ("one", "two")}
        self.shown, self.reads, self.is_away = ["one"], 0, False
        serve(port, self.answer)

    def answer(self, _):
        self.reads += 1
        return 503 if self.is_away else {"keys": [self.public(name) for name in self.shown]}

    def public(self, name):
        key = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.keys[name].public_key()))
        return {"kty": "RSA", "use": "sig", "alg": "RS256", "kid": name, "n": key["n"], "e": key["e"]}

    def token(self, key="one", name=None, algorithm="RS256", **changes):
        now = int(time.time())
        claims = {
            "iss": self.issuer, "sub": "1:123456789012:ios:abc", "aud": [AUDIENCE, "projects/demo"],
            "iat": now - 5, "exp": now + 3600, "jti": str(time.time_ns()), **changes}
        secret = self.keys[key] if algorithm == "RS256" else "a secret that is long enough for this algorithm"
        return jwt.encode(claims, secret, algorithm=algorithm, headers={"kid": name or key})


class App:
    def __init__(self, job):
        self.job, self.service = job, Service(job["port"])
        self.phones = iter(job["phones"])
        self.addresses = (f"203.0.113.{number}" for number in itertools.count(1))

    def send(self, token, phone=None):
        """Asks for an SMS from an address of its own; the status, and what the answer says."""
        url = f'{self.job["base"]}/identitytoolkit.googleapis.com/v1/accounts:sendVerificationCode'
        headers = {"x-forwarded-for": next(self.addresses)}
        if token is not None:
            headers["X-Firebase-AppCheck"] = token
        answer = requests.post(
            url, params={"key": self.job["client"]}, json={"phoneNumber": phone or next(self.phones)},
            headers=headers, timeout=30)
        body = answer.json()
        return answer.status_code, body.get("sessionInfo") and "sent" or body["error"]["message"]


@promise("a good token lets an SMS go, and the keys are read once for many tokens")
def good(app):
    for _ in range(3):
        claim.assertEqual(app.send(app.service.token()), (200, "sent"))
    claim.assertEqual(app.service.reads, 1)


@promise("a token causes as many SMS as the project says, whatever addresses and numbers it is used with")
def farm(app):
    token = app.service.token()
    claim.assertEqual([app.send(token)[1] for _ in range(3)], ["sent", "sent", "TOO_MANY_ATTEMPTS_TRY_LATER"])


@promise("what is no good token of the project lets nothing go")
def bad(app):
    now, service = int(time.time()), app.service
    good = service.token()
    head, payload, signature = good.split(".")
    for words, token in {
        "expired": service.token(exp=now - 1), "from the future": service.token(iat=now + 600),
        "of a year": service.token(exp=now + 366 * 86_400), "another audience": service.token(aud=["projects/1"]),
        "another issuer": service.token(iss="https://firebaseappcheck.googleapis.com/1"),
        "a key that is not shown": service.token("two"), "another key's signature": service.token("two", name="one"),
        "a secret instead of a key": service.token(algorithm="HS256"), "no signature": f"{head}.{payload}.",
        "another signature": f"{head}.{payload}.{signature[::-1]}", "no token": "x", "long": "a" * 6_000,
    }.items():
        claim.assertEqual(app.send(token, "+4915199999999"), (401, "Firebase App Check token is invalid."), words)
    claim.assertEqual(app.send(None, "+4915199999999"), (400, "MISSING_APP_CREDENTIAL"))


@promise("while the service is away its known key is good, and a token of an unknown key is to be tried again")
def away(app):
    app.service.is_away = True
    claim.assertEqual(app.send(app.service.token()), (200, "sent"))
    app.service.is_away = False


promise.tell(App)
