"""Backends come in by names and keys alone: firebase-admin by Google's names, any JWT library by the issuer.

The argument is a JSON object:
  mode, base, project, client, admin    where the surface is, and keys of the project's app
  account                               a service account of the project, as the program has printed it
  issuer                                of the project's tokens

REQUESTS_CA_BUNDLE names the certificate of a private authority, as an operator would set it. No library is changed, and
no variable turns a check of signatures off.
"""

import json
import os
import ssl
import sys
import time
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

sys.path.insert(0, str(Path(__file__).parent))

import firebase_admin  # noqa: E402
import google.auth.crypt  # noqa: E402
import google.auth.jwt  # noqa: E402
import jwt  # noqa: E402
import requests  # noqa: E402
from firebase_admin import auth, credentials  # noqa: E402

from identity_key import Key  # noqa: E402
from identity_names import HOSTS, resolve  # noqa: E402
from identity_promises import Promises, claim  # noqa: E402

promise = Promises()
TOOLKIT = "https://identitytoolkit.googleapis.com/v1"
AUDIENCE = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"


class Backend:
    def __init__(self, job):
        assert "FIREBASE_AUTH_EMULATOR_HOST" not in os.environ
        self.job = job
        resolve(job["base"], (*HOSTS, urlsplit(job["issuer"]).hostname))
        self.tls = ssl.create_default_context(cafile=os.environ["REQUESTS_CA_BUNDLE"])
        self.app = firebase_admin.initialize_app(Key(job["admin"]), {"projectId": job["project"]})
        self.signer = firebase_admin.initialize_app(credentials.Certificate(job["account"]), name="signer")
        self.is_usual = job["issuer"] == f"https://securetoken.google.com/{job['project']}"

    def sign_in(self, token):
        """What an SDK sends; returns its answer, or the word of the error."""
        token = token.decode() if isinstance(token, bytes) else token
        answer = requests.post(
            f"{TOOLKIT}/accounts:signInWithCustomToken", params={"key": self.job["client"]},
            json={"token": token, "returnSecureToken": True}, timeout=60)
        body = answer.json()
        return body if answer.status_code == 200 else body["error"]["message"].split(" : ")[0]

    def person(self, uid, claims=None):
        return self.sign_in(auth.create_custom_token(uid, claims, app=self.signer))

    def discovered(self, token):
        """The token's claims, checked by nothing but the issuer."""
        with urlopen(f"{self.job['issuer']}/.well-known/openid-configuration", context=self.tls, timeout=60) as answer:
            claim.assertEqual(answer.headers["Cache-Control"], "public, max-age=3600")
            found = json.load(answer)
        claim.assertEqual(found["issuer"], self.job["issuer"])
        keys = jwt.PyJWKClient(found["jwks_uri"], ssl_context=self.tls)
        return jwt.decode(
            token, keys.get_signing_key_from_jwt(token).key, algorithms=found["id_token_signing_alg_values_supported"],
            audience=self.job["project"], issuer=found["issuer"])


@promise("firebase-admin makes, finds, changes, lists and deletes users under Google's names")
def manages(backend):
    auth.create_user(uid="ada", display_name="Ada", email="ada@example.com")
    auth.update_user("ada", display_name="Ada Lovelace")
    auth.set_custom_user_claims("ada", {"role": "admin"})
    claim.assertEqual(auth.get_user_by_email("ada@example.com").display_name, "Ada Lovelace")
    claim.assertIn("ada", [user.uid for user in auth.list_users().iterate_all()])
    auth.delete_user("ada")
    with claim.assertRaises(auth.UserNotFoundError):
        auth.get_user("ada")


@promise("a custom token of the printed service account signs in, and its ID token is good for any JWT library")
def signs_in(backend):
    first = backend.person("ben", {"plan": "gold"})
    claim.assertEqual((first["isNewUser"], backend.person("ben")["isNewUser"]), (True, False))
    claims = backend.discovered(first["idToken"])
    claim.assertEqual((claims["sub"], claims["plan"], claims["iss"]), ("ben", "gold", backend.job["issuer"]))
    claim.assertEqual(claims["firebase"]["sign_in_provider"], "custom")
    claim.assertTrue(0 <= time.time() - claims["auth_time"] < 120)
    head, payload, signature = first["idToken"].split(".")
    for forged in (f"{head}.{payload}.{signature[:-8]}AAAAAAAA", f"eyJhbGciOiJub25lIn0.{payload}."):
        with claim.assertRaises(jwt.PyJWTError):
            backend.discovered(forged)


@promise("firebase-admin checks tokens, signatures and revocations included, where the issuer is Google's")
def verifies(backend):
    if not backend.is_usual:
        return
    token = backend.person("carl")["idToken"]
    claim.assertEqual(auth.verify_id_token(token, check_revoked=True, clock_skew_seconds=10)["uid"], "carl")
    head, payload, signature = token.split(".")
    for forged in (f"{head}.{payload}.{signature[:-8]}AAAAAAAA", f"eyJhbGciOiJub25lIn0.{payload}.", f"{head}.{payload}."):
        with claim.assertRaises(auth.InvalidIdTokenError):
            auth.verify_id_token(forged)
    cookie = auth.create_session_cookie(token, timedelta(minutes=5))
    claim.assertEqual(auth.verify_session_cookie(cookie, check_revoked=True, clock_skew_seconds=10)["uid"], "carl")
    auth.update_user("carl", disabled=True)
    with claim.assertRaises(auth.UserDisabledError):
        auth.verify_id_token(token, check_revoked=True)
    claim.assertEqual(backend.person("carl"), "USER_DISABLED")


@promise("a custom token that no library would make signs nobody in")
def refuses(backend):
    account, now = backend.job["account"], int(time.time())
    good = {
        "iss": account["client_email"], "sub": account["client_email"], "aud": AUDIENCE, "uid": "dora", "iat": now,
        "exp": now + 3600}
    signer = google.auth.crypt.RSASigner.from_service_account_info(account)
    bad = {
        "audience": {"aud": backend.job["project"]}, "issuer": {"iss": "eve@example.com"}, "subject": {"sub": "dora"},
        "too long": {"exp": now + 3601}, "over": {"iat": now - 3600, "exp": now - 1}, "later": {"iat": now + 900},
        "uid of no text": {"uid": 7}, "uid too long": {"uid": "u" * 129}, "no uid": {"uid": ""}, "tenant": {"tenant_id": "t"},
    }
    for name, change in bad.items():
        claim.assertEqual(backend.sign_in(google.auth.jwt.encode(signer, {**good, **change})), "INVALID_CUSTOM_TOKEN", name)
    for claims, word in (({"sub": "eve"}, "FORBIDDEN_CLAIM"), ({"a": "x" * 1000}, "CLAIMS_TOO_LARGE")):
        claim.assertEqual(backend.sign_in(google.auth.jwt.encode(signer, {**good, "claims": claims})), word)
    other = jwt.encode(good, "a secret of thirty-two bytes, yes", algorithm="HS256", headers={"kid": account["private_key_id"]})
    unsigned = jwt.encode(good, None, algorithm="none")
    whole = google.auth.jwt.encode(signer, good).decode()
    for forged in (other, unsigned, whole[:-8] + "AAAAAAAA", "x.y.z", '{"uid":"dora"}'):
        claim.assertEqual(backend.sign_in(forged), "INVALID_CUSTOM_TOKEN")
    with claim.assertRaises(auth.UserNotFoundError):
        auth.get_user("dora")
    claim.assertEqual(backend.sign_in(whole)["isNewUser"], True)


@promise("the service account opens no administration, and no issuer is found that no project has")
def bounds(backend):
    for bearer in (auth.create_custom_token("ben", app=backend.signer).decode(), backend.job["client"]):
        answer = requests.post(
            f"{TOOLKIT}/projects/{backend.job['project']}/accounts:lookup", json={"localId": ["ben"]},
            headers={"Authorization": f"Bearer {bearer}"}, timeout=60)
        claim.assertEqual(answer.status_code, 401)
    for place in ("https://securetoken.google.com/no-such-shop", f"{backend.job['issuer']}/more"):
        answer = requests.get(f"{place}/.well-known/openid-configuration", timeout=60)
        claim.assertEqual(answer.status_code, 404)


promise.tell(Backend)
