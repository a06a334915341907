"""A person's visit: signs in, goes through every page of the menu, and signs out."""

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from keyboard import Keyboard

MENU = "header nav a[href], nav[aria-label=Pages] a[href]"


class Visit:
    def __init__(self, browser, judge, job):
        self.browser, self.judge, self.job = browser, judge, job
        self.driver, self.base = browser.driver, job["base"]
        self.keyboard = Keyboard(judge)
        self.pages = []

    def wholly(self):
        """With scripts every page is judged; without, that a person gets everywhere and sees the same."""
        self.with_scripts("scripts")
        self.browser.allow_scripts(False)
        self.without_scripts("no-scripts")

    def briefly(self):
        way = "brief"
        self.sign_in(way, by_keyboard=True)
        self.pages = self.menu(way)
        for path in self.pages:
            self.follow(path, way)
            self.judge.arrived(path, way)
            self.judge.check(path, way, "base")
        self.sign_out(way)

    def with_scripts(self, way):
        self.judge.page("/sign-in", way)
        self.sign_in(way, by_keyboard=True)
        self.pages = self.menu(way)
        for path in self.pages:
            self.judge.page(path, way)
        self.forms(self.judge.answer, way)
        self.judge.skip_link("/", way)
        self.judge.page("/no-such-page", way, status=404)
        self.keyboard.judge_all(way)
        self.keyboard.action(way)
        self.sign_out(way)

    def without_scripts(self, way):
        self.sign_in(way, by_keyboard=False)
        for path in self.pages:
            self.follow(path, way)
            self.judge.plain(path, way)
        self.forms(self.judge.plain, way)
        self.keyboard.action(way)
        self.sign_out(way)

    def menu(self, way):
        """The pages of the menu, and those that the caller knows besides."""
        links = self.browser.run(f"return [...document.querySelectorAll('{MENU}')].map((link) => link.href)")
        for link in links:
            if not link.startswith(self.base):
                self.judge.note("menu", way, "base", f"{link} is not below {self.base}")
        paths = [link.removeprefix(self.base).split("#")[0] for link in links] + self.job.get("pages", [])
        if not paths:
            self.judge.note("menu", way, "menu", "there is none")
        return list(dict.fromkeys(paths))

    def forms(self, judge, way):
        """Pages that come only as the answer to a form."""
        phone = self.job["phone"]
        for page, form, fields in (
            ("/", "/search", {"q": phone}), ("/limits", "/limits/uses", {"phone": phone, "ip": "192.0.2.1"}),
            (None, "/limits/reset", {}), ("/limits", "/limits/blocks", {"target": "203.0.113.0/24"}),
        ):
            if page:
                self.browser.open(self.base + page)
            element = self.driver.find_element(By.CSS_SELECTOR, f"form[action$='{form}']")
            for name, text in fields.items():
                element.find_element(By.NAME, name).send_keys(text)
            element.find_element(By.CSS_SELECTOR, "button").click()
            judge(form, way)

    def follow(self, path, way):
        """By a click where the page has such a link."""
        link = self.browser.run(
            f"return [...document.querySelectorAll('{MENU}')].find((link) => link.href === arguments[0])", self.base + path)
        if link:
            link.click()
            self.wait(lambda: self.driver.current_url.startswith(self.base + path), path, way)
        else:
            self.browser.open(self.base + path)

    def sign_in(self, way, by_keyboard):
        """First with a wrong password; then the person gets where the person wanted to go."""
        wanted = f"{self.base}/verifications"
        self.browser.open(wanted)
        if not self.driver.current_url.startswith(f"{self.base}/sign-in"):
            self.judge.note("/sign-in", way, "sign-in", f"a stranger got to {self.driver.current_url}")
        self.judge.arrived("/sign-in", way)
        self.fill("not this password", by_keyboard)
        self.wait(lambda: self.driver.find_elements(By.CSS_SELECTOR, "[role=alert]"), "/sign-in", way)
        words = " ".join(element.text for element in self.driver.find_elements(By.CSS_SELECTOR, "[role=alert]"))
        if "wrong" not in words.lower():
            self.judge.note("/sign-in", way, "sign-in", f"of a wrong password the page says: {words}")
        typed = self.driver.find_element(By.NAME, "name").get_attribute("value")
        if typed != self.job["name"]:
            self.judge.note("/sign-in", way, "sign-in", "the name has to be typed again")
        self.judge.arrived("/sign-in", way, status=403)
        self.fill(self.job["password"], by_keyboard)
        self.wait(lambda: "/sign-in" not in self.driver.current_url, "/sign-in", way)
        if self.driver.current_url != wanted:
            self.judge.note("/sign-in", way, "sign-in", f"leads to {self.driver.current_url}, not to {wanted}")
        self.judge.arrived("/verifications", way)

    def fill(self, password, by_keyboard):
        for field, text in (("name", self.job["name"]), ("password", password)):
            element = self.driver.find_element(By.NAME, field)
            element.clear()
            element.send_keys(text)
        # The element of the password is the last that got keys.
        form = element.find_element(By.XPATH, "ancestor::form")
        element.send_keys(Keys.ENTER) if by_keyboard else form.find_element(By.CSS_SELECTOR, "button").click()

    def sign_out(self, way):
        """Afterwards neither the address nor the button "back" shows a page."""
        self.browser.open(f"{self.base}/")
        self.driver.find_element(By.CSS_SELECTOR, "form[action$='/sign-out'] button").click()
        self.wait(lambda: self.driver.current_url.startswith(f"{self.base}/sign-in"), "/sign-out", way)
        self.driver.back()
        if self.driver.find_elements(By.CSS_SELECTOR, "form[action$='/sign-out']"):
            self.judge.note("/sign-out", way, "sign-out", "the button 'back' shows a page again")
        self.browser.open(f"{self.base}/")
        if not self.driver.current_url.startswith(f"{self.base}/sign-in"):
            self.judge.note("/sign-out", way, "sign-out", f"a signed-out person got to {self.driver.current_url}")
        self.browser.complaints()

    def wait(self, condition, page, way):
        self.browser.wait(condition, f"{page}, {way}")
