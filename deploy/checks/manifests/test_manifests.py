"""Shows each rule for manifests bad documents, and good documents beside them; needs nothing but Python."""

import copy
import json
import subprocess
import unittest
from pathlib import Path

from manifests import crds, rules, settings, shapes
from program import read_program

REPOSITORY = Path(__file__).resolve().parents[3]
KNOWN = {
    "DATABASE_URL": True, "AMQP_URL": True, "VERIFYD_CODE_KEYS": True, "VERIFYD_HTTP_PORT": False,
    "VERIFYD_GATEWAY_KIND": False,
}
LABELS = {rules.COMPONENT: "api"}


def probe(path):
    return {"httpGet": {"path": path, "port": "admin"}}


def secret(variable, name, key):
    return {"name": variable, "valueFrom": {"secretKeyRef": {"name": name, "key": key}}}


def deployment():
    container = {
        "name": "verifyd",
        "image": "verifyd:1.0.0",
        "args": ["api"],
        "env": [
            secret("DATABASE_PASSWORD", "verifyd-database-api", "password"),
            {"name": "DATABASE_URL", "value": "postgresql://verifyd_api:$(DATABASE_PASSWORD)@database/verifyd"},
            secret("BROKER_PASSWORD", "verifyd-broker-users", "api"),
            {"name": "AMQP_URL", "value": "amqps://verifyd-api:$(BROKER_PASSWORD)@broker/verifyd"},
            secret("VERIFYD_CODE_KEYS", "verifyd-code-keys", "keys"),
        ],
        "envFrom": [{"configMapRef": {"name": "settings"}}],
        "ports": [{"name": "admin", "containerPort": 9090}, {"name": "http", "containerPort": 8080}],
        "resources": {"limits": {"memory": "384Mi"}},
        "securityContext": {"readOnlyRootFilesystem": True, "allowPrivilegeEscalation": False},
        "startupProbe": probe("/livez"),
        "livenessProbe": probe("/livez"),
        "readinessProbe": probe("/readyz"),
    }
    pod = {
        "enableServiceLinks": False,
        "automountServiceAccountToken": False,
        "terminationGracePeriodSeconds": 30,
        "securityContext": {"runAsNonRoot": True},
        "containers": [container],
    }
    template = {"metadata": {"labels": dict(LABELS)}, "spec": pod}
    return {"kind": "Deployment", "metadata": {"name": "api"}, "spec": {"template": template}}


def job():
    pod = deployment()["spec"]["template"]["spec"]
    container = pod["containers"][0]
    container |= {"name": "migrate", "args": ["migrate"], "env": container["env"][:2]}
    return {"kind": "Job", "metadata": {"name": "migrate-1.0.0"}, "spec": {"template": {"spec": pod}}}


def settings_map():
    data = {"VERIFYD_HTTP_PORT": "8080", "VERIFYD_GATEWAY_KIND": "webhook"}
    return {"kind": "ConfigMap", "metadata": {"name": "settings"}, "data": data}


def budget():
    spec = {"maxUnavailable": 1, "selector": {"matchLabels": dict(LABELS)}}
    return {"kind": "PodDisruptionBudget", "metadata": {"name": "api"}, "spec": spec}


def service():
    spec = {"selector": dict(LABELS), "ports": [{"port": 80, "targetPort": "http"}]}
    return {"kind": "Service", "metadata": {"name": "api"}, "spec": spec}


def policy():
    spec = {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    return {"kind": "NetworkPolicy", "metadata": {"name": "nobody"}, "spec": spec}


def way(name, own, direction, others, ports):
    side = {"egress": "to", "ingress": "from"}[direction]
    peers = [{"namespaceSelector": {}}] + [{"podSelector": {"matchLabels": labels}} for labels in others]
    spec = {"podSelector": own, direction: [{side: peers, "ports": [{"port": port} for port in ports]}]}
    return {"kind": "NetworkPolicy", "metadata": {"name": name}, "spec": spec | {"policyTypes": [direction.title()]}}


def out():
    roles = {"matchExpressions": [{"key": rules.COMPONENT, "operator": "In", "values": ["api", "worker"]}]}
    servers = [dict([place]) for place in rules.PORTS.values()]
    return way("out", roles, "egress", servers, rules.PORTS)


def into(port):
    return way("into", {"matchLabels": dict([rules.PORTS[port]])}, "ingress", [dict(LABELS)], [port])


def grants():
    data = {"grants.sql": "\\set migrate verifyd_migrate\n\\if :{?api} \\else \\set api verifyd_api \\endif"}
    return {"kind": "ConfigMap", "metadata": {"name": "grants"}, "data": data}


def database():
    users = [{"name": "verifyd_api", "passwordSecret": {"name": "verifyd-database-api"}}]
    spec = {
        "bootstrap": {"initdb": {"owner": "verifyd_migrate"}}, "managed": {"roles": users}, "imageName": "postgres:15.1",
        "plugins": [{"name": "barman", "isWALArchiver": True, "parameters": {"barmanObjectName": "store"}}],
    }
    return {"kind": "Cluster", "metadata": {"name": "database"}, "spec": spec}


def backups():
    spec = {"schedule": "0 0 3 * * *", "cluster": {"name": "database"}, "pluginConfiguration": {"name": "barman"}}
    yield {"kind": "ScheduledBackup", "metadata": {"name": "nightly"}, "spec": spec}
    yield {"kind": "ObjectStore", "metadata": {"name": "store"}, "spec": {}}


def broker():
    spec = {
        "image": "rabbitmq:3.13.7", "persistence": {"storage": "10Gi"},
        "rabbitmq": {"additionalConfig": "a = b\ndisk_free_limit.absolute = 2GB\n"},
    }
    return {"kind": "RabbitmqCluster", "metadata": {"name": "broker"}, "spec": spec}


def monitors():
    for labels, port, job in [
        (dict(LABELS), "admin", "verifyd-$1"), (dict([rules.METRICS[9187]]), "metrics", "postgresql"),
        (dict([rules.METRICS[15691]]), "prometheus-tls", "rabbitmq"),
    ]:
        ends = [{"port": port, "relabelings": [{"targetLabel": "job", "replacement": job}]}]
        spec = {"selector": {"matchLabels": labels}, "podMetricsEndpoints": ends}
        yield {"kind": "PodMonitor", "metadata": {"name": job}, "spec": spec}
    for port, labels in [(9090, LABELS), *((port, dict([place])) for port, place in rules.METRICS.items())]:
        yield way(f"metrics-{port}", {"matchLabels": dict(labels)}, "ingress", [], [port])


def shell():
    made = deployment()
    container = made["spec"]["template"]["spec"]["containers"][0]
    for name in ("args", "startupProbe", "livenessProbe", "readinessProbe"):
        container.pop(name)
    container["command"] = ["sleep", "infinity"]
    return made | {"metadata": {"name": "shell"}}


def scaled():
    spec = {"scaleTargetRef": {"name": "api"}, "maxReplicaCount": 6}
    return {"kind": "ScaledObject", "metadata": {"name": "api"}, "spec": spec}


def good():
    return [
        deployment(), settings_map(), budget(), service(), policy(), scaled(), job(), out(), into(5671), grants(),
        database(), *backups(), broker(), *monitors(), into(5432),
    ]


def container_of(documents):
    return documents[0]["spec"]["template"]["spec"]["containers"][0]


def pod_of(documents):
    return documents[0]["spec"]["template"]["spec"]


def replace(documents, place, old, new):
    variable = container_of(documents)["env"][place]
    variable["value"] = variable["value"].replace(old, new)


# Each: the rule, what is changed in good documents, and words of the finding.
BAD = [
    ("environment", lambda d: d[1]["data"].update(VERIFYD_HTPP_PORT="1"), "VERIFYD_HTPP_PORT in settings is no setting"),
    ("environment", lambda d: d[1]["data"].update(VERIFYD_CODE_KEYS="k:x"), "lies in the ConfigMap"),
    ("environment", lambda d: d.pop(1), "there is no ConfigMap settings"),
    ("environment", lambda d: container_of(d)["env"].reverse(), "which no line above it defines"),
    ("environment", lambda d: container_of(d)["env"].pop(1), "DATABASE_PASSWORD is no setting"),
    ("environment", lambda d: container_of(d)["env"][1].update(value="postgresql://a:b@c/d"), "stands in the manifest"),
    ("needs", lambda d: d[1]["data"].pop("VERIFYD_GATEWAY_KIND"), "the role api needs VERIFYD_GATEWAY_KIND"),
    ("needs", lambda d: container_of(d).pop("envFrom"), "the role api needs VERIFYD_GATEWAY_KIND"),
    ("needs", lambda d: container_of(d)["env"].pop(4), "the role api needs VERIFYD_CODE_KEYS"),
    ("needs", lambda d: container_of(d).update(args=["cleaner"]), "does not know what the role cleaner needs"),
    ("release", lambda d: container_of(d).update(image="verifyd:2"), "different releases: verifyd:1.0.0, verifyd:2"),
    ("users", lambda d: replace(d, 3, "verifyd-api", "verifyd-operator"), "AMQP_URL does not sign in as verifyd-api"),
    ("users", lambda d: replace(d, 1, "verifyd_api", "verifyd_apis"), "DATABASE_URL does not sign in as verifyd_api"),
    ("users", lambda d: d[0]["spec"]["template"]["metadata"].update(labels={rules.COMPONENT: "worker"}),
     "BROKER_PASSWORD is not worker of verifyd-broker-users"),
    ("users", lambda d: d[10]["spec"]["managed"]["roles"].clear(), "has no user verifyd_api, which gets rights"),
    ("users", lambda d: d[10]["spec"]["managed"]["roles"][0].pop("passwordSecret"),
     "has not the password of verifyd-database-api"),
    ("confinement", lambda d: pod_of(d).pop("enableServiceLinks"), "enableServiceLinks"),
    ("confinement", lambda d: pod_of(d).pop("automountServiceAccountToken"), "token"),
    ("confinement", lambda d: pod_of(d).pop("securityContext"), "root"),
    ("confinement", lambda d: container_of(d).pop("securityContext"), "privileges"),
    ("confinement", lambda d: container_of(d).pop("resources"), "memory"),
    ("probes", lambda d: container_of(d).pop("startupProbe"), "startupProbe"),
    ("probes", lambda d: container_of(d)["startupProbe"]["httpGet"].update(path="/startupz"), "does not ask for /livez"),
    ("probes", lambda d: container_of(d)["livenessProbe"]["httpGet"].update(path="/readyz"), "livenessProbe"),
    ("probes", lambda d: container_of(d)["ports"].pop(0), "admin"),
    ("probes", lambda d: container_of(d).update(lifecycle={"preStop": {"sleep": {"seconds": 5}}}), "no time"),
    ("selectors", lambda d: d.pop(2), "no PodDisruptionBudget"),
    ("selectors", lambda d: d[2]["spec"].update(maxUnavailable=2), "maxUnavailable"),
    ("selectors", lambda d: d[3]["spec"]["selector"].update(role="apis"), "selects 0 Deployments"),
    ("selectors", lambda d: d[3]["spec"]["ports"][0].update(targetPort="web"), "no port web"),
    ("scaling", lambda d: d[0]["spec"].update(replicas=2), "sets them back"),
    ("scaling", lambda d: d[5]["spec"]["scaleTargetRef"].update(name="worker"), "no Deployment worker"),
    ("scaling", lambda d: (d[0]["spec"].update(replicas=2), d[5].update(kind="HorizontalPodAutoscaler")), "sets them back"),
    ("connections", lambda d: d[5]["spec"].update(maxReplicaCount=7), "max_connections is 100, and the processes may open 102"),
    ("connections", lambda d: (d[5].update(kind="Service"), d[0]["spec"].update(replicas=7)), "may open 102"),
    ("connections", lambda d: d[10]["spec"].update(postgresql={"parameters": {"max_connections": "92"}}), "is 92"),
    ("disks", lambda d: d[13]["spec"]["persistence"].update(storage="5Gi"), "too few for full queues and 2GB"),
    ("disks", lambda d: d[13]["spec"]["rabbitmq"].update(additionalConfig=""), "no disk_free_limit.absolute"),
    ("jobs", lambda d: d[6]["metadata"].update(name="migrate"), "does not end with the release, 1.0.0"),
    ("jobs", lambda d: d[6]["metadata"].update(name="m" * 60 + "-1.0.0"), "63 characters"),
    ("jobs", lambda d: d[6]["spec"].update(ttlSecondsAfterFinished=1), "runs it again"),
    ("pins", lambda d: container_of(d).update(image="verifyd:latest"), "verifyd:latest names no version"),
    ("pins", lambda d: container_of(d).update(image="localhost:5000/verifyd"), "names no version"),
    ("pins", lambda d: container_of(d).update(image="rabbitmq:3.13-management"), "names no version"),
    ("pins", lambda d: container_of(d).update(image="postgres:15"), "postgres:15 names no version"),
    ("pins", lambda d: d[13]["spec"].pop("image"), "no image names no version"),
    ("pins", lambda d: d[10]["spec"].pop("imageName"), "no image names no version"),
    ("backups", lambda d: d[10]["spec"]["plugins"][0].pop("isWALArchiver"), "does not archive its log by barman"),
    ("backups", lambda d: d[10]["spec"].pop("plugins"), "does not archive its log by barman"),
    ("backups", lambda d: d[11]["spec"]["cluster"].update(name="other"), "the database other does not archive"),
    ("backups", lambda d: d[11]["spec"].update(schedule="0 3 * * *"), "six fields"),
    ("backups", lambda d: d.pop(12), "there is no ObjectStore store"),
    ("scraping", lambda d: d.pop(14), "no PodMonitor, or several, read it as the job verifyd-api: []"),
    ("scraping", lambda d: d.append(d[14]), "no PodMonitor, or several"),
    ("scraping", lambda d: d[14]["spec"]["podMetricsEndpoints"][0].pop("relabelings"), "as the job verifyd-api"),
    ("scraping", lambda d: d.pop(15), "no PodMonitor reads verifyd-database"),
    ("scraping", lambda d: d.pop(17), "Deployment api: no policy lets Prometheus in"),
    ("scraping", lambda d: d.pop(19), "no policy of verifyd-broker lets Prometheus in, port 15691"),
    ("network", lambda d: d.pop(4), "by default"),
    ("network", lambda d: d[4]["spec"].update(ingress=[{}]), "by default"),
    ("reach", lambda d: d.pop(7), "no policy lets it out to verifyd-database, port 5432"),
    ("reach", lambda d: d[7]["spec"]["podSelector"]["matchExpressions"][0]["values"].remove("api"), "port 5671"),
    ("reach", lambda d: d[7]["spec"]["egress"][0]["ports"].pop(), "no policy lets it out to verifyd-broker, port 5671"),
    ("reach", lambda d: d[8]["spec"]["ingress"][0]["from"].pop(), "no policy of verifyd-broker lets it in, port 5671"),
]


class RuleTests(unittest.TestCase):
    def test_good_documents(self):
        every = rules.RULES + rules.RULES_OF_OVERLAYS
        self.assertEqual([words for rule in every for words in rule(good(), KNOWN)], [])
        # A shell answers no probe and has no budget; all else holds for it too.
        alone = [shell(), settings_map(), policy(), out()]
        self.assertEqual([words for rule in every for words in rule(alone, KNOWN)], [])

    def test_bad_documents(self):
        for name, spoil, words in BAD:
            with self.subTest(rule=name, words=words):
                documents = copy.deepcopy(good())
                spoil(documents)
                findings = list(getattr(rules, f"rule_{name}")(documents, KNOWN))
                self.assertTrue(any(words in finding for finding in findings), findings)


class SizeTests(unittest.TestCase):
    def test_bounds_of_queues(self):
        """The rule about the broker's disk counts what the definitions let queue up by default."""
        made = subprocess.run([REPOSITORY / "deploy/rabbitmq/definitions.py"], capture_output=True, check=True).stdout
        bounds = [policy["definition"]["max-length-bytes"] for policy in json.loads(made)["policies"]]
        self.assertEqual(sum(bounds), rules.BOUNDED_BYTES)


class MadeRulesTests(unittest.TestCase):
    def test_made_rules(self):
        """Both files of rules are in the resource, line by line, and the file in the repository is the one made now."""
        script = REPOSITORY / "deploy/prometheus/kubernetes-rules"
        made = subprocess.run([script], capture_output=True, text=True, check=True)
        for name in ("recording.yml", "alerts.yml"):
            text = (REPOSITORY / "deploy/prometheus" / name).read_text()
            for line in text[text.index("groups:") :].splitlines()[1:]:
                self.assertIn(f"  {line}\n" if line else "\n", made.stdout)
        self.assertEqual(made.stdout, (REPOSITORY / "deploy/kubernetes/components/monitoring/rules.yaml").read_text())


class RoleTests(unittest.TestCase):
    def test_needs(self):
        """The rules know what each role of the program needs."""
        self.assertEqual(set(rules.NEEDS), read_program(REPOSITORY).roles | {"migrate"})


class ShapeTests(unittest.TestCase):
    def test_shapes(self):
        shape = {"instances": int, "roles": [{"name": str}], "parameters": {"*": str}, "free": shapes.ANY}
        value = {"instances": 3, "roles": [{"name": "a"}], "parameters": {"x": "1"}, "free": [1, {}]}
        self.assertEqual(list(shapes.misfits(value, shape)), [])
        for spoiled, words in [
            ({"instance": 3}, "spec.instance is no field"),
            ({"instances": "3"}, "spec.instances is not of type int"),
            ({"instances": True}, "spec.instances is not of type int"),
            ({"roles": {"name": "a"}}, "spec.roles is no list"),
            ({"roles": [{"nom": "a"}]}, "spec.roles[0].nom"),
            ({"parameters": {"x": 1}}, "spec.parameters.x"),
        ]:
            self.assertTrue(any(words in finding for finding in shapes.misfits(spoiled, shape)), words)


class DefinitionTests(unittest.TestCase):
    def test_definitions(self):
        """An object has the members that its schema names, unless the schema lets others be."""
        free = {"type": "object", "x-kubernetes-preserve-unknown-fields": True, "properties": {"a": {"type": "string"}}}
        counts = {"type": "object", "additionalProperties": {"type": "integer"}}
        size = {"type": "string", "x-kubernetes-int-or-string": True}
        spec = {"type": "object", "properties": {"free": free, "counts": counts, "size": size, "list": {"items": counts}}}
        schema = {"openAPIV3Schema": {"type": "object", "properties": {"spec": spec}}}
        definition = {"spec": {"group": "g", "names": {"kind": "K"}, "versions": [{"name": "v1", "schema": schema}]}}
        made = crds.schemas_in([definition])[("g/v1", "K")]
        self.assertIs(made["additionalProperties"], False)
        properties = made["properties"]["spec"]["properties"]
        self.assertIs(made["properties"]["spec"]["additionalProperties"], False)
        self.assertEqual((properties["free"], properties["counts"]), (free, counts))
        self.assertEqual(properties["size"]["anyOf"], [{"type": "integer"}, {"type": "string"}])
        self.assertNotIn("type", properties["size"])


class SettingsTests(unittest.TestCase):
    def test_names(self):
        known = settings.declared(REPOSITORY)
        for name, secret in [
            ("VERIFYD_AMQP_CA_FILE", False), ("VERIFYD_GATEWAY_PER_SECOND", False), ("VERIFYD_GATEWAY_SECRET", True),
            ("DATABASE_URL", True), ("VERIFYD_ADMIN_PORT", False), ("VERIFYD_GATEWAY_RECEIPTS_TOKEN", True),
        ]:
            self.assertEqual(known.get(name), secret, name)
        self.assertNotIn("VERIFYD_API_PORT", known)


if __name__ == "__main__":
    unittest.main()
