"""A headless Chromium that speaks with this machine only."""

import os
import tempfile

from selenium import webdriver
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

ARGUMENTS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
    "--disable-background-networking", "--disable-component-update", "--disable-default-apps", "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost",
]


class Chromium:
    """Ends with the block that it is made for, with all that it wrote."""

    def __enter__(self):
        self.home = tempfile.TemporaryDirectory(prefix="verifyd-browser-")
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in [*ARGUMENTS, f"--user-data-dir={self.home.name}/data"]:
            options.add_argument(argument)
        # The certificate of the test's own proxy is signed by nobody.
        options.accept_insecure_certs = True
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        environment = {**os.environ, "HOME": self.home.name}
        service = Service("/usr/bin/chromedriver", env=environment)
        self.driver = webdriver.Chrome(options=options, service=service)
        self.driver.set_page_load_timeout(40)
        self.driver.set_script_timeout(40)
        return self

    def __exit__(self, *_):
        self.driver.quit()
        self.home.cleanup()

    def open(self, url):
        self.driver.get(url)

    def tell(self, command, **parameters):
        """A command of Chromium's own protocol, for what WebDriver has no word for."""
        return self.driver.execute_cdp_cmd(command, parameters)

    def resize(self, width, height):
        self.tell("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def dress(self, scheme, *, touch=False):
        """`scheme`: light or dark, as the person's system asks for; `touch`: fingers in place of a mouse."""
        features = [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "pointer", "value": "coarse" if touch else "fine"},
            # Colours in motion have no contrast that could be measured.
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self.tell("Emulation.setEmulatedMedia", features=features)

    def allow_scripts(self, allowed):
        self.tell("Emulation.setScriptExecutionDisabled", value=not allowed)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def press(self, key, times=1, holding=None):
        chain = ActionChains(self.driver, duration=0)
        if holding:
            chain.key_down(holding)
        chain.send_keys(key * times)
        if holding:
            chain.key_up(holding)
        chain.perform()

    def press_tab(self, times=1):
        self.press(Keys.TAB, times)

    def press_enter(self):
        self.press(Keys.ENTER)

    def wait(self, condition, words):
        WebDriverWait(self.driver, 30, poll_frequency=0.05).until(
            lambda _: condition(), f"{words}: stays at {self.driver.current_url}")

    def answer_in_time(self, script):
        """What a script returns as soon as it is not empty; None when the next page does not come within 5 s."""
        try:
            return WebDriverWait(self.driver, 5, poll_frequency=0.05).until(lambda _: self.run(script))
        except TimeoutException:
            return None

    def status(self):
        return self.run("return performance.getEntriesByType('navigation')[0].responseStatus")

    def complaints(self):
        """What the console says since the last question: errors of scripts, missing files, violations of the policy."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
