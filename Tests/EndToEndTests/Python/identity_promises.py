"""Runs promises about the Firebase surface, each a sentence with a function, and prints which are broken."""

import json
import signal
import sys
import traceback
from pathlib import Path
from unittest import TestCase

# A run that hangs ends by itself.
LONGEST_RUN = 240

# Its assertions say both values.
claim = TestCase()
claim.maxDiff = None


class Promises:
    def __init__(self):
        self.all = []

    def __call__(self, words, modes=("emulator", "production")):
        """Makes the function that follows a promise in these modes; it gets what `make` of `tell` returns."""
        def enter(check):
            self.all.append((words, modes, check))
            return check
        return enter

    def tell(self, make):
        """Reads the job, a JSON object, from the first argument; prints {"kept": […], "broken": [{"promise", "why"}]}."""
        signal.signal(signal.SIGALRM, lambda *_: sys.exit(f"not done within {LONGEST_RUN} s"))
        signal.alarm(LONGEST_RUN)
        job = json.loads(sys.argv[1])
        subject, kept, broken = make(job), [], []
        for words, modes, check in self.all:
            if job["mode"] not in modes:
                continue
            try:
                check(subject)
                kept.append(words)
            # Whatever a library throws breaks the promise, and the next promise is worth to be tried too.
            except Exception as problem:
                broken.append({"promise": words, "why": f"{self.place(problem)}: {type(problem).__name__}: {problem}"})
        json.dump({"kept": kept, "broken": broken}, sys.stdout)

    @staticmethod
    def place(problem):
        """The last line of a script of ours on the way to the problem."""
        folder = Path(__file__).parent
        frames = [frame for frame in traceback.extract_tb(problem.__traceback__) if Path(frame.filename).parent == folder]
        return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}"
