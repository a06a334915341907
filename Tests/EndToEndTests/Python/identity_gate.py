"""Plays strangers who have an app's key, and try every way to an SMS while the project enforces every kind of proof.

The argument is a JSON object, as `identity_promises.py` reads it, and besides:
  port               where the surface asks the captcha's provider
  phones             numbers of real people, none of which may get an SMS
"""

import base64
import hashlib
import itertools
import json
import random
import time

import cbor2
import jwt
import requests
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from jwcrypto import jwe, jwk

from identity_promises import Promises, claim
from json_server import serve

V1 = "/identitytoolkit.googleapis.com/v1/accounts:"
V3 = "/www.googleapis.com/identitytoolkit/v3/relyingparty/"
promise = Promises()


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Strangers:
    def __init__(self, job):
        self.job, self.chance = job, random.Random(32)
        self.addresses = (f"198.51.{number // 250}.{number % 250 + 1}" for number in itertools.count(1))
        # The captcha's provider knows none of the responses that strangers make up.
        serve(job["port"], lambda _: {"success": False, "error-codes": ["invalid-input-response"]})

    def call(self, path, body, headers=None):
        headers = {"x-forwarded-for": next(self.addresses), **(headers or {})}
        body = body if isinstance(body, (str, bytes)) else json.dumps(body)
        answer = requests.post(
            self.job["base"] + path, params={"key": self.job["client"]}, data=body,
            headers={"content-type": "application/json", **headers}, timeout=30)
        return answer.status_code, answer.json()

    def refused(self, body, headers=None, words=None):
        """A call for an SMS to a real number, on a way that a client uses; it is refused, and the fault is the caller's."""
        path = self.chance.choice([V1 + "sendVerificationCode", V3 + "sendVerificationCode"])
        if isinstance(body, dict):
            body = {"phoneNumber": self.chance.choice(self.job["phones"]), **body}
        status, answer = self.call(path, body, headers)
        claim.assertIn(status, (400, 401, 403), (words, body, headers, answer))
        claim.assertNotIn("sessionInfo", answer)
        return answer["error"]["message"]

    def challenge(self):
        status, answer = self.call(V1 + "appChallenge", {})
        claim.assertEqual(status, 200, answer)
        return answer["challenge"]


@promise("what is made up opens nothing, in whatever fields and headers it comes")
def invented(strangers):
    fields = ["recaptchaToken", "captchaResponse", "iosReceipt", "iosSecret", "playIntegrityToken", "safetyNetToken"]
    headers = ["X-Firebase-AppCheck", "X-Verifyd-App-Attest", "X-Verifyd-Missing-Proof", "X-Ios-Bundle-Identifier",
               "X-Android-Package", "X-Android-Cert", "X-Client-Version"]
    now = int(time.time())
    token = jwt.encode(
        {"iss": "https://firebaseappcheck.googleapis.com/123456789012", "aud": ["projects/123456789012"], "sub": "1:1:ios:a",
         "iat": now, "exp": now + 3600}, rsa.generate_private_key(public_exponent=65537, key_size=2048), algorithm="RS256",
        headers={"kid": "one"})
    values = ["", " ", "x", "null", "true", "NO_RECAPTCHA", "test", "owner", "0" * 64, "a.b.c", "../", "é" * 20, token,
              encoded(bytes(range(256))), "A" * 9_000, '{"success":true}', "com.example.shop", "not-asked", "simulator",
              "eyJlcnJvciI6IlVOS05PV05fRVJST1IifQ=="]
    said = set()
    for _ in range(150):
        body = {name: strangers.chance.choice(values) for name in strangers.chance.sample(fields, strangers.chance.randint(0, 6))}
        if strangers.chance.random() < 0.5:
            body["clientType"] = strangers.chance.choice(["CLIENT_TYPE_WEB", "CLIENT_TYPE_IOS", "CLIENT_TYPE_ANDROID"])
        # The HTTP server itself refuses longer headers, in no words of the wire.
        plain = [value for value in values if value.isascii() and len(value) < 2_000]
        sent = {name: strangers.chance.choice(plain).strip() for name in strangers.chance.sample(headers, strangers.chance.randint(0, 4))}
        said.add(strangers.refused(body, sent).split(" : ")[0])
    claim.assertLessEqual({"INVALID_APP_CREDENTIAL", "MISSING_APP_CREDENTIAL", "CAPTCHA_CHECK_FAILED"}, said)


@promise("values of other types, and bodies that are no objects, open nothing")
def types(strangers):
    for value in [None, True, 0, 1.5, [], {}, ["x"], {"a": "b"}]:
        for name in ["recaptchaToken", "iosReceipt", "playIntegrityToken", "phoneNumber", "clientType"]:
            strangers.refused({name: value})
    for body in ["", "[]", "null", '"x"', '{"phoneNumber":"+4915112345678","phoneNumber":"+16505553434"}', "{" * 2_000]:
        strangers.refused(body)


@promise("keys and tokens of a stranger's own device open nothing")
def devices(strangers):
    key, phone = ec.generate_private_key(ec.SECP256R1()), strangers.job["phones"][0]
    numbers = key.public_key().public_numbers()
    point = b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")
    name = hashlib.sha256(point).digest()
    app = hashlib.sha256(b"TEAM123456.com.example.shop").digest()
    challenge = strangers.challenge()
    data = app + b"\x40" + (1).to_bytes(4, "big")
    signed = hashlib.sha256(data + hashlib.sha256(f"{challenge}\n{phone}".encode()).digest()).digest()
    assertion = cbor2.dumps({"signature": key.sign(signed, ec.ECDSA(hashes.SHA256())), "authenticatorData": data})
    attestation = cbor2.dumps({"fmt": "apple-appattest", "attStmt": {"x5c": [], "receipt": b""}, "authData": data})
    for format in [attestation, cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data}), b"", bytes(100)]:
        status, _ = strangers.call(V1 + "attestApp", {
            "keyId": base64.b64encode(name).decode(), "attestation": base64.b64encode(format).decode(),
            "challenge": strangers.challenge()})
        claim.assertEqual(status, 400)
    header = {"X-Verifyd-App-Attest": f"{encoded(name)}.{challenge}.{encoded(assertion)}"}
    claim.assertEqual(strangers.refused({"phoneNumber": phone}, header), "INVALID_APP_CREDENTIAL")
    verdict = {
        "requestDetails": {"requestPackageName": "com.example.shop", "timestampMillis": str(int(time.time() * 1000)),
                           "nonce": strangers.challenge()},
        "appIntegrity": {"appRecognitionVerdict": "PLAY_RECOGNIZED", "packageName": "com.example.shop"},
        "deviceIntegrity": {"deviceRecognitionVerdict": ["MEETS_DEVICE_INTEGRITY"]}}
    inner = jwt.encode(verdict, key, algorithm="ES256")
    outer = jwe.JWE(inner.encode(), json.dumps({"alg": "A256KW", "enc": "A256GCM"}))
    outer.add_recipient(jwk.JWK(kty="oct", k=encoded(bytes(32))))
    for token in [inner, outer.serialize(compact=True)]:
        claim.assertEqual(strangers.refused({"playIntegrityToken": token}), "INVALID_APP_CREDENTIAL")


@promise("a push that cannot arrive gives nobody a receipt")
def pushes(strangers):
    for path in [V1 + "verifyIosClient", V3 + "verifyClient"]:
        for bundle in ["com.example.shop", "com.example.other", ""]:
            status, answer = strangers.call(
                path, {"appToken": "0A" * 32, "isSandbox": True}, {"X-Ios-Bundle-Identifier": bundle} if bundle else {})
            claim.assertEqual(status, 400, answer)


@promise("a number that only looks like a test number is no test number, and a test number needs no proof")
def numbers(strangers):
    for phone in ["+16505553435", "+1650555343", "+165055534340", "+1 650-555-3434 ext. 1", "+1\u200b6505553436", "16505553434x",
                  *strangers.job["phones"]]:
        strangers.refused({"phoneNumber": phone})
    status, answer = strangers.call(V1 + "sendVerificationCode", {"phoneNumber": "+1 650-555-3434"})
    claim.assertEqual(status, 200, answer)
    status, answer = strangers.call(
        V1 + "signInWithPhoneNumber", {"sessionInfo": answer["sessionInfo"], "code": "654321"})
    claim.assertEqual((status, answer.get("phoneNumber")), (200, "+16505553434"))
    # Nor does the session of a person who has signed in open the way.
    for body in [{"idToken": answer["idToken"]}, {"sessionInfo": "x", "code": "654321"}]:
        strangers.refused(body)


promise.tell(Strangers)
