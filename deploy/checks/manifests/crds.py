"""Checks custom resources against CustomResourceDefinitions, as a cluster with their operators has them.

This repository has no such definitions, and no package that could be installed carries those of CloudNativePG and RabbitMQ.
Whoever has the operators gives them to check.py as a folder.
"""


def schemas_in(definitions):
    """The schema of each version of each kind, by apiVersion and kind."""
    schemas = {}
    for definition in definitions:
        spec = definition["spec"]
        for version in spec["versions"]:
            place = (f"{spec['group']}/{version['name']}", spec["names"]["kind"])
            schemas[place] = closed(version["schema"]["openAPIV3Schema"])
    return schemas


def closed(schema):
    """The schema in JSON Schema's words, where an object has no members but those that the schema names.

    A cluster drops other members without a word. So a misspelt member would have no effect.
    """
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: closed(value) for name, value in schema.items()}
    if made.get("x-kubernetes-int-or-string") is True:
        made.pop("type", None)
        made["anyOf"] = [{"type": "integer"}, {"type": "string"}]
    if isinstance(made.get("properties"), dict) and not made.get("x-kubernetes-preserve-unknown-fields"):
        made.setdefault("additionalProperties", False)
    return made


def read(folder):
    """The schemas of all definitions in a folder of YAML files; other resources in them do not count."""
    import yaml

    documents = [document for path in sorted(folder.glob("*.y*ml")) for document in yaml.safe_load_all(path.read_text())]
    found = [document for document in documents if document and document["kind"] == "CustomResourceDefinition"]
    if not found:
        raise SystemExit(f"there is no CustomResourceDefinition in {folder}")
    return schemas_in(found)


def misfits(document, schema):
    """What in a resource does not have its schema, a line each; Kubernetes itself checks the metadata."""
    from jsonschema import Draft7Validator

    resource = {name: value for name, value in document.items() if name != "metadata"}
    for error in Draft7Validator({**schema, "required": []}).iter_errors(resource):
        yield f"{'.'.join(map(str, error.path))}: {error.message}"
