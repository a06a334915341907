"""The count of pages is shown what is wrong, and what is right beside it."""

import unittest

import pager

CONFIGURATION = {
    "route": {
        "receiver": "tickets", "group_by": ["alertname", "rule", "slo"],
        "routes": [{"matchers": ["severity = critical"], "receiver": "pager", "group_wait": "30s"}]},
    "receivers": [
        {"name": name, "webhook_configs": [{"url": "https://example.com"}]}
        for name in (pager.PAGER, pager.TICKETS, pager.SWITCH)] + [{"name": "nobody"}],
    "inhibit_rules": [{"source_matchers": ["a = b"], "target_matchers": ["a = c"], "equal": ["rule"]}, {}],
}
INCIDENTS = {"the broker is away": [], "a deploy": []}
ARTICLE = """
| incident | pages | tickets | which |
|---|---|---|---|
| the broker is away | 1 | 1 | `Down` `broker-away`; ticket `Slow` `codes` |
| a deploy | 0 | 0 | nobody is told |
"""


def note(name, status="firing", incident="the broker is away", **labels):
    labels = {"alertname": name, "incident": incident} | labels
    return {"status": status, "groupKey": str(labels), "groupLabels": labels}


def costs_of(*notes):
    costs = pager.Costs()
    for receiver, words in notes:
        costs.take(receiver, words)
    return costs


BROKER = [(pager.PAGER, note("Down", rule="broker-away")), (pager.TICKETS, note("Slow", slo="codes"))]


class CostTests(unittest.TestCase):
    def found(self, *notes, article=ARTICLE, incidents=INCIDENTS):
        return list(pager.check_counts(costs_of(*notes), incidents, article))

    def test_counts(self):
        self.assertEqual(self.found(*BROKER), [])
        self.assertEqual(len(self.found(*BROKER[:1])), 1)
        self.assertEqual(len(self.found(*BROKER, (pager.PAGER, note("Fails")))), 1)
        self.assertEqual(len(self.found(*BROKER, (pager.TICKETS, note("Down", incident="a deploy")))), 1)
        self.assertEqual(len(self.found(*BROKER, article=ARTICLE.replace("| 0 | 0 |", "| 1 | 0 |"))), 1)
        self.assertEqual(len(self.found(*BROKER, incidents=INCIDENTS | {"a third": []})), 1)
        self.assertEqual(len(self.found(*BROKER, incidents={"the broker is away": []})), 1)

    def test_repeats(self):
        """A group that fires already is no further page; one that ended and comes back is."""
        self.assertEqual(self.found(*BROKER, BROKER[0]), [])
        ended = (pager.PAGER, note("Down", status="resolved", rule="broker-away"))
        self.assertEqual(len(self.found(*BROKER, ended, BROKER[0])), 1)

    def test_watchdog(self):
        watchdog = note(pager.WATCHDOG, incident=pager.WATCHDOG)
        self.assertEqual(list(pager.check_switch(costs_of((pager.SWITCH, watchdog)))), [])
        for wrong in ([], [(pager.TICKETS, watchdog)], [(pager.SWITCH, watchdog), (pager.PAGER, watchdog)]):
            self.assertEqual(len(list(pager.check_switch(costs_of(*wrong)))), 1)

    def test_receivers(self):
        self.assertEqual(list(pager.check_receivers(CONFIGURATION)), [])
        for place, change in ((0, {"name": "pager"}), (3, CONFIGURATION["receivers"][0] | {"name": "nobody"}), (2, {"name": "x"})):
            receivers = list(CONFIGURATION["receivers"])
            receivers[place] = change
            self.assertEqual(len(list(pager.check_receivers({"receivers": receivers}))), 1)


class StageTests(unittest.TestCase):
    def test_staged(self):
        firing = {"labels": 'ALERTS{alertname="Down", alertstate="firing", rule="a"}', "value": 1}
        tests = [{"name": "one", "promql_expr_test": [{"exp_samples": []}, {"exp_samples": [firing]}]}]
        self.assertEqual(pager.staged(tests), {"one": [[], [{"alertname": "Down", "rule": "a"}]]})

    def test_adapted(self):
        """Incidents that are played side by side neither group nor inhibit each other."""
        changed = pager.adapted(CONFIGURATION, "127.0.0.1:1")
        self.assertIn("incident", changed["route"]["group_by"])
        self.assertEqual([rule["equal"] for rule in changed["inhibit_rules"]], [["rule", "incident"], ["incident"]])
        self.assertEqual({route["group_wait"] for route in [changed["route"], *changed["route"]["routes"]]}, {pager.WAIT})
        self.assertEqual(changed["receivers"][0]["webhook_configs"], [{"url": "http://127.0.0.1:1/pager"}])
        self.assertNotIn("incident", CONFIGURATION["route"]["group_by"])

    def test_firing(self):
        incidents = {"one": [[], [{"alertname": "Down"}]], "two": [[{"alertname": "Late"}]]}
        told = [[(alert["alertname"], alert["incident"]) for alert in pager.firing_at(incidents, step)] for step in (0, 1, 2)]
        watchdog = (pager.WATCHDOG, pager.WATCHDOG)
        self.assertEqual(told, [[("Late", "two"), watchdog], [("Down", "one"), watchdog], [watchdog]])


if __name__ == "__main__":
    unittest.main()
