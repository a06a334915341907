"""A person's keys: those that the page Help names, and an action with nothing but Tab and Enter."""

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

# Every key that does something by itself, and a way to a page.
BUSY = "gqt?p/"
# What keys could change: the place, the focus, the colours, and whether the page renews itself.
STATE = """
    return [location.href, document.activeElement.id, getComputedStyle(document.body).backgroundColor,
        document.getElementById("live")?.textContent];
"""
# htmx asks so before it renews the page.
IS_KEPT = """
    const event = new CustomEvent("htmx:beforeRequest", { bubbles: true, cancelable: true });
    document.getElementById("main")?.dispatchEvent(event);
    return event.defaultPrevented;
"""
# The name and the text of what has the focus; null when Tab has left the page, or has moved nothing.
FOCUS = """
    const [focus, before] = [document.activeElement, window.lastFocus];
    window.lastFocus = focus;
    return focus === document.body || focus === before ? null : [focus.name ?? "", focus.textContent.trim()];
"""
TOLD = "return [...document.querySelectorAll('.told')].map((each) => each.textContent).join(' ')"
GROUND = "return getComputedStyle(document.body).backgroundColor"
MOST_STOPS = 80
NAME, TEXT = 0, 1


class Keyboard:
    def __init__(self, judge):
        self.judge, self.browser, self.base = judge, judge.browser, judge.base

    def judge_all(self, way):
        """Needs a dashboard whose person may pause a queue; leaves it as it was."""
        self.places(way)
        self.search(way)
        self.modifiers(way)
        self.renewal(way)
        self.theme(way)
        self.theme(way)

    def places(self, way):
        """`g` and a key of the menu lead to a page, and `?` to the help."""
        self.browser.open(f"{self.base}/")
        links = self.browser.driver.find_elements(By.CSS_SELECTOR, "nav a[data-key]")
        goals = [("g" + link.get_attribute("data-key"), link.get_attribute("href")) for link in links]
        self.expect(len(goals) > 1, way, "keys", "the menu names no keys")
        for keys, goal in goals[1:] + goals[:1] + [("?", f"{self.base}/help")]:
            self.press(keys)
            self.expect(self.place() == goal, way, "keys", f"{keys} leads to {self.place()}, not to {goal}")

    def search(self, way):
        """In a field each key is a letter; Escape leaves the field, and forgets a `g`."""
        self.browser.open(f"{self.base}/")
        self.press("/")
        self.expect(self.browser.run("return document.activeElement.type") == "search", way, "keys",
                    "/ does not go to the search")
        before = self.browser.run(STATE)
        self.press(BUSY)
        typed = self.browser.run("return document.activeElement.value")
        self.expect(typed == BUSY and self.browser.run(STATE) == before, way, "typing",
                    f"{BUSY} in a field becomes {typed}, at {self.place()}")
        self.press(Keys.ESCAPE)
        self.expect(self.browser.run("return document.activeElement === document.body"), way, "typing",
                    "Escape does not leave the field")
        before = self.browser.run(STATE)
        self.press("g" + Keys.ESCAPE + "q")
        self.expect(self.browser.run(STATE) == before, way, "typing", "Escape does not forget a g")

    def modifiers(self, way):
        """With Ctrl, Alt or Meta a key is the browser's."""
        self.browser.open(f"{self.base}/")
        before = self.browser.run(STATE)
        for modifier in (Keys.CONTROL, Keys.ALT, Keys.META):
            for key in BUSY:
                self.browser.press(key, holding=modifier)
            self.expect(self.browser.run(STATE) == before, way, "modifiers", f"keys with {modifier!r} do something")

    def renewal(self, way):
        """The page stays as it is after `p`, and while a person is in it with the keyboard."""
        self.browser.open(f"{self.base}/")
        for what, key, is_kept in (
            ("at first", "", False), ("after p", "p", True), ("after a second p", "p", False),
            ("with the focus in it", self.enter_main, True), ("after Escape", Keys.ESCAPE, False),
            ("with an open table", self.open_details, True), ("after a second Escape", Keys.ESCAPE, False),
        ):
            key() if callable(key) else self.press(key)
            self.expect(self.browser.run(IS_KEPT) == is_kept, way, "renewal",
                        f"{what} the page is {'renewed' if is_kept else 'kept'}")

    def enter_main(self):
        self.browser.run("document.querySelector('main :is(a, button, summary)')?.focus()")

    def open_details(self):
        self.browser.run("const details = document.querySelector('main details'); if (details) details.open = true")

    def theme(self, way):
        """`t` changes the colours without a new page, which would lose what is typed; the next page has them too."""
        self.browser.open(f"{self.base}/")
        before = self.browser.run("window.isSamePage = true;" + GROUND)
        self.press("t")
        now = self.browser.run(GROUND)
        self.expect(now != before and self.browser.run("return window.isSamePage"), way, "theme",
                    "t does not change the colours of this page")
        if now == before:
            return
        chosen = self.browser.run("return document.documentElement.dataset.theme")
        self.browser.wait(lambda: chosen in [cookie["value"] for cookie in self.browser.driver.get_cookies()],
                          "the theme is kept")
        self.browser.open(f"{self.base}/")
        self.expect(self.browser.run(GROUND) == now, way, "theme", "the next page has other colours")

    def action(self, way):
        """Pauses a queue and resumes it with Tab and Enter alone; also without scripts."""
        for button, word in (("Pause…", "is paused"), ("Resume…", "is resumed")):
            self.browser.open(f"{self.base}/queues")
            self.tab_to(TEXT, button, way)
            self.browser.press_enter()
            self.tab_to(NAME, "reason", way)
            # Words that are full of keys.
            self.press("gp gq t?/ ")
            self.browser.press_enter()
            told = self.browser.answer_in_time(TOLD) or ""
            self.expect(self.place() == f"{self.base}/queues" and word in told, way, "action",
                        f"{button} ends at {self.place()}, which says: {told}")

    def tab_to(self, place, text, way):
        for _ in range(MOST_STOPS):
            self.browser.press_tab()
            focus = self.browser.run(FOCUS)
            if focus is None:
                break
            if focus[place] == text:
                return
        self.judge.note(self.place(), way, "action", f"Tab does not reach {text}")

    def press(self, keys):
        for key in keys:
            self.browser.press(key)

    def place(self):
        return self.browser.driver.current_url

    def expect(self, is_so, way, rule, words):
        if not is_so:
            self.judge.note("keyboard", way, rule, words)
