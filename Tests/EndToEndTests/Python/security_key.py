"""Adds a security key to an operator's account and signs in with it, as a person would, and prints what is wrong.

The argument is a JSON object with `base`, `name` and `password`, as browser.py has them. The key is Chromium's virtual one, which
is touched at once. It prints {"pages": […], "findings": [{"page", "way", "rule", "detail"}, …]}.
"""

import json
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from selenium.common.exceptions import WebDriverException  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402

from chromium import Chromium  # noqa: E402

# A run that hangs ends by itself, and its browser with it.
LONGEST_RUN = 200
KEY = {
    "protocol": "ctap2", "transport": "usb", "hasResidentKey": False, "hasUserVerification": False,
    "automaticPresenceSimulation": True,
}


class KeyOwner:
    def __init__(self, browser, job):
        self.browser, self.driver, self.job, self.base = browser, browser.driver, job, job["base"]
        self.pages, self.findings = [], []

    def act(self):
        self.browser.tell("WebAuthn.enable")
        key = self.browser.tell("WebAuthn.addVirtualAuthenticator", options=KEY)["authenticatorId"]
        self.sign_in()
        self.arrive("/account")
        self.add()
        self.sign_out()
        self.sign_in()
        self.prove()
        self.complain()
        self.sign_out()
        # A key that has lost what it knows of the dashboard.
        self.browser.tell("WebAuthn.clearCredentials", authenticatorId=key)
        self.sign_in()
        self.click("form[action$='/sign-in/key'] button")
        self.expect(lambda: "No key has answered" in self.text("[data-key-request]"), "a key that knows nothing was taken")
        self.without_scripts()

    def sign_in(self):
        self.driver.get(f"{self.base}/sign-in?to=%2Faccount")
        for field in ("name", "password"):
            element = self.driver.find_element(By.NAME, field)
            element.clear()
            element.send_keys(self.job[field])
        self.click("form[action$='/sign-in'] button")

    def add(self):
        self.driver.get(f"{self.base}/account/keys/add")
        self.pages.append("/account/keys/add")
        self.expect(lambda: not self.driver.find_element(By.CSS_SELECTOR, "[data-key-request]").is_displayed(), "no script")
        self.driver.find_element(By.NAME, "label").send_keys("blue <key>")
        self.driver.find_element(By.NAME, "password").send_keys(self.job["password"])
        self.click("form.card button")
        self.arrive("/account")
        self.expect(lambda: "blue <key>" in self.text("main"), "the key is not in the list")

    def prove(self):
        self.expect(lambda: self.driver.find_elements(By.CSS_SELECTOR, "form[action$='/sign-in/key']"), "no key is asked for")
        self.pages.append("/sign-in")
        self.click("form[action$='/sign-in/key'] button")
        self.arrive("/account")
        self.expect(lambda: "never" not in self.text("main"), "the key was not used")

    def without_scripts(self):
        self.browser.allow_scripts(False)
        self.sign_in()
        self.expect(lambda: self.driver.find_elements(By.CSS_SELECTOR, "[data-key-request]"), "no key is asked for")
        notice = self.driver.find_element(By.CSS_SELECTOR, "[data-key-request]")
        if not notice.is_displayed() or "JavaScript" not in notice.text:
            self.note("without scripts the page does not say that a key needs them")

    def sign_out(self):
        self.click("form[action$='/sign-out'] button")
        self.expect(lambda: self.driver.find_elements(By.NAME, "name"), "it signs nobody out")

    def complain(self):
        for complaint in self.browser.complaints():
            self.note(complaint)

    def click(self, selector):
        self.expect(lambda: self.driver.find_elements(By.CSS_SELECTOR, selector), f"{selector} is not there")
        self.driver.find_element(By.CSS_SELECTOR, selector).click()

    def text(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector).text

    def arrive(self, path):
        self.expect(lambda: self.driver.current_url.endswith(path), f"{path} does not come")

    def expect(self, condition, words):
        self.browser.wait(condition, words)

    def note(self, detail):
        self.findings.append({"page": self.driver.current_url, "way": "key", "rule": "key", "detail": detail})


def main():
    signal.signal(signal.SIGALRM, lambda *_: sys.exit(f"not done within {LONGEST_RUN} s"))
    signal.alarm(LONGEST_RUN)
    with Chromium() as browser:
        owner = KeyOwner(browser, json.loads(sys.argv[1]))
        try:
            owner.act()
        except WebDriverException as problem:
            # What the page says tells more than what was waited for.
            owner.note(f"{problem.msg}: {owner.text('body')}")
        json.dump({"pages": owner.pages, "findings": owner.findings}, sys.stdout)


main()
