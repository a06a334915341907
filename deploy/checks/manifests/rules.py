"""What must hold between the documents of a rendered overlay; each rule yields a line for each thing that is wrong."""

import re

DRAIN_SECONDS = 25
PROGRAM = "verifyd"
ADMIN_PATHS = {"startupProbe": "/startupz", "livenessProbe": "/livez", "readinessProbe": "/readyz"}
COMPONENT = "app.kubernetes.io/component"
# Without these a role does not start, because they have no defaults; an API without the kind takes no receipts.
SERVERS = {"DATABASE_URL", "AMQP_URL"}
NEEDS = {
    "migrate": {"DATABASE_URL"},
    "api": SERVERS | {"VERIFYD_CODE_KEYS", "VERIFYD_GATEWAY_KIND"},
    "worker": SERVERS | {"VERIFYD_CODE_KEYS", "VERIFYD_GATEWAY_KIND"},
    "dashboard": SERVERS | {"VERIFYD_GATEWAY_KIND"},
    "identity": SERVERS | {"VERIFYD_CODE_KEYS", "VERIFYD_IDENTITY_PORT"},
}
# The ports of PostgreSQL, and of RabbitMQ with TLS, and the labels by which policies find the servers' pods.
PORTS = {5432: ("cnpg.io/cluster", "verifyd-database"), 5671: ("app.kubernetes.io/name", "verifyd-broker")}


def title(document):
    return f"{document['kind']} {document['metadata']['name']}"


def of_kind(documents, *kinds):
    return [document for document in documents if document["kind"] in kinds]


def pod_of(document):
    return document["spec"]["template"]["spec"]


def containers_of(document):
    pod = pod_of(document)
    return pod.get("initContainers", []) + pod["containers"]


def runs_program(container):
    return re.fullmatch(rf"(.*/)?{PROGRAM}(:.*)?", container.get("image", "")) is not None


def rule_environment(documents, settings):
    """A process gets only variables that it knows, a secret only by reference, and a helper only where it is used."""
    maps = {document["metadata"]["name"]: document.get("data", {}) for document in of_kind(documents, "ConfigMap")}
    for workload in of_kind(documents, "Deployment", "Job"):
        for container in filter(runs_program, containers_of(workload)):
            where = f"{title(workload)}, {container['name']}"
            for source in container.get("envFrom", []):
                yield from _names_from(source, maps, settings, where)
            yield from _names_of(container.get("env", []), settings, where)


def _names_from(source, maps, settings, where):
    name = source.get("configMapRef", {}).get("name")
    if name is None:
        return
    if name not in maps:
        yield f"{where}: there is no ConfigMap {name}"
    for variable in maps.get(name, {}):
        if variable not in settings:
            yield f"{where}: {variable} in {name} is no setting"
        elif settings[variable]:
            yield f"{where}: {variable} is a secret, and lies in the ConfigMap {name}"


def _names_of(variables, settings, where):
    earlier, used = set(), set()
    for variable in variables:
        name, value = variable["name"], variable.get("value")
        references = set(re.findall(r"\$\((\w+)\)", value or ""))
        for missing in sorted(references - earlier):
            yield f"{where}: {name} uses $({missing}), which no line above it defines"
        if settings.get(name) and value is not None and not references:
            yield f"{where}: {name} is a secret, and its value stands in the manifest"
        used |= references
        earlier.add(name)
    for name in sorted(earlier - used - settings.keys()):
        yield f"{where}: {name} is no setting, and no other variable uses it"


def rule_needs(documents, _settings):
    """A role has every variable without which it does not start."""
    for workload, container in programs(documents):
        role, given = container["args"][0], set(variables_of(container, documents))
        if role not in NEEDS:
            yield f"{title(workload)}: this check does not know what the role {role} needs"
        for name in sorted(NEEDS.get(role, set()) - given):
            yield f"{title(workload)}: the role {role} needs {name}"


def programs(documents):
    for workload in of_kind(documents, "Deployment", "Job"):
        for container in filter(runs_program, containers_of(workload)):
            yield workload, container


def variables_of(container, documents):
    """The names of a container's variables, but for those of Secrets, which no manifest tells."""
    maps = {document["metadata"]["name"]: document.get("data", {}) for document in of_kind(documents, "ConfigMap")}
    for source in container.get("envFrom", []):
        yield from maps.get(source.get("configMapRef", {}).get("name"), {})
    for variable in container.get("env", []):
        yield variable["name"]


def rule_release(documents, _settings):
    """All roles are of one release; a component that an overlay names after its images may be of none."""
    images = sorted({container["image"] for _, container in programs(documents)})
    if len(images) > 1:
        yield f"the roles are of different releases: {', '.join(images)}"


def rule_users(documents, _settings):
    """Each role signs in as its own user, with its own password, and the database has every user that gets rights."""
    for workload in of_kind(documents, "Deployment"):
        role = workload["spec"]["template"]["metadata"]["labels"][COMPONENT]
        variables = {variable["name"]: variable for variable in containers_of(workload)[0].get("env", [])}
        urls = {"DATABASE_URL": f"verifyd_{role}:", "AMQP_URL": f"verifyd-{role}:"}
        for name, user in urls.items():
            if f"://{user}" not in variables.get(name, {}).get("value", ""):
                yield f"{title(workload)}: {name} does not sign in as {user[:-1]}"
        passwords = {
            "DATABASE_PASSWORD": {"name": f"verifyd-database-{role}", "key": "password"},
            "BROKER_PASSWORD": {"name": "verifyd-broker-users", "key": role},
        }
        for name, place in passwords.items():
            if variables.get(name, {}).get("valueFrom", {}).get("secretKeyRef") != place:
                yield f"{title(workload)}: {name} is not {place['key']} of {place['name']}"
    yield from _database_users(documents)


def _database_users(documents):
    grants = "".join(document.get("data", {}).get("grants.sql", "") for document in of_kind(documents, "ConfigMap"))
    roles = {document["spec"]["template"]["metadata"]["labels"][COMPONENT] for document in of_kind(documents, "Deployment")}
    for cluster in of_kind(documents, "Cluster"):
        users = {user["name"]: user for user in cluster["spec"]["managed"]["roles"]}
        known = users.keys() | {cluster["spec"]["bootstrap"]["initdb"]["owner"]}
        for name in sorted(set(re.findall(r"\\set \w+ (verifyd_\w+)", grants)) - known):
            yield f"{title(cluster)}: has no user {name}, which gets rights"
        for role in sorted(roles):
            if users.get(f"verifyd_{role}", {}).get("passwordSecret") != {"name": f"verifyd-database-{role}"}:
                yield f"{title(cluster)}: verifyd_{role} has not the password of verifyd-database-{role}"


def rule_confinement(documents, _settings):
    """The program's pods may do little, and get no variables of Kubernetes' own, which it would refuse."""
    for workload in of_kind(documents, "Deployment", "Job"):
        pod = pod_of(workload)
        if pod.get("enableServiceLinks") is not False:
            yield f"{title(workload)}: enableServiceLinks must be false, or the program finds names like VERIFYD_API_PORT"
        if pod.get("automountServiceAccountToken") is not False:
            yield f"{title(workload)}: the pod gets a token of the cluster"
        if not pod.get("securityContext", {}).get("runAsNonRoot"):
            yield f"{title(workload)}: the pod may run as root"
        for container in containers_of(workload):
            own = container.get("securityContext", {})
            if not own.get("readOnlyRootFilesystem") or own.get("allowPrivilegeEscalation") is not False:
                yield f"{title(workload)}, {container['name']}: may write to its image or gain privileges"
            if not container.get("resources", {}).get("limits", {}).get("memory"):
                yield f"{title(workload)}, {container['name']}: no limit of memory"


def rule_probes(documents, _settings):
    """Every role is asked on its admin port, and has the time to drain."""
    for workload in of_kind(documents, "Deployment"):
        pod = pod_of(workload)
        container = pod["containers"][0]
        ports = {port.get("name") for port in container.get("ports", [])}
        for probe, path in ADMIN_PATHS.items():
            call = container.get(probe, {}).get("httpGet", {})
            if call.get("path") != path or call.get("port") != "admin" or "admin" not in ports:
                yield f"{title(workload)}: its {probe} does not ask for {path} on the port `admin`"
        before = container.get("lifecycle", {}).get("preStop", {}).get("sleep", {}).get("seconds", 0)
        if pod.get("terminationGracePeriodSeconds", 30) <= before + DRAIN_SECONDS:
            yield f"{title(workload)}: no time for a drain of {DRAIN_SECONDS} s after {before} s"


def fits(selector, labels):
    return all(labels.get(key) == value for key, value in selector.items())


def selects(selector, labels):
    """Whether a selector of pods chooses pods with these labels; of expressions it knows `In` alone."""
    expressions = selector.get("matchExpressions", [])
    return fits(selector.get("matchLabels", {}), labels) and all(
        each["operator"] == "In" and labels.get(each["key"]) in each["values"] for each in expressions)


def rule_selectors(documents, _settings):
    """What selects pods selects the pods of one Deployment, and each Deployment has a disruption budget."""
    deployments = of_kind(documents, "Deployment")
    budgeted = set()
    for document in of_kind(documents, "Service", "PodDisruptionBudget"):
        selector = document["spec"]["selector"]
        selector = selector.get("matchLabels", selector)
        chosen = [d for d in deployments if fits(selector, d["spec"]["template"]["metadata"]["labels"])]
        if len(chosen) != 1:
            yield f"{title(document)}: selects {len(chosen)} Deployments"
        elif document["kind"] == "Service":
            yield from _ports(document, chosen[0])
        else:
            budgeted.add(title(chosen[0]))
            if document["spec"].get("maxUnavailable") != 1:
                yield f"{title(document)}: maxUnavailable is not 1"
    for document in deployments:
        if title(document) not in budgeted:
            yield f"{title(document)}: no PodDisruptionBudget"


def _ports(service, deployment):
    names = {port.get("name") for port in pod_of(deployment)["containers"][0].get("ports", [])}
    for port in service["spec"]["ports"]:
        if port["targetPort"] not in names:
            yield f"{title(service)}: its pods have no port {port['targetPort']}"


def rule_scaling(documents, _settings):
    """A ScaledObject scales a Deployment that is there and says no number itself."""
    deployments = {d["metadata"]["name"]: d for d in of_kind(documents, "Deployment")}
    for document in of_kind(documents, "ScaledObject"):
        name = document["spec"]["scaleTargetRef"]["name"]
        if name not in deployments:
            yield f"{title(document)}: there is no Deployment {name}"
        elif "replicas" in deployments[name]["spec"]:
            yield f"{title(document)}: {name} says its replicas too, so each `apply` sets them back"


def rule_network(documents, _settings):
    """With any policy there is one that forbids all pods everything that no other policy allows."""
    policies = of_kind(documents, "NetworkPolicy")
    if not any(
        policy["spec"].get("podSelector") == {} and set(policy["spec"]["policyTypes"]) == {"Ingress", "Egress"}
        and "ingress" not in policy["spec"] and "egress" not in policy["spec"]
        for policy in policies
    ):
        yield "no NetworkPolicy denies everything by default"


def rule_reach(documents, _settings):
    """With policies, every role is let out to the database and the broker, and let in there."""
    policies = of_kind(documents, "NetworkPolicy")
    for workload in of_kind(documents, "Deployment") if policies else ():
        labels = workload["spec"]["template"]["metadata"]["labels"]
        for port, (key, value) in PORTS.items():
            if not any(_opens(policy, labels, "egress", "to", {key: value}, port) for policy in policies):
                yield f"{title(workload)}: no policy lets it out to {value}, port {port}"
            inside = [policy for policy in policies if policy["spec"]["podSelector"].get("matchLabels") == {key: value}]
            if inside and not any(_opens(policy, {key: value}, "ingress", "from", labels, port) for policy in inside):
                yield f"{title(workload)}: no policy of {value} lets it in, port {port}"


def _opens(policy, own, direction, side, others, port):
    """Whether a policy for pods with the labels `own` opens a port to, or for, pods with the labels `others`."""
    spec = policy["spec"]
    return selects(spec["podSelector"], own) and any(
        port in [open_port["port"] for open_port in each.get("ports", [])]
        and any("podSelector" in peer and selects(peer["podSelector"], others) for peer in each.get(side, []))
        for each in spec.get(direction, []))


RULES = [
    rule_environment, rule_needs, rule_release, rule_users, rule_confinement, rule_probes, rule_selectors, rule_scaling,
    rule_network, rule_reach,
]
