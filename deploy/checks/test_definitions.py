"""Looks at the users that deploy/rabbitmq/definitions.py makes; LeastPrivilegeTests try their rights at a real RabbitMQ."""

import importlib.util
import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import program

REPOSITORY = Path(__file__).parents[2]
SCRIPT = REPOSITORY / "deploy/rabbitmq/definitions.py"
SPEC = importlib.util.spec_from_file_location("definitions", SCRIPT)
definitions = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(definitions)


def made(*options):
    return json.loads(subprocess.run([sys.executable, "-B", SCRIPT, *options], check=True, capture_output=True).stdout)


class DefinitionTests(unittest.TestCase):
    def test_users(self):
        """Each role of the program has a user of its own; only the scaler asks the management API, and may do no more."""
        self.assertEqual(set(definitions.ROLES) - {"operator", "scaler"}, program.read_program(REPOSITORY).roles)
        document = made()
        tags = {user["name"]: user["tags"] for user in document["users"] if user["tags"]}
        self.assertEqual(tags, {"verifyd-scaler": "management"})
        names = [f"verifyd-{role}" for role in definitions.ROLES]
        for part in ("permissions", "topic_permissions"):
            self.assertEqual([entry["user"] for entry in document[part]], names)
        self.assertEqual({entry["configure"] for entry in document["permissions"]}, {"^$"})
        entries = document["permissions"] + document["topic_permissions"]
        scalers = [(entry["write"], entry["read"]) for entry in entries if entry["user"] == "verifyd-scaler"]
        self.assertEqual(scalers, [("^$", "^$")] * 2)

    def test_bounds(self):
        """Requests and events have a bound that refuses; a queue of what was accepted has none."""
        document = made("--prefix", "a.", "--most-requests", "2GB", "--most-events", "3kB")
        bounds = {}
        for queue in (queue["name"] for queue in document["queues"]):
            fitting = [policy for policy in document["policies"] if re.search(policy["pattern"], queue)]
            self.assertLessEqual(len(fitting), 1, queue)
            bounds |= {queue: policy["definition"] for policy in fitting}
        self.assertEqual(bounds, {
            "a.verification.requests": {"max-length-bytes": 2_000_000_000, "overflow": "reject-publish"},
            "a.verification.events": {"max-length-bytes": 3_000, "overflow": "reject-publish"},
        })
        for wrong in ("0GB", "1", "1TB", "-1GB"):
            with self.assertRaises(subprocess.CalledProcessError):
                made("--most-requests", wrong)

    def test_passwords(self):
        """With a folder of passwords, a role without a file has no user, and a file of no role is a mistake."""
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch)
            Path(folder, "api").write_text("x" * 16 + "\n")
            document = made("--passwords", scratch, "--user", "api=other")
            self.assertEqual([user["name"] for user in document["users"]], ["other"])
            self.assertEqual([entry["user"] for entry in document["permissions"]], ["other"])
            self.assertNotEqual(document["users"][0]["password_hash"], "")
            for name, text in (("apis", "x" * 16), ("worker", "x" * 15)):
                Path(folder, name).write_text(text)
                with self.assertRaises(subprocess.CalledProcessError):
                    made("--passwords", scratch)
                Path(folder, name).unlink()


if __name__ == "__main__":
    unittest.main()
