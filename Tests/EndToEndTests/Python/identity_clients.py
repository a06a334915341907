"""Two client libraries of PyPI, as they are, sign people in; prints which promises are broken.

empyrebase calls Google's hosts, the third version of the paths for the most part. firebase-client-sdk calls the first
version, and can be told where an emulator is. The argument is a JSON object as for identity_admin.py.
"""

import sys
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parent))

import empyrebase  # noqa: E402
import requests  # noqa: E402
from firebase_client.app import FirebaseApp  # noqa: E402
from firebase_client.auth.user import EmailAuthCredential  # noqa: E402
from firebase_client.exceptions import AuthException  # noqa: E402

from identity_device import Device, claims  # noqa: E402
from identity_hosts import reroute  # noqa: E402
from identity_promises import Promises, claim  # noqa: E402

promise = Promises()
EMULATOR = ("emulator",)


class Apps:
    def __init__(self, job):
        self.job, self.device = job, Device(job)
        self.phones = iter(job["phones"])
        reroute(job["base"])
        # With its version check the library would call PyPI.
        self.old = empyrebase.initialize_app(
            {"apiKey": job["client"], "authDomain": "localhost", "databaseURL": "http://localhost",
             "projectId": job["project"], "storageBucket": "none"}, skip_version_check=True).auth()

    def app(self, is_told_of_emulator=True):
        """A device of its own with the newer library."""
        app = FirebaseApp(
            {"apiKey": self.job["client"], "projectId": self.job["project"], "storageBucket": "none"}, retries=0, timeout=60)
        if is_told_of_emulator:
            place = urlsplit(self.job["base"])
            app.auth.connect_emulator(place.hostname, place.port, scheme=place.scheme)
        return app

    def token(self):
        """The tokens of somebody who has signed in by phone, with the number."""
        phone = next(self.phones)
        return phone, self.device.sign_in(phone)


def refused(code, call, *arguments):
    with claim.assertRaises(requests.exceptions.HTTPError) as caught:
        call(*arguments)
    claim.assertIn(f'"message":"{code}', str(caught.exception).replace(": ", ":"))


def told(code, call, *arguments):
    with claim.assertRaises(AuthException) as caught:
        call(*arguments)
    claim.assertTrue(str(caught.exception.message).startswith(code) or caught.exception.code == code, str(caught.exception))


@promise("empyrebase goes on with a session of a phone sign-in: looks up, refreshes, changes and deletes")
def old_session(apps):
    phone, token = apps.token()
    users = apps.old.get_account_info(token["idToken"])["users"]
    claim.assertEqual([(user["localId"], user["phoneNumber"]) for user in users], [(token["localId"], phone)])
    fresh = apps.old.refresh(token["refreshToken"])
    claim.assertEqual((fresh["userId"], fresh["refreshToken"]), (token["localId"], token["refreshToken"]))
    # The library sends the members that nobody gave as null, and writes photoURL, which the wire does not know.
    changed = apps.old.update_profile(fresh["idToken"], display_name="Ada")
    claim.assertEqual((changed["displayName"], changed["localId"]), ("Ada", token["localId"]))
    claim.assertNotIn("photoUrl", changed)
    changed = apps.old.update_profile(fresh["idToken"], delete_attribute=["DISPLAY_NAME"])
    claim.assertNotIn("displayName", changed)
    apps.old.delete_user_account(fresh["idToken"])
    refused("USER_NOT_FOUND", apps.old.get_account_info, token["idToken"])
    refused("INVALID_REFRESH_TOKEN", apps.old.refresh, token["refreshToken"])


@promise("empyrebase hears why something is refused")
def old_errors(apps):
    refused("INVALID_ID_TOKEN", apps.old.get_account_info, "no token")
    refused("INVALID_REFRESH_TOKEN", apps.old.refresh, "no token")
    with claim.assertRaises(requests.exceptions.HTTPError):
        apps.old.send_password_reset_email("ada@example.com")


@promise("empyrebase signs a guest in", EMULATOR)
def old_guest(apps):
    guest = apps.old.sign_in_anonymous()
    claim.assertEqual(claims(guest["idToken"])["firebase"]["sign_in_provider"], "anonymous")
    user = apps.old.get_account_info(guest["idToken"])["users"][0]
    claim.assertEqual(user.get("providerUserInfo", []), [])


@promise("empyrebase makes an account with address and password, signs in to it, and changes both", EMULATOR)
def old_password(apps):
    made = apps.old.create_user_with_email_and_password("bea@example.com", "first words")
    refused("EMAIL_EXISTS", apps.old.create_user_with_email_and_password, "bea@example.com", "other words")
    refused("INVALID_PASSWORD", apps.old.sign_in_with_email_and_password, "bea@example.com", "wrong words")
    refused("EMAIL_NOT_FOUND", apps.old.sign_in_with_email_and_password, "nobody@example.com", "wrong words")
    token = apps.old.sign_in_with_email_and_password("bea@example.com", "first words")["idToken"]
    changed = apps.old.change_email(token, "bea.may@example.com")
    changed = apps.old.change_password(changed["idToken"], "second words", True)
    again = apps.old.sign_in_with_email_and_password("bea.may@example.com", "second words")
    claim.assertEqual((again["localId"], changed["localId"]), (made["localId"], made["localId"]))


@promise("people whom a project does not let in by address, or as guests, are told so", ("production",))
def old_closed(apps):
    refused("ADMIN_ONLY_OPERATION", apps.old.sign_in_anonymous)
    refused("OPERATION_NOT_ALLOWED", apps.old.create_user_with_email_and_password, "cleo@example.com", "some words")
    with claim.assertRaises(requests.exceptions.HTTPError):
        apps.old.sign_in_with_email_and_password("cleo@example.com", "some words")


@promise("firebase-client-sdk restores a session of a phone sign-in, reloads it, changes it, and deletes the user")
def new_session(apps):
    phone, token = apps.token()
    for is_told in (True, False):
        app = apps.app(is_told)
        app.auth.restore_session(token["refreshToken"])
        user = app.auth.reload_current_user()
        claim.assertEqual((user.uid, user.phone_number), (token["localId"], phone))
        claim.assertEqual([entry.provider_id for entry in user.provider_data], ["phone"])
    claim.assertTrue(app.auth.is_valid())
    app.auth.update_profile(display_name="Ada", photo_url="https://example.com/ada.png")
    claim.assertEqual(app.auth.get_user_info()["displayName"], "Ada")
    app.auth.refresh_token()
    claim.assertEqual(claims(app.session.id_token)["name"], "Ada")
    claim.assertTrue(3500 < int(app.session.expires_in) <= 3600)
    app.auth.unlink_provider("phone")
    claim.assertIsNone(app.auth.reload_current_user().phone_number)
    stale = app.session.id_token
    app.auth.delete_user()
    claim.assertFalse(app.auth.is_valid(stale))
    told("INVALID_REFRESH_TOKEN", app.auth.restore_session, token["refreshToken"])


@promise("firebase-client-sdk signs a guest in, who gets an address and a password and proves them again", EMULATOR)
def new_guest(apps):
    app = apps.app()
    guest = app.auth.sign_in_anonymously().user
    linked = app.auth.link_with_credential(
        EmailAuthCredential("password", "password", email="dee@example.com", password="some words"))
    claim.assertEqual((linked.user.uid, linked.user.email), (guest.uid, "dee@example.com"))
    claim.assertEqual(app.auth.fetch_sign_in_methods_for_email("dee@example.com"), ["password"])
    app.auth.update_password("other words")
    told("INVALID_PASSWORD", app.auth.sign_in_with_email_and_password, "dee@example.com", "some words")
    again = app.auth.reauthenticate_with_credential(
        EmailAuthCredential("password", "password", email="dee@example.com", password="other words"))
    claim.assertEqual(again.user.uid, guest.uid)


@promise("firebase-client-sdk signs in by a token that a backend has made, as an emulator takes it", EMULATOR)
def new_custom(apps):
    app = apps.app()
    user = app.auth.sign_in_with_custom_token('{"uid": "eve-1", "claims": {"role": "guest"}}').user
    claim.assertEqual(user.uid, "eve-1")
    claim.assertEqual(claims(app.session.id_token)["firebase"]["sign_in_provider"], "custom")


promise.tell(Apps)
