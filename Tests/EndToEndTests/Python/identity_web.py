"""People sign in by pages with Firebase's SDK for JavaScript, in a browser, at a production surface that speaks TLS.

The argument is a JSON object, as identity_device.py reads it, and besides:
  mode        production: what a page does by the part of the SDK that a package of PyPI holds, see firebase_sdk.py;
              whole: the same and more, by a file with the whole SDK as one module; outage: what it does without a database
  phones      test numbers: one for the outage, six in production, seven for the whole
  people      numbers of real people, one in production and two for the whole
  inbox       where the sandbox shows their SMS
  graph       the port at which the surface asks Facebook's Graph
  sdk, account  for the whole: the SDK's file, and the file of the project's service account
  away, back  for the outage: commands that take the database away and bring it back
  picture     a file for a picture of the page; optional

It prints which promises are kept, see identity_promises.py.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlencode, urlsplit

sys.path.insert(0, str(Path(__file__).parent))

import firebase_admin  # noqa: E402
import pyotp  # noqa: E402
import requests  # noqa: E402
from firebase_admin import auth, credentials  # noqa: E402

from chromium import Chromium  # noqa: E402
from firebase_sdk import build_sdk  # noqa: E402
from identity_promises import Promises, claim  # noqa: E402
from json_server import serve  # noqa: E402

promise = Promises()
ALWAYS, WHOLE, OUTAGE = ("production", "whole"), ("whole",), ("outage",)
FACEBOOK_APP = "1234567890"


def serve_page(sdk):
    """The page and the SDK, at an address of this machine, until the process ends."""
    files = {"/": (Path(__file__).with_name("identity_web.html"), "text/html"), "/firebase.js": (sdk, "text/javascript")}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            path, kind = files.get(urlsplit(self.path).path, (None, None))
            if path is None:
                return self.send_error(404)
            self.send_response(200)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.end_headers()
            self.wfile.write(path.read_bytes())

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://localhost:{server.server_address[1]}/"


def graph(body):
    """Facebook's Graph, for which every token is one person's; both of its answers in one."""
    return {"data": {"app_id": FACEBOOK_APP, "is_valid": True, "expires_at": 0, "user_id": "77", "type": "USER"},
            "id": "77", "name": "Ada Shopper"}


class Refused(Exception):
    """An error of the SDK's, by its code."""


class Page:
    def __init__(self, job, browser, sdk):
        self.job, self.browser, self.site = job, browser, serve_page(sdk)
        self.anybody, *phones = job["phones"]
        self.phones, self.people = iter(phones), iter(job.get("people", []))
        # The browser resolves no other name.
        self.host = urlsplit(job["base"].replace("127.0.0.1", "localhost")).netloc
        if "graph" in job:
            serve(job["graph"], graph)

    def load(self):
        """Loads the page anew, and waits until it says whether somebody is signed in."""
        self.browser.open(self.site + "?" + urlencode({
            "host": self.host, "key": self.job["client"], "project": self.job["project"]}))
        self.browser.wait(lambda: self.browser.run("return !!window.auth"), "the page says who is signed in")

    def run(self, code, /, **values):
        """What an async function with this body returns, in which `values` are variables."""
        said = self.browser.driver.execute_async_script("""
            const [code, values, done] = arguments;
            const run = Object.getPrototypeOf(async () => {}).constructor;
            new run(...Object.keys(values), code)(...Object.values(values)).then(
                (value) => done({ value: value ?? null }),
                (error) => done({ error: error.code ?? String(error) }));
            """, code, values)
        if "error" in said:
            raise Refused(said["error"])
        return said["value"]

    def refused(self, word, code, /, **values):
        with claim.assertRaises(Refused) as caught:
            self.run(code, **values)
        claim.assertEqual(str(caught.exception), f"auth/{word}")

    def anew(self):
        """A page on which nobody is signed in."""
        self.load()
        self.run("await auth.signOut()")

    def sign_in(self, phone):
        return self.run("""
            const sent = await sdk.signInWithPhoneNumber(auth, phone, verifier);
            return (await sent.confirm(code)).user.uid;
            """, phone=phone, code=self.job["code"])

    def who(self):
        return self.run("return auth.currentUser && auth.currentUser.uid")

    def message(self, phone):
        """The newest SMS to a number."""
        answer = requests.get(f'{self.job["inbox"]}/api/messages', params={"wait": 10, "phone": phone}, timeout=30)
        return answer.json()["messages"][0]["text"]

    def code(self, phone):
        return re.search(r"\b\d{6}\b", self.message(phone))[0]

    def administer(self, version, path, body, method="POST"):
        answer = requests.request(
            method, f'{self.job["base"]}/identitytoolkit.googleapis.com{version}/projects/{self.job["project"]}{path}',
            json=body, headers={"Authorization": f'Bearer {self.job["admin"]}'}, timeout=30)
        claim.assertEqual(answer.status_code, 200, answer.text)
        return answer.json()

    def custom_token(self, uid):
        if not firebase_admin._apps:
            firebase_admin.initialize_app(credentials.Certificate(self.job["account"]))
        return auth.create_custom_token(uid).decode()


@promise("a test number signs in, and the page shows it", ALWAYS)
def test_number(page):
    page.anew()
    phone = page.anybody
    uid = page.sign_in(phone)
    claim.assertEqual(page.browser.run("return document.getElementById('who').textContent"), f"Signed in: {phone}")
    claim.assertEqual(page.who(), uid)
    if "picture" in page.job:
        page.browser.driver.save_screenshot(page.job["picture"])


@promise("a person gets an SMS in the page's language, and signs in with its code after a wrong one", ALWAYS)
def real_number(page):
    page.anew()
    phone = next(page.people)
    page.run("auth.languageCode = 'fr'; window.sent = await sdk.signInWithPhoneNumber(auth, phone, verifier)", phone=phone)
    text = page.message(phone)
    claim.assertIn("votre code", text.lower())
    code = page.code(phone)
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    page.refused("invalid-verification-code", "await sent.confirm(code)", code=wrong)
    claim.assertIsNone(page.who())
    seen = page.run("""
        const { user } = await sent.confirm(code);
        return [user.phoneNumber, user.providerData.map((provider) => provider.providerId)];
        """, code=code)
    claim.assertEqual(seen, [phone, ["phone"]])
    page.refused("invalid-verification-id", "await sent.confirm(code)", code=code)


@promise("a number that is none, and a code that is none, are told apart", ALWAYS)
def bad_input(page):
    page.anew()
    send = "await sdk.signInWithPhoneNumber(auth, phone, verifier)"
    page.refused("invalid-phone-number", send, phone="+1650")
    page.refused("invalid-verification-id", """
        await sdk.signInWithCredential(auth, sdk.PhoneAuthProvider.credential('nothing', '123456'));
        """)
    page.refused("missing-code", f"""
        const sent = {send};
        await sent.confirm('');
        """, phone=page.anybody)


@promise("a page that is loaded again has its person, until the person signs out", ALWAYS)
def reload(page):
    page.anew()
    uid = page.sign_in(page.anybody)
    page.load()
    claim.assertEqual(page.who(), uid)
    page.run("await auth.signOut()")
    claim.assertIsNone(page.who())
    page.load()
    claim.assertIsNone(page.who())


@promise("a token is made anew when the page asks, and when it has run out", ALWAYS)
def refresh(page):
    page.anew()
    page.sign_in(page.anybody)
    first = page.run("return auth.currentUser.getIdToken()")
    claim.assertEqual(page.run("return auth.currentUser.getIdToken()"), first)
    time.sleep(1.1)
    second = page.run("return auth.currentUser.getIdToken(true)")
    claim.assertNotEqual(second, first)
    time.sleep(1.1)
    third = page.run("""
        auth.currentUser.stsTokenManager.expirationTime = Date.now() - 1000;
        return auth.currentUser.getIdToken();
        """)
    claim.assertNotIn(third, (first, second))
    times = page.run("const { claims } = await auth.currentUser.getIdTokenResult(); return [claims.auth_time, claims.iat]")
    claim.assertLess(*times)


@promise("a person who has another page open stays signed in there too", ALWAYS)
def two_pages(page):
    page.anew()
    uid = page.sign_in(page.anybody)
    first = page.browser.driver.current_window_handle
    page.browser.driver.switch_to.new_window("tab")
    page.load()
    claim.assertEqual(page.who(), uid)
    page.run("await auth.currentUser.getIdToken(true)")
    page.browser.driver.close()
    page.browser.driver.switch_to.window(first)
    page.run("await auth.currentUser.getIdToken(true)")
    claim.assertEqual(page.who(), uid)


@promise("a person of Facebook's links a number, which nobody else can link, and takes it off again", ALWAYS)
def link(page):
    page.anew()
    phone, taken = next(page.phones), next(page.phones)
    page.sign_in(taken)
    credential = "sdk.FacebookAuthProvider.credential(token)"
    uid, providers = page.run(f"""
        const {{ user }} = await sdk.signInWithCredential(auth, {credential});
        return [user.uid, user.providerData.map((provider) => [provider.providerId, provider.uid, provider.displayName])];
        """, token="EAAfacebook")
    claim.assertEqual(providers, [["facebook.com", "77", "Ada Shopper"]])
    start = "const sent = await sdk.linkWithPhoneNumber(auth.currentUser, phone, verifier);"
    linked = page.run(start + """
        const { user } = await sent.confirm(code);
        return [user.uid, user.phoneNumber, user.providerData.map((provider) => provider.providerId).sort()];
        """, phone=phone, code=page.job["code"])
    claim.assertEqual(linked, [uid, phone, ["facebook.com", "phone"]])
    page.refused("provider-already-linked", start, phone=taken)
    page.run("await sdk.unlink(auth.currentUser, 'phone')")
    claim.assertIsNone(page.run("return auth.currentUser.phoneNumber"))
    page.refused("account-exists-with-different-credential", start + "await sent.confirm(code)",
                 phone=taken, code=page.job["code"])
    claim.assertEqual(page.who(), uid)


@promise("a person proves the number again, and gets another", ALWAYS)
def another_number(page):
    page.anew()
    old, new = next(page.phones), next(page.phones)
    uid = page.sign_in(old)
    seen = page.run("""
        const again = await sdk.reauthenticateWithPhoneNumber(auth.currentUser, old, verifier);
        await again.confirm(code);
        const id = await new sdk.PhoneAuthProvider(auth).verifyPhoneNumber(fresh, verifier);
        await sdk.updatePhoneNumber(auth.currentUser, sdk.PhoneAuthProvider.credential(id, code));
        return [auth.currentUser.uid, auth.currentUser.phoneNumber];
        """, old=old, fresh=new, code=page.job["code"])
    claim.assertEqual(seen, [uid, new])
    claim.assertNotEqual(page.sign_in(old), uid)


@promise("a token of the backend signs in", WHOLE)
def custom_token(page):
    page.anew()
    seen = page.run("return (await sdk.signInWithCustomToken(auth, token)).user.uid", token=page.custom_token("ada"))
    claim.assertEqual(seen, "ada")
    page.refused("invalid-custom-token", "await sdk.signInWithCustomToken(auth, 'nothing')")


@promise("an app for codes becomes a second factor, and is asked for", WHOLE)
def totp(page):
    page.anew()
    phone = next(page.phones)
    uid = page.sign_in(phone)
    secret = page.run("""
        const session = await sdk.multiFactor(auth.currentUser).getSession();
        window.secret = await sdk.TotpMultiFactorGenerator.generateSecret(session);
        return [secret.secretKey, secret.generateQrCodeUrl('Ada', 'Demo Shop')];
        """)
    claim.assertEqual(pyotp.parse_uri(secret[1]).secret, secret[0])
    clock = pyotp.TOTP(secret[0])
    page.run("""
        const assertion = sdk.TotpMultiFactorGenerator.assertionForEnrollment(secret, code);
        await sdk.multiFactor(auth.currentUser).enroll(assertion, 'My app');
        """, code=clock.now())
    enrolled = page.run("return sdk.multiFactor(auth.currentUser).enrolledFactors.map((f) => [f.factorId, f.displayName])")
    claim.assertEqual(enrolled, [["totp", "My app"]])
    page.run("await auth.signOut()")
    page.refused("multi-factor-auth-required", """
        const sent = await sdk.signInWithPhoneNumber(auth, phone, verifier);
        try { await sent.confirm(code) } catch (error) { window.asked = error; throw error }
        """, phone=phone, code=page.job["code"])
    page.refused("invalid-verification-code", """
        window.resolver = sdk.getMultiFactorResolver(auth, asked);
        await resolver.resolveSignIn(sdk.TotpMultiFactorGenerator.assertionForSignIn(resolver.hints[0].uid, '000000'));
        """)
    seen = page.run("""
        const assertion = sdk.TotpMultiFactorGenerator.assertionForSignIn(resolver.hints[0].uid, code);
        return (await resolver.resolveSignIn(assertion)).user.uid;
        """, code=clock.at(time.time() + 30))
    claim.assertEqual(seen, uid)
    claims = page.run("return (await auth.currentUser.getIdTokenResult()).signInSecondFactor")
    claim.assertEqual(claims, "totp")
    page.run("""
        const person = sdk.multiFactor(auth.currentUser);
        await person.unenroll(person.enrolledFactors[0]);
        """)
    page.anew()
    claim.assertEqual(page.sign_in(phone), uid)


@promise("an SMS becomes a second factor, and is asked for", WHOLE)
def sms_factor(page):
    page.anew()
    # A second number proves no more of a person than the first, so this person's first factor is a password.
    person = {"email": "ada@shop.example", "password": "correct horse"}
    page.administer("/v2", "/config?updateMask=signIn.email.enabled", {"signIn": {"email": {"enabled": True}}}, "PATCH")
    uid = page.administer("/v1", "/accounts", {**person, "emailVerified": True})["localId"]
    factor = next(page.people)
    page.run("await sdk.signInWithEmailAndPassword(auth, email, password)", **person)
    page.run("""
        const session = await sdk.multiFactor(auth.currentUser).getSession();
        window.id = await new sdk.PhoneAuthProvider(auth).verifyPhoneNumber({ phoneNumber: factor, session }, verifier);
        """, factor=factor)
    page.run("""
        const credential = sdk.PhoneAuthProvider.credential(id, code);
        await sdk.multiFactor(auth.currentUser).enroll(sdk.PhoneMultiFactorGenerator.assertion(credential), 'My phone');
        await auth.signOut();
        """, code=page.code(factor))
    hint = page.run("""
        const error = await sdk.signInWithEmailAndPassword(auth, email, password).catch((error) => error);
        window.resolver = sdk.getMultiFactorResolver(auth, error);
        return [error.code, resolver.hints[0].phoneNumber, resolver.hints[0].displayName];
        """, **person)
    claim.assertEqual((hint[0], hint[2]), ("auth/multi-factor-auth-required", "My phone"))
    claim.assertNotIn(factor[:-4], hint[1])
    page.run("""
        const options = { multiFactorHint: resolver.hints[0], session: resolver.session };
        window.id = await new sdk.PhoneAuthProvider(auth).verifyPhoneNumber(options, verifier);
        """)
    seen = page.run("""
        const credential = sdk.PhoneAuthProvider.credential(id, code);
        return (await resolver.resolveSignIn(sdk.PhoneMultiFactorGenerator.assertion(credential))).user.uid;
        """, code=page.code(factor))
    claim.assertEqual(seen, uid)


@promise("a page that is loaded while the database is away has its person, and nobody is signed out", OUTAGE)
def away(page):
    page.anew()
    uid = page.sign_in(page.anybody)
    subprocess.run(page.job["away"], check=True, timeout=60)
    try:
        page.load()
        claim.assertEqual(page.who(), uid)
        page.refused("network-request-failed", "await auth.currentUser.getIdToken(true)")
        claim.assertEqual(page.who(), uid)
    finally:
        subprocess.run(page.job["back"], check=True, timeout=60)
    deadline = time.monotonic() + 30
    while True:
        try:
            page.run("await auth.currentUser.getIdToken(true)")
            break
        except Refused:
            claim.assertLess(time.monotonic(), deadline)
    page.load()
    claim.assertEqual(page.who(), uid)


@promise("a person whom an administrator has disabled is signed out with the reason", ALWAYS)
def disabled(page):
    page.anew()
    uid = page.sign_in(next(page.phones))
    page.administer("/v1", "/accounts:update", {"localId": uid, "disableUser": True})
    page.refused("user-disabled", "await auth.currentUser.getIdToken(true)")
    claim.assertIsNone(page.who())


def main():
    job = json.loads(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="verifyd-sdk-") as folder, Chromium() as browser:
        sdk = Path(job["sdk"]) if "sdk" in job else build_sdk(Path(folder))
        promise.tell(lambda job: Page(job, browser, sdk))


main()
