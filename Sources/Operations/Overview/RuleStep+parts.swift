/// Steps about the parts of an installation: database, broker, API and workers.
extension [RuleStep] {
    static let database = [
        RuleStep(
            "See how PostgreSQL answers this machine: not at all, refused, or without a right.", run: "verifyd doctor"),
        RuleStep(
            "On its host: does it accept connections, and is its disk full? In a cluster: which node is the primary?",
            run: "pg_isready && df -h /var/lib/postgresql"),
        RuleStep(
            "Start PostgreSQL, or let a standby take over. No process of verifyd needs a restart. Then see the backlog shrink.",
            run: "verifyd status --watch"),
    ]

    static let broker = [
        RuleStep("See which part fails from this machine: name, port, TLS or password.", run: "verifyd doctor"),
        RuleStep(
            "On each host of the broker: does its node run? A quorum queue needs more than half of the nodes.",
            run: "rabbitmq-diagnostics check_running"),
        RuleStep(
            "Start the node that is missing. Processes connect again by themselves within ten seconds.",
            run: "sudo systemctl start rabbitmq-server"),
    ]

    static let brokerAlarm = [
        RuleStep("Read the broker's reason: memory or disk. The command publishes a message.", run: "verifyd doctor"),
        RuleStep("On a host of the broker: which host has the alarm?", run: "rabbitmq-diagnostics alarms"),
        RuleStep(
            "On that host, free disk or memory: what else runs there, and which queue is long? The alarm ends by itself.",
            run: "df -h /var/lib/rabbitmq && rabbitmqctl list_queues name messages message_bytes"),
    ]

    static let api = [
        RuleStep(
            "On a host of the API: does it run, and what are the last lines of its log?",
            run: "systemctl status verifyd-api"),
        RuleStep(
            "Are its settings, its database and its broker right? After an upgrade, is the schema?",
            run: "verifyd doctor --role api"),
        RuleStep(
            "Start it. The load balancer may send calls there as soon as /readyz answers 200.",
            run: "sudo systemctl restart verifyd-api"),
    ]

    static let notQueued = [
        RuleStep("Publish a message and read what the broker answers.", run: "verifyd doctor"),
        RuleStep("On a host of the broker: is there an alarm for memory or disk?", run: "rabbitmq-diagnostics alarms"),
        RuleStep(
            "Is the queue of requests so long that a policy of the broker rejects more? Then workers are too slow, or gone.",
            run: "verifyd queues list"),
    ]

    static let heldWorkers = [
        RuleStep(
            "On the host of a worker that is held up: the command names the step, the table or the grant that does not fit.",
            run: "verifyd doctor --role worker"),
        RuleStep(
            "Is a step of the schema missing? Without --dry-run the command makes it. Is the schema newer? Start the newer workers.",
            run: "verifyd migrate --dry-run"),
        RuleStep(
            "Is a grant missing? Run deploy/postgres/grants.sql, with systemd by its unit. Workers resume by themselves.",
            run: "sudo systemctl start verifyd-grants"),
    ]

    static let noWorkers = [
        RuleStep(
            "Which workers were there, and when was the last heartbeat? A worker that ended in order is not listed.",
            run: "verifyd workers list"),
        RuleStep(
            "On their hosts: did a deployment stop them, or did they fail? Read the last lines of the log.",
            run: "systemctl status verifyd-worker"),
        RuleStep(
            "Start workers; in Kubernetes scale their deployment up. They take the oldest requests first.",
            run: "sudo systemctl restart verifyd-worker"),
    ]

    static let silentWorker = [
        RuleStep(
            "Which host and which process? Others have a heartbeat, so the database answers.",
            run: "verifyd workers list"),
        RuleStep(
            "On that host: does the process hang, or is its network away?", run: "systemctl status verifyd-worker"),
        RuleStep(
            "End it, so that the broker gives its requests to other workers at once. A frozen process ignores SIGTERM.",
            run: "sudo systemctl kill --signal=SIGKILL verifyd-worker"),
    ]

    static let pausedRequests = [
        RuleStep(
            "Who paused it, why, and until when? Ask that person.", run: "verifyd audit list --action pause-queue"),
        RuleStep(
            "How many requests wait? After the resume they leave at once, the oldest first; gateways may throttle them.",
            run: "verifyd queues list"),
        RuleStep(
            "Resume it if the reason is gone.", run: "verifyd queues resume requests --reason \"the reason is gone\""),
    ]
}
