"""Judges pages: by axe, by an HTML parser, by the console, and by page_checks.js."""

import base64
from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from pathlib import Path

import html5lib
import requests

CHECKS = Path(__file__).with_name("page_checks.js").read_text()
AXE = resources.files("axe_core_python").joinpath("axe.min.js").read_text()
# The check of contrast in page_checks.js judges every text in both themes, and faster than axe judges them in one.
RUN_AXE = """
    const done = arguments[0];
    axe.run({ resultTypes: ["violations"], rules: { "color-contrast": { enabled: false } } }).then(
        ({ violations }) => done(violations.flatMap(({ id, nodes }) =>
            nodes.slice(0, 3).map(({ target, failureSummary }) => [id, `${target}: ${failureSummary}`]))),
        (error) => done([["axe", String(error)]]));
"""
DESKTOP = (1280, 900)
TABLET = (800, 1000)
PHONE = (360, 740)


class Judge:
    """Collects what is wrong with the pages below `base`; `screenshots`: a folder for pictures, or None."""

    def __init__(self, browser, base, screenshots):
        self.browser, self.base = browser, base
        self.screenshots = Path(screenshots) if screenshots else None
        self.findings = []
        self.parser = ThreadPoolExecutor(1)
        self.parsed = []

    def note(self, page, way, rule, detail):
        finding = {"page": page, "way": way, "rule": rule, "detail": " ".join(str(detail).split())[:300]}
        if finding not in self.findings:
            self.findings.append(finding)

    def page(self, path, way, status=200):
        """Opens a page and judges all of it: at a desk, in the dark, and on a phone."""
        self.browser.dress("light")
        self.browser.resize(*DESKTOP)
        self.browser.open(self.base + path)
        self.source(path, way)
        self.answer(path, way, status)

    def answer(self, path, way, status=200):
        """Judges the page that the browser shows now, for example the answer to a form, which has no address."""
        if not self.shown(path, way, status):
            return
        self.keyboard(path, way)
        # Last, because axe itself does what the policy forbids, and the console would tell it.
        self.by_axe(path, way)
        self.browser.complaints()

    def shown(self, path, way, status=200):
        """Judges the page that the browser shows now; false when it is another page, which is not judged."""
        if not self.arrived(path, way, status):
            return False
        self.check(path, f"{way}, light", "structure", "base", "contrast", "width")
        self.picture(path, f"{way}-light")
        self.browser.dress("dark")
        self.check(path, f"{way}, dark", "contrast")
        self.picture(path, f"{way}-dark")
        self.browser.dress("light", touch=True)
        self.browser.resize(*TABLET)
        self.check(path, f"{way}, tablet", "width")
        self.browser.resize(*PHONE)
        self.check(path, f"{way}, phone", "width", "words", "targets", "first")
        self.picture(path, f"{way}-phone")
        self.browser.dress("light")
        self.browser.resize(*DESKTOP)
        return True

    def plain(self, path, way):
        """Judges the page that the browser shows now, but not its looks."""
        if self.arrived(path, way):
            self.check(path, way, "structure", "base")
            self.picture(path, way)

    def arrived(self, path, way, status=200):
        """Judges how the page came; a status of 400 or more is itself a complaint of the console."""
        answer = self.browser.status()
        if answer != status:
            self.browser.complaints()
            self.note(path, way, "status", f"{answer}, not {status}")
            return False
        for complaint in self.browser.complaints():
            if status < 400 or f"status of {status}" not in complaint:
                self.note(path, way, "console", complaint)
        return True

    def check(self, path, way, *rules):
        for rule, finding in self.browser.run(CHECKS, rules, self.base):
            self.note(path, way, rule, finding)

    def keyboard(self, path, way):
        ((_, expected),) = self.browser.run(CHECKS, ["keyboardBegin"])
        self.browser.press_tab(int(expected))
        self.check(path, way, "keyboardEnd")

    def skip_link(self, path, way):
        """Judges where the skip link leads; the same frame is around every page."""
        self.browser.open(self.base + path)
        self.browser.run(CHECKS, ["beginAtTop"])
        self.browser.press_tab()
        self.browser.press_enter()
        self.browser.press_tab()
        self.check(path, way, "afterSkip")

    def by_axe(self, path, way):
        self.browser.run(AXE)
        for rule, detail in self.browser.driver.execute_async_script(RUN_AXE):
            self.note(path, way, f"axe {rule}", detail)

    def finish(self):
        """Notes what the parser has found meanwhile."""
        self.parser.shutdown()
        for path, way, errors in self.parsed:
            for (line, column), error, _ in errors.result():
                self.note(path, way, "html", f"{error} at line {line}, column {column}")

    def source(self, path, way):
        """The browser mends broken HTML before it shows it, so the bytes are judged too, while the browser goes on."""
        cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in self.browser.driver.get_cookies())
        headers = {"Cookie": cookies, "Accept": "text/html"}
        # The certificate of the test's own proxy is signed by nobody.
        answer = requests.get(self.base + path, headers=headers, timeout=20, verify=False)
        self.parsed.append((path, way, self.parser.submit(html_errors, answer.content)))

    def picture(self, path, way):
        if self.screenshots is None:
            return
        name = path.strip("/").replace("/", "-").split("?")[0] or "overview"
        driver = self.browser.driver
        height = self.browser.run("return Math.min(document.documentElement.scrollHeight, 5000)")
        width = self.browser.run("return innerWidth")
        picture = self.browser.tell(
            "Page.captureScreenshot", captureBeyondViewport=True,
            clip={"x": 0, "y": 0, "width": width, "height": max(height, 200), "scale": 1})
        self.screenshots.mkdir(parents=True, exist_ok=True)
        (self.screenshots / f"{name}-{way}.png").write_bytes(base64.b64decode(picture["data"]))


def html_errors(source):
    parser = html5lib.HTMLParser()
    parser.parse(source, transport_encoding="utf-8")
    return parser.errors
