"""Shows each rule for manifests bad documents, and good documents beside them; needs nothing but Python."""

import copy
import unittest
from pathlib import Path

from manifests import rules, settings, shapes

REPOSITORY = Path(__file__).resolve().parents[3]
KNOWN = {"DATABASE_URL": True, "VERIFYD_CODE_KEYS": True, "VERIFYD_HTTP_PORT": False}


def probe(path):
    return {"httpGet": {"path": path, "port": "admin"}}


def deployment():
    container = {
        "name": "verifyd",
        "image": "verifyd:1",
        "env": [
            {"name": "PASSWORD", "valueFrom": {"secretKeyRef": {"name": "database", "key": "password"}}},
            {"name": "DATABASE_URL", "value": "postgresql://verifyd_api:$(PASSWORD)@database/verifyd"},
        ],
        "envFrom": [{"configMapRef": {"name": "settings"}}],
        "ports": [{"name": "admin", "containerPort": 9090}, {"name": "http", "containerPort": 8080}],
        "resources": {"limits": {"memory": "384Mi"}},
        "securityContext": {"readOnlyRootFilesystem": True, "allowPrivilegeEscalation": False},
        "startupProbe": probe("/startupz"),
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
    template = {"metadata": {"labels": {"role": "api"}}, "spec": pod}
    return {"kind": "Deployment", "metadata": {"name": "api"}, "spec": {"template": template}}


def settings_map():
    return {"kind": "ConfigMap", "metadata": {"name": "settings"}, "data": {"VERIFYD_HTTP_PORT": "8080"}}


def budget():
    spec = {"maxUnavailable": 1, "selector": {"matchLabels": {"role": "api"}}}
    return {"kind": "PodDisruptionBudget", "metadata": {"name": "api"}, "spec": spec}


def service():
    spec = {"selector": {"role": "api"}, "ports": [{"port": 80, "targetPort": "http"}]}
    return {"kind": "Service", "metadata": {"name": "api"}, "spec": spec}


def policy():
    spec = {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    return {"kind": "NetworkPolicy", "metadata": {"name": "nobody"}, "spec": spec}


def scaled():
    return {"kind": "ScaledObject", "metadata": {"name": "api"}, "spec": {"scaleTargetRef": {"name": "api"}}}


def good():
    return [deployment(), settings_map(), budget(), service(), policy(), scaled()]


def container_of(documents):
    return documents[0]["spec"]["template"]["spec"]["containers"][0]


def pod_of(documents):
    return documents[0]["spec"]["template"]["spec"]


# Each: the rule, what is changed in good documents, and words of the finding.
BAD = [
    ("environment", lambda d: d[1]["data"].update(VERIFYD_HTPP_PORT="1"), "VERIFYD_HTPP_PORT in settings is no setting"),
    ("environment", lambda d: d[1]["data"].update(VERIFYD_CODE_KEYS="k:x"), "lies in the ConfigMap"),
    ("environment", lambda d: d.pop(1), "there is no ConfigMap settings"),
    ("environment", lambda d: container_of(d)["env"].reverse(), "which no line above it defines"),
    ("environment", lambda d: container_of(d)["env"].pop(1), "PASSWORD is no setting"),
    ("environment", lambda d: container_of(d)["env"][1].update(value="postgresql://a:b@c/d"), "stands in the manifest"),
    ("confinement", lambda d: pod_of(d).pop("enableServiceLinks"), "enableServiceLinks"),
    ("confinement", lambda d: pod_of(d).pop("automountServiceAccountToken"), "token"),
    ("confinement", lambda d: pod_of(d).pop("securityContext"), "root"),
    ("confinement", lambda d: container_of(d).pop("securityContext"), "privileges"),
    ("confinement", lambda d: container_of(d).pop("resources"), "memory"),
    ("probes", lambda d: container_of(d).pop("startupProbe"), "startupProbe"),
    ("probes", lambda d: container_of(d)["livenessProbe"]["httpGet"].update(path="/readyz"), "livenessProbe"),
    ("probes", lambda d: container_of(d)["ports"].pop(0), "admin"),
    ("probes", lambda d: container_of(d).update(lifecycle={"preStop": {"sleep": {"seconds": 5}}}), "no time"),
    ("selectors", lambda d: d.pop(2), "no PodDisruptionBudget"),
    ("selectors", lambda d: d[2]["spec"].update(maxUnavailable=2), "maxUnavailable"),
    ("selectors", lambda d: d[3]["spec"]["selector"].update(role="apis"), "selects 0 Deployments"),
    ("selectors", lambda d: d[3]["spec"]["ports"][0].update(targetPort="web"), "no port web"),
    ("scaling", lambda d: d[0]["spec"].update(replicas=2), "sets them back"),
    ("scaling", lambda d: d[5]["spec"]["scaleTargetRef"].update(name="worker"), "no Deployment worker"),
    ("network", lambda d: d.pop(4), "by default"),
    ("network", lambda d: d[4]["spec"].update(ingress=[{}]), "by default"),
]


class RuleTests(unittest.TestCase):
    def test_good_documents(self):
        self.assertEqual([words for rule in rules.RULES for words in rule(good(), KNOWN)], [])

    def test_bad_documents(self):
        for name, spoil, words in BAD:
            with self.subTest(rule=name, words=words):
                documents = copy.deepcopy(good())
                spoil(documents)
                findings = list(getattr(rules, f"rule_{name}")(documents, KNOWN))
                self.assertTrue(any(words in finding for finding in findings), findings)


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
