"""Renders the Kubernetes manifests, and checks every document against its schema and against the rules of this folder.

It runs in the tests' Python, .local/venv, without a cluster and without the network. With --crds, a folder of
CustomResourceDefinitions, it checks custom resources against these too:

    kubectl get crd clusters.postgresql.cnpg.io -o yaml >FOLDER/database.yaml
    kubectl get crd rabbitmqclusters.rabbitmq.com -o yaml >FOLDER/broker.yaml
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

import kubernetes_validate
import yaml
from cloudcoil.models.keda import v1alpha1 as keda
from cloudcoil.models.prometheus_operator import v1 as monitoring
from pydantic import ValidationError

import crds
import rules
import settings
import shapes

REPOSITORY = Path(__file__).resolve().parents[3]
MANIFESTS = REPOSITORY / "deploy" / "kubernetes"
KUBECTL = Path(sys.executable).parent / "kubectl"
# The newest whose schemas are in the package; the manifests use nothing that is younger than three releases.
KUBERNETES = "1.37"
# Models of custom resources by the group, and whose they are.
MODELS = {"keda.sh": (keda, "KEDA"), "monitoring.coreos.com": (monitoring, "the operator of Prometheus")}
MADE_RULES = MANIFESTS / "components/monitoring/rules.yaml"


def rendered(folder):
    # kubectl says on stderr what it finds old-fashioned; that too fails the check.
    run = subprocess.run([KUBECTL, "kustomize", folder], capture_output=True, text=True, env={"HOME": "/nonexistent"})
    if run.returncode or run.stderr:
        return [], [run.stderr.strip()]
    return list(yaml.safe_load_all(run.stdout)), []


def lost(before, after, owner, path=""):
    """The fields of `before` that are not in `after`, which a model made of it: it drops what it does not know."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key, value in before.items():
            if key not in after:
                yield f"{path}.{key} is no field that {owner} knows"
            else:
                yield from lost(value, after[key], owner, f"{path}.{key}")
    elif isinstance(before, list) and isinstance(after, list):
        for number, (old, new) in enumerate(zip(before, after)):
            yield from lost(old, new, owner, f"{path}[{number}]")


def model_misfits(document, models, owner):
    try:
        model = getattr(models, document["kind"]).model_validate(document)
    except ValidationError as error:
        return [f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()]
    findings = list(lost(document, model.model_dump(by_alias=True, exclude_unset=True, mode="json"), owner))
    for trigger in document["spec"].get("triggers", []):
        unknown = trigger["metadata"].keys() - shapes.TRIGGERS.get(trigger["type"], set())
        findings += [f"the trigger {trigger['type']} has no {name}" for name in sorted(unknown)]
    return findings


def schema_misfits(document):
    place = (document["apiVersion"], document["kind"])
    if place in shapes.SHAPES:
        return list(shapes.misfits(document["spec"], shapes.SHAPES[place]))
    group = document["apiVersion"].split("/")[0]
    if group in MODELS:
        return model_misfits(document, *MODELS[group])
    try:
        kubernetes_validate.validate(document, KUBERNETES, strict=True)
        return []
    except kubernetes_validate.SchemaNotFoundError:
        return [f"{'/'.join(place)} has no schema"]
    except kubernetes_validate.ValidationError as error:
        return [f"{'.'.join(map(str, error.path))}: {error.message}"]


def missing_roles(documents):
    """The roles that no overlay runs."""
    running = {container["args"][0] for _, container in rules.programs(documents)}
    return [f"no overlay has the role {role}" for role in sorted(rules.NEEDS.keys() - running)]


def with_patch_of_page(scratch):
    """An overlay like `small` with the patch for a restore, as the page beside the manifests has it."""
    page = (MANIFESTS / "README.md").read_text()
    block = re.search(r"^    patches:\n(?:    .*\n)+", page, re.M)
    base = os.path.relpath(MANIFESTS / "overlays/small", scratch)
    head = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nnamespace: verifyd\n"
    patch = textwrap.dedent(block[0]) if block else "the page has no patch"
    Path(scratch, "kustomization.yaml").write_text(f"{head}resources: [{base}]\n{patch}")
    return Path(scratch)


def unused_components(folders):
    """The components that no overlay names, which nothing here would render."""
    named = "".join((folder / "kustomization.yaml").read_text() for folder in folders)
    components = (path.name for path in sorted((MANIFESTS / "components").iterdir()) if path.name != "every-role")
    return [f"no overlay has the component {name}" for name in components if f"components/{name}\n" not in named]


def stale_rules():
    """Whether the rules for the operator of Prometheus are those of deploy/prometheus."""
    made = subprocess.run([REPOSITORY / "deploy/prometheus/kubernetes-rules"], capture_output=True, text=True, check=True)
    if made.stdout != MADE_RULES.read_text():
        yield f"{MADE_RULES.relative_to(REPOSITORY)} is not what deploy/prometheus/kubernetes-rules writes now: run it"


def missing_dashboards():
    """The dashboards of deploy/grafana that its ConfigMap lacks."""
    folder = REPOSITORY / "deploy/grafana"
    text = (folder / "kustomization.yaml").read_text()
    return [f"deploy/grafana: {path.name} is not in the ConfigMap" for path in folder.glob("*.json") if path.name not in text]


def findings_in(documents, findings, known, definitions, applied):
    for document in documents:
        misfits = schema_misfits(document)
        schema = definitions.get((document["apiVersion"], document["kind"]))
        if schema:
            misfits += crds.misfits(document, schema)
        findings += [f"{rules.title(document)}: {words}" for words in misfits]
    if not findings:
        findings = [words for rule in applied for words in rule(documents, known)]
    return findings


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--crds", type=Path, metavar="FOLDER")
    folder_of_crds = parser.parse_args().crds
    definitions = crds.read(folder_of_crds) if folder_of_crds else {}
    known = settings.declared(REPOSITORY)
    folders = [MANIFESTS / "base"] + sorted(path for path in (MANIFESTS / "overlays").iterdir() if path.is_dir())
    with tempfile.TemporaryDirectory() as scratch:
        failed, everywhere = checked([*folders, with_patch_of_page(Path(scratch).resolve())], known, definitions)
    missing = [*missing_roles(everywhere), *unused_components(folders), *stale_rules(), *missing_dashboards()]
    print(*missing, sep="\n", end="\n" if missing else "")
    sys.exit(failed or bool(missing))


def checked(folders, known, definitions):
    """Whether a folder has findings, which are printed, and the documents of all folders."""
    failed, everywhere = False, []
    for folder in folders:
        documents, findings = rendered(folder)
        applied = rules.RULES if folder.name == "base" else rules.RULES + rules.RULES_OF_OVERLAYS
        findings = findings_in(documents, findings, known, definitions, applied)
        failed = failed or bool(findings) or not documents
        everywhere += documents
        name = folder.relative_to(REPOSITORY) if folder.is_relative_to(REPOSITORY) else "the restore of README.md"
        for words in findings:
            print(f"{name}: {words}")
        print(f"{name}: {len(documents)} documents, {len(findings)} findings")
    return failed, everywhere


if __name__ == "__main__":
    main()
