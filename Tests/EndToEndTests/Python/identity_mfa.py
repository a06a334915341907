"""Plays people whose second factor is a phone, and thieves who know their passwords, with PyJWT as the reader of tokens.

The argument is a JSON object, as `identity_promises.py` reads it, and besides:
  base, project      where the surface is, and whose people
  client, admin      the keys of an app and of a backend
  phones             test numbers, one or two for each promise
  code               the code of all of them
"""

import threading

import jwt
import requests

from identity_promises import Promises, claim

promise = Promises()
V1, V2 = "identitytoolkit.googleapis.com/v1", "identitytoolkit.googleapis.com/v2"


class Refused(Exception):
    """The surface's error; its text is the code."""


class Shop:
    """A project whose people sign in by password, and may prove a phone as the second factor."""

    def __init__(self, job):
        self.job, self.phones, self.people = job, iter(job["phones"]), 0
        self.keys = jwt.PyJWKClient(f'{job["base"]}/.well-known/jwks.json')
        self.configure(state="ENABLED")

    def call(self, path, body, method="POST", **more):
        answer = requests.request(method, f'{self.job["base"]}/{path}', json=body, timeout=60, **more)
        if answer.status_code != 200:
            raise Refused(answer.json()["error"]["message"].split(" : ")[0])
        return answer.json()

    def app(self, path, **body):
        return self.call(path, body, params={"key": self.job["client"]})

    def backend(self, path, body, method="POST"):
        return self.call(path, body, method, headers={"authorization": f'Bearer {self.job["admin"]}'})

    def configure(self, state):
        mask = "signIn.email.enabled,mfa.state,mfa.enabledProviders"
        self.backend(
            f'{V2}/projects/{self.job["project"]}/config?updateMask={mask}',
            {"signIn": {"email": {"enabled": True}}, "mfa": {"state": state, "enabledProviders": ["PHONE_SMS"]}}, "PATCH")

    def person(self):
        """Somebody with a verified address, whose account a backend has made."""
        self.people += 1
        email = f"person{self.people}@shop.example"
        made = self.backend(f'{V1}/projects/{self.job["project"]}/accounts', {
            "email": email, "password": "correct horse", "emailVerified": True})
        return Person(self, email, made["localId"])

    def claims(self, token):
        """What the token says, after PyJWT has checked its signature by the keys that are published."""
        key = self.keys.get_signing_key_from_jwt(token).key
        return jwt.decode(
            token, key, algorithms=["RS256"], audience=self.job["project"],
            issuer=f'https://securetoken.google.com/{self.job["project"]}')

    def refresh(self, token):
        return self.app("securetoken.googleapis.com/v1/token", grantType="refresh_token", refreshToken=token)


class Person:
    def __init__(self, shop, email, uid):
        self.shop, self.email, self.uid = shop, email, uid

    def sign_in(self):
        return self.shop.app(f"{V1}/accounts:signInWithPassword", email=self.email, password="correct horse")

    def start(self, token, phone):
        answer = self.shop.app(
            f"{V2}/accounts/mfaEnrollment:start", idToken=token, phoneEnrollmentInfo={"phoneNumber": phone})
        return answer["phoneSessionInfo"]["sessionInfo"]

    def finalize(self, token, session):
        return self.shop.app(f"{V2}/accounts/mfaEnrollment:finalize", idToken=token, displayName="my phone",
            phoneVerificationInfo={"sessionInfo": session, "code": self.shop.job["code"]})

    def enroll(self, token, phone):
        return self.finalize(token, self.start(token, phone))

    def ask(self, pending, factor):
        answer = self.shop.app(
            f"{V2}/accounts/mfaSignIn:start", mfaPendingCredential=pending, mfaEnrollmentId=factor,
            phoneSignInInfo={"phoneNumber": "+*******0123"})
        return answer["phoneResponseInfo"]["sessionInfo"]

    def finish(self, pending, session, code=None):
        return self.shop.app(f"{V2}/accounts/mfaSignIn:finalize", mfaPendingCredential=pending,
            phoneVerificationInfo={"sessionInfo": session, "code": code or self.shop.job["code"]})

    def sign_in_fully(self, place=0):
        first = self.sign_in()
        factor = first["mfaInfo"][place]["mfaEnrollmentId"]
        return self.finish(first["mfaPendingCredential"], self.ask(first["mfaPendingCredential"], factor))

    def withdraw(self, token, factor):
        return self.shop.app(f"{V2}/accounts/mfaEnrollment:withdraw", idToken=token, mfaEnrollmentId=factor)

    def factors(self):
        users = self.shop.backend(f'{V1}/projects/{self.shop.job["project"]}/accounts:lookup', {"localId": [self.uid]})
        return users["users"][0].get("mfaInfo", [])


def refused(code, call, *arguments):
    with claim.assertRaises(Refused) as problem:
        call(*arguments)
    claim.assertEqual(str(problem.exception), code)


def at_once(calls):
    """What each call came to: an answer, or the text of the error."""
    results = [None] * len(calls)

    def run(place):
        try:
            results[place] = calls[place]()
        except Refused as problem:
            results[place] = str(problem)
    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


@promise("a person enrols a phone, signs in with it, and its claims outlive a refresh")
def life(shop):
    person, phone = shop.person(), next(shop.phones)
    enrolled = person.enroll(person.sign_in()["idToken"], phone)
    [factor] = person.factors()
    claim.assertEqual((factor["phoneInfo"], factor["displayName"]), (phone, "my phone"))
    proven = {"sign_in_provider": "password", "sign_in_second_factor": "phone",
        "second_factor_identifier": factor["mfaEnrollmentId"], "identities": {"email": [person.email]}}
    claim.assertEqual(shop.claims(enrolled["idToken"])["firebase"], proven)

    first = person.sign_in()
    claim.assertNotIn("idToken", first)
    claim.assertNotIn(phone, str(first))
    claim.assertEqual(first["mfaInfo"][0]["phoneInfo"][-4:], phone[-4:])
    session = person.ask(first["mfaPendingCredential"], factor["mfaEnrollmentId"])
    refused("INVALID_CODE", person.finish, first["mfaPendingCredential"], session, "654321")
    signed_in = person.finish(first["mfaPendingCredential"], session)
    claim.assertEqual(shop.claims(signed_in["idToken"])["firebase"], proven)
    refreshed = shop.refresh(signed_in["refreshToken"])
    claim.assertEqual(shop.claims(refreshed["id_token"])["firebase"], proven)
    refused("INVALID_MFA_PENDING_CREDENTIAL", person.ask, first["mfaPendingCredential"], factor["mfaEnrollmentId"])


@promise("a factor that goes ends every session, and leaves one that says nothing of it")
def withdrawal(shop):
    person = shop.person()
    old = person.sign_in()
    enrolled = person.enroll(old["idToken"], next(shop.phones))
    factor = person.factors()[0]["mfaEnrollmentId"]
    refused("CREDENTIAL_TOO_OLD_LOGIN_AGAIN", person.withdraw, old["idToken"], factor)
    refused("CREDENTIAL_TOO_OLD_LOGIN_AGAIN", person.enroll, old["idToken"], next(shop.phones))
    left = person.withdraw(enrolled["idToken"], factor)
    claim.assertNotIn("sign_in_second_factor", shop.claims(left["idToken"])["firebase"])
    claim.assertEqual(person.factors(), [])
    for session in (old, enrolled):
        refused("TOKEN_EXPIRED", shop.refresh, session["refreshToken"])
    shop.refresh(left["refreshToken"])
    claim.assertIn("idToken", person.sign_in())


@promise("one of many finalizes at once enrols, and one of many signs in")
def races(shop):
    person = shop.person()
    token = person.sign_in()["idToken"]
    session = person.start(token, next(shop.phones))
    answers = at_once([lambda: person.finalize(token, session)] * 8)
    claim.assertEqual(sum(isinstance(answer, dict) for answer in answers), 1, answers)
    claim.assertEqual(len(person.factors()), 1)
    pending = person.sign_in()["mfaPendingCredential"]
    info = person.ask(pending, person.factors()[0]["mfaEnrollmentId"])
    answers = at_once([lambda: person.finish(pending, info)] * 8)
    claim.assertEqual(sum(isinstance(answer, dict) for answer in answers), 1, answers)
    claim.assertEqual(set(filter(lambda answer: isinstance(answer, str), answers)), {"INVALID_MFA_PENDING_CREDENTIAL"})


@promise("a withdrawal against a sign-in that waits: whichever comes first, the account has no factor and no old session")
def withdrawal_against_sign_in(shop):
    person = shop.person()
    enrolled = person.enroll(person.sign_in()["idToken"], next(shop.phones))
    factor = person.factors()[0]["mfaEnrollmentId"]
    pending = person.sign_in()["mfaPendingCredential"]
    info = person.ask(pending, factor)
    withdrawn, finished = at_once([
        lambda: person.withdraw(enrolled["idToken"], factor), lambda: person.finish(pending, info)])
    claim.assertIsInstance(withdrawn, dict)
    claim.assertEqual(person.factors(), [])
    if isinstance(finished, dict):
        refused("TOKEN_EXPIRED", shop.refresh, finished["refreshToken"])
    else:
        claim.assertIn(finished, ("INVALID_MFA_PENDING_CREDENTIAL", "MFA_ENROLLMENT_NOT_FOUND"))


@promise("where a factor is mandatory, a session without one enrols one, and ends with its first token")
def mandatory(shop):
    person = shop.person()
    shop.configure(state="MANDATORY")
    try:
        bare = person.sign_in()
        refused("TOKEN_EXPIRED", shop.refresh, bare["refreshToken"])
        enrolled = person.enroll(bare["idToken"], next(shop.phones))
        shop.refresh(enrolled["refreshToken"])
        refused("OPERATION_NOT_ALLOWED", person.withdraw, enrolled["idToken"], person.factors()[0]["mfaEnrollmentId"])
    finally:
        shop.configure(state="ENABLED")


@promise("where the rules are off, the wire says so, and accounts with factors are not asked")
def off(shop):
    person = shop.person()
    token = person.enroll(person.sign_in()["idToken"], next(shop.phones))["idToken"]
    shop.configure(state="DISABLED")
    try:
        refused("OPERATION_NOT_ALLOWED", person.enroll, token, next(shop.phones))
        claim.assertIn("idToken", person.sign_in())
    finally:
        shop.configure(state="ENABLED")
    claim.assertIn("mfaPendingCredential", person.sign_in())


promise.tell(Shop)
