"""Opens the page for a captcha with a browser, as Firebase's SDK for iOS does, and reads the way back as the SDK would.

The argument is a JSON object, as `identity_promises.py` reads it, and besides:
  port            where the page finds the provider's script
  screenshots     a folder for pictures that people look at; null makes no pictures

The provider is a stand-in: its script draws a frame of its own, and gives the token that the person's click asks for.
"""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

from chromium import Chromium
from identity_promises import Promises, claim
from judge import Judge

APP = "1:1234567890:ios:321abc456def7890"
SCHEME = "app-1-1234567890-ios-321abc456def7890"
# The other rules are about the dashboard's frame.
RULES = ["contrast", "width", "words", "targets"]
SCRIPT = """
(() => {
  const address = new URL(document.currentScript.src);
  const api = {
    render(element, options) {
      window.rendered = options;
      const frame = document.createElement("iframe");
      Object.assign(frame, { src: new URL("/frame", address).href, title: "Captcha", height: 78 });
      frame.width = options.size === "compact" ? 150 : 300;
      const field = document.createElement("textarea");
      field.setAttribute("aria-label", "Answer");
      element.append(frame, field);
      addEventListener("message", ({ data, origin }) => {
        if (origin === address.origin) data === "error" ? options["error-callback"]("300030") : options.callback(data);
      });
    },
  };
  Object.assign(window, { turnstile: api });
  window[address.searchParams.get("onload")]();
})();
"""
FRAME = """<!doctype html><html lang="en"><title>Captcha</title>
<style>:root { color-scheme: light dark } button { min-width: 44px; min-height: 44px }</style>
<button id="good" onclick='parent.postMessage("a token+/= \\&quot;ü", "*")'>I am human</button>
<button id="bad" onclick='parent.postMessage("error", "*")'>Fail</button>
"""
promise = Promises()


class Provider(BaseHTTPRequestHandler):
    def do_GET(self):
        path, referer = urlsplit(self.path).path, self.headers.get("Referer")
        self.server.referers.append(referer)
        pages = {"/api.js": ("text/javascript", SCRIPT), "/frame": ("text/html; charset=utf-8", FRAME)}
        if path not in pages or self.server.is_away:
            return self.send_error(503)
        kind, text = pages[path]
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


class Person:
    """A person whose app opens the page in a browser."""

    def __init__(self, job):
        # The browser resolves no other name.
        self.base = job["base"].replace("127.0.0.1", "localhost")
        self.key, self.screenshots = job["client"], job.get("screenshots")
        self.server = ThreadingHTTPServer(("127.0.0.1", job["port"]), Provider)
        self.server.referers, self.server.is_away = [], False
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def path(self, **changes):
        query = {
            "apiKey": self.key, "authType": "verifyApp", "ibi": "com.example.shop", "v": "FirebaseAuth.iOS",
            "eventId": "ABCDEFGHIJ", "appId": APP, "hl": "en", **changes}
        return "/__/auth/handler?" + urlencode({name: value for name, value in query.items() if value is not None})

    def open(self, browser, fragment="", **changes):
        # Two addresses that differ behind the # alone would be the same page.
        browser.open("about:blank")
        browser.open(self.base + self.path(**changes) + fragment)

    def wait_for_captcha(self, browser):
        browser.wait(lambda: browser.run("return window.rendered !== undefined"), "the captcha is drawn")

    def picture(self, browser, name):
        if self.screenshots:
            Path(self.screenshots).mkdir(parents=True, exist_ok=True)
            browser.driver.save_screenshot(str(Path(self.screenshots) / f"handler-{name}.png"))

    def click(self, browser, button):
        frame = browser.driver.find_element("css selector", "#widget iframe")
        browser.driver.switch_to.frame(frame)
        browser.run("document.getElementById(arguments[0]).click()", button)
        browser.driver.switch_to.default_content()

    def way_back(self, browser):
        """What the SDK reads from the address that the button leads to, after it has taken the outer and the inner query apart."""
        browser.wait(lambda: browser.run("return !document.getElementById('back').hidden"), "the way back is shown")
        link = urlsplit(browser.run("return document.getElementById('back').href"))
        claim.assertEqual((link.scheme, link.netloc, link.path), (SCHEME, "firebaseauth", "/link"))
        inner = urlsplit(parse_qs(link.query, strict_parsing=True)["deep_link_id"][0])
        claim.assertEqual(f"{inner.scheme}://{inner.netloc}{inner.path}", self.base + "/__/auth/callback")
        # The SDK leaves a plus as it is, so there must be none that stands for a space.
        claim.assertNotIn("+", inner.query)
        fields = {name: value for name, (value,) in parse_qs(inner.query, strict_parsing=True).items()}
        claim.assertEqual((fields.pop("authType"), fields.pop("eventId")), ("verifyApp", "ABCDEFGHIJ"))
        return fields

    def way_of_error(self, browser):
        fields = self.way_back(browser)
        claim.assertEqual(list(fields), ["firebaseError"])
        error = json.loads(fields["firebaseError"])
        claim.assertEqual(sorted(error), ["code", "message"])
        return error["code"]


def complaints(browser):
    """What the console says, but that no app on this machine has registered the scheme, or that nobody has clicked."""
    return [words for words in browser.complaints() if f"'{SCHEME}:" not in words]


@promise("a solved captcha leads back into the app with the token, letter by letter")
def good(person):
    with Chromium() as browser:
        person.open(browser)
        person.wait_for_captcha(browser)
        seen = browser.run("const { sitekey, action, language, theme } = rendered; return [sitekey, action, language, theme]")
        claim.assertEqual(seen, ["1x00000000000000000000AA", "verifyd", "en", "light"])
        claim.assertFalse(browser.run("return document.querySelector('#widget textarea').checkVisibility()"))
        person.click(browser, "good")
        claim.assertEqual(person.way_back(browser), {"recaptchaToken": 'a token+/= "ü'})
        claim.assertEqual(browser.run("return document.activeElement.id"), "back")
        claim.assertEqual(complaints(browser), [])
        # The provider may learn the host, and never the query.
        claim.assertEqual(set(person.server.referers), {person.base + "/"})


@promise("a captcha that fails, does not load, or finds a bad token of the app leads back with the reason")
def errors(person):
    with Chromium() as browser:
        person.open(browser)
        person.wait_for_captcha(browser)
        person.click(browser, "bad")
        claim.assertEqual(person.way_of_error(browser), "auth/internal-error")
        person.server.is_away = True
        person.open(browser)
        claim.assertEqual(person.way_of_error(browser), "auth/network-request-failed")
        claim.assertTrue(browser.run("return document.getElementById('failure').checkVisibility()"))
        person.server.is_away = False
        person.open(browser, "#fac=bad")
        claim.assertEqual(person.way_of_error(browser), "auth/firebase-app-check-token-is-invalid")
        claim.assertEqual(browser.run("return location.hash + (window.rendered ?? '')"), "")
        # What the SDK sends where it could not get a token is no bad token.
        person.open(browser, "#fac=eyJlcnJvciI6IlVOS05PV05fRVJST1IifQ==")
        person.wait_for_captcha(browser)


@promise("a call that names another app, no event or another purpose leads nowhere")
def refused(person):
    with Chromium() as browser:
        for changes in [
            {"appId": "1:2:ios:3"}, {"clientId": "1-a.apps.googleusercontent.com"}, {"eventId": None},
            {"authType": "signInViaRedirect"}, {"apiKey": "nobody"}, {"eventId": "<script>alert(1)</script>"},
        ]:
            person.open(browser, **changes)
            claim.assertGreaterEqual(browser.status(), 400, changes)
            claim.assertEqual(browser.run("return document.querySelectorAll('a, script, iframe').length"), 0, changes)


@promise("the page is legible and usable in the light and in the dark, on a narrow phone, in both directions of writing")
def looks(person):
    with Chromium() as browser:
        judge = Judge(browser, person.base, None)
        for language, direction in (("en", "ltr"), ("de", "ltr"), ("ar", "rtl"), ("he", "rtl")):
            for scheme in ("light", "dark"):
                browser.dress(scheme, touch=True)
                browser.resize(320, 640)
                person.open(browser, hl=language)
                person.wait_for_captcha(browser)
                claim.assertEqual(browser.run("return [document.documentElement.lang, document.dir]"), [language, direction])
                claim.assertEqual(browser.run("return rendered.theme"), scheme)
                way = f"{language}-{scheme}"
                judge.check("handler", way, *RULES)
                person.picture(browser, way)
                person.click(browser, "good")
                person.way_back(browser)
                judge.check("handler", way + "-done", *RULES)
                person.picture(browser, way + "-done")
                claim.assertEqual(complaints(browser), [], way)
        for path in (person.path(), person.path(appId="1:2:ios:3")):
            browser.open(person.base + path)
            judge.source(path, "bytes")
            # Last, because axe itself does what the policy forbids.
            judge.by_axe(path, "axe")
        judge.finish()
        claim.assertEqual(judge.findings, [])


@promise("a browser without scripts says what the person can do")
def without_scripts(person):
    with Chromium() as browser:
        browser.allow_scripts(False)
        browser.open(person.base + person.path(hl="fr"))
        text = browser.driver.find_element("css selector", "main").text
        claim.assertIn("JavaScript", text)


promise.tell(Person)
