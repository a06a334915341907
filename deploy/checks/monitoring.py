#!/usr/bin/env python3
"""Checks the alerts, their tests, all articles, and Grafana's dashboard, against what the program tells.

Usage: monitoring.py [repository]. Prints a line for each finding, and ends with status 1 if there is a finding.

Every metric and every label that a rule or a panel names is in the table of MetricHelp, recorded by a rule, or one of
Prometheus' own. promtool reads every expression and runs the rules' tests. Grafana's dashboard asks for what the overview
of the program's own dashboard shows first. Every metric in an article is one of the table. What follows from what is as the program says it.
"""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from program import read_program

TABLE = "Sources/Telemetry/Metrics/MetricHelp+all.swift"
ARTICLES = "Sources/verifyd/verifyd.docc"
ARTICLE = f"{ARTICLES}/Alerts.md"
PANELS = "deploy/grafana/verifyd.json"
RULES = "deploy/prometheus"
COMPOSE = "deploy/compose/compose.yaml"
COMPOSE_PROMETHEUS = "deploy/compose/monitoring/prometheus.yml"
# Its users of the database have names like those of metrics.
USERS = "deploy/postgres/roles.sql"
VERDICT = "Sources/Operations/Overview/Rule.swift"
PAGES = "Sources/Dashboard/Pages"

# A metric of the table: its name, its kind, its labels.
ROW = re.compile(r'MetricHelp\(\s*"(\w+)", \.(counter|gauge|histogram)(?:, by: \[([^\]]*)\])?,')
# Prometheus makes these itself, and gives the labels `job` and `instance` to everything that it reads.
OWN_METRICS = {"up": set(), "ALERTS": {"alertname", "alertstate", "severity"}}
OWN_LABELS = {"job", "instance"}
# What pages, what waits for the morning, what only names a part, and what always fires.
SEVERITIES = ("critical", "warning", "info", "none")
# What an operator sets in prometheus.yml, with which the links of alerts begin.
RUNBOOKS, DASHBOARD = "verifyd_runbooks", "verifyd_dashboard"

TEXT = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'')
GROUPING = re.compile(r"\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)")
SELECTOR = re.compile(r"(?<![\w:.$])([A-Za-z_:][\w:]*)\s*(?:\{([^}]*)\})?(?!\s*\(|[\w:])")
MATCHER = re.compile(r"(\w+)\s*(?:=~|!~|!=|=)")
DURATION = re.compile(r"\[[^\]]*\]|\boffset\s+\w+")
CONSTANT = re.compile(r"vector\([\d.]+\)")
AGGREGATION = re.compile(r"\b(?:sum|max|min|count|avg|topk|absent)\b")
# A span of a metric over which an alert looks by itself, for example `[4m:15s]`.
SUBQUERY = re.compile(r"\[\w+:\w*\]")
WORDS = {"and", "or", "unless", "bool", "offset", "by", "without", "on", "ignoring", "group_left", "group_right", "inf", "nan"}
# What the overview finds, by its rule.
FINDINGS = re.compile(r"(?:sum_over_time\(\()?verifyd:(?:fault|on_purpose):level\b")
# A metric in a text, as `name`, `name{label}` or `name{label="value"}`.
NAMED = re.compile(r"\b((?:verifyd|http_server)_[a-z_]+)(?:\{([^}]*)\})?")
# What the overview says first, by the title of Grafana's panel, and the metric that says it.
OVERVIEW = {
    "Verdict": "verifyd_finding",
    "Why": "verifyd_finding",
    "Oldest waiting request": "verifyd:oldest_request_age_seconds:max",
    "Time to drain": "verifyd:time_to_drain_seconds",
}
ACTIONS = "verifyd_dashboard_actions_total"
# The row of what people were promised: for each promise, by its panel, what is left of its budget.
BUDGETS = {
    "Codes within 10 s: budget left": 'verifyd:slo:budget_left{slo="codes"}',
    "Checks answered: budget left": 'verifyd:slo:budget_left{slo="checks"}',
    "Delivered, by gateway: budget left": 'verifyd:slo:budget_left{slo="delivered"}',
}
# What Grafana puts in the place of its variables, as far as promtool cares.
VARIABLES = {"$__rate_interval": "5m", "$__interval": "1m", "$__range": "1h", "$job": ".*"}


def families(metrics):
    """The metrics with the names that a text may give them: a histogram also by the name that the program gives it."""
    return metrics | {re.sub(r"_bucket$", "", name): labels for name, labels in metrics.items()}


def declared_metrics(table):
    """The labels of each metric that the program tells, by the names that its samples have."""
    metrics = {}
    for name, kind, labels in ROW.findall(table):
        labels = set(re.findall(r'"(\w+)"', labels))
        if kind == "histogram":
            metrics |= {name + "_bucket": labels | {"le"}, name + "_sum": labels, name + "_count": labels}
        else:
            metrics[name] = labels
    return metrics


def with_recorded(metrics, groups):
    """Adds what rules record; a recorded series has the labels by which the rule groups."""
    for rule in rules_of(groups):
        if "record" in rule:
            labels = groupings(rule["expr"]) | set(rule.get("labels", {})) | inherited(rule["expr"], metrics)
            metrics = metrics | {rule["record"]: metrics.get(rule["record"], set()) | labels}
    return metrics


def inherited(expression, metrics):
    """The labels that an expression leaves as they are; what an aggregation puts together leaves none."""
    plain = TEXT.sub('""', expression)
    while found := AGGREGATION.search(plain):
        plain = plain[:found.start()] + plain[end_of_call(plain, found.end()):]
    return {label for name, _ in SELECTOR.findall(plain) for label in metrics.get(name, set())}


def end_of_call(text, start):
    """Where a call such as `by (a) (b(c))` ends that begins at `start`."""
    start += re.match(r"\s*(?:(?:by|without)\s*\([^)]*\)\s*)?", text[start:]).end()
    depth = 0
    for place in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return place + 1
    return len(text)


def rules_of(groups):
    return [rule for group in groups for rule in group["rules"]]


def groupings(expression):
    plain = TEXT.sub('""', expression)
    return {name for names in GROUPING.findall(plain) for name in re.findall(r"\w+", names)}


def check_expression(expression, metrics):
    """An expression names only metrics and labels that are told."""
    if CONSTANT.fullmatch(expression):
        return
    plain = DURATION.sub(" ", TEXT.sub('""', expression))
    grouped = groupings(expression)
    known = set(OWN_LABELS)
    found = False
    for name, matchers in SELECTOR.findall(GROUPING.sub(" ", plain)):
        if name in WORDS:
            continue
        found = True
        if name not in metrics:
            yield f"{name}: no such metric"
            continue
        known |= metrics[name]
        for label in set(MATCHER.findall(matchers)) - metrics[name] - OWN_LABELS:
            yield f"{name} has no label {label}"
    if not found:
        yield "names no metric"
    for label in sorted(grouped - known):
        yield f"nothing in it has the label {label}"


def check_alert(rule, article):
    """An alert says what it means, how much it matters, and where an article says what to do."""
    name, notes = rule["alert"], rule.get("annotations", {})
    if rule.get("labels", {}).get("severity") not in SEVERITIES:
        yield f"its severity is none of {', '.join(SEVERITIES)}"
    for note in ("summary", "description"):
        if not notes.get(note):
            yield f"no {note}"
    if notes.get("runbook") != f"{ARTICLE}#{name}":
        yield f"its runbook is not {ARTICLE}#{name}"
    if notes.get("runbook_url") != runbook_of(rule):
        yield f"its runbook_url is not {runbook_of(rule)}"
    if not re.search(rf"^### {name}$", article, re.M):
        yield "the article has no part about it"
    if rule["labels"].get("severity") == "critical" and "for" not in rule and not SUBQUERY.search(rule["expr"]):
        yield "wakes people at once; a page has a `for`, or looks at a span"


def runbook_of(rule):
    """The page of the rule for what the overview finds; for any other alert its part of the article, wherever that is."""
    if FINDINGS.match(rule.get("expr", "")):
        return f"{{{{ $externalLabels.{DASHBOARD} }}}}/rules/{{{{ $labels.rule }}}}"
    return f"{{{{ $externalLabels.{RUNBOOKS} }}}}#{rule['alert']}"


def check_links(rule, pages):
    """An alert leads to a page of the dashboard."""
    link = rule.get("annotations", {}).get("dashboard_url", "")
    begin = f"{{{{ $externalLabels.{DASHBOARD} }}}}"
    path = re.sub(r"#.*", "", link.removeprefix(begin)).replace("{{ $labels.gateway }}", "{name}")
    path = path.replace("{{ $labels.rule }}", "{finding}")
    if not link.startswith(begin) or path not in pages:
        yield f"its dashboard_url is no page: {link}"


def check_targets_of(text, pages, rules, alerts):
    """Each link of the alerts and of Grafana leads to a page, to the page of a rule, or to an alert's part of the article."""
    for path in sorted(set(re.findall(r"(?:\$externalLabels\.%s \}\}|\$\{dashboard:raw\})(/[^\s\"']*)" % DASHBOARD, placed(text)))):
        found = re.fullmatch(r"/rules/([^/{]+)", path)
        if found and found[1] not in rules:
            yield f"{path}: {found[1]} is no rule of the verdict"
        elif not found and path not in pages:
            yield f"{path}: no such page"
    for name in sorted(set(re.findall(r"\$\{runbooks:raw\}#([A-Za-z-]+)", text)) - set(alerts)):
        yield f"#{name}: no such alert"


def placed(text):
    """The text with one name for what Prometheus and Grafana put in its place."""
    text = re.sub(r"/rules/(?:\{\{ \$labels\.rule \}\}|\$\{__value\.raw\})", "/rules/{finding}", text)
    return re.sub(r"/gateways/(?:\{\{ \$labels\.gateway \}\}|\$\{__value\.raw\})", "/gateways/{name}", text)


def page_paths(repository):
    """The paths of the dashboard's pages, such as `/gateways/{name}`."""
    text = "".join(path.read_text() for path in sorted((repository / PAGES).rglob("*.swift")))
    return set(re.findall(r'\bPage\(path: "([^"]+)"', text))


def check_external(configuration):
    """The example sets what links begin with, and keeps it out of the labels of alerts."""
    labels = configuration["global"].get("external_labels", {})
    yield from (f"no external label {name}" for name in (RUNBOOKS, DASHBOARD) if not labels.get(name))
    drops = [rule.get("regex") for rule in configuration["alerting"].get("alert_relabel_configs", [])
             if rule.get("action") == "labeldrop"]
    if not all(any(re.fullmatch(drop, name) for drop in drops) for name in (RUNBOOKS, DASHBOARD)):
        yield "its external labels stay in the alerts, and group them"


def causes_in(source):
    """For each rule of the verdict, the rules that explain it, as Rule.swift says; by their raw values."""
    names = dict(re.findall(r'case (\w+) = "([\w-]+)"', source))
    body = source[source.index("func causes("):]
    stops = {names[name] for name in re.findall(r"\.(\w+)", body[body.index("let stops"):].split("]")[0]) if name in names}
    body = body[:body.index("let stops")]
    clauses = re.split(r"case ((?:\.\w+,?\s*)+):", body)[1:]
    causes = {}
    for accused, text in zip(clauses[::2], clauses[1::2]):
        found = {names[name] for name in re.findall(r"\.(\w+)", text) if name in names}
        for name in re.findall(r"\.(\w+)", accused):
            causes[names[name]] = found | (stops if "Self.stops" in text else set())
    return causes


def rules_named(expression):
    """The rules of the verdict that the matchers of an expression name."""
    return {name for names in re.findall(r'\brule=~?"([^"]+)"', expression) for name in names.split("|")}


def check_causes(groups, causes):
    """What follows from what is what the program says, so that pager and page agree; no matcher names another rule."""
    told = {rule["labels"]["rule"]: rules_named(rule["expr"]) for rule in rules_of(groups)
            if rule.get("record") == "verifyd:explained:level"}
    for name, found in causes.items():
        if told.get(name, set()) != found:
            yield f"verifyd:explained:level of {name}: {sorted(told.get(name, set()) ^ found)} differ from {VERDICT}"
    for rule in rules_of(groups):
        for name in sorted(rules_named(rule["expr"]) - set(causes)):
            yield f"{rule.get('alert') or rule['record']}: {name} is no rule of the verdict"


def check_matchers(configuration, alerts, causes):
    """Routes and inhibitions of Alertmanager name alerts and rules that exist."""
    texts = [matcher for route in configuration["route"]["routes"] for matcher in route["matchers"]]
    texts += [matcher for rule in configuration["inhibit_rules"] for side in ("source_matchers", "target_matchers")
              for matcher in rule[side]]
    for label, known in (("alertname", set(alerts)), ("rule", set(causes))):
        for text in texts:
            pattern = re.match(rf'{label} !?=~? "?([^"]+)"?$', text)
            for name in alternatives(pattern[1]) if pattern else []:
                if not any(re.fullmatch(name, one) for one in known):
                    yield f"{text}: there is no {name}"


def alternatives(pattern):
    """For example `VerifydA` and `VerifydB` of `Verifyd(A|B)`; one group at most."""
    inner = re.fullmatch(r"([^()|]*)\(([^()]*)\)", pattern)
    return [inner[1] + part for part in inner[2].split("|")] if inner else pattern.split("|")


def check_tests(alerts, tests):
    """Each alert has a test in which it fires, and a test in which it does not."""
    cases = [case for test in tests for case in test.get("promql_expr_test", [])]
    for name, rule in alerts.items():
        about = [case for case in cases if f'"{name}"' in case["expr"] and 'alertstate="firing"' in case["expr"]]
        if not any(case["exp_samples"] for case in about):
            yield f"{name}: no test in which it fires"
        if rule["labels"]["severity"] != "none" and all(case["exp_samples"] for case in about):
            yield f"{name}: no test in which it does not fire"


def check_commands(text, commands):
    """Every `verifyd …` that a text names is a command of the program."""
    for command in re.findall(r"`verifyd ([a-z-]+(?: [a-z-]+)?)", text):
        if set(command.split(" ")) - commands:
            yield f"verifyd {command}: no such command"


def check_names(text, metrics, others):
    """Every metric that a text names is told, with the labels that the text gives it; `others` are names of other things."""
    for name, labels in NAMED.findall(text):
        if name in others:
            continue
        if name not in metrics:
            yield f"{name}: no such metric"
            continue
        for label in re.findall(r"(?:^|,)\s*(\w+)", TEXT.sub('""', labels)):
            if label not in metrics[name]:
                yield f"{name} has no label {label}"


def check_overview(dashboard):
    """Grafana shows what the overview shows, so that both say the same; alerts only follow from it, and come later."""
    panels = {panel.get("title"): expressions_of(panel) for panel in panels_of(dashboard)}
    for title, metric in OVERVIEW.items():
        if title not in panels:
            yield f"no panel {title}"
        elif not panels[title] or not all(metric in expression for expression in panels[title]):
            yield f"{title}: does not ask for {metric}"
        elif any("ALERTS" in expression for expression in panels[title]):
            yield f"{title}: asks for alerts"
    if not any(ACTIONS in note["expr"] for note in dashboard["annotations"]["list"]):
        yield "no note tells what operators did"


def check_budgets(dashboard):
    """Grafana shows the budget of each promise, with links to what to do and to the dashboard's pages."""
    panels = {panel.get("title"): panel for panel in panels_of(dashboard)}
    for title, expression in BUDGETS.items():
        if expressions_of(panels.get(title, {})) != [expression]:
            yield f"{title}: does not ask for {expression}"
            continue
        links = [link["url"] for link in panels[title].get("links", [])]
        for begin in ("${runbooks:raw}#", "${dashboard:raw}/"):
            if not any(link.startswith(begin) for link in links):
                yield f"{title}: no link to {begin}"


def check_panels(dashboard, metrics):
    """Every panel has a title, says what it shows, and asks for what is told."""
    panels = panels_of(dashboard)
    ids = [panel["id"] for panel in panels]
    if len(ids) != len(set(ids)):
        yield "two panels have the same id"
    for panel in panels:
        if panel["type"] == "row":
            continue
        if not panel.get("title") or not panel.get("description"):
            yield f"panel {panel['id']}: no title or no description"
        for expression in expressions_of(panel):
            yield from (f"{panel['title']}: {words}" for words in check_expression(filled(expression), metrics))
    for note in dashboard["annotations"]["list"]:
        yield from (f"{note['name']}: {words}" for words in check_expression(filled(note["expr"]), metrics))
    for variable in dashboard["templating"]["list"]:
        for name, label in re.findall(r"label_values\(([\w:]+), (\w+)\)", str(variable["query"])):
            if label not in metrics.get(name, set()) | (OWN_LABELS if name in metrics else set()):
                yield f"{variable['name']}: no {name} with the label {label}"


def panels_of(dashboard):
    """All panels; a row that is folded holds its panels itself."""
    return [inner for panel in dashboard["panels"] for inner in [panel, *panel.get("panels", [])]]


def expressions_of(panel):
    return [target["expr"] for target in panel.get("targets", [])]


def filled(expression):
    for name, value in VARIABLES.items():
        expression = expression.replace(name, value)
    return expression


def all_expressions(dashboard):
    """The expressions of all panels and notes, as promtool can read them."""
    notes = [note["expr"] for note in dashboard["annotations"]["list"]]
    return [filled(text) for panel in panels_of(dashboard) for text in expressions_of(panel)] + [filled(text) for text in notes]


def promtool(*arguments):
    """What promtool has to say when it is not content."""
    result = subprocess.run(["promtool", *map(str, arguments)], capture_output=True, text=True)
    if result.returncode:
        yield f"promtool {arguments[0]} {arguments[1]}: {(result.stdout + result.stderr).strip()}"


def check_grammar(expressions):
    """promtool reads the expressions of the panels as if they were rules; what is JSON is YAML too."""
    rules = [{"record": f"panel:{number}", "expr": expression} for number, expression in enumerate(expressions)]
    with tempfile.NamedTemporaryFile("w", suffix=".yml") as file:
        json.dump({"groups": [{"name": "panels", "rules": rules}]}, file)
        file.flush()
        yield from promtool("check", "rules", file.name)


def command_names(repository):
    names = set()
    for path in (repository / "Sources/VerifydProgram/Commands").rglob("*.swift"):
        names |= set(re.findall(r'commandName:\s*"([a-z-]+)"', path.read_text()))
    return names


def check_jobs(configuration, roles):
    """The example of Prometheus reads every role, each by a job of its name."""
    jobs = {job["job_name"] for job in configuration["scrape_configs"]}
    yield from (f"no job verifyd-{role}" for role in sorted(roles) if f"verifyd-{role}" not in jobs)


def check_targets(configuration, services):
    """Prometheus in the compose file finds each job by the name of a service, and a role on its admin port."""
    for job in configuration["scrape_configs"]:
        for target in job["dns_sd_configs"]:
            for name in target["names"]:
                port = str(services.get(name, {}).get("environment", {}).get("VERIFYD_ADMIN_PORT", target["port"]))
                if name not in services:
                    yield f"{job['job_name']}: no service {name}"
                elif port != str(target["port"]):
                    yield f"{job['job_name']}: {name} tells its metrics on port {port}"
    for manager in configuration["alerting"]["alertmanagers"]:
        for target in (target for each in manager["static_configs"] for target in each["targets"]):
            if target.split(":")[0] not in services:
                yield f"no service {target.split(':')[0]}"


def compose_findings(repository, roles):
    """What is wrong with Prometheus' settings in the compose file; promtool reads them as they lie in the container."""
    import yaml

    configuration = yaml.safe_load((repository / COMPOSE_PROMETHEUS).read_text())
    text = re.sub(r"\$\{[^}]*\}", "x", (repository / COMPOSE).read_text())
    yield from check_jobs(configuration, roles)
    yield from check_targets(configuration, yaml.safe_load(text)["services"])
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "prometheus.yml").write_text((repository / COMPOSE_PROMETHEUS).read_text())
        Path(folder, "rules").symlink_to(repository / RULES)
        yield from promtool("check", "config", Path(folder, "prometheus.yml"))


def user_names(repository):
    return set(re.findall(r"\\set \w+ (verifyd_\w+)", (repository / USERS).read_text()))


def text_findings(repository, metrics):
    """What is wrong with the metrics in the articles and in the pages of this repository, but for the page of the checks."""
    known, users = families(metrics), user_names(repository) | {RUNBOOKS, DASHBOARD}
    pages = [*(repository / ARTICLES).glob("*.md"), repository / "README.md", *(repository / "deploy").glob("*/README.md")]
    pages = [page for page in pages if page.parent.name != "checks"]
    if len(pages) < 10 or len(users) < 6:
        yield f"{len(pages)} pages, {len(users)} users of the database: not everything was read"
    for page in sorted(pages):
        for words in check_names(page.read_text(), known, users):
            yield f"{page.relative_to(repository)}: {words}"


def findings_in(repository):
    import yaml  # of .local/venv; what the tests of this file try needs no YAML

    rules, article = repository / RULES, (repository / ARTICLE).read_text()
    read = {path.stem: yaml.safe_load(path.read_text()) for path in rules.glob("*.yml")}
    tests = [test for name in read if name.endswith("_test") for test in read[name]["tests"]]
    groups = read["recording"]["groups"] + read["alerts"]["groups"]
    causes = causes_in((repository / VERDICT).read_text())
    metrics = with_recorded(declared_metrics((repository / TABLE).read_text()) | OWN_METRICS, groups)
    alerts = {rule["alert"]: rule for rule in rules_of(groups) if "alert" in rule}
    commands = command_names(repository)
    pages = page_paths(repository)
    if len(metrics) < 40 or len(alerts) < 15 or len(commands) < 15 or len(causes) < 20 or len(pages) < 10:
        yield (f"{len(metrics)} metrics, {len(alerts)} alerts, {len(commands)} commands, {len(causes)} rules of the verdict, "
               f"{len(pages)} pages: not everything was read")
    for rule in rules_of(groups):
        name = rule.get("alert") or rule["record"]
        yield from (f"{name}: {words}" for words in check_expression(rule["expr"], metrics))
    for name, rule in alerts.items():
        yield from (f"{name}: {words}" for words in [*check_alert(rule, article), *check_links(rule, pages)])
    yield from check_tests(alerts, tests)
    yield from check_causes(groups, causes)
    yield from (f"{RULES}/alertmanager.yml: {words}" for words in check_matchers(read["alertmanager"], alerts, causes))
    yield from (f"{RULES}/prometheus.yml: {words}" for words in check_external(read["prometheus"]))
    for name in re.findall(r"^### (Verifyd\w+)$", article, re.M):
        if name not in alerts:
            yield f"{ARTICLE}: {name} is no alert"
    for text in [article, (rules / "alerts.yml").read_text()]:
        yield from check_commands(text, commands)
    yield from text_findings(repository, metrics)
    dashboard = json.loads((repository / PANELS).read_text())
    yield from (f"{PANELS}: {words}" for words in check_panels(dashboard, metrics))
    yield from (f"{PANELS}: {words}" for words in check_overview(dashboard))
    yield from (f"{PANELS}: {words}" for words in check_budgets(dashboard))
    for path in (f"{RULES}/alerts.yml", PANELS):
        links = check_targets_of((repository / path).read_text(), pages, causes, alerts)
        yield from (f"{path}: {words}" for words in links)
    yield from (f"{PANELS}: {words}" for words in check_grammar(all_expressions(dashboard)))
    roles = read_program(repository).roles
    yield from (f"{RULES}/prometheus.yml: {words}" for words in check_jobs(read["prometheus"], roles))
    yield from (f"{COMPOSE_PROMETHEUS}: {words}" for words in compose_findings(repository, roles))
    yield from promtool("check", "config", rules / "prometheus.yml")
    yield from promtool("test", "rules", *sorted(rules.glob("*_test.yml")))


def main():
    repository = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[2]).resolve()
    findings = list(findings_in(repository))
    for finding in findings:
        print(finding)
    print(f"{len(findings)} findings in alerts and panels")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
