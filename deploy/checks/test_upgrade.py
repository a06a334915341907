"""Finds nothing in a good record of a roll, and each kind of harm in a bad one."""

import unittest

from upgrade.verdict import Person, findings, longest_refusal

QUIET = {"verification.requests": 0, "verification.dead": 0}


def good(phone):
    return Person(phone, accepted=True, sms=1, checks=[(1.0, 200)])


class UpgradeTests(unittest.TestCase):
    def found(self, person, queues=QUIET):
        return findings([good("+1"), person], queues)

    def test_good_roll(self):
        self.assertEqual(findings([good("+1"), good("+2")], QUIET), [])
        passing = Person("+2", accepted=True, sms=1, checks=[(1.0, 503), (1.5, 0), (1.9, 200)])
        self.assertEqual(self.found(passing), [])

    def test_lost_and_doubled(self):
        self.assertEqual(findings([], QUIET), ["nobody came"])
        self.assertEqual(self.found(Person("+2", accepted=True)), ["1 accepted people got no SMS, for example +2"])
        self.assertEqual(
            self.found(Person("+2", accepted=True, sms=2, checks=[(1.0, 200)])),
            ["1 people got more than one SMS, for example +2"])
        self.assertEqual(self.found(Person("+2")), ["1 people were never accepted, for example +2"])

    def test_refused_checks(self):
        words = "1 people typed the right code and were not approved, for example +2"
        self.assertEqual(self.found(Person("+2", accepted=True, sms=1, checks=[(1.0, 409)])), [words])
        self.assertEqual(self.found(Person("+2", accepted=True, sms=1)), [words])
        slow = Person("+2", accepted=True, sms=1, checks=[(1.0, 503), (1.6, 503), (2.1, 200)])
        self.assertEqual(self.found(slow), ["1 people's checks were refused for longer than 1 s, for example +2"])
        self.assertEqual(longest_refusal([(1.0, 503), (1.2, 200), (5.0, 0), (5.5, 200)]), 0.5)
        self.assertEqual(longest_refusal([(1.0, 503), (1.2, 503)]), float("inf"))

    def test_left_messages(self):
        self.assertEqual(
            self.found(good("+2"), QUIET | {"verification.dead": 3}), ["3 messages are left in verification.dead"])


if __name__ == "__main__":
    unittest.main()
