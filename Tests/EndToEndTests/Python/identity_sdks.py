"""Sends exactly what Firebase's SDKs for iOS, Android and browsers send, and reads the answers as strictly as they do.

The argument is a JSON object as for identity_admin.py. The bodies and fields are those of the SDKs' sources. An app that
gets another type than it expects takes the value for missing, and ends in the worst case.
"""

import base64
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import requests  # noqa: E402

from identity_device import Device, Refused  # noqa: E402
from identity_promises import Promises, claim  # noqa: E402

promise = Promises()
ORIGIN = "https://shop.example"


class SDKs:
    def __init__(self, job):
        self.job, self.device = job, Device(job)
        self.phones = iter(job["phones"])

    def phone(self):
        return next(self.phones)

    def ios(self, method, body):
        return self.device.v3(method, body, {
            "Content-Type": "application/json", "X-Client-Version": "iOS/FirebaseSDK/12.19.0/FirebaseCore-iOS",
            "X-Ios-Bundle-Identifier": "com.example.shop", "X-Firebase-GMPID": "1:123:ios:abc", "X-Firebase-Locale": "de",
            "Accept-Language": "de-DE", "User-Agent": "FirebaseAuth.iOS/12.19.0 com.example.shop/1.0 iPhone/19.0 hw/sim"})

    def android(self, method, body):
        return self.device.v3(method, body, {
            "X-Client-Version": "Android/Fallback/X23000000/FirebaseCore-Android", "X-Android-Package": "com.example.shop",
            "X-Android-Cert": "00112233445566778899AABBCCDDEEFF00112233", "X-Firebase-GMPID": "1:123:android:abc",
            "Accept-Language": "fr-FR, en-US", "User-Agent": "Dalvik/2.1.0"})

    def js(self, method, body):
        return self.device.v1(method, body, {
            "Origin": ORIGIN, "X-Client-Version": "Chrome/JsCore/12.0.0/FirebaseCore-web",
            "X-Firebase-gmpid": "1:123:web:abc", "Content-Type": "application/json"})

    def get(self, path, origin=None, key=True):
        params = {"key": self.device.key} if key else {}
        return requests.get(
            f"{self.device.base}/{path}", params=params, headers={"Origin": origin} if origin else {}, timeout=60)


def reads_token(text):
    """As iOS reads it: three parts, and the members that it cannot be without."""
    parts = text.split(".")
    claim.assertEqual(len(parts), 3)
    payload = json.loads(base64.urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4)))
    for name in ("exp", "iat", "auth_time"):
        claim.assertIs(type(payload[name]), int, name)
    claim.assertIs(type(payload["firebase"]["sign_in_provider"]), str)
    claim.assertEqual(payload["exp"] - payload["iat"], 3600)
    claim.assertTrue(abs(payload["iat"] - time.time()) < 60)
    return payload


def signs_in(answer, phone, is_new):
    claim.assertEqual(
        set(answer), {"idToken", "refreshToken", "expiresIn", "localId", "isNewUser", "phoneNumber"})
    claim.assertEqual((answer["expiresIn"], answer["phoneNumber"], answer["isNewUser"]), ("3600", phone, is_new))
    payload = reads_token(answer["idToken"])
    claim.assertEqual((payload["sub"], payload["user_id"]), (answer["localId"], answer["localId"]))
    claim.assertEqual(payload["phone_number"], phone)
    claim.assertEqual(payload["firebase"], {"identities": {"phone": [phone]}, "sign_in_provider": "phone"})
    return payload


def proves(answer, phone):
    """iOS and JS take it for "credential already in use"; with a token they would take it for a sign-in."""
    claim.assertEqual(set(answer), {"phoneNumber", "temporaryProof", "temporaryProofExpiresIn"})
    claim.assertEqual((answer["phoneNumber"], answer["temporaryProofExpiresIn"]), (phone, "3600"))
    claim.assertIs(type(answer["temporaryProof"]), str)


def looks_up(answer, local_id, phone):
    """iOS throws unless there is exactly one user."""
    claim.assertEqual(len(answer["users"]), 1)
    user = answer["users"][0]
    claim.assertEqual((user["localId"], user["phoneNumber"]), (local_id, phone))
    claim.assertIn({"providerId": "phone", "rawId": phone, "phoneNumber": phone}, user["providerUserInfo"])
    for name in ("createdAt", "lastLoginAt"):
        claim.assertIs(type(user[name]), str, name)
        claim.assertEqual(len(user[name]), 13, name)
    for name in ("needConfirmation", "errorMessage", "mfaPendingCredential"):
        claim.assertNotIn(name, user)
    return user


@promise("an iPhone signs up, looks itself up, refreshes by JSON, and signs in again")
def ios(sdks):
    phone = sdks.phone()
    sent = sdks.ios("sendVerificationCode", {"phoneNumber": phone, "clientType": "CLIENT_TYPE_IOS"})
    claim.assertEqual(set(sent), {"sessionInfo"})
    body = {"sessionInfo": sent["sessionInfo"], "code": sdks.device.code, "operation": "SIGN_UP_OR_IN"}
    answer = sdks.ios("verifyPhoneNumber", body)
    payload = signs_in(answer, phone, True)
    looks_up(sdks.ios("getAccountInfo", {"idToken": answer["idToken"]}), answer["localId"], phone)
    fresh = sdks.device.refresh(answer["refreshToken"])
    claim.assertEqual(
        (fresh["access_token"], fresh["token_type"], fresh["expires_in"], fresh["user_id"]),
        (fresh["id_token"], "Bearer", "3600", answer["localId"]))
    claim.assertIs(type(fresh["project_id"]), str)
    claim.assertTrue(fresh["project_id"].isdigit())
    refreshed = reads_token(fresh["access_token"])
    claim.assertEqual(
        (refreshed["auth_time"], refreshed["firebase"]), (payload["auth_time"], payload["firebase"]))
    sent = sdks.ios("sendVerificationCode", {
        "phoneNumber": phone, "clientType": "CLIENT_TYPE_IOS", "iosReceipt": "receipt", "iosSecret": "secret"})
    again = sdks.ios("verifyPhoneNumber", {**body, "sessionInfo": sent["sessionInfo"]})
    signs_in(again, phone, False)
    claim.assertEqual(again["localId"], answer["localId"])


@promise("an iPhone links, hears whose a number is by a proof, signs in by the proof, unlinks and deletes")
def ios_links(sdks):
    phones = [sdks.phone() for _ in range(3)]
    first, second = (sdks.device.sign_in(phone) for phone in phones[:2])

    def verify(phone, operation, token):
        sent = sdks.ios("sendVerificationCode", {"phoneNumber": phone, "clientType": "CLIENT_TYPE_IOS"})
        return sdks.ios("verifyPhoneNumber", {
            "sessionInfo": sent["sessionInfo"], "code": sdks.device.code, "operation": operation, "idToken": token})

    linked = verify(phones[2], "LINK", first["idToken"])
    claim.assertEqual((linked["localId"], linked["phoneNumber"]), (first["localId"], phones[2]))
    looks_up(sdks.ios("getAccountInfo", {"idToken": linked["idToken"]}), first["localId"], phones[2])
    updated = verify(phones[0], "UPDATE", linked["idToken"])
    claim.assertEqual((updated["localId"], updated["phoneNumber"]), (first["localId"], phones[0]))
    again = verify(phones[0], "REAUTH", updated["idToken"])
    claim.assertEqual((again["localId"], again["isNewUser"]), (first["localId"], False))
    proof = verify(phones[1], "LINK", again["idToken"])
    proves(proof, phones[1])
    other = sdks.ios("verifyPhoneNumber", {
        "temporaryProof": proof["temporaryProof"], "phoneNumber": phones[1], "operation": "SIGN_UP_OR_IN"})
    signs_in(other, phones[1], False)
    claim.assertEqual(other["localId"], second["localId"])
    kept = sdks.ios("setAccountInfo", {"idToken": other["idToken"], "deleteProvider": ["phone"], "returnSecureToken": True})
    claim.assertEqual([entry["providerId"] for entry in kept.get("providerUserInfo", [])], [])
    claim.assertEqual(kept["localId"], second["localId"])
    # iOS sends its own localId along.
    gone = sdks.ios("deleteAccount", {"idToken": again["idToken"], "localId": first["localId"]})
    claim.assertEqual(gone["kind"], "identitytoolkit#DeleteAccountResponse")
    with claim.assertRaises(Refused) as caught:
        sdks.ios("getAccountInfo", {"idToken": again["idToken"]})
    claim.assertEqual(caught.exception.code, "USER_NOT_FOUND")


@promise("an Android device signs up with members that nobody else sends, and with words as numbers")
def android(sdks):
    phone = sdks.phone()
    sent = sdks.android("sendVerificationCode", {
        "phoneNumber": phone, "autoRetrievalInfo": {"appSignatureHash": "abcdefghijk"}, "clientType": 2,
        "playIntegrityToken": "integrity", "captchaResponse": "NO_RECAPTCHA", "recaptchaVersion": "RECAPTCHA_ENTERPRISE",
        "mfaProvider": 1})
    answer = sdks.android(
        "verifyPhoneNumber", {"sessionInfo": sent["sessionInfo"], "code": sdks.device.code, "operation": 1})
    signs_in(answer, phone, True)
    user = looks_up(sdks.android("getAccountInfo", {"idToken": answer["idToken"]}), answer["localId"], phone)
    claim.assertEqual(user["localId"], answer["localId"])


@promise("a page in a browser asks what it may, signs up, refreshes by a form, and reads each answer and error")
def js(sdks):
    phone = sdks.phone()
    config = sdks.get("identitytoolkit.googleapis.com/v2/recaptchaConfig", ORIGIN)
    claim.assertEqual(config.status_code, 200)
    claim.assertTrue(all(
        state["enforcementState"] == "OFF" for state in config.json().get("recaptchaEnforcementState", [])))
    params = sdks.get("identitytoolkit.googleapis.com/v1/recaptchaParams", ORIGIN)
    claim.assertTrue(params.json()["recaptchaSiteKey"])
    claim.assertEqual(params.headers["Access-Control-Allow-Origin"], ORIGIN)
    sent = sdks.js("sendVerificationCode", {
        "phoneNumber": phone, "clientType": "CLIENT_TYPE_WEB", "captchaResponse": "NO_RECAPTCHA",
        "recaptchaVersion": "RECAPTCHA_ENTERPRISE", "recaptchaToken": "mock"})
    answer = sdks.js("signInWithPhoneNumber", {"sessionInfo": sent["sessionInfo"], "code": sdks.device.code})
    signs_in(answer, phone, True)
    for name in ("needConfirmation", "errorMessage", "mfaPendingCredential"):
        claim.assertNotIn(name, answer)
    looks_up(sdks.js("lookup", {"idToken": answer["idToken"]}), answer["localId"], phone)
    fresh = sdks.device.post(
        "securetoken.googleapis.com/v1/token", None, {"Origin": ORIGIN},
        data={"grant_type": "refresh_token", "refresh_token": answer["refreshToken"]})
    claim.assertEqual(reads_token(fresh["access_token"])["sub"], answer["localId"])
    sent = sdks.js("sendVerificationCode", {"phoneNumber": phone, "clientType": "CLIENT_TYPE_WEB"})
    with claim.assertRaises(Refused) as caught:
        sdks.js("signInWithPhoneNumber", {"sessionInfo": sent["sessionInfo"], "code": "000000"})
    claim.assertEqual(caught.exception.message, "INVALID_CODE")
    again = sdks.js("signInWithPhoneNumber", {
        "sessionInfo": sent["sessionInfo"], "code": sdks.device.code, "operation": "REAUTH"})
    claim.assertEqual(again["localId"], answer["localId"])


@promise("a page reauthenticates nobody who has no account, and makes none")
def js_reauthenticates(sdks):
    phone = sdks.phone()
    sent = sdks.js("sendVerificationCode", {"phoneNumber": phone, "clientType": "CLIENT_TYPE_WEB"})
    with claim.assertRaises(Refused) as caught:
        sdks.js("signInWithPhoneNumber", {
            "sessionInfo": sent["sessionInfo"], "code": sdks.device.code, "operation": "REAUTH"})
    claim.assertEqual(caught.exception.code, "USER_NOT_FOUND")
    answer = sdks.js("signInWithPhoneNumber", {"sessionInfo": sent["sessionInfo"], "code": sdks.device.code})
    claim.assertTrue(answer["isNewUser"])


@promise("what apps ask about their project is answered in both versions of the path")
def projects(sdks):
    for path in (
        "identitytoolkit.googleapis.com/v1/projects", "www.googleapis.com/identitytoolkit/v3/relyingparty/getProjectConfig",
    ):
        answer = sdks.get(path).json()
        claim.assertTrue(answer["projectId"].isdigit(), path)
        claim.assertIn("localhost", answer["authorizedDomains"])
        claim.assertEqual(sdks.get(path, key=False).status_code, 403)


promise.tell(SDKs)
