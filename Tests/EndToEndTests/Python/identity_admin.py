"""firebase-admin, as it is on PyPI, manages the users of a project; prints which promises are broken.

The argument is a JSON object:
  mode                    emulator: the library finds the surface by FIREBASE_AUTH_EMULATOR_HOST, and sends "Bearer owner";
                          production: it believes to call Google, with the key as its access token
  base                    where the surface is, for example http://127.0.0.1:9099
  project                 the project's id
  admin, send, client     keys of the project's app, of these scopes
  phones, code            test numbers of the app, and their code
"""

import os
import sys
import time
from datetime import timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import firebase_admin  # noqa: E402
from firebase_admin import auth, exceptions  # noqa: E402

from identity_device import Device, Refused, claims  # noqa: E402
from identity_hosts import reroute  # noqa: E402
from identity_key import Key  # noqa: E402
from identity_promises import Promises, claim  # noqa: E402

promise = Promises()


class Backend:
    def __init__(self, job):
        self.job, self.device = job, Device(job)
        self.phones = iter(job["phones"])
        reroute(job["base"])
        if job["mode"] == "emulator":
            os.environ["FIREBASE_AUTH_EMULATOR_HOST"] = job["base"].removeprefix("http://")
        self.app = self.with_key(job["admin"], "[DEFAULT]")

    def with_key(self, key, name):
        return firebase_admin.initialize_app(Key(key), {"projectId": self.job["project"]}, name)

    def phone(self):
        """A test number that no user has."""
        return next(self.phones)

    def manage(self, path, body):
        """What the library would refuse before it calls."""
        return self.device.manage(path, body, "owner" if self.job["mode"] == "emulator" else self.job["admin"])


def refused(kind, call, *arguments, word="", **named):
    """Calls, and expects the library to throw exactly this kind of error, with this word of the wire."""
    with claim.assertRaises(kind) as caught:
        call(*arguments, **named)
    claim.assertIs(type(caught.exception), kind)
    claim.assertIn(word, str(caught.exception))


def providers(user):
    return sorted(provider.provider_id for provider in user.provider_data)


def next_second(moment):
    """Returns when the clock's second is past: tokens know no smaller part of time."""
    while int(time.time()) <= moment:
        time.sleep(0.01)


@promise("a user is made with all fields, and found by uid, number and address, also in other letters")
def makes(backend):
    phone, before = backend.phone(), int(time.time() * 1000) - 60_000
    made = auth.create_user(
        uid="ada-1", display_name="Ada Lovelace", email="Ada@Example.com", email_verified=True, phone_number=phone,
        photo_url="https://example.com/ada.png", password="engine no. 1", disabled=False)
    for user in (
        made, auth.get_user("ada-1"), auth.get_user_by_phone_number(phone), auth.get_user_by_email("ada@example.com"),
        auth.get_user_by_email("ADA@example.COM"),
    ):
        claim.assertEqual(
            (user.uid, user.display_name, user.email, user.email_verified, user.phone_number, user.photo_url, user.disabled),
            ("ada-1", "Ada Lovelace", "ada@example.com", True, phone, "https://example.com/ada.png", False))
        claim.assertEqual(providers(user), ["password", "phone"])
        claim.assertEqual((user.custom_claims, user.tenant_id, user.provider_id), (None, None, "firebase"))
        claim.assertTrue(before < user.user_metadata.creation_timestamp < int(time.time() * 1000) + 60_000)
        claim.assertIsNone(user.user_metadata.last_sign_in_timestamp)
    entry = {provider.provider_id: provider for provider in made.provider_data}["phone"]
    claim.assertEqual((entry.uid, entry.phone_number), (phone, phone))


@promise("a user without a uid gets one of 28 characters, which no other user has")
def names(backend):
    uids = [auth.create_user().uid for _ in range(3)]
    claim.assertEqual([len(uid) for uid in uids], [28, 28, 28])
    claim.assertEqual(len(set(uids)), 3)


@promise("what another user has is refused by an error of its own type, and leaves nobody half made")
def taken(backend):
    phone = backend.phone()
    auth.create_user(uid="bob-1", email="bob@example.com", phone_number=phone)
    auth.create_user(uid="bob-2")
    refused(auth.UidAlreadyExistsError, auth.create_user, uid="bob-1")
    refused(auth.EmailAlreadyExistsError, auth.create_user, uid="bob-3", email="BOB@example.com")
    refused(auth.PhoneNumberAlreadyExistsError, auth.create_user, uid="bob-3", phone_number=phone)
    refused(auth.UserNotFoundError, auth.get_user, "bob-3")
    refused(auth.EmailAlreadyExistsError, auth.update_user, "bob-2", email="bob@example.com", display_name="No")
    refused(auth.PhoneNumberAlreadyExistsError, auth.update_user, "bob-2", phone_number=phone, display_name="No")
    claim.assertIsNone(auth.get_user("bob-2").display_name)


@promise("nobody is found, changed or deleted by a name that nobody has")
def unknown(backend):
    for call, name in (
        (auth.get_user, "nobody"), (auth.get_user_by_email, "nobody@example.com"),
        (auth.get_user_by_phone_number, "+447400999999"), (auth.delete_user, "nobody"),
        (auth.revoke_refresh_tokens, "nobody"),
    ):
        refused(auth.UserNotFoundError, call, name)
    refused(auth.UserNotFoundError, auth.update_user, "nobody", display_name="Somebody")
    refused(auth.UserNotFoundError, auth.set_custom_user_claims, "nobody", {"role": "admin"})


@promise("numbers and addresses that are none are refused by the wire's word")
def malformed(backend):
    for phone in ("+1a", "+49", "+123456789012345678"):
        refused(exceptions.InvalidArgumentError, auth.create_user, phone_number=phone, word="INVALID_PHONE_NUMBER")
    refused(exceptions.InvalidArgumentError, auth.create_user, email="a b@example.com", word="INVALID_EMAIL")
    with claim.assertRaises(Refused) as caught:
        backend.manage("/accounts", {"password": "short"})
    claim.assertEqual(caught.exception.code, "WEAK_PASSWORD")


@promise("users are found many at once by uid, address, number and provider; who is not found is told")
def finds_many(backend):
    phone = backend.phone()
    auth.create_user(uid="carl-1")
    auth.create_user(uid="carl-2", email="carl@example.com")
    auth.create_user(uid="carl-3", phone_number=phone)
    auth.import_users([auth.ImportUserRecord("carl-4", provider_data=[auth.UserProvider("fb-carl", "facebook.com")])])
    absent = [
        auth.UidIdentifier("nobody"), auth.EmailIdentifier("nobody@example.com"), auth.PhoneIdentifier("+447400999999"),
        auth.ProviderIdentifier("facebook.com", "fb-nobody"), auth.ProviderIdentifier("google.com", "fb-carl"),
    ]
    result = auth.get_users([
        auth.UidIdentifier("carl-1"), auth.EmailIdentifier("carl@example.com"), auth.PhoneIdentifier(phone),
        auth.ProviderIdentifier("facebook.com", "fb-carl"), auth.UidIdentifier("carl-2"), *absent,
    ])
    claim.assertEqual(sorted(user.uid for user in result.users), ["carl-1", "carl-2", "carl-3", "carl-4"])
    claim.assertEqual(result.not_found, absent)
    claim.assertEqual(auth.get_users([auth.UidIdentifier("nobody")]).users, [])


@promise("users are listed in pages, each user once, in the order of their uids")
def lists(backend):
    made = [auth.create_user(uid=f"list-{number}").uid for number in range(5)]
    whole = [user.uid for user in auth.list_users().iterate_all()]
    claim.assertEqual(whole, sorted(whole))
    claim.assertTrue(set(made) <= set(whole))
    page, seen = auth.list_users(max_results=2), []
    while page:
        claim.assertTrue(len(page.users) == 2 or not page.get_next_page())
        seen += [user.uid for user in page.users]
        page = page.get_next_page()
    claim.assertEqual(seen, whole)
    claim.assertEqual([user.uid for user in auth.list_users(max_results=3).iterate_all()], whole)
    last = auth.list_users(page_token=whole[-2])
    claim.assertEqual(([user.uid for user in last.users], last.has_next_page), (whole[-1:], False))
    exact = auth.list_users(max_results=len(whole))
    after = exact.get_next_page()
    claim.assertEqual((len(exact.users), after.users if after else []), (len(whole), []))


@promise("each field is changed by itself, and the others stay")
def changes(backend):
    phones = backend.phone(), backend.phone()
    auth.create_user(
        uid="dora-1", display_name="Dora", email="dora@example.com", email_verified=True, phone_number=phones[0],
        photo_url="https://example.com/dora.png")
    known = {"display_name": "Dora", "email": "dora@example.com", "email_verified": True, "phone_number": phones[0],
             "photo_url": "https://example.com/dora.png", "disabled": False}
    # Nobody has proved yet that a new address is theirs.
    for change, also in (
        ({"display_name": "Dora May"}, {}), ({"email": "dora.may@example.com"}, {"email_verified": False}),
        ({"email_verified": True}, {}), ({"phone_number": phones[1]}, {}),
        ({"photo_url": "https://example.com/may.png"}, {}), ({"disabled": True}, {}), ({"disabled": False}, {}),
        # The same number and the same address once more are no conflict.
        ({"phone_number": phones[1]}, {}), ({"email": "dora.may@example.com"}, {}),
    ):
        claim.assertEqual(auth.update_user("dora-1", **change).uid, "dora-1")
        known.update(change, **also)
        user = auth.get_user("dora-1")
        claim.assertEqual({name: getattr(user, name) for name in known}, known, change)
    auth.update_user("dora-1", password="a new engine")
    claim.assertIn("password", providers(auth.get_user("dora-1")))
    refused(auth.UserNotFoundError, auth.get_user_by_phone_number, phones[0])
    refused(auth.UserNotFoundError, auth.get_user_by_email, "dora@example.com")


@promise("fields are cleared by DELETE_ATTRIBUTE, providers are unlinked, and what was cleared is free again")
def clears(backend):
    phone = backend.phone()
    auth.import_users([auth.ImportUserRecord(
        "emil-1", display_name="Emil", photo_url="https://example.com/emil.png", phone_number=phone,
        custom_claims={"role": "guest"}, provider_data=[
            auth.UserProvider("fb-emil", "facebook.com", display_name="E."), auth.UserProvider("g-emil", "google.com"),
        ])])
    claim.assertEqual(providers(auth.get_user("emil-1")), ["facebook.com", "google.com", "phone"])
    auth.update_user("emil-1", display_name=auth.DELETE_ATTRIBUTE, photo_url=auth.DELETE_ATTRIBUTE)
    user = auth.get_user("emil-1")
    claim.assertEqual((user.display_name, user.photo_url, user.phone_number), (None, None, phone))
    auth.update_user("emil-1", phone_number=auth.DELETE_ATTRIBUTE, custom_claims=auth.DELETE_ATTRIBUTE)
    user = auth.get_user("emil-1")
    claim.assertEqual((user.phone_number, user.custom_claims), (None, None))
    auth.update_user("emil-1", providers_to_delete=["facebook.com", "twitter.com"])
    claim.assertEqual(providers(auth.get_user("emil-1")), ["google.com"])
    claim.assertEqual(auth.create_user(uid="emil-2", phone_number=phone).phone_number, phone)
    claim.assertEqual(
        auth.get_users([auth.ProviderIdentifier("facebook.com", "fb-emil")]).users, [])


@promise("an identity at another provider is linked by the wire, found by the library, replaced and unlinked")
def links(backend):
    auth.create_user(uid="ivan-1")
    auth.create_user(uid="ivan-2")
    identity = {"providerId": "google.com", "rawId": "g-ivan", "displayName": "Ivan", "email": "ivan@example.com"}
    linked = backend.manage("/accounts:update", {"localId": "ivan-1", "linkProviderUserInfo": identity})
    claim.assertEqual([entry["rawId"] for entry in linked["providerUserInfo"]], ["g-ivan"])
    found = auth.get_users([auth.ProviderIdentifier("google.com", "g-ivan")]).users
    claim.assertEqual([user.uid for user in found], ["ivan-1"])
    entry = found[0].provider_data[0]
    claim.assertEqual((entry.uid, entry.display_name, entry.email), ("g-ivan", "Ivan", "ivan@example.com"))
    for change, code in (
        ({"rawId": "g-ivan"}, "MISSING_PROVIDER_ID"), ({"providerId": "google.com"}, "MISSING_RAW_ID"),
        (identity, "FEDERATED_USER_ID_ALREADY_LINKED"),
    ):
        with claim.assertRaises(Refused) as caught:
            backend.manage("/accounts:update", {"localId": "ivan-2", "linkProviderUserInfo": change})
        claim.assertEqual(caught.exception.code, code)
    backend.manage("/accounts:update", {"localId": "ivan-1", "linkProviderUserInfo": {**identity, "rawId": "g-other"}})
    claim.assertEqual([entry.uid for entry in auth.get_user("ivan-1").provider_data], ["g-other"])
    backend.manage("/accounts:update", {"localId": "ivan-2", "linkProviderUserInfo": identity})
    auth.update_user("ivan-1", providers_to_delete=["google.com"])
    claim.assertEqual((providers(auth.get_user("ivan-1")), providers(auth.get_user("ivan-2"))), ([], ["google.com"]))


def factors(backend, uid):
    """The library for Python knows no second factors, so they are read by the wire."""
    return backend.manage("/accounts:lookup", {"localId": [uid]})["users"][0].get("mfaInfo")


@promise("second factors are made, replaced, kept and cleared by the wire; the library reads and changes their owners")
def second_factors(backend):
    first, second = "+14155550101", "+14155550102"
    uid = backend.manage("/accounts", {"mfaInfo": [
        {"phoneInfo": first, "displayName": "Mine", "mfaEnrollmentId": "ignored"}, {"phoneInfo": first},
        {"phoneInfo": second},
    ]})["localId"]
    made = factors(backend, uid)
    claim.assertEqual([factor["phoneInfo"] for factor in made], [first, second])
    claim.assertEqual([factor.get("displayName") for factor in made], ["Mine", None])
    claim.assertEqual([factor["unobfuscatedPhoneInfo"] for factor in made], [first, second])
    claim.assertTrue(all(len(factor["mfaEnrollmentId"]) == 28 for factor in made))
    for factor in made:
        claim.assertRegex(factor["enrolledAt"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
    auth.update_user(uid, display_name="Jana")
    claim.assertEqual(factors(backend, uid), made)
    listed = backend.manage("/accounts:query", {"expression": [{"userId": uid}]})["userInfo"][0]
    claim.assertEqual(listed["mfaInfo"], made)

    def update(*enrollments):
        backend.manage("/accounts:update", {"localId": uid, "mfa": {"enrollments": list(enrollments)}})

    kept = {**made[0], "displayName": "Still mine"}
    update(kept, {"mfaEnrollmentId": "b", "phoneInfo": "+14155550103"}, {"mfaEnrollmentId": "c", "phoneInfo": first})
    changed = factors(backend, uid)
    claim.assertEqual(changed[0], kept)
    claim.assertEqual([factor["mfaEnrollmentId"] for factor in changed], [made[0]["mfaEnrollmentId"], "b"])
    for entries, message in (
        ([{"mfaEnrollmentId": "a", "phoneInfo": "4155550101"}], "INVALID_MFA_PHONE_NUMBER : Invalid format."),
        ([{"phoneInfo": first}], "INVALID_MFA_ENROLLMENT_ID : mfaEnrollmentId must be defined."),
        ([{"mfaEnrollmentId": "a", "phoneInfo": first}, {"mfaEnrollmentId": "a", "phoneInfo": second}],
         "DUPLICATE_MFA_ENROLLMENT_ID"),
    ):
        with claim.assertRaises(Refused) as caught:
            update(*entries)
        claim.assertEqual(caught.exception.message, message)
    claim.assertEqual(factors(backend, uid), changed)
    for clearing in ({"enrollments": []}, {}):
        backend.manage("/accounts:update", {"localId": uid, "mfa": clearing})
        claim.assertIsNone(factors(backend, uid))
        update(kept)
    claim.assertEqual(auth.get_user(uid).display_name, "Jana")


@promise("second factors are imported for verified addresses, and exported as they were")
def imports_factors(backend):
    phone = {"phoneInfo": "+14155550101", "displayName": "Mine", "enrolledAt": "2023-04-05T06:07:28.990Z"}
    users = [
        {"localId": "kim-0", "email": "kim0@example.com", "emailVerified": True, "mfaInfo": [phone]},
        {"localId": "kim-1", "mfaInfo": [phone]}, {"localId": "kim-2", "email": "kim2@example.com", "mfaInfo": [phone]},
        {"localId": "kim-3", "email": "kim3@example.com", "emailVerified": True, "mfaInfo": [{"totpInfo": {}}]},
        {"localId": "kim-4", "mfaInfo": []},
    ]
    answer = backend.manage("/accounts:batchCreate", {"users": users})
    claim.assertEqual([(error["index"], error["message"]) for error in answer["error"]], [
        (1, "Second factor account requires email to be presented."),
        (2, "Second factor account requires email to be verified."), (3, "Second factor not supported."),
    ])
    (kept,) = factors(backend, "kim-0")
    claim.assertEqual({name: kept[name] for name in phone}, phone)
    again = backend.manage("/accounts:batchCreate", {"allowOverwrite": True, "users": [{**users[0], "mfaInfo": [kept]}]})
    claim.assertEqual((again["error"], factors(backend, "kim-0")), ([], [kept]))
    backend.manage("/accounts:batchCreate", {"allowOverwrite": True, "users": [{**users[0], "mfaInfo": []}]})
    claim.assertIsNone(factors(backend, "kim-0"))
    claim.assertEqual(auth.get_user("kim-0").email, "kim0@example.com")


@promise("sessions end where an administrator removes a second factor, and go on where one comes", ("production",))
def lost_factors(backend):
    token = backend.device.sign_in(backend.phone())
    enrollment = {"mfaEnrollmentId": "a", "phoneInfo": "+14155550101"}
    uid = token["localId"]
    backend.manage("/accounts:update", {"localId": uid, "mfa": {"enrollments": [enrollment]}})
    claim.assertTrue(backend.device.refresh(token["refreshToken"])["id_token"])
    backend.manage("/accounts:update", {"localId": uid, "mfa": {}})
    with claim.assertRaises(Refused) as caught:
        backend.device.refresh(token["refreshToken"])
    claim.assertEqual(caught.exception.code, "TOKEN_EXPIRED")
    own = backend.device.sign_in(backend.phone())
    with claim.assertRaises(Refused) as caught:
        backend.device.v1("update", {"idToken": own["idToken"], "mfa": {"enrollments": [enrollment]}})
    claim.assertEqual(caught.exception.code, "INSUFFICIENT_PERMISSION")


@promise("custom claims are kept, come into the next token and go again; their limits hold")
def custom(backend):
    token = backend.device.sign_in(backend.phone())
    uid = token["localId"]
    auth.set_custom_user_claims(uid, {"role": "admin", "level": 3, "name": "Boss"})
    claim.assertEqual(auth.get_user(uid).custom_claims, {"role": "admin", "level": 3, "name": "Boss"})
    fresh = auth.verify_id_token(backend.device.refresh(token["refreshToken"])["id_token"])
    claim.assertEqual((fresh["role"], fresh["level"], fresh["name"]), ("admin", 3, "Boss"))
    longest = {"a": "x" * (1000 - len('{"a": ""}'))}
    auth.set_custom_user_claims(uid, longest)
    claim.assertEqual(auth.get_user(uid).custom_claims, longest)
    for text, code in (
        ('{"a": "%s"}' % ("x" * 1000), "CLAIMS_TOO_LARGE"), ("[]", "INVALID_CLAIMS"), ("no", "INVALID_CLAIMS"),
        ('{"sub": "other"}', "FORBIDDEN_CLAIM"), ('{"firebase": {}}', "FORBIDDEN_CLAIM"),
    ):
        with claim.assertRaises(Refused) as caught:
            backend.manage("/accounts:update", {"localId": uid, "customAttributes": text})
        claim.assertEqual(caught.exception.code, code, text[:20])
    claim.assertEqual(auth.get_user(uid).custom_claims, longest)
    auth.set_custom_user_claims(uid, None)
    claim.assertIsNone(auth.get_user(uid).custom_claims)
    claim.assertNotIn("a", auth.verify_id_token(backend.device.refresh(token["refreshToken"])["id_token"]))


@promise("users are deleted one by one and many at once, also users that are not there")
def deletes(backend):
    phone = backend.phone()
    for number in range(4):
        auth.create_user(uid=f"gone-{number}", disabled=number == 2, phone_number=phone if number == 0 else None)
    auth.delete_user("gone-0")
    refused(auth.UserNotFoundError, auth.get_user, "gone-0")
    refused(auth.UserNotFoundError, auth.get_user_by_phone_number, phone)
    result = auth.delete_users(["gone-0", "gone-1", "gone-2", "gone-3", "never-there"])
    claim.assertEqual((result.success_count, result.failure_count, result.errors), (5, 0, []))
    claim.assertEqual(auth.get_users([auth.UidIdentifier(f"gone-{number}") for number in range(4)]).users, [])
    # Without force only disabled users are deleted; the library always forces.
    auth.create_user(uid="kept")
    answer = backend.manage("/accounts:batchDelete", {"localIds": ["kept"]})
    claim.assertEqual([(error["index"], error["localId"]) for error in answer["errors"]], [(0, "kept")])
    claim.assertTrue(answer["errors"][0]["message"].startswith("NOT_DISABLED : "))
    claim.assertEqual(auth.get_user("kept").uid, "kept")


@promise("as many users as the library takes are deleted at once, also with uids of the greatest length")
def deletes_most(backend):
    uids = [f"{number:04}" * 32 for number in range(1000)]
    auth.create_user(uid=uids[999])
    claim.assertEqual(auth.delete_users(uids).success_count, 1000)
    refused(auth.UserNotFoundError, auth.get_user, uids[999])


@promise("users are imported whole, with hashes of other programs, which open nothing")
def imports(backend):
    phone = backend.phone()
    record = auth.ImportUserRecord(
        "fred-1", email="fred@example.com", email_verified=True, display_name="Fred", phone_number=phone,
        photo_url="https://example.com/fred.png", disabled=True, custom_claims={"role": "guest"},
        user_metadata=auth.UserMetadata(1_500_000_000_000, 1_600_000_000_000), password_hash=b"hash", password_salt=b"salt",
        provider_data=[auth.UserProvider("fb-fred", "facebook.com", email="fred@facebook.com", display_name="F.")])
    result = auth.import_users([record], hash_alg=auth.UserImportHash.scrypt(b"key", 8, 14, b"separator"))
    claim.assertEqual((result.success_count, result.failure_count), (1, 0))
    user = auth.get_user("fred-1")
    claim.assertEqual(
        (user.email, user.email_verified, user.display_name, user.phone_number, user.photo_url, user.disabled),
        ("fred@example.com", True, "Fred", phone, "https://example.com/fred.png", True))
    claim.assertEqual(
        (user.user_metadata.creation_timestamp, user.user_metadata.last_sign_in_timestamp),
        (1_500_000_000_000, 1_600_000_000_000))
    claim.assertEqual(user.custom_claims, {"role": "guest"})
    facebook = {provider.provider_id: provider for provider in user.provider_data}["facebook.com"]
    claim.assertEqual((facebook.uid, facebook.email, facebook.display_name), ("fb-fred", "fred@facebook.com", "F."))
    listed = {user.uid: user for user in auth.list_users().iterate_all()}["fred-1"]
    claim.assertTrue(listed.password_hash)
    auth.update_user("fred-1", disabled=False)
    with claim.assertRaises(Refused):
        backend.device.v1("signInWithPassword", {"email": "fred@example.com", "password": "hash"})
    for number, algorithm in enumerate((
        auth.UserImportHash.bcrypt(), auth.UserImportHash.hmac_sha512(b"key"), auth.UserImportHash.md5(3),
        auth.UserImportHash.pbkdf2_sha256(1000), auth.UserImportHash.standard_scrypt(1024, 16, 8, 64),
    )):
        record = auth.ImportUserRecord(f"fred-hash-{number}", password_hash=b"hash", password_salt=b"salt")
        claim.assertEqual(auth.import_users([record], hash_alg=algorithm).success_count, 1)


@promise("as many users as the library takes are imported at once, whole, and are there")
def imports_most(backend):
    records = [
        auth.ImportUserRecord(
            f"most-{number:03}", email=f"most.{number}@example.com", email_verified=True, display_name=f"Most {number}",
            photo_url="https://example.com/most.png", disabled=False, custom_claims={"number": number},
            user_metadata=auth.UserMetadata(1_500_000_000_000, 1_600_000_000_000),
            provider_data=[auth.UserProvider(f"fb-most-{number}", "facebook.com")])
        for number in range(1000)
    ]
    result = auth.import_users(records)
    claim.assertEqual((result.success_count, [error.reason for error in result.errors]), (1000, []))
    claim.assertEqual(auth.get_user_by_email("most.999@example.com").custom_claims, {"number": 999})
    most = [user.uid for user in auth.list_users(page_token="most-", max_results=1000).users]
    claim.assertEqual(most[:1000], [record.uid for record in records])
    claim.assertEqual(auth.delete_users(most[:1000]).success_count, 1000)


@promise("an import says by its place what could not be imported, and imports the rest")
def import_errors(backend):
    phone = backend.phone()
    auth.create_user(uid="gina-0", email="gina@example.com", phone_number=phone, display_name="Gina")
    records = [
        auth.ImportUserRecord("gina-1"), auth.ImportUserRecord("gina-2", email="a b@example.com"),
        auth.ImportUserRecord("gina-3", phone_number="+1a"), auth.ImportUserRecord("gina-4", email="gina@example.com"),
        auth.ImportUserRecord("gina-5", phone_number=phone), auth.ImportUserRecord("gina-0", display_name="Other"),
        auth.ImportUserRecord("gina-6", email="gina.6@example.com"),
    ]
    result = auth.import_users(records)
    claim.assertEqual([error.index for error in result.errors], [1, 2, 3, 4, 5])
    claim.assertEqual((result.success_count, result.failure_count), (2, 5))
    for error, word in zip(result.errors, ("email", "phone", "email", "phone", "localId")):
        claim.assertIn(word, error.reason)
    claim.assertEqual(auth.get_user("gina-0").display_name, "Gina")
    found = auth.get_users([auth.UidIdentifier(f"gina-{number}") for number in range(7)])
    claim.assertEqual(sorted(user.uid for user in found.users), ["gina-0", "gina-1", "gina-6"])


@promise("after a revocation old tokens are told from new tokens, and old sessions make none any more")
def revokes(backend):
    phone = backend.phone()
    old = backend.device.sign_in(phone)
    uid = old["localId"]
    claim.assertEqual(auth.verify_id_token(old["idToken"], check_revoked=True)["uid"], uid)
    # The library tells tokens of the same second as good.
    next_second(claims(old["idToken"])["iat"])
    auth.revoke_refresh_tokens(uid)
    claim.assertTrue(auth.get_user(uid).tokens_valid_after_timestamp > claims(old["idToken"])["auth_time"] * 1000)
    claim.assertEqual(auth.verify_id_token(old["idToken"])["uid"], uid)
    refused(auth.RevokedIdTokenError, auth.verify_id_token, old["idToken"], check_revoked=True)
    with claim.assertRaises(Refused) as caught:
        backend.device.refresh(old["refreshToken"])
    claim.assertEqual(caught.exception.code, "TOKEN_EXPIRED")
    new = backend.device.sign_in(phone)
    claim.assertEqual(auth.verify_id_token(new["idToken"], check_revoked=True)["uid"], uid)
    claim.assertEqual(backend.device.refresh(new["refreshToken"])["user_id"], uid)


def taken_by_node(token, issuer, project):
    """What jsonwebtoken asks of a token that firebase-admin for Node verifies against an emulator.

    The library gives no key and names the algorithm "none". Then a token with a signature lacks its key, and any other
    algorithm is refused before the claims are looked at.
    """
    head, payload, signature = token.split(".")
    claim.assertEqual(signature, "", "secret or public key must be provided")
    # A header is written as a payload is.
    claim.assertEqual(claims(f".{head}"), {"alg": "none", "typ": "JWT"}, "invalid algorithm")
    seen, now = claims(f".{payload}"), time.time()
    claim.assertTrue(seen["iss"] == issuer and seen["aud"] == project and seen["iat"] <= now + 60 and now < seen["exp"])
    claim.assertTrue(isinstance(seen["sub"], str) and 0 < len(seen["sub"]) <= 128)


@promise("ID tokens and session cookies of an emulator are such as the library for Node takes", modes=("emulator",))
def node(backend):
    token = backend.device.sign_in(backend.phone())["idToken"]
    project = backend.job["project"]
    taken_by_node(token, f"https://securetoken.google.com/{project}", project)
    cookie = auth.create_session_cookie(token, timedelta(days=1))
    taken_by_node(cookie, f"https://session.firebase.google.com/{project}", project)


@promise("a session cookie is made of an ID token, is checked as its own kind, and ends with a revocation")
def cookies(backend):
    token = backend.device.sign_in(backend.phone())
    uid, life = token["localId"], timedelta(minutes=5)
    cookie = auth.create_session_cookie(token["idToken"], life)
    seen = auth.verify_session_cookie(cookie, check_revoked=True)
    claim.assertEqual((seen["uid"], seen["exp"] - seen["iat"]), (uid, 300))
    claim.assertEqual(seen["iss"], f"https://session.firebase.google.com/{backend.job['project']}")
    claim.assertEqual(seen["auth_time"], claims(token["idToken"])["auth_time"])
    longest = auth.verify_session_cookie(auth.create_session_cookie(token["idToken"], timedelta(days=14)))
    claim.assertEqual(longest["exp"] - longest["iat"], 14 * 86_400)
    refused(auth.InvalidSessionCookieError, auth.verify_session_cookie, token["idToken"])
    refused(auth.InvalidIdTokenError, auth.verify_id_token, cookie)
    with claim.assertRaises(Refused) as caught:
        backend.manage(":createSessionCookie", {"idToken": token["idToken"], "validDuration": 60})
    claim.assertEqual(caught.exception.code, "INVALID_DURATION")
    refused(auth.InvalidIdTokenError, auth.create_session_cookie, "no token", life)
    # The library compares the second in which the cookie was made.
    next_second(seen["iat"])
    auth.revoke_refresh_tokens(uid)
    refused(auth.RevokedSessionCookieError, auth.verify_session_cookie, cookie, check_revoked=True)


@promise("a disabled user signs in nowhere and refreshes nothing until the user is enabled again")
def disables(backend):
    phone = backend.phone()
    token = backend.device.sign_in(phone)
    auth.update_user(token["localId"], disabled=True)
    refused(auth.UserDisabledError, auth.verify_id_token, token["idToken"], check_revoked=True)
    for call in (
        lambda: backend.device.refresh(token["refreshToken"]), lambda: backend.device.sign_in(phone),
        lambda: backend.device.v1("lookup", {"idToken": token["idToken"]}),
        lambda: backend.device.v1("update", {"idToken": token["idToken"], "displayName": "Me"}),
    ):
        with claim.assertRaises(Refused) as caught:
            call()
        claim.assertEqual(caught.exception.code, "USER_DISABLED")
    auth.update_user(token["localId"], disabled=False)
    claim.assertEqual(backend.device.sign_in(phone)["localId"], token["localId"])
    claim.assertEqual(backend.device.refresh(token["refreshToken"])["user_id"], token["localId"])


@promise("what is not served says that it is not, in an error that the library knows")
def not_served(backend):
    auth.create_user(uid="hans-1", email="hans@example.com")
    with claim.assertRaises(exceptions.FirebaseError) as caught:
        auth.generate_password_reset_link("hans@example.com")
    claim.assertEqual(caught.exception.http_response.status_code, 501)


@promise("a token is checked by its signature, and a token that was changed or is not signed is none", ("production",))
def signatures(backend):
    token = backend.device.sign_in(backend.phone())["idToken"]
    seen = auth.verify_id_token(token)
    claim.assertEqual(seen["firebase"]["sign_in_provider"], "phone")
    head, payload, signature = token.split(".")
    other = "A" if signature[10] != "A" else "B"
    for forged in (
        f"{head}.{payload}.{signature[:10]}{other}{signature[11:]}", f"{head}.{payload}.",
        f"eyJhbGciOiJub25lIn0.{payload}.", f"{head}.{payload}",
    ):
        refused(auth.InvalidIdTokenError, auth.verify_id_token, forged)


@promise("keys of other scopes administrate nothing", ("production",))
def scopes(backend):
    for scope in ("send", "client"):
        app = backend.with_key(backend.job[scope], scope)
        refused(exceptions.UnauthenticatedError, auth.get_user, "ada-1", app=app)
        refused(exceptions.UnauthenticatedError, auth.create_user, uid=f"by-{scope}", app=app)
        refused(auth.UserNotFoundError, auth.get_user, f"by-{scope}")


promise.tell(Backend)
