"""The scenarios in a cluster of three brokers, and of a primary with two standbys."""

import contextlib

from .faults import service
from .scenarios import scenario
from .verdict import Policy

NODES = ["node1", "node2", "node3"]
DATABASES = ["database1", "database2", "database3"]


def standbys(site):
    primary = site.services.run("primary").strip()
    return [name for name in DATABASES if name != primary]


@contextlib.contextmanager
def failover(site, begin):
    """The primary dies or stands still, a standby takes its place, and the old primary comes back as a standby."""
    old = site.services.run("primary").strip()
    site.fault(f"{begin} ({old})")
    site.services.run(begin)
    site.pause(site.chance.uniform(1, 5))
    site.services.run("promote-standby")
    try:
        yield
    finally:
        site.services.run("start-standby", old)


@scenario("The node that leads the queue of requests dies, and comes back.", is_cluster=True)
def leader_killed(site):
    for _ in site.rounds(30):
        with service(site, "kill-node", "start-node", site.leader()):
            site.pause(8)


@scenario("A node is cut off from the two others, but not from the program.", is_cluster=True)
def node_partitioned(site):
    for _ in site.rounds(40):
        with service(site, "partition-node", "heal-node", site.chance.choice([site.leader(), *NODES])):
            site.pause(site.chance.uniform(8, 20))


@scenario("A node stands still: connected, and silent.", is_cluster=True)
def node_frozen(site):
    for _ in site.rounds(40):
        with service(site, "freeze-node", "thaw-node", site.chance.choice([site.leader(), *NODES])):
            site.pause(site.chance.uniform(5, 20))


@scenario("The nodes are restarted in order, one after the other.", is_cluster=True)
def nodes_restarted(site):
    for _ in site.rounds(10):
        for node in NODES:
            with service(site, "stop-node", "start-node", node):
                pass
            site.pause(8)


@scenario("The primary dies, and a standby takes its place.", is_cluster=True)
def primary_killed(site):
    for _ in site.rounds(30):
        with failover(site, "kill-primary"):
            site.pause(8)


@scenario("The primary stands still; it is ended, and a standby takes its place.", is_cluster=True)
def primary_frozen(site):
    for _ in site.rounds(30):
        with failover(site, "freeze-primary"):
            site.pause(8)


@scenario("The synchronous standby stands still, so that commits hang; then both standbys are gone.", is_cluster=True)
def standbys_gone(site):
    for _ in site.rounds(40):
        first, second = standbys(site)
        with service(site, "freeze-standby", "thaw-standby", first):
            site.pause(site.chance.uniform(6, 15))
        with service(site, "stop-standby", "start-standby", first), service(site, "stop-standby", "start-standby", second):
            site.pause(site.chance.uniform(3, 12))


@scenario("A node and the primary die at once.", Policy(), is_cluster=True)
def node_and_primary_killed(site):
    for _ in site.rounds(40):
        with service(site, "kill-node", "start-node", site.leader()), failover(site, "kill-primary"):
            site.pause(8)
