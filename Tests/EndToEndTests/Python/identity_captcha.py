"""Plays a captcha's provider, and pages and apps that bring what it gives to browsers.

The argument is a JSON object, as `identity_promises.py` reads it, and besides:
  port               where the surface asks the provider
  phones             numbers of real people, one for each SMS
  site, secret       how the provider knows the project
  host               the host whose page shows the captcha
"""

import itertools
import secrets
import threading
import time
from datetime import datetime, timedelta, timezone
from urllib.parse import parse_qs

import requests

from identity_promises import Promises, claim
from json_server import serve

promise = Promises()
NOBODY = "+4915199999999"


class Provider:
    """Takes each response that it has given once, as hCaptcha does, unless it is away."""

    def __init__(self, job):
        self.job, self.given, self.forms, self.mood = job, {}, [], None
        self.is_over = threading.Event()
        serve(job["port"], self.say)

    def say(self, body):
        form = {name: values[0] for name, values in parse_qs(body.decode(), strict_parsing=True).items()}
        self.forms.append(form)
        if self.mood == "silent":
            self.is_over.wait(60)
            return None
        if self.mood == "away":
            return 503
        return b"<html>" if self.mood == "html" else self.answer(form)

    def passed(self, host=None, age=0, site=None):
        """What the browser of a person gets who has passed."""
        response = "P1_" + secrets.token_urlsafe(200)
        moment = datetime.now(timezone.utc) - timedelta(seconds=age)
        self.given[response] = (
            site or self.job["site"],
            {"success": True, "hostname": host or self.job["host"], "challenge_ts": moment.isoformat(), "credit": True})
        return response

    def answer(self, form):
        if form.get("secret") != self.job["secret"]:
            return {"success": False, "error-codes": ["invalid-input-secret"]}
        site, answer = self.given.pop(form.get("response"), (None, None))
        if answer is None:
            return {"success": False, "error-codes": ["invalid-or-already-seen-response"]}
        if form.get("sitekey", site) != site:
            return {"success": False, "error-codes": ["invalid-input-response"]}
        return answer


class Page:
    def __init__(self, job):
        self.job, self.provider = job, Provider(job)
        self.phones = iter(job["phones"])
        self.addresses = (f"203.0.113.{number}" for number in itertools.count(1))

    def send(self, response, phone=None, **more):
        """Asks for an SMS from an address of its own, as the JavaScript SDK does; the status and what the answer says."""
        url = f'{self.job["base"]}/identitytoolkit.googleapis.com/v1/accounts:sendVerificationCode'
        body = {
            "phoneNumber": phone or next(self.phones), "clientType": "CLIENT_TYPE_WEB",
            "captchaResponse": "NO_RECAPTCHA", "recaptchaVersion": "RECAPTCHA_ENTERPRISE", **more}
        if response is not None:
            body["recaptchaToken"] = response
        answer = requests.post(
            url, params={"key": self.job["client"]}, json=body,
            headers={"x-forwarded-for": next(self.addresses)}, timeout=30)
        said = answer.json()
        return answer.status_code, said.get("sessionInfo") and "sent" or said["error"]["message"]


@promise("a page hears the site key, and no call asks for reCAPTCHA Enterprise")
def parameters(page):
    base = f'{page.job["base"]}/identitytoolkit.googleapis.com'
    key = {"key": page.job["client"]}
    claim.assertEqual(requests.get(f"{base}/v1/recaptchaParams", key, timeout=30).json()["recaptchaSiteKey"], page.job["site"])
    states = requests.get(f"{base}/v2/recaptchaConfig", key, timeout=30).json()["recaptchaEnforcementState"]
    claim.assertEqual([state["enforcementState"] for state in states], ["OFF"])


@promise("a person who has passed gets an SMS, and the provider hears the secret, the site and where the person is")
def good(page):
    response = page.provider.passed()
    claim.assertEqual(page.send(response), (200, "sent"))
    claim.assertEqual(page.provider.forms[-1], {
        "secret": page.job["secret"], "response": response, "remoteip": "203.0.113.1", "sitekey": page.job["site"]})


@promise("a response causes one SMS, also where the provider would take it again")
def twice(page):
    response = page.provider.passed()
    kept = page.provider.given[response]
    claim.assertEqual(page.send(response), (200, "sent"))
    claim.assertEqual(page.send(response, NOBODY), (400, "CAPTCHA_CHECK_FAILED"))
    page.provider.given[response] = kept
    claim.assertEqual(page.send(response, NOBODY), (400, "TOO_MANY_ATTEMPTS_TRY_LATER"))


@promise("what is no fresh response of the project's own page lets nothing go")
def bad(page):
    provider = page.provider
    for words, response in {
        "another host": provider.passed(host="evil.example"), "a host below": provider.passed(host=f'a.{page.job["host"]}'),
        "expired": provider.passed(age=600), "early": provider.passed(age=-600),
        "another site": provider.passed(site="another-site"), "made up": "P1_made-up", "long": "a" * 8_193,
        "with a space": "a b",
    }.items():
        claim.assertEqual(page.send(response, NOBODY), (400, "CAPTCHA_CHECK_FAILED"), words)
    claim.assertEqual(page.send(None, NOBODY), (400, "MISSING_RECAPTCHA_TOKEN"))
    claim.assertEqual(page.send("", NOBODY), (400, "MISSING_RECAPTCHA_TOKEN"))


@promise("while the provider is away, silent or no provider, nothing goes, and a call ends within its deadline")
def away(page):
    provider = page.provider
    for mood in ("away", "html", "silent"):
        provider.mood, begun = mood, time.monotonic()
        claim.assertEqual(page.send(provider.passed(), NOBODY)[0], 503, mood)
        claim.assertLess(time.monotonic() - begun, 15, mood)
    provider.is_over.set()
    provider.mood = None
    claim.assertEqual(page.send(provider.passed()), (200, "sent"))


@promise("a provider that refuses the project's secret is nobody's fault, and lets nothing go")
def refused(page):
    secret, page.job["secret"] = page.job["secret"], "another secret"
    claim.assertEqual(page.send(page.provider.passed(), NOBODY)[0], 503)
    page.job["secret"] = secret


promise.tell(Page)
