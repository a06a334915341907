"""README.md beside this file tells for each check how it was seen to fail; these tests find checks without a row."""

import re
import unittest
from pathlib import Path

import floor_plan
import house
import monitoring
import pager
import pages

CHECKS = Path(__file__).parent
TABLE = (CHECKS / "README.md").read_text()


class TableTests(unittest.TestCase):
    def test_steps(self):
        """Every step of the scripts that have steps has a row that begins with its name."""
        scripts = [CHECKS.parent / name for name in ("test", "test-threads", "test-upgrade", "test-image", "lib/gate.bash")]
        steps = [name for script in scripts for name in re.findall(r'\bstep "([^"]+)"', script.read_text())]
        self.assertGreater(len(steps), 10)
        self.assertEqual([name for name in steps if f"\n| {name} |" not in TABLE], [])

    def test_rules(self):
        """Every rule has a row, and every test that a row names exists."""
        rules = [name for module in (house, pages, floor_plan, monitoring, pager)
                 for name in vars(module) if name.startswith("check_")]
        self.assertGreater(len(rules), 10)
        self.assertEqual([name for name in rules if f"`{name}`" not in TABLE], [])
        tests = {name for path in CHECKS.rglob("test_*.py") for name in re.findall(r"def (test_\w+)", path.read_text())}
        self.assertEqual([name for name in re.findall(r"`(test_\w+)`", TABLE) if name not in tests], [])


if __name__ == "__main__":
    unittest.main()
