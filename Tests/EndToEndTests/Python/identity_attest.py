"""Plays Apple's and Google's attestation services, and devices that bring their proofs, good ones and others.

The argument is a JSON object. With the member `folder` alone, the script makes the services' keys in files there, and ends.
Otherwise `identity_promises.py` reads it, and besides:
  folder             where the files are
  phones             numbers of real people, one for each SMS
"""

import base64
import datetime
import hashlib
import itertools
import json
import os
import sys
import time
from pathlib import Path

import cbor2
import requests
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID, ObjectIdentifier
from jwcrypto import jwe, jwk, jws

from identity_promises import Promises, claim

APP, PACKAGE = "TEAM123456.com.example.shop", "com.example.shop"
CERTIFICATE = hashlib.sha256(b"the certificate that signs the app").digest()
NOBODY = "+4915199999999"
BAD = (400, "INVALID_APP_CREDENTIAL")
promise = Promises()


def sha(data):
    return hashlib.sha256(data).digest()


def url64(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Authority:
    """A root, and the intermediate certificate that signs what devices show."""

    def __init__(self):
        self.root_key, self.key = ec.generate_private_key(ec.SECP384R1()), ec.generate_private_key(ec.SECP384R1())
        self.root = self.certificate("Root", self.root_key.public_key(), "Root", self.root_key)
        self.middle = self.certificate("Middle", self.key.public_key(), "Root", self.root_key)

    def save(self, folder):
        for name, key in (("root", self.root_key), ("middle", self.key)):
            (folder / f"{name}.key").write_bytes(key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
        (folder / "root.pem").write_bytes(self.root.public_bytes(serialization.Encoding.PEM))
        (folder / "middle.pem").write_bytes(self.middle.public_bytes(serialization.Encoding.PEM))

    @classmethod
    def load(cls, folder):
        self = cls.__new__(cls)
        self.root_key, self.key = (
            serialization.load_pem_private_key((folder / f"{name}.key").read_bytes(), None) for name in ("root", "middle"))
        self.root, self.middle = (
            x509.load_pem_x509_certificate((folder / f"{name}.pem").read_bytes()) for name in ("root", "middle"))
        return self

    @staticmethod
    def certificate(subject, public, issuer, key, nonce=None, days=(-1, 3)):
        names = [x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]) for name in (subject, issuer)]
        now = datetime.datetime.now(datetime.timezone.utc)
        begin, end = (now + datetime.timedelta(days=number) for number in days)
        is_authority = subject in ("Root", "Middle")
        builder = (
            x509.CertificateBuilder().subject_name(names[0]).issuer_name(names[1]).public_key(public)
            .serial_number(x509.random_serial_number()).not_valid_before(begin).not_valid_after(end)
            .add_extension(x509.BasicConstraints(is_authority, None), critical=True))
        if nonce is not None:
            value = bytes([0x30, 2 + 2 + len(nonce), 0xA1, 2 + len(nonce), 0x04, len(nonce)]) + nonce
            builder = builder.add_extension(
                x509.UnrecognizedExtension(ObjectIdentifier("1.2.840.113635.100.8.2"), value), critical=False)
        return builder.sign(key, hashes.SHA256())


class Device:
    """A key in the secure hardware of a device."""

    def __init__(self, authority):
        self.authority, self.key, self.counter = authority, ec.generate_private_key(ec.SECP256R1()), 0
        self.point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        self.id = sha(self.point)

    def attestation(self, challenge, app=APP, counter=0, maker=b"appattest" + bytes(7), nonce=None, days=(-1, 3),
                    credential=None, form="apple-appattest", chain=2, has_nonce=True):
        credential = self.id if credential is None else credential
        data = (sha(app.encode()) + b"\x40" + counter.to_bytes(4, "big") + maker
                + len(credential).to_bytes(2, "big") + credential + cbor2.dumps({1: 2, 3: -7, -1: 1}))
        nonce = (nonce or sha(data + sha(challenge.encode()))) if has_nonce else None
        leaf = self.authority.certificate(
            "Leaf", self.key.public_key(), "Middle", self.authority.key, nonce, days)
        certificates = [one.public_bytes(serialization.Encoding.DER) for one in (leaf, self.authority.middle)]
        return cbor2.dumps({
            "fmt": form, "attStmt": {"x5c": certificates[:chain], "receipt": b"for Apple"}, "authData": data})

    def assertion(self, challenge, phone, app=APP, counter=None, key=None, id=None, text=None):
        """What the header says; the counter goes on, unless it is said."""
        self.counter += counter is None
        data = sha(app.encode()) + b"\x40" + (self.counter if counter is None else counter).to_bytes(4, "big")
        signed = text or f"{challenge}\n{phone}"
        signature = (key or self.key).sign(sha(data + sha(signed.encode())), ec.ECDSA(hashes.SHA256()))
        body = cbor2.dumps({"signature": signature, "authenticatorData": data})
        return f"{url64(id or self.id)}.{challenge}.{url64(body)}"


class Play:
    """Google's service, with the keys that the Play Console shows."""

    def __init__(self, folder):
        lines = dict(line.split("=", 1) for line in (folder / "play.txt").read_text().splitlines())
        self.secret = jwk.JWK(kty="oct", k=url64(base64.b64decode(lines["DECRYPTION_KEY"])))
        self.signer = jwk.JWK.from_pem((folder / "play.pem").read_bytes())

    @staticmethod
    def make(folder):
        key = ec.generate_private_key(ec.SECP256R1())
        (folder / "play.pem").write_bytes(key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
        public = key.public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
        texts = [base64.b64encode(data).decode() for data in (os.urandom(32), public)]
        (folder / "play.txt").write_text(f"DECRYPTION_KEY={texts[0]}\nVERIFICATION_KEY={texts[1]}\n")

    def token(self, nonce, package=PACKAGE, age=0, app="PLAY_RECOGNIZED", device=("MEETS_DEVICE_INTEGRITY",),
              certificate=CERTIFICATE, secret=None, signer=None, leave=None, algorithm="A256KW", encryption="A256GCM"):
        claims = {
            "requestDetails": {
                "requestPackageName": package, "nonce": nonce,
                "timestampMillis": str(int((time.time() - age) * 1000))},
            "appIntegrity": {
                "appRecognitionVerdict": app, "packageName": package, "versionCode": "42",
                "certificateSha256Digest": [url64(certificate)]},
            "deviceIntegrity": {"deviceRecognitionVerdict": list(device)},
            "accountDetails": {"appLicensingVerdict": "LICENSED"}}
        claims.pop(leave, None)
        inner = jws.JWS(json.dumps(claims))
        inner.add_signature(signer or self.signer, None, json.dumps({"alg": "ES256"}))
        token = jwe.JWE(inner.serialize(compact=True), json.dumps({"alg": algorithm, "enc": encryption}))
        token.add_recipient(secret or self.secret)
        return token.serialize(compact=True)


class Apps:
    def __init__(self, job):
        self.job, self.folder = job, Path(job["folder"])
        self.authority, self.play = Authority.load(self.folder), Play(self.folder)
        self.phones = iter(job["phones"])
        self.addresses = (f"203.0.113.{number}" for number in itertools.cycle(range(1, 255)))

    def call(self, method, body, headers=None):
        url = f'{self.job["base"]}/identitytoolkit.googleapis.com/v1/accounts:{method}'
        answer = requests.post(
            url, params={"key": self.job["client"]}, json=body, timeout=30,
            headers={"x-forwarded-for": next(self.addresses), **(headers or {})})
        return answer.status_code, answer.json()

    def challenge(self):
        status, body = self.call("appChallenge", {})
        claim.assertEqual((status, body["expiresIn"]), (200, "300"))
        claim.assertEqual(body["proofs"], ["app-attest", "play-integrity"])
        return body["challenge"]

    def attest(self, device, attestation, challenge, id=None):
        status, body = self.call("attestApp", {
            "keyId": base64.b64encode(id or device.id).decode(), "challenge": challenge,
            "attestation": base64.b64encode(attestation).decode()})
        return status, body["error"]["message"] if "error" in body else ""

    def attested(self):
        """A device that verifyd knows."""
        device, challenge = Device(self.authority), self.challenge()
        claim.assertEqual(self.attest(device, device.attestation(challenge), challenge), (200, ""))
        return device

    def send(self, phone, assertion=None, play=None):
        headers = {"X-Verifyd-App-Attest": assertion} if assertion is not None else {}
        body = {"phoneNumber": phone} | ({"playIntegrityToken": play} if play is not None else {})
        status, body = self.call("sendVerificationCode", body, headers)
        return status, body.get("sessionInfo") and "sent" or body["error"]["message"]


@promise("a device that Apple has attested has its SMS, until it meets its limit")
def good(apps):
    device = apps.attested()
    for expected in [(200, "sent"), (200, "sent"), (400, "TOO_MANY_ATTEMPTS_TRY_LATER")]:
        phone = next(apps.phones)
        claim.assertEqual(apps.send(phone, device.assertion(apps.challenge(), phone)), expected)
    claim.assertEqual(apps.send(NOBODY), (400, "MISSING_APP_CREDENTIAL"))


@promise("an assertion is good once, for its number and its challenge, and by a counter that grows")
def assertions(apps):
    device, phone, challenge = apps.attested(), next(apps.phones), apps.challenge()
    first = device.assertion(challenge, phone, counter=7)
    claim.assertEqual(apps.send(phone, first), (200, "sent"))
    stranger = Device(apps.authority)
    for words, make in {
        "the same again": lambda new: first,
        "a used challenge": lambda new: device.assertion(challenge, NOBODY, counter=8),
        "the same counter": lambda new: device.assertion(new, NOBODY, counter=7),
        "an older counter": lambda new: device.assertion(new, NOBODY, counter=6),
        "another number": lambda new: device.assertion(new, phone, counter=9),
        "another challenge": lambda new: device.assertion(new, NOBODY, counter=9, text=f"{challenge}\n{NOBODY}"),
        "another app": lambda new: device.assertion(new, NOBODY, counter=9, app="TEAM123456.com.example.bank"),
        "an unknown key": lambda new: stranger.assertion(new, NOBODY),
        "another's signature": lambda new: stranger.assertion(new, NOBODY, counter=9, id=device.id),
        "a made-up challenge": lambda new: device.assertion(new[:-4] + "AAAA", NOBODY, counter=9),
        "no assertion": lambda new: "x", "three parts": lambda new: "a.b.c", "long": lambda new: "a" * 6_000,
        "garbage": lambda new: f"{url64(device.id)}.{new}.{url64(bytes([0x5B]) + bytes([0xFF] * 8))}",
    }.items():
        claim.assertEqual(apps.send(NOBODY, make(apps.challenge())), BAD, words)
    phone = next(apps.phones)
    claim.assertEqual(
        apps.send(phone, device.assertion(apps.challenge(), phone, counter=8)), (200, "sent"), "the key is as good as before")


@promise("a call to attest whose answer was lost may be repeated, and another call needs a challenge of its own")
def repeated(apps):
    device, challenge = Device(apps.authority), apps.challenge()
    attestation = device.attestation(challenge)
    for _ in range(2):
        claim.assertEqual(apps.attest(device, attestation, challenge), (200, ""))
    other = Device(apps.authority)
    claim.assertEqual(apps.attest(other, other.attestation(challenge), challenge), BAD)


@promise("what is no attestation of the project's app keeps no key")
def attestations(apps):
    forger = Authority()
    for words, (authority, changes) in {
        "another app": (apps.authority, {"app": "TEAM123456.com.example.bank"}),
        "a counter": (apps.authority, {"counter": 1}),
        "in development": (apps.authority, {"maker": b"appattestdevelop"}),
        "another maker": (apps.authority, {"maker": bytes(16)}),
        "another nonce": (apps.authority, {"nonce": bytes(32)}),
        "no nonce": (apps.authority, {"has_nonce": False}),
        "an expired certificate": (apps.authority, {"days": (-5, -1)}),
        "a certificate of tomorrow": (apps.authority, {"days": (1, 5)}),
        "another credential": (apps.authority, {"credential": bytes(32)}),
        "a form of others": (apps.authority, {"form": "packed"}),
        "no intermediate": (apps.authority, {"chain": 1}), "no certificate": (apps.authority, {"chain": 0}),
        "a forger's root": (forger, {}),
    }.items():
        device, challenge = Device(authority), apps.challenge()
        claim.assertEqual(apps.attest(device, device.attestation(challenge, **changes), challenge), BAD, words)
        claim.assertEqual(apps.send(NOBODY, device.assertion(apps.challenge(), NOBODY)), BAD, words)
    device, challenge = Device(apps.authority), apps.challenge()
    whole = device.attestation(challenge)
    claim.assertEqual(apps.attest(device, whole, apps.challenge()), BAD, "another challenge")
    claim.assertEqual(apps.attest(device, whole, challenge, id=bytes(32)), BAD, "another id")
    for garbage in [
        b"", whole[:-1], whole + b"\0", whole[: len(whole) // 2], b"\xbf\xff", b"\x9f" * 5_000, b"\x81" * 20_000,
        b"\x5b" + b"\xff" * 8, cbor2.dumps({}), cbor2.dumps([1, 2]), cbor2.dumps({"fmt": "apple-appattest"}),
        cbor2.dumps({"fmt": "apple-appattest", "attStmt": {"x5c": [b"", b""]}, "authData": bytes(200)}),
        cbor2.dumps({"fmt": "apple-appattest", "attStmt": {"x5c": 1}, "authData": 1}), os.urandom(3_000),
    ]:
        answer = apps.attest(device, garbage, challenge)
        claim.assertIn(answer, [BAD, (400, "MISSING_APP_CREDENTIAL")], garbage[:20])
    claim.assertEqual(apps.call("attestApp", {"attestation": "a" * 100_000})[0], 413)
    claim.assertEqual(apps.attest(device, whole, challenge), (200, ""), "none of these has used up the challenge")


@promise("a token of Play Integrity is good once, for the app that Play knows on a device that Google trusts")
def tokens(apps):
    play, challenge, phone = apps.play, apps.challenge(), next(apps.phones)
    token = play.token(challenge)
    claim.assertEqual(apps.send(phone, play=token), (200, "sent"))
    claim.assertEqual(apps.send(NOBODY, play=token), BAD, "twice")
    claim.assertEqual(apps.send(NOBODY, play=play.token(challenge)), BAD, "a used challenge")
    other = jwk.JWK.generate(kty="EC", crv="P-256")
    for words, changes in {
        "another package": {"package": "com.example.bank"}, "old": {"age": 310}, "of tomorrow": {"age": -86_400},
        "unknown to Play": {"app": "UNRECOGNIZED_VERSION"}, "no device": {"device": ()},
        "a rooted device": {"device": ("MEETS_BASIC_INTEGRITY",)}, "another certificate": {"certificate": bytes(32)},
        "another secret": {"secret": jwk.JWK.generate(kty="oct", size=256)}, "another signer": {"signer": other},
        "no verdict on the app": {"leave": "appIntegrity"}, "no verdict on the device": {"leave": "deviceIntegrity"},
        "no request": {"leave": "requestDetails"},
    }.items():
        claim.assertEqual(apps.send(NOBODY, play=play.token(apps.challenge(), **changes)), BAD, words)
    for words, token in {
        "a made-up challenge": play.token(url64(os.urandom(60))), "no token": "x", "parts": "a.b.c.d.e",
        "long": "a" * 20_000, "bare claims": play.token(apps.challenge()).split(".")[0] + "....",
    }.items():
        claim.assertEqual(apps.send(NOBODY, play=token), BAD, words)


if __name__ == "__main__":
    request = json.loads(sys.argv[1])
    if set(request) == {"folder"}:
        Authority().save(Path(request["folder"]))
        Play.make(Path(request["folder"]))
        json.dump({}, sys.stdout)
    else:
        promise.tell(Apps)
