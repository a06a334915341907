"""The fields of custom resources that the manifests use, as their operators' reference pages have them.

Kubernetes' own kinds are checked against Kubernetes' schemas, and those of KEDA and of Prometheus' operator against models
made from theirs. For CloudNativePG, its plugin for backups and RabbitMQ no package that could be installed carries the
schemas, so the shapes are written down here. They find a field that is misspelt, in the wrong place or of the wrong type.
They cannot know whether an operator of a certain version has the field or takes the value: `check.py --crds` asks the
definitions of a cluster. Whether it takes the field beside the other fields, only the operator itself knows.
"""

ANY = object()

CLUSTER = {
    "instances": int,
    "imageCatalogRef": {"apiGroup": str, "kind": str, "name": str, "major": int},
    "bootstrap": {
        "initdb": {"database": str, "owner": str, "secret": {"name": str}},
        "recovery": {
            "source": str, "database": str, "owner": str, "secret": {"name": str}, "recoveryTarget": {"targetTime": str},
        },
    },
    "externalClusters": [{"name": str, "plugin": {"name": str, "parameters": {"*": str}}}],
    "managed": {
        "roles": [{"name": str, "ensure": str, "login": bool, "passwordSecret": {"name": str}}],
    },
    "postgresql": {
        "synchronous": {"method": str, "number": int, "dataDurability": str},
        "parameters": {"*": str},
    },
    "storage": {"size": str},
    "walStorage": {"size": str},
    "resources": {"requests": {"*": str}, "limits": {"*": str}},
    "affinity": {"enablePodAntiAffinity": bool, "podAntiAffinityType": str, "topologyKey": str},
    "primaryUpdateStrategy": str,
    "plugins": [{"name": str, "isWALArchiver": bool, "parameters": {"*": str}}],
}

SCHEDULED_BACKUP = {
    "schedule": str,
    "immediate": bool,
    "backupOwnerReference": str,
    "target": str,
    "cluster": {"name": str},
    "method": str,
    "pluginConfiguration": {"name": str},
}

KEY = {"name": str, "key": str}
OBJECT_STORE = {
    "retentionPolicy": str,
    "configuration": {
        "destinationPath": str,
        "endpointURL": str,
        "s3Credentials": {"accessKeyId": KEY, "secretAccessKey": KEY, "region": KEY},
        "wal": {"compression": str, "encryption": str, "maxParallel": int},
        "data": {"compression": str, "encryption": str},
    },
}

RABBITMQ_CLUSTER = {
    "replicas": int,
    "image": str,
    "persistence": {"storage": str},
    "resources": {"requests": {"*": str}, "limits": {"*": str}},
    "tls": {"secretName": str, "disableNonTLSListeners": bool},
    "rabbitmq": {"additionalConfig": str},
    "affinity": ANY,
    "override": {"statefulSet": {"spec": {"template": {"spec": ANY}}}},
}

SHAPES = {
    ("postgresql.cnpg.io/v1", "Cluster"): CLUSTER,
    ("postgresql.cnpg.io/v1", "ScheduledBackup"): SCHEDULED_BACKUP,
    ("barmancloud.cnpg.io/v1", "ObjectStore"): OBJECT_STORE,
    ("rabbitmq.com/v1beta1", "RabbitmqCluster"): RABBITMQ_CLUSTER,
}

# KEDA's schema allows any metadata for a trigger, so each scaler's names are here.
TRIGGERS = {
    "rabbitmq": {
        "protocol", "queueName", "vhostName", "mode", "value", "activationValue", "excludeUnacknowledged", "timeout",
    },
    "prometheus": {"serverAddress", "query", "threshold", "activationThreshold", "ignoreNullValues"},
}


def misfits(value, shape, path="spec"):
    """What in a value does not have its shape, a line each."""
    if shape is ANY:
        return
    if isinstance(shape, type):
        if type(value) is not shape:
            yield f"{path} is not of type {shape.__name__}"
    elif isinstance(shape, list):
        if not isinstance(value, list):
            yield f"{path} is no list"
            return
        for number, element in enumerate(value):
            yield from misfits(element, shape[0], f"{path}[{number}]")
    elif not isinstance(value, dict):
        yield f"{path} is no object"
    else:
        for key, element in value.items():
            inner = shape.get(key, shape.get("*"))
            if inner is None:
                yield f"{path}.{key} is no field that is known"
            else:
                yield from misfits(element, inner, f"{path}.{key}")
