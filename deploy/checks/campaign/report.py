"""The report of a campaign: a line of JSON for each scenario, and a table for people."""

import json

COLUMNS = [
    ("accepted", "accepted"), ("doubtful", "no promise"), ("sms", "SMS"), ("faults", "faults"), ("lost", "lost"),
    ("unexpected", "unexpected"), ("doubled", "doubled"), ("unknown", "unknown"), ("drained", "drained, s"),
    ("slowest", "slowest call, s"), ("gateway", "slowest gateway, s"),
]


def line(result):
    return json.dumps(result, sort_keys=True)


def table(results, head):
    """Markdown: what was run, a row for each scenario, and the violations below."""
    lines = [
        f"{head['date']}, verifyd {head['version']}, seed {head['seed']}, {head['rate']:g} requests a second, "
        f"{head['seconds']:g} s of faults in each scenario.", "",
        "| scenario | " + " | ".join(words for _, words in COLUMNS) + " | |",
        "|---" * (len(COLUMNS) + 2) + "|",
    ]
    for result in results:
        cells = [shown(result["numbers"].get(name)) for name, _ in COLUMNS]
        lines.append(f"| `{result['scenario']}` | " + " | ".join(cells) + f" | {verdict(result)} |")
    lines += ["", *(f"- `{result['scenario']}`: {' '.join(words.split())}" for result in results for words in result["violations"])]
    return "\n".join(lines).rstrip() + "\n"


def verdict(result):
    if result.get("skipped"):
        return f"not run: {result['skipped']}"
    return "violated" if result["violations"] else "passed"


def shown(value):
    if value is None:
        return "–"
    return f"{value:.0f}" if isinstance(value, float) and value >= 10 else f"{value:g}"
