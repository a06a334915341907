"""An authenticator app (pyotp) as a second factor of people whom firebase-admin has made; prints which promises are broken.

The argument is a JSON object:
  mode, base, project, admin, client, phones, code    as for identity_admin.py
"""

import hashlib
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import firebase_admin  # noqa: E402
import pyotp  # noqa: E402
from firebase_admin import auth  # noqa: E402

from identity_device import Device, Refused, claims  # noqa: E402
from identity_hosts import reroute  # noqa: E402
from identity_key import Key  # noqa: E402
from identity_promises import Promises, claim  # noqa: E402

V2 = "identitytoolkit.googleapis.com/v2/accounts/"
PASSWORD = "correct horse"

promise = Promises()


class People:
    def __init__(self, job):
        self.device = Device(job)
        reroute(job["base"])
        if job["mode"] == "emulator":
            os.environ["FIREBASE_AUTH_EMULATOR_HOST"] = job["base"].removeprefix("http://")
        firebase_admin.initialize_app(Key(job["admin"]), {"projectId": job["project"]})

    def make(self, name):
        """A person with a verified address and a password, who is signed in; returns the address and the ID token."""
        email = f"{name}@example.com"
        auth.create_user(uid=name, email=email, email_verified=True, password=PASSWORD)
        return email, self.first_factor(email)["idToken"]

    def first_factor(self, email):
        return self.device.v1(
            "signInWithPassword", {"email": email, "password": PASSWORD, "returnSecureToken": True})

    def v2(self, method, **body):
        return self.device.post(V2 + method, body)

    def start(self, token):
        """Begins to enrol; returns the session, and the app that has read the secret as from a QR code."""
        info = self.v2("mfaEnrollment:start", idToken=token, totpEnrollmentInfo={})["totpSessionInfo"]
        app = pyotp.TOTP(
            info["sharedSecretKey"], digits=info["verificationCodeLength"], interval=info["periodSec"],
            digest=getattr(hashlib, info["hashingAlgorithm"].lower()))
        # What apps read of the address is what pyotp writes.
        claim.assertEqual(pyotp.parse_uri(app.provisioning_uri("ann@example.com", issuer_name="Shop")).now(), app.now())
        return info["sessionInfo"], app

    def enroll(self, token, name="Phone"):
        """Enrols with the code of the step before this one, so that the code of this step is still good."""
        session, app = self.start(token)
        answer = self.finalize(token, session, app.at(time.time(), counter_offset=-1), displayName=name)
        return app, answer

    def finalize(self, token, session, code, **more):
        info = {"sessionInfo": session, "verificationCode": code}
        return self.v2("mfaEnrollment:finalize", idToken=token, totpVerificationInfo=info, **more)

    def second_factor(self, pending, code, factor=None):
        return self.v2(
            "mfaSignIn:finalize", mfaPendingCredential=pending["mfaPendingCredential"],
            mfaEnrollmentId=factor or pending["mfaInfo"][0]["mfaEnrollmentId"],
            totpVerificationInfo={"verificationCode": code})


def refused(word, call, *arguments, **named):
    with claim.assertRaises(Refused) as caught:
        call(*arguments, **named)
    claim.assertEqual(caught.exception.code, word)


def later(app, steps):
    """A code of a later step: the project takes some steps before and after now."""
    return app.at(time.time(), counter_offset=steps)


@promise("an app is enrolled by its first code, and signs in by its next codes, each once")
def journey(people):
    email, token = people.make("ann")
    app, enrolled = people.enroll(token, name="Ann's phone")
    factor = claims(enrolled["idToken"])["firebase"]
    claim.assertEqual(factor["sign_in_second_factor"], "totp")
    user = people.device.v1("lookup", {"idToken": enrolled["idToken"]})["users"][0]
    claim.assertEqual([entry["displayName"] for entry in user["mfaInfo"]], ["Ann's phone"])
    claim.assertEqual(user["mfaInfo"][0]["totpInfo"], {})
    claim.assertEqual(user["mfaInfo"][0]["mfaEnrollmentId"], factor["second_factor_identifier"])

    pending = people.first_factor(email)
    claim.assertNotIn("idToken", pending)
    claim.assertEqual(pending["mfaInfo"][0]["totpInfo"], {})
    code = later(app, 1)
    refused("INVALID_CODE", people.second_factor, pending, app.at(time.time(), counter_offset=-20))
    signed_in = people.second_factor(pending, code)
    said = claims(signed_in["idToken"])["firebase"]
    claim.assertEqual((said["sign_in_provider"], said["sign_in_second_factor"]), ("password", "totp"))
    claim.assertEqual(said["second_factor_identifier"], factor["second_factor_identifier"])
    refreshed = claims(people.device.refresh(signed_in["refreshToken"])["id_token"])["firebase"]
    claim.assertEqual(refreshed["sign_in_second_factor"], "totp")

    refused("INVALID_MFA_PENDING_CREDENTIAL", people.second_factor, pending, later(app, 2))
    again = people.first_factor(email)
    refused("INVALID_CODE", people.second_factor, again, code)
    people.second_factor(again, later(app, 3))


@promise("of calls with one code at once, one signs in, whether they bring one credential or several")
def races(people):
    email, token = people.make("ben")
    app, _ = people.enroll(token)

    def outcome(pending, code):
        try:
            people.second_factor(pending, code)
            return "signed in"
        except Refused as refusal:
            return refusal.code

    with ThreadPoolExecutor(8) as pool:
        pending, code = people.first_factor(email), later(app, 1)
        found = list(pool.map(lambda _: outcome(pending, code), range(8)))
        claim.assertEqual(found.count("signed in"), 1, found)
        several, code = [people.first_factor(email) for _ in range(4)], later(app, 3)
        found = sorted(pool.map(lambda pending: outcome(pending, code), several))
        claim.assertEqual(found, ["INVALID_CODE"] * 3 + ["signed in"])


@promise("a session enrols one app of its own account")
def sessions(people):
    (_, ann), (_, eve) = people.make("cid"), people.make("eve")
    session, app = people.start(ann)
    refused("INVALID_SESSION_INFO", people.finalize, eve, session, app.now())
    refused("INVALID_SESSION_INFO", people.finalize, ann, session[:-4] + "AAAA", app.now())
    refused("INVALID_CODE", people.finalize, ann, session, app.at(time.time(), counter_offset=-20))
    enrolled = people.finalize(ann, session, app.now())
    refused("INVALID_SESSION_INFO", people.finalize, enrolled["idToken"], session, later(app, 1))


@promise("five wrong codes lock the app for a while, also for the right code", ("production",))
def tries(people):
    email, token = people.make("dan")
    app, _ = people.enroll(token)
    pending = people.first_factor(email)
    for _ in range(5):
        refused("INVALID_CODE", people.second_factor, pending, app.at(time.time(), counter_offset=-20))
    refused("TOO_MANY_ATTEMPTS_TRY_LATER", people.second_factor, pending, later(app, 1))
    refused("TOO_MANY_ATTEMPTS_TRY_LATER", people.second_factor, people.first_factor(email), later(app, 1))


promise.tell(People)
