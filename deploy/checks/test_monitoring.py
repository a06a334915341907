"""Each rule of monitoring.py is shown what is wrong, and what is right beside it."""

import unittest

import monitoring

TABLE = """
    MetricHelp("calls_total", .counter, by: ["gateway", "outcome"], "Calls."),
    MetricHelp(
        "wait_seconds", .histogram,
        "Waits."),
    MetricHelp("open", .gauge, by: ["gateway"], "Open."),
"""
METRICS = monitoring.declared_metrics(TABLE) | monitoring.OWN_METRICS
ALERT = {
    "alert": "Late", "for": "1m", "labels": {"severity": "critical"},
    "annotations": {
        "summary": "Late", "description": "Very", "runbook": f"{monitoring.ARTICLE}#Late",
        "runbook_url": "{{ $externalLabels.verifyd_runbooks }}#Late",
        "dashboard_url": "{{ $externalLabels.verifyd_dashboard }}/gateways/{{ $labels.gateway }}",
    },
}
VERDICT = """
    case brokerAway = "broker-away"
    case putOff = "put-off"
    case codesLate = "codes-late"
    case deadLetters = "dead-letters"
    package func causes(of level: Judgement.Level) -> Set<Rule> {
        switch self {
        case .brokerAway,
            .deadLetters:
            []
        case .putOff: Set([.brokerAway]).union(level == .down ? [] : [.deadLetters])
        case .codesLate: Self.stops.union([.deadLetters])
        }
    }
    private static let stops: Set<Rule> = [
        .brokerAway, .putOff,
    ]
    static let unusual: Set<Rule> = [.deadLetters]
"""
CAUSES = {
    "broker-away": set(), "dead-letters": set(), "put-off": {"broker-away", "dead-letters"},
    "codes-late": {"broker-away", "put-off", "dead-letters"},
}


def found(rule, *arguments):
    return list(rule(*arguments))


class ExpressionTests(unittest.TestCase):
    def wrong(self, expression, words):
        self.assertIn(words, found(monitoring.check_expression, expression, METRICS))

    def right(self, expression):
        self.assertEqual(found(monitoring.check_expression, expression, METRICS), [])

    def test_metrics(self):
        self.assertEqual(set(METRICS), {
            "calls_total", "wait_seconds_bucket", "wait_seconds_sum", "wait_seconds_count", "open", "up", "ALERTS"})
        self.right("sum(rate(calls_total[5m])) / 60 > 0.5 and open offset 1w > bool 0")
        self.right('histogram_quantile(0.99, sum by (le) (rate(wait_seconds_bucket[5m])))')
        self.wrong("rate(wait_seconds[5m])", "wait_seconds: no such metric")
        self.wrong("sum(rate(calls[5m])) / sum(rate(calls_total[5m]))", "calls: no such metric")
        self.wrong("1 - max(opened)", "opened: no such metric")
        self.wrong("vector(1) + 1", "names no metric")
        self.right("vector(0.99)")

    def test_labels(self):
        self.right('sum by (gateway, job) (calls_total{outcome=~"failed|other", job="a", gateway!="{x=y}"})')
        self.wrong('calls_total{status="failed"}', "calls_total has no label status")
        self.wrong('calls_total{gateway="a", result!~"b"}', "calls_total has no label result")
        self.wrong("sum by (country) (calls_total)", "nothing in it has the label country")
        self.wrong("sum(open) by (outcome)", "nothing in it has the label outcome")
        self.right("open * on (gateway) group_left (outcome) calls_total")

    def test_recorded(self):
        rules = [{"rules": [{"record": "job:calls:rate", "expr": "sum by (gateway) (rate(calls_total[5m]))"}]}]
        metrics = monitoring.with_recorded(METRICS, rules)
        self.assertEqual(found(monitoring.check_expression, 'job:calls:rate{gateway="a"} > 1', metrics), [])
        self.assertEqual(
            found(monitoring.check_expression, 'job:calls:rate{outcome="a"} > 1', metrics),
            ["job:calls:rate has no label outcome"])

    def test_inherited(self):
        """A recorded series has what its rule adds, and what nothing has put together."""
        for expression, labels in (
            ("calls_total > 0", {"gateway", "outcome"}), ("sum(rate(calls_total[5m]))", set()),
            ("calls_total > 0 and on () max(rate(wait_seconds_bucket[5m])) == 0", {"gateway", "outcome"}),
            ("sum by (gateway) (calls_total) / (open > 0)", {"gateway"}),
        ):
            self.assertEqual(monitoring.inherited(expression, METRICS), labels, expression)
        rule = {"record": "a:b", "expr": "vector(1)", "labels": {"slo": "codes"}}
        self.assertEqual(monitoring.with_recorded({}, [{"rules": [rule]}]), {"a:b": {"slo"}})


class AlertTests(unittest.TestCase):
    def test_alerts(self):
        self.assertEqual(found(monitoring.check_alert, ALERT, "### Late\n"), [])
        self.assertEqual(found(monitoring.check_alert, ALERT | {"labels": {"severity": "info"}}, "### Late\n"), [])
        for change in [
            {"labels": {"severity": "page"}}, {"annotations": {}}, {"annotations": ALERT["annotations"] | {"runbook": "x"}},
            {"annotations": ALERT["annotations"] | {"summary": ""}}, {"annotations": ALERT["annotations"] | {"runbook_url": "#Late"}},
        ]:
            self.assertNotEqual(found(monitoring.check_alert, ALERT | change, "### Late\n"), [], change)
        self.assertEqual(len(found(monitoring.check_alert, ALERT, "### Later\n")), 1)
        hasty = {key: value for key, value in ALERT.items() if key != "for"}
        for expression, count in (("a > 1", 1), ("rate(a[5m]) > 1", 1), ("sum_over_time((a == bool 2)[4m:15s]) >= 8", 0)):
            self.assertEqual(len(found(monitoring.check_alert, hasty | {"expr": expression}, "### Late\n")), count)

    def test_links(self):
        self.assertEqual(found(monitoring.check_links, ALERT, {"/gateways/{name}"}), [])
        self.assertEqual(len(found(monitoring.check_links, ALERT, {"/gateways"})), 1)
        help_page = {"annotations": {"dashboard_url": "{{ $externalLabels.verifyd_dashboard }}/rules/{{ $labels.rule }}"}}
        self.assertEqual(found(monitoring.check_links, help_page, {"/rules/{finding}"}), [])
        for link in ("", "https://example.com/help"):
            self.assertEqual(len(found(monitoring.check_links, {"annotations": {"dashboard_url": link}}, {"/help", "/"})), 1)

    def test_runbooks(self):
        """What the overview finds has the page of its rule as its runbook, and any other alert its part of the article."""
        page = "{{ $externalLabels.verifyd_dashboard }}/rules/{{ $labels.rule }}"
        for expression in ("sum_over_time((verifyd:fault:level == bool 2)[4m:15s]) >= 8", "verifyd:on_purpose:level > 0"):
            rule = ALERT | {"expr": expression, "annotations": ALERT["annotations"] | {"runbook_url": page}}
            self.assertEqual(found(monitoring.check_alert, rule, "### Late\n"), [], expression)
            rule = ALERT | {"expr": expression}
            self.assertEqual(len(found(monitoring.check_alert, rule, "### Late\n")), 1, expression)
        other = ALERT | {"expr": 'max(open) > 0 unless on () verifyd:on_purpose:level{rule="a"}'}
        self.assertEqual(found(monitoring.check_alert, other, "### Late\n"), [])

    def test_targets(self):
        """A link that leads to no page, no rule or no alert is found, in alerts and in Grafana's dashboard."""
        pages, rules, alerts = {"/", "/rules/{finding}", "/gateways/{name}", "/queues"}, {"no-api": set()}, ["Late"]
        begin = "{{ $externalLabels.verifyd_dashboard }}"
        for text, count in (
            (f'"{begin}/rules/{{{{ $labels.rule }}}}"', 0), (f'"{begin}/rules/no-api"', 0), (f'"{begin}/rules/no-ape"', 1),
            (f'"{begin}/help#no-api"', 1), (f'"{begin}/gateways/{{{{ $labels.gateway }}}}" "{begin}/"', 0),
            ('"${dashboard:raw}/rules/${__value.raw}"', 0), ('"${dashboard:raw}/help#x" "${dashboard:raw}/rules/x"', 2),
            ('"${runbooks:raw}#Late" "${runbooks:raw}#${__value.raw}"', 0), ('"${runbooks:raw}#Later"', 1),
        ):
            self.assertEqual(len(found(monitoring.check_targets_of, text, pages, rules, alerts)), count, text)

    def test_external(self):
        right = {
            "global": {"external_labels": {"verifyd_runbooks": "a", "verifyd_dashboard": "b"}},
            "alerting": {"alert_relabel_configs": [{"action": "labeldrop", "regex": "verifyd_(runbooks|dashboard)"}]},
        }
        self.assertEqual(found(monitoring.check_external, right), [])
        self.assertEqual(len(found(monitoring.check_external, right | {"global": {}})), 2)
        self.assertEqual(len(found(monitoring.check_external, right | {"alerting": {}})), 1)

    def test_causes(self):
        self.assertEqual(monitoring.causes_in(VERDICT), CAUSES)
        explained = [
            {"record": "verifyd:explained:level", "labels": {"rule": rule}, "expr": f'max(f{{rule=~"{"|".join(causes)}"}})'}
            for rule, causes in CAUSES.items() if causes]
        self.assertEqual(found(monitoring.check_causes, [{"rules": explained}], CAUSES), [])
        self.assertEqual(len(found(monitoring.check_causes, [{"rules": explained[1:]}], CAUSES)), 1)
        wrong = {"alert": "A", "expr": 'f{rule="codes-lat"} > 0'}
        self.assertEqual(
            found(monitoring.check_causes, [{"rules": [*explained, wrong]}], CAUSES), ["A: codes-lat is no rule of the verdict"])
        fewer = [explained[0], explained[1] | {"expr": 'max(f{rule="broker-away"})'}]
        self.assertEqual(len(found(monitoring.check_causes, [{"rules": fewer}], CAUSES)), 1)

    def test_matchers(self):
        def matched(*matchers):
            routes = {"route": {"routes": [{"matchers": ["severity = info"]}]}}
            rules = {"inhibit_rules": [{"source_matchers": list(matchers), "target_matchers": ["alertname = LateA"]}]}
            return found(monitoring.check_matchers, routes | rules, {"LateA", "LateB"}, CAUSES)
        self.assertEqual(matched('alertname =~ "Late(A|B)"', 'alertname !~ "LateA|LateB"', 'rule =~ "put-off|codes-late"'), [])
        self.assertEqual(len(matched('alertname =~ "Late(A|C)"')), 1)
        self.assertEqual(len(matched("rule = put-of")), 1)

    def test_tests(self):
        fires = {"expr": 'ALERTS{alertname="Late", alertstate="firing"}', "exp_samples": [{"value": 1}]}
        silent = fires | {"exp_samples": []}
        pending = silent | {"expr": 'ALERTS{alertname="Late", alertstate="pending"}'}
        late = {"Late": ALERT}
        self.assertEqual(found(monitoring.check_tests, late, [{"promql_expr_test": [fires, silent]}]), [])
        for cases in ([fires], [silent], [fires, pending]):
            self.assertEqual(len(found(monitoring.check_tests, late, [{"promql_expr_test": cases}])), 1)
        self.assertEqual(len(found(monitoring.check_tests, late, [])), 2)
        always = {"Late": ALERT | {"labels": {"severity": "none"}}}
        self.assertEqual(found(monitoring.check_tests, always, [{"promql_expr_test": [fires]}]), [])

    def test_commands(self):
        commands = {"queues", "list", "doctor"}
        self.assertEqual(found(monitoring.check_commands, "`verifyd queues list --reasons`, `verifyd doctor`", commands), [])
        self.assertEqual(len(found(monitoring.check_commands, "`verifyd queues show`, `verifyd mend`", commands)), 2)


class ArticleTests(unittest.TestCase):
    def found(self, text):
        metrics = {"verifyd_calls_total": {"gateway", "outcome"}, "http_server_wait_seconds_bucket": {"route", "le"}}
        return found(monitoring.check_names, text, monitoring.families(metrics), {"verifyd_api"})

    def test_articles(self):
        self.assertEqual(self.found(
            '`verifyd_calls_total`, `verifyd_calls_total{gateway,outcome}` and `verifyd_calls_total{outcome="a,b=c"}`; '
            "`http_server_wait_seconds{route}`, and the user `verifyd_api`; `verify_calls_total{result}` elsewhere."), [])
        self.assertEqual(self.found("`verifyd_call_total`"), ["verifyd_call_total: no such metric"])
        self.assertEqual(self.found("`http_server_wait`"), ["http_server_wait: no such metric"])
        self.assertEqual(self.found("`verifyd_calls_total{gateway,result}`"), ["verifyd_calls_total has no label result"])
        self.assertEqual(self.found('`verifyd_calls_total{result="a"}`'), ["verifyd_calls_total has no label result"])

    def test_jobs(self):
        jobs = {"scrape_configs": [{"job_name": "verifyd-api"}, {"job_name": "verifyd"}]}
        self.assertEqual(found(monitoring.check_jobs, jobs, {"api"}), [])
        self.assertEqual(found(monitoring.check_jobs, jobs, {"api", "identity"}), ["no job verifyd-identity"])


    def test_targets(self):
        """Prometheus in the compose file asks for services that are there, each on its port."""
        services = {"api": {"environment": {"VERIFYD_ADMIN_PORT": "9464"}}, "broker": {}, "alertmanager": {}}

        def findings(name="api", port=9464, manager="alertmanager:9093"):
            jobs = [{"job_name": "j", "dns_sd_configs": [{"names": [name, "broker"], "port": port}]}]
            managers = [{"static_configs": [{"targets": [manager]}]}]
            configuration = {"scrape_configs": jobs, "alerting": {"alertmanagers": managers}}
            return found(monitoring.check_targets, configuration, services)

        self.assertEqual(findings(), [])
        self.assertEqual(findings(name="apis"), ["j: no service apis"])
        self.assertEqual(findings(port=9465), ["j: api tells its metrics on port 9464"])
        self.assertEqual(findings(manager="127.0.0.1:9093"), ["no service 127.0.0.1"])


class PanelTests(unittest.TestCase):
    def panels(self, expression, note="up", **more):
        panel = {"id": 1, "type": "stat", "title": "T", "description": "D", "targets": [{"expr": expression}]} | more
        return {
            "panels": [{"id": 2, "type": "row", "panels": [panel]}], "annotations": {"list": [{"name": "N", "expr": note}]},
            "templating": {"list": [{"name": "job", "query": {"query": more.get("query", "label_values(open, job)")}}]},
        }

    def test_panels(self):
        right = self.panels('rate(calls_total{job=~"$job"}[$__rate_interval])')
        self.assertEqual(found(monitoring.check_panels, right, METRICS), [])
        for wrong in [
            self.panels("calls"), self.panels("open", note="closed"), self.panels("open", title=""), self.panels("open", id=2),
            self.panels("open", query="label_values(open, outcome)"), self.panels("open", query="label_values(shut, job)"),
        ]:
            self.assertEqual(len(found(monitoring.check_panels, wrong, METRICS)), 1, wrong)

    def test_overview(self):
        """What the overview says first is there, and alerts do not tell it; what operators did is a note."""
        def shown(change):
            panels = {title: f"max({metric})" for title, metric in monitoring.OVERVIEW.items()} | change
            return {
                "panels": [
                    {"type": "stat", "title": title, "targets": [{"expr": expr}]} for title, expr in panels.items() if expr],
                "annotations": {"list": [{"expr": change.get("note", f"{monitoring.ACTIONS} > 0")}]},
            }
        self.assertEqual(found(monitoring.check_overview, shown({})), [])
        for change, words in (
            ({"Verdict": "count(ALERTS)"}, "Verdict: does not ask for verifyd_finding"),
            ({"Verdict": "max(verifyd_finding) or count(ALERTS)"}, "Verdict: asks for alerts"),
            ({"Why": ""}, "no panel Why"), ({"note": "process_start_time_seconds"}, "no note tells what operators did"),
        ):
            self.assertEqual(found(monitoring.check_overview, shown(change)), [words])

    def test_budgets(self):
        """Each promise has a panel for its budget, which leads to what to do and to a page."""
        def shown(change, *links):
            return {"panels": [
                {"type": "stat", "title": title, "targets": [{"expr": expression}], "links": [{"url": link} for link in links]}
                for title, expression in (monitoring.BUDGETS | change).items()]}
        links = ("${runbooks:raw}#A", "${dashboard:raw}/gateways")
        self.assertEqual(found(monitoring.check_budgets, shown({}, *links)), [])
        self.assertEqual(len(found(monitoring.check_budgets, shown({}, links[0]))), 3)
        for title in monitoring.BUDGETS:
            self.assertEqual(len(found(monitoring.check_budgets, shown({title: "vector(1)"}, *links))), 1)

    def test_grammar(self):
        self.assertEqual(found(monitoring.check_grammar, monitoring.all_expressions(self.panels("rate(open[$__range])"))), [])
        self.assertEqual(len(found(monitoring.check_grammar, ["sum(open"])), 1)


if __name__ == "__main__":
    unittest.main()
