"""People sign in to an emulator by identities that nobody has signed, and firebase-admin looks at what became of them.

The argument is a JSON object:
  mode, base, project, client, admin, code    as in identity_device.py

It prints which promises are kept, see identity_promises.py.
"""

import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from urllib.parse import quote, urlencode

import firebase_admin
from firebase_admin import auth

from identity_device import Device, Refused, claims
from identity_promises import Promises, claim

promise = Promises()


class People:
    def __init__(self, job):
        self.device, self.numbers = Device(job), count(1)
        os.environ["FIREBASE_AUTH_EMULATOR_HOST"] = job["base"].removeprefix("http://")
        firebase_admin.initialize_app(options={"projectId": job["project"]})

    def person(self, **more):
        """What a provider says of a person whom nobody has met."""
        number = next(self.numbers)
        return {
            "sub": f"person-{number}", "name": f"Person {number}", "picture": f"http://localhost/{number}.png",
            "email": f"person{number}@shop.test", "email_verified": True, **more}

    def sign_in(self, person, provider="google.com", **more):
        """As the SDK for JavaScript calls."""
        body = urlencode({"providerId": provider, "id_token": json.dumps(person)}, quote_via=quote)
        return self.device.v1("signInWithIdp", {
            "requestUri": "http://localhost", "postBody": body, "returnSecureToken": True, **more})

    def refused(self, word, person, provider="google.com", **more):
        with claim.assertRaises(Refused) as caught:
            self.sign_in(person, provider, **more)
        claim.assertEqual((caught.exception.status, caught.exception.message), (400, word))


def providers(uid):
    return {provider.provider_id: provider.uid for provider in auth.get_user(uid).provider_data}


@promise("a first sign-in makes a user whom firebase-admin finds by the identity, and the next signs in to the user")
def first(people):
    person = people.person()
    answer = people.sign_in(person)
    claim.assertIs(answer["isNewUser"], True)
    found = auth.get_users([auth.ProviderIdentifier("google.com", person["sub"])]).users
    claim.assertEqual(len(found), 1)
    user = found[0]
    claim.assertEqual(
        (user.uid, user.email, user.email_verified, user.display_name, user.photo_url),
        (answer["localId"], person["email"], True, person["name"], person["picture"]))
    entry, = user.provider_data
    claim.assertEqual(
        (entry.provider_id, entry.uid, entry.email, entry.display_name, entry.photo_url),
        ("google.com", person["sub"], person["email"], person["name"], person["picture"]))
    token = auth.verify_id_token(answer["idToken"], check_revoked=True)
    claim.assertEqual(token["firebase"]["sign_in_provider"], "google.com")
    claim.assertEqual(
        token["firebase"]["identities"], {"google.com": [person["sub"]], "email": [person["email"]]})
    again = people.sign_in(person, autoCreate=False)
    claim.assertEqual(again["localId"], user.uid)
    claim.assertNotIn("isNewUser", again)
    claim.assertEqual(claims(people.device.refresh(again["refreshToken"])["id_token"])["sub"], user.uid)


@promise("a phone's spelling of the call is the same call, with values as they are")
def raw(people):
    person = people.person(name="Ada + Charles 100%")
    body = "id_token=" + json.dumps(person) + "&providerId=facebook.com"
    answer = people.device.v3("verifyAssertion", {
        "requestUri": "http://localhost", "postBody": body, "returnSecureToken": True, "returnIdpCredential": True,
        "autoCreate": True})
    claim.assertEqual(answer["displayName"], "Ada + Charles 100%")
    claim.assertEqual(json.loads(answer["rawUserInfo"])["sub"], person["sub"])
    claim.assertEqual(auth.get_user(answer["localId"]).display_name, "Ada + Charles 100%")


@promise("a verified address joins its user; of a user whom nobody had proved nothing else opens the account any more")
def joins(people):
    for verified in (False, True):
        person = people.person()
        user = auth.create_user(email=person["email"], email_verified=verified, password="not a secret")
        before = people.device.v1("signInWithPassword", {"email": person["email"], "password": "not a secret"})
        second = int(time.time())
        while int(time.time()) <= second:
            time.sleep(0.01)
        answer = people.sign_in(person)
        claim.assertEqual(answer["localId"], user.uid)
        joined = auth.get_user(user.uid)
        claim.assertEqual((joined.email_verified, joined.display_name), (True, person["name"]))
        claim.assertEqual(set(providers(user.uid)), {"google.com", "password"} if verified else {"google.com"})
        auth.verify_id_token(answer["idToken"], check_revoked=True)
        if verified:
            auth.verify_id_token(before["idToken"], check_revoked=True)
            continue
        with claim.assertRaises(auth.RevokedIdTokenError):
            auth.verify_id_token(before["idToken"], check_revoked=True)
        with claim.assertRaises(Refused):
            people.device.refresh(before["refreshToken"])


@promise("an unverified address of another user needs a confirmation, and changes nothing")
def unverified(people):
    person = people.person(email_verified=False)
    owner = people.sign_in({**person, "sub": "owner"}, "facebook.com")["localId"]
    answer = people.sign_in(person)
    claim.assertEqual(
        (answer["needConfirmation"], answer["localId"], answer["verifiedProvider"], answer["email"]),
        (True, owner, ["facebook.com"], person["email"]))
    claim.assertFalse({"idToken", "refreshToken", "errorMessage"} & set(answer))
    claim.assertEqual(providers(owner), {"facebook.com": "owner"})


@promise("an identity is linked once, is told to be taken, and is free again after it is unlinked")
def links(people):
    person, other = people.person(), people.person()
    mine, theirs = (people.device.v1("signUp", {}) for _ in range(2))
    linked = people.sign_in(person, idToken=mine["idToken"])
    claim.assertEqual(linked["localId"], mine["localId"])
    claim.assertEqual(auth.get_user(mine["localId"]).email, person["email"])
    for token in (mine["idToken"], theirs["idToken"]):
        people.refused("FEDERATED_USER_ID_ALREADY_LINKED", person, idToken=token)
    people.refused("EMAIL_EXISTS", {**other, "email": person["email"]}, "apple.com", idToken=theirs["idToken"])
    told = people.sign_in(person, idToken=theirs["idToken"], returnIdpCredential=True)
    claim.assertEqual(told["errorMessage"], "FEDERATED_USER_ID_ALREADY_LINKED")
    claim.assertEqual(json.loads(told["oauthIdToken"]), person)
    claim.assertFalse({"idToken", "localId"} & set(told))
    claim.assertEqual(people.sign_in(person)["localId"], mine["localId"])

    people.sign_in({**other, "email_verified": False}, "facebook.com", idToken=mine["idToken"])
    claim.assertEqual(set(providers(mine["localId"])), {"google.com", "facebook.com"})
    answer = people.device.v1("update", {"idToken": mine["idToken"], "deleteProvider": ["google.com"]})
    claim.assertEqual([entry["providerId"] for entry in answer["providerUserInfo"]], ["facebook.com"])
    claim.assertEqual(set(providers(mine["localId"])), {"facebook.com"})
    free = people.sign_in({**person, "email": None}, idToken=theirs["idToken"])
    claim.assertEqual(free["localId"], theirs["localId"])


@promise("a disabled user signs in by no identity")
def disabled(people):
    person = people.person()
    user = people.sign_in(person)
    auth.update_user(user["localId"], disabled=True)
    people.refused("USER_DISABLED", person)
    people.refused("USER_DISABLED", people.person(), idToken=user["idToken"])


@promise("of calls at once for an identity one makes or gets the user, and the others see it")
def races(people):
    with ThreadPoolExecutor(16) as pool:
        for _ in range(4):
            person = people.person()
            answers = list(pool.map(people.sign_in, [person] * 16))
            claim.assertEqual(len({answer["localId"] for answer in answers}), 1)
            claim.assertEqual(sum("isNewUser" in answer for answer in answers), 1)
        for _ in range(4):
            person = people.person()
            guests = [people.device.v1("signUp", {}) for _ in range(8)]
            answers = list(pool.map(
                lambda guest: people.sign_in(person, idToken=guest["idToken"], returnIdpCredential=True), guests))
            winners = [answer["localId"] for answer in answers if "idToken" in answer]
            claim.assertEqual(len(winners), 1)
            claim.assertEqual({answer.get("errorMessage") for answer in answers} - {None}, {
                "FEDERATED_USER_ID_ALREADY_LINKED"})
            claim.assertEqual(people.sign_in(person)["localId"], winners[0])


promise.tell(People)
