"""Reads the dashboard with a browser, as a person would, and prints what is wrong with it.

The argument is a JSON object:
  base            where the dashboard is, for example http://localhost:8089/ops; a browser keeps its cookie on localhost only
  name, password  of an operator, who must be an admin where `depth` is whole
  phone           a number to which a message was sent, in E.164; only for the depth `whole`
  pages           paths below base that the menu does not name, for example /verifications/019…
  depth           whole: all that judge.py judges; brief: that the pages come, and stay below base
  screenshots     a folder for pictures that people look at; null makes no pictures

It prints {"pages": […], "findings": [{"page", "way", "rule", "detail"}, …]}. Without an argument it judges a page of its own,
on which every rule must find something.
"""

import json
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from selenium.common.exceptions import WebDriverException  # noqa: E402

from bad_page import BadPage  # noqa: E402
from chromium import Chromium  # noqa: E402
from judge import Judge  # noqa: E402
from keyboard import Keyboard  # noqa: E402
from visit import Visit  # noqa: E402

# A run that hangs ends by itself, and its browser with it.
LONGEST_RUN = 270


def read_dashboard(job):
    with Chromium() as browser:
        judge = Judge(browser, job["base"], job.get("screenshots"))
        visit = Visit(browser, judge, job)
        try:
            visit.briefly() if job["depth"] == "brief" else visit.wholly()
        except WebDriverException as problem:
            # What was found before is worth to be told too.
            judge.note(browser.driver.current_url, "visit", "stopped", problem.msg)
        judge.finish()
        return {"pages": visit.pages, "findings": judge.findings}


def read_bad_page():
    with Chromium() as browser, BadPage() as base:
        judge = Judge(browser, base, None)
        judge.page("/", "bad")
        judge.skip_link("/", "bad")
        judge.page("/nowhere", "bad")
        keyboard = Keyboard(judge)
        for check in (keyboard.places, keyboard.search, keyboard.modifiers, keyboard.renewal, keyboard.theme, keyboard.action):
            check("bad")
        judge.finish()
        return {"pages": ["/"], "findings": judge.findings}


def main():
    signal.signal(signal.SIGALRM, lambda *_: sys.exit(f"not done within {LONGEST_RUN} s"))
    signal.alarm(LONGEST_RUN)
    answer = read_dashboard(json.loads(sys.argv[1])) if sys.argv[1:] else read_bad_page()
    json.dump(answer, sys.stdout)


main()
