"""What must hold between the documents of a rendered overlay; each rule yields a line for each thing that is wrong."""

import re

DRAIN_SECONDS = 25
PROGRAM = "verifyd"
# What scales a Deployment, and where it says the greatest number.
SCALERS = {"ScaledObject": "maxReplicaCount", "HorizontalPodAutoscaler": "maxReplicas"}
# None but the last may ask the database or the broker: a pod is killed when the others fail, and must outlive both.
ADMIN_PATHS = {"startupProbe": "/livez", "livenessProbe": "/livez", "readinessProbe": "/readyz"}
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
# Where the servers tell their metrics.
METRICS = {9187: PORTS[5432], 15691: PORTS[5671]}
# A process takes database.connections + 1 connections; PostgreSQL keeps some for itself, its operator and the standbys.
CONNECTIONS, SPARE_CONNECTIONS = 9, 30
# What deploy/rabbitmq/definitions.py lets queue up at most, and the disk for each byte of it.
BOUNDED_BYTES, DISK_FOR_BYTE = 1_500_000_000, 3
UNITS = {"Gi": 2**30, "Ti": 2**40, "MB": 10**6, "GB": 10**9}


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


def bytes_of(text):
    """The bytes of a size such as 5Gi or 2GB; 0 for everything else."""
    match = re.fullmatch(r"(\d+)(\w\w)", text)
    return int(match[1]) * UNITS.get(match[2], 0) if match else 0


def serves(workload):
    """Whether a workload runs a role, and is no shell for an operator."""
    return any("args" in container and "command" not in container for container in containers_of(workload))


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
            if "command" not in container:
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
    workloads = of_kind(documents, "Deployment", "Job")
    images = sorted({each["image"] for workload in workloads for each in filter(runs_program, containers_of(workload))})
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
        known = users.keys() | {begun["owner"] for begun in cluster["spec"]["bootstrap"].values()}
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
    for workload in filter(serves, of_kind(documents, "Deployment")):
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
    for document in filter(serves, deployments):
        if title(document) not in budgeted:
            yield f"{title(document)}: no PodDisruptionBudget"


def _ports(service, deployment):
    names = {port.get("name") for port in pod_of(deployment)["containers"][0].get("ports", [])}
    for port in service["spec"]["ports"]:
        if port["targetPort"] not in names:
            yield f"{title(service)}: its pods have no port {port['targetPort']}"


def rule_scaling(documents, _settings):
    """What scales, scales a Deployment that is there and says no number itself."""
    deployments = {d["metadata"]["name"]: d for d in of_kind(documents, "Deployment")}
    for document in of_kind(documents, *SCALERS):
        name = document["spec"]["scaleTargetRef"]["name"]
        if name not in deployments:
            yield f"{title(document)}: there is no Deployment {name}"
        elif "replicas" in deployments[name]["spec"]:
            yield f"{title(document)}: {name} says its replicas too, so each `apply` sets them back"


def _most_pods(deployment, documents):
    """How many pods of a Deployment there are at most, in a rolling update too."""
    name, spec = deployment["metadata"]["name"], deployment["spec"]
    for document in of_kind(documents, *SCALERS):
        if document["spec"]["scaleTargetRef"]["name"] == name:
            return document["spec"][SCALERS[document["kind"]]] + 1
    return spec.get("replicas", 1) + 1


def rule_connections(documents, _settings):
    """The database has a connection for everything that processes may open."""
    deployments = of_kind(documents, "Deployment")
    most = sum(_most_pods(each, documents) for each in deployments) * CONNECTIONS + SPARE_CONNECTIONS
    for cluster in of_kind(documents, "Cluster"):
        allowed = int(cluster["spec"].get("postgresql", {}).get("parameters", {}).get("max_connections", 100))
        if allowed < most:
            yield f"{title(cluster)}: max_connections is {allowed}, and the processes may open {most}"


def rule_disks(documents, _settings):
    """The broker's disk holds what the queues may hold, and its free limit: else the alarm comes before the bounds."""
    for broker in of_kind(documents, "RabbitmqCluster"):
        storage = bytes_of(broker["spec"]["persistence"]["storage"])
        free = re.search(r"^disk_free_limit\.absolute = (\w+)$", broker["spec"]["rabbitmq"]["additionalConfig"], re.M)
        if not free or not bytes_of(free[1]):
            yield f"{title(broker)}: no disk_free_limit.absolute"
        elif storage < bytes_of(free[1]) + BOUNDED_BYTES * DISK_FOR_BYTE:
            yield f"{title(broker)}: {storage} bytes of disk are too few for full queues and {free[1]} that stay free"


def rule_jobs(documents, _settings):
    """A job cannot be changed, so each release has one of its own, which stays: `apply` then finds it as it is."""
    for job in of_kind(documents, "Job"):
        tags = {container["image"].split(":")[-1] for container in containers_of(job) if runs_program(container)}
        name = job["metadata"]["name"]
        if not any(name.endswith(f"-{tag}") for tag in tags):
            yield f"{title(job)}: its name does not end with the release, {', '.join(sorted(tags))}"
        if len(name) > 63:
            yield f"{title(job)}: its name is longer than the 63 characters of a label"
        if "ttlSecondsAfterFinished" in job["spec"]:
            yield f"{title(job)}: goes by itself, so each later `apply` runs it again"


def rule_pins(documents, _settings):
    """An image names a version, of others' programs down to the last number: each machine runs the same."""
    for place, image in _images(documents):
        if not names_version(image):
            yield f"{place}: {image} names no version"


def names_version(image):
    """Whether an image is always the same program; versions have three numbers, PostgreSQL's have two."""
    name, _, tag = re.sub(r"^.*/", "", image).partition(":")
    numbers = r"\d+\.\d+" if name.startswith("postgres") else r"\d+\.\d+\.\d+"
    return "@sha256:" in image or re.match(rf"v?{numbers}(?![\d.])", tag) is not None


def _images(documents):
    for workload in of_kind(documents, "Deployment", "Job"):
        yield from ((f"{title(workload)}, {each['name']}", each["image"]) for each in containers_of(workload))
    for broker in of_kind(documents, "RabbitmqCluster"):
        yield title(broker), broker["spec"].get("image", "no image")
    for cluster in of_kind(documents, "Cluster"):
        if "imageCatalogRef" not in cluster["spec"]:
            yield title(cluster), cluster["spec"].get("imageName", "no image")


def rule_backups(documents, _settings):
    """A backup that is planned is one of a database that writes its log to a store that is there."""
    clusters = {document["metadata"]["name"]: document for document in of_kind(documents, "Cluster")}
    stores = {document["metadata"]["name"] for document in of_kind(documents, "ObjectStore")}
    for plan in of_kind(documents, "ScheduledBackup"):
        name, plugin = plan["spec"]["cluster"]["name"], plan["spec"]["pluginConfiguration"]["name"]
        used = [each for each in clusters.get(name, {"spec": {}})["spec"].get("plugins", []) if each["name"] == plugin]
        if not used or not used[0].get("isWALArchiver"):
            yield f"{title(plan)}: the database {name} does not archive its log by {plugin}"
        for store in (each["parameters"]["barmanObjectName"] for each in used):
            if store not in stores:
                yield f"{title(plan)}: there is no ObjectStore {store}"
        if len(plan["spec"]["schedule"].split()) != 6:
            yield f"{title(plan)}: the schedule has not six fields, of which the first are seconds"


def rule_scraping(documents, _settings):
    """With PodMonitors, Prometheus is told of every role and every server, and policies let it in."""
    monitors, policies = of_kind(documents, "PodMonitor"), of_kind(documents, "NetworkPolicy")
    for workload in filter(serves, of_kind(documents, "Deployment")) if monitors else ():
        labels = workload["spec"]["template"]["metadata"]["labels"]
        ports = {port["name"]: port["containerPort"] for port in pod_of(workload)["containers"][0]["ports"]}
        jobs = [job for port, job in _scraped(monitors, labels) if port == "admin"]
        if jobs != [f"verifyd-{labels[COMPONENT]}"]:
            yield f"{title(workload)}: no PodMonitor, or several, read it as the job verifyd-{labels[COMPONENT]}: {jobs}"
        if not _lets_monitoring_in(policies, labels, ports.get("admin")):
            yield f"{title(workload)}: no policy lets Prometheus in"
    for port, (key, value) in METRICS.items() if monitors else ():
        if not list(_scraped(monitors, {key: value})):
            yield f"no PodMonitor reads {value}"
        if not _lets_monitoring_in(policies, {key: value}, port):
            yield f"no policy of {value} lets Prometheus in, port {port}"


def _scraped(monitors, labels):
    """The ports at which Prometheus reads pods with these labels, each with the job that it gives them."""
    for monitor in monitors:
        if selects(monitor["spec"]["selector"], labels):
            for each in monitor["spec"]["podMetricsEndpoints"]:
                names = [rule["replacement"] for rule in each.get("relabelings", []) if rule["targetLabel"] == "job"]
                yield each["port"], "".join(names).replace("$1", labels.get(COMPONENT, ""))


def _lets_monitoring_in(policies, labels, port):
    return any(
        selects(policy["spec"]["podSelector"], labels)
        and any("namespaceSelector" in peer and port in [open_port["port"] for open_port in each.get("ports", [])]
                for each in policy["spec"].get("ingress", []) for peer in each.get("from", []))
        for policy in policies)


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
    rule_network, rule_reach, rule_connections, rule_disks, rule_backups, rule_scraping,
]
# The base names no images, so these hold for overlays alone.
RULES_OF_OVERLAYS = [rule_pins, rule_jobs]
